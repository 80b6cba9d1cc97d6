//! Values as Python shows them.

use super::letters::is_printable;
use crate::host::Value;

/// Python's `str()` of a value; a text is itself.
pub fn str(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => repr(other),
    }
}

/// Python's `repr()`, with lists for all sequences.
pub fn repr(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Integer(digits) => digits.clone(),
        Value::Float(number) => super::float_repr(*number),
        Value::Text(text) => text_repr(text),
        Value::Date(text) => text.clone(),
        Value::Bytes(bytes) => bytes_repr(bytes),
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(repr).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<_> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", text_repr(key), repr(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// Python's `repr()` of bytes.
pub(crate) fn bytes_repr(bytes: &[u8]) -> String {
    let quote = match bytes.contains(&b'\'') && !bytes.contains(&b'"') {
        true => '"',
        false => '\'',
    };
    let mut out = format!("b{quote}");
    for byte in bytes {
        match char::from(*byte) {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c == ' ' || c.is_ascii_graphic() => out.push(c),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push(quote);
    out
}

/// In apostrophes, or in quotes where only that saves escapes.
pub(super) fn text_repr(text: &str) -> String {
    let quote = match text.contains('\'') && !text.contains('"') {
        true => '"',
        false => '\'',
    };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if is_printable(c) => out.push(c),
            c => out.push_str(&match u32::from(c) {
                code @ 0..=0xFF => format!("\\x{code:02x}"),
                code @ 0x100..=0xFFFF => format!("\\u{code:04x}"),
                code => format!("\\U{code:08x}"),
            }),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_texts_lists_and_maps() {
        let text = |text: &str| Value::Text(text.to_owned());
        let list = Value::List(vec![
            text("it's"),
            text("a\"'b"),
            text("\t\u{7f}\u{200b}\u{e0001}é"),
        ]);
        let map = Value::Map(vec![("k".to_owned(), list)]);
        let shown = r#"{'k': ["it's", 'a"\'b', '\t\x7f\u200b\U000e0001é']}"#;
        assert_eq!(str(&map), shown);
        assert_eq!(str(&text("as 'it' is")), "as 'it' is");
    }
}
