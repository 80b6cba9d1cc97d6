//! Objects as PyYAML makes them, and what programs in Python make of those they know.

use std::borrow::Cow;

use super::super::profile::{DescriptionFallback, NotAMap, Objects, OnError, Reader};
use super::super::reading::{Dropped, Reading, Value};
use super::fences::Cut;
use super::text::{Text, range_in};
use super::{Fields, Input, bad_yaml, explain, py_fences, py_nodes as nodes, py_rules};
use crate::host::keyed::Keyed;
use crate::host::python::load::{Item, Loaded, load};
use crate::host::python::{Object, rstrip, strip};
use crate::skill::Span;
use crate::skill::yaml::{ErrorKind, Raised};

/// A frontmatter that cannot be used, and how the library said so.
pub(super) struct Failed {
    pub why: Dropped,
    pub raised: Raised,
}

/// Decodes the frontmatter into the fields the host knows.
pub(super) fn decode(reader: &Reader, cut: &Cut, input: Input<'_>) -> Result<Fields, Dropped> {
    if reader.objects == Objects::Nodes {
        let items = nodes::composed(reader, cut)?;
        return py_rules::hold(reader, items, cut, input);
    }
    let items = match (items(reader, cut), reader.on_error) {
        (Err(failed), OnError::Empty) if failed.raised == Raised::Yaml => Vec::new(),
        (Err(_), OnError::ColonLines) => colon_lines(cut),
        (Err(failed), OnError::QuoteColons) if failed.raised == Raised::Yaml => {
            repaired(reader, cut).map_err(|failed| told(reader, failed))?
        }
        (Err(failed), _) => return Err(told(reader, failed)),
        (Ok(items), _) => items,
    };
    py_rules::hold(reader, items, cut, input)
}

fn told(reader: &Reader, failed: Failed) -> Dropped {
    let mut why = failed.why;
    let code = match failed.raised {
        Raised::Yaml => None,
        Raised::Value => reader.uncaught,
        Raised::Other => reader.unforeseen.or(reader.uncaught),
    };
    why.code = code.map_or(why.code, |code| code.0);
    why
}

fn items(reader: &Reader, cut: &Cut) -> Result<Vec<Item>, Failed> {
    let text = &*cut.text.text;
    let place = |span: Span| cut.text.in_file(span);
    let root = cut.parsed(text, reader.yaml).map_err(|error| Failed {
        raised: match error.kind {
            ErrorKind::Escape => raised_by(&text[error.at.clone()]),
            _ => Raised::Yaml,
        },
        why: Dropped {
            code: match (error.kind, reader.forbidden) {
                (ErrorKind::Character, Some(code)) => code.0,
                _ => "bad-yaml",
            },
            ..bad_yaml(place(error.at.clone()), explain(&error))
        },
    })?;
    if reader.objects == Objects::Texts {
        return nodes::texts(reader, cut, root.as_deref());
    }
    let loaded = root
        .as_deref()
        .map(load)
        .transpose()
        .map_err(|error| Failed {
            why: bad_yaml(place(error.at), error.why),
            raised: error.raised,
        })?;
    match loaded {
        Some(Loaded::Dict(items)) => Ok(items
            .into_iter()
            .map(|(key, value, span)| (key, value, place(span)))
            .collect()),
        None | Some(Loaded::Other(Object::None)) if cut.yaml == (0..0) => Ok(Vec::new()),
        other => match (reader.not_a_map, other) {
            (NotAMap::Empty, _) => Ok(Vec::new()),
            (NotAMap::NullIsEmpty, None | Some(Loaded::Other(Object::None))) => Ok(Vec::new()),
            _ => Err(Failed {
                why: Dropped {
                    code: "not-a-mapping",
                    at: Some(place(cut.yaml.clone())),
                    message: "the frontmatter is not a list of `key: value` lines".to_owned(),
                    detail: None,
                },
                raised: Raised::Yaml,
            }),
        },
    }
}

/// What `chr()` says of an escape: it fails on a number beyond Unicode, and otherwise on one beyond
/// those of C.
fn raised_by(escape: &str) -> Raised {
    let digits = escape
        .strip_prefix("\\U")
        .filter(|digits| digits.len() == 8);
    match digits.map(|digits| u32::from_str_radix(digits, 16)) {
        Some(Ok(0x8000_0000..)) => Raised::Other,
        Some(Ok(0x11_0000..)) => Raised::Value,
        _ => Raised::Yaml,
    }
}

/// Every line at its first colon.
fn colon_lines(cut: &Cut) -> Vec<Item> {
    let whole = &*cut.text.text;
    let lines = strip(&whole[cut.yaml.clone()]).split('\n');
    let mut items = Keyed::default();
    for (key, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = strip(value);
        let span = cut.text.in_file(range_in(whole, value));
        let value = Object::Str(value.to_owned());
        items.put(strip(key).to_owned(), (value, span));
    }
    let items = items.entries.into_iter();
    items
        .map(|(key, (value, span))| (Object::Str(key), value, span))
        .collect()
}

fn unquoted(mut items: Vec<Item>) -> Vec<Item> {
    for (_, value, _) in &mut items {
        if let Object::Str(text) = value {
            *text = text.trim_matches('"').trim_matches('\'').to_owned();
        }
    }
    items
}

