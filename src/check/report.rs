//! Findings for people and for programs.

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::{Finding, Severity};
use crate::skill::Span;
use crate::skill::edit::Edit;
use crate::skill::hidden::{visible, visible_line};
use crate::skill::lines::LineIndex;

/// Characters on each side of a place that are looked at for each column shown: marks take none.
const LOOKED_AT: usize = 4;

/// Columns of source that are shown at least, however narrow the terminal.
const LEAST: usize = 10;

/// Findings as one JSON value, as `check --format json` prints it. `files` is the number of files
/// checked; `source` gives the text of a file.
pub fn json<'a, 'f>(
    files: usize,
    findings: &'f [Finding],
    source: impl Fn(&str) -> Option<&'a str>,
) -> Report<'f> {
    let mut sources = Sources::new(source);
    let diagnostics = findings.iter().map(|finding| {
        let (text, lines) = sources.of(&finding.file);
        Diagnostic::of(finding, text, lines)
    });
    Report {
        files,
        diagnostics: diagnostics.collect(),
    }
}

/// What [`json`] gives.
#[derive(Debug, Serialize)]
pub struct Report<'f> {
    files: usize,
    /// The findings, each as one value.
    pub diagnostics: Vec<Diagnostic<'f>>,
}

impl Report<'_> {
    /// Counts offsets as `place` has them, which knows how the bytes of a file became its text.
    pub fn placed(mut self, place: impl Fn(&str, usize) -> usize) -> Self {
        for one in &mut self.diagnostics {
            let own = one
                .related
                .iter_mut()
                .filter(|beside| beside.file == one.file);
            let ranges = own.map(|beside| &mut beside.range);
            for range in ranges.chain([&mut one.range]) {
                range.start.offset = place(one.file, range.start.offset);
                range.end.offset = place(one.file, range.end.offset);
            }
        }
        self
    }
}

/// One finding, for programs.
#[derive(Debug, Serialize)]
pub struct Diagnostic<'f> {
    file: &'f str,
    rule: &'f str,
    severity: &'f str,
    hosts: &'f [String],
    message: &'f str,
    help: &'f str,
    range: Ends,
    fixes: Vec<Repair<'f>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Beside<'f>>,
}

#[derive(Debug, Serialize)]
struct Ends {
    start: At,
    end: At,
}

#[derive(Debug, Serialize)]
struct At {
    line: usize,
    column: usize,
    offset: usize,
}

#[derive(Debug, Serialize)]
struct Repair<'f> {
    title: &'f str,
    safe: bool,
    edits: Vec<Change<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<Vec<Change<'f>>>,
}

#[derive(Debug, Serialize)]
struct Beside<'f> {
    file: &'f str,
    message: &'f str,
    range: Ends,
}

/// An edit with its place in bytes of the text.
#[derive(Debug, Serialize)]
pub(super) struct Change<'f> {
    start: usize,
    end: usize,
    text: &'f str,
}

/// Edits with their places in bytes of the text.
pub(super) fn edits(edits: &[Edit]) -> Vec<Change<'_>> {
    let places = edits.iter().map(|edit| Change {
        start: edit.span.start,
        end: edit.span.end,
        text: &edit.text,
    });
    places.collect()
}

impl<'f> Diagnostic<'f> {
    fn of(finding: &'f Finding, text: &str, lines: &LineIndex) -> Self {
        let place = |offset: usize| {
            let at = lines.position(text, offset.min(text.len()));
            let (line, column) = (at.line, at.column);
            At {
                line,
                column,
                offset,
            }
        };
        let ends = |range: &Span| Ends {
            start: place(range.start),
            end: place(range.end),
        };
        let start = || At {
            line: 1,
            column: 1,
            offset: 0,
        };
        let fixes = finding.fixes.iter().map(|fix| Repair {
            title: &fix.title,
            safe: fix.safe,
            edits: edits(&fix.edits),
            together: fix.together.as_deref().map(edits),
        });
        let related = finding.related.iter().map(|related| Beside {
            file: &related.file,
            message: &related.what,
            range: match related.file == finding.file {
                true => ends(&related.range),
                // The text of another file is not at hand.
                false => Ends {
                    start: start(),
                    end: start(),
                },
            },
        });
        Self {
            file: &finding.file,
            rule: finding.rule,
            severity: finding.severity.word(),
            hosts: &finding.hosts,
            message: &finding.message,
            help: &finding.help,
            range: ends(&finding.range),
            fixes: fixes.collect(),
            related: related.collect(),
        }
    }
}

