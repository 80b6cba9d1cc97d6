//! From the text to cells and back.

use super::editor::{Editor, Viewport};
use super::glyph::{Glyphs, advance};
use super::grapheme;
use super::wrap::Layout;
use crate::skill::Span;

/// Rows that stay visible above and below the cursor, where there is room.
const MARGIN: usize = 2;

/// Columns that stay visible beside the cursor when lines are whole.
const SIDE_MARGIN: usize = 4;

/// How a visual row ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowEnd {
    /// The line goes on in the next row.
    Wrapped,
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
    /// CR alone.
    Cr,
    /// The text ends.
    End,
}

/// One visual row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line it belongs to, from 1.
    pub line: usize,
    /// It is the first row of its line: the one that carries the line number.
    pub first: bool,
    /// The bytes it shows, without the line end. Where the text scrolls sideways, the visible
    /// part of the line.
    pub span: Span,
    /// How it ends.
    pub end: RowEnd,
    /// The bytes of its line end; empty when there is none.
    pub line_end: Span,
    /// Column of `span.start` in the line, which may lie left of the first visible one.
    col: usize,
}

/// The visible part of a text.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    text: &'a str,
    viewport: Viewport,
    left: usize,
    /// From top to bottom, at most as many as the viewport is high.
    pub rows: Vec<Row>,
}

impl Row {
    /// The line number, where it is to be shown.
    pub fn number(&self) -> Option<usize> {
        self.first.then_some(self.line)
    }
}

impl<'a> Rows<'a> {
    /// What to draw in a row, from left to right; never beyond the right edge.
    pub fn glyphs(&self, row: &Row) -> Glyphs<'a> {
        let (left, right) = (self.left, self.left.saturating_add(self.viewport.width));
        let glyphs = Glyphs::new(self.text, row.span.clone(), row.col, left, right);
        if self.viewport.white_space {
            glyphs.with_white_space(row.line_end.clone())
        } else {
            glyphs
        }
    }
}

/// Where the visible part lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scroll {
    /// The first visible row, from 0.
    pub row: usize,
    /// All visual rows of the text.
    pub rows: usize,
    /// The first visible column, from 0.
    pub column: usize,
}

impl Editor {
    /// Says what room there is. Costs one pass over the text when the width or the wrapping
    /// changes; keeps the topmost row, and the cursor visible if it was.
    pub fn set_viewport(&mut self, viewport: Viewport) {
        if viewport == self.viewport {
            return;
        }
        let seen = self.sees_cursor();
        self.viewport = viewport;
        let columns = viewport.wrap.then(|| viewport.width.max(2) - 1);
        if columns != self.layout.columns() {
            self.layout = Layout::new(&self.buffer, columns);
            self.goal = None;
        }
        if viewport.wrap {
            self.left = 0;
        }
        self.settle_if(seen);
    }

    /// The room last given.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Where the visible part lies.
    pub fn scroll(&self) -> Scroll {
        Scroll {
            row: self.layout.row_of(self.top),
            rows: self.layout.len(),
            column: self.left,
        }
    }

