//! Lines of text with a meaning for each piece, ready to be drawn: what panes show, without colours.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::skill::colour::Role;
use crate::workbench::edit::{flag_letter, is_flag_letter};

/// What a piece of text means; the theme gives it its look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Plain text.
    #[default]
    Text,
    /// Of second rank.
    Dim,
    /// Plain text that stands out.
    Strong,
    /// The colour of the mode: what is active.
    Accent,
    /// A name, a layer, a place.
    Info,
    /// All is well.
    Good,
    /// Works but will surprise; unsaved.
    Warning,
    /// Is dropped or lost.
    Error,
    /// A line only the new side has.
    Added,
    /// A line only the old side has.
    Removed,
    /// A key to press.
    Key,
    /// A visible stand-in for a character that cannot be seen.
    Symbol,
    /// A piece of a skill.
    Skill(Role),
}

/// A stretch of text with one meaning. Its text may be shown as it is: see [`Piece::new`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// What is shown.
    pub text: String,
    /// What it means.
    pub ink: Ink,
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces, left to right.
    pub pieces: Vec<Piece>,
    /// The line belongs to what is selected elsewhere.
    pub marked: bool,
    /// Columns that following rows are set in by when the line is wrapped.
    pub hang: u16,
    /// Index of the thing it belongs to, where things can be picked.
    pub pick: Option<usize>,
    /// Stands at the right edge of its first row.
    pub side: String,
}

impl Piece {
    /// A piece of any text: what cannot be seen is made visible.
    pub fn new(text: &str, ink: Ink) -> Self {
        Self {
            text: visible(text),
            ink,
        }
    }
}

/// `text` with every character that a terminal would obey or hide replaced by a visible symbol.
pub fn visible(text: &str) -> String {
    let shown = crate::skill::hidden::visible_line(text);
    match shown.contains(is_flag_letter) {
        true => shown.chars().map(|c| flag_letter(c).unwrap_or(c)).collect(),
        false => shown.into_owned(),
    }
}

/// Columns `text` takes on the screen.
pub fn width(text: &str) -> usize {
    // Most text is plain; asking a table for each of its characters would be most of the work.
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return text.len();
    }
    UnicodeWidthStr::width(text)
}

/// The start of `text` that fits into `columns`, with an ellipsis when something is left out. Of a long
/// text no more is looked at than that.
pub fn fit(text: &str, columns: usize) -> String {
    if text.len() <= columns && width(text) <= columns {
        return text.to_owned();
    }
    let (mut used, mut end) = (0, 0);
    for (at, grapheme) in text.grapheme_indices(true) {
        used += width(grapheme);
        if used > columns {
            let ellipsis = if columns > 0 { "…" } else { "" };
            return format!("{}{ellipsis}", &text[..end]);
        }
        if used < columns {
            end = at + grapheme.len();
        }
    }
    text.to_owned()
}

/// The end of `text` that fits into `columns`, for paths.
pub fn fit_end(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = Vec::new();
    let mut used = 0;
    for grapheme in text.graphemes(true).rev() {
        let w = width(grapheme);
        if used + w + 1 > columns {
            break;
        }
        used += w;
        kept.push(grapheme);
    }
    kept.push(if columns > 0 { "…" } else { "" });
    kept.iter().rev().copied().collect()
}

impl Line {
    /// A line of one piece.
    pub fn of(text: &str, ink: Ink) -> Self {
        Self::default().with(text, ink)
    }

    /// The same with a piece more.
    #[must_use]
    pub fn with(mut self, text: &str, ink: Ink) -> Self {
        if !text.is_empty() {
            self.pieces.push(Piece::new(text, ink));
        }
        self
    }

    /// The same, its later rows set in by `columns` when wrapped.
    #[must_use]
    pub fn hanging(mut self, columns: u16) -> Self {
        self.hang = columns;
        self
    }

