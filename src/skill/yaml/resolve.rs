//! What a scalar is for readers that give types to plain text.

use base64::Engine as _;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

use super::{Dialect, Kind, Node, Style};

/// The type a reader gives to a scalar, with its value where the text is not the value.
#[derive(Clone, Debug, PartialEq)]
pub enum Core {
    /// Nothing.
    Null,
    /// true or false.
    Bool(bool),
    /// A whole number as its shortest decimal text.
    Int(String),
    /// A number with a fraction, an exponent, or without end.
    Float(f64),
    /// A date, with or without a time.
    Timestamp,
    /// The key `<<`, which merges the entries of its value.
    Merge,
    /// `!!binary`, unpacked.
    Binary(Vec<u8>),
    /// Text, as it stands.
    Text,
}

/// A tag that its text does not fit, as `!!int x`; such a text fails the whole file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is no `{tag}`", start_of(text))]
pub struct Mistagged {
    /// The tag, as resolved.
    pub tag: String,
    /// The text.
    pub text: String,
    /// What the library says.
    pub raised: Raised,
}

/// How a library fails, which decides what of it a program catches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raised {
    /// It says that the YAML is bad, which every program expects.
    Yaml,
    /// A `ValueError` of Python, which comes from a value and not from the library.
    Value,
    /// Another error of Python (`KeyError`, `AttributeError`, `IndexError`).
    Other,
}

