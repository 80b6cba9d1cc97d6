//! From folders on disk to a [`FileTree`]: bounded, links kept and followed, nothing fatal.
//!
//! A link stays a link in the tree; what it leads to is scanned too, at its real path, so that
//! [`FileTree::resolve`] answers as the system would. A folder is listed once however many links
//! lead to it, which is what cuts loops.

mod locate;
mod walk;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::host::Pace;
use crate::host::profile::ScanRoot;
use crate::host::tree::{FileTree, Kind, split};
use locate::{Found, locate};
pub(crate) use walk::executable;
use walk::{Listed, Loose, Outcome, Walk};

/// How much a scan takes in before it says so and stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Entries of all folders together.
    pub entries: usize,
    /// Bytes of one file; the contents of a larger one are not read.
    pub file_bytes: u64,
    /// Bytes of all contents together.
    pub total_bytes: u64,
    /// Threads that list folders.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 500_000,
            file_bytes: 5 << 20,
            total_bytes: 1 << 30,
            threads: std::thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 8)),
        }
    }
}

/// What is wanted of one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Want {
    /// Levels to list, 1 = its own entries.
    depth: usize,
    /// Names whose bytes are needed, as in [`ScanRoot::contents`].
    names: Arc<BTreeSet<String>>,
}

impl Want {
    fn covers(&self, other: &Self) -> bool {
        self.depth >= other.depth
            && (Arc::ptr_eq(&self.names, &other.names) || self.names.is_superset(&other.names))
    }

    fn join(&self, other: &Self) -> Self {
        let names = if self.names.is_superset(&other.names) {
            self.names.clone()
        } else {
            Arc::new(self.names.union(&other.names).cloned().collect())
        };
        Self {
            depth: self.depth.max(other.depth),
            names,
        }
    }

    /// One level further down; `None` when that is not listed.
    fn below(&self) -> Option<Self> {
        (self.depth > 1).then(|| self.further(1))
    }

    /// So many levels further down.
    fn further(&self, levels: usize) -> Self {
        Self {
            depth: self.depth.saturating_sub(levels),
            names: self.names.clone(),
        }
    }

    fn reads(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|wanted| match wanted.strip_prefix('*') {
                Some(end) => name
                    .len()
                    .checked_sub(end.len())
                    .and_then(|at| name.get(at..))
                    .is_some_and(|tail| tail.eq_ignore_ascii_case(end)),
                None => name.eq_ignore_ascii_case(wanted),
            })
    }
}

/// Which folders to look into, given what is known so far: a configuration file that was read may
/// name further ones.
pub type Roots = Box<dyn Fn(&FileTree) -> Vec<ScanRoot> + Send>;

/// Configuration that names folders with configuration that names folders ends here.
const ROUNDS: usize = 4;

/// Scans once.
pub fn scan(roots: Roots, limits: &Limits) -> FileTree {
    let mut scanner = Scanner::new(roots, limits.clone());
    scanner.scan();
    scanner.tree
}

/// Always these folders.
pub fn fixed(roots: Vec<ScanRoot>) -> Roots {
    Box::new(move |_| roots.clone())
}

/// A scan that remembers what it did, so that a change costs one folder.
pub struct Scanner {
    ask: Roots,
    /// The last answer.
    roots: Vec<ScanRoot>,
    limits: Limits,
    tree: FileTree,
    /// Folders listed, and what was wanted of them.
    wants: HashMap<Arc<str>, Want>,
    /// Files that only a link leads to.
    loose: BTreeSet<String>,
    /// First missing names on the way to roots and link targets.
    lost: BTreeSet<String>,
    /// Links that stand on the way to a root.
    bends: BTreeSet<String>,
    /// When the contents in `tree` were read, at the earliest.
    read_at: Option<SystemTime>,
    pace: Pace,
}

/// Within this time of a change a file may change again without its time showing it.
const CLOCK_GRAIN: Duration = Duration::from_secs(2);