/// The frontmatter with values that hold a colon in double quotes; its characters stand nowhere in
/// the file, so all spans are those of the whole frontmatter.
fn repaired(reader: &Reader, cut: &Cut) -> Result<Vec<Item>, Failed> {
    let whole = cut.text.in_file(cut.yaml.clone());
    let lines = crate::host::python::splitlines(&cut.text.text[cut.yaml.clone()]);
    let text: Vec<String> = lines.map(quoted).collect();
    let text = text.join("\n");
    let mended = Cut::new(Text::exact(text.as_str()), 0..text.len(), 0..0);
    let placed = |mut failed: Failed| {
        failed.why.at = Some(whole.clone());
        failed
    };
    let items = items(reader, &mended).map_err(placed)?;
    let items = items.into_iter();
    Ok(items
        .map(|(key, value, _)| (key, value, whole.clone()))
        .collect())
}

/// `key: value` where the value holds a colon and begins with no quote.
fn quoted(line: &str) -> String {
    let whole = || line.to_owned();
    let Some((key, rest)) = line.split_once(':') else {
        return whole();
    };
    let word = |c: char| crate::host::python::is_alnum(c) || c == '_';
    let name = key.trim_start_matches(crate::host::python::is_space);
    let named = name.starts_with(word) && name.chars().all(|c| word(c) || c == '-');
    let value = rest.trim_start_matches(crate::host::python::is_space);
    let spaced = value.len() < rest.len();
    if !named || !spaced || value.is_empty() || !value.contains(':') {
        return whole();
    }
    if value.starts_with(['"', '\'']) {
        return whole();
    }
    format!("{key}: \"{value}\"")
}

/// Name, description and body as a second way to cut the file has them.
pub(super) fn reread(reader: &Reader, cut: &Cut, input: Input<'_>, reading: &mut Reading) {
    let Some(fences) = reader.reread else {
        return;
    };
    let again = py_fences::cut(fences, Cow::Borrowed(&*cut.text.text), true).ok();
    let items = again.as_ref().map(|again| {
        // Lines are read by themselves where the library fails, quotes around a value aside.
        items(reader, again).unwrap_or_else(|_| unquoted(colon_lines(again)))
    });
    let text = |wanted: &str| {
        let mut items = items.iter().flatten();
        let held = items.find(|(key, ..)| *key == Object::Str(wanted.to_owned()))?;
        held.1.str()
    };
    reading.name = Some(text("name").unwrap_or_else(|| input.folder_name.to_owned()));
    reading.description = Some(text("description").unwrap_or_default());
    let body = again.as_ref().map_or(&*cut.text.text, Cut::body);
    reading.body = Some(input.held(body));
}

/// Gives the reading the description that stands in for a missing one.
pub(super) fn describe(reader: &Reader, reading: &mut Reading) {
    if reading
        .description
        .as_deref()
        .is_some_and(|text| !text.is_empty())
    {
        return;
    }
    if let Some(value) = reading.field("description")
        && !matches!(value, Value::Text(_))
    {
        // It has a length, and that is all the program asks.
        let shown = dumped(value).unwrap_or_else(|| crate::host::python::str(value));
        reading.description = Some(shown);
        return;
    }
    match reader.description_fallback {
        DescriptionFallback::BodyLine => {
            let body = reading.body.as_deref().unwrap_or_default();
            reading.description = Some(body_line(reader, body));
        }
        DescriptionFallback::Name => reading.description = reading.name.clone(),
        DescriptionFallback::None | DescriptionFallback::FirstLine => {}
    }
}

/// As `json.dumps(..., ensure_ascii=False)` writes it, which is how the tool answers; `None` for what it
/// cannot write.
fn dumped(value: &Value) -> Option<String> {
    let text = |text: &str| serde_json::to_string(text).ok();
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Integer(digits) => digits.clone(),
        Value::Float(number) if !number.is_finite() => return None,
        Value::Float(_) => crate::host::python::str(value),
        Value::Text(own) => text(own)?,
        Value::List(items) => {
            let items: Option<Vec<String>> = items.iter().map(dumped).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Map(entries) => {
            let entry = |(key, value): &(String, Value)| {
                Some(format!("{}: {}", text(key)?, dumped(value)?))
            };
            let entries: Option<Vec<String>> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries?.join(", "))
        }
        Value::Date(_) | Value::Bytes(_) => return None,
    })
}

/// The line of the body that stands in for a description, else what the host puts in its place.
pub(super) fn body_line(reader: &Reader, body: &str) -> String {
    let rule = &reader.body_line;
    let lines = strip(body).split('\n');
    let mut lines = lines.flat_map(|line| match rule.not {
        // The one that passes over a line of its own cuts lines as `splitlines()` does.
        Some(_) => crate::host::python::splitlines(line).collect::<Vec<_>>(),
        None => vec![line],
    });
    let found = lines.find_map(|line| {
        let line = strip(line);
        let passed = rule
            .without
            .as_deref()
            .is_some_and(|sign| line.starts_with(sign))
            || rule.not.as_deref() == Some(line);
        (!line.is_empty() && !passed).then_some(line)
    });
    let Some(line) = found else {
        return rule.otherwise.clone();
    };
    match rule.clip.as_ref().and_then(|clip| clip.apply(line)) {
        Some(cut) => rstrip(&cut).to_owned(),
        None => line.to_owned(),
    }
}
