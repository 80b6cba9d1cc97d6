//! The facade: one text, its cursor and its place on the screen.

use std::sync::Arc;
use std::time::Duration;

use super::buffer::Buffer;
use super::command::{Command, Outcome};
use super::grapheme;
use super::history::{History, Kind, Place};
use super::search::Search;
use super::wrap::Layout;
use crate::skill::Span;
use crate::skill::lines::Position;

/// The cells that the text may use, without gutter and frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Viewport {
    /// Columns; the last one is kept free for the cursor behind a full row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Breaks lines at words; otherwise the text scrolls sideways.
    pub wrap: bool,
    /// Shows spaces, tabs and line ends.
    pub white_space: bool,
}

/// A text being read or written.
///
/// The cursor always stands between two graphemes. Everything is bytes of [`Editor::text`], which
/// is kept exactly as it was opened but for what commands change.
#[derive(Clone, Debug)]
pub struct Editor {
    pub(super) buffer: Buffer,
    pub(super) cursor: usize,
    pub(super) anchor: Option<usize>,
    /// The column that moves up and down try to keep.
    pub(super) goal: Option<usize>,
    pub(super) layout: Layout,
    pub(super) viewport: Viewport,
    /// An offset in the topmost visible row.
    pub(super) top: usize,
    /// The first visible column when lines are whole.
    pub(super) left: usize,
    history: History,
    read_only: bool,
    now: Duration,
}

impl Editor {
    /// Opens a text with the cursor at its start.
    pub fn new(text: impl Into<String>) -> Self {
        let buffer = Buffer::new(text.into());
        let layout = Layout::new(&buffer, None);
        Self {
            buffer,
            cursor: 0,
            anchor: None,
            goal: None,
            layout,
            viewport: Viewport::default(),
            top: 0,
            left: 0,
            history: History::default(),
            read_only: false,
            now: Duration::ZERO,
        }
    }

    /// Opens a text that only allows moving and copying.
    pub fn read_only(text: impl Into<String>) -> Self {
        let mut editor = Self::new(text);
        editor.read_only = true;
        editor
    }

    /// Allows changes or not.
    pub fn set_read_only(&mut self, read_only: bool) {
        self.read_only = read_only;
    }

    /// Only moving and copying are allowed.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Does one thing. `now` is the time since any fixed moment; it only decides which key presses
    /// are undone together.
    pub fn apply(&mut self, command: Command, now: Duration) -> Outcome {
        self.now = now;
        let revision = self.buffer.revision();
        let mut outcome = self.dispatch(command);
        outcome.changed = self.buffer.revision() != revision;
        outcome
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        self.buffer.text()
    }

    /// The whole text for workers; copied at most once a change.
    pub fn shared_text(&self) -> Arc<str> {
        self.buffer.shared()
    }

    /// Rises with every change of the text.
    pub fn revision(&self) -> u64 {
        self.buffer.revision()
    }

    /// Number of lines, at least one.
    pub fn line_count(&self) -> usize {
        self.buffer.line_count()
    }

    /// Offset of the cursor.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The selected bytes; `None` when nothing is selected.
    pub fn selection(&self) -> Option<Span> {
        let anchor = self.anchor.filter(|anchor| *anchor != self.cursor)?;
        Some(anchor.min(self.cursor)..anchor.max(self.cursor))
    }

    /// The selected text.
    pub fn selected_text(&self) -> Option<&str> {
        self.selection().map(|span| &self.text()[span])
    }

    /// Line and column of the cursor.
    pub fn position(&self) -> Position {
        self.position_of(self.cursor)
    }

    /// Line and column of an offset.
    pub fn position_of(&self, offset: usize) -> Position {
        let offset = self.text().floor_char_boundary(offset);
        let line = self.buffer.line_of(offset);
        let before = &self.text()[self.buffer.line(line).start..offset];
        Position {
            line: line + 1,
            column: before.chars().count() + 1,
        }
    }

    /// The line that an offset lies in, without its line end.
    pub fn line_around(&self, offset: usize) -> Span {
        self.buffer.content(self.buffer.line_of(offset))
    }

    /// Offset of the start of a line, from 1; of the last one when there are fewer.
    pub fn line_start(&self, number: usize) -> usize {
        let last = self.buffer.line_count() - 1;
        self.buffer.line(number.saturating_sub(1).min(last)).start
    }