/// The texts of the files that findings stand in, with the lines of the last one: findings of one file
/// follow each other.
pub(super) struct Sources<'a, F> {
    source: F,
    file: Option<String>,
    text: &'a str,
    lines: LineIndex,
}

impl<'a, F: Fn(&str) -> Option<&'a str>> Sources<'a, F> {
    pub(super) fn new(source: F) -> Self {
        Self {
            source,
            file: None,
            text: "",
            lines: LineIndex::new(""),
        }
    }

    pub(super) fn of(&mut self, file: &str) -> (&'a str, &LineIndex) {
        if self.file.as_deref() != Some(file) {
            self.text = (self.source)(file).unwrap_or_default();
            self.lines = LineIndex::new(self.text);
            self.file = Some(file.to_owned());
        }
        (self.text, &self.lines)
    }
}

/// Findings for people: each with its line of source and a pointer under the exact characters.
/// Hidden characters are visible. `colour`: with ANSI colours, for a terminal. No line is wider than
/// `width` columns unless a single word is.
pub fn text<'a>(
    findings: &[Finding],
    source: impl Fn(&str) -> Option<&'a str>,
    colour: bool,
    width: usize,
) -> String {
    let mut out = String::new();
    let mut sources = Sources::new(source);
    for finding in findings {
        let (text, lines) = sources.of(&finding.file);
        one_text(&mut out, finding, (text, lines), colour, width);
        out.push('\n');
    }
    out
}

fn one_text(
    out: &mut String,
    finding: &Finding,
    (text, lines): (&str, &LineIndex),
    colour: bool,
    width: usize,
) {
    let paint = |code: &'static str, words: &str| match colour {
        true => format!("\u{1b}[{code}m{words}\u{1b}[0m"),
        false => words.to_owned(),
    };
    let tone = match finding.severity {
        Severity::Error => "31",
        Severity::Warning => "33",
        Severity::Hint => "36",
    };
    let at = lines.position(text, finding.range.start.min(text.len()));
    let head = format!("{}[{}]", finding.severity.word(), finding.rule);
    let message = visible_line(&finding.message);
    let file = visible_line(&finding.file);
    let said = wrapped(&format!("{head} {message}"), width, "    ");
    let said = said.strip_prefix(&head).unwrap_or(&said);
    out.push_str(&format!("{}{said}\n", paint(tone, &head)));
    out.push_str(&format!("  --> {file}:{}:{}\n", at.line, at.column));
    if let Some(line) = lines.span(text, at.line - 1)
        && !text.is_empty()
    {
        let number = at.line.to_string();
        let room = width.saturating_sub(number.len() + 4).max(LEAST);
        let (source, before, pointer) = excerpt(text, line, &finding.range, room);
        let gap = " ".repeat(number.len());
        out.push_str(&format!(" {gap} |\n {number} | {source}\n"));
        let pointer = paint(tone, &pointer);
        out.push_str(&format!(" {gap} | {}{pointer}\n", " ".repeat(before)));
    }
    for related in &finding.related {
        let there = visible_line(&related.what);
        let said = match related.file == finding.file && related.range.start <= text.len() {
            true => {
                let at = lines.position(text, related.range.start);
                format!("{}:{}: {there}", at.line, at.column)
            }
            false => format!("{}: {there}", visible_line(&related.file)),
        };
        out.push_str(&wrapped(&format!("  = see: {said}"), width, "    "));
        out.push('\n');
    }
    let help = format!("  = help: {}", visible_line(&finding.help));
    out.push_str(&wrapped(&help, width, "    "));
    out.push('\n');
    for fix in &finding.fixes {
        let sort = if fix.safe { "safe fix" } else { "fix" };
        let fix = format!("  = {sort}: {}", fix.title);
        out.push_str(&wrapped(&fix, width, "    "));
        out.push('\n');
    }
}

