//! What was done to skills in a project, so that it can be taken back, also after a restart.
//!
//! Every entry is a flip: what takes it back gives what takes that back in turn, so undo and redo are
//! one and the same. What was done at once is taken back at once.

mod begun;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::author::{Back, Done};
use super::state::{hold, key_of, put, sum};
use super::whole::{read_one, read_whole};
use super::write::{Guard, Trash, Trashed, WriteError};

/// Older entries are forgotten; what they removed stays in the trash.
const MOST: usize = 100;

/// What takes one step back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flip {
    /// Something lies in its place or in the trash, and goes to the other.
    Trash {
        /// Its place.
        path: String,
        /// Its id in the trash, when it is there.
        trashed: Option<String>,
        /// Folders above that were made for it, from the nearest on: empty, they go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        made: Vec<String>,
    },
    /// Something else lies in its place than in the trash, and they change places.
    Swap {
        /// The place.
        path: String,
        /// Id of the other one in the trash.
        trashed: String,
    },
    /// A file or folder has one name and gets the other.
    Rename(Back),
}

impl Flip {
    /// Takes back that something was put to `path`, in the place of what went to the trash.
    pub fn put(path: &str, before: Option<&Trashed>) -> Self {
        let path = path.to_owned();
        match before {
            Some(old) => Self::Swap {
                path,
                trashed: old.id.clone(),
            },
            None => Self::Trash {
                path,
                trashed: None,
                made: Vec::new(),
            },
        }
    }

    /// These folders above were made for it.
    pub fn with_made(mut self, folders: Vec<String>) -> Self {
        if let Self::Trash { made, .. } = &mut self {
            *made = folders;
        }
        self
    }
}

impl Flip {
    /// What lies in its place and goes from there.
    fn removes(&self) -> Option<&str> {
        match self {
            Self::Trash {
                path,
                trashed: None,
                ..
            }
            | Self::Swap { path, .. } => Some(path),
            Self::Trash { .. } | Self::Rename(_) => None,
        }
    }

    /// What lies there now, as [`Entry::left`] notes it.
    fn left(&self) -> Option<String> {
        self.removes().and_then(print_of)
    }
}

/// What lies at `path`, in short: other files and other bytes have another one. `None` when it cannot
/// be read, or is too much to be a skill.
fn print_of(path: &str) -> Option<String> {
    let (files, links) = match fs::symlink_metadata(path).ok()?.is_file() {
        true => (vec![read_one(path, "").ok()?], Vec::new()),
        false => {
            let whole = read_whole(path).ok()?;
            (whole.files, whole.left_out)
        }
    };
    let files = files.iter();
    let files = files.map(|file| format!("{}\0{:016x}", file.path, sum([&file.bytes])));
    let all: Vec<String> = files.chain(links).collect();
    Some(format!("{:016x}", sum([all.join("\0\0").as_bytes()])))
}

/// What a flip did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flipped {
    /// Is back from the trash.
    Restored(String),
    /// Is back from the trash under another name, for something else has its own by now: what it was
    /// called, and where it is.
    Beside(String, String),
    /// Is back from the trash, and what lay in its place is there.
    Swapped(String),
    /// Is in the trash.
    Trashed(String),
    /// Has another name: before, and now.
    Renamed(String, String),
}

/// An entry of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    host: String,
    undone: bool,
    flip: Flip,
    /// A folder other than the host's write area that the person allowed this to be done in.
    #[serde(default)]
    granted: Option<String>,
    /// What lay there when it was done, where taking it back makes that go ([`print_of`]): so it is
    /// known whether somebody worked on it since.
    #[serde(default)]
    left: Option<String>,
    /// Entries beside each other with the same number were done at once; 0 is nobody's number.
    #[serde(default)]
    step: u64,
    /// It is being taken back, or done again: where this stays, a program died on the way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    under_way: bool,
    /// It is taken back, or done again, and nobody noted yet that the locks were told of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    untold: bool,
    /// It is about to be done by the program of this number, which has not said yet that it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<u32>,
}

impl Entry {
    /// What it knows of in the trash.
    fn trashed(&self) -> Option<String> {
        match &self.flip {
            Flip::Trash { trashed, .. } => trashed.clone(),
            Flip::Swap { trashed, .. } => Some(trashed.clone()),
            Flip::Rename(_) => None,
        }
    }
}

/// The journal of one project.
#[derive(Clone, Debug)]
pub struct Journal {
    file: PathBuf,
}

