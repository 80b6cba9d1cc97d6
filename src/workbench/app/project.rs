//! The whole project: its settings (`skillkiln.toml`), and what a worker found in all of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::derive::tally_of;
use super::dialog::{Choice, Picked};
use super::effect::Effect;
use super::keymap::Keymap;
use super::learn;
use super::list::Tally;
use super::model::Model;
use super::shadowing::OfHost;
use super::work::{self, Work};
use crate::check::{Checked, Config, ConfigError, Finding, Severity, config, is_of_project};
use crate::host::matrix::name_of;
use crate::host::tree::join;
use crate::host::{FileTree, Place, Profiles, Survey};
use crate::skill::lines::LineIndex;

/// What is to be checked, and by whom. Two are equal when they are the same question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Comes back with the answer.
    pub generation: u64,
    /// Every host known.
    pub profiles: Arc<Profiles>,
    /// Where they stand.
    pub place: Place,
    /// The files, unsaved texts among them.
    pub tree: FileTree,
    /// Ids of the hosts that judge.
    pub judged: Vec<String>,
    /// What the project wants.
    pub config: Arc<Config>,
    /// What the host we look with sees: files that are listed, so are checked even when no judging
    /// host looks at them.
    pub survey: Arc<Survey>,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.generation == other.generation
    }
}

impl Eq for Question {}

/// From this many folders on, what every host makes of all of them is not kept for later.
const LARGE: usize = 10_000;

/// There is so much that it is worked out again rather than kept for hosts nobody looks with.
pub fn is_large(tree: &FileTree) -> bool {
    tree.folder_count() >= LARGE
}

/// What is known of the whole project.
#[derive(Default)]
pub struct Project {
    /// What the project wants of the checks.
    pub config: Arc<Config>,
    /// What is wrong in the settings.
    faults: Vec<ConfigError>,
    /// What the settings were read from.
    bytes: Option<Arc<[u8]>>,
    files: BTreeMap<Arc<str>, Checked>,
    /// What hides what, by judging host.
    pub shadowing: Vec<OfHost>,
    asked: Option<(u64, u64)>,
    generation: u64,
    /// It was stopped while the disk was in this revision: it is not asked again before that is another.
    pub stopped: Option<u64>,
    /// Rises with every answer.
    pub answered: u64,
}

impl Project {
    /// What was found in a file.
    pub fn findings(&self, path: &str) -> Option<&[Finding]> {
        self.files
            .get(path)
            .map(|checked| checked.findings.as_slice())
    }

    /// What is being found is not waited for any more.
    pub fn stop(&mut self, revision: u64) {
        self.generation += 1;
        self.asked = None;
        self.stopped = Some(revision);
    }

    /// What was stopped goes on.
    pub fn go_on(&mut self) {
        self.stopped = None;
    }

    /// All that was found in a file, as long as it was found in just this text.
    pub fn whole(&self, path: &str, text: &str) -> Vec<Finding> {
        let known = self.files.get(path).filter(|known| *known.text == *text);
        known.map_or_else(Vec::new, |known| known.findings.to_vec())
    }

    /// Adds to what a text shows by itself what only the whole project shows.
    pub fn complete(&self, path: &str, text: &str, findings: &mut Vec<Finding>) {
        let known = self.findings(path).unwrap_or_default();
        for finding in known.iter().filter(|known| is_of_project(known.rule)) {
            let mut finding = finding.clone();
            // The text may be another one by now.
            let end = text.floor_char_boundary(finding.range.end);
            finding.range = text.floor_char_boundary(finding.range.start.min(end))..end;
            findings.push(finding);
        }
    }
}

/// Reads the settings when they are others; true when they count differently now. While they are
/// faulty, what they said before counts.
pub fn settings(model: &mut Model) -> bool {
    let path = join(&model.place.project, config::FILE);
    let bytes = model.disk.tree.content(&path).cloned();
    if bytes == model.project.bytes {
        return false;
    }
    model.project.bytes.clone_from(&bytes);
    model.project.faults.clear();
    model.forget(config::FILE);
    let known: Vec<&str> = model.profiles.iter().map(|host| host.id.as_str()).collect();
    let parsed = match bytes.as_deref().map(std::str::from_utf8) {
        None => Ok(Config::default()),
        Some(Ok(text)) => Config::parse(text, &known),
        Some(Err(error)) => {
            let at = error.valid_up_to();
            let before = bytes.as_deref().unwrap_or_default().get(..at);
            let line = before.unwrap_or_default().iter().filter(|b| **b == b'\n');
            Err(vec![ConfigError {
                line: line.count() + 1,
                column: 1,
                range: at..at,
                reason: "this is not UTF-8".to_owned(),
            }])
        }
    };
    match parsed {
        Ok(config) => {
            let (keymap, wrong) = Keymap::with(&config.keys);
            let text = bytes.as_deref().map_or("".into(), String::from_utf8_lossy);
            let faults = wrong.into_iter();
            let faults: Vec<ConfigError> = faults
                .map(|(range, why)| ConfigError::at(&text, range, why))
                .collect();
            for fault in &faults {
                model.complain_about(config::FILE, fault.to_string());
            }
            model.keymap = keymap;
            learn::follow_keys(model);
            model.project.faults = faults;
            model.project.config = Arc::new(config);
            true
        }
        Err(faults) => {
            for fault in &faults {
                model.complain_about(config::FILE, fault.to_string());
            }
            model.project.faults = faults;
            false
        }
    }
}

