//! The walk itself: threads that take folders off a queue.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::{Found, Limits, Want, locate};
use crate::host::Pace;
use crate::host::tree::{Entry, File, FileTree, Folder, Kind, split};
use crate::library::is_own_temp;

/// One folder as listed.
pub(super) struct Listed {
    pub(super) path: Arc<str>,
    pub(super) folder: Arc<Folder>,
    /// It is not there (any more).
    pub(super) gone: bool,
}

/// One file that a link leads to.
pub(super) struct Loose {
    pub(super) path: String,
    pub(super) file: File,
}

/// What a walk brings home.
#[derive(Default)]
pub(super) struct Outcome {
    /// Parents before children; of several listings of one folder the fullest comes last.
    pub(super) folders: Vec<Listed>,
    pub(super) loose: Vec<Loose>,
    /// Devices and the like that a link leads to.
    pub(super) special: BTreeSet<String>,
    pub(super) links: BTreeMap<String, String>,
    pub(super) wants: HashMap<Arc<str>, Want>,
    pub(super) lost: BTreeSet<String>,
    pub(super) bends: BTreeSet<String>,
}

struct Task {
    path: Arc<str>,
    want: Want,
}

/// What the threads share.
struct State {
    /// Folders below the roots.
    near: VecDeque<Arc<str>>,
    /// Folders that links lead to: after all others, so that a link to `/` takes nothing from them.
    far: VecDeque<Arc<str>>,
    /// What was wanted of the folders that were taken off the queue, when they were.
    taken: HashMap<Arc<str>, Want>,
    busy: usize,
    /// Sets of names that were joined of others.
    names: Vec<Arc<BTreeSet<String>>>,
    out: Outcome,
}

impl State {
    /// Joins what is wanted of a folder; true when that is more than is already done or queued.
    fn admit(&mut self, path: Arc<str>, want: Want) -> bool {
        let want = match self.out.wants.get(&path) {
            Some(known) if known.covers(&want) => return false,
            Some(known) => {
                let mut joined = known.join(&want);
                // Folders ask for few sets of names: each is kept once.
                match self.names.iter().find(|names| **names == joined.names) {
                    Some(names) => joined.names = Arc::clone(names),
                    None => self.names.push(Arc::clone(&joined.names)),
                }
                joined
            }
            None => want,
        };
        self.out.wants.insert(path, want);
        true
    }

    /// The folder with all that is wanted of it by now; `None` when that was done meanwhile.
    fn task(&mut self, path: &str) -> Option<Task> {
        let (key, want) = self.out.wants.get_key_value(path)?;
        let known = self.taken.get(path);
        if known.is_some_and(|known| known.covers(want)) {
            return None;
        }
        let want = want.clone();
        let path = Arc::clone(key);
        self.taken.insert(Arc::clone(key), want.clone());
        self.busy += 1;
        Some(Task { path, want })
    }
}

/// After so many entries it is told how many there are.
const STEP: usize = 256;

