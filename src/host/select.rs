//! Which copies a list of names or references means.

use std::sync::Arc;

use super::place::Place;
use super::profile::{Pointer, Profile};
use super::prompt::Selector;
use super::read::{Input, Raw, read};
use super::settings::Settings;
use super::survey::{Copy, Survey};
use super::tree::{FileTree, Kind, join, parts, split};
use super::workflow::{self, WorkflowError};

/// What a list of references became.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attached {
    /// The copies, in the order of the list, repeats included.
    pub copies: Vec<Copy>,
    /// References that lead to nothing the host can load.
    pub skipped: Vec<String>,
}

/// Why nothing can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// The host does not choose skills in this way.
    #[error("{host} does not choose skills by {by}")]
    NotThisHost {
        /// The host's id.
        host: String,
        /// What was asked (`preset`, `step`).
        by: &'static str,
    },
    /// A file that should choose is not there or was not read.
    #[error("{0}: there is no such file")]
    Missing(String),
    /// No layer of the host has an agent type of that name.
    #[error("there is no agent type {agent:?}; there are {}", .known.join(", "))]
    UnknownAgent {
        /// What was asked.
        agent: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// Extra skills belong to a call of an agent type.
    #[error("extra skills need the agent type they are given to")]
    ExtraWithoutAgent,
    /// A step needs the workflow file it belongs to.
    #[error("a step needs its preset: the workflow file it belongs to")]
    StepWithoutPreset,
    /// The file is there and the runtime refuses it.
    #[error(transparent)]
    Workflow(#[from] WorkflowError),
}

/// The copies a prompt is made of: what the selector names, else what the survey would use.
pub fn choose(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    selector: &Selector,
) -> Result<Attached, SelectError> {
    if let Some(wanted) = &selector.skills {
        return Ok(attach(profile, tree, place, survey, wanted));
    }
    if let Some(intent) = &selector.intent {
        if profile.select.intents.is_none() {
            return Err(SelectError::NotThisHost {
                host: profile.id.clone(),
                by: "intent",
            });
        }
        let winners = survey.skills.iter().map(|skill| &skill.copy);
        let copies = winners.filter(|copy| profile.answers(copy, intent));
        return Ok(Attached {
            copies: copies.cloned().collect(),
            skipped: Vec::new(),
        });
    }
    let Some(preset) = &selector.preset else {
        if selector.step.is_some() {
            return Err(SelectError::StepWithoutPreset);
        }
        return Ok(Attached {
            copies: unselected(profile, survey).cloned().collect(),
            skipped: Vec::new(),
        });
    };
    if profile.select.workflows.is_none() {
        return Err(SelectError::NotThisHost {
            host: profile.id.clone(),
            by: "preset",
        });
    }
    let wanted = of_workflow(profile, tree, place, preset, selector.step.as_deref())?;
    let mut attached = attach(profile, tree, place, survey, &wanted);
    if selector.step.is_some() {
        attached
            .copies
            .extend(pointers(profile, tree, survey, preset));
    }
    Ok(attached)
}

/// What the survey would use where nothing is chosen.
pub(super) fn unselected<'s>(
    profile: &'s Profile,
    survey: &'s Survey,
) -> impl Iterator<Item = &'s Copy> {
    let winners = survey.skills.iter().map(|skill| &skill.copy);
    winners.filter(|copy| profile.unasked(&survey.layers, copy) && profile.surfaces(copy))
}

/// Paths a run with these references may read, relative to the documents root.
pub fn guard(profile: &Profile, references: &[String]) -> Vec<String> {
    let patterns = |reference: &String| {
        let reference = reference.clone();
        profile
            .select
            .guard
            .iter()
            .map(move |p| p.replace("{reference}", &reference))
    };
    references.iter().flat_map(patterns).collect()
}

/// A workflow that chooses skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workflow {
    /// Its file.
    pub file: String,
    /// The path of its folder below the folder of all workflows.
    pub name: String,
    /// The ids of its steps, in the order of the file; none when the runtime refuses the file.
    pub steps: Vec<String>,
}

/// Levels below the folder of all workflows that are searched for one.
const WORKFLOW_DEPTH: usize = 3;

