//! Supporting files: opening them, making new ones, giving them other names, taking them away.

use crate::host::tree::split;
use crate::workbench::app::dialog::{Answer, Ask, Dialog, NewFile};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::ink::{Ink, Line, visible};
use crate::workbench::app::keymap::named;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::FileRow;
use crate::workbench::app::preview::files::bytes;
use crate::workbench::edit::{Command as Edit, Field};

use super::{list, mode};

/// Where most new files go.
pub const REFERENCES: &str = "references/";

/// Opens the selected file in the editor.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let Some(file) = model.preview.files.get(model.preview.file).cloned() else {
        return Vec::new();
    };
    let title = model.row().map_or(String::new(), |row| row.name.clone());
    let effects = list::show_file(model, &file.path, &title);
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    effects
}

/// The folder of the selected skill.
fn folder(model: &Model) -> Option<String> {
    let (folder, _) = split(model.row()?.path.as_deref()?)?;
    Some(folder.to_owned())
}

/// The selected file, which is not the skill file.
fn selected(model: &Model) -> Option<FileRow> {
    let file = model.preview.files.get(model.preview.file)?;
    (!file.skill).then(|| file.clone())
}

/// Asks for the name of a new file.
pub fn ask_new(model: &mut Model) -> Vec<Effect> {
    if let Some(folder) = folder(model) {
        mode::build(model);
        model.open(Dialog::NewFile(NewFile {
            folder,
            old: None,
            keeps: None,
            name: Field::new(REFERENCES),
            problem: None,
        }));
    }
    Vec::new()
}

/// Asks for another name to save an open text under, in whose place something else stands. What makes a
/// skill does so under another name, too: its folder gets one.
pub fn ask_elsewhere(model: &mut Model, path: &str) -> Vec<Effect> {
    let Some((folder, name)) = split(path) else {
        return Vec::new();
    };
    // Behind a link nothing is made either, so it is beside the link.
    let beside = list::link_above(model, path).and_then(|(link, _)| {
        let (above, name) = split(link)?;
        Some((above, format!("{name}-2{}", &path[link.len()..])))
    });
    let (folder, name) = beside.unwrap_or_else(|| match (is_skill_file(name), split(folder)) {
        (true, Some((above, skill))) => (above, format!("{skill}-2/{name}")),
        _ => {
            let dot = name.rfind('.').filter(|at| *at > 0).unwrap_or(name.len());
            (folder, format!("{}-2{}", &name[..dot], &name[dot..]))
        }
    });
    let folder = folder.to_owned();
    model.open(Dialog::NewFile(NewFile {
        folder,
        old: None,
        keeps: Some(path.to_owned()),
        name: Field::new(&name),
        problem: None,
    }));
    Vec::new()
}

fn is_skill_file(name: &str) -> bool {
    name.eq_ignore_ascii_case("SKILL.md")
}

/// Asks for another name for the selected file.
pub fn ask_rename(model: &mut Model) -> Vec<Effect> {
    if let (Some(folder), Some(file)) = (folder(model), selected(model)) {
        mode::build(model);
        let mut name = Field::new(&file.name);
        name.apply(Edit::SelectAll, model.now);
        model.open(Dialog::NewFile(NewFile {
            folder,
            old: Some(file.name),
            keeps: None,
            name,
            problem: None,
        }));
    }
    Vec::new()
}

/// Asks before the selected file goes to the trash.
pub fn ask_delete(model: &mut Model) -> Vec<Effect> {
    let Some(file) = selected(model) else {
        return Vec::new();
    };
    let skill = model.row().map_or(String::new(), |row| row.name.clone());
    let line = |word: &str| Line::of(&format!("{word:<8}"), Ink::Dim).hanging(8);
    let mut lines = vec![
        line("removes")
            .with(&model.short_path(&file.path), Ink::Text)
            .with(&format!("  {}", bytes(file.size)), Ink::Dim),
        line("keeps").with(&format!("the skill {skill} and its other files"), Ink::Text),
        line("back")
            .with("it goes to the trash; ", Ink::Text)
            .with(&named(model, "skill.undo"), Ink::Key)
            .with(" brings it back", Ink::Text),
    ];
    let text = model.texts.get(&file.path);
    if text.is_some_and(|text| text.unsaved()) {
        let text = "Its unsaved text goes with it, and comes back with it.";
        lines.push(Line::of(text, Ink::Warning));
    }
    mode::build(model);
    let shown = visible(&file.name);
    model.open(Dialog::Ask(Ask {
        title: format!("Delete {shown}"),
        lines,
        answers: vec![
            (
                'y',
                format!("delete {shown}"),
                Answer::DeleteFile(file.path),
            ),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 1,
    }));
    Vec::new()
}
