//! What kind of character the tokenizer takes one for, by Unicode's general categories.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, HirKind};

/// The kinds that the tokenizer tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Capital and title case letters.
    Upper,
    /// Small letters.
    Lower,
    /// Letters without case, and modifiers.
    Letter,
    /// Marks that go with the letter before.
    Mark,
    /// Numbers of every kind.
    Number,
    /// CR and LF.
    Break,
    /// White space that is neither.
    Space,
    /// Everything else.
    Other,
}

impl Kind {
    /// The kind of the character that starts at `at`, with its length in bytes; `None` at the end.
    #[inline]
    pub fn at(text: &str, at: usize) -> Option<(Self, usize)> {
        let byte = *text.as_bytes().get(at)?;
        if byte.is_ascii() {
            return Some((ASCII[usize::from(byte)], 1));
        }
        let c = text[at..].chars().next()?;
        Some((Self::beyond_ascii(c), c.len_utf8()))
    }

    fn beyond_ascii(c: char) -> Self {
        if c.is_numeric() {
            return Self::Number;
        }
        if c.is_whitespace() {
            return Self::Space;
        }
        let after = RUNS.partition_point(|(first, ..)| *first <= c);
        match RUNS.get(after.wrapping_sub(1)) {
            Some((_, last, kind)) if c <= *last => *kind,
            _ => Self::Other,
        }
    }
}

/// The kinds of the characters of ASCII.
pub const ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Other; 128];
    let mut at = 0u8;
    while at < 128 {
        kinds[at as usize] = match at {
            b'A'..=b'Z' => Kind::Upper,
            b'a'..=b'z' => Kind::Lower,
            b'0'..=b'9' => Kind::Number,
            b'\r' | b'\n' => Kind::Break,
            b' ' | b'\t' | 0x0b | 0x0c => Kind::Space,
            _ => Kind::Other,
        };
        at += 1;
    }
    kinds
};

/// First and last character of each run of letters and marks, ascending; made when a text first has
/// one beyond ASCII.
static RUNS: LazyLock<Vec<(char, char, Kind)>> = LazyLock::new(|| {
    const CLASSES: &[(&str, Kind)] = &[
        (r"[\p{Lu}\p{Lt}]", Kind::Upper),
        (r"\p{Ll}", Kind::Lower),
        (r"[\p{Lm}\p{Lo}]", Kind::Letter),
        (r"\p{M}", Kind::Mark),
    ];
    let mut runs = Vec::new();
    for (class, kind) in CLASSES {
        let parsed = regex_syntax::parse(class).map(|class| class.into_kind());
        if let Ok(HirKind::Class(Class::Unicode(class))) = parsed {
            let run = class.iter().map(|run| (run.start(), run.end(), *kind));
            runs.extend(run);
        }
    }
    runs.sort_unstable_by_key(|(first, ..)| *first);
    runs
});
