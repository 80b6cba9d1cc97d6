//! Making, overriding and removing skills: first a plan, which says what it will change for the host,
//! then its execution through the guard.

mod beside;
mod error;
mod rename;

pub use beside::{new_file, remove_file, rename_file};
pub use error::AuthorError;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::journal::Flip;
use super::whole::read_whole;
use super::write::{Expect, Guard, NewFile, Trashed, WriteError, refuse_name};
use crate::host::plugins::SET_BY_CODE;
use crate::host::profile::Fences;
use crate::host::tree::{FileTree, Target, join, split};
use crate::host::{
    Cache, Copy, LayerState, NotLoaded, Place, Profile, Reading, Survey, read_file, survey,
};
use crate::skill::stock::Template;

pub use rename::{Back, Renaming, duplicate_skill, duplicate_with, rename_skill};

/// What a plan is made in: one host as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The host.
    pub profile: &'a Profile,
    /// The disk.
    pub tree: &'a FileTree,
    /// Where the host stands.
    pub place: &'a Place,
    /// What it sees there.
    pub survey: &'a Survey,
}

/// One change to the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A new folder with files.
    Folder {
        /// The folder.
        path: String,
        /// What is in it.
        files: Vec<NewFile>,
    },
    /// A new file.
    File {
        /// The file.
        path: String,
        /// Its bytes.
        bytes: Arc<[u8]>,
    },
    /// Another name for a file or folder, and another text for the skill file in it; both or neither.
    Rename(Renaming),
    /// To the trash.
    Remove {
        /// The file or folder.
        path: String,
        /// The files that go, absolute.
        files: Vec<String>,
    },
}

/// What will be done, and what that changes for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The skill file it is about: made, or removed.
    pub path: String,
    /// In this order.
    pub steps: Vec<Step>,
    /// Names that mean something else afterwards.
    pub effects: Vec<Effect>,
    /// Files of the original that are not copied (links out of it, sockets), relative to it.
    pub left_out: Vec<String>,
    /// Why the host will not load what is made, when it will not.
    pub not_loaded: Option<String>,
}

impl Plan {
    /// What goes to the trash, by its place.
    pub fn removals(&self) -> Vec<&str> {
        let steps = self.steps.iter();
        let removals = steps.filter_map(|step| match step {
            Step::Remove { path, .. } => Some(path.as_str()),
            Step::Folder { .. } | Step::File { .. } | Step::Rename(_) => None,
        });
        removals.collect()
    }
}

/// A name, and which copy the host uses for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The name.
    pub name: String,
    /// The copy it uses today; `None` when there is none.
    pub before: Option<Winner>,
    /// The copy it will use.
    pub after: Option<Winner>,
}

/// A copy that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    /// How it is referred to.
    pub reference: String,
    /// The id of its layer.
    pub layer: String,
    /// Its skill file, when it has one.
    pub path: Option<String>,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Files, absolute.
    pub written: Vec<String>,
    /// What went to the trash; [`Guard::restore`] brings it back.
    pub trashed: Vec<Trashed>,
    /// What takes each step back.
    pub flips: Vec<Flip>,
    /// The files that went, absolute.
    pub removed: Vec<String>,
}

/// Why a new skill must not have this name for the host; `None` when it may. What the disk refuses
/// comes first, then what the host's own validation says about it.
pub fn refuse_skill_name(profile: &Profile, template: &Template, name: &str) -> Option<String> {
    if let Some(why) = refuse_name(name) {
        return Some(why.to_owned());
    }
    let title = &profile.title;
    let area = profile.layer.iter().find(|layer| layer.write);
    if area.is_some_and(|layer| layer.walk.prune.iter().any(|pruned| pruned == name)) {
        return Some(format!("{title} never looks into a folder called {name}"));
    }
    if profile.has_builtin(name) {
        return Some(format!("{title} brings a skill called {name} itself"));
    }
    let files = template.fill(name, "What it does and when to use it.");
    let reading = read_file(profile, files.first()?.text.as_bytes(), name);
    if let Some(dropped) = &reading.dropped {
        return Some(dropped.message.clone());
    }
    let at = reading.spans.get("name");
    let note = reading
        .notes
        .iter()
        .find(|note| note.at.is_some() && note.at == at);
    note.map(|note| note.message.clone())
}

