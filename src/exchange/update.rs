//! Bringing an installed skill up to date without losing what was changed here: three ways, file by
//! file, and inside of texts by hunks.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::sync::Arc;

use super::Refusal;
use super::bundle::folded;
use super::find::SKILL_FILE;
use super::flat::name_in;
use super::foreign;
use super::lock::Entry;
use super::moved;
use super::place::{Area, Content, files_in};
use super::preview::Ground;
use super::status::Status;
use crate::host::tree::join;
use crate::library::write::{Edit, NewFile};
use crate::library::{Trashed, system_words};
use crate::skill::merge::Merge;

/// What an update would do to one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is new at the source.
    Added,
    /// The source changed it.
    Taken,
    /// The source has it no more.
    Removed,
    /// Both changed it, in different places.
    Merged,
    /// Changed here alone, or only here.
    Kept,
}

impl Change {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Taken => "changed",
            Self::Removed => "removed",
            Self::Merged => "merged",
            Self::Kept => "kept",
        }
    }
}

/// An update, worked out and not yet done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// What the lock calls the skill.
    pub key: String,
    /// The folder of that lock.
    pub area: String,
    /// Its folder, or the single file it is.
    pub folder: String,
    /// It is a single file.
    pub single: bool,
    /// What the skill will be, by path; conflicts as they are here.
    pub files: BTreeMap<String, NewFile>,
    /// What happens to which file; files that stay the same are not told.
    pub changes: Vec<(String, Change)>,
    /// The files, by their paths in the skill, that someone has to decide about first.
    pub conflicts: Vec<String>,
    /// What stands in the way of a file that the source has, by path: those are conflicts too.
    pub obstacles: BTreeMap<String, &'static str>,
    /// Why the skill file was left undecided though both sides merge, or only the source changed it.
    pub doubted: Option<String>,
    /// All three.
    pub sides: Sides,
    entry: Entry,
}

/// Works an update out. Without the text that was installed every difference is a conflict; so is a
/// result that the host would not load, or would know by another name.
///
/// # Errors
/// `foreign-lock` when another program keeps the lock; `moved` when its folder has another name or place; `unknown-source` when the source was not looked
/// at, `unreadable`.
pub fn plan(ground: Ground<'_>, area: &Area, status: &Status) -> Result<Update, Refusal> {
    if let Some(refusal) = foreign::refuse(status) {
        return Err(refusal);
    }
    if let Some(refusal) = moved::refuse(status) {
        return Err(refusal);
    }
    let found = status.upstream.as_ref().ok_or_else(|| {
        let why = status.why.clone().unwrap_or_default();
        Refusal::new("unknown-source", format!("{}: {why}", status.key))
    })?;
    let now = match files_in(&status.folder) {
        Ok(now) => now,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            return Err(Refusal::new(
                "unreadable",
                format!("{}: {}", status.folder, system_words(&error)),
            ));
        }
    };
    // A folder that is gone is installed again, as a whole.
    let base = match now.is_empty() {
        true => None,
        false => area.base(&status.entry, &now),
    };
    let sides = Sides {
        base: by_path(&base.unwrap_or_default()),
        ours: by_path(&now),
        theirs: by_path(&found.placed()),
    };
    let mut update = Update {
        key: status.key.clone(),
        area: status.area.clone(),
        folder: status.folder.clone(),
        single: status.single,
        files: BTreeMap::new(),
        changes: Vec::new(),
        conflicts: Vec::new(),
        obstacles: BTreeMap::new(),
        doubted: None,
        entry: Entry {
            hash: found.placed_hash(),
            ..status.entry.clone()
        },
        sides: sides.clone(),
    };
    let paths: BTreeSet<&String> = sides.ours.keys().chain(sides.theirs.keys()).collect();
    for path in paths {
        update.file(path, &sides);
    }
    update.look_at_obstacles();
    update.look_at_outcome(ground);
    Ok(update)
}

/// The files of a skill, by path: as they were installed, as they are here, as they are at its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// As they were installed, as far as that is known.
    pub base: BTreeMap<String, NewFile>,
    /// As they are here.
    pub ours: BTreeMap<String, NewFile>,
    /// As they are at the source.
    pub theirs: BTreeMap<String, NewFile>,
}

