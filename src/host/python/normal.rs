//! Compatibility forms and lower case, as of Unicode 15.0.

use unicode_normalization::UnicodeNormalization as _;

use super::fold::is_younger;

/// Python's `unicodedata.normalize("NFKC", text)`.
pub fn nfkc(text: &str) -> String {
    // To Python, characters that came later stand for themselves and combine with nothing.
    apart(text, is_later, |run| run.nfkc().collect())
}

/// Python's `str.lower()`.
pub fn lower(text: &str) -> String {
    apart(text, is_younger, str::to_lowercase)
}

/// Changes what stands between the characters to be left alone.
fn apart(text: &str, alone: fn(char) -> bool, change: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(alone) {
        let width = rest[at..].chars().next().map_or(1, char::len_utf8);
        out += &change(&rest[..at]);
        out += &rest[at..at + width];
        rest = &rest[at + width..];
    }
    out + &change(rest)
}

/// Characters younger than Unicode 15.0 that have a compatibility form, combine or are combined
/// (found by comparing every character with Python).
fn is_later(c: char) -> bool {
    matches!(c,
        '\u{558}' | '\u{58b}' | '\u{58c}' | '\u{5c8}' | '\u{5c9}' | '\u{897}'
        | '\u{1acf}'..='\u{1af0}' | '\u{209d}'..='\u{209f}' | '\u{a7f1}'
        | '\u{105c0}'..='\u{105ff}' | '\u{107bb}'..='\u{107bf}' | '\u{10d69}'..='\u{10d6d}'
        | '\u{10ec5}'..='\u{10ecf}' | '\u{10ef0}'..='\u{10efb}' | '\u{11380}'..='\u{113ff}'
        | '\u{16100}'..='\u{1613f}' | '\u{16d40}'..='\u{16d7f}' | '\u{1b123}'..='\u{1b126}'
        | '\u{1ccd6}'..='\u{1ccf9}' | '\u{1d127}' | '\u{1d128}' | '\u{1d250}'..='\u{1d281}'
        | '\u{1d6a6}' | '\u{1df95}' | '\u{1dfcd}'..='\u{1dfff}' | '\u{1e5ee}' | '\u{1e5ef}'
        | '\u{1e6e3}' | '\u{1e6e6}' | '\u{1e6ee}' | '\u{1e6ef}' | '\u{1e6f5}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compatibility_forms_compose() {
        assert_eq!(nfkc("ｐｄｆ ﬁ Ⅷ ² e\u{301} ㌀"), "pdf fi VIII 2 é アパート");
        assert_eq!(nfkc("\u{209d}x"), "\u{209d}x");
        assert_eq!(
            nfkc("\u{16121}\u{1611e}\u{1611e}"),
            "\u{16121}\u{1611e}\u{1611e}"
        );
    }

    #[test]
    fn lower_case_knows_the_last_sigma_and_no_younger_capital() {
        assert_eq!(lower("ΌΔΟΣ İ ẞ"), "όδος i\u{307} ß");
        assert_eq!(lower("A\u{a7dc}B"), "a\u{a7dc}b");
    }
}
