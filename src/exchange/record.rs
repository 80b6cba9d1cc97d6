//! Our own record, in the state folder: the texts a skill was installed with, so that an update can
//! be merged with what was changed here; and what an installation was about to write into a lock.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Refusal;
use super::archive::{pack, unpack};
use super::hash::of_bytes;
use super::limits::Limits;
use super::lock::Entry;
use super::place::{hash_of, seal_of};
use crate::library::Dirs;
use crate::library::state::{hold, put};
use crate::library::system_words;
use crate::library::write::NewFile;

/// Where the record is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    folder: PathBuf,
}

/// Where systems tell which programs run.
const RUNNING: &str = "/proc";

/// A line that is about to be written into a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// The folder of the lock.
    pub area: String,
    /// The folder of the skill.
    pub folder: String,
    /// What the lock calls it.
    pub key: String,
    source: String,
    source_type: String,
    reference: Option<String>,
    skill_path: Option<String>,
    hash: String,
    /// Values as the JSON they were.
    #[serde(default)]
    others: Vec<(String, String)>,
    /// The hash that the folder has once it is written.
    pub there: String,
    /// The hash of what stood there before; `None` for nothing.
    #[serde(default)]
    pub before: Option<String>,
    /// The program that writes it, by its number; 0 is none that is known.
    #[serde(default)]
    pub by: u32,
}

impl Intent {
    /// This line, for a folder that will have the hash `there`.
    pub fn new(area: &str, folder: &str, key: &str, entry: &Entry, there: String) -> Self {
        Self {
            there,
            area: area.to_owned(),
            folder: folder.to_owned(),
            key: key.to_owned(),
            source: entry.source.clone(),
            source_type: entry.source_type.clone(),
            reference: entry.reference.clone(),
            skill_path: entry.skill_path.clone(),
            hash: entry.hash.clone(),
            others: entry.rest.clone(),
            before: None,
            by: std::process::id(),
        }
    }

    /// Its program runs: what is written is not left undone. Never where the system does not tell.
    pub fn is_under_way(&self) -> bool {
        let running = Path::new(RUNNING);
        self.by != 0 && running.join(self.by.to_string()).exists()
    }

    /// The entry.
    pub fn entry(&self) -> Entry {
        Entry {
            source: self.source.clone(),
            source_type: self.source_type.clone(),
            reference: self.reference.clone(),
            skill_path: self.skill_path.clone(),
            hash: self.hash.clone(),
            rest: self.others.clone(),
        }
    }
}

impl Records {
    /// Of this program.
    pub fn of(dirs: &Dirs) -> Self {
        Self {
            folder: dirs.state.join("exchange"),
        }
    }

    /// Keeps the files that have this hash.
    ///
    /// # Errors
    /// When the state folder cannot be written to.
    pub fn keep_base(&self, hash: &str, files: &[NewFile]) -> io::Result<()> {
        let Some(path) = self.base_file(hash) else {
            return Ok(());
        };
        // A record that is damaged is written again; and of two folders with one hash it is the one
        // installed last that a lock tells of.
        match self
            .base(hash)
            .is_some_and(|known| seal_of(&known) == seal_of(files))
        {
            true => Ok(()),
            false => put(&path, &pack("", files)?),
        }
    }

    /// The files that have this hash, as far as they are known.
    pub fn base(&self, hash: &str) -> Option<Vec<NewFile>> {
        let bytes = fs::read(self.base_file(hash)?).ok()?;
        let bundle = unpack(&bytes, &Limits::default()).ok()?;
        let files: Vec<NewFile> = bundle
            .files
            .into_iter()
            .map(|(path, member)| NewFile {
                path,
                bytes: member.bytes,
                executable: member.executable,
            })
            .collect();
        (hash_of(&files) == hash).then_some(files)
    }

    /// A hash comes out of a file that others write; only one that looks like one names a file.
    fn base_file(&self, hash: &str) -> Option<PathBuf> {
        let plain = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        plain.then(|| self.folder.join("base").join(format!("{hash}.zip")))
    }