/// A new skill from a template, in the write area.
///
/// # Errors
/// When there is no write area, the name is refused or taken.
pub fn new_skill(
    scene: Scene<'_>,
    name: &str,
    template: &Template,
    description: &str,
) -> Result<Plan, AuthorError> {
    let (layer, area) = write_area(scene)?;
    if let Some(why) = refuse_skill_name(scene.profile, template, name) {
        let name = name.to_owned();
        return Err(AuthorError::Name { name, why });
    }
    if let Some(end) = flat_end(scene, layer) {
        let files = template.fill(name, description);
        let text = files.first().map_or("", |file| &file.text);
        let text = match scene.profile.reader.fences {
            // Fences would stay in the text the model gets.
            Fences::None => below_frontmatter(text),
            _ => text,
        };
        return make_file(scene, area, name, end, Arc::from(text.as_bytes()));
    }
    let files = template.fill(name, description).into_iter();
    let files = files
        .map(|file| NewFile {
            path: file.path.to_owned(),
            bytes: Arc::from(file.text.as_bytes()),
            executable: file.executable,
        })
        .collect();
    make(scene, join(area, name), "SKILL.md", files, Vec::new())
}

/// One's own copy of a skill, whole, in the write area.
///
/// # Errors
/// When there is no write area, the copy lies there already, has no file, or cannot be read.
pub fn override_skill(scene: Scene<'_>, copy: &Copy) -> Result<Plan, AuthorError> {
    let (layer, area) = write_area(scene)?;
    let reference = copy.reference.to_string();
    if let (true, Some(path)) = (copy.layer == layer, &copy.path) {
        let path = path.to_string();
        return Err(AuthorError::Yours { reference, path });
    }
    if let Some(name) = behind_builtin(scene.survey, copy) {
        return Err(AuthorError::Builtin {
            host: scene.profile.title.clone(),
            name: name.to_owned(),
            reference,
        });
    }
    if let Some(end) = flat_end(scene, layer) {
        let bytes = single_file(scene, copy).ok_or(AuthorError::NoFile { reference })?;
        return make_file(scene, area, &copy.name, end, bytes);
    }
    match (&copy.path, &copy.folder) {
        (Some(path), Some(folder)) => copy_folder(scene, area, folder, path),
        _ => Err(AuthorError::NoFile { reference }),
    }
}

/// The name of the host's own skill that stands before this copy, and would before any other.
pub fn behind_builtin<'a>(survey: &'a Survey, copy: &Copy) -> Option<&'a str> {
    let skill = survey.skill_of(copy.path.as_deref()?)?;
    let builtin = skill.copy.path.is_none() && skill.copy.source.is_none();
    (builtin && skill.fields_from.is_empty()).then_some(skill.copy.name.as_str())
}

/// One's own copy of a skill folder that the host finds and does not load, so that it can be mended.
///
/// # Errors
/// As [`override_skill`]; also when it is no skill folder of a layer (a loose file, a folder that
/// lies too deep).
pub fn override_not_loaded(scene: Scene<'_>, at: usize) -> Result<Plan, AuthorError> {
    let (own, area) = write_area(scene)?;
    let lost = scene.survey.not_loaded.get(at);
    let reference = lost.map_or_else(String::new, |lost| lost.name.clone());
    let Some((lost, layer)) = lost.and_then(|lost| Some((lost, lost.layer?))) else {
        return Err(AuthorError::NoFile { reference });
    };
    let path = lost.path.to_string();
    if layer == own {
        return Err(AuthorError::Yours { reference, path });
    }
    if let Some(end) = flat_end(scene, own) {
        let bytes = text_of_lost(scene.tree, lost).ok_or(AuthorError::NoFile {
            reference: reference.clone(),
        })?;
        return make_file(scene, area, &reference, end, bytes);
    }
    let root = scene.survey.layers[layer].path.as_deref();
    match split(&path) {
        Some((folder, _)) if split(folder).map(|(parent, _)| parent) == root => {
            copy_folder(scene, area, folder, &path)
        }
        _ => Err(AuthorError::NoFile { reference }),
    }
}

/// The text of something not loaded: the bytes of its file, or what stands in code as far as it is
/// known.
pub fn text_of_lost(tree: &FileTree, lost: &NotLoaded) -> Option<Arc<[u8]>> {
    match (&lost.source, &lost.reading) {
        (None, _) => tree.content(&lost.path).cloned(),
        (Some(_), Some(reading)) => known_body(reading),
        (Some(_), None) => None,
    }
}

fn copy_folder(
    scene: Scene<'_>,
    area: &str,
    folder: &str,
    skill_file: &str,
) -> Result<Plan, AuthorError> {
    let whole = read_whole(folder).map_err(|source| AuthorError::Unreadable {
        path: folder.to_owned(),
        source,
    })?;
    let name = split(folder).map_or("", |(_, name)| name);
    let file = split(skill_file).map_or("SKILL.md", |(_, file)| file);
    make(scene, join(area, name), file, whole.files, whole.left_out)
}

