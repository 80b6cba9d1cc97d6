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
/// Looks at no more of the text than it has to: pieces that are no token themselves are only counted
/// exactly where their bytes, which no count of tokens is above, do not decide.
pub fn beyond(text: &str, most: usize) -> Option<usize> {
    let mut joiner = Joiner::default();
    // Up to `sure` all is counted; `known` and `open` stand behind.
    let (mut sure, mut left) = (0, most);
    let mut known = 0;
    let mut open: Vec<&[u8]> = Vec::new();
    let mut at_most = 0;
    let mut at = 0;
    for piece in Pieces::of(text) {
        if text.len() - at <= left.saturating_sub(at_most) {
            return None;
        }
        let piece = piece.as_bytes();
        match rank(piece) {
            Some(_) => {
                known += 1;
                at_most += 1;
            }
            None => {
                open.push(piece);
                at_most += piece.len();
            }
        }
        at += piece.len();
        if at_most > left {
            let joined = open.drain(..).map(|piece| joiner.tokens(piece).count());
            let exact = known + joined.sum::<usize>();
            let Some(rest) = left.checked_sub(exact) else {
                return first_beyond(text, sure, left, &mut joiner);
            };
            (sure, left) = (at, rest);
            (known, at_most) = (0, 0);
        }
    }
    None
}

/// The byte where the first token beyond `left` begins, of those that begin at `from`, where a piece
/// begins.
fn first_beyond(text: &str, from: usize, mut left: usize, joiner: &mut Joiner) -> Option<usize> {
    let mut at = from;
    for piece in Pieces::of(&text[from..]) {
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
