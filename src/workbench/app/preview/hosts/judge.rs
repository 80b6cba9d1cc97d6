//! The verdicts about the selected file, as it would be with every unsaved text saved.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Group, Told};
use crate::host::cuts::{Cuts, Kept};
use crate::host::matrix::name_of;
use crate::host::profile::LayerKind;
use crate::host::stands::Ways;
use crate::host::survey::Cache;
use crate::host::verdict::{Judge, Subject, Verdict};
use crate::host::{FileTree, Place, Profile, Profiles, Reading, Survey};
use crate::host::{read_kept, survey};
use crate::skill::document::Document;
use crate::workbench::app::model::Model;
use crate::workbench::app::project::is_large;
use crate::workbench::app::selection::Selection;

/// What was found out for each host, kept so that a key press reads one file.
#[derive(Default)]
pub struct Caches {
    hosts: BTreeMap<String, Known>,
    /// For each host the first one that reads files in the same way.
    classes: Vec<usize>,
}

impl Caches {
    /// Hosts with equal readers hold the same of any file, so one of them reads for all.
    fn classes(&mut self, profiles: &Profiles) -> Vec<usize> {
        let all: Vec<&Profile> = profiles.iter().collect();
        if self.classes.len() != all.len() {
            let same = |one: &Profile, other: &Profile| {
                one.reader == other.reader && one.prompt_reader == other.prompt_reader
            };
            let first = |one: &&Profile| all.iter().position(|other| same(one, other));
            let classes = all.iter().enumerate();
            self.classes = classes.map(|(at, one)| first(one).unwrap_or(at)).collect();
        }
        self.classes.clone()
    }
}

/// What one host makes of everything but the file in question.
#[derive(Default)]
struct Known {
    cache: Cache,
    base: Option<(Base, Found, Arc<Kept>)>,
}

/// What a host makes of a tree.
#[derive(Clone)]
struct Found {
    survey: Arc<Survey>,
    ways: Arc<Ways>,
    cuts: Arc<Cuts>,
}

impl Found {
    fn of(profile: &Profile, survey: Arc<Survey>, tree: &FileTree, place: &Place) -> Self {
        Self {
            ways: Arc::new(Ways::of(&survey, tree)),
            cuts: Arc::new(Cuts::of(profile, &survey, tree, place)),
            survey,
        }
    }
}

/// What a survey of all but the file depends on: the disk, and the other unsaved texts.
#[derive(Clone, PartialEq)]
struct Base {
    disk: u64,
    others: Vec<(String, u64)>,
}

/// The file the verdicts are about.
struct About<'m> {
    path: String,
    name: String,
    bytes: Arc<[u8]>,
    document: Cow<'m, Document>,
    text: String,
    unsaved: bool,
}

fn about(model: &Model) -> Option<About<'_>> {
    let row = model.row()?;
    let path = row.path.clone().unwrap_or_else(|| row.id.clone());
    let open = model.texts.get(&*path);
    let bytes: Arc<[u8]> = match open {
        Some(text) => Arc::from(text.editor.text().as_bytes()),
        None => model.disk.tree.content(&path)?.clone(),
    };
    let text = crate::skill::bytes::decode(&bytes).text;
    Some(About {
        name: match path.ends_with(".md") {
            true => name_of(&path).to_owned(),
            false => row.name.clone(),
        },
        document: match open {
            Some(text) => Cow::Borrowed(&text.document),
            None => Cow::Owned(Document::parse(&text)),
        },
        unsaved: open.is_some_and(|text| text.unsaved()),
        path: path.to_string(),
        bytes,
        text,
    })
}

/// The verdicts of all hosts about the selected file, those that matter here first; none when there is
/// no file.
pub fn verdicts(model: &Model, caches: &mut Caches) -> Vec<Told> {
    if is_large(&model.disk.tree) {
        return of_table(model).unwrap_or_default();
    }
    let Some(about) = about(model) else {
        return Vec::new();
    };
    let base = Base {
        disk: model.disk.revision,
        others: model
            .texts
            .values()
            .filter(|text| text.unsaved() && text.path != about.path)
            .map(|text| (text.path.clone(), text.editor.revision()))
            .collect(),
    };
    let named = model.project.config.named();
    let classes = caches.classes(&model.profiles);
    let mut readings: Vec<Option<Arc<Reading>>> = vec![None; classes.len()];
    let mut told: Vec<Told> = model
        .profiles
        .iter()
        .zip(classes)
        .map(|(profile, class)| {
            let known = caches.hosts.entry(profile.id.clone()).or_default();
            let eyes = Eyes {
                model,
                profile,
                class,
                about: &about,
            };
            let (verdict, survey) = eyes.verdict(known, &base, &mut readings);
            Told {
                group: group(model, profile, &survey, &named),
                verdict,
            }
        })
        .collect();
    told.sort_by_key(|told| told.group);
    told
}

