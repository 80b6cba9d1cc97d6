//! Whether a fix is safe: asked of the readers of the judged hosts, never believed.

use std::cell::LazyCell;

use super::{Finding, Input};
use crate::host::profile::Family;
use crate::host::{Profile, Reading, read_at};
use crate::skill::edit::{Edit, apply};

/// Fixes of one file that the readers are asked about one by one; of more they are only asked about all
/// together, so that a file full of faults does not stop the screen.
pub(super) const ASKED: usize = 40;

/// Bytes that are read again by each host for that.
const BYTES: usize = 2 << 20;

/// What edits do to what the judged hosts read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// A host that loads the file reads something else, or drops it.
    Harm,
    /// Hosts drop the file as before.
    Nothing,
    /// No reading changes, and of the hosts that drop the file, if any do, one loads it.
    Gain,
}

/// Keeps of the fixes that claim to be safe those that are: nothing is harmed, and a dropped file
/// loads after the fix, or after all of them where it has several faults.
pub(super) fn settle(input: &Input<'_>, found: &mut [Finding]) {
    let fixes = || found.iter().flat_map(|finding| &finding.fixes);
    let all: Vec<Edit> = fixes()
        .filter(|fix| fix.safe)
        .flat_map(|fix| fix.edits.clone())
        .collect();
    let today = LazyCell::new(|| today(input));
    let mut together = None;
    let fixes = found.iter_mut().flat_map(|finding| &mut finding.fixes);
    let asked = (BYTES / input.text.len().max(1)).clamp(1, ASKED);
    for (count, fix) in fixes.filter(|fix| fix.safe).enumerate() {
        let alone = match count < asked {
            true => effect(input, &today, &fix.edits),
            false => Effect::Nothing,
        };
        fix.safe = match alone {
            Effect::Harm => false,
            Effect::Gain => true,
            Effect::Nothing => {
                *together.get_or_insert_with(|| effect(input, &today, &all)) == Effect::Gain
            }
        };
    }
}

/// What the judged hosts read in the file as it is. A host that reads no frontmatter is not asked: it
/// never meets a file made for one that does.
pub(super) fn today<'a>(input: &Input<'a>) -> Vec<(&'a Profile, Reading)> {
    let path = path(input);
    let hosts = input.readings.iter().map(|(profile, _)| *profile);
    hosts
        .filter(|profile| profile.reader.family != Family::None)
        .map(|profile| (profile, read_at(profile, input.text.as_bytes(), &path)))
        .collect()
}

/// Asks the readers for the file with these edits, and compares.
pub(super) fn effect(input: &Input<'_>, today: &[(&Profile, Reading)], edits: &[Edit]) -> Effect {
    let fixed = apply(input.text, edits);
    let path = path(input);
    let (mut dropped, mut gained) = (false, false);
    for (profile, before) in today {
        let after = read_at(profile, fixed.as_bytes(), &path);
        if !before.loaded() {
            dropped = true;
            gained |= after.loaded();
        } else if !after.loaded()
            || !is_lost(before) && held(before) != held(&after)
            || before.fails.is_none() && after.fails.is_some()
        {
            return Effect::Harm;
        }
    }
    match gained || !dropped {
        true => Effect::Gain,
        false => Effect::Nothing,
    }
}

/// The host holds no field of the frontmatter and no description, so nothing that could be kept.
fn is_lost(reading: &Reading) -> bool {
    let described = reading
        .description
        .as_deref()
        .is_some_and(|said| !said.is_empty());
    reading.lost.is_some() && reading.spans.is_empty() && !described
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
