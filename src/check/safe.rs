//! Whether a fix is safe: asked of the readers, never believed. Those of the judged hosts say what it
//! gains; no host that is known may lose by it.

use std::cell::LazyCell;
use std::sync::LazyLock;

use super::blind::is_blind;
use super::{Fault, Finding, Input};
use crate::host::profile::Family;
use crate::host::{Profile, Profiles, ReadAt, Reading, Value};
use crate::skill::document::Document;
use crate::skill::edit::{Edit, apply};

/// Fixes of one file that the readers are asked about one by one; of more they are only asked about all
/// together, so that a file full of faults does not stop the screen.
pub(super) const ASKED: usize = 40;

/// Bytes that are read again by each host for that.
const BYTES: usize = 2 << 20;

/// The same for all hosts that are known.
const BYTES_OF_ALL: usize = 256 << 10;

/// One host for every way of reading that is known.
static READERS: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let mut readers: Vec<Profile> = Vec::new();
    for profile in Profiles::bundled().iter() {
        let known = readers.iter().any(|known| known.reader == profile.reader);
        if !known && profile.reader.family != Family::None {
            readers.push(profile.clone());
        }
    }
    readers
});

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
    let others = LazyCell::new(|| others(input));
    let mut together = None;
    let mut all_harm = None;
    let fixes = found.iter_mut().flat_map(|finding| &mut finding.fixes);
    let most = |bytes: usize| (bytes / input.text.len().max(1)).clamp(1, ASKED);
    let (asked, asked_of_all) = (most(BYTES), most(BYTES_OF_ALL));
    for (count, fix) in fixes.filter(|fix| fix.safe).enumerate() {
        let alone = match count < asked {
            true => effect(input, &today, &fix.edits),
            false => Effect::Nothing,
        };
        let gains = match alone {
            Effect::Harm => false,
            Effect::Gain => true,
            Effect::Nothing => {
                *together.get_or_insert_with(|| effect(input, &today, &all)) == Effect::Gain
            }
        };
        // Some read a file otherwise as long as any fault is left in it.
        let harms = |edits: &[Edit]| harms(input, &others, edits);
        let mut all_harm = || *all_harm.get_or_insert_with(|| harms(&all));
        fix.safe = gains && (count < asked_of_all && !harms(&fix.edits) || !all_harm());
    }
}

/// A host that loads the file drops it after these edits, or holds a field otherwise than before and
/// than the file then says it. What it takes in the place of a field it does not see is nothing to keep.
fn harms(input: &Input<'_>, today: &[(&Profile, Reading)], edits: &[Edit]) -> bool {
    let fixed = apply(input.text, edits);
    let path = path(input);
    let document = Document::parse(&fixed);
    let said = |key: &str| document.tree()?.get(key)?.value.text();
    let bytes = fixed.as_bytes().into();
    let file = ReadAt::new(&bytes, &path);
    today.iter().any(|(profile, before)| {
        let after = file.by(profile);
        let right = |(key, before): &(String, Value)| match after.field(key) {
            Some(Value::Text(held)) if said(key).map(str::trim) == Some(held.trim()) => true,
            held => *before == Value::Null || held == Some(before),
        };
        !after.loaded() || !before.fields.iter().all(right)
    })
}

/// What hosts that do not judge read in the file as it is. Those that see no frontmatter in it have
/// nothing to lose.
fn others(input: &Input<'_>) -> Vec<(&'static Profile, Reading)> {
    let path = path(input);
    let judged = |host: &Profile| {
        let mut judging = input.readings.iter();
        judging.any(|(known, _)| known.reader == host.reader)
    };
    let bytes = input.text.as_bytes().into();
    let file = ReadAt::new(&bytes, &path);
    let others = READERS.iter().filter(|host| !judged(host));
    others
        .map(|host| (host, file.by(host)))
        .filter(|(host, reading)| reading.loaded() && !is_blind(host, reading))
        .collect()
}

/// What the judged hosts read in the file as it is. A host that reads no frontmatter is not asked: it
/// never meets a file made for one that does.
pub(super) fn today<'a>(input: &Input<'a>) -> Vec<(&'a Profile, Reading)> {
    let path = path(input);
    let bytes = input.text.as_bytes().into();
    let file = ReadAt::new(&bytes, &path);
    let hosts = input.readings.iter().map(|(profile, _)| *profile);
    hosts
        .filter(|profile| profile.reader.family != Family::None)
        .map(|profile| (profile, file.by(profile)))
        .collect()
}

/// Why a host drops a file, or loses every field.
pub(super) fn why(reading: &Reading) -> Option<(&'static str, &str)> {
    let why = reading.dropped.as_ref().or(reading.lost.as_ref())?;
    Some((why.code, &why.message))
}

/// Asks the judged hosts for the file with these edits, which take one fault away: the fault is why
/// those drop the file, or lose every field, that then would not, or for another reason; and those
/// misread it that then hold a field they do not hold now.
pub(super) fn blame(input: &Input<'_>, fault: &mut Fault, edits: &[Edit]) {
    let fixed = apply(input.text, edits);
    let path = path(input);
    let bytes = fixed.as_bytes().into();
    let file = ReadAt::new(&bytes, &path);
    let mut by = Vec::new();
    for (profile, now) in input.readings {
        let then = file.by(profile);
        let absent = |key: &str| matches!(now.field(key), None | Some(Value::Null));
        let mut fields = then.fields.iter();
        if why(now).is_some() && why(now) != why(&then) {
            by.push(profile.id.clone());
        } else if now.loaded() && fields.any(|(key, value)| *value != Value::Null && absent(key)) {
            fault.misread_by.push(profile.id.clone());
        }
    }
    fault.by = Some(by);
    fault.asked = true;
}

/// Asks the readers for the file with these edits, and compares.
pub(super) fn effect(input: &Input<'_>, today: &[(&Profile, Reading)], edits: &[Edit]) -> Effect {
    let fixed = apply(input.text, edits);
    let path = path(input);
    let bytes = fixed.as_bytes().into();
    let file = ReadAt::new(&bytes, &path);
    let (mut dropped, mut gained) = (false, false);
    for (profile, before) in today {
        let after = file.by(profile);
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

/// The host holds no field of the frontmatter, so nothing that could be kept: what it takes for the
/// description stands elsewhere.
fn is_lost(reading: &Reading) -> bool {
    reading.lost.is_some() && reading.spans.is_empty()
}

/// The file below the folder it is checked for, which names the skill for many hosts.
pub(super) fn path(input: &Input<'_>) -> String {
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
