//! Fields decoded into a typed structure, as Go's yaml.v3 does (recorded, and compared with it).
//!
//! The rules that matter: a text field takes any scalar verbatim; null leaves a field as it was;
//! a repeated top-level key or a key that is no scalar fails the file, known or not; merge keys
//! fill in what is not set.

use std::collections::{HashMap, HashSet};

use base64::Engine as _;

use super::super::profile::{Field, FieldRule, Reader};
use super::super::reading::{Dropped, Value};
use super::fences::Cut;
use super::{Fields, bad_yaml, explain};
use crate::skill::Span;
use crate::skill::yaml::{self, Entry, Kind, Node, Style};

/// Decodes the YAML of a file into the fields the host knows.
pub fn decode(reader: &Reader, cut: &Cut) -> Result<Fields, Dropped> {
    let root = yaml::parse(&cut.text.text, cut.yaml.clone(), reader.yaml)
        .map_err(|error| bad_yaml(error.at.clone(), explain(&error)))?;
    let Some(root) = root else {
        return Err(bad_yaml(cut.yaml.clone(), "the frontmatter is empty"));
    };
    let mut anchors = HashMap::new();
    collect_anchors(&root, &mut anchors);
    let mut decoder = Decoder {
        reader,
        anchors,
        fields: Fields::default(),
        fault: None,
    };
    decoder.root(&root);
    match decoder.fault {
        Some(fault) => Err(fault),
        None => Ok(decoder.fields),
    }
}

fn collect_anchors<'a>(root: &'a Node, anchors: &mut HashMap<&'a str, &'a Node>) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if let Some(anchor) = &node.anchor {
            anchors.insert(anchor, node);
        }
        match &node.kind {
            Kind::Sequence { items, .. } => open.extend(items.iter().rev()),
            Kind::Mapping { entries, .. } => {
                open.extend(
                    entries
                        .iter()
                        .rev()
                        .flat_map(|entry| [&entry.value, &entry.key]),
                );
            }
            Kind::Scalar { .. } | Kind::Alias(_) => {}
        }
    }
}

struct Decoder<'a> {
    reader: &'a Reader,
    anchors: HashMap<&'a str, &'a Node>,
    fields: Fields,
    /// The first fault; later ones would be reported beside it, and drop the file all the same.
    fault: Option<Dropped>,
}

impl<'a> Decoder<'a> {
    fn root(&mut self, root: &'a Node) {
        match &self.target(root).kind {
            Kind::Mapping { entries, .. } => self.mapping(entries, &mut HashSet::new(), false),
            Kind::Scalar { .. } if is_null(root) => {}
            _ => self.fail(
                root.span.clone(),
                "the frontmatter is not a list of `key: value` lines",
            ),
        }
    }

    /// Decodes entries; `taken` holds the keys that merging may not set again.
    fn mapping(&mut self, entries: &'a [Entry], taken: &mut HashSet<&'a str>, merging: bool) {
        let mut seen = HashSet::new();
        for entry in entries {
            let key = self.target(&entry.key);
            // yaml.v3 compares the kind and the raw text, so that `1` and `"1"` are one key and
            // two keys that are lists are always the same.
            if !seen.insert((
                std::mem::discriminant(&key.kind),
                key.text().unwrap_or_default(),
            )) {
                let name = key.text().unwrap_or("this key");
                return self.fail(entry.key.span.clone(), &format!("`{name}` is there twice"));
            }
        }
        if !merging {
            taken.extend(entries.iter().filter_map(|entry| entry.key.text()));
        }
        let mut merge = None;
        for entry in entries {
            let key = self.target(&entry.key);
            if is_merge(&entry.key) {
                merge = Some(&entry.value);
                continue;
            }
            let Some(name) = key.text() else {
                self.fail(entry.key.span.clone(), "a key is a list or a map");
                continue;
            };
            if is_null(key) || (merging && !taken.insert(name)) {
                continue;
            }
            if let Some(field) = self.reader.field.iter().find(|field| field.key == name) {
                self.field(field, entry);
            }
        }
        if let Some(value) = merge {
            self.merge(value, taken);
        }
    }

