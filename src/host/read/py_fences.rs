//! Frontmatter as programs in Python cut it, most by a regular expression over text whose line ends
//! are LF alone.

use std::borrow::Cow;

use super::super::profile::Fences;
use super::super::reading::Dropped;
use super::fences::{Body, Cut, dashes, no_frontmatter, unclosed};
use super::text::{Text, range_in};
use crate::host::python::{is_space, splitlines, strip};
use crate::skill::Span;

/// Where the YAML is, and what the body is.
type Parts = (Span, Body);

/// Cuts decoded text.
pub(super) fn cut(fences: Fences, decoded: Cow<'_, str>, as_is: bool) -> Result<Cut<'_>, Dropped> {
    let text = match (as_is, fences) {
        (true, _) => Text::exact(decoded),
        // They take the text apart with `splitlines()` and join it with LF.
        (_, Fences::StrippedLinesOrNone | Fences::ExactSplitlines) => Text::broken(decoded),
        _ => Text::universal(decoded),
    };
    let whole: &str = &text.text;
    let (yaml, body) = parts(fences, whole).map_err(|mut why| {
        why.at = why.at.map(|at| text.in_file(at));
        why
    })?;
    Ok(Cut::with_body(text, yaml, body))
}

fn parts(fences: Fences, whole: &str) -> Result<Parts, Dropped> {
    let none = || -> Parts { (0..0, Body::Part(0..whole.len())) };
    Ok(match fences {
        Fences::PrefixToDashLine => prefix_to_dash_line(whole).unwrap_or_else(|| {
            let unmarked = whole.strip_prefix('\u{feff}').unwrap_or(whole);
            (0..0, part(whole, unmarked))
        }),
        Fences::StrippedLinesOrNone => stripped_lines(whole).unwrap_or_else(none),
        Fences::DashRowsOrNone => {
            let stripped = range_in(whole, strip(whole));
            dash_rows(whole, stripped.clone())
                .filter(|(first, ..)| first.start == stripped.start)
                .map_or_else(
                    || (0..0, part(whole, strip(whole))),
                    |(first, second)| between_rows(whole, first, second, stripped.end),
                )
        }
        Fences::DashRows => {
            let start = whole.len() - whole.trim_start_matches('\u{feff}').len();
            let Some((first, second)) = dash_rows(whole, start..whole.len()) else {
                return Err(no_frontmatter(whole));
            };
            if !strip(&whole[start..first.start]).is_empty() {
                return Err(no_frontmatter(whole));
            }
            between_rows(whole, first, second, whole.len())
        }
        Fences::StrippedToDashLine => {
            let stripped = strip(whole);
            if !stripped.starts_with("---") {
                return Err(no_frontmatter(whole));
            }
            stripped_to_dash_line(whole, stripped).ok_or_else(|| unclosed(whole))?
        }
        Fences::DashLines => dash_lines(whole, true).ok_or_else(|| opened_or_not(whole))?,
        Fences::DashLineToDashes => dash_lines(whole, false).ok_or_else(|| opened_or_not(whole))?,
        Fences::DashLineToDashesOrNone => dash_lines(whole, false).unwrap_or_else(none),
        Fences::SplitDashes => {
            let rest = whole
                .strip_prefix("---")
                .ok_or_else(|| no_frontmatter(whole))?;
            let end = dashes(rest, b"---").ok_or_else(|| unclosed(whole))?;
            (3..3 + end, part(whole, strip(&rest[end + 3..])))
        }
        Fences::BlankedLines => blanked_lines(whole).ok_or_else(|| opened_or_not(whole))?,
        _ => {
            let mut lines = splitlines(whole);
            if lines.next() != Some("---") {
                return Err(no_frontmatter(whole));
            }
            exact_splitlines(whole).ok_or_else(|| unclosed(whole))?
        }
    })
}

fn part(whole: &str, body: &str) -> Body {
    Body::Part(range_in(whole, body))
}

fn opened_or_not(whole: &str) -> Dropped {
    if whole.trim_start_matches('\u{feff}').starts_with("---") {
        unclosed(whole)
    } else {
        no_frontmatter(whole)
    }
}

/// The white space that begins `text`.
fn space(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_space).len()]
}

