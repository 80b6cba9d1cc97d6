//! A look inside, before anything is written: what each skill of a source is, what the hosts would
//! make of it, what is wrong with it, and what it would meet.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::bundle::LeftOut;
use super::facts::{Fact, HiddenAt, facts, hidden_in};
use super::find::SKILL_FILE;
use super::flat::{Flat, end_in, flat};
use super::hash::{UNHASHED, is_hashed};
use super::judging::judge;
use super::open::Opened;
use super::place::{files_in, hash_of, seal_of};
use super::status::same;
use crate::check::{Config, Finding};
use crate::host::names::{first_bad_char, import_folder};
use crate::host::profile::ImportFolder;
use crate::host::python::{casefold, strip};
use crate::host::tree::{join, split};
use crate::host::verdict::Verdict;
use crate::host::{FileTree, Place, Profile, Reading, Skill, Survey, Value, read_file};
use crate::library::write::{NewFile, refuse_name};

/// Where skills are to go: one host as it stands, and who judges.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The host that the skill is for.
    pub profile: &'a Profile,
    /// The hosts whose word counts for findings.
    pub judges: &'a [Profile],
    /// The disk.
    pub tree: &'a FileTree,
    /// Where the hosts stand.
    pub place: &'a Place,
    /// What the host sees there.
    pub survey: &'a Survey,
    /// What the project wants of the checks.
    pub config: &'a Config,
}

/// Everything there is to know before installing.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// What was opened.
    pub opened: Opened,
    /// The folder that skills would go to; empty when the host has none here that may be written to.
    pub dest: String,
    /// Skills that could be installed, those that were asked for.
    pub skills: Vec<Candidate>,
    /// Names of skills that could be installed and were not asked for.
    pub others: Vec<String>,
    /// What looks like a skill and cannot be installed.
    pub invalid: Vec<Invalid>,
    /// Skill files that the search for skills does not meet.
    pub passed_over: Vec<Invalid>,
}

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

/// Something of that name, or in that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Existing {
    /// The host's word for where it comes from; the layer's id where it has none.
    pub source: String,
    /// Its folder (or file); the name itself for what lives in code.
    pub path: String,
    /// It lies where the new one would go.
    pub in_place: bool,
    /// It holds exactly the same files.
    pub identical: bool,
}

/// Something that has, or would get, a folder of the same name, letter case apart. Many disks do not
/// tell such names apart, so only one of them can be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// What has it: a path that is there, or the folder of another skill of the source.
    pub path: String,
    /// It is there already.
    pub here: bool,
}

/// A folder that looks like a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Its folder in the source, from the root.
    pub path: String,
    /// A short code.
    pub reason: String,
    /// For people.
    pub detail: String,
}

/// Looks at every skill of an opened source. `wanted` chooses by name or folder, letter case apart;
/// `dest` is a folder of the host other than its write area.
///
/// # Errors
/// `bad-dest` when `dest` is none of the host's folders.
pub fn preview(
    ground: Ground<'_>,
    opened: Opened,
    wanted: Option<&str>,
    dest: Option<&str>,
) -> Result<Preview, Refusal> {
    let dest = destination(ground, dest)?;
    let mut names = BTreeSet::new();
    let (mut skills, mut invalid) = (Vec::new(), Vec::new());
    let flat = end_in(ground, &dest).is_some();
    let taken = |folder: &&String| flat || !opened.bundle.files.contains_key(*folder);
    for folder in opened.folders.iter().filter(taken) {
        match candidate(ground, &opened, folder, &dest) {
            Ok(found) if !names.insert(found.name.clone()) => invalid.push(Invalid {
                path: found.path,
                reason: "duplicate-name".to_owned(),
                detail: format!("another skill in it is called {:?} too", found.name),
            }),
            Ok(found) => skills.push(found),
            Err(found) => invalid.push(found),
        }
    }
    let wanted = wanted.or(opened.source.skill.as_deref());
    let mut others = Vec::new();
    if let Some(wanted) = wanted {
        skills.retain(|found: &Candidate| {
            let called = found.is_called(wanted);
            if !called {
                others.push(found.name.clone());
            }
            called
        });
    }
    let passed_over = opened.bundle.passed_over(&opened.root, &opened.folders);
    let passed_over = passed_over.into_iter().map(|(path, code, why)| Invalid {
        path: shown(&opened.root, &path),
        reason: code.to_owned(),
        detail: why,
    });
    let passed_over = passed_over.collect();
    judge(ground, &dest, &mut skills);
    find_clashes(&dest, &mut skills);
    Ok(Preview {
        opened,
        dest,
        skills,
        others,
        invalid,
        passed_over,
    })
}

