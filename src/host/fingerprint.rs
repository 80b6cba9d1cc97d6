//! How a running host notices that skill files changed (MiniBot, recorded).

use std::time::SystemTime;

use super::profile::Profile;
use super::survey::Survey;
use super::tree::{FileTree, Target, join};

/// One skill file: its path as found, its time and its size in bytes.
pub type Seen = (String, Option<SystemTime>, u64);

/// What the host compares before it loads everything again: path, time and size of the skill file
/// of every folder. A save that leaves time and size as they were is not noticed, and neither is a
/// change of any other file.
pub fn fingerprint(profile: &Profile, tree: &FileTree, survey: &Survey) -> Vec<Seen> {
    let mut seen = Vec::new();
    for layer in survey.layers.iter().rev() {
        let files = &profile.layer[layer.row].walk.files;
        let folder = layer.path.as_ref();
        let Some((path, (_, folder))) =
            folder.and_then(|path| Some((path, tree.read_folder(path)?)))
        else {
            continue;
        };
        for entry in &folder.entries {
            let below = join(path, &entry.name);
            let paths = files.iter().map(|file| join(&below, file));
            seen.extend(paths.filter_map(|path| match tree.resolve(&path) {
                Ok(Target::File(_, file)) => Some((path, file.modified, file.size)),
                _ => None,
            }));
        }
    }
    seen
}
