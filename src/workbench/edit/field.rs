//! A text of one line, for names, filters and questions.

use std::time::Duration;

use super::buffer::with_line_ends;
use super::command::{Command, Outcome};
use super::editor::{Editor, Viewport};
use super::glyph::Glyphs;
use crate::skill::Span;

/// An input of one line that scrolls sideways. It follows the rules of [`Editor`].
#[derive(Clone, Debug)]
pub struct Field {
    editor: Editor,
}

impl Default for Field {
    fn default() -> Self {
        Self::new("")
    }
}

impl Field {
    /// A field with `text`, less its line ends; the cursor stands at the end.
    pub fn new(text: &str) -> Self {
        let mut editor = Editor::new(with_line_ends(text, ""));
        let end = editor.text().len();
        editor.apply(Command::SetCursor(end), Duration::ZERO);
        Self { editor }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.editor.text()
    }

    /// Puts another text in, as one step that can be undone; the cursor stands at its end.
    pub fn set_text(&mut self, text: &str) {
        self.editor.apply(Command::SelectAll, Duration::ZERO);
        self.editor
            .apply(Command::Paste(with_line_ends(text, "")), Duration::ZERO);
    }

    /// Offset of the cursor.
    pub fn cursor(&self) -> usize {
        self.editor.cursor()
    }

    /// The selected bytes.
    pub fn selection(&self) -> Option<Span> {
        self.editor.selection()
    }

    /// Says how many columns there are.
    pub fn set_width(&mut self, width: usize) {
        self.editor.set_viewport(Viewport {
            width,
            height: 1,
            ..Viewport::default()
        });
    }

    /// Does one thing. What would make a second line or
    /// scroll does nothing; pasted line ends are left out.
    pub fn apply(&mut self, command: Command, now: Duration) -> Outcome {
        let command = match command {
            Command::Newline
            | Command::Tab
            | Command::BackTab
            | Command::DuplicateLine
            | Command::ScrollBy(_)
            | Command::ScrollSideways(_)
            | Command::Apply(_)
            | Command::ReplaceOne(..)
            | Command::ReplaceAll(..) => return Outcome::default(),
            Command::Insert(text) => Command::Insert(with_line_ends(&text, "")),
            Command::Paste(text) => Command::Paste(with_line_ends(&text, "")),
            other => other,
        };
        self.editor.apply(command, now)
    }

    /// The mouse was pressed at a column of a field this wide, for the n-th time in a row: the cursor
    /// goes there, the second time the word is selected, the third time everything.
    pub fn click(&mut self, col: usize, width: usize, clicks: u8, now: Duration) {
        self.set_width(width);
        let extend = false;
        self.apply(
            Command::Click {
                row: 0,
                col,
                extend,
            },
            now,
        );
        match clicks {
            2 => self.apply(Command::SelectWord, now),
            3.. => self.apply(Command::SelectAll, now),
            _ => Outcome::default(),
        };
    }

    /// The mouse was pulled to a column of a field this wide.
    pub fn drag(&mut self, col: usize, width: usize, now: Duration) {
        self.set_width(width);
        self.apply(Command::Drag { row: 0, col }, now);
    }

    /// What to draw, from left to right.
    pub fn glyphs(&self) -> Glyphs<'_> {
        let rows = self.editor.rows();
        let first = rows.rows.first().cloned();
        match first {
            Some(row) => rows.glyphs(&row),
            None => Glyphs::new("", 0..0, 0, 0, 0),
        }
    }

    /// Column of the cursor, from 0; `None` when there is no room for it.
    pub fn cursor_col(&self) -> Option<usize> {
        self.editor.cursor_cell().map(|cell| cell.1)
    }

    /// The offset nearest to a column.
    pub fn offset_at(&self, col: usize) -> usize {
        self.editor.offset_at(0, col)
    }
}
