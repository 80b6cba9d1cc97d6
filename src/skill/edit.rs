//! Edits by span: what changes, and nothing else.
//!
//! Every function here answers with edits of the source text; comments, order, line ends and all
//! other bytes stay. Where the text leaves it open what the author means, it refuses.

use super::Span;
use super::document::{Document, Front};
use super::entry::{Slot, slot};
use super::fields::rank;
use super::lines::{after_line, line_end};
use super::scalar;
use super::yaml::{Kind, Style};

/// Replaces the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Puts `text` at `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    /// Puts `text` in the place of `span`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }

    /// Takes `span` out.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }
}

/// A value to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewValue<'a> {
    /// A text; quoted as needed.
    Text(&'a str),
    /// true or false.
    Bool(bool),
    /// A list of texts.
    List(&'a [&'a str]),
}

/// Why an edit is refused. Nothing changes then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The block has no closing fence, so its end would be a guess.
    #[error("the frontmatter never closes: add the closing --- first")]
    Unclosed,
    /// There is no such field.
    #[error("there is no field `{0}`")]
    Missing(String),
    /// There is such a field already.
    #[error("there is a field `{0}` already")]
    Present(String),
    /// The field is there twice; readers differ in which one counts.
    #[error("the field `{0}` is there twice: remove one first")]
    Twice(String),
    /// The frontmatter holds something else than one field a line.
    #[error("the frontmatter is not a list of `field: value` lines")]
    NotFields,
    /// Other values may refer to this one by its anchor.
    #[error("the value of `{0}` has an anchor that other values may use")]
    Anchored(String),
    /// The value cannot be put in quotes.
    #[error("the value of `{0}` is not one text")]
    NotText(String),
    /// A key that could not be written plainly.
    #[error("`{0}` cannot be the name of a field")]
    BadKey(String),
}

/// Applies edits to a text. They may come in any order; one that overlaps an earlier one of the list
/// or lies outside the text is left out.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for edit in in_order(edits) {
        if edit.span.start < done || text.get(edit.span.clone()).is_none() {
            continue;
        }
        out.push_str(&text[done..edit.span.start]);
        out.push_str(&edit.text);
        done = edit.span.end;
    }
    out.push_str(&text[done..]);
    out
}

/// Where the byte at `offset` lies after `edits`; a place inside a replaced piece moves to its end.
pub fn moved(offset: usize, edits: &[Edit]) -> usize {
    let mut shift = 0_isize;
    for edit in in_order(edits) {
        if edit.span.start > offset || edit.span.start == offset && !edit.span.is_empty() {
            break;
        }
        let grown = edit.text.len() as isize;
        if offset < edit.span.end {
            return (edit.span.start as isize + shift + grown) as usize;
        }
        shift += grown - edit.span.len() as isize;
    }
    offset.saturating_add_signed(shift)
}

fn in_order(edits: &[Edit]) -> Vec<&Edit> {
    let mut sorted: Vec<_> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span.start);
    sorted
}

/// Sets a field: replaces its value, or adds the field.
pub fn set(
    text: &str,
    document: &Document,
    key: &str,
    value: NewValue<'_>,
) -> Result<Vec<Edit>, EditError> {
    let Some(front) = &document.front else {
        return add(text, document, key, value);
    };
    match slot(text, front, key)? {
        Some(slot) => slot.put(text, key, value),
        None => add(text, document, key, value),
    }
}

/// Adds a field, where people usually write it; makes the frontmatter if there is none.
pub fn add(
    text: &str,
    document: &Document,
    key: &str,
    value: NewValue<'_>,
) -> Result<Vec<Edit>, EditError> {
    check_key(key)?;
    let Some(front) = &document.front else {
        let end = document.line_ends.text();
        let gap = match text[document.body.clone()].chars().next() {
            None | Some('\r' | '\n') => "",
            Some(_) => end,
        };
        let line = written(key, value, "", end);
        return Ok(vec![Edit::insert(
            document.body.start,
            format!("---{end}{line}{end}---{end}{gap}"),
        )]);
    };
    if slot(text, front, key)?.is_some() {
        return Err(EditError::Present(key.to_owned()));
    }
    let end = line_end_of(text, document, front);
    let (at, indent) = place_for(text, front, key)?;
    let line = written(key, value, &indent, end);
    Ok(vec![Edit::insert(at, format!("{indent}{line}{end}"))])
}

