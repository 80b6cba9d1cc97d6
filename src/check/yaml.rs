//! YAML faults.

use super::blank;
use super::bracket;
use super::colon;
use super::comment;
use super::duplicate::duplicates;
use super::ends::{after_value, run_on, unclosed_quote};
use super::escape::{self, escape, is_escape, is_surrogate, quote_escape, surrogate};
use super::indent::{self, OUTDENT, indented};
use super::input::is_null;
use super::item;
use super::property::first_words;
use super::quote::with_quotes;
use super::rules::unseen_fields;
use super::safe::ASKED;
use super::sentence;
use super::strayed::{self, strayed};
use super::tab::tabs;
use super::value::{ends_above, is_no_text};
use super::{Fault, Input, Rule, Severity};
use crate::host::Reading;
use crate::skill::Span;
use crate::skill::document::{Document, line_at};
use crate::skill::edit::{self, Edit};
use crate::skill::fields::{self, FieldType};
use crate::skill::hidden::{Hidden, kind};
use crate::skill::lines::{after_line, lines_in};
use crate::skill::scalar;
use crate::skill::yaml::{Entry, ErrorKind, Kind, Node, Style, SyntaxError, tolerant};

/// Codes of drops that a fault of the YAML explains, and those given.
macro_rules! stops {
    ($($more:literal),*) => {
        &["bad-yaml", "line-without-colon", "duplicate-key", "wrong-type", $($more),*]
    };
}

pub(super) const STOPS: &[&str] = stops![];

/// The same for faults that make a field be read as none.
const MISSING: &[&str] = unseen_fields![
    "bad-yaml",
    "line-without-colon",
    "duplicate-key",
    "wrong-type",
    "bad-fields",
    "not-a-mapping",
    "unexpected-fields"
];

const fn row(id: &'static str, summary: &'static str, find: fn(&Input<'_>) -> Vec<Fault>) -> Rule {
    Rule {
        id,
        severity: Severity::Warning,
        hosts: &[],
        explains: STOPS,
        effect: "",
        summary,
        find,
    }
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        explains: MISSING,
        ..row(
            "yaml/colon-in-value",
            "A colon and a blank inside a value without quotes",
            |input| all(input, &[ErrorKind::ColonInValue], colon_in_value),
        )
    },
    Rule {
        explains: stops!["unexpected-fields", "invalid-skill", "wrong-case-key"],
        ..row(
            "yaml/continuation-is-a-key",
            "A line that goes on a value reads as a field of its own",
            continuations,
        )
    },
    row("yaml/tab", "A tab where blanks are due", tabs),
    Rule {
        explains: MISSING,
        ..row(
            "yaml/blank",
            "A blank of another kind, such as a no-break space, where YAML wants one",
            blank::blanks,
        )
    },
    Rule {
        // A host that takes the second name compares that one with the folder.
        explains: stops!["name-not-folder", "name-not-directory", "folder"],
        ..row("yaml/duplicate-key", "A key is there twice", duplicates)
    },
    Rule {
        explains: MISSING,
        ..row(
            "yaml/reserved-start",
            "A value starts with a character that means something in YAML",
            |input| {
                let kinds = [
                    ErrorKind::ReservedStart,
                    ErrorKind::UnknownAlias,
                    ErrorKind::Directive,
                ];
                let mut found = all(input, &kinds, reserved);
                found.extend(first_words(input));
                found
            },
        )
    },
    row(
        "yaml/unclosed-quote",
        "A quote that never closes, or one too many",
        |input| {
            let kind = |error: &SyntaxError| error.kind == ErrorKind::UnclosedQuote;
            let wanted = |error: &SyntaxError| match bracket::slip(input, error) {
                Some(_) => true,
                None => kind(error) && is_alone(input, error),
            };
            faults(input, wanted, unclosed_quote)
        },
    ),
    row(
        "yaml/text-after-value",
        "Text after a value that is complete",
        |input| all(input, &[ErrorKind::TextAfterValue], after_value),
    ),
    Rule {
        explains: stops!["crash"],
        ..row(
            "yaml/escape",
            "A backslash that starts no known escape, or one in a path",
            |input| {
                let plain = |error: &SyntaxError| is_escape(error) && !is_surrogate(input, error);
                let mut found = faults(input, plain, escape);
                found.extend(quote_escape(input));
                found.extend(escape::in_paths(input));
                found
            },
        )
    },
    row(
        "yaml/quotes-as-text",
        "Quotes that YAML takes for text: those of typography, or one at the end alone",
        super::marks::marks,
    ),
    row(
        "yaml/surrogate-escape",
        "Half of a character, written as an escape",
        |input| {
            let half = |error: &SyntaxError| is_escape(error) && is_surrogate(input, error);
            faults(input, half, surrogate)
        },
    ),
    Rule {
        explains: MISSING,
        ..row("yaml/syntax", "Any other YAML fault", |input| {
            let kinds = [
                ErrorKind::UnclosedFlow,
                ErrorKind::MissingColon,
                ErrorKind::Indent,
                ErrorKind::Character,
                ErrorKind::Other,
            ];
            let mut found = all(input, &kinds, syntax);
            found.extend(strayed::fault(input));
            found
        })
    },
    Rule {
        explains: stops!["other"],
        ..row(
            "yaml/key-not-text",
            "A key is no text: a list, a map, a number",
            key_not_text,
        )
    },
    Rule {
        id: "yaml/indented-fields",
        severity: Severity::Hint,
        hosts: &[],
        explains: MISSING,
        effect: "{} takes the blanks before the first one away",
        summary: "All fields are indented",
        find: indented,
    },
];

