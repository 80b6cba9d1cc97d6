//! Where one field of the frontmatter stands in the source: its lines, its key, its value.
//!
//! The tree says it for sound fields. A broken one is taken by lines: the line of its key and the
//! indented lines below it.

use super::Span;
use super::document::Front;
use super::edit::EditError;
use super::lines::{after_line, line_end, lines_in};
use super::yaml::{Entry, Kind, Node};

/// One field in the source.
#[derive(Clone, Debug)]
pub(super) struct Slot<'a> {
    /// The key as written.
    pub key: Span,
    /// The byte after the colon.
    pub after_colon: usize,
    /// The value as written, tags included, without blanks and line ends around it; empty after the
    /// colon when there is none.
    pub value: Span,
    /// The value in the tree.
    pub node: Option<&'a Node>,
    /// A fault lies in the value, so `value` was found by lines.
    pub broken: bool,
    yaml: Span,
}

/// The field `key`, if it is there once.
pub(super) fn slot<'a>(
    text: &str,
    front: &'a Front,
    key: &str,
) -> Result<Option<Slot<'a>>, EditError> {
    if front.close.is_none() {
        return Err(EditError::Unclosed);
    }
    match front.tree.root.as_ref().map(|root| &root.kind) {
        None | Some(Kind::Mapping { flow: false, .. }) => {}
        Some(Kind::Scalar { value, .. }) if value.is_empty() => {}
        Some(_) => return Err(EditError::NotFields),
    }
    let mut found = front
        .tree
        .entries()
        .iter()
        .filter(|entry| entry.key.text() == Some(key));
    let Some(entry) = found.next() else {
        return Ok(by_line(text, front, key));
    };
    if found.next().is_some() {
        return Err(EditError::Twice(key.to_owned()));
    }
    Slot::of(text, front, entry)
        .map(Some)
        .ok_or(EditError::NotFields)
}

/// A field the tree has lost to a fault.
fn by_line<'a>(text: &str, front: &Front, key: &str) -> Option<Slot<'a>> {
    if front.tree.errors.is_empty() {
        return None;
    }
    let line = lines_in(text, front.yaml.clone()).find(|line| {
        text[line.clone()]
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with(':'))
    })?;
    let key = line.start..line.start + key.len();
    Some(Slot {
        after_colon: key.end + 1,
        value: lines_of_value(text, key.end + 1, front.yaml.end),
        key,
        node: None,
        broken: true,
        yaml: front.yaml.clone(),
    })
}

impl<'a> Slot<'a> {
    /// Where an entry of the tree stands; `None` when it is not written as `key: value` at the
    /// start of a line.
    pub(super) fn of(text: &str, front: &Front, entry: &'a Entry) -> Option<Self> {
        let key = entry.key.span.clone();
        let line = line_start(text, key.start, front.yaml.start);
        let blanks = text.get(line..key.start)?;
        let colon = key.end + text.get(key.end..)?.find(':')?;
        if !blanks.trim_matches(' ').is_empty()
            || !text[key.end..colon].trim_matches(' ').is_empty()
        {
            return None;
        }
        let after_colon = colon + 1;
        let by_lines = lines_of_value(text, after_colon, front.yaml.end);
        let entry_end = by_lines.end.max(entry.value.span.end);
        let broken = front.tree.errors.iter().any(|error| {
            error.at.start >= key.start
                && error.at.start <= entry_end.max(after_colon)
                && error.kind != super::yaml::ErrorKind::DuplicateKey
        });
        let value = if broken {
            by_lines
        } else {
            value_of(text, after_colon, &entry.value)
        };
        Some(Self {
            key,
            after_colon,
            value,
            node: Some(&entry.value),
            broken,
            yaml: front.yaml.clone(),
        })
    }

    /// Where the line of the key begins.
    pub(super) fn line_start(&self, text: &str) -> usize {
        line_start(text, self.key.start, self.yaml.start)
    }

    /// The lines of the field, with the last line end.
    pub(super) fn lines(&self, text: &str) -> Span {
        let end = line_end(text, self.value.end.max(self.after_colon), self.yaml.end);
        self.line_start(text)..after_line(text, end, self.yaml.end)
    }

