//! Which files a check looks at, and which hosts judge each.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::output::{Failure, complain};
use super::read::unfit;
use crate::check::mend::Bench;
use crate::check::{Checked, Checks, Config, Fix, Judge, Scope, check_alone, check_project};
use crate::host::profile::{LayerKind, ScanRoot};
use crate::host::tree::{join, split};
use crate::host::{FileTree, Kind, Place, Profile, Survey, surveys};
use crate::library::{Limits, Project, fixed, project, scan};
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::edit::Edit;

/// Levels below a given folder that are searched for folders of skills.
const DEPTH: usize = 8;

/// Folders that are searched for folders of skills.
const FOLDERS: usize = 100_000;

/// Files that are checked together: a tree, and what every judging host sees in it.
pub struct Group {
    /// The files.
    pub tree: FileTree,
    profiles: Arc<[Profile]>,
    surveys: Vec<Survey>,
    place: Place,
    only: Option<BTreeSet<String>>,
    /// A file no judge takes for a skill, and the folder whose skill file it is checked as.
    alone: Option<(String, String)>,
    /// How files were given: the absolute start of their paths, and what it is shown as.
    shown: Vec<(String, String)>,
    checks: Checks,
}

/// What is to be checked, and how much of it could not be.
#[derive(Default)]
pub struct Targets {
    /// Groups of files.
    pub groups: Vec<Group>,
    /// Paths that hold nothing to check; these were complained about.
    pub unread: usize,
}

impl Group {
    fn new(tree: FileTree, place: &Place, profiles: Arc<[Profile]>) -> Self {
        let surveys = surveys(&profiles, &tree, place);
        Self {
            tree,
            profiles,
            surveys,
            place: place.clone(),
            only: None,
            alone: None,
            shown: Vec::new(),
            checks: Checks::once(),
        }
    }

    /// The files will be checked again, after some of them have changed.
    pub fn keep(&mut self) {
        self.checks = Checks::default();
    }

    /// Checks the files, or those that changed since where that is kept.
    pub fn check(&mut self, config: &Config) -> Vec<Checked> {
        if let Some((path, folder)) = &self.alone {
            let bytes = self.tree.content(path).cloned().unwrap_or_default();
            return vec![check_alone(path, folder, &bytes, &self.profiles, config)];
        }
        let judges: Vec<Judge<'_>> = self
            .profiles
            .iter()
            .zip(&self.surveys)
            .map(|(profile, survey)| Judge { profile, survey })
            .collect();
        let scope = Scope {
            tree: &self.tree,
            place: &self.place,
            judges: &judges,
            config,
            only: self.only.as_ref(),
        };
        check_project(&scope, &mut self.checks)
    }

    /// The edits of the fixes that `fits` of one of them, which leave no judged host worse off.
    pub fn edits(&self, config: &Config, file: &Checked, fits: impl Fn(&Fix) -> bool) -> Vec<Edit> {
        let named = |(_, folder): &(String, String)| format!("{folder}/SKILL.md");
        let path = self.alone.as_ref().map_or(file.path.to_string(), named);
        let bench = Bench {
            path: &path,
            hosts: &self.profiles,
            config,
        };
        bench.edits(&file.text, &file.findings, fits)
    }

    /// A path as the person gave it.
    pub fn shown(&self, path: &str) -> String {
        let mut given = self.shown.iter().filter_map(|(start, shown)| {
            let rest = path.strip_prefix(start.as_str())?;
            let whole = rest.is_empty() || rest.starts_with('/');
            whole.then(|| Path::new(shown).join(rest.trim_start_matches('/')))
        });
        match given.next() {
            Some(shown) => shown.display().to_string().trim_end_matches('/').to_owned(),
            None => path.to_owned(),
        }
    }

    /// The files with new bytes for one of them.
    pub fn rescan(&mut self, path: &str, text: &str) {
        self.tree = self.tree.with_text(path, text);
        if self.alone.is_some() {
            return;
        }
        self.surveys = surveys(&self.profiles, &self.tree, &self.place);
    }
}

/// All files of the project that a judged host looks at.
pub fn of_project(project: &Project, hosts: &Arc<[Profile]>) -> Targets {
    let group = Group::new(project.tree.clone(), &project.place, Arc::clone(hosts));
    Targets {
        groups: vec![group],
        unread: 0,
    }
}

