//! A whole project: every file that judged hosts look at, and what only shows between files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::thread;

use super::allow::Allows;
use super::config::Config;
use super::judge::titles;
use super::kept::{Checks, Kept};
use super::{Finding, Input, Parts, Related, Severity, budget, check_file, layer, place};
use crate::host::supporting::supporting;
use crate::host::survey::Copy;
use crate::host::threads;
use crate::host::tree::split;
use crate::host::{FileTree, Pace, Place, Profile, Reading, Survey, read_at, read_file};
use crate::skill::Span;
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::shared::Shared;

use super::place::RULES;

/// One host that judges, and what it sees.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The host.
    pub profile: &'a Profile,
    /// What it sees in the tree.
    pub survey: &'a Survey,
}

/// What is checked, and by whom.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The files.
    pub tree: &'a FileTree,
    /// Where the hosts run; excluded paths are relative to its project folder.
    pub place: &'a Place,
    /// The hosts.
    pub judges: &'a [Judge<'a>],
    /// What the project wants.
    pub config: &'a Config,
    /// Only these files; `None`: all that a judged host looks at.
    pub only: Option<&'a BTreeSet<String>>,
}

/// One file with what is wrong in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The file, as the tree names it.
    pub path: Arc<str>,
    /// Its text as decoded for people; empty when it could not be read.
    pub text: Shared,
    /// In the order of the text. Shared with what is kept for the next check.
    pub findings: Arc<Vec<Finding>>,
    /// The path of the same file that comes first, where links lead to it by several.
    pub again: Option<Arc<str>>,
    /// How many findings the project, or a comment in the file, does not want to hear of.
    pub silenced: usize,
}

impl Checked {
    /// What is found here and was not told of the same file under its `first` path.
    pub fn fresh<'a>(&'a self, first: &'a [Finding]) -> impl Iterator<Item = &'a Finding> {
        let same = |one: &Finding, two: &Finding| {
            (one.rule, &one.range, &one.message) == (two.rule, &two.range, &two.message)
        };
        let fresh = move |one: &&Finding| !first.iter().any(|known| same(known, one));
        self.findings.iter().filter(fresh)
    }
}

/// One file to check.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) path: Arc<str>,
    pub(super) bytes: Arc<[u8]>,
    pub(super) readings: Box<[(usize, Arc<Reading>)]>,
    /// Ids of all hosts that judge, which the readings count by.
    pub(super) hosts: Arc<[String]>,
    pub(super) again: Option<Arc<str>>,
}

impl Job {
    pub(super) fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (host, reading) in &self.readings {
            (host, reading.mark(&self.bytes)).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Something that shows between files.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) rule: &'static str,
    pub(super) severity: Severity,
    /// What is said, of which hosts.
    pub(super) says: Vec<(Says, Vec<String>)>,
    pub(super) help: String,
    pub(super) range: Span,
    /// Other files it is about, each with what that is.
    pub(super) related: Vec<(String, &'static str)>,
}

/// A sentence about one host or several: what stands before their names, what they do (one of them,
/// several of them), and what stands behind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Says(
    pub(super) String,
    pub(super) (&'static str, &'static str),
    pub(super) String,
);

impl Says {
    fn of(&self, hosts: &[&Profile]) -> String {
        let Self(before, (one, several), after) = self;
        let verb = if hosts.len() == 1 { one } else { several };
        match (*one, after.is_empty()) {
            // A sentence that holds whoever looks.
            ("", true) => before.clone(),
            _ => format!("{before}{}{verb}{after}", titles(hosts)),
        }
    }
}

impl Found {
    /// At the name in the file of a copy.
    pub(super) fn at_name(
        copy: &Copy,
        path: &str,
        rule: &'static str,
        severity: Severity,
        profile: &Profile,
        says: Says,
        help: String,
    ) -> Self {
        Self {
            path: path.to_owned(),
            rule,
            severity,
            says: vec![(says, vec![profile.id.clone()])],
            help,
            range: copy.reading.spans.get("name").unwrap_or(0..0),
            related: Vec::new(),
        }
    }

    /// Names another file it is about.
    pub(super) fn related(mut self, path: &str, what: &'static str) -> Self {
        self.related.push((path.to_owned(), what));
        self
    }
}

impl Found {
    /// Takes in what another host makes of the same.
    fn join(&mut self, other: Self) {
        self.severity = self.severity.max(other.severity);
        for related in other.related {
            if !self.related.contains(&related) {
                self.related.push(related);
            }
        }
        // Where a file lies each host tells in words of its own.
        let place = !self.rule.starts_with("layer/");
        for (says, hosts) in other.says {
            let alike = |known: &Says| *known == says || (place && known.2 == says.2);
            match self.says.iter_mut().find(|(known, _)| alike(known)) {
                Some((_, known)) => known.extend(hosts),
                None => self.says.push((says, hosts)),
            }
        }
    }
}

