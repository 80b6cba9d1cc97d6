//! The text of one skill in a catalogue.

use super::Shown;
use crate::host::lines::{escape, fill, more};
use crate::host::profile::Catalogue;

/// The text of one skill.
pub(super) fn entry(template: &Catalogue, shown: &Shown<'_>) -> String {
    let copy = shown.copy;
    let pattern = match &template.bare {
        Some(bare) if shown.description.is_empty() => bare,
        _ => &template.entry,
    };
    fill(pattern, |slot| match slot {
        "name" => Some(escape(template.escape, &copy.name)),
        "lines" => Some(shown.lines.clone()),
        "description" => Some(escape(template.escape, &shown.description)),
        "origin" => Some(shown.origin.to_owned()),
        "place" => Some(shown.place.clone()),
        "folder" => Some(escape(
            template.escape_location,
            copy.folder.as_deref().unwrap_or_default(),
        )),
        "below" => {
            let path = copy.path.as_deref().unwrap_or_default();
            let parts: Vec<&str> = path.rsplitn(3, '/').collect();
            Some(
                parts
                    .iter()
                    .take(2)
                    .rev()
                    .copied()
                    .collect::<Vec<_>>()
                    .join("/"),
            )
        }
        "more" => Some(more(template, copy)),
        "location" => Some(escape(
            template.escape_location,
            copy.path.as_deref().unwrap_or_default(),
        )),
        "body" => {
            let body = copy.reading.body.as_deref().unwrap_or_default();
            Some(template.trim_body.apply(body).to_owned())
        }
        _ => None,
    })
}
