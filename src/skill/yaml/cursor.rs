//! A place in the text, and the small steps over it that every scan is made of.

use super::dialect::Rules;

/// Where a token or key stands. Line and column count from 0 in characters; `index` counts characters
/// from the start of the YAML, because the limits of the language are given in characters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// Bytes from the start of the text.
    pub at: usize,
    pub line: usize,
    pub column: usize,
    pub index: usize,
}

/// The text that is left. Reading past the end gives NUL, which no YAML may contain.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pub mark: Mark,
    /// Line ends passed since the last character that was not a space or tab.
    pub line_ends: usize,
    /// The farthest byte that has been looked at.
    pub reach: usize,
    wide_breaks: bool,
    narrow_lines: bool,
    bom_without_column: bool,
    plain_cr: bool,
}

impl<'a> Cursor<'a> {
    /// Stands at `start`; `text` ends where the YAML ends.
    pub fn new(text: &'a str, start: usize, rules: &Rules) -> Self {
        Self {
            bytes: text.as_bytes(),
            mark: Mark {
                at: start,
                ..Mark::default()
            },
            line_ends: 0,
            reach: start,
            wide_breaks: rules.wide_breaks,
            narrow_lines: rules.narrow_lines,
            bom_without_column: rules.bom_without_column,
            plain_cr: rules.plain_cr,
        }
    }

