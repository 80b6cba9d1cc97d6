//! A block that a stray line of dashes closes before its last field: what is below is only text.

use super::safe::blame;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{goes_on, key_of};
use crate::skill::edit::Edit;
use crate::skill::fields::field;
use crate::skill::lines::{after_line, lines_in};
use crate::skill::yaml::tolerant;

const FENCE: &str = "---";

/// Fields that a message names.
const NAMED: usize = 3;

/// Such a block.
pub(super) struct Early {
    /// The line that closes it.
    close: Span,
    /// Fields below that line.
    keys: Vec<String>,
    /// What makes them a part of the block.
    edits: Vec<Edit>,
}

/// The block of this file, when it is one. Known fields the block does not have stand right below its
/// closing fence, and nothing else up to another fence; without that one, a name or a description that
/// is missing above.
pub(super) fn early(input: &Input<'_>) -> Option<Early> {
    let close = input.front()?.close.clone()?;
    let text = input.text;
    if text[close.clone()].trim_end() != FENCE || input.entry("<<").is_some() {
        return None;
    }
    let body = input.document.body.clone();
    let mut lines = lines_in(text, body).skip_while(|line| is_blank(text, line));
    let mut first = lines.next()?;
    // Another fence, as if the rest were a block of its own.
    let again = (text[first.clone()].trim_end() == FENCE).then_some(first.clone());
    if again.is_some() {
        first = lines.next()?;
    }
    let key = key_of(&text[first.clone()]);
    key.filter(|key| field(key).is_some())?;
    let mut end = first.clone();
    let mut last = None;
    let mut gap = false;
    for line in lines {
        let content = &text[line.clone()];
        let heading = gap && content.starts_with('#');
        if content.trim_end() == FENCE || heading || !goes_on(content) {
            last = Some(line);
            break;
        }
        gap = content.trim().is_empty();
        if !gap {
            end = line;
        }
    }
    let fenced = last
        .as_ref()
        .is_some_and(|line| text[line.clone()].trim_end() == FENCE);
    let below = after_line(text, end.end, text.len());
    let keys = keys(input, first.start..below)?;
    // A paragraph may begin with a word and a colon, and a rule of the text stand below it.
    let needed = |key: &String| matches!(key.as_str(), "name" | "description");
    let alone = fenced || last.is_none_or(|line| below < line.start);
    if !(fenced && !gap || alone && keys.iter().any(needed)) {
        return None;
    }
    let line = close.start..after_line(text, close.end, text.len());
    if again.is_some() && !fenced {
        return None;
    }
    let mut edits = vec![Edit::delete(
        line.start..again.map_or(line.end, |again| after_line(text, again.end, text.len())),
    )];
    if !fenced {
        let line_end = input.document.line_ends.text();
        let own_line = match text[..below].ends_with(['\n', '\r']) {
            true => "",
            false => line_end,
        };
        edits.push(Edit::insert(below, format!("{own_line}{FENCE}{line_end}")));
    }
    Some(Early { close, keys, edits })
}

fn is_blank(text: &str, line: &Span) -> bool {
    text[line.clone()].trim().is_empty()
}

/// The fields in these lines, when they are sound and none of them is in the block already.
fn keys(input: &Input<'_>, lines: Span) -> Option<Vec<String>> {
    let tree = tolerant(input.text, lines);
    let keys = tree.entries().iter().map(|entry| entry.key.text());
    let keys: Option<Vec<String>> = keys.map(|key| key.map(str::to_owned)).collect();
    let fresh = |keys: &Vec<String>| keys.iter().all(|key| input.entry(key).is_none());
    keys.filter(|keys| tree.errors.is_empty() && !keys.is_empty() && fresh(keys))
}

impl Early {
    /// This field stands below the line that closes the block.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known == key)
    }
}

pub(super) fn closed_early(input: &Input<'_>) -> Vec<Fault> {
    let Some(early) = early(input) else {
        return Vec::new();
    };
    let named: Vec<String> = early.keys.iter().map(|key| format!("`{key}`")).collect();
    let more = match named.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named[..named.len().min(NAMED)].join(", ");
    let mut fault = Fault::new(
        early.close.clone(),
        format!("the frontmatter ends here, and below stands {named}{more}, as text of the body"),
        "Take the line of dashes out that stands between the fields.",
    );
    blame(input, &mut fault, &early.edits);
    vec![fault.fix("make it one block of fields", false, early.edits)]
}
