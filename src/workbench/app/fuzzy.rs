//! The fuzzy match of the filter, the palette and the pickers.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// A query, ready to be put to many texts.
pub struct Fuzzy {
    pattern: Pattern,
    matcher: Matcher,
    buffer: Vec<char>,
}

impl Fuzzy {
    /// Reads a query: words are looked for apart, in any order, case ignored unless one is upper.
    pub fn new(query: &str) -> Self {
        Self {
            pattern: Pattern::parse(query, CaseMatching::Smart, Normalization::Smart),
            matcher: Matcher::new(Config::DEFAULT),
            buffer: Vec::new(),
        }
    }

    /// How well `text` matches (greater is better); `None` when it does not.
    pub fn score(&mut self, text: &str) -> Option<u32> {
        let text = Utf32Str::new(text, &mut self.buffer);
        self.pattern.score(text, &mut self.matcher)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_order_match_and_others_do_not() {
        let mut fuzzy = Fuzzy::new("crev");
        assert!(fuzzy.score("code-review").is_some());
        assert!(fuzzy.score("commit-style").is_none());
        assert!(Fuzzy::new("").score("anything").is_some());
    }

    #[test]
    fn the_closer_text_scores_higher() {
        let mut fuzzy = Fuzzy::new("code");
        let near = fuzzy.score("code-review");
        let far = fuzzy.score("c-o-d-e-x");
        assert!(near > far, "{near:?} {far:?}");
    }
}