/// The text in lines of at most `width` columns, broken between words; all but the first begin with
/// `indent`.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut column = 0;
    for piece in text.split_inclusive(' ') {
        let word = piece.trim_end_matches(' ');
        if column > indent.len() && column + word.width() > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(indent);
            column = indent.len();
        }
        out.push_str(piece);
        column += piece.width();
    }
    out
}

/// The line as shown (tabs as blanks, the part around the range when it takes more than `room` columns),
/// the columns before the pointer, and the pointer.
fn excerpt(text: &str, line: Span, range: &Span, room: usize) -> (String, usize, String) {
    let start = range.start.clamp(line.start, line.end);
    let end = range.end.clamp(start, line.end);
    let shown = |span: Span| visible(&text[span]).replace('\t', "  ").replace('\r', "␍");
    // Joiners are judged by their neighbours: cut there, they may show as symbols. That is fine here.
    let most = LOOKED_AT * room;
    let near = |span: Span| span.start..first_chars(text, span, most);
    let from = last_chars(text, line.start..start, most);
    let (before, marked, after) = (
        shown(from..start),
        shown(near(start..end)),
        shown(near(end..line.end)),
    );
    let before_width = before.width();
    let marks = marked.width().max(1);
    if before_width + marked.width() + after.width() <= room {
        let pointer = "^".repeat(marks);
        return (format!("{before}{marked}{after}"), before_width, pointer);
    }
    // A column on each side for what says that more is there.
    let inner = room.saturating_sub(2);
    let marks = marks.min(inner);
    let pointer = "^".repeat(marks);
    // Where little stands behind, more of what is before is shown.
    let behind = after.width().min((inner - marks) / 2);
    let left = tail(&before, inner - marks - behind);
    let whole = left.len() == before.len() && from == line.start;
    let cut = if whole { "" } else { "…" };
    let whole = format!("{cut}{left}{marked}{after}");
    let source = match whole.width() > room {
        true => head(&whole, room - 1),
        false => &whole,
    };
    let more = if source.len() < whole.len() {
        "…"
    } else {
        ""
    };
    let width = cut.width() + left.width();
    (format!("{source}{more}"), width, pointer)
}

fn head(text: &str, width: usize) -> &str {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        end = at + c.len_utf8();
        if text[..end].width() > width {
            return &text[..at];
        }
    }
    &text[..end]
}

fn tail(text: &str, width: usize) -> &str {
    let fits = |at: &usize| text[*at..].width() <= width;
    let starts = text.char_indices().rev().map(|(at, _)| at);
    let at = starts.take_while(fits).last();
    at.map_or("", |at| &text[at..])
}

/// The end of the first characters of a range, at most so many.
fn first_chars(text: &str, span: Span, most: usize) -> usize {
    let mut rest = text[span.clone()].char_indices();
    rest.nth(most).map_or(span.end, |(at, _)| span.start + at)
}

/// The start of the last characters of a range, at most so many.
fn last_chars(text: &str, span: Span, most: usize) -> usize {
    let mut rest = text[span.clone()].char_indices().rev();
    let last = rest.nth(most.saturating_sub(1));
    last.map_or(span.start, |(at, _)| span.start + at)
}

#[cfg(test)]
mod tests {
    use serde_json::json as value;

    use super::*;
    use crate::check::Fix;

    fn finding(range: Span) -> Finding {
        Finding {
            file: "skills/a/SKILL.md".to_owned(),
            rule: "yaml/colon-in-value",
            severity: Severity::Error,
            hosts: vec!["agentworks".to_owned()],
            message: "What is wrong.".to_owned(),
            help: "What to do.".to_owned(),
            range,
            fixes: vec![Fix {
                title: "quote the value".to_owned(),
                safe: true,
                edits: vec![Edit::insert(7, "\"")],
                together: None,
            }],
            related: Vec::new(),
        }
    }