/// The workflows there are, by path.
pub fn workflows(profile: &Profile, tree: &FileTree, place: &Place) -> Vec<Workflow> {
    let settings = Settings::of(profile, tree, place);
    let pattern = profile.select.workflows.as_ref();
    let Some(root) = pattern.and_then(|at| place.expand(profile, &settings, tree, at)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut open = vec![(root.clone(), 0)];
    while let Some((path, depth)) = open.pop() {
        let Some(folder) = tree.folder(&path) else {
            continue;
        };
        let file = join(&path, "workflow.json");
        if tree.content(&file).is_some() {
            let config = join(&path, "planning/step_config.json");
            let text = tree.content(&config).map(|b| String::from_utf8_lossy(b));
            let steps = text.and_then(|text| workflow::steps(&config, &text).ok());
            found.push(Workflow {
                file,
                name: path[root.len()..].trim_start_matches('/').to_owned(),
                steps: steps.map_or_else(Vec::new, |known| {
                    known.steps.into_iter().map(|(id, _)| id).collect()
                }),
            });
        } else if depth < WORKFLOW_DEPTH {
            let inner = folder
                .entries
                .iter()
                .filter(|e| matches!(e.kind, Kind::Folder));
            open.extend(inner.map(|entry| (join(&path, &entry.name), depth + 1)));
        }
    }
    found.sort_by(|a, b| a.file.cmp(&b.file));
    found
}

/// The references that a selector chooses by a list: named one by one, or by a workflow.
///
/// # Errors
/// When a file of the workflow is missing or refused.
pub fn wanted(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    selector: &Selector,
) -> Result<Vec<String>, SelectError> {
    match (&selector.skills, &selector.preset) {
        (Some(skills), _) => Ok(skills.clone()),
        (None, Some(preset)) => of_workflow(profile, tree, place, preset, selector.step.as_deref()),
        (None, None) => Ok(Vec::new()),
    }
}

fn of_workflow(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    file: &str,
    step: Option<&str>,
) -> Result<Vec<String>, SelectError> {
    let text = |path: &str| {
        let bytes = tree
            .content(path)
            .ok_or_else(|| SelectError::Missing(path.to_owned()))?;
        Ok::<_, SelectError>(String::from_utf8_lossy(bytes).into_owned())
    };
    let preset = workflow::preset(file, &text(file)?)?;
    let Some(step) = step else {
        return Ok(preset.unwrap_or_default());
    };
    let folder = split(file).map_or("", |(folder, _)| folder);
    let config = join(folder, "planning/step_config.json");
    let steps = workflow::steps(&config, &text(&config)?)?;
    let fallback = Settings::of(profile, tree, place).truth("preset_fallback");
    let wanted = workflow::effective(steps.of(step), preset.as_deref(), fallback);
    Ok(wanted.unwrap_or_default().to_vec())
}

/// What the runtime adds to every step of a workflow.
fn pointers(profile: &Profile, tree: &FileTree, survey: &Survey, preset: &str) -> Vec<Copy> {
    let folder = split(preset).map_or("", |(folder, _)| folder);
    let there = |pointer: &&Pointer| {
        let bytes = tree.content(&join(folder, &pointer.file));
        bytes.is_some_and(|bytes| !String::from_utf8_lossy(bytes).trim().is_empty())
    };
    let builtin = survey
        .layers
        .iter()
        .position(|layer| layer.path.is_none())
        .unwrap_or_default();
    let pointers = profile.select.pointer.iter().filter(there);
    pointers
        .map(|p| super::survey::without_file(builtin, &p.name, &p.description))
        .collect()
}

/// The copies a list means for this host.
pub fn attach(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    wanted: &[String],
) -> Attached {
    let mut attached = Attached::default();
    for word in wanted {
        let copy = match &profile.select.references_below {
            Some(below) => by_reference(profile, tree, place, survey, below, word),
            None => survey.find(word).first().map(|copy| (*copy).clone()),
        };
        match copy {
            Some(copy) => attached.copies.push(copy),
            None => attached.skipped.push(word.clone()),
        }
    }
    attached
}

/// The copies that a person means by a name or a reference: those of the survey, else the one that a
/// reference leads to although the host does not list it.
pub fn meant(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    wanted: &str,
) -> Vec<Copy> {
    let listed: Vec<Copy> = survey.find(wanted).into_iter().cloned().collect();
    if !listed.is_empty() || profile.select.references_below.is_none() {
        return listed;
    }
    attach(profile, tree, place, survey, &[wanted.to_owned()]).copies
}

/// A builtin of that name first; else the folder the reference names, joined as text: discovery is
/// not asked, so that a folder it never enters still attaches (AgentWorks, recorded).
fn by_reference(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    below: &str,
    reference: &str,
) -> Option<Copy> {
    let settings = Settings::of(profile, tree, place);
    if let Some(builtin) = super::survey::builtins(profile, &settings, &survey.layers)
        .into_iter()
        .find(|b| *b.reference == *reference)
    {
        return Some(builtin);
    }
    // Joined as text, whatever slashes; what would leave the folder is not followed.
    let names: Vec<&str> = parts(reference).collect();
    if names.is_empty() || names.contains(&"..") {
        return None;
    }
    let folder = join(
        &place.expand(profile, &settings, tree, below)?,
        &names.join("/"),
    );
    let file = profile.layer.iter().find_map(|layer| {
        layer
            .walk
            .files
            .iter()
            .map(|file| join(&folder, file))
            .find(|path| tree.file(path).is_some())
    })?;
    if let Some(known) = survey
        .copies()
        .find(|copy| copy.path.as_deref() == Some(&file))
    {
        return Some(known.clone());
    }
    let (parent, folder_name) = split(&folder)?;
    let reading = Arc::new(read(
        profile,
        Input {
            raw: &Raw::new(tree.content(&file)?),
            kept: tree.content(&file),
            folder_name,
            reference,
            path: &file,
            single: false,
        },
    ));
    if !reading.loaded() {
        return None;
    }
    let layer = survey
        .layers
        .iter()
        .position(|layer| layer.path.as_deref() == Some(parent));
    let elsewhere = || survey.layers.iter().position(|layer| layer.path.is_some());
    Some(Copy {
        layer: layer.or_else(elsewhere)?,
        name: reading.name.clone().unwrap_or_else(|| reference.to_owned()),
        path: Some(file.into()),
        folder: Some(folder.into()),
        reference: reference.into(),
        reading,
        source: None,
    })
}
