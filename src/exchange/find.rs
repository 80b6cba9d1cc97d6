//! Where skills lie in what came from elsewhere (MiniBot's search, recorded).

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::bundle::Bundle;
use crate::host::tree::{join, split};

/// The file that makes a folder a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// Folders searched below the first.
const DEPTH: usize = 5;

/// Folders that are not searched.
const SKIPPED: [&str; 5] = [".git", "node_modules", "dist", "build", "__pycache__"];

/// What projects tell about themselves, by the names of such files in lower case.
const PAPERS: [&str; 14] = [
    "readme",
    "license",
    "licence",
    "changelog",
    "contributing",
    "code_of_conduct",
    "security",
    "support",
    "authors",
    "notice",
    "history",
    "agents",
    "claude",
    "gemini",
];

impl Bundle {
    /// Names at the top.
    fn top(&self) -> BTreeSet<&str> {
        let all = self.files.keys().chain(&self.folders);
        all.filter_map(|path| path.split('/').next()).collect()
    }

    /// The folder that holds everything: the only one at the top where there is nothing else, else
    /// the top itself (an empty path).
    pub fn root(&self) -> &str {
        let top = self.top();
        match top.first() {
            Some(only) if top.len() == 1 && self.folders.contains(*only) => {
                self.folders.get(*only).map_or("", String::as_str)
            }
            _ => "",
        }
    }

    /// The folder `path` below the root; escapes of addresses (`%20`) are tried where it is not there
    /// as written.
    pub fn within(&self, path: &str) -> Option<String> {
        let found = |path: &str| {
            let parts: Vec<&str> = crate::host::tree::parts(path).collect();
            let whole = [self.root()].into_iter().chain(parts.iter().copied());
            let whole: Vec<&str> = whole.filter(|part| !part.is_empty()).collect();
            let whole = whole.join("/");
            let plain = !parts.contains(&"..");
            (plain && (whole.is_empty() || self.folders.contains(&whole))).then_some(whole)
        };
        found(path).or_else(|| found(&unescape(path)?))
    }

    /// Folders with a skill file at or below `start`, by depth, then as a walk by name meets them. A
    /// skill is not searched for others.
    pub fn skill_folders(&self, start: &str) -> Vec<String> {
        let mut inner: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for folder in &self.folders {
            let (parent, name) = split(folder).unwrap_or(("", folder));
            inner.entry(parent).or_default().push(name);
        }
        let mut found = Vec::new();
        self.search(start, 0, &inner, &mut found);
        found.sort_by_key(|(depth, _)| *depth);
        found.into_iter().map(|(_, folder)| folder).collect()
    }

