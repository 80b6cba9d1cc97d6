//! Whether a fix is safe: asked of the readers of the judged hosts, never believed.

use super::{Finding, Input};
use crate::host::profile::Family;
use crate::host::{Reading, read_at};
use crate::skill::edit::{Edit, apply};

/// Fixes of one file that the readers are asked about; with more of them it is no skill, and must not
/// stop the screen.
pub(super) const ASKED: usize = 40;

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
    let mut together = None;
    let fixes = found.iter_mut().flat_map(|finding| &mut finding.fixes);
    for (count, fix) in fixes.filter(|fix| fix.safe).enumerate() {
        fix.safe = count < ASKED
            && match effect(input, &fix.edits) {
                Effect::Harm => false,
                Effect::Gain => true,
                Effect::Nothing => {
                    *together.get_or_insert_with(|| effect(input, &all)) == Effect::Gain
                }
            };
    }
}

/// Asks the readers. A host that reads no frontmatter never meets a file made for one that does, and
/// one that finds none in the file today reads nothing that could be kept.
pub(super) fn effect(input: &Input<'_>, edits: &[Edit]) -> Effect {
    let fixed = apply(input.text, edits);
    let path = path(input);
    let (mut dropped, mut gained) = (false, false);
    for (profile, _) in input.readings {
        if profile.reader.family == Family::None {
            continue;
        }
        let before = read_at(profile, input.text.as_bytes(), &path);
        let after = read_at(profile, fixed.as_bytes(), &path);
        if !before.loaded() {
            dropped = true;
            gained |= after.loaded();
        } else if !after.loaded()
            || !before.spans.is_empty() && held(&before) != held(&after)
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
