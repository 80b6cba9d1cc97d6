//! Escapes in double quotes that YAML does not know.

use super::yaml::{STOPS, walk};
use super::{Fault, Input};
use crate::host::{Profile, Reading, Value};
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::yaml::{ErrorKind, Kind, Node, Style, SyntaxError};

pub(super) fn escape(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let slash = input.text[..error.at.end]
        .rfind('\\')
        .filter(|slash| *slash + 12 > error.at.start)
        .unwrap_or(error.at.start);
    let fault = Fault::new(
        error.at.clone(),
        wrong(&input.text[slash..]),
        "Write the backslash twice, or use single quotes.",
    );
    // Who wrote one such backslash thinks of none as the start of an escape.
    fault
        .fix("use single quotes", false, single_quotes(input, slash))
        .fix(
            "write the backslash twice",
            false,
            vec![Edit::insert(slash, "\\")],
        )
}

/// The edits that put the value around the backslash in single quotes: where it stands on one line, and
/// none of its other backslashes is meant as an escape.
fn single_quotes(input: &Input<'_>, slash: usize) -> Vec<Edit> {
    let line = line_at(input.text, slash);
    let edits = || {
        let open = line.start + input.text[line.start..slash].rfind(": \"")? + 2;
        let written = input.text[open..line.end].trim_end();
        let inner = written.strip_prefix('"')?.strip_suffix('"')?;
        let meant = |at: usize| inner[at + 1..].starts_with(['"', '\\', 'n', 't', 'r', '/']);
        let mut slashes = inner.match_indices('\\').map(|(at, _)| at);
        let plain = !inner.contains(['\'', '"']) && !slashes.any(meant);
        let end = open + written.len();
        let quotes = [open..open + 1, end - 1..end];
        plain.then(|| quotes.map(|quote| Edit::replace(quote, "'")).to_vec())
    };
    edits().unwrap_or_default()
}

/// Escapes of a character by its number, each with the digits it takes.
const NUMBERED: [(char, usize, &str); 3] = [('x', 2, "two"), ('u', 4, "four"), ('U', 8, "eight")];

/// What is wrong with the escape that a text begins with.
fn wrong(escape: &str) -> String {
    let mut letters = escape.chars().skip(1);
    let letter = letters.next();
    let Some((letter, digits, number)) = NUMBERED.iter().find(|(one, ..)| letter == Some(*one))
    else {
        return "the backslash starts no escape that YAML knows".to_owned();
    };
    let found = letters.take(*digits).take_while(char::is_ascii_hexdigit);
    match found.count() == *digits {
        true => format!("there is no character of this number, as `\\{letter}` asks for"),
        false => format!("`\\{letter}` takes {number} digits (0-9, a-f), and here are fewer"),
    }
}

/// `\'` in double quotes, which not every reader takes.
pub(super) fn quote_escape(input: &Input<'_>) -> Option<Fault> {
    let stops = input.readings.iter().filter_map(|(_, reading)| {
        let dropped = reading.dropped.as_ref()?;
        let at = dropped.at.as_ref()?.start;
        let escape = STOPS.contains(&dropped.code) && input.text.get(at..)?.starts_with("\\'");
        escape.then_some(at)
    });
    let at = stops.min()?;
    let mut fault = Fault::new(
        at..at + 2,
        "not every reader takes a backslash before a single quote",
        "Between double quotes a single quote stands alone.",
    );
    fault.only = Some(&[]);
    fault.stops_yaml = true;
    Some(fault.fix("remove the backslash", true, vec![Edit::delete(at..at + 1)]))
}

/// Escapes that are the names of folders and files as well, each with what it stands for.
const OF_PATHS: [(char, &str); 9] = [
    ('t', "a tab"),
    ('n', "a line break"),
    ('r', "a line end"),
    ('a', "the sound of a bell"),
    ('b', "a step back"),
    ('e', "ESC"),
    ('f', "a new page"),
    ('v', "a tab"),
    ('0', "nothing"),
];

