//! White space, lines and escapes.

/// What Python's `str.strip()` removes; Rust's white space lacks U+001C to U+001F.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Python's `str.strip()`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Python's `str.rstrip()`.
pub fn rstrip(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

/// Where `str.splitlines()` ends a line; CR LF is one end, U+001F is none.
pub fn is_break(c: char) -> bool {
    matches!(
        c,
        '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Whether a byte begins one of the characters that end a line.
fn may_break(byte: u8) -> bool {
    matches!(byte, b'\n'..=b'\r' | 0x1c..=0x1e | 0xc2 | 0xe2)
}

/// The first character that ends a line. Few bytes begin one, so the bytes are asked before the
/// characters.
fn find_break(text: &str) -> Option<usize> {
    // Most lines end with LF, and hold nothing else that ends one.
    let end = memchr::memchr(b'\n', text.as_bytes());
    let line = &text[..end.unwrap_or(text.len())];
    if !has_odd_break(line) {
        return end;
    }
    let mut from = 0;
    loop {
        let bytes = &text.as_bytes()[from..];
        let at = from + bytes.iter().position(|byte| may_break(*byte))?;
        let c = text[at..].chars().next()?;
        if is_break(c) {
            return Some(at);
        }
        from = at + c.len_utf8();
    }
}

/// Whether the text holds a line end of `str.splitlines()` that is no LF.
pub fn has_odd_break(text: &str) -> bool {
    const AT_ONCE: usize = 64;
    // Without a way out of the inner loop many bytes are asked at once.
    let odd = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t';
    let any = |some: &[u8]| some.iter().fold(false, |any, byte| any | odd(*byte));
    let bytes = text.as_bytes();
    let narrow = || text.chars().any(|c| c != '\n' && is_break(c));
    let wide = || {
        let mut begins = memchr::memchr2_iter(0xc2, 0xe2, bytes);
        begins.any(|at| text[at..].chars().next().is_some_and(is_break))
    };
    bytes.chunks(AT_ONCE).any(any) && narrow() || wide()
}

/// Python's `str.splitlines()`: the lines without their ends; an end at the end of the text opens
/// no further line.
pub fn splitlines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(at) = find_break(rest) else {
            return Some(std::mem::take(&mut rest));
        };
        let (line, tail) = rest.split_at(at);
        let one = tail.chars().next().map_or(0, char::len_utf8);
        let end = if tail.starts_with("\r\n") { 2 } else { one };
        rest = &tail[end..];
        Some(line)
    })
}

/// Python's `html.escape()`, quotes included.
pub fn html_escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        splitlines(text).collect()
    }

    #[test]
    fn lines_end_where_python_ends_them() {
        assert_eq!(lines(""), Vec::<&str>::new());
        assert_eq!(lines("a\n"), ["a"]);
        assert_eq!(lines("a\r\n\nb\rc"), ["a", "", "b", "c"]);
        assert_eq!(lines("a\u{b}b\u{c}c\u{1c}d\u{1d}e\u{1e}f").len(), 6);
        assert_eq!(lines("a\u{85}b\u{2028}c\u{2029}"), ["a", "b", "c"]);
        assert_eq!(lines("a\u{1f}b"), ["a\u{1f}b"]);
        assert_eq!(lines("\n\r"), ["", ""]);
    }

    #[test]
    fn only_odd_line_ends_are_odd() {
        let text = "caf\u{e9} \u{2014} \u{a0}\u{1f}\t\n".repeat(9);
        assert!(!has_odd_break(&text));
        for c in (0..0x3000).filter_map(char::from_u32) {
            let odd = c != '\n' && splitlines(&format!("a{c}b")).count() == 2;
            assert_eq!(has_odd_break(&format!("{text}{c}b")), odd, "{c:?}");
        }
    }

    #[test]
    fn strip_takes_separators_but_no_zero_width_characters() {
        assert_eq!(strip("\u{1f}\u{a0}\u{3000}a\u{85}\u{1c}"), "a");
        assert_eq!(strip("\u{feff}a\u{200b}"), "\u{feff}a\u{200b}");
        assert_eq!(rstrip(" a\u{2029}"), " a");
    }
}
