//! How alike two texts are: the ratio of Python's `difflib.SequenceMatcher` with its automatic
//! junk rule, which is not symmetric.

use std::collections::HashMap;

/// From this length on, characters that are too frequent in the second text are popular.
const POPULAR_FROM: usize = 200;

/// `SequenceMatcher(None, a, b).ratio()`: 0 to 1; 1 when both are empty.
pub fn ratio(a: &str, b: &str) -> f64 {
    let matcher = Matcher::new(a, b);
    let total = matcher.a.len() + matcher.b.len();
    if total == 0 {
        return 1.0;
    }
    2.0 * matcher.matching() as f64 / total as f64
}

struct Matcher {
    a: Vec<char>,
    b: Vec<char>,
    /// Where each character stands in `b`, ascending; popular ones are left out.
    places: HashMap<char, Vec<usize>>,
}

/// A common run: where it starts in both, and its length.
#[derive(Clone, Copy, Default)]
struct Block {
    a: usize,
    b: usize,
    size: usize,
}

impl Matcher {
    fn new(a: &str, b: &str) -> Self {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut places: HashMap<char, Vec<usize>> = HashMap::new();
        for (at, c) in b.iter().enumerate() {
            places.entry(*c).or_default().push(at);
        }
        if b.len() >= POPULAR_FROM {
            let most = b.len() / 100 + 1;
            places.retain(|_, found| found.len() <= most);
        }
        Self { a, b, places }
    }

    /// Characters in matching blocks: the longest one, then the same left and right of it.
    fn matching(&self) -> usize {
        let mut total = 0;
        let mut open = vec![(0..self.a.len(), 0..self.b.len())];
        while let Some((a, b)) = open.pop() {
            let block = self.longest(a.clone(), b.clone());
            if block.size == 0 {
                continue;
            }
            total += block.size;
            open.push((a.start..block.a, b.start..block.b));
            open.push((block.a + block.size..a.end, block.b + block.size..b.end));
        }
        total
    }

    /// The longest common run, the earliest in `a`, then in `b`; characters beside it that are
    /// equal belong to it even when they are popular.
    fn longest(&self, a: std::ops::Range<usize>, b: std::ops::Range<usize>) -> Block {
        let mut best = Block {
            a: a.start,
            b: b.start,
            size: 0,
        };
        // Runs that end in the row before, by their place in `b`, ascending.
        let mut before: Vec<(usize, usize)> = Vec::new();
        for i in a.clone() {
            let mut row = Vec::new();
            let places = self.places.get(&self.a[i]).map_or(&[][..], Vec::as_slice);
            let places = &places[places.partition_point(|j| *j < b.start)..];
            let mut left = before.iter().peekable();
            for &j in places.iter().take_while(|j| **j < b.end) {
                while left.next_if(|(at, _)| at + 1 < j).is_some() {}
                let size = left
                    .next_if(|(at, _)| at + 1 == j)
                    .map_or(0, |(_, size)| *size)
                    + 1;
                row.push((j, size));
                if size > best.size {
                    best = Block {
                        a: i + 1 - size,
                        b: j + 1 - size,
                        size,
                    };
                }
            }
            before = row;
        }
        while best.a > a.start && best.b > b.start && self.a[best.a - 1] == self.b[best.b - 1] {
            best = Block {
                a: best.a - 1,
                b: best.b - 1,
                size: best.size + 1,
            };
        }
        while best.a + best.size < a.end
            && best.b + best.size < b.end
            && self.a[best.a + best.size] == self.b[best.b + best.size]
        {
            best.size += 1;
        }
        best
    }
}
