//! One skill of a source: what the host reads, and its files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::bundle::LeftOut;
use super::demands::{lacks, target_folder};
use super::existing::{Clash, Existing, existing};
use super::facts::{Fact, HiddenAt, facts, hidden_in};
use super::find::SKILL_FILE;
use super::flat::{Flat, end_in, flat};
use super::hash::{UNHASHED, is_hashed};
use super::open::Opened;
use super::place::{hash_of, seal_of};
use super::preview::{Ground, Invalid};
use crate::check::Finding;
use crate::host::python::casefold;
use crate::host::tree::split;
use crate::host::verdict::Verdict;
use crate::host::{Reading, read_file};
use crate::library::write::{NewFile, refuse_name};

/// One skill of a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The name the host would use.
    pub name: String,
    /// Its description, as the host reads it.
    pub description: String,
    /// Its folder in the source, from the root; `.` is the root itself.
    pub path: String,
    /// The name of the folder (or file) it would get.
    pub folder: String,
    /// What tells [`Self::files`] from all others ([`super::hash::seal`]): who installs it names this.
    pub hash: String,
    /// What would be written, by path.
    pub files: Vec<NewFile>,
    /// What the host reads.
    pub reading: Reading,
    /// What it would meet.
    pub existing: Option<Existing>,
    /// What stands in its way because of letter case.
    pub clash: Option<Clash>,
    /// What the checks say, with the judged hosts; files are named as they would lie.
    pub findings: Vec<Finding>,
    /// What each judged host would make of it where it would lie.
    pub verdicts: Vec<Verdict>,
    /// What its scripts mention.
    pub facts: Vec<Fact>,
    /// Characters nobody sees.
    pub hidden: Vec<HiddenAt>,
    /// What is not taken.
    pub left_out: Vec<LeftOut>,
    /// As the single file that the host keeps, when it keeps no folders.
    pub flat: Option<Flat>,
    /// It is a single file in the source, too: [`Self::path`] is that file.
    pub alone: bool,
    /// A byte-order mark stood before the frontmatter and is taken out, for the host does not load
    /// files with one.
    pub mark_removed: bool,
}

/// Characters of a description that are shown to people: more than any host takes.
const MOST_SHOWN: usize = 2000;

impl Candidate {
    /// Whether a person who says `wanted` means this one.
    pub fn is_called(&self, wanted: &str) -> bool {
        let wanted = casefold(wanted);
        let own = self.path.rsplit('/').next().unwrap_or_default();
        let stem = own.rsplit_once('.').map_or(own, |(stem, _)| stem);
        let called = [self.name.as_str(), own, stem];
        called.into_iter().any(|called| casefold(called) == wanted)
    }

    /// What one of its files is called in the source: a skill that is one file there has the name of that.
    pub fn called<'a>(&'a self, path: &'a str) -> &'a str {
        match self.alone {
            true => self.path.rsplit('/').next().unwrap_or(path),
            false => path,
        }
    }

    /// The description, clipped where it would bury everything else; tells how long it is then.
    pub fn short_description(&self) -> Cow<'_, str> {
        let text = self.description.as_str();
        match text.char_indices().nth(MOST_SHOWN) {
            None => Cow::Borrowed(text),
            Some((end, _)) => {
                let count = text.chars().count();
                Cow::Owned(format!("{}… ({count} characters)", &text[..end]))
            }
        }
    }

    /// The files by which an installed skill is known: of a host of single files the one it becomes,
    /// as [`files_in`] reads it.
    pub fn placed(&self) -> Cow<'_, [NewFile]> {
        match &self.flat {
            None => Cow::Borrowed(&self.files),
            Some(flat) => Cow::Owned(vec![NewFile {
                path: SKILL_FILE.to_owned(),
                ..flat.file.clone()
            }]),
        }
    }

    /// The hash of [`Self::files`] in the format of locks, by which MiniBot knows what was looked at. It
    /// does not tell all folders apart, as [`Self::hash`] does.
    pub fn lock_hash(&self) -> String {
        hash_of(&self.files)
    }

    /// The hash that would stand in the lock.
    pub fn placed_hash(&self) -> String {
        hash_of(&self.placed())
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes.len() as u64).sum()
    }
}