/// The files that paths of the command line mean: a skill file, a skill folder, a folder of skills,
/// or a folder that holds such folders. What a judged host finds in the project is judged as it lies
/// there; all else as if the given folders were the layers of every judged host, in their order.
pub fn of_paths(
    project: &Project,
    hosts: &Arc<[Profile]>,
    paths: &[PathBuf],
) -> Result<Targets, Failure> {
    let mut targets = Targets::default();
    let mut own = Group::new(project.tree.clone(), &project.place, Arc::clone(hosts));
    let known = own.known();
    let mut own_only = BTreeSet::new();
    let mut roots: Vec<Root> = Vec::new();
    for given in paths {
        let shown = given.display().to_string();
        let path = project::absolute(given)?;
        let (found, named) = match given.is_dir() {
            true => (roots_below(&path), path.clone()),
            false => (root_of_file(&path).into_iter().collect(), path.clone()),
        };
        let below = known.iter().filter(|file| {
            file.strip_prefix(&path)
                .is_some_and(|r| r.is_empty() || r.starts_with('/'))
        });
        let before = own_only.len();
        own_only.extend(below.map(|path| path.to_string()));
        if own_only.len() > before {
            own.shown.push((named, shown));
            continue;
        }
        if found.is_empty() {
            let what = match given.is_dir() {
                true => "there is no SKILL.md in it".to_owned(),
                false if !given.exists() => "there is no such file".to_owned(),
                false => unfit(given).unwrap_or_else(|| "it is no skill file".to_owned()),
            };
            complain(&format!("{shown}: {what}"));
            targets.unread += 1;
            continue;
        }
        roots.extend(found.into_iter().map(|root| Root {
            shown: (named.clone(), shown.clone()),
            ..root
        }));
    }
    if !own_only.is_empty() {
        own.only = Some(own_only);
        targets.groups.push(own);
    }
    let (given, inner): (Vec<Root>, Vec<Root>) = roots.into_iter().partition(|root| root.given);
    if !given.is_empty() {
        targets.groups.push(loose(project, hosts, given));
    }
    for root in inner {
        let shown = root.shown.1.clone();
        let file = root
            .only
            .clone()
            .unwrap_or_else(|| format!("{}/SKILL.md", root.path));
        match of_root(project, hosts, root) {
            Some(group) => targets.groups.push(group),
            None => {
                let why = unfit(Path::new(&file)).unwrap_or_else(|| {
                    "not checked, as no host that judges takes it for a skill; \
                     a skill is a SKILL.md in a folder of its own"
                        .to_owned()
                });
                complain(&format!("{shown}: {why}"));
                targets.unread += 1;
            }
        }
    }
    Ok(targets)
}

/// The group of a folder of skills, or of one file: taken for a skill in its folder, as a single file,
/// or else checked as a skill file all the same. `None` when it is no such text.
fn of_root(project: &Project, hosts: &Arc<[Profile]>, root: Root) -> Option<Group> {
    let shown = root.shown.clone();
    let Some(file) = root.only.clone() else {
        return Some(loose(project, hosts, vec![root]));
    };
    let beside = split(&file).map(|(folder, _)| Root {
        path: folder.to_owned(),
        only: Some(file.clone()),
        given: false,
        shown: shown.clone(),
    });
    let known = [Some(root), beside].into_iter().flatten().find_map(|root| {
        let group = loose(project, hosts, vec![root]);
        group.read().contains(file.as_str()).then_some(group)
    });
    if known.is_some() || !is_markdown(&file) {
        return known;
    }
    lone(project, hosts, &file, shown)
}

/// The group of a file that no judge takes for a skill; `None` when it cannot be read.
fn lone(
    project: &Project,
    hosts: &Arc<[Profile]>,
    file: &str,
    shown: (String, String),
) -> Option<Group> {
    let (_, bytes) = super::read::bytes(Path::new(file)).ok()?;
    let mut group = Group::new(FileTree::new(), &project.place, Arc::clone(hosts));
    alone(&mut group, file, bytes, None);
    group.shown = vec![shown];
    Some(group)
}

fn is_markdown(file: &str) -> bool {
    let end = file.rsplit_once('.').map(|(_, end)| end);
    end.is_some_and(|end| ["md", "markdown", "mdc"].contains(&end))
}

