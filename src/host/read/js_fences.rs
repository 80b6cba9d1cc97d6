//! Frontmatter as programs in JavaScript cut it, most by a regular expression.

use std::borrow::Cow;

use super::super::profile::Fences;
use super::super::reading::Dropped;
use super::fences::{Cut, dashes, is_js_space, no_frontmatter, unclosed};
use super::text::{Text, range_in};
use crate::skill::Span;

/// Cuts decoded text.
pub(super) fn cut(fences: Fences, decoded: Cow<'_, str>) -> Result<Cut<'_>, Dropped> {
    let text = match fences {
        Fences::LineToLine | Fences::FifthToDashesOrNone => Text::universal(decoded),
        _ => Text::exact(decoded),
    };
    let whole: &str = &text.text;
    let placed = |mut why: Dropped| {
        why.at = why.at.map(|at| text.in_file(at));
        why
    };
    let (yaml, body) = match fences {
        Fences::LineToDashesOrNone => line_to_dashes_or_none(whole),
        Fences::GrayMatter => gray_matter(whole).map_err(placed)?,
        Fences::TrimmedLines => trimmed_lines(whole).map_err(placed)?,
        Fences::LineToLine => line_to_line(whole).map_err(placed)?,
        Fences::FifthToDashesOrNone => fifth_to_dashes_or_none(whole),
        Fences::BetweenDashes => between_dashes(whole).map_err(placed)?,
        _ => line_to_dashes(whole).map_err(placed)?,
    };
    Ok(Cut::new(text, yaml, body))
}

/// The YAML and the body, as ranges of the text.
type Parts = (Span, Span);

/// The YAML between the opening line and the first line that begins with three dashes, and where
/// those dashes end.
fn between(text: &str) -> Result<(Span, usize), Dropped> {
    let opened = ["---\n", "---\r\n"]
        .iter()
        .find(|open| text.starts_with(**open))
        .map(|open| open.len())
        .ok_or_else(|| no_frontmatter(text))?;
    let end = dashes(&text[opened..], b"\n---").map(|at| opened + at);
    let end = end.ok_or_else(|| unclosed(text))?;
    let yaml = if end > opened && text[..end].ends_with('\r') {
        end - 1
    } else {
        end
    };
    Ok((opened..yaml, end + 4))
}

/// What is left after one line end, if there is one.
fn after_line_end(rest: &str) -> Option<&str> {
    rest.strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix('\n'))
}

fn trimmed(body: &str) -> &str {
    body.trim_matches(is_js_space)
}

fn line_to_dashes(text: &str) -> Result<Parts, Dropped> {
    let (yaml, end) = between(text)?;
    let body = after_line_end(&text[end..]).map(|rest| range_in(text, trimmed(rest)));
    Ok((yaml, body.unwrap_or(0..0)))
}

fn line_to_dashes_or_none(decoded: &str) -> Parts {
    let mark = decoded.len() - decoded.trim_start_matches('\u{feff}').len();
    let mark = mark.min('\u{feff}'.len_utf8());
    let text = &decoded[mark..];
    let (yaml, body) = match between(text) {
        Ok((yaml, end)) => {
            let rest = &text[end..];
            let yaml = yaml.start + mark..yaml.end + mark;
            (yaml, after_line_end(rest).unwrap_or(rest))
        }
        Err(_) => (0..0, text),
    };
    (yaml, range_in(decoded, trimmed(body)))
}

/// The parts before and after the second of the first two `---`.
fn between_dashes(text: &str) -> Result<Parts, Dropped> {
    let opened = dashes(text, b"---").map(|at| at + 3);
    let opened = opened.ok_or_else(|| no_frontmatter(text))?;
    let closing = dashes(&text[opened..], b"---").map(|at| opened + at);
    let closing = closing.ok_or_else(|| unclosed(text))?;
    let yaml = range_in(text, text[opened..closing].trim());
    Ok((yaml, range_in(text, text[closing + 3..].trim())))
}

