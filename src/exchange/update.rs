//! Bringing an installed skill up to date without losing what was changed here: three ways, file by
//! file, and inside of texts by hunks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Refusal;
use super::flat::name_in;
use super::foreign;
use super::lock::Entry;
use super::moved;
use super::place::{Area, Content, here};
use super::preview::Ground;
use super::status::Status;
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
    /// Files that the source has where files of the skill stand, by path, each with that file: they are
    /// conflicts as long as that one stays.
    pub(super) tied: BTreeMap<String, String>,
    /// It is known what was installed, or nothing of it is here.
    pub(super) base_known: bool,
    /// Files may be executed here where they may be at the source.
    pub(super) runs: bool,
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
    let now = match here(&status.folder) {
        Ok(here) => here.files,
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
    let base_known = base.is_some() || now.is_empty();
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
        tied: BTreeMap::new(),
        base_known,
        runs: false,
        doubted: None,
        entry: Entry {
            hash: found.placed_hash(),
            ..status.entry.clone()
        },
        sides,
    };
    let sides = &update.sides;
    let paths = sides.ours.keys().chain(sides.theirs.keys()).cloned();
    let paths: BTreeSet<String> = paths.collect();
    for path in paths {
        update.file(&path);
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
    /// in the way it can only stay as it is here; what waited for it is looked at again.
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
        self.untangle();
    }

    /// What a file will hold.
    pub(super) fn put(&mut self, path: &str, bytes: Option<Arc<[u8]>>) {
        let Some(bytes) = bytes else {
            self.files.remove(path);
            return;
        };
        let side = match self.runs {
            true => self.sides.theirs.get(path).or(self.sides.ours.get(path)),
            false => self.sides.ours.get(path),
        };
        let file = NewFile {
            path: path.to_owned(),
            bytes,
            executable: side.is_some_and(|file| file.executable),
        };
        self.files.insert(path.to_owned(), file);
    }

    /// Works out what becomes of one file.
    pub(super) fn file(&mut self, path: &str) {
        let bytes = |side: &BTreeMap<String, NewFile>| side.get(path).map(|f| f.bytes.clone());
        let sides = &self.sides;
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
    let why = update.in_the_way().or_else(|| update.doubt_of(first));
    let why = why.unwrap_or_else(|| {
        let (first, sides) = (update.told(first), update.told_sides(first));
        match count {
            1 => format!("{first}: {sides}"),
            _ => format!("{count} files are not decided about, {first} first: {sides}"),
        }
    });
    Err(Refusal::new("conflicts", format!("{key}: {why}")))
}

/// What became of an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It is done; what was there is in the trash.
    Done(Option<Trashed>),
    /// Another program had just done the same: there is nothing to do, and nothing to take back.
    Already,
}

/// Does it: the folder as a whole, then the lock. What was there goes to the trash; what lies in it
/// and comes from nowhere else (links, empty folders, a repository) is there in the new one too.
///
/// # Errors
/// As [`ready`]; `changed-meanwhile` when the folder is not as it was when the update was worked
/// out; what the guard refuses and the disk does not do.
pub fn apply(area: &Area, update: &Update) -> Result<Applied, Refusal> {
    ready(update)?;
    let held = area.hold()?;
    let now = here(&update.folder).unwrap_or_default().files;
    let now = by_path(&now);
    if now != update.sides.ours {
        let (lock, _) = area.lock()?;
        if now == update.files && lock.get(&update.key).as_ref() == Some(&update.entry) {
            return Ok(Applied::Already);
        }
        return Err(Refusal::new(
            "changed-meanwhile",
            format!("{} was changed meanwhile; look again", update.folder),
        ));
    }
    let files: Vec<NewFile> = update.files.values().cloned().collect();
    let theirs: Vec<NewFile> = update.sides.theirs.values().cloned().collect();
    let (ours, files_then) = (&update.sides.ours, &update.files);
    let paths: BTreeSet<&String> = ours.keys().chain(files_then.keys()).collect();
    let changed = paths
        .into_iter()
        .filter(|path| ours.get(*path) != files_then.get(*path));
    let edits: Vec<Edit> = changed
        .map(|path| {
            let then = files_then.get(path);
            let was = ours.get(path).is_some_and(|file| file.executable);
            Edit {
                path: path.clone(),
                bytes: then.map(|file| file.bytes.clone()),
                executable: then
                    .map(|file| file.executable)
                    .filter(|executable| *executable != was),
            }
        })
        .collect();
    let content = Content {
        files: &files,
        edits: Some(&edits),
        over: true,
    };
    let (folder, key, entry) = (&update.folder, &update.key, &update.entry);
    let trashed = area.put(&held, folder, key, entry, content, &theirs)?;
    Ok(Applied::Done(trashed))
}
