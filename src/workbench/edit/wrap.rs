//! Where the visual rows of a text begin.

use super::buffer::{Buffer, Splice};
use super::glyph::{LOOK_AHEAD, ShownAs, measure, plain_run};

/// The visual rows of a whole text, one offset each. A row start depends on the text after the
/// row start before it, so a change costs a few rows and one pass over the offsets.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Columns a row may fill; `None` leaves lines whole.
    columns: Option<usize>,
    starts: Vec<usize>,
}

impl Layout {
    pub fn new(buffer: &Buffer, columns: Option<usize>) -> Self {
        let mut layout = Self {
            columns,
            starts: vec![0],
        };
        layout.extend_from(buffer, 0, &mut |_| false);
        layout
    }

    pub fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Number of rows, at least one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Start of a row; of the last one when there are fewer.
    pub fn start(&self, row: usize) -> usize {
        self.starts[row.min(self.starts.len() - 1)]
    }

    /// The row that shows an offset.
    pub fn row_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// Where the next row starts, if there is one.
    pub fn next_start(&self, row: usize) -> Option<usize> {
        self.starts.get(row + 1).copied()
    }

    /// Follows a change of the buffer.
    pub fn update(&mut self, buffer: &Buffer, splice: Splice) {
        // The row before may take in what now fits, the one before that looked at its text, and
        // a glyph looks ahead.
        let before = splice.start.saturating_sub(1);
        let line = buffer.line(buffer.line_of(before)).start;
        let first = self.row_of(before.saturating_sub(LOOK_AHEAD));
        let first = first.saturating_sub(2);
        let first = first.max(self.starts.partition_point(|start| *start < line));
        let old = self.starts.split_off(first + 1);
        let shift = |start: usize| start - splice.old_end + splice.new_end;
        let mut tail = old.partition_point(|start| *start < splice.old_end);
        let from = self.starts[first];
        let met = self.extend_from(buffer, from, &mut |start| {
            if start < splice.new_end {
                return false;
            }
            while tail < old.len() && shift(old[tail]) < start {
                tail += 1;
            }
            tail < old.len() && shift(old[tail]) == start
        });
        if met {
            self.starts.extend(old[tail..].iter().map(|s| shift(*s)));
        }
    }

    /// Adds the row starts after `from` until `stop` says so, which is the answer.
    fn extend_from(
        &mut self,
        buffer: &Buffer,
        from: usize,
        stop: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        let mut line = buffer.line_of(from);
        let mut at = from;
        loop {
            let end = buffer.content(line).end;
            if let Some(columns) = self.columns {
                loop {
                    at = row_end(buffer.text(), at, end, columns);
                    if at >= end {
                        break;
                    }
                    if stop(at) {
                        return true;
                    }
                    self.starts.push(at);
                }
            }
            line += 1;
            if line >= buffer.line_count() {
                return false;
            }
            at = buffer.line(line).start;
            if stop(at) {
                return true;
            }
            self.starts.push(at);
        }
    }
}

/// Where the row that starts at `start` ends: behind the last white space or between wide
/// characters that fit, else wherever the columns are full.
fn row_end(text: &str, start: usize, end: usize, columns: usize) -> usize {
    match plain_row_end(&text.as_bytes()[start..], end - start, columns) {
        Some(end) => start + end,
        None => any_row_end(text, start, end, columns),
    }
}

fn any_row_end(text: &str, start: usize, end: usize, columns: usize) -> usize {
    let (mut at, mut col) = (start, 0);
    let mut stop = None;
    let mut wide_before = false;
    while at < end {
        let piece = measure(text, at, col);
        let width = piece.width.min(columns);
        let space = matches!(piece.shown_as, ShownAs::Space | ShownAs::Tab);
        let wide = piece.width == 2 && piece.shown_as == ShownAs::Plain;
        if (wide || wide_before) && at > start && !closes(text, at) {
            stop = Some(at);
        }
        if col + width > columns {
            // One space may stand in the last column, which is kept free for the cursor.
            let hangs = piece.shown_as == ShownAs::Space && piece.width == 1;
            if hangs && col == columns && at + piece.len < end {
                return at + piece.len;
            }
            return if space { at } else { stop.unwrap_or(at) };
        }
        at += piece.len;
        col += width;
        if space {
            stop = Some(at);
        }
        wide_before = wide;
    }
    end
}

