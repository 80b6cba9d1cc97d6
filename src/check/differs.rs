//! What a host reads that the file does not say.

use std::borrow::Cow;

use super::allow::allows;
use super::blind::{blind, hit, is_blind, sample};
use super::flow::unfolded;
use super::input::{is_null, value_or_key};
use super::quote::quote_span;
use super::strayed::strayed;
use super::value::comment_after;
use super::{Fault, Finding, Input, Rule, Severity};
use super::{comment, escape};
use crate::host::profile::Family;
use crate::host::{Profile, Reading, Value, read_at};
use crate::skill::Span;
use crate::skill::document::{Document, line_at};
use crate::skill::edit::{self, Edit, NewValue, apply};
use crate::skill::fields::{self, FieldType};
use crate::skill::hidden::visible_line;
use crate::skill::shared::Shared;
use crate::skill::yaml::{Entry, Kind, Node, Style};

/// Characters of a value that a message shows.
const SHOWN: usize = 40;

/// What hosts that load a file hold otherwise than its author wrote it.
#[derive(Debug)]
pub(super) struct Differing {
    /// The lines of the field, or the line that closes the block.
    lines: Span,
    /// A fault of these lines may be why.
    broken: bool,
    /// The hosts hold nothing in the place of it.
    lost: bool,
    pub(super) fault: Fault,
}

impl Differing {
    /// It is what this fault does to the hosts.
    pub(super) fn blame(&self, rule: &Rule, fault: &mut Fault) {
        let of_type = matches!(rule.id, "description/not-text" | "name/not-text");
        let at = fault.range.start;
        let here = self.lines.start <= at && at <= self.lines.end;
        if self.broken && here && (fault.stops_yaml || of_type) {
            fault.misread_by.extend(self.fault.misread_by.clone());
        }
    }

    /// An error that names the host says it already: of these lines, or of whatever else keeps it from
    /// the field.
    pub(super) fn is_told(&self, found: &[Finding], host: &String) -> bool {
        let (from, to) = (self.lines.start, self.lines.end);
        let here = |one: &Finding| one.range.start <= to && from <= one.range.end;
        let error = |one: &Finding| one.severity == Severity::Error && one.hosts.contains(host);
        let wide = self.lost || self.broken;
        found.iter().any(|one| error(one) && (wide || here(one)))
    }

    /// The host is one of those.
    pub(super) fn names(&self, host: &str) -> bool {
        self.fault.misread_by.iter().any(|id| id == host)
    }
}