    /// The text differs from the one opened or last marked as saved; undoing back to it counts.
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    /// The text as it is now is on the disk.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
    }

    /// The disk holds another text than any that undo or redo leads to.
    pub fn forget_saved(&mut self) {
        self.history.forget_saved();
    }

    /// There is something to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// There is something to redo.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Every match of a search.
    pub fn find_all(&self, search: &Search) -> Vec<Span> {
        super::search::find_all(self.text(), search)
    }

    /// Takes over what another program made of the file, as one step that can be undone, and
    /// counts as saved. Cursor, selection and scroll stay with the text around them.
    pub fn reload(&mut self, text: &str) {
        let seen = self.sees_cursor();
        let (changed, with) = self.differing(text);
        let cursor = self.held(self.cursor, &changed);
        let anchor = self.anchor.and_then(|anchor| self.held(anchor, &changed));
        let top = self.held(self.top, &changed);
        self.step(Kind::Whole, "", |editor| {
            editor.replace(changed.clone(), with);
            if let Some(held) = cursor {
                editor.cursor = editor.find_held(&held);
            }
            if let Some(held) = anchor {
                editor.anchor = Some(editor.find_held(&held));
            }
            if let Some(held) = top {
                editor.top = editor.find_held(&held);
            }
        });
        self.settle_if(seen);
        self.mark_saved();
    }

    /// The part of the text that differs from `new`, between characters, and what `new` has there.
    pub fn differing<'a>(&self, new: &'a str) -> (Span, &'a str) {
        let old = self.text();
        let prefix = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b);
        let start = old.floor_char_boundary(prefix.count());
        let (old_rest, new_rest) = (&old.as_bytes()[start..], &new.as_bytes()[start..]);
        let suffix = old_rest.iter().rev().zip(new_rest.iter().rev());
        let end = old.len() - suffix.take_while(|(a, b)| a == b).count();
        let end = old.ceil_char_boundary(end);
        (start..end, &new[start..new.len() - (old.len() - end)])
    }

    /// What to know about an offset that lies in text that will be replaced.
    fn held(&self, offset: usize, changed: &Span) -> Option<Held> {
        let inside = changed.start < offset && offset < changed.end;
        inside.then(|| {
            let line = self.buffer.line_of(offset);
            let content = self.buffer.content(line);
            Held {
                line,
                column: offset - content.start,
                content: self.text()[content].to_owned(),
            }
        })
    }

    /// The same column of the nearest line with the same text, or else of the same line number.
    fn find_held(&self, held: &Held) -> usize {
        let lines = self.buffer.line_count();
        let same = |line: &usize| self.text()[self.buffer.content(*line)] == held.content;
        let near = (0..lines)
            .flat_map(|away| [held.line.checked_sub(away), held.line.checked_add(away)])
            .flatten()
            .filter(|line| *line < lines);
        let line = match held.content.trim() {
            "" => None,
            _ => near.into_iter().find(same),
        };
        let span = self.buffer.content(line.unwrap_or(held.line));
        self.text()
            .floor_char_boundary(span.end.min(span.start + held.column))
    }

    pub(super) fn dispatch(&mut self, command: Command) -> Outcome {
        if self.read_only && super::change::is_change(&command) {
            return Outcome {
                refused: true,
                ..Outcome::default()
            };
        }
        let command = match self.change(command) {
            Ok(outcome) => return outcome,
            Err(command) => command,
        };
        self.history.close();
        self.go(command)
    }

    /// Runs `work` as one step of the history.
    pub(super) fn step(&mut self, kind: Kind, typed: &str, work: impl FnOnce(&mut Self)) {
        self.history.begin(kind, self.now, self.place(), typed);
        work(self);
        self.cursor = grapheme::ceil(self.text(), self.cursor);
        self.anchor = self
            .anchor
            .map(|anchor| grapheme::ceil(self.text(), anchor));
        self.goal = None;
        self.history.end(self.now, self.place());
    }

    /// Replaces a span inside of a step; cursor and anchor move along.
    pub(super) fn replace(&mut self, span: Span, with: &str) {
        if &self.text()[span.clone()] == with {
            return;
        }
        self.history
            .note(span.start, &self.buffer.text()[span.clone()], with);
        self.splice(span, with);
    }

    fn splice(&mut self, span: Span, with: &str) {
        let splice = self.buffer.replace(span, with);
        self.layout.update(&self.buffer, splice);
        self.cursor = splice.map(self.cursor, true);
        self.anchor = self.anchor.map(|anchor| splice.map(anchor, true));
        self.top = splice.map(self.top, false);
    }

    /// Takes the last step back, or does the next one again.
    pub(super) fn travel(&mut self, back: bool) {
        let step = if back {
            self.history.undo()
        } else {
            self.history.redo()
        };
        let Some(step) = step.cloned() else {
            return;
        };
        if back {
            for change in step.changes.iter().rev() {
                let (span, with) = change.backward();
                self.splice(span, with);
            }
        } else {
            for change in &step.changes {
                let (span, with) = change.forward();
                self.splice(span, with);
            }
        }
        let place = if back { step.before } else { step.after };
        self.cursor = place.cursor;
        self.anchor = place.anchor;
        self.goal = None;
    }

    fn place(&self) -> Place {
        Place {
            cursor: self.cursor,
            anchor: self.anchor,
        }
    }
}

/// A place to be found again by what its line says.
struct Held {
    line: usize,
    column: usize,
    content: String,
}
