//! The Layers tab: every copy of the name, the winner first, which of them gives which field, and
//! what differs between two of them.

use std::collections::HashSet;

use super::{CopyRef, unlisted};
use crate::host::merge::CONTENT;
use crate::host::{Copy, Skill, Survey, Value};
use crate::workbench::app::foresee::layer_label;
use crate::workbench::app::ink::{Ink, Line, fit, width};
use crate::workbench::app::list::{Group, row_id};
use crate::workbench::app::model::Model;
use crate::workbench::app::update::list::no_row;

/// Characters of a value.
const SHOWN: usize = 48;

/// One copy with what became of it.
struct Entry {
    label: String,
    key: String,
    /// There is a text to compare.
    has_text: bool,
    state: String,
    ink: Ink,
}

fn skill_of<'s>(model: &Model, survey: &'s Survey) -> Option<&'s Skill> {
    let row = model.row()?;
    let holds = |skill: &&Skill| {
        let mut copies = std::iter::once(&skill.copy).chain(&skill.shadows);
        copies.any(|copy| *row_id(copy) == *row.id)
    };
    let named = |skill: &&Skill| skill.copy.name == row.name && row.layer.is_some();
    let mut skills = survey.skills.iter();
    skills
        .find(holds)
        .or_else(|| survey.skills.iter().find(named))
}

fn entries(model: &Model, survey: &Survey, skill: Option<&Skill>) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut layers = HashSet::new();
    let winner = skill.and_then(|skill| skill.copy.path.as_deref());
    let linked = |copy: &Copy| match (winner, copy.path.as_deref()) {
        (Some(winner), Some(path)) => model.live.tree.same_file(winner, path),
        _ => false,
    };
    for (at, copy) in skill
        .iter()
        .flat_map(|skill| std::iter::once(&skill.copy).chain(&skill.shadows))
        .enumerate()
    {
        let skill = skill.filter(|skill| !skill.fields_from.is_empty());
        let (state, ink) = match skill {
            Some(skill) => gives(skill, copy.layer, layers.contains(&copy.layer)),
            None if at > 0 && linked(copy) => ("the same file, by a link".to_owned(), Ink::Dim),
            None if at > 0 => ("shadowed".to_owned(), Ink::Dim),
            None => ("wins".to_owned(), Ink::Good),
        };
        layers.insert(copy.layer);
        entries.push(Entry {
            label: layer_label(survey, copy),
            key: row_id(copy).into_owned(),
            has_text: copy.path.is_some() || copy.source.is_some(),
            state,
            ink,
        });
    }
    if let [only] = entries.as_mut_slice()
        && only.state == "wins"
    {
        "the only copy".clone_into(&mut only.state);
    }
    let name = model.row().map_or("", |row| row.name.as_str());
    let dropped = survey.not_loaded.iter().filter(|lost| lost.name == name);
    entries.extend(dropped.map(|lost| {
        let layer = lost.layer.and_then(|layer| survey.layers.get(layer));
        Entry {
            label: layer.map_or_else(|| "no layer".to_owned(), |layer| layer.label.clone()),
            key: lost.path.to_string(),
            has_text: true,
            state: "not loaded".to_owned(),
            ink: Ink::Error,
        }
    }));
    entries
}

/// What a copy gives to a merged skill.
fn gives(skill: &Skill, layer: usize, again: bool) -> (String, Ink) {
    if again {
        return ("hidden by another of its layer".to_owned(), Ink::Dim);
    }
    let given = skill.fields_from.iter().filter(|(_, from)| **from == layer);
    let given: Vec<&str> = given.map(|(field, _)| field.as_str()).collect();
    let empty = skill.copy.reading.body.as_deref() == Some("");
    if empty && given == [CONTENT] {
        ("blanks content".to_owned(), Ink::Warning)
    } else if given.is_empty() {
        ("gives nothing".to_owned(), Ink::Dim)
    } else {
        (format!("gives {}", given.join(", ")), Ink::Good)
    }
}

/// The copies that can be compared.
pub fn copies(model: &Model) -> Vec<CopyRef> {
    let survey = &model.live.survey;
    entries(model, survey, skill_of(model, survey))
        .into_iter()
        .filter(|entry| entry.has_text)
        .map(|entry| CopyRef {
            label: entry.label,
            path: entry.key,
        })
        .collect()
}

