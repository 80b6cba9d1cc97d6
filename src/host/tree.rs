//! Files as a value: what the disk holds where some host looks.
//!
//! Paths are absolute, with `/`, without `.`, `..` or a trailing slash. The tree keeps links as links;
//! [`FileTree::resolve`] follows them the way the system would.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// Links followed at most before a path counts as a loop (Linux: 40).
const MAX_LINKS: usize = 40;

/// A snapshot of folders and files. Cloning is cheap: everything is shared until it changes.
#[derive(Clone, Debug, Default)]
pub struct FileTree {
    /// By their paths without links: what is known there by its path needs no walk.
    folders: Arc<BTreeMap<Arc<str>, Arc<Folder>>>,
    /// Text laid over known files, so that a key press copies no folder.
    over: BTreeMap<String, Kind>,
    shape: u64,
}

/// Every change of a shape gets a number of its own, whatever tree it happens in.
static SHAPES: AtomicU64 = AtomicU64::new(1);

/// The entries of one folder, sorted by name (code points).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folder {
    /// The entries.
    pub entries: Vec<Entry>,
    /// Why the folder could not be read, or not whole.
    pub problem: Option<String>,
}

impl Folder {
    /// Both hold the same names of the same kinds, maybe with other bytes.
    fn same_shape(&self, other: &Self) -> bool {
        self.problem == other.problem
            && self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(|(a, b)| {
                let same_kind = match (&a.kind, &b.kind) {
                    (Kind::File(_), Kind::File(_)) => true,
                    (a, b) => a == b,
                };
                a.name == b.name && same_kind
            })
    }
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name as found (a name that is not UTF-8 is kept lossy and is [`Kind::Other`]).
    pub name: Box<str>,
    /// What it is.
    pub kind: Kind,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A folder; its entries may not have been scanned.
    Folder,
    /// A regular file.
    File(File),
    /// A symbolic link with its target as written.
    Link(Box<str>),
    /// A socket, a device, a name that is no text.
    Other,
}

/// A regular file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Size in bytes.
    pub size: u64,
    /// Last change, where the disk tells.
    pub modified: Option<SystemTime>,
    /// The bytes, when some host reads this file or it is open.
    pub content: Option<Arc<[u8]>>,
    /// Why the bytes could not be read.
    pub problem: Option<String>,
    /// May be executed (Unix: any x bit).
    pub executable: bool,
}

/// Where a path leads once links are followed.
#[derive(Clone, Debug, PartialEq)]
pub enum Target<'a> {
    /// A folder, at this path without links.
    Folder(String),
    /// A file, at this path without links.
    File(String, &'a File),
    /// Neither.
    Other,
}

/// Why a path leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// No such name.
    Missing,
    /// Too many links: a loop.
    Loop,
}

impl FileTree {
    /// An empty tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// The folder at exactly `path` (links not followed), if it was scanned.
    pub fn folder(&self, path: &str) -> Option<&Folder> {
        self.folders.get(path).map(Arc::as_ref)
    }

    /// `path`, as the tree keeps it where that is a folder that was scanned: held by many it is there
    /// once.
    pub fn shared_path(&self, path: &str) -> Arc<str> {
        let known = self.folders.get_key_value(path);
        known.map_or_else(|| path.into(), |(known, _)| Arc::clone(known))
    }

    /// The folder at exactly `path`, to be held by another tree too.
    pub fn shared_folder(&self, path: &str) -> Option<&Arc<Folder>> {
        self.folders.get(path)
    }

    /// How many folders were scanned.
    pub fn folder_count(&self) -> usize {
        self.folders.len()
    }

    /// A number that stays while names, kinds and links stay: two trees of one shape hold the same
    /// files, maybe with other bytes.
    pub fn shape(&self) -> u64 {
        self.shape
    }