/// One skill of a source, without findings.
pub(super) fn candidate(
    ground: Ground<'_>,
    opened: &Opened,
    folder: &str,
    dest: &str,
) -> Result<Candidate, Invalid> {
    let profile = ground.profile;
    let path = shown(&opened.root, folder);
    let wrong = |reason: &str, detail: String| Invalid {
        path: path.clone(),
        reason: reason.to_owned(),
        detail,
    };
    if let Some(why) = opened.bundle.why_unknown(folder) {
        return Err(wrong("unreadable", why.to_owned()));
    }
    let alone = opened.bundle.files.get(folder);
    let (mut files, left_out) = match alone {
        Some(member) => {
            let file = NewFile {
                path: SKILL_FILE.to_owned(),
                bytes: member.bytes.clone(),
                executable: member.executable,
            };
            (vec![file], Vec::new())
        }
        None => files_of(opened, folder),
    };
    let own_name = match path.as_str() {
        "." => opened.title.as_str(),
        path => split(path).map_or(path, |(_, name)| name),
    };
    let own_name = match alone {
        Some(_) => own_name.rsplit_once('.').map_or(own_name, |(stem, _)| stem),
        None => own_name,
    };
    let Some(at) = files.iter().position(|file| file.path == SKILL_FILE) else {
        return Err(wrong("no-skill-md", format!("there is no {SKILL_FILE}")));
    };
    let flat = end_in(ground, dest).map(|end| flat(profile, &files, &format!("{own_name}{end}")));
    let mut reading = match &flat {
        Some(flat) => read_file(profile, &flat.file.bytes, own_name),
        None => read_file(profile, &files[at].bytes, own_name),
    };
    let mut mark_removed = false;
    if let (Some(_), Some(rest)) = (
        &reading.dropped,
        files[at].bytes.strip_prefix("\u{feff}".as_bytes()),
    ) {
        let second = read_file(profile, rest, own_name);
        if second.dropped.is_none() {
            files[at].bytes = rest.into();
            (reading, mark_removed) = (second, true);
        }
    }
    if let Some(dropped) = &reading.dropped {
        return Err(wrong(dropped.code, dropped.message.clone()));
    }
    if let Some((reason, detail)) = lacks(profile, &reading, own_name) {
        return Err(wrong(reason, detail));
    }
    let name = reading.name.clone().unwrap_or_else(|| own_name.to_owned());
    let target = match &flat {
        Some(flat) => flat.file.path.clone(),
        None => target_folder(profile, &name),
    };
    for file in &files {
        let bad = file
            .path
            .split('/')
            .find_map(|part| Some((part, refuse_name(part)?)));
        if let Some((part, why)) = bad {
            return Err(wrong(
                "bad-name",
                format!("{part:?} in {}: {why}", file.path),
            ));
        }
    }
    let mut found = Candidate {
        description: reading.description.clone().unwrap_or_default(),
        existing: None,
        clash: None,
        facts: facts(&files),
        hidden: hidden_in(&files),
        folder: target,
        name,
        path,
        hash: seal_of(&files),
        files,
        reading,
        findings: Vec::new(),
        verdicts: Vec::new(),
        left_out,
        flat,
        alone: alone.is_some(),
        mark_removed,
    };
    found.existing = existing(ground, dest, &found);
    Ok(found)
}

/// A folder of a source as it is told, from its root.
pub(super) fn shown(root: &str, folder: &str) -> String {
    let rest = folder.strip_prefix(root).unwrap_or(folder);
    match rest.trim_start_matches('/') {
        "" => ".".to_owned(),
        rest => rest.to_owned(),
    }
}

/// The files of a skill, and what is below its folder without being of it.
fn files_of(opened: &Opened, folder: &str) -> (Vec<NewFile>, Vec<LeftOut>) {
    let start = match folder {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    let mine = |path: &str| path.strip_prefix(start.as_str()).map(str::to_owned);
    let bundle = &opened.bundle;
    let all = bundle.files.range(start.clone()..);
    let all = all.map_while(|(path, member)| Some((mine(path)?, member)));
    let (mut files, mut skipped) = (Vec::new(), BTreeMap::new());
    for (path, member) in all {
        if is_hashed(&path) {
            files.push(NewFile {
                path,
                bytes: member.bytes.clone(),
                executable: member.executable,
            });
            continue;
        }
        // One line for a folder of any size.
        let end = path.split('/').position(|part| UNHASHED.contains(&part));
        let parts = path.split('/').take(end.unwrap_or(0) + 1);
        *skipped
            .entry(parts.collect::<Vec<_>>().join("/"))
            .or_insert(0) += 1;
    }
    let skipped = skipped.into_iter().map(|(path, count)| LeftOut {
        path,
        why: format!("{count} files that no hash covers"),
    });
    let links = bundle.left_out.iter().filter_map(|item| {
        let path = mine(&item.path)?;
        let why = item.why.clone();
        Some(LeftOut { path, why })
    });
    let mut left_out: Vec<LeftOut> = skipped.chain(links).collect();
    let empty = bundle.folders.range(start.clone()..);
    let empty = empty.map_while(|path| mine(path));
    for path in empty.filter(|path| is_hashed(path)) {
        let below = format!("{path}/");
        let told = |other: &str| other == path || other.starts_with(&below);
        let holds = bundle.files.range(format!("{start}{below}")..).next();
        let holds =
            holds.is_some_and(|(file, _)| file[start.len().min(file.len())..].starts_with(&below));
        let known = left_out
            .iter()
            .any(|item| told(&item.path) || path.starts_with(&format!("{}/", item.path)));
        if !holds && !known {
            left_out.push(LeftOut {
                path,
                why: "it is an empty folder".to_owned(),
            });
        }
    }
    left_out.sort_by(|a, b| a.path.cmp(&b.path));
    (files, left_out)
}
