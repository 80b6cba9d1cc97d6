//! From a character of a scalar's value back to its place in the source.

use super::Span;
use super::lines::{after_line, line_end};
use super::yaml::{Kind, Node, Style};

/// Where the character number `index` (from 0) of the value of a scalar is written; the end of the
/// scalar when the value is shorter, and the whole node when it is no scalar.
pub fn place(text: &str, node: &Node, index: usize) -> Span {
    let Some(value) = node.text() else {
        return node.span.clone();
    };
    if let Some(start) = verbatim(text, node, value) {
        return match value.char_indices().nth(index) {
            Some((at, c)) => start + at..start + at + c.len_utf8(),
            None => node.span.end..node.span.end,
        };
    }
    let end = node.span.end..node.span.end;
    let last = match value.char_indices().nth(index) {
        Some(_) => node.span.clone(),
        None => end,
    };
    let piece = pieces(text, node).nth(index);
    piece.map_or(last, |(span, _)| span)
}

/// Where a value starts that is written as it reads, on one line and without escapes: each of its
/// characters stands for itself.
fn verbatim(text: &str, node: &Node, value: &str) -> Option<usize> {
    let Kind::Scalar { style, .. } = &node.kind else {
        return None;
    };
    let mark = match style {
        Style::Plain => '\n',
        Style::Single => '\'',
        Style::Double => '\\',
        Style::Literal | Style::Folded => return None,
    };
    let start = first(text, node, *style);
    let written = text.get(start..node.span.end)?;
    (written.starts_with(value) && !value.contains(mark)).then_some(start)
}

/// The characters of the value of a scalar, each with what stands for it in the source: itself, an
/// escape, or a folded line break. Ends where that cannot be told.
pub fn pieces<'a>(text: &'a str, node: &'a Node) -> impl Iterator<Item = (Span, char)> + 'a {
    let (value, style) = match &node.kind {
        Kind::Scalar { value, style } => (value.as_str(), *style),
        _ => ("", Style::Plain),
    };
    let mut at = first(text, node, style);
    let end = node.span.end;
    value.chars().map_while(move |wanted| {
        let span = next(text, at..end, wanted, style)?;
        at = span.end;
        Some((span, wanted))
    })
}

fn first(text: &str, node: &Node, style: Style) -> usize {
    let start = node.span.start;
    match style {
        Style::Plain => start,
        Style::Single | Style::Double => start + 1,
        Style::Literal | Style::Folded => {
            let header = line_end(text, start, node.span.end);
            after_line(text, header, node.span.end)
        }
    }
}

/// The next piece of source that stands for `wanted`: itself, an escape, or a folded line break.
fn next(text: &str, rest: Span, wanted: char, style: Style) -> Option<Span> {
    let mut at = rest.start;
    while at < rest.end {
        let c = text[at..rest.end].chars().next()?;
        let end = at + c.len_utf8();
        if style == Style::Double && c == '\\' {
            let len = escape_len(&text[end..rest.end]);
            if !text[end..rest.end].starts_with(['\n', '\r']) {
                return Some(at..(end + len).min(rest.end));
            }
        } else if style == Style::Single && text[at..rest.end].starts_with("''") {
            return Some(at..at + 2);
        } else if c == wanted {
            return Some(at..end);
        } else if wanted.is_whitespace() && matches!(c, '\n' | '\r') {
            return Some(at..after_line(text, at, rest.end));
        } else if !c.is_whitespace() {
            return None;
        }
        at = end;
    }
    None
}

fn escape_len(after: &str) -> usize {
    match after.chars().next() {
        Some('x') => 3,
        Some('u') => 5,
        Some('U') => 9,
        Some(c) => c.len_utf8(),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, value: &str, style: Style, index: usize) -> String {
        let node = Node {
            span: 0..text.len(),
            kind: Kind::Scalar {
                value: value.to_owned(),
                style,
            },
            tag: None,
            anchor: None,
        };
        text[place(text, &node, index)].to_owned()
    }

    #[test]
    fn every_style() {
        assert_eq!(written("abc", "abc", Style::Plain, 1), "b");
        assert_eq!(written("a\n  c", "a c", Style::Plain, 1), "\n");
        assert_eq!(written("a\n  c", "a c", Style::Plain, 2), "c");
        assert_eq!(written("'a''b'", "a'b", Style::Single, 1), "''");
        assert_eq!(written("'a''b'", "a'b", Style::Single, 2), "b");
        assert_eq!(written("\"a\\x41b\"", "aAb", Style::Double, 1), "\\x41");
        assert_eq!(written("\"a\\x41b\"", "aAb", Style::Double, 2), "b");
        assert_eq!(
            written("|\n  ab\n  cd\n", "ab\ncd\n", Style::Literal, 3),
            "c"
        );
        assert_eq!(written(">-\n  ab\n  cd\n", "ab cd", Style::Folded, 4), "d");
        assert_eq!(written("abc", "abc", Style::Plain, 9), "");
    }

    #[test]
    fn what_begins_as_it_reads_may_still_be_escaped_further_on() {
        assert_eq!(written("'a'''", "a'", Style::Single, 1), "''");
        assert_eq!(written(r#""a\\""#, r"a\", Style::Double, 1), r"\\");
        assert_eq!(written("'aé b'", "aé b", Style::Single, 1), "é");
        assert_eq!(written("\"ab\"", "ab", Style::Double, 1), "b");
        assert_eq!(written("\"ab\"", "ab", Style::Double, 2), "");
        assert_eq!(written("a b  \n c", "a b c", Style::Plain, 4), "c");
    }
}
