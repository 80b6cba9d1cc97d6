//! What stands where an update is to write: links, folders and pipes of one's own, other spellings, and
//! files of the skill itself where the source has a folder by now, or the other way round.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;

use super::bundle::{folded, steps};
use super::update::{Change, Update};
use crate::host::tree::{join, split};
use crate::library::write::NewFile;

/// What stands beside a new file that would be the same one on many disks.
const TWIN: &str = "another spelling of its letter case";

impl Update {
    /// Links, folders and pipes of one's own are not written over: somebody has to decide.
    pub(super) fn look_at_obstacles(&mut self) {
        // Files of the skill may go, and are looked at for themselves.
        let going: BTreeSet<&str> = self.sides.ours.keys().map(String::as_str).collect();
        let spelled = self.spelled();
        let mut obstacles = std::mem::take(&mut self.obstacles);
        let decided = self.conflicts.iter();
        obstacles
            .extend(decided.filter_map(|path| Some((path.clone(), self.obstacle(path, &going)?))));
        let changed = self.changes.iter().filter_map(|(path, change)| {
            let found = match change {
                Change::Kept => None,
                Change::Added => self
                    .obstacle(path, &going)
                    .or_else(|| is_twin(path, &spelled).then_some(TWIN)),
                _ => self.obstacle(path, &going),
            };
            Some((path.clone(), found?))
        });
        let changed: Vec<(String, &'static str)> = changed.collect();
        for (path, found) in changed {
            self.changes.retain(|(known, _)| *known != path);
            let ours = self.sides.ours.get(&path);
            self.put(&path, ours.map(|file| file.bytes.clone()));
            obstacles.insert(path.clone(), found);
            self.conflicts.push(path);
        }
        self.obstacles = obstacles;
        self.untangle();
    }

    /// What stands on the disk where the file `path` is to be; files `going` are no matter.
    fn obstacle(&self, path: &str, going: &BTreeSet<&str>) -> Option<&'static str> {
        match split(&self.folder) {
            Some((folder, name)) if self.single => obstacle(folder, name, going),
            _ => obstacle(&self.folder, path, going),
        }
    }

    /// A file and a folder of one name cannot both be: what the source has there waits until it is decided
    /// about what is here. Nothing is asked of the disk.
    pub(super) fn untangle(&mut self) {
        for path in std::mem::take(&mut self.tied).into_keys() {
            if self.conflicts.contains(&path) {
                self.conflicts.retain(|known| *known != path);
                self.file(&path);
            }
        }
        let added = self.changes.iter();
        let added = added.filter(|(_, change)| *change == Change::Added);
        let tied = added.filter_map(|(path, _)| Some((path.clone(), self.in_place_of(path)?)));
        let tied: Vec<(String, String)> = tied.collect();
        for (path, other) in tied {
            self.changes.retain(|(known, _)| *known != path);
            self.put(&path, None);
            self.conflicts.push(path.clone());
            self.tied.insert(path, other);
        }
        self.conflicts.sort();
    }

    /// A file that stays of those that are here, where the new file `path` needs a folder, or that lies
    /// in a folder where it is to be.
    fn in_place_of(&self, path: &str) -> Option<String> {
        let stays = |path: &str| {
            self.files
                .contains_key(path)
                .then(|| path.to_owned())
                .filter(|path| self.sides.ours.contains_key(path))
        };
        let above = steps(path).filter(|step| *step != path).find_map(stays);
        above.or_else(|| {
            let start = format!("{path}/");
            let below = self.files.range(start.clone()..);
            let mut below = below.take_while(|(known, _)| known.starts_with(&start));
            below.find_map(|(known, _)| stays(known))
        })
    }

    /// Every path that stays of those that are here, and of the folders above them, as disks see them
    /// that do not tell letter case apart; nothing where no file is new.
    fn spelled(&self) -> HashMap<String, String> {
        let mut changes = self.changes.iter();
        if !changes.any(|(_, change)| *change == Change::Added) {
            return HashMap::new();
        }
        let stay = self.files.keys();
        let stay = stay.filter(|path| self.sides.ours.contains_key(*path));
        let all = stay.flat_map(|path| steps(path));
        all.map(|path| (folded(path), path.to_owned())).collect()
    }

    /// Why a file cannot become what it is at the source, as things stand; `None` when it can.
    pub fn hindrance(&self, path: &str) -> Option<String> {
        if let Some(other) = self.tied.get(path) {
            let what = Self::kind_of(path, other);
            let first = match self.conflicts.contains(other) {
                true => format!("decide about {other} first"),
                false => "move it away first".to_owned(),
            };
            return Some(format!(
                "{what} stands where the source has {path}; {first}"
            ));
        }
        let what = self.obstacles.get(path)?;
        Some(format!(
            "{what} stands where the source has {path}; move it away first"
        ))
    }