/// A text in a message; of one that may be as long as a file the start, and how long it is.
fn start_of(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…` ({} characters)", &text[..end], text.chars().count()),
        None => format!("`{text}`"),
    }
}

/// Standard base64; Go does not look at the bits that are left over.
const GO_BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

pub(super) const CORE: &str = "tag:yaml.org,2002:";

/// The type of the scalar `node`; `None` for collections and aliases.
pub fn core(node: &Node, dialect: Dialect) -> Option<Result<Core, Mistagged>> {
    let Kind::Scalar { value, style } = &node.kind else {
        return None;
    };
    match dialect {
        Dialect::Serde => return Some(serde(node, value, *style)),
        Dialect::Strictyaml => return Some(Ok(Core::Text)),
        Dialect::JsYaml3 | Dialect::JsYaml | Dialect::Yaml2 => {
            return Some(super::js::core(node, value, *style, dialect));
        }
        Dialect::Pyyaml | Dialect::PyyamlC => {
            return Some(super::python::core(node, value, *style));
        }
        Dialect::YamlV3 => {}
    }
    let tag = match node.tag.as_deref() {
        None | Some("!") if *style != Style::Plain => return Some(Ok(Core::Text)),
        None | Some("!") => return Some(Ok(plain(value, dialect))),
        Some(tag) => tag,
    };
    Some(tagged(value, tag).ok_or_else(|| Mistagged {
        tag: tag.to_owned(),
        text: value.clone(),
        raised: Raised::Yaml,
    }))
}

/// Numbers and moments of every reader begin with a digit, a sign or a point.
pub(super) fn may_be_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
}

/// What serde_yaml 0.9 finds where a text or nothing is due (compared with Codex 0.171.0).
fn serde(node: &Node, text: &str, style: Style) -> Result<Core, Mistagged> {
    let null = matches!(text, "~" | "null" | "Null" | "NULL");
    match node.tag.as_deref() {
        _ if style != Style::Plain => Ok(Core::Text),
        None if null || text.is_empty() => Ok(Core::Null),
        Some(tag) if tag.strip_prefix(CORE) == Some("null") => match null {
            true => Ok(Core::Null),
            false => Err(Mistagged {
                tag: tag.to_owned(),
                text: text.to_owned(),
                raised: Raised::Yaml,
            }),
        },
        _ => Ok(Core::Text),
    }
}

/// The type of a plain text without a tag.
pub fn plain(text: &str, dialect: Dialect) -> Core {
    match dialect {
        Dialect::YamlV3 if text == "<<" => Core::Merge,
        Dialect::YamlV3 if is_timestamp(text) => Core::Timestamp,
        Dialect::YamlV3 => word_or_number(text),
        Dialect::Strictyaml | Dialect::Serde => Core::Text,
        Dialect::Pyyaml | Dialect::PyyamlC => super::python::plain(text),
        Dialect::JsYaml3 | Dialect::JsYaml | Dialect::Yaml2 => super::js::plain(text, dialect),
    }
}

/// True or false for a field that is a boolean: also the words of YAML 1.1, and those also in quotes
/// (yaml.v3, compared with it).
pub fn truth(node: &Node, dialect: Dialect) -> Option<bool> {
    match core(node, dialect)?.ok()? {
        Core::Bool(value) => Some(value),
        Core::Text => word_of_truth(node.text()?.as_bytes()),
        Core::Binary(bytes) => word_of_truth(&bytes),
        _ => None,
    }
}

fn word_of_truth(word: &[u8]) -> Option<bool> {
    match word {
        b"y" | b"Y" | b"yes" | b"Yes" | b"YES" | b"on" | b"On" | b"ON" => Some(true),
        b"n" | b"N" | b"no" | b"No" | b"NO" | b"off" | b"Off" | b"OFF" => Some(false),
        _ => None,
    }
}

fn tagged(text: &str, tag: &str) -> Option<Core> {
    let Some(name) = tag.strip_prefix(CORE) else {
        return Some(Core::Text);
    };
    let found = word_or_number(text);
    match (name, found) {
        ("binary", _) => {
            let packed: String = text.chars().filter(|c| !"\r\n".contains(*c)).collect();
            GO_BASE64.decode(packed).ok().map(Core::Binary)
        }
        ("merge", _) if text == "<<" => Some(Core::Merge),
        ("null", found @ Core::Null)
        | ("bool", found @ Core::Bool(_))
        | ("int", found @ Core::Int(_))
        | ("float", found @ Core::Float(_)) => Some(found),
        ("float", Core::Int(digits)) => {
            let value: i64 = digits.parse().ok()?;
            Some(Core::Float(value as f64))
        }
        ("timestamp", _) => is_timestamp(text).then_some(Core::Timestamp),
        ("null" | "bool" | "int" | "float", _) => None,
        _ => Some(Core::Text),
    }
}

/// Everything but dates, as yaml.v3 has it.
fn word_or_number(text: &str) -> Core {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Core::Null,
        "true" | "True" | "TRUE" => return Core::Bool(true),
        "false" | "False" | "FALSE" => return Core::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Core::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Core::Float(f64::INFINITY);
        }
        "-.inf" | "-.Inf" | "-.INF" => return Core::Float(f64::NEG_INFINITY),
        _ => {}
    }
    let number = match text.as_bytes()[0] {
        b'.' => decimal(text),
        b'+' | b'-' | b'0'..=b'9' => {
            let digits = text.replace('_', "");
            integer(&digits)
                .or_else(|| decimal(&digits))
                .or_else(|| doubly_signed(&digits))
        }
        _ => None,
    };
    number.unwrap_or(Core::Text)
}

/// A whole number in any base Go knows, within 64 bits; a leading `0` makes it octal.
fn integer(text: &str) -> Option<Core> {
    let (negative, signed, digits) = match text.as_bytes().first()? {
        b'-' => (true, true, &text[1..]),
        b'+' => (false, true, &text[1..]),
        _ => (false, false, text),
    };
    let lower = digits.as_bytes().get(1).map(u8::to_ascii_lowercase);
    let (base, digits) = match (digits.starts_with('0'), lower) {
        (true, Some(b'x')) => (16, &digits[2..]),
        (true, Some(b'o')) => (8, &digits[2..]),
        (true, Some(b'b')) => (2, &digits[2..]),
        (true, Some(_)) => (8, &digits[1..]),
        _ => (10, digits),
    };
    whole(digits, base, negative, signed)
}

fn whole(digits: &str, base: u32, negative: bool, signed: bool) -> Option<Core> {
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let value = i128::from_str_radix(digits, base).ok()?;
    let value = if negative { -value } else { value };
    let most = if signed {
        i128::from(i64::MAX)
    } else {
        i128::from(u64::MAX)
    };
    (i128::from(i64::MIN)..=most)
        .contains(&value)
        .then(|| Core::Int(value.to_string()))
}

/// `0b-1` and `0o+7`, which Go reads because it takes the prefix off by itself.
fn doubly_signed(text: &str) -> Option<Core> {
    let (outer, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let base = match text.as_bytes().get(..2)? {
        b"0b" => 2,
        b"0o" => 8,
        _ => return None,
    };
    let sign = text.as_bytes().get(2)?;
    if outer || !matches!(sign, b'+' | b'-') {
        return None;
    }
    whole(&text[3..], base, *sign == b'-', true)
}

/// A decimal number that is finite.
fn decimal(text: &str) -> Option<Core> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let known = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    if !digits.starts_with(|c: char| c == '.' || c.is_ascii_digit()) || !digits.chars().all(known) {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    value.is_finite().then_some(Core::Float(value))
}

/// Days of a month (1..=12) in the calendar of today; `None` for no month.
pub(super) fn days_in(year: u32, month: u32) -> Option<u32> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => Some(28 + u32::from(leap)),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

/// `2001-12-14`, and with a time after `T`, `t` or a blank; the first two need a zone, the last has none.
pub(super) fn is_timestamp(text: &str) -> bool {
    let mut rest = text;
    let date = (|| {
        let year = number(&mut rest, 4..=4)?;
        skip(&mut rest, "-")?;
        let month = number(&mut rest, 1..=2)?;
        skip(&mut rest, "-")?;
        let day = number(&mut rest, 1..=2)?;
        (1..=days_in(year, month)?).contains(&day).then_some(())
    })();
    if date.is_none() || rest.is_empty() {
        return date.is_some();
    }
    let zoned = !rest.starts_with(' ');
    let time = (|| {
        skip(&mut rest, "T")
            .or_else(|| skip(&mut rest, "t"))
            .or_else(|| {
                let blanks = rest.len() - rest.trim_start_matches(' ').len();
                rest = &rest[blanks..];
                (blanks > 0).then_some(())
            })?;
        let hour = number(&mut rest, 1..=2)?;
        skip(&mut rest, ":")?;
        let minute = number(&mut rest, 1..=2)?;
        skip(&mut rest, ":")?;
        let second = number(&mut rest, 1..=2)?;
        if let Some(fraction) = rest.strip_prefix(['.', ','])
            && fraction.starts_with(|c: char| c.is_ascii_digit())
        {
            rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        (hour < 24 && minute < 60 && second < 60).then_some(())
    })();
    time.is_some()
        && if zoned {
            is_zone(rest)
        } else {
            rest.is_empty()
        }
}

/// `Z`, `+01:00` or `-01:00`.
fn is_zone(text: &str) -> bool {
    match text.as_bytes() {
        b"Z" => true,
        [b'+' | b'-', hour @ .., b':', m1, m2] => {
            hour.len() == 2 && [hour[0], hour[1], *m1, *m2].iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

fn skip(rest: &mut &str, what: &str) -> Option<()> {
    *rest = rest.strip_prefix(what)?;
    Some(())
}

/// As many digits as stand there, up to the most allowed.
fn number(rest: &mut &str, digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let there = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length = there.min(*digits.end());
    if length < *digits.start() {
        return None;
    }
    let value = rest[..length].parse().ok()?;
    *rest = &rest[length..];
    Some(value)
}
