//! Skills that stand in a JSON file: rows of a store, and specs of subagents (Pleach).

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::agents::to_value;
use super::profile::{Profile, RowForm, Rows};
use super::read::{Input, Raw, read};
use super::reading::{Dropped, Reading, Spans, Value};
use super::settings::Settings;
use super::survey::{Copy, NotLoaded, Source};
use super::tree::FileTree;
use crate::skill::shared::Shared;

/// The skills of a JSON file, in its order, and what is not loaded. Nothing when `path` is no file.
pub(super) fn row_skills(
    profile: &Profile,
    settings: &Settings,
    rows: &Rows,
    layer: usize,
    tree: &FileTree,
    path: &str,
) -> (Vec<Copy>, Vec<NotLoaded>) {
    let (mut copies, mut not_loaded) = (Vec::new(), Vec::new());
    let Some(file) = tree.file(path) else {
        return (copies, not_loaded);
    };
    let source = Source {
        path: path.to_owned(),
        span: 0..0,
    };
    let mut miss = |name: &str, why: Dropped, reading: Option<Arc<Reading>>| {
        not_loaded.push(NotLoaded {
            layer: Some(layer),
            path: path.into(),
            name: name.to_owned(),
            why,
            reading,
            source: Some(Box::new(source.clone())),
        });
    };
    let file_name = path.rsplit('/').next().unwrap_or(path);
    let items = match file.content.as_deref().map(serde_json::from_slice) {
        Some(Ok(Json::Array(items))) => items,
        Some(Ok(_)) => {
            miss(file_name, dropped("bad-json", "it is no JSON list"), None);
            return (copies, not_loaded);
        }
        Some(Err(error)) => {
            let why = format!("it is no JSON: {error}");
            miss(file_name, dropped("bad-json", &why), None);
            return (copies, not_loaded);
        }
        None => {
            let why = file.problem.as_deref().unwrap_or("it was not read");
            miss(file_name, dropped("unreadable", why), None);
            return (copies, not_loaded);
        }
    };
    for (at, item) in items.iter().enumerate() {
        let Json::Object(fields) = item else {
            let why = format!("entry {} is no object", at + 1);
            miss(file_name, dropped("bad-fields", &why), None);
            continue;
        };
        if !picked(rows, settings, fields) {
            continue;
        }
        let given = text(fields, "name");
        let name = given.clone().unwrap_or_else(|| format!("entry {}", at + 1));
        let reading = match rows.form {
            RowForm::Store => stored(profile, fields, &name, given.is_some()),
            RowForm::Specs => spec(fields),
        };
        let reading = Arc::new(reading);
        match (&reading.dropped, &reading.name) {
            (None, Some(name)) => copies.push(Copy {
                layer,
                path: None,
                folder: None,
                reference: name.as_str().into(),
                name: name.clone(),
                source: Some(Box::new(Source {
                    path: path.to_owned(),
                    span: 0..0,
                })),
                reading,
            }),
            (why, _) => {
                let why = why.as_deref().cloned().unwrap_or_else(missing_name);
                miss(&name, why, Some(reading));
            }
        }
    }
    (copies, not_loaded)
}

fn dropped(code: &'static str, message: &str) -> Dropped {
    Dropped {
        code,
        at: None,
        message: message.to_owned(),
        detail: None,
    }
}

fn missing_name() -> Dropped {
    dropped("missing-name", "missing name: the entry gives none")
}

