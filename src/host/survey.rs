//! What a host finds, which copy wins, what is shadowed and what is not loaded.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::layers::{LayerState, layers};
use super::once::{Elsewhere, repeats, unseen};
use super::place::Place;
use super::plugins::{Sources, plugin_skills};
use super::profile::{Builtin, Profile};
use super::read::{Input, Raw, read};
use super::reading::{Dropped, Fault, Reading, Value};
use super::resolve::resolve;
use super::rows::row_skills;
use super::settings::Settings;
use super::stray::near;
use super::tree::FileTree;
use super::walk::{Found, Miss, walk};
use crate::skill::Span;

/// One copy of a skill in one layer, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// Index into [`Survey::layers`].
    pub layer: usize,
    /// The skill file as found, links not resolved; `None` where there is no file.
    pub path: Option<Arc<str>>,
    /// The skill's own folder, when the host keeps skills in folders.
    pub folder: Option<Arc<str>>,
    /// How presets and the command line name it (`code-review`, `custom/code-review`).
    pub reference: Arc<str>,
    /// The name the host would use; the folder or file name when the file is dropped.
    pub name: String,
    /// What the host reads in it; for the copy of a [`Skill`] that is merged, what the host holds
    /// of all layers together.
    pub reading: Arc<Reading>,
    /// Where it is written, when it has no file of its own.
    pub source: Option<Box<Source>>,
}

impl Copy {
    /// Where it is written, for people: its file, or the file that holds it among others.
    #[must_use]
    pub fn told_place(&self) -> String {
        match (&self.path, &self.source) {
            (Some(path), _) => path.to_string(),
            (None, Some(source)) => format!("inside {}", source.path),
            (None, None) => "in the host's code".to_owned(),
        }
    }
}

/// A place in a file that holds more than one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub path: String,
    /// Bytes of it.
    pub span: Span,
}

/// A skill the host would use.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// The copy that wins (or the strongest, where the host merges).
    pub copy: Copy,
    /// The host's own word for where it comes from, else the layer id.
    pub origin: Arc<str>,
    /// Copies this one hides, strongest first.
    pub shadows: Vec<Copy>,
    /// Where the host merges fields: which layer gives each of them (index into
    /// [`Survey::layers`]), the body as `content`. Empty where one copy is used whole.
    pub fields_from: BTreeMap<String, usize>,
    /// Offered to the model (false: `disable-model-invocation` and the like).
    pub offered: bool,
    /// The winner rests on our own decision or is not fixed, and why.
    pub note: Option<String>,
}

/// A file that looks like a skill and is not loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct NotLoaded {
    /// The layer it lies in, when it lies in one.
    pub layer: Option<usize>,
    /// The file (or folder) as found.
    pub path: Arc<str>,
    /// The name it would have had.
    pub name: String,
    /// Why.
    pub why: Dropped,
    /// What was read of it, if anything.
    pub reading: Option<Arc<Reading>>,
    /// Where it stands, when the file is not this one skill: code, or a list of entries.
    pub source: Option<Box<Source>>,
}

/// Everything one host makes of a file tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The host's id.
    pub host: String,
    /// Layers, weakest first.
    pub layers: Vec<LayerState>,
    /// What the host would use, in the host's order where it has one.
    pub skills: Vec<Skill>,
    /// What it finds and does not load, by path.
    pub not_loaded: Vec<NotLoaded>,
    /// Where the runtime itself fails on what is there.
    pub faults: Vec<Fault>,
}

/// Work kept between surveys: what was found while the shape of the tree stays, and readings while
/// the bytes of a file stay.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    found: Option<(FoundKey, Arc<Finds>)>,
    readings: HashMap<Arc<str>, Kept>,
    sources: Sources,
}

/// The bytes of a file, and what the host read in them.
type Kept = (Arc<[u8]>, Arc<Reading>);

#[derive(Clone, Debug, PartialEq)]
struct FoundKey {
    host: String,
    place: Place,
    settings: Settings,
    shape: u64,
}

/// What a host finds in a tree, nothing read.
#[derive(Debug)]
pub(super) struct Finds {
    layers: Vec<LayerState>,
    /// Each with its layer and how the host refers to it.
    pub(super) found: Vec<(usize, Arc<str>, Found)>,
    missed: Vec<(usize, Miss)>,
}

/// Finds, reads and resolves everything `profile` sees in `tree`.
pub fn survey(profile: &Profile, tree: &FileTree, place: &Place, cache: &mut Cache) -> Survey {
    let settings = Settings::of(profile, tree, place);
    let finds = cache.finds(profile, &settings, tree, place);
    let Cache {
        readings, sources, ..
    } = cache;
    let read = |at: usize| cached(readings, profile, tree, finds.found.get(at)?);
    see(profile, tree, place, settings, &finds, sources, read)
}

