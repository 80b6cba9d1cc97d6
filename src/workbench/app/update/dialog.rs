//! Keys while a dialog has them.

use crate::library::write::refuse_name;
use crate::workbench::app::commands::{Action, Context};
use crate::workbench::app::dialog::{Answer, Ask, Dialog, Picked};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::foresee;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::keymap::Keymap;
use crate::workbench::app::model::Model;
use crate::workbench::app::stand::Asked;
use crate::workbench::app::work::Work;
use crate::workbench::edit::{Command as Edit, Field};

use super::files::REFERENCES;
use super::{
    board, editor, exchange, find, matrix, mode, naming, outside, overlay, quit, save, skills,
    weigh,
};

/// A key for the dialog on top.
pub fn key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let ctrl = |c| chord.ctrl && !chord.alt && chord.code == Code::Char(c);
    if ctrl('q') {
        model.dialog = None;
        return quit::ask(model);
    }
    match model.dialog {
        Some(Dialog::Weigh(_)) => return weigh::key(model, chord),
        Some(Dialog::Fetch(_)) => return exchange::fetch_key(model, chord),
        Some(Dialog::Look(_)) => return exchange::look::key(model, chord),
        _ => {}
    }
    if chord.code == Code::Esc || ctrl('c') {
        return close(model);
    }
    match model.dialog {
        Some(Dialog::Board(_)) => board::key(model, chord),
        Some(Dialog::Pick(_)) => pick_key(model, chord),
        Some(Dialog::New(_)) => new_key(model, chord),
        Some(Dialog::NewFile(_)) => new_file_key(model, chord),
        Some(Dialog::Name(_)) => naming::key(model, chord),
        Some(Dialog::GoTo(_)) => go_to_key(model, chord),
        Some(Dialog::Ask(_)) => ask_key(model, chord),
        Some(Dialog::Matrix(_)) => matrix::key(model, chord),
        Some(Dialog::Weigh(_) | Dialog::Fetch(_) | Dialog::Look(_)) | None => Vec::new(),
    }
}

/// Closes the dialog; what only it waits for is stopped.
pub(super) fn close(model: &mut Model) -> Vec<Effect> {
    if outside::asks(model) {
        outside::refused(model);
        return Vec::new();
    }
    let waits = matches!(model.dialog, Some(Dialog::Matrix(_)));
    model.dialog = None;
    match waits && model.matrix.stop() {
        true => vec![Effect::Stop(Work::Checking)],
        false => Vec::new(),
    }
}

/// Text pasted into the dialog on top.
pub fn paste(model: &mut Model, text: &str) {
    let now = model.now;
    let line = text.lines().next().unwrap_or_default().to_owned();
    match &mut model.dialog {
        Some(Dialog::Pick(pick)) => {
            pick.field.apply(Edit::Paste(line), now);
            overlay::filter(pick);
        }
        Some(Dialog::Board(board)) => {
            board.field.apply(Edit::Paste(line), now);
            board.refit();
        }
        Some(Dialog::New(dialog)) => {
            dialog.name.apply(Edit::Paste(line), now);
            skills::check_name(model);
        }
        Some(Dialog::NewFile(dialog)) => {
            dialog.name.apply(Edit::Paste(line), now);
        }
        Some(Dialog::GoTo(dialog)) => {
            dialog.place.apply(Edit::Paste(line), now);
        }
        Some(Dialog::Name(dialog)) => {
            dialog.name.apply(Edit::Paste(line), now);
            naming::foresee(model);
        }
        Some(Dialog::Look(look)) => {
            if let Some(path) = &mut look.path {
                path.field.apply(Edit::Paste(line), now);
                path.problem = None;
            } else if let Some((_, merging)) = &mut look.merging
                && let Some(editor) = &mut merging.editing
            {
                editor.apply(Edit::Paste(text.to_owned()), now);
            }
        }
        Some(Dialog::Fetch(fetch)) if fetch.under_way.is_none() => {
            if let Some(field) = &mut fetch.source {
                field.apply(Edit::Paste(line), now);
                fetch.problem = None;
            }
        }
        Some(Dialog::Weigh(_)) => weigh::paste(model, text),
        _ => {}
    }
}

fn pick_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    let Some(Dialog::Pick(pick)) = &mut model.dialog else {
        return Vec::new();
    };
    let last = pick.shown.len().saturating_sub(1);
    match chord.code {
        Code::Down => pick.at = (pick.at + 1).min(last),
        Code::Up => pick.at = pick.at.saturating_sub(1),
        Code::PageDown => pick.at = (pick.at + 10).min(last),
        Code::PageUp => pick.at = pick.at.saturating_sub(10),
        Code::Enter => {
            let choice = pick.shown.get(pick.at).and_then(|i| pick.choices.get(*i));
            let Some(choice) = choice.cloned() else {
                return Vec::new();
            };
            let command = matches!(choice.picked, Picked::Command(_));
            if let (Some(why), false) = (choice.refused, command) {
                // It can be put right where it stands; a command says so itself.
                model.say(why);
                return Vec::new();
            }
            model.dialog = None;
            return overlay::take(model, choice.picked);
        }
        _ => {
            if type_into(&mut pick.field, &model.keymap, chord, now) {
                overlay::filter(pick);
            }
        }
    }
    Vec::new()
}

fn new_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    let count = foresee::templates(model).len();
    let Some(Dialog::New(dialog)) = &mut model.dialog else {
        return Vec::new();
    };
    if dialog.making {
        return Vec::new();
    }
    match chord.code {
        Code::Down => dialog.template = (dialog.template + 1) % count,
        Code::Up => dialog.template = (dialog.template + count - 1) % count,
        Code::Enter => return skills::make_new(model),
        _ => {
            type_into(&mut dialog.name, &model.keymap, chord, now);
            skills::check_name(model);
        }
    }
    Vec::new()
}

