//! The disk: what it says, and what is asked of it.

use std::sync::Arc;

use crate::host::FileTree;
use crate::host::tree::Target;
use crate::library::project::choose_host;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::list::Group;
use crate::workbench::app::locks;
use crate::workbench::app::message::Disk;
use crate::workbench::app::model::{Arrival, Awaited, Model};
use crate::workbench::app::recovery;
use crate::workbench::app::text::Text;
use crate::workbench::edit::Command as Edit;

use crate::workbench::app::keymap;
use crate::workbench::app::work::{self, Work};

use super::{editor, list, mode, save, shelf, skills};

/// Takes news from the disk.
pub fn update(model: &mut Model, news: Disk) -> Vec<Effect> {
    match news {
        Disk::Scanned {
            tree,
            polling,
            homeless,
            stopped,
        } => {
            work::done(model, Work::Reading);
            if stopped {
                let key = keymap::named(model, "disk.read");
                model.report(format!(
                    "reading was stopped, so skills may be missing here; {key} reads everything"
                ));
            }
            tell_problems(model, &tree, polling);
            tell_homeless(model, homeless);
            scanned(model, tree)
        }
        Disk::Read { path, result } => {
            read(model, &path, result);
            Vec::new()
        }
        Disk::Saved { path, bytes } => save::saved(model, &path, &bytes),
        Disk::Stale {
            path,
            theirs,
            instead,
        } => {
            model.leaving = false;
            save::stale(model, path, theirs, instead)
        }
        Disk::Barred { path, why } => {
            model.leaving = false;
            save::barred(model, path, why)
        }
        Disk::Unkept(why) => {
            let text = format!(
                "unsaved text is not safe from a crash: its recovery file could not be written: {why}"
            );
            if !model.disk.told.contains(&text) {
                model.disk.told.push(text.clone());
                model.complain(text);
            }
            Vec::new()
        }
        Disk::MayWrite { path, why } => {
            locks::answered(model, &path, why);
            Vec::new()
        }
        Disk::Left { offers, damaged } => recovery::found(model, offers, &damaged),
        Disk::Made { path, what, fresh } => {
            if let Some(Dialog::New(_) | Dialog::Name(_)) = model.dialog {
                model.dialog = None;
            }
            model.say_done(what);
            let then = match fresh {
                true => Arrival::Describe,
                false => Arrival::Refine,
            };
            let since = model.now;
            model.awaited = Some(Awaited { path, then, since });
            Vec::new()
        }
        Disk::Trashed { folder, what } => {
            shelf::put_aside(model, &folder);
            mode::build(model);
            model.say_done(what);
            instead(model, &folder)
        }
        Disk::Aside(path) => shelf::put_unsaved_aside(model, &path),
        Disk::Beside { from, to } => shelf::rename(model, &from, &to),
        Disk::Moved { from, to, what } => {
            if let Some(Dialog::Name(_)) = model.dialog {
                model.dialog = None;
            }
            moved(model, &from, &to);
            mode::build(model);
            model.say_done(what);
            // What was shown may have been put aside.
            let shown = model.shown.clone();
            let lacks = |path: &String| path.starts_with('/') && !model.texts.contains_key(path);
            let read = shown.filter(lacks).map(Effect::Read);
            let mut effects = recovery::renamed(model, &from, &to);
            effects.extend(read);
            effects
        }
        Disk::Unsure {
            host,
            again,
            changed,
            unsaved,
        } => {
            skills::ask_take_back(model, host, again, (&changed, &unsaved));
            Vec::new()
        }
        Disk::Nothing(why) => {
            model.say(why);
            Vec::new()
        }
        Disk::Finished(what) => {
            model.report(what);
            Vec::new()
        }
        Disk::Swapped { path, what } => {
            let mut effects: Vec<Effect> = shelf::swap(model, &path).into_iter().collect();
            effects.extend(update(model, Disk::Restored { path, what }));
            effects
        }
        Disk::Restored { path, what } => {
            mode::build(model);
            model.say_done(what);
            let (then, since) = (Arrival::Select, model.now);
            model.awaited = Some(Awaited { path, then, since });
            Vec::new()
        }
        Disk::Failed {
            action,
            path,
            about,
            why,
        } => {
            model.leaving = false;
            model.ahead.clear();
            if let Some(text) = model.texts.get_mut(&path) {
                text.saving = None;
            }
            if let Some(Dialog::New(dialog)) = &mut model.dialog
                && dialog.making
            {
                dialog.making = false;
                dialog.refused = true;
                dialog.problem = Some(why);
                return Vec::new();
            }
            if let Some(Dialog::Name(dialog)) = &mut model.dialog
                && dialog.making
            {
                dialog.making = false;
                dialog.foreseen = Err(why);
                return Vec::new();
            }
            model.complain_about(&about, format!("{action} failed: {why}"));
            Vec::new()
        }
    }
}

