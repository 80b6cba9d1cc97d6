//! Finding and replacing, and going to a line.

use crate::skill::lines::{LineIndex, Position};
use crate::workbench::app::dialog::{Dialog, GoTo};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::find::Bar;
use crate::workbench::app::key::Chord;
use crate::workbench::app::keymap;
use crate::workbench::app::layout::{Layout, Pane};
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::edit::{Command as Edit, Field};

use super::{dialog, editor, mode, pointer};

/// Opens the bar; a selection inside a line is what is looked for.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let Some(text) = model.text() else {
        return Vec::new();
    };
    let selected = text.editor.selected_text();
    let selected = selected.filter(|text| !text.contains(['\n', '\r']));
    let selected = selected.map(str::to_owned);
    let from = text.editor.selection().map(|span| span.start);
    let origin = from.unwrap_or(text.editor.cursor());
    let now = model.now;
    if !model.finding() {
        model.cover();
    }
    let find = &mut model.find;
    if let Some(selected) = selected {
        find.needle.set_text(&selected);
    }
    find.open = true;
    find.in_with = false;
    find.replacing = false;
    find.origin = origin;
    // What was looked for last is typed over.
    find.needle.apply(Edit::SelectAll, now);
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    model.prefs.full = false;
    refresh(model);
    Vec::new()
}

/// Opens the bar with the line for what takes the place of a match.
pub fn open_replace(model: &mut Model) -> Vec<Effect> {
    let again = model.finding();
    if !again {
        open(model);
    }
    model.find.replacing = true;
    model.find.in_with = again || !model.find.needle.text().is_empty();
    Vec::new()
}

/// Closes the bar; the cursor stays where it is.
pub fn close(model: &mut Model) -> Vec<Effect> {
    model.find.open = false;
    Vec::new()
}

/// Nobody looks for anything in another pane.
pub fn leave(model: &mut Model) {
    model.find.open &= model.prefs.focus == Pane::Editor;
}

/// Brings the matches up to date with the text.
pub fn refresh(model: &mut Model) {
    let shown = model.shown.clone().unwrap_or_default();
    if let Some(text) = model.texts.get(&shown) {
        model.find.refresh(text);
    }
}

/// A key for the field that has them.
pub fn key(model: &mut Model, chord: Chord) {
    let now = model.now;
    let changed = dialog::type_into(model.find.field(), &model.keymap, chord, now);
    if changed && !model.find.in_with {
        seek(model);
    }
}

/// The mouse over the bar; false when it is elsewhere.
pub fn mouse(model: &mut Model, layout: &Layout, mouse: Mouse) -> bool {
    if !model.finding() {
        return false;
    }
    let Some(bar) = Bar::new(model, layout.problem) else {
        return false;
    };
    let (clicks, now) = (model.clicks, model.now);
    for (area, with) in [(bar.needle, false), (bar.with, true)] {
        let Some(area) = area.filter(|area| area.y == mouse.y) else {
            continue;
        };
        let pulled = mouse.kind == MouseKind::Drag && model.find.in_with != with;
        if !pulled && area.holds(mouse.x, mouse.y) {
            model.find.in_with = with;
            return pointer::on_field(model.find.field(), area, mouse, clicks, now);
        }
    }
    false
}

/// Text pasted into the bar.
pub fn paste(model: &mut Model, text: &str) {
    let now = model.now;
    let line = text.lines().next().unwrap_or_default().to_owned();
    model.find.field().apply(Edit::Paste(line), now);
    if !model.find.in_with {
        seek(model);
    }
}

/// Shows the first match from where the cursor stood; without one, that place again.
fn seek(model: &mut Model) {
    refresh(model);
    let origin = model.find.origin;
    let hits = &model.find.hits;
    let at = hits.partition_point(|(hit, ())| hit.start < origin);
    let hit = hits.get(at).or(hits.first()).map(|(hit, ())| hit.clone());
    let now = model.now;
    if let Some(text) = model.text_mut() {
        let command = match hit {
            Some(hit) => Edit::Select(hit),
            None => Edit::SetCursor(origin),
        };
        text.editor.apply(command, now);
    }
}

/// Goes to the next match, round the end.
pub fn next(model: &mut Model) -> Vec<Effect> {
    step(model, true)
}

