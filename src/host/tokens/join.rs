//! Byte pair encoding of one piece: the pair of lowest rank is joined first, of equals the leftmost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::table::{LONGEST, rank};

/// A pair that could be joined: its rank, where it starts, where its second part starts, its end.
type Pair = Reverse<(u32, usize, usize, usize)>;

/// Room for the work, used again for each piece.
#[derive(Debug, Default)]
pub struct Joiner {
    /// Where the part that starts here ends; 0 where no part starts.
    ends: Vec<usize>,
    /// Where the part before the one that starts here starts.
    before: Vec<usize>,
    pairs: BinaryHeap<Pair>,
}

impl Joiner {
    /// The lengths of the tokens of a piece, in order. In proportion to its length, but for a factor
    /// that grows with the logarithm.
    pub fn tokens(&mut self, piece: &[u8]) -> impl Iterator<Item = usize> {
        self.ends.clear();
        self.ends.extend(1..=piece.len());
        self.before.clear();
        self.before
            .extend((0..piece.len()).map(|at| at.saturating_sub(1)));
        self.pairs.clear();
        for start in 0..piece.len() {
            self.offer(piece, start);
        }
        while let Some(Reverse((_, start, middle, end))) = self.pairs.pop() {
            if self.ends[start] != middle || self.ends[middle] != end {
                continue;
            }
            self.ends[start] = end;
            self.ends[middle] = 0;
            if let Some(before) = self.before.get_mut(end) {
                *before = start;
            }
            self.offer(piece, start);
            if start > 0 {
                self.offer(piece, self.before[start]);
            }
        }
        let mut at = 0;
        std::iter::from_fn(move || {
            let end = *self.ends.get(at)?;
            let length = end - at;
            at = end;
            Some(length)
        })
    }

    /// Notes the pair that starts at `start`, when there is a token for it.
    fn offer(&mut self, piece: &[u8], start: usize) {
        let middle = self.ends[start];
        let Some(end) = self.ends.get(middle).copied() else {
            return;
        };
        if end - start <= LONGEST
            && let Some(rank) = rank(&piece[start..end])
        {
            self.pairs.push(Reverse((rank, start, middle, end)));
        }
    }
}
