//! Full case folding.

/// Python's `str.casefold()`: full Unicode case folding, character by character.
///
/// Upper-casing and then lower-casing gives it for all letters of Unicode 15.0 but a few: those
/// are told apart here (compared with Python over every character).
pub fn casefold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            'ı' => out.push(c),
            'ẞ' => out.push_str("ss"),
            // Cherokee folds to its capitals.
            '\u{13a0}'..='\u{13fd}' | '\u{ab70}'..='\u{abbf}' => out.extend(c.to_uppercase()),
            c if is_younger(c) => out.push(c),
            c => out.extend(c.to_uppercase().flat_map(char::to_lowercase)),
        }
    }
    out
}

/// Capitals that came after Unicode 15.0; Python 3.12 does not know that they have a small form.
pub(super) fn is_younger(c: char) -> bool {
    matches!(c,
        '\u{1c89}'
        | '\u{a7cb}'..='\u{a7ce}'
        | '\u{a7d2}'
        | '\u{a7d4}'
        | '\u{a7da}'..='\u{a7dc}'
        | '\u{10d50}'..='\u{10d65}'
        | '\u{16ea0}'..='\u{16eb8}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_fully() {
        assert_eq!(casefold("STRASSE Straße ẞ"), "strasse strasse ss");
        assert_eq!(casefold("İıIi"), "i\u{307}ıii");
        assert_eq!(casefold("ΣΑΣ ς"), "σασ σ");
        assert_eq!(casefold("ﬁ ŉ ᾈ K Å"), "fi ʼn ἀι k å");
        assert_eq!(
            casefold("\u{ab70}\u{13a0}\u{13f8}"),
            "\u{13a0}\u{13a0}\u{13f0}"
        );
        assert_eq!(casefold("\u{10d50}\u{a7dc}"), "\u{10d50}\u{a7dc}");
    }
}
