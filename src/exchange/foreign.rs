//! Skills that the `npx skills` tool installed: its locks in the project and in the home are read and never
//! written.

use std::fs;

use super::hash::{folder_hash, git_tree, npx_hash};
use super::lock::{Lock, VERSION};
use super::place::files_in;
use super::preview::Ground;
use super::status::{State, Status, compare, same};
use super::{Refusal, place};
use crate::host::lock::{NPX_HOME_LOCK, NPX_SKILLS, NpxLock, npx_folder};
use crate::host::tree::join;
use crate::library::write::NewFile;

/// Who installed them.
pub const NPX: &str = "npx skills";

/// The version of the format of its lock of the home (as 1.7.4 writes it).
const HOME_VERSION: u32 = 3;

/// What its lock of the home calls the hash of a skill.
const HOME_HASH: &str = "skillFolderHash";

/// What it hashes and does not install (recorded of 1.5.18).
const LEFT_OUT: [&str; 3] = ["metadata.json", "__pycache__", "__pypackages__"];

/// Why a skill is perhaps as it was all the same.
const OTHER_HASH: &str =
    "changed here, or its source holds files that are not installed (metadata.json, __pycache__)";
/// The same of a hash that covers permissions, too.
const OTHER_TREE: &str = "changed here, or its source holds files that are not installed as they are \
                          there (metadata.json, links, files that may be run)";
/// Characters of a name that git gives.
const GIT: usize = 40;

/// The hash that its lock has of these files; `wanted` where it is one of those of the format.
pub(super) fn hash_like(files: &[NewFile], wanted: &str) -> String {
    if wanted.len() == GIT {
        let all = files.iter();
        return git_tree(all.map(|file| (file.path.as_str(), &*file.bytes, file.executable)));
    }
    let pairs = || files.iter().map(|file| (file.path.as_str(), &*file.bytes));
    let plain = folder_hash(pairs());
    if plain == wanted {
        plain
    } else {
        npx_hash(pairs())
    }
}

/// The files of a source that it would install.
fn installed(files: &[NewFile]) -> Vec<NewFile> {
    let kept = |file: &&NewFile| !file.path.split('/').any(|part| LEFT_OUT.contains(&part));
    files.iter().filter(kept).cloned().collect()
}

/// Every skill that one of its locks tells of and that the host looks at; of a host that keeps that very
/// lock itself none. And what a person should know about the lock.
///
/// # Errors
/// `broken-lock`, `unreadable`.
pub fn verify(ground: Ground<'_>, which: NpxLock) -> Result<(Vec<Status>, Vec<String>), Refusal> {
    let project = &ground.place.project;
    let folders = folders(ground, which);
    let lock_file = which.file(ground.place);
    let own = ground.survey.write_area();
    let ours = own.is_some_and(|own| own.path.as_ref() == Some(project));
    let ours = ours && which == NpxLock::Project;
    if folders.is_empty() || ours || fs::symlink_metadata(&lock_file).is_err() {
        return Ok(Default::default());
    }
    let (lock, _) = place::read_lock(&lock_file)?;
    let version = match which {
        NpxLock::Project => VERSION,
        NpxLock::Home => HOME_VERSION,
    };
    let notes = lock.oddities(&lock_file, version);
    Ok((told(ground, which, &folders, &lock_file, &lock), notes))
}

fn told(
    ground: Ground<'_>,
    which: NpxLock,
    folders: &[String],
    lock_file: &str,
    lock: &Lock,
) -> Vec<Status> {
    let entries = lock.entries().into_iter();
    entries
        .filter_map(|(key, mut entry)| {
            let (area, folder) = lies(ground, which, folders, &npx_folder(&key))?;
            if which == NpxLock::Home {
                entry.hash = entry.other(HOME_HASH).unwrap_or_default();
            }
            let mut status = Status::new(key, area, entry);
            lock_file.clone_into(&mut status.lock_file);
            status.by = Some(NPX);
            status.folder = folder;
            look(&mut status);
            Some(status)
        })
        .collect()
}