/// How much of the white space at `at` the pattern `\s*$` takes, where it fits: up to the last line
/// end in it, or all of it at the end of the text.
fn to_line_end(text: &str, at: usize) -> Option<usize> {
    let run = space(&text[at..]);
    if at + run.len() == text.len() {
        return Some(text.len());
    }
    run.rfind('\n').map(|end| at + end)
}

fn prefix_to_dash_line(whole: &str) -> Option<Parts> {
    let start = whole.len() - whole.strip_prefix('\u{feff}').unwrap_or(whole).len();
    let opened = start + 3;
    whole[start..].starts_with("---").then_some(())?;
    let mut from = opened;
    loop {
        let end = from + dashes(&whole[from..], b"\n---")?;
        let run = space(&whole[end + 4..]);
        if let Some(last) = run.rfind('\n') {
            return Some((opened..end, Body::Part(end + 4 + last + 1..whole.len())));
        }
        from = end + 1;
    }
}

/// The body keeps its line ends, for the line that stands for a description.
fn stripped_lines(whole: &str) -> Option<Parts> {
    let mut lines = splitlines(whole);
    let first = lines.next().filter(|line| strip(line) == "---")?;
    let closing = lines.find(|line| strip(line) == "---")?;
    let opened = after_line(whole, range_in(whole, first).end);
    let closing = range_in(whole, closing);
    let yaml = strip(&whole[opened.min(closing.start)..closing.start]);
    let body = Body::Part(after_line(whole, closing.end)..whole.len());
    let yaml = if yaml.is_empty() {
        0..0
    } else {
        range_in(whole, yaml)
    };
    Some((yaml, body))
}

/// Past the line end at `at`.
fn after_line(text: &str, at: usize) -> usize {
    let one = text[at..].chars().next().map_or(0, char::len_utf8);
    at + if text[at..].starts_with("\r\n") {
        2
    } else {
        one
    }
}

/// The first two lines of three or more dashes, white space behind them included.
fn dash_rows(whole: &str, range: Span) -> Option<(Span, Span)> {
    let text = &whole[..range.end];
    let mut rows = Vec::new();
    let mut at = range.start;
    while rows.len() < 2 {
        let dashes = text[at..].len() - text[at..].trim_start_matches('-').len();
        if dashes >= 3
            && let Some(end) = to_line_end(text, at + dashes)
        {
            rows.push(at..end);
            at = end;
        }
        match text[at..].find('\n') {
            Some(end) => at += end + 1,
            None => break,
        }
    }
    let mut rows = rows.into_iter();
    rows.next().zip(rows.next())
}

fn between_rows(whole: &str, first: Span, second: Span, end: usize) -> Parts {
    let body = part(whole, strip(&whole[second.end..end]));
    (first.end..second.start, body)
}

fn stripped_to_dash_line(whole: &str, stripped: &str) -> Option<Parts> {
    let mut from = 0;
    loop {
        let end = from + dashes(&stripped[from..], b"\n---")?;
        if let Some(after) = to_line_end(stripped, end + 4) {
            let yaml = strip(&stripped[3.min(end)..end]);
            return Some((
                range_in(whole, yaml),
                part(whole, strip(&stripped[after..])),
            ));
        }
        from = end + 1;
    }
}