/// Takes a copy out of the write area.
///
/// # Errors
/// When it lies elsewhere.
pub fn remove_skill(scene: Scene<'_>, copy: &Copy) -> Result<Plan, AuthorError> {
    let path = copy.path.as_deref().unwrap_or_default();
    remove_at(scene, copy.layer, &copy.reference, path)
}

/// Takes something out of the write area that the host does not load.
///
/// # Errors
/// When it lies elsewhere.
pub fn remove_not_loaded(scene: Scene<'_>, at: usize) -> Result<Plan, AuthorError> {
    let found = scene.survey.not_loaded.get(at);
    let (layer, name, path) = found.map_or((None, "", ""), |found| {
        (found.layer, found.name.as_str(), &*found.path)
    });
    remove_at(scene, layer.unwrap_or(usize::MAX), name, path)
}

fn remove_at(
    scene: Scene<'_>,
    layer: usize,
    reference: &str,
    path: &str,
) -> Result<Plan, AuthorError> {
    let (own, area) = write_area(scene)?;
    let below = path
        .strip_prefix(area)
        .and_then(|rest| rest.strip_prefix('/'));
    let Some(name) = below
        .filter(|_| layer == own)
        .and_then(|below| below.split('/').next())
    else {
        let label = scene
            .survey
            .layers
            .get(layer)
            .map(|layer| layer.label.clone());
        return Err(AuthorError::NotYours {
            reference: reference.to_owned(),
            layer: label.unwrap_or_default(),
        });
    };
    let target = join(area, name);
    let files = files_below(scene.tree, &target);
    let step = Step::Remove {
        path: target,
        files,
    };
    Ok(plan(scene, path.to_owned(), vec![step], Vec::new()))
}

/// Carries a plan out. What was done before a failing step stays done; each step is whole or nothing.
///
/// # Errors
/// What the guard refuses and what the disk does not do.
pub fn carry_out(plan: &Plan, guard: &Guard, host: &str) -> Result<Done, WriteError> {
    let mut done = Done::default();
    for step in &plan.steps {
        match step {
            Step::Folder { path, files } => {
                guard.make_whole(path, files)?;
                done.flips.push(Flip::put(path, None));
                let written = files.iter().map(|file| join(path, &file.path));
                done.written.extend(written);
            }
            Step::File { path, bytes } => {
                guard.save(path, bytes, &Expect::Absent)?;
                done.flips.push(Flip::put(path, None));
                done.written.push(path.clone());
            }
            Step::Rename(renaming) => {
                renaming.carry_out(guard)?;
                let moved = |path: &String| renaming.moved(path);
                done.written.extend(renaming.files.iter().map(moved));
                done.removed.extend(renaming.files.iter().cloned());
                done.flips.push(Flip::Rename(renaming.flip()));
            }
            Step::Remove { path, files } => {
                let trashed = guard.remove(path, host)?;
                done.flips.push(Flip::Trash {
                    path: path.clone(),
                    trashed: Some(trashed.id.clone()),
                    made: Vec::new(),
                });
                done.trashed.push(trashed);
                done.removed.extend(files.iter().cloned());
            }
        }
    }
    Ok(done)
}

fn write_area<'a>(scene: Scene<'a>) -> Result<(usize, &'a str), AuthorError> {
    let mut layers = scene.survey.layers.iter().enumerate();
    let found = layers.find(|(_, layer)| layer.writable);
    let path =
        found.and_then(|(at, layer): (usize, &LayerState)| Some((at, layer.path.as_deref()?)));
    path.ok_or_else(|| AuthorError::NoWriteArea {
        host: scene.profile.title.clone(),
    })
}

/// How the names of single files end, where a layer holds skills as such.
fn flat_end(scene: Scene<'_>, layer: usize) -> Option<&str> {
    let row = scene.survey.layers.get(layer)?.row;
    scene.profile.layer.get(row)?.walk.flat.as_deref()
}

/// What a copy has in it: the bytes of its file, or the text that code gives it as far as it is known.
fn single_file(scene: Scene<'_>, copy: &Copy) -> Option<Arc<[u8]>> {
    match &copy.path {
        Some(path) => scene.tree.content(path).cloned(),
        None => {
            copy.source.as_ref()?;
            known_body(&copy.reading)
        }
    }
}

/// The body code gives a skill, where it is known.
fn known_body(reading: &Reading) -> Option<Arc<[u8]>> {
    let body = reading.body.as_deref().unwrap_or_default();
    (body != SET_BY_CODE).then(|| Arc::from(body.as_bytes()))
}

