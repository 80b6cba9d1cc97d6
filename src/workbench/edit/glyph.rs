//! What a piece of text looks like in cells: graphemes, tabs and hidden characters.
//!
//! A glyph depends on the text from its own offset on and on its column, never on what stands
//! before. So a row can be drawn, and wrapped again after a change, without looking back.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::skill::Span;
use crate::skill::hidden;

/// Tab stops stand at every multiple of this many columns.
pub const TAB: usize = 4;

/// No glyph looks further ahead than this many bytes, so that a megabyte of accents on one letter
/// costs no more than any other text.
pub(super) const LOOK_AHEAD: usize = 64;

const SPACES: &str = "    ";
const TABS: [&str; TAB] = ["→", "→ ", "→  ", "→   "];

/// What a glyph stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShownAs {
    /// The text itself.
    Plain,
    /// White space; a dot when white space is visible.
    Space,
    /// A tab, filled up to the next stop.
    Tab,
    /// The symbol of a character that would draw nothing, or steer the terminal.
    Hidden,
    /// The end of the line; there only when white space is visible.
    LineEnd,
    /// The visible cells of a glyph that the edge cuts; drawn as blanks.
    Cut,
}

/// One symbol to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph<'a> {
    /// What to draw; exactly `width` cells, safe for a terminal.
    pub text: Cow<'a, str>,
    /// Cells it takes, at least 1.
    pub width: usize,
    /// First cell, from 0 at the left edge of the viewport.
    pub col: usize,
    /// The bytes of the text it stands for.
    pub span: Span,
    /// What it stands for.
    pub shown_as: ShownAs,
}

/// The measure of a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub len: usize,
    pub width: usize,
    pub shown_as: ShownAs,
}

/// Measures the glyph at `at`, which is no line end, in column `col` of its row.
#[inline]
pub(super) fn measure(text: &str, at: usize, col: usize) -> Piece {
    let bytes = text.as_bytes();
    let byte = bytes[at];
    if matches!(byte, b' '..=b'~') && bytes.get(at + 1).is_none_or(|next| *next < 0x80) {
        let shown_as = if byte == b' ' {
            ShownAs::Space
        } else {
            ShownAs::Plain
        };
        return Piece {
            len: 1,
            width: 1,
            shown_as,
        };
    }
    if byte == b'\t' {
        return Piece {
            len: 1,
            width: TAB - col % TAB,
            shown_as: ShownAs::Tab,
        };
    }
    let mut next = text[at..].chars();
    if let Some(first) = next.next()
        && let Some(width) = simple(first)
        && next
            .next()
            .is_none_or(|c| c.is_ascii() || simple(c).is_some())
    {
        return Piece {
            len: first.len_utf8(),
            width,
            shown_as: ShownAs::Plain,
        };
    }
    let cluster = cluster(text, at);
    let (width, shown_as) = match symbol_of(cluster) {
        Some(symbol) => (symbol.width().max(1), ShownAs::Hidden),
        None if cluster == " " || cluster == "\u{3000}" => (cluster.width(), ShownAs::Space),
        None => (cluster.width(), ShownAs::Plain),
    };
    Piece {
        len: cluster.len(),
        width,
        shown_as,
    }
}

/// Width of common letters and signs that never join with one of their kind or with ASCII, so
/// that ordinary prose of many languages needs no tables.
#[inline]
fn simple(c: char) -> Option<usize> {
    match c {
        '\u{c0}'..='\u{24f}'
        | '\u{400}'..='\u{482}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2500}'..='\u{257f}' => Some(1),
        '\u{3001}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ff01}'..='\u{ff60}' => Some(2),
        _ => None,
    }
}

/// The text of the glyph at `at`: a grapheme, or its part up to the next hidden character.
fn cluster(text: &str, at: usize) -> &str {
    // What begins with a hidden character is that alone, and needs no look at the many behind it.
    let first = text[at..].chars().next();
    if let Some(c) = first.filter(|c| *c != '\r' && hidden::kind(*c).is_some()) {
        return &text[at..at + c.len_utf8()];
    }
    let window = &text[at..text.floor_char_boundary(at + LOOK_AHEAD)];
    let whole = window.graphemes(true).next().unwrap_or(window);
    let single = whole.chars().next().map_or(0, char::len_utf8);
    if single == whole.len() {
        return whole;
    }
    // Whether a joiner belongs depends on the character behind it.
    let behind = text[at + whole.len()..].chars().next();
    let seen = at + whole.len() + behind.map_or(0, char::len_utf8);
    match hidden::hidden(&text[at..seen]).next() {
        Some((0, ..)) => &whole[..single],
        Some((to, ..)) if to < whole.len() => &whole[..to],
        _ => whole,
    }
}

