//! Agent types: what they carry, and what the stages of teams add (Replio, recorded).

use std::collections::{BTreeMap, HashSet};

use serde_json::Value as Json;

use super::place::Place;
use super::profile::{Agents, Profile};
use super::reading::Value;
use super::tree::{FileTree, join};
use super::{plugins, python, read::whole};

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
    /// Where it comes from, when that is no file of agent types.
    pub note: Option<String>,
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

/// Fields of an agent type or a team; a value that only running code would tell is absent.
type Body = BTreeMap<String, Value>;

/// What all layers say about one name.
#[derive(Default)]
struct Merged {
    fields: Body,
    files: Vec<String>,
    note: Option<String>,
}

/// The agent types of a host, by name.
pub fn agents(profile: &Profile, tree: &FileTree, place: &Place) -> Vec<Agent> {
    agents_of(profile, tree, place, Run::Delegate)
}

/// The agent types that a run reaches, by name: a job does not reach those of plugins.
pub fn agents_of(profile: &Profile, tree: &FileTree, place: &Place, run: Run) -> Vec<Agent> {
    let Some(known) = &profile.agents else {
        return Vec::new();
    };
    let mut merged: BTreeMap<String, Merged> = BTreeMap::new();
    for name in &known.builtin {
        merged.insert(name.clone(), Merged::default());
    }
    if run != Run::Job {
        merge_plugins(profile, &known.hooks, tree, place, &mut merged);
    }
    for folder in &known.folders {
        let folder = place.fixed(folder);
        // Within a folder the newer file takes a name over whole.
        let mut layer: BTreeMap<String, (Body, String)> = BTreeMap::new();
        for file in &known.files {
            let path = join(&folder, file);
            for (name, body) in named_bodies(tree, &path) {
                layer.insert(name, (body, path.clone()));
            }
        }
        for (name, (body, path)) in layer {
            let all = merged.entry(name).or_default();
            all.fields.extend(body);
            all.files.push(path);
        }
    }
    merged
        .into_iter()
        .map(|(name, all)| agent(known, name, all))
        .collect()
}

/// What the code of plugins registers, below every file.
fn merge_plugins(
    profile: &Profile,
    hooks: &[String],
    tree: &FileTree,
    place: &Place,
    merged: &mut BTreeMap<String, Merged>,
) {
    for (plugin, path, entry) in plugins::registered_by(profile, hooks, tree, place) {
        let all = merged.entry(entry.name.clone()).or_default();
        let computed = entry.fields.iter().filter(|(_, value)| value.is_none());
        let computed: Vec<&str> = computed.map(|(key, _)| key.as_str()).collect();
        let told = match computed.as_slice() {
            [] => String::new(),
            keys => format!("; {} set by code, not shown", keys.join(", ")),
        };
        let known = entry.fields.iter();
        // A later registration takes the place of an earlier one.
        all.fields = known
            .filter_map(|(key, value)| Some((key.clone(), value.clone()?)))
            .collect();
        all.files = vec![path];
        all.note = Some(format!(
            "from the plugin `{plugin}` (our decision: its hook is not recorded){told}"
        ));
    }
}

fn agent(known: &Agents, name: String, all: Merged) -> Agent {
    let prompt = all.fields.get("system_prompt").map(python::text_or_empty);
    let builtin = known.builtin.contains(&name);
    let listed = all.fields.get("skills").map(whole::letters);
    Agent {
        prompt: prompt.or_else(|| (!builtin).then(String::new)),
        fails: listed
            .as_ref()
            .filter(|listed| !matches!(listed, Value::List(_)))
            .map(|_| "its skills are no list (TypeError: not iterable)".to_owned()),
        skills: listed.map(names).unwrap_or_default(),
        name,
        files: all.files,
        note: all.note,
    }
}

/// The stages of all teams that add skills, by team.
pub fn stages(profile: &Profile, tree: &FileTree, place: &Place) -> Vec<Stage> {
    let Some(known) = &profile.agents else {
        return Vec::new();
    };
    let mut teams: BTreeMap<String, Merged> = BTreeMap::new();
    merge_plugins(profile, &known.team_hooks, tree, place, &mut teams);
    for folder in &known.folders {
        for (name, body) in named_bodies(tree, &join(&place.fixed(folder), &known.teams)) {
            teams.entry(name).or_default().fields.extend(body);
        }
    }
    let mut out = Vec::new();
    for (team, all) in teams {
        let Some(Value::List(stages)) = all.fields.get("stages") else {
            continue;
        };
        for (at, stage) in stages.iter().enumerate() {
            let Value::Map(stage) = stage else {
                continue;
            };
            let field = |key: &str| {
                let found = stage.iter().find(|(known, _)| known == key);
                found.map(|(_, value)| value)
            };
            let skills = field("skills").map(|value| names(whole::letters(value)));
            let skills = skills.unwrap_or_default();
            let agent = match field("role") {
                Some(Value::Text(role)) => role.clone(),
                _ => String::new(),
            };
            if !skills.is_empty() {
                let team = team.clone();
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
fn named_bodies(tree: &FileTree, path: &str) -> Vec<(String, Body)> {
    let parsed = tree
        .content(path)
        .and_then(|bytes| serde_json::from_slice(bytes).ok());
    let body = |json: &Json| match json {
        Json::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(key, value)| (key.clone(), to_value(value)));
            Some(fields.collect::<Body>())
        }
        _ => None,
    };
    match parsed {
        Some(Json::Object(bodies)) => bodies
            .iter()
            .filter_map(|(name, json)| Some((name.clone(), body(json)?)))
            .collect(),
        Some(Json::Array(items)) => {
            let listed = |item: &Json| {
                let body = body(item)?;
                let name = python::text_or_empty(body.get("name")?);
                (!name.is_empty()).then_some((name, body))
            };
            items.iter().filter_map(listed).collect()
        }
        _ => Vec::new(),
    }
}

/// Names of a list; what is no text names no skill.
fn names(listed: Value) -> Vec<String> {
    let Value::List(items) = listed else {
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
