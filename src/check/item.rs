//! Items of a list that are a part of the one above, because they stand further right.

use super::{Fault, Input, Rule, Severity};
use crate::host::{Reading, Value};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::fields::{FieldType, field};
use crate::skill::lines::{lines_back, lines_in};
use crate::skill::yaml::{Entry, ErrorKind, Kind, Node, Style, SyntaxError};

pub(super) const RULES: &[Rule] = &[Rule {
    id: "yaml/item-in-item",
    severity: Severity::Warning,
    hosts: &[],
    explains: &[],
    effect: "",
    summary: "An item of a list is indented further than the one above, and so a part of its text",
    find: swallowed,
}];

fn swallowed(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for entry in input
        .entries()
        .iter()
        .filter(|entry| !input.is_broken(entry))
    {
        let (Some(key), Kind::Sequence { items, flow: false }) =
            (entry.key.text(), &entry.value.kind)
        else {
            continue;
        };
        for item in items {
            let Some(lines) = further(input.text, item) else {
                continue;
            };
            let holds = |reading: &Reading| match reading.field(key) {
                Some(Value::List(held)) => held.iter().any(|one| is_text(one, item)),
                _ => false,
            };
            let hosts = input.readings.iter().filter(|(_, reading)| holds(reading));
            let dash = lines[0].start + input.text[lines[0].clone()].find('-').unwrap_or(0);
            let mut fault = Fault::new(
                dash..lines[0].end,
                "this item is indented further than the one above, and a part of its text",
                "Begin it right below the one above.",
            );
            fault.misread_by = hosts.map(|(profile, _)| profile.id.clone()).collect();
            let first = line_at(input.text, item.span.start);
            let first = &input.text[first];
            let indent = &first[..first.len() - first.trim_start().len()];
            let edits = lines.iter().map(|line| {
                let written = &input.text[line.clone()];
                let blanks = written.len() - written.trim_start().len();
                Edit::replace(line.start..line.start + blanks, indent)
            });
            let edits = edits.collect();
            faults.push(fault.fix("begin it below the one above", false, edits));
        }
    }
    faults
}

/// The host holds this item with all of its lines as one.
fn is_text(held: &Value, item: &Node) -> bool {
    matches!((held, item.text()), (Value::Text(held), Some(said)) if held == said)
}

/// The further lines of an item, where each of them begins as an item does.
fn further(text: &str, item: &Node) -> Option<Vec<Span>> {
    let plain = matches!(
        item.kind,
        Kind::Scalar {
            style: Style::Plain,
            ..
        }
    );
    let end = line_at(text, item.span.end).end;
    let lines: Vec<Span> = lines_in(text, item.span.start..end).skip(1).collect();
    let items = lines
        .iter()
        .all(|line| text[line.clone()].trim_start().starts_with("- "));
    (plain && items && !lines.is_empty()).then_some(lines)
}

/// Marks that people begin an item of a list with, each with a blank behind it.
const BULLETS: [&str; 4] = ["• ", "– ", "* ", "+ "];

/// A list of which no item is one: a blank is missing behind every dash, or it has other marks.
pub(super) fn glued(input: &Input<'_>, entry: &Entry) -> Option<Fault> {
    let known = entry.key.text().and_then(field);
    known.filter(|field| field.kind == FieldType::List)?;
    let Kind::Scalar {
        value,
        style: Style::Plain,
    } = &entry.value.kind
    else {
        return None;
    };
    let start = line_at(input.text, entry.value.span.start).start;
    if start <= entry.key.span.end {
        return None;
    }
    let lines: Vec<Span> = lines_in(input.text, start..entry.value.span.end).collect();
    let edits: Option<Vec<Edit>> = lines.iter().map(|line| mark(input.text, line)).collect();
    let edits = edits?;
    let dash = value.starts_with('-');
    let at = line_at(input.text, start).start;
    let at = at + input.text[at..].len() - input.text[at..].trim_start().len();
    let first = value.chars().next()?;
    let what = match dash {
        true => "a blank is missing after this dash, so it begins no item".to_owned(),
        false => format!("`{first}` begins no item of a list in YAML"),
    };
    let help = "Begin every item with a dash and a blank.";
    let mut fault = Fault::new(at..at + first.len_utf8(), what, help);
    let key = entry.key.text().unwrap_or_default();
    let holds = |(_, reading): &&(&crate::host::Profile, &Reading)| match reading.field(key) {
        Some(Value::Text(held)) => held.starts_with(first),
        Some(Value::List(held)) => {
            matches!(held.first(), Some(Value::Text(held)) if held.starts_with(first))
        }
        _ => false,
    };
    let hosts = input.readings.iter().filter(holds);
    fault.misread_by = hosts.map(|(profile, _)| profile.id.clone()).collect();
    Some(fault.fix("make them items", false, edits))
}

