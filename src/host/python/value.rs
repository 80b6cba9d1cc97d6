//! Values as Python judges and shows them.

use super::repr;
use crate::host::Value;

/// `bool(value)`.
pub fn truth(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Integer(digits) => digits != "0",
        Value::Float(number) => *number != 0.0,
        Value::Text(text) => !text.is_empty(),
        Value::Date(_) => true,
        Value::Bytes(bytes) => !bytes.is_empty(),
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
