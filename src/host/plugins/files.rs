//! Files beside a plugin's source, as far as they were scanned: only what lies in its folder is read.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::object::Object;
use crate::host::read::text::Text;
use crate::host::tree::{FileTree, join, split};

/// The folder of one plugin.
pub(super) struct Files<'a> {
    /// The disk.
    pub(super) tree: &'a FileTree,
    /// The source file.
    pub(super) source: &'a str,
    /// What was looked at, and what was there.
    pub(super) seen: RefCell<Vec<Seen>>,
}

/// Something the reading of a source rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    path: String,
    found: Found,
}

#[derive(Clone, Debug, PartialEq)]
enum Found {
    Bytes(Option<Arc<[u8]>>),
    Names(Option<Vec<String>>),
}

impl Seen {
    /// Whether it still is as it was.
    pub fn holds(&self, tree: &FileTree) -> bool {
        match &self.found {
            Found::Bytes(bytes) => tree.content(&self.path) == bytes.as_ref(),
            Found::Names(names) => names_in(tree, &self.path) == *names,
        }
    }
}

impl<'a> Files<'a> {
    pub(super) fn new(tree: &'a FileTree, source: &'a str) -> Self {
        Self {
            tree,
            source,
            seen: RefCell::default(),
        }
    }

    fn note(&self, path: &str, found: Found) {
        self.seen.borrow_mut().push(Seen {
            path: path.to_owned(),
            found,
        });
    }

    /// Where a path leads, when that is inside the folder of the source, links resolved.
    fn inside(&self, path: &str) -> Option<String> {
        let path = straight(path);
        let folder = split(self.source)?.0;
        let below = |path: &str, folder: &str| {
            path == folder
                || path
                    .strip_prefix(folder)
                    .is_some_and(|rest| rest.starts_with('/'))
        };
        let real = below(&self.tree.real_path(&path), &self.tree.real_path(folder));
        (below(&path, folder) && real).then_some(path)
    }

    /// The text of a file; `None` when it is not known.
    pub(super) fn read(&self, path: &str) -> Result<Option<String>, String> {
        let Some(path) = self.inside(path) else {
            return Ok(None);
        };
        let bytes = self.tree.content(&path).cloned();
        self.note(&path, Found::Bytes(bytes.clone()));
        let Some(bytes) = bytes else {
            return match self.is_file(&path) {
                Some(false) => Err(format!("FileNotFoundError: {}", last(&path))),
                _ => Ok(None),
            };
        };
        match std::str::from_utf8(&bytes) {
            Ok(text) => Ok(Some(Text::universal(text).text.to_string())),
            Err(_) => Err(format!("UnicodeDecodeError: {} is not UTF-8", last(&path))),
        }
    }

    /// Whether a path is a file; `None` where that was not scanned.
    pub(super) fn is_file(&self, path: &str) -> Option<bool> {
        let path = self.inside(path)?;
        let names = self.names(split(&path)?.0)?;
        let there = names.iter().any(|name| *name == last(&path));
        match there {
            true => Some(self.tree.file(&path).is_some()),
            false => Some(false),
        }
    }

    /// The names in a folder, sorted; `None` where it was not scanned.
    pub(super) fn names(&self, path: &str) -> Option<Vec<String>> {
        let path = self.inside(path)?;
        let names = names_in(self.tree, &path);
        self.note(&path, Found::Names(names.clone()));
        names
    }
}

fn names_in(tree: &FileTree, path: &str) -> Option<Vec<String>> {
    let (_, folder) = tree.read_folder(path)?;
    let scanned = folder.problem.is_none();
    scanned.then(|| {
        folder
            .entries
            .iter()
            .map(|entry| entry.name.to_string())
            .collect()
    })
}

/// The path an argument stands for.
pub(super) fn path_of(object: &Object<'_>) -> Option<String> {
    match object {
        Object::Text(path) | Object::Path(path) => Some(path.to_string()),
        _ => None,
    }
}

/// Whether an encoding is UTF-8, or none is given.
pub(super) fn is_utf8(object: &Object<'_>) -> bool {
    match object {
        Object::Text(name) => matches!(
            name.to_ascii_lowercase().as_str(),
            "utf-8" | "utf8" | "utf_8"
        ),
        Object::None => true,
        _ => false,
    }
}

/// Two paths, the second below the first unless it stands alone.
pub(super) fn joined(one: &str, other: &str) -> String {
    match other.starts_with('/') || one.is_empty() {
        true => other.to_owned(),
        false => join(one.trim_end_matches('/'), other),
    }
}

/// A path without `.` and `..`.
pub(super) fn straight(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let start = if path.starts_with('/') { "/" } else { "" };
    format!("{start}{}", parts.join("/"))
}

/// What stands before the last name.
pub(super) fn parent(path: &str) -> String {
    split(path).map_or_else(String::new, |(folder, _)| folder.to_owned())
}

/// The last name.
pub(super) fn last(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// A name without its last ending.
pub(super) fn stem(name: &str) -> &str {
    match name.rfind('.') {
        Some(at) if at > 0 && at + 1 < name.len() => &name[..at],
        _ => name,
    }
}

/// An attribute of a path.
pub(super) fn attribute<'t>(path: &str, name: &str) -> Option<Object<'t>> {
    let own = last(path);
    Some(match name {
        "parent" => Object::Path(Rc::from(parent(path))),
        "name" => Object::text(own),
        "stem" => Object::text(stem(&own)),
        "suffix" => Object::text(&own[stem(&own).len()..]),
        _ => return None,
    })
}

/// Texts or paths in their order; `None` for anything else.
pub(super) fn sorted<'t>(items: &[Object<'t>]) -> Option<Vec<Object<'t>>> {
    let key = |item: &Object<'t>| match item {
        Object::Text(text) => Some(vec![text.to_string()]),
        // Part by part, as `pathlib` compares.
        Object::Path(path) => Some(path.split('/').map(str::to_owned).collect()),
        _ => None,
    };
    let keys: Option<Vec<_>> = items.iter().map(key).collect();
    let mut all: Vec<_> = keys?.into_iter().zip(items.iter().cloned()).collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    Some(all.into_iter().map(|(_, item)| item).collect())
}
