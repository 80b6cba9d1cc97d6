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

/// `inspect.cleandoc()`: as `dedent`, the first line on its own, blank lines around it gone.
pub(super) fn cleandoc(text: &str) -> Option<String> {
    if text.contains('\t') {
        return None;
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let lines: Vec<&str> = rest.split('\n').collect();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let full = lines.iter().filter(|line| !python::strip(line).is_empty());
    let margin = full.map(|line| indent(line)).min().unwrap_or(0);
    let mut all = vec![first.trim_start_matches(' ')];
    all.extend(
        lines
            .iter()
            .map(|line| line.get(margin..).unwrap_or_default()),
    );
    while all.last().is_some_and(|line| line.is_empty()) {
        all.pop();
    }
    let start = all.iter().take_while(|line| line.is_empty()).count();
    Some(all[start..].join("\n"))
}

/// `strip()` and its like: white space goes, or the characters of a set.
pub(super) fn stripped<'a>(text: &'a str, method: &str, set: Option<&str>) -> &'a str {
    let gone = |c: char| match set {
        Some(set) => set.contains(c),
        None => python::is_space(c),
    };
    let text = match method {
        "rstrip" => text,
        _ => text.trim_start_matches(gone),
    };
    match method {
        "lstrip" => text,
        _ => text.trim_end_matches(gone),
    }
}

/// `pattern % values` with `%s` and `%%`; `None` for what is not worked out here.
pub(super) fn percent(pattern: &str, shown: &[Option<String>]) -> Option<String> {
    let mut shown = shown.iter();
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        match rest[at + 1..].chars().next()? {
            's' => out.push_str(shown.next()?.as_deref()?),
            '%' => out.push('%'),
            _ => return None,
        }
        rest = &rest[at + 2..];
    }
    out.push_str(rest);
    shown.next().is_none().then_some(out)
}

/// `pattern.format(...)` with slots that hold nothing, a number or a name.
pub(super) fn format(
    pattern: &str,
    places: &[Option<String>],
    named: &[(&str, Option<String>)],
) -> Option<String> {
    let mut next = places.iter();
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
            continue;
        }
        let (slot, after) = rest.split_once('}').filter(|_| brace == "{")?;
        let value = match slot.parse::<usize>() {
            Ok(at) => places.get(at)?,
            Err(_) if slot.is_empty() => next.next()?,
            Err(_) => &named.iter().find(|(name, _)| *name == slot)?.1,
        };
        out.push_str(value.as_deref()?);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// Whether a prefix makes bytes of a literal.
pub(super) fn is_bytes(open: &str) -> bool {
    let prefix = open.trim_end_matches(['"', '\'']);
    prefix.contains(['b', 'B'])
}

/// The bytes of a literal; `None` where only running the code would tell.
pub(super) fn bytes(open: &str, content: &str) -> Option<Vec<u8>> {
    if open.contains(['r', 'R']) {
        return content.is_ascii().then(|| content.as_bytes().to_vec());
    }
    // An escape of bytes is never longer than a byte.
    let wide = content.contains("\\u") || content.contains("\\U") || content.contains("\\N");
    let text = if wide { None } else { unescape(content) };
    text?
        .chars()
        .map(|c| u8::try_from(u32::from(c)).ok())
        .collect()
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
    fn slots_are_filled_where_they_are_plain() {
        let shown = [Some("a".to_owned()), Some("b".to_owned())];
        assert_eq!(percent("%s-%s 100%%", &shown).as_deref(), Some("a-b 100%"));
        assert_eq!(percent("%s", &shown), None);
        assert_eq!(percent("%d", &shown[..1]), None);
        let named = [("n", Some("c".to_owned()))];
        let filled = |pattern| format(pattern, &shown, &named);
        assert_eq!(filled("{}{1}{n}{{}}").as_deref(), Some("abc{}"));
        assert_eq!(filled("{n:>3}"), None);
        assert_eq!(filled("}"), None);
    }

    #[test]
    fn a_docstring_is_cleaned_as_inspect_does() {
        let cleaned = cleandoc("  a\n    b\n      c\n    ");
        assert_eq!(cleaned.as_deref(), Some("a\nb\n  c"));
        assert_eq!(cleandoc("\n\n  a\n").as_deref(), Some("a"));
    }

    #[test]
    fn bytes_are_read_as_bytes() {
        assert_eq!(bytes("b'", r"a\xff\n").as_deref(), Some(&b"a\xff\n"[..]));
        assert_eq!(bytes("rb'", r"\n").as_deref(), Some(&br"\n"[..]));
        assert_eq!(bytes("b'", r"\u0041"), None);
    }

    #[test]
    fn dedent_takes_the_common_margin() {
        assert_eq!(dedent("  a\n    b\n \t \n  c"), "a\n  b\n\nc");
        assert_eq!(dedent(" \ta\n  b"), "\ta\n b");
        assert_eq!(dedent("a\n  b\n  "), "a\n  b\n");
        assert_eq!(dedent(""), "");
    }
}
