//! Quotes that are none to YAML: those of typography, and one at the end of a text alone.

use super::yaml::walk;
use super::{Fault, Input, Severity};
use crate::skill::edit::Edit;
use crate::skill::scalar;
use crate::skill::yaml::{Kind, Node, Style};

/// Quotes of typography as they stand around a text: one that opens, and those that close it.
const PAIRS: [(char, &[char]); 6] = [
    ('“', &['”', '“']),
    ('„', &['“', '”']),
    ('”', &['”']),
    ('‘', &['’', '‘']),
    ('«', &['»']),
    ('‚', &['‘', '’']),
];

/// What stands between such quotes, when they are around the whole of a text and nowhere in it.
pub(super) fn between(text: &str) -> Option<&str> {
    let (open, closers) = PAIRS.iter().find(|(open, _)| text.starts_with(*open))?;
    let inner = text.strip_prefix(*open)?.strip_suffix(*closers)?;
    let again = inner.contains(*open) || inner.contains(&['“', '”', '«', '»'][..]);
    (!again && !inner.trim().is_empty()).then_some(inner)
}

/// Texts without quotes that have such ones around them, or a single one behind them.
pub(super) fn marks(input: &Input<'_>) -> Vec<Fault> {
    let mut nodes: Vec<&Node> = Vec::new();
    walk(input, &mut |node| {
        nodes.push(node);
        false
    });
    let broken = |node: &&Node| {
        let entry = input.entry_at(node.span.start);
        entry.is_none_or(|entry| input.is_broken(entry))
    };
    let faults = nodes.into_iter().filter_map(|node| {
        let fault = fault(input, node)?;
        (!broken(&node)).then_some(fault)
    });
    faults.collect()
}

fn fault(input: &Input<'_>, node: &Node) -> Option<Fault> {
    let Kind::Scalar {
        value,
        style: Style::Plain,
    } = &node.kind
    else {
        return None;
    };
    let written = input.text.get(node.span.clone())?;
    if let Some(inner) = between(value) {
        let first = written.chars().next()?;
        let at = node.span.start..node.span.start + first.len_utf8();
        let what = format!("`{first}` is no quote to YAML, so it is a part of the text");
        let help = "Type straight quotes, or none.";
        let text = scalar::inline(inner, None, true);
        let edits = vec![Edit::replace(node.span.clone(), text)];
        return Some(Fault::new(at, what, help).fix("write it without them", false, edits));
    }
    let before = value.strip_suffix('"')?;
    let inches = before.ends_with(|c: char| c.is_ascii_digit());
    if before.contains('"') || inches || !written.ends_with('"') || before.is_empty() {
        return None;
    }
    let at = node.span.end - 1..node.span.end;
    let what = "this quote ends a text that none begins, so it is a part of the text";
    let mut fault = Fault::new(at.clone(), what, "Remove it, or begin the text with one.");
    fault.severity = Some(Severity::Warning);
    Some(fault.fix("remove the quote", false, vec![Edit::delete(at)]))
}
