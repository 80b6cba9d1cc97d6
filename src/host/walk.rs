//! Where skills are found below a layer's folder, and what only looks like one.

mod bounded;
mod deep;
mod ignored;
mod within;

use std::sync::Arc;

use super::profile::Walk;
use super::reading::Dropped;
use super::tree::{Entry, FileTree, Folder, Kind, Lost, Target, join, split};

/// A skill file found where the host looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The skill file as found, links not resolved.
    pub path: Arc<str>,
    /// Its own folder as found; `None` where a skill is a single file.
    pub folder: Option<Arc<str>>,
    /// The last name of that folder, or the name of the single file without its ending.
    pub folder_name: Arc<str>,
}

/// Something that looks like a skill and is not found by the host.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The file or folder as found.
    pub path: String,
    /// The name people would look for.
    pub name: String,
    /// Why.
    pub why: Dropped,
}

impl Miss {
    pub(super) fn new(path: &str, name: &str, code: &'static str, message: String) -> Self {
        let why = Dropped {
            code,
            at: None,
            message,
            detail: None,
        };
        Self {
            path: path.to_owned(),
            name: name.to_owned(),
            why,
        }
    }

    fn lost(path: &str, name: &str, lost: Lost) -> Self {
        let (code, why) = match lost {
            Lost::Missing => ("dangling-link", "this link leads to no file or folder"),
            Lost::Loop => ("link-loop", "this link leads in a circle"),
        };
        Self::new(path, name, code, why.to_owned())
    }
}

/// Markdown that projects keep beside skills without meaning a skill.
const NO_SKILL: &[&str] = &[
    "readme.md",
    "license.md",
    "changelog.md",
    "agents.md",
    "claude.md",
    "contributing.md",
];

/// Markdown of this name is no skill anywhere.
pub(super) fn is_no_skill(name: &str) -> bool {
    NO_SKILL.contains(&name.to_ascii_lowercase().as_str())
}

/// Levels below a folder without a skill file that are searched for one that lies too deep.
const DEEP: usize = 4;

/// Searches one layer's folder as the host does.
pub fn walk(tree: &FileTree, root: &str, walk: &Walk) -> (Vec<Found>, Vec<Miss>) {
    let mut out = Walker {
        tree,
        walk,
        found: Vec::new(),
        missed: Vec::new(),
    };
    if let Some(within) = &walk.within {
        return within::walk(tree, root, walk, within);
    }
    if walk.depth.is_some() {
        return deep::walk(tree, root, walk);
    }
    if let Some((_, folder)) = tree.read_folder(root) {
        if let Some(problem) = &folder.problem {
            out.miss(
                root,
                root,
                "unreadable",
                format!("the folder cannot be read: {problem}"),
            );
        }
        for entry in &folder.entries {
            match &walk.flat {
                Some(end) => out.flat(root, entry, end),
                None => out.entry(root, entry),
            }
        }
    } else if let Err(Lost::Loop) = tree.resolve(root) {
        out.miss(
            root,
            root,
            "link-loop",
            "this link leads in a circle".to_owned(),
        );
    }
    (out.found, out.missed)
}

/// The name of a single file without its ending; a name that is nothing else stays whole, as
/// Python's `Path.stem` has it.
fn stem<'n>(name: &'n str, end: &str) -> Option<&'n str> {
    let stem = name.strip_suffix(end)?;
    Some(if stem.is_empty() { name } else { stem })
}

/// The file that makes a folder a skill for most hosts.
fn is_folder_skill(entry: &Entry) -> bool {
    !matches!(entry.kind, Kind::Folder) && entry.name.eq_ignore_ascii_case("SKILL.md")
}

