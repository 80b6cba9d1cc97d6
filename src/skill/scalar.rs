//! Writing a text as a YAML scalar that every reader takes for that text.
//!
//! Readers of skills range from full YAML 1.1 and 1.2 to a split at the first colon, so a text stays
//! plain only when all of them agree, and quotes come without escapes where that is possible.

use super::yaml::Style;

/// Words some reader takes for something else than text, in any case of letters.
const RESERVED: &[&str] = &[
    "y",
    "n",
    "yes",
    "no",
    "on",
    "off",
    "true",
    "false",
    "null",
    "none",
    "nan",
    "inf",
    "infinity",
    "undefined",
];

/// True when `text` can stand without quotes for every reader.
pub fn plain_is_safe(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && !text.ends_with([':', ' '])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.chars().any(needs_escape)
        && !RESERVED.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// As [`plain_is_safe`], inside `[a, b]`.
fn plain_in_flow(text: &str) -> bool {
    plain_is_safe(text) && !text.contains([',', '[', ']', '{', '}', ':', '#', '?'])
}

/// Writes `text` on one line, in `style` when that can hold it, else in the simplest way that can.
/// Block styles count as no wish. `flow`: it stands inside `[a, b]`.
pub fn inline(text: &str, style: Option<Style>, flow: bool) -> String {
    let plain = if flow {
        plain_in_flow(text)
    } else {
        plain_is_safe(text)
    };
    match style {
        Some(Style::Double) => double(text),
        Some(Style::Single) => single(text).unwrap_or_else(|| double(text)),
        _ if plain => text.to_owned(),
        _ => quoted(text),
    }
}

/// Writes `text` in quotes: double ones, or single ones where double ones would need escapes.
pub fn quoted(text: &str) -> String {
    match single(text) {
        Some(single) if text.contains(['"', '\\']) && !text.contains('\'') => single,
        _ => double(text),
    }
}

/// Writes `text` in single quotes, when they can hold it on one line.
pub fn single(text: &str) -> Option<String> {
    (!text.chars().any(needs_escape)).then(|| format!("'{}'", text.replace('\'', "''")))
}

/// Writes `text` in double quotes on one line; they hold every text.
pub fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if needs_escape(c) && (c as u32) < 0x100 => {
                out.push_str(&format!("\\x{:02X}", c as u32));
            }
            c if needs_escape(c) => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Writes `text` as a block (`|` or `>`), every line after `indent`, without a last line end; `None`
/// when the block style cannot hold exactly this text. `header` is what follows the indicator
/// (a comment). A folded block holds one paragraph only.
pub fn block(
    text: &str,
    style: Style,
    header: &str,
    indent: &str,
    line_end: &str,
) -> Option<String> {
    let content = text.trim_end_matches('\n');
    let one_line = !content.contains('\n');
    let mark = match style {
        Style::Folded if one_line => '>',
        Style::Literal | Style::Folded => '|',
        _ => return None,
    };
    let chomp = match text.len() - content.len() {
        0 => "-",
        1 => "",
        _ => return None,
    };
    let holds = !content.is_empty()
        && !indent.is_empty()
        && !content.starts_with([' ', '\n'])
        && !content.ends_with(' ')
        && !content.chars().any(|c| c != '\n' && needs_escape(c));
    if !holds {
        return None;
    }
    let mut out = format!("{mark}{chomp}{header}");
    for line in content.split('\n') {
        out.push_str(line_end);
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
    }
    Some(out)
}

/// Line breaks, control characters and what some reader takes for either.
fn needs_escape(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_only_where_every_reader_agrees() {
        for text in [
            "demo",
            "Runs it. Use when asked",
            "a:b",
            "C# code",
            "é",
            "日本",
        ] {
            assert_eq!(inline(text, None, false), text);
        }
        for text in [
            "",
            "yes",
            "No",
            "NULL",
            "12",
            "1.0",
            "2024-01-01",
            "~",
            "- a",
            "a: b",
            "a:",
            "a #b",
            " a",
            "a ",
            "@a",
            "`a`",
            "%a",
            "*a",
            "&a",
            "!a",
            "[a]",
            "{a",
            "|",
            ">",
            "?",
            "#a",
            "=",
        ] {
            assert_eq!(inline(text, None, false), format!("\"{text}\""));
        }
    }

    #[test]
    fn quotes_without_escapes_where_possible() {
        assert_eq!(quoted("a \"b\": c"), "'a \"b\": c'");
        assert_eq!(quoted("C:\\x: y"), "'C:\\x: y'");
        assert_eq!(quoted("it's: \"x\""), "\"it's: \\\"x\\\"\"");
        assert_eq!(quoted("a\nb\u{1b}\u{2028}"), "\"a\\nb\\x1B\\u2028\"");
    }

    #[test]
    fn the_style_stays_when_it_can_hold_the_text() {
        assert_eq!(inline("it's", Some(Style::Single), false), "'it''s'");
        assert_eq!(inline("a\tb", Some(Style::Single), false), "\"a\\tb\"");
        assert_eq!(inline("demo", Some(Style::Double), false), "\"demo\"");
    }

    #[test]
    fn inside_a_flow_list_more_is_quoted() {
        assert_eq!(inline("Bash(git:*)", None, true), "\"Bash(git:*)\"");
        assert_eq!(inline("a, b", None, true), "\"a, b\"");
        assert_eq!(inline("Read", None, true), "Read");
    }

    #[test]
    fn blocks_hold_what_they_can() {
        let block = |text, style| block(text, style, "", "  ", "\n");
        assert_eq!(
            block("one\n\ntwo\n", Style::Literal).as_deref(),
            Some("|\n  one\n\n  two")
        );
        assert_eq!(block("one", Style::Folded).as_deref(), Some(">-\n  one"));
        assert_eq!(
            block("one\ntwo", Style::Folded).as_deref(),
            Some("|-\n  one\n  two")
        );
        for text in ["", " a", "\na", "a\n\n", "a\rb", "a\x07"] {
            assert_eq!(block(text, Style::Literal), None);
        }
    }
}
