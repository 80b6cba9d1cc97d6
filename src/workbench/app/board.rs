//! A board: lines under headings, found by typing, gone to with Enter. The help, the overview of
//! what hides what and the log are boards.

use std::ops::Range;

use super::dialog::Picked;
use super::ink::{Ink, Line};
use super::layout::Area;
use crate::workbench::edit::Field;

/// Columns of a board at most.
const MOST: u16 = 110;
/// Rows above the lines: what is typed, and a gap.
const HEAD: u16 = 2;

/// One line of a board.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What is shown.
    pub line: Line,
    /// What the typed words are looked for in.
    pub find: String,
    /// Where Enter goes; `None` for a line that only tells something.
    pub picked: Option<Picked>,
}

/// Lines that belong together.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// What stands above them.
    pub head: Vec<Line>,
    /// The lines.
    pub entries: Vec<Entry>,
}

/// The board.
pub struct Board {
    /// What stands on its frame.
    pub title: &'static str,
    /// What Enter does, on the lower edge.
    pub does: &'static str,
    /// What is typed.
    pub field: Field,
    /// Everything, under headings.
    pub sections: Vec<Section>,
    /// What stands there when there is nothing at all.
    pub empty: &'static str,
    /// The selected line: section, entry.
    pub at: Option<(usize, usize)>,
}

impl Board {
    /// A board with its first line selected.
    pub fn new(title: &'static str, does: &'static str, sections: Vec<Section>) -> Self {
        let mut board = Self {
            title,
            does,
            field: Field::default(),
            sections,
            empty: "nothing here",
            at: None,
        };
        board.at = board.stops().first().copied();
        board
    }

    /// The area of its frame on a screen.
    pub fn area(screen: Area) -> Area {
        screen.centred(MOST, screen.height.saturating_sub(2))
    }

    /// The area of its lines on a screen.
    pub fn body(screen: Area) -> Area {
        let area = Self::area(screen).inset(2, 2);
        area.split_top(1 + HEAD).1.split_bottom(1).0
    }

    fn words(&self) -> Vec<String> {
        let typed = self.field.text().to_lowercase();
        typed.split_whitespace().map(str::to_owned).collect()
    }

    fn matches(entry: &Entry, words: &[String]) -> bool {
        let text = entry.find.to_lowercase();
        words.iter().all(|word| text.contains(word))
    }

    /// The lines that can be selected now.
    fn stops(&self) -> Vec<(usize, usize)> {
        let words = self.words();
        let mut stops = Vec::new();
        for (s, section) in self.sections.iter().enumerate() {
            for (e, entry) in section.entries.iter().enumerate() {
                if entry.picked.is_some() && Self::matches(entry, &words) {
                    stops.push((s, e));
                }
            }
        }
        stops
    }

    /// Fits the selection to what is typed.
    pub fn refit(&mut self) {
        let stops = self.stops();
        if self.at.is_none_or(|at| !stops.contains(&at)) {
            self.at = stops.first().copied();
        }
    }

    /// Moves the selection, and stops at both ends.
    pub fn step(&mut self, by: isize) {
        let stops = self.stops();
        let now = self.at.and_then(|at| stops.iter().position(|s| *s == at));
        let next = now.unwrap_or(0).saturating_add_signed(by);
        self.at = stops.get(next.min(stops.len().saturating_sub(1))).copied();
    }

    /// Where Enter goes now.
    pub fn picked(&self) -> Option<&Picked> {
        let (section, entry) = self.at?;
        let entry = self.sections.get(section)?.entries.get(entry)?;
        entry.picked.as_ref()
    }

    /// Every row at this width, and which of them belong to the selected line.
    pub fn rows(&self, columns: u16) -> (Vec<Line>, Range<usize>) {
        let words = self.words();
        let mut rows = Vec::new();
        let mut selected = 0..0;
        for (s, section) in self.sections.iter().enumerate() {
            let entries = section.entries.iter().enumerate();
            let shown: Vec<_> = entries
                .filter(|(_, entry)| Self::matches(entry, &words))
                .collect();
            if shown.is_empty() {
                continue;
            }
            if !rows.is_empty() {
                rows.push(Line::default());
            }
            let head = section.head.iter().cloned();
            rows.extend(head.flat_map(|line| line.wrap(columns)));
            for (e, entry) in shown {
                let from = rows.len();
                let chosen = self.at == Some((s, e));
                let mut line = entry.line.clone();
                line.marked = chosen;
                line.pick = entry.picked.as_ref().map(|_| s << 20 | e);
                rows.extend(line.wrap(columns));
                if chosen {
                    selected = from..rows.len();
                }
            }
        }
        if rows.is_empty() {
            let why = match words.is_empty() {
                true => self.empty,
                false => "nothing matches",
            };
            rows.extend(Line::of(why, Ink::Dim).wrap(columns));
        }
        (rows, selected)
    }

    /// First row shown of `rows`, so that the selected ones are in sight with what is around them.
    pub fn top(rows: usize, selected: &Range<usize>, height: usize) -> usize {
        // A little more of what was before: the heading stands there.
        let middle = selected.start.saturating_sub(height * 2 / 3);
        middle.min(rows.saturating_sub(height))
    }

    /// Selects the line on a row of its lines, which stand in `body`; true when there is one.
    pub fn click(&mut self, body: Area, y: u16) -> bool {
        let (rows, selected) = self.rows(body.width);
        let top = Self::top(rows.len(), &selected, usize::from(body.height));
        let row = rows.get(top + usize::from(y.saturating_sub(body.y)));
        let Some(pick) = row.and_then(|row| row.pick) else {
            return false;
        };
        self.at = Some((pick >> 20, pick & 0xf_ffff));
        true
    }
}
