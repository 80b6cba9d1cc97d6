//! Where two texts differ, by lines.

use std::collections::HashMap;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::skill::Span;
use crate::skill::document::{LineEnds, line_ends};
use crate::skill::lines::LineIndex;

/// A number for each line that is another.
pub(super) type Ids<'a> = HashMap<&'a str, u32>;

/// The lines of a text, each with its line end.
pub(super) struct Lines {
    /// Equal numbers for equal lines.
    pub(super) ids: Vec<u32>,
    /// Where they start, and where the last one ends.
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn new<'a>(text: &'a str, known: &mut Ids<'a>) -> Self {
        let index = LineIndex::new(text);
        let starts = (0..index.len()).filter_map(|line| index.start(line));
        // What follows the last line end is a line only when there is something.
        let mut starts: Vec<usize> = starts.filter(|start| *start < text.len()).collect();
        starts.push(text.len());
        let ids = starts.windows(2).map(|pair| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            *known.entry(&text[pair[0]..pair[1]]).or_insert(next)
        });
        let ids = ids.collect();
        Self { ids, starts }
    }

    /// The bytes of some lines.
    pub(super) fn span(&self, lines: Range<usize>) -> Span {
        let last = self.starts.len() - 1;
        self.starts[lines.start.min(last)]..self.starts[lines.end.min(last)]
    }
}

/// Lines of the base that a side made something else of.
pub(super) struct Region {
    pub(super) base: Range<usize>,
    pub(super) side: Range<usize>,
}

/// Where a side differs from the base; between two regions there is always a line they share.
pub(super) fn regions(base: &Lines, side: &Lines) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    // The steps come in order and their lengths are right, but after steps were joined the index a
    // deletion has on the other side, and an insertion on this one, may be an old one (similar 2.7).
    let (mut old, mut new) = (0, 0);
    for op in capture_diff_slices(Algorithm::Patience, &base.ids, &side.ids) {
        let (old_end, new_end) = (old + op.old_range().len(), new + op.new_range().len());
        if !matches!(op, DiffOp::Equal { .. }) {
            match regions.last_mut() {
                Some(last) if last.base.end == old && last.side.end == new => {
                    last.base.end = old_end;
                    last.side.end = new_end;
                }
                _ => regions.push(Region {
                    base: old..old_end,
                    side: new..new_end,
                }),
            }
        }
        (old, new) = (old_end, new_end);
    }
    regions
}

/// The line end that base, ours and theirs are to be compared with, where at most one side changed it
/// and did so everywhere.
pub(super) fn one_line_end(texts: [&str; 3]) -> Option<&'static str> {
    let ends = texts.map(|text| {
        let any = text.contains(['\n', '\r']);
        any.then(|| line_ends(text))
    });
    if ends.contains(&Some(LineEnds::Mixed)) {
        return None;
    }
    let [base, ours, theirs] = ends;
    let (ours, theirs) = (ours.or(base), theirs.or(base));
    let end = if ours == base { theirs } else { ours };
    let fits = ours == theirs || ours == base || theirs == base;
    fits.then_some(end?.text())
}

/// The text with every line end as this one.
pub(super) fn with_line_end(text: &str, end: &str) -> String {
    let plain = text.replace("\r\n", "\n").replace('\r', "\n");
    plain.replace('\n', end)
}