/// Why nothing was taken back.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Nothing was done, or all is taken back.
    #[error("there is nothing to {0} here")]
    Nothing(&'static str),
    /// Something else was done meanwhile, and would be taken back.
    #[error("something else was done here meanwhile; look again")]
    Another,
    /// The disk is not as it was left.
    #[error("{}", .0.against_return())]
    Write(#[from] WriteError),
}

impl Journal {
    /// The journal of `project` below `state`; nothing is touched yet.
    pub fn new(state: &Path, project: &str) -> Self {
        let name = format!("{}.json", key_of(project));
        Self {
            file: state.join("journal").join(name),
        }
    }

    /// Notes what was done for a host. What was undone before cannot be done again from then on.
    ///
    /// # Errors
    /// When the state folder cannot be written to.
    pub fn note(&self, host: &str, done: &Done) -> io::Result<()> {
        self.note_in(host, done.flips.iter().map(|flip| (flip.clone(), None)))
    }

    /// As [`Self::note`], each with the folder, other than the write area, that the person allowed it
    /// to be done in.
    ///
    /// # Errors
    /// As [`Self::note`].
    pub fn note_in(
        &self,
        host: &str,
        flips: impl IntoIterator<Item = (Flip, Option<String>)>,
    ) -> io::Result<()> {
        let flips: Vec<(Flip, Option<String>)> = flips.into_iter().collect();
        if flips.is_empty() {
            return Ok(());
        }
        let _held = self.hold();
        let mut entries = self.entries();
        let gone = || {
            let flips = flips.iter();
            flips.filter_map(|(flip, _)| match flip {
                Flip::Trash { path, .. } => Some(path.as_str()),
                Flip::Swap { .. } | Flip::Rename(_) => None,
            })
        };
        entries.retain(|entry| {
            !(entry.undone && entry.host == host || entry.is_own_removal(host, gone()))
        });
        let last = entries.iter().map(|entry| entry.step).max();
        let step = last.unwrap_or(0) + 1;
        entries.extend(flips.into_iter().map(|(flip, granted)| Entry {
            host: host.to_owned(),
            undone: false,
            left: flip.left(),
            flip,
            granted,
            step,
            under_way: false,
            untold: false,
            begun: None,
        }));
        self.write(&entries)
    }

    /// The next undo of this host takes just this back.
    pub fn ends_with(&self, host: &str, flip: &Flip) -> bool {
        let at_once = self.at_once(host, false);
        at_once.iter().any(|entry| entry.flip == *flip)
    }

    /// The folders, other than the write area, in which the next undo (or redo: `again`) works.
    pub fn places(&self, host: &str, again: bool) -> Vec<String> {
        let at_once = self.at_once(host, again).into_iter();
        at_once.filter_map(|entry| entry.granted).collect()
    }

    /// What the next undo (or redo) would put into the trash and somebody worked on since it was done.
    pub fn changed(&self, host: &str, again: bool) -> Vec<String> {
        let at_once = self.at_once(host, again).into_iter();
        let changed = at_once.filter_map(|entry| {
            let (path, left) = (entry.flip.removes()?, entry.left.as_ref()?);
            // Of one that was broken off something else may lie there already.
            let there = is_there(path) && !entry.under_way;
            (there && print_of(path).as_ref() != Some(left)).then(|| path.to_owned())
        });
        changed.collect()
    }

    /// What the next undo (or redo) takes from its place or writes anew: folders, and files.
    pub fn touches(&self, host: &str, again: bool) -> Vec<String> {
        let at_once = self.at_once(host, again).into_iter();
        let touched = at_once.filter_map(|entry| match &entry.flip {
            // The name stands in the skill file, too.
            Flip::Rename(back) => back.names.as_ref().map(|_| back.file.clone()),
            flip => flip.removes().map(str::to_owned),
        });
        touched.collect()
    }

    /// The entries of the next undo (or redo).
    fn at_once(&self, host: &str, again: bool) -> Vec<Entry> {
        let entries = self.entries();
        let Some(at) = next(&entries, host, again) else {
            return Vec::new();
        };
        let step = entries[at].step;
        let all = entries.into_iter().enumerate();
        let at_once = all.filter(|(other, entry)| {
            *other == at || (step != 0 && entry.step == step && entry.host == host)
        });
        at_once.map(|(_, entry)| entry).collect()
    }

    /// What the next undo (or redo) does, in its order; nothing where there is none.
    pub fn pending(&self, host: &str, again: bool) -> Vec<Flip> {
        let at_once = self.at_once(host, again).into_iter();
        let mut flips: Vec<Flip> = at_once.map(|entry| entry.flip).collect();
        if !again {
            flips.reverse();
        }
        flips
    }

    /// What was taken back, or done again, by a program that died before the locks were told of it, as
    /// what takes that back.
    pub fn untold(&self, host: &str) -> Vec<Flip> {
        let entries = self.entries().into_iter();
        let untold = entries.filter(|entry| entry.untold && entry.host == host);
        untold.map(|entry| entry.flip).collect()
    }

    /// The locks were told of everything that was done for this host.
    pub fn told(&self, host: &str) {
        let _held = self.hold();
        let mut entries = self.entries();
        let mut untold = entries
            .iter_mut()
            .filter(|entry| entry.untold && entry.host == host)
            .peekable();
        if untold.peek().is_none() {
            return;
        }
        untold.for_each(|entry| entry.untold = false);
        // They are told again then, which changes nothing.
        let _ = self.write(&entries);
    }

    /// The hosts for which there is something to undo.
    pub fn hosts(&self) -> Vec<String> {
        let entries = self.entries().into_iter();
        let hosts: BTreeSet<String> = entries
            .filter(|entry| !entry.undone)
            .map(|entry| entry.host)
            .collect();
        hosts.into_iter().collect()
    }

    /// As [`Self::undo`], of what was shown ([`Self::pending`]) and of nothing else.
    ///
    /// # Errors
    /// As [`Self::undo`]; [`JournalError::Another`] when it is not the next any more.
    pub fn undo_shown(
        &self,
        host: &str,
        guard: &Guard,
        shown: &[Flip],
    ) -> Result<Vec<Flipped>, JournalError> {
        self.step(host, guard, false, Some(shown))
    }

    /// Takes back what was done last for this host, the last of it first.
    ///
    /// # Errors
    /// When there is nothing, or the disk is not as it was left. When that turns out on the way, what
    /// was taken back before is told, and the rest is left for another undo.
    pub fn undo(&self, host: &str, guard: &Guard) -> Result<Vec<Flipped>, JournalError> {
        self.step(host, guard, false, None)
    }

    /// Does again what was taken back last for this host.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn redo(&self, host: &str, guard: &Guard) -> Result<Vec<Flipped>, JournalError> {
        self.step(host, guard, true, None)
    }

    fn step(
        &self,
        host: &str,
        guard: &Guard,
        again: bool,
        shown: Option<&[Flip]>,
    ) -> Result<Vec<Flipped>, JournalError> {
        let _held = self.hold();
        if shown.is_some_and(|shown| self.pending(host, again) != shown) {
            return Err(JournalError::Another);
        }
        let mut all: Vec<Flipped> = Vec::new();
        let mut step = None;
        loop {
            let entries = self.entries();
            let at = next(&entries, host, again);
            let number = at.map(|at| entries[at].step);
            if step.is_some() && (number != step || number == Some(0)) {
                return Ok(all);
            }
            step = number;
            let doing = if again { "do again" } else { "undo" };
            match self.flip_at(entries, at, guard, doing) {
                Ok(flipped) => all.push(flipped),
                Err(error) if all.is_empty() => return Err(error),
                Err(_) => return Ok(all),
            }
        }
    }

    fn flip_at(
        &self,
        mut entries: Vec<Entry>,
        at: Option<usize>,
        guard: &Guard,
        doing: &'static str,
    ) -> Result<Flipped, JournalError> {
        let known: BTreeSet<String> = entries.iter().filter_map(Entry::trashed).collect();
        let found = at.and_then(|at| Some((at, entries.get_mut(at)?)));
        let (at, entry) = found.ok_or(JournalError::Nothing(doing))?;
        let (what, host) = (entry.flip.clone(), entry.host.clone());
        let broken_off = std::mem::replace(&mut entry.under_way, true);
        // Without it an end on the way is not known as one; all that was there is in the trash then.
        let _ = self.write(&entries);
        let done = flip(&what, &host, guard, broken_off.then_some(&known));
        let Some(entry) = entries.get_mut(at) else {
            return Err(JournalError::Nothing(doing));
        };
        entry.under_way = false;
        let (flip, flipped) = match done {
            Ok(done) => done,
            Err(error) => {
                if matches!(error, WriteError::Missing { .. }) {
                    // It will never work, and must not stand before the older ones.
                    entries.remove(at);
                }
                let _ = self.write(&entries);
                return Err(error.into());
            }
        };
        entry.left = flip.left();
        entry.flip = flip;
        entry.untold = true;
        entry.undone = !entry.undone;
        // Done is done; without the note it could only not be taken back again.
        let _ = self.write(&entries);
        Ok(flipped)
    }

    /// True for what an entry put into the trash.
    pub fn knows(&self, id: &str) -> bool {
        let entries = self.entries();
        entries
            .iter()
            .any(|entry| entry.trashed().as_deref() == Some(id))
    }

    /// Keeps other programs from writing meanwhile; where that cannot be, it is written all the same.
    fn hold(&self) -> Option<fs::File> {
        hold(&self.file.with_extension("lock")).ok()
    }

    /// A journal that is missing or broken knows nothing.
    fn entries(&self) -> Vec<Entry> {
        let bytes = super::read_settings(&self.file).ok();
        let entries = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        entries.unwrap_or_default()
    }

    fn write(&self, entries: &[Entry]) -> io::Result<()> {
        let kept = &entries[entries.len().saturating_sub(MOST)..];
        put(&self.file, &serde_json::to_vec_pretty(kept)?)
    }
}