    /// Columns it takes.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|piece| width(&piece.text)).sum()
    }

    /// The text without meanings.
    pub fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// The same, cut at `columns`, with an ellipsis when something is left out. Of a long line no more is
    /// looked at than that.
    #[must_use]
    pub fn fitted(&self, columns: usize) -> Self {
        let mut line = Self {
            pieces: Vec::new(),
            marked: self.marked,
            hang: self.hang,
            pick: self.pick,
            side: self.side.clone(),
        };
        let mut used = 0;
        for (at, piece) in self.pieces.iter().enumerate() {
            let last = at + 1 == self.pieces.len();
            let room = columns - used;
            let ink = piece.ink;
            let mut text = fit(&piece.text, room);
            let whole = text.len() == piece.text.len();
            // What follows needs a column, if only for the ellipsis.
            if whole && (last || width(&text) < room) {
                used += width(&text);
                line.pieces.push(Piece { text, ink });
                continue;
            }
            if whole {
                text = fit(&format!("{text} "), room);
            }
            line.pieces.push(Piece { text, ink });
            break;
        }
        line
    }

    /// Breaks the line into rows of at most `columns`, between words where it can.
    pub fn wrap(self, columns: u16) -> Vec<Line> {
        let columns = usize::from(columns.max(1));
        if self.width() <= columns {
            return vec![self];
        }
        let hang = usize::from(self.hang).min(columns / 2);
        let mut rows = Rows::new(columns, hang, self.marked, self.pick);
        rows.row.side = self.side;
        // A word may change its look within.
        let mut word: Vec<(&str, Ink)> = Vec::new();
        for piece in &self.pieces {
            for part in parts(&piece.text) {
                if word.last().is_some_and(|(last, _)| may_end(last, part)) {
                    rows.word(&word);
                    word.clear();
                }
                word.push((part, piece.ink));
            }
        }
        rows.word(&word);
        rows.finish()
    }

    /// The same, ending in an ellipsis within `columns`: what follows it has no room.
    #[must_use]
    pub fn going_on(mut self, columns: usize) -> Self {
        while let Some(last) = self.pieces.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            self.pieces.pop();
        }
        let ink = self.pieces.last().map_or(Ink::Dim, |piece| piece.ink);
        match self.width() < columns {
            true => self.with("…", ink),
            false => self.with(" ", ink).fitted(columns),
        }
    }
}

/// The first `height` rows; where there are more, the last of them ends in an ellipsis within
/// `columns`.
pub fn clipped(mut rows: Vec<Line>, height: usize, columns: usize) -> Vec<Line> {
    if rows.len() > height {
        rows.truncate(height);
        if let Some(last) = rows.pop() {
            rows.push(last.going_on(columns));
        }
    }
    rows
}

/// Words with the spaces after them, and each letter as wide as two by itself.
fn parts(text: &str) -> Vec<&str> {
    if text.is_ascii() {
        return text.split_inclusive(' ').collect();
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        if is_wide(grapheme) {
            if start < at {
                parts.push(&text[start..at]);
            }
            parts.push(grapheme);
            start = at + grapheme.len();
        } else if grapheme == " " {
            parts.push(&text[start..=at]);
            start = at + 1;
        }
    }
    if start < text.len() {
        parts.push(&text[start..]);
    }
    parts
}

/// A letter as wide as two. Emoji with letters around them are no place to end a line.
fn is_wide(part: &str) -> bool {
    let first = part.chars().next().unwrap_or_default();
    matches!(first, '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}')
        && width(part) == 2
}

/// A line may end between two parts: after a space, and beside a letter as wide as two, but for signs
/// that open or close.
fn may_end(last: &str, next: &str) -> bool {
    let closes = "、。，．！？：；）」』】〉》〕".contains(next);
    let opens = "（「『【〈《〔".contains(last);
    last.ends_with(' ') || (is_wide(last) || is_wide(next)) && !closes && !opens
}

/// Rows being filled.
struct Rows {
    columns: usize,
    hang: usize,
    marked: bool,
    pick: Option<usize>,
    done: Vec<Line>,
    row: Line,
    used: usize,
}

impl Rows {
    fn new(columns: usize, hang: usize, marked: bool, pick: Option<usize>) -> Self {
        let row = Line {
            marked,
            pick,
            ..Line::default()
        };
        Self {
            columns,
            hang,
            marked,
            pick,
            done: Vec::new(),
            row,
            used: 0,
        }
    }

    /// A word with the space after it; the space may hang over the edge unseen.
    fn word(&mut self, parts: &[(&str, Ink)]) {
        let Some(((last, ink), head)) = parts.split_last() else {
            return;
        };
        let bare = last.trim_end_matches(' ');
        let head = head.iter().copied();
        let parts: Vec<(&str, Ink)> = head.chain([(bare, *ink)]).collect();
        let w: usize = parts.iter().map(|(part, _)| width(part)).sum();
        if self.used + w > self.columns {
            if self.used > self.indent() && w <= self.columns - self.hang {
                self.turn();
            }
            for (part, ink) in parts {
                self.long(part, ink);
            }
        } else {
            for (part, ink) in parts {
                self.push(part, width(part), ink);
            }
        }
        let spaces = &last[bare.len()..];
        if self.used + spaces.len() <= self.columns {
            self.push(spaces, spaces.len(), *ink);
        } else {
            self.used = self.columns;
        }
    }

