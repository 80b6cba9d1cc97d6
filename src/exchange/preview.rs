//! A look inside, before anything is written: what each skill of a source is, what the hosts would
//! make of it, what is wrong with it, and what it would meet.

use std::collections::BTreeSet;

use super::Refusal;
use super::candidate::{Candidate, candidate, shown};
use super::existing::find_clashes;
use super::flat::end_in;
use super::judging::judge;
use super::open::Opened;
use crate::check::Config;
use crate::host::{FileTree, Place, Profile, Survey};

/// Where skills are to go: one host as it stands, and who judges.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The host that the skill is for.
    pub profile: &'a Profile,
    /// The hosts whose word counts for findings.
    pub judges: &'a [Profile],
    /// The disk.
    pub tree: &'a FileTree,
    /// Where the hosts stand.
    pub place: &'a Place,
    /// What the host sees there.
    pub survey: &'a Survey,
    /// What the project wants of the checks.
    pub config: &'a Config,
}

/// Everything there is to know before installing.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// What was opened.
    pub opened: Opened,
    /// The folder that skills would go to; empty when the host has none here that may be written to.
    pub dest: String,
    /// Skills that could be installed, those that were asked for.
    pub skills: Vec<Candidate>,
    /// Names of skills that could be installed and were not asked for.
    pub others: Vec<String>,
    /// What looks like a skill and cannot be installed.
    pub invalid: Vec<Invalid>,
    /// Skill files that the search for skills does not meet.
    pub passed_over: Vec<Invalid>,
}

/// A folder that looks like a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Its folder in the source, from the root.
    pub path: String,
    /// A short code.
    pub reason: String,
    /// For people.
    pub detail: String,
}

/// Looks at every skill of an opened source. `wanted` chooses by name or folder, letter case apart;
/// `dest` is a folder of the host other than its write area.
///
/// # Errors
/// `bad-dest` when `dest` is none of the host's folders.
pub fn preview(
    ground: Ground<'_>,
    opened: Opened,
    wanted: Option<&str>,
    dest: Option<&str>,
) -> Result<Preview, Refusal> {
    let dest = destination(ground, dest)?;
    let mut names = BTreeSet::new();
    let (mut skills, mut invalid) = (Vec::new(), Vec::new());
    let flat = end_in(ground, &dest).is_some();
    let taken = |folder: &&String| flat || !opened.bundle.holds(folder);
    for folder in opened.folders.iter().filter(taken) {
        match candidate(ground, &opened, folder, &dest) {
            Ok(found) if !names.insert(found.name.clone()) => invalid.push(Invalid {
                path: found.path,
                reason: "duplicate-name".to_owned(),
                detail: format!("another skill in it is called {:?} too", found.name),
            }),
            Ok(found) => skills.push(found),
            Err(found) => invalid.push(found),
        }
    }
    let wanted = wanted.or(opened.source.skill.as_deref());
    let mut others = Vec::new();
    if let Some(wanted) = wanted {
        skills.retain(|found: &Candidate| {
            let called = found.is_called(wanted);
            if !called {
                others.push(found.name.clone());
            }
            called
        });
    }
    let passed_over = opened.bundle.passed_over(&opened.root, &opened.folders);
    let passed_over = passed_over.into_iter().map(|(path, code, why)| Invalid {
        path: shown(&opened.root, &path),
        reason: code.to_owned(),
        detail: why,
    });
    let passed_over = passed_over.collect();
    judge(ground, &dest, &mut skills);
    find_clashes(&dest, &mut skills);
    Ok(Preview {
        opened,
        dest,
        skills,
        others,
        invalid,
        passed_over,
    })
}

/// The folder that skills go to: the write area, or another folder of the host that is named.
fn destination(ground: Ground<'_>, dest: Option<&str>) -> Result<String, Refusal> {
    let area = ground.survey.write_area();
    match dest {
        Some(dest) => ground.folder_named(dest),
        None => Ok(area
            .and_then(|layer| layer.path.clone())
            .unwrap_or_default()),
    }
}

impl Ground<'_> {
    /// The folder of the host that a person names; a relative path is one in the project.
    ///
    /// # Errors
    /// `bad-dest` for a folder that the host does not look into, with those it does.
    pub fn folder_named(&self, dest: &str) -> Result<String, Refusal> {
        let whole = self.place.absolute(dest);
        let layers = self.survey.layers.iter();
        let layers = layers.filter(|layer| layer.takes_skills(self.profile));
        let mut folders = layers.filter_map(|layer| layer.path.as_deref());
        if folders.clone().any(|path| path == whole) {
            return Ok(whole);
        }
        let known: Vec<&str> = folders.by_ref().collect();
        let title = &self.profile.title;
        let known = match known.as_slice() {
            [] => "there is none here that could take skills".to_owned(),
            known => format!("those are {}", known.join(", ")),
        };
        Err(Refusal::new(
            "bad-dest",
            format!("{dest} is no folder that {title} looks into; {known}"),
        ))
    }
}
