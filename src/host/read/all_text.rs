//! Fields where every scalar is text and much of YAML is refused, as strictyaml does
//! (skills-ref 0.1.1, recorded).

use std::collections::HashSet;

use super::super::profile::Reader;
use super::super::reading::{Dropped, Value};
use super::fences::Cut;
use super::{Fields, bad_yaml, explain};
use crate::skill::Span;
use crate::skill::yaml::{self, Kind, Node};

/// Decodes the YAML of a file.
pub fn decode(reader: &Reader, cut: &Cut) -> Result<Fields, Dropped> {
    let place = |span: Span| cut.text.in_file(span);
    let root = yaml::parse(&cut.text.text, cut.yaml.clone(), reader.yaml)
        .map_err(|error| bad_yaml(place(error.at.clone()), explain(&error)))?;
    let not_a_mapping = || Dropped {
        code: "not-a-mapping",
        at: Some(place(cut.yaml.clone())),
        message: "the frontmatter is not a list of `key: value` lines".to_owned(),
        detail: None,
    };
    let Some(root) = root else {
        return Err(not_a_mapping());
    };
    refused(&root).map_or(Ok(()), |(span, why)| Err(bad_yaml(place(span), why)))?;
    let Kind::Mapping { entries, .. } = &root.kind else {
        return Err(not_a_mapping());
    };
    let mut fields = Fields::default();
    for entry in entries {
        let key = entry.key.text().unwrap_or_default();
        fields.put(key, value(&entry.value), place(entry.value.span.clone()));
    }
    Ok(fields)
}

/// The first construct strictyaml refuses.
fn refused(node: &Node) -> Option<(Span, String)> {
    let here = |why: &str| Some((node.span.clone(), why.to_owned()));
    if node.anchor.is_some() {
        return here("anchors are refused");
    }
    if node.tag.is_some() {
        return here("tags are refused");
    }
    match &node.kind {
        Kind::Scalar { .. } => None,
        Kind::Alias(_) => here("aliases are refused"),
        Kind::Sequence { flow: true, .. } => here("a list in [ ] is refused"),
        Kind::Mapping { flow: true, .. } => here("a map in { } is refused"),
        Kind::Sequence { items, .. } => items.iter().find_map(refused),
        Kind::Mapping { entries, .. } => {
            let mut seen = HashSet::new();
            entries.iter().find_map(|entry| {
                let key = entry.key.text()?;
                if !seen.insert(key) {
                    return Some((entry.key.span.clone(), format!("`{key}` is there twice")));
                }
                refused(&entry.key).or_else(|| refused(&entry.value))
            })
        }
    }
}

fn value(node: &Node) -> Value {
    match &node.kind {
        Kind::Scalar { value, .. } => Value::Text(value.clone()),
        Kind::Alias(_) => Value::Null,
        Kind::Sequence { items, .. } => Value::List(items.iter().map(value).collect()),
        Kind::Mapping { entries, .. } => Value::Map(
            entries
                .iter()
                .map(|e| (e.key.text().unwrap_or_default().to_owned(), value(&e.value)))
                .collect(),
        ),
    }
}
