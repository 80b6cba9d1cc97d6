//! Fields that are misspelt.

use super::field::{items, unknown_keys};
use super::safe::blame;
use super::strayed::is_among_text;
use super::{Fault, Input};
use crate::skill::document::line_at;
use crate::skill::edit::{self, Edit};
use crate::skill::fields::{FIELDS, FieldType, field};
use crate::skill::hidden::{kind, visible_line};
use crate::skill::near::distance;
use crate::skill::scalar;
use crate::skill::yaml::Entry;

/// Fields that hosts ask for.
const ASKED_FOR: [&str; 2] = ["name", "description"];

/// Other names people give them.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("desc", "description"),
    ("summary", "description"),
    ("skill-name", "name"),
    ("skill-description", "description"),
];

pub(super) fn typo(input: &Input<'_>) -> Vec<Fault> {
    let mut faults: Vec<(&str, Fault)> = Vec::new();
    let mut asked: Vec<Edit> = Vec::new();
    for (entry, key) in unknown_keys(input) {
        let Some(meant) = meant(key).filter(|meant| input.entry(meant).is_none()) else {
            continue;
        };
        let hidden = key.char_indices().find(|(_, c)| kind(*c).is_some());
        let mut fault = Fault::new(
            entry.key.span.clone(),
            format!("no host knows `{}`", visible_line(key)),
            format!("Did you mean `{meant}`?"),
        );
        // What nobody sees is told of once, where it stands.
        if let Some((at, c)) = hidden.filter(|_| input.text[entry.key.span.clone()] == *key) {
            let at = entry.key.span.start + at;
            fault.range = at..at + c.len_utf8();
        }
        // Of two that stand for one field only one can become it, and text is to become none.
        if faults.iter().all(|(known, _)| *known != meant)
            && may_be(meant, entry)
            && !is_among_text(input, entry)
            && let Ok(edits) = edit::rename(input.text, input.document, key, meant)
        {
            if ASKED_FOR.contains(&meant) {
                blamed(input, &mut fault, meant, &edits);
                asked.extend(edits.clone());
            }
            let list = as_list(input, entry, meant);
            fault = fault.fix("correct it", false, edits);
            fault = fault.fix("correct it, and make it a list", false, list);
        }
        faults.push((meant, fault));
    }
    together(input, &mut faults, &asked);
    faults.into_iter().map(|(_, fault)| fault).collect()
}

/// The edits that write the field by its right name, with a list where it has one text.
fn as_list(input: &Input<'_>, entry: &Entry, meant: &str) -> Vec<Edit> {
    let of_list = field(meant).is_some_and(|field| field.kind == FieldType::List);
    let items = entry.value.text().map(items).unwrap_or_default();
    let line = line_at(input.text, entry.key.span.start);
    let one = entry.value.span.end <= line.end && line.start == entry.key.span.start;
    if !of_list || !one || items.is_empty() {
        return Vec::new();
    }
    let end = input.document.line_ends.text();
    let item = |item: &&str| format!("{end}  - {}", scalar::inline(item, None, false));
    let list: String = items.iter().map(item).collect();
    vec![Edit::replace(
        entry.key.span.start..entry.value.span.end,
        format!("{meant}:{list}"),
    )]
}

/// The value may stand in that field.
pub(super) fn may_be(meant: &str, entry: &Entry) -> bool {
    let closed = field(meant).filter(|field| field.kind == FieldType::Text);
    let values = closed.map_or(&[][..], |field| field.values);
    let said = entry.value.text().map(str::trim);
    values.is_empty() || said.is_some_and(|said| values.contains(&said))
}

fn blamed(input: &Input<'_>, fault: &mut Fault, meant: &str, edits: &[Edit]) {
    blame(input, fault, edits);
    // A host that takes the folder in the place of the name loses nothing.
    if meant == "name" {
        fault.misread_by.clear();
    }
    let notes = input.readings.iter().filter(|(_, reading)| {
        let mut notes = reading.notes.iter();
        notes.any(|note| note.code == "unexpected-fields")
    });
    fault.minded_by = notes.map(|(profile, _)| profile.id.clone()).collect();
}

/// Hosts that drop the file as long as one of several fields is misspelt are told of with each.
fn together(input: &Input<'_>, faults: &mut [(&str, Fault)], edits: &[Edit]) {
    let mut all = Fault::default();
    if edits.len() < 2 {
        return;
    }
    blame(input, &mut all, edits);
    let each = || faults.iter().filter_map(|(_, fault)| fault.by.as_ref());
    let mut rest = all.by.unwrap_or_default();
    rest.retain(|host| each().all(|known| !known.contains(host)));
    for by in faults.iter_mut().filter_map(|(_, fault)| fault.by.as_mut()) {
        by.extend(rest.iter().cloned());
    }
}

/// A key that no host knows and that is meant for `key`.
pub(super) fn misspelt(input: &Input<'_>, key: &str) -> bool {
    unknown_keys(input).any(|(_, written)| meant(written) == Some(key))
}

/// The known field a misspelt one stands for: other case, `_` for `-`, or one or two wrong letters.
pub(super) fn meant(key: &str) -> Option<&'static str> {
    let plain = key.to_lowercase().replace(['_', ' '], "-");
    let other = OTHER_NAMES.iter().find(|(name, _)| *name == plain);
    if let Some((_, key)) = other {
        return Some(key);
    }
    let exact = FIELDS
        .iter()
        .find(|field| field.key.replace('_', "-") == plain);
    let close = || {
        let near = FIELDS
            .iter()
            .map(|field| (distance(&plain, field.key), field));
        near.filter(|(far, field)| *far <= 2 && field.key.len() > 3 * far)
            .min_by_key(|(far, _)| *far)
            .map(|(_, field)| field)
    };
    exact.or_else(close).map(|field| field.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_fields() {
        for (key, wanted) in [
            ("descripton", Some("description")),
            ("Name", Some("name")),
            ("nmae", Some("name")),
            ("desc", Some("description")),
            ("skill_name", Some("name")),
            ("allowed_tools", Some("allowed-tools")),
            ("tools", None),
            ("origin", None),
            ("date", None),
            ("licence", Some("license")),
            ("Skill Description", Some("description")),
        ] {
            assert_eq!(meant(key), wanted, "{key}");
        }
    }
}
