//! Making, editing, overriding and deleting skills: the dialogs and what they lead to.

use crate::library::author::refuse_skill_name;
use crate::workbench::app::dialog::{Answer, Ask, Dialog, NewSkill};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::foresee;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::list::{Group, row_id};
use crate::workbench::app::model::Model;
use crate::workbench::edit::Field;

use super::mode;

/// Opens the dialog for a new skill.
pub fn ask_new(model: &mut Model) -> Vec<Effect> {
    mode::build(model);
    model.open(Dialog::New(NewSkill {
        name: Field::default(),
        template: 0,
        problem: None,
        refused: true,
        tried: false,
        making: false,
    }));
    Vec::new()
}

/// Looks at the name as it is typed, with the eyes of the host.
pub fn check_name(model: &mut Model) {
    let Some(Dialog::New(dialog)) = &model.dialog else {
        return;
    };
    let name = dialog.name.text().to_owned();
    let empty = name.is_empty();
    let refused = if empty {
        dialog.tried.then(|| "a skill needs a name".to_owned())
    } else {
        let template = foresee::template(model, dialog);
        let profile = model.profile();
        profile
            .and_then(|profile| refuse_skill_name(profile, template, &name))
            .or_else(|| foresee::name_taken(model, &name))
            .or_else(|| foresee::lost_when_made(model, template, &name))
    };
    let shadow = || {
        let skill = model
            .live
            .survey
            .skills
            .iter()
            .find(|skill| skill.copy.name == name)?;
        let layer = foresee::layer_label(&model.live.survey, &skill.copy);
        Some(format!(
            "there is a {name} in {layer}: two copies will meet"
        ))
    };
    let problem = refused
        .clone()
        .or_else(|| (!empty).then(|| surprising(&name)).flatten())
        .or_else(|| (!empty).then(shadow).flatten());
    let is_refused = empty || refused.is_some();
    if let Some(Dialog::New(dialog)) = &mut model.dialog {
        dialog.problem = problem;
        dialog.refused = is_refused;
    }
}