impl Scanner {
    /// Nothing is read yet; the tree is empty.
    pub fn new(roots: Roots, limits: Limits) -> Self {
        Self {
            ask: roots,
            roots: Vec::new(),
            limits,
            tree: FileTree::new(),
            wants: HashMap::new(),
            loose: BTreeSet::new(),
            lost: BTreeSet::new(),
            bends: BTreeSet::new(),
            read_at: None,
            pace: Pace::default(),
        }
    }

    /// Tells this pace how many entries a scan has come to. A scan that it stops ends with what it has:
    /// meant for the first one, before which nothing is known that could be lost.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// The tree as last scanned.
    pub fn tree(&self) -> &FileTree {
        &self.tree
    }

    /// Looks for other folders from the next scan on.
    pub fn set_roots(&mut self, roots: Roots) {
        self.ask = roots;
    }

    /// Scans everything. True when the tree is another than before.
    pub fn scan(&mut self) -> bool {
        let before = self.tree.clone();
        self.roots = (self.ask)(&self.tree);
        self.pace.begin();
        for _ in 0..ROUNDS {
            self.scan_roots();
            if self.pace.stopped() {
                break;
            }
            let roots = (self.ask)(&self.tree);
            if roots == self.roots {
                break;
            }
            self.roots = roots;
        }
        let other = !same(&self.tree, &before);
        if !other {
            // Others hold it too: what is the same is there once.
            self.tree = before;
        }
        other
    }

    fn scan_roots(&mut self) {
        let old = std::mem::take(&mut self.tree);
        self.wants.clear();
        self.loose.clear();
        let started = SystemTime::now();
        let outcome = self.walk(&old, &BTreeSet::new(), Vec::new());
        self.lost = outcome.lost.clone();
        self.bends = outcome.bends.clone();
        self.apply(outcome);
        self.read_at = Some(started);
    }

    /// Whether what was scanned may be another for changes at these paths. In the folders above much
    /// goes on that is not.
    pub fn concerns(&self, changed: &[String]) -> bool {
        let listed = |path: &str| self.wants.contains_key(path);
        changed.iter().any(|path| {
            self.loose.contains(path)
                || self.bends.contains(path)
                || self.lost.iter().any(|lost| within(lost, path))
                || listed(path)
                || split(path).is_some_and(|(parent, _)| listed(parent))
        })
    }

    /// Reads again what `changed` names: files, folders or anything in a folder that was listed.
    /// True when the tree is another than before.
    pub fn refresh(&mut self, changed: &[String]) -> bool {
        let mut again = BTreeSet::new();
        for path in changed {
            if self.loose.contains(path)
                || self.bends.contains(path)
                || self.lost.iter().any(|lost| within(lost, path))
            {
                return self.scan();
            }
            if self.wants.contains_key(path.as_str()) {
                again.insert(path.clone());
            }
            if let Some((parent, _)) = split(path)
                && self.wants.contains_key(parent)
            {
                again.insert(parent.to_owned());
            }
        }
        if again.is_empty() {
            return false;
        }
        let old = self.tree.clone();
        let fresh: BTreeSet<String> = changed.iter().cloned().collect();
        let mut forced = Vec::new();
        for path in &again {
            if let Some(want) = self.wants.get(path.as_str()) {
                forced.push((path.clone(), want.clone()));
            }
        }
        // A folder that was itself changed may be another folder of the same name.
        self.forget(&fresh);
        for (path, _) in &forced {
            self.wants.remove(path.as_str());
        }
        // `read_at` stays: contents elsewhere are as old as before.
        let outcome = self.walk(&old, &fresh, forced);
        // A root went: what is missing on the way to it is only known from the way.
        let root_gone = |listed: &Listed| {
            let parent = split(&listed.path).map(|(parent, _)| parent);
            listed.gone && parent.is_none_or(|parent| !outcome.wants.contains_key(parent))
        };
        if outcome.folders.iter().any(root_gone) {
            self.tree = old;
            return self.scan();
        }
        self.lost.extend(outcome.lost.iter().cloned());
        self.bends.extend(outcome.bends.iter().cloned());
        self.apply(outcome);
        if (self.ask)(&self.tree) != self.roots {
            self.scan();
        }
        !same(&self.tree, &old)
    }

