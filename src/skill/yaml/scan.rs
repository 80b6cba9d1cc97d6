//! Text to tokens: indentation, simple keys and the choice of what stands here.
//!
//! Written after the way of libyaml and its ports: a key without `?` is only known to be one when its
//! `:` is met, so the token queue holds back and the key is put in afterwards.

use std::collections::VecDeque;

use super::cursor::{Cursor, Mark};
use super::dialect::{self, Rules};
use super::token::{Kind, Token};
use super::{ErrorKind, Span, Style, SyntaxError};

/// A key without `?` must meet its colon within so many characters.
const KEY_REACH: usize = 1024;
const BOM: &[u8] = b"\xEF\xBB\xBF";
/// Comments are looked for within so many bytes.
const COMMENT_REACH: usize = 512;

/// A place where a key without `?` may have begun.
#[derive(Clone, Copy, Debug)]
struct SimpleKey {
    possible: bool,
    required: bool,
    /// The queue is held back for it.
    awaited: bool,
    /// The number of the token that would be the key.
    token: usize,
    mark: Mark,
}

/// The last tokens, for saying what a fault is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Past {
    Nothing,
    Plain,
    Quoted,
    Other,
}

pub(super) struct Scanner<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) rules: &'static Rules,
    /// First forbidden character, and the place from which it is noticed.
    forbidden: Option<(usize, usize)>,
    queue: VecDeque<Token>,
    /// Tokens handed out.
    taken: usize,
    keys: Vec<SimpleKey>,
    pub(super) key_allowed: bool,
    /// Column of the block collection here, -1 outside.
    pub(super) indent: isize,
    indents: Vec<isize>,
    ended: bool,
    /// A byte-order mark follows the one that may open the text. yaml.v3 then looks at that one,
    /// and not at the line, to know whether a line begins with such a mark.
    second_bom: bool,
    first_chunk_end: usize,
    last: (Past, Span, usize),
    before_last: (Past, Span, usize),
}

pub(super) type Scan<T> = Result<T, SyntaxError>;

/// A fault that began where it is.
pub(super) fn fault(kind: ErrorKind, at: Span) -> SyntaxError {
    SyntaxError {
        kind,
        at,
        since: None,
    }
}

impl<'a> Scanner<'a> {
    /// Reads `text[start..]`.
    pub fn new(text: &'a str, start: usize, rules: &'static Rules) -> Self {
        let bom = if text.as_bytes()[start..].starts_with(BOM) {
            BOM.len()
        } else {
            0
        };
        Self {
            cursor: Cursor::new(text, start + bom, rules),
            rules,
            forbidden: dialect::forbidden(text, start, rules),
            queue: VecDeque::new(),
            taken: 0,
            keys: vec![SimpleKey {
                possible: false,
                required: false,
                awaited: false,
                token: 0,
                mark: Mark::default(),
            }],
            key_allowed: true,
            indent: -1,
            indents: Vec::new(),
            ended: false,
            second_bom: text.as_bytes()[start + bom..].starts_with(BOM),
            first_chunk_end: start + rules.chunk,
            last: (Past::Nothing, start..start, 0),
            before_last: (Past::Nothing, start..start, 0),
        }
    }

    /// The next token, left in the queue.
    pub fn peek(&mut self) -> Scan<&Token> {
        if let Err(error) = self.fill() {
            return Err(self.forbidden_first(error));
        }
        self.check_characters()?;
        // `fill` leaves at least one token.
        self.queue
            .front()
            .ok_or_else(|| fault(ErrorKind::Other, self.here()))
    }

    /// Takes the next token out of the queue.
    pub fn take(&mut self) -> Scan<Token> {
        self.peek()?;
        self.taken += 1;
        self.queue
            .pop_front()
            .ok_or_else(|| fault(ErrorKind::Other, self.here()))
    }

    /// Fails when a forbidden character has come into sight.
    pub fn check_characters(&self) -> Scan<()> {
        match self.forbidden {
            Some((bad, from)) if self.cursor.reach > from => {
                Err(fault(ErrorKind::Character, self.character(bad)))
            }
            _ => Ok(()),
        }
    }

    fn forbidden_first(&self, error: SyntaxError) -> SyntaxError {
        match self.forbidden {
            Some((bad, _)) if self.cursor.mark.at >= bad => {
                fault(ErrorKind::Character, self.character(bad))
            }
            _ => error,
        }
    }