/// A letter of which two make a flag. Terminals do not agree on how wide a flag is, and some leave half
/// of one behind.
pub fn is_flag_letter(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// The plain letter it stands for: drawn in its place it is one cell wide everywhere.
pub fn flag_letter(c: char) -> Option<char> {
    let past = u32::from(c).checked_sub(0x1f1e6)?;
    char::from_u32(u32::from('A') + past).filter(|_| is_flag_letter(c))
}

/// What to draw instead of a cluster that is not fit to be drawn.
fn symbol_of(cluster: &str) -> Option<Cow<'static, str>> {
    let first = cluster.chars().next()?;
    if is_flag_letter(first) {
        return Some(cluster.chars().filter_map(flag_letter).collect());
    }
    hidden::symbol(first).or_else(|| {
        // A mark without a letter would land on the cell before it.
        (cluster.width() == 0).then(|| Cow::Owned(format!("◌{cluster}")))
    })
}

/// The glyphs of a piece of one line, from left to right.
#[derive(Clone, Debug)]
pub struct Glyphs<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    /// Column in the row, counted from the start of the row's text.
    col: usize,
    /// First visible column.
    left: usize,
    /// First column beyond the right edge.
    right: usize,
    white_space: bool,
    line_end: Option<(Span, &'static str)>,
}

impl<'a> Glyphs<'a> {
    /// The glyphs of `span`, whose first lies in column `col`, as far as they touch the columns
    /// `left..right`.
    pub(super) fn new(text: &'a str, span: Span, col: usize, left: usize, right: usize) -> Self {
        Self {
            text,
            at: span.start,
            end: span.end,
            col,
            left,
            right,
            white_space: false,
            line_end: None,
        }
    }

    /// Shows white space, and the line end that stands at `line_end`.
    pub(super) fn with_white_space(mut self, line_end: Span) -> Self {
        self.white_space = true;
        let symbol = match &self.text[line_end.clone()] {
            "" => None,
            "\n" => Some("↵"),
            _ => Some("␍"),
        };
        self.line_end = symbol.map(|symbol| (line_end, symbol));
        self
    }

    fn drawn(&self, at: usize, piece: Piece) -> Cow<'a, str> {
        let text = &self.text[at..at + piece.len];
        match piece.shown_as {
            ShownAs::Tab if self.white_space => Cow::Borrowed(TABS[piece.width - 1]),
            ShownAs::Tab => Cow::Borrowed(&SPACES[..piece.width]),
            ShownAs::Space if self.white_space && piece.width == 1 => Cow::Borrowed("·"),
            ShownAs::Hidden => symbol_of(text).unwrap_or(Cow::Borrowed("?")),
            _ => Cow::Borrowed(text),
        }
    }
}

impl<'a> Iterator for Glyphs<'a> {
    type Item = Glyph<'a>;

    fn next(&mut self) -> Option<Glyph<'a>> {
        if self.left >= self.right {
            return None;
        }
        while self.at < self.end && self.col < self.right {
            let (at, col) = (self.at, self.col);
            let piece = measure(self.text, at, col);
            self.at += piece.len;
            self.col += piece.width;
            if self.col <= self.left {
                continue;
            }
            let from = col.max(self.left);
            let width = self.col.min(self.right) - from;
            let (text, shown_as) = if width == piece.width {
                (self.drawn(at, piece), piece.shown_as)
            } else if piece.shown_as == ShownAs::Tab {
                (Cow::Borrowed(&SPACES[..width]), ShownAs::Tab)
            } else {
                (Cow::Owned(" ".repeat(width)), ShownAs::Cut)
            };
            return Some(Glyph {
                text,
                width,
                col: from - self.left,
                span: at..self.at,
                shown_as,
            });
        }
        let (span, symbol) = self.line_end.take()?;
        (self.at >= self.end && self.col >= self.left && self.col < self.right).then(|| Glyph {
            text: Cow::Borrowed(symbol),
            width: 1,
            col: self.col - self.left,
            span,
            shown_as: ShownAs::LineEnd,
        })
    }
}

/// Bytes at the start of `bytes` that are one column each, whatever follows them.
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let mut run = 0;
    for block in bytes.chunks(BLOCK) {
        if block.iter().all(|b| matches!(b, b' '..=b'~')) {
            run += block.len();
        } else {
            run += block
                .iter()
                .take_while(|b| matches!(b, b' '..=b'~'))
                .count();
            // The last one may carry an accent that follows.
            return run - usize::from(run > 0 && bytes[run] >= 0x80);
        }
    }
    run
}

