//! Text of a field that goes on below it at the start of its lines, so that YAML takes it for fields, items
//! or nothing at all: examples between tags, a list, a text between three quotes.

use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{goes_on, key_of, known_key, line_at};
use crate::skill::edit::{self, Edit};
use crate::skill::fields::{FieldType, field};
use crate::skill::lines::{LineIndex, lines_in};
use crate::skill::scalar;
use crate::skill::yaml::{Entry, ErrorKind, Style};

/// What stands around a text of several lines in programming languages. Three single quotes are one in quotes
/// to YAML, which loses no words.
const TRIPLE: &str = "\"\"\"";

/// A text with all of its lines.
pub(super) struct Strayed<'a> {
    entry: &'a Entry,
    /// From the line of the field to the last one of its text.
    lines: Span,
    /// The first line that has no indent.
    first: Span,
    /// The text stands between three quotes: where its words do.
    words: Option<Span>,
}

impl Strayed<'_> {
    /// The place is in that text, or on the line of its field.
    pub(super) fn holds(&self, at: usize) -> bool {
        self.lines.start <= at && at <= self.lines.end
    }
}

/// The first text of a broken block that goes on with tags, or with items of a list, at the start of its
/// lines. What looks like a field between two tags is text, too.
pub(super) fn strayed<'a>(input: &Input<'a>) -> Option<Strayed<'a>> {
    if input.errors().is_empty() {
        return None;
    }
    input.entries().iter().find_map(|entry| of(input, entry))
}

fn of<'a>(input: &Input<'a>, entry: &'a Entry) -> Option<Strayed<'a>> {
    let text = input.text;
    let key = entry.key.text().filter(|key| *key != "name")?;
    field(key).filter(|field| field.kind == FieldType::Text)?;
    let yaml = input.front()?.yaml.clone();
    let own = line_at(text, entry.key.span.start);
    let value = text.get(entry.key.span.end..own.end)?;
    let value = value.trim_start_matches([' ', ':']);
    if value.starts_with(TRIPLE) {
        return tripled(text, entry, own.end - value.len()..yaml.end);
    }
    if value.is_empty() || value.starts_with(['"', '\'', '[', '{']) {
        return None;
    }
    let mut first: Option<Span> = None;
    let mut end = own.end;
    let mut depth = 0_usize;
    let block = value.starts_with(['|', '>']) && value.trim_end().len() < 3;
    let mut odd = false;
    for line in lines_in(text, own.end..yaml.end).skip(1) {
        let written = text[line.clone()].trim_end();
        if written.is_empty() || written.starts_with([' ', '\t']) {
            end = if first.is_none() && !written.is_empty() {
                line.end
            } else {
                end
            };
            continue;
        }
        let tag = written.starts_with('<') && written[1..].starts_with(is_tag);
        if depth == 0 && !tag && known_key(written).is_some() {
            break;
        }
        let item = written.starts_with("- ");
        if first.is_none() && !tag && goes_on(written) && !item {
            break;
        }
        first.get_or_insert(line.start..line.start + written.len());
        odd |= tag || item || block && !goes_on(written) && written.contains(": ");
        if tag {
            let closing = written.matches("</").count();
            depth = (depth + written.matches('<').count() - closing).saturating_sub(closing);
        }
        // Whatever looks like a field belongs to the text where other text follows.
        if tag || item || !goes_on(written) {
            end = line.start + written.len();
        }
    }
    let first = first.filter(|_| odd)?;
    (end > first.start).then_some(Strayed {
        entry,
        lines: own.start..end,
        first,
        words: None,
    })
}

/// The text of a field between three quotes, as programming languages write texts of several lines; it
/// begins at the start of `span` and may go to its end.
fn tripled<'a>(text: &str, entry: &'a Entry, span: Span) -> Option<Strayed<'a>> {
    let written = text.get(span.clone())?;
    let words = &written[TRIPLE.len()..];
    let len = words.find(TRIPLE)?;
    let behind = words[len + TRIPLE.len()..]
        .lines()
        .next()
        .unwrap_or_default();
    let several = words[..len].contains('\n') && behind.trim().is_empty();
    let from = span.start + TRIPLE.len();
    several.then(|| Strayed {
        entry,
        lines: line_at(text, entry.key.span.start).start..from + len + TRIPLE.len(),
        first: span.start..from,
        words: Some(from..from + len),
    })
}

/// What follows the bracket of a tag.
fn is_tag(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '/'
}

/// Takes the empty lines at both ends away, and the blanks that all lines begin with.
fn unindent(lines: &mut Vec<&str>) {
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let empty = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..empty);
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let written = lines.iter().filter(|line| !line.is_empty());
    let least = written.map(indent).min().unwrap_or_default();
    for line in lines.iter_mut().filter(|line| !line.is_empty()) {
        *line = &line[least..];
    }
}

