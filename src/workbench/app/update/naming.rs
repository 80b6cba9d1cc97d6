//! Other names for skills: the dialog, what it foresees, and what it leads to.

use super::dialog::type_into;
use super::mode;
use crate::workbench::app::dialog::{Dialog, NameSkill};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::foresee;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::list::row_id;
use crate::workbench::app::model::Model;
use crate::workbench::app::text::Text;
use crate::workbench::edit::{Command as Edit, Field};

/// Asks for another name for the selected skill.
pub fn ask_rename(model: &mut Model) -> Vec<Effect> {
    ask(model, false)
}

/// Asks for the name of a copy of the selected skill.
pub fn ask_duplicate(model: &mut Model) -> Vec<Effect> {
    ask(model, true)
}

fn ask(model: &mut Model, copy: bool) -> Vec<Effect> {
    let Some(skill) = foresee::selected_copy(model) else {
        return Vec::new();
    };
    let folder = skill
        .folder
        .as_deref()
        .and_then(|folder| folder.rsplit('/').next());
    let old = folder.unwrap_or(&skill.name).to_owned();
    let begin = match copy {
        true => format!("{old}-2"),
        false => old.clone(),
    };
    let mut name = Field::new(&begin);
    name.apply(Edit::SelectAll, model.now);
    let id = row_id(skill).into_owned();
    mode::build(model);
    model.open(Dialog::Name(NameSkill {
        id,
        old,
        copy,
        name,
        foreseen: Ok(Vec::new()),
        making: false,
    }));
    foresee(model);
    Vec::new()
}

/// Says what the name, as it is typed, would change.
pub fn foresee(model: &mut Model) {
    let Some(Dialog::Name(dialog)) = &model.dialog else {
        return;
    };
    let name = dialog.name.text();
    let foreseen = match (dialog.copy, name) {
        (_, "") => Err("a skill needs a name".to_owned()),
        (false, same) if same == dialog.old => {
            Err("it is called so now; type another name".to_owned())
        }
        (copied, name) => foresee::of_naming(model, &dialog.id, name, copied),
    };
    let with_text = dialog.copy && on_screen(model).is_some();
    let foreseen = foreseen.map(|mut lines| {
        if with_text {
            let told = "the copy gets the text on the screen, which is not saved yet";
            lines.push(Line::of(told, Ink::Warning));
        }
        lines
    });
    if let Some(Dialog::Name(dialog)) = &mut model.dialog {
        dialog.foreseen = foreseen;
    }
}

/// The text of the selected skill, where that is not the one on disk.
fn on_screen(model: &Model) -> Option<&Text> {
    let path = foresee::selected_copy(model)?.path.as_ref()?;
    model.texts.get(&**path).filter(|text| text.unsaved())
}

/// A key for the dialog.
pub fn key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    let host = model.host.clone();
    let text = on_screen(model).map(|text| text.editor.shared_text());
    let Some(Dialog::Name(dialog)) = &mut model.dialog else {
        return Vec::new();
    };
    if dialog.making {
        return Vec::new();
    }
    if chord.code != Code::Enter {
        type_into(&mut dialog.name, &model.keymap, chord, now);
        foresee(model);
        return Vec::new();
    }
    if dialog.foreseen.is_err() {
        return Vec::new();
    }
    dialog.making = true;
    vec![Effect::Name {
        text: text.filter(|_| dialog.copy),
        host,
        id: dialog.id.clone(),
        name: dialog.name.text().to_owned(),
        copy: dialog.copy,
    }]
}
