//! A skill of a source beside the copy of its name, or in its place, that is there: file by file.

use std::fs;

use super::areas::Areas;
use super::candidate::Candidate;
use super::modes::disarmed;
use super::place::files_in;
use super::preview::{Ground, Preview};
use super::status::{FileState, State, Status, compare};
use crate::library::Dirs;
use crate::library::write::NewFile;

/// The files of a copy that is there, beside those that would come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// It was installed, and changed here afterwards.
    pub edited: bool,
    /// The program that installed it, where that is another one, and where it came from.
    pub by: Option<(&'static str, String)>,
    /// The files that are there.
    pub there: Vec<NewFile>,
    /// Those of them that may be executed, and could not be any more with the new ones in their place.
    pub disarmed: Vec<String>,
    /// Each file by its path, and how the new one stands to it: a file that is missing is only there,
    /// one that is extra is only new.
    pub files: Vec<(String, FileState)>,
}

impl Meeting {
    /// Who installed the copy that is there, for people; `None` where nobody else did.
    pub fn sentence(&self) -> Option<String> {
        let (by, source) = self.by.as_ref()?;
        Some(format!(
            "{by} installed it from {source}; its lock goes on telling of that"
        ))
    }
}

/// What each skill of a preview meets; `None` for nothing, and for what cannot be read. `executable`: files
/// that may be executed where they come from would be here, too.
pub fn meetings(
    ground: Ground<'_>,
    dirs: &Dirs,
    preview: &Preview,
    executable: bool,
) -> Vec<Option<Meeting>> {
    let installed = installed(ground, dirs, preview);
    let skills = preview.skills.iter();
    skills
        .map(|skill| meeting(skill, &installed, executable))
        .collect()
}

/// The installed skills. A lock that cannot be read tells of none.
fn installed(ground: Ground<'_>, dirs: &Dirs, preview: &Preview) -> Vec<Status> {
    if preview.dest.is_empty() || preview.skills.iter().all(|skill| skill.existing.is_none()) {
        return Vec::new();
    }
    let all = Areas::new(ground, dirs);
    let all = all.and_then(|mut areas| areas.verify_all(ground, dirs));
    all.unwrap_or_default()
}

fn meeting(skill: &Candidate, installed: &[Status], executable: bool) -> Option<Meeting> {
    let path = &skill.existing.as_ref()?.path;
    // A copy elsewhere may be reached by a link to a file.
    let real = fs::canonicalize(path).ok()?;
    let there = files_in(real.to_str()?).ok()?;
    let known = installed.iter().find(|status| status.folder == *path);
    Some(Meeting {
        edited: known.is_some_and(|status| status.state == State::Edited),
        by: known.and_then(|status| Some((status.by?, status.entry.shown()))),
        files: compare(&there, &skill.placed()),
        disarmed: match skill.existing.as_ref().is_some_and(|one| one.in_place) {
            true => disarmed(&there, &skill.placed(), executable),
            false => Vec::new(),
        },
        there,
    })
}
