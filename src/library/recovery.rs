//! Unsaved text, kept where neither a crash nor a closed terminal reaches it.
//!
//! Each project has a folder in the state folder, and in it each running workbench one of its own,
//! whose lock it holds as long as it lives: the system gives the lock back however the program ends.
//! So a later start takes only what nobody is working on any more.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::state::{key_of, make_private, put, sum};

const LOCK: &str = "lock";
const SESSION: &str = "session-";
const DAMAGED: &str = "damaged";
const VERSION: u32 = 1;

/// A text that is not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// Its file, absolute.
    pub path: String,
    /// The host whose write area it lies in.
    pub host: String,
    /// The text.
    pub text: Arc<str>,
    /// The bytes of the file it began with; `None` when there is no such file.
    pub base: Option<Arc<[u8]>>,
    /// Its skill is in the trash: the text comes back with that.
    pub shelved: bool,
}

/// A text that a workbench left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Where it is kept, below the folder of the project.
    pub id: String,
    /// The text.
    pub unsaved: Unsaved,
    /// When it was kept, to the millisecond.
    pub time: SystemTime,
}

/// A recovery file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Where it lies now.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// What was left behind in a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Texts, the newest first.
    pub kept: Vec<Kept>,
    /// Files that are no texts.
    pub damaged: Vec<Damaged>,
}

/// A file on disk.
#[derive(Serialize, Deserialize)]
struct Record {
    version: u32,
    path: String,
    host: String,
    /// Milliseconds since 1970, UTC.
    time: u64,
    /// The bytes of the file, in base64.
    base: Option<String>,
    text: String,
    /// Of everything above.
    sum: String,
    /// Not in every file, so it is not summed.
    #[serde(default)]
    shelved: bool,
}

/// The recovery files of one project, for one workbench.
#[derive(Debug)]
pub struct Recovery {
    folder: PathBuf,
    session: Option<Session>,
    /// Sessions of workbenches that are gone; locked, so that nobody else offers them.
    found: Vec<Session>,
    closed: bool,
}

/// One workbench's folder.
#[derive(Debug)]
struct Session {
    folder: PathBuf,
    /// Held until dropped.
    _lock: File,
    /// Number of the file by the path of its text.
    files: BTreeMap<String, u32>,
    next: u32,
}

impl Recovery {
    /// The recovery files of `project` below `state`; nothing is touched yet.
    pub fn new(state: &Path, project: &str) -> Self {
        Self {
            folder: state.join("recovery").join(key_of(project)),
            session: None,
            found: Vec::new(),
            closed: false,
        }
    }

