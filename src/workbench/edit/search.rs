//! Finding text.

use super::grapheme;
use crate::skill::Span;

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Search {
    /// The text to find; an empty one is found nowhere.
    pub needle: String,
    /// Large and small letters differ.
    pub case_sensitive: bool,
    /// Only where no letter or digit touches the match.
    pub whole_word: bool,
}

impl Search {
    /// Looks for `needle` whatever its letter case.
    pub fn new(needle: impl Into<String>) -> Self {
        Self {
            needle: needle.into(),
            ..Self::default()
        }
    }
}

/// Every match in order, not overlapping. A match never cuts a grapheme.
pub fn find_all(text: &str, search: &Search) -> Vec<Span> {
    if search.needle.is_empty() {
        return Vec::new();
    }
    let fits = |span: &Span| {
        grapheme::is_boundary(text, span.start)
            && grapheme::is_boundary(text, span.end)
            && (!search.whole_word || stands_alone(text, span))
    };
    if search.case_sensitive {
        return text
            .match_indices(&search.needle)
            .map(|(at, found)| at..at + found.len())
            .filter(fits)
            .collect();
    }
    let needle: Vec<char> = search.needle.chars().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        if at < from
            || !c
                .to_lowercase()
                .eq(needle.iter().copied().take(c.to_lowercase().count()))
        {
            continue;
        }
        if let Some(len) = folded_prefix(&text[at..], &needle)
            && fits(&(at..at + len))
        {
            from = at + len;
            found.push(at..from);
        }
    }
    found
}

/// Length in bytes of the start of `text` that equals `needle`, which is in small letters.
fn folded_prefix(text: &str, needle: &[char]) -> Option<usize> {
    let mut rest = needle;
    for (at, c) in text.char_indices() {
        if rest.is_empty() {
            return Some(at);
        }
        for low in c.to_lowercase() {
            rest = rest.strip_prefix(&[low])?;
        }
    }
    rest.is_empty().then_some(text.len())
}

fn stands_alone(text: &str, span: &Span) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    !text[..span.start].ends_with(word) && !text[span.end..].starts_with(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_words_count_when_asked() {
        let text = "Skill skills SKILL Überskill";
        let mut search = Search::new("skill");
        assert_eq!(find_all(text, &search).len(), 4);
        search.whole_word = true;
        assert_eq!(find_all(text, &search), [0..5, 13..18]);
        search.case_sensitive = true;
        assert!(find_all(text, &search).is_empty());
        assert_eq!(find_all(text, &Search::new("ÜBER")).len(), 1);
        assert!(find_all(text, &Search::new("")).is_empty());
    }

    #[test]
    fn matches_do_not_overlap_or_cut_graphemes() {
        assert_eq!(find_all("aaaa", &Search::new("aa")), [0..2, 2..4]);
        assert_eq!(find_all("e\u{301} e", &Search::new("e")), vec![4..5]);
    }
}
