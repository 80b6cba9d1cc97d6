//! Rows of a tab, in blocks: what did not change is not made again, and of a long text only what shows
//! is made at all.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use crate::workbench::app::ink::Line;

/// Makes the rows of a block, given its index; always the same ones.
pub type Make = dyn Fn(usize) -> Arc<[Line]> + Send + Sync;

/// Rows, top to bottom.
#[derive(Clone, Default)]
pub struct Rows {
    /// None is empty.
    blocks: Vec<Block>,
    len: usize,
    make: Option<Arc<Make>>,
}

#[derive(Clone)]
struct Block {
    /// Index of its first row.
    start: u32,
    /// Index by which it is made.
    index: u32,
    /// Its first row that belongs to what is selected elsewhere, counted from `start`.
    marked: Option<u32>,
    rows: OnceCell<Arc<[Line]>>,
}

/// What is known of a block without its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// How many rows it has.
    pub rows: usize,
    /// The first of them that belongs to what is selected elsewhere.
    pub marked: Option<usize>,
}

/// There are no more rows or blocks than bytes in the longest prompt.
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn wide(number: u32) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

impl Measure {
    /// Of rows that are made.
    pub fn of(rows: &[Line]) -> Self {
        Self {
            rows: rows.len(),
            marked: rows.iter().position(|line| line.marked),
        }
    }
}

impl Rows {
    /// Blocks that are measured, each made by its index as soon as somebody looks at it.
    pub fn lazy(blocks: impl IntoIterator<Item = Measure>, make: Arc<Make>) -> Self {
        let blocks = blocks.into_iter();
        let mut rows = Self {
            blocks: Vec::with_capacity(blocks.size_hint().0),
            ..Self::default()
        };
        for (index, measure) in blocks.enumerate() {
            rows.add(measure, index, OnceCell::new());
        }
        rows.make = Some(make);
        rows
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.len
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The row at an index.
    pub fn get(&self, index: usize) -> Option<&Line> {
        self.from(index).next()
    }

    /// The rows from an index on.
    pub fn from(&self, index: usize) -> impl Iterator<Item = &Line> {
        let first = self.block_at(index);
        let within = self
            .blocks
            .get(first)
            .map_or(0, |block| index - wide(block.start));
        self.blocks[first..]
            .iter()
            .flat_map(|block| self.rows(block).iter())
            .skip(within)
    }

    fn block_at(&self, index: usize) -> usize {
        let after = self
            .blocks
            .partition_point(|block| wide(block.start) <= index);
        after.saturating_sub(1)
    }

    fn rows<'r>(&'r self, block: &'r Block) -> &'r Arc<[Line]> {
        block.rows.get_or_init(|| match &self.make {
            Some(make) => make(wide(block.index)),
            None => Arc::default(),
        })
    }

    /// Lets go of rows that can be made again and stand neither among `count` rows from `top` on nor
    /// right beside them.
    pub fn keep_near(&mut self, top: usize, count: usize) {
        if self.make.is_none() {
            return;
        }
        let near = self.block_at(top).saturating_sub(1)..self.block_at(top + count) + 2;
        for (at, block) in self.blocks.iter_mut().enumerate() {
            if !near.contains(&at) {
                block.rows.take();
            }
        }
    }

    /// Adds rows below.
    pub fn push(&mut self, rows: Arc<[Line]>) {
        self.add(Measure::of(&rows), 0, OnceCell::from(rows));
    }

    fn add(&mut self, measure: Measure, index: usize, rows: OnceCell<Arc<[Line]>>) {
        if measure.rows > 0 {
            self.blocks.push(Block {
                start: short(self.len),
                index: short(index),
                marked: measure.marked.map(short),
                rows,
            });
            self.len += measure.rows;
        }
    }

    /// Index of the first row that belongs to what is selected elsewhere.
    pub fn marked(&self) -> Option<usize> {
        let mut blocks = self.blocks.iter();
        blocks.find_map(|block| Some(wide(block.start) + wide(block.marked?)))
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.from(0)).finish()
    }
}

impl FromIterator<Line> for Rows {
    fn from_iter<T: IntoIterator<Item = Line>>(lines: T) -> Self {
        let mut rows = Self::default();
        rows.push(lines.into_iter().collect());
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::app::ink::Ink;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn block(texts: &[&str]) -> Arc<[Line]> {
        texts.iter().map(|text| Line::of(text, Ink::Text)).collect()
    }

    const ALL: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

    fn reads_as_all(rows: &Rows) {
        let texts =
            |from: usize| -> Vec<String> { rows.from(from).map(Line::text).collect::<Vec<_>>() };
        for from in 0..=7 {
            assert_eq!(texts(from), ALL[from.min(6)..], "{from}");
            let one = rows.get(from).map(Line::text);
            assert_eq!(one.as_deref(), ALL.get(from).copied());
        }
        assert_eq!(rows.len(), 6);
    }

    #[test]
    fn blocks_read_as_one_list() {
        let mut rows = Rows::default();
        assert!(rows.is_empty() && rows.get(0).is_none());
        rows.push(block(&["a", "b"]));
        rows.push(block(&[]));
        rows.push(block(&["c"]));
        rows.push(block(&["d", "e", "f"]));
        reads_as_all(&rows);
    }

    #[test]
    fn only_blocks_that_are_looked_at_are_made() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let sizes = [2, 0, 1, 3];
        let make = move |index: usize| {
            count.fetch_add(1, Ordering::Relaxed);
            let start: usize = sizes[..index].iter().sum();
            block(&ALL[start..start + sizes[index]])
        };
        let measure = |rows: usize| Measure { rows, marked: None };
        let mut rows = Rows::lazy(sizes.map(measure), Arc::new(make));
        assert_eq!(rows.len(), 6);
        assert_eq!(rows.get(2).map(Line::text).as_deref(), Some("c"));
        assert_eq!(made.load(Ordering::Relaxed), 1);
        reads_as_all(&rows);
        assert_eq!(made.load(Ordering::Relaxed), 3);
        // What is let go is made again.
        rows.keep_near(0, 0);
        reads_as_all(&rows);
        assert_eq!(made.load(Ordering::Relaxed), 4);
    }
}
