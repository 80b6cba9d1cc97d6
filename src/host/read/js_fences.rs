//! Frontmatter as programs in JavaScript cut it, most by a regular expression.

use super::super::profile::Fences;
use super::super::reading::Dropped;
use super::fences::{Cut, is_js_space, no_frontmatter, unclosed};
use super::text::Text;
use crate::skill::Span;

/// Cuts decoded text.
pub(super) fn cut(fences: Fences, decoded: &str) -> Result<Cut, Dropped> {
    match fences {
        Fences::LineToDashesOrNone => Ok(line_to_dashes_or_none(decoded)),
        Fences::GrayMatter => gray_matter(decoded),
        Fences::TrimmedLines => trimmed_lines(decoded),
        Fences::LineToLine => line_to_line(decoded),
        Fences::FifthToDashesOrNone => Ok(fifth_to_dashes_or_none(decoded)),
        _ => line_to_dashes(decoded),
    }
}

/// The YAML between the opening line and the first line that begins with three dashes, and where
/// those dashes end.
fn between(text: &str) -> Result<(Span, usize), Dropped> {
    let opened = ["---\n", "---\r\n"]
        .iter()
        .find(|open| text.starts_with(**open))
        .map(|open| open.len())
        .ok_or_else(|| no_frontmatter(text))?;
    let end = text[opened..].find("\n---").map(|at| opened + at);
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

fn trimmed(body: &str) -> String {
    body.trim_matches(is_js_space).to_owned()
}

fn line_to_dashes(text: &str) -> Result<Cut, Dropped> {
    let (yaml, end) = between(text)?;
    Ok(Cut {
        yaml,
        body: trimmed(after_line_end(&text[end..]).unwrap_or_default()),
        text: Text::exact(text),
    })
}

fn line_to_dashes_or_none(decoded: &str) -> Cut {
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
    Cut {
        yaml,
        body: trimmed(body),
        text: Text::exact(decoded),
    }
}

/// Lines that are three dashes once trimmed, the first line and the next such one.
fn trimmed_lines(text: &str) -> Result<Cut, Dropped> {
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
    Ok(Cut {
        yaml: opened..closing,
        body: text[closed..].to_owned(),
        text: Text::exact(text),
    })
}

/// The text after the dashes up to the line end names the language; what is not closed runs to the
/// end, and the body loses one line end.
fn gray_matter(decoded: &str) -> Result<Cut, Dropped> {
    let mark = usize::from(decoded.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let text = &decoded[mark..];
    let rest = text
        .strip_prefix("---")
        .filter(|rest| !rest.starts_with('-'));
    let Some(rest) = rest else {
        return Ok(Cut {
            yaml: 0..0,
            body: text.to_owned(),
            text: Text::exact(decoded),
        });
    };
    let line = rest.find('\n').unwrap_or(rest.len().saturating_sub(1));
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
    let end = decoded[start..].find("\n---").map(|at| start + at);
    let body = end.map_or("", |end| &decoded[end + 4..]);
    let body = body.strip_prefix('\r').unwrap_or(body);
    let body = body.strip_prefix('\n').unwrap_or(body);
    let end = end.unwrap_or(decoded.len());
    let held = decoded[start..end]
        .lines()
        .any(|line| !trimmed(line).is_empty() && !trimmed(line).starts_with('#'));
    Ok(Cut {
        yaml: if held { start..end } else { 0..0 },
        body: body.to_owned(),
        text: Text::exact(decoded),
    })
}

/// CR LF and CR become LF, and one byte-order mark at the start goes.
fn line_to_line(decoded: &str) -> Result<Cut, Dropped> {
    let text = Text::universal(decoded);
    let mark = usize::from(text.text.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let whole = &text.text[mark..];
    if !whole.starts_with("---\n") {
        return Err(no_frontmatter(decoded));
    }
    let mut from = 4;
    let end = loop {
        let Some(at) = whole[from..].find("\n---") else {
            return Err(unclosed(decoded));
        };
        let end = from + at;
        if matches!(whole[end + 4..].chars().next(), None | Some('\n')) {
            break end;
        }
        from = end + 1;
    };
    Ok(Cut {
        yaml: mark + 4..mark + end,
        body: trimmed(&whole[end + 4..]),
        text,
    })
}

fn fifth_to_dashes_or_none(decoded: &str) -> Cut {
    let text = Text::universal(decoded);
    let mark = usize::from(text.text.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let whole = &text.text[mark..];
    let end = match whole.starts_with("---") {
        true => whole[3..].find("\n---").map(|at| at + 3),
        false => None,
    };
    let (yaml, body) = match end {
        Some(end) => {
            let start = whole[3..].chars().next().map_or(3, |c| 3 + c.len_utf8());
            (start.min(end)..end, trimmed(&whole[end + 4..]))
        }
        None => (0..0, whole.to_owned()),
    };
    Cut {
        yaml: mark + yaml.start..mark + yaml.end,
        body,
        text,
    }
}
