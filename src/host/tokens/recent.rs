//! Pieces met before: texts repeat their words, and the table of all tokens does not fit into the
//! nearest memory.

use super::join::Joiner;
use super::key;
use super::table::rank;

/// Pieces that are kept, a power of two.
const PLACES: usize = 1 << 12;

/// Bytes of the longest piece that is kept.
const LONGEST: usize = 30;

/// A piece and its tokens: 1 for a token itself, 0 for several that are not counted yet.
#[derive(Clone, Copy, Debug)]
struct Kept {
    bytes: [u8; LONGEST],
    length: u8,
    tokens: u8,
}

/// The last piece of each place.
#[derive(Debug)]
pub struct Recent(Vec<Kept>);

impl Default for Recent {
    fn default() -> Self {
        let free = Kept {
            bytes: [0; LONGEST],
            length: 0,
            tokens: 0,
        };
        Self(vec![free; PLACES])
    }
}

impl Recent {
    /// The place of a piece that is short enough, where it stands by now.
    fn kept(&mut self, piece: &[u8]) -> Option<&mut Kept> {
        let length = u8::try_from(piece.len()).ok()?;
        let place = key::place(key::key(piece), piece.len()) % PLACES;
        let kept = &mut self.0[place];
        let bytes = kept.bytes.get_mut(..piece.len())?;
        if kept.length != length || *bytes != *piece {
            bytes.copy_from_slice(piece);
            kept.length = length;
            kept.tokens = u8::from(rank(piece).is_some());
        }
        Some(kept)
    }

    /// Whether a piece is one token.
    pub fn is_token(&mut self, piece: &[u8]) -> bool {
        match self.kept(piece) {
            Some(kept) => kept.tokens == 1,
            None => rank(piece).is_some(),
        }
    }

    /// The tokens of a piece.
    pub fn tokens(&mut self, piece: &[u8], joiner: &mut Joiner) -> usize {
        let Some(kept) = self.kept(piece) else {
            return match rank(piece) {
                Some(_) => 1,
                None => joiner.tokens(piece).count(),
            };
        };
        if kept.tokens == 0 {
            // No more than it has bytes.
            kept.tokens = u8::try_from(joiner.tokens(piece).count()).unwrap_or(kept.length);
        }
        usize::from(kept.tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_says_what_the_table_says() {
        let mut recent = Recent::default();
        let mut joiner = Joiner::default();
        // More pieces than places, so that places are taken over, and each twice.
        for round in 0..2 {
            for at in 0..3 * PLACES {
                let piece = format!(" w{at:x}").repeat(1 + at % 9);
                let piece = piece.as_bytes();
                let token = rank(piece).is_some();
                assert_eq!(recent.is_token(piece), token, "{round} {at}");
                let count = match token {
                    true => 1,
                    false => joiner.tokens(piece).count(),
                };
                assert_eq!(recent.tokens(piece, &mut joiner), count, "{round} {at}");
                assert_eq!(recent.tokens(piece, &mut joiner), count, "{round} {at}");
            }
        }
        assert!(recent.is_token(b" the"));
    }
}
