//! The Hosts tab: what each host makes of the selected skill.

use std::collections::BTreeMap;

use crate::host::survey;
use crate::host::survey::Cache;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::model::Model;

/// What was read for each host, kept so that a key press reads one file.
pub type Caches = BTreeMap<String, Cache>;

/// One row a host.
pub fn lines(model: &Model, caches: &mut Caches) -> Vec<Line> {
    let Some(path) = model.row().and_then(|row| row.path.clone()) else {
        return vec![Line::of(
            "Select a skill to see what each host makes of it.",
            Ink::Dim,
        )];
    };
    let mut tree = model.disk.tree.clone();
    if let Some(text) = model.texts.get(&path).filter(|text| text.unsaved()) {
        tree = tree.with_text(&path, text.editor.text());
    }
    let mut lines = Vec::new();
    for profile in model.profiles.iter() {
        let cache = caches.entry(profile.id.clone()).or_default();
        let survey = survey(profile, &tree, &model.place, cache);
        let skill = survey.skill_of(&path);
        let lost = survey.not_loaded.iter().find(|lost| lost.path == path);
        let (dot, ink, state) = match (skill, lost) {
            (Some(skill), _) if skill.copy.path.as_ref() == Some(&path) => {
                let notes = skill.copy.reading.notes.first();
                match notes {
                    Some(note) => ("●", Ink::Warning, format!("loaded, {}", note.message)),
                    None => ("●", Ink::Good, "loaded".to_owned()),
                }
            }
            (Some(skill), _) => {
                let by = skill
                    .copy
                    .path
                    .as_deref()
                    .map(|path| model.short_path(path));
                let by = by.as_deref().unwrap_or("a builtin").to_owned();
                ("●", Ink::Warning, format!("shadowed by {by}"))
            }
            (None, Some(lost)) => ("●", Ink::Error, lost.why.message.clone()),
            (None, None) => ("○", Ink::Dim, "not looked for here".to_owned()),
        };
        let name = if profile.id == model.host {
            Ink::Strong
        } else {
            Ink::Text
        };
        lines.push(
            Line::of(dot, ink)
                .with(" ", Ink::Text)
                .with(&format!("{:<14}", profile.id), name)
                .with(&state, ink)
                .hanging(16),
        );
    }
    lines.push(Line::default());
    lines.push(Line::of("F2", Ink::Key).with(" looks with the eyes of another host", Ink::Dim));
    lines
}
