//! How many tokens a text costs.

mod join;
mod key;
mod letters;
mod pieces;
mod recent;
mod table;
mod words;

use std::cell::RefCell;

use join::Joiner;
use pieces::Pieces;
use recent::Recent;
use table::rank;

/// The tokenizer that counts: the one of OpenAI's newer models. Other models differ by some percent;
/// no provider of the others publishes theirs.
pub const TOKENIZER: &str = "o200k_base";

/// Counts the tokens of a text exactly, special tokens taken as plain text. Linear in its length:
/// a few ns a byte.
pub fn count(text: &str) -> usize {
    let mut joiner = Joiner::default();
    RECENT.with_borrow_mut(|recent| {
        let mut pieces = Pieces::of(text);
        let mut tokens = 0;
        loop {
            tokens += recent.words.take(&mut pieces, usize::MAX);
            let Some(piece) = pieces.next() else {
                return tokens;
            };
            tokens += recent.tokens(piece, &mut joiner);
        }
    })
}

thread_local! {
    /// Files of one kind have their words in common.
    static RECENT: RefCell<Recent> = RefCell::default();
}

/// The byte where the first token beyond `most` begins; `None` when a text has no more than `most`.
/// Looks at no more of the text than it has to: pieces that are no token themselves are only counted
/// exactly where their bytes, which no count of tokens is above, do not decide. Of a piece longer than
/// any word, such as a file in base64, each [`CUT`] bytes are counted by themselves, which may be a
/// token more than together.
pub fn beyond(text: &str, most: usize) -> Option<usize> {
    RECENT.with_borrow_mut(|recent| beyond_in(text, most, recent))
}

/// Bytes of a piece from which on it is no word.
const CUT: usize = 4096;

/// A piece in stretches of at most [`CUT`] bytes.
fn cut(piece: &[u8]) -> impl Iterator<Item = &[u8]> {
    piece.chunks(CUT)
}

fn beyond_in(text: &str, most: usize, recent: &mut Recent) -> Option<usize> {
    let mut joiner = Joiner::default();
    // Up to `sure` all is counted; `known` and `open` stand behind. It lies in the piece that begins at
    // `from`, or begins one.
    let (mut from, mut sure, mut left) = (0, 0, most);
    let mut known = 0;
    let mut open: Vec<&[u8]> = Vec::new();
    let mut at_most = 0;
    let mut pieces = Pieces::of(text);
    loop {
        let room = left.saturating_sub(at_most);
        if text.len() - pieces.at() <= room {
            return None;
        }
        let words = recent.words.take(&mut pieces, room);
        known += words;
        at_most += words;
        let begin = pieces.at();
        let mut end = begin;
        for piece in cut(pieces.next()?) {
            end += piece.len();
            if recent.is_token(piece) {
                known += 1;
                at_most += 1;
            } else {
                open.push(piece);
                at_most += piece.len();
            }
            if at_most > left {
                let joined = open
                    .drain(..)
                    .map(|piece| recent.tokens(piece, &mut joiner));
                let exact = known + joined.sum::<usize>();
                let Some(rest) = left.checked_sub(exact) else {
                    return first_beyond(text, (from, sure), left, &mut joiner);
                };
                from = if end < pieces.at() { begin } else { end };
                (sure, left) = (end, rest);
                (known, at_most) = (0, 0);
            }
        }
    }
}

/// The byte where the first token beyond `left` begins, of those from `sure` on, which lies in the
/// piece that begins at `from` or begins it.
fn first_beyond(
    text: &str,
    (from, sure): (usize, usize),
    mut left: usize,
    joiner: &mut Joiner,
) -> Option<usize> {
    let mut at = from;
    for piece in Pieces::of(&text[from..]).flat_map(cut) {
        if at < sure {
            at += piece.len();
            continue;
        }
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