/// The copies, the fields, and the difference, on this many columns.
pub fn lines(model: &Model, columns: u16) -> Vec<Line> {
    let survey = &model.live.survey;
    let skill = skill_of(model, survey);
    let entries = entries(model, survey, skill);
    if entries.is_empty() {
        return vec![match model.row().map(|row| row.group) {
            Some(Group::Unsaved) => unlisted(model),
            Some(_) => Line::of("No host keeps this in a layer.", Ink::Dim),
            None => Line::of(&no_row(model), Ink::Dim),
        }];
    }
    let preview = &model.preview;
    let copies = &preview.copies;
    let side = |index: usize| copies.get(index).map(|copy| &copy.path);
    let several = copies.len() > 1;
    let widest = entries.iter().map(|entry| width(&entry.label)).max();
    let widest = widest.unwrap_or(0);
    let mut lines = Vec::new();
    for entry in &entries {
        let (mark, ink) = match Some(&entry.key) {
            key if several && key == side(preview.new) => ("+ ", Ink::Added),
            key if several && key == side(preview.old) => ("- ", Ink::Removed),
            _ => ("  ", Ink::Text),
        };
        let gap = " ".repeat(widest - width(&entry.label) + 2);
        lines.push(
            Line::of(mark, ink)
                .with(&entry.label, Ink::Info)
                .with(&gap, Ink::Text)
                .with(&entry.state, entry.ink)
                .hanging(4),
        );
        let shown = match entry.has_text {
            true => model.short_path(&entry.key),
            false => "in the program itself".into(),
        };
        let below = Line::of("    ", Ink::Text).with(&shown, Ink::Dim);
        lines.push(below.hanging(4));
    }
    if let Some(skill) = skill {
        lines.extend(fields(survey, skill));
        if let Some(note) = &skill.note {
            lines.push(Line::default());
            let ink = if skill.fields_from.is_empty() {
                Ink::Dim
            } else {
                Ink::Warning
            };
            lines.push(Line::of(note, ink));
        }
    }
    if several {
        lines.push(Line::default());
        match &preview.compared.difference {
            Some(difference) => lines.extend(difference.lines(columns, preview.wrap)),
            None => lines.push(Line::of("comparing …", Ink::Dim)),
        }
    }
    lines
}

/// Where the host merges: each field, the layer that gives it, and how it begins.
fn fields(survey: &Survey, skill: &Skill) -> Vec<Line> {
    if skill.fields_from.is_empty() {
        return Vec::new();
    }
    let label = |layer: usize| survey.layers.get(layer).map_or("", |l| l.label.as_str());
    let names = skill.fields_from.keys().map(|field| width(field)).max();
    let labels = skill.fields_from.values().map(|at| width(label(*at))).max();
    let (names, labels) = (names.unwrap_or(0), labels.unwrap_or(0));
    let reading = &skill.copy.reading;
    let mut lines = vec![Line::default(), Line::of("Merged", Ink::Strong)];
    for (field, layer) in &skill.fields_from {
        let value = match field.as_str() {
            CONTENT => reading.body.as_deref().map(str::to_owned),
            "description" => reading.description.clone(),
            _ => reading.field(field).map(|value| match value {
                Value::Text(text) => text.clone(),
                other => super::reading::plain(other),
            }),
        };
        let value = value.unwrap_or_default();
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let (shown, ink) = match value.as_str() {
            "" => ("(empty)".to_owned(), Ink::Warning),
            value => (fit(value, SHOWN), Ink::Text),
        };
        lines.push(
            Line::of(&format!("  {field:<names$}  "), Ink::Text)
                .with(&format!("{:<labels$}  ", label(*layer)), Ink::Info)
                .with(&shown, ink)
                .hanging(4),
        );
    }
    lines
}

/// The text of a copy as it is now, unsaved text included.
pub fn text_of(model: &Model, key: &str) -> Option<String> {
    if let Some(text) = model.texts.get(key) {
        return Some(text.editor.text().to_owned());
    }
    if let Some(bytes) = model.disk.tree.content(key) {
        return Some(crate::skill::bytes::decode(bytes).text);
    }
    let copy = model.live.survey.copies().find(|copy| row_id(copy) == key);
    copy?.reading.body.as_deref().map(str::to_owned)
}