fn new_file_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    let Some(Dialog::NewFile(dialog)) = &mut model.dialog else {
        return Vec::new();
    };
    if chord.code != Code::Enter {
        type_into(&mut dialog.name, &model.keymap, chord, now);
        if dialog.name.text() == REFERENCES.repeat(2) {
            // It stood there already, and is typed as the list shows it.
            dialog.name.set_text(REFERENCES);
        }
        dialog.problem = None;
        return Vec::new();
    }
    let name = dialog.name.text().to_owned();
    let path = format!("{}/{name}", dialog.folder);
    let bad = name
        .split('/')
        .find_map(|part| refuse_name(part).map(|why| format!("`{part}` cannot be a name: {why}")));
    let same = dialog.old.as_ref() == Some(&name);
    let same = same.then(|| "it is called so already".to_owned());
    let taken = model.disk.tree.entry(&path).is_some();
    let taken = taken.then(|| format!("{name} exists already"));
    dialog.problem = bad.or(same).or(taken);
    if dialog.problem.is_some() {
        return Vec::new();
    }
    let old = dialog.old.as_ref();
    let from = old.map(|old| format!("{}/{old}", dialog.folder));
    let keeps = dialog.keeps.take();
    let host = model.host.clone();
    model.dialog = None;
    if let Some(kept) = keeps {
        return save::keep_elsewhere(model, &kept, &path);
    }
    vec![match from {
        Some(path) => Effect::MoveFile { host, path, name },
        None => Effect::NewFile { host, path },
    }]
}

fn go_to_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    if chord.code == Code::Enter {
        return find::go_to_line(model);
    }
    if let Some(Dialog::GoTo(dialog)) = &mut model.dialog {
        type_into(&mut dialog.place, &model.keymap, chord, now);
        dialog.problem = None;
    }
    Vec::new()
}

fn ask_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let screen = model.layout().screen;
    let Some(Dialog::Ask(ask)) = &mut model.dialog else {
        return Vec::new();
    };
    if matches!(chord.code, Code::Down | Code::Up) {
        ask.at = Asked::new(ask, screen).beyond(ask.at, chord.code == Code::Down);
        return Vec::new();
    }
    match choose(ask, chord) {
        Some(chosen) => answer(model, chosen),
        None => Vec::new(),
    }
}

/// A key for a question: another answer is chosen, or one is given.
pub fn choose(ask: &mut Ask, chord: Chord) -> Option<Answer> {
    let last = ask.answers.len().saturating_sub(1);
    match chord.code {
        Code::Left | Code::Up => ask.at = ask.at.saturating_sub(1),
        Code::Tab if chord.shift => ask.at = ask.at.saturating_sub(1),
        Code::Right | Code::Down | Code::Tab => ask.at = (ask.at + 1).min(last),
        Code::Enter => return ask.answers.get(ask.at).map(|(.., answer)| answer.clone()),
        _ => {
            let typed = chord.typed();
            let chosen = ask.answers.iter().find(|(key, ..)| Some(*key) == typed);
            return chosen.map(|(.., answer)| answer.clone());
        }
    }
    None
}

fn answer(model: &mut Model, chosen: Answer) -> Vec<Effect> {
    if chosen == Answer::Cancel {
        return close(model);
    }
    model.dialog = None;
    match chosen {
        Answer::Cancel | Answer::Go => Vec::new(),
        Answer::Override(path) => vec![Effect::Override {
            host: model.host.clone(),
            path,
        }],
        Answer::Delete(path) => {
            let name = model.row().map_or(String::new(), |row| row.name.clone());
            vec![Effect::Remove {
                host: model.host.clone(),
                path,
                name,
            }]
        }
        Answer::TakeBack(host, again) => vec![Effect::Restore {
            host,
            again,
            sure: true,
            unsaved: Vec::new(),
        }],
        Answer::DeleteFile(path) => vec![Effect::RemoveFile {
            host: model.host.clone(),
            path,
        }],
        Answer::SaveAndQuit => {
            model.leaving = true;
            save::save_all(model)
        }
        Answer::Quit => quit::now(model),
        Answer::WriteOutside => outside::allowed(model),
        Answer::SaveAndLock => {
            let effects = save::save_all(model);
            mode::lock(model);
            effects
        }
        Answer::DiscardAndLock => {
            save::discard_all(model);
            mode::lock(model);
            Vec::new()
        }
        Answer::Fix(fix) => editor::fix_with(model, fix),
    }
}

/// Types into a field, with the editing keys of a text. True when the text is another.
pub(super) fn type_into(
    field: &mut Field,
    keymap: &Keymap,
    chord: Chord,
    now: std::time::Duration,
) -> bool {
    if let Some(c) = chord.typed() {
        return field.apply(Edit::Insert(c.to_string()), now).changed;
    }
    if let Some(edit) = text_command(keymap, chord) {
        return field.apply(edit, now).changed;
    }
    if chord.ctrl && chord.code == Code::Char('u') {
        field.apply(Edit::SelectAll, now);
        return field.apply(Edit::Delete, now).changed;
    }
    false
}

/// What a key does in any text.
pub fn text_command(keymap: &Keymap, chord: Chord) -> Option<Edit> {
    let mut commands = keymap.at(Context::Text, chord).iter();
    commands.find_map(|command| match &command.action {
        Action::Edit(edit) => Some(edit.clone()),
        Action::Run(_) => None,
    })
}