/// What a host makes of what it finds, with a reading of each file, asked for in the order of the finds;
/// or why there is none.
pub(super) fn see(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    settings: Settings,
    finds: &Finds,
    sources: &mut Sources,
    mut read: impl FnMut(usize) -> Option<Result<Arc<Reading>, String>>,
) -> Survey {
    let mut survey = Survey {
        host: profile.id.clone(),
        layers: finds.layers.clone(),
        ..Survey::default()
    };
    let mut copies = builtins(profile, &settings, &survey.layers);
    copies.reserve_exact(finds.found.len());
    for (at, (layer, reference, found)) in finds.found.iter().enumerate() {
        let reading = match read(at) {
            Some(Ok(reading)) => reading,
            None => continue,
            Some(Err(message)) => {
                let why = Dropped {
                    code: "unreadable",
                    at: None,
                    message,
                    detail: None,
                };
                survey.not_loaded.push(not_loaded(*layer, found, why, None));
                continue;
            }
        };
        if let Some(why) = reading.dropped.as_deref().cloned() {
            if profile.takes_all(&why, found) {
                survey.faults.push(Fault::All {
                    path: found.path.to_string(),
                    message: why.message.clone(),
                });
            }
            survey
                .not_loaded
                .push(not_loaded(*layer, found, why, Some(reading)));
            continue;
        }
        copies.push(Copy {
            layer: *layer,
            path: Some(found.path.clone()),
            folder: found.folder.clone(),
            reference: reference.clone(),
            name: reading
                .name
                .clone()
                .unwrap_or_else(|| found.folder_name.to_string()),
            reading,
            source: None,
        });
    }
    for (at, state) in finds.layers.iter().enumerate() {
        if let (Some(form), Some(path)) = (&profile.layer[state.row].rows, &state.path) {
            let (found, missed) = row_skills(profile, &settings, form, at, tree, path);
            copies.extend(found);
            survey.not_loaded.extend(missed);
        }
        if let Some(plugins) = &profile.layer[state.row].plugins {
            let (found, missed) = plugin_skills(profile, plugins, at, tree, place, sources);
            copies.extend(found);
            survey.not_loaded.extend(missed);
        }
    }
    copies.sort_by_key(|copy| copy.layer);
    let alone = |layer: usize| profile.layer[finds.layers[layer].row].alone;
    if let Some(only) = copies
        .iter()
        .map(|copy| copy.layer)
        .find(|layer| alone(*layer))
    {
        survey.not_loaded.extend(unseen(&mut copies, only));
    }
    if profile.collision.same_file_once {
        survey.not_loaded.extend(repeats(tree, &mut copies));
    }
    let found = finds.found.iter().map(|(.., found)| found);
    let mut elsewhere = Elsewhere::of(tree, found, &finds.missed);
    let missed = finds.missed.iter();
    let missed = missed.filter(|(_, miss)| !elsewhere.reaches(tree, miss));
    survey
        .not_loaded
        .extend(missed.map(|(layer, miss)| NotLoaded {
            layer: Some(*layer),
            path: miss.path.as_str().into(),
            name: miss.name.clone(),
            why: miss.why.clone(),
            reading: None,
            source: None,
        }));
    survey.not_loaded.sort_by(|a, b| a.path.cmp(&b.path));
    survey.faults.extend(hangs(profile, finds));
    let choking = finds.missed.iter();
    let choking = choking.filter(|(_, miss)| miss.why.code == "folder-for-file");
    survey.faults.extend(choking.map(|(_, miss)| Fault::All {
        path: miss.path.clone(),
        message: "it is a folder where a file is due".to_owned(),
    }));
    survey.skills = resolve(profile, &survey.layers, tree, copies);
    survey.faults.extend(survey.skills.iter().filter_map(fault));
    let unread = settings.problems.into_iter().map(|problem| Fault::Config {
        path: problem.path,
        message: problem.message,
    });
    survey.faults.extend(unread);
    survey
}

impl Profile {
    /// Whether a dropped file keeps the host from loading any skill.
    fn takes_all(&self, why: &Dropped, found: &Found) -> bool {
        let mut layers = self.layer.iter();
        let single = found.folder.is_none() && layers.any(|layer| layer.walk.loose.is_some());
        let codes = &self.reader.takes_all;
        !single && codes.iter().any(|code| code == "*" || code == why.code)
    }
}

/// Two links that lead back up, found by a search that follows each again and again.
fn hangs(profile: &Profile, finds: &Finds) -> Option<Fault> {
    let hang = |layer: usize| profile.layer[finds.layers[layer].row].walk.hangs_on_loops;
    let mut up = finds
        .missed
        .iter()
        .filter(|(layer, miss)| miss.why.code == "link-up" && hang(*layer))
        .map(|(_, miss)| &miss.path);
    let (first, second) = (up.next()?, up.next()?);
    Some(Fault::All {
        path: first.clone(),
        message: format!("this link and {second} lead back up, and the search never ends"),
    })
}

