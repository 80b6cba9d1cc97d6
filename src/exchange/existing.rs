//! What a skill of a source would meet: a copy of its name, something in its place, names that differ in
//! letter case alone.

use super::candidate::Candidate;
use super::place::files_in;
use super::preview::{Ground, Preview};
use super::status::same;
use crate::host::Skill;
use crate::host::tree::join;

/// Something of that name, or in that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Existing {
    /// The host's word for where it comes from; the layer's id where it has none.
    pub source: String,
    /// Its folder (or file); the name itself for what lives in code.
    pub path: String,
    /// It lies where the new one would go.
    pub in_place: bool,
    /// It holds exactly the same files.
    pub identical: bool,
}

/// Something that has, or would get, a folder of the same name, letter case apart. Many disks do not
/// tell such names apart, so only one of them can be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// What has it: a path that is there, or the folder of another skill of the source.
    pub path: String,
    /// It is there already.
    pub here: bool,
}

/// Finds folders that are the same but for letter case: among what is there, and among the skills, where
/// two names may also get one folder.
pub(super) fn find_clashes(dest: &str, skills: &mut [Candidate]) {
    let entries = std::fs::read_dir(dest).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let lower = |name: &str| name.to_lowercase();
    let clashes = (0..skills.len()).map(|at| {
        let folder = &skills[at].folder;
        let same = |name: &&String| *name != folder && lower(name) == lower(folder);
        if let Some(name) = names.iter().find(same) {
            let path = join(dest, name);
            return Some(Clash { path, here: true });
        }
        let mut others = skills.iter().enumerate();
        let other =
            others.find(|(other, skill)| *other != at && lower(&skill.folder) == lower(folder));
        other.map(|(_, skill)| Clash {
            path: skill.path.clone(),
            here: false,
        })
    });
    let clashes: Vec<Option<Clash>> = clashes.collect();
    for (skill, clash) in skills.iter_mut().zip(clashes) {
        skill.clash = clash;
    }
}

/// What a skill of a preview would meet as the ground is now.
pub fn meets(ground: Ground<'_>, preview: &Preview, skill: &Candidate) -> Option<Existing> {
    existing(ground, &preview.dest, skill)
}

/// What it would meet.
pub(super) fn existing(ground: Ground<'_>, dest: &str, new: &Candidate) -> Option<Existing> {
    let target = &join(dest, &new.folder);
    let there = ground.tree.resolve(target).is_ok() || std::fs::symlink_metadata(target).is_ok();
    let identical = |place: &str| files_in(place).is_ok_and(|files| same(&files, &new.placed()));
    let in_place = |skill: &&Skill| {
        let places = [&skill.copy.folder, &skill.copy.path];
        places.iter().any(|at| at.as_deref() == Some(target))
    };
    let mut skills = ground.survey.skills.iter();
    let named = skills.find(|skill| skill.copy.name == new.name);
    // What would be replaced comes before what would only have the same name.
    let Some(skill) = named.filter(|skill| in_place(skill) || !there) else {
        return there.then(|| Existing {
            source: "folder".to_owned(),
            path: target.clone(),
            in_place: true,
            identical: identical(target),
        });
    };
    let copy = &skill.copy;
    let path = copy.folder.as_deref().or(copy.path.as_deref());
    Some(Existing {
        source: skill.origin.to_string(),
        path: path.unwrap_or(&copy.name).to_owned(),
        in_place: in_place(&skill),
        identical: path.is_some_and(identical),
    })
}