/// Removes a field with its value, and comments on its lines.
pub fn remove(text: &str, document: &Document, key: &str) -> Result<Vec<Edit>, EditError> {
    let slot = existing(text, document, key)?;
    if slot.anchored() {
        return Err(EditError::Anchored(key.to_owned()));
    }
    Ok(vec![Edit::delete(slot.lines_alone(text))])
}

/// Gives a field another name; its value stays.
pub fn rename(
    text: &str,
    document: &Document,
    old: &str,
    new: &str,
) -> Result<Vec<Edit>, EditError> {
    check_key(new)?;
    let found = existing(text, document, old)?;
    if let Some(front) = &document.front
        && old != new
        && slot(text, front, new)?.is_some()
    {
        return Err(EditError::Present(new.to_owned()));
    }
    Ok(vec![Edit::replace(found.key, new)])
}

/// Puts the value of a field in quotes so that it is the text the author wrote: what broke the
/// value (`: `, a reserved first character, text after a closing quote, a lone comment) becomes part
/// of it.
pub fn quote(text: &str, document: &Document, key: &str) -> Result<Vec<Edit>, EditError> {
    let slot = existing(text, document, key)?;
    if slot.anchored() {
        return Err(EditError::Anchored(key.to_owned()));
    }
    let mut span = slot.as_written(text);
    if slot.broken && !slot.value.is_empty() {
        // Where the value is broken, nobody knows whether ` #` was meant as a comment: readers that
        // take lines as they are hold it as text.
        let line = line_end(text, slot.after_colon, text.len());
        let written = text[..line].trim_end().len();
        span.end = span.end.max(written);
    }
    match unquoted(text, span.clone()).filter(|_| !slot.is_block_collection()) {
        Some(said) => Ok(vec![Edit::replace(span, scalar::quoted(&said))]),
        None => Err(EditError::NotText(key.to_owned())),
    }
}

/// The text of the value written at `span` as its author means it, or `None` when it is not one text: a
/// block, or empty. Lines are joined as YAML folds them.
pub fn unquoted(text: &str, span: Span) -> Option<String> {
    let raw = text[span].trim();
    if raw.is_empty() || raw.starts_with(['|', '>']) && raw.contains(['\n', '\r']) {
        return None;
    }
    Some(without_quotes(&fold(raw)).to_owned())
}

/// Joins lines by a space, and keeps an empty line as a line break.
fn fold(raw: &str) -> String {
    let mut out = String::new();
    let mut breaks = 0;
    for line in raw.replace("\r\n", "\n").split(['\n', '\r']).map(str::trim) {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        match breaks {
            _ if out.is_empty() => {}
            0 => out.push(' '),
            _ => (0..breaks).for_each(|_| out.push('\n')),
        }
        breaks = 0;
        out.push_str(line);
    }
    out
}

/// Quotes around the whole of a broken value are quotes, not text: `'It's'`, `"never closed`.
/// An even number of them (`"a" and "b"`) is text.
fn without_quotes(raw: &str) -> &str {
    for mark in ['"', '\''] {
        let Some(inner) = raw.strip_prefix(mark) else {
            continue;
        };
        if let Some(inside) = between_many(raw, mark) {
            return inside;
        }
        let inside = inner.strip_suffix(mark);
        return match (raw.matches(mark).count(), inside) {
            (1, _) => inner,
            (2, Some(inside)) => inside,
            (count, Some(inside)) if count % 2 == 1 => inside,
            // The second one opens another text: `"Does "it" well."`
            (_, Some(inside)) if opens(inside, mark) => inside,
            // The first one never closes, the others are pairs: `"Use "it": well`
            (count, None) if count % 2 == 1 && opens(inner, mark) => inner,
            _ => raw,
        };
    }
    raw
}