fn fault(skill: &Skill) -> Option<Fault> {
    skill
        .copy
        .reading
        .fails
        .as_ref()
        .map(|message| Fault::Skill {
            skill: skill.copy.name.clone(),
            message: message.clone(),
        })
}

fn not_loaded(
    layer: usize,
    found: &Found,
    why: Dropped,
    reading: Option<Arc<Reading>>,
) -> NotLoaded {
    let (path, name) = (Arc::clone(&found.path), found.folder_name.to_string());
    NotLoaded {
        layer: Some(layer),
        path,
        name,
        why,
        reading,
        source: None,
    }
}

/// Skills that live in the runtime's code: their text is not known, a placeholder stands for it.
pub(super) fn builtins(profile: &Profile, settings: &Settings, layers: &[LayerState]) -> Vec<Copy> {
    let layers = layers.iter().enumerate();
    layers
        .flat_map(|(at, state)| {
            let row = &profile.layer[state.row];
            let disabled: Vec<_> = row
                .disabled
                .iter()
                .flat_map(|key| settings.list(key))
                .collect();
            let there = move |builtin: &&Builtin| {
                builtin.when.as_ref().is_none_or(|key| settings.truth(key))
                    && !disabled.contains(&builtin.name.as_str())
            };
            row.builtin.iter().filter(there).map(move |b| (at, b))
        })
        .map(|(layer, builtin)| {
            let missing = builtin.length.unwrap_or(0);
            let missing = missing.saturating_sub(builtin.description.chars().count());
            let description = format!("{}{}", builtin.description, ".".repeat(missing));
            without_file(layer, &builtin.name, &description)
        })
        .collect()
}

/// A copy whose text is not known: the description stands for it.
pub(super) fn without_file(layer: usize, name: &str, description: &str) -> Copy {
    let field = |key: &str, value: &str| (key.to_owned(), Value::Text(value.to_owned()));
    let reading = Reading {
        name: Some(name.to_owned()),
        description: Some(description.to_owned()),
        fields: vec![field("name", name), field("description", description)],
        ..Reading::default()
    };
    Copy {
        layer,
        path: None,
        folder: None,
        reference: name.into(),
        name: name.to_owned(),
        reading: Arc::new(reading),
        source: None,
    }
}

impl Cache {
    fn finds(
        &mut self,
        profile: &Profile,
        settings: &Settings,
        tree: &FileTree,
        place: &Place,
    ) -> Arc<Finds> {
        let key = FoundKey {
            host: profile.id.clone(),
            place: place.clone(),
            // A configuration file may change while the shape stays.
            settings: settings.clone(),
            shape: tree.shape(),
        };
        // What an ignore file holds may change while the shape stays.
        let ignores = profile
            .layer
            .iter()
            .any(|layer| !layer.walk.ignore_files.is_empty());
        if let Some((known, finds)) = &self.found
            && *known == key
            && !ignores
        {
            return Arc::clone(finds);
        }
        if let Some((known, _)) = &self.found
            && known.host != key.host
        {
            // Another host reads other things in the same bytes.
            self.readings.clear();
        }
        let finds = Arc::new(find(profile, settings, tree, place));
        let kept: HashSet<&str> = finds
            .found
            .iter()
            .map(|(_, _, found)| &*found.path)
            .collect();
        self.readings.retain(|path, _| kept.contains(&**path));
        self.found = Some((key, Arc::clone(&finds)));
        finds
    }
}

/// A reading that is known, as long as the bytes of the file are the same; else a new one.
fn cached(
    known: &mut HashMap<Arc<str>, Kept>,
    profile: &Profile,
    tree: &FileTree,
    (_, reference, found): &(usize, Arc<str>, Found),
) -> Option<Result<Arc<Reading>, String>> {
    let bytes = match bytes_of(profile, tree, found) {
        Ok(bytes) => bytes,
        Err(other) => return Some(other),
    };
    if let Some((same, reading)) = known.get(&found.path)
        && (Arc::ptr_eq(same, bytes) || same == bytes)
    {
        return Some(Ok(Arc::clone(reading)));
    }
    let reading = read_found(profile, &Raw::new(bytes), bytes, reference, found);
    let kept = (Arc::clone(bytes), Arc::clone(&reading));
    known.insert(Arc::clone(&found.path), kept);
    Some(Ok(reading))
}

