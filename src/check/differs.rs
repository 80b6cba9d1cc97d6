//! What a host reads that the file does not say.

use super::input::is_null;
use super::quote::quote_span;
use super::value::comment_after;
use super::{Fault, Input};
use crate::host::{Profile, Reading, Value, read_at};
use crate::skill::edit::{self, Edit, NewValue, apply};
use crate::skill::fields::{self, FieldType};
use crate::skill::hidden::visible_line;
use crate::skill::yaml::{Entry, Kind, Style};

/// Characters of a value that a message shows.
const SHOWN: usize = 40;

/// Text fields whose words a host that loads the file reads otherwise. White space does not count,
/// nor a value whose type readers take differently: that has a rule of its own.
pub(super) fn differs(input: &Input<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let nothing = String::new();
    let broken = input
        .front()
        .is_none_or(|front| !front.tree.errors.is_empty());
    if broken || input.document.before.is_some() || input.document.bom {
        return faults;
    }
    for entry in input.entries() {
        let Some((key, said)) = text_field(entry) else {
            continue;
        };
        // Which of two counts is told where the second one stands.
        let keys = input.entries().iter().map(|entry| entry.key.text());
        if keys.filter(|known| *known == Some(key)).count() > 1 {
            continue;
        }
        for (profile, reading) in input.readings {
            let held = match reading.field(key) {
                Some(Value::Text(held)) if !same_words(held, said) => held,
                None if reading.loaded() && beyond(profile, input.text, entry) => &nothing,
                _ => continue,
            };
            if let Some(known) = faults.iter_mut().find(|f| f.range == entry.value.span) {
                known.misread_by.push(profile.id.clone());
                continue;
            }
            let mut fault = Fault::new(
                entry.value.span.clone(),
                format!("`{key}` does not say the same to everybody"),
                format!("{} reads: {}", profile.title, excerpt(held)),
            );
            fault.misread_by = vec![profile.id.clone()];
            if let Some(comment) = comment_after(input.text, entry) {
                // What is a comment to one is text to the other: it must not be lost.
                let whole = entry.value.span.start..comment.end;
                faults.push(quote_span(input, fault, whole));
                continue;
            }
            let edits = plain(input, profile, key, said);
            faults.push(fault.fix("write it in a way all read alike", false, edits));
        }
    }
    faults
}

/// The host knows the field, and reads only what stands before it.
fn beyond(profile: &Profile, text: &str, entry: &Entry) -> bool {
    let key = entry.key.text().unwrap_or_default();
    let before = &text[..entry.value.span.start];
    let most = profile.reader.first_characters;
    profile.field(key).is_some() && most.is_some_and(|most| before.chars().count() >= most)
}

/// A known text field and the text its YAML says.
fn text_field(entry: &Entry) -> Option<(&str, &str)> {
    let key = entry.key.text()?;
    let known = fields::field(key)?;
    let Kind::Scalar { value, style } = &entry.value.kind else {
        return None;
    };
    let sure = *style != Style::Plain || value.contains(char::is_whitespace);
    // Who takes an anchor or a tag for a word reads what its author wrote.
    let bare = entry.value.tag.is_none() && entry.value.anchor.is_none();
    let sure = sure && !is_null(&entry.value) && bare;
    (known.kind == FieldType::Text && sure).then_some((key, value.as_str()))
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
    let by_key = edit::set(input.text, input.document, key, NewValue::Text(&words));
    let bare = crate::skill::scalar::plain_is_safe(&words)
        .then(|| vec![Edit::replace(line.clone(), format!("{key}: {words}{end}"))]);
    let quoted = format!("{key}: {}{end}", crate::skill::scalar::quoted(&words));
    let quoted = vec![Edit::replace(line.clone(), quoted)];
    [bare, by_key.ok(), Some(quoted)]
        .into_iter()
        .flatten()
        .find(|edits| {
            let text = apply(input.text, edits);
            let reading: Reading = read_at(profile, text.as_bytes(), input.file);
            matches!(reading.field(key), Some(Value::Text(held)) if same_words(held, said))
        })
        .unwrap_or_default()
}