/// What the open specification says about names: others may refuse them.
fn surprising(name: &str) -> Option<String> {
    let bad = name
        .chars()
        .find(|c| !(c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-'));
    let rules = [
        bad.map(|c| format!("`{c}`: most hosts want small letters, digits and hyphens")),
        (name.len() > 64).then(|| "longer than 64 characters: some hosts refuse it".to_owned()),
        (name.starts_with('-') || name.ends_with('-') || name.contains("--"))
            .then(|| "a hyphen at an edge, or two in a row: some hosts refuse it".to_owned()),
    ];
    rules.into_iter().flatten().next()
}

/// Makes the skill.
pub fn make_new(model: &mut Model) -> Vec<Effect> {
    check_name(model);
    let chosen = match &model.dialog {
        Some(Dialog::New(dialog)) => foresee::template(model, dialog).id,
        _ => return Vec::new(),
    };
    let Some(Dialog::New(dialog)) = &mut model.dialog else {
        return Vec::new();
    };
    dialog.tried = true;
    if dialog.refused {
        check_name(model);
        return Vec::new();
    }
    let effect = Effect::New {
        host: model.host.clone(),
        name: dialog.name.text().to_owned(),
        template: chosen.to_owned(),
    };
    dialog.making = true;
    vec![effect]
}

/// Puts the cursor into the text and allows changes.
pub fn edit(model: &mut Model) -> Vec<Effect> {
    mode::build(model);
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    Vec::new()
}

/// Says what an override changes, and asks.
pub fn ask_override(model: &mut Model) -> Vec<Effect> {
    let Some(copy) = foresee::selected_copy(model).cloned() else {
        return ask_override_lost(model);
    };
    let Some(target) = foresee::override_target(model, &copy) else {
        model.say("this one has no file to copy");
        return Vec::new();
    };
    if model.disk.tree.entry(&target.made).is_some() {
        let there = model.short_path(&target.made).into_owned();
        model.say(format!("your own copy is there already: {there}"));
        return Vec::new();
    }
    let lines = foresee::of_override(model, &copy, &target);
    let from = row_id(&copy).into_owned();
    mode::build(model);
    model.open(Dialog::Ask(Ask {
        title: format!("Override {}", copy.name),
        lines,
        answers: vec![
            ('y', "make my copy".to_owned(), Answer::Override(from)),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 0,
    }));
    Vec::new()
}

/// Says what a copy of something that is not loaded is good for, and asks.
fn ask_override_lost(model: &mut Model) -> Vec<Effect> {
    let lost = model.row().filter(|row| row.group == Group::NotLoaded);
    let Some(row) = lost.cloned() else {
        model.say("this one has no file to copy");
        return Vec::new();
    };
    let target = match foresee::lost_target(model, &row.id) {
        Ok(target) => target,
        Err(why) => {
            model.say(why);
            return Vec::new();
        }
    };
    let make = model.short_path(&target).into_owned();
    let reason = row.reason.unwrap_or_default();
    mode::build(model);
    model.open(Dialog::Ask(Ask {
        title: format!("Override {}", row.name),
        lines: vec![
            Line::of("makes   ", Ink::Dim)
                .with(&make, Ink::Text)
                .hanging(8),
            Line::of("loads   ", Ink::Dim)
                .with("not yet: ", Ink::Warning)
                .with(&reason, Ink::Text)
                .hanging(8),
            Line::of("then    ", Ink::Dim)
                .with(
                    "the cursor stands on the fault in your copy, to be mended",
                    Ink::Text,
                )
                .hanging(8),
        ],
        answers: vec![
            (
                'y',
                "make my copy".to_owned(),
                Answer::Override(row.id.to_string()),
            ),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 0,
    }));
    Vec::new()
}

/// Asks before something goes to the trash.
pub fn ask_delete(model: &mut Model) -> Vec<Effect> {
    let Some(row) = model.row().cloned() else {
        return Vec::new();
    };
    let Some(path) = row.path.clone() else {
        return Vec::new();
    };
    let Some(folder) = foresee::delete_target(model, &path) else {
        return Vec::new();
    };
    let mut lines = foresee::of_delete(model, &path, &folder);
    if row.unsaved {
        let text = "Its unsaved text goes with it, and comes back with it.";
        lines.push(Line::of(text, Ink::Warning));
    }
    mode::build(model);
    model.open(Dialog::Ask(Ask {
        title: format!("Delete {}", row.name),
        lines,
        answers: vec![
            (
                'y',
                format!("delete {}", row.name),
                Answer::Delete(path.to_string()),
            ),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 1,
    }));
    Vec::new()
}

/// Asks before undo or redo puts what was changed since into the trash.
pub fn ask_take_back(
    model: &mut Model,
    host: String,
    again: bool,
    (changed, unsaved): (&[String], &[String]),
) {
    if model.dialog.is_some() {
        return;
    }
    let (title, other) = match again {
        true => ("Do it again?", "skill.undo"),
        false => ("Take it back?", "skill.redo"),
    };
    let mut lines = Vec::new();
    for path in changed {
        lines.push(Line::of(&model.short_path(path), Ink::Strong));
        let what = "  was changed since; that goes to the trash.";
        lines.push(Line::of(what, Ink::Warning).hanging(2));
    }
    for path in unsaved {
        lines.push(Line::of(&model.short_path(path), Ink::Strong));
        let what = "  has text that is not saved; that is put aside with it.";
        lines.push(Line::of(what, Ink::Warning).hanging(2));
    }
    let key = keymap::named(model, other);
    let what = format!("Then {key} brings it back, as long as nothing else is done.");
    lines.push(Line::of(&what, Ink::Dim));
    let words = match again {
        true => "do it again",
        false => "take it back",
    };
    model.open(Dialog::Ask(Ask {
        title: title.to_owned(),
        lines,
        answers: vec![
            ('y', words.to_owned(), Answer::TakeBack(host, again)),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 1,
    }));
}