/// The fault of such a text.
pub(super) fn fault(input: &Input<'_>) -> Option<Fault> {
    let strayed = strayed(input)?;
    let key = strayed.entry.key.text()?;
    let last = 1 + LineIndex::new(input.text).line_of(strayed.lines.end);
    let what = match strayed.words {
        Some(_) => "three quotes are none of YAML, they do not hold the lines below".to_owned(),
        None => format!(
            "the text of `{key}` goes on from here to line {last} at the start of its lines"
        ),
    };
    let help = "Indent these lines below a `|` after the key, or write the text on one line.";
    let mut fault = Fault::new(strayed.first.clone(), what, help);
    fault.stops_yaml = true;
    fault.misread_by = input.lacking(&input.text[strayed.first.clone()]);
    let value = strayed.entry.key.span.end..strayed.lines.end;
    let (mark, written) = match strayed.words.clone() {
        Some(words) => (strayed.first.start..strayed.lines.end, words),
        None => value_in(input, &value)?,
    };
    let end = input.document.line_ends.text();
    let written = &input.text[written];
    let mut lines: Vec<&str> = lines_in(written, 0..written.len())
        .map(|line| written[line].trim_end())
        .collect();
    if strayed.words.is_some() {
        unindent(&mut lines);
    }
    let block = scalar::block(&lines.join("\n"), Style::Literal, "", "  ", end);
    let replaced = |value: String| vec![Edit::replace(mark.start..strayed.lines.end, value)];
    let block = block.map(replaced).unwrap_or_default();
    let words: Vec<&str> = written.split_whitespace().collect();
    let words = words.join(" ");
    let fault = fault.fix("make it a block of text", false, block);
    let title = "write it on one line";
    let fault = fault.fix(title, false, replaced(scalar::inline(&words, None, false)));
    let single = scalar::single(&words).map(replaced).unwrap_or_default();
    Some(fault.fix("write it on one line, in single quotes", false, single))
}

/// Where a value begins behind the colon of its key, and the text of it without the mark of a block.
fn value_in(input: &Input<'_>, behind_key: &Span) -> Option<(Span, Span)> {
    let raw = input.text.get(behind_key.clone())?;
    let rest = raw.trim_start().strip_prefix(':')?.trim_start_matches(' ');
    let start = behind_key.end - rest.len();
    let first = rest.lines().next().unwrap_or_default().trim_end();
    let block = first.starts_with(['|', '>']) && first[1..].trim_matches(['+', '-']).is_empty();
    let text = match block {
        true => rest[first.len()..].trim_start_matches([' ', '\n', '\r']),
        false => rest,
    };
    (!text.is_empty()).then(|| {
        let from = behind_key.end - text.len();
        (start..behind_key.end, from..behind_key.end)
    })
}

/// The edits that write the text of a field, with the indented lines below it, on the line of its key.
pub(super) fn on_one_line(input: &Input<'_>, at: usize) -> Vec<Edit> {
    let edits = || {
        let text = input.text;
        let line = line_at(text, at);
        let own = match key_of(&text[line.clone()]) {
            Some(_) => line,
            None => line_at(text, input.entry_at(at)?.key.span.start),
        };
        let key = key_of(&text[own.clone()]).filter(|key| *key != "name")?;
        field(key).filter(|field| field.kind == FieldType::Text)?;
        let yaml = input.front()?.yaml.clone();
        let below = lines_in(text, own.end..yaml.end).skip(1);
        let below = below.take_while(|line| {
            let written = &text[line.clone()];
            written.trim().is_empty() || written.starts_with([' ', '\t'])
        });
        let last = below
            .filter(|line| !text[line.clone()].trim().is_empty())
            .last()?;
        let end = last.start + text[last].trim_end().len();
        let (mark, written) = value_in(input, &(own.start + key.len()..end))?;
        let said = edit::unquoted(text, written)?.replace('\n', " ");
        // A comment between the lines is none of the text.
        let comment = said.contains(" #");
        let value = scalar::inline(&said, None, false);
        (!comment).then(|| vec![Edit::replace(mark.start..end, value)])
    };
    edits().unwrap_or_default()
}

/// The line right above or below is text without a colon, so this one may be text as well.
pub(super) fn is_among_text(input: &Input<'_>, entry: &Entry) -> bool {
    if input.errors().is_empty() {
        return false;
    }
    let text = input.text;
    let line = line_at(text, entry.key.span.start);
    let bare = input.errors().iter();
    let mut bare = bare.filter(|error| error.kind == ErrorKind::MissingColon);
    bare.any(|error| {
        let other = line_at(text, error.at.start);
        let (first, second) = match other.start < line.start {
            true => (&other, &line),
            false => (&line, &other),
        };
        let between = text.get(first.end..second.start).unwrap_or("-");
        let spoilt = || super::colon::on_line(input, other.clone()).is_some();
        between.trim().is_empty() && !spoilt()
    })
}
