//! What programs in Python ask of values: types as pydantic or `isinstance` tell them, truth, forms
//! and lengths.

use std::collections::BTreeSet;

use serde_json::json;

use super::super::profile::{Field, FieldRule, NameFallback, Reader, Wrong};
use super::super::reading::{Dropped, Value};
use super::fences::Cut;
use super::python::body_line;
use super::{Fields, Input};
use crate::host::python::load::Item;
use crate::host::python::{Object, nfkc};
use crate::skill::Span;

/// Why a field is not as it must be.
struct Problem<'f> {
    field: &'f Field,
    code: &'static str,
    kind: &'static str,
    at: Span,
    why: String,
}

impl Problem<'_> {
    /// It is only judged when all other fields are good.
    fn late(&self) -> bool {
        self.field.late && matches!(self.kind, "length" | "form" | "folder")
    }
}

/// What the host holds of each field it knows.
pub(super) fn hold(
    reader: &Reader,
    items: Vec<Item>,
    cut: &Cut,
    input: Input<'_>,
) -> Result<Fields, Dropped> {
    let start = cut.text.in_file(0..3.min(cut.text.text.len()));
    let odd = |key: &Object| match key {
        Object::Str(key) => reader.reserved_keys.contains(key),
        _ => true,
    };
    if let Some(code) = reader.keys
        && let Some((key, _, span)) = items.iter().find(|(key, ..)| odd(key))
    {
        return Err(Dropped {
            code: code.0,
            at: Some(span.clone()),
            message: format!(
                "the program fails on the key {}",
                key.repr().unwrap_or_default()
            ),
            detail: None,
        });
    }
    let mut fields = Fields::default();
    let mut problems: Vec<Problem<'_>> = Vec::new();
    for field in &reader.field {
        let keys = std::iter::once(&field.key).chain(&field.also);
        let mut found = keys.filter_map(|wanted| {
            let is = |key: &Object| matches!(key, Object::Str(key) if key == wanted);
            items.iter().find(|(key, ..)| is(key))
        });
        let (object, span) = match found.next() {
            Some((_, object, span)) => (Some(object), span.clone()),
            None => (None, start.clone()),
        };
        let written = input.raw.bytes().get(span.clone()).unwrap_or_default();
        let halves = field.no_halves && has_halves(written);
        // What counts as absent is asked for its length all the same where nothing stands in for it.
        let hollow = field.rule == FieldRule::Sized
            && object.is_some_and(|object| !object.truth() && !has_length(object))
            && body_line(reader, cut.body()).is_empty();
        let held = match (halves, hollow) {
            (true, _) => Err(mistyped(field, "holds half a character, which is no text")),
            (_, true) => Err(mistyped(field, "has the wrong type")),
            _ => one(field, object, input),
        };
        match held {
            Ok(Some(value)) => fields.put(&field.key, value, span),
            Ok(None) if field.key == "name" && reader.name_fallback == NameFallback::Folder => {
                // It stands nowhere in the file.
                match checked(field, input.folder_name.to_owned(), input) {
                    Ok(name) => fields.values.push((field.key.clone(), Value::Text(name))),
                    Err((code, kind, why)) => problems.push(Problem {
                        field,
                        code,
                        kind,
                        at: span,
                        why: format!(
                            "the name of the folder stands for the missing `name`, and it {why}"
                        ),
                    }),
                }
            }
            Ok(None) if field.required => problems.push(Problem {
                field,
                code: field.missing.map_or("bad-fields", |code| code.0),
                kind: "missing",
                at: span,
                why: format!("`{}` is missing", field.key),
            }),
            Ok(None) => {}
            Err((code, kind, why)) => problems.push(Problem {
                field,
                code,
                kind,
                at: span,
                why: format!("`{}` {why}", field.key),
            }),
        }
    }
    let known = |key: &Object| {
        let fields = reader.field.iter();
        let mut keys = fields.flat_map(|field| field.also.iter().chain([&field.key]));
        keys.any(|known| matches!(key, Object::Str(key) if key == known))
    };
    if let (Some(code), None) = (reader.unknown_keys, problems.first())
        && let Some((key, _, span)) = items.iter().find(|(key, ..)| !known(key))
    {
        return Err(Dropped {
            code: code.0,
            at: Some(span.clone()),
            message: format!("the key {} is not allowed", key.repr().unwrap_or_default()),
            detail: None,
        });
    }
    match problems.first() {
        None => Ok(fields),
        Some(first) if !reader.report_all => {
            let early = |problem: &&Problem<'_>| problem.kind != "folder" && !problem.late();
            let first = problems.iter().find(early).unwrap_or(first);
            Err(Dropped {
                code: first.code,
                at: Some(first.at.clone()),
                message: first.why.clone(),
                detail: Some(Box::new(fields_of(&[first]))),
            })
        }
        Some(_) => Err(all(&problems)),
    }
}

