//! Whether edits keep the words of those who wrote them: what `check --fix` writes, nobody looks at first.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::description::without_entities;
use super::text::without_orders;
use crate::host::Reading;
use crate::skill::document::Document;
use crate::skill::fields::field;
use crate::skill::hidden::kind;

/// Words that a fix may take out: the two spellings of a key, the name of a language.
const FEW: usize = 3;

/// The words of a text in small letters, as far as they say something.
fn words(text: &str) -> BTreeSet<String> {
    let text = without_entities(text);
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| word.chars().any(char::is_alphabetic));
    words.map(str::to_lowercase).collect()
}

/// The names and values of the other fields skills have.
fn fields(text: &str) -> BTreeSet<String> {
    let document = Document::parse(text);
    let entries = document.tree().map_or(&[][..], |tree| tree.entries());
    let others = entries.iter().filter(|entry| {
        let key = entry.key.text().unwrap_or_default();
        !matches!(key, "description" | "metadata") && field(key).is_some()
    });
    let written = others.map(|entry| {
        let whole = entry.key.span.start..entry.value.span.end;
        text.get(whole).unwrap_or_default()
    });
    written.flat_map(words).collect()
}

/// What a file says before edits: each word in it, with and without the characters nobody sees.
#[derive(Debug)]
pub(super) struct Words {
    written: BTreeSet<String>,
    /// Some are written by the number of a character.
    numbered: bool,
}

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut written = words(text);
        if text.contains(|c| kind(c).is_some()) {
            let plain = without_orders(text);
            let seen: String = plain.chars().filter(|c| kind(*c).is_none()).collect();
            written.extend(words(&seen));
        }
        let mut escapes = text.match_indices('\\').map(|(at, _)| &text[at + 1..]);
        let numbered = escapes.any(|rest| {
            let digits = rest.strip_prefix(['x', 'u', 'U']).unwrap_or_default();
            digits.chars().take_while(char::is_ascii_hexdigit).count() > 1
        });
        Self { written, numbered }
    }

    /// A fix that leads to this text takes more out of it than it may.
    pub(super) fn are_lost(&self, after: &str) -> bool {
        let left = words(after);
        let lost = self.written.iter().filter(|word| !left.contains(*word));
        // By its characters a word that is written by numbers is another one.
        !self.numbered && lost.count() > FEW
    }

    /// A host then holds a description with words that nobody wrote, or without some that it holds `now`
    /// and that are still there; `None` where it sees no fields now, and so takes something else for one.
    pub(super) fn are_mangled(&self, now: Option<&Reading>, then: &Reading, after: &str) -> bool {
        let held = |reading: &Reading| words(reading.description.as_deref().unwrap_or_default());
        if self.numbered || !then.loaded() {
            return false;
        }
        let (now, then) = (now.map(held).unwrap_or_default(), held(then));
        let left = words(after);
        let new = |word: &String| !now.contains(word) && !self.written.contains(word);
        let gone = |word: &String| !then.contains(word) && left.contains(word);
        // What is a field of its own then was none of the description.
        let fields = LazyCell::new(|| fields(after));
        then.iter().any(new) || now.iter().any(|word| gone(word) && !fields.contains(word))
    }
}
