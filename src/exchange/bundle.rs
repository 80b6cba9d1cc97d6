//! What came from elsewhere, unpacked in memory: plain relative paths and bytes, within the limits.
//!
//! Every name of an archive goes through [`Collector`], which refuses the whole when one of them
//! would land outside, or would be another file on another disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use super::Refusal;
use super::limits::Limits;
use crate::skill::hidden::visible_line;

/// Names in one path, and bytes of one path, at most.
const DEEPEST: usize = 32;
const LONGEST: usize = 1024;

/// Links followed from one to the next.
const LINKS: usize = 40;

/// Folder that macOS puts beside what it packs.
const MAC: &str = "__MACOSX";

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// It may be executed where it comes from.
    pub executable: bool,
}

/// What came from elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The files by path: relative, `/`, no `.` and no `..`.
    pub files: BTreeMap<String, Member>,
    /// Every folder, also empty ones.
    pub folders: BTreeSet<String>,
    /// What was not taken, and why.
    pub left_out: Vec<LeftOut>,
    /// Files and folders of the own disk that cannot be read, and why: no skill that one of them is in
    /// is known whole.
    pub unreadable: BTreeMap<String, String>,
}

impl Bundle {
    /// There is such a file, whether it can be read or not.
    pub(super) fn holds(&self, path: &str) -> bool {
        self.files.contains_key(path)
            || self.unreadable.contains_key(path) && !self.folders.contains(path)
    }

    /// Why the folder (or the file) `path` is not known whole; `None` when it is.
    pub(super) fn why_unknown(&self, path: &str) -> Option<&str> {
        let within = |inner: &str, outer: &str| {
            let rest = inner.strip_prefix(outer);
            outer.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut all = self.unreadable.iter();
        let found = all.find(|(known, _)| within(known, path) || within(path, known));
        found.map(|(_, why)| why.as_str())
    }
}

/// Something that was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path.
    pub path: String,
    /// Why, for people.
    pub why: String,
}

/// Puts a bundle together, member by member.
pub struct Collector<'a> {
    limits: &'a Limits,
    bundle: Bundle,
    links: BTreeMap<String, Link>,
    bytes: u64,
    /// Paths as disks see them that do not tell case or composition apart, and as they are written.
    seen: HashMap<String, String>,
    /// Files and links; folders may be named again.
    taken: BTreeSet<String>,
}

struct Link {
    /// The path it leads to, from the top.
    target: String,
    /// As written.
    shown: String,
}

