//! Bringing an installed skill up to date without losing what was changed here: three ways, file by
//! file, and inside of texts by hunks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Refusal;
use super::lock::Entry;
use super::place::{Area, files_in, hash_of};
use super::status::Status;
use crate::library::Trashed;
use crate::library::write::NewFile;
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

/// A file that someone has to decide about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its path in the skill.
    pub path: String,
    /// As it was installed, when that is known.
    pub base: Option<Arc<[u8]>>,
    /// As it is here; `None` when it was removed here.
    pub ours: Option<Arc<[u8]>>,
    /// As it is at the source; `None` when it was removed there.
    pub theirs: Option<Arc<[u8]>>,
}

/// An update, worked out and not yet done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// What the lock calls the skill.
    pub key: String,
    /// Its folder.
    pub folder: String,
    /// What the skill will be, by path; conflicts as they are here.
    pub files: BTreeMap<String, NewFile>,
    /// What happens to which file; files that stay the same are not told.
    pub changes: Vec<(String, Change)>,
    /// What has to be decided first, with [`Update::settle`].
    pub conflicts: Vec<Conflict>,
    entry: Entry,
    theirs: Vec<NewFile>,
    /// The hash of the folder that it was worked out for.
    now: String,
}

/// Works an update out. Without the text that was installed every difference is a conflict.
///
/// # Errors
/// `unknown-source` when the source was not looked at, `unreadable`.
pub fn plan(area: &Area, status: &Status) -> Result<Update, Refusal> {
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
                format!("{}: {error}", status.folder),
            ));
        }
    };
    let hash = hash_of(&now);
    // A folder that is gone is installed again, as a whole.
    let missing = now.is_empty();
    let base = match missing || hash == status.entry.hash {
        true => Some(now.clone()),
        false => area.records.base(&status.entry.hash),
    };
    let mut update = Update {
        key: status.key.clone(),
        folder: status.folder.clone(),
        files: BTreeMap::new(),
        changes: Vec::new(),
        conflicts: Vec::new(),
        entry: Entry {
            hash: found.hash.clone(),
            ..status.entry.clone()
        },
        theirs: found.files.clone(),
        now: hash,
    };
    let sides = Sides {
        base: by_path(&base.unwrap_or_default()),
        ours: by_path(&now),
        theirs: by_path(&found.files),
    };
    let paths: BTreeSet<&String> = sides.ours.keys().chain(sides.theirs.keys()).collect();
    for path in paths {
        update.file(path, &sides);
    }
    Ok(update)
}

struct Sides {
    base: BTreeMap<String, NewFile>,
    ours: BTreeMap<String, NewFile>,
    theirs: BTreeMap<String, NewFile>,
}

fn by_path(files: &[NewFile]) -> BTreeMap<String, NewFile> {
    let files = files.iter();
    files
        .map(|file| (file.path.clone(), file.clone()))
        .collect()
}

impl Update {
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
            self.conflicts.push(Conflict {
                path: path.to_owned(),
                base,
                ours: ours.clone(),
                theirs,
            });
            ours
        };
        let executable = sides.ours.get(path).is_some_and(|file| file.executable);
        if let Some(bytes) = result {
            self.set(path, bytes, executable);
        }
    }

    fn set(&mut self, path: &str, bytes: Arc<[u8]>, executable: bool) {
        let file = NewFile {
            path: path.to_owned(),
            bytes,
            executable,
        };
        self.files.insert(path.to_owned(), file);
    }

    /// It changes nothing.
    pub fn is_empty(&self) -> bool {
        let changed = |(_, change): &(String, Change)| *change != Change::Kept;
        self.conflicts.is_empty() && !self.changes.iter().any(changed)
    }

    /// Decides a conflict: what the file will hold, or that it will not be there.
    pub fn settle(&mut self, path: &str, bytes: Option<Arc<[u8]>>) {
        self.conflicts.retain(|conflict| conflict.path != path);
        let executable = self.files.get(path).is_some_and(|file| file.executable);
        match bytes {
            Some(bytes) => self.set(path, bytes, executable),
            None => {
                self.files.remove(path);
            }
        }
        self.changes.push((path.to_owned(), Change::Merged));
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

/// Does it: the folder as a whole, then the lock. What was there goes to the trash.
///
/// # Errors
/// `conflicts` as long as there are some, `changed-meanwhile` when the folder is not as it was when
/// the update was worked out; what the guard refuses and the disk does not do.
pub fn apply(area: &Area, update: &Update) -> Result<Option<Trashed>, Refusal> {
    if let [first, ..] = update.conflicts.as_slice() {
        let count = update.conflicts.len();
        return Err(Refusal::new(
            "conflicts",
            format!(
                "{}: {count} files were changed here and there, {} first",
                update.key, first.path
            ),
        ));
    }
    let now = files_in(&update.folder).unwrap_or_default();
    if hash_of(&now) != update.now {
        return Err(Refusal::new(
            "changed-meanwhile",
            format!("{} was changed meanwhile", update.folder),
        ));
    }
    let files: Vec<NewFile> = update.files.values().cloned().collect();
    area.put(
        &update.folder,
        &update.key,
        &update.entry,
        &files,
        &update.theirs,
    )
}