/// The end of a row of ASCII alone, by the rules of [`row_end`]; `None` when there is more to it.
fn plain_row_end(bytes: &[u8], end: usize, columns: usize) -> Option<usize> {
    let seen = end.min(columns + 1);
    let joins = bytes.get(seen).is_some_and(|next| *next >= 0x80);
    if joins || plain_run(&bytes[..seen]) < seen {
        return None;
    }
    if end <= columns {
        return Some(end);
    }
    if bytes[columns] == b' ' {
        return Some(if columns + 1 < end {
            columns + 1
        } else {
            columns
        });
    }
    let space = bytes[..columns].iter().rposition(|b| *b == b' ');
    Some(space.map_or(columns, |space| space + 1))
}

/// A sign that does not begin a row.
fn closes(text: &str, at: usize) -> bool {
    let c = text[at..].chars().next();
    c.is_some_and(|c| " ,.;:!?)]}，。、；：？！）」』】》〉”’…".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(text: &str, columns: usize) -> Vec<String> {
        let layout = Layout::new(&Buffer::new(text.into()), Some(columns));
        (0..layout.len())
            .map(|row| {
                let end = layout.next_start(row).unwrap_or(text.len());
                text[layout.start(row)..end].to_owned()
            })
            .collect()
    }

    #[test]
    fn rows_break_at_words() {
        assert_eq!(rows("one two three", 8), ["one two ", "three"]);
        // A space that follows a full row hangs behind it.
        assert_eq!(rows("one two three", 7), ["one two ", "three"]);
        assert_eq!(rows("one  \n", 3), ["one ", " \n", ""]);
    }

    #[test]
    fn words_longer_than_a_row_break_anywhere() {
        assert_eq!(rows("a bcdefgh", 4), ["a ", "bcde", "fgh"]);
    }

    #[test]
    fn wide_characters_are_never_halved() {
        assert_eq!(rows("漢字漢字", 5), ["漢字", "漢字"]);
        assert_eq!(rows("漢字。漢", 4), ["漢", "字。", "漢"]);
        assert_eq!(rows("漢字", 1), ["漢", "字"]);
    }

    proptest! {
        #[test]
        fn plain_rows_end_where_others_do(text in "[ab. ]{0,40}", columns in 1usize..9) {
            let mut at = 0;
            while at < text.len() {
                let end = any_row_end(&text, at, text.len(), columns);
                prop_assert_eq!(row_end(&text, at, text.len(), columns), end);
                at = end;
            }
        }

        #[test]
        fn following_a_change_equals_starting_over(
            text in "[ab \t\r\n漢🙂\u{301}\u{200d}\u{e0041}。🇩🏴\u{e0061}\u{e007f}]{0,60}",
            edits in proptest::collection::vec((0usize..200, 0usize..9, "[a \n\r漢\u{301}🇩\u{e0061}\u{e007f}]{0,9}"), 1..5),
            columns in proptest::option::of(1usize..9),
        ) {
            let mut buffer = Buffer::new(text);
            let mut layout = Layout::new(&buffer, columns);
            for (at, len, with) in edits {
                let start = buffer.text().floor_char_boundary(at % (buffer.text().len() + 1));
                let end = buffer.text().floor_char_boundary(start + len).max(start);
                let splice = buffer.replace(start..end, &with);
                layout.update(&buffer, splice);
                prop_assert_eq!(&layout.starts, &Layout::new(&buffer, columns).starts);
            }
        }
    }
}
