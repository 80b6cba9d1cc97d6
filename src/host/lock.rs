//! What a host's own lock file says of a skill: where it was installed from.

use serde_json::Value as Json;

use super::place::Place;
use super::profile::Profile;
use super::settings::Settings;
use super::survey::Copy;
use super::tree::FileTree;

/// The entry of a skill's reference in the host's lock file; `None` without one, and when the file
/// cannot be read (AgentWorks, recorded in `discovery.json`).
pub fn lock_entry(profile: &Profile, tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    let settings = Settings::of(profile, tree, place);
    let path = place.expand(profile, &settings, tree, profile.lock.as_ref()?)?;
    let lock: Json = serde_json::from_slice(tree.content(&path)?).ok()?;
    let entry = lock.get("skills")?.get(&copy.reference)?;
    (entry.is_object() && copy.path.is_some()).then(|| entry.clone())
}
