//! What JavaScript makes of values.

use super::super::reading::Value;

/// `String(value)`.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Integer(digits) => digits.parse().map_or_else(|_| digits.clone(), number),
        Value::Float(value) => number(*value),
        Value::Text(text) | Value::Date(text) => text.clone(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::List(items) => {
            let held = items.iter().filter(|item| **item != Value::Null);
            let items: Vec<String> = held.map(text).collect();
            items.join(",")
        }
        Value::Map(_) => "[object Object]".to_owned(),
    }
}

/// A number as JavaScript writes it.
fn number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let bare: String = digits.chars().filter(|c| *c != '.').collect();
    let count = bare.len() as i32;
    let point = exponent + 1;
    let written = if !(-5..=21).contains(&point) {
        let (first, rest) = bare.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        let plus = if exponent < 0 { "" } else { "+" };
        format!("{first}{dot}{rest}e{plus}{exponent}")
    } else if point <= 0 {
        format!("0.{}{bare}", "0".repeat(point.unsigned_abs() as usize))
    } else if point >= count {
        format!("{bare}{}", "0".repeat((point - count) as usize))
    } else {
        let (whole, part) = bare.split_at(point as usize);
        format!("{whole}.{part}")
    };
    format!("{sign}{written}")
}

/// A number as `Number(text)` reads it; `None` for what is not one, and for what has no end.
pub(super) fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim_matches(super::is_js_space);
    let based = |digits: &str, base| u64::from_str_radix(digits, base).ok().map(|n| n as f64);
    let lower = text.to_ascii_lowercase();
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = lower.strip_prefix(prefix) {
            return based(digits, base);
        }
    }
    let known = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    if !text.chars().all(known) {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}
