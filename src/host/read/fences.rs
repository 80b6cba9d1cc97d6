//! How frontmatter is cut out of a file.

use std::borrow::Cow;

use super::super::profile::{Bytes, Fences, Reader};
use super::super::reading::Dropped;
use super::raw::{Parsed, Raw};
use super::text::{Text, range_in};
use crate::host::python;
use crate::skill::Span;
use crate::skill::yaml::Dialect;

/// A file taken apart.
#[derive(Debug)]
pub struct Cut<'a> {
    /// The whole text as the runtime decodes it.
    pub text: Text<'a>,
    /// The YAML, as a range of `text.text`.
    pub yaml: Span,
    body: Body,
    /// The file it was cut out of.
    raw: Option<&'a Raw<'a>>,
}

/// The body as the runtime holds it.
#[derive(Debug)]
pub(super) enum Body {
    /// A range of the text.
    Part(Span),
    /// Put together from lines.
    Made(String),
}

impl<'a> Cut<'a> {
    /// Text with its YAML and body, both ranges of it.
    pub fn new(text: Text<'a>, yaml: Span, body: Span) -> Self {
        Self::with_body(text, yaml, Body::Part(body))
    }

    /// Text with its YAML and what is the body of it.
    pub(super) fn with_body(text: Text<'a>, yaml: Span, body: Body) -> Self {
        let raw = None;
        Self {
            text,
            yaml,
            body,
            raw,
        }
    }

    /// The body as the runtime holds it.
    pub fn body(&self) -> &str {
        match &self.body {
            Body::Part(span) => &self.text.text[span.clone()],
            Body::Made(body) => body,
        }
    }

    /// The YAML of it, or of a text of the same length that the runtime reads for it. What other readers of
    /// the file have parsed is not parsed again.
    pub(super) fn parsed(&self, text: &str, dialect: Dialect) -> Parsed {
        match self.raw {
            Some(raw) => raw.parsed(text, &self.yaml, dialect),
            None => Raw::new(text.as_bytes()).parsed(text, &self.yaml, dialect),
        }
    }
}

/// Cuts a file as the strategy says.
pub fn cut<'a>(reader: &Reader, raw: &'a Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let cut = parts(reader, raw)?;
    Ok(Cut {
        raw: Some(raw),
        ..cut
    })
}

fn parts<'a>(reader: &Reader, raw: &'a Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let (fences, kind) = (reader.fences, reader.bytes);
    match fences {
        Fences::PrefixLfDashes => prefix_lf_dashes(raw),
        Fences::AnywhereDashes => anywhere_dashes(raw),
        Fences::PrefixSplitlines => prefix_splitlines(raw),
        Fences::ExactLines => exact_lines(raw),
        Fences::None => whole(raw),
        Fences::PrefixToDashLine
        | Fences::StrippedLinesOrNone
        | Fences::DashRows
        | Fences::DashRowsOrNone
        | Fences::StrippedToDashLine
        | Fences::DashLines
        | Fences::DashLineToDashes
        | Fences::BlankedLines
        | Fences::SplitDashes
        | Fences::DashLineToDashesOrNone
        | Fences::ExactSplitlines => {
            let decoded = decode(kind, raw)?;
            let decoded = match (reader.first_characters, decoded) {
                (Some(most), Cow::Borrowed(text)) => Cow::Borrowed(first_characters(text, most)),
                (Some(most), Cow::Owned(text)) => first_characters(&text, most).to_owned().into(),
                (None, decoded) => decoded,
            };
            super::py_fences::cut(fences, decoded, reader.keep_line_ends)
        }
        _ => super::js_fences::cut(fences, decode(kind, raw)?),
    }
}

/// The text of a file, without a byte-order mark being looked at.
fn decode<'a>(kind: Bytes, raw: &Raw<'a>) -> Result<Cow<'a, str>, Dropped> {
    match (kind, raw.text()) {
        (_, Ok(text)) => Ok(Cow::Borrowed(text)),
        (Bytes::Lossy, Err(_)) => Ok(String::from_utf8_lossy(raw.bytes())),
        (Bytes::Guess, Err(_)) => Ok(Cow::Owned(python::guess(raw.bytes()))),
        (Bytes::Strict, Err(error)) => {
            let bad = error.valid_up_to();
            Err(dropped("not-utf8", bad..bad + 1, "the file is not UTF-8"))
        }
    }
}

/// The first characters of a text, where line ends count as Python's text mode has them.
fn first_characters(text: &str, most: usize) -> &str {
    // Where each byte is a character there is nothing to count.
    let single = |byte: &u8| byte.is_ascii() && *byte != b'\r';
    let start = &text.as_bytes()[..text.len().min(most)];
    if start.iter().all(single) {
        return &text[..start.len()];
    }
    let mut left = most;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c != '\n' || before != '\r' {
            if left == 0 {
                return &text[..at];
            }
            left -= 1;
        }
        before = c;
    }
    text
}

fn dropped(code: &'static str, at: Span, message: &str) -> Dropped {
    Dropped {
        code,
        at: Some(at),
        message: message.to_owned(),
        detail: None,
    }
}

pub(super) fn no_frontmatter(text: &str) -> Dropped {
    let message = if text.starts_with('\u{feff}') {
        "a byte-order mark stands before the opening ---"
    } else if text.trim_start().starts_with("---") {
        "white space stands before the opening ---"
    } else {
        "the file does not start with ---"
    };
    let at = dashes(text, b"---").unwrap_or_else(|| first_line(text));
    dropped("no-frontmatter", 0..at, message)
}

