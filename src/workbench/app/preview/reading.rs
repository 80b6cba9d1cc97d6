//! The Reading tab: each field as the host holds it, white space visible.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::unlisted;
use crate::host::merge::CONTENT;
use crate::host::profile::Fences;
use crate::host::{Fault, Profile, Reading, Skill, Survey, Value};
use crate::skill::Span;
use crate::skill::document::Document;
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::list::row_id;
use crate::workbench::app::model::Model;

/// Columns of the keys at least.
const KEYS: usize = 12;

/// What the host holds of the selected skill, beside what the file says.
pub fn lines(model: &Model) -> Vec<Line> {
    let Some(row) = model.row() else {
        return vec![Line::of(
            "Select a skill to see what the host reads in it.",
            Ink::Dim,
        )];
    };
    let host = model.host_title();
    let survey = &model.live.survey;
    let holds = |skill: &&Skill| {
        let mut copies = std::iter::once(&skill.copy).chain(&skill.shadows);
        copies.any(|copy| *row_id(copy) == *row.id)
    };
    let skill = survey.skills.iter().find(holds);
    if let Some(skill) = skill {
        let wins = *row_id(&skill.copy) == *row.id;
        let copy = match wins {
            true => Some(&skill.copy),
            false => skill.shadows.iter().find(|copy| *row_id(copy) == *row.id),
        };
        let mut lines = vec![match (wins, skill.fields_from.is_empty()) {
            (true, true) => Line::of(host, Ink::Strong).with(" loads it", Ink::Good),
            (true, false) => {
                Line::of(host, Ink::Strong).with(" loads it, layers merged", Ink::Good)
            }
            (false, true) => Line::of(host, Ink::Strong)
                .with(" knows it, and another copy hides it", Ink::Warning),
            (false, false) => {
                Line::of(host, Ink::Strong).with(" merges it below another copy", Ink::Warning)
            }
        }];
        if let (true, Some(profile)) = (wins, model.profile())
            && !profile.offers(&skill.copy)
        {
            lines.push(Line::of("and does not offer it to the model", Ink::Warning));
        }
        lines.extend(faults(survey, &skill.copy.name));
        lines.push(Line::default());
        if let Some(copy) = copy {
            lines.extend(fields(model, skill, &copy.reading, wins));
        }
        return lines;
    }
    if let Some(lost) = survey.not_loaded.iter().find(|lost| lost.path == row.id) {
        let mut lines = vec![
            Line::of(host, Ink::Strong).with(" does not load it", Ink::Error),
            Line::of(&lost.why.message, Ink::Text).hanging(2),
            Line::of(lost.why.code, Ink::Dim),
        ];
        lines.extend(faults(survey, ""));
        if let Some(reading) = &lost.reading
            && !reading.fields.is_empty()
        {
            lines.push(Line::default());
            lines.extend(held(model, reading, None));
        }
        return lines;
    }
    if row.path.is_some() {
        return vec![unlisted(model)];
    }
    vec![Line::of(
        "No host looks here: this is a page to read, and to start from.",
        Ink::Dim,
    )]
}

/// Where the runtime itself fails, for all skills or for this one, and configuration it does not take.
fn faults(survey: &Survey, name: &str) -> Vec<Line> {
    let about = survey.faults.iter().filter_map(|fault| match fault {
        Fault::Skill { skill, .. } if skill != name => None,
        Fault::Agent { .. } => None,
        Fault::Config { .. } => Some((fault, "configuration: ")),
        Fault::All { .. } | Fault::Skill { .. } => Some((fault, "the runtime fails: ")),
    });
    about
        .map(|(fault, what)| {
            Line::of(what, Ink::Error)
                .with(&fault.to_string(), Ink::Text)
                .hanging(2)
        })
        .collect()
}

