//! Which files a check looks at, and which hosts judge each.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::output::{Failure, complain};
use crate::host::profile::ScanRoot;
use crate::host::tree::join;
use crate::host::{FileTree, Kind, Profile, Reading, Survey, read_at};
use crate::library::{Limits, Project, fixed, project, scan};

/// Levels below a folder of skills that are searched.
const DEPTH: usize = 8;

/// One file to check.
pub struct Target {
    /// As it was given, or its absolute path.
    pub shown: String,
    /// Its absolute path.
    pub path: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// What each judging host reads in it, by index of the host.
    pub readings: Vec<(usize, Arc<Reading>)>,
}

impl Target {
    /// The name of the folder it lies in.
    pub fn folder(&self) -> Option<&str> {
        folder_of(&self.path)
    }
}

/// Files, and how many could not be read; these were complained about.
#[derive(Default)]
pub struct Targets {
    /// By path.
    pub files: Vec<Target>,
    /// Could not be read.
    pub unread: usize,
}

/// What the judged hosts see of the project.
pub struct Judges<'a> {
    hosts: &'a [Profile],
    /// By path and host: the reading, where the file was read.
    seen: BTreeMap<String, Vec<(usize, Arc<Reading>)>>,
}

impl<'a> Judges<'a> {
    /// Surveys the project for every host.
    pub fn new(project: &Project, hosts: &'a [Profile]) -> Self {
        let mut seen: BTreeMap<String, Vec<(usize, Arc<Reading>)>> = BTreeMap::new();
        for (host, profile) in hosts.iter().enumerate() {
            for (path, reading) in readings(&project.survey(profile)) {
                seen.entry(path).or_default().push((host, reading));
            }
        }
        Self { hosts, seen }
    }

    /// All files that a judged host looks at.
    pub fn of_project(&self, tree: &FileTree) -> Targets {
        let mut targets = Targets::default();
        for path in self.seen.keys() {
            self.add(&mut targets, tree, path, path.clone());
        }
        targets
    }

    /// The files that paths of the command line mean. A file that no judged host looks at is read by
    /// all of them, as if it lay where they look.
    pub fn of_paths(&self, paths: &[std::path::PathBuf]) -> Result<Targets, Failure> {
        let mut targets = Targets::default();
        for given in paths {
            let shown = given.display().to_string();
            let path = project::absolute(given)?;
            if !given.is_dir() {
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
                let tree = scan_for(folder, 1, name);
                if tree.file(&path).is_none() {
                    complain(&format!("{shown}: there is no such file"));
                    targets.unread += 1;
                } else {
                    self.add(&mut targets, &tree, &path, shown);
                }
                continue;
            }
            let tree = scan_for(&path, DEPTH, "SKILL.md");
            let before = targets.files.len() + targets.unread;
            for (found, below) in skill_files(&tree, &path) {
                let shown = Path::new(&shown).join(below).display().to_string();
                self.add(&mut targets, &tree, &found, shown);
            }
            if targets.files.len() + targets.unread == before {
                complain(&format!("{shown}: there is no SKILL.md in it"));
                targets.unread += 1;
            }
        }
        Ok(targets)
    }

    fn add(&self, targets: &mut Targets, tree: &FileTree, path: &str, shown: String) {
        let Some(file) = tree.file(path) else {
            return;
        };
        let Some(bytes) = &file.content else {
            let why = file.problem.as_deref().unwrap_or("it was not read");
            complain(&format!("{shown}: {why}"));
            targets.unread += 1;
            return;
        };
        let readings = self.seen.get(path).cloned().unwrap_or_else(|| {
            let hosts = self.hosts.iter().enumerate();
            hosts
                .map(|(host, profile)| (host, Arc::new(read_at(profile, bytes, path))))
                .collect()
        });
        targets.files.push(Target {
            shown,
            path: path.to_owned(),
            bytes: Arc::clone(bytes),
            readings,
        });
    }
}

fn readings(survey: &Survey) -> impl Iterator<Item = (String, Arc<Reading>)> {
    let copies = survey
        .copies()
        .filter_map(|copy| Some((copy.path.clone()?, Arc::clone(&copy.reading))));
    let dropped = survey.not_loaded.iter().filter_map(|item| {
        let reading = item.reading.as_ref()?;
        Some((item.path.clone(), Arc::clone(reading)))
    });
    copies.chain(dropped)
}

fn scan_for(folder: &str, depth: usize, name: &str) -> FileTree {
    let root = ScanRoot {
        path: folder.to_owned(),
        depth,
        contents: vec![name.to_owned()],
    };
    scan(fixed(vec![root]), &Limits::default())
}

/// Skill files below a folder with their paths relative to it; a skill folder holds no other skills.
fn skill_files(tree: &FileTree, root: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut seen = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((path, below)) = folders.pop() {
        let Some((real, folder)) = tree.read_folder(&path) else {
            continue;
        };
        if seen.contains(&real) {
            continue;
        }
        seen.push(real);
        let is_skill = |name: &str| name.eq_ignore_ascii_case("SKILL.md");
        let own = folder
            .entries
            .iter()
            .find(|entry| is_skill(&entry.name) && tree.file(&join(&path, &entry.name)).is_some());
        if let Some(entry) = own {
            let below = format!("{below}{}", entry.name);
            found.push((join(&path, &entry.name), below));
            continue;
        }
        let inner = folder
            .entries
            .iter()
            .filter(|entry| matches!(entry.kind, Kind::Folder | Kind::Link(_)));
        folders.extend(
            inner.map(|entry| (join(&path, &entry.name), format!("{below}{}/", entry.name))),
        );
    }
    found.sort();
    found
}

fn folder_of(path: &str) -> Option<&str> {
    let (folder, _) = path.rsplit_once('/')?;
    folder.rsplit('/').next()
}
