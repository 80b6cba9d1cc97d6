//! Rows of a tab, in blocks: what did not change is not made again.

use std::sync::Arc;

use crate::workbench::app::ink::Line;

/// Rows, top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Each with the index of its first row; none is empty.
    blocks: Vec<(usize, Arc<[Line]>)>,
    len: usize,
}

impl Rows {
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
        let after = self.blocks.partition_point(|(start, _)| *start <= index);
        let first = after.saturating_sub(1);
        let within = self.blocks.get(first).map_or(0, |(start, _)| index - start);
        self.blocks[first..]
            .iter()
            .flat_map(|(_, rows)| rows.iter())
            .skip(within)
    }

    /// Adds rows below.
    pub fn push(&mut self, rows: Arc<[Line]>) {
        if !rows.is_empty() {
            let start = self.len;
            self.len += rows.len();
            self.blocks.push((start, rows));
        }
    }

    /// Index of the first row that belongs to what is selected elsewhere.
    pub fn marked(&self) -> Option<usize> {
        self.from(0).position(|line| line.marked)
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

    #[test]
    fn blocks_read_as_one_list() {
        let mut rows = Rows::default();
        let block = |texts: &[&str]| texts.iter().map(|text| Line::of(text, Ink::Text)).collect();
        assert!(rows.is_empty() && rows.get(0).is_none());
        rows.push(block(&["a", "b"]));
        rows.push(block(&[]));
        rows.push(block(&["c"]));
        rows.push(block(&["d", "e", "f"]));
        let texts =
            |from: usize| -> Vec<String> { rows.from(from).map(Line::text).collect::<Vec<_>>() };
        let all = ["a", "b", "c", "d", "e", "f"];
        for from in 0..=7 {
            assert_eq!(texts(from), all[from.min(6)..], "{from}");
            let one = rows.get(from).map(Line::text);
            assert_eq!(one.as_deref(), all.get(from).copied());
        }
        assert_eq!(rows.len(), 6);
    }
}
