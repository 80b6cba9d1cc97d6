//! Presets and steps: which skills a workflow file chooses (AgentWorks, recorded in `select.json`).

use super::go_json::Node;

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
///
/// # Errors
/// When it is no JSON, or a value has another type than the runtime wants.
pub fn preset(file: &str, text: &str) -> Result<Option<Vec<String>>, WorkflowError> {
    let refused = |reason: String| WorkflowError::Refused {
        file: file.to_owned(),
        reason,
    };
    let (mut nested, mut plain, mut camel) = (None, None, None);
    let wrong = |error: Wrong| refused(error.to_string());
    for (key, value) in top(Node::parse(text).map_err(refused)?).map_err(wrong)? {
        match key {
            "capabilities" => {
                for (key, value) in object("capabilities", value).map_err(wrong)? {
                    if key == "selected_skills" {
                        nested = Some(texts(key, value).map_err(wrong)?);
                    }
                }
            }
            "selected_skills" => plain = Some(texts(key, value).map_err(wrong)?),
            "selectedSkills" => camel = Some(texts(key, value).map_err(wrong)?),
            _ => {}
        }
    }
    Ok(nested.or(plain).or(camel).flatten())
}

/// Reads a `step_config.json` as the runtime does: keys in any case, an object at the top, one
/// wrong type refuses the file; ids are trimmed, empty ones dropped, the last of equal ones kept.
///
/// # Errors
/// When it is no JSON, or a value has another type than the runtime wants.
pub fn steps(file: &str, text: &str) -> Result<Steps, WorkflowError> {
    let refused = |reason: String| WorkflowError::Refused {
        file: file.to_owned(),
        reason,
    };
    held(Node::parse(text).map_err(refused)?).map_err(|error| refused(error.to_string()))
}

/// A value of another type than the runtime's structure has.
#[derive(Debug, thiserror::Error)]
#[error("{key} must be {wanted}")]
struct Wrong {
    key: String,
    wanted: &'static str,
}

fn wrong(key: &str, wanted: &'static str) -> Wrong {
    let key = match key {
        "" => "the top".to_owned(),
        key => format!("`{key}`"),
    };
    Wrong { key, wanted }
}

type Fields = Vec<(&'static str, Node)>;

fn top(node: Node) -> Result<Fields, Wrong> {
    object("", node)
}

/// The fields of a structure; `null` leaves it as it is.
fn object(key: &str, node: Node) -> Result<Fields, Wrong> {
    match node {
        Node::Object(fields) => Ok(fields),
        Node::Null => Ok(Vec::new()),
        _ => Err(wrong(key, "an object")),
    }
}

/// A list of texts; `null` is none, and in a list it is the empty text.
fn texts(key: &str, node: Node) -> Result<Option<Vec<String>>, Wrong> {
    let items = match node {
        Node::List(items) => items,
        Node::Null => return Ok(None),
        _ => return Err(wrong(key, "a list of texts")),
    };
    let text = |item| match item {
        Node::Text(text) => Ok(text),
        Node::Null => Ok(String::new()),
        _ => Err(wrong(key, "a list of texts")),
    };
    items
        .into_iter()
        .map(text)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// The structure that the fields are laid over one by one: of repeated keys the last counts, and a
/// structure that comes twice holds the fields of both.
fn held(node: Node) -> Result<Steps, Wrong> {
    let mut list = Vec::new();
    for (key, value) in top(node)? {
        list = match (key, value) {
            ("steps", Node::List(items)) => items,
            ("steps", Node::Null) => Vec::new(),
            ("steps", _) => return Err(wrong("steps", "a list")),
            _ => list,
        };
    }
    let mut out = Steps::default();
    for step in list {
        let mut id = String::new();
        let mut skills = None;
        for (key, value) in object("a step", step)? {
            match (key, value) {
                ("id", Node::Text(text)) => id = text,
                ("id" | "title", Node::Null) | ("title", Node::Text(_)) => {}
                ("id" | "title", _) => return Err(wrong(key, "a text")),
                ("agent_configs", Node::Null) => skills = None,
                ("agent_configs", value) => {
                    for (key, value) in object("agent_configs", value)? {
                        match key {
                            "enabled_skills" => skills = texts(key, value)?,
                            "selected_servers" => {
                                texts(key, value)?;
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        out.add(&id, skills);
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