    /// The visible rows.
    pub fn rows(&self) -> Rows<'_> {
        let top = self.layout.row_of(self.top);
        let bottom = self
            .layout
            .len()
            .min(top.saturating_add(self.viewport.height));
        Rows {
            text: self.text(),
            viewport: self.viewport,
            left: self.left,
            rows: (top..bottom).map(|row| self.row(row)).collect(),
        }
    }

    /// Row and column of the cursor in the viewport, both from 0; `None` while it is out of sight.
    pub fn cursor_cell(&self) -> Option<(usize, usize)> {
        self.cell_of(self.cursor)
    }

    /// Row and column of an offset in the viewport, both from 0; `None` while it is out of sight.
    pub fn cell_of(&self, offset: usize) -> Option<(usize, usize)> {
        let row = self.layout.row_of(offset);
        let row = row.checked_sub(self.layout.row_of(self.top))?;
        let col = self.column_of(offset).checked_sub(self.left)?;
        // Behind a hidden character wider than the viewport there is no cell left.
        let col = if self.viewport.wrap {
            col.min(self.viewport.width.saturating_sub(1))
        } else {
            col
        };
        (row < self.viewport.height && col < self.viewport.width).then_some((row, col))
    }

    /// The offset nearest to a cell of the viewport; always between two graphemes.
    pub fn offset_at(&self, row: usize, col: usize) -> usize {
        let row = self.layout.row_of(self.top).saturating_add(row);
        let row = row.min(self.layout.len() - 1);
        self.offset_in_row(row, self.left.saturating_add(col))
    }

    /// The row of the cursor is visible, or nothing is yet.
    pub(super) fn sees_cursor(&self) -> bool {
        let row = self.layout.row_of(self.cursor);
        let row = row.checked_sub(self.layout.row_of(self.top));
        self.viewport.height == 0 || row.is_some_and(|row| row < self.viewport.height)
    }

    /// The bytes of a row, without the line end.
    fn row_text(&self, row: usize) -> Span {
        let start = self.layout.start(row);
        let end = self.buffer.content(self.buffer.line_of(start)).end;
        start
            ..self
                .layout
                .next_start(row)
                .map_or(end, |next| end.min(next))
    }

    fn row(&self, row: usize) -> Row {
        let whole = self.row_text(row);
        let line = self.buffer.line_of(whole.start);
        let content = self.buffer.content(line);
        let line_end = content.end..self.buffer.line(line).end;
        let (start, col) = advance(self.text(), whole.start, whole.end, 0, self.left);
        let right = self.left.saturating_add(self.viewport.width);
        let end = if self.layout.columns().is_some() {
            whole.end
        } else {
            let (at, col) = advance(self.text(), start, whole.end, col, right);
            // A glyph that the edge cuts is shown in part.
            if col < right && at < whole.end {
                at + super::glyph::measure(self.text(), at, col).len
            } else {
                at
            }
        };
        let wrapped = whole.end < content.end;
        Row {
            line: line + 1,
            first: whole.start == content.start,
            span: start..end,
            end: match &self.text()[line_end.clone()] {
                _ if wrapped => RowEnd::Wrapped,
                "\n" => RowEnd::Lf,
                "\r\n" => RowEnd::CrLf,
                "\r" => RowEnd::Cr,
                _ => RowEnd::End,
            },
            line_end: if wrapped || end < content.end {
                end..end
            } else {
                line_end
            },
            col,
        }
    }

    /// The column of an offset in its row.
    pub(super) fn column_of(&self, offset: usize) -> usize {
        let span = self.row_text(self.layout.row_of(offset));
        let offset = offset.clamp(span.start, span.end);
        let (mut at, mut col) = (span.start, 0);
        let bytes = self.text().as_bytes();
        while at < offset {
            let plain = super::glyph::plain_run(&bytes[at..offset]);
            let whole = plain - usize::from(plain > 0);
            if whole > 0 {
                at += whole;
                col += whole;
                continue;
            }
            let piece = super::glyph::measure(self.text(), at, col);
            if at + piece.len > offset {
                break;
            }
            at += piece.len;
            col += piece.width;
        }
        col
    }

    /// The offset of the glyph that covers a column of a row; behind the text its end, or in a
    /// wrapped row the last place before the next row.
    pub(super) fn offset_in_row(&self, row: usize, col: usize) -> usize {
        let span = self.row_text(row);
        let (at, _) = advance(self.text(), span.start, span.end, 0, col);
        let at = grapheme::floor(self.text(), at);
        if self.layout.next_start(row) == Some(at) && at > span.start {
            return grapheme::previous(self.text(), at);
        }
        at
    }

    /// Scrolls by rows, as far as there is text.
    pub(super) fn scroll_rows(&mut self, rows: isize) {
        let top = self.layout.row_of(self.top).saturating_add_signed(rows);
        let last = self
            .layout
            .len()
            .saturating_sub(self.viewport.height.max(1));
        self.top = self.layout.start(top.min(last));
    }

    /// Scrolls by columns, as far as a visible row reaches.
    pub(super) fn scroll_columns(&mut self, columns: isize) {
        if self.layout.columns().is_some() {
            return;
        }
        let top = self.layout.row_of(self.top);
        let bottom = self.layout.len().min(top + self.viewport.height);
        let ends = (top..bottom).map(|row| self.column_of(self.row_text(row).end));
        let most = ends.max().unwrap_or(0);
        self.left = self.left.saturating_add_signed(columns).min(most);
    }

    /// Shows the cursor if it was visible before; else only leaves no empty rows.
    pub(super) fn settle_if(&mut self, seen: bool) {
        if seen {
            self.settle();
        } else {
            self.scroll_rows(0);
        }
    }

    /// Scrolls as little as needed to show the cursor with some rows around it.
    pub(super) fn settle(&mut self) {
        let Viewport { width, height, .. } = self.viewport;
        if height == 0 || width == 0 {
            return;
        }
        let margin = MARGIN.min((height - 1) / 2);
        let row = self.layout.row_of(self.cursor);
        let lowest = (row + margin + 1).saturating_sub(height);
        let top = self.layout.row_of(self.top);
        let top = top.clamp(lowest, row.saturating_sub(margin));
        // There is nothing to show below the last row.
        let last = self.layout.len().saturating_sub(height);
        self.top = self.layout.start(top.min(last));
        if self.layout.columns().is_none() {
            let side = SIDE_MARGIN.min((width - 1) / 2);
            let col = self.column_of(self.cursor);
            // Behind the end of the line there is nothing to show.
            let end = self.row_text(row).end;
            let (_, right) = advance(self.text(), self.cursor, end, col, col + side);
            let least = (right + 1).saturating_sub(width);
            let most = col.saturating_sub(side);
            self.left = self.left.clamp(least.min(most), most);
        }
    }
}