/// The entry that is undone next, or done again.
fn next(entries: &[Entry], host: &str, again: bool) -> Option<usize> {
    let mut places = entries.iter();
    match again {
        true => places.position(|entry| entry.host == host && entry.undone),
        false => {
            places.rposition(|entry| entry.host == host && !entry.undone && entry.begun.is_none())
        }
    }
}

/// What was put into the trash from `path` and not noted, its id: no entry knows of it.
fn unnoted(path: &str, host: &str, guard: &Guard, known: &BTreeSet<String>) -> Option<String> {
    let list = guard.trash().list().into_iter();
    let mut unknown = list.filter(|item| !known.contains(&item.id));
    let done = unknown.find(|item| item.path == path && item.host == host);
    done.map(|item| item.id)
}

/// Puts what lies at `path` into the trash; its id there, also where that was done before (`known`).
fn remove(
    path: &str,
    host: &str,
    guard: &Guard,
    known: Option<&BTreeSet<String>>,
) -> Result<String, WriteError> {
    match (guard.remove(path, host), known) {
        (Ok(trashed), _) => Ok(trashed.id),
        (Err(error @ WriteError::Missing { .. }), Some(known)) => {
            unnoted(path, host, guard, known).ok_or(error)
        }
        (Err(error), _) => Err(error),
    }
}