fn fields(model: &Model, skill: &Skill, reading: &Reading, wins: bool) -> Vec<Line> {
    let merged = (wins && !skill.fields_from.is_empty()).then_some(skill);
    let mut lines = held(model, reading, merged);
    for note in &reading.notes {
        lines.push(
            Line::of("note ", Ink::Warning)
                .with(&note.message, Ink::Text)
                .with(if note.assumed { " (our decision)" } else { "" }, Ink::Info)
                .hanging(5),
        );
    }
    if let Some(fails) = &reading.fails {
        let line = Line::of("the runtime fails on it: ", Ink::Error);
        lines.push(line.with(fails, Ink::Text).hanging(2));
    }
    let delegation = model
        .profile()
        .and_then(|profile| profile.delegates(reading));
    if let Some(delegation) = delegation {
        let limits = delegation.limits.iter();
        let limits: Vec<String> = limits
            .map(|(key, value)| format!("{key} {}", plain(value)))
            .collect();
        let limits = match limits.as_slice() {
            [] => "no limits".to_owned(),
            limits => limits.join(", "),
        };
        lines.push(
            Line::of("delegates", Ink::Warning)
                .with(" to a child runtime with these limits: ", Ink::Text)
                .with(&limits, Ink::Strong)
                .hanging(2),
        );
    }
    for (key, why) in &reading.assumed {
        let line = Line::of("our decision ", Ink::Info).with(key, Ink::Strong);
        lines.push(line.with(&format!(": {why}"), Ink::Dim).hanging(2));
    }
    if let Some(body) = &reading.body {
        lines.push(Line::default());
        let chars = super::prompt::grouped(body.chars().count());
        let assumed = reading.assumed.contains_key("body");
        let from = merged.and_then(|skill| skill.fields_from.get(CONTENT));
        let from = from.and_then(|layer| model.live.survey.layers.get(*layer));
        let from = from.map_or(String::new(), |layer| format!("  from {}", layer.label));
        lines.push(
            Line::of(&format!("body, {chars} chars"), Ink::Dim)
                .with(&from, Ink::Info)
                .with(if assumed { "  our decision" } else { "" }, Ink::Info),
        );
        lines.extend(body.split('\n').map(|line| white_space(line, Ink::Text)));
    }
    lines
}

/// The fields, each with what the file says where that looks different, what the host does with
/// it, and the layer that gives it where layers are merged.
fn held(model: &Model, reading: &Reading, merged: Option<&Skill>) -> Vec<Line> {
    let keys = reading.fields.iter().map(|(key, _)| width(key)).max();
    let column = keys.unwrap_or(0).clamp(KEYS, KEYS * 2) + 2;
    let source = Source::of(model);
    let mut lines = Vec::new();
    let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
    let first = [
        ("name", text(&reading.name)),
        ("description", text(&reading.description)),
    ];
    let others = reading.fields.iter();
    let others = others.filter(|(key, _)| key != "name" && key != "description");
    let all = first
        .into_iter()
        .chain(others.map(|(key, value)| (key.as_str(), value.clone())));
    for (key, value) in all {
        let begin = lines.len();
        match (&value, key) {
            (Value::Null, "name" | "description") => {
                lines.push(labelled(key, "–", column, Ink::Dim));
            }
            _ => value_lines(key, &value, column, &mut lines),
        }
        if reading.assumed.contains_key(key)
            && let Some(line) = lines.get_mut(begin)
        {
            *line = std::mem::take(line).with("  our decision", Ink::Info);
        }
        let indent = " ".repeat(column);
        let mut below = |label: &str, told: Line| {
            let mut line = Line::of(&indent, Ink::Text).with(label, Ink::Dim);
            line.pieces.extend(told.pieces);
            lines.push(line.hanging(u16::try_from(column).unwrap_or(2)));
        };
        if let Some(from) = merged.and_then(|skill| skill.fields_from.get(key)) {
            let layers = &model.live.survey.layers;
            let label = layers.get(*from).map_or("", |layer| layer.label.as_str());
            below("from ", Line::of(label, Ink::Info));
        }
        let said = merged
            .is_none()
            .then(|| source.said(reading, key))
            .flatten();
        if let Some(said) = said.filter(|said| !same(said, &value)) {
            below("file ", white_space(said, Ink::Dim));
        }
        let field = model.profile().and_then(|profile| profile.field(key));
        if let Some(field) = field.filter(|field| !field.effect.is_empty() && value != Value::Null)
        {
            below("→ ", Line::of(&field.effect, Ink::Dim));
        }
    }
    let unread = source.unread(model, reading);
    if !unread.is_empty() {
        lines.push(
            Line::of("not read ", Ink::Warning)
                .with(&unread.join(", "), Ink::Text)
                .hanging(9),
        );
    }
    lines
}

/// The value stands in the file just as the host holds it.
fn same(said: &str, value: &Value) -> bool {
    match value {
        // In a block it looks as it does here.
        Value::List(_) | Value::Map(_) => said.trim().contains('\n') || said.starts_with('\n'),
        value => plain(value) == said,
    }
}

/// What the file says.
struct Source<'m> {
    text: String,
    document: Cow<'m, Document>,
    /// Where the value of each field stands, the first of two of one name.
    places: HashMap<String, Span>,
}

/// Characters of the file that are shown for a field.
const SAID: usize = 300;

