//! Agent types: what they carry, and what the stages of teams add (Replio, recorded).

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value as Json};

use super::place::Place;
use super::profile::{Agents, Profile};
use super::reading::Value;
use super::tree::{FileTree, join};
use super::{python, read::whole};

/// One agent type, merged over all layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// Its name.
    pub name: String,
    /// Its own prompt; `None` when the runtime brings it and no file says otherwise.
    pub prompt: Option<String>,
    /// The skills it carries, as stored: repeats stay.
    pub skills: Vec<String>,
    /// The files that say something about it, weakest first.
    pub files: Vec<String>,
    /// The runtime fails on it, and how.
    pub fails: Option<String>,
}

/// What a stage of a team adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The team.
    pub team: String,
    /// The stage, counted from 0.
    pub at: usize,
    /// The agent type that runs it.
    pub agent: String,
    /// Skills on top of those of the agent type.
    pub skills: Vec<String>,
}

/// How a prompt is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    /// An agent type as a sub-agent: delegated to, or a stage of a team.
    #[default]
    Delegate,
    /// A scheduled job: layers of plugins are not reached.
    Job,
    /// The agent people talk to, bound to an agent type by configuration.
    Root,
}

/// The agent types of a host, by name.
pub fn agents(profile: &Profile, tree: &FileTree, place: &Place) -> Vec<Agent> {
    let Some(known) = &profile.agents else {
        return Vec::new();
    };
    let mut merged: BTreeMap<String, (Map<String, Json>, Vec<String>)> = BTreeMap::new();
    for name in &known.builtin {
        merged.insert(name.clone(), Default::default());
    }
    for folder in &known.folders {
        let folder = place.fixed(folder);
        // Within a folder the newer file takes a name over whole.
        let mut layer: BTreeMap<String, (Map<String, Json>, String)> = BTreeMap::new();
        for file in &known.files {
            let path = join(&folder, file);
            for (name, body) in named_bodies(tree, &path) {
                layer.insert(name, (body, path.clone()));
            }
        }
        for (name, (body, path)) in layer {
            let (fields, files) = merged.entry(name).or_default();
            fields.extend(body);
            files.push(path);
        }
    }
    merged
        .into_iter()
        .map(|(name, (fields, files))| agent(known, name, &fields, files))
        .collect()
}

fn agent(known: &Agents, name: String, fields: &Map<String, Json>, files: Vec<String>) -> Agent {
    let prompt = fields
        .get("system_prompt")
        .map(|value| python::text_or_empty(&to_value(value)));
    let builtin = known.builtin.contains(&name);
    let listed = fields.get("skills").map(|json| whole::letters(&to_value(json)));
    Agent {
        prompt: prompt.or_else(|| (!builtin).then(String::new)),
        skills: fields.get("skills").map(names).unwrap_or_default(),
        fails: listed
            .filter(|listed| !matches!(listed, Value::List(_)))
            .map(|_| "its skills are no list (TypeError: not iterable)".to_owned()),
        name,
        files,
    }
}

/// The stages of all teams that add skills, by team.
pub fn stages(profile: &Profile, tree: &FileTree, place: &Place) -> Vec<Stage> {
    let Some(known) = &profile.agents else {
        return Vec::new();
    };
    let mut teams: BTreeMap<String, Map<String, Json>> = BTreeMap::new();
    for folder in &known.folders {
        for (name, body) in named_bodies(tree, &join(&place.fixed(folder), &known.teams)) {
            teams.entry(name).or_default().extend(body);
        }
    }
    let mut out = Vec::new();
    for (team, body) in teams {
        let stages = body.get("stages").and_then(Json::as_array);
        for (at, stage) in stages.into_iter().flatten().enumerate() {
            let skills = stage.get("skills").map(names).unwrap_or_default();
            let agent = stage.get("role").and_then(Json::as_str).unwrap_or_default();
            if !skills.is_empty() {
                let (team, agent) = (team.clone(), agent.to_owned());
                out.push(Stage {
                    team,
                    at,
                    agent,
                    skills,
                });
            }
        }
    }
    out
}

/// The skills of an agent type as a run uses them: its own, then the extra ones it has not yet.
pub fn with_extras(own: &[String], extras: &[String]) -> Vec<String> {
    let mut all = own.to_vec();
    let mut there: HashSet<String> = own.iter().cloned().collect();
    for extra in extras {
        if !extra.is_empty() && there.insert(extra.clone()) {
            all.push(extra.clone());
        }
    }
    all
}

/// The entries of a file: an object of name and body, or a list of objects with a name. What cannot
/// be read is silently nothing, as in the runtime.
fn named_bodies(tree: &FileTree, path: &str) -> Vec<(String, Map<String, Json>)> {
    let parsed = tree
        .content(path)
        .and_then(|bytes| serde_json::from_slice(bytes).ok());
    let listed = |item: Json| match item {
        Json::Object(body) => {
            let name = python::text_or_empty(&to_value(body.get("name")?));
            (!name.is_empty()).then_some((name, body))
        }
        _ => None,
    };
    match parsed {
        Some(Json::Object(bodies)) => bodies
            .into_iter()
            .filter_map(|(name, body)| match body {
                Json::Object(body) => Some((name, body)),
                _ => None,
            })
            .collect(),
        Some(Json::Array(items)) => items.into_iter().filter_map(listed).collect(),
        _ => Vec::new(),
    }
}

/// Names of a `skills` field: a text becomes its letters; what is no text names no skill.
fn names(value: &Json) -> Vec<String> {
    let Value::List(items) = whole::letters(&to_value(value)) else {
        return Vec::new();
    };
    let text = |item| match item {
        Value::Text(text) => Some(text),
        _ => None,
    };
    items.into_iter().filter_map(text).collect()
}

pub(super) fn to_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => Value::Float(float),
            _ => Value::Integer(number.to_string()),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(to_value).collect()),
        Json::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), to_value(value)));
            Value::Map(entries.collect())
        }
    }
}