pub(super) fn by_path(files: &[NewFile]) -> BTreeMap<String, NewFile> {
    let files = files.iter();
    files
        .map(|file| (file.path.clone(), file.clone()))
        .collect()
}

impl Update {
    /// What one of its files is called where it lies.
    pub fn told<'a>(&'a self, path: &'a str) -> &'a str {
        name_in(self.single, &self.folder, path)
    }

    /// Somebody decided about a file: these are its bytes, `None` takes it away. Where something stands
    /// in the way it can only stay as it is here.
    pub fn resolve(&mut self, path: &str, bytes: Option<Arc<[u8]>>) {
        let of = |side: &BTreeMap<String, NewFile>| side.get(path).map(|f| f.bytes.clone());
        let (ours, theirs) = (of(&self.sides.ours), of(&self.sides.theirs));
        if self.obstacles.contains_key(path) && bytes != ours {
            return;
        }
        let change = match &bytes {
            _ if bytes == ours => Change::Kept,
            None => Change::Removed,
            _ if bytes == theirs && ours.is_none() => Change::Added,
            _ if bytes == theirs => Change::Taken,
            Some(_) => Change::Merged,
        };
        self.conflicts.retain(|known| known != path);
        self.changes.retain(|(known, _)| known != path);
        self.changes.push((path.to_owned(), change));
        self.put(path, bytes);
    }

    /// The first conflict that nobody can decide before what stands there is moved away.
    pub fn in_the_way(&self) -> Option<(&str, &'static str)> {
        let mut conflicts = self.conflicts.iter();
        conflicts.find_map(|path| Some((path.as_str(), *self.obstacles.get(path)?)))
    }

    /// Links, folders and pipes of one's own are not written over: somebody has to decide.
    fn look_at_obstacles(&mut self) {
        let removed = |(path, change): &(String, Change)| match change {
            Change::Removed => Some(path.clone()),
            _ => None,
        };
        let going: BTreeSet<String> = self.changes.iter().filter_map(removed).collect();
        let spelled = self.spelled();
        for (path, change) in std::mem::take(&mut self.changes) {
            let found = match change {
                Change::Kept => None,
                Change::Added => obstacle(&self.folder, &path, &going)
                    .or_else(|| is_twin(&path, &spelled).then_some(TWIN)),
                _ => obstacle(&self.folder, &path, &going),
            };
            let Some(found) = found else {
                self.changes.push((path, change));
                continue;
            };
            let ours = self.sides.ours.get(&path);
            self.put(&path, ours.map(|file| file.bytes.clone()));
            self.obstacles.insert(path.clone(), found);
            self.conflicts.push(path);
        }
        self.conflicts.sort();
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

    /// What a file will hold.
    pub(super) fn put(&mut self, path: &str, bytes: Option<Arc<[u8]>>) {
        let Some(bytes) = bytes else {
            self.files.remove(path);
            return;
        };
        let ours = self.sides.ours.get(path);
        let file = NewFile {
            path: path.to_owned(),
            bytes,
            executable: ours.is_some_and(|file| file.executable),
        };
        self.files.insert(path.to_owned(), file);
    }

    fn file(&mut self, path: &str, sides: &Sides) {
        let bytes = |side: &BTreeMap<String, NewFile>| side.get(path).map(|f| f.bytes.clone());
        let (base, ours, theirs) = (bytes(&sides.base), bytes(&sides.ours), bytes(&sides.theirs));
        let mut told = |change| self.changes.push((path.to_owned(), change));
        let result = if ours == theirs {
            ours
        } else if ours == base {
            told(match (&ours, &theirs) {
                (None, _) => Change::Added,
                (_, None) => Change::Removed,
                _ => Change::Taken,
            });
            theirs
        } else if theirs == base {
            told(Change::Kept);
            ours
        } else if let Some(text) = merged(&base, &ours, &theirs) {
            told(Change::Merged);
            Some(text)
        } else {
            self.conflicts.push(path.to_owned());
            ours
        };
        self.put(path, result);
    }
}

/// What stands beside a new file that would be the same one on many disks.
const TWIN: &str = "another spelling of its letter case";

/// A path and the folders above it, the outermost first.
fn steps(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.match_indices('/').map(|(at, _)| at);
    ends.chain([path.len()]).map(|end| &path[..end])
}

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
fn obstacle(folder: &str, path: &str, going: &BTreeSet<String>) -> Option<&'static str> {
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
        if !last && meta.is_file() && going.contains(&below) {
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
fn empties(folder: &str, below: &str, going: &BTreeSet<String>) -> bool {
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
                going.contains(&path) || kind.is_dir() && empties(folder, &path, going)
            })
        })
}

