//! Values as Python judges and shows them.

use super::float_repr;
use crate::host::Value;

/// `bool(value)`.
pub fn truth(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Integer(digits) => digits != "0",
        Value::Float(number) => *number != 0.0,
        Value::Text(text) => !text.is_empty(),
        Value::List(items) => !items.is_empty(),
        Value::Map(entries) => !entries.is_empty(),
    }
}

/// `str(value or "")`.
pub fn text_or_empty(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        value if truth(value) => repr(value),
        _ => String::new(),
    }
}

/// `repr(value)`, with lists for all sequences.
fn repr(value: &Value) -> String {
    let all = |items: Vec<String>| items.join(", ");
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Integer(digits) => digits.clone(),
        Value::Float(number) => float_repr(*number),
        Value::Text(text) => text_repr(text),
        Value::List(items) => format!("[{}]", all(items.iter().map(repr).collect())),
        Value::Map(entries) => {
            let pair =
                |(key, value): &(String, Value)| format!("{}: {}", text_repr(key), repr(value));
            format!("{{{}}}", all(entries.iter().map(pair).collect()))
        }
    }
}

/// `repr()` of a text: single quotes unless only double ones spare an escape.
fn text_repr(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c < ' ' || ('\u{7f}'..='\u{a0}').contains(&c) || c == '\u{ad}' => {
                out.push_str(&format!("\\x{:02x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_is_true_and_nothing_else() {
        let list = Value::List(vec![
            Value::Text("it's".into()),
            Value::Null,
            Value::Float(1.0),
        ]);
        assert_eq!(text_or_empty(&list), "[\"it's\", None, 1.0]");
        assert_eq!(text_or_empty(&Value::Integer("42".into())), "42");
        assert_eq!(text_or_empty(&Value::Bool(true)), "True");
        for empty in [
            Value::Null,
            Value::Bool(false),
            Value::Integer("0".into()),
            Value::Float(-0.0),
            Value::List(Vec::new()),
        ] {
            assert_eq!(text_or_empty(&empty), "");
        }
    }

    #[test]
    fn quotes_as_python_does() {
        let map = Value::Map(vec![("a'\"\n".into(), Value::Text("\u{1}é\\".into()))]);
        assert_eq!(text_or_empty(&map), r#"{'a\'"\n': '\x01é\\'}"#);
    }
}
