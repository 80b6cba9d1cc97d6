//! Fields from `key: value` lines and block scalars, which only look like YAML (MiniBot, recorded).
//!
//! Only spaces count as indentation, lines end where Python ends them, keys the host does not know
//! are passed over unread, and a repeated key leaves its last value.

use super::super::profile::Reader;
use super::super::python::{self, splitlines, strip};
use super::super::reading::{Dropped, Value};
use super::Fields;
use super::fences::Cut;
use super::text::range_in;
use crate::skill::Span;

/// Decodes the lines of a file into the fields the host knows.
pub(super) fn decode(reader: &Reader, cut: &Cut) -> Result<Fields, Dropped> {
    let text: &str = &cut.text.text;
    let mut held: Vec<Option<(Value, Span)>> = vec![None; reader.field.len()];
    let mut lines = splitlines(&text[cut.yaml.clone()]).peekable();
    while let Some(raw) = lines.next() {
        let stripped = strip(raw);
        if is_passed_over(raw, stripped) {
            continue;
        }
        let Some((key, value)) = stripped.split_once(':') else {
            return Err(without_colon(
                raw,
                cut.text.in_file(range_in(text, stripped)),
            ));
        };
        let value = strip(value);
        let (value, span) = match block_style(value) {
            Some(style) => {
                let mut taken = Vec::new();
                while let Some(line) = lines.next_if(|line| belongs_to_block(line)) {
                    taken.push(strip(line));
                }
                let range = block_range(text, &taken).unwrap_or_else(|| range_in(text, value));
                (Value::Text(style.join(&taken)), range)
            }
            None => (scalar(value), range_in(text, value)),
        };
        let known = reader
            .field
            .iter()
            .position(|field| field.key == strip(key));
        if let Some(at) = known {
            held[at] = Some((value, cut.text.in_file(span)));
        }
    }
    let mut fields = Fields::default();
    for (field, held) in reader.field.iter().zip(held) {
        if let Some((value, span)) = held {
            fields.put(&field.key, value, span);
        }
    }
    Ok(fields)
}

/// Blank lines, comments, lines indented by a space, list items.
fn is_passed_over(raw: &str, stripped: &str) -> bool {
    stripped.is_empty()
        || stripped.starts_with('#')
        || stripped.starts_with("- ")
        || raw.starts_with(' ')
}

fn without_colon(raw: &str, at: Span) -> Dropped {
    Dropped {
        code: "line-without-colon",
        at: Some(at),
        message: "a line at the left edge has no colon; only space-indented lines are passed over"
            .to_owned(),
        detail: Some(Box::new(serde_json::json!({ "line": raw }))),
    }
}

/// What joins the lines of a block scalar.
#[derive(Clone, Copy)]
enum Block {
    /// `|`: lines as they are.
    Literal,
    /// `>`: words in a row; blank lines vanish.
    Folded,
}

/// The style a value asks for; anything but the bare indicator with one `+` or `-` is a text.
fn block_style(value: &str) -> Option<Block> {
    match value {
        "|" | "|-" | "|+" => Some(Block::Literal),
        ">" | ">-" | ">+" => Some(Block::Folded),
        _ => None,
    }
}

fn belongs_to_block(line: &str) -> bool {
    line.starts_with(' ') || strip(line).is_empty()
}

impl Block {
    fn join(self, lines: &[&str]) -> String {
        match self {
            Self::Literal => strip(&lines.join("\n")).to_owned(),
            Self::Folded => {
                let full: Vec<_> = lines.iter().copied().filter(|l| !l.is_empty()).collect();
                full.join(" ")
            }
        }
    }
}

/// From the first to the last character of the lines that hold any.
fn block_range(text: &str, lines: &[&str]) -> Option<Span> {
    let mut full = lines.iter().filter(|line| !line.is_empty());
    let first = full.next()?;
    let last = full.next_back().unwrap_or(first);
    Some(range_in(text, first).start..range_in(text, last).end)
}

/// What a value on its line becomes: quotes go, `true` and `false` and what Python reads as a
/// number change their type.
pub fn scalar(text: &str) -> Value {
    let text = strip(text);
    for quote in ['"', '\''] {
        if text.starts_with(quote) && text.ends_with(quote) {
            // A lone quote is its own first and last character.
            return Value::Text(text.get(1..text.len() - 1).unwrap_or_default().to_owned());
        }
    }
    if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") {
        return Value::Bool(text.len() == 4);
    }
    let number = if text.contains('.') {
        python::float(text).map(Value::Float)
    } else {
        python::int(text).map(Value::Integer)
    };
    number.unwrap_or_else(|| Value::Text(text.to_owned()))
}