    /// The lines to take out with the field: indented comments below it as well, and blank lines
    /// where a block text above would take them in.
    pub(super) fn lines_alone(&self, text: &str) -> Span {
        let mut span = self.lines(text);
        let above = &text[self.yaml.start..span.start];
        let keeps_blanks = above.contains("|+") || above.contains(">+");
        for line in lines_in(text, span.end..self.yaml.end) {
            let content = &text[line.clone()];
            let inner = content.trim_start();
            let comment = inner.starts_with('#') && inner.len() < content.len();
            if comment || inner.is_empty() && keeps_blanks {
                span.end = after_line(text, line.end, self.yaml.end);
            } else if !inner.is_empty() {
                break;
            }
        }
        span
    }

    /// True when the value or a part of it has an anchor.
    pub(super) fn anchored(&self) -> bool {
        self.node.is_some_and(has_anchor)
    }

    /// A comment stands between the colon and a value on a later line.
    pub(super) fn comment_before(&self, text: &str) -> bool {
        let value = self.value.start.max(self.after_colon);
        text[self.after_colon..value].contains('#')
            || self.value.is_empty() && self.comment(text).is_some()
    }

    /// The comment after the colon or after a value on the same line.
    fn comment(&self, text: &str) -> Option<Span> {
        let from = self.value.end.max(self.after_colon);
        let end = line_end(text, from, self.yaml.end);
        let rest = &text[from..end];
        rest.trim_start()
            .starts_with('#')
            .then(|| end - rest.trim_start().len()..from + rest.trim_end().len())
    }

    /// What the author wrote as the value, a comment that stands for it included.
    pub(super) fn as_written(&self, text: &str) -> Span {
        match self.comment(text) {
            Some(comment) if self.value.is_empty() => comment,
            _ => self.value.clone(),
        }
    }
}

fn has_anchor(node: &Node) -> bool {
    node.anchor.is_some()
        || match &node.kind {
            Kind::Scalar { .. } | Kind::Alias(_) => false,
            Kind::Sequence { items, .. } => items.iter().any(has_anchor),
            Kind::Mapping { entries, .. } => entries
                .iter()
                .any(|entry| has_anchor(&entry.key) || has_anchor(&entry.value)),
        }
}

fn line_start(text: &str, at: usize, limit: usize) -> usize {
    text[limit..at]
        .rfind(['\n', '\r'])
        .map_or(limit, |before| limit + before + 1)
}

/// The value of a sound entry: from the first character after the colon, tags included.
fn value_of(text: &str, after_colon: usize, value: &Node) -> Span {
    let line = after_colon..line_end(text, after_colon, text.len());
    let rest = &text[line.clone()];
    let first = rest.trim_start();
    let on_line = !first.is_empty() && !first.starts_with('#');
    let start = if on_line {
        line.end - first.len()
    } else if value.span.is_empty() {
        after_colon
    } else {
        value.span.start
    };
    let written = if value.span.is_empty() && on_line {
        start + without_comment(first).len()
    } else {
        value.span.end
    };
    let end = start + text[start..written.max(start)].trim_end().len();
    start..end
}

/// The rest of the line and the indented lines below it, without blank lines and comments at the
/// end; a comment after a value of one line does not belong to it.
fn lines_of_value(text: &str, after_colon: usize, limit: usize) -> Span {
    let first = after_colon..line_end(text, after_colon, limit);
    let content = text[first.clone()].trim_start();
    let start = first.end - content.len();
    let mut end = start + without_comment(content).len();
    let below = after_line(text, first.end, limit);
    for line in lines_in(text, below..limit) {
        let content = &text[line.clone()];
        let inner = content.trim();
        if !inner.is_empty() && !content.starts_with([' ', '\t']) && !content.starts_with("- ") {
            break;
        }
        if !inner.is_empty() && !inner.starts_with('#') {
            end = line.start + content.trim_end().len();
        }
    }
    if end <= start {
        after_colon..after_colon
    } else {
        start..end
    }
}

/// A value of one line without the comment after it.
fn without_comment(value: &str) -> &str {
    if value.starts_with('#') {
        return "";
    }
    let end = value
        .match_indices('#')
        .find(|(at, _)| value[..*at].ends_with([' ', '\t']))
        .map_or(value.len(), |(at, _)| at);
    value[..end].trim_end()
}
