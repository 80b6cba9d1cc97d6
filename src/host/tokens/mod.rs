//! How many tokens a text costs.

mod join;
mod key;
mod letters;
mod pieces;
mod table;

use join::Joiner;
use pieces::Pieces;
use table::rank;

/// The tokenizer that counts: the one of OpenAI's newer models. Other models differ by some percent;
/// no provider of the others publishes theirs.
pub const TOKENIZER: &str = "o200k_base";

/// Counts the tokens of a text exactly, special tokens taken as plain text. Linear in its length:
/// a few ns a byte.
pub fn count(text: &str) -> usize {
    let mut joiner = Joiner::default();
    Pieces::of(text)
        .map(|piece| match rank(piece.as_bytes()) {
            Some(_) => 1,
            None => joiner.tokens(piece.as_bytes()).count(),
        })
        .sum()
}

/// The byte where the first token beyond `most` begins; `None` when a text has no more than `most`.
/// Looks at no more of the text than it has to.
pub fn beyond(text: &str, most: usize) -> Option<usize> {
    let mut joiner = Joiner::default();
    let mut left = most;
    let mut at = 0;
    for piece in Pieces::of(text) {
        // No token is shorter than a byte.
        if text.len() - at <= left {
            return None;
        }
        let piece = piece.as_bytes();
        if left > 0 && rank(piece).is_some() {
            left -= 1;
            at += piece.len();
            continue;
        }
        for length in joiner.tokens(piece) {
            if left == 0 {
                return Some(at);
            }
            left -= 1;
            at += length;
        }
    }
    None
}

#[cfg(test)]
mod tests;
