//! The lines of a frontmatter that is read without YAML.

use super::super::super::reading::Note;
use super::super::fences::is_js_space;
use crate::host::keyed::Keyed;
use crate::skill::Span;

/// What a key holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Held {
    /// Nothing so far.
    Empty,
    /// A text.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// Keys and texts, one level deep.
    Map(Keyed<String>),
}

/// One key with what it holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) held: Held,
    /// Where its value stands.
    pub(super) span: Span,
    /// The decision of ours its value rests on.
    pub(super) assumed: Option<&'static str>,
}

/// All keys, and what lies beyond the reader.
#[derive(Default)]
pub(super) struct Parsed {
    pub(super) entries: Keyed<Entry>,
    pub(super) notes: Vec<Note>,
}

/// Reads the lines of `range`.
pub(super) fn parse(text: &str, range: Span) -> Parsed {
    let mut lines = Lines::default();
    let mut at = range.start;
    for line in text[range].split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        lines.line(at, bare.strip_suffix('\r').unwrap_or(bare));
        at += line.len();
    }
    lines.settle();
    lines.out
}

#[derive(Default)]
struct Lines {
    out: Parsed,
    /// The key that indented lines belong to.
    open: Option<String>,
    /// How far the keys of the open map are indented.
    nested: Option<usize>,
    /// The last key of the open map: what follows tells whether it is kept.
    last: Option<(String, String)>,
}

impl Lines {
    fn line(&mut self, at: usize, line: &str) {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let content = line.trim_matches(is_js_space);
        let start = at + (line.len() - line.trim_start_matches(is_js_space).len());
        let span = start..start + content.len();
        if content.is_empty() || content.starts_with('#') {
            return;
        }
        let item = match content {
            "-" => Some(""),
            content => content.strip_prefix("- "),
        };
        match (indent, item) {
            (0, Some(item)) => self.item(item, span, true),
            (0, None) => self.key(content, span),
            (_, Some(item)) if self.nested.is_none() => self.item(item, span, false),
            (indent, _) => self.nested(indent, content, span),
        }
    }

    /// `key: value` at the start of a line.
    fn key(&mut self, content: &str, span: Span) {
        self.settle();
        self.nested = None;
        let Some((key, rest)) = content.split_once(':') else {
            self.open = None;
            return self.beyond(span, "this line has no `key:`");
        };
        let key = key.trim_matches(is_js_space);
        let start =
            span.end - rest.len() + (rest.len() - rest.trim_start_matches(is_js_space).len());
        let raw = rest.trim_matches(is_js_space);
        let (held, mut assumed) = value(raw);
        let span = start.min(span.end)..span.end;
        if let Some(why) = outside(raw, &held) {
            self.beyond(span.clone(), why);
        }
        if self.out.entries.get(key).is_some() {
            assumed = Some("the last of a key that is there twice counts");
        }
        self.out.entries.put(
            key.to_owned(),
            Entry {
                held,
                span,
                assumed,
            },
        );
        self.open = Some(key.to_owned());
    }

    fn entry(&mut self) -> Option<&mut Entry> {
        self.out.entries.get_mut(self.open.as_deref()?)
    }

    /// `- item` of a list.
    fn item(&mut self, raw: &str, span: Span, at_margin: bool) {
        let raw = raw.trim_matches(is_js_space);
        let (text, quoted) = unquoted(raw);
        let (text, why) = (text.to_owned(), decided(raw, quoted));
        let Some(entry) = self.entry() else {
            return self.beyond(span, "this item belongs to no key");
        };
        match &mut entry.held {
            Held::Empty => entry.held = Held::List(vec![text]),
            Held::List(items) => items.push(text),
            Held::Text(_) | Held::Map(_) => {
                return self.beyond(span, "a value of several lines is not read");
            }
        }
        entry.span.end = span.end.max(entry.span.start);
        entry.assumed = entry.assumed.or(why);
        if at_margin {
            entry.assumed = Some("items may stand without indent");
        }
        if raw.contains(": ") && !raw.starts_with(['"', '\'']) {
            self.beyond(span, "maps in a list are read as texts");
        }
    }