    /// A word that may be longer than a row: a path is broken after a slash where that can be.
    fn long(&mut self, word: &str, ink: Ink) {
        for part in word.split_inclusive('/') {
            let w = width(part);
            if self.used + w <= self.columns {
                self.push(part, w, ink);
                continue;
            }
            if self.used > self.indent() && w <= self.columns - self.hang {
                self.turn();
            }
            for grapheme in part.graphemes(true) {
                let w = width(grapheme);
                if self.used + w > self.columns {
                    self.turn();
                }
                self.push(grapheme, w, ink);
            }
        }
    }

    fn indent(&self) -> usize {
        if self.done.is_empty() { 0 } else { self.hang }
    }

    fn push(&mut self, text: &str, w: usize, ink: Ink) {
        self.used += w;
        match self.row.pieces.last_mut() {
            Some(last) if last.ink == ink => last.text.push_str(text),
            _ => self.row.pieces.push(Piece {
                text: text.to_owned(),
                ink,
            }),
        }
    }

    fn turn(&mut self) {
        let fresh = Line {
            marked: self.marked,
            pick: self.pick,
            ..Line::default()
        };
        self.done.push(std::mem::replace(&mut self.row, fresh));
        self.used = 0;
        if self.hang > 0 {
            self.push(&" ".repeat(self.hang), self.hang, Ink::Text);
        }
    }

    fn finish(mut self) -> Vec<Line> {
        self.done.push(self.row);
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, columns: u16) -> Vec<String> {
        let rows = Line::of(text, Ink::Text).hanging(2).wrap(columns);
        rows.iter().map(Line::text).collect()
    }

    #[test]
    fn wraps_between_words_and_breaks_what_is_too_long() {
        assert_eq!(rows("one two three", 8), ["one two ", "  three"]);
        assert_eq!(rows("abcdefghij", 4), ["abcd", "  ef", "  gh", "  ij"]);
        assert_eq!(rows("short", 10), ["short"]);
        assert_eq!(rows("skills/a/SKILL.md", 11), ["skills/a/", "  SKILL.md"]);
    }

    #[test]
    fn a_word_that_changes_its_look_stays_together() {
        let line = Line::of("one ", Ink::Text)
            .with("two", Ink::Removed)
            .with(", three", Ink::Text);
        let rows: Vec<String> = line.wrap(7).iter().map(Line::text).collect();
        assert_eq!(rows, ["one ", "two, ", "three"]);
    }

    #[test]
    fn text_without_spaces_goes_on_in_the_row_it_began() {
        let line = Line::of("12 ", Ink::Dim).with("技能は文字です。「次」", Ink::Text);
        let line = line.hanging(3).wrap(13);
        let shown: Vec<String> = line.iter().map(Line::text).collect();
        // A row neither begins with what closes nor ends with what opens.
        assert_eq!(shown, ["12 技能は文字", "   です。", "   「次」"]);
        assert_eq!(rows("abc技能", 6), ["abc技", "  能"]);
    }

    #[test]
    fn what_has_no_room_is_told_by_an_ellipsis() {
        let rows = |height, columns: u16| -> Vec<String> {
            let line = Line::of("one ", Ink::Text).with("two three four", Ink::Dim);
            let rows = clipped(line.wrap(columns), height, usize::from(columns));
            rows.iter().map(Line::text).collect()
        };
        assert_eq!(rows(1, 9), ["one two…"]);
        assert_eq!(rows(1, 7), ["one tw…"]);
        assert_eq!(rows(2, 9), ["one two ", "three…"]);
        assert_eq!(rows(3, 9), ["one two ", "three ", "four"]);
        assert!(rows(0, 9).is_empty());
        for columns in 1..20 {
            for row in rows(1, columns) {
                assert!(width(&row) <= usize::from(columns), "{row:?}");
                assert_eq!(row.ends_with('…'), columns < 18, "{row:?}");
            }
        }
    }

    #[test]
    fn a_flag_shows_as_its_letters() {
        assert_eq!(visible("a 🇩🇪🇯🇵 b"), "a DEJP b");
        assert_eq!(visible("👍 ok"), "👍 ok");
    }

    #[test]
    fn wide_characters_never_stand_over_the_edge() {
        for columns in 2..12 {
            for row in rows("技能は文字です and 👩‍💻 emoji", columns) {
                assert!(
                    width(&row) <= usize::from(columns.max(3)),
                    "{row:?} {columns}"
                );
            }
        }
    }

    #[test]
    fn fits_by_columns_not_by_characters() {
        assert_eq!(fit("技能技能", 5), "技能…");
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("abcd", 3), "ab…");
        assert_eq!(fit_end("/home/me/project", 8), "…project");
        assert_eq!(fit("abc", 0), "");
    }
}