/// What stands between two or three of these marks at each end: `"""Does it."""`.
fn between_many(raw: &str, mark: char) -> Option<&str> {
    let inner = raw.trim_start_matches(mark);
    let count = raw.len() - inner.len();
    let inside = inner.trim_end_matches(mark);
    let same = inner.len() - inside.len() == count;
    (same && count > 1 && !inside.is_empty() && !inside.contains(mark)).then_some(inside)
}

/// The first of these marks stands before a word and behind none.
fn opens(text: &str, mark: char) -> bool {
    let first = text.split_once(mark);
    first.is_some_and(|(before, behind)| {
        before.ends_with(char::is_whitespace) && behind.starts_with(char::is_alphanumeric)
    })
}

fn existing<'a>(text: &str, document: &'a Document, key: &str) -> Result<Slot<'a>, EditError> {
    let missing = || EditError::Missing(key.to_owned());
    let front = document.front.as_ref().ok_or_else(missing)?;
    slot(text, front, key)?.ok_or_else(missing)
}

fn check_key(key: &str) -> Result<(), EditError> {
    let plain = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if plain && scalar::plain_is_safe(key) {
        Ok(())
    } else {
        Err(EditError::BadKey(key.to_owned()))
    }
}

/// The line end used after the opening fence, so that a mixed file keeps what its frontmatter has.
fn line_end_of<'a>(text: &'a str, document: &Document, front: &Front) -> &'a str {
    let line = line_end(text, front.open.start, text.len());
    match &text[line..after_line(text, line, text.len())] {
        "" => document.line_ends.text(),
        end => end,
    }
}

/// Where a new field goes: after the last field that people write before it, else before all.
fn place_for(text: &str, front: &Front, key: &str) -> Result<(usize, String), EditError> {
    let wanted = rank(key);
    let mut indent = String::new();
    let mut at = front.yaml.start;
    let mut first = true;
    for entry in front.tree.entries() {
        let Some(name) = entry.key.text() else {
            return Err(EditError::NotFields);
        };
        let slot = Slot::of(text, front, entry).ok_or(EditError::NotFields)?;
        let lines = slot.lines(text);
        if first {
            indent = text[lines.start..slot.key.start].to_owned();
            at = lines.start;
            first = false;
        }
        if rank(name) <= wanted {
            at = lines.end;
        }
    }
    let after_fence = text[..at].ends_with(['\n', '\r']);
    if after_fence {
        Ok((at, indent))
    } else {
        Err(EditError::NotFields)
    }
}

/// `key: value` as it is written for a new field, without the last line end.
fn written(key: &str, value: NewValue<'_>, indent: &str, end: &str) -> String {
    match value {
        NewValue::Text("") => format!("{key}: \"\""),
        NewValue::Text(text) => format!("{key}: {}", scalar::inline(text, None, false)),
        NewValue::Bool(on) => format!("{key}: {on}"),
        NewValue::List([]) => format!("{key}: []"),
        NewValue::List(items) => format!("{key}:{}", block_list(items, indent, end)),
    }
}

fn block_list(items: &[&str], indent: &str, end: &str) -> String {
    items
        .iter()
        .map(|item| format!("{end}{indent}  - {}", scalar::inline(item, None, false)))
        .collect()
}