/// Goes to the match before, round the start.
pub fn previous(model: &mut Model) -> Vec<Effect> {
    step(model, false)
}

fn step(model: &mut Model, forward: bool) -> Vec<Effect> {
    let search = model.find.search();
    refresh(model);
    if model.find.hits.is_empty() {
        model.say(format!("{} is not in this text", search.needle));
        return Vec::new();
    }
    let command = match forward {
        true => Edit::FindNext(search),
        false => Edit::FindPrevious(search),
    };
    let effects = editor::apply(model, command);
    if let Some(text) = model.text() {
        let at = text.editor.selection().map(|span| span.start);
        let shown = (!model.finding()).then(|| model.find.count(text).0);
        model.find.origin = at.unwrap_or(model.find.origin);
        if let Some(shown) = shown {
            model.say(shown);
        }
    }
    effects
}

/// Goes on: to the next match, or with what takes its place typed, replaces this one first.
pub fn go(model: &mut Model) -> Vec<Effect> {
    if !model.find.in_with {
        return next(model);
    }
    let (search, with) = (model.find.search(), model.find.with.text().to_owned());
    let effects = editor::apply(model, Edit::ReplaceOne(search, with));
    refresh(model);
    effects
}

/// Replaces every match, as one step.
pub fn replace_all(model: &mut Model) -> Vec<Effect> {
    refresh(model);
    let count = model.find.hits.len();
    let (search, with) = (model.find.search(), model.find.with.text().to_owned());
    if count == 0 {
        model.say(format!("{} is not in this text", search.needle));
        return Vec::new();
    }
    let before = model.mode;
    let effects = editor::apply(model, Edit::ReplaceAll(search, with));
    refresh(model);
    let key = keymap::named(model, "text.undo");
    let them = if count == 1 { "it" } else { "them" };
    let build = mode::told_build(model, before);
    model.say(format!("{count} replaced; {key} takes {them} back{build}"));
    effects
}

/// The other line of the bar; the first time it opens it.
pub fn switch(model: &mut Model) -> Vec<Effect> {
    if model.typing() {
        model.find.replacing = true;
        model.find.in_with = !model.find.in_with;
    } else {
        editor::say_read_only(model);
    }
    Vec::new()
}

/// Large and small letters differ, or not.
pub fn case(model: &mut Model) -> Vec<Effect> {
    model.find.case = !model.find.case;
    seek(model);
    Vec::new()
}

/// Only whole words, or any part.
pub fn word(model: &mut Model) -> Vec<Effect> {
    model.find.word = !model.find.word;
    seek(model);
    Vec::new()
}

/// Asks for a line to go to.
pub fn ask_line(model: &mut Model) -> Vec<Effect> {
    model.open(Dialog::GoTo(GoTo {
        place: Field::default(),
        problem: None,
    }));
    Vec::new()
}

/// Goes to the line, and maybe column, that was typed.
pub fn go_to_line(model: &mut Model) -> Vec<Effect> {
    let Some(Dialog::GoTo(dialog)) = &mut model.dialog else {
        return Vec::new();
    };
    let Some(position) = position(dialog.place.text()) else {
        dialog.problem = Some("a line, or line:column, such as 12 or 12:5".to_owned());
        return Vec::new();
    };
    model.dialog = None;
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    let now = model.now;
    let Some(text) = model.text_mut() else {
        return Vec::new();
    };
    let lines = text.editor.line_count();
    let whole = text.editor.text();
    let at = LineIndex::new(whole).offset(whole, position);
    text.editor.apply(Edit::SetCursor(at), now);
    if position.line > lines {
        let noun = if lines == 1 { "line" } else { "lines" };
        model.say(format!("the text has {lines} {noun}"));
    }
    Vec::new()
}

/// `12` or `12:5`, from 1.
fn position(typed: &str) -> Option<Position> {
    let (line, column) = match typed.trim().split_once([':', ',', ' ']) {
        Some((line, column)) => (line.trim(), column.trim()),
        None => (typed.trim(), "1"),
    };
    let number = |text: &str| text.parse::<usize>().ok().filter(|n| *n > 0);
    Some(Position {
        line: number(line)?,
        column: number(column)?,
    })
}

/// Shows spaces, tabs and line ends, or not.
pub fn white_space(model: &mut Model) -> Vec<Effect> {
    model.white_space = !model.white_space;
    Vec::new()
}
