//! PyYAML's SafeConstructor: from nodes to Python objects, and what it refuses on the way.

use std::collections::{HashSet, VecDeque};

use super::object::{Dict, Object};
use crate::skill::Span;
use crate::skill::yaml::{
    self, Anchors, Core, Dialect, Entry, Kind, Mistagged, Moment, Node, Raised,
};

/// A document that cannot be made into objects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unloadable {
    /// The node at fault.
    pub at: Span,
    /// What is wrong with it, for people.
    pub why: String,
    /// What is raised.
    pub raised: Raised,
}

/// An entry of the root: key, value, and where the value stands; where the key is no text, the key.
pub type Item = (Object, Object, Span);

/// A key and a value as nodes.
type Pair<'a> = (&'a Node, &'a Node);

/// Objects made at most beyond those that are written out: aliases stand for the same object in Python,
/// here each is a copy.
const MOST: usize = 50_000;

/// What a document is.
#[derive(Clone, Debug, PartialEq)]
pub enum Loaded {
    /// A dictionary; a key that comes again has its last value.
    Dict(Vec<Item>),
    /// Anything else.
    Other(Object),
}

/// Loads a document.
pub fn load(root: &Node) -> Result<Loaded, Unloadable> {
    let mut loader = Loader {
        anchors: Anchors::of(root),
        seen: HashSet::new(),
        waiting: VecDeque::new(),
    };
    loader.begin(root)?;
    while let Some(node) = loader.waiting.pop_front() {
        loader.fill(node)?;
    }
    let mut builder = Builder {
        loader: &loader,
        left: loader.seen.len() + MOST,
        open: Vec::new(),
    };
    if loader.tag(root) != "map" {
        return Ok(Loaded::Other(builder.object(root)));
    }
    let mut items = Dict::default();
    for (key, value) in loader.flat(root, &mut Vec::new())? {
        let (object, held) = (builder.object(key), builder.object(value));
        let at = match object {
            Object::Str(_) => &value.span,
            _ => &key.span,
        };
        items.put(object, (held, at.clone()));
    }
    let items = items.items().into_iter();
    Ok(Loaded::Dict(
        items.map(|(key, (held, span))| (key, held, span)).collect(),
    ))
}

struct Loader<'a> {
    anchors: Anchors<'a>,
    /// Nodes that objects were made of.
    seen: HashSet<*const Node>,
    /// Collections whose contents are still due, in the order in which they are filled.
    waiting: VecDeque<&'a Node>,
}

