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

/// A place where a key without `?` may have begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimpleKey {
    pub possible: bool,
    pub required: bool,
    /// The queue is held back for it.
    pub awaited: bool,
    /// It stands in a map in brackets.
    pub in_map: bool,
    /// It stands behind a value on the line of that value.
    pub beside: bool,
    /// The number of the token that would be the key.
    pub token: usize,
    pub mark: Mark,
}

/// The last tokens, for saying what a fault is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Past {
    Nothing,
    Plain,
    Quoted,
    Directive,
    Other,
}

pub(super) struct Scanner<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) rules: &'static Rules,
    /// First forbidden character, and the place from which it is noticed.
    forbidden: Option<(usize, usize)>,
    pub(super) queue: VecDeque<Token>,
    /// Tokens handed out.
    pub(super) taken: usize,
    pub(super) keys: Vec<SimpleKey>,
    pub(super) key_allowed: bool,
    /// The line on which something in quotes or brackets ended, while nothing has followed.
    pub(super) complete: Option<usize>,
    /// Column of the block collection here, -1 outside.
    pub(super) indent: isize,
    indents: Vec<isize>,
    pub(super) ended: bool,
    /// A byte-order mark follows the one that may open the text. yaml.v3 then looks at that one,
    /// and not at the line, to know whether a line begins with such a mark.
    pub(super) second_bom: bool,
    pub(super) first_chunk_end: usize,
    pub(super) last: (Past, Span, usize),
    pub(super) before_last: (Past, Span, usize),
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
                in_map: false,
                beside: false,
                token: 0,
                mark: Mark::default(),
            }],
            key_allowed: true,
            complete: None,
            indent: -1,
            indents: Vec::new(),
            ended: false,
            second_bom: rules.second_bom && text.as_bytes()[start + bom..].starts_with(BOM),
            first_chunk_end: start.saturating_add(rules.chunk),
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

    /// The whole text from `start` on.
    pub fn text_from(&self, start: usize) -> &'a str {
        self.cursor.from(start)
    }

    /// The next token that is written, rather than one that only follows from indentation.
    pub fn visible(&mut self) -> Option<Token> {
        self.peek().ok()?;
        let written = self.queue.iter().find(|token| !token.span().is_empty());
        written.or(self.queue.front()).cloned()
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
    pub(super) fn key_is_valid(&mut self, level: usize) -> Scan<bool> {
        let key = self.keys[level];
        if !key.possible {
            return Ok(false);
        }
        let mark = self.cursor.mark;
        // However far it is, but not past the end.
        if self.rules.long_flow_keys && key.in_map && !self.ended {
            return Ok(true);
        }
        if key.mark.line < mark.line || key.mark.index + KEY_REACH < mark.index {
            if key.required {
                return Err(self.missing_colon(key.mark.at));
            }
            self.keys[level].possible = false;
            return Ok(false);
        }
        Ok(true)
    }

    /// A line that begins at `start` and should be a key.
    pub(super) fn missing_colon(&self, start: usize) -> SyntaxError {
        let rest = &self.cursor.bytes()[start..];
        let line = rest.split(|byte| matches!(byte, b'\n' | b'\r')).next();
        let length = line.unwrap_or_default().trim_ascii_end().len();
        fault(ErrorKind::MissingColon, start..start + length)
    }

    pub(super) fn save_key(&mut self) -> Scan<()> {
        let mark = self.cursor.mark;
        let beside = self.rules.entries_beside
            && !self.key_allowed
            && !self.in_flow()
            && self.complete == Some(mark.line);
        if !self.key_allowed && !beside {
            return Ok(());
        }
        let required = !self.in_flow() && self.indent == mark.column as isize;
        self.drop_key()?;
        let token = self.taken + self.queue.len();
        if let Some(key) = self.keys.last_mut() {
            *key = SimpleKey {
                possible: true,
                required,
                awaited: true,
                in_map: key.in_map,
                beside,
                token,
                mark,
            };
        }
        Ok(())
    }

    /// Forgets the key that was possible on this level; an error when it had to be one.
    pub(super) fn drop_key(&mut self) -> Scan<()> {
        match self.keys.last_mut() {
            Some(key) if key.possible && key.required => {
                let start = key.mark.at;
                Err(self.missing_colon(start))
            }
            Some(key) => {
                key.possible = false;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Opens a block collection when `column` is deeper than the one here.
    pub(super) fn indent_to(&mut self, mark: Mark, token: Option<usize>, kind: Kind) -> Scan<()> {
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
    pub(super) fn insert(&mut self, number: usize, token: Token) {
        match number.checked_sub(self.taken) {
            Some(offset) if offset <= self.queue.len() => self.queue.insert(offset, token),
            _ => self.queue.push_back(token),
        }
    }

    /// Closes the block collections that are deeper than `column`.
    pub(super) fn unindent_to(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(Kind::BlockEnd, self.cursor.mark);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// Appends a token that ends here.
    pub(super) fn push(&mut self, kind: Kind, start: Mark) {
        let end = self.cursor.mark.at;
        self.push_to(kind, start, end);
    }

    pub(super) fn push_to(&mut self, kind: Kind, start: Mark, end: usize) {
        let past = match &kind {
            Kind::BlockEnd => None,
            Kind::Scalar(_, Style::Plain) => Some(Past::Plain),
            Kind::Scalar(_, Style::Single | Style::Double) => Some(Past::Quoted),
            Kind::FlowSequenceEnd | Kind::FlowMappingEnd => Some(Past::Quoted),
            Kind::Version(..) | Kind::TagDirective(..) | Kind::OtherDirective => {
                Some(Past::Directive)
            }
            _ => Some(Past::Other),
        };
        if let Some(past) = past {
            let seen = (past, start.at..end, start.line);
            self.before_last = std::mem::replace(&mut self.last, seen);
        }
        self.queue.push_back(Token { kind, start, end });
    }
}