    /// Skill files at or below `start` that the search does not meet, by path, and folders that cannot be
    /// looked into, each with a short code and why; what lies in one of the folders `found` is part of that
    /// skill.
    pub fn passed_over(
        &self,
        start: &str,
        found: &[String],
    ) -> Vec<(String, &'static str, String)> {
        let told = self.files.keys().filter_map(|path| {
            let (folder, name) = split(path).unwrap_or(("", path));
            let is_in = |outer: &str| {
                let rest = folder.strip_prefix(outer);
                outer.is_empty()
                    || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let part = !is_in(start) || found.iter().any(|outer| is_in(outer));
            if part || !name.eq_ignore_ascii_case(SKILL_FILE) {
                return None;
            }
            let rest = folder.strip_prefix(start)?;
            let parts: Vec<&str> = crate::host::tree::parts(rest).collect();
            let skipped = parts.iter().find(|part| SKIPPED.contains(part));
            let (code, why) = if let Some(skipped) = skipped {
                let why = format!("nothing in a folder called {skipped} is looked for");
                ("not-searched", why)
            } else if parts.len() > DEPTH {
                let why = format!("it lies more than {DEPTH} folders deep");
                ("too-deep", why)
            } else if name != SKILL_FILE {
                let why = format!("the file is called {name}, and only {SKILL_FILE} is looked for");
                ("other-spelling", why)
            } else {
                return None;
            };
            Some((path.clone(), code, why))
        });
        let hidden = self.unreadable.iter().filter(|(path, _)| {
            let is_in = |outer: &str| {
                let rest = path.strip_prefix(outer);
                outer.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
            };
            self.folders.contains(*path) && is_in(start) && !found.iter().any(|outer| is_in(outer))
        });
        let hidden = hidden.map(|(path, why)| (path.clone(), "unreadable", why.clone()));
        told.chain(hidden).collect()
    }

    /// Files that are skills themselves, by path: those whose names end in `end` in the folder `start`,
    /// or in a folder that is called as those for skills are. What projects tell about themselves in such
    /// files is none, and neither is what lies in one of the folders `found`.
    pub fn single_files(&self, start: &str, end: &str, found: &[String]) -> Vec<String> {
        let is_skill = |path: &&String| {
            let (folder, name) = split(path).unwrap_or(("", path));
            let is_in = |outer: &String| {
                let rest = folder.strip_prefix(outer.as_str());
                outer.is_empty()
                    || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let Some(below) = folder.strip_prefix(start) else {
                return false;
            };
            let parts: Vec<&str> = crate::host::tree::parts(below).collect();
            let placed = parts.last().is_none_or(|last| *last == "skills");
            let searched = parts.len() <= DEPTH && !parts.iter().any(|part| SKIPPED.contains(part));
            let stem = name.strip_suffix(end).unwrap_or_default();
            let tells = PAPERS.contains(&stem.to_ascii_lowercase().as_str());
            let ours = !stem.is_empty() && !name.eq_ignore_ascii_case(SKILL_FILE) && !tells;
            placed && searched && ours && !found.iter().any(is_in)
        };
        let all = self.files.keys().chain(self.unreadable.keys());
        let mut all: Vec<String> = all
            .filter(|path| self.holds(path) && is_skill(path))
            .cloned()
            .collect();
        all.sort();
        all
    }

    fn search(
        &self,
        folder: &str,
        depth: usize,
        inner: &BTreeMap<&str, Vec<&str>>,
        found: &mut Vec<(usize, String)>,
    ) {
        if self.holds(&below(folder, SKILL_FILE)) {
            found.push((depth, folder.to_owned()));
            return;
        }
        if depth == DEPTH {
            return;
        }
        for name in inner.get(folder).into_iter().flatten() {
            if !SKIPPED.contains(name) {
                self.search(&below(folder, name), depth + 1, inner, found);
            }
        }
    }

    /// The one skill of an archive: at the top, or in the only folder there (AgentWorks; that files
    /// beside that folder are refused is our decision).
    ///
    /// # Errors
    /// `no-skill-md`, and `beside-folder` with the names of such files.
    pub fn one_skill(&self) -> Result<String, Refusal> {
        if self.files.contains_key(SKILL_FILE) {
            return Ok(String::new());
        }
        let (folders, files): (Vec<&str>, Vec<&str>) = self
            .top()
            .into_iter()
            .partition(|name| self.folders.contains(*name));
        let no_skill = || {
            Refusal::new(
                "no-skill-md",
                format!("there is no {SKILL_FILE} at its top or in the only folder there"),
            )
        };
        match folders.as_slice() {
            [folder] if self.files.contains_key(&join(folder, SKILL_FILE)) => {
                if !files.is_empty() {
                    let files = files.join(", ");
                    return Err(Refusal::new(
                        "beside-folder",
                        format!("{files}: not in the folder {folder}, which is the skill"),
                    ));
                }
                Ok((*folder).to_owned())
            }
            _ => Err(no_skill()),
        }
    }
}

/// Joins; an empty folder is the top.
pub(super) fn below(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        folder => join(folder, name),
    }
}

fn unescape(path: &str) -> Option<String> {
    let mut out = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *byte == b'%');
        let code = code.and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                out.push(code);
                rest = &after[2..];
            }
            None => {
                out.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(out).ok().filter(|text| text != path)
}
