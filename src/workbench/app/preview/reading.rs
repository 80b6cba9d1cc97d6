//! The Reading tab: each field as the host holds it, white space visible.

use crate::host::{Reading, Value};
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::model::Model;

/// Columns of the keys at least.
const KEYS: usize = 12;

/// What the host holds of the selected skill.
pub fn lines(model: &Model) -> Vec<Line> {
    let Some(row) = model.row() else {
        return vec![Line::of(
            "Select a skill to see what the host reads in it.",
            Ink::Dim,
        )];
    };
    let host = model.host_title();
    let survey = &model.live.survey;
    let copy = survey
        .copies()
        .find(|copy| copy.path.as_ref() == Some(&row.id));
    if let Some(copy) = copy {
        let mut lines = vec![
            Line::of(host, Ink::Strong).with(" loads it", Ink::Good),
            Line::default(),
        ];
        lines.extend(fields(&copy.reading));
        return lines;
    }
    if let Some(lost) = survey.not_loaded.iter().find(|lost| lost.path == row.id) {
        let mut lines = vec![
            Line::of(host, Ink::Strong).with(" does not load it", Ink::Error),
            Line::of(&lost.why.message, Ink::Text).hanging(2),
            Line::of(lost.why.code, Ink::Dim),
        ];
        if let Some(reading) = &lost.reading
            && !reading.fields.is_empty()
        {
            lines.push(Line::default());
            lines.extend(fields(reading));
        }
        return lines;
    }
    if row.path.is_some() {
        return vec![Line::of("reading …", Ink::Dim)];
    }
    vec![Line::of(
        "No host looks here: this is a page to read, and to start from.",
        Ink::Dim,
    )]
}

fn fields(reading: &Reading) -> Vec<Line> {
    let keys = reading.fields.iter().map(|(key, _)| width(key)).max();
    let column = keys.unwrap_or(0).clamp(KEYS, KEYS * 2) + 2;
    let mut lines = Vec::new();
    let mut named = |label: &str, value: &str| {
        lines.push(labelled(label, value, column, Ink::Text));
    };
    named("name", reading.name.as_deref().unwrap_or("–"));
    named("description", reading.description.as_deref().unwrap_or("–"));
    for (key, value) in &reading.fields {
        if key != "name" && key != "description" {
            value_lines(key, value, column, &mut lines);
        }
    }
    for note in &reading.notes {
        lines.push(
            Line::of("note ", Ink::Warning)
                .with(&note.message, Ink::Text)
                .hanging(5),
        );
    }
    if let Some(fails) = &reading.fails {
        let line = Line::of("the runtime fails on it: ", Ink::Error);
        lines.push(line.with(fails, Ink::Text).hanging(2));
    }
    for (key, why) in &reading.assumed {
        let line = Line::of("our decision ", Ink::Info).with(key, Ink::Strong);
        lines.push(line.with(&format!(": {why}"), Ink::Dim).hanging(2));
    }
    if let Some(body) = &reading.body {
        lines.push(Line::default());
        lines.push(Line::of(
            &format!(
                "body, {} chars",
                super::prompt::grouped(body.chars().count())
            ),
            Ink::Dim,
        ));
        lines.extend(body.split('\n').map(|line| white_space(line, Ink::Text)));
    }
    lines
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

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Integer(text) | Value::Text(text) => text.clone(),
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
                    '\t' => "→",
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
        assert_eq!(shown("  a b\tc\n"), "··a b→c↵");
        assert_eq!(shown("a  "), "a··");
        assert_eq!(shown("   "), "···");
        assert_eq!(shown(""), "");
    }
}
