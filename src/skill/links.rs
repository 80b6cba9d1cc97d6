//! Where Markdown links lead: `[text](path)`, `[text](<a b.md>)`, `[label]: path`.

use std::borrow::Cow;

use super::Span;

/// The target of a link to a file beside the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// The path as written: without angle brackets, and without what follows `#` or `?`.
    pub span: Span,
    /// The path it stands for: `%20` and `\_` are a blank and `_`.
    pub path: Cow<'a, str>,
    /// It stands between angle brackets, where blanks need no `%20`.
    pub angled: bool,
}

/// Bytes a label may have here.
const LABEL: usize = 200;

/// Bytes a target may have here, with what stands around it.
const TARGET: usize = 4096;

/// The links to relative paths in `text[span]`, in order.
pub fn links(text: &str, span: Span) -> Vec<Link<'_>> {
    let bytes = &text.as_bytes()[..span.end];
    let mut found = Vec::new();
    let mut at = span.start;
    let mut line_end = span.start;
    while let Some(close) = memchr::memchr(b']', &bytes[at..]) {
        let close = at + close;
        at = close + 1;
        let inline = bytes.get(at) == Some(&b'(');
        if is_escaped(&bytes[span.start..close]) {
            continue;
        }
        if inline || bytes.get(at) == Some(&b':') && is_label(&bytes[..close]) {
            if line_end <= at {
                let rest = memchr::memchr2(b'\n', b'\r', &bytes[at..]);
                line_end = rest.map_or(span.end, |rest| at + rest);
            }
            let end = (at + 1 + TARGET).min(line_end);
            let end = text.floor_char_boundary(end).max(at + 1);
            let link = target(text, at + 1..end, inline);
            at = link.as_ref().map_or(at, |link| link.span.end);
            found.extend(link);
        }
    }
    found
}

/// The `]` behind this, or the `[` that belongs to it, is written to be seen: `\[text](path)`.
fn is_escaped(before: &[u8]) -> bool {
    let odd = |before: &[u8]| {
        let marks = before.iter().rev().take_while(|byte| **byte == b'\\');
        marks.count() % 2 == 1
    };
    let from = before.len().saturating_sub(LABEL);
    let mut depth = 0_usize;
    for at in (from..before.len()).rev() {
        match before[at] {
            b'[' if depth == 0 => return odd(before) || odd(&before[..at]),
            b'[' => depth -= 1,
            b']' => depth += 1,
            _ => {}
        }
    }
    odd(before)
}

/// What stands before the `]` is a label at the start of its line.
fn is_label(before: &[u8]) -> bool {
    let from = before.len().saturating_sub(LABEL);
    let near = before[from..].iter();
    let open = near.rev().position(|byte| matches!(byte, b'[' | b'\n'));
    open.map(|back| before.len() - 1 - back)
        .is_some_and(|open| {
            before[open] == b'[' && matches!(before[..open].last(), None | Some(b'\n'))
        })
}

/// The path that begins in `text[rest]`, which is on one line, after blanks.
fn target(text: &str, rest: Span, inline: bool) -> Option<Link<'_>> {
    let line = &text[rest.clone()];
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    let angled = line[blanks..].starts_with('<');
    let start = blanks + usize::from(angled);
    let end = start + length(&line[start..], angled, inline)?;
    let written = &line[start..end];
    let len = written.find(['#', '?']).unwrap_or(written.len());
    let written = &written[..len];
    let path = decoded(written);
    let relative = !path.starts_with(['/', '~', '\\', '$', '{'])
        && !path
            .split('/')
            .next()
            .is_some_and(|first| first.contains(':'));
    let start = rest.start + start;
    (relative && !path.is_empty()).then_some(Link {
        span: start..start + len,
        path,
        angled,
    })
}

/// Bytes until the target ends; `None` for what is no link.
fn length(rest: &str, angled: bool, inline: bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        let plain = !std::mem::take(&mut escaped);
        match c {
            '\\' if plain => escaped = true,
            '<' if angled && plain => return None,
            '>' if angled && plain => return Some(at),
            ' ' | '\t' if !angled => return Some(at),
            '(' if !angled && plain => depth += 1,
            ')' if !angled && plain && depth > 0 => depth -= 1,
            ')' if !angled && plain && inline => return Some(at),
            _ => {}
        }
    }
    (!angled && !inline).then_some(rest.len())
}

/// The text with backslashes before punctuation and `%20` resolved; as it is where these make no text.
fn decoded(written: &str) -> Cow<'_, str> {
    if !written.contains(['%', '\\']) {
        return Cow::Borrowed(written);
    }
    let bytes = written.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = written.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let hex = hex.filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let coded = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let escaped = bytes.get(at + 1).filter(|next| next.is_ascii_punctuation());
        match (coded, escaped) {
            (Some(coded), _) => {
                out.push(coded);
                at += 3;
            }
            (None, Some(next)) if *byte == b'\\' => {
                out.push(*next);
                at += 2;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(written), Cow::Owned)
}

/// A path as the target of a link is written.
pub fn as_target(path: &str, angled: bool) -> String {
    let coded = |c: char| match c {
        ' ' if !angled => "%20".to_owned(),
        '(' | ')' if !angled => format!("\\{c}"),
        '<' | '>' if angled => format!("\\{c}"),
        '%' => "%25".to_owned(),
        _ => c.to_string(),
    };
    path.chars().map(coded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, String)> {
        let all = links(text, 0..text.len()).into_iter();
        all.map(|link| (&text[link.span], link.path.into_owned()))
            .collect()
    }

    #[test]
    fn paths_in_every_form() {
        for (text, written, path) in [
            ("[a](b.md)", "b.md", "b.md"),
            ("[a](x/b.md#part \"title\")", "x/b.md", "x/b.md"),
            ("[a](<x/b c.md>)", "x/b c.md", "x/b c.md"),
            ("[a](x/b%20c.md)", "x/b%20c.md", "x/b c.md"),
            ("[a](x/b\\_c(1).md)", "x/b\\_c(1).md", "x/b_c(1).md"),
            ("[a](caf%C3%A9.md)", "caf%C3%A9.md", "café.md"),
            ("[a](100%.md)", "100%.md", "100%.md"),
            ("[r]: <x/b c.md> 't'", "x/b c.md", "x/b c.md"),
            ("[r]: x/b.md\nmore", "x/b.md", "x/b.md"),
            ("![a](p.png)", "p.png", "p.png"),
            ("[[a]](b.md)", "b.md", "b.md"),
        ] {
            assert_eq!(found(text), [(written, path.to_owned())], "{text}");
            let link = &links(text, 0..text.len())[0];
            let again = format!("[a]({})", as_target(&link.path, false));
            assert_eq!(found(&again)[0].1, path, "{again}");
        }
    }

    #[test]
    fn the_next_line_is_no_target() {
        for text in [
            "[a](\nb.md)",
            "[a](b\n.md)",
            "[r]:\nb.md",
            "[a](\r\nb.md)",
            "[a](",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
        assert_eq!(found("[a](\n[b](c.md)").len(), 1);
    }

    #[test]
    fn what_leads_elsewhere_or_is_no_link() {
        for text in [
            "[a](https://x.org/a.md)",
            "[a](/a.md)",
            "[a](#part)",
            "[a](mailto:x@y.z)",
            "[a](",
            "[a](b.md",
            "[a](<b.md",
            "text [r]: b.md",
            "\\[a](b.md)",
            "[a\\](b.md)",
            "[a]",
            "[a](~/b.md)",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
