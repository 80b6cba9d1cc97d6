//! YAML that programs in Python read without the types of YAML 1.1.

use std::collections::HashSet;

use super::super::profile::Reader;
use super::super::reading::Dropped;
use super::fences::Cut;
use super::python::Failed;
use super::{bad_yaml, explain};
use crate::host::python::Object;
use crate::host::python::load::Item;
use crate::skill::Span;
use crate::skill::yaml::{self, Anchors, Kind, Node, Raised};

/// The tags whose scalars are texts to programs that look at nodes.
const TEXTS: &[&str] = &["str", "bool", "int", "float", "timestamp"];

fn dropped(code: &'static str, at: Span, message: String) -> Dropped {
    Dropped {
        code,
        at: Some(at),
        message,
        detail: None,
    }
}

fn not_a_map(cut: &Cut) -> Dropped {
    dropped(
        "not-a-mapping",
        cut.text.in_file(cut.yaml.clone()),
        "the frontmatter is not a list of `key: value` lines".to_owned(),
    )
}

/// The short tag of a scalar; `None` for lists and maps.
fn tag(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Scalar { value, style } => Some(yaml::kind_of(node.tag.as_deref(), value, *style)),
        _ => None,
    }
}

/// The text of a scalar that counts as one.
fn text(node: &Node) -> Option<&str> {
    let fits = tag(node).is_some_and(|tag| TEXTS.contains(&tag));
    // Half a surrogate pair stands as U+FFFD here.
    node.text()
        .filter(|text| fits && !text.contains(char::REPLACEMENT_CHARACTER))
}

/// The entries of the root map as nodes: keys once, in the spelling of the fields, values scalars.
pub(super) fn composed(reader: &Reader, cut: &Cut) -> Result<Vec<Item>, Dropped> {
    let place = |span: Span| cut.text.in_file(span);
    let root = cut
        .parsed(&cut.text.text, reader.yaml)
        .map_err(|error| bad_yaml(place(error.at.clone()), explain(&error)))?;
    let Some(Node {
        kind: Kind::Mapping { entries, .. },
        tag: None,
        ..
    }) = root.as_deref()
    else {
        return Err(not_a_map(cut));
    };
    let anchors = root.as_deref().map(Anchors::of);
    let mut items: Vec<Item> = Vec::new();
    let mut seen = HashSet::new();
    for entry in entries {
        let target = |node| {
            anchors
                .as_ref()
                .map_or(node, |anchors| anchors.target(node))
        };
        let at = || place(entry.key.span.clone());
        let Some(key) = text(target(&entry.key)) else {
            return Err(dropped("wrong-type", at(), "a key is no text".to_owned()));
        };
        let lower = key.to_lowercase();
        let Some(field) = reader.field.iter().find(|field| field.key == lower) else {
            continue;
        };
        if key != field.key {
            let why = format!("`{key}` must be spelt `{}`", field.key);
            return Err(dropped("wrong-case-key", at(), why));
        }
        if !seen.insert(key) {
            return Err(dropped(
                "duplicate-key",
                at(),
                format!("`{key}` is there twice"),
            ));
        }
        let value = target(&entry.value);
        let span = place(entry.value.span.clone());
        let object = match (tag(value), text(value)) {
            (Some("null"), _) => continue,
            (_, Some(text)) => Object::Str(text.to_owned()),
            _ if field.rule == crate::host::profile::FieldRule::Any => Object::List(Vec::new()),
            _ => return Err(dropped("wrong-type", span, format!("`{key}` is no text"))),
        };
        items.push((Object::Str(key.to_owned()), object, span));
    }
    Ok(items)
}

/// All scalars as texts.
pub(super) fn texts(reader: &Reader, cut: &Cut, root: Option<&Node>) -> Result<Vec<Item>, Failed> {
    let expected = |why| Failed {
        why,
        raised: Raised::Yaml,
    };
    let place = |span: Span| cut.text.in_file(span);
    let Some(root) = root else {
        return Err(expected(not_a_map(cut)));
    };
    let anchors = Anchors::of(root);
    unique(root, &anchors, reader, cut).map_err(expected)?;
    let Kind::Mapping { entries, .. } = &root.kind else {
        return Err(expected(not_a_map(cut)));
    };
    let mut left = 10_000;
    let one = |entry: &yaml::Entry| {
        let key = anchors.target(&entry.key).text().unwrap_or_default();
        let span = place(entry.value.span.clone());
        let value = object(anchors.target(&entry.value), &anchors, &mut left);
        (Object::Str(key.to_owned()), value, span)
    };
    Ok(entries.iter().map(one).collect())
}

/// Keys are scalars, and none is there twice in one map.
fn unique(root: &Node, anchors: &Anchors<'_>, reader: &Reader, cut: &Cut) -> Result<(), Dropped> {
    let twice = reader.keys.map_or("duplicate-key", |code| code.0);
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Sequence { items, .. } => open.extend(items),
            Kind::Mapping { entries, .. } => {
                let mut seen = HashSet::new();
                for entry in entries {
                    let at = cut.text.in_file(entry.key.span.clone());
                    let Some(key) = anchors.target(&entry.key).text() else {
                        return Err(bad_yaml(at, "a list or map cannot be a key"));
                    };
                    if !seen.insert(key) {
                        return Err(dropped(twice, at, format!("`{key}` is there twice")));
                    }
                    open.push(&entry.value);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn object<'a>(node: &'a Node, anchors: &Anchors<'a>, left: &mut usize) -> Object {
    if *left == 0 {
        return Object::None;
    }
    *left -= 1;
    let mut of = |node: &'a Node| object(anchors.target(node), anchors, left);
    match &node.kind {
        Kind::Scalar { value, .. } => Object::Str(value.clone()),
        Kind::Sequence { items, .. } => Object::List(items.iter().map(of).collect()),
        Kind::Mapping { entries, .. } => Object::Dict(
            entries
                .iter()
                .map(|entry| (of(&entry.key), of(&entry.value)))
                .collect(),
        ),
        Kind::Alias(_) => Object::None,
    }
}