/// The backslashes of a path in double quotes that YAML takes for escapes it knows: `"C:\temp\new"`.
pub(super) fn of_path(input: &Input<'_>, node: &Node) -> Vec<usize> {
    let double = matches!(
        &node.kind,
        Kind::Scalar {
            style: Style::Double,
            ..
        }
    );
    let closed = |written: &&str| {
        let inner = written.strip_prefix('"');
        double && inner.is_some_and(|inner| inner.ends_with('"'))
    };
    let written = input.text.get(node.span.clone()).filter(closed);
    let written = written.unwrap_or_default();
    let drive = written.match_indices(":\\").any(|(at, _)| {
        let letter = written[..at].ends_with(|c: char| c.is_ascii_alphabetic());
        letter && written[at + 2..].starts_with(|c: char| c.is_ascii_alphanumeric())
    });
    if !drive || written.contains("\\\\") {
        return Vec::new();
    }
    let escape = |at: &usize| {
        let letter = written[at + 1..].chars().next();
        OF_PATHS.iter().any(|(known, _)| letter == Some(*known))
    };
    let slashes = memchr::memchr_iter(b'\\', written.as_bytes()).filter(escape);
    slashes.map(|at| node.span.start + at).collect()
}

/// The faults of such paths, one for each value.
pub(super) fn in_paths(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    walk(input, &mut |node| {
        let slashes = of_path(input, node);
        let Some(first) = slashes.first() else {
            return false;
        };
        let letter = input.text[first + 1..].chars().next();
        let known = OF_PATHS.iter().find(|(known, _)| letter == Some(*known));
        let (letter, meaning) = known.unwrap_or(&OF_PATHS[0]);
        let what = format!("`\\{letter}` in double quotes is {meaning}, not a part of a path");
        let help = "Use single quotes, or write every backslash twice.";
        let mut fault = Fault::new(*first..first + 2, what, help);
        let odd = |c: char| c.is_control();
        let holds = |(_, reading): &&(&Profile, &Reading)| {
            let key = input.entry_at(*first).and_then(|entry| entry.key.text());
            let said = match key {
                Some("description") => reading.description.as_deref(),
                key => match key.and_then(|key| reading.field(key)) {
                    Some(Value::Text(text)) => Some(text.as_str()),
                    _ => None,
                },
            };
            said.is_some_and(|said| said.contains(odd))
        };
        let hosts = input.readings.iter().filter(holds);
        fault.misread_by = hosts.map(|(profile, _)| profile.id.clone()).collect();
        let inner = &input.text[node.span.start + 1..node.span.end - 1];
        let quotes = [
            node.span.start..node.span.start + 1,
            node.span.end - 1..node.span.end,
        ];
        let plain = !inner.contains(['\'', '"']);
        let single = quotes.map(|quote| Edit::replace(quote, "'")).to_vec();
        let single = if plain { single } else { Vec::new() };
        let twice = memchr::memchr_iter(b'\\', inner.as_bytes());
        let twice = twice
            .map(|at| Edit::insert(node.span.start + 1 + at, "\\"))
            .collect();
        let fault = fault.fix("use single quotes", false, single);
        faults.push(fault.fix("write every backslash twice", false, twice));
        false
    });
    faults
}

pub(super) fn is_escape(error: &SyntaxError) -> bool {
    error.kind == ErrorKind::Escape
}

/// The escape a fault lies in.
fn escape_at<'a>(input: &Input<'a>, error: &SyntaxError) -> &'a str {
    let at = input.text[..error.at.end]
        .rfind('\\')
        .unwrap_or(error.at.start);
    &input.text[at..]
}

/// The value of an escape of four digits, when it is half of a character beyond U+FFFF.
fn half(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    (0xd800..0xe000).contains(&value).then_some(value)
}

pub(super) fn is_surrogate(input: &Input<'_>, error: &SyntaxError) -> bool {
    half(escape_at(input, error)).is_some()
}

pub(super) fn surrogate(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let rest = escape_at(input, error);
    let at = input.text.len() - rest.len();
    let (first, second) = (half(rest), rest.get(6..).and_then(half));
    let whole = match (first, second) {
        (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..)) => {
            char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
        }
        _ => None,
    };
    let len = if whole.is_some() { 12 } else { 6 };
    let fault = Fault::new(
        at..at + len,
        "this escape is half of a character, as JSON writes it; YAML has no such thing",
        "Write the character itself.",
    );
    match whole {
        Some(c) => fault.fix(
            "write the character itself",
            false,
            vec![Edit::replace(at..at + len, c.to_string())],
        ),
        None => fault,
    }
}