    /// Keeps a text in place of what was kept of its file before.
    ///
    /// # Errors
    /// What the disk does not do; what was kept before is then still there.
    pub fn keep(&mut self, unsaved: &Unsaved) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let bytes = serde_json::to_vec(&Record::of(unsaved, now()))?;
        let session = self.session()?;
        let number = session.number(&unsaved.path);
        put(&session.file(number), &bytes)
    }

    /// Forgets what is kept of a file: it is saved, or thrown away.
    pub fn forget(&mut self, path: &str) {
        if let Some(session) = &mut self.session
            && let Some(number) = session.files.remove(path)
        {
            // Should it stay, it is offered once too often.
            let _ = fs::remove_file(session.file(number));
        }
    }

    /// What workbenches that are gone left behind; held until [`Self::release`]. What cannot be read is
    /// moved aside.
    pub fn left(&mut self) -> Left {
        let mut left = Left::default();
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return left;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| name.starts_with(SESSION)) else {
                continue;
            };
            if let Some(session) = Session::of_the_dead(&entry.path()) {
                self.look_at(name, session, &mut left);
            }
        }
        left.kept
            .sort_by(|a, b| (b.time, &b.id).cmp(&(a.time, &a.id)));
        left
    }

    fn look_at(&mut self, name: &str, session: Session, left: &mut Left) {
        let numbers = session.numbers();
        for number in numbers {
            let file = session.file(number);
            match read(&file) {
                Ok((unsaved, time)) => left.kept.push(Kept {
                    id: format!("{name}/{number}"),
                    unsaved,
                    time,
                }),
                Err(Unreadable::Newer) => left.damaged.push(Damaged {
                    path: file,
                    why: "a newer skillkiln wrote it".to_owned(),
                }),
                Err(Unreadable::Damaged(why)) => {
                    let path = self.aside(&file, &format!("{name}-{number}.json"));
                    left.damaged.push(Damaged { path, why });
                }
            }
        }
        self.found.push(session);
    }

    /// Moves a damaged file out of the way; where it lies then.
    fn aside(&self, file: &Path, name: &str) -> PathBuf {
        let folder = self.folder.join(DAMAGED);
        let target = folder.join(name);
        match make_private(&folder).and_then(|()| fs::rename(file, &target)) {
            Ok(()) => target,
            Err(_) => file.to_owned(),
        }
    }

    /// Makes a text that was left behind one's own: from now on it is kept like any other.
    ///
    /// # Errors
    /// When it is not there any more.
    pub fn take(&mut self, kept: &Kept) -> io::Result<()> {
        let old = self.file_of(&kept.id)?;
        let session = self.session()?;
        let number = session.number(&kept.unsaved.path);
        fs::rename(old, session.file(number))
    }

    /// What was left behind of a file that has another name by now is of that from now on.
    ///
    /// # Errors
    /// When it is not there any more, or the disk does not take it.
    pub fn rename(&mut self, kept: &Kept) -> io::Result<()> {
        let file = self.file_of(&kept.id)?;
        let time = kept.time.duration_since(UNIX_EPOCH).unwrap_or_default();
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        put(
            &file,
            &serde_json::to_vec(&Record::of(&kept.unsaved, time))?,
        )
    }

    /// Throws a text away that was left behind.
    ///
    /// # Errors
    /// When it is not there any more.
    pub fn discard(&mut self, id: &str) -> io::Result<()> {
        fs::remove_file(self.file_of(id)?)
    }

    /// Lets go of what was left behind: the next start may offer it again.
    pub fn release(&mut self) {
        for session in self.found.drain(..) {
            session.remove_if_empty();
        }
    }

    /// Ends in order: but for these texts nothing is unsaved any more.
    ///
    /// # Errors
    /// As [`Self::keep`].
    pub fn close(&mut self, kept: &[Unsaved]) -> io::Result<()> {
        let written = kept.iter().try_for_each(|one| self.keep(one));
        self.closed = true;
        self.release();
        if let Some(mut session) = self.session.take() {
            for (path, number) in std::mem::take(&mut session.files) {
                if !kept.iter().any(|one| one.path == path) {
                    let _ = fs::remove_file(session.file(number));
                }
            }
            session.remove_if_empty();
        }
        written
    }

    /// The file of something found; an id leads nowhere else.
    fn file_of(&self, id: &str) -> io::Result<PathBuf> {
        let found = id.split_once('/').and_then(|(name, number)| {
            let number: u32 = number.parse().ok()?;
            let named = |session: &&Session| session.folder.file_name() == Some(name.as_ref());
            Some(self.found.iter().find(named)?.file(number))
        });
        found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn session(&mut self) -> io::Result<&mut Session> {
        let session = match self.session.take() {
            Some(session) => session,
            None => Session::start(&self.folder)?,
        };
        Ok(self.session.insert(session))
    }
}

