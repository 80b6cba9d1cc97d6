//! A skill of a source beside the copy of its name, or in its place, that is there: file by file.

use std::fs;

use super::place::{Area, files_in};
use super::preview::{Candidate, Ground, Preview};
use super::status::{FileState, State, compare, verify};
use crate::library::Dirs;
use crate::library::write::NewFile;

/// The files of a copy that is there, beside those that would come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// It was installed, and changed here afterwards.
    pub edited: bool,
    /// The files that are there.
    pub there: Vec<NewFile>,
    /// Each file by its path, and how the new one stands to it: a file that is missing is only there,
    /// one that is extra is only new.
    pub files: Vec<(String, FileState)>,
}

/// What each skill of a preview meets; `None` for nothing, and for what cannot be read.
pub fn meetings(ground: Ground<'_>, dirs: &Dirs, preview: &Preview) -> Vec<Option<Meeting>> {
    let edited = edited(ground, dirs, preview);
    let skills = preview.skills.iter();
    skills.map(|skill| meeting(skill, &edited)).collect()
}

/// Folders of installed skills that were changed here. A lock that cannot be read tells of none.
fn edited(ground: Ground<'_>, dirs: &Dirs, preview: &Preview) -> Vec<String> {
    if preview.dest.is_empty() || preview.skills.iter().all(|skill| skill.existing.is_none()) {
        return Vec::new();
    }
    let all = Area::new(ground, &preview.dest, dirs).and_then(|area| verify(ground, &area));
    let all = all.unwrap_or_default().into_iter();
    let edited = all.filter(|status| status.state == State::Edited);
    edited.map(|status| status.folder).collect()
}

fn meeting(skill: &Candidate, edited: &[String]) -> Option<Meeting> {
    let path = &skill.existing.as_ref()?.path;
    // A copy elsewhere may be reached by a link to a file.
    let real = fs::canonicalize(path).ok()?;
    let there = files_in(real.to_str()?).ok()?;
    Some(Meeting {
        edited: edited.contains(path),
        files: compare(&there, &skill.placed()),
        there,
    })
}