/// What a field says to people.
enum Said<'a> {
    Text(Cow<'a, str>),
    /// A list, or whatever else has words in it.
    Words(Vec<&'a str>),
}

/// Fields whose words a host that loads the file reads otherwise, and a body that it does not. White
/// space does not count, nor a value whose type readers take differently: that has a rule of its own.
pub(super) fn differs(input: &Input<'_>) -> Vec<Differing> {
    let mut all: Vec<Differing> = Vec::new();
    if input.document.before.is_some() || input.document.bom {
        return all;
    }
    let strayed = strayed(input);
    for entry in input.entries() {
        let Some((key, said)) = said(input, entry) else {
            continue;
        };
        // Text that stands below it at the wrong place is told of there.
        if strayed
            .as_ref()
            .is_some_and(|text| text.holds(entry.key.span.start))
        {
            continue;
        }
        if !escape::of_path(input, &entry.value).is_empty() {
            continue;
        }
        // Which of two counts is told where the second one stands.
        let keys = input.entries().iter().map(|entry| entry.key.text());
        if keys.filter(|known| *known == Some(key)).count() > 1 {
            continue;
        }
        let hosts = input
            .readings
            .iter()
            .filter(|(_, reading)| reading.loaded());
        let mut field: Option<Differing> = None;
        for (profile, reading) in hosts.filter(|(_, reading)| reading.lost.is_none()) {
            let Some(held) = otherwise(input, entry, (profile, reading), key, &said) else {
                continue;
            };
            match &mut field {
                Some(known) => {
                    known.lost &= held.is_empty();
                    known.fault.misread_by.push(profile.id.clone());
                }
                None => field = Some(of_field(input, entry, profile, key, &said, &held)),
            }
        }
        all.extend(field);
    }
    all.extend(body(input));
    all.extend(unread(input));
    all
}

/// Hosts that load a file without its frontmatter because of what stands between sound fences.
fn unread(input: &Input<'_>) -> Option<Differing> {
    let front = input
        .front()
        .filter(|front| !front.tree.errors.is_empty())?;
    let close = front.close.clone()?;
    let open = &input.text[line_at(input.text, front.open.start)];
    let written = format!("{}\n\nBody.\n", &input.text[close]);
    let of_fences = hit(input, &sample("", open, &written));
    let hosts = input.readings.iter().map(|(profile, _)| profile.id.clone());
    let hosts: Vec<String> = hosts.filter(|id| !of_fences.contains(id)).collect();
    let hosts = blind(input, &hosts);
    (!hosts.is_empty()).then(|| {
        let mut fault = Fault::new(
            front.open.clone(),
            "not everybody finds a field here",
            "Write what is between the fences as YAML.",
        );
        fault.misread_by = hosts;
        Differing {
            lines: front.yaml.clone(),
            broken: true,
            lost: true,
            fault,
        }
    })
}

fn of_field(
    input: &Input<'_>,
    entry: &Entry,
    profile: &Profile,
    key: &str,
    said: &Said<'_>,
    held: &str,
) -> Differing {
    let mut fault = Fault::new(
        value_or_key(entry),
        format!("`{key}` does not say the same to everybody"),
        format!("{} reads: {}", profile.title, excerpt(held)),
    );
    fault.misread_by = vec![profile.id.clone()];
    let line = line_at(input.text, entry.key.span.start);
    let broken = input.is_broken(entry);
    let lines = match broken {
        // What is broken may stand below what is left of the value.
        true => line.start..field_end(input, entry).max(line.end),
        false => line.start..line_at(input.text, entry.value.span.end).end.max(line.end),
    };
    let comments = comment::beside(input.text, lines.clone(), entry);
    let fault = match (said, comments.first()) {
        // What is a comment to one is text to the other: it must not be lost.
        (_, Some(comment)) if !broken => {
            let written = &input.text[comment.clone()];
            let word = |written: &str| written[1..].starts_with(|c: char| c.is_alphanumeric());
            let whole = entry.value.span.start..comment.end;
            let alone = comment::above(input, &comments);
            match said {
                Said::Text(_) if word(written) => quote_span(input, fault, whole),
                Said::Text(_) if !allows(written) => {
                    quote_span(input, fault.fix(ALONE, false, alone), whole)
                }
                _ => fault.fix(ALONE, false, alone),
            }
        }
        (Said::Text(said), _) if !broken => {
            let edits = plain(input, profile, key, said);
            fault.fix("write it in a way all read alike", false, edits)
        }
        (Said::Words(_), _) if !broken => {
            let edits = unfolded(input, &entry.value);
            fault.fix("write one item on each line", false, edits)
        }
        _ => fault,
    };
    Differing {
        lines,
        broken: broken || !matches!(entry.value.kind, Kind::Scalar { .. }),
        lost: held.is_empty(),
        fault,
    }
}

/// Where the lines of a field end: at the next one, else at the end of the block.
pub(super) fn field_end(input: &Input<'_>, entry: &Entry) -> usize {
    let column = |at: usize| at - line_at(input.text, at).start;
    let start = entry.key.span.start;
    let mut keys = input.entries().iter().map(|other| other.key.span.start);
    let next = keys.find(|next| *next > start && column(*next) == column(start));
    let end = input.front().map_or(0, |front| front.yaml.end);
    next.unwrap_or(end).saturating_sub(1)
}

const ALONE: &str = "put the comment on a line of its own";

/// What this host holds of a field, when that is not what is said there; empty for nothing.
fn otherwise(
    input: &Input<'_>,
    entry: &Entry,
    (profile, reading): (&Profile, &Reading),
    key: &str,
    said: &Said<'_>,
) -> Option<String> {
    let known = profile.field(key);
    let texts = known.is_some_and(|field| field.rule.is_text() && field.one_of.is_empty());
    match (reading.field(key), said) {
        (Some(Value::Text(held)), Said::Text(said)) if !held.trim().is_empty() => {
            (!same_words(held, said)).then(|| held.clone())
        }
        (Some(Value::List(held)), Said::Words(said)) if !is_text(key) => {
            let words = |value: &Value| match value {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            };
            let held: Vec<String> = held.iter().map(words).collect::<Option<_>>()?;
            let same = held
                .iter()
                .map(|item| item.trim())
                .eq(said.iter().map(|item| item.trim()));
            (!same).then(|| held.join(", "))
        }
        (None | Some(Value::Null | Value::Text(_)), Said::Text(said)) => {
            let sees = !is_blind(profile, reading);
            (sees && texts && !said.trim().is_empty() || beyond(profile, input.text, entry))
                .then(String::new)
        }
        (None | Some(Value::Null | Value::Text(_)), Said::Words(said)) if is_text(key) => {
            let sees = !is_blind(profile, reading);
            let empty =
                !matches!(reading.field(key), Some(Value::Text(held)) if !held.trim().is_empty());
            (sees && texts && empty && !said.is_empty()).then(String::new)
        }
        _ => None,
    }
}

/// Every host wants a text here.
fn is_text(key: &str) -> bool {
    matches!(key, "name" | "description")
}

/// A body that a host holds without all of its words, told of at the line that closes the block.
fn body(input: &Input<'_>) -> Option<Differing> {
    let front = input.front()?;
    let close = front.close.clone()?;
    let said = input.text.get(input.document.body.clone())?;
    let first = said.lines().find(|line| !line.trim().is_empty())?.trim();
    let without = |(profile, reading): &(&Profile, &Reading)| {
        let held = reading.body.as_ref().map(Shared::bytes);
        let reads = profile.reader.family != Family::None && !is_blind(profile, reading);
        let lacks = |held| memchr::memmem::find(held, first.as_bytes()).is_none();
        reads && reading.loaded() && held.is_some_and(lacks)
    };
    let hosts: Vec<_> = input.readings.iter().filter(|host| without(host)).collect();
    let (profile, reading) = hosts.first()?;
    let held = reading.body.as_deref().unwrap_or_default();
    let mut fault = Fault::new(
        close.clone(),
        "the text below this line is not the same to everybody",
        format!("{} reads: {}", profile.title, excerpt(held)),
    );
    fault.misread_by = hosts
        .iter()
        .map(|(profile, _)| profile.id.clone())
        .collect();
    Some(Differing {
        lines: close,
        broken: true,
        lost: false,
        fault,
    })
}

/// The host knows the field, and reads only what stands before it.
fn beyond(profile: &Profile, text: &str, entry: &Entry) -> bool {
    let key = entry.key.text().unwrap_or_default();
    let before = &text[..entry.value.span.start];
    let most = profile.reader.first_characters;
    profile.field(key).is_some() && most.is_some_and(|most| before.chars().count() >= most)
}

/// A known field and what it says to people, where that is sure.
fn said<'a>(input: &Input<'a>, entry: &'a Entry) -> Option<(&'a str, Said<'a>)> {
    let key = entry.key.text()?;
    let known = fields::field(key)?;
    let broken = input.is_broken(entry);
    if broken && known.kind == FieldType::Text {
        return Some((key, Said::Text(meant(input, key)?.into())));
    }
    match (&entry.value.kind, known.kind) {
        (Kind::Scalar { value, style }, FieldType::Text) => {
            let sure = *style != Style::Plain
                || value.contains(char::is_whitespace)
                || comment_after(input.text, entry).is_some();
            // Who takes an anchor or a tag for a word reads what its author wrote.
            let bare = entry.value.tag.is_none() && entry.value.anchor.is_none();
            let sure = sure && !is_null(&entry.value) && bare;
            sure.then(|| (key, Said::Text(value.as_str().into())))
        }
        (Kind::Sequence { items, .. }, FieldType::List) if !broken => {
            let items: Option<Vec<&str>> = items.iter().map(Node::text).collect();
            Some((key, Said::Words(items?)))
        }
        (Kind::Sequence { items, .. }, _) if is_text(key) => Some((
            key,
            Said::Words(items.iter().filter_map(Node::text).collect()),
        )),
        _ => None,
    }
}