    /// The byte `ahead` of the place.
    pub fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.mark.at + ahead).copied().unwrap_or(0)
    }

    /// Notes that `ahead` bytes from here have been looked at.
    pub fn look(&mut self, ahead: usize) {
        self.reach = self.reach.max(self.mark.at + ahead);
    }

    pub fn is_end(&self) -> bool {
        self.byte(0) == 0
    }

    /// A space or a tab.
    pub fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t')
    }

    /// The length in bytes of the line end at `ahead`, 0 when there is none. CR LF counts as one.
    pub fn line_end(&self, ahead: usize) -> usize {
        match self.byte(ahead) {
            b'\n' => 1,
            b'\r' if self.byte(ahead + 1) == b'\n' => 2,
            b'\r' if !self.plain_cr => 1,
            0xC2 if self.wide_breaks && self.byte(ahead + 1) == 0x85 => 2,
            0xE2 if self.wide_breaks
                && self.byte(ahead + 1) == 0x80
                && matches!(self.byte(ahead + 2), 0xA8 | 0xA9) =>
            {
                3
            }
            _ => 0,
        }
    }

    pub fn is_break(&self, ahead: usize) -> bool {
        self.line_end(ahead) > 0
    }

    /// A line end or the end of the text.
    pub fn is_stop(&self, ahead: usize) -> bool {
        self.byte(ahead) == 0 || self.is_break(ahead)
    }

    /// A space, a tab, a line end or the end of the text.
    pub fn is_gap(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_stop(ahead)
    }

    /// A letter, digit, `_` or `-`: what anchors and handles are made of.
    pub fn is_word(&self) -> bool {
        let byte = self.byte(0);
        byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
    }

    /// `---` or `...` alone at the start of a line.
    pub fn is_document_mark(&self) -> bool {
        let begins = self.mark.column == 0 || (self.narrow_lines && self.follows_wide_break());
        begins && (self.is_fence(b'-') || self.is_fence(b'.'))
    }

    /// The character before is U+0085, U+2028 or U+2029.
    fn follows_wide_break(&self) -> bool {
        let before = &self.bytes[..self.mark.at];
        [&[0xC2, 0x85][..], &[0xE2, 0x80, 0xA8], &[0xE2, 0x80, 0xA9]]
            .iter()
            .any(|end| before.ends_with(end))
    }

    /// Three times `byte`, and a gap after it.
    pub fn is_fence(&self, byte: u8) -> bool {
        (0..3).all(|ahead| self.byte(ahead) == byte) && self.is_gap(3)
    }

    /// A byte-order mark stands here.
    pub fn is_bom(&self) -> bool {
        (self.byte(0), self.byte(1), self.byte(2)) == (0xEF, 0xBB, 0xBF)
    }

    /// The bytes of the character here.
    pub fn width(&self) -> usize {
        match self.byte(0) {
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        }
    }

    /// Passes one character that is not a line end.
    pub fn skip(&mut self) {
        if self.is_end() {
            return;
        }
        if !self.is_blank(0) {
            self.line_ends = 0;
        }
        if !(self.bom_without_column && self.is_bom()) {
            self.mark.column += 1;
        }
        self.mark.at += self.width();
        self.mark.index += 1;
    }

    /// Passes the line end here, if there is one.
    pub fn skip_line(&mut self) {
        let length = self.line_end(0);
        if length == 0 {
            return;
        }
        self.mark.index += if self.byte(0) == b'\r' { length } else { 1 };
        if self.narrow_lines && self.byte(0) >= 0x80 {
            self.mark.column += 1;
        } else {
            self.mark.line += 1;
            self.mark.column = 0;
        }
        self.mark.at += length;
        self.line_ends += 1;
    }

    /// Passes one character and keeps it.
    pub fn read(&mut self, into: &mut String) {
        let start = self.mark.at;
        self.skip();
        into.push_str(self.slice(start));
    }

    /// Passes the line end here and keeps it as the reader sees it: LF, or U+2028 and U+2029 as they are.
    pub fn read_line(&mut self, into: &mut String) {
        let start = self.mark.at;
        self.skip_line();
        match self.mark.at - start {
            0 => {}
            3 => into.push_str(self.slice(start)),
            _ => into.push('\n'),
        }
    }

    /// Passes everything up to the line end.
    pub fn skip_rest_of_line(&mut self) {
        loop {
            self.skip_run(|byte| matches!(byte, b'!'..=b'~'));
            if self.is_stop(0) {
                return;
            }
            self.skip();
        }
    }

    /// Passes letters and digits, which mean nothing special in any scalar.
    pub fn skip_letters(&mut self) {
        self.skip_run(|byte| byte.is_ascii_alphanumeric());
    }

    /// Passes ASCII characters that are neither blanks nor line ends.
    fn skip_run(&mut self, wanted: fn(&u8) -> bool) {
        let rest = self.bytes.get(self.mark.at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| wanted(byte)).count();
        if length > 0 {
            self.line_ends = 0;
            self.mark.at += length;
            self.mark.column += length;
            self.mark.index += length;
        }
    }

    /// Passes spaces, tabs and line ends.
    pub fn skip_white(&mut self) {
        while self.is_blank(0) || self.is_break(0) {
            if self.is_blank(0) {
                self.skip();
            } else {
                self.skip_line();
            }
        }
    }

    /// Passes spaces.
    pub fn skip_spaces(&mut self) {
        while self.byte(0) == b' ' {
            self.skip();
        }
    }

    /// Passes spaces and tabs.
    pub fn skip_blanks(&mut self) {
        while self.is_blank(0) {
            self.skip();
        }
    }

    /// Whether only spaces and tabs stand before this on its line, and there is a line before it.
    pub fn begins_line(&self) -> bool {
        self.before_blanks() == Some(b'\n')
    }

    /// Spaces at the start of the line here.
    pub fn line_spaces(&self) -> usize {
        let before = &self.bytes[..self.mark.at.min(self.bytes.len())];
        let start = before.iter().rposition(|byte| *byte == b'\n');
        let line = start.map_or(0, |at| at + 1);
        before[line..]
            .iter()
            .take_while(|byte| **byte == b' ')
            .count()
    }

    /// Whether nothing but spaces and tabs stands before the comment or the line end here.
    pub fn is_void_line(&self) -> bool {
        let mut ahead = 0;
        while self.is_blank(ahead) {
            ahead += 1;
        }
        self.byte(ahead) == b'#' || self.is_stop(ahead)
    }

    /// Something stands right before this on its line.
    pub fn touches(&self) -> bool {
        let before = self
            .mark
            .at
            .checked_sub(1)
            .and_then(|at| self.bytes.get(at));
        self.mark.column > 0 && before.is_some_and(|byte| !matches!(byte, b' ' | b'\t'))
    }

    /// The byte before the spaces and tabs that stand here.
    pub fn before_blanks(&self) -> Option<u8> {
        let mut before = self.bytes[..self.mark.at.min(self.bytes.len())]
            .iter()
            .rev();
        before.find(|byte| !matches!(byte, b' ' | b'\t')).copied()
    }

    /// The whole text from `start` on.
    pub fn from(&self, start: usize) -> &'a str {
        self.bytes
            .get(start..)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }

    /// The text from `start` to here; both are character boundaries by construction.
    pub fn slice(&self, start: usize) -> &'a str {
        self.bytes
            .get(start..self.mark.at)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }

    /// The bytes of the whole text.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
