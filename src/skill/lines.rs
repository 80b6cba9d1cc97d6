//! Lines and columns as an editor shows them.

use super::Span;

/// A place in a text: line and column count from 1, columns in Unicode scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1. LF, CR LF and CR end a line.
    pub line: usize,
    /// Column, from 1, in Unicode scalars.
    pub column: usize,
}

/// Where the lines of a text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Finds the line starts of `text` (LF, CR LF and lone CR end a line).
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at + 1);
            }
        }
        Self { starts }
    }

    /// Number of lines; a text always has at least one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never true: a text has at least one line.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The line (from 0) that holds the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// Offset of the first byte of line `line` (from 0), if there is such a line.
    pub fn start(&self, line: usize) -> Option<usize> {
        self.starts.get(line).copied()
    }

    /// Line and column of a byte offset; an offset inside a character counts as its start.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let column = text[self.starts[line]..offset].chars().count() + 1;
        Position {
            line: line + 1,
            column,
        }
    }

    /// The bytes of line `line` (from 0) without its line end, if there is such a line.
    pub fn span(&self, text: &str, line: usize) -> Option<Span> {
        let start = self.start(line)?;
        let end = self.start(line + 1).unwrap_or(text.len());
        Some(start..start + without_end(&text[start..end]).len())
    }

    /// The byte offset of a place. A line beyond the text counts as the last one, a column beyond the
    /// line as its end, and 0 as 1.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line.clamp(1, self.len()) - 1;
        let span = self.span(text, line).unwrap_or(text.len()..text.len());
        text[span.clone()]
            .char_indices()
            .nth(position.column.max(1) - 1)
            .map_or(span.end, |(at, _)| span.start + at)
    }
}

/// A line without its line end (LF, CR LF or CR).
pub fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// The lines of `text[span]`, each without its line end; a line end at the very end opens no new line.
pub fn lines_in(text: &str, span: Span) -> impl Iterator<Item = Span> {
    let mut at = span.start;
    std::iter::from_fn(move || {
        if at >= span.end {
            return None;
        }
        let line = at..line_end(text, at, span.end);
        at = after_line(text, line.end, span.end);
        Some(line)
    })
}

/// The lines of [`lines_in`], the last one first.
pub fn lines_back(text: &str, span: Span) -> impl Iterator<Item = Span> {
    let mut at = span.end;
    std::iter::from_fn(move || {
        if at <= span.start {
            return None;
        }
        let end = span.start + without_end(&text[span.start..at]).len();
        let before = text[span.start..end].rfind(['\n', '\r']);
        at = span.start + before.map_or(0, |before| before + 1);
        Some(at..end)
    })
}

/// Where the line that holds `at` ends, before its line end and at most at `limit`.
pub fn line_end(text: &str, at: usize, limit: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &text.as_bytes()[at..limit]).map_or(limit, |ends| at + ends)
}

/// The start of the line after one that ends at `end`, at most `limit`.
pub fn after_line(text: &str, end: usize, limit: usize) -> usize {
    let rest = &text.as_bytes()[end..limit];
    end + match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one\ntw\u{f6}\r\nthree\rfour";

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let index = LineIndex::new(TEXT);
        let lines: Vec<_> = (0..index.len())
            .filter_map(|line| index.span(TEXT, line))
            .map(|span| &TEXT[span])
            .collect();
        assert_eq!(lines, ["one", "tw\u{f6}", "three", "four"]);
        assert_eq!(index.span(TEXT, 4), None);
        let scanned: Vec<_> = lines_in(TEXT, 0..TEXT.len())
            .map(|span| &TEXT[span])
            .collect();
        assert_eq!(scanned, lines);
    }

    #[test]
    fn lines_are_the_same_from_either_end() {
        let pieces = ["", "a", "\n", "\r", "\r\n", "\u{f6}b"];
        for four in 0..pieces.len().pow(4) {
            let base = pieces.len() as u32;
            let text: String = (0..4)
                .map(|place| pieces[four / pieces.len().pow(place) % base as usize])
                .collect();
            for start in [0, text.ceil_char_boundary(1)] {
                let span = start..text.len();
                let mut back: Vec<_> = lines_back(&text, span.clone()).collect();
                back.reverse();
                let there: Vec<_> = lines_in(&text, span).collect();
                assert_eq!(back, there, "{text:?} from {start}");
            }
        }
    }

    #[test]
    fn places_and_offsets_are_each_other_s_inverse() {
        let index = LineIndex::new(TEXT);
        for (at, _) in TEXT.char_indices().filter(|(_, c)| !"\r\n".contains(*c)) {
            assert_eq!(index.offset(TEXT, index.position(TEXT, at)), at);
        }
    }

    #[test]
    fn a_place_outside_the_text_is_brought_inside() {
        let index = LineIndex::new(TEXT);
        let at = |line, column| index.offset(TEXT, Position { line, column });
        assert_eq!(at(1, 99), 3);
        assert_eq!(at(2, 4), 8);
        assert_eq!(at(0, 0), 0);
        assert_eq!(at(99, 99), TEXT.len());
    }
}