/// `^---\s*\n(.*?)\n---\s*`, and a line end where `ended`. White space after the opening dashes may
/// hold line ends, and as much of it as possible is passed over.
fn dash_lines(whole: &str, ended: bool) -> Option<Parts> {
    let rest = whole.strip_prefix("---")?;
    let run = space(rest);
    // One line end further back another begin of the block is found, and beyond that no other.
    for (newline, _) in run.rmatch_indices('\n').take(2) {
        let opened = 3 + newline + 1;
        let mut from = opened;
        while let Some(at) = dashes(&whole[from..], b"\n---") {
            let end = from + at;
            let after = space(&whole[end + 4..]);
            let last = after.rfind('\n');
            if !ended || last.is_some() {
                let body = match last {
                    Some(last) if ended => &whole[end + 4 + last + 1..],
                    _ => &whole[end + 4 + after.len()..],
                };
                return Some((opened..end, part(whole, strip(body))));
            }
            from = end + 1;
        }
    }
    None
}

/// The body is the whole file.
fn blanked_lines(whole: &str) -> Option<Parts> {
    let start = whole.len() - whole.strip_prefix('\u{feff}').unwrap_or(whole).len();
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let rest = whole[start..].strip_prefix("---")?;
    let opened = start + 3 + blanks(rest);
    whole[opened..].strip_prefix('\n')?;
    let opened = opened + 1;
    let mut at = opened;
    loop {
        if let Some(rest) = whole[at..].strip_prefix("---") {
            let rest = &rest[blanks(rest)..];
            if rest.is_empty() || rest.starts_with('\n') {
                return Some((opened..at, Body::Part(0..whole.len())));
            }
        }
        at += whole[at..].find('\n')? + 1;
    }
}

/// Blank lines around the body go.
fn exact_splitlines(whole: &str) -> Option<Parts> {
    let mut lines = splitlines(whole);
    let first = lines.next()?;
    let closing = lines.find(|line| *line == "---")?;
    let opened = after_line(whole, range_in(whole, first).end);
    let end = range_in(whole, closing).start;
    let rest: Vec<&str> = lines.collect();
    let held = |line: &&str| !strip(line).is_empty();
    let from = rest.iter().position(held).unwrap_or(rest.len());
    let to = rest.iter().rposition(held).map_or(from, |last| last + 1);
    Some((opened.min(end)..end, Body::Made(rest[from..to].join("\n"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yaml(fences: Fences, text: &str) -> Option<(String, String)> {
        let cut = cut(fences, text.into(), false).ok()?;
        let yaml = cut.text.text[cut.yaml.clone()].to_owned();
        Some((yaml, cut.body().to_owned()))
    }

    fn both(yaml: &str, body: &str) -> Option<(String, String)> {
        Some((yaml.to_owned(), body.to_owned()))
    }

    #[test]
    fn white_space_behind_dashes_is_taken_as_the_expressions_take_it() {
        let text = "---\n\n\na: b\n\n--- \n\nBody\n";
        assert_eq!(yaml(Fences::DashLines, text), both("a: b\n", "Body"));
        assert_eq!(yaml(Fences::DashRows, text), both("\na: b\n\n", "Body"));
        assert_eq!(yaml(Fences::StrippedToDashLine, text), both("a: b", "Body"));
        assert_eq!(yaml(Fences::DashLines, "---\na: b\n---"), None);
        let end = yaml(Fences::DashLineToDashes, "---\na: b\n---x");
        assert_eq!(end, both("a: b", "x"));
    }

    #[test]
    fn longer_rows_close_only_where_they_may() {
        let text = "---\na: b\n-----\nBody\n---\n";
        assert_eq!(yaml(Fences::DashRows, text), both("\na: b\n", "Body\n---"));
        let kept = yaml(Fences::PrefixToDashLine, text);
        assert_eq!(kept, both("\na: b\n-----\nBody", ""));
    }

    #[test]
    fn what_has_no_fences_is_all_body_for_some() {
        let text = "\u{feff}# Title\n";
        let unmarked = both("", "# Title\n");
        assert_eq!(yaml(Fences::PrefixToDashLine, text), unmarked);
        assert_eq!(yaml(Fences::DashRows, text), None);
        assert_eq!(yaml(Fences::DashRowsOrNone, " x --- \n"), both("", "x ---"));
    }
}
