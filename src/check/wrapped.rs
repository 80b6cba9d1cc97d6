//! Fields that stand below a key of their own, as if the file were about several things: `skill:`.

use super::safe::blame;
use super::{Fault, Input};
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::fields::field;
use crate::skill::lines::{after_line, lines_in};
use crate::skill::yaml::{Entry, Kind};

/// The only field of the block, which no host knows, and the fields below it, a name or a description
/// among them.
pub(super) fn wrapped<'a>(input: &Input<'a>) -> Option<(&'a Entry, &'a [Entry])> {
    let [outer] = input.entries() else {
        return None;
    };
    let key = outer.key.text().filter(|key| field(key).is_none());
    let Kind::Mapping {
        entries,
        flow: false,
    } = &outer.value.kind
    else {
        return None;
    };
    let own = |entry: &Entry| matches!(entry.key.text(), Some("name" | "description"));
    let sound = input.errors().is_empty() && key.is_some();
    (sound && entries.iter().any(own)).then_some((outer, entries))
}

/// The field stands there.
pub(super) fn has(input: &Input<'_>, key: &str) -> bool {
    let inner = wrapped(input).map(|(_, inner)| inner);
    let mut inner = inner.into_iter().flatten();
    inner.any(|entry| entry.key.text() == Some(key))
}

pub(super) fn fault(input: &Input<'_>) -> Option<Fault> {
    let (outer, inner) = wrapped(input)?;
    let yaml = input.front()?.yaml.clone();
    let first = inner.first()?.key.span.start;
    let indent = first - line_at(input.text, first).start;
    let line = line_at(input.text, outer.key.span.start);
    let head = line.start..after_line(input.text, line.end, yaml.end);
    let below = lines_in(input.text, head.end..yaml.end);
    let below = below.map(|line| {
        let written = &input.text[line.clone()];
        let blanks = written.len() - written.trim_start_matches(' ').len();
        Edit::delete(line.start..line.start + blanks.min(indent))
    });
    let mut edits = vec![Edit::delete(head)];
    edits.extend(below.filter(|edit| !edit.span.is_empty()));
    let key = outer.key.text().unwrap_or_default();
    let mut fault = Fault::new(
        outer.key.span.clone(),
        format!("the fields stand below `{key}`, so the file itself has none of them"),
        "Write the fields at the start of their lines, below nothing.",
    );
    blame(input, &mut fault, &edits);
    Some(fault.fix("make them fields of the file", false, edits))
}