impl<'a> Loader<'a> {
    /// The short name of a node's tag, or the whole of a tag that is none of YAML's own.
    fn tag(&self, node: &'a Node) -> &'a str {
        let node = self.anchors.target(node);
        let given = node.tag.as_deref().filter(|tag| *tag != "!");
        match (&node.kind, given) {
            (Kind::Scalar { value, style }, _) => yaml::kind_of(node.tag.as_deref(), value, *style),
            (_, Some(tag)) => tag.strip_prefix("tag:yaml.org,2002:").unwrap_or(tag),
            (Kind::Sequence { .. }, None) => "seq",
            _ => "map",
        }
    }

    /// Makes an object of a node; collections are filled later.
    fn begin(&mut self, node: &'a Node) -> Result<(), Unloadable> {
        let node = self.anchors.target(node);
        if !self.seen.insert(node) {
            return Ok(());
        }
        match self.tag(node) {
            "seq" | "map" | "set" | "omap" | "pairs" => {
                self.waiting.push_back(node);
                Ok(())
            }
            "null" | "bool" | "int" | "float" | "binary" | "timestamp" | "str" => {
                let scalar = self
                    .scalar_of(node)
                    .ok_or_else(|| refuse(node, "a list or map stands where one value is due"))?;
                match read_as(node, scalar) {
                    Some(Err(error)) => Err(mistagged(node, &error)),
                    _ => Ok(()),
                }
            }
            "value" => Err(refuse(node, "`=` alone is no value here")),
            "merge" => Err(refuse(node, "`<<` is no value here")),
            tag => Err(refuse(node, format!("the tag {tag:?} is not known"))),
        }
    }

    /// The scalar that a node stands for: a map may hold it under the key `=`.
    fn scalar_of(&self, node: &'a Node) -> Option<&'a Node> {
        let node = self.anchors.target(node);
        match &node.kind {
            Kind::Scalar { .. } => Some(node),
            Kind::Mapping { entries, .. } => {
                let mut entries = entries.iter();
                let held = entries.find(|entry| self.tag(&entry.key) == "value")?;
                self.scalar_of(&held.value)
            }
            _ => None,
        }
    }

    fn fill(&mut self, node: &'a Node) -> Result<(), Unloadable> {
        match self.tag(node) {
            "seq" => {
                let Kind::Sequence { items, .. } = &node.kind else {
                    return Err(refuse(node, "a list is due here"));
                };
                items.iter().try_for_each(|item| self.begin(item))
            }
            "omap" | "pairs" => {
                for (key, value) in self.pairs(node)? {
                    self.begin(key)?;
                    self.begin(value)?;
                }
                Ok(())
            }
            _ => {
                for (key, value) in self.flat(node, &mut Vec::new())? {
                    if self.tag(key) != "value" {
                        self.begin(key)?;
                    }
                    if matches!(self.tag(key), "seq" | "map" | "set" | "omap" | "pairs") {
                        return Err(refuse(key, "a list or map cannot be a key"));
                    }
                    self.begin(value)?;
                }
                Ok(())
            }
        }
    }

    /// The pairs of `!!omap` and `!!pairs`.
    fn pairs(&self, node: &'a Node) -> Result<Vec<Pair<'a>>, Unloadable> {
        let Kind::Sequence { items, .. } = &node.kind else {
            return Err(refuse(node, "a list is due here"));
        };
        let one = |item: &'a Node| match &self.anchors.target(item).kind {
            Kind::Mapping { entries, .. } => match entries.as_slice() {
                [entry] => Ok((&entry.key, &entry.value)),
                _ => Err(refuse(item, "a map with one key is due here")),
            },
            _ => Err(refuse(item, "a map with one key is due here")),
        };
        items.iter().map(one).collect()
    }

    /// Keys and values of a map, those that are merged first.
    fn flat(
        &self,
        node: &'a Node,
        open: &mut Vec<*const Node>,
    ) -> Result<Vec<Pair<'a>>, Unloadable> {
        let node = self.anchors.target(node);
        let Kind::Mapping { entries, .. } = &node.kind else {
            return Err(refuse(node, "a map is due here"));
        };
        let is_merge = |entry: &&Entry| self.tag(&entry.key) == "merge";
        let own = entries.iter().filter(|entry| !is_merge(entry));
        let own = own.map(|entry| (&entry.key, &entry.value));
        if open.contains(&std::ptr::from_ref(node)) {
            return Ok(own.collect());
        }
        open.push(node);
        let mut merged = Vec::new();
        for entry in entries.iter().filter(is_merge) {
            let value = self.anchors.target(&entry.value);
            match &value.kind {
                Kind::Mapping { .. } => merged.extend(self.flat(value, open)?),
                Kind::Sequence { items, .. } => {
                    let mut parts = Vec::new();
                    for item in items {
                        if !matches!(self.anchors.target(item).kind, Kind::Mapping { .. }) {
                            return Err(refuse(item, "only maps can be merged with <<"));
                        }
                        parts.push(self.flat(item, open)?);
                    }
                    merged.extend(parts.into_iter().rev().flatten());
                }
                _ => return Err(refuse(value, "only maps can be merged with <<")),
            }
            if merged.len() > MOST {
                return Err(refuse(value, "what is merged here never ends"));
            }
        }
        open.pop();
        merged.extend(own);
        Ok(merged)
    }
}

fn refuse(node: &Node, why: impl Into<String>) -> Unloadable {
    Unloadable {
        at: node.span.clone(),
        why: why.into(),
        raised: Raised::Yaml,
    }
}

fn mistagged(node: &Node, error: &Mistagged) -> Unloadable {
    Unloadable {
        at: node.span.clone(),
        why: error.to_string(),
        raised: error.raised,
    }
}

/// The type of a scalar, read by the tag of `node`.
fn read_as(node: &Node, scalar: &Node) -> Option<Result<Core, Mistagged>> {
    if std::ptr::eq(node, scalar) {
        return yaml::core(scalar, Dialect::Pyyaml);
    }
    let tagged = Node {
        tag: node.tag.clone(),
        ..scalar.clone()
    };
    yaml::core(&tagged, Dialect::Pyyaml)
}

struct Builder<'l, 'a> {
    loader: &'l Loader<'a>,
    left: usize,
    /// Collections around the one in hand.
    open: Vec<*const Node>,
}

impl<'a> Builder<'_, 'a> {
    fn object(&mut self, node: &'a Node) -> Object {
        let node = self.loader.anchors.target(node);
        let pointer = std::ptr::from_ref(node);
        if self.left == 0 || self.open.contains(&pointer) {
            return Object::None;
        }
        self.left -= 1;
        self.open.push(pointer);
        let object = match self.loader.tag(node) {
            "seq" => match &node.kind {
                Kind::Sequence { items, .. } => {
                    Object::List(items.iter().map(|item| self.object(item)).collect())
                }
                _ => Object::None,
            },
            "omap" | "pairs" => {
                let pairs = self.loader.pairs(node).unwrap_or_default();
                Object::Pairs(self.pairs(pairs))
            }
            tag @ ("map" | "set") => {
                let flat = self.loader.flat(node, &mut Vec::new()).unwrap_or_default();
                let mut dict = Dict::default();
                for (key, value) in self.pairs(flat) {
                    dict.put(key, value);
                }
                let pairs = dict.items();
                match tag {
                    "set" => Object::Set(pairs.into_iter().map(|(key, _)| key).collect()),
                    _ => Object::Dict(pairs),
                }
            }
            _ => self.scalar(node),
        };
        self.open.pop();
        object
    }

    fn pairs(&mut self, nodes: Vec<Pair<'a>>) -> Vec<(Object, Object)> {
        let nodes = nodes.into_iter();
        nodes
            .map(|(key, value)| (self.object(key), self.object(value)))
            .collect()
    }

    fn scalar(&self, node: &'a Node) -> Object {
        let Some(scalar) = self.loader.scalar_of(node) else {
            return Object::None;
        };
        let text = scalar.text().unwrap_or_default();
        match read_as(node, scalar) {
            Some(Ok(Core::Bool(truth))) => Object::Bool(truth),
            Some(Ok(Core::Int(digits))) => Object::Int(digits),
            Some(Ok(Core::Float(number))) => Object::Float(number),
            Some(Ok(Core::Binary(bytes))) => Object::Bytes(bytes),
            Some(Ok(Core::Timestamp)) => Moment::of(text).map_or(Object::None, Object::Moment),
            Some(Ok(Core::Text | Core::Merge)) => Object::Str(text.to_owned()),
            _ => Object::None,
        }
    }
}