    #[test]
    fn for_people() {
        let source = "---\n日本: b: c\n";
        let at = source.rfind(": ").expect("a colon");
        assert_eq!(
            text(&[finding(at..at + 1)], |_| Some(source), false, 80),
            "error[yaml/colon-in-value] What is wrong.\n  --> skills/a/SKILL.md:2:6\n   |\n \
             2 | 日本: b: c\n   |        ^\n  = help: What to do.\n  = safe fix: quote the value\n\n"
        );
    }

    #[test]
    fn nothing_reaches_a_terminal_raw() {
        let source = "a\u{1b}[31m\tb\u{202e}c\r\n";
        let mut found = finding(8..11);
        found.message = "esc \u{1b} here".to_owned();
        let shown = text(&[found], |_| Some(source), false, 80);
        assert!(shown.contains("1 | a␛[31m  b‹RLO›c\n"), "{shown}");
        assert!(shown.contains("  |          ^^^^^\n"), "{shown}");
        assert!(!shown.contains('\u{1b}'));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        for (width, at) in [
            (80, 500),
            (80, 0),
            (80, 999),
            (80, 990),
            (40, 500),
            (5, 500),
            (200, 500),
        ] {
            let source = format!("{}X{}", "a".repeat(at), "b".repeat(1_000 - at));
            let shown = text(&[finding(at..at + 1)], |_| Some(&source), false, width);
            let lines: Vec<_> = shown.lines().collect();
            let pointer = lines.iter().position(|line| line.contains('^'));
            let pointer = pointer.expect("a pointer");
            let column = lines[pointer].chars().position(|c| c == '^');
            let source = lines[pointer - 1];
            assert_eq!(
                source.chars().nth(column.expect("there")),
                Some('X'),
                "{shown}"
            );
            let wide = source.chars().count();
            assert!(
                wide <= width.max(LEAST + 5) && wide + 3 > width,
                "{width}: {shown}"
            );
            assert_eq!(source.ends_with('…'), at < 990, "{shown}");
        }
        // A range that takes more than a line, of characters that take two columns.
        let source = "日".repeat(500);
        let shown = text(&[finding(0..source.len())], |_| Some(&source), false, 80);
        assert!(shown.lines().all(|line| line.width() <= 80), "{shown}");
    }

    #[test]
    fn words_are_wrapped_at_the_width() {
        let mut found = finding(4..5);
        found.message = "one two three ".repeat(20).trim_end().to_owned();
        found.help = format!("see {} there", "x".repeat(60));
        for width in [30, 80, 400] {
            let shown = text(
                std::slice::from_ref(&found),
                |_| Some("---\nab\n"),
                false,
                width,
            );
            let wide = shown.lines().filter(|line| line.width() > width);
            // Only what cannot be broken is wider.
            assert!(wide.clone().all(|line| line.contains("xxx")), "{shown}");
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let whole = text(
                std::slice::from_ref(&found),
                |_| Some("---\nab\n"),
                false,
                4_000,
            );
            assert_eq!(words(&shown), words(&whole));
            assert_eq!(
                shown.lines().count() > whole.lines().count(),
                width < 400,
                "{width}"
            );
        }
    }

    #[test]
    fn for_programs() {
        let found = [finding(4..5)];
        let report = json(1, &found, |_| Some("---\nab\n"));
        let value = serde_json::to_value(report).expect("JSON");
        assert_eq!(value["files"], 1);
        let found = &value["diagnostics"][0];
        assert_eq!(found["severity"], "error");
        assert_eq!(
            found["range"],
            value!({
                "start": { "line": 2, "column": 1, "offset": 4 },
                "end": { "line": 2, "column": 2, "offset": 5 },
            })
        );
        assert_eq!(
            found["fixes"][0],
            value!({
                "title": "quote the value",
                "safe": true,
                "edits": [{ "start": 7, "end": 7, "text": "\"" }],
            })
        );
    }
}