    /// What stands at exactly `path` (links in its parents not followed).
    pub fn entry(&self, path: &str) -> Option<&Kind> {
        if let Some(kind) = self.over.get(path) {
            return Some(kind);
        }
        let (parent, name) = split(path)?;
        let folder = self.folders.get(parent)?;
        let at = folder
            .entries
            .binary_search_by(|entry| (*entry.name).cmp(name))
            .ok()?;
        Some(&folder.entries[at].kind)
    }

    /// Every scanned folder with its path, by path.
    pub fn folders(&self) -> impl Iterator<Item = (&str, &Folder)> {
        self.folders
            .iter()
            .map(|(path, folder)| (&**path, &**folder))
    }

    /// Puts a scanned folder in; parents are made as needed.
    pub fn set_folder(&mut self, path: impl Into<Arc<str>>, folder: impl Into<Arc<Folder>>) {
        let (path, mut folder) = (path.into(), folder.into());
        if !folder.entries.is_sorted_by(|a, b| a.name <= b.name) {
            let entries = &mut Arc::make_mut(&mut folder).entries;
            entries.sort_by(|a, b| a.name.cmp(&b.name));
        }
        self.add_to_parent(&path, Kind::Folder);
        let same = self.folder(&path);
        let same = same.is_some_and(|old| old.same_shape(&folder));
        let folders = if same {
            Arc::make_mut(&mut self.folders)
        } else {
            self.reshaped()
        };
        folders.insert(path, folder);
    }

    /// Puts a file in, with its bytes; parents are made as needed.
    pub fn set_file(&mut self, path: &str, content: impl Into<Arc<[u8]>>) {
        let content = content.into();
        let file = File {
            size: content.len() as u64,
            content: Some(content),
            ..File::default()
        };
        self.set(path, Kind::File(file));
    }

    /// Puts a link in; parents are made as needed.
    pub fn set_link(&mut self, path: &str, target: &str) {
        self.set(path, Kind::Link(target.into()));
    }

    /// Puts an empty folder in unless there is one already.
    pub fn add_folder(&mut self, path: &str) {
        if !self.folders.contains_key(path) {
            self.set_folder(path, Folder::default());
        }
    }

    /// Puts `kind` at `path`, over what was there; parents are made as needed.
    pub fn set(&mut self, path: &str, kind: Kind) {
        let Some((parent, name)) = split(path) else {
            return;
        };
        self.add_folder(parent);
        self.over.remove(path);
        let Some(folder) = self.reshaped().get_mut(parent) else {
            return;
        };
        let entries = &mut Arc::make_mut(folder).entries;
        match entries.binary_search_by(|entry| (*entry.name).cmp(name)) {
            Ok(at) => entries[at].kind = kind,
            Err(at) => entries.insert(
                at,
                Entry {
                    name: name.into(),
                    kind,
                },
            ),
        }
    }

    /// Takes in what another tree knows and this one does not: names, and bytes.
    pub fn absorb(&mut self, other: &Self) {
        for (path, folder) in other.folders() {
            for entry in &folder.entries {
                let path = join(path, &entry.name);
                let news = match (self.entry(&path), &entry.kind) {
                    (None, _) => true,
                    (Some(Kind::File(known)), Kind::File(file)) => {
                        known.content.is_none() && file.content.is_some()
                    }
                    _ => false,
                };
                if news {
                    self.set(&path, entry.kind.clone());
                }
            }
        }
        for (path, folder) in other.folders() {
            if self.folder(path).is_none() {
                self.set_folder(path, folder.clone());
            }
        }
    }

    /// Takes a name out, and everything below it.
    pub fn remove(&mut self, path: &str) {
        let below = format!("{path}/");
        self.over
            .retain(|known, _| known != path && !known.starts_with(&below));
        let folders = self.reshaped();
        if let Some((parent, name)) = split(path)
            && let Some(folder) = folders.get_mut(parent)
        {
            Arc::make_mut(folder)
                .entries
                .retain(|entry| &*entry.name != name);
        }
        folders.retain(|known, _| &**known != path && !known.starts_with(&below));
    }

