//! How far a search gets that stops after so many folders and names, the nearest first.

use std::collections::{HashSet, VecDeque};

use super::super::profile::Walk;
use super::super::tree::{FileTree, Target, join};

/// The folders whose skill file is met before the search stops; `None` where it never has to.
pub(super) fn reach(tree: &FileTree, root: &str, walk: &Walk) -> Option<HashSet<String>> {
    let (most, names) = (
        walk.folders_at_most?,
        walk.names_at_most.unwrap_or(usize::MAX),
    );
    let Ok(Target::Folder(real)) = tree.resolve(root) else {
        return None;
    };
    let depth = walk.depth.unwrap_or(1);
    let (mut folders, mut met, mut cut) = (1, 0, false);
    let mut seen = HashSet::from([real.clone()]);
    let mut reached = HashSet::new();
    let mut queue = VecDeque::from([(root.to_owned(), real, 0)]);
    'all: while let Some((path, real, level)) = queue.pop_front() {
        for entry in tree
            .folder(&real)
            .into_iter()
            .flat_map(|folder| &folder.entries)
        {
            met += 1;
            if met > names {
                cut = true;
                break 'all;
            }
            if walk.files.iter().any(|file| **file == *entry.name) {
                reached.insert(path.clone());
            }
            let below = join(&path, &entry.name);
            let hidden = walk.skip_hidden && entry.name.starts_with('.');
            let Ok(Target::Folder(inner)) = tree.resolve(&below) else {
                continue;
            };
            if hidden || level >= depth || !seen.insert(inner.clone()) {
                continue;
            }
            if folders >= most {
                cut = true;
                continue;
            }
            folders += 1;
            queue.push_back((below, inner, level + 1));
        }
    }
    cut.then_some(reached)
}