    /// A line of a map one level deep, or of something deeper.
    fn nested(&mut self, indent: usize, content: &str, span: Span) {
        let level = *self.nested.get_or_insert(indent);
        let last = self.last.take();
        let Some(entry) = self.entry() else {
            return self.beyond(span, "this line belongs to no key");
        };
        if matches!(entry.held, Held::Empty) {
            entry.held = Held::Map(Keyed::default());
        }
        let Held::Map(map) = &mut entry.held else {
            self.nested = None;
            return self.beyond(span, "a value of several lines is not read");
        };
        if indent > level || content.starts_with("- ") || content == "-" {
            // A key that has a value of its own opens no second level.
            self.last = last.filter(|(_, text)| !text.is_empty());
            return self.beyond(
                span,
                match self.last {
                    Some(_) => "a value of several lines is not read",
                    None => "a second level is dropped together with its key",
                },
            );
        }
        if let Some((key, text)) = last {
            map.put(key, text);
        }
        let Some((key, rest)) = content.split_once(':') else {
            return self.beyond(span, "this line has no `key:`");
        };
        let raw = rest.trim_matches(is_js_space);
        if raw.starts_with(['[', '{']) {
            return self.beyond(span, "a second level is dropped together with its key");
        }
        entry.span.end = span.end.max(entry.span.start);
        let key = key.trim_matches(is_js_space).to_owned();
        let (text, quoted) = unquoted(raw);
        entry.assumed = entry.assumed.or(decided(raw, quoted));
        self.last = Some((key, text.to_owned()));
    }

    /// Takes over the last key of the open map.
    fn settle(&mut self) {
        let last = self.last.take();
        if let (Some((key, text)), Some(entry)) = (last, self.entry())
            && let Held::Map(map) = &mut entry.held
        {
            map.put(key, text);
        }
    }

    fn beyond(&mut self, at: Span, message: &str) {
        self.out.notes.push(Note {
            code: "beyond-reader",
            at: Some(at),
            message: message.to_owned(),
            assumed: true,
        });
    }
}

/// What the text behind a colon holds, and the decision of ours that rests on.
fn value(raw: &str) -> (Held, Option<&'static str>) {
    if raw.is_empty() {
        return (Held::Empty, None);
    }
    if let Some(inner) = raw
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        let (items, quoted) = inline(inner);
        return (Held::List(items), decided(raw, quoted));
    }
    let (text, quoted) = unquoted(raw);
    let scalar = raw.parse::<f64>().is_ok() || matches!(raw, "true" | "false" | "null" | "~");
    let why = if quoted {
        Some(QUOTES)
    } else if raw.contains(':') {
        Some("a key ends at the first colon, later ones belong to the value")
    } else if raw.contains(" #") {
        decided(raw, quoted)
    } else if scalar {
        Some("numbers and booleans stay texts")
    } else {
        None
    };
    (Held::Text(text.to_owned()), why)
}

/// The decision that a text in quotes, or with something like a comment in it, rests on.
fn decided(raw: &str, quoted: bool) -> Option<&'static str> {
    let comment = "a comment at the end of a line stays in the value";
    let comment = raw.contains(" #").then_some(comment);
    if quoted { Some(QUOTES) } else { comment }
}

const QUOTES: &str = "matching quotes around a value are removed";

/// A text without the quotes around it, and whether there were any.
fn unquoted(raw: &str) -> (&str, bool) {
    for quote in ['"', '\''] {
        let inner = raw
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return (inner, true);
        }
    }
    (raw, false)
}

/// The items of a list in one line; commas in quotes do not part them.
fn inline(inner: &str) -> (Vec<String>, bool) {
    let mut items = Vec::new();
    let mut any_quoted = false;
    let mut quote = None;
    let mut start = 0;
    let mut add = |raw: &str| {
        let raw = raw.trim_matches(is_js_space);
        let (text, quoted) = unquoted(raw);
        any_quoted |= quoted;
        if !raw.is_empty() {
            items.push(text.to_owned());
        }
    };
    for (at, c) in inner.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') if inner[start..at].trim_matches(is_js_space).is_empty() => {
                quote = Some(c);
            }
            (Some(open), c) if open == c => quote = None,
            (None, ',') => {
                add(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    add(&inner[start..]);
    (items, any_quoted)
}

/// Why a value lies outside what the reader takes apart.
fn outside(raw: &str, held: &Held) -> Option<&'static str> {
    if !matches!(held, Held::Text(_)) {
        return None;
    }
    let first = raw.chars().next()?;
    let marker = |rest: &str| rest.chars().all(|c| matches!(c, '+' | '-' | '0'..='9'));
    match first {
        '|' | '>' if marker(&raw[1..]) => {
            Some("a block of several lines is not read: the mark itself becomes the value")
        }
        '[' => Some("a list over several lines is not read"),
        '{' => Some("a map in one line is read as a text"),
        '&' | '*' | '!' => Some("anchors, aliases and tags are read as text"),
        '"' | '\'' if !unquoted(raw).1 => Some("a quote is never closed"),
        _ => None,
    }
}
