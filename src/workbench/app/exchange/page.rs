//! A text to read over a screen: a file from elsewhere, or a difference. Nothing of it is obeyed by
//! the terminal: every line is made visible.

use std::borrow::Cow;

use crate::library::write::NewFile;
use crate::skill::bytes::{Encoding, decode};
use crate::workbench::app::difference::Difference;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::layout::Area;
use crate::workbench::app::preview::files::bytes;

/// Lines of one text at most: what is longer is no text to read.
const MOST: usize = 20_000;
/// Columns of the line numbers.
const NUMBERS: u16 = 7;

/// A piece of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A line.
    Line(Line),
    /// What differs, with what it is.
    Difference(&'static str, Difference),
}

/// The text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What stands on its frame.
    pub title: String,
    /// Its lines, and differences that are laid out for the screen.
    pub parts: Vec<Part>,
    /// The first row shown; of a file, the first line.
    pub scroll: usize,
}

impl Page {
    /// From its start.
    pub fn new(title: &str, parts: Vec<Part>) -> Self {
        Self {
            title: title.to_owned(),
            parts,
            scroll: 0,
        }
    }

    /// A file, with `line` (from 1) in sight.
    pub fn of_file(file: &NewFile, line: usize) -> Self {
        let parts = text_of(file).into_iter().map(Part::Line);
        let mut page = Self::new(&file.path, parts.collect());
        let last = page.parts.len().saturating_sub(1);
        page.scroll = line.saturating_sub(4).min(last);
        page
    }

    /// Everything on this many columns, lines not wrapped yet.
    fn rows(&self, columns: u16) -> Vec<Cow<'_, Line>> {
        let parts = self.parts.iter();
        parts
            .flat_map(|part| match part {
                Part::Line(line) => vec![Cow::Borrowed(line)],
                Part::Difference(what, difference) => {
                    let head = Line::of(what, Ink::Accent);
                    let lines = difference.lines(columns, true).into_iter();
                    let all = [head].into_iter().chain(lines).chain([Line::default()]);
                    all.map(Cow::Owned).collect()
                }
            })
            .collect()
    }

    /// What shows in an area, and how many rows are left below.
    pub fn shown(&self, area: Area) -> (Vec<Line>, usize) {
        let height = usize::from(area.height);
        let rows = self.rows(area.width);
        let left = rows.len().saturating_sub(self.scroll + height);
        let shown = rows.into_iter().skip(self.scroll).take(height);
        let shown = shown.flat_map(|line| line.into_owned().wrap(area.width));
        (shown.take(height).collect(), left)
    }

    /// Scrolls in an area; false for a key that does not.
    pub fn key(&mut self, chord: Chord, area: Area) -> bool {
        let page = usize::from(area.height.max(1));
        let to = match chord.code {
            Code::Down | Code::Char('j') => self.scroll + 1,
            Code::Up | Code::Char('k') => self.scroll.saturating_sub(1),
            Code::PageDown | Code::Char(' ') => self.scroll + page,
            Code::PageUp => self.scroll.saturating_sub(page),
            Code::Home | Code::Char('g') => 0,
            Code::End | Code::Char('G') => usize::MAX,
            _ => return false,
        };
        let last = self.rows(area.width).len().saturating_sub(1);
        self.scroll = to.min(last);
        true
    }
}

fn text_of(file: &NewFile) -> Vec<Line> {
    let decoded = decode(&file.bytes);
    let size = bytes(file.bytes.len() as u64);
    if decoded.text.contains('\0') {
        let what = format!("{size} of bytes that are no text");
        return vec![Line::of(&what, Ink::Dim)];
    }
    let mut lines = Vec::new();
    if !matches!(decoded.encoding, Encoding::Utf8) {
        let what = "This is not UTF-8; it is shown as far as it can be.";
        lines.push(Line::of(what, Ink::Warning));
    }
    let text = decoded.text.lines().enumerate();
    lines.extend(text.take(MOST).map(|(at, text)| {
        Line::of(&format!("{:>5}  ", at + 1), Ink::Dim)
            .with(text, Ink::Text)
            .hanging(NUMBERS)
    }));
    let left = decoded.text.lines().count().saturating_sub(MOST);
    if left > 0 {
        let what = match left {
            1 => "1 more line is not shown".to_owned(),
            left => format!("{left} more lines are not shown"),
        };
        lines.push(Line::of(&what, Ink::Dim));
    }
    if lines.is_empty() {
        lines.push(Line::of("The file is empty.", Ink::Dim));
    }
    lines
}
