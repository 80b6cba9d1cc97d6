//! Installed skills: as they were installed, changed here, changed where they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Refusal;
use super::candidate::{Candidate, candidate, shown};
use super::find::SKILL_FILE;
use super::flat::name_in;
use super::foreign;
use super::lock::{Entry, FILE};
use super::modes::changed_here;
use super::moved;
use super::net::{Net, Watch};
use super::open::{Opened, open};
use super::place::{Area, Here, hash_of, here, seal_of};
use super::preview::Ground;
use super::source::{GITHUB, Place, Source, install};
use super::update::by_path;
use crate::host::tree::{join, split};
use crate::library::write::NewFile;

/// How an installed skill stands to what it was and to what it is at its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As it was installed.
    Clean,
    /// Changed here.
    Edited,
    /// Changed at its source.
    Outdated,
    /// Changed here and at its source.
    Both,
    /// Its folder is not there.
    Missing,
    /// The lock does not tell, or the source does not answer.
    Unknown,
}

impl State {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Edited => "edited",
            Self::Outdated => "outdated",
            Self::Both => "both",
            Self::Missing => "missing",
            Self::Unknown => "unknown",
        }
    }
}

/// How a file stands to what was installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// The same bytes.
    Same,
    /// Other bytes.
    Changed,
    /// It is gone.
    Missing,
    /// It was not there.
    Extra,
    /// A link that leads to no file of the skill, or what lies behind one.
    Link,
    /// The same bytes, and it may be executed now, or not any more.
    Mode,
}

impl FileState {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Link => "link",
            Self::Mode => "mode",
        }
    }
}

/// One installed skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// What the lock calls it.
    pub key: String,
    /// The folder of that lock.
    pub area: String,
    /// That lock.
    pub lock_file: String,
    /// Another program that installed it and keeps that lock, which is only read then.
    pub by: Option<&'static str>,
    /// Its line in the lock.
    pub entry: Entry,
    /// What tells the files that it was installed with from all others, as far as they are known.
    pub base: Option<String>,
    /// Its folder (or the single file it is), also when that is missing.
    pub folder: String,
    /// It is a single file.
    pub single: bool,
    /// How it stands.
    pub state: State,
    /// Its files by path; empty when what was installed is not known any more.
    pub files: Vec<(String, FileState)>,
    /// What it is at its source, once that was looked at.
    pub upstream: Option<Box<Candidate>>,
    /// Why the state is not known.
    pub why: Option<String>,
    /// What holds its files now, where it is missing: somebody moved it, or gave it another name.
    pub moved: Option<String>,
}

/// Looks at every skill that the lock of `area` tells about, by its order; nothing is fetched.
///
/// # Errors
/// `broken-lock`, `unreadable`.
pub fn verify(ground: Ground<'_>, area: &Area) -> Result<Vec<Status>, Refusal> {
    let (lock, _) = area.lock()?;
    let entries = lock.entries().into_iter();
    let mut found: Vec<Status> = entries
        .map(|(key, entry)| one(ground, area, key, entry))
        .collect();
    moved::find(ground, area, &mut found);
    Ok(found)
}

impl Status {
    /// Of a skill that nobody looked at yet; it lies nowhere.
    pub(super) fn new(key: String, area: String, entry: Entry) -> Self {
        Self {
            key,
            lock_file: join(&area, FILE),
            area,
            by: None,
            entry,
            base: None,
            folder: String::new(),
            single: false,
            state: State::Unknown,
            files: Vec::new(),
            upstream: None,
            why: None,
            moved: None,
        }
    }

    /// Where one of its files lies.
    pub fn at(&self, path: &str) -> String {
        match self.single {
            true => self.folder.clone(),
            false => join(&self.folder, path),
        }
    }

    fn told(&self, path: &str) -> String {
        name_in(self.single, &self.folder, path).to_owned()
    }

    /// Tells its files.
    fn tell(&mut self, files: Vec<(String, FileState)>) {
        let files = files.into_iter();
        let files = files.map(|(path, state)| (self.told(&path), state));
        self.files = files.collect();
    }
}

fn all(files: Vec<NewFile>, state: FileState) -> Vec<(String, FileState)> {
    files.into_iter().map(|file| (file.path, state)).collect()
}

