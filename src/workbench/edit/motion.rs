//! Commands that move, select, scroll and copy.

use super::command::{Command, Motion, Outcome};
use super::editor::Editor;
use super::grapheme;
use super::list::indent_of;
use super::search::{self, Search};
use crate::skill::Span;

impl Editor {
    /// Does a command that leaves the text as it is; the ones that change it do nothing here.
    pub(super) fn go(&mut self, command: Command) -> Outcome {
        let mut outcome = Outcome::default();
        match command {
            Command::Move { motion, extend } => self.move_by(motion, extend),
            Command::SelectAll => self.select(0..self.text().len()),
            Command::SelectWord => self.select(grapheme::word_around(self.text(), self.cursor)),
            Command::SelectLine => self.select(self.buffer.line(self.line())),
            Command::Select(span) => self.select(span),
            Command::Unselect => self.anchor = None,
            Command::Copy => {
                outcome.copied = self.selected_text().map(str::to_owned);
                return outcome;
            }
            Command::Click { row, col, extend } => {
                let at = self.offset_at(row, col);
                self.place_at(at, extend);
            }
            Command::Drag { row, col } => self.drag(row, col),
            Command::ScrollBy(rows) => {
                self.scroll_rows(rows);
                return outcome;
            }
            Command::ScrollSideways(columns) => {
                self.scroll_columns(columns);
                return outcome;
            }
            Command::SetCursor(offset) => {
                let at = grapheme::floor(self.text(), offset);
                self.place_at(at, false);
            }
            Command::GoToLine(number) => self.place_at(self.line_start(number), false),
            Command::FindNext(search) => outcome.matches = self.find(&search, true),
            Command::FindPrevious(search) => outcome.matches = self.find(&search, false),
            _ => return outcome,
        }
        self.settle();
        outcome
    }

    fn place_at(&mut self, at: usize, extend: bool) {
        self.anchor = extend.then(|| self.anchor.unwrap_or(self.cursor));
        self.cursor = at;
        self.goal = None;
    }

    /// Selects whole graphemes; the cursor stands at the end.
    pub(super) fn select(&mut self, span: Span) {
        self.anchor = Some(grapheme::floor(self.text(), span.start));
        self.cursor = grapheme::ceil(self.text(), span.end);
        self.goal = None;
    }

    fn move_by(&mut self, motion: Motion, extend: bool) {
        if let (Some(span), false) = (self.selection(), extend) {
            match motion {
                Motion::Left => return self.place_at(span.start, false),
                Motion::Right => return self.place_at(span.end, false),
                _ => {}
            }
        }
        let page = self.viewport.height.saturating_sub(1).max(1) as isize;
        let rows = match motion {
            Motion::Up => -1,
            Motion::Down => 1,
            Motion::PageUp => -page,
            Motion::PageDown => page,
            _ => {
                let at = self.target(motion);
                return self.place_at(at, extend);
            }
        };
        let goal = self.goal.unwrap_or_else(|| self.column_of(self.cursor));
        let at = self.rows_away(rows, goal);
        self.place_at(at, extend);
        self.goal = Some(goal);
        if matches!(motion, Motion::PageUp | Motion::PageDown) {
            self.scroll_rows(rows);
        }
    }

    fn target(&self, motion: Motion) -> usize {
        let text = self.text();
        let content = self.buffer.content(self.line());
        match motion {
            Motion::Left => grapheme::previous(text, self.cursor),
            Motion::Right => grapheme::next(text, self.cursor),
            Motion::WordLeft => grapheme::word_left(text, self.cursor),
            Motion::WordRight => grapheme::word_right(text, self.cursor),
            Motion::LineStart => {
                let indent = indent_of(&text[content.clone()]).len();
                let first = grapheme::floor(text, content.start + indent);
                if self.cursor == first {
                    content.start
                } else {
                    first
                }
            }
            Motion::LineEnd => content.end,
            Motion::Top => 0,
            Motion::Bottom => text.len(),
            Motion::Up | Motion::Down | Motion::PageUp | Motion::PageDown => self.cursor,
        }
    }

    /// The place in column `goal`, so many rows away; beyond the text its start or end.
    fn rows_away(&self, rows: isize, goal: usize) -> usize {
        let row = self.layout.row_of(self.cursor);
        let last = self.layout.len() - 1;
        match row.checked_add_signed(rows) {
            Some(row) if row <= last => {
                let at = self.offset_in_row(row, goal);
                // A row may lie wholly inside of a grapheme that begins here.
                if rows > 0 && at <= self.cursor {
                    grapheme::next(self.text(), self.cursor)
                } else {
                    at
                }
            }
            Some(_) => self.text().len(),
            None => 0,
        }
    }

    fn drag(&mut self, row: isize, col: usize) {
        let beyond = row - self.viewport.height.saturating_sub(1) as isize;
        if row < 0 {
            self.scroll_rows(row);
        } else if beyond > 0 {
            self.scroll_rows(beyond);
        }
        let row = row.clamp(0, self.viewport.height.saturating_sub(1) as isize);
        let at = self.offset_at(row.unsigned_abs(), col);
        self.place_at(at, true);
    }

    /// Selects the next or the previous match, going round; gives the number of all matches.
    pub(super) fn find(&mut self, search: &Search, forward: bool) -> usize {
        let found = search::find_all(self.text(), search);
        let selected = self.selection().unwrap_or(self.cursor..self.cursor);
        let hit = if forward {
            let next = found.partition_point(|span| span.start < selected.end);
            found.get(next).or(found.first())
        } else {
            let before = found.partition_point(|span| span.start < selected.start);
            before.checked_sub(1).map(|i| &found[i]).or(found.last())
        };
        if let Some(span) = hit {
            self.select(span.clone());
        }
        found.len()
    }
}
