//! What is left of a block in which something is broken: it is read again, piece by piece, each piece
//! beginning at a line that stands where keys stand.

use std::collections::HashSet;

use super::build::Builder;
use super::dialect::EDITOR;
use super::scan::{Scanner, fault};
use super::{Entry, ErrorKind, Kind, Node, Span, Style, SyntaxError, Tree};

/// An open quote or bracket may be closed by one of so many pieces that follow.
const CLOSERS: usize = 8;
/// Blocks inside broken blocks are taken apart down to this level.
const LEVELS: usize = 16;

/// Reads `text[span]`; `first` is what a strict reading fails with.
pub(super) fn salvage(text: &str, span: Span, first: SyntaxError) -> Tree {
    let mut salvage = Salvage {
        text,
        errors: Vec::new(),
        anchors: HashSet::new(),
        budget: 4 * span.len() + (1 << 16),
        adrift: None,
    };
    let lines = lines(text, span);
    let root = salvage.block(&lines, LEVELS);
    let mut errors = salvage.errors;
    if errors.is_empty() {
        errors.push(first);
    }
    errors.sort_by_key(|error| error.at.start);
    errors.dedup_by(|a, b| a.at.start == b.at.start);
    Tree { root, errors }
}

/// The lines of `span` with their line ends.
fn lines(text: &str, span: Span) -> Vec<Span> {
    let mut start = span.start;
    text[span]
        .split_inclusive(['\n', '\r'])
        .map(|line| {
            let from = start;
            start += line.len();
            from..start
        })
        .collect()
}

struct Salvage<'a> {
    text: &'a str,
    errors: Vec<SyntaxError>,
    anchors: HashSet<String>,
    /// Bytes that may still be read, so that no text costs more than a fixed number of readings.
    budget: usize,
    /// The column of the lines that were cut off from a value because one of them looks like a key.
    /// Others of them need not look like one.
    adrift: Option<usize>,
}

/// The sound children of one block.
#[derive(Default)]
struct Found {
    entries: Vec<Entry>,
    items: Vec<Node>,
}