/// Walks from `at` in column `col` until the next glyph would end beyond column `limit` or begin
/// at `end`. Gives the offset and the column it comes to.
pub(super) fn advance(
    text: &str,
    mut at: usize,
    end: usize,
    mut col: usize,
    limit: usize,
) -> (usize, usize) {
    while at < end {
        let reach = end.min(at.saturating_add(limit.saturating_sub(col)));
        let run = plain_run(&text.as_bytes()[at..reach]);
        // At the cut the next byte was not looked at.
        let run = if at + run == reach && reach < end && text.as_bytes()[reach] >= 0x80 {
            run.saturating_sub(1)
        } else {
            run
        };
        at += run;
        col += run;
        if at >= end {
            break;
        }
        let piece = measure(text, at, col);
        if col + piece.width > limit {
            break;
        }
        at += piece.len;
        col += piece.width;
    }
    (at, col)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(text: &str) -> Vec<(String, usize, ShownAs)> {
        let glyphs = Glyphs::new(text, 0..text.len(), 0, 0, 200);
        glyphs
            .map(|g| (g.text.into_owned(), g.width, g.shown_as))
            .collect()
    }

    #[test]
    fn graphemes_take_their_cells() {
        let widths: Vec<usize> = draw("a漢👨‍👩‍👧e\u{301}🇩🇪❤\u{fe0f}")
            .into_iter()
            .map(|glyph| glyph.1)
            .collect();
        assert_eq!(widths, [1, 2, 2, 1, 2, 2]);
    }

    #[test]
    fn simple_characters_are_what_the_tables_say() {
        for c in (0x80..=0x10ffff).filter_map(char::from_u32) {
            if let Some(width) = simple(c) {
                let three = format!("{c}{c}a");
                assert_eq!(c.to_string().width(), width, "{c:?}");
                assert_eq!(three.graphemes(true).count(), 3, "{c:?}");
                assert_eq!(hidden::kind(c), None, "{c:?}");
            }
        }
    }

    #[test]
    fn a_tab_reaches_the_next_stop() {
        let widths: Vec<usize> = draw("\tab\t漢\t").into_iter().map(|g| g.1).collect();
        assert_eq!(widths, [4, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn nothing_hidden_stays_hidden() {
        for (text, symbol) in [
            ("\u{1b}", "␛"),
            ("\u{7f}", "␡"),
            ("\u{200b}", "‹ZWSP›"),
            ("\u{202e}", "‹RLO›"),
            ("\u{feff}", "‹BOM›"),
        ] {
            let drawn = draw(text);
            assert_eq!(drawn[0].0, symbol);
            assert_eq!(drawn[0].2, ShownAs::Hidden);
        }
        // Characters that hang on a letter are no less hidden.
        let tags: String = "a\u{e0041}\u{200d}b\u{fe0f}".into();
        let shown: String = draw(&tags).into_iter().map(|glyph| glyph.0).collect();
        assert_eq!(shown, "a‹tag A›‹ZWJ›b‹U+FE0F›");
    }

    #[test]
    fn joiners_stay_where_a_script_or_an_emoji_needs_them() {
        for text in [
            "می\u{200c}خ",
            "❤\u{fe0f}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}",
        ] {
            let shown: String = draw(text).into_iter().map(|glyph| glyph.0).collect();
            assert_eq!(shown, text);
        }
    }

    #[test]
    fn a_lone_accent_gets_a_cell_of_its_own() {
        assert_eq!(draw("\u{301}")[0], ("◌\u{301}".into(), 1, ShownAs::Hidden));
    }

    #[test]
    fn edges_cut_wide_glyphs_to_blanks() {
        let glyphs = Glyphs::new("漢漢漢", 0..9, 0, 1, 5);
        let drawn: Vec<_> = glyphs.map(|g| (g.text.into_owned(), g.col)).collect();
        assert_eq!(drawn, [(" ".into(), 0), ("漢".into(), 1), (" ".into(), 3)]);
    }

    #[test]
    fn advancing_counts_like_drawing() {
        let text = "ab\tcde\u{301}漢xyz".repeat(30);
        for limit in 0..400 {
            let (mut at, mut col) = (0, 0);
            while at < text.len() {
                let piece = measure(&text, at, col);
                if col + piece.width > limit {
                    break;
                }
                at += piece.len;
                col += piece.width;
            }
            assert_eq!(
                advance(&text, 0, text.len(), 0, limit),
                (at, col),
                "{limit}"
            );
        }
    }
}
