//! Frontmatter as Pleach's small reader takes it: what its document promises, and our decision,
//! marked as such, for what it leaves open.

mod lines;

use super::super::profile::{Family, Field, FieldRule, Reader};
use super::super::reading::{Dropped, Note, Reading, Value};
use super::fences::{Cut, is_js_space};
use crate::host::keyed::Keyed;
use lines::{Entry, Held, parse};

/// Reads the fields of a file; `lossy`: not all of its bytes were UTF-8.
pub fn read(reader: &Reader, cut: &Cut, lossy: bool) -> Reading {
    let whole: &str = &cut.text.text;
    let parsed = parse(whole, cut.yaml.clone());
    let mut reading = Reading {
        notes: parsed.notes,
        ..Reading::default()
    };
    for field in &reader.field {
        let entry = parsed.entries.get(&field.key);
        if let Some(entry) = entry {
            reading.spans.insert(&field.key, entry.span.clone());
            if let Some(why) = entry.assumed {
                reading.assumed.insert(field.key.clone(), why.to_owned());
            }
        }
        hold(field, entry, &mut reading);
    }
    for (key, entry) in &parsed.entries.entries {
        if !reader.field.iter().any(|field| field.key == *key) {
            let why = "keys the document does not name are kept";
            reading.assumed.insert(key.clone(), why.to_owned());
            reading.spans.insert(key, entry.span.clone());
            reading.fields.push((key.clone(), entry.held.value()));
        }
    }
    let text = |key: &str| match reading.field(key) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let (name, description) = (text("name"), text("description"));
    if name.as_deref().is_none_or(str::is_empty) {
        let at = reading.spans.get("name");
        return marked(
            reader,
            Dropped {
                code: "missing-name",
                at: Some(at.unwrap_or(0..3)),
                message: "missing name: the frontmatter gives none".to_owned(),
                detail: None,
            },
        );
    }
    (reading.name, reading.description) = (name, description);
    let below = whole[cut.yaml.end..].trim_start_matches("---");
    if below.len() != cut.body().len() {
        let why = "white space around the body is removed";
        reading.assumed.insert("body".to_owned(), why.to_owned());
    }
    let skipped = |line: &str| {
        let line = line.trim_matches(is_js_space);
        line.is_empty() || line.starts_with('#')
    };
    let decided = [
        (
            memchr::memchr(b'\r', whole.as_bytes()).is_some(),
            "lines may end in CR LF",
        ),
        (
            whole[cut.yaml.clone()].lines().any(skipped),
            "blank lines and lines that begin with # are skipped",
        ),
        (lossy, "bytes that are not UTF-8 become U+FFFD"),
    ];
    let why: Vec<_> = decided
        .iter()
        .filter(|(so, _)| *so)
        .map(|(_, why)| *why)
        .collect();
    if !why.is_empty() {
        reading.assumed.insert("loaded".to_owned(), why.join("; "));
    }
    reading
}

/// A drop; for a host that is known from its document only, the verdict rests on our decision.
pub fn marked(reader: &Reader, dropped: Dropped) -> Reading {
    let mut reading = Reading::from(dropped);
    if reader.family == Family::Light {
        let why = "a file without frontmatter or name is an error";
        reading.assumed.insert("loaded".to_owned(), why.to_owned());
    }
    reading
}

/// The limits that the document names.
const LIMITS: [&str; 2] = ["maxSteps", "timeout"];

/// Takes one known field over.
fn hold(field: &Field, entry: Option<&Entry>, reading: &mut Reading) {
    let held = entry.map(|entry| &entry.held);
    let mut assume = |why: &str| {
        reading.assumed.insert(field.key.clone(), why.to_owned());
    };
    let value = match (field.rule, held) {
        (FieldRule::TextList, Some(Held::List(items))) => Some(texts(items)),
        (FieldRule::TextList, Some(Held::Text(text))) => {
            assume("a single text counts as a list of one");
            Some(texts(std::slice::from_ref(text)))
        }
        (FieldRule::TextList, None | Some(Held::Empty)) => {
            assume("an absent list is an empty one");
            Some(Value::List(Vec::new()))
        }
        (FieldRule::Numbers, Some(Held::Map(map))) => {
            let (numbers, others): (Vec<_>, Vec<_>) = map
                .entries
                .iter()
                .map(|(key, text)| (key.clone(), number(text)))
                .partition(|(_, number)| number.is_some());
            let numbers: Vec<_> = numbers
                .into_iter()
                .filter_map(|(key, number)| Some((key, number?)))
                .collect();
            let documented = |(key, _): &(String, Value)| LIMITS.contains(&key.as_str());
            if !others.is_empty() || numbers.len() < 2 || !numbers.iter().all(documented) {
                assume("exactly the numbers that are given are kept");
            }
            (!numbers.is_empty()).then_some(Value::Map(numbers))
        }
        (FieldRule::Numbers, Some(Held::Empty)) => {
            assume("an empty block is none");
            None
        }
        (FieldRule::Numbers, None) => None,
        (_, Some(Held::Text(text))) if known(field, text) => Some(Value::Text(text.clone())),
        (_, Some(Held::Empty)) if field.default.is_none() => {
            assume("a key without a value holds an empty text");
            Some(Value::Text(String::new()))
        }
        (_, None | Some(Held::Empty)) => field.default.clone().map(|default| {
            assume("the default is not documented");
            Value::Text(default)
        }),
        (_, Some(other)) => {
            let message = match other {
                Held::Text(text) => format!("`{text}` is no value of `{}`", field.key),
                _ => format!("`{}` has a value of another kind", field.key),
            };
            assume("a value the host does not know counts as absent");
            reading.notes.push(Note {
                code: "unknown-value",
                at: entry.map(|entry| entry.span.clone()),
                message: format!("{message}; it counts as absent"),
                assumed: true,
            });
            match field.rule {
                FieldRule::TextList => Some(Value::List(Vec::new())),
                _ => field.default.clone().map(Value::Text),
            }
        }
    };
    reading
        .fields
        .extend(value.map(|value| (field.key.clone(), value)));
}

fn known(field: &Field, text: &str) -> bool {
    field.rule != FieldRule::Numbers
        && field.rule != FieldRule::TextList
        && (field.one_of.is_empty() || field.one_of.iter().any(|one| one == text))
}

fn texts(items: &[String]) -> Value {
    Value::List(items.iter().cloned().map(Value::Text).collect())
}

/// A decimal number, whole where it has no fraction.
fn number(text: &str) -> Option<Value> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
    if !text.chars().all(plain) {
        return None;
    }
    let number: f64 = text
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())?;
    let whole = number.fract() == 0.0 && number.abs() < 9.0e15;
    Some(if whole {
        Value::Integer(format!("{number:.0}"))
    } else {
        Value::Float(number)
    })
}

impl Held {
    fn value(&self) -> Value {
        match self {
            Self::Empty => Value::Null,
            Self::Text(text) => Value::Text(text.clone()),
            Self::List(items) => texts(items),
            Self::Map(map) => map_value(map),
        }
    }
}

fn map_value(map: &Keyed<String>) -> Value {
    let entries = map.entries.iter();
    Value::Map(
        entries
            .map(|(key, text)| (key.clone(), Value::Text(text.clone())))
            .collect(),
    )
}