impl Session {
    /// A new folder, which gets its name when it is locked: nobody takes it for one left behind.
    fn start(parent: &Path) -> io::Result<Self> {
        make_private(parent)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix("new-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o700));
        }
        let temp = builder.tempdir_in(parent)?;
        let lock = File::create(temp.path().join(LOCK))?;
        let (process, start) = (std::process::id(), start_of("self").unwrap_or_default());
        writeln!(&lock, "{process} {start}")?;
        // Where the system has no locks, the process in the file is asked for.
        let _ = lock.try_lock();
        let unique = temp.path().file_name().and_then(|name| name.to_str());
        let unique = unique.and_then(|name| name.strip_prefix("new-"));
        let folder = parent.join(format!("{SESSION}{}", unique.unwrap_or_default()));
        fs::rename(temp.path(), &folder)?;
        // It has another name now: there is nothing to clean up.
        let _ = temp.keep();
        Ok(Self {
            folder,
            _lock: lock,
            files: BTreeMap::new(),
            next: 0,
        })
    }

    /// A folder whose workbench is gone; `None` while it lives.
    fn of_the_dead(folder: &Path) -> Option<Self> {
        let path = folder.join(LOCK);
        let lock = File::open(&path).ok()?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return None,
            Err(TryLockError::Error(_)) if lives(&path) => return None,
            Err(TryLockError::Error(_)) => {}
        }
        Some(Self {
            folder: folder.to_owned(),
            _lock: lock,
            files: BTreeMap::new(),
            next: 0,
        })
    }

    fn file(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number}.json"))
    }

    fn number(&mut self, path: &str) -> u32 {
        *self.files.entry(path.to_owned()).or_insert_with(|| {
            self.next += 1;
            self.next
        })
    }

    /// Numbers of the files that are there.
    fn numbers(&self) -> Vec<u32> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let numbers = names.filter_map(|name| name.strip_suffix(".json")?.parse().ok());
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        numbers
    }

    fn remove_if_empty(self) {
        if self.numbers().is_empty() {
            // Leftovers of a write that never ended go with it.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Whether the process that made a lock still runs, where the system tells.
fn lives(lock: &Path) -> bool {
    let text = fs::read_to_string(lock).unwrap_or_default();
    let (process, start) = text.trim().split_once(' ').unwrap_or_default();
    !start.is_empty() && start_of(process).as_deref() == Some(start)
}

/// When a process started, in ticks since the system did (`/proc/PID/stat`, the 22nd field).
fn start_of(process: &str) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(19).map(str::to_owned)
}

enum Unreadable {
    Newer,
    Damaged(String),
}

fn read(file: &Path) -> Result<(Unsaved, SystemTime), Unreadable> {
    let damaged = |why: &dyn std::fmt::Display| Unreadable::Damaged(why.to_string());
    let bytes = fs::read(file).map_err(|error| damaged(&super::system_words(&error)))?;
    let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(|e| damaged(&e))?;
    let version = value.get("version").and_then(serde_json::Value::as_u64);
    if version.is_some_and(|version| version > u64::from(VERSION)) {
        return Err(Unreadable::Newer);
    }
    let record: Record = serde_json::from_value(value).map_err(|error| damaged(&error))?;
    if record.sum != record.computed() {
        return Err(damaged(&"its text is not the one that was written"));
    }
    let base = record.base.map(|base| STANDARD.decode(base)).transpose();
    let base = base.map_err(|error| damaged(&error))?;
    let unsaved = Unsaved {
        path: record.path,
        host: record.host,
        text: record.text.into(),
        base: base.map(Arc::from),
        shelved: record.shelved,
    };
    Ok((unsaved, UNIX_EPOCH + Duration::from_millis(record.time)))
}

impl Record {
    fn of(unsaved: &Unsaved, time: u64) -> Self {
        let mut record = Self {
            version: VERSION,
            path: unsaved.path.clone(),
            host: unsaved.host.clone(),
            time,
            base: unsaved.base.as_ref().map(|bytes| STANDARD.encode(bytes)),
            text: unsaved.text.to_string(),
            sum: String::new(),
            shelved: unsaved.shelved,
        };
        record.sum = record.computed();
        record
    }

    fn computed(&self) -> String {
        let time = self.time.to_string();
        let base = self.base.as_deref().unwrap_or("-");
        let parts = [&self.path, &self.host, &time, base, &self.text].map(str::as_bytes);
        format!("{:016x}", sum(parts))
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    })
}
