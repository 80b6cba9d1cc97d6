//! The difference between two texts: as one column of lines, or old and new side by side where there
//! is room for both.

use unicode_segmentation::UnicodeSegmentation;

use super::ink::{Ink, Line, fit, visible, width};

/// From this many columns on old and new stand side by side: both halves hold a line of prose.
pub const BESIDE: u16 = 90;
/// Between the two halves.
const BETWEEN: &str = " │ ";

/// What differs between two texts, with what stands around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What the old and the new side are called.
    pub labels: [String; 2],
    /// The places where they differ; none when they are the same.
    pub hunks: Vec<Hunk>,
}

/// One place where they differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// Where it stands in both texts, as in a unified diff.
    pub header: String,
    /// Its lines; of a place that changed, the old ones come first.
    pub changes: Vec<Change>,
}

/// Which side a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both.
    Both,
    /// Only the old one has it.
    Old,
    /// Only the new one has it.
    New,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose it is.
    pub side: Side,
    /// Its number in the old and in the new text, from 1, where it is there.
    pub numbers: [Option<usize>; 2],
    /// Without its line end.
    pub text: String,
    /// It has none.
    pub unended: bool,
}

/// A row of a hunk: the same line twice, or what stands on either side.
enum Row<'d> {
    Same(&'d Change),
    Pair(Option<&'d Change>, Option<&'d Change>),
}

impl Difference {
    /// Lines that only the new text has, and that only the old one has.
    pub fn counts(&self) -> (usize, usize) {
        let changes = || self.hunks.iter().flat_map(|hunk| &hunk.changes);
        let of = |side| changes().filter(|change| change.side == side).count();
        (of(Side::New), of(Side::Old))
    }

    /// Ready to be shown on this many columns. Side by side, lines are `wrap`ped in their half, or cut.
    pub fn lines(&self, columns: u16, wrap: bool) -> Vec<Line> {
        if self.hunks.is_empty() {
            let same = "The two copies are the same, byte for byte.";
            return vec![Line::of(same, Ink::Dim)];
        }
        match columns >= BESIDE {
            true => self.beside(usize::from(columns), wrap),
            false => self.unified(),
        }
    }

    /// One column, as a unified diff has it.
    fn unified(&self) -> Vec<Line> {
        let mut lines = vec![
            Line::of(&format!("--- {}", self.labels[0]), Ink::Removed),
            Line::of(&format!("+++ {}", self.labels[1]), Ink::Added),
        ];
        for hunk in &self.hunks {
            lines.push(Line::of(&hunk.header, Ink::Info));
            for run in runs(&hunk.changes) {
                for change in run {
                    let (sign, ink) = look(change.side);
                    let line = Line::of(sign, ink).hanging(1);
                    lines.push(marked(line, change, partner(run, change)));
                    if change.unended {
                        let told = "\\ no line end at the end of the file";
                        lines.push(Line::of(told, Ink::Dim));
                    }
                }
            }
        }
        lines
    }

    /// Two columns: the old text on the left, the new one on the right.
    fn beside(&self, columns: usize, wrap: bool) -> Vec<Line> {
        let room = columns.saturating_sub(width(BETWEEN));
        let halves = [room - room / 2, room / 2];
        let [left, right] = [("- ", Ink::Removed), ("+ ", Ink::Added)];
        let label = |at: usize, (sign, ink): (&str, Ink)| {
            let shown = fit(&visible(&self.labels[at]), halves[at].saturating_sub(2));
            Line::of(sign, ink).with(&shown, ink)
        };
        let mut lines = vec![beside(halves, label(0, left), label(1, right))];
        let numbers = self.hunks.iter().flat_map(|hunk| &hunk.changes);
        let highest = numbers.flat_map(|change| change.numbers).flatten().max();
        let digits = highest.unwrap_or(1).to_string().len();
        for (at, hunk) in self.hunks.iter().enumerate() {
            if at > 0 {
                lines.push(Line::of(&format!("{:>digits$} ⋯", ""), Ink::Dim));
            }
            for row in rows(&hunk.changes) {
                let cells = match row {
                    Row::Same(change) => {
                        [half(change, 0, digits, None), half(change, 1, digits, None)]
                    }
                    Row::Pair(old, new) => [
                        old.map_or_else(Line::default, |change| half(change, 0, digits, new)),
                        new.map_or_else(Line::default, |change| half(change, 1, digits, old)),
                    ],
                };
                let [left, right] = cells;
                if !wrap {
                    lines.push(beside(halves, left, right));
                    continue;
                }
                let cells = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
                let [mut left, mut right] =
                    [left.wrap(cells(halves[0])), right.wrap(cells(halves[1]))];
                let height = left.len().max(right.len());
                left.resize_with(height, Line::default);
                right.resize_with(height, Line::default);
                let both = left.into_iter().zip(right);
                lines.extend(both.map(|(left, right)| beside(halves, left, right)));
            }
        }
        lines
    }
}