/// The text of a field that is broken, as it is when it is put in quotes.
fn meant(input: &Input<'_>, key: &str) -> Option<String> {
    let edits = edit::quote(input.text, input.document, key).ok()?;
    let sound = Document::parse(&apply(input.text, &edits));
    let text = sound.tree()?.get(key)?.value.text()?;
    Some(text.to_owned())
}

fn same_words(a: &str, b: &str) -> bool {
    a == b || a.split_whitespace().eq(b.split_whitespace())
}

fn excerpt(held: &str) -> String {
    let one = held.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = one.char_indices().nth(SHOWN).map(|(at, _)| &one[..at]);
    match cut {
        _ if one.is_empty() => "nothing.".to_owned(),
        Some(cut) => format!("{}…", visible_line(cut)),
        None if one.ends_with('.') => visible_line(&one).into_owned(),
        None => format!("{}.", visible_line(&one)),
    }
}

/// An edit after which the host reads what the file says.
fn plain(input: &Input<'_>, profile: &Profile, key: &str, said: &str) -> Vec<Edit> {
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let Ok(removed) = edit::remove(input.text, input.document, key) else {
        return Vec::new();
    };
    let line = removed.first().map_or(0..0, |edit| edit.span.clone());
    let end = input.document.line_ends.text();
    // A comment behind the mark of a block goes above it.
    let above = match block_comment(input, key) {
        Some(comment) => format!("{comment}{end}"),
        None => String::new(),
    };
    let by_key = edit::set(input.text, input.document, key, NewValue::Text(&words));
    let by_key = by_key.ok().filter(|_| above.is_empty());
    let bare = crate::skill::scalar::plain_is_safe(&words).then(|| {
        vec![Edit::replace(
            line.clone(),
            format!("{above}{key}: {words}{end}"),
        )]
    });
    let quoted = format!(
        "{above}{key}: {}{end}",
        crate::skill::scalar::quoted(&words)
    );
    let quoted = vec![Edit::replace(line.clone(), quoted)];
    [bare, by_key, Some(quoted)]
        .into_iter()
        .flatten()
        .find(|edits| {
            let text = apply(input.text, edits);
            let reading: Reading = read_at(profile, text.as_bytes(), input.file);
            matches!(reading.field(key), Some(Value::Text(held)) if same_words(held, said))
        })
        .unwrap_or_default()
}

/// The comment behind the mark that begins the block of a field.
fn block_comment<'a>(input: &Input<'a>, key: &str) -> Option<&'a str> {
    let value = &input.entry(key)?.value;
    let block = matches!(
        value.kind,
        Kind::Scalar {
            style: Style::Literal | Style::Folded,
            ..
        }
    );
    let line = line_at(input.text, value.span.start);
    let mark = input.text.get(value.span.start..line.end)?;
    let comment = mark.find(" #").map(|at| mark[at..].trim());
    comment.filter(|_| block)
}