    fn merge(&mut self, value: &'a Node, taken: &mut HashSet<&'a str>) {
        let direct = self.target(value);
        match &direct.kind {
            Kind::Mapping { entries, .. } => self.mapping(entries, taken, true),
            Kind::Sequence { items, .. } if !matches!(value.kind, Kind::Alias(_)) => {
                for item in items {
                    match &self.target(item).kind {
                        Kind::Mapping { entries, .. } => self.mapping(entries, taken, true),
                        _ => self.fail(item.span.clone(), "only a map can be merged with <<"),
                    }
                }
            }
            _ => self.fail(value.span.clone(), "only a map can be merged with <<"),
        }
    }

    fn field(&mut self, field: &Field, entry: &'a Entry) {
        let node = self.target(&entry.value);
        let span = entry.value.span.clone();
        if is_null(node) {
            // Null leaves the default; the file still says the key is there.
            self.fields.spans.insert(field.key.clone(), span);
            return;
        }
        let value = match field.rule {
            FieldRule::Text | FieldRule::StrictText => self.text(node),
            FieldRule::Bool | FieldRule::MaybeBool => truth(node).map(Value::Bool),
            FieldRule::TextList => self.text_list(node),
            FieldRule::Any | FieldRule::Numbers => Some(Value::Null),
        };
        match value {
            Some(value) => self.fields.put(&field.key, value, span),
            None => self.fail(span, &wanted(field, node)),
        }
    }

    fn text(&self, node: &Node) -> Option<Value> {
        let text = node.text()?;
        match node.tag.as_deref() {
            Some("tag:yaml.org,2002:binary") => binary(text).map(Value::Text),
            _ => Some(Value::Text(text.to_owned())),
        }
    }

    fn text_list(&self, node: &'a Node) -> Option<Value> {
        let Kind::Sequence { items, .. } = &node.kind else {
            return None;
        };
        let items = items
            .iter()
            .map(|item| self.target(item))
            .filter(|item| !is_null(item));
        items
            .map(|item| self.text(item))
            .collect::<Option<Vec<_>>>()
            .map(Value::List)
    }

    fn target(&self, node: &'a Node) -> &'a Node {
        match &node.kind {
            Kind::Alias(name) => self.anchors.get(name.as_str()).copied().unwrap_or(node),
            _ => node,
        }
    }

    fn fail(&mut self, at: Span, message: &str) {
        if self.fault.is_none() {
            self.fault = Some(bad_yaml(at, message));
        }
    }
}

fn wanted(field: &Field, node: &Node) -> String {
    let is = match node.kind {
        Kind::Sequence { .. } => "a list",
        Kind::Mapping { .. } => "a map",
        _ => "a text",
    };
    let due = match field.rule {
        FieldRule::Text | FieldRule::StrictText => "a text",
        FieldRule::Bool | FieldRule::MaybeBool => "true or false",
        FieldRule::TextList => "a list",
        FieldRule::Numbers => "a map of numbers",
        FieldRule::Any => "anything",
    };
    format!("`{}` must be {due}, here it is {is}", field.key)
}

/// `!!binary`: standard base64, line breaks ignored.
fn binary(text: &str) -> Option<String> {
    let packed: String = text.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(packed)
        .ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn is_plain(node: &Node) -> bool {
    matches!(
        node.kind,
        Kind::Scalar {
            style: Style::Plain,
            ..
        }
    )
}

fn is_null(node: &Node) -> bool {
    let Some(text) = node.text() else {
        return false;
    };
    match node.tag.as_deref() {
        None => is_plain(node) && matches!(text, "" | "~" | "null" | "Null" | "NULL"),
        Some(tag) => tag == "tag:yaml.org,2002:null",
    }
}

fn is_merge(node: &Node) -> bool {
    node.text() == Some("<<")
        && match node.tag.as_deref() {
            None => is_plain(node),
            Some(tag) => tag == "tag:yaml.org,2002:merge",
        }
}

/// A boolean field: true and false in three spellings, and the words of YAML 1.1; those words also
/// in quotes, because yaml.v3 looks at them after the quotes are gone.
fn truth(node: &Node) -> Option<bool> {
    let text = node.text()?;
    let words = match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    };
    match text {
        "true" | "True" | "TRUE" if is_plain(node) => Some(true),
        "false" | "False" | "FALSE" if is_plain(node) => Some(false),
        _ => words,
    }
}