pub(super) fn unclosed(text: &str) -> Dropped {
    dropped(
        "unclosed-frontmatter",
        0..first_line(text),
        "the frontmatter is never closed by ---",
    )
}

/// Where dashes stand first, with what is to stand before them.
pub(super) fn dashes(text: &str, wanted: &[u8]) -> Option<usize> {
    memchr::memmem::find(text.as_bytes(), wanted)
}

fn first_line(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// AgentWorks: Go strings, so bytes that are not UTF-8 only matter where YAML meets them.
fn prefix_lf_dashes<'a>(raw: &Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let text = match raw.text() {
        Ok(text) => text,
        Err(error) => return Err(not_utf8_go(raw.bytes(), error.valid_up_to())),
    };
    if text.trim().is_empty() {
        return Err(dropped("empty-file", 0..text.len(), "the file is empty"));
    }
    let Some(rest) = text.strip_prefix("---") else {
        return Err(no_frontmatter(text));
    };
    let Some(end) = dashes(rest, b"\n---") else {
        return Err(unclosed(text));
    };
    let yaml = range_in(text, rest[..end].trim());
    let body = range_in(text, rest[end + 4..].trim());
    Ok(Cut::new(Text::exact(text), yaml, body))
}

/// The parser finds fences before it meets a bad byte; a bad byte in the body alone makes the
/// workspace service report the file as binary, so that it never reaches the parser.
fn not_utf8_go(bytes: &[u8], bad: usize) -> Dropped {
    let lossy = String::from_utf8_lossy(bytes);
    let code = match prefix_lf_dashes(&Raw::new(lossy.as_bytes())) {
        Err(error) => return error,
        Ok(_) if closes_before(bytes, bad) => "unreadable",
        Ok(_) => "bad-yaml",
    };
    dropped(code, bad..bad + 1, "the file is not UTF-8")
}

fn closes_before(bytes: &[u8], bad: usize) -> bool {
    bytes[..bad].windows(4).skip(3).any(|four| four == b"\n---")
}

/// What JavaScript's `trim()` removes.
pub fn is_js_space(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')
}

/// Pleach: two lines that are exactly three dashes.
fn exact_lines<'a>(raw: &Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let decoded = decode(Bytes::Lossy, raw)?;
    let text: &str = &decoded;
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        let bare = line.strip_suffix('\n').unwrap_or(line);
        (start, at, bare.strip_suffix('\r').unwrap_or(bare))
    });
    let opening = lines.next().filter(|(_, _, line)| *line == "---");
    let Some((_, opened, _)) = opening else {
        let mut why = no_frontmatter(text);
        why.message = format!("missing frontmatter: {}", why.message);
        return Err(why);
    };
    let Some((closing, closed, _)) = lines.find(|(_, _, line)| *line == "---") else {
        let mut why = unclosed(text);
        why.message = format!("missing frontmatter: {}", why.message);
        return Err(why);
    };
    let body = range_in(text, text[closed..].trim_matches(is_js_space));
    Ok(Cut::new(Text::exact(decoded), opened..closing, body))
}

/// No frontmatter: everything is the body.
pub(super) fn whole<'a>(raw: &Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let decoded = raw.text().map_err(|error| {
        let bad = error.valid_up_to();
        dropped("unreadable", bad..bad + 1, "the file is not UTF-8")
    })?;
    let text = Text::universal(decoded);
    let body = 0..text.text.len();
    Ok(Cut::new(text, 0..0, body))
}

/// The reference library: text mode, split at the first two `---` anywhere.
fn anywhere_dashes<'a>(raw: &Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let decoded = raw.text().map_err(|error| {
        let bad = error.valid_up_to();
        dropped(
            "crash",
            bad..bad + 1,
            "the file is not UTF-8 and the reference library fails on it",
        )
    })?;
    let text = Text::universal(decoded);
    let Some(rest) = text.text.strip_prefix("---") else {
        return Err(no_frontmatter(decoded));
    };
    let Some(end) = dashes(rest, b"---") else {
        return Err(unclosed(decoded));
    };
    let yaml = range_in(&text.text, &rest[..end]);
    let body = range_in(&text.text, python::strip(&rest[end + 3..]));
    Ok(Cut::new(text, yaml, body))
}

/// MiniBot: three dashes open, a line that is nothing else closes, whatever Python calls a line.
fn prefix_splitlines<'a>(raw: &Raw<'a>) -> Result<Cut<'a>, Dropped> {
    let decoded = raw.text().map_err(|error| {
        let bad = error.valid_up_to();
        dropped("unreadable", bad..bad + 1, "the file is not UTF-8")
    })?;
    if !decoded.starts_with("---") {
        return Err(no_frontmatter(decoded));
    }
    let text = Text::universal(decoded);
    let whole: &str = &text.text;
    let mut lines = python::splitlines(whole);
    let opening = lines.next().map_or(0, str::len);
    let opening = opening + whole[opening..].chars().next().map_or(0, char::len_utf8);
    let Some(closing) = lines.find(|line| python::strip(line) == "---") else {
        return Err(unclosed(decoded));
    };
    let closing = range_in(whole, closing);
    let rest = &whole[closing.end..];
    let body = match python::has_odd_break(rest) {
        // Every kind of line end becomes LF.
        true => {
            let body = lines.by_ref().collect::<Vec<_>>().join("\n");
            Body::Made(python::strip(&body).to_owned())
        }
        false => Body::Part(range_in(whole, python::strip(rest))),
    };
    let yaml = opening..closing.start;
    drop(lines);
    Ok(Cut::with_body(text, yaml, body))
}