fn text(fields: &Map<String, Json>, key: &str) -> Option<String> {
    let text = fields.get(key)?.as_str()?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// The texts of a list; a single text counts as a list of one, as in a file.
fn texts(fields: &Map<String, Json>, key: &str) -> Vec<Value> {
    let held = fields.get(key);
    let items = match held {
        Some(Json::Array(items)) => items.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let texts = items.iter().filter_map(Json::as_str);
    texts.map(|text| Value::Text(text.to_owned())).collect()
}

/// A row of another organisation or user is not picked; one that names none always is.
fn picked(rows: &Rows, settings: &Settings, fields: &Map<String, Json>) -> bool {
    [(&rows.org, "orgId"), (&rows.user, "userId")]
        .into_iter()
        .all(|(option, key)| {
            let wanted = option.as_ref().and_then(|option| settings.text(option));
            match (wanted, text(fields, key)) {
                (Some(wanted), Some(own)) => wanted == own,
                _ => true,
            }
        })
}

/// A row: the text of a skill file, or ready fields beside a body.
fn stored(profile: &Profile, fields: &Map<String, Json>, name: &str, named: bool) -> Reading {
    let content = text(fields, "content").unwrap_or_default();
    let input = Input {
        raw: &Raw::new(content.as_bytes()),
        folder_name: name,
        reference: name,
        path: "",
        single: false,
        kept: None,
    };
    let mut reading = read(profile, input);
    let code = reading.dropped.as_ref().map(|dropped| dropped.code);
    if code == Some("no-frontmatter") && named {
        reading = ready(fields, name);
    }
    reading.spans = Spans::default();
    assume(
        &mut reading,
        "loaded",
        "what the rows of a store hold is not documented",
    );
    reading
}

fn ready(fields: &Map<String, Json>, name: &str) -> Reading {
    let list = |key: &str, other: &str| {
        let key = if fields.contains_key(key) { key } else { other };
        Value::List(texts(fields, key))
    };
    let activation = text(fields, "activation")
        .filter(|value| matches!(value.as_str(), "auto" | "intent-matched" | "manual"));
    let mut reading = Reading {
        name: Some(name.to_owned()),
        description: text(fields, "description"),
        body: text(fields, "content").map(Shared::from),
        ..Reading::default()
    };
    put(&mut reading, "name", Value::Text(name.to_owned()));
    if let Some(description) = reading.description.clone() {
        put(&mut reading, "description", Value::Text(description));
    }
    let tools = list("allowed-tools", "allowedTools");
    put(&mut reading, "allowed-tools", tools);
    put(&mut reading, "intents", list("intents", "intents"));
    let activation = activation.unwrap_or_else(|| "auto".to_owned());
    put(&mut reading, "activation", Value::Text(activation));
    limits(
        &mut reading,
        fields.get("execution").and_then(Json::as_object),
    );
    reading
}

/// A spec becomes a skill that only its name finds.
fn spec(fields: &Map<String, Json>) -> Reading {
    let Some(name) = text(fields, "name") else {
        return Reading::from(missing_name());
    };
    let tools = texts(fields, "tools");
    let mut reading = Reading {
        name: Some(name.clone()),
        description: text(fields, "description"),
        body: Some(
            text(fields, "systemPromptSuffix")
                .unwrap_or_default()
                .into(),
        ),
        ..Reading::default()
    };
    put(&mut reading, "name", Value::Text(name));
    if let Some(description) = reading.description.clone() {
        put(&mut reading, "description", Value::Text(description));
    }
    put(&mut reading, "allowed-tools", Value::List(tools));
    put(&mut reading, "intents", Value::List(Vec::new()));
    put(&mut reading, "activation", Value::Text("manual".to_owned()));
    limits(&mut reading, Some(fields));
    for key in ["allowed-tools", "intents", "execution", "body"] {
        assume(
            &mut reading,
            key,
            "how the fields of a spec map is not documented",
        );
    }
    reading
}

fn limits(reading: &mut Reading, from: Option<&Map<String, Json>>) {
    let keys = ["maxSteps", "timeout"].into_iter();
    let given: Vec<_> = keys
        .filter_map(|key| Some((key, from?.get(key)?)))
        .filter(|(_, value)| value.is_number())
        .map(|(key, value)| (key.to_owned(), to_value(value)))
        .collect();
    if !given.is_empty() {
        put(reading, "execution", Value::Map(given));
    }
}

fn put(reading: &mut Reading, key: &str, value: Value) {
    reading.fields.push((key.to_owned(), value));
}

fn assume(reading: &mut Reading, key: &str, why: &str) {
    reading.assumed.insert(key.to_owned(), why.to_owned());
}
