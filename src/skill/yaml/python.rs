//! What a scalar is for PyYAML's SafeLoader: the types of YAML 1.1, and the ways in which reading
//! one fails.

use super::resolve::{CORE, Raised, days_in, may_be_number};
use super::{Core, Mistagged, Node, Style};
use crate::skill::number::{self, int};

/// The name of the type a scalar has before it is read (`int`, `str`, ...), or its whole tag where
/// that is none of YAML's own.
pub fn kind_of<'n>(tag: Option<&'n str>, text: &str, style: Style) -> &'n str {
    match tag {
        None if style != Style::Plain => "str",
        None | Some("!") => implied(text),
        Some(tag) => tag.strip_prefix(CORE).unwrap_or(tag),
    }
}

/// The type of a scalar, by its tag or else by its text.
pub(super) fn core(node: &Node, text: &str, style: Style) -> Result<Core, Mistagged> {
    let kind = kind_of(node.tag.as_deref(), text, style);
    let unfit = |raised| Mistagged {
        tag: format!("{CORE}{kind}"),
        text: text.to_owned(),
        raised,
    };
    // A number of which nothing is left has no first character to look at.
    let of_number = |start: &str| match start.is_empty() {
        true => unfit(Raised::Other),
        false => unfit(Raised::Value),
    };
    match kind {
        "null" => Ok(Core::Null),
        "bool" => truth(text)
            .map(Core::Bool)
            .ok_or_else(|| unfit(Raised::Other)),
        "int" => integer(text).map(Core::Int).ok_or_else(|| {
            let bare = text.replace('_', "");
            of_number(signed(&bare).1)
        }),
        "float" => {
            let number = float(text).map(Core::Float);
            number.ok_or_else(|| of_number(&text.replace('_', "")))
        }
        "timestamp" if Moment::of(text).is_some() => Ok(Core::Timestamp),
        "timestamp" => Err(unfit(match Split::of(text) {
            Some(_) => Raised::Value,
            None => Raised::Other,
        })),
        "binary" => base64(text)
            .map(Core::Binary)
            .ok_or_else(|| unfit(Raised::Yaml)),
        "merge" => Ok(Core::Merge),
        "str" | "value" => Ok(Core::Text),
        _ => Err(unfit(Raised::Yaml)),
    }
}

/// The type of a plain text; a number or date that cannot be read counts as text.
pub(super) fn plain(text: &str) -> Core {
    match implied(text) {
        "null" => Core::Null,
        "bool" => truth(text).map_or(Core::Text, Core::Bool),
        "int" => integer(text).map_or(Core::Text, Core::Int),
        "float" => float(text).map_or(Core::Text, Core::Float),
        "timestamp" => Core::Timestamp,
        "merge" => Core::Merge,
        _ => Core::Text,
    }
}

fn implied(text: &str) -> &'static str {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => "null",
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false"
        | "False" | "FALSE" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => "bool",
        "<<" => "merge",
        "=" => "value",
        // Most texts need no closer look.
        _ if !may_be_number(text) => "str",
        _ if is_float(text) => "float",
        _ if is_integer(text) => "int",
        _ if is_moment(text) => "timestamp",
        _ => "str",
    }
}

fn truth(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        _ => None,
    }
}