    /// Why the first conflict cannot be decided that nobody can decide before something is moved away.
    pub fn in_the_way(&self) -> Option<String> {
        let waits = |path: &&String| match self.tied.get(*path) {
            Some(other) => !self.conflicts.contains(other),
            None => true,
        };
        let mut conflicts = self.conflicts.iter().filter(waits);
        conflicts.find_map(|path| self.hindrance(path))
    }

    /// What `other` is to `path`, which it stands in the way of.
    fn kind_of(path: &str, other: &str) -> &'static str {
        match other.len() < path.len() {
            true => "a file",
            false => "a folder",
        }
    }

    /// What is said of a conflict that is none of two changes in one place.
    pub fn reason(&self, path: &str) -> Option<String> {
        let waits_for = self.tied.get(path);
        if let Some(other) = waits_for.filter(|other| self.conflicts.contains(*other)) {
            let sides = self.told_sides(path);
            return Some(format!("{sides}; decide about {other} first"));
        }
        let tied = waits_for.map(|other| Self::kind_of(path, other));
        let what = tied.or_else(|| self.obstacles.get(path).copied());
        let obstacle = what.map(|what| format!("{what} stands there; move it away first"));
        obstacle.or_else(|| self.doubt_of(path))
    }

    /// Who changed a file, in words.
    pub fn told_sides(&self, path: &str) -> &'static str {
        let sides = &self.sides;
        let (base, ours, theirs) = (
            sides.base.get(path),
            sides.ours.get(path),
            sides.theirs.get(path),
        );
        let differ = |one: &Option<&NewFile>, other: &Option<&NewFile>| {
            one.map(|file| &file.bytes) != other.map(|file| &file.bytes)
        };
        let holds = |side: &BTreeMap<String, NewFile>| {
            let start = format!("{path}/");
            let next = side.range(start.clone()..).next();
            next.is_some_and(|(known, _)| known.starts_with(&start))
        };
        let (here, there) = (differ(&ours, &base), differ(&theirs, &base));
        match (base.is_some(), ours.is_some(), theirs.is_some()) {
            (_, true, false) if holds(&sides.theirs) => "a file here, a folder there",
            (_, false, true) if holds(&sides.ours) => "a folder here, a file there",
            (false, false, true) if self.tied.contains_key(path) => "a file here, a folder there",
            (_, true, true) if !self.base_known => UNKNOWN,
            (false, true, true) => "new here and there",
            (true, true, false) if here => "changed here, deleted at its source",
            (true, false, true) if there => "deleted here, changed at its source",
            (true, _, false) => "deleted at its source",
            (true, false, true) => "deleted here",
            (false, false, _) => "new at its source",
            (false, true, false) => "new here",
            (true, true, true) if here && there => "changed here and at its source",
            (true, true, true) if here => "changed here",
            (true, true, true) => "changed at its source",
        }
    }
}

/// Said where two sides differ and nobody knows who changed what.
const UNKNOWN: &str =
    "not the same here and there, and what was installed is not known here any more";

/// The path, or a folder above it, is written in another way among those `spelled`.
fn is_twin(path: &str, spelled: &HashMap<String, String>) -> bool {
    let known = |part: &str| {
        spelled
            .get(&folded(part))
            .is_some_and(|known| known != part)
    };
    steps(path).any(known)
}

/// What stands in `folder` where the file `path` is to be written or taken out, once the files
/// `going` are gone; `None` when that can be done.
fn obstacle(folder: &str, path: &str, going: &BTreeSet<&str>) -> Option<&'static str> {
    let mut below = String::new();
    for step in path.split('/') {
        if !below.is_empty() {
            below.push('/');
        }
        below.push_str(step);
        let meta = fs::symlink_metadata(join(folder, &below)).ok()?;
        let last = below == path;
        if meta.is_symlink() {
            return Some("a link");
        }
        if !last && meta.is_file() && going.contains(below.as_str()) {
            return None;
        }
        match (meta.is_dir(), meta.is_file(), last) {
            (true, _, true) => return (!empties(folder, &below, going)).then_some("a folder"),
            (true, _, false) | (_, true, true) => {}
            (_, true, false) => return Some("a file"),
            _ => return Some("a pipe or a device"),
        }
    }
    None
}

/// Nothing is left of the folder `below` once the files `going` are gone.
fn empties(folder: &str, below: &str, going: &BTreeSet<&str>) -> bool {
    let Ok(entries) = fs::read_dir(join(folder, below)) else {
        return false;
    };
    let mut names = entries
        .map(|entry| {
            Some((
                entry.as_ref().ok()?.file_type().ok()?,
                entry.ok()?.file_name(),
            ))
        })
        .peekable();
    names.peek().is_some()
        && names.all(|entry| {
            entry.is_some_and(|(kind, name)| {
                let path = join(below, &name.to_string_lossy());
                going.contains(path.as_str()) || kind.is_dir() && empties(folder, &path, going)
            })
        })
}