impl<'m> Source<'m> {
    fn of(model: &'m Model) -> Self {
        let path = model.row().and_then(|row| row.path.as_deref());
        let text = path.and_then(|path| super::layers::text_of(model, path));
        let text = text.unwrap_or_default();
        // An open text is taken apart already, unless it is too long for that with every key.
        let open = path.and_then(|path| model.texts.get(path));
        let document = match open.filter(|open| open.checked()) {
            Some(open) => Cow::Borrowed(&open.document),
            None => Cow::Owned(Document::parse(&text)),
        };
        let mut places = HashMap::new();
        let entries = document.tree().map_or(&[][..], |tree| tree.entries());
        for entry in entries {
            if let Some(key) = entry.key.text() {
                let place = || entry.value.span.clone();
                places.entry(key.to_owned()).or_insert_with(place);
            }
        }
        Self {
            text,
            document,
            places,
        }
    }

    fn said(&self, reading: &Reading, key: &str) -> Option<&str> {
        let own = || self.places.get(key).cloned();
        let span = reading.spans.get(key).or_else(own)?;
        let said = self.text.get(span)?;
        let end = said
            .char_indices()
            .nth(SAID)
            .map_or(said.len(), |(at, _)| at);
        Some(&said[..end]).filter(|said| !said.is_empty())
    }

    /// Keys of the file that the host takes no notice of.
    fn unread(&self, model: &Model, reading: &Reading) -> Vec<String> {
        let fenced = |profile: &&Profile| profile.reader.fences != Fences::None;
        let Some(profile) = model.profile().filter(fenced) else {
            return Vec::new();
        };
        let entries = self.document.tree().map_or(&[][..], |tree| tree.entries());
        let keys = entries.iter().filter_map(|entry| entry.key.text());
        let held: HashSet<&str> = reading.fields.iter().map(|(key, _)| key.as_str()).collect();
        keys.filter(|key| profile.field(key).is_none() && !held.contains(key))
            .map(str::to_owned)
            .collect()
    }
}

fn value_lines(key: &str, value: &Value, column: usize, lines: &mut Vec<Line>) {
    match value {
        Value::List(items) if items.is_empty() => {
            lines.push(labelled(key, "[] (a list of nothing)", column, Ink::Dim));
        }
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                let label = if i == 0 { key } else { "" };
                lines.push(labelled(
                    label,
                    &format!("- {}", plain(item)),
                    column,
                    Ink::Text,
                ));
            }
        }
        Value::Map(entries) => {
            for (i, (inner, item)) in entries.iter().enumerate() {
                let label = if i == 0 { key } else { "" };
                let text = format!("{inner}: {}", plain(item));
                lines.push(labelled(label, &text, column, Ink::Text));
            }
        }
        Value::Null => lines.push(labelled(key, "null", column, Ink::Dim)),
        other => lines.push(labelled(key, &plain(other), column, Ink::Text)),
    }
}

/// A value on one line.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Integer(text) | Value::Text(text) | Value::Date(text) => text.clone(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::Float(number) => number.to_string(),
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(plain).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<_> = entries
                .iter()
                .map(|(key, value)| format!("{key}: {}", plain(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn labelled(label: &str, value: &str, column: usize, ink: Ink) -> Line {
    let gap = " ".repeat(column.saturating_sub(width(label)).max(1));
    let mut line = Line::of(label, Ink::Info).with(&gap, Ink::Text);
    line.pieces.extend(white_space(value, ink).pieces);
    line.hanging(u16::try_from(column).unwrap_or(2))
}

/// A text with the white space visible that is easy to miss: tabs, line ends, spaces at the ends
/// and in a row.
fn white_space(text: &str, ink: Ink) -> Line {
    let mut line = Line::default();
    let trimmed = text.trim_matches(' ');
    let lead = text.len() - text.trim_start_matches(' ').len();
    let shown = |spaces: usize| "·".repeat(spaces);
    if trimmed.is_empty() {
        return line.with(&shown(text.len()), Ink::Symbol);
    }
    line = line.with(&shown(lead), Ink::Dim);
    let mut run = String::new();
    for c in trimmed.chars() {
        match c {
            '\t' | '\n' | '\r' => {
                line = line.with(&std::mem::take(&mut run), ink);
                let symbol = match c {
                    '\t' => "⇥",
                    '\n' => "↵",
                    _ => "␍",
                };
                line = line.with(symbol, Ink::Dim);
            }
            _ => run.push(c),
        }
    }
    line.with(&run, ink)
        .with(&shown(text.len() - lead - trimmed.len()), Ink::Dim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_that_is_easy_to_miss_is_seen() {
        let shown = |text| white_space(text, Ink::Text).text();
        assert_eq!(shown("  a b\tc\n"), "··a b⇥c↵");
        assert_eq!(shown("a  "), "a··");
        assert_eq!(shown("   "), "···");
        assert_eq!(shown(""), "");
    }
}
