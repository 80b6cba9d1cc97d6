//! YAML as runtimes read it, with the byte span of every key and value.
//!
//! One engine serves two masters: [`tolerant`] gives the editor a tree that keeps the good part of a
//! broken block, and [`parse`] is strict in the way one family of readers is strict (a [`Dialect`]).

mod anchors;
mod build;
mod cursor;
mod dialect;
mod fetch;
mod js;
mod python;
mod resolve;
mod scan;
mod scan_scalar;
mod scan_words;
mod token;
mod tolerant;

pub use anchors::Anchors;
pub use build::DEPTH;
pub use python::{Moment, kind_of};
pub use resolve::{Core, Mistagged, Raised, core, plain, truth};

use super::Span;

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The bytes of the node itself: a scalar with its quotes, a collection from first to last child.
    /// Empty (at the place where it would stand) for a value that is not written.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// The tag as resolved (`tag:yaml.org,2002:str`, `!foo`), if one is written.
    pub tag: Option<String>,
    /// The anchor name, if one is written.
    pub anchor: Option<String>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// One text; plain scalars are not resolved to numbers or booleans here.
    Scalar {
        /// The text after folding and escapes.
        value: String,
        /// How it is written.
        style: Style,
    },
    /// A list.
    Sequence {
        /// Its items.
        items: Vec<Node>,
        /// Written as `[a, b]`.
        flow: bool,
    },
    /// Keys and values, in the order of the text, repeated keys included.
    Mapping {
        /// Its entries.
        entries: Vec<Entry>,
        /// Written as `{a: b}`.
        flow: bool,
    },
    /// `*name`
    Alias(String),
}

/// One key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Node,
    /// The value; an empty plain scalar with an empty span when nothing is written.
    pub value: Node,
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'text'`
    Single,
    /// `"text"`
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// Why a text is not YAML for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind, for rules that explain it.
    pub kind: ErrorKind,
    /// The very characters at fault.
    pub at: Span,
    /// Where what is broken began (the open quote, the open bracket), when that is elsewhere.
    pub since: Option<Span>,
}

/// Kinds of YAML faults, as people make them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// `: ` inside a plain value: the second colon.
    ColonInValue,
    /// A tab where indentation is due.
    Tab,
    /// A quote that never closes.
    UnclosedQuote,
    /// A bracket that never closes.
    UnclosedFlow,
    /// Something after a finished value (`[a] [b]`, `'It's'`).
    TextAfterValue,
    /// A value starts with a reserved character.
    ReservedStart,
    /// A bad escape in double quotes.
    Escape,
    /// A line that should be `key: value` and has no colon.
    MissingColon,
    /// A key or item is not indented as its neighbours.
    Indent,
    /// A character YAML does not allow.
    Character,
    /// An alias without its anchor.
    UnknownAlias,
    /// A key that is there twice.
    DuplicateKey,
    /// A `%` directive this reader refuses.
    Directive,
    /// Anything else.
    Other,
}

/// A tree that keeps the good part, and every fault met on the way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The root of the first document, if there is anything.
    pub root: Option<Node>,
    /// What was wrong, in the order of the text.
    pub errors: Vec<SyntaxError>,
}

impl Tree {
    /// The entries of the root mapping; empty when the root is something else.
    pub fn entries(&self) -> &[Entry] {
        match self.root.as_ref().map(|root| &root.kind) {
            Some(Kind::Mapping { entries, .. }) => entries,
            _ => &[],
        }
    }

    /// The first entry whose key is the scalar `key`.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries()
            .iter()
            .find(|entry| entry.key.text() == Some(key))
    }
}

impl Node {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// The family of readers whose rules a strict parse follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// Go's yaml.v3, a port of libyaml.
    YamlV3,
    /// strictyaml, which stands on an old ruamel.yaml: the syntax only, what it refuses on top of that
    /// is left to its caller.
    Strictyaml,
    /// libyaml below serde, where every scalar but null is taken as its text.
    Serde,
    /// PyYAML's SafeLoader, all of it in Python.
    Pyyaml,
    /// PyYAML's CSafeLoader: libyaml below, the types of PyYAML above.
    PyyamlC,
    /// js-yaml 3, its default schema.
    #[serde(rename = "js-yaml-3")]
    JsYaml3,
    /// js-yaml 4, its default schema.
    JsYaml,
    /// The npm package `yaml` 2, its core schema.
    Yaml2,
}

/// Reads the first document of `text[span]` strictly, as readers of `dialect` do.
/// Spans count from the start of `text`. `None` for a text without any node.
pub fn parse(text: &str, span: Span, dialect: Dialect) -> Result<Option<Node>, SyntaxError> {
    read(text, span, dialect.rules())
}

fn read(
    text: &str,
    span: Span,
    rules: &'static dialect::Rules,
) -> Result<Option<Node>, SyntaxError> {
    let text = text.get(..span.end).unwrap_or(text);
    let start = span.start.min(text.len());
    if rules.chunk == usize::MAX
        && let Some((bad, _)) = dialect::forbidden(text, start, rules)
    {
        let length = text[bad..].chars().next().map_or(0, char::len_utf8);
        return Err(scan::fault(ErrorKind::Character, bad..bad + length));
    }
    build::Builder::new(scan::Scanner::new(text, start, rules), start).document()
}

/// Reads `text[span]` and keeps going after a fault, so that the good entries stay.
pub fn tolerant(text: &str, span: Span) -> Tree {
    let end = span.end.min(text.len());
    let span = span.start.min(end)..end;
    match read(text, span.clone(), &dialect::EDITOR) {
        Ok(root) => Tree {
            root,
            errors: Vec::new(),
        },
        Err(first) => tolerant::salvage(text, span, first),
    }
}
