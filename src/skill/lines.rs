//! Lines and columns as an editor shows them.

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
        for (i, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                starts.push(i + 1);
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
}