fn signed(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

/// Digits and `_`, the first a digit.
fn is_digits(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// `:59` again and again, at least once; what follows.
fn sixtieths(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut any = false;
    while let Some(after) = rest.strip_prefix(':') {
        let there = after.bytes().take_while(u8::is_ascii_digit).count().min(2);
        let first = after.as_bytes().first();
        let length = match there {
            0 => break,
            2 if first.is_some_and(|digit| *digit > b'5') => 1,
            length => length,
        };
        rest = &after[length..];
        any = true;
    }
    any.then_some(rest)
}

fn is_float(text: &str) -> bool {
    let (_, bare) = signed(text);
    if matches!(bare, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let Some((whole, rest)) = bare.split_once('.') else {
        return false;
    };
    let rest_of = |part: &str| part.len() - part.trim_start_matches(is_digit_or_low).len();
    let (part, power) = rest.split_at(rest_of(rest));
    let powered = power.is_empty() || is_power(power);
    if whole.is_empty() {
        // A sign may not stand before a point.
        return bare == text && part.starts_with(|c: char| c.is_ascii_digit()) && powered;
    }
    if is_digits(whole) {
        return powered;
    }
    let first = rest_of(whole);
    is_digits(&whole[..first]) && sixtieths(&whole[first..]) == Some("") && power.is_empty()
}

fn is_digit_or_low(c: char) -> bool {
    c.is_ascii_digit() || c == '_'
}

/// `e+9`: the sign is a must.
fn is_power(text: &str) -> bool {
    let digits = text
        .strip_prefix(['e', 'E'])
        .and_then(|rest| rest.strip_prefix(['+', '-']));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn is_integer(text: &str) -> bool {
    let (_, bare) = signed(text);
    let all = |text: &str, base: u32| {
        !text.is_empty() && text.chars().all(|c| c.is_digit(base) || c == '_')
    };
    if bare == "0" {
        return true;
    }
    if let Some(rest) = bare.strip_prefix('0') {
        let based = rest.strip_prefix('b').is_some_and(|digits| all(digits, 2));
        return based
            || rest.strip_prefix('x').is_some_and(|digits| all(digits, 16))
            || all(rest, 8);
    }
    let first = bare.len() - bare.trim_start_matches(is_digit_or_low).len();
    is_digits(&bare[..first]) && (first == bare.len() || sixtieths(&bare[first..]) == Some(""))
}

/// A whole number, read as the constructor does whatever the tag was given for; `None` where Python
/// raises `ValueError`.
fn integer(text: &str) -> Option<String> {
    let text = text.replace('_', "");
    let (negative, bare) = signed(&text);
    let digits = match bare {
        "" => return None,
        "0" => "0".to_owned(),
        _ if bare.starts_with("0b") => big(&digits_of(&bare[2..], 2)?, 2),
        _ if bare.starts_with("0x") => big(&digits_of(&bare[2..], 16)?, 16),
        _ if bare.starts_with('0') => {
            let octal = bare.strip_prefix("0o").or(bare.strip_prefix("0O"));
            big(&digits_of(octal.unwrap_or(bare), 8)?, 8)
        }
        _ if bare.contains(':') => {
            let mut parts = Vec::new();
            for part in bare.split(':') {
                parts.push(decimal(part)?);
            }
            base_60(&parts)?
        }
        _ => decimal(bare)?,
    };
    Some(if negative && digits != "0" {
        match digits.strip_prefix('-') {
            Some(positive) => positive.to_owned(),
            None => format!("-{digits}"),
        }
    } else {
        digits
    })
}

/// `int(text)`, white space around it taken away.
fn decimal(text: &str) -> Option<String> {
    int(text.trim())
}

/// Digits as numbers; a second prefix and signs are Python's own business and very rare.
fn digits_of(text: &str, base: u32) -> Option<Vec<u32>> {
    let found: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(base)).collect();
    found.filter(|digits| !digits.is_empty())
}

fn base_60(parts: &[String]) -> Option<String> {
    let mut value = Vec::new();
    for part in parts {
        if part.starts_with('-') {
            return None;
        }
        multiply_add(&mut value, 60, 0);
        add(&mut value, part);
    }
    Some(shown(&value))
}

/// Nine decimal digits each, the lowest first.
const LIMB: u64 = 1_000_000_000;

fn multiply_add(value: &mut Vec<u64>, by: u64, plus: u64) {
    let mut carry = plus;
    for limb in value.iter_mut() {
        let next = *limb * by + carry;
        *limb = next % LIMB;
        carry = next / LIMB;
    }
    while carry > 0 {
        value.push(carry % LIMB);
        carry /= LIMB;
    }
}

fn add(value: &mut Vec<u64>, digits: &str) {
    let mut carry = 0;
    let bytes = digits.as_bytes();
    let mut limbs = bytes.rchunks(9).map(|chunk| {
        chunk
            .iter()
            .fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'))
    });
    let mut at = 0;
    loop {
        let limb = limbs.next();
        if limb.is_none() && carry == 0 {
            return;
        }
        if at == value.len() {
            value.push(0);
        }
        let sum = value[at] + limb.unwrap_or(0) + carry;
        value[at] = sum % LIMB;
        carry = sum / LIMB;
        at += 1;
    }
}

fn shown(value: &[u64]) -> String {
    let Some((top, rest)) = value.split_last() else {
        return "0".to_owned();
    };
    let mut out = top.to_string();
    for limb in rest.iter().rev() {
        out.push_str(&format!("{limb:09}"));
    }
    match out.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}

/// The decimal text of digits to a base.
fn big(digits: &[u32], base: u64) -> String {
    let mut value = Vec::new();
    for chunk in digits.chunks(8) {
        let by = base.pow(chunk.len() as u32);
        let plus = chunk
            .iter()
            .fold(0, |sum, digit| sum * base + u64::from(*digit));
        multiply_add(&mut value, by, plus);
    }
    shown(&value)
}

/// A number with a fraction; `None` where Python raises `ValueError`.
fn float(text: &str) -> Option<f64> {
    let text = text.replace('_', "").to_lowercase();
    let (negative, bare) = signed(&text);
    let value = match bare {
        "" => return None,
        ".inf" => f64::INFINITY,
        ".nan" => f64::NAN,
        _ if bare.contains(':') => {
            let mut base = 1.0;
            let mut value = 0.0;
            for part in bare.split(':').rev() {
                value += number(part)? * base;
                base *= 60.0;
            }
            value
        }
        _ => number(bare)?,
    };
    Some(if negative { -value } else { value })
}

/// `float(text)`, white space around it taken away.
fn number(text: &str) -> Option<f64> {
    number::float(text.trim())
}

/// `2001-12-14`, or a date and a time with single digits allowed.
fn is_moment(text: &str) -> bool {
    let whole = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    whole || Split::of(text).is_some_and(|split| split.time.is_some())
}

/// The numbers of a date as they are written.
struct Split<'t> {
    date: [&'t str; 3],
    time: Option<[&'t str; 3]>,
    fraction: &'t str,
    /// `Z`, or sign, hours and minutes.
    zone: Option<(&'t str, &'t str, &'t str)>,
}

impl<'t> Split<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let mut rest = text;
        let year = digits(&mut rest, 4..=4)?;
        take(&mut rest, "-")?;
        let month = digits(&mut rest, 1..=2)?;
        take(&mut rest, "-")?;
        let day = digits(&mut rest, 1..=2)?;
        let mut split = Self {
            date: [year, month, day],
            time: None,
            fraction: "",
            zone: None,
        };
        if rest.is_empty() {
            return Some(split);
        }
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        match rest.strip_prefix(['T', 't']) {
            Some(after) => rest = after,
            None if blanks(rest) > 0 => rest = &rest[blanks(rest)..],
            None => return None,
        }
        let hour = digits(&mut rest, 1..=2)?;
        take(&mut rest, ":")?;
        let minute = digits(&mut rest, 2..=2)?;
        take(&mut rest, ":")?;
        let second = digits(&mut rest, 2..=2)?;
        split.time = Some([hour, minute, second]);
        if let Some(after) = rest.strip_prefix('.') {
            let length = after.bytes().take_while(u8::is_ascii_digit).count();
            (split.fraction, rest) = after.split_at(length);
        }
        if rest.is_empty() {
            return Some(split);
        }
        rest = &rest[blanks(rest)..];
        if rest == "Z" {
            split.zone = Some(("Z", "", ""));
            return Some(split);
        }
        let sign = rest.get(..1).filter(|sign| matches!(*sign, "+" | "-"))?;
        rest = &rest[1..];
        let hours = digits(&mut rest, 1..=2)?;
        let minutes = match rest.strip_prefix(':') {
            Some(after) => {
                rest = after;
                digits(&mut rest, 2..=2)?
            }
            None => "",
        };
        split.zone = Some((sign, hours, minutes));
        rest.is_empty().then_some(split)
    }
}

fn take(rest: &mut &str, what: &str) -> Option<()> {
    *rest = rest.strip_prefix(what)?;
    Some(())
}

fn digits<'t>(rest: &mut &'t str, wanted: std::ops::RangeInclusive<usize>) -> Option<&'t str> {
    let there = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length = there.min(*wanted.end());
    if length < *wanted.start() {
        return None;
    }
    let (found, after) = rest.split_at(length);
    *rest = after;
    Some(found)
}

/// A date or a moment as Python holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Year, month, day.
    pub date: [u32; 3],
    /// Hour, minute, second and microseconds; `None` for a date alone.
    pub time: Option<[u32; 4]>,
    /// Minutes east of Greenwich.
    pub zone: Option<i32>,
}