/// Says, once each, which folders could not be read and that changes may be seen late.
fn tell_problems(model: &mut Model, tree: &FileTree, polling: Option<String>) {
    let folders = tree.folders().filter_map(|(path, folder)| {
        let why = folder.problem.as_ref()?;
        Some(format!(
            "{} could not be read: {why}",
            model.short_path(path)
        ))
    });
    let late = polling
        .map(|why| format!("changes by other programs are seen every few seconds only: {why}"));
    let problems: Vec<String> = folders.chain(late).collect();
    for problem in problems {
        if !model.disk.told.contains(&problem) {
            model.disk.told.push(problem.clone());
            model.complain(problem);
        }
    }
}

/// Says once that the project folder is gone, and that it is back.
fn tell_homeless(model: &mut Model, homeless: bool) {
    if homeless == model.disk.homeless {
        return;
    }
    model.disk.homeless = homeless;
    let project = model.place.project.clone();
    if homeless && model.told_about(&project) {
        return;
    }
    if homeless {
        let key = keymap::named(model, "quit");
        let text = format!(
            "the project folder {project} is not there any more; make it again, or {key} quits"
        );
        model.report_about(&project, text);
    } else {
        model.forget(&project);
        model.say(format!("the project folder {project} is back"));
    }
}

fn scanned(model: &mut Model, tree: FileTree) -> Vec<Effect> {
    model.disk.tree = tree;
    model.disk.revision += 1;
    shelf::take_up(model);
    let first = !model.disk.ready;
    model.disk.ready = true;
    let mut effects = Vec::new();
    if first && !model.host_fixed {
        let profiles = model.profiles.clone();
        if let Ok(host) = choose_host(None, None, &profiles, &model.disk.tree, &model.place) {
            model.host.clone_from(&host.id);
        }
    }
    let paths: Vec<String> = model.texts.keys().cloned().collect();
    for path in paths {
        effects.extend(compare_with_disk(model, &path));
    }
    let tree = &model.disk.tree;
    let awaited = |path: &&String| path.starts_with('/') && !model.texts.contains_key(*path);
    let shown = model.shown.as_ref().filter(awaited);
    // What was to be read is not there any more: its row may say what there is to know.
    if shown.is_some_and(|path| !matches!(tree.resolve(path), Ok(Target::File(..)))) {
        model.shown = None;
        model.followed = None;
    }
    effects
}

/// What another program did to the file of an opened text.
pub fn compare_with_disk(model: &mut Model, path: &str) -> Vec<Effect> {
    if !path.starts_with('/') {
        return Vec::new();
    }
    let Some(file) = model.disk.tree.file(path).cloned() else {
        gone(model, path);
        return Vec::new();
    };
    let Some(text) = model.texts.get_mut(path) else {
        return Vec::new();
    };
    match file.content {
        Some(theirs) => {
            take_theirs(model, path, &theirs);
            Vec::new()
        }
        None if text.stamp != Some((file.size, file.modified)) => {
            text.stamp = Some((file.size, file.modified));
            vec![Effect::Read(path.to_owned())]
        }
        None => Vec::new(),
    }
}

/// The file of an opened text is no longer there.
fn gone(model: &mut Model, path: &str) {
    let Some(text) = model.texts.get_mut(path) else {
        return;
    };
    if !text.unsaved() {
        model.texts.remove(path);
        if model.shown.as_deref() == Some(path) {
            model.shown = None;
            model.followed = None;
            let name = model.short_path(path).into_owned();
            model.say(format!("{name} was deleted by another program"));
        }
    } else if text.base.take().is_some() {
        text.editor.forget_saved();
        text.overtaken = true;
        let asked = matches!(&model.dialog, Some(Dialog::Weigh(weigh)) if weigh.path() == path);
        if model.disk.homeless || asked || model.told_about(path) {
            return;
        }
        model.report_lost(path);
    }
}

/// The file of an opened text holds these bytes now: a clean text follows, an unsaved one stays.
fn take_theirs(model: &mut Model, path: &str, theirs: &Arc<[u8]>) {
    let Some(text) = model.texts.get_mut(path) else {
        return;
    };
    if text.base.as_ref() == Some(theirs) || text.saving.as_ref() == Some(theirs) {
        return;
    }
    if text.editor.text().as_bytes() == &theirs[..] {
        text.agree(Some(theirs.clone()));
        text.editor.mark_saved();
    } else if text.unsaved() {
        if text.theirs.as_ref() != Some(theirs) {
            text.overtaken = true;
            text.theirs = Some(theirs.clone());
            text.ask = true;
        }
    } else {
        text.follow(theirs.clone());
    }
}

