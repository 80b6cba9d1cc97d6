//! What can be asked of an editor, and what it answers.

use super::search::Search;
use crate::skill::Span;
use crate::skill::edit::Edit;

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// One grapheme back.
    Left,
    /// One grapheme on.
    Right,
    /// One visual row up, in the kept column.
    Up,
    /// One visual row down, in the kept column.
    Down,
    /// To the start of the word before.
    WordLeft,
    /// To the end of the word after.
    WordRight,
    /// To the first character that is no white space; from there to the start of the line.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// One screen up.
    PageUp,
    /// One screen down.
    PageDown,
    /// To the start of the text.
    Top,
    /// To the end of the text.
    Bottom,
}

/// One thing to do. Offsets are bytes of the text; rows and columns count cells of the
/// viewport from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Types text at the cursor, in place of the selection.
    Insert(String),
    /// Ends the line as the lines around it end; continues lists and indentation, and ends a
    /// list at its empty item.
    Newline,
    /// Indents the selected lines or the list item, or inserts spaces up to the next stop.
    Tab,
    /// Takes one step of indentation from the selected lines.
    BackTab,
    /// Deletes the selection or the grapheme before the cursor.
    Backspace,
    /// Deletes the selection or the grapheme after the cursor.
    Delete,
    /// Deletes back to the start of the word.
    DeleteWordLeft,
    /// Deletes on to the end of the word.
    DeleteWordRight,
    /// Deletes back to the start of the line; at the start, the line end before it.
    DeleteToLineStart,
    /// Deletes on to the end of the line; at the end, the line end itself.
    DeleteToLineEnd,
    /// Deletes the lines of the selection.
    DeleteLine,
    /// Moves the cursor.
    Move {
        /// Where to.
        motion: Motion,
        /// Keeps the other end of the selection where it is.
        extend: bool,
    },
    /// Selects everything.
    SelectAll,
    /// Selects the word under the cursor.
    SelectWord,
    /// Selects the line of the cursor with its line end.
    SelectLine,
    /// Selects a range of bytes; the cursor stands at its end.
    Select(Span),
    /// Lets go of the selection.
    Unselect,
    /// Takes back the last step.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Gives the selected text.
    Copy,
    /// Gives the selected text and deletes it.
    Cut,
    /// Inserts text with the line ends of this text, as one step.
    Paste(String),
    /// Repeats the selected lines below themselves.
    DuplicateLine,
    /// Moves the selected lines one up; line ends keep their places.
    MoveLineUp,
    /// Moves the selected lines one down; line ends keep their places.
    MoveLineDown,
    /// Puts the cursor at a cell.
    Click {
        /// Row in the viewport.
        row: usize,
        /// Column in the viewport.
        col: usize,
        /// Keeps the other end of the selection where it is.
        extend: bool,
    },
    /// Extends the selection to a cell; beyond the upper or lower edge the text scrolls.
    Drag {
        /// Row relative to the viewport; may be outside of it.
        row: isize,
        /// Column in the viewport.
        col: usize,
    },
    /// Scrolls by visual rows, down when positive; the cursor stays.
    ScrollBy(isize),
    /// Scrolls by columns, to the right when positive; does nothing in wrapped text.
    ScrollSideways(isize),
    /// Puts the cursor at an offset and shows it.
    SetCursor(usize),
    /// Puts the cursor at the start of a line, counted from 1, and shows it.
    GoToLine(usize),
    /// Makes edits, given in offsets of the text as it is now, as one step. Refused when they
    /// overlap or cut a character.
    Apply(Vec<Edit>),
    /// Selects the next match after the cursor, going round.
    FindNext(Search),
    /// Selects the match before the cursor, going round.
    FindPrevious(Search),
    /// Replaces the selected match, then selects the next one.
    ReplaceOne(Search, String),
    /// Replaces every match as one step.
    ReplaceAll(Search, String),
}

/// What came of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The text is another one than before.
    pub changed: bool,
    /// What goes to the clipboard.
    pub copied: Option<String>,
    /// The command would have changed a text that is read only, or its edits do not fit.
    pub refused: bool,
    /// Matches found or replaced, for the commands that search.
    pub matches: usize,
}
