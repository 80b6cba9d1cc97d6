//! Fields that belong below another one: they have lost their indent, or are items of a list.

use super::input::is_null;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{key_of, line_at};
use crate::skill::edit::Edit;
use crate::skill::fields::field;
use crate::skill::lines::lines_in;
use crate::skill::yaml::{Entry, Kind};

const MAP: &str = "metadata";

/// Fields that people keep below `metadata` though some host knows them by themselves.
const USUAL: [&str; 2] = ["author", "version"];

/// `metadata:` with nothing in it, and right below it, at the start of their lines, fields that belong there.
pub(super) fn emptied(input: &Input<'_>) -> Option<Fault> {
    let map = input.entry(MAP).filter(|entry| is_null(&entry.value))?;
    let mut near = line_at(input.text, map.key.span.start);
    let behind = input.text.get(map.key.span.end..near.end)?;
    if !behind.trim_start_matches(':').trim().is_empty() {
        return None;
    }
    let mut edits = Vec::new();
    let behind = |entry: &&Entry| entry.key.span.start > map.key.span.start;
    for entry in input.entries().iter().filter(behind) {
        let line = line_at(input.text, entry.key.span.start);
        let between = input.text.get(near.end..line.start).unwrap_or("-");
        let key = entry.key.text().unwrap_or_default();
        let plain = key_of(&input.text[line.clone()]) == Some(key);
        let own = plain && (field(key).is_none() || USUAL.contains(&key));
        if between.chars().filter(|c| *c == '\n').count() != 1 || !between.trim().is_empty() || !own
        {
            break;
        }
        let last = entry.value.span.end.max(entry.key.span.end);
        near = line_at(input.text, last);
        let lines = lines_in(input.text, line.start..near.end);
        edits.extend(lines.map(|line| Edit::insert(line.start, "  ")));
    }
    let what = "`metadata` is empty, as the fields below it are not indented";
    let help = "Indent what belongs to it by two blanks.";
    (!edits.is_empty()).then(|| {
        let fault = Fault::new(map.key.span.clone(), what, help);
        fault.fix("indent them", false, edits)
    })
}

/// The edits that make fields of a list below one: `- version: 1`.
pub(super) fn unlisted(input: &Input<'_>, entry: &Entry) -> Vec<Edit> {
    let Kind::Sequence { items, flow: false } = &entry.value.kind else {
        return Vec::new();
    };
    let mut keys = Vec::new();
    for item in items {
        let Kind::Mapping {
            entries,
            flow: false,
        } = &item.kind
        else {
            return Vec::new();
        };
        for key in entries.iter().map(|one| one.key.text()) {
            if key.is_none() || keys.contains(&key) {
                return Vec::new();
            }
            keys.push(key);
        }
    }
    let own = line_at(input.text, entry.key.span.start).end;
    let mut edits = Vec::new();
    for line in lines_in(input.text, own..entry.value.span.end.max(own)).skip(1) {
        let written = &input.text[line.clone()];
        let blanks = written.len() - written.trim_start_matches(' ').len();
        let at = line.start + blanks;
        let dash = written[blanks..].starts_with("- ");
        let taken: Span = match dash {
            // What stood at the edge needs an indent.
            true if blanks == 0 => {
                edits.push(Edit::replace(line.start..line.start + 2, "  "));
                continue;
            }
            true => at..at + 2,
            false if blanks > 2 => line.start..line.start + 2,
            false => continue,
        };
        edits.push(Edit::delete(taken));
    }
    edits
}