impl Salvage<'_> {
    fn block(&mut self, lines: &[Span], levels: usize) -> Option<Node> {
        let mut found = Found::default();
        let mut at = 0;
        while at < lines.len() {
            if self.is_idle(&lines[at]) {
                at += 1;
            } else if levels == LEVELS && self.text[lines[at].clone()].starts_with("...") {
                break;
            } else {
                at = self.piece(lines, at, levels, &mut found);
            }
        }
        self.finish(found)
    }

    fn finish(&mut self, found: Found) -> Option<Node> {
        let Found { entries, items } = found;
        let kind = if entries.is_empty() {
            Kind::Sequence { items, flow: false }
        } else {
            for item in &items {
                let at = item.span.clone();
                let line = self.text[..at.start].rfind(['\n', '\r']).unwrap_or(0);
                let known = |error: &SyntaxError| (line..=at.end).contains(&error.at.start);
                if !self.errors.iter().any(known) {
                    self.errors.push(fault(ErrorKind::Indent, at));
                }
            }
            Kind::Mapping {
                entries,
                flow: false,
            }
        };
        let span = match &kind {
            Kind::Mapping { entries, .. } => {
                let (first, last) = (entries.first()?, entries.last()?);
                first.key.span.start..last.value.span.end.max(last.key.span.end)
            }
            Kind::Sequence { items, .. } => items.first()?.span.start..items.last()?.span.end,
            _ => return None,
        };
        Some(node(kind, span))
    }

    /// Reads the piece that begins at line `at`; returns the line after what was dealt with.
    fn piece(&mut self, lines: &[Span], at: usize, levels: usize, found: &mut Found) -> usize {
        let end = self.piece_end(lines, at);
        let column = self.indent(&lines[at]);
        self.adrift = self.adrift.filter(|adrift| *adrift == column);
        let error = match self.read(lines[at].start, lines[end - 1].end) {
            Ok(node) => {
                self.absorb(node, found);
                return end;
            }
            Err(error) => error,
        };
        let opened = matches!(
            error.kind,
            ErrorKind::UnclosedQuote | ErrorKind::UnclosedFlow
        );
        if opened && let Some((node, end)) = self.closed_later(lines, at, end) {
            self.absorb(Some(node), found);
            return end;
        }
        let cause = match (&error.kind, &error.since) {
            (ErrorKind::ColonInValue, Some(since)) => since.start.min(error.at.start),
            _ => error.at.start,
        };
        let broken = (at..end)
            .rev()
            .find(|&line| lines[line].start <= cause)
            .unwrap_or(at);
        if broken == at {
            return self.broken_first(lines, at, end, error, found);
        }
        match self.read(lines[at].start, lines[broken - 1].end) {
            Ok(Some(head)) if levels > 0 && self.is_deeper(lines, at) => {
                let Some(mut entry) = lone_key(head) else {
                    return self.go_on(lines, at, broken, error, found);
                };
                let before = self.errors.len();
                if let Some(value) = self.block(&lines[at + 1..end], levels - 1) {
                    entry.value = value;
                }
                if self.errors.len() == before {
                    self.errors.push(error);
                }
                found.entries.push(entry);
                end
            }
            _ => self.go_on(lines, at, broken, error, found),
        }
    }

    /// Keeps the lines before the broken one, which then begins a piece of its own.
    fn go_on(
        &mut self,
        lines: &[Span],
        at: usize,
        broken: usize,
        error: SyntaxError,
        found: &mut Found,
    ) -> usize {
        match self.read(lines[at].start, lines[broken - 1].end) {
            Ok(node) => {
                if error.kind == ErrorKind::Indent && error.since.is_some() {
                    self.adrift = Some(self.indent(&lines[broken]));
                }
                self.errors.push(error);
                self.absorb(node, found);
                broken
            }
            Err(earlier) => {
                self.errors.push(earlier);
                self.keep_raw(lines[at].clone(), found);
                at + 1
            }
        }
    }

    /// The first line of a piece is at fault.
    fn broken_first(
        &mut self,
        lines: &[Span],
        at: usize,
        end: usize,
        error: SyntaxError,
        found: &mut Found,
    ) -> usize {
        let start = self.content(&lines[at]);
        let indented_by_tab = error.kind == ErrorKind::Tab && error.at.start < start;
        self.errors.push(error);
        if indented_by_tab && let Ok(node) = self.read(start, lines[end - 1].end) {
            self.absorb(node, found);
        } else {
            self.keep_raw(start..lines[end - 1].end, found);
        }
        end
    }

    /// Tries whether the pieces that follow close what is open in the one at `at`.
    fn closed_later(&mut self, lines: &[Span], at: usize, end: usize) -> Option<(Node, usize)> {
        let mut end = end;
        for _ in 0..CLOSERS {
            if end >= lines.len() {
                return None;
            }
            end = self.piece_end(lines, end);
            if let Ok(Some(node)) = self.read(lines[at].start, lines[end - 1].end) {
                return Some((node, end));
            }
        }
        None
    }

    /// Reads `text[start..end]` strictly.
    fn read(&mut self, start: usize, end: usize) -> Result<Option<Node>, SyntaxError> {
        if self.budget < end - start {
            return Err(fault(ErrorKind::Other, start..end));
        }
        self.budget -= end - start;
        let scanner = Scanner::new(&self.text[..end], start, &EDITOR);
        let mut builder = Builder::new(scanner, start);
        builder.know(&self.anchors);
        let node = builder.document()?;
        self.anchors.extend(builder.into_anchors());
        Ok(node)
    }

    /// Adds the children of a piece that was read.
    fn absorb(&mut self, node: Option<Node>, found: &mut Found) {
        let Some(node) = node else { return };
        let span = node.span.clone();
        match node.kind {
            Kind::Mapping {
                entries,
                flow: false,
            } => found.entries.extend(entries),
            Kind::Sequence { items, flow: false } => found.items.extend(items),
            _ if span.is_empty() || self.adrift.is_some() => {}
            _ => {
                let line = self.text[span.clone()].split(['\n', '\r']).next();
                let end = span.start + line.unwrap_or_default().trim_end().len();
                self.errors
                    .push(fault(ErrorKind::MissingColon, span.start..end));
            }
        }
    }

    /// The line after the piece that begins at `at`: what is deeper belongs to it, and items on its column.
    fn piece_end(&self, lines: &[Span], at: usize) -> usize {
        let base = self.indent(&lines[at]);
        let item = self.is_item(&lines[at]);
        let mut end = at + 1;
        for (index, line) in lines.iter().enumerate().skip(at + 1) {
            if self.is_idle(line) {
                continue;
            }
            let indent = self.indent(line);
            if indent > base || (indent == base && !item && self.is_item(line)) {
                end = index + 1;
            } else {
                break;
            }
        }
        end
    }

    /// Keeps a key and, as one text, whatever stands after its colon; or the text of an item.
    fn keep_raw(&mut self, span: Span, found: &mut Found) {
        let text = &self.text[span.clone()];
        let skipped = text.len() - text.trim_start().len();
        let text = &text[skipped..];
        let start = span.start + skipped;
        if let Some(item) = text.strip_prefix("- ") {
            found
                .items
                .push(self.raw(start + text.len() - item.len()..span.end));
        } else if let Some((length, colon)) = key_of(text) {
            let value = self.raw(start + colon + 1..span.end);
            let key = self.key(start..start + length);
            found.entries.push(Entry { key, value });
        }
    }

    fn key(&self, span: Span) -> Node {
        let text = &self.text[span.clone()];
        let (value, style) = match text.as_bytes() {
            [b'"', .., b'"'] => (&text[1..text.len() - 1], Style::Double),
            [b'\'', .., b'\''] => (&text[1..text.len() - 1], Style::Single),
            _ => (text, Style::Plain),
        };
        let value = value.to_owned();
        node(Kind::Scalar { value, style }, span)
    }

    /// A text as it stands, its lines joined.
    fn raw(&self, span: Span) -> Node {
        let all = &self.text[span.clone()];
        let start = span.end - all.trim_start().len();
        let text = all.trim();
        let mut end = text.len();
        if !text.contains(['\n', '\r']) && !text.starts_with(['"', '\'']) {
            end = text.find(" #").unwrap_or(end);
        }
        let text = text[..end].trim_end();
        let lines: Vec<&str> = text.split(['\n', '\r']).map(str::trim).collect();
        let value = lines.join(" ");
        let style = Style::Plain;
        node(Kind::Scalar { value, style }, start..start + text.len())
    }

    /// A blank line or a comment.
    fn is_idle(&self, line: &Span) -> bool {
        matches!(
            self.text[self.content(line)..line.end].chars().next(),
            None | Some('#' | '\n' | '\r')
        )
    }

    fn is_item(&self, line: &Span) -> bool {
        let text = self.text[self.content(line)..line.end].trim_end();
        text == "-" || text.starts_with("- ")
    }

    fn is_deeper(&self, lines: &[Span], at: usize) -> bool {
        lines[at + 1..]
            .iter()
            .find(|line| !self.is_idle(line))
            .is_some_and(|line| self.indent(line) > self.indent(&lines[at]) || self.is_item(line))
    }

    /// Where the text of a line begins.
    fn content(&self, line: &Span) -> usize {
        let text = &self.text[line.clone()];
        line.end - text.trim_start_matches([' ', '\t']).len()
    }

    fn indent(&self, line: &Span) -> usize {
        self.content(line) - line.start
    }
}

/// The only entry of `node`, when it is a key without a value.
fn lone_key(node: Node) -> Option<Entry> {
    match node.kind {
        Kind::Mapping { mut entries, .. } if entries.len() == 1 => {
            entries.pop().filter(|entry| entry.value.span.is_empty())
        }
        _ => None,
    }
}

/// The length of the key that begins `text`, and the place of its colon.
fn key_of(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let quoted = match bytes.first()? {
        quote @ (b'"' | b'\'') => 2 + bytes[1..].iter().position(|byte| byte == quote)?,
        _ => 0,
    };
    let line = text[quoted..]
        .split(['\n', '\r'])
        .next()
        .unwrap_or_default();
    let colon = quoted
        + line.bytes().enumerate().position(|(at, byte)| {
            byte == b':'
                && line
                    .as_bytes()
                    .get(at + 1)
                    .is_none_or(|next| b" \t".contains(next))
        })?;
    let key = text[..colon].trim_end();
    (!key.is_empty()).then_some((key.len(), colon))
}

fn node(kind: Kind, span: Span) -> Node {
    Node {
        span,
        kind,
        tag: None,
        anchor: None,
    }
}