/// All problems together; one of a kind that ends the check stands alone.
fn all(problems: &[Problem<'_>]) -> Dropped {
    let alone = |problem: &&Problem<'_>| problem.kind == "raises" || problem.field.alone;
    let alone = problems.iter().find(alone);
    let late = |problem: &&Problem<'_>| problem.kind == "folder" || problem.late();
    let told: Vec<&Problem<'_>> = match alone {
        Some(alone) => vec![alone],
        // Only a sound set of fields is compared with its folder.
        None if problems.iter().all(|problem| late(&problem)) => problems.iter().collect(),
        None => problems.iter().filter(|problem| !late(problem)).collect(),
    };
    let Some(first) = told.first() else {
        return Dropped {
            code: "bad-fields",
            at: None,
            message: String::new(),
            detail: None,
        };
    };
    let code = match (alone, first.kind) {
        (Some(_), _) | (None, "folder") => first.code,
        _ if first.late() => first.code,
        _ => "bad-fields",
    };
    let messages: Vec<&str> = told.iter().map(|problem| problem.why.as_str()).collect();
    Dropped {
        code,
        at: Some(first.at.clone()),
        message: messages.join("; "),
        detail: Some(Box::new(fields_of(&told))),
    }
}

/// The fields that have a problem, each with the kind of the first.
fn fields_of(problems: &[&Problem<'_>]) -> serde_json::Value {
    let fields: BTreeSet<&str> = problems
        .iter()
        .map(|problem| problem.field.key.as_str())
        .collect();
    let row = |key: &str| {
        let of = |problem: &&&Problem<'_>| problem.field.key == key;
        let kind = problems.iter().find(of).map_or("", |problem| problem.kind);
        json!({ "field": key, "problem": kind })
    };
    json!({ "fields": fields.into_iter().map(row).collect::<Vec<_>>() })
}

/// Code, kind and reason of a problem.
type Bad = (&'static str, &'static str, String);

fn mistyped(field: &Field, why: &str) -> Bad {
    let code = field.mistyped.or(field.missing);
    let code = code.map_or("bad-fields", |code| code.0);
    (code, "not-a-string", why.to_owned())
}

/// What `len()` takes.
fn has_length(object: &Object) -> bool {
    !matches!(
        object,
        Object::None | Object::Bool(_) | Object::Int(_) | Object::Float(_)
    )
}

/// Whether a value in double quotes is written with escapes of surrogates, in pairs or not: a text for
/// Python, and none for pydantic 2 where it asks for a length (run).
fn has_halves(written: &[u8]) -> bool {
    let mut at = 1;
    while written.first() == Some(&b'"') && at + 3 < written.len() {
        let two = &written[at..at + 4];
        if matches!(
            two,
            [
                b'\\',
                b'u',
                b'd' | b'D',
                b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F',
            ]
        ) {
            return true;
        }
        at += if two[0] == b'\\' { 2 } else { 1 };
    }
    false
}

/// What a field holds; `None` for nothing.
fn one(field: &Field, object: Option<&Object>, input: Input<'_>) -> Result<Option<Value>, Bad> {
    let Some(object) = object else {
        return Ok(None);
    };
    if field.falsy_is_absent && !object.truth() {
        return Ok(None);
    }
    let shown = field.rule == FieldRule::PyText;
    if *object == Object::None && !field.null_is_wrong && !shown {
        return Ok(None);
    }
    let wrong = |why: &str| mistyped(field, why);
    let value = match (field.rule, object) {
        (FieldRule::Text | FieldRule::StrictText | FieldRule::LaxText, Object::Str(text)) => {
            Value::Text(text.clone())
        }
        (FieldRule::LaxText, Object::Bytes(bytes)) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => return Err(wrong("holds bytes that are no text")),
        },
        (FieldRule::PyText, object) => match object.str() {
            Some(text) => Value::Text(text),
            None => {
                return Err((
                    "raises",
                    "raises",
                    "is a number too long to show".to_owned(),
                ));
            }
        },
        (FieldRule::LaxBool, object) => match lax_bool(object) {
            Some(truth) => Value::Bool(truth),
            None => return Err(wrong("is neither true nor false")),
        },
        (FieldRule::Bool, Object::Bool(truth)) => Value::Bool(*truth),
        (FieldRule::TextBool, Object::Str(text)) => match text.to_lowercase().as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return Err(wrong("is neither true nor false")),
        },
        (FieldRule::Never, _) => return Ok(None),
        (FieldRule::Texts, Object::List(items))
            if items.iter().all(|item| matches!(item, Object::Str(_))) =>
        {
            object.value()
        }
        (
            FieldRule::Sized,
            Object::Str(_)
            | Object::Bytes(_)
            | Object::List(_)
            | Object::Pairs(_)
            | Object::Dict(_)
            | Object::Set(_),
        ) => object.value(),
        (FieldRule::Words, Object::Str(text)) => {
            let words = text.split(crate::host::python::is_space);
            let words = words.filter(|word| !word.is_empty());
            Value::List(words.map(|word| Value::Text(word.to_owned())).collect())
        }
        (FieldRule::Words, object) => words(field, object)?,
        (FieldRule::TextOrList, Object::Str(_)) | (FieldRule::Any, _) => object.value(),
        (FieldRule::TextOrList | FieldRule::List, Object::List(_) | Object::Pairs(_))
        | (FieldRule::Map, Object::Dict(_)) => object.value(),
        _ if field.wrong == Wrong::Absent => return Ok(None),
        _ => return Err(wrong("has the wrong type")),
    };
    let Value::Text(text) = value else {
        return Ok(Some(value));
    };
    let text = field.trim.apply(&text).to_owned();
    if text.is_empty() && field.empty_is_absent {
        return Ok(None);
    }
    if field.blank_is_absent && crate::host::python::strip(&text).is_empty() {
        return Ok(None);
    }
    checked(field, text, input).map(|text| Some(Value::Text(text)))
}

