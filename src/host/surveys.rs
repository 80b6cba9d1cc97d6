//! What several hosts make of one tree: each file is read by all of them one after the other, so that
//! what one finds out about it serves the others.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::Place;
use super::plugins::Sources;
use super::profile::Profile;
use super::read::Raw;
use super::reading::Reading;
use super::settings::Settings;
use super::survey::{Finds, Survey, bytes_of, find, read_found, see};
use super::threads;
use super::tree::FileTree;

/// Files that are worth a thread.
const WORTH: usize = 16;

/// A host (index into the given ones), and which of the things it finds (index).
type Spot = (usize, usize);

/// As [`survey`](super::survey()) of every host, in their order.
pub fn surveys<P: Borrow<Profile> + Sync>(
    profiles: &[P],
    tree: &FileTree,
    place: &Place,
) -> Vec<Survey> {
    let look = |profile: &Profile| {
        let settings = Settings::of(profile, tree, place);
        let finds = find(profile, &settings, tree, place);
        (settings, finds)
    };
    let found = threads::each(profiles, 1, |_, profile| Some(look(profile.borrow())));
    let read = read_all(profiles, &found, tree);
    let found: Vec<_> = found
        .into_iter()
        .zip(read)
        .map(|one| Mutex::new(Some(one)))
        .collect();
    threads::each(profiles, 1, |at, profile| {
        let profile = profile.borrow();
        // Each is taken once.
        let taken = found[at].lock().ok().and_then(|mut one| one.take());
        let ((settings, finds), mut read) = taken?;
        let read = |at: usize| match read.get_mut(at)?.take() {
            Some(reading) => Some(Ok(reading)),
            None => bytes_of(profile, tree, &finds.found.get(at)?.2).err(),
        };
        let sources = &mut Sources::default();
        Some(see(profile, tree, place, settings, &finds, sources, read))
    })
}

/// The readings of everything that each host finds, where its bytes are known.
fn read_all<P: Borrow<Profile> + Sync>(
    profiles: &[P],
    found: &[(Settings, Finds)],
    tree: &FileTree,
) -> Vec<Vec<Option<Arc<Reading>>>> {
    let mut files: HashMap<&str, Vec<Spot>> = HashMap::new();
    for (host, (_, finds)) in found.iter().enumerate() {
        for (at, (.., found)) in finds.found.iter().enumerate() {
            files.entry(&found.path).or_default().push((host, at));
        }
    }
    let files: Vec<Vec<Spot>> = files.into_values().collect();
    let read = threads::each(&files, WORTH, |_, spots| {
        let (first, at) = spots.first()?;
        let (.., file) = found[*first].1.found.get(*at)?;
        let Some(bytes) = tree.content(&file.path) else {
            return Some(Vec::new());
        };
        let raw = Raw::new(bytes);
        let by = |(host, at): &Spot| {
            let (_, reference, found) = found[*host].1.found.get(*at)?;
            let reading = read_found(profiles[*host].borrow(), &raw, bytes, reference, found);
            Some((*host, *at, reading))
        };
        Some(spots.iter().filter_map(by).collect())
    });
    let mut readings: Vec<Vec<Option<Arc<Reading>>>> = found
        .iter()
        .map(|(_, finds)| vec![None; finds.found.len()])
        .collect();
    for (host, at, reading) in read.into_iter().flatten() {
        readings[host][at] = Some(reading);
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tree::{File, Kind};
    use crate::host::{Cache, Profiles, survey};

    #[test]
    fn hosts_together_see_what_each_sees_by_itself() {
        let mut tree = FileTree::new();
        let sound = "---\nname: a\ndescription: >\n  Words: and\n  more\n---\nBody\n";
        for (path, text) in [
            ("/p/.agents/skills/a/SKILL.md", sound.as_bytes()),
            ("/p/.claude/skills/a/SKILL.md", sound.as_bytes()),
            ("/p/skills/custom/a/SKILL.md", sound.as_bytes()),
            ("/p/.agents/skills/b/SKILL.md", b"---\nname: 'b\n---\n"),
            ("/p/.agents/skills/c/SKILL.md", b"---\nname: c\xff\n---\n"),
            (
                "/p/.agents/skills/d/SKILL.md",
                b"---\r\nname: d\r\ndescription: D\r\n---\r\nx\r\n",
            ),
            ("/p/.agents/skills/e/SKILL.md", b""),
            ("/h/.agents/skills/a/SKILL.md", b"---\nname: a\n---\n"),
        ] {
            tree.set_file(path, text.to_vec());
        }
        let closed = File {
            problem: Some("permission denied".to_owned()),
            ..File::default()
        };
        tree.set("/p/.agents/skills/f/SKILL.md", Kind::File(closed));
        let place = Place {
            project: "/p".to_owned(),
            home: "/h".to_owned(),
            ..Place::default()
        };
        let profiles = Profiles::bundled();
        let profiles: Vec<Profile> = profiles.iter().cloned().collect();
        let together = surveys(&profiles, &tree, &place);
        assert_eq!(together.len(), profiles.len());
        let all: usize = together.iter().map(|seen| seen.copies().count()).sum();
        assert!(all > profiles.len(), "{all}");
        for (profile, seen) in profiles.iter().zip(&together) {
            let alone = survey(profile, &tree, &place, &mut Cache::default());
            assert_eq!(*seen, alone, "{}", profile.id);
        }
    }
}
