//! What a profile asks of fields once they are read: required texts, and limits that are noted.

use serde_json::json;

use super::super::profile::{Field, FieldRule, Limit, Reader};
use super::super::reading::{Dropped, Note, Reading, Value};
use super::Fields;
use crate::skill::Span;

/// All fields that are missing or of the wrong type, told together; `start` is where the
/// frontmatter opens, for what is not there.
pub fn check(reader: &Reader, fields: &Fields, start: Span) -> Result<(), Dropped> {
    let bad: Vec<(&Field, &str)> = reader
        .field
        .iter()
        .filter_map(|field| Some((field, problem(field, fields)?)))
        .collect();
    let Some((first, _)) = bad.first() else {
        return Ok(());
    };
    let told: Vec<String> = bad
        .iter()
        .map(|(field, problem)| match *problem {
            "missing" => format!("`{}` is missing", field.key),
            _ => format!(
                "`{}` is read as {}, not as text",
                field.key,
                kind(field, fields)
            ),
        })
        .collect();
    let list: Vec<_> = bad
        .iter()
        .map(|(field, problem)| json!({ "field": field.key, "problem": problem }))
        .collect();
    Err(Dropped {
        code: "bad-fields",
        at: Some(fields.spans.get(&first.key).unwrap_or(start)),
        message: told.join("; "),
        detail: Some(Box::new(json!({ "fields": list }))),
    })
}

fn problem(field: &Field, fields: &Fields) -> Option<&'static str> {
    match value(fields, &field.key) {
        None => field.required.then_some("missing"),
        Some(Value::Text(_)) => None,
        Some(_) => (field.rule == FieldRule::StrictText).then_some("not-a-string"),
    }
}

fn kind(field: &Field, fields: &Fields) -> &'static str {
    match value(fields, &field.key) {
        Some(Value::Bool(_)) => "true or false",
        Some(Value::Integer(_) | Value::Float(_)) => "a number",
        Some(Value::List(_)) => "a list",
        Some(Value::Map(_)) => "a map",
        _ => "nothing",
    }
}

fn value<'a>(fields: &'a Fields, key: &str) -> Option<&'a Value> {
    let known = fields.values.iter().find(|(known, _)| known == key);
    known.map(|(_, value)| value)
}

/// Notes every limit that a reading does not keep.
pub fn limits(reader: &Reader, reading: &mut Reading) {
    for limit in &reader.limit {
        let default = reader.field.iter().find(|field| field.key == limit.field);
        let default = default.and_then(|field| field.default.as_deref());
        let held = match reading.field(&limit.field) {
            // The name after its fallback, where there is one.
            _ if limit.field == "name" && reading.name.is_some() => reading.name.as_deref(),
            Some(Value::Text(text)) => Some(text.as_str()),
            _ => default,
        };
        if held.is_some_and(|text| !keeps(limit, text)) {
            reading.notes.push(Note {
                code: limit.code.0,
                at: reading.spans.get(&limit.field),
                message: limit.effect.clone(),
                assumed: false,
            });
        }
    }
}

fn keeps(limit: &Limit, text: &str) -> bool {
    let count = text.chars().count();
    limit.min.is_none_or(|min| count >= min)
        && limit.max.is_none_or(|max| count <= max)
        && !text.contains(|c| limit.without.contains(c))
        && !text.starts_with(|c| limit.edges.contains(c))
        && !text.ends_with(|c| limit.edges.contains(c))
        && limit
            .never
            .as_ref()
            .is_none_or(|never| !text.contains(never.as_str()))
        && limit
            .only
            .is_none_or(|set| text.chars().all(|c| set.has(c)))
}
