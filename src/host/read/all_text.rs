//! Fields where every scalar is text and much of YAML is refused, as strictyaml does
//! (skills-ref 0.1.1 on strictyaml 1.7.3, recorded and compared with it).
//!
//! Three things can happen to a file: it reads, the library says what is wrong with it
//! (`bad-yaml`), or the library itself fails (`crash`).

use std::collections::HashSet;

use super::super::profile::Reader;
use super::super::reading::{Dropped, Value};
use super::fences::Cut;
use super::{Fields, bad_yaml, explain};
use crate::host::python;
use crate::skill::Span;
use crate::skill::yaml::{Entry, ErrorKind, Kind, Node, Style, SyntaxError};

/// A span of the text and what is wrong there.
type Fault = (Span, String);

/// Decodes the YAML of a file.
pub fn decode(reader: &Reader, cut: &Cut) -> Result<Fields, Dropped> {
    let place = |span: Span| cut.text.in_file(span);
    let text = &cut.text.text;
    let crash = |(span, message): Fault| Dropped {
        code: "crash",
        at: Some(place(span)),
        message,
        detail: None,
    };
    let root = cut.parsed(text, reader.yaml).map_err(|error| {
        if fails_the_library(text, &error) {
            let what = explain(&error);
            crash((
                error.at.clone(),
                format!("{what}, and the reference library fails on it"),
            ))
        } else {
            bad_yaml(place(error.at.clone()), explain_start(text, &error))
        }
    })?;
    let mut judge = Judge {
        text,
        start: cut.yaml.start,
        refused: None,
        fatal: None,
    };
    if let Some(root) = &root {
        judge.node(root);
    }
    if let Some((span, why)) = judge.refused {
        return Err(bad_yaml(place(span), why));
    }
    if let Some(fault) = judge.fatal {
        return Err(crash(fault));
    }
    let Some(Kind::Mapping { entries, .. }) = root.as_deref().map(|root| &root.kind) else {
        return Err(Dropped {
            code: "not-a-mapping",
            at: Some(place(cut.yaml.clone())),
            message: "the frontmatter is not a list of `key: value` lines".to_owned(),
            detail: None,
        });
    };
    let mut fields = Fields::default();
    // What is merged at the top is lost.
    for entry in entries.iter().filter(|entry| !is_merge(&entry.key)) {
        let key = entry.key.text().unwrap_or_default();
        let value = match value(&entry.value) {
            Value::Map(entries) if key == "metadata" => metadata(entries),
            value => value,
        };
        fields.put(key, value, place(entry.value.span.clone()));
    }
    Ok(fields)
}

/// The values of `metadata` are turned into text, whatever they are.
fn metadata(held: Vec<(String, Value)>) -> Value {
    let texts = held.into_iter().map(|(key, value)| {
        let text = match &value {
            Value::Null => NO_TEXT.to_owned(),
            value => python::str(value),
        };
        (key, Value::Text(text))
    });
    Value::Map(texts.collect())
}

/// How the library shows what is no text to it, but for the place in memory it adds.
const NO_TEXT: &str = "<strictyaml.ruamel.comments.TaggedScalar object>";

/// What is refused, by the character it begins with.
fn explain_start(text: &str, error: &SyntaxError) -> &'static str {
    match text.as_bytes().get(error.at.start) {
        Some(b'[') if error.kind == ErrorKind::ReservedStart => "a list in [ ] is refused",
        Some(b'{') if error.kind == ErrorKind::ReservedStart => "a map in { } is refused",
        Some(b'&') if error.kind == ErrorKind::ReservedStart => "anchors are refused",
        Some(b'*') if error.kind == ErrorKind::ReservedStart => "aliases are refused",
        Some(b'!') if error.kind == ErrorKind::ReservedStart => "tags are refused",
        _ => explain(error),
    }
}

/// A character YAML forbids, and an escape beyond Unicode, raise errors the library does not catch.
fn fails_the_library(text: &str, error: &SyntaxError) -> bool {
    match error.kind {
        ErrorKind::Character => true,
        ErrorKind::Escape => {
            let digits = text[error.at.clone()].strip_prefix("\\U");
            digits.is_some_and(|digits| {
                digits.len() == 8 && u32::from_str_radix(digits, 16).is_ok_and(|c| c > 0x10_FFFF)
            })
        }
        _ => false,
    }
}