    /// A copy of the tree in which `path` holds `text`: what the disk would be after a save.
    pub fn with_text(&self, path: &str, text: &str) -> Self {
        let mut tree = self.clone();
        let real = match tree.resolve(path) {
            Ok(Target::File(real, _)) => real,
            _ => path.to_owned(),
        };
        let known = match tree.entry(&real) {
            Some(Kind::File(file)) => Some(file.clone()),
            _ => None,
        };
        let file = File {
            size: text.len() as u64,
            content: Some(Arc::from(text.as_bytes())),
            problem: None,
            ..known.clone().unwrap_or_default()
        };
        if known.is_some() {
            tree.over.insert(real, Kind::File(file));
        } else {
            tree.set(&real, Kind::File(file));
        }
        tree
    }

    /// Follows `path` through every link, as the system does.
    pub fn resolve(&self, path: &str) -> Result<Target<'_>, Lost> {
        // Most paths need no walk.
        match self.entry(path) {
            Some(Kind::File(file)) => return Ok(Target::File(path.to_owned(), file)),
            Some(Kind::Folder) => return Ok(Target::Folder(path.to_owned())),
            None if self.stands_in_known(path) => return Err(Lost::Missing),
            _ => {}
        }
        let mut way = Way::new("", path);
        while let Some(step) = way.step() {
            match self.entry(&step) {
                Some(Kind::Link(target)) if way.follow(target) => {}
                Some(Kind::Link(_)) => return Err(Lost::Loop),
                Some(Kind::Folder) => way.enter(step),
                Some(Kind::File(file)) if way.ends() => return Ok(Target::File(step, file)),
                Some(Kind::Other) if way.ends() => return Ok(Target::Other),
                Some(_) | None => return Err(Lost::Missing),
            }
        }
        Ok(Target::Folder(way.real()))
    }

    /// The folder of `path` is known by this very path, so that no link leads to it.
    fn stands_in_known(&self, path: &str) -> bool {
        split(path).is_some_and(|(parent, name)| {
            !matches!(name, "" | "." | "..") && self.folders.contains_key(parent)
        })
    }

    /// `path` with every link in it followed, as far as names are known; what is not there stays as
    /// written, also what a link leads to (Python's `Path.resolve()`). A path that leads in a circle
    /// stays as it is.
    pub fn real_path(&self, path: &str) -> String {
        match self.entry(path) {
            Some(Kind::File(_) | Kind::Folder) => return path.to_owned(),
            None if self.stands_in_known(path) => return path.to_owned(),
            _ => {}
        }
        let mut way = Way::new("", path);
        while let Some(step) = way.step() {
            match self.entry(&step) {
                Some(Kind::Link(target)) if way.follow(target) => {}
                Some(Kind::Link(_)) => return path.to_owned(),
                _ => way.enter(step),
            }
        }
        way.real()
    }

    /// `path` with every `..` worked out as the system does it: after the links that stand before
    /// it. Links that no `..` follows stay.
    pub fn settled(&self, path: &str) -> String {
        parts(path).fold(String::new(), |settled, part| match part {
            ".." => {
                let real = self.real_path(&settled);
                split(&real).map_or_else(String::new, |(parent, _)| parent.to_owned())
            }
            part => settled + "/" + part,
        })
    }

    /// Both paths lead to one file.
    pub fn same_file(&self, one: &str, other: &str) -> bool {
        match (self.resolve(one), self.resolve(other)) {
            (Ok(Target::File(one, _)), Ok(Target::File(other, _))) => one == other,
            _ => false,
        }
    }

    /// The file at `path`, links followed.
    pub fn file(&self, path: &str) -> Option<&File> {
        match self.resolve(path) {
            Ok(Target::File(_, file)) => Some(file),
            _ => None,
        }
    }

    /// The bytes at `path`, links followed, when they are known.
    pub fn content(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.file(path).and_then(|file| file.content.as_ref())
    }

    /// The folder at `path`, links followed, with its path without links.
    pub fn read_folder(&self, path: &str) -> Option<(String, &Folder)> {
        match self.resolve(path) {
            Ok(Target::Folder(real)) => {
                let folder = self.folder(&real)?;
                Some((real, folder))
            }
            _ => None,
        }
    }

    fn reshaped(&mut self) -> &mut BTreeMap<Arc<str>, Arc<Folder>> {
        self.shape = SHAPES.fetch_add(1, Ordering::Relaxed);
        Arc::make_mut(&mut self.folders)
    }

    fn add_to_parent(&mut self, path: &str, kind: Kind) {
        let Some((parent, name)) = split(path) else {
            return;
        };
        let known = self.folders.get(parent).is_some_and(|folder| {
            folder
                .entries
                .binary_search_by(|entry| (*entry.name).cmp(name))
                .is_ok()
        });
        if !known {
            self.set(path, kind);
        }
    }
}

