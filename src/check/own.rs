//! Fields of one's own, which validators refuse, and the map they belong into.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::colon::spoilt;
use super::field::{refuses_key, unknown_keys};
use super::sentence::{is_phrase, is_sentence};
use super::strayed::is_among_text;
use super::typo::{meant, misspelt};
use super::wrapped::wrapped;
use super::{Fault, Input};
use crate::skill::document::{Front, early_end, line_at};
use crate::skill::edit::Edit;
use crate::skill::hidden::visible_line;
use crate::skill::lines::after_line;
use crate::skill::yaml::{Entry, Kind};

/// The field that holds what is one's own.
const MAP: &str = "metadata";

/// A field no host knows, not a misspelt one.
pub(super) fn own(input: &Input<'_>) -> Vec<Fault> {
    let front = input.front().filter(|front| front.tree.errors.is_empty());
    let early = front.and_then(|front| early_end(input.text, &front.yaml));
    let own: Vec<(&Entry, &str)> = unknown_keys(input)
        .filter(|_| wrapped(input).is_none())
        // Text of the body, where no fence closes the block above it.
        .filter(|(entry, _)| {
            early
                .as_ref()
                .is_none_or(|early| entry.key.span.start < early.end)
        })
        .filter(|(_, key)| meant(key).is_none_or(|meant| input.entry(meant).is_some()))
        .filter(|(entry, _)| !is_sentence(input, entry))
        .collect();
    let below = Below::of(input);
    let lines: Vec<Option<Line>> = match &below {
        Some(below) => below.lines(input, &own),
        None => own.iter().map(|_| None).collect(),
    };
    let all: Vec<&Line> = lines.iter().flatten().collect();
    let together: Option<Arc<[Edit]>> = below
        .as_ref()
        .filter(|_| all.len() > 1)
        .map(|below| below.take_in(input, &all).into());
    let faults = own.iter().zip(&lines).map(|((entry, key), line)| {
        let mut fault = Fault::new(
            entry.key.span.clone(),
            format!("`{}` is no known field", visible_line(key)),
            "Put what is your own below `metadata:`.",
        );
        let refuses = |profile: &&crate::host::Profile| refuses_key(profile, key);
        let hosts = input.readings.iter().map(|(profile, _)| *profile);
        fault.minded_by = hosts.filter(refuses).map(|host| host.id.clone()).collect();
        fault.only = Some(&[]);
        let edits = below.as_ref().zip(line.as_ref());
        let edits = edits.map(|(below, line)| below.take_in(input, &[line]));
        let mut fault = fault.fix(
            "move it below `metadata:`",
            false,
            edits.unwrap_or_default(),
        );
        for fix in &mut fault.fixes {
            fix.together.clone_from(&together);
        }
        fault
    });
    faults.collect()
}

/// A field that can be moved: its text, and its line with the line end.
struct Line<'a> {
    written: &'a str,
    whole: Range<usize>,
}

/// Where fields move to.
struct Below<'a> {
    front: &'a Front,
    /// The start of the first line of the map and its indent; `None` when the map must be made.
    first: Option<(usize, &'a str)>,
    /// What the map holds.
    held: HashSet<&'a str>,
}

impl<'a> Below<'a> {
    /// `None` where a field has no place to go to, or where what looks like the map is to be
    /// corrected first.
    fn of(input: &Input<'a>) -> Option<Self> {
        let front = input.front().filter(|front| front.close.is_some())?;
        let mut below = Self {
            front,
            first: None,
            held: HashSet::new(),
        };
        match input.entry(MAP).map(|entry| &entry.value.kind) {
            None => (!misspelt(input, MAP) && !spoilt(input).iter().any(|one| one.key == MAP))
                .then_some(below),
            Some(Kind::Mapping {
                entries,
                flow: false,
            }) => {
                let key = entries.first()?.key.span.start;
                let at = line_at(input.text, key).start;
                below.first = Some((at, &input.text[at..key]));
                let held = entries.iter().filter_map(|inner| inner.key.text());
                below.held.extend(held);
                Some(below)
            }
            Some(_) => None,
        }
    }

    /// The lines of fields that can move: on one line, and not in the map under the same name.
    fn lines(&self, input: &Input<'a>, own: &[(&'a Entry, &'a str)]) -> Vec<Option<Line<'a>>> {
        let mut held = self.held.clone();
        let line = |(entry, key): &(&'a Entry, &'a str)| {
            let line = line_at(input.text, entry.key.span.start);
            let one = entry.value.span.end <= line.end && line.start == entry.key.span.start;
            let text = is_phrase(key) || is_among_text(input, entry);
            (one && !text && held.insert(key)).then(|| Line {
                written: &input.text[line.clone()],
                whole: line.start..after_line(input.text, line.end, self.front.yaml.end),
            })
        };
        own.iter().map(line).collect()
    }

    /// The edits that move these lines, in the order of the file, into the map.
    fn take_in(&self, input: &Input<'_>, lines: &[&Line]) -> Vec<Edit> {
        let end = input.document.line_ends.text();
        let indent = self.first.map_or("  ", |(_, indent)| indent);
        let mut text = String::new();
        for line in lines {
            text.extend([indent, line.written, end]);
        }
        let gone = |line: &&Line| Edit::delete(line.whole.clone());
        match (self.first, lines) {
            (Some((at, _)), _) => {
                let mut edits: Vec<Edit> = lines.iter().map(gone).collect();
                edits.push(Edit::insert(at, text));
                edits
            }
            (None, [first, rest @ ..]) => {
                let map = format!("{MAP}:{end}{text}");
                let mut edits = vec![Edit::replace(first.whole.clone(), map)];
                edits.extend(rest.iter().map(gone));
                edits
            }
            (None, []) => Vec::new(),
        }
    }
}