/// The edit that makes an item of this line.
fn mark(text: &str, line: &Span) -> Option<Edit> {
    let written = &text[line.clone()];
    let content = written.trim_start();
    let start = line.end - content.len();
    if let Some(bullet) = BULLETS.iter().find(|bullet| content.starts_with(*bullet)) {
        return Some(Edit::replace(start..start + bullet.len(), "- "));
    }
    let glued = content.strip_prefix('-')?;
    let word = |c: char| c.is_alphanumeric() || matches!(c, '"' | '\'');
    glued
        .starts_with(word)
        .then(|| Edit::insert(start + 1, " "))
}

/// `-Write` below `- Read`, or above it.
pub(super) fn glued_at(input: &Input<'_>, error: &SyntaxError) -> Option<Fault> {
    let text = input.text;
    let line = line_at(text, error.at.start);
    let content = text[line.clone()].trim_start();
    let yaml = input.front()?.yaml.clone();
    let near =
        |line: Option<Span>| line.is_some_and(|line| text[line].trim_start().starts_with("- "));
    let above = lines_back(text, yaml.start..line.start).find(|above| above.end < line.start);
    let below = lines_in(text, line.end..yaml.end).nth(1);
    if error.kind != ErrorKind::MissingColon
        || !content.starts_with('-')
        || !(near(above) || near(below))
    {
        return None;
    }
    let edit = mark(text, &line)?;
    let at = line.end - content.len();
    let what = "a blank is missing after this dash, so it begins no item";
    let help = "Begin every item with a dash and a blank.";
    let fault = Fault::new(at..at + 1, what, help);
    Some(fault.fix("add the blank", false, vec![edit]))
}

/// The line begins with a star as an item of Markdown does.
fn is_starred(text: &str, line: &Span) -> bool {
    text[line.clone()].trim_start().starts_with("* ")
}

/// The line above begins so, too, so that all is said there.
pub(super) fn goes_on(text: &str, line: &Span) -> bool {
    let above = lines_back(text, 0..line.start).find(|above| above.end < line.start);
    is_starred(text, line) && above.is_some_and(|above| is_starred(text, &above))
}

/// `* Read` where items of a list are due.
pub(super) fn starred(input: &Input<'_>, error: &SyntaxError) -> Option<Fault> {
    let text = input.text;
    let line = line_at(text, error.at.start);
    let yaml = input.front()?.yaml.clone();
    let above = lines_back(text, yaml.start..line.start).find(|above| above.end < line.start)?;
    let key = text[above].trim_end().strip_suffix(':')?;
    if !is_starred(text, &line)
        || field(key.trim()).is_some_and(|field| field.kind == FieldType::Map)
    {
        return None;
    }
    let lines = lines_in(text, line.start..yaml.end).take_while(|line| is_starred(text, line));
    let edits = lines.filter_map(|line| mark(text, &line)).collect();
    let at = line.start + text[line].find('*')?;
    let what = "`*` begins no item of a list in YAML";
    let fault = Fault::new(
        at..at + 1,
        what,
        "Begin every item with a dash and a blank.",
    );
    Some(fault.fix("make them items", false, edits))
}

/// Items that a semicolon parts for people, and nobody else.
pub(super) fn parted(input: &Input<'_>, entry: &Entry) -> Vec<Fault> {
    let known = entry.key.text().and_then(field);
    let (Some(FieldType::List), Kind::Sequence { items, flow }) =
        (known.map(|field| field.kind), &entry.value.kind)
    else {
        return Vec::new();
    };
    let faults = items.iter().filter_map(|item| {
        let plain = matches!(
            item.kind,
            Kind::Scalar {
                style: Style::Plain,
                ..
            }
        );
        let written = input.text.get(item.span.clone()).filter(|_| plain)?;
        let mut depth = 0_usize;
        let mut marks = Vec::new();
        for (at, c) in written.char_indices() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                ';' if depth == 0 => marks.push(at),
                _ => {}
            }
        }
        let first = item.span.start + marks.first()?;
        let line = line_at(input.text, item.span.start);
        let end = input.document.line_ends.text();
        let before = &input.text[line.start..item.span.start];
        let edit = |at: &usize| {
            let rest = &written[at + 1..];
            let blanks = rest.len() - rest.trim_start().len();
            let start = item.span.start + at;
            match (flow, rest.trim().is_empty()) {
                (_, true) => Edit::delete(start..item.span.end),
                (true, _) => Edit::replace(start..start + 1, ","),
                (false, _) => Edit::replace(start..start + 1 + blanks, format!("{end}{before}")),
            }
        };
        let edits = marks.iter().map(edit).collect();
        let own = *flow || before.trim() == "-";
        let what = "a semicolon parts no items, so this is one of them";
        let help = "Write a comma between two items, or each on a line of its own.";
        let fault = Fault::new(first..first + 1, what, help);
        Some(match own {
            true => fault.fix("part them", false, edits),
            false => fault,
        })
    });
    faults.collect()
}