/// Asks for the findings of the project when it is another, or is judged by others.
pub fn ask(model: &mut Model) -> Vec<Effect> {
    let key = Some((model.revision, model.derived.checks));
    if model
        .project
        .stopped
        .is_some_and(|at| at != model.disk.revision)
    {
        model.project.stopped = None;
    }
    let stopped = model.project.stopped.is_some();
    if !model.disk.ready || model.project.asked == key || stopped {
        return Vec::new();
    }
    model.project.asked = key;
    model.project.generation += 1;
    vec![Effect::Check(Box::new(Question {
        generation: model.project.generation,
        profiles: model.profiles.clone(),
        place: model.place.clone(),
        tree: model.live.tree.clone(),
        judged: model.derived.judged.clone(),
        config: model.project.config.clone(),
        survey: model.live.survey.clone(),
    }))]
}

/// Takes an answer in, unless it was overtaken.
pub fn checked(model: &mut Model, generation: u64, files: Vec<Checked>, shadowing: Vec<OfHost>) {
    if generation != model.project.generation {
        return;
    }
    let files: BTreeMap<Arc<str>, Checked> = files
        .into_iter()
        .map(|checked| (Arc::clone(&checked.path), checked))
        .collect();
    for (path, text) in &mut model.texts {
        let of_project = |files: &BTreeMap<Arc<str>, Checked>| -> Vec<Finding> {
            let found = files
                .get(path.as_str())
                .map(|checked| checked.findings.as_slice());
            let found = found.unwrap_or_default().iter();
            found.filter(|f| is_of_project(f.rule)).cloned().collect()
        };
        if !text.checked() || of_project(&files) != of_project(&model.project.files) {
            text.analysed = None;
        }
    }
    model.project.files = files;
    model.project.shadowing = shadowing;
    work::done(model, Work::Checking);
    model.project.answered += 1;
}

/// Problems of the whole project: of its settings, of what is listed, and of every other file.
pub fn total(model: &Model) -> Tally {
    let listed = model.tallies.values().copied();
    let listed_again = listed_again(model);
    let files = model.project.files.iter();
    let others = files.filter(|(path, checked)| {
        let known = checked.again.is_some() || listed_again.contains(&***path);
        !known && !model.tallies.contains_key(*path)
    });
    let others = others.map(|(_, checked)| tally_of(checked.findings.iter().map(|f| f.severity)));
    let settings = model.project.faults.iter().map(|_| Severity::Error);
    let mut all = tally_of(settings);
    for tally in listed.chain(others) {
        all.count += tally.count;
        all.worst = all.worst.max(tally.worst);
    }
    all
}

/// Paths of files that are listed under another one.
fn listed_again(model: &Model) -> BTreeSet<&str> {
    let listed = model.tallies.keys();
    let listed = listed.filter_map(|path| model.project.files.get(path)?.again.as_deref());
    listed.collect()
}

/// Names of the skill files of the project that the host we look with does not look for.
pub fn elsewhere(model: &Model) -> Vec<String> {
    let tree = &model.live.tree;
    let others = model.project.files.keys();
    let others = others.filter(|path| !model.tallies.contains_key(*path));
    let markdown = |path: &&Arc<str>| path.to_ascii_lowercase().ends_with(".md");
    let others: Vec<&Arc<str>> = others.filter(markdown).collect();
    if others.is_empty() {
        return Vec::new();
    }
    // A link to what is listed is no other skill.
    let listed = model.tallies.keys().map(|path| tree.real_path(path));
    let listed: BTreeSet<String> = listed.collect();
    let others = others.into_iter();
    let others = others.filter(|path| !listed.contains(&tree.real_path(path)));
    let mut names: Vec<String> = others.map(|path| name_of(path).to_owned()).collect();
    names.sort();
    names
}

/// Every problem of the project, for a pick, the worst first: what is wrong in the settings, then the
/// files in the order of the list, then those that are in no list.
pub fn problems(model: &Model) -> Vec<Choice> {
    let settings = join(&model.place.project, config::FILE);
    // The worst first; those that are as bad, in the order of their files.
    let mut choices: Vec<(Severity, Choice)> = Vec::new();
    for fault in &model.project.faults {
        let choice = Choice {
            title: format!("{} {}:{}", config::FILE, fault.line, fault.column),
            detail: fault.reason.clone(),
            key: "error".to_owned(),
            refused: None,
            picked: Picked::Problem(settings.clone(), fault.range.start, Vec::new()),
        };
        choices.push((Severity::Error, choice));
    }
    let rows = model.list.rows.iter();
    let listed = rows.filter_map(|row| Some((row.path.as_ref()?, row.name.clone())));
    let again = listed_again(model);
    let files = model.project.files.iter();
    let files =
        files.filter(|(path, checked)| checked.again.is_none() && !again.contains(&***path));
    let others = files.map(|(path, _)| (path, model.short_path(path).into_owned()));
    let mut seen = BTreeSet::new();
    for (path, name) in listed.chain(others) {
        if !seen.insert(path) {
            continue;
        }
        let (text, findings): (&str, &[Finding]) = match model.texts.get(&**path) {
            Some(text) if model.tallies.contains_key(path) => (text.editor.text(), &text.findings),
            _ => match model.project.files.get(path) {
                Some(checked) => (&checked.text, &checked.findings),
                None => continue,
            },
        };
        let index = LineIndex::new(text);
        choices.extend(findings.iter().map(|finding| {
            let place = index.position(text, finding.range.start);
            let choice = Choice {
                title: format!("{name} {}:{}", place.line, place.column),
                detail: format!("{}: {}", finding.rule, finding.message),
                key: finding.severity.word().to_owned(),
                refused: None,
                picked: Picked::Problem(
                    path.to_string(),
                    finding.range.start,
                    finding.hosts.clone(),
                ),
            };
            (finding.severity, choice)
        }));
    }
    choices.sort_by_key(|(severity, _)| std::cmp::Reverse(*severity));
    choices.into_iter().map(|(_, choice)| choice).collect()
}