/// Looks for what strictyaml does not take.
struct Judge<'a> {
    text: &'a str,
    /// Where the YAML begins.
    start: usize,
    refused: Option<Fault>,
    fatal: Option<Fault>,
}

impl Judge<'_> {
    /// The column in characters; byte-order marks take none.
    fn column(&self, at: usize) -> usize {
        let before = &self.text[self.start..at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.chars().filter(|c| *c != '\u{feff}').count()
    }

    fn refuse(&mut self, span: Span, why: impl Into<String>) {
        self.refused.get_or_insert((span, why.into()));
    }

    fn die(&mut self, span: Span, why: &str) {
        self.fatal.get_or_insert((
            span,
            format!("{why}, and the reference library fails on it"),
        ));
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            Kind::Scalar { .. } | Kind::Alias(_) => {}
            Kind::Sequence { items, .. } => items.iter().for_each(|item| self.node(item)),
            Kind::Mapping { entries, .. } => self.mapping(entries),
        }
    }

    fn mapping(&mut self, entries: &[Entry]) {
        let mut seen = HashSet::new();
        let mut merged = false;
        for Entry { key, value } in entries {
            let at = key.span.clone();
            self.node(key);
            self.node(value);
            match &key.kind {
                _ if is_merge(key) => {
                    if std::mem::replace(&mut merged, true) {
                        self.die(at, "`<<` is there twice");
                    }
                    if !can_merge(value) {
                        self.refuse(value.span.clone(), "only maps can be merged with <<");
                    }
                }
                Kind::Mapping { .. } => self.refuse(at, "a key is a map"),
                Kind::Sequence { .. } => self.die(at, "a key is a list"),
                _ => {
                    let text = key.text().unwrap_or_default();
                    if !seen.insert(text) {
                        self.refuse(at, format!("`{text}` is there twice"));
                    }
                }
            }
        }
        // All maps that are values of one map must begin in the same column.
        let mut column = None;
        let maps = entries
            .iter()
            .filter(|entry| !is_merge(&entry.key))
            .map(|entry| &entry.value)
            .filter(|value| matches!(value.kind, Kind::Mapping { .. }));
        for map in maps {
            let found = self.column(map.span.start);
            if *column.get_or_insert(found) != found {
                let why = "a map is not indented as the map before it";
                self.refuse(map.span.clone(), why);
            }
        }
    }
}

/// The plain key `<<`.
fn is_merge(key: &Node) -> bool {
    is_plain(key, &["<<"])
}

fn is_plain(node: &Node, texts: &[&str]) -> bool {
    match &node.kind {
        Kind::Scalar {
            value,
            style: Style::Plain,
        } => texts.contains(&value.as_str()),
        _ => false,
    }
}

fn can_merge(value: &Node) -> bool {
    let is_map = |node: &Node| matches!(node.kind, Kind::Mapping { .. });
    match &value.kind {
        Kind::Sequence { items, .. } => items.iter().all(is_map),
        _ => is_map(value),
    }
}

fn value(node: &Node) -> Value {
    match &node.kind {
        // Neither of the two is a text to the library.
        Kind::Scalar { .. } if is_plain(node, &["<<", "="]) => Value::Null,
        Kind::Scalar { value, .. } => Value::Text(value.clone()),
        Kind::Alias(_) => Value::Null,
        Kind::Sequence { items, .. } => Value::List(items.iter().map(value).collect()),
        Kind::Mapping { entries, .. } => {
            let mut out = Vec::new();
            for entry in entries.iter().filter(|entry| !is_merge(&entry.key)) {
                let key = entry.key.text().unwrap_or_default();
                out.push((key.to_owned(), value(&entry.value)));
            }
            for entry in entries.iter().filter(|entry| is_merge(&entry.key)) {
                merge(&mut out, value(&entry.value));
            }
            Value::Map(out)
        }
    }
}

/// Adds what is not there yet.
fn merge(into: &mut Vec<(String, Value)>, from: Value) {
    match from {
        Value::Map(entries) => {
            for (key, value) in entries {
                if !into.iter().any(|(known, _)| *known == key) {
                    into.push((key, value));
                }
            }
        }
        Value::List(maps) => maps.into_iter().for_each(|map| merge(into, map)),
        _ => {}
    }
}
