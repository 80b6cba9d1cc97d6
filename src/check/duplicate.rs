//! A key that is there twice.

use std::cell::LazyCell;
use std::collections::HashMap;

use super::strayed::strayed;
use super::yaml::walk;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::hidden::visible_line;
use crate::skill::lines::{LineIndex, after_line};
use crate::skill::yaml::{Entry, Kind};

/// Keys of the frontmatter itself stop every strict reader; those of a map inside do not stop all.
pub(super) fn duplicates(input: &Input<'_>) -> Vec<Fault> {
    let mut found = Vec::new();
    let lines = LazyCell::new(|| LineIndex::new(input.text));
    let strayed = strayed(input);
    walk(input, &mut |node| {
        let Kind::Mapping { entries, .. } = &node.kind else {
            return false;
        };
        let mut seen: HashMap<&str, &Entry> = HashMap::new();
        let is_text = |entry: &&Entry| {
            let strayed = strayed.as_ref();
            strayed.is_some_and(|strayed| strayed.holds(entry.value.span.start))
        };
        for entry in entries.iter().filter(|entry| !is_text(entry)) {
            let Some(key) = entry.key.text() else {
                continue;
            };
            let Some(first) = seen.get(key) else {
                seen.insert(key, entry);
                continue;
            };
            let at = &first.key.span;
            let line = 1 + lines.line_of(at.start);
            let fault = Fault::new(
                entry.key.span.clone(),
                format!(
                    "`{}` is there twice, first in line {line}",
                    visible_line(key)
                ),
                "Keep one of the two; readers differ in which one counts.",
            );
            let fault = fault.related(at.clone(), "the first one");
            found.push(match same_again(input, first, entry) {
                Some(again) => fault.fix("remove the second one", true, vec![Edit::delete(again)]),
                None => fault,
            });
        }
        false
    });
    found
}

/// The lines of an entry that says again, letter by letter, what another one says.
fn same_again(input: &Input<'_>, first: &Entry, again: &Entry) -> Option<Span> {
    let lines = |entry: &Entry| {
        let end = entry.value.span.end.max(entry.key.span.end);
        let start = line_at(input.text, entry.key.span.start).start;
        let last = line_at(input.text, end);
        start..last.end
    };
    let (one, two) = (lines(first), lines(again));
    let alike = one.end <= two.start && input.text[one.clone()] == input.text[two.clone()];
    alike.then(|| two.start..after_line(input.text, two.end, input.text.len()))
}