impl Moment {
    /// Reads a text; `None` where Python fails on it.
    pub fn of(text: &str) -> Option<Self> {
        let split = Split::of(text)?;
        let number = |digits: &str| digits.parse::<u32>().unwrap_or(0);
        let date @ [year, month, day] = split.date.map(number);
        let days = days_in(year, month)?;
        if year == 0 || !(1..=days).contains(&day) {
            return None;
        }
        let Some([hour, minute, second]) = split.time.map(|time| time.map(number)) else {
            return Some(Self {
                date,
                time: None,
                zone: None,
            });
        };
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let micro: String = split
            .fraction
            .chars()
            .chain("000000".chars())
            .take(6)
            .collect();
        let zone = split.zone.map(|(sign, hours, minutes)| {
            let minutes = (number(hours) * 60 + number(minutes)) as i32;
            if sign == "-" { -minutes } else { minutes }
        });
        if zone.is_some_and(|minutes| minutes.abs() >= 24 * 60) {
            return None;
        }
        Some(Self {
            date,
            time: Some([hour, minute, second, number(&micro)]),
            zone,
        })
    }
}

/// `base64.decodebytes`: what is no letter of the alphabet is passed over.
fn base64(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() {
        return None;
    }
    let mut out = Vec::new();
    let (mut held, mut place, mut pads) = (0u32, 0, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                if place >= 2 {
                    pads += 1;
                    if place + pads >= 4 {
                        return Some(out);
                    }
                }
                continue;
            }
            _ => continue,
        };
        pads = 0;
        held = (held << 6) | u32::from(value);
        place = (place + 1) % 4;
        match place {
            2 => out.push((held >> 4) as u8),
            3 => out.push((held >> 2) as u8),
            0 => out.push(held as u8),
            _ => {}
        }
    }
    (place == 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_yaml_1_1() {
        let kinds = [
            ("yes", "bool"),
            ("y", "str"),
            ("oFF", "str"),
            ("012", "int"),
            ("08", "str"),
            ("0o17", "str"),
            ("1_000", "int"),
            ("190:20:30", "int"),
            ("1:60", "str"),
            ("0b", "str"),
            ("0b_", "int"),
            ("1e5", "str"),
            ("1.5e5", "str"),
            ("1.5e+5", "float"),
            ("5.", "float"),
            ("-.5", "str"),
            (".5", "float"),
            ("1:30.5", "float"),
            ("-.inf", "float"),
            ("2024-01-02", "timestamp"),
            ("2024-1-2", "str"),
            ("2024-1-2 3:04:05", "timestamp"),
            ("<<", "merge"),
            ("=", "value"),
        ];
        for (text, kind) in kinds {
            assert_eq!(implied(text), kind, "{text}");
        }
    }

    #[test]
    fn numbers_have_the_value_python_gives_them() {
        assert_eq!(integer("0x1F").as_deref(), Some("31"));
        assert_eq!(integer("-012").as_deref(), Some("-10"));
        assert_eq!(integer("-0").as_deref(), Some("0"));
        assert_eq!(integer("190:20:30").as_deref(), Some("685230"));
        let hex = integer("0xffffffffffffffffffffffff");
        assert_eq!(hex.as_deref(), Some("79228162514264337593543950335"));
        assert_eq!(integer("0b_"), None);
        assert_eq!(integer(&"9".repeat(4301)), None);
        assert_eq!(float("1:30.5"), Some(90.5));
        assert_eq!(float("1_0.5e+1"), Some(105.0));
    }

    #[test]
    fn dates_that_are_none_fail() {
        assert!(Moment::of("2024-02-29").is_some());
        assert!(Moment::of("2023-02-29").is_none());
        let moment = Moment::of("2001-12-14t21:59:43.10-05:30").unwrap();
        assert_eq!(moment.time, Some([21, 59, 43, 100_000]));
        assert_eq!(moment.zone, Some(-330));
    }

    #[test]
    fn base64_is_read_as_python_reads_it() {
        assert_eq!(base64("aG k=\n"), Some(b"hi".to_vec()));
        assert_eq!(base64("aGk"), None);
        assert_eq!(base64("é"), None);
    }
}
