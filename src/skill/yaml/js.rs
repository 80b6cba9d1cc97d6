//! What a scalar is for the two YAML libraries of JavaScript.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::resolve::{CORE, Raised, may_be_number};
use super::{Core, Dialect, Mistagged, Node, Style};

/// The type of a scalar, by its tag or else by its text.
pub(super) fn core(
    node: &Node,
    text: &str,
    style: Style,
    dialect: Dialect,
) -> Result<Core, Mistagged> {
    let Some(tag) = node.tag.as_deref() else {
        return Ok(match style {
            Style::Plain => plain(text, dialect),
            _ => Core::Text,
        });
    };
    if tag == "!" {
        // js-yaml leaves what is not there as it is.
        let nothing = text.is_empty() && style == Style::Plain && dialect != Dialect::Yaml2;
        return Ok(if nothing { Core::Null } else { Core::Text });
    }
    let unfit = || Mistagged {
        tag: tag.to_owned(),
        text: text.to_owned(),
        raised: Raised::Yaml,
    };
    let Some(name) = tag.strip_prefix(CORE) else {
        return match dialect {
            Dialect::Yaml2 => Ok(Core::Text),
            _ => Err(unfit()),
        };
    };
    let found = plain(text, dialect);
    match (name, found) {
        ("str", _) => Ok(Core::Text),
        ("binary", _) => {
            let packed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            STANDARD
                .decode(packed)
                .map(Core::Binary)
                .map_err(|_| unfit())
        }
        ("null", found @ Core::Null)
        | ("bool", found @ Core::Bool(_))
        | ("int", found @ Core::Int(_))
        | ("float", found @ Core::Float(_))
        | ("timestamp", found @ Core::Timestamp)
        | ("merge", found @ Core::Merge) => Ok(found),
        ("float", found @ Core::Int(_)) if dialect != Dialect::Yaml2 => Ok(found),
        ("timestamp", _) if is_js_timestamp(text) => Ok(Core::Timestamp),
        ("timestamp", _) => Err(unfit()),
        _ if dialect == Dialect::Yaml2 => Ok(Core::Text),
        _ => Err(unfit()),
    }
}

/// The type of a plain text.
pub(super) fn plain(text: &str, dialect: Dialect) -> Core {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Core::Null,
        "true" | "True" | "TRUE" => return Core::Bool(true),
        "false" | "False" | "FALSE" => return Core::Bool(false),
        _ => {}
    }
    if !may_be_number(text) {
        let merges = text == "<<" && dialect != Dialect::Yaml2;
        return if merges { Core::Merge } else { Core::Text };
    }
    match dialect {
        Dialect::Yaml2 => yaml_2(text),
        _ => js_yaml(text, dialect == Dialect::JsYaml3),
    }
}

fn yaml_2(text: &str) -> Core {
    let (sign, bare) = sign(text);
    if let Some(digits) = text.strip_prefix("0o") {
        return based(digits, 8, false);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return based(digits, 16, false);
    }
    if all(bare, |c| c.is_ascii_digit()) {
        return Core::Int(trim_zeros(bare, sign));
    }
    match bare {
        ".inf" | ".Inf" | ".INF" => return Core::Float(endless(sign)),
        ".nan" | ".NaN" | ".NAN" if bare == text => return Core::Float(f64::NAN),
        _ => {}
    }
    decimal(text, bare)
}

fn js_yaml(text: &str, third: bool) -> Core {
    if is_js_timestamp(text) {
        return Core::Timestamp;
    }
    if text.ends_with('_') {
        return Core::Text;
    }
    let (sign, bare) = sign(text);
    let lacks = bare.replace('_', "");
    for (prefix, base) in [("0b", 2), ("0x", 16), ("0o", 8)] {
        if let Some(digits) = lacks.strip_prefix(prefix)
            && bare.starts_with(prefix)
            && !(third && base == 8)
        {
            return based(digits, base, sign);
        }
    }
    if bare.starts_with('_') {
        return Core::Text;
    }
    if third && lacks.len() > 1 && lacks.starts_with('0') && all(&lacks, |c| c.is_ascii_digit()) {
        return based(&lacks, 8, sign);
    }
    if third && let Some(number) = base_60(&lacks, sign) {
        return number;
    }
    if all(&lacks, |c| c.is_ascii_digit()) {
        return Core::Int(trim_zeros(&lacks, sign));
    }
    match bare {
        ".inf" | ".Inf" | ".INF" => return Core::Float(endless(sign)),
        ".nan" | ".NaN" | ".NAN" if bare == text => return Core::Float(f64::NAN),
        _ => {}
    }
    // A sign may not stand before a point, and a point needs no digit after it.
    if lacks.starts_with('.') && bare != text {
        return Core::Text;
    }
    let mantissa = bare.split(['e', 'E']).nth(1);
    if mantissa.is_some_and(|exponent| exponent.contains('_')) {
        return Core::Text;
    }
    decimal(&text.replace('_', ""), &lacks)
}

/// `12:30:00` and `1:30.5`, numbers to the base of 60.
fn base_60(text: &str, negative: bool) -> Option<Core> {
    let (first, rest) = text.split_once(':')?;
    let (places, part) = match rest.split_once('.') {
        Some((places, part)) => (places, Some(part)),
        None => (rest, None),
    };
    let is_digit = |c: char| c.is_ascii_digit();
    let place = |digits: &str| {
        all(digits, is_digit) && (digits.len() == 1 || (digits.len() == 2 && digits < "60"))
    };
    let whole = part.is_none_or(|part| part.chars().all(is_digit));
    if !all(first, is_digit) || !places.split(':').all(place) || !whole {
        return None;
    }
    let mut value: f64 = first.parse().ok()?;
    for digits in places.split(':') {
        value = value * 60.0 + digits.parse::<f64>().ok()?;
    }
    if let Some(part) = part {
        value += format!("0.{part}").parse::<f64>().unwrap_or(0.0);
    }
    Some(Core::Float(if negative { -value } else { value }))
}

/// A number with a point or an exponent: digits, at most one point, at most one exponent.
fn decimal(text: &str, bare: &str) -> Core {
    let (mantissa, exponent) = match bare.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (bare, None),
    };
    let exponent_fits = exponent.is_none_or(|digits| {
        let (_, digits) = sign(digits);
        all(digits, |c| c.is_ascii_digit())
    });
    let digits = mantissa.replacen('.', "", 1);
    if !exponent_fits || !all(&digits, |c| c.is_ascii_digit()) {
        return Core::Text;
    }
    text.parse().map_or(Core::Text, Core::Float)
}

fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn endless(negative: bool) -> f64 {
    if negative {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    }
}

fn based(digits: &str, base: u32, negative: bool) -> Core {
    if !all(digits, |c| c.is_digit(base)) {
        return Core::Text;
    }
    match u128::from_str_radix(digits, base) {
        Ok(number) => Core::Int(trim_zeros(&number.to_string(), negative)),
        Err(_) => Core::Float(f64::INFINITY),
    }
}

fn all(text: &str, is: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(is)
}

/// The shortest decimal text.
fn trim_zeros(digits: &str, negative: bool) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits if negative => format!("-{digits}"),
        digits => digits.to_owned(),
    }
}

/// A date, or a date with a time, in the forms js-yaml takes: in a date alone two digits for month and day.
fn is_js_timestamp(text: &str) -> bool {
    let date = super::resolve::is_timestamp(text);
    date && (text.len() >= 10 || text.contains([':', 'T', 't']))
}