fn one(ground: Ground<'_>, area: &Area, key: String, entry: Entry) -> Status {
    let folder = area.folder_of(ground, &key);
    let mut status = Status {
        folder,
        single: area.keeps_files(),
        ..Status::new(key, area.path.clone(), entry)
    };
    let kept = area.records.base(&status.entry.hash);
    status.base = kept.as_deref().map(seal_of);
    if let Some(why) = area.refuse_key(&status.key) {
        status.why = Some(why);
        return status;
    }
    let Here { files: now, links } = match here(&status.folder) {
        Ok(here) => here,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            status.state = State::Missing;
            status.tell(all(kept.unwrap_or_default(), FileState::Missing));
            return status;
        }
        Err(error) => {
            status.why = Some(crate::library::system_words(&error));
            return status;
        }
    };
    if status.entry.hash.is_empty() {
        status.why = Some("the lock tells no hash of it".to_owned());
        return status;
    }
    let base = kept.or_else(|| area.base(&status.entry, &now));
    let modes = base.as_ref().map(|base| {
        let known = area.records.modes(&status.folder, &status.entry.hash);
        changed_here(base, &now, known.as_ref())
    });
    let modes = modes.unwrap_or_default();
    status.state = match &base {
        Some(base) if same(base, &now) && links.is_empty() && modes.is_empty() => State::Clean,
        _ => State::Edited,
    };
    match base {
        Some(base) => {
            let mut files = linked(compare(&base, &now), &links);
            for (path, state) in &mut files {
                if *state == FileState::Same && modes.contains(path) {
                    *state = FileState::Mode;
                }
            }
            status.tell(files);
        }
        None => status.why = Some("what was installed is not known here any more".to_owned()),
    }
    status
}

