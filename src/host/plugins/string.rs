//! Python string literals: prefixes, quotes and escapes, and the few text methods that keep a
//! literal a literal.

use crate::host::python;

/// The text of one string token; `None` when only running the code would tell, or when it is no
/// text (bytes).
///
/// `open` is the prefix with the opening quotes, `content` what stands between the quotes.
pub(super) fn value(open: &str, content: &str) -> Option<String> {
    let prefix = open.trim_end_matches(['"', '\'']).to_ascii_lowercase();
    let (raw, formatted) = match prefix.as_str() {
        "" | "u" => (false, false),
        "r" => (true, false),
        "f" => (false, true),
        "rf" | "fr" => (true, true),
        _ => return None,
    };
    let text = match formatted {
        // Braces that are left are doubled ones: a placeholder was ruled out before.
        true => content.replace("{{", "{").replace("}}", "}"),
        false => content.to_owned(),
    };
    if raw { Some(text) } else { unescape(&text) }
}

fn unescape(content: &str) -> Option<String> {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            '\n' => {}
            '\\' | '\'' | '"' => out.push(c),
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{b}'),
            '0'..='7' => {
                let more = rest
                    .bytes()
                    .take(2)
                    .take_while(|b| (b'0'..=b'7').contains(b));
                let more = more.count();
                let digits = format!("{c}{}", &rest[..more]);
                out.push(char::from_u32(u32::from_str_radix(&digits, 8).ok()?)?);
                rest = &rest[more..];
            }
            'x' => rest = code_point(rest, 2, &mut out)?,
            'u' => rest = code_point(rest, 4, &mut out)?,
            'U' => rest = code_point(rest, 8, &mut out)?,
            // A name of the Unicode data, which is not at hand.
            'N' => return None,
            // An escape Python does not know stays as written.
            other => out.extend(['\\', other]),
        }
    }
    out.push_str(rest);
    Some(out)
}

/// A lone surrogate is a text for Python but for nobody else, so it counts as not known.
fn code_point<'a>(rest: &'a str, digits: usize, out: &mut String) -> Option<&'a str> {
    let hex = rest.get(..digits)?;
    if !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    out.push(char::from_u32(u32::from_str_radix(hex, 16).ok()?)?);
    Some(&rest[digits..])
}

/// `textwrap.dedent()`: the margin common to all lines that hold more than blanks goes, and lines
/// of blanks only become empty.
pub(super) fn dedent(text: &str) -> String {
    let blank = |line: &str| line.bytes().all(|b| matches!(b, b' ' | b'\t'));
    let mut margin: Option<&str> = None;
    for line in text.split('\n').filter(|line| !blank(line)) {
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        margin = Some(match margin {
            None => indent,
            Some(known) => {
                let same = known
                    .bytes()
                    .zip(indent.bytes())
                    .take_while(|(a, b)| a == b);
                &known[..same.count()]
            }
        });
    }
    let margin = margin.unwrap_or_default();
    let lines = text.split('\n').map(|line| match blank(line) {
        true => "",
        false => &line[margin.len()..],
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text method without arguments that is worked out here.
pub(super) fn method(name: &str, text: &str) -> Option<String> {
    match name {
        "strip" => Some(python::strip(text).to_owned()),
        "lstrip" => Some(text.trim_start_matches(python::is_space).to_owned()),
        "rstrip" => Some(python::rstrip(text).to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_as_python_reads_them() {
        let read = |content: &str| value("'", content);
        assert_eq!(read(r"a\n\x41\u00e9\U0001F600").as_deref(), Some("a\nAé😀"));
        assert_eq!(read(r"\101\0\1234\777").as_deref(), Some("A\0S4\u{1ff}"));
        assert_eq!(read("a\\\nb").as_deref(), Some("ab"));
        assert_eq!(read(r"\d\'").as_deref(), Some(r"\d'"));
        assert_eq!(read(r"\ud800"), None);
        assert_eq!(read(r"\N{BULLET}"), None);
        assert_eq!(value("R\"\"\"", r"a\n").as_deref(), Some(r"a\n"));
        assert_eq!(value("Rb'", "a"), None);
        assert_eq!(value("f'", "{{a}}").as_deref(), Some("{a}"));
    }

    #[test]
    fn dedent_takes_the_common_margin() {
        assert_eq!(dedent("  a\n    b\n \t \n  c"), "a\n  b\n\nc");
        assert_eq!(dedent(" \ta\n  b"), "\ta\n b");
        assert_eq!(dedent("a\n  b\n  "), "a\n  b\n");
        assert_eq!(dedent(""), "");
    }
}