fn ends_alike(name: &str, end: &str) -> bool {
    let tail = name
        .len()
        .checked_sub(end.len())
        .and_then(|at| name.get(at..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// A single Markdown file where the host wants a folder; not one of those that lie about anyway.
fn flat(walk: &Walk, path: &str, name: &str) -> Option<Miss> {
    let lower = name.to_ascii_lowercase();
    let mut files = walk.files.iter();
    let main = files.any(|file| file.eq_ignore_ascii_case(name));
    if main || !lower.ends_with(".md") || NO_SKILL.contains(&lower.as_str()) {
        return None;
    }
    let stem = &name[..name.len() - ".md".len()];
    let wanted = walk.files.first().map_or("SKILL.md", String::as_str);
    let why = format!("this host reads {stem}/{wanted}, not a single file");
    Some(Miss::new(path, stem, "flat", why))
}

struct Walker<'a> {
    tree: &'a FileTree,
    walk: &'a Walk,
    found: Vec<Found>,
    missed: Vec<Miss>,
}

impl<'a> Walker<'a> {
    /// One entry of a folder of single files; `end` is how their names end.
    fn flat(&mut self, root: &str, entry: &Entry, end: &str) {
        let path = join(root, &entry.name);
        let stem = stem(&entry.name, end);
        match (self.tree.resolve(&path), stem) {
            (Ok(Target::File(..)), Some(stem)) => self.found.push(Found {
                path: path.into(),
                folder: None,
                folder_name: stem.into(),
            }),
            (Ok(Target::File(..)), None) if ends_alike(&entry.name, end) => {
                let why = format!("the name must end in exactly `{end}`");
                self.miss(&path, &entry.name, "name-case", why);
            }
            (Ok(Target::Folder(_)), stem) => {
                let before = self.missed.len();
                self.below(&path, end, DEEP);
                if self.missed.len() == before && stem.is_some() {
                    let why = "this is a folder, and a skill is a single file here".to_owned();
                    self.miss(&path, &entry.name, "unreadable", why);
                }
            }
            (Err(lost), Some(stem)) if matches!(entry.kind, Kind::Link(_)) => {
                self.lost(&path, stem, lost);
            }
            (Ok(Target::Other), Some(stem)) => {
                let why = "this is neither a file nor a folder".to_owned();
                self.miss(&path, stem, "special-file", why);
            }
            _ => {}
        }
    }

    /// Single files that lie too deep.
    fn below(&mut self, path: &str, end: &str, levels: usize) {
        let Some((_, folder)) = self.tree.read_folder(path) else {
            return;
        };
        if let Some(main) = folder.entries.iter().find(|entry| is_folder_skill(entry)) {
            // One skill as other hosts keep it: what lies beside its file is no skill at all.
            let name = split(path).map_or(path, |(_, name)| name);
            let why = format!("this host reads {name}{end}, not a folder");
            self.miss(&join(path, &main.name), name, "folder", why);
            return;
        }
        for entry in &folder.entries {
            let inner = join(path, &entry.name);
            match &entry.kind {
                Kind::File(_) if ends_alike(&entry.name, end) => {
                    let why = format!("only files directly in the folder are skills here (*{end})");
                    self.miss(
                        &inner,
                        &entry.name[..entry.name.len() - end.len()],
                        "depth",
                        why,
                    );
                }
                Kind::Folder if levels > 1 => self.below(&inner, end, levels - 1),
                _ => {}
            }
        }
    }

    fn entry(&mut self, root: &str, entry: &Entry) {
        let path = join(root, &entry.name);
        let linked = matches!(entry.kind, Kind::Link(_));
        match self.tree.resolve(&path) {
            Ok(Target::Folder(_)) if linked && !self.walk.links => {
                self.miss(
                    &path,
                    &entry.name,
                    "link",
                    "this host does not follow links".to_owned(),
                );
            }
            Ok(Target::Folder(real)) => self.folder(&path, &entry.name, &real),
            Ok(Target::File(..)) => self.loose(&path, &entry.name),
            Ok(Target::Other) if entry.name.contains(char::REPLACEMENT_CHARACTER) => {
                let why = "its name is not UTF-8, so skillkiln cannot open it".to_owned();
                self.miss(&path, &entry.name, "name-encoding", why);
            }
            Ok(Target::Other) if linked => self.miss(
                &path,
                &entry.name,
                "special-file",
                "this link leads to something that is neither a file nor a folder".to_owned(),
            ),
            Ok(Target::Other) => {}
            Err(lost) if linked => self.lost(&path, &entry.name, lost),
            Err(_) => {}
        }
    }

    fn folder(&mut self, path: &str, name: &str, real: &str) {
        let Some(folder) = self.tree.folder(real) else {
            return;
        };
        let main = self.main_file(real, folder);
        if self
            .walk
            .containers
            .iter()
            .any(|container| container == name)
        {
            if let Some(main) = main {
                let why =
                    format!("`{name}` only holds other skills; a {main} directly in it is ignored");
                self.miss(&join(path, main), name, "container", why);
            }
            return;
        }
        if self.walk.prune.iter().any(|pruned| pruned == name) {
            if let Some(main) = main {
                let why = format!("folders called `{name}` are never looked into");
                self.miss(&join(path, main), name, "ignored-folder", why);
            }
            return;
        }
        match main {
            Some(main) => self.main(path, name, main),
            None => self.without_main(path, name, folder),
        }
    }

    fn main(&mut self, path: &str, name: &str, main: &str) {
        let file = join(path, main);
        match self.tree.resolve(&file) {
            Ok(Target::File(..)) => self.found.push(Found {
                path: file.into(),
                folder: Some(self.tree.shared_path(path)),
                folder_name: name.into(),
            }),
            Ok(_) => self.miss(
                &file,
                name,
                "unreadable",
                format!("{main} is not a regular file"),
            ),
            Err(lost) => self.lost(&file, name, lost),
        }
    }

    /// A folder where a skill is due, without the file that makes it one.
    fn without_main(&mut self, path: &str, name: &str, folder: &Folder) {
        if let Some(problem) = &folder.problem {
            self.miss(
                path,
                name,
                "unreadable",
                format!("the folder cannot be read: {problem}"),
            );
            return;
        }
        if let Some((other, wanted)) = self.misspelt(path) {
            let why = format!("the file must be called exactly {wanted}, not {other}");
            self.miss(&join(path, &other), name, "name-case", why);
            return;
        }
        let wanted = self.walk.files.first().map_or("SKILL.md", String::as_str);
        let before = self.missed.len();
        self.deeper(path, DEEP);
        if self.missed.len() == before {
            self.miss(
                path,
                name,
                "no-skill-file",
                format!("there is no {wanted} in this folder"),
            );
        }
    }

    /// The file in a folder that is the skill file but for the case of its name, and the name wanted.
    fn misspelt(&self, path: &str) -> Option<(String, &'a str)> {
        let (_, folder) = self.tree.read_folder(path)?;
        let mut files = folder.entries.iter();
        let alike = |entry: &&Entry| {
            let mut wanted = self.walk.files.iter();
            wanted.any(|file| file.eq_ignore_ascii_case(&entry.name))
        };
        let wanted = self.walk.files.first().map_or("SKILL.md", String::as_str);
        Some((files.find(alike)?.name.to_string(), wanted))
    }

    fn deeper(&mut self, path: &str, levels: usize) {
        let Some((real, folder)) = self.tree.read_folder(path) else {
            return;
        };
        for entry in &folder.entries {
            // Links are not followed here: they may lead back up, and nothing is loaded anyway.
            if !matches!(entry.kind, Kind::Folder)
                || self.walk.prune.iter().any(|p| **p == *entry.name)
            {
                continue;
            }
            let below = join(path, &entry.name);
            // A link may have led here.
            let inner = join(&real, &entry.name);
            let main = self
                .tree
                .folder(&inner)
                .and_then(|folder| self.main_file(&inner, folder));
            let deep = "it lies too deep for this host";
            if let Some(main) = main {
                self.miss(&join(&below, main), &entry.name, "depth", deep.to_owned());
            } else if let Some((other, wanted)) = self.misspelt(&below) {
                let why = format!("{deep}, and must be called exactly {wanted}, not {other}");
                self.miss(&join(&below, &other), &entry.name, "depth", why);
            } else if levels > 1 {
                self.deeper(&below, levels - 1);
            }
        }
    }

    /// A file directly in the layer's folder.
    fn loose(&mut self, path: &str, name: &str) {
        let lower = name.to_ascii_lowercase();
        let main = self
            .walk
            .files
            .iter()
            .any(|file| file.eq_ignore_ascii_case(name));
        if main && lower.ends_with(".md") {
            let why = format!("a {name} needs a folder of its own here");
            self.miss(path, name, "root-file", why);
        } else {
            self.missed.extend(flat(self.walk, path, name));
        }
    }

    /// The first of the wanted names that leads anywhere, else the first that is there.
    fn main_file(&self, real: &str, folder: &Folder) -> Option<&'a str> {
        let known = |file: &&String| {
            folder
                .entries
                .binary_search_by(|entry| (*entry.name).cmp(file.as_str()))
                .is_ok()
        };
        let leads = |file: &&String| self.tree.resolve(&join(real, file)).is_ok();
        let mut there = self.walk.files.iter().filter(known);
        let first = there.clone().next();
        there.find(leads).or(first).map(String::as_str)
    }

    fn lost(&mut self, path: &str, name: &str, lost: Lost) {
        self.missed.push(Miss::lost(path, name, lost));
    }

    fn miss(&mut self, path: &str, name: &str, code: &'static str, message: String) {
        self.missed.push(Miss::new(path, name, code, message));
    }
}