/// Text that is not on the disk, or not yet: as the file `given` where that is named, else as the
/// skill file of a folder of its own name.
pub fn of_text(
    project: &Project,
    hosts: &Arc<[Profile]>,
    bytes: Vec<u8>,
    given: Option<&Path>,
) -> Result<Targets, Failure> {
    let path = match given {
        Some(given) => project::absolute(given)?,
        None => format!("{}/SKILL.md", project.place.project),
    };
    let shown = given.map_or("-".to_owned(), |given| given.display().to_string());
    let mut tree = project.tree.clone();
    tree.set_file(&path, bytes.clone());
    let mut group = Group::new(tree, &project.place, Arc::clone(hosts));
    match given.is_some() && group.known().contains(path.as_str()) {
        true => group.only = Some([path.clone()].into()),
        false => alone(&mut group, &path, bytes, given.is_none().then_some("skill")),
    }
    group.shown = vec![(path, shown)];
    Ok(Targets {
        groups: vec![group],
        unread: 0,
    })
}

/// Makes of a group one for this file alone. It is the skill file of the folder it lies in; else of one
/// of the name it says, or of its own name, or of `otherwise`.
fn alone(group: &mut Group, file: &str, bytes: Vec<u8>, otherwise: Option<&str>) {
    let (above, name) = split(file).unwrap_or(("", file));
    let document = Document::parse(&decode(&bytes).text);
    let entries = document.tree().map_or(&[][..], |tree| tree.entries());
    let said = entries
        .iter()
        .find(|entry| entry.key.text() == Some("name"));
    let said = said.and_then(|entry| Some(entry.value.text()?.trim().to_owned()));
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let folder = match name.eq_ignore_ascii_case("SKILL.md") && otherwise.is_none() {
        true => split(above).map(|(_, folder)| folder.to_owned()),
        false => said.filter(|said| !said.is_empty()),
    };
    let folder = folder.unwrap_or_else(|| otherwise.unwrap_or(stem).to_owned());
    if otherwise.is_none() {
        complain(&format!(
            "{file}: no host that judges takes it for a skill where it lies; \
             checked as if it were SKILL.md in a folder {folder}"
        ));
    }
    group.tree.set_file(file, bytes);
    group.alone = Some((file.to_owned(), folder));
}

impl Group {
    /// Every file some judge reads.
    fn read(&self) -> BTreeSet<Arc<str>> {
        let copies = self.surveys.iter().flat_map(Survey::copies);
        let mut read: BTreeSet<Arc<str>> = copies.filter_map(|copy| copy.path.clone()).collect();
        let missed = self.surveys.iter().flat_map(|survey| &survey.not_loaded);
        let dropped = missed.filter(|item| item.reading.is_some());
        read.extend(dropped.map(|item| item.path.clone()));
        read
    }

    /// Every file some judge finds or misses.
    fn known(&self) -> BTreeSet<Arc<str>> {
        let mut known = BTreeSet::new();
        for survey in &self.surveys {
            known.extend(survey.copies().filter_map(|copy| copy.path.clone()));
            known.extend(survey.not_loaded.iter().map(|item| item.path.clone()));
        }
        known
    }
}

/// A folder of skills.
struct Root {
    path: String,
    /// Only this file of it.
    only: Option<String>,
    /// It was given itself, and so is a layer with the others that were.
    given: bool,
    shown: (String, String),
}

impl Root {
    fn of(path: &str, only: Option<String>, given: bool) -> Self {
        Self {
            path: path.to_owned(),
            only,
            given,
            shown: (String::new(), String::new()),
        }
    }
}

/// A single file: the folder its own folder lies in is the folder of skills.
fn root_of_file(path: &str) -> Option<Root> {
    let (folder, _) = split(path)?;
    listing(folder).file(path)?;
    let root = split(folder).map_or("", |(root, _)| root);
    Some(Root::of(root, Some(path.to_owned()), false))
}

/// A folder by itself: its path without links, the skill file in it, and the folders in it.
struct Looked {
    real: String,
    main: Option<String>,
    inner: Vec<String>,
}

/// Lists one folder; `None` where there is none.
fn look(folder: &str) -> Option<Looked> {
    let tree = listing(folder);
    let (real, found) = tree.read_folder(folder)?;
    let entries = || found.entries.iter();
    let main = entries().find(|entry| entry.name.eq_ignore_ascii_case("SKILL.md"));
    let inner = entries().filter(|entry| matches!(entry.kind, Kind::Folder | Kind::Link(_)));
    Some(Looked {
        real,
        main: main.map(|entry| join(folder, &entry.name)),
        inner: inner.map(|entry| join(folder, &entry.name)).collect(),
    })
}

