//! Items of a list that are a part of the one above, because they stand further right.

use super::{Fault, Input, Rule, Severity};
use crate::host::{Reading, Value};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::lines::lines_in;
use crate::skill::yaml::{Kind, Node, Style};

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
