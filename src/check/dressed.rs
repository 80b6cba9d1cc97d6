//! A frontmatter of which every line has something before it: the mark of a quotation, the number of
//! the line; and one that a page shows as a table, or a program as one
//! line with `\n` for its line breaks.

use serde_json::Value;

use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::known_key;
use crate::skill::edit::Edit;
use crate::skill::lines::lines_in;

const FENCE: &str = "---";
const HELP: &str = "The file must begin with ---, on its first line.";

/// A way in which lines are dressed: how many bytes of a line are none of its own, what is wrong, and the
/// title of the fix.
struct Dress {
    len: fn(&str, usize) -> Option<usize>,
    what: &'static str,
    title: &'static str,
}

const DRESSES: [Dress; 2] = [
    Dress {
        len: |line, _| mark(line, '>'),
        what: "the frontmatter stands in a quotation, behind `>`",
        title: "take the marks away",
    },
    Dress {
        len: |line, number| number_before(line, number),
        what: "the lines begin with their numbers",
        title: "take the numbers away",
    },
];

/// Bytes of a mark and the blank behind it.
fn mark(line: &str, mark: char) -> Option<usize> {
    let rest = line.strip_prefix(mark)?;
    Some(line.len() - rest.strip_prefix(' ').unwrap_or(rest).len())
}

/// Bytes of the number of a line and of what parts it from the words: `12 `, `12: `, ` 12│ `, `12→`.
fn number_before(line: &str, number: usize) -> Option<usize> {
    const MARKS: [char; 6] = [':', '|', '│', '→', '.', ')'];
    let rest = line.trim_start_matches(' ');
    let rest = rest.strip_prefix(number.to_string().as_str())?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let behind = rest.strip_prefix(MARKS).unwrap_or(rest);
    let behind = behind.strip_prefix([' ', '\t']).unwrap_or(behind);
    let apart = behind.len() < rest.len() || rest.len() < line.len() && !starts_with_digit(rest);
    apart.then(|| line.len() - behind.len())
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The fault of a block whose first line is `first`.
pub(super) fn dressed(input: &Input<'_>, first: &Span) -> Option<Fault> {
    let mut dresses = DRESSES.iter();
    let found = dresses.find_map(|dress| in_dress(input, first, dress));
    found
        .or_else(|| table(input, first))
        .or_else(|| one_line(input, first))
}

fn in_dress(input: &Input<'_>, first: &Span, dress: &Dress) -> Option<Fault> {
    let text = input.text;
    let bare = |line: &Span, number: usize| {
        let len = (dress.len)(&text[line.clone()], number)?;
        let span = line.start + len..line.end;
        Some((line.start..span.start, text[span].trim()))
    };
    let from = 1 + lines_in(text, 0..first.start)
        .filter(|line| line.end < first.start)
        .count();
    let lines = lines_in(text, first.start..text.len()).enumerate();
    let mut marks = Vec::new();
    let mut fences = 0;
    for (at, line) in lines {
        // Not every one that numbers lines begins with the first of the file.
        let found = bare(&line, 1 + at).or_else(|| bare(&line, from + at));
        let Some((mark, rest)) = found else {
            break;
        };
        match (at, rest) {
            (0, rest) if rest != FENCE => return None,
            (1, rest) => drop(known_key(rest)?),
            (_, FENCE) => fences += 1,
            _ => {}
        }
        if !mark.is_empty() {
            marks.push(mark);
        }
    }
    let at = marks.first().cloned()?;
    let shown = at.start..at.start + text[at.clone()].trim_end().len().max(1);
    let edits = marks.into_iter().map(Edit::delete).collect();
    let fault = Fault::new(shown, dress.what, HELP);
    (fences > 0).then(|| fault.fix(dress.title, false, edits))
}

/// The cells of a row.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Fields as rows of a table of two columns, or as its columns.
fn table<'a>(input: &Input<'a>, first: &Span) -> Option<Fault> {
    let text: &'a str = input.text;
    let lines = lines_in(text, first.start..text.len());
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let mut end = first.end;
    for line in lines {
        let Some(row) = cells(&text[line.clone()]) else {
            break;
        };
        end = line.end;
        rows.push(row);
    }
    let ruled = |cell: &&str| !cell.is_empty() && cell.trim_matches(['-', ':']).is_empty();
    rows.retain(|row| !row.iter().all(ruled));
    let pairs: Vec<(&str, &str)> = match rows.as_slice() {
        [keys, values] if keys.len() == values.len() && keys.contains(&"description") => {
            keys.iter().copied().zip(values.iter().copied()).collect()
        }
        rows => {
            let pair = |row: &Vec<&'a str>| <[&str; 2]>::try_from(row.as_slice()).ok();
            let pairs: Option<Vec<[&str; 2]>> = rows.iter().map(pair).collect();
            pairs?
                .into_iter()
                .map(|[key, value]| (key, value))
                .collect()
        }
    };
    let named = |name: &str| pairs.iter().any(|(key, _)| *key == name);
    let plain = |key: &str| {
        key.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let plain = pairs.iter().all(|(key, _)| plain(key));
    if !(named("name") && named("description") && plain) {
        return None;
    }
    let line_end = input.document.line_ends.text();
    let mut yaml = format!("{FENCE}{line_end}");
    for (key, value) in pairs {
        yaml += &format!("{key}: {value}{line_end}");
    }
    yaml += FENCE;
    let edits = vec![Edit::replace(first.start..end, yaml)];
    let fault = Fault::new(first.clone(), "the fields stand in a table", HELP);
    Some(fault.fix("write them between fences", false, edits))
}

/// The whole file as one text of JSON: line breaks are `\n`.
pub(super) fn one_line(input: &Input<'_>, first: &Span) -> Option<Fault> {
    let text = input.text;
    let written = text[first.clone()].trim();
    let inner = written
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let bare = inner.unwrap_or(written);
    let rest = bare.strip_prefix(FENCE)?;
    let at = first.start + text[first.clone()].find(rest)?;
    if !rest.starts_with("\\n") && !rest.starts_with("\\r\\n")
        || !text[first.end..].trim().is_empty()
    {
        return None;
    }
    let json = match inner {
        Some(_) => written.to_owned(),
        None => format!("\"{}\"", bare.replace("\\\"", "\"").replace('"', "\\\"")),
    };
    let fault = Fault::new(
        at..at + 2,
        "the line breaks are written as `\\n`, so the whole file is one line",
        "Write every line on a line of its own.",
    );
    let Ok(Value::String(said)) = serde_json::from_str::<Value>(&json) else {
        return Some(fault);
    };
    let edits = vec![Edit::replace(first.clone(), said.trim_end_matches('\n'))];
    Some(fault.fix("write the line breaks", false, edits))
}
