//! Whether a fix is safe: asked of the readers of the judged hosts, never believed.

use super::Input;
use crate::host::profile::Family;
use crate::host::{Reading, read_at};
use crate::skill::edit::{Edit, apply, moved};

/// True when every judged host that loads the file today reads the same after `edits`, none is lost,
/// and of those that drop it one loads it, or gets beyond the place of the edits.
///
/// A host that reads no frontmatter never meets a file made for one that does, and one that finds none
/// in the file today reads nothing that could be kept.
pub(super) fn keeps(input: &Input<'_>, edits: &[Edit]) -> bool {
    let fixed = apply(input.text, edits);
    let path = path(input);
    let last = edits.iter().map(|edit| edit.span.end).max();
    let repaired = moved(last.unwrap_or(0), edits);
    let (mut dropped, mut gained) = (false, false);
    for (profile, _) in input.readings {
        if profile.reader.family == Family::None {
            continue;
        }
        let before = read_at(profile, input.text.as_bytes(), &path);
        let after = read_at(profile, fixed.as_bytes(), &path);
        if let Some(why) = &after.dropped {
            let at = why.at.as_ref().map_or(0, |at| at.start);
            if before.loaded() {
                return false;
            }
            dropped = true;
            gained |= at > repaired;
        } else if !before.loaded() {
            dropped = true;
            gained = true;
        } else if !before.spans.is_empty() && held(&before) != held(&after)
            || before.fails.is_none() && after.fails.is_some()
        {
            return false;
        }
    }
    gained || !dropped
}

/// The file below the folder it is checked for, which names the skill for many hosts.
fn path(input: &Input<'_>) -> String {
    let file = input.file.rsplit(['/', '\\']).next().unwrap_or_default();
    match input.folder {
        Some(folder) => format!("{folder}/{file}"),
        None => input.file.to_owned(),
    }
}

fn held(reading: &Reading) -> impl PartialEq + '_ {
    let said = reading.description.as_deref();
    (
        reading.name.as_deref(),
        said.filter(|text| !text.is_empty()),
        reading.body.as_deref(),
        &reading.fields,
    )
}
