//! Commands that change the text.

use super::buffer::with_line_ends;
use super::command::{Command, Outcome};
use super::editor::Editor;
use super::grapheme;
use super::history::Kind;
use super::list::{Item, indent_of};
use super::search::{self, Search};
use crate::skill::Span;
use crate::skill::edit::Edit;

/// One step of indentation. Spaces, since YAML refuses tabs.
const INDENT: &str = "  ";

/// The command changes the text, if there is anything to change.
pub(super) fn is_change(command: &Command) -> bool {
    use Command::*;
    match command {
        Insert(_) | Newline | Tab | BackTab | Backspace | Delete | DeleteWordLeft
        | DeleteWordRight | DeleteToLineStart | DeleteToLineEnd | DeleteLine | Undo | Redo
        | Cut | Paste(_) | DuplicateLine | MoveLineUp | MoveLineDown | Apply(_)
        | ReplaceOne(..) | ReplaceAll(..) => true,
        Move { .. }
        | SelectAll
        | SelectWord
        | SelectLine
        | Select(_)
        | Unselect
        | Copy
        | Click { .. }
        | Drag { .. }
        | ScrollBy(_)
        | ScrollSideways(_)
        | SetCursor(_)
        | GoToLine(_)
        | FindNext(_)
        | FindPrevious(_) => false,
    }
}

impl Editor {
    /// Does a command that changes the text; gives any other one back.
    pub(super) fn change(&mut self, command: Command) -> Result<Outcome, Command> {
        let mut outcome = Outcome::default();
        match command {
            Command::Insert(text) => {
                let typed = self.own_line_ends(&text);
                let kind = if typed.contains(['\n', '\r']) {
                    Kind::Whole
                } else {
                    Kind::Type
                };
                self.step(kind, &typed, |editor| editor.type_over(&typed));
            }
            Command::Paste(text) => {
                let text = self.own_line_ends(&text);
                self.step(Kind::Whole, "", |editor| editor.type_over(&text));
            }
            Command::Newline => self.step(Kind::Whole, "", Self::newline),
            Command::Tab => self.step(Kind::Whole, "", Self::tab),
            Command::BackTab => self.step(Kind::Whole, "", Self::back_tab),
            Command::Backspace => self.erase(|e| grapheme::previous(e.text(), e.cursor)..e.cursor),
            Command::Delete => self.erase(|e| e.cursor..grapheme::next(e.text(), e.cursor)),
            Command::DeleteWordLeft => self.cut_out(|e| e.word_left()..e.cursor),
            Command::DeleteWordRight => self.cut_out(|e| e.cursor..e.word_right()),
            Command::DeleteToLineStart => self.cut_out(|e| {
                let start = e.buffer.line(e.line()).start;
                let before = grapheme::previous(e.text(), e.cursor);
                let from = if start == e.cursor { before } else { start };
                from..e.cursor
            }),
            Command::DeleteToLineEnd => self.cut_out(|e| {
                let end = e.buffer.content(e.line()).end;
                let after = grapheme::next(e.text(), e.cursor);
                let to = if end <= e.cursor { after } else { end };
                e.cursor..to
            }),
            Command::DeleteLine => self.step(Kind::Whole, "", Self::delete_lines),
            Command::Undo => self.travel(true),
            Command::Redo => self.travel(false),
            Command::Cut => {
                outcome.copied = self.selected_text().map(str::to_owned);
                if let Some(span) = self.selection() {
                    self.cut_out(|_| span);
                }
            }
            Command::DuplicateLine => self.step(Kind::Whole, "", Self::duplicate_lines),
            Command::MoveLineUp => self.step(Kind::Whole, "", |editor| editor.move_lines(true)),
            Command::MoveLineDown => self.step(Kind::Whole, "", |editor| editor.move_lines(false)),
            Command::Apply(edits) => outcome.refused = !self.make(edits),
            Command::ReplaceOne(search, with) => self.replace_one(&search, &with, &mut outcome),
            Command::ReplaceAll(search, with) => {
                let found = search::find_all(self.text(), &search);
                outcome.matches = found.len();
                let text = self.own_line_ends(&with);
                let edit = |span| Edit {
                    span,
                    text: text.clone(),
                };
                self.make(found.into_iter().map(edit).collect());
            }
            other => return Err(other),
        }
        self.settle();
        Ok(outcome)
    }

