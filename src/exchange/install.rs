//! Putting one previewed skill where the host finds it. The bytes that were looked at are the bytes
//! that are written: nothing is fetched again.

use std::fs;

use super::Refusal;
use super::candidate::Candidate;
use super::lock::{Entry, FILE};
use super::modes::disarmed;
use super::place::{Area, Content, files_in};
use super::preview::{Ground, Preview};
use super::source::{GITHUB, Place};
use crate::host::tree::join;
use crate::library::Trashed;
use crate::library::write::NewFile;

/// How it is installed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// The hash that was shown.
    pub expect: Option<&'a str>,
    /// Also where something of that name is.
    pub force: bool,
    /// Files that may be executed where they come from may be executed here.
    pub executable: bool,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The skill.
    pub name: String,
    /// Its folder, or the single file it is.
    pub path: String,
    /// The lock that tells about it.
    pub lock_file: String,
    /// Files that were written, absolute, the lock last.
    pub written: Vec<String>,
    /// Files that could be executed there before and cannot any more.
    pub disarmed: Vec<String>,
    /// What stood there before; [`crate::library::Guard::restore`] brings it back.
    pub trashed: Option<Trashed>,
}

/// The one skill that is to be installed.
///
/// # Errors
/// `skill_not_found`, `skill_selection_required`.
pub fn only(preview: &Preview) -> Result<&Candidate, Refusal> {
    let source = &preview.opened.source.name;
    match preview.skills.as_slice() {
        [] => {
            let why = preview.invalid.iter().chain(&preview.passed_over);
            let why = why.map(|item| format!("; {}: {}", item.path, item.detail));
            let why: String = why.collect();
            let others = match preview.others.as_slice() {
                [] => String::new(),
                others => format!("; it has {}", others.join(", ")),
            };
            Err(Refusal::new(
                "skill_not_found",
                format!("there is no such skill in {source} that could be installed{others}{why}"),
            ))
        }
        [skill] => Ok(skill),
        several => {
            let names: Vec<&str> = several.iter().map(|skill| skill.name.as_str()).collect();
            Err(Refusal::new(
                "skill_selection_required",
                format!(
                    "{source} holds several skills; choose one with --skill: {}",
                    names.join(", ")
                ),
            ))
        }
    }
}

/// Installs it.
///
/// # Errors
/// `preview_required` without a hash, `hash_mismatch` for another one, `invalid_skill_name`,
/// `case-collision`, `same-place` for a skill that lies where it would be installed, `skill_exists`, `no-write-area`; and what the guard and the disk refuse. The disk is then as it was.
/// Where a host keeps single files the skill becomes one ([`Candidate::flat`]).
pub fn install(
    ground: Ground<'_>,
    preview: &Preview,
    skill: &Candidate,
    area: &Area,
    wish: Wish<'_>,
) -> Result<Installed, Refusal> {
    may_install(ground, preview, skill, wish)?;
    let place = join(&preview.dest, &skill.folder);
    let key = area.key(&skill.name, &skill.folder);
    let entry = entry(preview, skill);
    let base = skill.placed();
    let files: Vec<NewFile> = base
        .iter()
        .map(|file| NewFile {
            executable: file.executable && wish.executable,
            ..file.clone()
        })
        .collect();
    let content = Content {
        files: &files,
        edits: None,
        over: skill
            .existing
            .as_ref()
            .is_some_and(|existing| existing.in_place),
    };
    let there = match content.over {
        true => files_in(&place).unwrap_or_default(),
        false => Vec::new(),
    };
    let disarmed = disarmed(&there, &files, true);
    let held = area.hold()?;
    let trashed = area.put(&held, &place, &key, &entry, content, &base)?;
    let lock_file = join(&preview.dest, FILE);
    let mut written: Vec<String> = match area.keeps_files() {
        true => vec![place.clone()],
        false => files.iter().map(|file| join(&place, &file.path)).collect(),
    };
    written.push(lock_file.clone());
    Ok(Installed {
        name: skill.name.clone(),
        written,
        path: place,
        lock_file,
        disarmed,
        trashed,
    })
}

