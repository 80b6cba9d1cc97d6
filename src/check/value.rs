//! Values that are YAML and that readers take differently.

use super::allow::allows;
use super::flow::unfolded;
use super::input::is_null;
use super::judge::problems;
use super::keys;
use super::property;
use super::quote::quote_span;
use super::rules::unseen_fields;
use super::safe::blame;
use super::yaml::{LINE_ENDS, walk};
use super::{Fault, Input, Rule, Severity};
use crate::host::profile::Family;
use crate::host::{Reading, Value};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::{self, Edit, NewValue};
use crate::skill::fields::{self, FieldType};
use crate::skill::hidden::{Hidden, kind};
use crate::skill::lines::{line_end, lines_in};
use crate::skill::yaml::{Entry, Kind, Node, Style, SyntaxError};

/// Speaks of a drop only when no other rule explains it.
pub(super) const BEYOND: &str = "yaml/beyond-reader";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "yaml/comment-ate-value",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "empty-name",
            "empty-description",
            "not-a-string",
            "wrong-type",
            "missing",
            "length",
            "bad-yaml",
            "line-without-colon"
        ],
        effect: "",
        summary: "A comment is, or ends, the value of a text field",
        find: |input| {
            let mut found = comment_ate_value(input);
            found.extend(cut_by_comment(input));
            found.extend(inside_text(input));
            found
        },
    },
    Rule {
        id: "yaml/ambiguous-scalar",
        severity: Severity::Hint,
        hosts: &[],
        explains: unseen_fields![
            "bad-fields",
            "wrong-type",
            "not-a-string",
            "raises",
            "bad-yaml",
            "other",
            "uncaught",
            "invalid-skill",
            "form"
        ],
        effect: "",
        summary: "Readers differ in what this value is: a text, a number, true or false",
        find: ambiguous,
    },
    Rule {
        id: "yaml/flow-style",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields!["bad-yaml", "bad-fields"],
        effect: "{} refuses it",
        summary: "A list in [ ] or a map in { }, which the reference validator refuses",
        find: flow_style,
    },
    Rule {
        id: BEYOND,
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "bad-yaml",
            "line-without-colon",
            "bad-fields",
            "wrong-type",
            "not-a-string"
        ],
        effect: "{} refuses it",
        summary: "Valid YAML that the small reader of a host does not know",
        find: beyond_reader,
    },
];

fn comment_ate_value(input: &Input<'_>) -> Vec<Fault> {
    let text_fields = input.entries().iter().filter(|entry| {
        let known = entry.key.text().and_then(fields::field);
        is_null(&entry.value)
            && entry.value.text() == Some("")
            && known.is_some_and(|field| field.kind == FieldType::Text)
    });
    text_fields
        .filter_map(|entry| {
            let comment = comment_on_line(input.text, entry.key.span.end)?;
            let key = entry.key.text()?;
            let mut fault = Fault::new(
                comment.clone(),
                format!("`#` starts a comment, so `{key}` is empty"),
                "Put the value in quotes.",
            );
            fault.misread_by = input
                .readings
                .iter()
                .filter(|(_, reading)| reading.loaded())
                .map(|(profile, _)| profile.id.clone())
                .collect();
            let quote = edit::quote(input.text, input.document, key);
            Some(fault.fix_if("quote the value", false, quote))
        })
        .collect()
}

/// A description without quotes that ends at ` #`. With a word right behind it (`#12`) the author
/// means a text; else it may be meant as a comment, and is worth a look.
fn cut_by_comment(input: &Input<'_>) -> Option<Fault> {
    let entry = input.entry("description")?;
    let Kind::Scalar {
        value,
        style: Style::Plain,
    } = &entry.value.kind
    else {
        return None;
    };
    let comment = comment_after(input.text, entry)?;
    let written = &input.text[comment.clone()];
    if value.is_empty() || allows(written) || input.is_broken(entry) {
        return None;
    }
    let sure = !written[1..].starts_with([' ', '\t', '#']) && written.len() > 1;
    let losing = input.lacking(written);
    if losing.is_empty() {
        return None;
    }
    let fault = Fault::new(
        comment.clone(),
        "`#` after a blank starts a comment, so the description ends before it",
        "Put the value in quotes.",
    );
    let mut fault = quote_span(input, fault, entry.value.span.start..comment.end);
    if sure {
        fault.misread_by = losing;
    } else {
        fault.minded_by = losing;
    }
    Some(fault)
}

