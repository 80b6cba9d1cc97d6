//! Validation that a host runs apart from loading: its codes become notes of the reading.

use unicode_normalization::UnicodeNormalization as _;

use super::super::profile::Validate;
use super::super::reading::{Note, Reading, Value};
use super::Input;
use crate::host::python;

/// Adds the notes of the host's validator, in its order.
pub fn apply(validate: Validate, reading: &mut Reading, input: Input<'_>) {
    match validate {
        Validate::None => {}
        Validate::Agentworks => agentworks(reading),
        Validate::Agentskills => agentskills(reading, input.folder_name),
    }
}

fn note(reading: &Reading, code: &'static str, field: &str, message: String) -> Note {
    Note {
        code,
        at: reading.spans.get(field).cloned(),
        message,
        assumed: false,
    }
}

/// Import, validate and save; the first fault only (AgentWorks, recorded).
fn agentworks(reading: &mut Reading) {
    let name = text(reading, "name").unwrap_or_default();
    let description = text(reading, "description").unwrap_or_default();
    let bad = super::super::names::first_bad_char(name);
    let empty_tool = match reading.field("allowed-tools") {
        Some(Value::List(tools)) => tools
            .iter()
            .any(|tool| matches!(tool, Value::Text(tool) if tool.trim().is_empty())),
        _ => false,
    };
    let found = if name.trim().is_empty() {
        Some((
            "missing-name",
            "name",
            "import and save refuse a skill without a name".to_owned(),
        ))
    } else if description.trim().is_empty() {
        let why = "import and save refuse a skill without a description";
        Some(("missing-description", "description", why.to_owned()))
    } else if let Some(bad) = bad {
        let why =
            format!("import and save refuse {bad:?} in a name: letters, digits, - and _ only");
        Some(("name-character", "name", why))
    } else if empty_tool {
        let why = "import and save refuse an empty entry in allowed-tools".to_owned();
        Some(("empty-allowed-tool", "allowed-tools", why))
    } else {
        None
    };
    if let Some((code, field, message)) = found {
        let note = note(reading, code, field, message);
        reading.notes.push(note);
    }
}

/// The keys the reference validator knows.
const KNOWN: &[&str] = &[
    "name",
    "description",
    "license",
    "allowed-tools",
    "metadata",
    "compatibility",
];

/// All field problems, in the validator's order; what it cannot read at all drops the file.
fn agentskills(reading: &mut Reading, folder: &str) {
    let mut found: Vec<(&'static str, &str, String)> = Vec::new();
    let unexpected: Vec<&str> = reading
        .fields
        .iter()
        .map(|(key, _)| key.as_str())
        .filter(|key| !KNOWN.contains(key))
        .collect();
    if let Some(first) = unexpected.first() {
        let why = format!("not in the specification: {}", unexpected.join(", "));
        found.push(("unexpected-fields", first, why));
    }
    name_problems(reading, folder, &mut found);
    match text(reading, "description").map(python::strip) {
        None if reading.field("description").is_none() => {
            found.push((
                "missing-description",
                "description",
                "there is no description".into(),
            ));
        }
        None | Some("") => {
            found.push((
                "empty-description",
                "description",
                "the description is empty".into(),
            ));
        }
        Some(text) if text.chars().count() > 1024 => {
            let why = format!("{} characters, 1024 are allowed", text.chars().count());
            found.push(("description-too-long", "description", why));
        }
        Some(_) => {}
    }
    if let Some(Value::Text(text)) = reading.field("compatibility")
        && text.chars().count() > 500
    {
        let why = format!("{} characters, 500 are allowed", text.chars().count());
        found.push(("compatibility-too-long", "compatibility", why));
    }
    let fatal = found.iter().find(|(code, ..)| {
        matches!(
            *code,
            "missing-name" | "empty-name" | "missing-description" | "empty-description"
        )
    });
    if let Some((code, field, why)) = fatal {
        let at = reading.spans.get(*field).cloned();
        reading.dropped = Some(super::Dropped {
            code,
            at,
            message: why.clone(),
            detail: None,
        });
    }
    let notes = found
        .into_iter()
        .map(|(code, field, why)| note(reading, code, field, why))
        .collect::<Vec<_>>();
    reading.notes = notes;
    for field in ["name", "description"] {
        if let Some((_, Value::Text(text))) =
            reading.fields.iter_mut().find(|(key, _)| key == field)
        {
            *text = python::strip(text).to_owned();
        }
    }
    reading.name = text(reading, "name").map(str::to_owned);
    reading.description = text(reading, "description").map(str::to_owned);
}

fn name_problems(reading: &Reading, folder: &str, found: &mut Vec<(&'static str, &str, String)>) {
    let name = match text(reading, "name").map(python::strip) {
        None if reading.field("name").is_none() => {
            return found.push(("missing-name", "name", "there is no name".into()));
        }
        None | Some("") => return found.push(("empty-name", "name", "the name is empty".into())),
        // All further checks look at this form (recorded).
        Some(name) => name.nfkc().collect::<String>(),
    };
    let name = name.as_str();
    let count = name.chars().count();
    if count > 64 {
        found.push((
            "name-too-long",
            "name",
            format!("{count} characters, 64 are allowed"),
        ));
    }
    if name.to_lowercase() != name {
        found.push(("name-not-lowercase", "name", "it must be lower case".into()));
    }
    if name.starts_with('-') || name.ends_with('-') {
        found.push((
            "name-edge-hyphen",
            "name",
            "it starts or ends with a hyphen".into(),
        ));
    }
    if name.contains("--") {
        found.push((
            "name-double-hyphen",
            "name",
            "it has two hyphens in a row".into(),
        ));
    }
    if let Some(bad) = name.chars().find(|c| !c.is_alphanumeric() && *c != '-') {
        found.push(("name-characters", "name", format!("it holds {bad:?}")));
    }
    if name != folder.nfkc().collect::<String>() {
        found.push((
            "name-not-directory",
            "name",
            format!("the folder is called {folder:?}"),
        ));
    }
}

fn text<'a>(reading: &'a Reading, key: &str) -> Option<&'a str> {
    match reading.field(key) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}