impl<'a> Collector<'a> {
    /// Nothing yet.
    pub fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            bundle: Bundle::default(),
            links: BTreeMap::new(),
            bytes: 0,
            seen: HashMap::new(),
            taken: BTreeSet::new(),
        }
    }

    /// A folder.
    ///
    /// # Errors
    /// As [`Self::file`].
    pub fn folder(&mut self, name: &[u8]) -> Result<(), Refusal> {
        if let Some(path) = member_path(name)? {
            if self.taken.contains(&path) {
                return Err(twice(&path));
            }
            self.note(&path)?;
            self.bundle.folders.insert(path);
            self.few_enough(self.bundle.folders.len(), 4)?;
        }
        Ok(())
    }

    /// A file of `size` bytes (as the archive says) that `source` gives.
    ///
    /// # Errors
    /// `unsafe-path`, `bad-name`, `duplicate-name`, `case-collision`, `too-many-files`, `too-large`,
    /// `wrong-size`; `damaged-archive` when `source` fails.
    pub fn file(
        &mut self,
        name: &[u8],
        size: u64,
        executable: bool,
        source: &mut dyn Read,
    ) -> Result<(), Refusal> {
        let path = member_path(name)?;
        let shown = shown(name);
        if self.bytes.saturating_add(size) > self.limits.unpacked {
            return Err(self.too_large());
        }
        let mut bytes = Vec::new();
        source
            .take(size + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| damaged(&format!("{shown}: {error}")))?;
        if bytes.len() as u64 != size {
            return Err(Refusal::new(
                "wrong-size",
                format!("{shown} is said to have {size} bytes and has another number"),
            ));
        }
        let Some(path) = path else {
            return Ok(());
        };
        self.take(&path)?;
        self.bytes += size;
        self.few_enough(self.taken.len(), 1)?;
        let bytes = Arc::from(bytes);
        self.bundle.files.insert(path, Member { bytes, executable });
        Ok(())
    }

    /// A file or folder that is there and cannot be read.
    pub(super) fn unreadable(&mut self, path: String, why: String) {
        self.bundle.unreadable.insert(path, why);
    }

    /// A symbolic link; `target` is relative to the folder of the link.
    ///
    /// # Errors
    /// `unsafe-link` when it leads outside; else as [`Self::file`].
    pub fn link(&mut self, name: &[u8], target: &[u8]) -> Result<(), Refusal> {
        let Some(path) = member_path(name)? else {
            return Ok(());
        };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.any_link(path.clone(), folder, target)
    }

    /// A hard link; `target` is a member.
    ///
    /// # Errors
    /// As [`Self::link`].
    pub fn hard_link(&mut self, name: &[u8], target: &[u8]) -> Result<(), Refusal> {
        match member_path(name)? {
            Some(path) => self.any_link(path, "", target),
            None => Ok(()),
        }
    }

    fn any_link(&mut self, path: String, folder: &str, target: &[u8]) -> Result<(), Refusal> {
        let out = || {
            let target = shown(target);
            Refusal::new(
                "unsafe-link",
                format!("{path} is a link to {target}, which lies outside"),
            )
        };
        let text = std::str::from_utf8(target).map_err(|_| out())?;
        let absolute = text.starts_with('/') || text.contains('\\') || has_drive(text);
        if absolute || text.is_empty() || text.contains('\0') {
            return Err(out());
        }
        let mut way: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in text.split('/').filter(|part| !matches!(*part, "" | ".")) {
            if part == ".." {
                way.pop().ok_or_else(out)?;
            } else {
                way.push(part);
            }
        }
        let link = Link {
            target: way.join("/"),
            shown: text.to_owned(),
        };
        self.take(&path)?;
        self.few_enough(self.taken.len(), 1)?;
        self.links.insert(path, link);
        Ok(())
    }

    /// Everything is in: links to files become these files.
    ///
    /// # Errors
    /// `too-large` when the files that links lead to are too much.
    pub fn finish(mut self) -> Result<Bundle, Refusal> {
        let links = std::mem::take(&mut self.links);
        for (path, link) in &links {
            match self.behind(&links, &link.target) {
                Some(member) => {
                    self.bytes += member.bytes.len() as u64;
                    if self.bytes > self.limits.unpacked {
                        return Err(self.too_large());
                    }
                    self.bundle.files.insert(path.clone(), member);
                }
                None => self.bundle.left_out.push(LeftOut {
                    path: path.clone(),
                    why: format!("it is a link to {}, which is no file in here", link.shown),
                }),
            }
        }
        Ok(self.bundle)
    }

    /// The file that a path leads to, links on the way followed.
    fn behind(&self, links: &BTreeMap<String, Link>, target: &str) -> Option<Member> {
        let mut target = target.to_owned();
        for _ in 0..LINKS {
            if let Some(member) = self.bundle.files.get(&target) {
                return Some(member.clone());
            }
            target = step(links, &target)?;
        }
        None
    }

    /// A file or link with this path must be the only one, on every disk.
    fn take(&mut self, path: &str) -> Result<(), Refusal> {
        if self.bundle.folders.contains(path) || !self.taken.insert(path.to_owned()) {
            return Err(twice(path));
        }
        self.note(path)
    }

    /// Notes a path and the folders above it.
    fn note(&mut self, path: &str) -> Result<(), Refusal> {
        for part in steps(path) {
            let folded = folded(part);
            match self.seen.get(&folded) {
                Some(known) if known != part => {
                    return Err(Refusal::new(
                        "case-collision",
                        format!(
                            "{known} and {part} would be one file on many disks; one of them needs \
                             another name at the source"
                        ),
                    ));
                }
                Some(_) => {}
                None => {
                    self.seen.insert(folded, part.to_owned());
                }
            }
            if part.len() < path.len() {
                if self.taken.contains(part) {
                    return Err(twice(part));
                }
                self.bundle.folders.insert(part.to_owned());
            }
        }
        Ok(())
    }

    fn few_enough(&self, count: usize, times: usize) -> Result<(), Refusal> {
        if count > self.limits.files * times {
            return Err(too_many(self.limits));
        }
        Ok(())
    }

    fn too_large(&self) -> Refusal {
        let limit = self.limits.unpacked;
        Refusal::new(
            "too-large",
            format!("it unpacks to more than {limit} bytes"),
        )
    }
}

