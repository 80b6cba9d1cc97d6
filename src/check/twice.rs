//! A second block of fields right below the first one: text of the body to every host.

use super::early::early;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::edit::Edit;
use crate::skill::lines::{after_line, lines_in};
use crate::skill::yaml::{Entry, tolerant};

const FENCE: &str = "---";

pub(super) fn twice(input: &Input<'_>) -> Vec<Fault> {
    second(input).into_iter().collect()
}

fn second(input: &Input<'_>) -> Option<Fault> {
    let text = input.text;
    input.front()?.close.as_ref()?;
    if early(input).is_some() {
        return None;
    }
    let written = |line: &Span| !text[line.clone()].trim().is_empty();
    let fence = |line: &Span| text[line.clone()].trim_end() == FENCE;
    let mut lines = lines_in(text, input.document.body.clone()).skip_while(|line| !written(line));
    let open = lines.next().filter(fence)?;
    let close = lines.find(fence)?;
    let yaml = after_line(text, open.end, text.len())..close.start;
    let tree = tolerant(text, yaml);
    let own = |entry: &Entry| matches!(entry.key.text(), Some("name" | "description"));
    if !tree.errors.is_empty() || !tree.entries().iter().any(own) {
        return None;
    }
    let known = |entry: &Entry| {
        let first = entry.key.text().and_then(|key| input.entry(key));
        first.is_some_and(|first| {
            first.value.text().is_some() && first.value.text() == entry.value.text()
        })
    };
    let again = tree.entries().iter().all(known);
    let fault = Fault::new(
        open.clone(),
        "a second block of fields stands here, which is text of the body",
        "Keep one block, with the fields that are meant.",
    );
    let whole = open.start..after_line(text, close.end, text.len());
    let edits = vec![Edit::delete(whole)];
    Some(match again {
        true => fault.fix("remove it, as it says the same", false, edits),
        false => fault,
    })
}
