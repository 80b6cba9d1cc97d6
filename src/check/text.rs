//! Characters nobody sees.

use super::yaml::walk;
use super::{Fault, Input, Rule, Severity};
use crate::host::profile::Family;
use crate::host::{Profile, Reading, Value};
use crate::skill::Span;
use crate::skill::edit::Edit;
use crate::skill::hidden::{Hidden, hidden, symbol};
use crate::skill::place::pieces;
use crate::skill::yaml::{Kind, Style};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "text/hidden",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["bad-yaml"],
        effect: "",
        summary: "Characters that cannot be seen: zero-width, direction, tags",
        find: |input| runs(input, false),
    },
    Rule {
        id: "text/control",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-yaml",
            "line-without-colon",
            "crash",
            "name-not-allowed",
            "name-or-description-missing",
            "other",
            "uncaught",
            "name-characters",
        ],
        effect: "",
        summary: "Control characters, such as ESC",
        find: |input| runs(input, true),
    },
];

/// One finding for each run of neighbours. A byte-order mark at the start and lone CRs have rules of
/// their own.
fn runs(input: &Input<'_>, control: bool) -> Vec<Fault> {
    let text = input.text;
    let wanted = hidden(text).filter(|(at, c, kind)| {
        (*kind == Hidden::Control) == control && *c != '\r' && (*at, *c) != (0, '\u{feff}')
    });
    let raw = joined(wanted.map(|(at, c, kind)| (at..at + c.len_utf8(), c, kind)));
    let mut faults: Vec<Fault> = raw
        .into_iter()
        .map(|run| {
            let at = run.span.start;
            let mut fault = run.fault(text, false);
            fault.stops_yaml = control && input.front().is_some_and(|f| f.yaml.contains(&at));
            fault
        })
        .collect();
    faults.extend(escapes(input, control));
    faults
}

/// Neighbours that are told together.
struct Run {
    span: Span,
    first: (char, Hidden),
    count: usize,
    /// One of them parts words, as blanks do.
    blank: bool,
}

fn joined(found: impl Iterator<Item = (Span, char, Hidden)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (span, c, kind) in found {
        match runs.last_mut() {
            Some(run) if run.span.end == span.start => {
                run.span.end = span.end;
                run.count += 1;
            }
            _ => runs.push(Run {
                span,
                first: (c, kind),
                count: 1,
                blank: false,
            }),
        }
        if let Some(run) = runs.last_mut() {
            run.blank |= c.is_whitespace();
        }
    }
    runs
}

/// The text without orders to a terminal.
pub(super) fn without_orders(text: &str) -> String {
    let mut parts = text.split_inclusive('\x1b').peekable();
    let mut out = String::new();
    let mut skip = 0;
    while let Some(part) = parts.next() {
        out.push_str(&part[skip.min(part.len())..]);
        skip = parts.peek().map_or(0, |behind| order(part, behind));
    }
    out
}

/// The orders to a terminal in a text.
pub(super) fn orders(text: &str) -> Vec<Span> {
    let found = memchr::memchr_iter(b'\x1b', text.as_bytes());
    let found = found.map(|at| at..at + 1 + order("\x1b", &text[at + 1..]));
    found.filter(|span| span.len() > 1).collect()
}

/// Bytes behind a control character that are an order to the terminal together with it: `[1m` behind ESC.
fn order(control: &str, behind: &str) -> usize {
    let digits = |rest: &str| {
        rest.trim_start_matches(|c: char| ('\x20'..='\x3f').contains(&c))
            .len()
    };
    let Some(rest) = behind
        .strip_prefix('[')
        .filter(|_| control.ends_with('\x1b'))
    else {
        return 0;
    };
    let left = digits(rest);
    let last = rest[rest.len() - left..].chars().next();
    match last {
        Some('\x40'..='\x7e') => behind.len() - left + 1,
        _ => 0,
    }
}

impl Run {
    /// The fault in words; `escaped` where escapes stand for the characters.
    fn fault(self, source: &str, escaped: bool) -> Fault {
        let (c, kind) = self.first;
        let shown = symbol(c).unwrap_or_default();
        let label = kind.label();
        let article = if label.starts_with(['a', 'e', 'i', 'o']) {
            "an"
        } else {
            "a"
        };
        let one = format!("{article} {label}");
        let what = match (self.count, escaped) {
            (1, false) => format!("{one} here ({shown})"),
            (1, true) => format!("an escape here stands for {one} ({shown})"),
            (count, false) => {
                format!("{count} hidden characters here, the first is {one} ({shown})")
            }
            (count, true) => format!(
                "{count} escapes here stand for hidden characters, the first for {one} ({shown})"
            ),
        };
        let beside = source[..self.span.start].ends_with(char::is_whitespace)
            || source[self.span.end..].starts_with(char::is_whitespace);
        let (title, text) = match self.blank && !beside {
            true => ("write a blank", " "),
            false => ("remove it", ""),
        };
        let order = match escaped {
            true => 0,
            false => order(&source[self.span.clone()], &source[self.span.end..]),
        };
        let title = if order > 0 {
            "remove it, with the order to the terminal behind it"
        } else {
            title
        };
        let edits = vec![Edit::replace(self.span.start..self.span.end + order, text)];
        let fault = Fault::new(self.span, what, "Remove it, unless you want it there.");
        fault.fix(title, false, edits)
    }
}

/// Such characters that a text in double quotes writes as escapes: nothing is seen of them in the file,
/// and hosts that read YAML hold them. A host whose reader leaves escapes alone does not.
fn escapes(input: &Input<'_>, control: bool) -> Vec<Fault> {
    let mut found: Vec<(Span, char, Hidden)> = Vec::new();
    walk(input, &mut |node| {
        if let Kind::Scalar {
            value,
            style: Style::Double,
        } = &node.kind
            && input.text[node.span.clone()].contains('\\')
        {
            let mut hiding = hidden(value)
                .filter(|(.., kind)| (*kind == Hidden::Control) == control)
                .peekable();
            let mut at = 0;
            for (span, c) in pieces(input.text, node) {
                let here = hiding.next_if(|(known, ..)| *known == at);
                at += c.len_utf8();
                if let Some((.., kind)) = here
                    && input.text[span.clone()].starts_with('\\')
                {
                    found.push((span, c, kind));
                }
            }
        }
        false
    });
    found.sort_by_key(|(span, ..)| span.start);
    let faults = joined(found.into_iter()).into_iter().map(|run| {
        let minded_by = holding(input, run.span.start, run.first.0);
        let fault = run.fault(input.text, true);
        Fault {
            minded_by,
            only: Some(&[]),
            ..fault
        }
    });
    faults.collect()
}

/// Hosts that hold this character in the field at `at`, or would if they read the field or the file.
fn holding(input: &Input<'_>, at: usize, c: char) -> Vec<String> {
    let entry = input.entry_at(at);
    let key = entry.and_then(|entry| entry.key.text()).unwrap_or_default();
    let holds = |(profile, reading): &&(&Profile, &Reading)| {
        profile.reader.family != Family::None
            && reading.field(key).is_none_or(|value| has(value, c))
    };
    let hosts = input.readings.iter().filter(holds);
    hosts.map(|(profile, _)| profile.id.clone()).collect()
}

fn has(value: &Value, c: char) -> bool {
    match value {
        Value::Text(text) => text.contains(c),
        Value::List(items) => items.iter().any(|item| has(item, c)),
        Value::Map(fields) => fields
            .iter()
            .any(|(key, value)| key.contains(c) || has(value, c)),
        _ => false,
    }
}
