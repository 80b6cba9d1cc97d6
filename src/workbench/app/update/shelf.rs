//! Unsaved texts of what went to the trash: what takes that back brings them back, too.

use std::sync::Arc;

use crate::workbench::app::effect::Effect;
use crate::workbench::app::model::{Arrival, Awaited, Model};
use crate::workbench::app::text::Text;

fn below(folder: &str, path: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Puts the texts of a folder or file aside; what is not saved is kept.
pub fn put_aside(model: &mut Model, folder: &str) {
    let gone: Vec<String> = model.texts.keys().cloned().collect();
    for path in gone.into_iter().filter(|path| below(folder, path)) {
        let text = model.texts.remove(&path);
        if let Some(mut text) = text.filter(Text::unsaved) {
            text.host.get_or_insert_with(|| model.host.clone());
            model.shelf.insert(path, text);
        }
    }
}

/// Puts the text of one file aside if it is not saved.
pub fn put_unsaved_aside(model: &mut Model, path: &str) -> Vec<Effect> {
    if model.texts.get(path).is_some_and(Text::unsaved) {
        put_aside(model, path);
    }
    Vec::new()
}

/// What was put aside of a folder or file belongs to another name from now on.
pub fn rename(model: &mut Model, from: &str, to: &str) -> Vec<Effect> {
    let name = to.rsplit('/').next().unwrap_or(to);
    let moved: Vec<String> = model.shelf.keys().cloned().collect();
    for path in moved.into_iter().filter(|path| below(from, path)) {
        if let Some(mut text) = model.shelf.remove(&path) {
            text.path = format!("{to}{}", &path[from.len()..]);
            name.clone_into(&mut text.title);
            model.shelf.insert(text.path.clone(), text);
        }
    }
    Vec::new()
}

/// Two versions of a folder or file changed places: the texts of the one that went are put aside, and
/// those that were put aside with the other come back. Texts without changes follow the file.
pub fn swap(model: &mut Model, folder: &str) -> Option<Effect> {
    let back: Vec<String> = model.shelf.keys().cloned().collect();
    let back = back.into_iter().filter(|path| below(folder, path));
    let back: Vec<(String, Text)> = back
        .filter_map(|path| model.shelf.remove_entry(&path))
        .collect();
    for path in model.unsaved().iter().filter(|path| below(folder, path)) {
        put_aside(model, path);
    }
    model.texts.extend(back);
    let shown = model.shown.clone()?;
    let lacks = below(folder, &shown) && !model.texts.contains_key(&shown);
    lacks.then_some(Effect::Read(shown))
}

/// What was put aside of a file goes on from what is there now, and not from another version of it.
fn fits(model: &Model, path: &str) -> bool {
    let Some(text) = model.shelf.get(path) else {
        return false;
    };
    let known = [&text.base, &text.theirs];
    match model.disk.tree.file(path) {
        None => text.base.is_none(),
        Some(file) => known
            .into_iter()
            .flatten()
            .any(|known| match &file.content {
                Some(now) => known == now,
                None => known.len() as u64 == file.size,
            }),
    }
}

/// Takes up again what was put aside of what is there again.
pub fn take_up(model: &mut Model) {
    // Something new of the same name is another skill.
    let back = model
        .awaited
        .clone()
        .filter(|awaited| awaited.then == Arrival::Select);
    let Some(Awaited { path: folder, .. }) = back else {
        return;
    };
    if model.disk.tree.entry(&folder).is_none() {
        return;
    }
    let back: Vec<String> = model.shelf.keys().cloned().collect();
    for path in back.into_iter().filter(|path| below(&folder, path)) {
        if !fits(model, &path) {
            continue;
        }
        let Some(mut text) = model.shelf.remove(&path) else {
            continue;
        };
        // It was written anew: the same bytes are not news.
        let now = model.disk.tree.content(&path).map(Arc::clone);
        if now.as_deref() == text.base.as_deref() {
            text.base = now;
        }
        model.texts.insert(path, text);
    }
}
