//! What the lock file of a host, or of the `npx skills` tool, says of a skill: where it was installed
//! from.

use serde_json::Value as Json;

use super::place::Place;
use super::profile::{LockKey, Profile};
use super::settings::Settings;
use super::survey::Copy;
use super::tree::{FileTree, split};

/// The entry of a skill's reference in the host's own lock file. `None` without one, and when the file
/// cannot be read (AgentWorks, recorded in `discovery.json`).
pub fn host_entry(profile: &Profile, tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    copy.path.as_ref()?;
    let settings = Settings::of(profile, tree, place);
    let path = place.expand(profile, &settings, tree, profile.lock.as_ref()?)?;
    entry(tree, &path, &copy.reference)
}

/// As [`host_entry`]; else the one in a lock beside its folder, where skillkiln itself writes it.
pub fn lock_entry(profile: &Profile, tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    let beside = || {
        copy.path.as_ref()?;
        // A skill that is one file is called as that file, without its ending.
        let (area, folder) = split(copy.folder.as_deref().or(copy.path.as_deref())?)?;
        let key = match (profile.exchange.lock_key, &copy.folder) {
            (LockKey::Name, _) => &copy.name,
            (LockKey::Folder, Some(_)) => folder,
            (LockKey::Folder, None) => folder.rsplit_once('.').map_or(folder, |(stem, _)| stem),
        };
        entry(tree, &format!("{area}/skills-lock.json"), key)
    };
    host_entry(profile, tree, place, copy).or_else(beside)
}

/// The name of the file that `npx skills` writes into the folder it runs in.
pub const NPX_LOCK: &str = "skills-lock.json";

/// The folder, from there, that `npx skills` keeps the skills in; those of some hosts are links to
/// the ones there.
pub const NPX_SKILLS: &str = ".agents/skills";

/// How `npx skills` calls the folder of a skill (recorded of 1.5.18).
pub fn npx_folder(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' | '.' | '_' => out.push(c),
            _ if out.ends_with('-') => {}
            _ => out.push('-'),
        }
    }
    let out = out.trim_matches(['.', '-']);
    match out.get(..255).unwrap_or(out) {
        "" => "unnamed-skill".to_owned(),
        out => out.to_owned(),
    }
}

/// A folder of the project that `npx skills` may have put skills into: of the many that it knows
/// each is called `skills`.
pub fn npx_keeps(place: &Place, folder: &str) -> bool {
    let below = folder.strip_prefix(place.project.as_str());
    below.is_some_and(|below| below.starts_with('/') && below.ends_with("/skills"))
}

/// The entry of a skill in the lock that `npx skills` keeps in the project.
pub fn npx_entry(tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    let folder = copy.folder.as_deref()?;
    let (area, name) = split(folder)?;
    let own = format!("{}/{NPX_SKILLS}/{name}", place.project);
    // One's own skill of this name, beside the one that was installed.
    let other = tree.entry(&own).is_some() && tree.real_path(&own) != tree.real_path(folder);
    if other || !npx_keeps(place, area) {
        return None;
    }
    let lock = tree.content(&format!("{}/{NPX_LOCK}", place.project))?;
    let lock: Json = serde_json::from_slice(lock).ok()?;
    let mut skills = lock.get("skills")?.as_object()?.iter();
    let (_, entry) = skills.find(|(key, _)| npx_folder(key) == name)?;
    entry.is_object().then(|| entry.clone())
}

fn entry(tree: &FileTree, path: &str, key: &str) -> Option<Json> {
    let lock: Json = serde_json::from_slice(tree.content(path)?).ok()?;
    let entry = lock.get("skills")?.get(key)?;
    entry.is_object().then(|| entry.clone())
}
