//! The list: moving, opening, filtering, and the text that follows the selection.
use crate::host::Kind;
use crate::host::tree::Target;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::foresee;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::learn;
use crate::workbench::app::list::{Group, Row};
use crate::workbench::app::model::Model;
use crate::workbench::app::text::Text;
use crate::workbench::edit::{Command as Edit, Field, Motion};

use super::dialog;

/// Lines of the list pane that are not rows: the filter.
const HEAD: u16 = 1;

/// Rows the list shows at once.
pub fn height(model: &Model) -> usize {
    let area = model.layout().list.unwrap_or_default();
    usize::from(area.height.saturating_sub(HEAD))
}

fn step(model: &mut Model, by: isize) -> Vec<Effect> {
    let height = height(model);
    model.list.step(by, height);
    Vec::new()
}

/// Selects the next row.
pub fn down(model: &mut Model) -> Vec<Effect> {
    step(model, 1)
}

/// Selects the row before.
pub fn up(model: &mut Model) -> Vec<Effect> {
    step(model, -1)
}

/// Selects a page further.
pub fn page_down(model: &mut Model) -> Vec<Effect> {
    let page = height(model).saturating_sub(1).max(1);
    step(model, page.cast_signed())
}

/// Selects a page back.
pub fn page_up(model: &mut Model) -> Vec<Effect> {
    let page = height(model).saturating_sub(1).max(1);
    step(model, -page.cast_signed())
}

/// Selects the first row.
pub fn first(model: &mut Model) -> Vec<Effect> {
    step(model, isize::MIN)
}

/// Selects the last row.
pub fn last(model: &mut Model) -> Vec<Effect> {
    step(model, isize::MAX)
}

/// Goes into the text; for a file that is not loaded, to the very place that decides.
pub fn open(model: &mut Model) -> Vec<Effect> {
    model.prefs.focus = Pane::Editor;
    let now = model.now;
    let at = model.row().filter(|row| row.group == Group::NotLoaded);
    let at = at.and_then(|row| deciding(model, &row.id));
    if let (Some(at), Some(text)) = (at, model.text_mut()) {
        text.editor.apply(Edit::SetCursor(at), now);
    }
    Vec::new()
}

/// The byte that keeps a file from being loaded.
pub fn deciding(model: &Model, id: &str) -> Option<usize> {
    let lost = model
        .live
        .survey
        .not_loaded
        .iter()
        .find(|lost| *lost.path == *id)?;
    lost.why.at.as_ref().map(|span| span.start)
}

/// Gives the keys to the filter.
pub fn filter(model: &mut Model) -> Vec<Effect> {
    model.list.filtering = true;
    model.cover();
    Vec::new()
}

/// A key while the filter has them; false when it is none of its business.
pub fn filter_key(model: &mut Model, chord: Chord) -> bool {
    let mut field = model.list.field.clone();
    match chord.code {
        Code::Esc => {
            field = Field::default();
            model.list.filtering = false;
        }
        Code::Enter => model.list.filtering = false,
        Code::Down => {
            down(model);
            return true;
        }
        Code::Up => {
            up(model);
            return true;
        }
        _ if writes(model, chord) => {
            let now = model.now;
            dialog::type_into(&mut field, &model.keymap, chord, now);
        }
        _ => {
            model.list.filtering = false;
            return false;
        }
    }
    refilter(model, field);
    true
}

/// Text pasted into the filter.
pub fn filter_paste(model: &mut Model, text: &str) {
    let line = text.lines().next().unwrap_or_default().to_owned();
    let mut field = model.list.field.clone();
    field.apply(Edit::Paste(line), model.now);
    refilter(model, field);
}

/// The keys that are meant for the one line of the filter.
fn writes(model: &Model, chord: Chord) -> bool {
    let emptied = chord.ctrl && chord.code == Code::Char('u');
    let edits = match dialog::text_command(&model.keymap, chord) {
        Some(Edit::Move { motion, .. }) => !matches!(motion, Motion::PageUp | Motion::PageDown),
        Some(edit) => matches!(
            edit,
            Edit::Backspace
                | Edit::Delete
                | Edit::DeleteWordLeft
                | Edit::DeleteWordRight
                | Edit::DeleteToLineStart
                | Edit::DeleteToLineEnd
                | Edit::SelectAll
        ),
        None => false,
    };
    emptied || edits || chord.typed().is_some()
}

fn refilter(model: &mut Model, field: Field) {
    let height = height(model);
    let text = field.text().to_owned();
    model.list.field = field;
    if text != model.list.filter {
        model.list.set_filter(text, height);
    }
}

/// Shows the text of the selected row when another row is selected than before.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    if model.followed == model.list.selected {
        return Vec::new();
    }
    model.followed.clone_from(&model.list.selected);
    model.preview.file = 0;
    match model.row().cloned() {
        Some(row) => show_row(model, &row),
        None => {
            show(model, None);
            Vec::new()
        }
    }
}

