//! One skill from several layers: fields overlaid, the strongest layer that has a field gives it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::keyed::Keyed;
use super::layers::LayerState;
use super::profile::Profile;
use super::read::whole;
use super::reading::{Note, Value};
use super::survey::{Copy, Skill};
use crate::skill::shared::Shared;

/// The key under which the body counts as a field.
pub const CONTENT: &str = "content";

/// Merges copies of one name; `group` has those that count first within a layer before the others.
pub(super) fn merged(
    profile: &Profile,
    layers: &[LayerState],
    mut group: Vec<Copy>,
) -> Option<Skill> {
    group.sort_by_key(|copy| std::cmp::Reverse(copy.layer));
    let mut counting: Vec<&Copy> = Vec::new();
    for copy in &group {
        if counting
            .last()
            .is_none_or(|above| above.layer != copy.layer)
        {
            counting.push(copy);
        }
    }
    let mut body: Option<Shared> = None;
    let mut fields = Keyed::default();
    let mut fields_from = BTreeMap::new();
    for copy in counting.iter().rev() {
        if let Some(own) = &copy.reading.body {
            body = Some(own.clone());
            fields_from.insert(CONTENT.to_owned(), copy.layer);
        }
        for (key, value) in &copy.reading.fields {
            fields_from.insert(key.clone(), copy.layer);
            fields.put(key.clone(), value.clone());
        }
    }
    let origin = match counting.as_slice() {
        [one] => Arc::clone(&layers[one.layer].origin),
        _ => {
            let merged = profile.collision.merged_origin.as_deref();
            merged.unwrap_or_default().into()
        }
    };
    let note = blanked(layers, &counting);
    let name = counting.first()?.name.clone();
    let mut reading = whole::finish(&profile.reader, &name, body, fields.entries);
    let given = reading.field("description");
    if !matches!(given, Some(Value::Text(text)) if !text.is_empty())
        && let Some(content) = fields_from.get(CONTENT).copied()
    {
        // The first line of the content stands for it.
        fields_from.insert("description".to_owned(), content);
    }
    // What only holds for a field that another layer gives is not told.
    let mut notes: Vec<Note> = Vec::new();
    for copy in &counting {
        for note in &copy.reading.notes {
            let key = note.message.split('`').nth(1).unwrap_or_default();
            let own = fields_from.get(key) == Some(&copy.layer);
            if matches!(note.code, "plugin-error" | "plugin-needs")
                || (note.code == "set-by-code" && own)
            {
                notes.push(note.clone());
            }
        }
    }
    reading.notes.splice(0..0, notes);
    let mut copies = group.into_iter();
    let copy = Copy {
        reading: Arc::new(reading),
        ..copies.next()?
    };
    Some(Skill {
        origin,
        offered: profile.offers(&copy),
        note,
        copy,
        shadows: copies.collect(),
        fields_from,
    })
}

/// An empty body of a stronger layer takes away what a weaker one has.
fn blanked(layers: &[LayerState], counting: &[&Copy]) -> Option<String> {
    let mut bodies = counting
        .iter()
        .filter_map(|copy| Some((copy.layer, copy.reading.body.as_deref()?)));
    let (layer, strongest) = bodies.next()?;
    let (below, _) = bodies.find(|(_, body)| !body.is_empty())?;
    strongest.is_empty().then(|| {
        format!(
            "the empty {} copy blanks the content of the {} one: the skill drops out of every prompt",
            layers[layer].label, layers[below].label
        )
    })
}
