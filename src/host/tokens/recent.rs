//! Pieces met before: texts repeat their words, and the table of all tokens does not fit into the
//! nearest memory.

use super::join::Joiner;
use super::table::rank;
use super::words::Words;

/// Pieces that are kept: two to this power.
const PLACES: u32 = 12;

/// Bytes of the longest piece that is kept.
const LONGEST: usize = 16;

/// All bytes of a piece: the first and the last of them as numbers, which overlap where there are
/// fewer, and how many there are.
type Whole = (u64, u64, u8);

/// A piece and its tokens: 1 for a token itself, 0 for several that are not counted yet.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    piece: Whole,
    tokens: u8,
}

/// The last piece of each place.
#[derive(Debug)]
pub struct Recent {
    kept: Vec<Kept>,
    pub words: Words,
}

impl Default for Recent {
    fn default() -> Self {
        Self {
            kept: vec![Kept::default(); 1 << PLACES],
            words: Words::default(),
        }
    }
}

impl Recent {
    /// The place of a piece that is short enough, where it stands by now.
    fn kept(&mut self, piece: &[u8]) -> Option<&mut Kept> {
        let whole = whole(piece)?;
        let kept = self.kept.get_mut(place(whole))?;
        if kept.piece != whole {
            kept.piece = whole;
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
            kept.tokens = u8::try_from(joiner.tokens(piece).count()).unwrap_or(kept.piece.2);
        }
        usize::from(kept.tokens)
    }
}

/// `None` for a piece that is too long, or empty.
fn whole(piece: &[u8]) -> Option<Whole> {
    let length = u8::try_from(piece.len())
        .ok()
        .filter(|_| piece.len() <= LONGEST)?;
    let ends = |first: Option<&[u8; 8]>, last: Option<&[u8; 8]>| {
        Some((u64::from_le_bytes(*first?), u64::from_le_bytes(*last?)))
    };
    let halves = |first: Option<&[u8; 4]>, last: Option<&[u8; 4]>| {
        let word = |four: &[u8; 4]| u64::from(u32::from_le_bytes(*four));
        Some((word(first?), word(last?)))
    };
    let (first, last) = ends(piece.first_chunk(), piece.last_chunk())
        .or_else(|| halves(piece.first_chunk(), piece.last_chunk()))
        .or_else(|| match *piece {
            [one] => Some((u64::from(one), 0)),
            [one, two] => Some((u64::from(one), u64::from(two))),
            [one, two, three] => Some((
                u64::from_le_bytes([one, two, 0, 0, 0, 0, 0, 0]),
                three.into(),
            )),
            _ => None,
        })?;
    Some((first, last, length))
}

fn place((first, last, length): Whole) -> usize {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (first ^ u64::from(length)).wrapping_mul(MIX) ^ last;
    ((mixed ^ (mixed >> 31)).wrapping_mul(MIX) >> (u64::BITS - PLACES)) as usize
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
            for at in 0..3usize << PLACES {
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

    #[test]
    fn pieces_of_few_letters_are_told_apart() {
        let mut seen = std::collections::HashMap::new();
        let mut pieces: Vec<Vec<u8>> = vec![Vec::new()];
        for length in 1..=9 {
            let longer = pieces.iter().filter(|piece| piece.len() + 1 == length);
            let longer =
                longer.flat_map(|piece| [0u8, 1, b'a'].map(|last| [piece, &[last][..]].concat()));
            let longer: Vec<_> = longer.collect();
            pieces.extend(longer);
        }
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            let whole = whole(piece).expect("short enough");
            assert_eq!(seen.insert(whole, piece), None, "{piece:?}");
        }
        assert_eq!(whole(b""), None);
        assert_eq!(whole(&[b'a'; LONGEST + 1]), None);
        assert!(whole(&[b'a'; LONGEST]).is_some());
    }
}