    /// The span of the whole character at `at`.
    fn character(&self, at: usize) -> Span {
        let bytes = self.cursor.bytes();
        let mut end = (at + 1).min(bytes.len());
        while bytes.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
            end += 1;
        }
        at..end
    }

    /// The span of the character the scan stands at.
    pub(super) fn here(&self) -> Span {
        self.character(self.cursor.mark.at)
    }

    pub(super) fn in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    fn fill(&mut self) -> Scan<()> {
        loop {
            if self.queue.len() > self.rules.ahead {
                let head = self.taken;
                let from = self.keys.partition_point(|key| key.token < head);
                let waiting = self.keys[from..]
                    .iter()
                    .take_while(|key| key.token == head)
                    .position(|key| key.possible && key.awaited);
                match waiting {
                    Some(offset) if self.key_is_valid(from + offset)? => {}
                    _ => return Ok(()),
                }
            }
            self.fetch()?;
        }
    }

    /// Whether the key at `level` may still find its colon; an error when it must and cannot.
    fn key_is_valid(&mut self, level: usize) -> Scan<bool> {
        let key = self.keys[level];
        if !key.possible {
            return Ok(false);
        }
        let mark = self.cursor.mark;
        if key.mark.line < mark.line || key.mark.index + KEY_REACH < mark.index {
            if key.required {
                return Err(self.missing_colon(key.mark));
            }
            self.keys[level].possible = false;
            return Ok(false);
        }
        Ok(true)
    }

    fn missing_colon(&self, mark: Mark) -> SyntaxError {
        let bytes = self.cursor.bytes();
        let line = bytes[mark.at..]
            .iter()
            .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
            .count();
        let line = &bytes[mark.at..mark.at + line];
        fault(
            ErrorKind::MissingColon,
            mark.at..mark.at + line.trim_ascii_end().len(),
        )
    }

    fn save_key(&mut self) -> Scan<()> {
        if !self.key_allowed {
            return Ok(());
        }
        let mark = self.cursor.mark;
        let required = !self.in_flow() && self.indent == mark.column as isize;
        self.drop_key()?;
        let token = self.taken + self.queue.len();
        if let Some(key) = self.keys.last_mut() {
            *key = SimpleKey {
                possible: true,
                required,
                awaited: true,
                token,
                mark,
            };
        }
        Ok(())
    }

    /// Forgets the key that was possible on this level; an error when it had to be one.
    fn drop_key(&mut self) -> Scan<()> {
        match self.keys.last_mut() {
            Some(key) if key.possible && key.required => {
                let mark = key.mark;
                Err(self.missing_colon(mark))
            }
            Some(key) => {
                key.possible = false;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Opens a block collection when `column` is deeper than the one here.
    fn indent_to(&mut self, mark: Mark, token: Option<usize>, kind: Kind) -> Scan<()> {
        let column = mark.column as isize;
        if self.in_flow() || self.indent >= column {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column;
        if self.indents.len() > self.rules.depth {
            return Err(fault(ErrorKind::Other, self.here()));
        }
        let start = Token {
            kind,
            start: mark,
            end: mark.at,
        };
        match token {
            Some(number) => self.insert(number, start),
            None => self.queue.push_back(start),
        }
        Ok(())
    }

    /// Puts a token before the one with that number; last, when that one has been handed out.
    fn insert(&mut self, number: usize, token: Token) {
        match number.checked_sub(self.taken) {
            Some(offset) if offset <= self.queue.len() => self.queue.insert(offset, token),
            _ => self.queue.push_back(token),
        }
    }

    /// Closes the block collections that are deeper than `column`.
    fn unindent_to(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(Kind::BlockEnd, self.cursor.mark);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// Appends a token that ends here.
    fn push(&mut self, kind: Kind, start: Mark) {
        let end = self.cursor.mark.at;
        self.push_to(kind, start, end);
    }

    fn push_to(&mut self, kind: Kind, start: Mark, end: usize) {
        let past = match &kind {
            Kind::BlockEnd => None,
            Kind::Scalar(_, Style::Plain) => Some(Past::Plain),
            Kind::Scalar(_, Style::Single | Style::Double) => Some(Past::Quoted),
            Kind::FlowSequenceEnd | Kind::FlowMappingEnd => Some(Past::Quoted),
            _ => Some(Past::Other),
        };
        if let Some(past) = past {
            let seen = (past, start.at..end, start.line);
            self.before_last = std::mem::replace(&mut self.last, seen);
        }
        self.queue.push_back(Token { kind, start, end });
    }

    fn fetch(&mut self) -> Scan<()> {
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
            self.take_line_comment();
        }
        Ok(())
    }

    fn fetch_content(&mut self, byte: u8) -> Scan<()> {
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
        loop {
            if self.cursor.mark.column == 0 && self.skips_byte_order_mark() {
                self.cursor.skip();
            }
            while self.cursor.byte(0) == b' '
                || (self.cursor.byte(0) == b'\t' && (self.in_flow() || !self.key_allowed))
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
                return Ok(());
            }
            self.cursor.skip_line();
            if !self.in_flow() {
                self.key_allowed = true;
            }
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
    fn take_line_comment(&mut self) {
        if self.cursor.line_ends > 0 {
            return;
        }
        let mut ahead = 0;
        while ahead < COMMENT_REACH && self.cursor.is_blank(ahead) {
            ahead += 1;
        }
        self.cursor.look(ahead + 1);
        if ahead < COMMENT_REACH && self.cursor.byte(ahead) == b'#' {
            self.pass_to(self.cursor.mark.at + ahead);
            self.cursor.skip_rest_of_line();
        }
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
        self.indicator(kind, false)
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
            self.indent_to(key.mark, Some(key.token), Kind::MappingStart)?;
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
        if *past == Past::Plain && *line < mark.line {
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
            return SyntaxError {
                kind: ErrorKind::Indent,
                at: start + blank..mark.at,
                since: Some(span.clone()),
            };
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
