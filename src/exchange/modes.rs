//! Whether files may be executed: no hash covers it, no update brings it unasked, and it is told.

use std::collections::{BTreeMap, BTreeSet};

use super::update::{Change, Update};
use crate::library::write::NewFile;

/// Files with the bytes they were installed with that may be executed here and could not, or the other way
/// round. `known` are those that could, where that is remembered; else only what was never executable
/// anywhere is known not to have been.
pub(super) fn changed_here(
    base: &[NewFile],
    now: &[NewFile],
    known: Option<&BTreeSet<String>>,
) -> BTreeSet<String> {
    if !cfg!(unix) {
        return BTreeSet::new();
    }
    let base: BTreeMap<&str, bool> = base
        .iter()
        .map(|file| (file.path.as_str(), file.executable))
        .collect();
    let changed = now.iter().filter(|file| {
        let Some(there) = base.get(file.path.as_str()) else {
            return false;
        };
        match known {
            Some(known) => known.contains(&file.path) != file.executable,
            None => file.executable && !there,
        }
    });
    changed.map(|file| file.path.clone()).collect()
}

/// Files that may be executed where they are and could not be any more once `new` takes their place.
pub fn disarmed(there: &[NewFile], new: &[NewFile], executable: bool) -> Vec<String> {
    let stays = |path: &str| {
        let new = new.iter().find(|file| file.path == path);
        new.is_none_or(|file| file.executable && executable)
    };
    let gone = there
        .iter()
        .filter(|file| file.executable && !stays(&file.path));
    gone.map(|file| file.path.clone()).collect()
}

impl Update {
    /// Files that stay, or come, and may be executed at the source and not here once it is done, or the
    /// other way round, as far as the source changed that: each with how it is there.
    pub fn modes(&self) -> Vec<(String, bool)> {
        let sides = &self.sides;
        let other = sides.theirs.iter().filter_map(|(path, theirs)| {
            let then = self.files.get(path)?;
            let installed = sides.base.get(path).map(|file| file.executable);
            let changed = installed != Some(theirs.executable);
            let differs = then.executable != theirs.executable;
            (cfg!(unix) && changed && differs).then(|| (path.clone(), theirs.executable))
        });
        other.collect()
    }

    /// Every file that the source has may be executed here as there.
    pub fn take_modes(&mut self) {
        for (path, theirs) in &self.sides.theirs {
            let obstacle = self.obstacles.contains_key(path);
            if let Some(file) = self.files.get_mut(path).filter(|_| !obstacle) {
                file.executable = theirs.executable;
            }
        }
        self.runs = true;
    }

    /// Files of which only that changes.
    pub fn modes_taken(&self) -> Vec<(String, bool)> {
        let taken = self.files.iter().filter_map(|(path, then)| {
            let now = self.sides.ours.get(path)?;
            let told = self
                .changes
                .iter()
                .any(|(known, change)| known == path && *change != Change::Kept);
            (!told && now.executable != then.executable).then(|| (path.clone(), then.executable))
        });
        taken.collect()
    }
}

/// For people: what becomes of a file, or is so at its source (`taken`: here, too).
pub fn sentence(runs: bool, taken: bool) -> &'static str {
    match (runs, taken) {
        (true, true) => "may be run from now on",
        (false, true) => "may not be run any more",
        (true, false) => "may be run at its source, and not here (--executable: here, too)",
        (false, false) => {
            "may not be run at its source any more, and may here (--executable: neither here)"
        }
    }
}