    /// Keeps other programs from writing into the folder `area` until what is given back is dropped.
    ///
    /// # Errors
    /// `busy` when another one has been at work there for long, `not-written` when the state folder
    /// cannot be written to.
    pub fn hold(&self, area: &str) -> Result<fs::File, Refusal> {
        let name = of_bytes(area.as_bytes());
        let held = hold(&self.folder.join("holds").join(format!("{name}.lock")));
        held.map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => Refusal::new("busy", format!("{area}: {error}")),
            _ => self.fault(&error),
        })
    }

    /// Nothing is exchanged that cannot be remembered: why, and the way on.
    pub(super) fn fault(&self, error: &io::Error) -> Refusal {
        let (folder, why) = (self.folder.display(), system_words(error));
        Refusal::new(
            "not-written",
            format!(
                "what is installed cannot be remembered in {folder}: {why}; SKILLKILN_STATE names \
                 another folder"
            ),
        )
    }

    /// Notes what is about to be written, before the first step.
    ///
    /// # Errors
    /// When the state folder cannot be written to.
    pub fn intend(&self, intent: &Intent) -> io::Result<()> {
        put(&self.intent_file(intent), &serde_json::to_vec(intent)?)
    }

    /// It is written, or will not be.
    pub fn settle(&self, intent: &Intent) {
        // One that stays is looked at again and found to be settled.
        let _ = fs::remove_file(self.intent_file(intent));
    }

    /// It is written, and stays until it is noted that it can be taken back ([`Self::noted`]). Where the
    /// system does not tell whether this program runs, others would take it for left undone.
    pub fn written(&self, intent: &Intent) {
        if !intent.is_under_way() {
            self.settle(intent);
        }
    }

    /// What this program wrote in `area` can be taken back, if it is to be.
    pub fn noted(&self, area: &str) {
        let mut own = self.intents(area);
        own.retain(|intent| intent.by == std::process::id());
        own.iter().for_each(|intent| self.settle(intent));
    }

    /// What was about to be written into the lock of `area` when the program ended.
    pub fn intents(&self, area: &str) -> Vec<Intent> {
        let entries = fs::read_dir(self.folder.join("intents"));
        let files = entries.into_iter().flatten().flatten();
        files
            .filter_map(|file| serde_json::from_slice(&fs::read(file.path()).ok()?).ok())
            .filter(|intent: &Intent| intent.area == area)
            .collect()
    }

    /// Keeps which files may be executed in a folder that was given the files of this hash.
    ///
    /// # Errors
    /// When the state folder cannot be written to.
    pub fn keep_modes(&self, folder: &str, hash: &str, files: &[NewFile]) -> io::Result<()> {
        let paths = files.iter().filter(|file| file.executable);
        let paths: Vec<&str> = paths.map(|file| file.path.as_str()).collect();
        put(&self.modes_file(folder, hash), &serde_json::to_vec(&paths)?)
    }

    /// Which files could be executed in a folder when it was given the files of this hash; `None` where
    /// that is not known.
    pub fn modes(&self, folder: &str, hash: &str) -> Option<BTreeSet<String>> {
        serde_json::from_slice(&fs::read(self.modes_file(folder, hash)).ok()?).ok()
    }

    fn modes_file(&self, folder: &str, hash: &str) -> PathBuf {
        let name = of_bytes(format!("{folder}\0{hash}").as_bytes());
        self.folder.join("modes").join(format!("{name}.json"))
    }

    /// Keeps the line of a folder for when just the files come back that it has now.
    ///
    /// # Errors
    /// When the state folder cannot be written to.
    pub fn keep_line(&self, line: &Intent) -> io::Result<()> {
        let file = self.line_file(&line.area, &line.folder, &line.there);
        put(&file, &serde_json::to_vec(line)?)
    }

    /// The line that a folder had when it held the files of this hash.
    pub fn line(&self, area: &str, folder: &str, there: &str) -> Option<Intent> {
        let file = self.line_file(area, folder, there);
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    fn line_file(&self, area: &str, folder: &str, there: &str) -> PathBuf {
        let name = of_bytes(format!("{area}\0{folder}\0{there}").as_bytes());
        self.folder.join("lines").join(format!("{name}.json"))
    }

    fn intent_file(&self, intent: &Intent) -> PathBuf {
        let name = of_bytes(format!("{}\0{}", intent.area, intent.key).as_bytes());
        self.folder.join("intents").join(format!("{name}.json"))
    }
}