/// A text of several lines that a comment ends before its last one.
fn inside_text(input: &Input<'_>) -> Vec<Fault> {
    let faults = input.errors().iter().filter_map(|error| {
        let (comment, whole) = ends_above(input, error)?;
        let fault = Fault::new(
            comment,
            "`#` after a blank starts a comment, and no text goes on below one",
            "Put the whole text in quotes, or the comment on a line of its own.",
        );
        let mut fault = quote_span(input, fault, whole);
        fault.stops_yaml = true;
        fault.fixes.iter_mut().for_each(|fix| fix.safe = false);
        Some(fault)
    });
    faults.collect()
}

/// The comment right above an indented line that is meant to go on the text before it, and the whole of
/// what is meant.
pub(super) fn ends_above(input: &Input<'_>, error: &SyntaxError) -> Option<(Span, Span)> {
    let line = line_at(input.text, error.at.start);
    let entry = input.entry_at(error.at.start)?;
    let Kind::Scalar {
        style: Style::Plain,
        value,
    } = &entry.value.kind
    else {
        return None;
    };
    let comment = comment_after(input.text, entry)?;
    let end = input.text[..line.start].trim_end().len();
    let indented = input.text[line.clone()].starts_with(' ');
    let written = line.start + input.text[line].trim_end().len();
    (indented && comment.end == end && !value.is_empty())
        .then_some((comment, entry.value.span.start..written))
}

/// The comment behind a value, on its last line.
pub(super) fn comment_after(text: &str, entry: &Entry) -> Option<Span> {
    comment_from(text, entry.value.span.end)
}

/// The comment that follows a key with nothing before it.
pub(super) fn comment_on_line(text: &str, key_end: usize) -> Option<Span> {
    let end = line_end(text, key_end, text.len());
    let rest = text[key_end..end].trim_start().strip_prefix(':')?;
    comment_from(text, end - rest.len())
}

/// The comment that is all there is from `at` to the end of the line.
fn comment_from(text: &str, at: usize) -> Option<Span> {
    let end = line_end(text, at, text.len());
    let rest = text[at..end].trim_start();
    let (start, comment) = (end - rest.len(), rest.trim_end());
    comment
        .starts_with('#')
        .then_some(start..start + comment.len())
}

fn ambiguous(input: &Input<'_>) -> Vec<Fault> {
    let texts = input.entries().iter().filter(|entry| {
        let known = entry.key.text().and_then(fields::field);
        known.is_some_and(|field| field.kind == FieldType::Text) && entry.value.tag.is_none()
    });
    texts
        .filter_map(|entry| {
            let Kind::Scalar {
                value,
                style: Style::Plain,
            } = &entry.value.kind
            else {
                return None;
            };
            let key = entry.key.text()?;
            let null = is_null(&entry.value);
            if null && !is_word_for(input, key, value) || !null && !is_no_text(value) {
                return None;
            }
            // That it stands for nothing is told, and no text is meant.
            if null && input.empty_for(key, &entry.value).is_some() {
                return None;
            }
            let fault = Fault::new(
                entry.value.span.clone(),
                format!("readers differ in whether `{value}` is a text"),
                "Put it in quotes to make it a text for everybody.",
            );
            let quote = edit::quote(input.text, input.document, key);
            Some(fault.fix_if("quote the value", false, quote))
        })
        .collect()
}

/// A word that stands for nothing (`null`), which a judged host takes for a text.
fn is_word_for(input: &Input<'_>, key: &str, word: &str) -> bool {
    let takes = |reading: &Reading| matches!(reading.field(key), Some(Value::Text(held)) if held.trim() == word);
    !word.is_empty() && input.readings.iter().any(|(_, reading)| takes(reading))
}

/// Numbers, dates, and the words for true and false of YAML 1.1.
pub(super) fn is_no_text(value: &str) -> bool {
    const WORDS: &[&str] = &["y", "n", "yes", "no", "on", "off", "true", "false"];
    let numeric = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
        && value.contains(|c: char| c.is_ascii_digit())
        && value
            .chars()
            .all(|c| c.is_ascii_hexdigit() || "+-._:xoTZ".contains(c))
        && value.matches('.').count() < 2;
    numeric || WORDS.iter().any(|word| value.eq_ignore_ascii_case(word))
}