/// Tells links as such, and what is missing because it lies behind one.
fn linked(files: Vec<(String, FileState)>, links: &[String]) -> Vec<(String, FileState)> {
    let is_behind = |path: &str| {
        let mut rests = links
            .iter()
            .filter_map(|link| path.strip_prefix(link.as_str()));
        rests.any(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let of_link = links.iter().map(|link| (link.clone(), FileState::Link));
    let mut told: BTreeMap<String, FileState> = of_link.collect();
    told.extend(files.into_iter().map(|(path, state)| match state {
        FileState::Missing if is_behind(&path) => (path, FileState::Link),
        state => (path, state),
    }));
    told.into_iter().collect()
}

impl Area {
    /// The files that a skill was installed with, as far as that is known. Our own record comes first:
    /// a hash of the lock can be that of other files too, so where there is a record `now` does not
    /// count as what was installed for having that hash alone.
    pub(super) fn base(&self, entry: &Entry, now: &[NewFile]) -> Option<Vec<NewFile>> {
        let kept = self.records.base(&entry.hash);
        kept.or_else(|| (hash_of(now) == entry.hash).then(|| now.to_vec()))
    }
}

/// What a skill is at its source, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtSource {
    /// The hash that a lock would have.
    hash: String,
    /// What tells its files from all others.
    print: String,
}

impl AtSource {
    /// Of a skill whose source was asked; `None` when that did not answer.
    pub fn of(status: &Status) -> Option<Self> {
        let found = status.upstream.as_ref()?;
        let files = found.placed();
        Some(Self {
            hash: match status.by {
                Some(_) => foreign::hash_like(&found.files, &status.entry.hash),
                None => hash_of(&files),
            },
            print: seal_of(&files),
        })
    }
}

impl Status {
    /// How it stands once it is known what it is at its source: file by file where there is a record of
    /// what was installed, for a hash of the format does not tell all files apart.
    pub fn against(&self, source: Option<&AtSource>) -> State {
        let changed = source.is_some_and(|source| match &self.base {
            Some(base) => *base != source.print,
            None => self.entry.hash != source.hash,
        });
        match (self.state, changed) {
            (State::Clean, true) => State::Outdated,
            (State::Edited, true) => State::Both,
            (state, _) => state,
        }
    }
}

impl Status {
    /// Takes over what its source said when it was asked before.
    pub fn answered(&mut self, before: &Self) {
        if before.upstream.is_none() {
            self.state = before.state;
            self.why.clone_from(&before.why);
            return;
        }
        self.upstream.clone_from(&before.upstream);
        if let (Some(found), true) = (&before.upstream, self.by.is_some()) {
            foreign::with_source(self, &found.files);
        }
        self.state = self.against(AtSource::of(self).as_ref());
    }
}

/// Both are the same files, byte for byte.
pub(super) fn same(one: &[NewFile], other: &[NewFile]) -> bool {
    let files = compare(one, other).into_iter();
    files
        .map(|(_, state)| state)
        .all(|state| state == FileState::Same)
}

/// Each file of two sides by its path, and how that of `now` stands to that of `base`.
pub fn compare(base: &[NewFile], now: &[NewFile]) -> Vec<(String, FileState)> {
    let (base, now) = (by_path(base), by_path(now));
    let paths: BTreeSet<&String> = base.keys().chain(now.keys()).collect();
    let state = |path: &String| match (base.get(path), now.get(path)) {
        (Some(old), Some(new)) if old.bytes == new.bytes => FileState::Same,
        (Some(_), Some(_)) => FileState::Changed,
        (Some(_), None) => FileState::Missing,
        (None, _) => FileState::Extra,
    };
    let paths = paths.into_iter();
    paths.map(|path| (path.clone(), state(path))).collect()
}

/// Sources that were asked, by name and branch: what is in them, or why that is not known.
pub(super) type Asked = BTreeMap<(String, Option<String>), Result<Opened, String>>;

/// Asks the source of a skill of `area` what it is there now, once for all skills of it.
///
/// # Errors
/// `cancelled`; a source that cannot be read makes the state unknown and says why.
pub(super) fn ask(
    ground: Ground<'_>,
    area: &Area,
    status: &mut Status,
    asked: &mut Asked,
    net: &Net,
    watch: &mut Watch<'_>,
) -> Result<(), Refusal> {
    if area.refuse_key(&status.key).is_some() {
        return Ok(());
    }
    let entry = &status.entry;
    let place = (entry.source.clone(), entry.reference.clone());
    if !asked.contains_key(&place) {
        let found = reopen(ground, entry, net, watch);
        if let Err(refusal) = &found
            && refusal.code() == "cancelled"
        {
            return Err(Refusal::new("cancelled", refusal.to_string()));
        }
        asked.insert(place.clone(), found.map_err(|refusal| refusal.to_string()));
    }
    let found = match &asked[&place] {
        Ok(opened) => upstream(ground, area, opened, status),
        Err(why) => Err(why.clone()),
    };
    match found {
        Ok(found) => {
            if status.by.is_some() {
                foreign::with_source(status, &found.files);
            }
            status.upstream = Some(Box::new(found));
            status.state = status.against(AtSource::of(status).as_ref());
        }
        Err(why) => {
            status.state = State::Unknown;
            status.why = Some(why);
        }
    }
    Ok(())
}

/// Opens the source that a lock tells of. The token of one GitHub never goes to another.
fn reopen(
    ground: Ground<'_>,
    entry: &Entry,
    net: &Net,
    watch: &mut Watch<'_>,
) -> Result<Opened, Refusal> {
    let mut net = net.clone();
    let source = match entry.source_type.as_str() {
        "github" => {
            let host = match entry.source.split_once("://") {
                Some((_, rest)) => rest.split('/').next().unwrap_or_default(),
                None => GITHUB,
            };
            if !net.github.eq_ignore_ascii_case(host) {
                net.github = host.to_ascii_lowercase();
                net.token = None;
            }
            let mut source = install::parse(&entry.source, net.github_host())?;
            if let Place::GitHub(repo) = &mut source.place {
                repo.reference.clone_from(&entry.reference);
            }
            source
        }
        "url" => install::parse(&entry.source, "")?,
        "local" => Source {
            name: entry.source.clone(),
            // Ours are whole paths; another program may tell one from where its lock lies.
            place: Place::Local(Path::new(&ground.place.project).join(&entry.source)),
            skill: None,
            url: None,
            withheld: None,
        },
        other => {
            return Err(Refusal::new(
                "unknown-source",
                format!("skillkiln fetches nothing from sources of the type {other:?}"),
            ));
        }
    };
    open(&source, ground.profile, false, &net, watch)
}

/// The skill as it is at its source: in the folder the lock tells, else by its name.
fn upstream(
    ground: Ground<'_>,
    area: &Area,
    opened: &Opened,
    status: &Status,
) -> Result<Candidate, String> {
    let told = status.entry.skill_path.as_deref();
    // A skill that is one file there is told by that file.
    let told = told.map(|path| match split(path) {
        Some((folder, SKILL_FILE)) => folder,
        None if path == SKILL_FILE => ".",
        _ => path,
    });
    let folders = opened.folders.iter();
    // No folder is told of where there was one skill: it is that one, whatever it is called here.
    let only = opened.folders.len() == 1 && told.is_none();
    // Looking at a skill costs reads of the disk; the lock mostly tells which one it is.
    let all = folders
        .filter(|folder| told.is_none_or(|told| told == shown(&opened.root, folder)))
        .map(|folder| candidate(ground, opened, folder, &area.path));
    let mut faults = Vec::new();
    // Folders of the own disk are told from the top.
    let hidden = told.filter(|told| opened.root.is_empty() && *told != ".");
    if let Some(why) = hidden.and_then(|told| opened.bundle.why_unknown(told)) {
        return Err(why.to_owned());
    }
    let mut unknown = false;
    for found in all {
        match found {
            Ok(found)
                if only || told.is_some() || area.key(&found.name, &found.folder) == status.key =>
            {
                return Ok(found);
            }
            Ok(_) => {}
            Err(fault) => {
                unknown |= fault.reason == "unreadable";
                faults.push(format!("; {}: {}", fault.path, fault.detail));
            }
        }
    }
    let at = told.map_or_else(String::new, |told| format!(" at {told}"));
    let faults = faults.concat();
    Err(match unknown {
        true => format!("it is not known what it is there now{faults}"),
        false => format!("the source has no such skill{at} any more{faults}"),
    })
}