    /// The line of the cursor, from 0.
    pub(super) fn line(&self) -> usize {
        self.buffer.line_of(self.cursor)
    }

    /// First and last line of the selection, from 0. A selection that ends at the start of a line
    /// does not take that line in.
    pub(super) fn lines(&self) -> (usize, usize) {
        let span = self.selection().unwrap_or(self.cursor..self.cursor);
        let first = self.buffer.line_of(span.start);
        let last = self.buffer.line_of(span.end);
        let touches = span.end > self.buffer.line(last).start;
        (
            first,
            if touches {
                last
            } else {
                last.max(first + 1) - 1
            }
            .max(first),
        )
    }

    fn word_left(&self) -> usize {
        grapheme::word_left(self.text(), self.cursor)
    }

    fn word_right(&self) -> usize {
        grapheme::word_right(self.text(), self.cursor)
    }

    /// The line end for a new line at the cursor.
    fn line_end_here(&self) -> &'static str {
        let at = self.selection().map_or(self.cursor, |span| span.start);
        let kind = self.buffer.kind_of_end(self.buffer.line_of(at));
        // An LF behind a lone CR would only make it longer.
        if kind == "\n" && self.text()[..at].ends_with('\r') {
            "\r"
        } else {
            kind
        }
    }

    fn own_line_ends(&self, text: &str) -> String {
        with_line_ends(text, self.line_end_here())
    }

    /// Puts text in the place of the selection.
    fn type_over(&mut self, text: &str) {
        let span = self.selection().unwrap_or(self.cursor..self.cursor);
        let end = span.start + text.len();
        self.anchor = None;
        self.replace(span, text);
        self.cursor = end;
    }

    /// Deletes the selection or else `span`, joining with the deletion before.
    fn erase(&mut self, span: impl FnOnce(&Self) -> Span) {
        match self.selection() {
            Some(selected) => self.cut_out(|_| selected),
            None => {
                let span = span(self);
                self.anchor = None;
                self.step(Kind::Erase, "", |editor| editor.remove(span));
            }
        }
    }

    /// Deletes the selection or else `span`, as a step of its own.
    fn cut_out(&mut self, span: impl FnOnce(&Self) -> Span) {
        let span = self.selection().unwrap_or_else(|| span(self));
        self.step(Kind::Whole, "", |editor| editor.remove(span));
    }

    fn remove(&mut self, span: Span) {
        let start = span.start;
        self.anchor = None;
        self.replace(span, "");
        self.cursor = start;
    }

    fn newline(&mut self) {
        let end = self.line_end_here();
        let line = self.buffer.content(self.line());
        let content = &self.text()[line.clone()];
        let before = self.cursor - line.start;
        if self.selection().is_none()
            && let Some(item) = Item::read(content)
            && item.head <= before
        {
            if content[item.head..].trim().is_empty() {
                self.remove(line);
            } else {
                self.type_over(&format!("{end}{}", item.next));
            }
            return;
        }
        let indent = indent_of(&content[..before.min(content.len())]);
        let text = format!("{end}{indent}");
        self.type_over(&text);
    }

    fn tab(&mut self) {
        let (first, last) = self.lines();
        let line = self.buffer.content(first);
        let at_item = self.selection().is_none()
            && Item::read(&self.text()[line.clone()])
                .is_some_and(|item| self.cursor <= line.start + item.head);
        if first == last && !at_item {
            let column = self.text()[line.start..self.cursor.max(line.start)]
                .chars()
                .count();
            self.type_over(&INDENT[column % INDENT.len()..]);
            return;
        }
        for line in (first..=last).rev() {
            let span = self.buffer.content(line);
            let indent = match &self.text()[span.clone()] {
                "" => continue,
                text if text.starts_with('\t') => "\t",
                _ => INDENT,
            };
            self.replace(span.start..span.start, indent);
        }
    }

    fn back_tab(&mut self) {
        let (first, last) = self.lines();
        for line in (first..=last).rev() {
            let span = self.buffer.content(line);
            let text = &self.text()[span.clone()];
            let len = match text.as_bytes() {
                [b'\t', ..] => 1,
                bytes => bytes.iter().take(2).take_while(|b| **b == b' ').count(),
            };
            self.replace(span.start..span.start + len, "");
        }
    }

    fn delete_lines(&mut self) {
        let (first, last) = self.lines();
        let mut span = self.buffer.line(first).start..self.buffer.line(last).end;
        if last + 1 == self.buffer.line_count() && first > 0 {
            span.start = self.buffer.content(first - 1).end;
        }
        self.remove(span);
    }

    fn duplicate_lines(&mut self) {
        let (first, last) = self.lines();
        let span = self.buffer.content(first).start..self.buffer.content(last).end;
        let end = self.buffer.kind_of_end(last);
        let copy = format!("{end}{}", &self.text()[span.clone()]);
        let (cursor, anchor) = (self.cursor, self.anchor);
        self.replace(span.end..span.end, &copy);
        let limit = self.text().len();
        self.cursor = (cursor + copy.len()).min(limit);
        self.anchor = anchor.map(|anchor| (anchor + copy.len()).min(limit));
    }

    /// Swaps the selected lines with the line above or below; every line end keeps its place.
    fn move_lines(&mut self, up: bool) {
        let (first, last) = self.lines();
        let (from, to) = match up {
            true if first > 0 => (first - 1, last),
            false if last + 1 < self.buffer.line_count() => (first, last + 1),
            _ => return,
        };
        let mut contents: Vec<&str> = (from..=to)
            .map(|line| &self.text()[self.buffer.content(line)])
            .collect();
        if up {
            contents.rotate_left(1);
        } else {
            contents.rotate_right(1);
        }
        let mut moved = String::new();
        for (line, content) in (from..=to).zip(contents) {
            moved.push_str(content);
            if line < to {
                moved.push_str(self.buffer.line_end(line));
            }
        }
        let place = |editor: &Self, at: usize| {
            let line = editor.buffer.line_of(at);
            (line, at - editor.buffer.line(line).start)
        };
        let cursor = place(self, self.cursor);
        let anchor = self.anchor.map(|anchor| place(self, anchor));
        self.replace(
            self.buffer.content(from).start..self.buffer.content(to).end,
            &moved,
        );
        let landed = |editor: &Self, (line, column): (usize, usize)| {
            let span = editor.buffer.line(if up { line - 1 } else { line + 1 });
            (span.start + column).min(span.end)
        };
        self.cursor = landed(self, cursor);
        self.anchor = anchor.map(|anchor| landed(self, anchor));
    }

    /// Makes edits as one step; `false` when they overlap or cut a character.
    fn make(&mut self, mut edits: Vec<Edit>) -> bool {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let text = self.text();
        let fits = |edit: &Edit| {
            edit.span.start <= edit.span.end
                && text.is_char_boundary(edit.span.start)
                && text.is_char_boundary(edit.span.end)
        };
        let apart = edits
            .windows(2)
            .all(|two| two[0].span.end <= two[1].span.start);
        if !apart || !edits.iter().all(fits) {
            return false;
        }
        self.step(Kind::Whole, "", |editor| {
            for edit in edits.into_iter().rev() {
                editor.replace(edit.span, &edit.text);
            }
        });
        true
    }

    fn replace_one(&mut self, search: &Search, with: &str, outcome: &mut Outcome) {
        let found = search::find_all(self.text(), search);
        let selected = self.selection();
        if selected.is_some_and(|span| found.contains(&span)) {
            let text = self.own_line_ends(with);
            self.step(Kind::Whole, "", |editor| editor.type_over(&text));
        }
        outcome.matches = self.find(search, true);
    }
}