/// Parent and last name of an absolute path; the parent of `/a` is the empty path (the root).
pub fn split(path: &str) -> Option<(&str, &str)> {
    path.rsplit_once('/')
}

/// The way along a path as the system goes it: name by name, each `..` up from where links have led.
/// Whoever walks says what stands at each step.
pub(crate) struct Way {
    /// Where the way has led, without links.
    real: String,
    /// The names to come, the next one last.
    rest: Vec<String>,
    links: usize,
}

impl Way {
    /// Begins in the folder `from`, a path without links, unless `path` is absolute.
    pub(crate) fn new(from: &str, path: &str) -> Self {
        Self {
            real: if path.starts_with('/') { "" } else { from }.to_owned(),
            rest: parts(path).rev().map(str::to_owned).collect(),
            links: 0,
        }
    }

    /// The next path to look at; `None` at the end.
    pub(crate) fn step(&mut self) -> Option<String> {
        while let Some(part) = self.rest.pop() {
            if part != ".." {
                return Some(format!("{}/{part}", self.real));
            }
            self.real.truncate(self.real.rfind('/').unwrap_or(0));
        }
        None
    }

    /// Nothing comes behind this step.
    pub(crate) fn ends(&self) -> bool {
        self.rest.is_empty()
    }

    /// The step is a folder, or taken for one.
    pub(crate) fn enter(&mut self, step: String) {
        self.real = step;
    }

    /// The step is a link. False when there were too many.
    pub(crate) fn follow(&mut self, target: &str) -> bool {
        self.links += 1;
        if target.starts_with('/') {
            self.real.clear();
        }
        self.rest.extend(parts(target).rev().map(str::to_owned));
        self.links <= MAX_LINKS
    }

    /// Where it led.
    pub(crate) fn real(self) -> String {
        self.real
    }
}

/// The names of a path, without empty ones and `.`.
pub(crate) fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/')
        .filter(|part| !part.is_empty() && *part != ".")
}

/// Joins a folder path and a relative path.
pub fn join(folder: &str, rest: &str) -> String {
    if rest.is_empty() {
        return folder.to_owned();
    }
    [folder, "/", rest].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_path_is_without_links_wherever_they_stand() {
        let mut tree = FileTree::new();
        tree.set_file("/p/a/f", *b"f");
        tree.set_link("/p/l", "a");
        tree.set_link("/p/a/up", "../l");
        tree.set_link("/p/a/far", "/q/gone");
        tree.set_link("/p/round", "round");
        for (path, real) in [
            ("/p/a/f", "/p/a/f"),
            ("/p/a", "/p/a"),
            ("/p/l", "/p/a"),
            ("/p/l/f", "/p/a/f"),
            ("/p/a/up/f", "/p/a/f"),
            ("/p/l/up/../f", "/p/f"),
            ("/p/a/../l/f", "/p/a/f"),
            ("/p/l/new/f", "/p/a/new/f"),
            ("/p/a/new", "/p/a/new"),
            ("/p/a/far/f", "/q/gone/f"),
            ("/p/round/f", "/p/round/f"),
        ] {
            assert_eq!(tree.real_path(path), real, "{path}");
        }
        let typed = tree.with_text("/p/l/f", "g");
        assert_eq!(typed.real_path("/p/l/f"), "/p/a/f");
    }
}