fn flow_style(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let refusing = input.judged(&["agentskills"]);
    let field = |node: &Node| {
        let mut entries = input.entries().iter();
        let entry = entries.find(|one| std::ptr::eq(&one.value, node))?;
        fields::field(entry.key.text()?)
    };
    let mut depth = 0;
    walk(input, &mut |node| {
        depth += 1;
        let (Kind::Sequence { flow: true, .. } | Kind::Mapping { flow: true, .. }) = &node.kind
        else {
            return false;
        };
        let known = field(node);
        // That these must be texts is told of all hosts at once.
        if known.is_some_and(|field| matches!(field.key, "name" | "description")) {
            return true;
        }
        let text = known.is_some_and(|field| field.kind == FieldType::Text);
        let (what, help) = match text {
            true => (
                "brackets make a list or a map here, and the field is one text",
                "Put the text in quotes.",
            ),
            false => ("a value in brackets", "Write one item on each line."),
        };
        let mut fault = Fault::new(node.span.clone(), what, help);
        let edits = unfolded(input, node);
        fault.by = Some(refusing.clone());
        if depth == 1 {
            // The whole block: readers of lines find no field in it.
            blame(input, &mut fault, &edits);
            fault.by.get_or_insert_default().extend(refusing.clone());
        }
        fault.minded_by.clone_from(&refusing);
        fault.only = Some(&[]);
        faults.push(match text {
            true => quote_span(input, fault, node.span.clone()),
            false => fault.fix("write one item on each line", true, edits),
        });
        true
    });
    faults
}

fn beyond_reader(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for node in property::meant(input) {
        let what = match (&node.kind, &node.anchor) {
            (Kind::Alias(_), _) => "an alias (`*name`)",
            (_, Some(_)) => "an anchor (`&name`)",
            _ => "a tag (`!name`)",
        };
        let start = property::start(input.text, node);
        let range = start..node.span.end.max(start);
        let mut fault = Fault::new(range, what, "Write the value itself.");
        fault.minded_by = input.judged(&["agentskills"]);
        fault.only = Some(&[]);
        faults.push(fault);
    }
    faults.extend(keys::quoted(input));
    faults.extend(by_line(input));
    faults.extend(quoted_lines(input));
    faults
}

/// A value in quotes that goes on at the start of a line: some readers want blanks there.
fn quoted_lines(input: &Input<'_>) -> Vec<Fault> {
    let quoted = input.entries().iter().filter(|entry| {
        matches!(
            entry.value.kind,
            Kind::Scalar {
                style: Style::Single | Style::Double,
                ..
            }
        )
    });
    let goes_on = |entry: &Entry| {
        let lines = lines_in(input.text, entry.value.span.clone()).skip(1);
        let outdented =
            lines.filter(|line| !input.text[line.clone()].starts_with([' ', '\t', '\n', '\r']));
        let edits: Vec<Edit> = outdented
            .map(|line| Edit::insert(line.start, "  "))
            .collect();
        (!edits.is_empty()).then(|| {
            let mut fault = Fault::new(
                entry.value.span.clone(),
                "a value in quotes that goes on at the start of a line",
                "Begin its further lines with blanks.",
            );
            fault.only = Some(&[]);
            fault.fix("indent its further lines", true, edits)
        })
    };
    quoted.filter_map(goes_on).collect()
}

/// Where a host that reads line by line gives up, or finds a field that is none.
fn by_line(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (profile, reading) in input.readings {
        let Some(dropped) = reading.dropped.as_ref() else {
            continue;
        };
        let lines = profile.reader.family == Family::Flat;
        // What is not written at all has rules of its own.
        if problems(dropped).any(|(field, kind)| kind == "missing" && !input.has(field)) {
            continue;
        }
        if lines && matches!(dropped.code, "line-without-colon" | "bad-fields") {
            let at = dropped.at.clone().unwrap_or(0..0);
            // Lines that a control character makes are told of at that, or with the line ends.
            let before = input.text.get(..at.start).unwrap_or_default();
            let told = |c: char| c != '\r' || input.config.runs(LINE_ENDS);
            if before.ends_with(|c| kind(c) == Some(Hidden::Control) && told(c)) {
                continue;
            }
            let help = "This host reads one `field: value` a line, texts in quotes where they look \
                        like numbers.";
            let mut fault = Fault::new(at, dropped.message.clone(), help);
            fault.by = Some(vec![profile.id.clone()]);
            fault.asked = true;
            fault.only = Some(&[]);
            fault.stops_yaml = true;
            let edits = on_one_line(input, fault.range.start);
            faults.push(fault.fix("write the text on one line", false, edits));
        }
    }
    faults
}

/// The edits that write a text in quotes that goes over several lines on one.
fn on_one_line(input: &Input<'_>, at: usize) -> Vec<Edit> {
    let entry = input.entry_at(at);
    let entry = entry.filter(|entry| entry.value.span.contains(&at) && input.errors().is_empty());
    let said = entry.and_then(|entry| {
        let quoted = matches!(
            entry.value.kind,
            Kind::Scalar {
                style: Style::Single | Style::Double,
                ..
            }
        );
        let said = entry
            .value
            .text()
            .filter(|said| quoted && !said.contains('\n'))?;
        let edits = edit::set(
            input.text,
            input.document,
            entry.key.text()?,
            NewValue::Text(said),
        );
        edits.ok()
    });
    said.unwrap_or_default()
}
