//! What a host's own lock file says of a skill: where it was installed from.

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

fn entry(tree: &FileTree, path: &str, key: &str) -> Option<Json> {
    let lock: Json = serde_json::from_slice(tree.content(path)?).ok()?;
    let entry = lock.get("skills")?.get(key)?;
    entry.is_object().then(|| entry.clone())
}
