//! What stands here: the choice of the next token.

use super::scan::{Past, Scan, Scanner, SimpleKey, fault};
use super::token::{Kind, Token};
use super::{ErrorKind, Style, SyntaxError};

/// Comments are looked for within so many bytes.
const COMMENT_REACH: usize = 512;

impl Scanner<'_> {
    pub(super) fn fetch(&mut self) -> Scan<()> {
        self.skip_to_token()?;
        let mark = self.cursor.mark;
        self.unindent_to(mark.column as isize);
        self.cursor.look(4);
        if self.cursor.is_end() {
            return self.fetch_end();
        }
        let byte = self.cursor.byte(0);
        if mark.column == 0 {
            if byte == b'%' {
                self.outdent_all()?;
                let (kind, end) = self.scan_directive()?;
                self.push_to(kind, mark, end);
                return Ok(());
            }
            for (sign, kind) in [(b'-', Kind::DocumentStart), (b'.', Kind::DocumentEnd)] {
                if self.cursor.is_fence(sign) {
                    self.outdent_all()?;
                    (0..3).for_each(|_| self.cursor.skip());
                    self.push(kind, mark);
                    return Ok(());
                }
            }
        }
        self.fetch_content(byte)?;
        if self.rules.comments_with_tokens
            && !matches!(self.queue.back(), Some(token) if token.kind == Kind::Item)
        {
            self.take_line_comment()?;
        }
        Ok(())
    }

    fn fetch_content(&mut self, byte: u8) -> Scan<()> {
        if self.rules.refused_starts.contains(&byte) {
            return Err(fault(ErrorKind::ReservedStart, self.here()));
        }
        let flow = self.in_flow();
        let gap_next = self.cursor.is_gap(1);
        match byte {
            b'[' => self.open_flow(Kind::FlowSequenceStart),
            b'{' => self.open_flow(Kind::FlowMappingStart),
            b']' => self.close_flow(Kind::FlowSequenceEnd),
            b'}' => self.close_flow(Kind::FlowMappingEnd),
            b',' => {
                self.drop_key()?;
                self.indicator(Kind::Comma, true)
            }
            b'-' if gap_next => self.fetch_item(),
            b'?' if flow || gap_next => self.fetch_key(),
            b':' if flow || gap_next => self.fetch_value(),
            b'*' | b'&' => {
                self.save_key()?;
                self.key_allowed = false;
                let (kind, start) = self.scan_anchor(byte == b'*')?;
                self.push(kind, start);
                Ok(())
            }
            b'!' => {
                self.save_key()?;
                self.key_allowed = false;
                let (kind, start) = self.scan_tag()?;
                self.push(kind, start);
                Ok(())
            }
            b'|' | b'>' if !flow => {
                self.drop_key()?;
                self.key_allowed = true;
                let start = self.cursor.mark;
                let (value, end) = self.scan_block(byte == b'|')?;
                let style = if byte == b'|' {
                    Style::Literal
                } else {
                    Style::Folded
                };
                self.push_to(Kind::Scalar(value, style), start, end);
                Ok(())
            }
            b'\'' | b'"' => {
                self.save_key()?;
                self.key_allowed = false;
                let start = self.cursor.mark;
                let value = self.scan_quoted(byte == b'\'')?;
                let style = if byte == b'\'' {
                    Style::Single
                } else {
                    Style::Double
                };
                self.push(Kind::Scalar(value, style), start);
                self.complete = Some(self.cursor.mark.line);
                Ok(())
            }
            _ if self.plain_may_start(byte) => {
                self.save_key()?;
                self.key_allowed = false;
                let start = self.cursor.mark;
                let (value, end) = self.scan_plain()?;
                self.push_to(Kind::Scalar(value, Style::Plain), start, end);
                Ok(())
            }
            b'\t' => Err(fault(ErrorKind::Tab, self.here())),
            _ => Err(fault(ErrorKind::ReservedStart, self.here())),
        }
    }

    fn plain_may_start(&self, byte: u8) -> bool {
        match byte {
            b'-' => !self.cursor.is_blank(1),
            b'?' | b':' => !self.in_flow() && !self.cursor.is_gap(1),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\''
            | b'"' | b'%' | b'@' | b'`' => false,
            _ => !self.cursor.is_gap(0),
        }
    }

    /// Whether the character that begins this line is passed over as a byte-order mark.
    fn skips_byte_order_mark(&self) -> bool {
        if self.rules.bom_in_lines {
            self.cursor.is_bom()
        } else {
            self.second_bom && self.cursor.mark.at < self.first_chunk_end
        }
    }

    /// Passes white space and comments.
    fn skip_to_token(&mut self) -> Scan<()> {
        if !self.rules.tabs {
            self.skip_without_tabs();
            return Ok(());
        }
        if self.rules.comments_apart && self.cursor.byte(0) == b'#' && self.cursor.touches() {
            return Err(fault(ErrorKind::TextAfterValue, self.here()));
        }
        let line = self.cursor.mark.line;
        loop {
            if self.cursor.mark.column == 0 && self.skips_byte_order_mark() {
                self.cursor.skip();
            }
            self.pass_void_tabs()?;
            while self.cursor.byte(0) == b' '
                || (self.cursor.byte(0) == b'\t'
                    && (self.in_flow()
                        || !self.key_allowed
                        || self.follows_dash()
                        || (self.rules.tab_lines && self.cursor.is_void_line())))
            {
                self.cursor.skip();
            }
            self.cursor.look(1);
            if self.cursor.byte(0) == b'#' {
                self.cursor.skip_rest_of_line();
                if self.rules.comments_with_tokens {
                    self.take_comment_lines();
                }
            }
            if !self.cursor.is_break(0) {
                return match self.cursor.mark.line > line && self.is_shallow() {
                    true => Err(fault(ErrorKind::UnclosedFlow, self.here())),
                    false => Ok(()),
                };
            }
            self.cursor.skip_line();
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    /// Whether this line of what stands in brackets is not indented as it must be; the last bracket
    /// may stand where the block does.
    fn is_shallow(&self) -> bool {
        if !self.rules.deep_lines || !self.in_flow() || self.cursor.is_end() {
            return false;
        }
        let spaces = self.cursor.line_spaces() as isize;
        let last = self.keys.len() == 2 && matches!(self.cursor.byte(0), b']' | b'}');
        spaces <= self.indent && !(last && spaces == self.indent)
    }

    /// Passes tabs after the spaces that begin a line, where they count for nothing.
    fn pass_void_tabs(&mut self) -> Scan<()> {
        if !self.rules.tabs_are_nothing || self.in_flow() {
            return Ok(());
        }
        self.cursor.skip_spaces();
        if self.rules.tab_lines && self.cursor.is_void_line() {
            return Ok(());
        }
        while self.cursor.byte(0) == b'\t' && self.cursor.begins_line() {
            // Before the first key of all they end the document after that key.
            if self.indent < 0 {
                return Err(fault(ErrorKind::Tab, self.here()));
            }
            self.cursor.skip();
            self.cursor.mark.column -= 1;
        }
        Ok(())
    }

    /// Whether only white space stands between here and the dash of an item, or a colon, on this line.
    fn follows_dash(&self) -> bool {
        let sign = self.cursor.before_blanks();
        self.rules.tabs_after_dash && matches!(sign, Some(b'-' | b':'))
    }

    /// The same where a tab begins no token: only after an empty line are tabs white space.
    fn skip_without_tabs(&mut self) {
        loop {
            self.cursor.skip_spaces();
            if self.cursor.byte(0) == b'#' {
                self.cursor.skip_rest_of_line();
                while self.cursor.is_break(0) {
                    self.cursor.skip_line();
                }
            } else if self.cursor.is_break(0) {
                self.cursor.skip_line();
                if self.cursor.byte(0) == b'\n' && !self.rules.spaces_only {
                    self.cursor.skip_white();
                }
            } else {
                return;
            }
            self.key_allowed |= !self.in_flow();
        }
    }

    /// Takes the comment lines that follow a comment, whatever white space stands before them.
    fn take_comment_lines(&mut self) {
        loop {
            let mut ahead = 1;
            while ahead < COMMENT_REACH
                && (self.cursor.is_blank(ahead) || self.cursor.is_break(ahead))
            {
                ahead += 1;
            }
            self.cursor.look(ahead + 1);
            if ahead >= COMMENT_REACH || self.cursor.byte(ahead) != b'#' {
                return;
            }
            self.pass_to(self.cursor.mark.at + ahead);
            self.cursor.skip_rest_of_line();
        }
    }

    /// Takes the comment that follows a token on its line.
    fn take_line_comment(&mut self) -> Scan<()> {
        if self.cursor.line_ends > 0 {
            return Ok(());
        }
        let mut ahead = 0;
        while ahead < COMMENT_REACH && self.cursor.is_blank(ahead) {
            ahead += 1;
        }
        self.cursor.look(ahead + 1);
        if ahead < COMMENT_REACH && self.cursor.byte(ahead) == b'#' {
            if self.rules.comments_apart && ahead == 0 && self.cursor.touches() {
                return Err(fault(ErrorKind::TextAfterValue, self.here()));
            }
            self.pass_to(self.cursor.mark.at + ahead);
            self.cursor.skip_rest_of_line();
        }
        Ok(())
    }

    fn pass_to(&mut self, at: usize) {
        while self.cursor.mark.at < at {
            if self.cursor.is_break(0) {
                self.cursor.skip_line();
            } else {
                self.cursor.skip();
            }
        }
    }

    fn outdent_all(&mut self) -> Scan<()> {
        self.unindent_to(-1);
        self.drop_key()?;
        self.key_allowed = false;
        Ok(())
    }

    fn fetch_end(&mut self) -> Scan<()> {
        if !self.ended {
            // No key may wait for its colon past the end.
            self.cursor.mark.line += 1;
            self.outdent_all()?;
            self.ended = true;
        }
        self.push(Kind::StreamEnd, self.cursor.mark);
        Ok(())
    }

    /// A token of one character.
    fn indicator(&mut self, kind: Kind, key_allowed: bool) -> Scan<()> {
        self.key_allowed = key_allowed;
        self.complete = None;
        let start = self.cursor.mark;
        self.cursor.skip();
        self.push(kind, start);
        Ok(())
    }

    fn open_flow(&mut self, kind: Kind) -> Scan<()> {
        self.save_key()?;
        if self.keys.len() > self.rules.depth {
            return Err(fault(ErrorKind::Other, self.here()));
        }
        self.keys.push(SimpleKey {
            possible: false,
            required: false,
            awaited: false,
            in_map: kind == Kind::FlowMappingStart,
            beside: false,
            token: self.taken + self.queue.len(),
            mark: self.cursor.mark,
        });
        self.indicator(kind, true)
    }

    fn close_flow(&mut self, kind: Kind) -> Scan<()> {
        self.drop_key()?;
        if self.in_flow() {
            let closed = self.keys.pop();
            if let (Some(closed), Some(outer), true) =
                (closed, self.keys.last_mut(), self.rules.forgets_keys)
                && closed.token == outer.token
            {
                outer.awaited = false;
            }
        }
        self.indicator(kind, false)?;
        self.complete = Some(self.cursor.mark.line);
        Ok(())
    }

    fn fetch_item(&mut self) -> Scan<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(fault(ErrorKind::ReservedStart, self.here()));
            }
            self.indent_to(self.cursor.mark, None, Kind::SequenceStart)?;
        }
        self.drop_key()?;
        self.indicator(Kind::Item, true)
    }

    fn fetch_key(&mut self) -> Scan<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(fault(ErrorKind::ReservedStart, self.here()));
            }
            self.indent_to(self.cursor.mark, None, Kind::MappingStart)?;
        }
        self.drop_key()?;
        self.indicator(Kind::Key, !self.in_flow())
    }

    fn fetch_value(&mut self) -> Scan<()> {
        let level = self.keys.len() - 1;
        if self.key_is_valid(level)? {
            let key = self.keys[level];
            self.keys[level].possible = false;
            self.insert(
                key.token,
                Token {
                    kind: Kind::Key,
                    start: key.mark,
                    end: key.mark.at,
                },
            );
            if !key.beside {
                self.indent_to(key.mark, Some(key.token), Kind::MappingStart)?;
            }
            return self.indicator(Kind::Value, false);
        }
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(self.misplaced_colon());
            }
            self.indent_to(self.cursor.mark, None, Kind::MappingStart)?;
        }
        self.indicator(Kind::Value, !self.in_flow())
    }

    /// Says what a colon is that cannot belong to a key.
    fn misplaced_colon(&self) -> SyntaxError {
        let mark = self.cursor.mark;
        let (past, span, line) = &self.last;
        if let (Past::Directive, at, _) = &self.before_last {
            return fault(ErrorKind::Directive, at.clone());
        }
        if *past == Past::Plain && *line < mark.line {
            let (before, _, before_line) = &self.before_last;
            if *before == Past::Nothing || before_line < line {
                return self.missing_colon(span.start);
            }
            // A value went on over the line end, so that this line was no key of its own.
            let bytes = self.cursor.bytes();
            let start = (span.start..mark.at)
                .rev()
                .find(|&at| matches!(bytes[at], b'\n' | b'\r'))
                .map_or(span.start, |at| at + 1);
            let blank = bytes[start..mark.at]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t'))
                .count();
            let key = start + blank..mark.at;
            if !bytes[key.clone()].contains(&b' ') {
                return SyntaxError {
                    kind: ErrorKind::Indent,
                    at: key,
                    since: Some(span.clone()),
                };
            }
        }
        if *past == Past::Plain
            && self.before_last.0 == Past::Quoted
            && self.before_last.2 == mark.line
        {
            return fault(ErrorKind::TextAfterValue, span.clone());
        }
        SyntaxError {
            kind: ErrorKind::ColonInValue,
            at: self.here(),
            since: (*past == Past::Plain).then(|| span.clone()),
        }
    }
}
