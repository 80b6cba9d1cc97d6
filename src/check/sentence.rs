//! Sentences of a description at the start of their lines, which YAML takes for fields no host knows, or for
//! nothing at all: `Use when: the user asks.`

use super::description::says_when;
use super::strayed::strayed;
use super::typo::meant;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{goes_on, key_of, line_at};
use crate::skill::edit::Edit;
use crate::skill::fields::field;
use crate::skill::lines::lines_in;
use crate::skill::scalar;
use crate::skill::yaml::{Entry, Kind, Style, SyntaxError};

/// Words that no text ends with.
const JOINING: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "that", "the", "to",
    "when", "with",
];

/// Words of a line at least that is taken for a sentence.
const SENTENCE: usize = 3;

/// The sentences right below a description.
struct Run<'a> {
    /// The description.
    above: &'a Entry,
    lines: Vec<&'a Entry>,
    /// The line of the description cannot be the end of a text.
    open: bool,
}

/// A sentence of a description that YAML takes for a field no host knows.
pub(super) fn is_sentence(input: &Input<'_>, entry: &Entry) -> bool {
    let run = run(input);
    run.is_some_and(|run| {
        let mut lines = run.lines.iter();
        lines.any(|line| line.key.span == entry.key.span)
    })
}

/// The key is of several words, as those of sentences are.
pub(super) fn is_phrase(key: &str) -> bool {
    key.split_whitespace().nth(1).is_some()
}

fn is_plain(entry: &Entry) -> bool {
    matches!(
        entry.value.kind,
        Kind::Scalar {
            style: Style::Plain,
            ..
        }
    )
}

/// The run of sentences: they begin with a capital letter or with several words, and either the text
/// above is not done, or they are whole sentences, or say when to use the skill, which nothing above does.
fn run<'a>(input: &Input<'a>) -> Option<Run<'a>> {
    let text = input.text;
    let entries = input.entries();
    let at = entries
        .iter()
        .position(|entry| entry.key.text() == Some("description"))?;
    let above = entries.get(at).filter(|entry| is_plain(entry))?;
    let own = line_at(text, above.key.span.start);
    let said = text.get(above.value.span.start..own.end)?.trim_end();
    let last = said.rsplit(' ').next().unwrap_or_default();
    let open = said.ends_with([',', ';', ':', '(']) || JOINING.contains(&last);
    let mut near = own;
    let mut lines: Vec<&Entry> = Vec::new();
    for entry in &entries[at + 1..] {
        let line = line_at(text, entry.key.span.start);
        let Some(key) = entry.key.text().filter(|key| meant(key).is_none()) else {
            break;
        };
        let between = text.get(near.end..line.start).unwrap_or("-");
        let right_below = between.matches('\n').count() < 2 && between.len() < 3;
        let phrase = is_phrase(key);
        if said.is_empty() || !between.trim().is_empty() || !(right_below || phrase) {
            break;
        }
        let written = text[line.clone()].trim_end();
        let Some(rest) = written.strip_prefix(key) else {
            break;
        };
        let capital = key.starts_with(char::is_uppercase);
        let ends = written.ends_with(['.', '!', '?']) && rest.split_whitespace().count() > SENTENCE;
        let first = lines.is_empty();
        let word =
            key_of(written).is_some() && (first && open || capital && (ends || !says_when(said)));
        let one = is_plain(entry) && entry.value.span.end <= line.end;
        let value = entry.value.text().is_some_and(|value| !value.is_empty());
        let told = || strayed(input).is_some_and(|strayed| strayed.holds(line.start));
        if !(phrase || word) || !one || !value || told() {
            break;
        }
        lines.push(entry);
        near = line;
    }
    (!lines.is_empty()).then_some(Run { above, lines, open })
}

/// The fault of such sentences, with the fix that joins the lines.
pub(super) fn sentences(input: &Input<'_>) -> Option<Fault> {
    let Run { above, lines, open } = run(input)?;
    let (first, last) = (lines.first()?, lines.last()?);
    let key = first.key.text()?;
    let line = line_at(input.text, first.key.span.start);
    let at = line.start..line.start + key.len() + 1;
    let what = format!("`{key}:` reads as a field, not as a part of the text above");
    let help = "Write the description on one line, in quotes.";
    let mut fault = Fault::new(at, what, help);
    let lacking = input.lacking(input.text[line].trim_end());
    match open {
        true => fault.misread_by = lacking,
        false => fault.minded_by = lacking,
    }
    let end = line_at(input.text, last.key.span.start).end;
    Some(fault.fix(
        "join it to the text above",
        false,
        joined(input, above, end),
    ))
}

/// The edits that write the text of a field, up to the line that ends at `end`, on one line.
fn joined(input: &Input<'_>, above: &Entry, end: usize) -> Vec<Edit> {
    let start = above.value.span.start;
    let Some(written) = input.text.get(start..end) else {
        return Vec::new();
    };
    // What a comment says is no part of the text.
    if written.contains(" #") || written.contains("\n#") {
        return Vec::new();
    }
    let words: Vec<&str> = written.split_whitespace().collect();
    let joined = scalar::inline(&words.join(" "), None, false);
    vec![Edit::replace(
        start..start + written.trim_end().len(),
        joined,
    )]
}

/// The edits that join text without a colon to the description above it, an empty line between them.
pub(super) fn behind_blank(input: &Input<'_>, error: &SyntaxError) -> Vec<Edit> {
    let edits = || {
        let text = input.text;
        let yaml = input.front()?.yaml.clone();
        let owner = input.entry_at(error.at.start).filter(|one| is_plain(one))?;
        owner.key.text().filter(|key| *key == "description")?;
        let line = line_at(text, error.at.start);
        let own = line_at(text, owner.key.span.start);
        let between: &str = text.get(own.end..line.start)?;
        let said = text.get(owner.value.span.start..own.end)?;
        if said.is_empty() || !between.trim().is_empty() || between.matches('\n').count() < 2 {
            return None;
        }
        let bare = |line: &Span| {
            let written = &text[line.clone()];
            !goes_on(written) && !written.starts_with(['-', '`', '|', '<'])
        };
        let lines: Vec<Span> = lines_in(text, line.start..yaml.end)
            .take_while(bare)
            .collect();
        let last = lines.last()?;
        let below = lines_in(text, last.end..yaml.end).skip(1);
        let mut below = below.map(|line| &text[line]);
        let next = below.find(|line| !line.trim().is_empty());
        // Further text may be none of the description.
        let done = next.is_none_or(|next| key_of(next).is_some_and(|key| field(key).is_some()));
        done.then(|| joined(input, owner, last.end))
    };
    edits().unwrap_or_default()
}
