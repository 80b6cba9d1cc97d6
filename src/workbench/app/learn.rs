//! The pages of our own: to read, and to start from. No host sees them.

use std::sync::Arc;

use super::commands::by_id;
use super::keymap::Keymap;
use super::model::Model;
use crate::skill::stock::LEARN;

/// What the ids of their rows begin with; no path does.
const SCHEME: &str = "learn:";

/// One page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its id, which is also the name of the skill it is.
    pub id: &'static str,
    /// Its text, with the id of a command in double braces where people are told to give it.
    text: &'static str,
}

impl Page {
    /// Its text for these keys.
    pub fn text(&self, keymap: &Keymap) -> Arc<[u8]> {
        let mut pieces = self.text.split("{{");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (id, rest) = piece.split_once("}}").unwrap_or_default();
            text.push_str(&told(keymap, id));
            text.push_str(rest);
        }
        Arc::from(text.into_bytes())
    }
}

/// How a command is given, within a sentence.
fn told(keymap: &Keymap, id: &str) -> String {
    let Some(command) = by_id(id) else {
        return String::new();
    };
    match keymap.keys(command).first() {
        Some((_, key)) => format!("press `{key}`"),
        None => format!("choose *{}* in the palette", command.title),
    }
}

/// Open pages name the keys as they are now.
pub fn follow_keys(model: &mut Model) {
    for text in model.texts.values_mut() {
        if let Some(page) = by_row(&text.path) {
            text.follow(page.text(&model.keymap));
        }
    }
}

/// Every page, in the order to read them.
pub fn all() -> impl Iterator<Item = Page> {
    LEARN.iter().map(|page| Page {
        id: page.id,
        text: page.text,
    })
}

/// The id of a page's row.
pub fn row_id(id: &str) -> String {
    format!("{SCHEME}{id}")
}

/// The page of a row.
pub fn by_row(row: &str) -> Option<Page> {
    let id = row.strip_prefix(SCHEME)?;
    all().find(|page| page.id == id)
}