fn read(model: &mut Model, path: &str, result: Result<Arc<[u8]>, String>) {
    match result {
        Ok(bytes) if model.texts.contains_key(path) => take_theirs(model, path, &bytes),
        Ok(bytes) => {
            if model.shown.as_deref() != Some(path) {
                return;
            }
            let title = match model.row() {
                Some(row) => row.name.clone(),
                None => model.short_path(path).into_owned(),
            };
            let mut text = Text::open(path, &title, bytes, list::read_only(model, path));
            let file = model.disk.tree.file(path);
            text.stamp = file.map(|file| (file.size, file.modified));
            model.texts.insert(path.to_owned(), text);
        }
        Err(why) => {
            let name = model.short_path(path).into_owned();
            model.complain(format!("{name} could not be read: {why}"));
        }
    }
}

/// Shows the skill file where the file on the screen went away from beside it.
fn instead(model: &mut Model, gone: &str) -> Vec<Effect> {
    let shown = model.shown.as_deref() == Some(gone) && !model.texts.contains_key(gone);
    let row = model.row().filter(|_| shown);
    let Some((path, title)) = row.and_then(|row| Some((row.path.clone()?, row.name.clone())))
    else {
        return Vec::new();
    };
    match *path == *gone {
        true => Vec::new(),
        false => list::show_file(model, &path, &title),
    }
}

/// Texts go along with a file or folder that has another name now, and so does the selection.
pub(super) fn moved(model: &mut Model, from: &str, to: &str) {
    let below = format!("{from}/");
    let new = |path: &str| match path == from || path.starts_with(&below) {
        true => Some(format!("{to}{}", &path[from.len()..])),
        false => None,
    };
    // What has no row is a file beside a skill file: its skill stays what it is.
    let mut rows = model.list.rows.iter();
    let skill = rows.any(|row| *row.id == *from || row.id.starts_with(&below));
    let name = to.rsplit('/').next().unwrap_or(to).to_owned();
    for file in &mut model.preview.files {
        if let Some(moved) = new(&file.path) {
            file.path = moved;
        }
    }
    for (path, mut text) in std::mem::take(&mut model.texts) {
        let path = match new(&path) {
            Some(moved) => {
                text.path.clone_from(&moved);
                if skill {
                    text.title.clone_from(&name);
                }
                moved
            }
            None => path,
        };
        model.texts.insert(path, text);
    }
    if let Some(moved) = model.shown.as_deref().and_then(new) {
        model.shown = Some(moved);
    }
    for place in [&mut model.list.selected, &mut model.followed] {
        if let Some(moved) = place.as_deref().and_then(new) {
            *place = Some(moved.into());
        }
    }
    model.awaited = Some(Awaited {
        path: to.to_owned(),
        then: Arrival::Select,
        since: model.now,
    });
}

/// Reads the disk again, whole.
pub fn read_again(model: &mut Model) -> Vec<Effect> {
    model.say("reading everything again …");
    vec![Effect::Scan]
}

/// Takes back what was done last to a skill: delete, override, rename, and what made one.
pub fn restore(model: &mut Model) -> Vec<Effect> {
    let host = model.host.clone();
    take_back(model, host, false)
}

/// Does again what was taken back.
pub fn redo(model: &mut Model) -> Vec<Effect> {
    let host = model.host.clone();
    take_back(model, host, true)
}

fn take_back(model: &Model, host: String, again: bool) -> Vec<Effect> {
    vec![Effect::Restore {
        host,
        again,
        sure: false,
        unsaved: model.unsaved(),
    }]
}

/// Selects, and as the case may be opens, what a scan shows at last.
pub fn open_awaited(model: &mut Model) -> Vec<Effect> {
    let Some(Awaited { path, then, .. }) = model.awaited.clone() else {
        return Vec::new();
    };
    if model.disk.tree.entry(&path).is_none() {
        return Vec::new();
    }
    model.awaited = None;
    let height = list::height(model);
    let mut effects = Vec::new();
    let below = format!("{path}/");
    let row = model
        .list
        .rows
        .iter()
        .find(|row| *row.id == *path || row.id.starts_with(&below));
    if let Some(id) = row.map(|row| row.id.clone()) {
        model.list.reveal(&id, height);
        effects.extend(list::follow(model));
    } else if then != Arrival::Select {
        let title = model.row().map_or(String::new(), |row| row.name.clone());
        effects.extend(list::show_file(model, &path, &title));
    }
    if then == Arrival::Select {
        return effects;
    }
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    let lost = model.row().filter(|row| row.group == Group::NotLoaded);
    let fault = lost.and_then(|row| list::deciding(model, &row.id));
    let now = model.now;
    let Some(text) = model.text_mut() else {
        return effects;
    };
    let goal = match (then, fault, text.description()) {
        (Arrival::Refine, Some(at), _) => Some(Edit::SetCursor(at)),
        (Arrival::Refine, None, Some(at)) => Some(Edit::SetCursor(at.end)),
        (_, _, at) => at.map(Edit::Select),
    };
    if let Some(goal) = goal {
        text.editor.apply(goal, now);
    }
    let ahead = std::mem::take(&mut model.ahead);
    if !ahead.is_empty() {
        effects.extend(editor::insert(model, ahead));
    }
    effects
}