/// Both changed a text in different places.
fn merged(
    base: &Option<Arc<[u8]>>,
    ours: &Option<Arc<[u8]>>,
    theirs: &Option<Arc<[u8]>>,
) -> Option<Arc<[u8]>> {
    let text = |bytes: &'_ Option<Arc<[u8]>>| -> Option<String> {
        let text = std::str::from_utf8(bytes.as_ref()?).ok()?;
        (!text.contains('\0')).then(|| text.to_owned())
    };
    let merge = Merge::new(&text(base)?, &text(ours)?, &text(theirs)?);
    merge.clean().map(|text| Arc::from(text.into_bytes()))
}

/// Whether it may be done; nothing is asked of the disk.
///
/// # Errors
/// `conflicts` as long as there are some.
pub fn ready(update: &Update) -> Result<(), Refusal> {
    let [first, ..] = update.conflicts.as_slice() else {
        return Ok(());
    };
    let (key, count) = (&update.key, update.conflicts.len());
    if let Some((path, what)) = update.in_the_way() {
        return Err(Refusal::new(
            "conflicts",
            format!("{key}: {what} stands where the source has {path}; move it away first"),
        ));
    }
    if let Some(doubt) = update.doubted.as_ref().filter(|_| first == SKILL_FILE) {
        return Err(Refusal::new("conflicts", format!("{key}: {doubt}")));
    }
    Err(Refusal::new(
        "conflicts",
        match (count, update.told(first)) {
            (1, first) => format!("{key}: {first} was changed here and there"),
            (_, first) => {
                format!("{key}: {count} files were changed here and there, {first} first")
            }
        },
    ))
}

/// Does it: the folder as a whole, then the lock. What was there goes to the trash; what lies in it
/// and comes from nowhere else (links, empty folders, a repository) is there in the new one too.
///
/// # Errors
/// As [`ready`]; `changed-meanwhile` when the folder is not as it was when the update was worked
/// out; what the guard refuses and the disk does not do.
pub fn apply(area: &Area, update: &Update) -> Result<Option<Trashed>, Refusal> {
    ready(update)?;
    let held = area.hold()?;
    let now = files_in(&update.folder).unwrap_or_default();
    if by_path(&now) != update.sides.ours {
        return Err(Refusal::new(
            "changed-meanwhile",
            format!("{} was changed meanwhile; look again", update.folder),
        ));
    }
    let files: Vec<NewFile> = update.files.values().cloned().collect();
    let theirs: Vec<NewFile> = update.sides.theirs.values().cloned().collect();
    let (ours, files_then) = (&update.sides.ours, &update.files);
    let bytes = |side: &BTreeMap<String, NewFile>, path: &str| {
        side.get(path).map(|file| file.bytes.clone())
    };
    let paths: BTreeSet<&String> = ours.keys().chain(files_then.keys()).collect();
    let changed = paths
        .into_iter()
        .filter(|path| bytes(ours, path) != bytes(files_then, path));
    let edits: Vec<Edit> = changed
        .map(|path| Edit {
            path: path.clone(),
            bytes: bytes(files_then, path),
        })
        .collect();
    let content = Content {
        files: &files,
        edits: Some(&edits),
        over: true,
    };
    let (folder, key, entry) = (&update.folder, &update.key, &update.entry);
    area.put(&held, folder, key, entry, content, &theirs)
}