/// A path as disks see it that do not tell case or composition apart.
pub(super) fn folded(path: &str) -> String {
    path.nfkc().collect::<String>().to_lowercase()
}

/// A path and the folders above it, the outermost first.
pub(super) fn steps(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.match_indices('/').map(|(at, _)| at);
    ends.chain([path.len()]).map(|end| &path[..end])
}

/// Two of these paths, or of the folders above them, that would be one on many disks.
pub(super) fn twins<'a>(paths: impl Iterator<Item = &'a str>) -> Option<(&'a str, &'a str)> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut all = paths.flat_map(steps);
    all.find_map(|path| match seen.insert(folded(path), path) {
        Some(known) if known != path => Some((known, path)),
        _ => None,
    })
}

/// The path with its first link followed.
fn step(links: &BTreeMap<String, Link>, path: &str) -> Option<String> {
    let mut parts = steps(path);
    parts.find_map(|part| {
        let link = links.get(part)?;
        Some(format!("{}{}", link.target, &path[part.len()..]))
    })
}

/// The path of a member, below the top. `None` for the top itself and for what macOS adds.
///
/// # Errors
/// `unsafe-path` for what would land outside on some system, `bad-name` for names that are no text.
pub fn member_path(name: &[u8]) -> Result<Option<String>, Refusal> {
    let shown = shown(name);
    let text = std::str::from_utf8(name)
        .map_err(|_| Refusal::new("bad-name", format!("{shown} is not UTF-8")))?;
    let parts = |c: char| c == '/' || c == '\\';
    let rules: &[(bool, &str)] = &[
        (text.starts_with('/'), "it is absolute"),
        (text.split(parts).any(|part| part == ".."), "it climbs out"),
        (text.contains('\\'), "it holds a backslash"),
        (has_drive(text), "it names a drive"),
    ];
    if let Some((_, why)) = rules.iter().find(|(bad, _)| *bad) {
        return Err(Refusal::new("unsafe-path", format!("{shown}: {why}")));
    }
    if text.chars().any(char::is_control) {
        return Err(Refusal::new(
            "bad-name",
            format!("{shown} holds a control character"),
        ));
    }
    let names: Vec<&str> = text
        .split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .collect();
    if text.len() > LONGEST || names.len() > DEEPEST {
        return Err(Refusal::new("bad-name", format!("{shown} is too long")));
    }
    match names.first() {
        None | Some(&MAC) => Ok(None),
        Some(_) => Ok(Some(names.join("/"))),
    }
}

fn has_drive(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
}

/// A name for people, at a bearable length.
pub(super) fn shown(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name);
    let text = visible_line(&text);
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

pub(super) fn damaged(why: &str) -> Refusal {
    Refusal::new("damaged-archive", format!("the archive is damaged: {why}"))
}

pub(super) fn too_many(limits: &Limits) -> Refusal {
    let files = limits.files;
    Refusal::new(
        "too-many-files",
        format!("it holds more than {files} files"),
    )
}

fn twice(path: &str) -> Refusal {
    Refusal::new("duplicate-name", format!("{path} is there twice"))
}