fn is_there(path: &str) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Does one flip. Gives what takes it back. `known`: a program died over it, and it is gone on with; these
/// are the ids in the trash that the journal knows of.
fn flip(
    flip: &Flip,
    host: &str,
    guard: &Guard,
    known: Option<&BTreeSet<String>>,
) -> Result<(Flip, Flipped), WriteError> {
    match flip {
        Flip::Trash {
            path,
            trashed: Some(id),
            made,
        } => {
            let found = find(guard.trash(), id);
            if found.is_none() && known.is_some() && is_there(path) {
                let flip = Flip::put(path, None).with_made(made.clone());
                return Ok((flip, Flipped::Restored(path.clone())));
            }
            let trashed = found.ok_or_else(|| WriteError::Missing {
                path: format!("{path} (in the trash)"),
            })?;
            let now = guard.restore_beside(&trashed)?;
            let flipped = match now == *path {
                true => Flipped::Restored(now.clone()),
                false => Flipped::Beside(path.clone(), now.clone()),
            };
            let (path, trashed, made) = (now, None, made.clone());
            Ok((
                Flip::Trash {
                    path,
                    trashed,
                    made,
                },
                flipped,
            ))
        }
        Flip::Trash { path, made, .. } => {
            let trashed = Some(remove(path, host, guard, known)?);
            guard.unmake(path, made);
            let (path, made) = (path.clone(), made.clone());
            let flipped = Flipped::Trashed(path.clone());
            Ok((
                Flip::Trash {
                    path,
                    trashed,
                    made,
                },
                flipped,
            ))
        }
        Flip::Swap { path, trashed } => {
            let found = find(guard.trash(), trashed);
            if let (None, Some(known), true) = (&found, known, is_there(path))
                && let Some(trashed) = unnoted(path, host, guard, known)
            {
                let path = path.clone();
                let flipped = Flipped::Swapped(path.clone());
                return Ok((Flip::Swap { path, trashed }, flipped));
            }
            let other = found.ok_or_else(|| WriteError::Missing {
                path: format!("{path} (in the trash)"),
            })?;
            let here = remove(path, host, guard, known)?;
            if let Err(error) = guard.restore(&other) {
                // Should it not come back, the trash still has it; the first error is the one to tell.
                if let Some(here) = find(guard.trash(), &here) {
                    let _ = guard.restore(&here);
                }
                return Err(error);
            }
            let path = path.clone();
            let flipped = Flipped::Swapped(path.clone());
            let trashed = here;
            Ok((Flip::Swap { path, trashed }, flipped))
        }
        Flip::Rename(back) => {
            let flipped = Flipped::Renamed(back.from.clone(), back.to.clone());
            Ok((Flip::Rename(back.carry_out(guard)?), flipped))
        }
    }
}

fn find(trash: &Trash, id: &str) -> Option<Trashed> {
    trash.list().into_iter().find(|item| item.id == id)
}