/// Rules that look at more than one file's text, so that only a check of the whole project finds what
/// they are about.
pub fn is_of_project(rule: &str) -> bool {
    rule.starts_with("layer/")
        || [RULES, budget::RULES]
            .into_iter()
            .flatten()
            .any(|row| row.id == rule)
}

/// Rules that may find more than one thing in a file that is no skill itself.
fn several(rule: &str) -> bool {
    rule == super::judge::DROPPED
}

/// Checks every file of the scope, by path. Files are shared out over threads; those that are as
/// they were at the last call are not looked at again.
pub fn check_project(scope: &Scope<'_>, checks: &mut Checks) -> Vec<Checked> {
    check_paced(scope, checks, &Pace::default()).unwrap_or_default()
}

/// As [`check_project`]; tells how many files are done. `None` when it was stopped: what was found until
/// then is kept for the next call.
pub fn check_paced(scope: &Scope<'_>, checks: &mut Checks, pace: &Pace) -> Option<Vec<Checked>> {
    if checks.config != *scope.config {
        checks.config = scope.config.clone();
        checks.kept.clear();
    }
    let jobs = jobs(scope);
    let shape = scope.tree.shape();
    let due: Vec<&Job> = jobs
        .iter()
        .filter(|job| {
            let kept = checks.kept.get(&job.path);
            checks.once || kept.is_none_or(|kept| !kept.holds(job, shape))
        })
        .collect();
    let nothing: Arc<Vec<Finding>> = Arc::default();
    let check_due = || in_threads(&due, pace, |job| check_one(scope, job));
    let (done, found) = match checks.once {
        // What shows between files is looked for meanwhile.
        true => thread::scope(|threads| {
            let between = threads.spawn(|| between(scope));
            let done = check_due();
            match between.join() {
                Ok(found) => (done, Some(found)),
                // It goes on where it can be seen.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }),
        // A check that is stopped is not to go on with it.
        false => (check_due(), None),
    };
    for (job, text, (findings, silenced)) in done {
        let kept = Kept {
            bytes: Arc::clone(&job.bytes),
            mark: if checks.once { 0 } else { job.mark() },
            hosts: Arc::clone(&job.hosts),
            shape,
            text,
            findings: match findings.is_empty() {
                true => Arc::clone(&nothing),
                false => Arc::new(findings),
            },
            silenced,
        };
        checks.kept.insert(job.path.clone(), kept);
    }
    if pace.stopped() {
        return None;
    }
    if scope.only.is_none() {
        checks.kept.retain(|path, _| find(&jobs, path).is_some());
    }
    let mut files: BTreeMap<&str, Checked> = BTreeMap::new();
    for job in &jobs {
        if let Some(kept) = checks.kept.get(&job.path) {
            let checked = Checked {
                path: Arc::clone(&job.path),
                text: kept.text.clone(),
                findings: Arc::clone(&kept.findings),
                again: job.again.clone(),
                silenced: kept.silenced,
            };
            files.insert(&job.path, checked);
        }
    }
    let found = found.unwrap_or_else(|| between(scope));
    for one in &found {
        let checked = files.entry(&one.path).or_insert_with(|| Checked {
            path: one.path.as_str().into(),
            text: text_of(scope, one),
            findings: Arc::default(),
            again: None,
            silenced: 0,
        });
        add(scope, checked, one);
    }
    Some(files.into_values().collect())
}

/// The text a finding points into, where it points into a text at all.
fn text_of(scope: &Scope<'_>, found: &Found) -> Shared {
    let bytes = scope.tree.content(&found.path);
    let bytes = bytes.filter(|_| several(found.rule));
    bytes.map_or_else(Shared::default, |bytes| {
        Shared::within(bytes, &decode(bytes).text)
    })
}

/// Adds a finding of the project to its file, unless it is silenced there.
fn add(scope: &Scope<'_>, checked: &mut Checked, found: &Found) {
    let Some(severity) = scope.config.severity(found.rule, found.severity) else {
        checked.silenced += usize::from(scope.config.silences(found.rule));
        return;
    };
    let text: &str = &checked.text;
    let range = super::judge::inside(text, found.range.clone());
    if Allows::in_text(text).allow(found.rule, range.start) {
        checked.silenced += 1;
        return;
    }
    // What the file alone shows of the same is said better here.
    let findings = Arc::make_mut(&mut checked.findings);
    findings.retain(|known| {
        known.rule != found.rule || is_of_project(known.rule) || several(known.rule)
    });
    let at = findings.partition_point(|known| known.range.start <= range.start);
    let titled = |hosts: &[String]| -> Vec<&Profile> {
        let all = scope.judges.iter().map(|judge| judge.profile);
        all.filter(|profile| hosts.contains(&profile.id)).collect()
    };
    let said = found.says.iter();
    let said: Vec<String> = said.map(|(says, hosts)| says.of(&titled(hosts))).collect();
    let hosts = found.says.iter().flat_map(|(_, hosts)| hosts.iter());
    let hosts: BTreeSet<&String> = hosts.collect();
    let all = scope.judges.iter().map(|judge| &judge.profile.id);
    let related = |(path, what): &(String, &str)| Related {
        file: path.clone(),
        range: 0..0,
        what: (*what).to_owned(),
    };
    let finding = Finding {
        file: checked.path.to_string(),
        rule: found.rule,
        severity,
        hosts: all.filter(|id| hosts.contains(id)).cloned().collect(),
        message: said.join(" "),
        help: found.help.clone(),
        range,
        fixes: Vec::new(),
        related: found.related.iter().map(related).collect(),
    };
    findings.insert(at, finding);
}

/// What shows between files, one finding for all hosts it is the same for.
fn between(scope: &Scope<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    place::find(scope, &mut all);
    layer::find(scope, &mut all);
    budget::find(scope, &mut all);
    let mut found: Vec<Found> = Vec::new();
    let mut known: HashMap<(String, &str, String), usize> = HashMap::new();
    for one in all {
        if !wanted(scope, &one.path) {
            continue;
        }
        let key = (one.path.clone(), one.rule, one.help.clone());
        match known.get(&key) {
            Some(at) => found[*at].join(one),
            None => {
                known.insert(key, found.len());
                found.push(one);
            }
        }
    }
    found
}

fn wanted(scope: &Scope<'_>, path: &str) -> bool {
    let below = path
        .strip_prefix(scope.place.project.as_str())
        .and_then(|rest| rest.strip_prefix('/'));
    scope.only.is_none_or(|only| only.contains(path))
        && !below.is_some_and(|below| scope.config.excludes(below))
}

/// The job of a file, in jobs sorted by path.
fn find(jobs: &[Job], path: &str) -> Option<usize> {
    jobs.binary_search_by(|job| (*job.path).cmp(path)).ok()
}

/// Every file a judged host reads, and those that only lie or are called wrongly, by path.
fn jobs(scope: &Scope<'_>) -> Vec<Job> {
    let mut read: Vec<(Arc<str>, usize, Arc<Reading>)> = Vec::new();
    let mut put = |host: usize, path: &Arc<str>, reading: &Arc<Reading>| {
        if wanted(scope, path) && scope.tree.content(path).is_some() {
            read.push((Arc::clone(path), host, Arc::clone(reading)));
        }
    };
    for (host, judge) in scope.judges.iter().enumerate() {
        for copy in judge.survey.copies() {
            if let Some(path) = &copy.path {
                put(host, path, &copy.reading);
            }
        }
        for item in &judge.survey.not_loaded {
            if let (Some(reading), None) = (&item.reading, &item.source) {
                put(host, &item.path, reading);
            }
        }
    }
    for (host, judge) in scope.judges.iter().enumerate() {
        for item in &judge.survey.not_loaded {
            let misplaced =
                item.reading.is_none() && matches!(item.why.code, "depth" | "name-case");
            if misplaced && let Some(bytes) = scope.tree.content(&item.path) {
                let reading = Arc::new(read_at(judge.profile, bytes, &item.path));
                put(host, &item.path, &reading);
            }
        }
    }
    read.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    // A file that was asked for by name and that nobody finds: as if it lay where they look.
    let known = |path: &str| read.binary_search_by(|(known, ..)| (**known).cmp(path));
    let lost = scope.only.into_iter().flatten();
    let lost = lost.filter(|path| known(path).is_err());
    let as_if = lost.flat_map(|path| {
        let bytes = scope.tree.content(path);
        let judges = scope.judges.iter().enumerate();
        let path: Arc<str> = path.as_str().into();
        judges.filter_map(move |(host, judge)| {
            let reading = Arc::new(read_at(judge.profile, bytes?, &path));
            Some((Arc::clone(&path), host, reading))
        })
    });
    let as_if: Vec<_> = as_if.collect();
    if !as_if.is_empty() {
        read.extend(as_if);
        read.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    }
    let ids = scope.judges.iter().map(|judge| judge.profile.id.clone());
    let hosts: Arc<[String]> = ids.collect();
    let files = read.chunk_by(|(a, ..), (b, ..)| a == b);
    let job = |file: &[(Arc<str>, usize, Arc<Reading>)]| {
        let (path, ..) = file.first()?;
        // Of a file that a host meets twice the first reading counts.
        let first = |at: usize| !file[..at].iter().any(|(_, host, _)| *host == file[at].1);
        let of = (0..file.len()).filter(|at| first(*at));
        Some(Job {
            path: Arc::clone(path),
            bytes: Arc::clone(scope.tree.content(path)?),
            readings: of.map(|at| (file[at].1, Arc::clone(&file[at].2))).collect(),
            hosts: Arc::clone(&hosts),
            again: None,
        })
    };
    let mut jobs: Vec<Job> = files.filter_map(job).collect();
    unite(scope.tree, &mut jobs);
    jobs
}

/// A file that links lead to by several paths is one: whoever reads it by one of them counts for all,
/// as long as its folder is called the same.
fn unite(tree: &FileTree, jobs: &mut [Job]) {
    let mut files: HashMap<(String, Option<&str>), Vec<Arc<str>>> = HashMap::new();
    for Job { path, .. } in &*jobs {
        let real = tree.real_path(path);
        if real != **path {
            let same = (real, folder_of(path));
            files.entry(same).or_default().push(Arc::clone(path));
        }
    }
    for ((real, folder), paths) in &mut files {
        if let Some(at) = find(jobs, real)
            && folder_of(real) == *folder
        {
            paths.push(Arc::clone(&jobs[at].path));
        }
        paths.sort();
    }
    let several = files.into_values().filter(|paths| paths.len() > 1);
    let several: Vec<Vec<Arc<str>>> = several.collect();
    for paths in several {
        let places: Vec<usize> = paths.iter().filter_map(|path| find(jobs, path)).collect();
        let mut all: BTreeMap<usize, Arc<Reading>> = BTreeMap::new();
        for (host, reading) in places.iter().flat_map(|at| &jobs[*at].readings) {
            all.entry(*host).or_insert_with(|| Arc::clone(reading));
        }
        for at in places {
            let job = &mut jobs[at];
            let mut own = all.clone();
            own.extend(std::mem::take(&mut job.readings));
            job.readings = own.into_iter().collect();
            job.again = Some(Arc::clone(&paths[0])).filter(|first| *first != job.path);
        }
    }
}

/// Checks a file that no host looks for where it lies, as the skill file of a folder of this name.
/// What else lies there is not known to belong to it.
pub fn check_alone(
    path: &str,
    folder: &str,
    bytes: &[u8],
    hosts: &[Profile],
    config: &Config,
) -> Checked {
    let decoded = decode(bytes);
    let document = Document::parse(&decoded.text);
    let read = |profile: &Profile| read_file(profile, bytes, folder);
    let readings: Vec<Reading> = hosts.iter().map(read).collect();
    let readings: Vec<_> = hosts.iter().zip(&readings).collect();
    let parts = Parts::default();
    let findings = check_file(&Input {
        file: path,
        folder: Some(folder),
        text: &decoded.text,
        encoding: &decoded.encoding,
        document: &document,
        readings: &readings,
        beside: None,
        config,
        parts: &parts,
    });
    Checked {
        path: path.into(),
        text: Shared::from(decoded.text),
        findings: Arc::new(findings),
        again: None,
        silenced: parts.silenced.get(),
    }
}

/// The name of the folder a file lies in.
pub(super) fn folder_of(path: &str) -> Option<&str> {
    let (folder, _) = split(path)?;
    split(folder).map(|(_, name)| name)
}

fn check_one(scope: &Scope<'_>, job: &Job) -> (Shared, (Vec<Finding>, usize)) {
    let decoded = decode(&job.bytes);
    let document = Document::parse(&decoded.text);
    let readings: Vec<(&Profile, &Reading)> = job
        .readings
        .iter()
        .map(|(host, reading)| (scope.judges[*host].profile, &**reading))
        .collect();
    // The folder of a single file is not its own.
    let own = |name: &str| name.eq_ignore_ascii_case("SKILL.md");
    let folder = split(&job.path).filter(|(_, name)| own(name));
    let beside = folder.map(|(folder, _)| supporting(scope.tree, folder, &job.path));
    let parts = Parts::default();
    let findings = check_file(&Input {
        file: &job.path,
        folder: folder.and_then(|_| folder_of(&job.path)),
        text: &decoded.text,
        encoding: &decoded.encoding,
        document: &document,
        readings: &readings,
        beside: beside.as_deref(),
        config: scope.config,
        parts: &parts,
    });
    let found = (findings, parts.silenced.get());
    (Shared::within(&job.bytes, &decoded.text), found)
}

/// Files for which a thread of its own is worth while.
const WORTH: usize = 16;

fn in_threads<'j, A: Send, B: Send>(
    jobs: &[&'j Job],
    pace: &Pace,
    work: impl Fn(&Job) -> (A, B) + Sync,
) -> Vec<(&'j Job, A, B)> {
    threads::each(jobs, WORTH, |at, job| {
        if pace.stopped() {
            return None;
        }
        pace.at(at + 1, jobs.len());
        let (a, b) = work(job);
        Some((*job, a, b))
    })
}
