//! Numbers as Python's `int()` and `float()` read them, for its runtimes and its YAML.

/// Digits an integer may have; a longer text raises an error (CPython's default limit).
const INT_DIGITS: usize = 4300;

/// The zeros of every script that has decimal digits (Unicode 15.0, recorded), ascending.
#[rustfmt::skip]
const ZEROS: &[u32] = &[
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
    0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0,
    0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60,
    0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0,
    0x1e950, 0x1fbf0,
];

/// The value of a decimal digit of any script.
fn digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let code = u32::from(c);
    let at = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
    char::from_digit(code - ZEROS[at], 10)
}

/// Python's `int()` on a text without white space around it: the shortest decimal text of the
/// number, or `None` where Python raises an error.
pub fn int(text: &str) -> Option<String> {
    let (negative, rest) = sign(text);
    let digits = digits(rest).filter(|digits| (1..=INT_DIGITS).contains(&digits.len()))?;
    let shortest = digits.trim_start_matches('0');
    Some(match (shortest.is_empty(), negative) {
        (true, _) => "0".to_owned(),
        (false, true) => format!("-{shortest}"),
        (false, false) => shortest.to_owned(),
    })
}

/// Python's `float()` on a text without white space around it, or `None` where Python raises an
/// error.
pub fn float(text: &str) -> Option<f64> {
    let (negative, rest) = sign(text);
    let size = match rest.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => decimal(rest)?,
    };
    Some(if negative { -size } else { size })
}

fn decimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (whole, fraction) = (digits(whole)?, digits(fraction)?);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut plain = format!("{whole}.{fraction}");
    if let Some(exponent) = exponent {
        let (negative, rest) = sign(exponent);
        let exponent = digits(rest).filter(|digits| !digits.is_empty())?;
        plain.push_str(if negative { "e-" } else { "e" });
        plain.push_str(&exponent);
    }
    plain.parse().ok()
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Digits with single `_` between them, as ASCII; the empty text is an empty row of digits.
fn digits(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut after_digit = false;
    for c in text.chars() {
        match digit(c) {
            Some(digit) => out.push(digit),
            None if c == '_' && after_digit => {}
            None => return None,
        }
        after_digit = c != '_';
    }
    (after_digit || text.is_empty()).then_some(out)
}

/// Python's `repr()` of a float: the shortest text that reads back, with an exponent below 1e-4
/// and from 1e16.
pub fn float_repr(value: f64) -> String {
    if !value.is_finite() {
        let nan = value.is_nan();
        return if nan {
            "nan"
        } else if value > 0.0 {
            "inf"
        } else {
            "-inf"
        }
        .to_owned();
    }
    let shortest = format!("{value:e}");
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let places = mantissa.split_once('.').map_or(0, |(_, after)| after.len());
    let exponent: i32 = exponent.parse().unwrap_or_default();
    // Written anew with that many digits: where two texts are equally near, rounding takes the even
    // one, as Python does.
    if (-4..16).contains(&exponent) {
        let behind_point = (places as i32 - exponent).max(1) as usize;
        return format!("{value:.behind_point$}");
    }
    let rounded = format!("{value:.places$e}");
    let mantissa = rounded.split('e').next().unwrap_or_default();
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_script_with_single_underscores() {
        assert_eq!(int("+1_000").as_deref(), Some("1000"));
        assert_eq!(int("-007").as_deref(), Some("-7"));
        assert_eq!(int("-0").as_deref(), Some("0"));
        assert_eq!(int("१٢3").as_deref(), Some("123"));
        assert_eq!(int("\u{1d7ff}\u{1d7ce}").as_deref(), Some("90"));
        for bad in [
            "",
            "+",
            "1__0",
            "_1",
            "1_",
            "-_1",
            "0x10",
            "1e5",
            "²",
            "一",
            "1 0",
            "\u{660}\u{66a}",
        ] {
            assert_eq!(int(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn an_integer_has_at_most_4300_digits_leading_zeros_counted() {
        let long = "9".repeat(4300);
        assert_eq!(int(&format!("-{long}")), Some(format!("-{long}")));
        assert_eq!(int(&format!("0{long}")), None);
        assert_eq!(
            int(&format!("0_{}", "1".repeat(4299))),
            Some("1".repeat(4299))
        );
    }

    #[test]
    fn floats_need_one_digit_and_may_overflow() {
        assert_eq!(float("1."), Some(1.0));
        assert_eq!(float(".5"), Some(0.5));
        assert_eq!(float("-.5e-1_0"), Some(-0.5e-10));
        assert_eq!(float("1.0e400"), Some(f64::INFINITY));
        assert_eq!(float("٣.٥"), Some(3.5));
        assert_eq!(float("-Infinity"), Some(f64::NEG_INFINITY));
        for bad in [
            ".", "", "1.5e", "1._5", "1_.5", "1.5_", "1.2.3", ".inf", ".e5", "1.5e+", "1.5e_1",
            "--1.5", "1.5f",
        ] {
            assert_eq!(float(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn shows_floats_as_python_does() {
        let shown = [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e16, "1e+16"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (9999999999999998.0, "9999999999999998.0"),
            (1e-5, "1e-05"),
            (0.0001, "0.0001"),
            (5e-324, "5e-324"),
            (2865055601612949.0 / 4.0, "716263900403237.2"),
            (-1500.0, "-1500.0"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in shown {
            assert_eq!(float_repr(value), text);
        }
    }
}