/// What the table of all skills says of the selected file, as it is on disk: where there are very many
/// skills a worker makes that table.
fn of_table(model: &Model) -> Option<Vec<Told>> {
    let row = model.row()?;
    let path = row.path.as_ref().unwrap_or(&row.id);
    let table = model.matrix.matrix.as_ref()?;
    let real = model.disk.tree.real_path(path);
    let mut skills = table.skills.iter();
    let of_file = skills.find(|skill| *skill.path == **path || skill.path == real)?;
    let named = model.project.config.named();
    let cells = of_file.cells.iter();
    let told = cells.map(|verdict| Told {
        group: known(model, &verdict.host, &named).unwrap_or(Group::Others),
        verdict: verdict.clone(),
    });
    let mut told: Vec<Told> = told.collect();
    told.sort_by_key(|told| told.group);
    Some(told)
}

/// Why a host is told of that the project speaks for.
fn known(model: &Model, host: &str, named: &[String]) -> Option<Group> {
    let has = |ids: &[String]| ids.iter().any(|id| id == host);
    match (has(&model.derived.found), has(&model.derived.judged)) {
        (true, true) => Some(Group::Found),
        (false, true) if has(named) => Some(Group::Named),
        (false, true) => Some(Group::Chosen),
        (true, false) => Some(Group::Passed),
        (false, false) => None,
    }
}

fn group(model: &Model, profile: &Profile, survey: &Survey, named: &[String]) -> Group {
    if let Some(group) = known(model, &profile.id, named) {
        return group;
    }
    let mut layers = survey.layers.iter();
    let home = layers.any(|layer| layer.exists && profile.layer[layer.row].kind == LayerKind::User);
    if home { Group::Home } else { Group::Others }
}

struct Eyes<'a> {
    model: &'a Model,
    profile: &'a Profile,
    class: usize,
    about: &'a About<'a>,
}

impl Eyes<'_> {
    fn verdict(
        &self,
        known: &mut Known,
        others: &Base,
        readings: &mut [Option<Arc<Reading>>],
    ) -> (Verdict, Arc<Survey>) {
        let model = self.model;
        if self.profile.id == model.host {
            let survey = model.live.survey.clone();
            let found = Found {
                ways: Arc::new(Ways::of(&survey, &model.live.tree)),
                cuts: Arc::new(self.shown_cuts(&survey)),
                survey,
            };
            return (self.by(&found), found.survey);
        }
        let (base, list) = self.base(known, others);
        if !self.about.unsaved {
            return (self.by(&base), base.survey);
        }
        let About {
            bytes, name, path, ..
        } = self.about;
        let read = || read_kept(self.profile, bytes, name, path);
        let now = readings[self.class].get_or_insert_with(|| Arc::new(read()));
        let own = &self.about.path;
        let (path, _) = base.ways.best(&base.survey, &model.disk.tree, own);
        let fresh = self.judge(&path).fresh(&base.survey, now);
        // By another way it may have another name.
        if let Some(mut verdict) = fresh.filter(|_| path == own.as_str())
            && list.tell(self.profile, &model.disk.tree, &path, now, &mut verdict)
        {
            return (verdict, base.survey);
        }
        let tree = self
            .tree(others)
            .with_text(&self.about.path, &self.about.text);
        let survey = Arc::new(self.survey(&tree, known));
        let found = Found::of(self.profile, survey, &tree, &model.place);
        (self.by(&found), found.survey)
    }

    /// What the list leaves out of the host that is looked with; where it is shown, that is known.
    fn shown_cuts(&self, survey: &Survey) -> Cuts {
        let (model, live) = (self.model, &self.model.live);
        match model.selection() == Selection::default() && live.refused.is_none() {
            true => Cuts::told(&live.prompt),
            false => Cuts::of(self.profile, survey, &live.tree, &model.place),
        }
    }

    fn judge<'s>(&'s self, path: &'s str) -> Judge<'s> {
        Judge {
            profile: self.profile,
            place: &self.model.place,
            subject: Subject {
                path,
                name: &self.about.name,
                bytes: &self.about.bytes,
                text: &self.about.text,
                document: &self.about.document,
            },
        }
    }

    fn by(&self, found: &Found) -> Verdict {
        let Found { survey, ways, cuts } = found;
        let (path, stands) = ways.best(survey, &self.model.disk.tree, &self.about.path);
        let mut verdict = self.judge(&path).verdict(survey, stands, None);
        cuts.tell(self.profile, &path, &mut verdict);
        verdict
    }

    /// The disk with the other unsaved texts.
    fn tree(&self, base: &Base) -> FileTree {
        let mut tree = self.model.disk.tree.clone();
        for (path, _) in &base.others {
            if let Some(text) = self.model.texts.get(path) {
                tree = tree.with_text(path, text.editor.text());
            }
        }
        tree
    }

    fn base(&self, known: &mut Known, base: &Base) -> (Found, Arc<Kept>) {
        if let Some((key, found, list)) = &known.base
            && key == base
        {
            return (found.clone(), list.clone());
        }
        let tree = self.tree(base);
        let survey = Arc::new(self.survey(&tree, known));
        let place = &self.model.place;
        let list = Arc::new(Kept::of(self.profile, &survey, &tree, place));
        let found = Found::of(self.profile, survey, &tree, place);
        known.base = Some((base.clone(), found.clone(), list.clone()));
        (found, list)
    }

    fn survey(&self, tree: &FileTree, known: &mut Known) -> Survey {
        survey(self.profile, tree, &self.model.place, &mut known.cache)
    }
}