fn show_row(model: &mut Model, row: &Row) -> Vec<Effect> {
    if let Some(page) = learn::by_row(&row.id) {
        if !model.texts.contains_key(&*row.id) {
            let bytes = page.text(&model.keymap);
            let why = read_only(model, &row.id);
            let mut text = Text::open(&row.id, page.id, bytes, why);
            text.skill = true;
            model.texts.insert(row.id.to_string(), text);
        }
        show(model, Some(row.id.to_string()));
        return Vec::new();
    }
    if let Some(path) = &row.path {
        return show_file(model, path, &row.name);
    }
    let source = foresee::selected_copy(model).and_then(|copy| copy.source.clone());
    let Some(source) = source else {
        show(model, None);
        return Vec::new();
    };
    // The file of another language that brings the skill: to look at, at the right place.
    let effects = show_file(model, &source.path, &row.name);
    let now = model.now;
    if let Some(text) = model.text_mut() {
        text.editor.apply(Edit::SetCursor(source.span.start), now);
    }
    effects
}

/// Shows a file in the editor, reading it first when its bytes are not here.
pub fn show_file(model: &mut Model, path: &str, title: &str) -> Vec<Effect> {
    if !model.texts.contains_key(path) {
        let content = model.disk.tree.content(path).cloned();
        let is_file = matches!(model.disk.tree.resolve(path), Ok(Target::File(..)));
        match content {
            Some(bytes) => {
                let text = Text::open(path, title, bytes, read_only(model, path));
                model.texts.insert(path.to_owned(), text);
            }
            None if is_file => {
                show(model, Some(path.to_owned()));
                return vec![Effect::Read(path.to_owned())];
            }
            None => {
                show(model, None);
                return Vec::new();
            }
        }
    }
    show(model, Some(path.to_owned()));
    Vec::new()
}

/// Puts another text into the editor. A text that was only looked at is let go.
pub fn show(model: &mut Model, path: Option<String>) {
    if model.shown == path {
        return;
    }
    if let Some(old) = model.shown.take()
        && let Some(text) = model.texts.get(&old)
        && !text.unsaved()
        && !text.editor.can_undo()
    {
        model.texts.remove(&old);
    }
    model.shown = path;
}

/// Why what needs a selected skill cannot be.
pub fn no_row(model: &Model) -> String {
    match model.list.apart {
        Some(_) => format!("this file is no skill of {}", model.host_title()),
        None => "no skill is selected".to_owned(),
    }
}

/// Why a file may not be changed; `None` when it lies in the write area, and the system knows nothing
/// against it.
pub fn read_only(model: &Model, path: &str) -> Option<String> {
    if learn::by_row(path).is_some() {
        let key = keymap::quoted(model, "skill.new", Pane::Editor);
        return Some(format!("a page to read; {key} makes a skill of your own"));
    }
    let locked = || {
        let why = model.locks.why(path)?;
        let key = keymap::quoted(model, "skill.duplicate", Pane::Editor);
        Some(format!("read only: {why}; {key} copies the skill"))
    };
    misplaced(model, path).or_else(locked)
}

/// What the host is called that has an unsaved text, when it is another than looks now.
pub fn other_host<'a>(model: &'a Model, text: &'a Text) -> Option<&'a str> {
    let host = text.host.as_deref().filter(|host| *host != model.host)?;
    text.unsaved().then(|| {
        let profile = model.profiles.get(host);
        profile.map_or(host, |profile| profile.title.as_str())
    })
}

/// The link of the write area that a file is or lies behind, and where it leads: nothing is written
/// through it.
pub fn link_above<'a>(model: &'a Model, path: &'a str) -> Option<(&'a str, &'a str)> {
    let area = model.write_area()?.path.as_deref()?;
    let below = path.strip_prefix(area)?.strip_prefix('/')?;
    let ends = below.match_indices('/').map(|(at, _)| at);
    let mut steps = ends
        .chain([below.len()])
        .map(|end| &path[..area.len() + 1 + end]);
    steps.find_map(|step| match model.disk.tree.entry(step)? {
        Kind::Link(target) => Some((step, &**target)),
        _ => None,
    })
}

/// The same, for people.
pub fn linked(model: &Model, path: &str) -> Option<String> {
    let (link, target) = link_above(model, path)?;
    let link = model.short_path(link);
    Some(format!(
        "{link} is a link to {target}, and nothing is written through links"
    ))
}

/// Why a file may not be changed where it lies; `None` when it lies in the write area.
pub fn misplaced(model: &Model, path: &str) -> Option<String> {
    let area = model.write_area();
    let area = area.and_then(|area| area.path.as_ref());
    let inside = area.is_some_and(|area| {
        path.strip_prefix(area.as_str())
            .is_some_and(|rest| rest.starts_with('/'))
    });
    if inside {
        let linked = linked(model, path)?;
        let key = keymap::quoted(model, "skill.duplicate", Pane::Editor);
        return Some(format!("read only: {linked}; {key} copies the skill"));
    }
    if let Some(title) = model
        .texts
        .get(path)
        .and_then(|text| other_host(model, text))
    {
        let [host, save] =
            ["host.choose", "file.save"].map(|id| keymap::quoted(model, id, Pane::Editor));
        return Some(format!(
            "not saved, and for {title}: {host} looks with it to go on, {save} saves it"
        ));
    }
    if model.list.apart.is_some() && model.shown.as_deref() == Some(path) {
        return Some(format!("read only: {}", no_row(model)));
    }
    if model.write_area().is_none() {
        return Some(format!(
            "read only: {} has no folder here that may be written to",
            model.host_title()
        ));
    }
    let key = keymap::quoted(model, "skill.override", Pane::Editor);
    Some(format!("read only: {key} makes your own copy"))
}