/// Lists of texts; what has no items raises an error that pydantic does not catch.
fn words(field: &Field, object: &Object) -> Result<Value, Bad> {
    let items = match object {
        Object::List(items) | Object::Set(items) => items.clone(),
        Object::Dict(pairs) => pairs.iter().map(|(key, _)| key.clone()).collect(),
        Object::Bytes(bytes) => {
            let number = |byte: &u8| Object::Int(byte.to_string());
            bytes.iter().map(number).collect()
        }
        _ => {
            let why = "is no list, and the program fails on it".to_owned();
            return Err(("other", "raises", why));
        }
    };
    let text = |item: &Object| matches!(item, Object::Str(_) | Object::Bytes(_));
    match items.iter().all(text) {
        true => Ok(Value::List(items.iter().map(Object::value).collect())),
        false => {
            let code = field.mistyped.map_or("bad-fields", |code| code.0);
            let why = "holds something that is no text".to_owned();
            Err((code, "not-a-string", why))
        }
    }
}

/// true and false as pydantic takes them when it is not strict.
fn lax_bool(object: &Object) -> Option<bool> {
    match object {
        Object::Bool(truth) => Some(*truth),
        Object::Int(digits) => match digits.as_str() {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        },
        Object::Float(number) if *number == 0.0 => Some(false),
        Object::Float(number) if *number == 1.0 => Some(true),
        Object::Str(text) => match text.to_lowercase().as_str() {
            "0" | "off" | "f" | "false" | "n" | "no" => Some(false),
            "1" | "on" | "t" | "true" | "y" | "yes" => Some(true),
            _ => None,
        },
        Object::Bytes(bytes) => lax_bool(&Object::Str(String::from_utf8(bytes.clone()).ok()?)),
        _ => None,
    }
}

/// The text as the host keeps it, where its length and form are right.
fn checked(field: &Field, text: String, input: Input<'_>) -> Result<String, Bad> {
    let text = match field.nfkc {
        true => nfkc(&text),
        false => text,
    };
    let text = match field.clip.as_ref().and_then(|clip| clip.apply(&text)) {
        Some(cut) => cut,
        None => text,
    };
    let middle = field.clip_middle.as_ref();
    let text = match middle.and_then(|clip| clip.apply(&text, input.path)) {
        Some(cut) => cut,
        None => text,
    };
    if input.single && field.is_folder {
        return Ok(text);
    }
    let count = text.chars().count();
    if !field.one_of.is_empty() && !field.one_of.contains(&text) {
        return Err((
            "bad-fields",
            "value",
            "is none of the known values".to_owned(),
        ));
    }
    let blank = field.not_blank && crate::host::python::strip(&text).is_empty();
    if count < field.at_least || blank {
        let code = field.mistyped.or(field.missing);
        let code = code.map_or("bad-fields", |code| code.0);
        return Err((code, "length", "is empty".to_owned()));
    }
    let own = match field.nfkc_folder {
        true => nfkc(input.folder_name),
        false => input.folder_name.to_owned(),
    };
    let strange = field.is_folder && text != own;
    let folder = || -> Bad {
        let why = format!("is not the name of its folder, {:?}", input.folder_name);
        ("name-not-folder", "folder", why)
    };
    if strange && field.folder_first {
        return Err(folder());
    }
    let misshapen = field.misshapen.map_or("name-not-allowed", |code| code.0);
    if field.at_most.is_some_and(|most| count > most) {
        let code = field.too_long.map_or(misshapen, |code| code.0);
        return Err((code, "length", format!("has {count} characters, too many")));
    }
    let strange_letter = text
        .chars()
        .find(|c| field.letters.is_some_and(|set| !set.has(*c)));
    if let Some(letter) = strange_letter {
        return Err((misshapen, "characters", format!("holds {letter:?}")));
    }
    if field.shape.is_some_and(|shape| !shape.fits(&text)) {
        let why = "is not made of small letters, digits and single hyphens".to_owned();
        return Err((misshapen, "form", why));
    }
    if strange {
        return Err(folder());
    }
    Ok(text)
}