pub(super) struct Walk<'a> {
    limits: &'a Limits,
    /// The last scan: what is the same is not kept a second time.
    old: &'a FileTree,
    /// A file of the last scan whose content still holds if size and time are the same.
    known: &'a (dyn Fn(&str) -> Option<&'a File> + Sync),
    pace: &'a Pace,
    entries: AtomicUsize,
    bytes: AtomicU64,
    state: Mutex<State>,
    more: Condvar,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        old: &'a FileTree,
        wants: HashMap<Arc<str>, Want>,
        known: &'a (dyn Fn(&str) -> Option<&'a File> + Sync),
        pace: &'a Pace,
    ) -> Self {
        Self {
            limits,
            old,
            known,
            pace,
            entries: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            state: Mutex::new(State {
                near: VecDeque::new(),
                far: VecDeque::new(),
                taken: HashMap::new(),
                busy: 0,
                names: Vec::new(),
                out: Outcome {
                    wants,
                    ..Outcome::default()
                },
            }),
            more: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a folder whose real path is known.
    pub(super) fn near(&self, path: String, want: Want) {
        let path = self.old.shared_path(&path);
        let mut state = self.state();
        if state.admit(Arc::clone(&path), want) {
            state.near.push_back(path);
        }
    }

    /// What is wanted of folders below a root is wanted of the roots there, too: known before the first
    /// is listed, so that each is listed, and each file read, once.
    pub(super) fn nest(&self) {
        let mut state = self.state();
        let roots: Vec<Arc<str>> = state.near.iter().cloned().collect();
        for path in &roots {
            let mut want = None;
            let mut at = &**path;
            let mut levels = 0;
            while let Some((above, _)) = split(at) {
                (at, levels) = (above, levels + 1);
                let known = state.out.wants.get(at);
                let reaching = known.filter(|known| known.depth > levels);
                want = match (reaching, want) {
                    (Some(known), None) => Some(known.further(levels)),
                    (Some(known), Some(want)) => Some(known.further(levels).join(&want)),
                    (None, want) => want,
                };
            }
            if let Some(want) = want {
                state.admit(Arc::clone(path), want);
            }
        }
    }

    /// Lists the folder a root leads to.
    pub(super) fn root(&self, path: &str, want: Want) {
        if let Found::Folder(real) = self.follow("", path) {
            self.near(real, want);
        }
    }

    /// Follows a path and notes its links, and where it ends when that is nowhere.
    fn follow(&self, from: &str, path: &str) -> Found {
        let mut links = Vec::new();
        let found = locate(from, path, |link, target| {
            links.push((link.to_owned(), target.to_owned()));
        });
        let mut state = self.state();
        state
            .out
            .bends
            .extend(links.iter().map(|link| link.0.clone()));
        state.out.links.extend(links);
        if let Found::Missing(at) = &found {
            state.out.lost.insert(at.clone());
        }
        found
    }

    /// Works the queue off.
    pub(super) fn run(self) -> Outcome {
        let threads = self.limits.threads.max(1);
        let mut folders: Vec<(Listed, Want)> = Vec::new();
        if threads == 1 {
            folders = self.work();
        } else {
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| self.work())).collect();
                for worker in workers {
                    // A worker that panicked has lost its part only; the others go on.
                    folders.extend(worker.join().unwrap_or_default());
                }
            });
        }
        folders.sort_by(|(a, wanted_a), (b, wanted_b)| {
            a.path
                .cmp(&b.path)
                .then(wanted_a.depth.cmp(&wanted_b.depth))
                .then(wanted_a.names.len().cmp(&wanted_b.names.len()))
        });
        let state = self.state.into_inner();
        let mut out = state.unwrap_or_else(PoisonError::into_inner).out;
        out.folders = folders.into_iter().map(|(listed, _)| listed).collect();
        out
    }

    fn work(&self) -> Vec<(Listed, Want)> {
        let mut done = Vec::new();
        while let Some(task) = self.take() {
            // Counted down on every way out, or the other threads would wait for ever.
            let _turn = Turn(self);
            done.push((self.list(&task), task.want));
        }
        done
    }

    fn take(&self) -> Option<Task> {
        let mut state = self.state();
        loop {
            if self.pace.stopped() {
                state.near.clear();
                state.far.clear();
            }
            if let Some(path) = state.near.pop_front() {
                match state.task(&path) {
                    None => continue,
                    task => return task,
                }
            }
            if state.busy == 0 {
                match state.far.pop_front() {
                    Some(path) => match state.task(&path) {
                        None => continue,
                        task => return task,
                    },
                    None => {
                        self.more.notify_all();
                        return None;
                    }
                }
            }
            state = self
                .more
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn list(&self, task: &Task) -> Listed {
        let path = &task.path;
        let mut folder = Folder::default();
        let mut below = Vec::new();
        let mut links = Vec::new();
        let mut gone = false;
        match fs::read_dir(if path.is_empty() { "/" } else { &**path }) {
            Ok(entries) => {
                for entry in entries {
                    let entry = match entry {
                        Ok(entry) => entry,
                        Err(error) => {
                            folder.problem = Some(say(&error));
                            break;
                        }
                    };
                    if self.pace.stopped() {
                        break;
                    }
                    let entries = self.entries.fetch_add(1, Ordering::Relaxed);
                    if entries % STEP == STEP - 1 {
                        self.pace.at(entries + 1, 0);
                    }
                    if entries >= self.limits.entries {
                        let most = self.limits.entries;
                        folder.problem =
                            Some(format!("not listed whole: more than {most} entries"));
                        break;
                    }
                    let Some((name, kind)) = self.entry(task, &entry) else {
                        continue;
                    };
                    match &kind {
                        Kind::Folder => below.push(name.clone()),
                        Kind::Link(target) => links.push((name.clone(), target.clone())),
                        _ => {}
                    }
                    let name = name.into();
                    folder.entries.push(Entry { name, kind });
                }
            }
            Err(error) => {
                gone = matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                );
                folder.problem = Some(say(&error));
            }
        }
        folder.entries.sort_by(|a, b| a.name.cmp(&b.name));
        // Most folders hold one file.
        folder.entries.shrink_to_fit();
        self.queue(task, below);
        for (name, target) in links {
            self.link(task, &name, &target);
        }
        let known = self.old.shared_folder(path);
        let folder = match known.filter(|known| ***known == folder) {
            Some(known) => Arc::clone(known),
            None => Arc::new(folder),
        };
        Listed {
            path: path.clone(),
            folder,
            gone,
        }
    }

    fn entry(&self, task: &Task, entry: &fs::DirEntry) -> Option<(String, Kind)> {
        let name = match entry.file_name().into_string() {
            Ok(name) => name,
            Err(name) => return Some((name.to_string_lossy().into_owned(), Kind::Other)),
        };
        if is_own_temp(&name) {
            return None;
        }
        let kind = match entry.file_type() {
            Ok(kind) if kind.is_dir() => Kind::Folder,
            Ok(kind) if kind.is_symlink() => match fs::read_link(entry.path()) {
                Ok(target) => match target.into_os_string().into_string() {
                    Ok(target) => Kind::Link(target.into()),
                    Err(_) => Kind::Other,
                },
                Err(_) => Kind::Other,
            },
            Ok(kind) if kind.is_file() => {
                let path = format!("{}/{name}", task.path);
                if task.want.reads(&name) {
                    // Size and time are cheaper than opening what is known already.
                    let known = (self.known)(&path).and_then(|known| {
                        let now = stat(&entry.metadata().ok()?);
                        self.unchanged(known, now)
                    });
                    Kind::File(known.unwrap_or_else(|| self.read(&path)))
                } else {
                    match entry.metadata() {
                        Ok(meta) => Kind::File(stat(&meta)),
                        Err(error) => Kind::File(File {
                            problem: Some(say(&error)),
                            ..File::default()
                        }),
                    }
                }
            }
            _ => Kind::Other,
        };
        Some((name, kind))
    }

    fn queue(&self, task: &Task, below: Vec<String>) {
        let Some(want) = task.want.below() else {
            return;
        };
        if below.is_empty() {
            return;
        }
        let mut state = self.state();
        for name in below {
            let path = self.old.shared_path(&format!("{}/{name}", task.path));
            if state.admit(Arc::clone(&path), want.clone()) {
                state.near.push_back(path);
            }
        }
        drop(state);
        self.more.notify_all();
    }

    /// What a link leads to is wanted as the link itself would be.
    fn link(&self, task: &Task, name: &str, target: &str) {
        match self.follow(&task.path, target) {
            Found::Folder(path) => {
                let Some(want) = task.want.below() else {
                    return;
                };
                let path = self.old.shared_path(&path);
                let mut state = self.state();
                if state.admit(Arc::clone(&path), want) {
                    state.far.push_back(path);
                }
                drop(state);
                self.more.notify_all();
            }
            Found::File(path) => {
                let file = if task.want.reads(name) {
                    self.read(&path)
                } else {
                    match fs::symlink_metadata(&path) {
                        Ok(meta) => stat(&meta),
                        Err(_) => return,
                    }
                };
                self.state().out.loose.push(Loose { path, file });
            }
            Found::Special(path) => {
                self.state().out.special.insert(path);
            }
            Found::Missing(_) | Found::Nowhere => {}
        }
    }

    /// The file with its bytes of the last scan, when size and time say that they still hold.
    fn unchanged(&self, known: &File, now: File) -> Option<File> {
        if known.size != now.size || known.modified != now.modified {
            return None;
        }
        let content = Some(Arc::clone(known.content.as_ref()?));
        self.bytes.fetch_add(now.size, Ordering::Relaxed);
        Some(File { content, ..now })
    }

    /// Size, time and bytes of a file; what goes wrong becomes its problem.
    fn read(&self, path: &str) -> File {
        let opened = fs::File::open(path).and_then(|file| Ok((file.metadata()?, file)));
        let (meta, mut source) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let meta = fs::symlink_metadata(path);
                return File {
                    problem: Some(say(&error)),
                    ..meta.map(|meta| stat(&meta)).unwrap_or_default()
                };
            }
        };
        let mut file = stat(&meta);
        let most = self.limits.file_bytes;
        if file.size > most {
            file.problem = Some(format!(
                "not read: larger than {}, the most skillkiln reads of a file",
                bytes(most)
            ));
            return file;
        }
        let before = self.bytes.fetch_add(file.size, Ordering::Relaxed);
        if before + file.size > self.limits.total_bytes {
            let most = bytes(self.limits.total_bytes);
            file.problem = Some(format!(
                "not read: all files together are larger than {most}"
            ));
            return file;
        }
        let mut content = Vec::with_capacity(file.size as usize + 1);
        // It may grow while it is read.
        match (&mut source).take(most + 1).read_to_end(&mut content) {
            Ok(read) if read as u64 > most => {
                file.problem = Some(format!(
                    "not read: larger than {}, the most skillkiln reads of a file",
                    bytes(most)
                ));
            }
            Ok(read) => {
                file.size = read as u64;
                file.content = Some(content.into());
            }
            Err(error) => file.problem = Some(say(&error)),
        }
        file
    }
}

/// One folder being worked on.
struct Turn<'a, 'b>(&'a Walk<'b>);

impl Drop for Turn<'_, '_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.busy -= 1;
        let idle = state.busy == 0 && state.near.is_empty();
        drop(state);
        if idle {
            self.0.more.notify_all();
        }
    }
}

fn stat(meta: &fs::Metadata) -> File {
    File {
        size: meta.len(),
        modified: meta.modified().ok(),
        content: None,
        problem: None,
        executable: executable(meta),
    }
}

#[cfg(unix)]
pub(crate) fn executable(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub(crate) fn executable(_: &fs::Metadata) -> bool {
    false
}

/// What the system says, in words, without its number.
fn say(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        io::ErrorKind::NotFound => "it is not there any more".to_owned(),
        _ => crate::library::system_words(error),
    }
}

fn bytes(count: u64) -> String {
    match count {
        0..1024 => format!("{count} bytes"),
        1024..1_048_576 => format!("{} KiB", count / 1024),
        _ => format!("{} MiB", count >> 20),
    }
}