/// The text below the frontmatter, for hosts that know none.
pub fn below_frontmatter(text: &str) -> &str {
    let fence = |line: &str| line.trim_end_matches(['\r', '\n']) == "---";
    let mut at = 0;
    for (count, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        match (count, fence(line)) {
            (0, false) => return text,
            (1.., true) => return text[at..].trim_start_matches(['\r', '\n']),
            _ => {}
        }
    }
    text
}

fn make_file(
    scene: Scene<'_>,
    area: &str,
    name: &str,
    end: &str,
    bytes: Arc<[u8]>,
) -> Result<Plan, AuthorError> {
    if let Some(why) = refuse_name(&format!("{name}{end}")) {
        let (name, why) = (name.to_owned(), why.to_owned());
        return Err(AuthorError::Name { name, why });
    }
    let path = join(area, &format!("{name}{end}"));
    if scene.tree.resolve(&path).is_ok() {
        return Err(AuthorError::Exists { path });
    }
    let step = Step::File {
        path: path.clone(),
        bytes,
    };
    Ok(plan(scene, path, vec![step], Vec::new()))
}

fn make(
    scene: Scene<'_>,
    path: String,
    file: &str,
    files: Vec<NewFile>,
    left_out: Vec<String>,
) -> Result<Plan, AuthorError> {
    if scene.tree.resolve(&path).is_ok() {
        return Err(AuthorError::Exists { path });
    }
    let skill_file = join(&path, file);
    let step = Step::Folder { path, files };
    Ok(plan(scene, skill_file, vec![step], left_out))
}

fn plan(scene: Scene<'_>, path: String, steps: Vec<Step>, left_out: Vec<String>) -> Plan {
    let after = steps.iter().fold(scene.tree.clone(), apply);
    let later = survey(scene.profile, &after, scene.place, &mut Cache::default());
    let lost = later.not_loaded.iter().find(|lost| *lost.path == *path);
    Plan {
        effects: effects(scene.survey, &later),
        not_loaded: lost.map(|lost| lost.why.message.clone()),
        path,
        steps,
        left_out,
    }
}

/// The tree as the disk will be after a step.
fn apply(mut tree: FileTree, step: &Step) -> FileTree {
    match step {
        Step::Folder { path, files } => {
            let path = real(&tree, path);
            for file in files {
                tree.set_file(&join(&path, &file.path), Arc::clone(&file.bytes));
            }
        }
        Step::File { path, bytes } => {
            let path = real(&tree, path);
            tree.set_file(&path, Arc::clone(bytes));
        }
        Step::Rename(renaming) => renaming.apply(&mut tree),
        Step::Remove { path, .. } => {
            let path = real(&tree, path);
            tree.remove(&path);
        }
    }
    tree
}

/// The path with the links in the folders above it followed, as far as they exist.
fn real(tree: &FileTree, path: &str) -> String {
    let Some((parent, name)) = split(path) else {
        return path.to_owned();
    };
    match tree.resolve(parent) {
        Ok(Target::Folder(parent)) => join(&parent, name),
        _ => join(&real(tree, parent), name),
    }
}

/// Names whose winner is another one in `after`.
fn effects(now: &Survey, later: &Survey) -> Vec<Effect> {
    let (before, after) = (winners(now), winners(later));
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .map(|name| Effect {
            name: name.clone(),
            before: before.get(name).cloned(),
            after: after.get(name).cloned(),
        })
        .filter(|effect| effect.before != effect.after)
        .collect()
}

fn winners(survey: &Survey) -> BTreeMap<String, Winner> {
    let skills = survey.skills.iter().rev();
    skills
        .map(|skill| {
            let winner = Winner {
                reference: skill.copy.reference.to_string(),
                layer: survey.layers[skill.copy.layer].id.clone(),
                path: skill.copy.path.as_deref().map(str::to_owned),
            };
            (skill.copy.name.clone(), winner)
        })
        .collect()
}

fn files_below(tree: &FileTree, path: &str) -> Vec<String> {
    use crate::host::Kind;
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(path) = folders.pop() {
        // Links go as links: nothing behind them is removed.
        match tree.entry(&real(tree, &path)) {
            Some(Kind::Folder) => {
                let entries = tree.folder(&real(tree, &path)).into_iter();
                let entries = entries.flat_map(|folder| &folder.entries);
                folders.extend(entries.map(|entry| join(&path, &entry.name)));
            }
            Some(_) => files.push(path),
            None => {}
        }
    }
    files.sort();
    files
}
