//! Saving: what is written, what came of it, and what becomes of a text that cannot be.

use std::sync::Arc;

use crate::workbench::app::effect::Effect;
use crate::workbench::app::keymap;
use crate::workbench::app::model::Model;
use crate::workbench::app::recovery;
use crate::workbench::app::weigh::Subject;

use super::{disk, list, quit, weigh};

/// Writes the text in the editor to its file.
pub fn save(model: &mut Model) -> Vec<Effect> {
    if model.disk.homeless && model.unsaved().is_empty() {
        let project = &model.place.project;
        model.say(format!(
            "the project folder {project} is not there any more"
        ));
        return Vec::new();
    }
    let Some(text) = model.text() else {
        return Vec::new();
    };
    // What is of another host is written where that has it.
    let elsewhere = text.host.is_some() && text.unsaved();
    // What was typed before a link took the place is not to be lost: it is told how it can be kept.
    let linked = text.unsaved() && list::linked(model, &text.path).is_some();
    if let Some(why) = text.read_only.clone().filter(|_| !elsewhere && !linked) {
        model.say(why);
        return Vec::new();
    }
    if !text.unsaved() && !text.overtaken {
        model.say("nothing to save: the file holds this text");
        return Vec::new();
    }
    let path = text.path.clone();
    save_path(model, &path)
}

fn save_path(model: &mut Model, path: &str) -> Vec<Effect> {
    let Some(text) = model.texts.get_mut(path) else {
        return Vec::new();
    };
    let bytes: Arc<[u8]> = Arc::from(text.editor.text().as_bytes());
    text.saving = Some(bytes.clone());
    let host = text.host.clone().unwrap_or_else(|| model.host.clone());
    vec![Effect::Save {
        host,
        path: path.to_owned(),
        bytes,
        base: text.base.clone(),
    }]
}

/// Writes every unsaved text.
pub fn save_all(model: &mut Model) -> Vec<Effect> {
    let paths = model.unsaved();
    paths
        .iter()
        .flat_map(|path| save_path(model, path))
        .collect()
}

/// A file was saved.
pub(super) fn saved(model: &mut Model, path: &str, bytes: &Arc<[u8]>) -> Vec<Effect> {
    let name = model.short_path(path).into_owned();
    let other = model.texts.get(path).and_then(|text| {
        let title = list::other_host(model, text)?;
        Some(format!(" for {title}"))
    });
    if other.is_some() && model.row().is_some_and(|row| *row.id == *path) {
        // No row stands for it any more, and yet it is what is looked at.
        model.list.apart = model.list.selected.take();
        model.followed = None;
    }
    if let Some(text) = model.texts.get_mut(path) {
        text.agree(Some(bytes.clone()));
        text.saving = None;
        if text.editor.text().as_bytes() == &bytes[..] {
            text.editor.mark_saved();
        }
        // Until the next scan this is what we know of the disk: its row stays where it is.
        if let Ok(written) = std::str::from_utf8(bytes) {
            model.disk.tree = model.disk.tree.with_text(path, written);
            model.disk.revision += 1;
        }
    }
    recovery::saved(model, path, bytes);
    // What was said of its file is no longer so.
    model.forget(path);
    model.say(format!("saved {name}{}", other.unwrap_or_default()));
    if model.leaving && model.unsaved().is_empty() {
        return quit::now(model);
    }
    Vec::new()
}

/// The file is not what it was believed to be, so it was not saved.
pub(super) fn stale(
    model: &mut Model,
    path: String,
    theirs: Option<Arc<[u8]>>,
    instead: Option<&'static str>,
) -> Vec<Effect> {
    if let Some(text) = model.texts.get_mut(&path) {
        text.saving = None;
        text.overtaken = true;
        text.theirs.clone_from(&theirs);
        text.ask = false;
    }
    let barred =
        instead.map(|kind| format!("Now {kind} stands in its place, which is not written over."));
    let saving = true;
    weigh::open(
        model,
        Subject::Outside {
            path,
            theirs,
            saving,
            barred,
        },
    )
}

/// The file may not be written: what can be done is asked.
pub(super) fn barred(model: &mut Model, path: String, why: String) -> Vec<Effect> {
    if let Some(text) = model.texts.get_mut(&path) {
        text.saving = None;
    }
    weigh::open(
        model,
        Subject::Outside {
            path,
            theirs: None,
            saving: true,
            barred: Some(why),
        },
    )
}

/// Writes the text over what another program wrote.
pub fn keep_mine(model: &mut Model, path: &str, theirs: Option<Arc<[u8]>>) -> Vec<Effect> {
    if let Some(text) = model.texts.get_mut(path) {
        text.agree(theirs);
    }
    save_path(model, path)
}

/// Writes the text to another file, which it belongs to from then on.
pub fn keep_elsewhere(model: &mut Model, path: &str, to: &str) -> Vec<Effect> {
    disk::moved(model, path, to);
    if let Some(text) = model.texts.get_mut(to) {
        text.agree(None);
    }
    model.forget(path);
    save_path(model, to)
}

/// Takes what another program wrote; undo brings one's own text back.
pub fn accept_theirs(model: &mut Model, path: &str, theirs: Option<Arc<[u8]>>) {
    match theirs {
        Some(theirs) => {
            if let Some(text) = model.texts.get_mut(path) {
                text.follow(theirs);
                let key = keymap::named(model, "text.undo");
                model.say(format!("took theirs; {key} brings your text back"));
            }
        }
        None => {
            model.texts.remove(path);
            model.shown = None;
            model.followed = None;
        }
    }
}

/// Throws every unsaved text away.
pub fn discard_all(model: &mut Model) {
    for path in model.unsaved() {
        let base = model.texts.get(&path).and_then(|text| text.base.clone());
        accept_theirs(model, &path, base);
    }
}
