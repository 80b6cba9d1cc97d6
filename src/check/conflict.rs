//! Marks that a merge left in a file.

use memchr::memmem;

use super::code::Code;
use super::rules::unseen_fields;
use super::{Fault, Input, Rule, Severity};
use crate::skill::Span;
use crate::skill::lines::lines_in;

pub(super) const CONFLICT: &str = "text/conflict-marker";

pub(super) const RULES: &[Rule] = &[Rule {
    id: CONFLICT,
    severity: Severity::Warning,
    hosts: &[],
    explains: unseen_fields![
        "bad-yaml",
        "bad-fields",
        "duplicate-key",
        "line-without-colon",
        "no-frontmatter",
        "not-a-mapping",
        "unclosed-frontmatter",
        "wrong-type"
    ],
    effect: "",
    summary: "A mark that a merge left where two versions of the file differ",
    find: marks,
}];

/// What such a line begins with: the own side, what both come from, the other side, and its end.
const OWN: &str = "<<<<<<<";
const BASE: &str = "|||||||";
const OTHER: &str = "=======";
const END: &str = ">>>>>>>";

/// The marks of every conflict of a file, each with all of its lines, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Conflicts {
    all: Vec<Vec<Span>>,
}

impl Conflicts {
    /// Only marks that belong together count, at the start of their lines and outside of code.
    pub(super) fn of(input: &Input<'_>) -> Self {
        let text = input.text;
        let mut found = Self::default();
        let Some(first) = memmem::find(text.as_bytes(), OWN.as_bytes()) else {
            return found;
        };
        if first > 0 && memmem::find(text.as_bytes(), format!("\n{OWN}").as_bytes()).is_none() {
            return found;
        }
        let body = input.document.body.clone();
        let code = Code::of(input, body.clone());
        let mut open: Vec<Span> = Vec::new();
        let mut sides = 0;
        for line in lines_in(text, 0..text.len()) {
            let written = text[line.clone()].trim_end();
            let is = |mark: &str| {
                let rest = written.strip_prefix(mark);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            if !(is(OWN) || is(BASE) || is(OTHER) || is(END))
                || body.contains(&line.start) && code.in_block(line.start)
            {
                continue;
            }
            let whole = line.start..line.start + written.len();
            if is(OWN) {
                (open, sides) = (vec![whole], 1);
            } else if (is(BASE) || is(OTHER)) && sides == 1 {
                sides += usize::from(is(OTHER));
                open.push(whole);
            } else if is(END) && sides == 2 {
                open.push(whole);
                found.all.push(std::mem::take(&mut open));
                sides = 0;
            }
        }
        found
    }

    /// What else is found at this place only follows from the conflict: on the line of a mark, and a
    /// field that both sides have.
    pub(super) fn explain(&self, rule: &str, at: usize) -> bool {
        let on_line = |mark: &Span| mark.start <= at && at <= mark.end;
        let twice = rule == "yaml/duplicate-key";
        let holds = |marks: &Vec<Span>| {
            let ends = marks.first().zip(marks.last());
            let within = ends.is_some_and(|(first, last)| first.start <= at && at <= last.end);
            within && (twice || marks.iter().any(on_line))
        };
        rule != CONFLICT && self.all.iter().any(holds)
    }
}

fn marks(input: &Input<'_>) -> Vec<Fault> {
    let body = input.front().map(|_| input.document.body.start);
    let conflicts = Conflicts::of(input).all.into_iter().flatten();
    let faults = conflicts.map(|mark| {
        let what = "a merge left this mark where two versions of the file differ";
        let help = "Keep what is meant of both sides, and remove the lines of the marks.";
        let below = body.is_some_and(|body| body <= mark.start);
        let mut fault = Fault::new(mark, what, help);
        match below {
            // Text of the body to everybody.
            true => fault.by = Some(Vec::new()),
            false => fault.stops_yaml = true,
        }
        fault
    });
    faults.collect()
}
