//! Validation that a host runs apart from loading: its codes become notes of the reading.

use super::super::profile::Validate;
use super::super::reading::{Dropped, Note, Reading, Value};
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

/// A file that could not be read: a validator tells why, and no more.
pub fn refused(validate: Validate, mut reading: Reading) -> Reading {
    if let (Validate::Agentskills, Some(dropped)) = (validate, &reading.dropped) {
        reading.notes.push(Note {
            code: dropped.code,
            at: dropped.at.clone(),
            message: dropped.message.clone(),
            assumed: false,
        });
    }
    reading
}

fn note(reading: &Reading, code: &'static str, field: &str, message: String) -> Note {
    Note {
        code,
        at: reading.spans.get(field),
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

/// Characters the reference validator allows in a name.
const NAME_CHARS: usize = 64;
/// Characters the reference validator allows in a description.
const DESCRIPTION_CHARS: usize = 1024;
/// Characters the reference validator allows in `compatibility`.
const COMPATIBILITY_CHARS: usize = 500;

/// Characters the validator allows in a field, where it counts them.
pub fn most(validate: Validate, key: &str) -> Option<usize> {
    match (validate, key) {
        (Validate::Agentskills, "name") => Some(NAME_CHARS),
        (Validate::Agentskills, "description") => Some(DESCRIPTION_CHARS),
        (Validate::Agentskills, "compatibility") => Some(COMPATIBILITY_CHARS),
        _ => None,
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

/// True when a validator refuses a file for having this field.
pub fn refuses(validate: Validate, key: &str) -> bool {
    validate == Validate::Agentskills && !KNOWN.contains(&key)
}

/// A code, the field it is about and why.
type Problem = (&'static str, &'static str, String);

/// All field problems, in the validator's order; what keeps the library from reading the properties
/// drops the file.
fn agentskills(reading: &mut Reading, folder: &str) {
    let mut found = Vec::new();
    let mut unexpected: Vec<&str> = reading
        .fields
        .iter()
        .map(|(key, _)| key.as_str())
        .filter(|key| !KNOWN.contains(key))
        .collect();
    unexpected.sort_unstable();
    let first = unexpected.first().map(|key| (*key).to_owned());
    name_problems(reading, folder, &mut found);
    description_problems(reading, &mut found);
    compatibility_problems(reading, &mut found);
    let mut notes: Vec<Note> = first
        .map(|first| {
            let why = format!("not in the specification: {}", unexpected.join(", "));
            note(reading, "unexpected-fields", &first, why)
        })
        .into_iter()
        .collect();
    notes.extend(
        found
            .iter()
            .map(|(code, field, why)| note(reading, code, field, why.clone())),
    );
    // The library looks for both fields before it looks into either.
    let fatal = [
        "missing-name",
        "missing-description",
        "empty-name",
        "empty-description",
    ];
    let fatal = fatal
        .iter()
        .find_map(|code| found.iter().find(|(known, ..)| known == code));
    if let Some((code, field, why)) = fatal {
        let at = reading.spans.get(field);
        reading.dropped = Some(Box::new(Dropped {
            code,
            at,
            message: why.clone(),
            detail: None,
        }));
    }
    reading.notes = notes;
    for field in ["name", "description"] {
        if let Some((_, Value::Text(text))) =
            reading.fields.iter_mut().find(|(key, _)| key == field)
        {
            *text = python::strip(text).to_owned();
        }
    }
    let loaded = reading.dropped.is_none();
    let held = |field| text(reading, field).filter(|_| loaded).map(str::to_owned);
    (reading.name, reading.description) = (held("name"), held("description"));
}

/// The rules hold for the compatibility form of the trimmed name.
fn name_problems(reading: &Reading, folder: &str, found: &mut Vec<Problem>) {
    let mut tell = |code, why: String| found.push((code, "name", why));
    if reading.field("name").is_none() {
        return tell("missing-name", "there is no name".to_owned());
    }
    let name = python::nfkc(text(reading, "name").map_or("", python::strip));
    if name.is_empty() {
        return tell("empty-name", "the name is empty, or no text".to_owned());
    }
    let count = name.chars().count();
    if count > NAME_CHARS {
        tell(
            "name-too-long",
            format!("{count} characters, {NAME_CHARS} are allowed"),
        );
    }
    if python::lower(&name) != name {
        tell("name-not-lowercase", "it must be lower case".to_owned());
    }
    if name.starts_with('-') || name.ends_with('-') {
        let why = "it starts or ends with a hyphen";
        tell("name-edge-hyphen", why.to_owned());
    }
    if name.contains("--") {
        tell(
            "name-double-hyphen",
            "it has two hyphens in a row".to_owned(),
        );
    }
    if let Some(bad) = name.chars().find(|c| !python::is_alnum(*c) && *c != '-') {
        tell("name-characters", format!("it holds {bad:?}"));
    }
    if python::nfkc(folder) != name {
        tell(
            "name-not-directory",
            format!("the folder is called {folder:?}"),
        );
    }
}

/// White space around it counts for the length.
fn description_problems(reading: &Reading, found: &mut Vec<Problem>) {
    let mut tell = |code, why: String| found.push((code, "description", why));
    if reading.field("description").is_none() {
        return tell("missing-description", "there is no description".to_owned());
    }
    let description = text(reading, "description").unwrap_or_default();
    let count = description.chars().count();
    if python::strip(description).is_empty() {
        let why = "the description is empty, or no text";
        tell("empty-description", why.to_owned());
    } else if count > DESCRIPTION_CHARS {
        tell(
            "description-too-long",
            format!("{count} characters, {DESCRIPTION_CHARS} are allowed"),
        );
    }
}

fn compatibility_problems(reading: &Reading, found: &mut Vec<Problem>) {
    let mut tell = |code, why: String| found.push((code, "compatibility", why));
    match reading.field("compatibility") {
        None => {}
        Some(Value::Text(text)) => {
            let count = text.chars().count();
            if count > COMPATIBILITY_CHARS {
                tell(
                    "compatibility-too-long",
                    format!("{count} characters, {COMPATIBILITY_CHARS} are allowed"),
                );
            }
        }
        Some(_) => tell("compatibility-not-text", "it must be a text".to_owned()),
    }
}

fn text<'a>(reading: &'a Reading, key: &str) -> Option<&'a str> {
    match reading.field(key) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}
