//! Installed skills that somebody moved or gave another name by hand: they are missing where the lock
//! tells of them, and are to be known where they are.

use std::collections::BTreeSet;
use std::fs;

use similar::TextDiff;

use super::Refusal;
use super::find::SKILL_FILE;
use super::place::{Area, files_in, hash_of};
use super::preview::Ground;
use super::status::{State, Status};
use super::update::by_path;
use crate::host::tree::join;
use crate::library::is_own_temp;
use crate::library::write::NewFile;
use crate::skill::bytes::decode;

/// Bytes of a skill file that is compared line by line.
const LONGEST: usize = 256 << 10;
/// How much of a skill file has to be the same, from 0 to 1, when it is all there is.
const ALIKE: f32 = 0.6;

/// Tells of each missing skill where its files are now, as far as some folder of the host holds them
/// that no lock tells of.
pub(super) fn find(ground: Ground<'_>, area: &Area, found: &mut [Status]) {
    if !found.iter().any(|status| status.state == State::Missing) {
        return;
    }
    let known: BTreeSet<String> = found.iter().map(|one| one.folder.clone()).collect();
    let free = places(ground, area).into_iter();
    let free = free.filter(|place| !known.contains(place));
    let free: Vec<(String, Vec<NewFile>)> = free
        .filter_map(|place| {
            let files = files_in(&place).ok()?;
            Some((place, files))
        })
        .collect();
    for status in found.iter_mut().filter(|one| one.state == State::Missing) {
        let base = area.records.base(&status.entry.hash);
        let mut all = free.iter();
        let holds = all.find(|(_, now)| match &base {
            Some(base) => alike(base, now),
            None => hash_of(now) == status.entry.hash,
        });
        if let Some((place, _)) = holds {
            status.why = Some(format!("{place} holds what was installed there"));
            status.moved = Some(place.clone());
        }
    }
}

/// Everything that may be a skill: what lies beside it, and every copy that the host sees elsewhere.
fn places(ground: Ground<'_>, area: &Area) -> BTreeSet<String> {
    let entries = fs::read_dir(&area.path).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names = names.filter(|name| !is_own_temp(name));
    let beside = names.map(|name| join(&area.path, &name));
    let kind = |place: &String| {
        let meta = fs::symlink_metadata(place);
        meta.is_ok_and(|meta| {
            if area.keeps_files() {
                meta.is_file()
            } else {
                meta.is_dir()
            }
        })
    };
    let copies = ground.survey.copies();
    let copies = copies.filter_map(|copy| match area.keeps_files() {
        true => copy.path.as_deref(),
        false => copy.folder.as_deref(),
    });
    let copies = copies.map(str::to_owned);
    beside.chain(copies).filter(kind).collect()
}

/// These are the files that were installed, or most of them: another name may stand in the skill file.
fn alike(base: &[NewFile], now: &[NewFile]) -> bool {
    let (base, now) = (by_path(base), by_path(now));
    let main = |side: &'_ std::collections::BTreeMap<String, NewFile>| {
        let file = side.get(SKILL_FILE)?;
        (file.bytes.len() <= LONGEST).then(|| decode(&file.bytes).text)
    };
    let (Some(old), Some(new)) = (main(&base), main(&now)) else {
        return false;
    };
    let ratio = TextDiff::from_lines(&old, &new).ratio();
    let others = base.iter().filter(|(path, _)| *path != SKILL_FILE);
    let (mut all, mut same) = (0, 0);
    for (path, file) in others {
        all += 1;
        same += usize::from(now.get(path).is_some_and(|now| now.bytes == file.bytes));
    }
    ratio >= ALIKE && same * 2 >= all || ratio > 0.0 && same > 0 && same * 4 >= all * 3
}

/// Why a skill that was moved is not put where it was.
pub(super) fn refuse(status: &Status) -> Option<Refusal> {
    let (there, folder, key) = (status.moved.as_ref()?, &status.folder, &status.key);
    Some(Refusal::new(
        "moved",
        format!(
            "{key} is not at {folder}, and {there} holds what was installed there: move it back first; \
             `rename` then gives it another name, and its line in the lock goes along"
        ),
    ))
}
