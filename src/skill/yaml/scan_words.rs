//! Anchors, aliases, tags and directives.

use super::cursor::Mark;
use super::scan::{Scan, Scanner, fault};
use super::token::Kind;
use super::{ErrorKind, SyntaxError};

impl Scanner<'_> {
    /// `&name` or `*name`.
    pub(super) fn scan_anchor(&mut self, alias: bool) -> Scan<(Kind, Mark)> {
        let start = self.cursor.mark;
        let sign = self.here();
        self.cursor.skip();
        let any = self.rules.any_anchor;
        let name = if any {
            self.scan_name()
        } else {
            self.scan_word()
        };
        let ended = any
            || self.cursor.is_gap(0)
            || matches!(
                self.cursor.byte(0),
                b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`'
            );
        if name.is_empty() || !ended {
            return Err(fault(ErrorKind::ReservedStart, sign));
        }
        let kind = if alias {
            Kind::Alias(name)
        } else {
            Kind::Anchor(name)
        };
        Ok((kind, start))
    }

    /// The name of an anchor of any characters.
    fn scan_name(&mut self) -> String {
        let start = self.cursor.mark.at;
        let ends = |byte: u8| {
            matches!(
                byte,
                b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b'{' | b'}'
            )
        };
        while !self.cursor.is_end() && !ends(self.cursor.byte(0)) {
            self.cursor.skip();
        }
        self.cursor.slice(start).to_owned()
    }

    fn scan_word(&mut self) -> String {
        let start = self.cursor.mark.at;
        while self.cursor.is_word() {
            self.cursor.skip();
        }
        self.cursor.slice(start).to_owned()
    }

    /// `!tag`, `!!tag`, `!handle!tag`, `!<uri>` or `!`.
    pub(super) fn scan_tag(&mut self) -> Scan<(Kind, Mark)> {
        let start = self.cursor.mark;
        let sign = self.here();
        let refused = || fault(ErrorKind::ReservedStart, sign.clone());
        let (mut handle, mut suffix);
        if self.cursor.byte(1) == b'<' {
            self.cursor.skip();
            self.cursor.skip();
            handle = String::new();
            suffix = self.scan_uri("").ok_or_else(refused)?;
            if self.cursor.byte(0) != b'>' {
                return Err(refused());
            }
            self.cursor.skip();
        } else {
            let named = self.rules.strict_words && self.has_second_mark();
            handle = self.scan_handle();
            if named && !(handle.len() > 1 && handle.ends_with('!')) {
                return Err(refused());
            }
            if handle.len() > 1 && handle.ends_with('!') {
                suffix = self.scan_uri("").ok_or_else(refused)?;
            } else {
                suffix = self.scan_uri(&handle).ok_or_else(refused)?;
                handle = "!".to_owned();
                if suffix.is_empty() {
                    std::mem::swap(&mut handle, &mut suffix);
                }
            }
        }
        if !self.ends_word() {
            return Err(refused());
        }
        Ok((Kind::Tag(handle, suffix), start))
    }

    /// Whether a tag or directive may end here.
    fn ends_word(&self) -> bool {
        self.cursor.is_gap(0) && !(self.rules.strict_words && self.cursor.byte(0) == b'\t')
    }

    /// Whether another `!` stands in the tag that begins here.
    fn has_second_mark(&self) -> bool {
        let rest = &self.cursor.bytes()[self.cursor.mark.at..];
        let mut ahead = 1;
        while ahead < rest.len()
            && (rest[ahead] == b'\t' || !self.cursor.is_gap(ahead))
            && rest[ahead] != b'!'
        {
            ahead += 1;
        }
        rest.get(ahead) == Some(&b'!')
    }

    /// `!`, `!!`, `!name!`, or the first part of `!name`.
    fn scan_handle(&mut self) -> String {
        let start = self.cursor.mark.at;
        self.cursor.skip();
        while self.cursor.is_word() {
            self.cursor.skip();
        }
        if self.cursor.byte(0) == b'!' {
            self.cursor.skip();
        }
        self.cursor.slice(start).to_owned()
    }

    /// The rest of a tag; `head` is what has been read of it, with its `!`. `None` when there is nothing,
    /// or a `%` escape is bad.
    fn scan_uri(&mut self, head: &str) -> Option<String> {
        let mut uri = head.get(1..).unwrap_or_default().as_bytes().to_vec();
        let mut any = !head.is_empty();
        loop {
            let byte = self.cursor.byte(0);
            if byte == b'%' {
                self.scan_uri_escape(&mut uri)?;
            } else if self.cursor.is_word() || b";/?:@&=+$,.!~*'()[]".contains(&byte) {
                uri.push(byte);
                self.cursor.skip();
            } else {
                break;
            }
            any = true;
        }
        any.then(|| String::from_utf8_lossy(&uri).into_owned())
    }

    /// The bytes of one character as `%C3%A9`.
    fn scan_uri_escape(&mut self, into: &mut Vec<u8>) -> Option<()> {
        let mut left = 1;
        let mut first = true;
        while left > 0 {
            if self.cursor.byte(0) != b'%' {
                return None;
            }
            let high = (self.cursor.byte(1) as char).to_digit(16)?;
            let low = (self.cursor.byte(2) as char).to_digit(16)?;
            let octet = (high * 16 + low) as u8;
            if first {
                left = match octet {
                    0..0x80 => 1,
                    0xC0..0xE0 => 2,
                    0xE0..0xF0 => 3,
                    0xF0..0xF8 => 4,
                    _ => return None,
                };
            } else if octet & 0xC0 != 0x80 {
                return None;
            }
            first = false;
            into.push(octet);
            (0..3).for_each(|_| self.cursor.skip());
            left -= 1;
        }
        Some(())
    }

    /// `%YAML 1.1` or `%TAG !a! prefix`, with the end of it. Passes the whole line.
    pub(super) fn scan_directive(&mut self) -> Scan<(Kind, usize)> {
        let start = self.cursor.mark.at;
        self.cursor.skip();
        let name = self.scan_word();
        let kind = match name.as_str() {
            _ if !self.ends_word() || name.is_empty() => None,
            "YAML" => self.scan_version(),
            "TAG" => self.scan_tag_directive(),
            _ if self.rules.any_directive => {
                self.cursor.skip_rest_of_line();
                Some(Kind::OtherDirective)
            }
            _ => None,
        };
        let end = self.cursor.mark.at;
        if let Some(kind) = kind {
            if self.rules.strict_words {
                self.cursor.skip_spaces();
            } else {
                self.cursor.skip_blanks();
            }
            if self.cursor.byte(0) == b'#' {
                self.cursor.skip_rest_of_line();
            }
            if self.cursor.is_stop(0) {
                self.cursor.skip_line();
                return Ok((kind, end));
            }
        }
        self.cursor.skip_rest_of_line();
        let line = self.cursor.slice(start).trim_end().len();
        Err(SyntaxError {
            kind: ErrorKind::Directive,
            at: start..start + line,
            since: None,
        })
    }

    fn scan_version(&mut self) -> Option<Kind> {
        self.cursor.skip_blanks();
        let major = self.scan_number()?;
        if self.cursor.byte(0) != b'.' {
            return None;
        }
        self.cursor.skip();
        Some(Kind::Version(major, self.scan_number()?))
    }

    /// One or two digits.
    fn scan_number(&mut self) -> Option<u32> {
        let start = self.cursor.mark.at;
        while self.cursor.byte(0).is_ascii_digit() {
            self.cursor.skip();
        }
        match self.cursor.slice(start) {
            digits if digits.len() <= 2 => digits.parse().ok(),
            _ => None,
        }
    }

    fn scan_tag_directive(&mut self) -> Option<Kind> {
        self.cursor.skip_blanks();
        if self.cursor.byte(0) != b'!' {
            return None;
        }
        let handle = self.scan_handle();
        if handle.len() > 1 && !handle.ends_with('!') || !self.cursor.is_blank(0) {
            return None;
        }
        self.cursor.skip_blanks();
        let prefix = self.scan_uri("")?;
        self.cursor
            .is_gap(0)
            .then_some(Kind::TagDirective(handle, prefix))
    }
}