    /// Folders whose changes matter: those listed, and the nearest existing parent of what is missing.
    pub fn watch_list(&self) -> BTreeSet<Arc<str>> {
        let mut list: BTreeSet<Arc<str>> = self.wants.keys().cloned().collect();
        let parents = self.loose.iter().chain(&self.lost).chain(&self.bends);
        list.extend(
            parents
                .filter_map(|path| split(path))
                .map(|(parent, _)| if parent.is_empty() { "/" } else { parent }.into()),
        );
        list
    }

    fn walk(
        &mut self,
        old: &FileTree,
        fresh: &BTreeSet<String>,
        forced: Vec<(String, Want)>,
    ) -> Outcome {
        let settled = self.read_at.and_then(|at| at.checked_sub(CLOCK_GRAIN));
        let known = |path: &str| match old.entry(path) {
            Some(Kind::File(file))
                if !fresh.contains(path) && file.modified < settled && file.modified.is_some() =>
            {
                Some(file)
            }
            _ => None,
        };
        let wants = std::mem::take(&mut self.wants);
        let walk = Walk::new(&self.limits, old, wants, &known, &self.pace);
        for (path, want) in forced {
            walk.near(path, want);
        }
        let mut names: HashMap<&[String], Arc<BTreeSet<String>>> = HashMap::new();
        for root in &self.roots {
            let names = names
                .entry(&root.contents)
                .or_insert_with(|| Arc::new(root.contents.iter().cloned().collect()))
                .clone();
            let depth = root.depth.max(1);
            walk.root(&root.path, Want { depth, names });
        }
        walk.nest();
        walk.run()
    }

    fn apply(&mut self, outcome: Outcome) {
        self.wants = outcome.wants;
        for (path, target) in &outcome.links {
            self.tree.set_link(path, target);
        }
        let mut left = BTreeSet::new();
        for Listed { path, folder, gone } in outcome.folders {
            if gone {
                self.tree.remove(&path);
                left.insert(path.to_string());
                continue;
            }
            let before = self.tree.folder(&path);
            let vanished: Vec<String> = before
                .into_iter()
                .flat_map(|before| &before.entries)
                .filter(|entry| entry.kind == Kind::Folder)
                .filter(|entry| {
                    folder
                        .entries
                        .binary_search_by(|now| now.name.cmp(&entry.name))
                        .map_or(true, |at| folder.entries[at].kind != Kind::Folder)
                })
                .map(|entry| format!("{path}/{}", entry.name))
                .collect();
            for path in &vanished {
                self.tree.remove(path);
            }
            left.extend(vanished);
            self.tree.set_folder(path, folder);
        }
        self.forget(&left);
        for Loose { path, file } in outcome.loose {
            let better = match self.tree.entry(&path) {
                Some(Kind::File(known)) => known.content.is_none(),
                Some(_) => false,
                None => true,
            };
            if better {
                self.tree.set(&path, Kind::File(file));
            }
            self.loose.insert(path);
        }
        for path in outcome.special {
            if self.tree.entry(&path).is_none() {
                self.tree.set(&path, Kind::Other);
            }
            self.loose.insert(path);
        }
    }

    /// Folders in `gone` and all below them count as never listed.
    fn forget(&mut self, gone: &BTreeSet<String>) {
        if gone.is_empty() {
            return;
        }
        self.wants.retain(|known, _| {
            let mut path = Some(&**known);
            while let Some(at) = path {
                if gone.contains(at) {
                    return false;
                }
                path = split(at).map(|(parent, _)| parent);
            }
            true
        });
    }
}

/// Both trees hold the same; folders that were not listed again are told by their address.
fn same(one: &FileTree, other: &FileTree) -> bool {
    one.folders().count() == other.folders().count()
        && one
            .folders()
            .zip(other.folders())
            .all(|((path, a), (known, b))| std::ptr::eq(a, b) || path == known && a == b)
}

/// `path` is `folder` or lies below it.
fn within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