/// Finds folders that are the same but for letter case: among what is there, and among the skills, where
/// two names may also get one folder.
fn find_clashes(dest: &str, skills: &mut [Candidate]) {
    let entries = std::fs::read_dir(dest).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let lower = |name: &str| name.to_lowercase();
    let clashes = (0..skills.len()).map(|at| {
        let folder = &skills[at].folder;
        let same = |name: &&String| *name != folder && lower(name) == lower(folder);
        if let Some(name) = names.iter().find(same) {
            let path = join(dest, name);
            return Some(Clash { path, here: true });
        }
        let mut others = skills.iter().enumerate();
        let other =
            others.find(|(other, skill)| *other != at && lower(&skill.folder) == lower(folder));
        other.map(|(_, skill)| Clash {
            path: skill.path.clone(),
            here: false,
        })
    });
    let clashes: Vec<Option<Clash>> = clashes.collect();
    for (skill, clash) in skills.iter_mut().zip(clashes) {
        skill.clash = clash;
    }
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

/// The folder that skills go to: the write area, or another folder of the host that is named.
fn destination(ground: Ground<'_>, dest: Option<&str>) -> Result<String, Refusal> {
    let area = ground.survey.write_area();
    match dest {
        Some(dest) => ground.folder_named(dest),
        None => Ok(area
            .and_then(|layer| layer.path.clone())
            .unwrap_or_default()),
    }
}

impl Ground<'_> {
    /// The folder of the host that a person names; a relative path is one in the project.
    ///
    /// # Errors
    /// `bad-dest` for a folder that the host does not look into, with those it does.
    pub fn folder_named(&self, dest: &str) -> Result<String, Refusal> {
        let whole = self.place.absolute(dest);
        let layers = self.survey.layers.iter();
        let layers = layers.filter(|layer| layer.takes_skills(self.profile));
        let mut folders = layers.filter_map(|layer| layer.path.as_deref());
        if folders.clone().any(|path| path == whole) {
            return Ok(whole);
        }
        let known: Vec<&str> = folders.by_ref().collect();
        let title = &self.profile.title;
        let known = match known.as_slice() {
            [] => "there is none here that could take skills".to_owned(),
            known => format!("those are {}", known.join(", ")),
        };
        Err(Refusal::new(
            "bad-dest",
            format!("{dest} is no folder that {title} looks into; {known}"),
        ))
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

/// What the host asks of an import beyond what it loads: a code and words. `own_name` is the name of
/// the skill's folder.
pub(super) fn lacks(
    profile: &Profile,
    reading: &Reading,
    own_name: &str,
) -> Option<(&'static str, String)> {
    let require = &profile.exchange.require;
    for (key, reason) in [
        ("name", "name-required"),
        ("description", "description-required"),
    ] {
        let text = match reading.field(key) {
            Some(Value::Text(text)) => strip(text),
            _ => "",
        };
        if require.iter().any(|wanted| wanted == key) && text.is_empty() {
            return Some((reason, format!("{key} is missing or empty")));
        }
    }
    if let (false, Some(Value::Text(name))) = (require.is_empty(), reading.field("name"))
        && let Some(c) = first_bad_char(name)
    {
        return Some((
            "name-characters",
            format!("the name holds {c:?}; letters, digits, - and _ can be imported"),
        ));
    }
    let blank = |value: &Value| matches!(value, Value::Text(text) if strip(text).is_empty());
    if let (false, Some(Value::List(tools))) = (require.is_empty(), reading.field("allowed-tools"))
        && tools.iter().any(blank)
    {
        let detail = "allowed-tools has an empty entry".to_owned();
        return Some(("allowed-tools-empty", detail));
    }
    let folder = target_folder(profile, reading.name.as_deref().unwrap_or(own_name));
    (profile.exchange.refuse_builtin && profile.has_builtin(&folder)).then(|| {
        let title = &profile.title;
        (
            "builtin-name",
            format!("{title} brings a skill called {folder} itself"),
        )
    })
}

/// The folder an imported skill gets; empty when nothing of the name can be one.
pub fn target_folder(profile: &Profile, name: &str) -> String {
    match profile.exchange.folder {
        ImportFolder::Name if refuse_name(name).is_none() => name.to_owned(),
        ImportFolder::Name | ImportFolder::Slug => slug(name),
        ImportFolder::Letters => import_folder(name),
    }
}

/// MiniBot's rule: lower case, every run of other characters one hyphen, none at the edges.
fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        let plain = c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
        if plain {
            out.push(c);
        } else if !out.ends_with('\u{0}') {
            out.push('\u{0}');
        }
    }
    let out = out.replace('\u{0}', "-");
    out.trim_matches(['-', '.']).to_owned()
}

/// What a skill of a preview would meet as the ground is now.
pub fn meets(ground: Ground<'_>, preview: &Preview, skill: &Candidate) -> Option<Existing> {
    existing(ground, &preview.dest, skill)
}

fn existing(ground: Ground<'_>, dest: &str, new: &Candidate) -> Option<Existing> {
    let target = &join(dest, &new.folder);
    let there = ground.tree.resolve(target).is_ok() || std::fs::symlink_metadata(target).is_ok();
    let identical = |place: &str| files_in(place).is_ok_and(|files| same(&files, &new.placed()));
    let in_place = |skill: &&Skill| {
        let places = [&skill.copy.folder, &skill.copy.path];
        places.iter().any(|at| at.as_deref() == Some(target))
    };
    let mut skills = ground.survey.skills.iter();
    let named = skills.find(|skill| skill.copy.name == new.name);
    // What would be replaced comes before what would only have the same name.
    let Some(skill) = named.filter(|skill| in_place(skill) || !there) else {
        return there.then(|| Existing {
            source: "folder".to_owned(),
            path: target.clone(),
            in_place: true,
            identical: identical(target),
        });
    };
    let copy = &skill.copy;
    let path = copy.folder.as_deref().or(copy.path.as_deref());
    Some(Existing {
        source: skill.origin.to_string(),
        path: path.unwrap_or(&copy.name).to_owned(),
        in_place: in_place(&skill),
        identical: path.is_some_and(identical),
    })
}
