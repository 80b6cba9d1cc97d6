//! Scalars: plain, quoted and block, with folding and escapes.

use super::dialect::{Escapes, FlowColon};
use super::scan::{Scan, Scanner, fault};
use super::{ErrorKind, SyntaxError};

/// White space inside a scalar that is being folded.
#[derive(Default)]
struct Fold {
    /// Spaces and tabs within a line.
    blanks: String,
    /// The first line end.
    first: String,
    /// The line ends after it.
    more: String,
    /// A line end has been passed.
    broken: bool,
}

impl Fold {
    /// Puts what was between two pieces of text into `into`, and forgets it.
    fn join(&mut self, into: &mut String) {
        if self.broken {
            if self.first.starts_with('\n') {
                into.push_str(if self.more.is_empty() {
                    " "
                } else {
                    &self.more
                });
            } else {
                into.push_str(&self.first);
                into.push_str(&self.more);
            }
        } else {
            into.push_str(&self.blanks);
        }
        self.clear();
    }

    fn clear(&mut self) {
        self.blanks.clear();
        self.first.clear();
        self.more.clear();
        self.broken = false;
    }
}

impl Scanner<'_> {
    /// A plain scalar and the end of its last word.
    pub(super) fn scan_plain(&mut self) -> Scan<(String, usize)> {
        let start = self.cursor.mark.at;
        let indent = self.indent + 1;
        let mut value = String::new();
        let mut fold = Fold::default();
        let mut end = start;
        loop {
            self.cursor.look(4);
            let fresh = self.cursor.mark.at == start;
            if (!fresh && self.cursor.is_document_mark()) || self.cursor.byte(0) == b'#' {
                break;
            }
            let word = self.cursor.mark.at;
            self.cursor.skip_letters();
            while !self.cursor.is_gap(0) && !self.ends_plain() {
                if self.is_faulty_colon() {
                    return Err(fault(ErrorKind::ColonInValue, self.here()));
                }
                self.cursor.skip();
                self.cursor.skip_letters();
            }
            if self.cursor.mark.at > word {
                fold.join(&mut value);
                value.push_str(self.cursor.slice(word));
                end = self.cursor.mark.at;
            }
            if !self.plain_blank() && !self.cursor.is_break(0) {
                break;
            }
            self.pass_plain_gap(&mut fold, indent)?;
            if !self.in_flow() && (self.cursor.mark.column as isize) < indent {
                break;
            }
        }
        if fold.broken {
            self.key_allowed = true;
        }
        Ok((value, end))
    }

    /// White space that may stand inside a plain scalar.
    fn plain_blank(&self) -> bool {
        self.cursor.byte(0) == b' ' || (self.rules.tabs && self.cursor.byte(0) == b'\t')
    }

    fn is_faulty_colon(&self) -> bool {
        self.rules.flow_colon == FlowColon::Fault
            && self.in_flow()
            && self.cursor.byte(0) == b':'
            && b",?[]{}".contains(&self.cursor.byte(1))
    }

    fn ends_plain(&self) -> bool {
        match self.cursor.byte(0) {
            b':' => {
                self.cursor.is_gap(1)
                    || (self.rules.flow_colon == FlowColon::End
                        && self.in_flow()
                        && b",[]{}".contains(&self.cursor.byte(1)))
            }
            b'?' => self.in_flow() && !self.rules.flow_question,
            b',' | b'[' | b']' | b'{' | b'}' => self.in_flow(),
            _ => false,
        }
    }

    fn pass_plain_gap(&mut self, fold: &mut Fold, indent: isize) -> Scan<()> {
        loop {
            if self.plain_blank() {
                let column = self.cursor.mark.column as isize;
                let void = self.rules.tabs_are_nothing && self.cursor.byte(0) == b'\t';
                if fold.broken && void {
                    self.cursor.skip();
                    self.cursor.mark.column -= 1;
                    continue;
                }
                let tab = self.cursor.byte(0) == b'\t';
                let passed = self.rules.tab_lines && self.cursor.is_void_line();
                if fold.broken && column < indent && tab && !passed {
                    return Err(fault(ErrorKind::Tab, self.here()));
                }
                self.pass_blank(fold);
            } else if self.cursor.is_break(0) {
                self.pass_break(fold);
            } else {
                self.cursor.look(1);
                return Ok(());
            }
        }
    }

    fn pass_blank(&mut self, fold: &mut Fold) {
        if fold.broken {
            self.cursor.skip();
        } else {
            self.cursor.read(&mut fold.blanks);
        }
    }

    fn pass_break(&mut self, fold: &mut Fold) {
        if fold.broken {
            self.cursor.read_line(&mut fold.more);
        } else {
            fold.blanks.clear();
            self.cursor.read_line(&mut fold.first);
            fold.broken = true;
        }
    }

    /// A quoted scalar; the scan stands on the opening quote.
    pub(super) fn scan_quoted(&mut self, single: bool) -> Scan<String> {
        let quote = if single { b'\'' } else { b'"' };
        let open = self.here();
        let mut value = String::new();
        let mut fold = Fold::default();
        self.cursor.skip();
        loop {
            self.cursor.look(4);
            if self.cursor.is_document_mark() || self.cursor.is_end() {
                return Err(fault(ErrorKind::UnclosedQuote, open));
            }
            while !self.cursor.is_gap(0) {
                let byte = self.cursor.byte(0);
                if byte == quote && !(single && self.cursor.byte(1) == quote) {
                    break;
                }
                if byte == quote {
                    self.cursor.skip();
                    self.cursor.read(&mut value);
                } else if byte == b'\\' && !single {
                    if self.cursor.is_break(1) {
                        self.cursor.skip();
                        self.cursor.skip_line();
                        fold.broken = true;
                        break;
                    }
                    value.push(self.scan_escape()?);
                } else {
                    let run = self.cursor.mark.at;
                    while !self.cursor.is_gap(0)
                        && self.cursor.byte(0) != quote
                        && (single || self.cursor.byte(0) != b'\\')
                    {
                        self.cursor.skip();
                        self.cursor.skip_letters();
                    }
                    value.push_str(self.cursor.slice(run));
                }
            }
            if self.cursor.byte(0) == quote {
                break;
            }
            while self.cursor.is_blank(0) || self.cursor.is_break(0) {
                if self.cursor.is_blank(0) {
                    self.pass_blank(&mut fold);
                } else {
                    if self.rules.quotes_keep_blanks && !fold.broken {
                        value.push_str(&fold.blanks);
                    }
                    self.pass_break(&mut fold);
                }
            }
            if self.rules.deep_lines
                && fold.broken
                && !self.in_flow()
                && self.cursor.line_spaces() as isize <= self.indent
            {
                return Err(fault(ErrorKind::UnclosedQuote, open));
            }
            fold.join(&mut value);
        }
        self.cursor.skip();
        Ok(value)
    }

    /// A `\` escape that is not a line end; the scan stands on the backslash.
    fn scan_escape(&mut self) -> Scan<char> {
        let start = self.cursor.mark.at;
        let digits = match self.cursor.byte(1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            letter => {
                let value = SHORT_ESCAPES
                    .iter()
                    .find(|(known, _)| *known == letter)
                    .map(|(_, value)| *value);
                self.cursor.skip();
                let end = self.cursor.mark.at
                    + if self.cursor.is_end() {
                        0
                    } else {
                        self.cursor.width()
                    };
                let value = value.filter(|c| *c != '\'' || self.rules.escapes == Escapes::Go);
                let value = value.ok_or_else(|| fault(ErrorKind::Escape, start..end))?;
                self.cursor.skip();
                return Ok(value);
            }
        };
        let code = self.scan_code(start, digits)?;
        let half = (0xD800..0xE000).contains(&code) && self.rules.escapes == Escapes::Halves;
        let value = match half {
            true => Some(
                self.scan_other_half(code)
                    .unwrap_or(char::REPLACEMENT_CHARACTER),
            ),
            false => char::from_u32(code),
        };
        value.ok_or_else(|| fault(ErrorKind::Escape, start..self.cursor.mark.at))
    }

    /// The number of an escape with that many digits; the scan stands on its backslash.
    fn scan_code(&mut self, start: usize, digits: usize) -> Scan<u32> {
        self.cursor.skip();
        self.cursor.skip();
        let mut code = 0u32;
        for _ in 0..digits {
            let digit = (self.cursor.byte(0) as char).to_digit(16);
            let Some(digit) = digit else {
                return Err(fault(ErrorKind::Escape, start..self.cursor.mark.at));
            };
            code = (code << 4) | digit;
            self.cursor.skip();
        }
        Ok(code)
    }

    /// The character of a surrogate pair whose first half was read, where the other one follows at once.
    fn scan_other_half(&mut self, high: u32) -> Option<char> {
        let digit = |at: usize| (self.cursor.byte(at) as char).to_digit(16);
        let digits = (2..6).map(digit).collect::<Option<Vec<u32>>>()?;
        let low = digits.iter().fold(0, |code, digit| (code << 4) | digit);
        let escape = self.cursor.byte(0) == b'\\' && self.cursor.byte(1) == b'u';
        if !escape || !(0xD800..0xDC00).contains(&high) || !(0xDC00..0xE000).contains(&low) {
            return None;
        }
        for _ in 0..6 {
            self.cursor.skip();
        }
        char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    }

    /// A block scalar and the end of its last line; the scan stands on `|` or `>`.
    pub(super) fn scan_block(&mut self, literal: bool) -> Scan<(String, usize)> {
        let open = self.here();
        self.cursor.skip();
        let (keep, increment) = self.scan_block_header()?;
        let mut end = self.cursor.mark.at;
        if self.rules.tabs {
            self.cursor.skip_blanks();
        } else {
            self.cursor.skip_spaces();
        }
        let apart = self.cursor.mark.at > end;
        let touching = self.rules.tabs && !self.rules.block_comments_apart;
        if self.cursor.byte(0) == b'#' && (apart || touching) {
            self.cursor.skip_rest_of_line();
        }
        if !self.cursor.is_stop(0) {
            let start = self.cursor.mark.at;
            self.cursor.skip_rest_of_line();
            return Err(SyntaxError {
                kind: ErrorKind::TextAfterValue,
                at: start..start + self.cursor.slice(start).trim_end().len(),
                since: Some(open),
            });
        }
        self.cursor.skip_line();
        let mut indent = increment.map(|by| self.indent.max(0) as usize + by);
        let mut value = String::new();
        let mut first = String::new();
        let mut more = String::new();
        self.pass_block_gap(&mut indent, &mut more)?;
        let mut led_by_blank = false;
        let header = end;
        while Some(self.cursor.mark.column) == indent && !self.cursor.is_end() {
            let blank = self.cursor.is_blank(0);
            if !literal && !led_by_blank && !blank && first.starts_with('\n') {
                if more.is_empty() {
                    value.push(' ');
                }
            } else {
                value.push_str(&first);
            }
            first.clear();
            value.push_str(&more);
            more.clear();
            led_by_blank = blank;
            let line = self.cursor.mark.at;
            self.cursor.skip_rest_of_line();
            value.push_str(self.cursor.slice(line));
            end = self.cursor.mark.at;
            self.cursor.read_line(&mut first);
            self.pass_block_gap(&mut indent, &mut more)?;
            if indent == Some(0) && self.cursor.is_document_mark() {
                break;
            }
        }
        if self.rules.final_break && first.is_empty() && end > header {
            first.push('\n');
        } else if self.cursor.is_end() && self.cursor.mark.column > 0 {
            // A block of one line of blanks alone is a line end for both.
            let alone = self.rules.final_break && end == header && more.is_empty();
            if self.rules.last_blanks || alone {
                more.push('\n');
            }
        }
        if keep != Some(false) {
            value.push_str(&first);
        }
        if keep == Some(true) {
            value.push_str(&more);
        }
        Ok((value, end))
    }

    /// `+` or `-`, and the indentation, in either order.
    fn scan_block_header(&mut self) -> Scan<(Option<bool>, Option<usize>)> {
        let mut keep = None;
        let mut increment = None;
        for _ in 0..2 {
            match self.cursor.byte(0) {
                sign @ (b'+' | b'-') if keep.is_none() => keep = Some(sign == b'+'),
                b'0' if increment.is_none() => {
                    return Err(fault(ErrorKind::Indent, self.here()));
                }
                digit @ b'1'..=b'9' if increment.is_none() => {
                    increment = Some(usize::from(digit - b'0'));
                }
                _ => break,
            }
            self.cursor.skip();
        }
        Ok((keep, increment))
    }

    /// Passes indentation and empty lines of a block scalar, and finds its indentation when it is not given.
    fn pass_block_gap(&mut self, indent: &mut Option<usize>, more: &mut String) -> Scan<()> {
        let mut deepest = 0;
        loop {
            let limit = indent.unwrap_or(usize::MAX);
            while self.cursor.byte(0) == b' ' && self.cursor.mark.column < limit {
                self.cursor.skip();
                deepest = deepest.max(self.cursor.mark.column);
            }
            if !self.rules.narrow_lines {
                deepest = deepest.max(self.cursor.mark.column);
            }
            let stray = self.rules.tabs && !self.rules.tabs_are_nothing;
            let tab = stray && self.cursor.byte(0) == b'\t';
            let column = self.cursor.mark.column;
            let deep =
                self.rules.tab_in_block && indent.is_none() && column > self.indent.max(0) as usize;
            if tab && column < limit && !deep {
                return Err(fault(ErrorKind::Tab, self.here()));
            }
            self.cursor.look(1);
            if !self.cursor.is_break(0) {
                break;
            }
            self.cursor.read_line(more);
        }
        if indent.is_none() {
            let margin = isize::from(!self.rules.flush_blocks);
            let least = (self.indent + 1).max(margin) as usize;
            *indent = Some(deepest.max(least));
        }
        Ok(())
    }
}

/// Escapes of one letter.
const SHORT_ESCAPES: [(u8, char); 19] = [
    (b'0', '\0'),
    (b'a', '\u{7}'),
    (b'b', '\u{8}'),
    (b't', '\t'),
    (b'\t', '\t'),
    (b'n', '\n'),
    (b'v', '\u{b}'),
    (b'f', '\u{c}'),
    (b'r', '\r'),
    (b'e', '\u{1b}'),
    (b' ', ' '),
    (b'"', '"'),
    (b'\'', '\''),
    (b'/', '/'),
    (b'\\', '\\'),
    (b'N', '\u{85}'),
    (b'_', '\u{a0}'),
    (b'L', '\u{2028}'),
    (b'P', '\u{2029}'),
];
