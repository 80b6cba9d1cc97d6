//! What the model gets when it asks for one skill.

use serde_json::{Value as Json, json};

use super::place::Place;
use super::profile::{Activation, Profile, ToolResult};
use super::python::strip;
use super::reading::Value;
use super::select::meant;
use super::settings::Settings;
use super::survey::{Copy, Skill, Survey};
use super::tree::FileTree;

/// An answer to the wish for one skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Activated {
    /// The object the tool returns, or ours for a host without such a tool.
    pub value: Json,
    /// A skill of that name is there.
    pub found: bool,
    /// What happens to the answer on its way, for people.
    pub note: Option<String>,
}

/// Why a call fails before any skill is looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActivateError {
    /// No name is left once white space is gone.
    #[error("a skill is activated by its name, and none is given")]
    NoName,
}

/// Activates a skill as the host does. Where the host has no tool for it, the answer holds the
/// body and the names of the files beside it.
pub fn activate(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    name: &str,
) -> Result<Activated, ActivateError> {
    match &profile.activation {
        Activation::Plain => Ok(plain(profile, tree, place, survey, name)),
        Activation::ToolResult(shape) => {
            let name = strip(name);
            if name.is_empty() {
                return Err(ActivateError::NoName);
            }
            let skill = survey.skills.iter().find(|skill| skill.copy.name == name);
            let mut answer = match skill {
                Some(skill) => tool_result(profile, shape, tree, skill),
                None => not_found(name),
            };
            let settings = Settings::of(profile, tree, place);
            answer.note = spill(shape, &settings, &answer.value);
            Ok(answer)
        }
    }
}

fn plain(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    name: &str,
) -> Activated {
    let found = meant(profile, tree, place, survey, name);
    let Some(copy) = found.first() else {
        return not_found(name);
    };
    let mut value = json!({
        "host": survey.host,
        "name": copy.name,
        "text": copy.reading.body,
        "files": carried(profile, tree, copy),
    });
    if let Some(delegation) = profile.delegates(&copy.reading) {
        value["delegates"] = delegation.to_json();
    }
    Activated {
        value,
        found: true,
        note: None,
    }
}

/// The paths of the files that go with a copy.
fn carried(profile: &Profile, tree: &FileTree, copy: &Copy) -> Vec<String> {
    let (Some(folder), Some(path)) = (&copy.folder, &copy.path) else {
        return Vec::new();
    };
    let files = profile.beside.carried(tree, folder, path).into_iter();
    files.map(|file| file.path).collect()
}

fn not_found(name: &str) -> Activated {
    let value = json!({
        "ok": false,
        "skill": name,
        "error_code": "skill_not_found",
        "error": format!("there is no skill called {name:?} here"),
    });
    Activated {
        value,
        found: false,
        note: None,
    }
}

fn tool_result(profile: &Profile, shape: &ToolResult, tree: &FileTree, skill: &Skill) -> Activated {
    let copy = &skill.copy;
    // A builtin's text is not known; its placeholder stands for it.
    let body = match &copy.path {
        Some(_) => copy.reading.body.as_deref(),
        None => copy.reading.description.as_deref(),
    };
    let body = body.unwrap_or_default();
    let mut value = json!({
        "ok": true,
        "skill": copy.name,
        "instructions": format!("{}\n{body}\n{}", shape.open, shape.close),
        "skill_dir": copy.folder.as_deref(),
        "source": &*skill.origin,
        "resources": carried(profile, tree, copy),
    });
    if let Some(Value::Text(text)) = copy.reading.field("compatibility")
        && !text.is_empty()
    {
        value["compatibility"] = json!(text);
    }
    Activated {
        value,
        found: true,
        note: None,
    }
}

/// A long answer does not reach the model as it is where the host can put it into a file.
fn spill(shape: &ToolResult, settings: &Settings, value: &Json) -> Option<String> {
    let long = value.to_string().chars().count();
    (long > shape.spill_chars && settings.truth(&shape.spill_when)).then(|| {
        format!(
            "{long} characters: above {} the result goes to a file the model may read back",
            shape.spill_chars
        )
    })
}
