//! The bytes of the text and where its lines begin, kept together through every change.

use std::sync::{Arc, OnceLock};

use crate::skill::Span;

/// A text and its line starts. LF, CR LF and a lone CR end a line, as in
/// [`crate::skill::lines`]; none is ever changed unasked.
///
/// One `String`: moving a megabyte of text takes some 30 µs, and readers get a `&str` for free.
#[derive(Clone, Debug)]
pub struct Buffer {
    text: String,
    starts: Vec<usize>,
    shared: OnceLock<Arc<str>>,
    revision: u64,
}

/// A replacement that took place, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splice {
    /// Where it begins.
    pub start: usize,
    /// Where the old text ended.
    pub old_end: usize,
    /// Where the new text ends.
    pub new_end: usize,
}

impl Splice {
    /// Where an offset of the old text lies in the new one. Inside of what was replaced it keeps
    /// its distance from the start as far as there is text; at an insertion it goes behind it
    /// when `after` is set.
    pub fn map(&self, offset: usize, after: bool) -> usize {
        let insertion = offset == self.start && offset == self.old_end;
        if offset < self.start || (insertion && !after) {
            offset
        } else if offset >= self.old_end {
            offset - self.old_end + self.new_end
        } else {
            offset.min(self.new_end)
        }
    }
}

impl Buffer {
    /// Takes a text as it is.
    pub fn new(text: String) -> Self {
        let mut starts = vec![0];
        starts.extend(line_starts(text.as_bytes(), 0, text.len()));
        Self {
            text,
            starts,
            shared: OnceLock::new(),
            revision: 0,
        }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole text for other threads; copied at most once a change.
    pub fn shared(&self) -> Arc<str> {
        self.shared
            .get_or_init(|| Arc::from(self.text.as_str()))
            .clone()
    }

    /// Counts changes of the text.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Number of lines, at least one.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 0, that holds an offset.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// A line, from 0, with its line end; a line past the last is empty and lies at the end.
    pub fn line(&self, line: usize) -> Span {
        let len = self.text.len();
        let start = self.starts.get(line).copied().unwrap_or(len);
        start..self.starts.get(line + 1).copied().unwrap_or(len)
    }

    /// A line, from 0, without its line end.
    pub fn content(&self, line: usize) -> Span {
        let Span { start, end } = self.line(line);
        let bytes = &self.text.as_bytes()[start..end];
        let ends = match bytes {
            [.., b'\r', b'\n'] => 2,
            [.., b'\n' | b'\r'] => 1,
            _ => 0,
        };
        start..end - ends
    }

    /// The line end of a line, from 0; empty on the last one.
    pub fn line_end(&self, line: usize) -> &str {
        &self.text[self.content(line).end..self.line(line).end]
    }

    /// The line end to use for a new line at `line`: its own, else the one before, else LF.
    pub fn kind_of_end(&self, line: usize) -> &'static str {
        let own = self.line_end(line);
        let end = if own.is_empty() && line > 0 {
            self.line_end(line - 1)
        } else {
            own
        };
        match end {
            "\r\n" => "\r\n",
            "\r" => "\r",
            _ => "\n",
        }
    }

    /// Replaces a span, which lies on character boundaries.
    pub fn replace(&mut self, span: Span, with: &str) -> Splice {
        let Span { start, end } = span;
        let splice = Splice {
            start,
            old_end: end,
            new_end: start + with.len(),
        };
        self.text.replace_range(start..end, with);
        self.shared = OnceLock::new();
        self.revision += 1;
        // A line start depends on the two bytes around it, so those in start..=end may have
        // changed and no others.
        let first = self.starts.partition_point(|at| *at < start).max(1);
        let last = self.starts.partition_point(|at| *at <= end).max(first);
        let fresh: Vec<usize> = line_starts(self.text.as_bytes(), start, splice.new_end).collect();
        let shift_from = first + fresh.len();
        self.starts.splice(first..last, fresh);
        if splice.new_end != splice.old_end {
            for at in &mut self.starts[shift_from..] {
                *at = *at - splice.old_end + splice.new_end;
            }
        }
        splice
    }
}

/// The line starts in `from..=to`, without the one at 0.
fn line_starts(bytes: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> {
    (from.max(1)..=to).filter(move |at| match bytes[at - 1] {
        b'\n' => true,
        b'\r' => bytes.get(*at) != Some(&b'\n'),
        _ => false,
    })
}

/// The text with every line end replaced by `end`.
pub fn with_line_ends(text: &str, end: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        out.push_str(&rest[..at]);
        out.push_str(end);
        let skip = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        rest = &rest[at + skip..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let buffer = Buffer::new("a\nb\r\nc\rd".into());
        let lines: Vec<&str> = (0..buffer.line_count())
            .map(|line| &buffer.text()[buffer.content(line)])
            .collect();
        assert_eq!(lines, ["a", "b", "c", "d"]);
        assert_eq!(buffer.kind_of_end(1), "\r\n");
        assert_eq!(buffer.kind_of_end(3), "\r");
    }

    #[test]
    fn pasted_line_ends_become_one_kind() {
        assert_eq!(with_line_ends("a\nb\r\nc\r", "\r\n"), "a\r\nb\r\nc\r\n");
        assert_eq!(with_line_ends("a\n\n\r\rb", ""), "ab");
    }

    proptest! {
        #[test]
        fn line_starts_follow_every_change(
            text in "[a\r\nä]{0,12}",
            edits in proptest::collection::vec((0usize..14, 0usize..5, "[b\r\n]{0,4}"), 0..6),
        ) {
            let mut buffer = Buffer::new(text);
            for (at, len, with) in edits {
                let start = buffer.text().floor_char_boundary(at);
                let end = buffer.text().floor_char_boundary(start + len).max(start);
                buffer.replace(start..end, &with);
                prop_assert_eq!(&buffer.starts, &Buffer::new(buffer.text.clone()).starts);
            }
        }
    }
}