impl Slot<'_> {
    /// Edits that put `value` in the place of what stands here.
    fn put(&self, text: &str, key: &str, value: NewValue<'_>) -> Result<Vec<Edit>, EditError> {
        if self.anchored() {
            return Err(EditError::Anchored(key.to_owned()));
        }
        let indent = &text[self.line_start(text)..self.key.start];
        let end = match line_end(text, self.key.end, text.len()) {
            at if at < text.len() => &text[at..after_line(text, at, text.len())],
            _ => "\n",
        };
        let new = match value {
            NewValue::Text(new) => match self.as_block(text, new, indent, end) {
                Some(block) => return Ok(vec![Edit::replace(self.value.clone(), block)]),
                None => scalar::inline(new, self.style(), false),
            },
            NewValue::Bool(on) => on.to_string(),
            NewValue::List([]) => "[]".to_owned(),
            NewValue::List(items) if self.is_flow() => {
                let items: Vec<_> = items
                    .iter()
                    .map(|item| scalar::inline(item, None, true))
                    .collect();
                format!("[{}]", items.join(", "))
            }
            NewValue::List(items) => {
                return Ok(self.place(text, "", &block_list(items, indent, end)));
            }
        };
        Ok(self.place(text, &new, ""))
    }

    /// Puts `new` on the line of the key and `below` after that line, and takes the old value out.
    fn place(&self, text: &str, new: &str, below: &str) -> Vec<Edit> {
        let key_line = line_end(text, self.key.end, text.len());
        let space = if new.is_empty() { "" } else { " " };
        let same_line = self.value.start <= key_line;
        let comment = self.comment_before(text);
        if same_line && (self.value.end <= key_line || below.is_empty()) || !comment {
            let tail = &text[self.value.end..line_end(text, self.value.end, text.len())];
            if below.is_empty() || tail.trim().is_empty() {
                let region = self.after_colon..self.value.end.max(self.after_colon);
                return vec![Edit::replace(region, format!("{space}{new}{below}"))];
            }
            // A comment after the old value stays on the line of the key.
            return vec![
                Edit::delete(self.after_colon..self.value.end),
                Edit::insert(line_end(text, self.value.end, text.len()), below),
            ];
        }
        let mut edits = vec![
            Edit::insert(self.after_colon, format!("{space}{new}")),
            Edit::insert(key_line, below),
        ];
        if !self.value.is_empty() {
            let start = text[..self.value.start]
                .rfind(['\n', '\r'])
                .map_or(key_line, |at| at + 1);
            let stop = line_end(text, self.value.end, text.len());
            edits.push(Edit::delete(start..after_line(text, stop, text.len())));
        }
        edits.retain(|edit| !edit.span.is_empty() || !edit.text.is_empty());
        edits
    }

    fn as_block(&self, text: &str, new: &str, indent: &str, end: &str) -> Option<String> {
        let style = self.style()?;
        if !matches!(style, Style::Literal | Style::Folded) {
            return None;
        }
        let old = &text[self.value.clone()];
        let header = old.split(['\n', '\r']).next().unwrap_or_default();
        let comment = header.find(" #").map_or("", |at| &header[at..]);
        let inner = old
            .split(['\n', '\r'])
            .skip(1)
            .find(|line| !line.trim().is_empty())
            .map_or("", |line| {
                &line[..line.len() - line.trim_start_matches(' ').len()]
            });
        let inner = if inner.len() > indent.len() {
            inner.to_owned()
        } else {
            format!("{indent}  ")
        };
        scalar::block(new, style, comment, &inner, end)
    }

    fn style(&self) -> Option<Style> {
        match self.node.map(|node| &node.kind) {
            Some(Kind::Scalar { style, .. }) if !self.broken => Some(*style),
            _ => None,
        }
    }

    fn is_block_collection(&self) -> bool {
        matches!(
            self.node.map(|node| &node.kind),
            Some(Kind::Sequence { flow: false, .. } | Kind::Mapping { flow: false, .. })
        ) && !self.broken
    }

    fn is_flow(&self) -> bool {
        matches!(
            self.node.map(|node| &node.kind),
            Some(Kind::Sequence { flow: true, .. })
        )
    }
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
