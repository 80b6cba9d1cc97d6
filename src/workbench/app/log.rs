//! What the program said, kept to be read again.

use std::time::Duration;

use super::board::{Board, Entry, Section};
use super::dialog::Picked;
use super::ink::{Ink, Line};
use super::model::Model;

/// This many messages are kept.
const KEPT: usize = 300;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Time of the last key then, since the start.
    pub at: Duration,
    /// It had to be read.
    pub error: bool,
    /// What was said.
    pub text: String,
}

/// Keeps a message; the same one said again at once is one.
pub fn keep(model: &mut Model, error: bool, text: &str) {
    let last = model.log.back_mut().filter(|last| last.text == text);
    if let Some(last) = last {
        last.at = model.now;
        return;
    }
    if model.log.len() == KEPT {
        model.log.pop_front();
    }
    model.log.push_back(Said {
        at: model.now,
        error,
        text: text.to_owned(),
    });
}

/// The messages, the newest first.
pub fn board(model: &Model) -> Board {
    let entries = model.log.iter().rev().map(|said| {
        let ago = model.now.saturating_sub(said.at).as_secs();
        let ago = match ago {
            0..60 => format!("{ago} s ago"),
            60..3600 => format!("{} min ago", ago / 60),
            _ => format!("{} h ago", ago / 3600),
        };
        let ink = if said.error { Ink::Error } else { Ink::Text };
        Entry {
            line: Line::of(&format!("{ago:>10}  "), Ink::Dim)
                .with(&said.text, ink)
                .hanging(12),
            find: said.text.clone(),
            picked: Some(Picked::Copy(said.text.clone())),
        }
    });
    let section = Section {
        head: Vec::new(),
        entries: entries.collect(),
    };
    let mut board = Board::new("What was said", "copies it", vec![section]);
    board.empty = "Nothing was said yet.";
    board
}