/// The bytes of what a host finds; else what it makes of it, or why they are not known.
pub(super) fn bytes_of<'t>(
    profile: &Profile,
    tree: &'t FileTree,
    found: &Found,
) -> Result<&'t Arc<[u8]>, Result<Arc<Reading>, String>> {
    let any_kind = profile.layer.iter().any(|layer| layer.walk.any_kind);
    let Some(file) = tree.file(&found.path) else {
        if !any_kind {
            return Err(Err("it is gone".to_owned()));
        }
        return Err(Ok(Arc::new(Reading {
            name: Some(found.folder_name.to_string()),
            fails: Some("its skill file is a folder".to_owned()),
            ..Reading::default()
        })));
    };
    match (&file.content, &file.problem) {
        (Some(bytes), _) => Ok(bytes),
        (None, Some(problem)) => Err(Err(problem.clone())),
        (None, None) => Err(Err("it was not read".to_owned())),
    }
}

/// What a host reads in a file that it finds.
pub(super) fn read_found<'a>(
    profile: &Profile,
    raw: &'a Raw<'a>,
    bytes: &'a Arc<[u8]>,
    reference: &'a str,
    found: &'a Found,
) -> Arc<Reading> {
    let input = Input {
        raw,
        kept: Some(bytes),
        folder_name: &found.folder_name,
        reference,
        path: &found.path,
        single: found.folder.is_none(),
    };
    Arc::new(read(profile, input).leaning_on(bytes))
}

pub(super) fn find(
    profile: &Profile,
    settings: &Settings,
    tree: &FileTree,
    place: &Place,
) -> Finds {
    let layers = layers(profile, settings, tree, place);
    let mut finds = Finds {
        layers: Vec::new(),
        found: Vec::new(),
        missed: Vec::new(),
    };
    for (at, state) in layers.iter().enumerate() {
        let layer = &profile.layer[state.row];
        let Some(path) = &state.path else {
            continue;
        };
        let (found, missed) = walk(tree, path, &layer.walk);
        finds.found.extend(found.into_iter().map(|found| {
            let reference = match layer.reference.as_str() {
                "{folder}" => Arc::clone(&found.folder_name),
                form => form.replace("{folder}", &found.folder_name).into(),
            };
            (at, reference, found)
        }));
        finds
            .missed
            .extend(missed.into_iter().map(|miss| (at, miss)));
    }
    finds.tell_near(near(tree, place, &layers));
    finds.layers = layers;
    finds.found.shrink_to_fit();
    finds.missed.shrink_to_fit();
    finds
}

impl Finds {
    /// What lies in folders that are called almost right, unless it is found; that the host would pass
    /// over it for another reason as well is not told.
    fn tell_near(&mut self, mut near: Vec<(usize, Miss)>) {
        if near.is_empty() {
            return;
        }
        let found = self.found.iter().map(|(.., found)| &*found.path);
        let found: HashSet<&str> = found.collect();
        near.retain(|(_, miss)| !found.contains(miss.path.as_str()));
        let told: HashSet<&str> = near.iter().map(|(_, miss)| miss.path.as_str()).collect();
        self.missed
            .retain(|(_, miss)| !told.contains(miss.path.as_str()));
        self.missed.extend(near);
    }
}

impl Survey {
    /// Every copy of every skill, winners first within a skill.
    pub fn copies(&self) -> impl Iterator<Item = &Copy> {
        self.skills
            .iter()
            .flat_map(|skill| std::iter::once(&skill.copy).chain(&skill.shadows))
    }

    /// The fault for which no skill loads at all, where there is one.
    pub fn nothing_loads(&self) -> Option<&Fault> {
        let mut faults = self.faults.iter();
        faults.find(|fault| matches!(fault, Fault::All { .. }))
    }

    /// The write area: the layer skillkiln may write to.
    pub fn write_area(&self) -> Option<&LayerState> {
        self.layers.iter().find(|layer| layer.writable)
    }

    /// Copies that a name or reference given by a person means: the winners of that name, or the
    /// one copy of that reference. A word that is the name of one skill and the reference of
    /// another means the name; of several of one name, a reference or a path chooses one.
    pub fn find(&self, wanted: &str) -> Vec<&Copy> {
        let named: Vec<_> = self
            .skills
            .iter()
            .map(|skill| &skill.copy)
            .filter(|c| c.name == wanted)
            .collect();
        let exactly =
            |copy: &&Copy| *copy.reference == *wanted || copy.path.as_deref() == Some(wanted);
        match named.len() {
            0 => self.copies().filter(exactly).collect(),
            1 => named,
            _ => {
                let chosen: Vec<_> = self.copies().filter(exactly).collect();
                if chosen.len() == 1 { chosen } else { named }
            }
        }
    }

    /// The skill that holds this copy, as winner or as shadowed.
    pub fn skill_of(&self, path: &str) -> Option<&Skill> {
        let is = |copy: &Copy| copy.path.as_deref() == Some(path);
        self.skills
            .iter()
            .find(|skill| is(&skill.copy) || skill.shadows.iter().any(is))
    }
}