/// Lines that are three dashes once trimmed, the first line and the next such one.
fn trimmed_lines(text: &str) -> Result<Parts, Dropped> {
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        (start, at, line.trim())
    });
    let opened = match lines.next() {
        Some((_, opened, "---")) => opened,
        _ => return Err(no_frontmatter(text)),
    };
    let Some((closing, closed, _)) = lines.find(|(_, _, line)| *line == "---") else {
        return Err(unclosed(text));
    };
    if opened == closing {
        return Err(no_frontmatter(text));
    }
    Ok((opened..closing, closed..text.len()))
}

/// The text after the dashes up to the line end names the language; what is not closed runs to the
/// end, and the body loses one line end.
fn gray_matter(decoded: &str) -> Result<Parts, Dropped> {
    let mark = usize::from(decoded.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let text = &decoded[mark..];
    let rest = text
        .strip_prefix("---")
        .filter(|rest| !rest.starts_with('-'));
    let Some(rest) = rest else {
        return Ok((0..0, mark..decoded.len()));
    };
    // Without a line end the last character is left out, as the program does it.
    let last = || rest.char_indices().next_back().map_or(0, |(at, _)| at);
    let line = rest.find('\n').unwrap_or_else(last);
    let language = rest[..line].trim_matches(is_js_space);
    if !matches!(language, "" | "yaml" | "yml" | "json") {
        return Err(Dropped {
            code: "no-frontmatter",
            at: Some(mark..mark + 3 + line),
            message: format!("after the opening dashes stands {language:?}, no language it knows"),
            detail: None,
        });
    }
    let start = mark + 3 + line.min(rest.len());
    let end = dashes(&decoded[start..], b"\n---").map(|at| start + at);
    let body = end.map_or(&decoded[decoded.len()..], |end| &decoded[end + 4..]);
    let body = body.strip_prefix('\r').unwrap_or(body);
    let body = body.strip_prefix('\n').unwrap_or(body);
    let end = end.unwrap_or(decoded.len());
    let held = decoded[start..end]
        .lines()
        .any(|line| !trimmed(line).is_empty() && !trimmed(line).starts_with('#'));
    let yaml = if held { start..end } else { 0..0 };
    Ok((yaml, range_in(decoded, body)))
}

/// CR LF and CR become LF, and one byte-order mark at the start goes.
fn line_to_line(decoded: &str) -> Result<Parts, Dropped> {
    let mark = usize::from(decoded.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let whole = &decoded[mark..];
    if !whole.starts_with("---\n") {
        return Err(no_frontmatter(decoded));
    }
    let mut from = 4;
    let end = loop {
        let Some(at) = dashes(&whole[from..], b"\n---") else {
            return Err(unclosed(decoded));
        };
        let end = from + at;
        if matches!(whole[end + 4..].chars().next(), None | Some('\n')) {
            break end;
        }
        from = end + 1;
    };
    let body = range_in(decoded, trimmed(&whole[end + 4..]));
    Ok((mark + 4..mark + end, body))
}

fn fifth_to_dashes_or_none(decoded: &str) -> Parts {
    let mark = usize::from(decoded.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let whole = &decoded[mark..];
    let end = match whole.starts_with("---") {
        true => dashes(&whole[3..], b"\n---").map(|at| at + 3),
        false => None,
    };
    let (yaml, body) = match end {
        Some(end) => {
            let start = whole[3..].chars().next().map_or(3, |c| 3 + c.len_utf8());
            (start.min(end)..end, trimmed(&whole[end + 4..]))
        }
        None => (0..0, whole),
    };
    let yaml = mark + yaml.start..mark + yaml.end;
    (yaml, range_in(decoded, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_character_of_many_bytes_is_left_out_whole() {
        let why = cut(Fences::GrayMatter, "---a\u{200b}".into()).err();
        assert_eq!(why.map(|why| why.code), Some("no-frontmatter"));
        assert!(cut(Fences::GrayMatter, "---é".into()).is_ok());
    }
}