/// The folders of skills that a given folder means: itself, the one it lies in when it is a skill,
/// or those in it. Folders are listed one by one, as the first skill in one already tells what it is.
fn roots_below(path: &str) -> Vec<Root> {
    let mut looked: HashMap<String, Option<Looked>> = HashMap::new();
    let mut roots = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![(path.to_owned(), 1)];
    while let Some((folder, level)) = open.pop() {
        if looked.len() > FOLDERS {
            complain(&format!(
                "{path}: not all of its folders were searched, as there are more than {FOLDERS}"
            ));
            break;
        }
        let found = looked.remove(&folder).unwrap_or_else(|| look(&folder));
        let Some(found) = found.filter(|found| seen.insert(found.real.clone())) else {
            continue;
        };
        if let Some(file) = found.main.filter(|_| level == 1) {
            let root = split(path).map_or("", |(root, _)| root);
            return vec![Root::of(root, Some(file), false)];
        }
        if level == DEPTH {
            continue;
        }
        let mut holds = |inner: &String| {
            let below = looked.entry(inner.clone()).or_insert_with(|| look(inner));
            below.as_ref().is_some_and(|below| below.main.is_some())
        };
        if found.inner.iter().any(&mut holds) {
            roots.push(Root::of(&folder, None, folder == path));
        } else {
            open.extend(found.inner.into_iter().map(|inner| (inner, level + 1)));
        }
    }
    roots.sort_by(|a, b| a.path.cmp(&b.path));
    roots
}

/// Folders of skills as the layers of every judged host, the first the weakest.
fn loose(project: &Project, hosts: &Arc<[Profile]>, roots: Vec<Root>) -> Group {
    let mut paths: Vec<&str> = Vec::new();
    for root in &roots {
        if !paths.contains(&root.path.as_str()) {
            paths.push(&root.path);
        }
    }
    let profiles: Arc<[Profile]> = hosts.iter().map(|host| with_roots(host, &paths)).collect();
    let contents = profiles
        .iter()
        .flat_map(|profile| &profile.layer)
        .flat_map(|layer| {
            let flat = layer.walk.flat.iter().chain(&layer.walk.loose);
            let flat = flat.map(|end| format!("*{end}"));
            layer.walk.files.iter().cloned().chain(flat)
        });
    let contents: BTreeSet<String> = contents.chain(["SKILL.md".to_owned()]).collect();
    let scanned = paths.iter().map(|path| ScanRoot {
        path: (*path).to_owned(),
        depth: DEPTH,
        contents: contents.iter().cloned().collect(),
    });
    let scanned: Vec<ScanRoot> = match roots.iter().all(|root| root.only.is_some()) {
        // A single skill: its neighbours do not matter.
        true => roots
            .iter()
            .filter_map(|root| split(root.only.as_deref()?).map(|(folder, _)| folder))
            .map(|folder| ScanRoot {
                path: folder.to_owned(),
                depth: DEPTH,
                contents: contents.iter().cloned().collect(),
            })
            .collect(),
        false => scanned.collect(),
    };
    let tree = scan(fixed(scanned), &Limits::default());
    let mut group = Group::new(tree, &project.place, profiles);
    let only: BTreeSet<String> = roots.iter().filter_map(|root| root.only.clone()).collect();
    if roots.iter().all(|root| root.only.is_some()) {
        group.only = Some(only);
    }
    group.shown = roots.into_iter().map(|root| root.shown).collect();
    group
}

/// The host with these folders in the place of its layers.
fn with_roots(host: &Profile, paths: &[&str]) -> Profile {
    let mut host = host.clone();
    let found = |layer: &&crate::host::profile::Layer| {
        layer.kind != LayerKind::Builtin && layer.plugins.is_none()
    };
    let model = host
        .layer
        .iter()
        .rfind(found)
        .or(host.layer.first())
        .cloned();
    let builtin = host
        .layer
        .iter()
        .filter(|layer| layer.kind == LayerKind::Builtin)
        .cloned();
    let mut layers: Vec<_> = builtin.collect();
    for (at, path) in paths.iter().enumerate() {
        let Some(mut layer) = model.clone() else {
            continue;
        };
        layer.id = format!("given-{}", at + 1);
        layer.label = (*path).to_owned();
        layer.kind = LayerKind::Project;
        layer.path = Some((*path).to_owned());
        layer.list = None;
        layer.unless = None;
        layer.when = None;
        layer.reference = "{folder}".to_owned();
        layer.write = false;
        layers.push(layer);
    }
    host.layer = layers;
    host.enabled_by = None;
    host.collision.note = None;
    host
}

/// What lies in a folder, nothing read, and nothing of what is below.
fn listing(folder: &str) -> FileTree {
    let root = ScanRoot {
        path: folder.to_owned(),
        depth: 1,
        contents: Vec::new(),
    };
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    scan(fixed(vec![root]), &limits)
}
