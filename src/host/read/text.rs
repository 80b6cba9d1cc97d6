//! Text as runtimes decode it, with the way back to the bytes of the file.

use std::borrow::Cow;

use crate::host::python;
use crate::skill::Span;

/// Decoded text whose line ends may have been normalised.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    /// What the runtime holds.
    pub text: Cow<'a, str>,
    /// Offsets in `text` before which one byte of the file was removed, ascending.
    removed: Vec<usize>,
}

impl<'a> Text<'a> {
    /// Text exactly as in the file.
    pub fn exact(text: impl Into<Cow<'a, str>>) -> Self {
        Self {
            text: text.into(),
            removed: Vec::new(),
        }
    }

    /// CR LF and lone CR become LF, as Python's text mode does.
    pub fn universal(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if memchr::memchr(b'\r', text.as_bytes()).is_none() {
            return Self::exact(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut removed = Vec::new();
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            if c != '\r' {
                out.push(c);
            } else if rest.peek() == Some(&'\n') {
                removed.push(out.len());
            } else {
                out.push('\n');
            }
        }
        Self {
            text: out.into(),
            removed,
        }
    }

    /// Everything that Python's `splitlines()` takes for a line end becomes LF.
    pub fn broken(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if !python::has_odd_break(&text) {
            return Self::exact(text);
        }
        let odd = |c: char| c != '\n' && python::is_break(c);
        let mut out = String::with_capacity(text.len());
        let mut removed = Vec::new();
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\r' if rest.peek() == Some(&'\n') => removed.push(out.len()),
                _ if odd(c) => {
                    removed.extend(std::iter::repeat_n(out.len(), c.len_utf8() - 1));
                    out.push('\n');
                }
                _ => out.push(c),
            }
        }
        Self {
            text: out.into(),
            removed,
        }
    }

    /// The bytes of the file that a range of `text` stands for.
    pub fn in_file(&self, span: Span) -> Span {
        let shift = |offset: usize| offset + self.removed.partition_point(|at| *at < offset);
        shift(span.start)..shift(span.end).max(shift(span.start))
    }
}

/// The range of `part` inside `whole`; `part` must be a slice of it.
pub fn range_in(whole: &str, part: &str) -> Span {
    let start = part.as_ptr() as usize - whole.as_ptr() as usize;
    start..start + part.len()
}
