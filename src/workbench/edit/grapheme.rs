//! What people take for one character, and for one word.

use unicode_segmentation::GraphemeCursor;

use crate::skill::Span;

/// An offset lies between two graphemes.
pub fn is_boundary(text: &str, offset: usize) -> bool {
    text.is_char_boundary(offset)
        && GraphemeCursor::new(offset, text.len(), true)
            .is_boundary(text, 0)
            .unwrap_or(true)
}

/// The next boundary after `offset`; the end of the text at the end.
pub fn next(text: &str, offset: usize) -> usize {
    if offset >= text.len() {
        return text.len();
    }
    let bytes = text.as_bytes();
    let plain = |at: usize| bytes.get(at).is_none_or(|b| matches!(b, b' '..=b'~'));
    if plain(offset) && plain(offset + 1) {
        return offset + 1;
    }
    GraphemeCursor::new(text.floor_char_boundary(offset), text.len(), true)
        .next_boundary(text, 0)
        .ok()
        .flatten()
        .unwrap_or(text.len())
}

/// The last boundary before `offset`; 0 at the start.
pub fn previous(text: &str, offset: usize) -> usize {
    if offset == 0 {
        return 0;
    }
    let offset = text.ceil_char_boundary(offset.min(text.len()));
    GraphemeCursor::new(offset, text.len(), true)
        .prev_boundary(text, 0)
        .ok()
        .flatten()
        .unwrap_or(0)
}

/// The last boundary that is not after `offset`.
pub fn floor(text: &str, offset: usize) -> usize {
    if offset >= text.len() {
        return text.len();
    }
    let offset = text.floor_char_boundary(offset);
    if is_boundary(text, offset) {
        offset
    } else {
        previous(text, offset)
    }
}

/// The first boundary that is not before `offset`.
pub fn ceil(text: &str, offset: usize) -> usize {
    if offset >= text.len() {
        return text.len();
    }
    let offset = text.ceil_char_boundary(offset);
    if is_boundary(text, offset) {
        offset
    } else {
        next(text, offset)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Mark,
}

fn class_at(text: &str, offset: usize) -> Option<Class> {
    let c = text[offset..].chars().next()?;
    Some(if c.is_whitespace() {
        Class::Space
    } else if c.is_alphanumeric() || c == '_' || !c.is_ascii() {
        Class::Word
    } else {
        Class::Mark
    })
}

fn run_right(text: &str, mut at: usize, class: Class) -> usize {
    while class_at(text, at) == Some(class) {
        at = next(text, at);
    }
    at
}

fn run_left(text: &str, mut at: usize, class: Class) -> usize {
    while at > 0 {
        let before = previous(text, at);
        if class_at(text, before) != Some(class) {
            break;
        }
        at = before;
    }
    at
}

/// The end of the word after `offset`: white space, then one run of letters or of signs.
pub fn word_right(text: &str, offset: usize) -> usize {
    let at = run_right(text, offset, Class::Space);
    match class_at(text, at) {
        Some(class) => run_right(text, at, class),
        None => at,
    }
}

/// The start of the word before `offset`.
pub fn word_left(text: &str, offset: usize) -> usize {
    let at = run_left(text, offset, Class::Space);
    if at == 0 {
        return 0;
    }
    match class_at(text, previous(text, at)) {
        Some(class) => run_left(text, at, class),
        None => at,
    }
}

/// The run of one class around `offset`; at its end it belongs to it too.
pub fn word_around(text: &str, offset: usize) -> Span {
    let here = class_at(text, offset).filter(|class| *class != Class::Space);
    let before = (offset > 0)
        .then(|| class_at(text, previous(text, offset)))
        .flatten();
    let Some(class) = here.or(before).or(class_at(text, offset)) else {
        return offset..offset;
    };
    run_left(text, offset, class)..run_right(text, offset, class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_a_flag_and_an_accent_are_one_step() {
        for one in ["👨‍👩‍👧", "🇩🇪", "e\u{301}", "\r\n", "각"] {
            assert_eq!(next(one, 0), one.len());
            assert_eq!(previous(one, one.len()), 0);
            assert_eq!(ceil(one, 1), one.len());
            assert_eq!(floor(one, one.len() - 1), 0);
        }
    }

    #[test]
    fn words_end_at_signs_and_white_space() {
        let text = "use  rules.md, now";
        assert_eq!(word_right(text, 0), 3);
        assert_eq!(word_right(text, 3), 10);
        assert_eq!(word_right(text, 10), 11);
        assert_eq!(word_left(text, 13), 11);
        assert_eq!(word_left(text, 5), 0);
        assert_eq!(word_around(text, 6), 5..10);
        assert_eq!(word_around(text, 3), 0..3);
    }
}