/// The folders that the host looks into and that may hold such skills.
fn folders(ground: Ground<'_>, which: NpxLock) -> Vec<String> {
    if which == NpxLock::Project && ground.profile.lock.is_some() {
        return Vec::new();
    }
    let layers = ground.survey.layers.iter();
    let layers = layers.filter(|layer| layer.takes_skills(ground.profile));
    let paths = layers.filter_map(|layer| layer.path.clone());
    let kept = paths.filter(|path| which.keeps(ground.place, path));
    kept.collect()
}

/// The folder of the host that the skill lies in, and its own: that of the tool, a link to it, or a
/// copy where the tool made nothing but copies. `None` where it is none of this host, and where it
/// rather is one that lies beside the lock.
fn lies(
    ground: Ground<'_>,
    which: NpxLock,
    folders: &[String],
    name: &str,
) -> Option<(String, String)> {
    let base = which.base(ground.place);
    let kept = join(base, NPX_SKILLS);
    let own = join(&kept, name);
    let real = fs::canonicalize(&own).ok();
    let mut sorted: Vec<&String> = folders.iter().collect();
    sorted.sort_by_key(|folder| **folder != kept);
    let found = sorted.iter().find_map(|folder| {
        let here = join(folder, name);
        let there = fs::canonicalize(&here).ok()?;
        (real.is_none() || real.as_ref() == Some(&there)).then(|| ((*folder).clone(), here))
    });
    found.or_else(|| {
        let others = [base.to_owned(), join(base, "skills")];
        let elsewhere = which == NpxLock::Project
            && others
                .iter()
                .any(|other| fs::symlink_metadata(join(other, name)).is_ok());
        let missing = real.is_none() && !elsewhere && folders.contains(&kept);
        missing.then_some((kept, own))
    })
}

/// How it stands to its hash. Without its source that is all there is to go by.
fn look(status: &mut Status) {
    let now = match files_here(&status.folder) {
        Ok(now) => now,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            status.state = State::Missing;
            return;
        }
        Err(error) => {
            status.why = Some(crate::library::system_words(&error));
            return;
        }
    };
    let hash = &status.entry.hash;
    if hash.is_empty() {
        status.why = Some("the lock tells no hash of it".to_owned());
    } else if hash_like(&now, hash) == *hash {
        status.state = State::Clean;
        status.files = compare(&now, &now);
    } else {
        status.state = State::Edited;
        let why = if hash.len() == GIT {
            OTHER_TREE
        } else {
            OTHER_HASH
        };
        status.why = Some(why.to_owned());
    }
}

/// Its files as they are here, also where its folder is a link to the one of the tool.
fn files_here(folder: &str) -> std::io::Result<Vec<NewFile>> {
    let real = fs::canonicalize(folder)?.into_os_string().into_string();
    files_in(real.as_deref().unwrap_or(folder))
}

/// What its source says, once that was looked at: as long as that has the hash of the lock, it is
/// known which files were installed.
pub(super) fn with_source(status: &mut Status, found: &[NewFile]) {
    let hash = &status.entry.hash;
    if status.state == State::Edited && hash_like(found, hash) == *hash {
        let (base, now) = (installed(found), files_here(&status.folder));
        let now = now.unwrap_or_default();
        if same(&base, &now) {
            status.state = State::Clean;
        }
        status.files = compare(&base, &now);
        status.why = None;
    }
}

/// The call that updates it, where another program keeps its lock.
pub fn how_to_update(status: &Status) -> Option<String> {
    let (by, key) = (status.by?, &status.key);
    let home = status.lock_file.ends_with(NPX_HOME_LOCK);
    Some(match home {
        true => format!("`{by} update -g {key}`"),
        false => format!("`{by} update {key}`"),
    })
}

/// Why skillkiln does not write there.
pub(super) fn refuse(status: &Status) -> Option<Refusal> {
    let by = status.by?;
    let key = &status.key;
    let how = how_to_update(status)?;
    let why = format!("{by} installed it and keeps its lock; {how} updates {key}");
    Some(Refusal::new("foreign-lock", why))
}