pub(super) fn all(
    input: &Input<'_>,
    kinds: &[ErrorKind],
    explain: fn(&Input<'_>, &SyntaxError) -> Fault,
) -> Vec<Fault> {
    let wanted = |error: &SyntaxError| {
        kinds.contains(&error.kind)
            && is_alone(input, error)
            && bracket::slip(input, error).is_none()
    };
    faults(input, wanted, explain)
}

/// It does not go on the value of a line above.
fn is_alone(input: &Input<'_>, error: &SyntaxError) -> bool {
    !is_continuation(input, error) && ends_above(input, error).is_none()
}

fn continuations(input: &Input<'_>) -> Vec<Fault> {
    let mut found = faults(input, |error| is_continuation(input, error), continuation);
    found.extend(sentence::sentences(input));
    found
}

fn faults(
    input: &Input<'_>,
    wanted: impl Fn(&SyntaxError) -> bool,
    explain: fn(&Input<'_>, &SyntaxError) -> Fault,
) -> Vec<Fault> {
    let errors = input.errors();
    let strayed = strayed(input);
    let told = |error: &SyntaxError| {
        let strayed = strayed.as_ref();
        strayed.is_some_and(|strayed| strayed.holds(error.at.start))
    };
    errors
        .iter()
        .enumerate()
        .filter(|(index, error)| {
            !told(error) && wanted(error) && !is_echo(input, &errors[..*index], error)
        })
        .map(|(_, error)| Fault {
            stops_yaml: true,
            ..explain(input, error)
        })
        .collect()
}

/// The rule that tells of a line that CR alone cuts off.
pub(super) const LINE_ENDS: &str = "file/line-ends";

/// A fault that only follows from another one: on the same line, on the line of the fence, or from a
/// character that has a rule of its own.
fn is_echo(input: &Input<'_>, before: &[SyntaxError], error: &SyntaxError) -> bool {
    let line = line_at(input.text, error.at.start);
    let on_line = |at: usize| line.start <= at && at <= line.end;
    let fence = input.front().is_some_and(|front| on_line(front.open.start));
    let is_control = |c: char| kind(c) == Some(Hidden::Control) && c != '\r';
    let here = input.text[error.at.start..].starts_with(is_control);
    let just_before = input.text[..error.at.start].ends_with(is_control);
    let second = before
        .last()
        .is_some_and(|earlier| on_line(earlier.at.start));
    let blank = blank::on_line(input.text, &line).is_some();
    let alone = error.kind == ErrorKind::MissingColon
        && input.text[..line.start].ends_with('\r')
        && input.config.runs(LINE_ENDS);
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    let comment = comment::goes_on(input.text, &line, &yaml);
    let starred = item::goes_on(input.text, &line) && error.kind != ErrorKind::MissingColon;
    fence
        || comment
        || starred
        || alone
        || here
        || just_before
        || second
        || blank
        || indent::goes_on_above(input, before, error)
}

/// An indented line below a field that begins like a field itself: `  Keywords: kit`.
fn is_continuation(input: &Input<'_>, error: &SyntaxError) -> bool {
    let kinds = [
        ErrorKind::ColonInValue,
        ErrorKind::Indent,
        ErrorKind::MissingColon,
    ];
    let line = line_at(input.text, error.at.start);
    let content = input.text[line.clone()].trim_start_matches(' ');
    let indented = content.len() < line.len();
    let owner = input.entry_at(error.at.start);
    let text_above = owner.is_some_and(|entry| {
        entry.key.span.start < line.start && entry.value.text().is_some_and(|text| !text.is_empty())
    });
    kinds.contains(&error.kind) && indented && text_above && content.contains(": ")
}

fn colon_in_value(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let fault = Fault::new(
        error.at.clone(),
        "`: ` starts a new value here",
        "Put the whole value in quotes.",
    );
    if let Some(fault) = run_on(input, &fault, error.at.start) {
        return fault;
    }
    with_quotes(input, fault, error.at.start)
}

fn continuation(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let line = line_at(input.text, error.at.start);
    let content = input.text[line.clone()].trim_start();
    let start = line.end - content.len();
    let word = content.split(':').next().unwrap_or_default();
    let fault = Fault::new(
        start..start + word.len() + 1,
        format!("`{word}:` reads as a field, not as a part of the text above"),
        "Write the text as a block: `|` after the key, the lines indented below.",
    );
    let Some(entry) = input.entry_at(error.at.start) else {
        return fault;
    };
    let key = entry.key.text().unwrap_or_default();
    let other = input.entry(word);
    let first = other.is_none_or(|other| start <= other.key.span.start);
    let known = fields::field(word).is_some() && first;
    let fault = match known {
        true => Fault {
            help: format!("Begin `{word}:` at the start of its line."),
            ..fault
        }
        .fix(OUTDENT, false, outdent(input, line.start..start)),
        false => fault,
    };
    if key == "name" {
        return fault;
    }
    let fault = fault.fix("make it a block of text", false, as_block(input, entry));
    fault.fix_if(
        "quote the value",
        false,
        edit::quote(input.text, input.document, key),
    )
}

/// The edits that take these blanks away, and those before the fields above where they are indented too.
fn outdent(input: &Input<'_>, blanks: Span) -> Vec<Edit> {
    let mut edits = indent::outdented(input);
    edits.retain(|edit| edit.span.start != blanks.start);
    edits.push(Edit::delete(blanks));
    edits.sort_by_key(|edit| edit.span.start);
    edits
}

/// The lines of a value as a literal block, with the line breaks the author wrote.
fn as_block(input: &Input<'_>, entry: &Entry) -> Vec<Edit> {
    let Some(key) = entry.key.text() else {
        return Vec::new();
    };
    let Ok(quoted) = edit::quote(input.text, input.document, key) else {
        return Vec::new();
    };
    let end = input.document.line_ends.text();
    quoted
        .into_iter()
        .filter_map(|edit| {
            let lines: Vec<_> = lines_in(input.text, edit.span.clone())
                .map(|line| input.text[line].trim())
                .collect();
            let text = lines.join("\n");
            let block = scalar::block(&text, Style::Literal, "", "  ", end)?;
            Some(Edit::replace(edit.span, block))
        })
        .collect()
}

fn reserved(input: &Input<'_>, error: &SyntaxError) -> Fault {
    if let Some(fault) = spoilt_at(input, error) {
        return fault;
    }
    if error.kind == ErrorKind::UnknownAlias
        && let Some(entry) = input.entry_at(error.at.start)
        && entry.key.text() == Some("<<")
    {
        let name = &input.text[error.at.clone()];
        let line = line_at(input.text, entry.key.span.start);
        let whole = line.start..after_line(input.text, line.end, input.text.len());
        return Fault::new(
            error.at.clone(),
            format!("`{name}` stands for fields that are nowhere in this file"),
            "Write the fields themselves.",
        )
        .fix("remove the line", false, vec![Edit::delete(whole)]);
    }
    if let Some(fault) = code_fence(input, error).or_else(|| item::starred(input, error)) {
        return fault;
    }
    let c = match input.text[error.at.start..].chars().next() {
        Some('`') => "a backtick".to_owned(),
        c => format!("`{}`", c.unwrap_or(' ')),
    };
    let fault = Fault::new(
        error.at.clone(),
        format!("{c} at the start of a value means something else in YAML"),
        "Put the value in quotes.",
    );
    let fault = fault.fix(
        "remove the marks",
        false,
        colon::unmarked(input, error.at.start),
    );
    with_quotes(input, fault, error.at.start)
}

/// A code fence between the fences of the block.
fn code_fence(input: &Input<'_>, error: &SyntaxError) -> Option<Fault> {
    let line = line_at(input.text, error.at.start);
    let written = input.text[line.clone()].trim_end();
    let word = written
        .strip_prefix("```")
        .filter(|word| !word.contains(' '))?;
    let help = "Between lines of three dashes the fields need no other fence.";
    let what = "a code fence stands inside of the frontmatter";
    let whole = line.start..after_line(input.text, line.end, input.text.len());
    let fault = Fault::new(line.start..line.start + 3 + word.len(), what, help);
    Some(fault.fix("remove the line", false, vec![Edit::delete(whole)]))
}

/// The field on the line of a fault whose colon is none, or whose name stands between marks.
fn spoilt_at(input: &Input<'_>, error: &SyntaxError) -> Option<Fault> {
    let field = colon::on_line(input, line_at(input.text, error.at.start))?;
    let help = "A field is its name, a colon, a blank and the value.";
    let (title, edits) = field.fix;
    Some(Fault::new(field.colon, field.what, help).fix(title, false, edits))
}

fn syntax(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let line = line_at(input.text, error.at.start);
    let comment =
        || comment::foreign(input, &line).filter(|_| error.kind == ErrorKind::MissingColon);
    let known = spoilt_at(input, error).or_else(comment);
    let known = known.or_else(|| item::glued_at(input, error));
    if let Some(fault) = known.or_else(|| indent::first_alone(input, error)) {
        return fault;
    }
    let (what, help) = match error.kind {
        ErrorKind::UnclosedFlow => (
            "this bracket never closes",
            "Close it, or put the value in quotes.",
        ),
        ErrorKind::MissingColon => (
            "this line has no colon, so it is no field",
            "Write `field: value`, or indent the line to go on the value above.",
        ),
        ErrorKind::Indent => (
            "this line is not indented as its neighbours",
            "Begin every field at the same column.",
        ),
        ErrorKind::Character => ("YAML does not allow this character", "Remove it."),
        _ => ("this is not YAML", "Put the value in quotes."),
    };
    let range = match (&error.kind, &error.since) {
        (ErrorKind::UnclosedFlow, Some(open)) => open.clone(),
        _ => error.at.clone(),
    };
    let at = range.start;
    let fault = Fault::new(range, what, help);
    match error.kind {
        ErrorKind::UnclosedFlow => close_or_quote(input, fault, at),
        ErrorKind::MissingColon => {
            let edits = indent::left_edge(input, error);
            let joined = indent::joined(input, &edits);
            let fault = fault.fix("indent it, so that it goes on the text above", false, edits);
            let fault = fault.fix("write it on the line above", false, joined);
            let title = "join it to the text above";
            fault.fix(title, false, sentence::behind_blank(input, error))
        }
        ErrorKind::Indent => {
            let edits = indent::as_above(input, error);
            let fault = fault.fix("indent it as the lines above", false, edits);
            let edits = strayed::on_one_line(input, error.at.start);
            fault.fix("write the text on one line", false, edits)
        }
        _ => fault,
    }
}

/// A list that is meant as one gets its bracket; in a field of text the bracket is text.
fn close_or_quote(input: &Input<'_>, fault: Fault, open: usize) -> Fault {
    let known = input
        .entry_at(open)
        .and_then(|entry| fields::field(entry.key.text()?));
    if known.is_some_and(|field| field.kind == FieldType::Text) {
        return with_quotes(input, fault, open);
    }
    let before = input.errors().len();
    let line = line_at(input.text, open);
    let yaml_end = input.front().map_or(line.end, |front| front.yaml.end);
    let below = lines_in(input.text, line.end.min(yaml_end)..yaml_end).skip(1);
    let indent = |line: &Span| {
        let written = &input.text[line.clone()];
        written.len() - written.trim_start_matches([' ', '\t']).len()
    };
    let goes_on = |below: &Span| indent(below) > indent(&line);
    let last = below.take_while(goes_on).last().unwrap_or(line.clone());
    let from = last.start.max(open);
    let written = &input.text[from..last.end];
    let written = written.split(" #").next().unwrap_or(written);
    let at = from + written.trim_end_matches([' ', '\t', ',']).len();
    let mark = if input.text[open..].starts_with('{') {
        "}"
    } else {
        "]"
    };
    let edits = vec![Edit::replace(at..from + written.trim_end().len(), mark)];
    let fewer = || {
        let after = Document::parse(&edit::apply(input.text, &edits));
        after.tree().is_some_and(|tree| tree.errors.len() < before)
    };
    // Of many only the list itself is read.
    let alone = || {
        let list = format!("k: {}{mark}", &input.text[open..at]);
        tolerant(&list, 0..list.len()).errors.is_empty()
    };
    match if before > ASKED { alone() } else { fewer() } {
        true => fault.fix("close the bracket", false, edits),
        false => fault,
    }
}

fn key_not_text(input: &Input<'_>) -> Vec<Fault> {
    let what = |key: &Node| match &key.kind {
        Kind::Sequence { .. } | Kind::Mapping { .. } => {
            Some(("a list or a map is the key here", None))
        }
        Kind::Scalar {
            value,
            style: Style::Plain,
        } if is_null(key) || is_no_text(value) => {
            Some(("this key is no text to every reader", Some(&[][..])))
        }
        _ => None,
    };
    let entries = input.entries().iter();
    entries
        .filter_map(|entry| {
            let (what, only) = what(&entry.key)?;
            let help = "Write one word as the key.";
            let mut fault = Fault::new(entry.key.span.clone(), what, help);
            fault.only = only;
            // Whoever stops at the value does not mind the key.
            let at_value = |reading: &Reading| {
                let dropped = reading.dropped.as_ref();
                let at = dropped.and_then(|dropped| dropped.at.as_ref());
                at.is_some_and(|at| entry.value.span.contains(&at.start))
            };
            let others = input.readings.iter();
            let others = others.filter(|(_, reading)| !at_value(reading));
            fault.by = Some(others.map(|(profile, _)| profile.id.clone()).collect());
            Some(fault)
        })
        .collect()
}

/// Visits every node of the frontmatter; `visit` says whether to leave out what is inside.
pub(super) fn walk<'a>(input: &Input<'a>, visit: &mut impl FnMut(&'a Node) -> bool) {
    let Some(root) = input.front().and_then(|front| front.tree.root.as_ref()) else {
        return;
    };
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if visit(node) {
            continue;
        }
        match &node.kind {
            Kind::Sequence { items, .. } => stack.extend(items.iter().rev()),
            Kind::Mapping { entries, .. } => {
                let nodes = entries.iter().rev();
                stack.extend(nodes.flat_map(|entry| [&entry.value, &entry.key]));
            }
            Kind::Scalar { .. } | Kind::Alias(_) => {}
        }
    }
}
