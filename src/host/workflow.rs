//! Presets and steps: which skills a workflow file chooses (AgentWorks, recorded in `select.json`).

use serde_json::{Map, Value as Json};

/// Why a workflow file chooses nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkflowError {
    /// It is no JSON, or a value has another type than the runtime wants; all of it is refused.
    #[error("{file}: {reason}")]
    Refused {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
}

/// The steps of a `step_config.json`, as the runtime holds them after reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Id and skills of each step; `None` where the file gives no list.
    pub steps: Vec<(String, Option<Vec<String>>)>,
    /// The runtime writes the file back: an id had spaces around it, was empty or came twice.
    pub repaired: bool,
    /// The plan tools refuse the file: an id is empty or comes twice.
    pub refused_by_plan_tools: bool,
}

/// The skills of a preset: `capabilities.selected_skills`, else `selected_skills` or
/// `selectedSkills` at the top; `None` when there is no list.
pub fn preset(file: &str, text: &str) -> Result<Option<Vec<String>>, WorkflowError> {
    let refused = |reason: String| WorkflowError::Refused {
        file: file.to_owned(),
        reason,
    };
    let json: Json = serde_json::from_str(text).map_err(|error| refused(error.to_string()))?;
    let nested = json
        .get("capabilities")
        .and_then(|capabilities| capabilities.get("selected_skills"));
    let found = nested
        .or_else(|| json.get("selected_skills"))
        .or_else(|| json.get("selectedSkills"));
    texts(found).map_err(|_| refused("selected_skills is not a list of texts".to_owned()))
}

/// Reads a `step_config.json` as the runtime does: keys in any case, an object at the top, one
/// wrong type refuses the file; ids are trimmed, empty ones dropped, the last of equal ones kept.
pub fn steps(file: &str, text: &str) -> Result<Steps, WorkflowError> {
    let refused = |reason: &str| WorkflowError::Refused {
        file: file.to_owned(),
        reason: reason.to_owned(),
    };
    let json: Json = serde_json::from_str(text).map_err(|error| refused(&error.to_string()))?;
    let Json::Object(top) = &json else {
        return Err(refused("the top must be an object with `steps`"));
    };
    let mut out = Steps::default();
    let list = match field(top, "steps") {
        None | Some(Json::Null) => return Ok(out),
        Some(Json::Array(list)) => list,
        Some(_) => return Err(refused("`steps` is not a list")),
    };
    for step in list {
        let Json::Object(step) = step else {
            return Err(refused("a step is not an object"));
        };
        let id = match field(step, "id") {
            None | Some(Json::Null) => "",
            Some(Json::String(id)) => id,
            Some(_) => return Err(refused("the `id` of a step is not a text")),
        };
        let skills = match field(step, "agent_configs") {
            None | Some(Json::Null) => None,
            Some(Json::Object(configs)) => texts(field(configs, "enabled_skills"))
                .map_err(|_| refused("`enabled_skills` is not a list of texts"))?,
            Some(_) => return Err(refused("`agent_configs` is not an object")),
        };
        out.add(id, skills);
    }
    Ok(out)
}

impl Steps {
    fn add(&mut self, id: &str, skills: Option<Vec<String>>) {
        let trimmed = id.trim();
        self.repaired |= trimmed != id || trimmed.is_empty();
        if trimmed.is_empty() {
            self.refused_by_plan_tools = true;
            return;
        }
        if let Some(known) = self.steps.iter().position(|(known, _)| known == trimmed) {
            self.refused_by_plan_tools = true;
            self.repaired = true;
            self.steps.remove(known);
        }
        self.steps.push((trimmed.to_owned(), skills));
    }

    /// The list of one step, if the file has it.
    pub fn of(&self, id: &str) -> Option<&[String]> {
        let (_, skills) = self.steps.iter().find(|(known, _)| known == id.trim())?;
        skills.as_deref()
    }
}

/// What a step gets: its own list when that has entries; else the preset's when `fallback` holds
/// (documented), else nothing (newer code).
pub fn effective<'a>(
    step: Option<&'a [String]>,
    preset: Option<&'a [String]>,
    fallback: bool,
) -> Option<&'a [String]> {
    step.filter(|list| !list.is_empty())
        .or(preset.filter(|_| fallback))
}

/// A key in any ASCII case, as Go's JSON reader finds it; the last one counts.
fn field<'a>(object: &'a Map<String, Json>, key: &str) -> Option<&'a Json> {
    object
        .iter()
        .rfind(|(known, _)| known.eq_ignore_ascii_case(key))
        .map(|(_, value)| value)
}

fn texts(value: Option<&Json>) -> Result<Option<Vec<String>>, ()> {
    let items = match value {
        None | Some(Json::Null) => return Ok(None),
        Some(Json::Array(items)) => items,
        Some(_) => return Err(()),
    };
    items
        .iter()
        .map(|item| item.as_str().map(str::to_owned).ok_or(()))
        .collect::<Result<_, _>>()
        .map(Some)
}
