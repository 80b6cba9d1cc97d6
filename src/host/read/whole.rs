//! Files without frontmatter: the whole text is the content of the skill.

use super::super::profile::{DescriptionFallback, Reader};
use super::super::reading::{Note, Reading, Value};
use crate::host::python;
use crate::skill::shared::Shared;

/// What the host holds of a skill, given its content (`None`: no layer gives one) and its other
/// fields.
pub fn finish(
    reader: &Reader,
    name: &str,
    body: Option<Shared>,
    fields: Vec<(String, Value)>,
) -> Reading {
    let given = fields.iter().find_map(|(key, value)| match value {
        Value::Text(text) if key == "description" => Some(text.clone()),
        _ => None,
    });
    let mut reading = Reading {
        name: Some(name.to_owned()),
        description: given,
        fields,
        body,
        ..Reading::default()
    };
    let odd = reading
        .fields
        .iter()
        .find(|(key, value)| key == "tags" && !matches!(value, Value::List(_)));
    if odd.is_some() {
        reading.fails = Some("its tags are no list (TypeError: not iterable)".to_owned());
    }
    if reader.description_fallback == DescriptionFallback::FirstLine {
        first_line(&mut reading);
    }
    reading
}

/// The first line of the stripped content stands for an empty description. Content that is white
/// space only has no such line, and the runtime fails on it (Replio, recorded).
fn first_line(reading: &mut Reading) {
    let body = reading.body.as_deref().unwrap_or_default();
    if reading
        .description
        .as_deref()
        .is_some_and(|text| !text.is_empty())
    {
        if !body.is_empty() && python::strip(body).is_empty() {
            reading.notes.push(Note {
                code: "blank-content",
                at: None,
                message: "the content is white space only: the prompt gets a heading and nothing \
                          below it"
                    .to_owned(),
                assumed: false,
            });
        }
        return;
    }
    let line = python::splitlines(python::strip(body)).next();
    if line.is_none() && !body.is_empty() {
        reading.fails = Some(
            "its content is white space only, and taking the first line of it for a description \
             fails (IndexError: list index out of range)"
                .to_owned(),
        );
    }
    reading.description = Some(line.unwrap_or_default().to_owned());
}

/// `list(value or [])`: a text becomes its letters, a map its keys, what is empty or zero an empty
/// list; any other number stays, and the runtime fails on it.
pub fn letters(value: &Value) -> Value {
    let text = |text: String| Value::Text(text);
    Value::List(match value {
        Value::Text(letters) => letters.chars().map(|c| text(c.to_string())).collect(),
        Value::List(items) => items.clone(),
        Value::Map(entries) => entries.iter().map(|(key, _)| text(key.clone())).collect(),
        odd if python::truth(odd) => return odd.clone(),
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Bytes(_) => Vec::new(),
    })
}