/// Whether it may be installed; nothing is asked of the disk.
///
/// # Errors
/// As [`install`], before the guard and the disk have a say.
pub fn may_install(
    ground: Ground<'_>,
    preview: &Preview,
    skill: &Candidate,
    wish: Wish<'_>,
) -> Result<(), Refusal> {
    let name = &skill.name;
    let Some(expect) = wish.expect else {
        return Err(Refusal::new(
            "preview_required",
            format!("look at {name} first, then give its hash with --expect"),
        ));
    };
    // Hosts know it by the hash of locks, which is the same for some different folders: what is shown to
    // people to be given here is ours.
    let known = [skill.hash.clone(), skill.lock_hash()];
    if !known.iter().any(|hash| expect.eq_ignore_ascii_case(hash)) {
        return Err(Refusal::new(
            "hash_mismatch",
            format!(
                "{name} is not what was looked at: its hash is now {}",
                skill.hash
            ),
        ));
    }
    if skill.folder.is_empty() {
        return Err(Refusal::new(
            "invalid_skill_name",
            format!("no folder can be called after {name:?}"),
        ));
    }
    if preview.dest.is_empty() {
        let title = &ground.profile.title;
        return Err(Refusal::new(
            "no-write-area",
            format!("{title} has no folder here that skillkiln may write to"),
        ));
    }
    if let Some(clash) = skill.clash.as_ref().filter(|clash| clash.here) {
        let path = &clash.path;
        return Err(Refusal::new(
            "case-collision",
            format!("{path} has the name of {name} but for letter case; rename it first"),
        ));
    }
    if is_its_own_source(preview, skill) {
        return Err(Refusal::new(
            "same-place",
            format!(
                "{} is where {name} would be installed: it cannot come from itself",
                join(&preview.dest, &skill.folder)
            ),
        ));
    }
    if let Some(existing) = skill.existing.as_ref().filter(|_| !wish.force) {
        let path = &existing.path;
        let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        let what = match existing.in_place {
            true if is_link => ", by a link, which is never replaced; take it away first",
            true => "; --force puts it into the trash",
            false => "; --force installs it beside",
        };
        return Err(Refusal::new(
            "skill_exists",
            format!("{path} is {name} already{what}"),
        ));
    }
    Ok(())
}

/// The skill lies just where it would be installed; the lock would then tell of no other source, and
/// nothing that changes would be seen any more.
pub fn is_its_own_source(preview: &Preview, skill: &Candidate) -> bool {
    let Place::Local(source) = &preview.opened.source.place else {
        return false;
    };
    let from = match skill.path.as_str() {
        "." => source.clone(),
        _ if source.is_file() => source.clone(),
        path => source.join(path),
    };
    // A link at the place itself is not what it leads to.
    let place = fs::canonicalize(&preview.dest).map(|dest| dest.join(&skill.folder));
    matches!((fs::canonicalize(from), place), (Ok(from), Ok(place)) if from == place)
}

/// Its line in the lock.
fn entry(preview: &Preview, skill: &Candidate) -> Entry {
    let opened = &preview.opened;
    let path = match skill.path.as_str() {
        "." => "SKILL.md".to_owned(),
        path if skill.alone => path.to_owned(),
        path => join(path, "SKILL.md"),
    };
    let several = opened.folders.len() > 1;
    let (source_type, reference, told) = match &opened.source.place {
        Place::GitHub(repo) => ("github", repo.reference.clone(), true),
        Place::Url(_) => ("url", None, several),
        Place::Local(_) => ("local", None, several),
    };
    Entry {
        source: opened.source.name.clone(),
        source_type: source_type.to_owned(),
        reference,
        skill_path: told.then_some(path),
        hash: skill.placed_hash(),
        ..Entry::default()
    }
}

/// The name under which a repository of one's own GitHub goes into a lock: its address.
pub(super) fn lasting_name(name: &str, github: &str) -> String {
    match github.eq_ignore_ascii_case(GITHUB) {
        true => name.to_owned(),
        false => format!("https://{github}/{name}"),
    }
}