fn look(side: Side) -> (&'static str, Ink) {
    match side {
        Side::Both => (" ", Ink::Text),
        Side::Old => ("-", Ink::Removed),
        Side::New => ("+", Ink::Added),
    }
}

/// The lines cut where both sides agree, so that what replaces what stays together.
fn runs(changes: &[Change]) -> impl Iterator<Item = &[Change]> {
    changes.chunk_by(|a, b| (a.side == Side::Both) == (b.side == Side::Both))
}

/// The line on the other side that took the place of this one, or whose place it took.
fn partner<'d>(run: &'d [Change], change: &Change) -> Option<&'d Change> {
    rows(run).into_iter().find_map(|row| match row {
        Row::Pair(Some(old), Some(new)) if std::ptr::eq(old, change) => Some(new),
        Row::Pair(Some(old), Some(new)) if std::ptr::eq(new, change) => Some(old),
        _ => None,
    })
}

/// Pairs what stands side by side: the first line that went with the first that came, and so on.
fn rows(changes: &[Change]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for run in runs(changes) {
        if run.first().is_some_and(|change| change.side == Side::Both) {
            rows.extend(run.iter().map(Row::Same));
            continue;
        }
        let of = |side| run.iter().filter(move |change| change.side == side);
        let (mut old, mut new) = (of(Side::Old), of(Side::New));
        loop {
            match (old.next(), new.next()) {
                (None, None) => break,
                (old, new) => rows.push(Row::Pair(old, new)),
            }
        }
    }
    rows
}

/// One half of a row: the number, the sign, the text.
fn half(change: &Change, side: usize, digits: usize, other: Option<&Change>) -> Line {
    let number = change.numbers[side].map_or(String::new(), |number| number.to_string());
    let (sign, ink) = look(change.side);
    let line = Line::of(&format!("{number:>digits$} "), Ink::Dim)
        .with(sign, ink)
        .with(" ", Ink::Text)
        .hanging(u16::try_from(digits + 3).unwrap_or(4));
    let line = marked(line, change, other);
    match change.unended {
        true => line.with(" (no line end)", Ink::Dim),
        false => line,
    }
}

/// The text of a line; where another line took its place, only what differs stands out.
fn marked(line: Line, change: &Change, other: Option<&Change>) -> Line {
    let (_, ink) = look(change.side);
    let text = change.text.as_str();
    let Some((start, end)) = other.and_then(|other| differing(text, &other.text)) else {
        return line.with(text, ink);
    };
    line.with(&text[..start], Ink::Text)
        .with(&text[start..end], ink)
        .with(&text[end..], Ink::Text)
}

/// Where `text` differs from `other`, in bytes, whole characters and words; `None` when they have too
/// little in common to be the same line.
fn differing(text: &str, other: &str) -> Option<(usize, usize)> {
    let same = |(a, b): &(&str, &str)| a == b;
    let both = text.graphemes(true).zip(other.graphemes(true));
    let start: usize = both.take_while(same).map(|(a, _)| a.len()).sum();
    let letter = |c: char| c.is_ascii_alphanumeric();
    let word = |at: usize| {
        let joined = text[at..].starts_with(letter) || other[at..].starts_with(letter);
        let head = text[..at].trim_end_matches(letter);
        if joined { head.len() } else { at }
    };
    let start = word(start);
    let (rest, others) = (&text[start..], &other[start..]);
    let both = rest.graphemes(true).rev().zip(others.graphemes(true).rev());
    let tail: usize = both.take_while(same).map(|(a, _)| a.len()).sum();
    let (cut, others) = (rest.len() - tail, others.len() - tail);
    let joined = rest[..cut].ends_with(letter) || other[start..start + others].ends_with(letter);
    let tail = match joined {
        true => rest[cut..].trim_start_matches(letter).len(),
        false => tail,
    };
    let kept = start + tail;
    (kept * 3 >= text.len().max(other.len())).then_some((start, text.len() - tail))
}

/// Two halves on one row, each cut or filled to its width.
fn beside(halves: [usize; 2], left: Line, right: Line) -> Line {
    let left = left.fitted(halves[0]);
    let gap = " ".repeat(halves[0].saturating_sub(left.width()));
    let mut line = left.with(&gap, Ink::Text).with(BETWEEN, Ink::Dim);
    line.pieces.extend(right.fitted(halves[1]).pieces);
    line
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
