//! The order of names as JavaScript's `localeCompare` has it, for what names are made of.

use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization;

/// Marks in their order, before all digits and letters (CLDR root collation).
const MARKS: &str = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// Compares two names: letters first, then accents, then small letters before capital ones.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let primary = |text: &str| -> Vec<(u8, u32)> { letters(text).map(weight).collect() };
    let accents = |text: &str| -> Vec<char> { text.nfd().filter(|c| is_mark(*c)).collect() };
    let cases = |text: &str| -> Vec<bool> { letters(text).map(char::is_uppercase).collect() };
    primary(a)
        .cmp(&primary(b))
        .then_with(|| accents(a).cmp(&accents(b)))
        .then_with(|| cases(a).cmp(&cases(b)))
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// What is compared first: no accents, nothing invisible.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let unseen = |c: char| {
        matches!(
            c,
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}'
        )
    };
    text.nfd().filter(move |c| !is_mark(*c) && !unseen(*c))
}

fn weight(c: char) -> (u8, u32) {
    let small = c.to_lowercase().next().map_or(0, u32::from);
    if c.is_whitespace() {
        return (0, small);
    }
    match MARKS.chars().position(|mark| mark == c) {
        Some(at) => (1, at as u32),
        None if !c.is_alphanumeric() => (2, small),
        None if c.is_numeric() => (3, small),
        None => (4, small),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_as_javascript_sorts_them() {
        let mut names = vec![
            "b",
            "UPPER",
            "plain",
            "a_b",
            "ab",
            "a-b",
            "Beta",
            "beta",
            "9n",
            "_u",
            ".hid",
            "\u{e4}ther",
            "zeta",
        ];
        names.sort_by(|a, b| compare(a, b));
        let expected = [
            "_u",
            ".hid",
            "9n",
            "a_b",
            "a-b",
            "ab",
            "\u{e4}ther",
            "b",
            "beta",
            "Beta",
            "plain",
            "UPPER",
            "zeta",
        ];
        assert_eq!(names, expected);
    }
}
