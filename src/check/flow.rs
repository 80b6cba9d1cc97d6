//! A list or map in brackets, written with one item on each line.

use super::Input;
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::scalar;
use crate::skill::yaml::{Kind, Node};

/// The edits that write `node` without brackets. None for what is empty, has brackets inside, or shares
/// its line with anything but its key and a comment.
pub(super) fn unfolded(input: &Input<'_>, node: &Node) -> Vec<Edit> {
    edits(input, node).unwrap_or_default()
}

fn edits(input: &Input<'_>, node: &Node) -> Option<Vec<Edit>> {
    let text = input.text;
    let items = items(input, node)?;
    let first = line_at(text, node.span.start);
    let last = line_at(text, node.span.end);
    let before = &text[first.start..node.span.start];
    let key = before.trim_end();
    let below_key = key.ends_with(':') && !key.trim_start().starts_with('-');
    let behind = text[node.span.end..last.end].trim();
    let alone = behind.is_empty() || behind.starts_with('#') && !before.is_empty();
    if !alone || !(below_key || before.is_empty()) {
        return None;
    }
    let end = input.document.line_ends.text();
    if before.is_empty() {
        return Some(vec![Edit::replace(node.span.clone(), items.join(end))]);
    }
    let indent = &before[..before.len() - before.trim_start().len()];
    let lines: String = items
        .iter()
        .map(|item| format!("{end}{indent}  {item}"))
        .collect();
    let value = first.start + key.len()..last.start + text[last.clone()].trim_end().len();
    // A comment behind the list goes above it.
    let above =
        (!behind.is_empty()).then(|| Edit::insert(first.start, format!("{indent}{behind}{end}")));
    Some(
        above
            .into_iter()
            .chain([Edit::replace(value, lines)])
            .collect(),
    )
}

/// Each item as it stands on a line of its own.
fn items(input: &Input<'_>, node: &Node) -> Option<Vec<String>> {
    let raw = |node: &Node| {
        let plain = node.anchor.is_none() && node.tag.is_none();
        let written = input.text.get(node.span.clone())?;
        let whole = matches!(node.kind, Kind::Scalar { .. }) && !written.contains(['\n', '\r']);
        (plain && whole && !written.is_empty()).then_some(written)
    };
    let items: Option<Vec<String>> = match &node.kind {
        Kind::Sequence { items, .. } => {
            let item = |node: &Node| raw(node).map(|item| format!("- {item}"));
            items.iter().map(item).collect()
        }
        Kind::Mapping { entries, .. } => {
            let key = |node: &Node| Some(scalar::inline(node.text()?, None, false));
            let entry = |key: String, value: &str| format!("{key}: {value}");
            let entries = entries.iter();
            entries
                .map(|one| Some(entry(key(&one.key)?, raw(&one.value)?)))
                .collect()
        }
        _ => None,
    };
    items.filter(|items| !items.is_empty())
}
