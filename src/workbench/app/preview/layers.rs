//! The Layers tab: every copy of the name, the winner first, and what differs between two of them.

use super::CopyRef;
use crate::workbench::app::foresee::layer_label;
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::model::Model;

/// One copy with what became of it.
struct Entry {
    label: String,
    path: Option<String>,
    state: &'static str,
    ink: Ink,
}

fn entries(model: &Model) -> (Vec<Entry>, Option<String>) {
    let Some(row) = model.row() else {
        return (Vec::new(), None);
    };
    let survey = &model.live.survey;
    let skill = survey.skill_of(&row.id).or_else(|| {
        survey
            .skills
            .iter()
            .find(|skill| skill.copy.name == row.name)
    });
    let mut entries = Vec::new();
    if let Some(skill) = skill {
        let alone = skill.shadows.is_empty();
        entries.push(Entry {
            label: layer_label(survey, &skill.copy),
            path: skill.copy.path.clone(),
            state: if alone { "the only copy" } else { "wins" },
            ink: Ink::Good,
        });
        entries.extend(skill.shadows.iter().map(|copy| Entry {
            label: layer_label(survey, copy),
            path: copy.path.clone(),
            state: "shadowed",
            ink: Ink::Dim,
        }));
    }
    let dropped = survey
        .not_loaded
        .iter()
        .filter(|lost| lost.name == row.name);
    entries.extend(dropped.map(|lost| {
        Entry {
            label: lost
                .layer
                .and_then(|layer| survey.layers.get(layer))
                .map_or_else(|| "no layer".to_owned(), |layer| layer.label.clone()),
            path: Some(lost.path.clone()),
            state: "not loaded",
            ink: Ink::Error,
        }
    }));
    (entries, skill.and_then(|skill| skill.note.clone()))
}

/// The copies that can be compared.
pub fn copies(model: &Model) -> Vec<CopyRef> {
    entries(model)
        .0
        .into_iter()
        .filter_map(|entry| {
            Some(CopyRef {
                label: entry.label,
                path: entry.path?,
            })
        })
        .collect()
}

/// The copies, and the difference.
pub fn lines(model: &Model) -> Vec<Line> {
    let (entries, note) = entries(model);
    if entries.is_empty() {
        return vec![Line::of("No host keeps this in a layer.", Ink::Dim)];
    }
    let preview = &model.preview;
    let copies = &preview.copies;
    let side = |index: usize| copies.get(index).map(|copy| &copy.path);
    let several = copies.len() > 1;
    let widest = entries
        .iter()
        .map(|entry| width(&entry.label))
        .max()
        .unwrap_or(0);
    let mut lines = Vec::new();
    for entry in &entries {
        let path = entry.path.as_ref();
        let (mark, ink) = match path {
            Some(path) if several && Some(path) == side(preview.new) => ("+ ", Ink::Added),
            Some(path) if several && Some(path) == side(preview.old) => ("- ", Ink::Removed),
            _ => ("  ", Ink::Text),
        };
        let gap = " ".repeat(widest - width(&entry.label) + 2);
        lines.push(
            Line::of(mark, ink)
                .with(&entry.label, Ink::Info)
                .with(&gap, Ink::Text)
                .with(entry.state, entry.ink),
        );
        let shown = path.map_or_else(|| "in the program itself".into(), |p| model.short_path(p));
        let below = Line::of("    ", Ink::Text).with(&shown, Ink::Dim);
        lines.push(below.hanging(4));
    }
    if let Some(note) = note {
        lines.push(Line::default());
        lines.push(Line::of(&note, Ink::Dim));
    }
    if several {
        lines.push(Line::default());
        match &preview.compared.lines {
            Some(difference) => lines.extend(difference.iter().cloned()),
            None => lines.push(Line::of("comparing …", Ink::Dim)),
        }
    }
    lines
}

/// The text of a copy as it is now, unsaved text included.
pub fn text_of(model: &Model, path: &str) -> Option<String> {
    if let Some(text) = model.texts.get(path) {
        return Some(text.editor.text().to_owned());
    }
    let bytes = model.disk.tree.content(path)?;
    Some(crate::skill::bytes::decode(bytes).text)
}
