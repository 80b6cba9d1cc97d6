//! A merge being done: hunk by hunk, until each has an outcome.

use std::ops::Range;

use super::ink::{Ink, Line};
use super::key::Chord;
use super::layout::Area;
use super::stand::{hint_key, inside};
use super::weigh::Weigh;
use crate::skill::document::line_ends;
use crate::skill::lines::LineIndex;
use crate::skill::merge::{Choice, Hunk, Kind, Merge, Side};
use crate::workbench::edit::Editor;

/// Lines of unchanged text shown around a change.
const AROUND: usize = 2;
/// Columns of the names on the left.
const NAMES: u16 = 9;

/// A merge being done.
#[derive(Clone, Debug)]
pub struct Merging {
    /// The three texts.
    pub merge: Merge,
    /// What becomes of each hunk.
    pub choices: Vec<Option<Choice>>,
    /// Indexes of the hunks that somebody changed.
    pub changed: Vec<usize>,
    /// The selected one, an index into `changed`.
    pub at: usize,
    /// Rows scrolled beyond the start of the selected hunk.
    pub scroll: usize,
    /// Its outcome, while it is written by hand.
    pub editing: Option<Editor>,
}

/// Rows of the outcome that is written by hand.
pub const OUTCOME: usize = 6;

/// What the keys do, row by row; each hint begins with its key.
pub const KEYS: [&str; 2] = [
    "n next  p back  m mine  t theirs",
    "b both  B swapped  o before  e edit",
];

/// Where everything stands on a screen.
pub struct MergeStand {
    /// The rows of text.
    pub body: Area,
    /// The keys, or the outcome while it is written.
    pub foot: Area,
    /// Everything.
    pub rows: Vec<Line>,
    /// The first row shown.
    pub top: usize,
}

impl MergeStand {
    /// On a screen.
    pub fn new(merging: &Merging, screen: Area) -> Self {
        let (_, body) = inside(Weigh::area(screen)).split_top(1);
        let below = match merging.editing {
            Some(_) => OUTCOME + 1,
            None => KEYS.len(),
        };
        let below = u16::try_from(below).unwrap_or(u16::MAX);
        let (body, foot) = body.split_bottom(below.min(body.height.saturating_sub(2)));
        let (rows, selected) = merging.rows(body.width);
        let height = usize::from(body.height);
        // The selected change is whole in sight where it can be, with a little of what stands before it.
        let before = 2.min(height.saturating_sub(selected.len()));
        let top = selected.start.saturating_sub(before) + merging.scroll;
        let top = top.min(rows.len().saturating_sub(height));
        Self {
            body,
            foot,
            rows,
            top,
        }
    }

    /// The change on a row of the screen.
    pub fn change_at(&self, x: u16, y: u16) -> Option<usize> {
        let row = usize::from(y.checked_sub(self.body.y)?);
        let inside = self.body.holds(x, y);
        self.rows.get(self.top + row).filter(|_| inside)?.pick
    }

    /// The key of the hint under a cell.
    pub fn key_at(&self, x: u16, y: u16) -> Option<Chord> {
        let row = usize::from(y.checked_sub(self.foot.y)?);
        let hints = KEYS.get(row).filter(|_| self.foot.holds(x, y))?;
        hint_key(hints, usize::from(x - self.foot.x))
    }
}

impl Merging {
    /// Begins, at the first place that needs a choice.
    pub fn new(merge: Merge) -> Self {
        let hunks = merge.hunks().iter().enumerate();
        let changed: Vec<usize> = hunks
            .filter(|(_, hunk)| hunk.kind != Kind::Same)
            .map(|(at, _)| at)
            .collect();
        let mut merging = Self {
            choices: merge.choices(),
            merge,
            changed,
            at: 0,
            scroll: 0,
            editing: None,
        };
        merging.at = merging.open().unwrap_or(0);
        merging
    }

    /// Takes over what was decided in another merge of the same file, as far as the same lines meet in
    /// the same order.
    pub fn carry(&mut self, before: &Self) {
        let lines = |of: &Self, at: usize| {
            let hunk = &of.merge.hunks()[at];
            let sides = [Side::Base, Side::Ours, Side::Theirs];
            let sides = sides.map(|side| of.merge.lines(hunk, side).to_owned());
            (hunk.kind, sides)
        };
        let mut known = before.changed.iter().copied();
        for at in self.changed.clone() {
            let wanted = lines(self, at);
            let mut rest = known.clone();
            if let Some(found) = rest.find(|old| lines(before, *old) == wanted) {
                self.choices[at].clone_from(&before.choices[found]);
                known = rest;
            }
        }
        self.at = 0;
        self.at = self.open().unwrap_or(0);
    }

    /// The first change without an outcome, from the selected one on and round.
    pub fn open(&self) -> Option<usize> {
        let count = self.changed.len();
        (0..count)
            .map(|away| (self.at + away) % count)
            .find(|at| self.choices[self.changed[*at]].is_none())
    }

    /// How many changes have no outcome yet.
    pub fn undecided(&self) -> usize {
        self.choices
            .iter()
            .filter(|choice| choice.is_none())
            .count()
    }

    /// The index of the selected hunk.
    pub fn selected(&self) -> Option<usize> {
        self.changed.get(self.at).copied()
    }

    /// Selects another change.
    pub fn go(&mut self, at: usize) {
        self.at = at.min(self.changed.len().saturating_sub(1));
        self.scroll = 0;
    }

    /// Decides the selected hunk.
    pub fn choose(&mut self, choice: Choice) {
        if let Some(at) = self.selected() {
            self.choices[at] = Some(choice);
        }
    }

    /// What becomes of the selected hunk, to begin with when it is written by hand.
    pub fn outcome(&self) -> String {
        let Some(at) = self.selected() else {
            return String::new();
        };
        let hunk = &self.merge.hunks()[at];
        let choice = self.choices[at].clone();
        let choice = choice.unwrap_or(Choice::OursThenTheirs);
        self.merge.outcome(hunk, &choice).into_owned()
    }

    /// Decides the selected hunk for a text written by hand. It stays whole lines where both sides are.
    pub fn write(&mut self, mut text: String) {
        if let Some(at) = self.selected() {
            let hunk = &self.merge.hunks()[at];
            let sides = [Side::Ours, Side::Theirs].map(|side| self.merge.lines(hunk, side));
            let whole = sides
                .iter()
                .all(|text| text.is_empty() || text.ends_with(['\n', '\r']));
            if whole && !text.is_empty() && !text.ends_with(['\n', '\r']) {
                text.push_str(line_ends(self.merge.whole(Side::Ours)).text());
            }
        }
        self.choose(Choice::Text(text));
    }

    /// What stands above: where one is, and what is missing.
    pub fn head(&self) -> Line {
        let place = format!("change {} of {}", self.at + 1, self.changed.len());
        let line = Line::of(&place, Ink::Strong).with("  ", Ink::Text);
        match self.undecided() {
            0 => line.with("all are decided: Enter applies", Ink::Good),
            1 => line.with("1 is not decided", Ink::Warning),
            n => line.with(&format!("{n} are not decided"), Ink::Warning),
        }
    }

    /// Everything, and the rows of the selected change.
    pub fn rows(&self, columns: u16) -> (Vec<Line>, Range<usize>) {
        let mut rows = Vec::new();
        let mut selected = 0..0;
        let starts = LineIndex::new(self.merge.whole(Side::Ours));
        let last = self.merge.hunks().len().saturating_sub(1);
        for (at, hunk) in self.merge.hunks().iter().enumerate() {
            let Some(number) = self.changed.binary_search(&at).ok() else {
                same(&self.merge, hunk, (at > 0, at < last), columns, &mut rows);
                continue;
            };
            let begin = rows.len();
            let line = starts.line_of(hunk.ours.start) + 1;
            self.change(hunk, number, line, columns, &mut rows);
            for row in &mut rows[begin..] {
                row.pick = Some(number);
            }
            if number == self.at {
                selected = begin..rows.len();
            }
        }
        (rows, selected)
    }

    fn change(&self, hunk: &Hunk, number: usize, line: usize, columns: u16, rows: &mut Vec<Line>) {
        let here = number == self.at;
        let choice = self.choices[self.changed[number]].as_ref();
        let (mark, ink) = if here {
            ("▸", Ink::Accent)
        } else {
            (" ", Ink::Dim)
        };
        let (what, what_ink) = match hunk.kind {
            Kind::Conflict => ("both changed it", Ink::Warning),
            Kind::Ours => ("you changed it", Ink::Info),
            Kind::Theirs => ("they changed it", Ink::Info),
            Kind::Both | Kind::Same => ("both made the same change", Ink::Info),
        };
        let (done, done_ink) = match choice {
            None => ("not decided", Ink::Error),
            Some(Choice::Take(Side::Ours)) if hunk.kind == Kind::Both => ("taken", Ink::Good),
            Some(Choice::Take(Side::Ours)) => ("mine", Ink::Good),
            Some(Choice::Take(Side::Theirs)) => ("theirs", Ink::Good),
            Some(Choice::Take(Side::Base)) => ("as before", Ink::Good),
            Some(Choice::OursThenTheirs) => ("mine, then theirs", Ink::Good),
            Some(Choice::TheirsThenOurs) => ("theirs, then mine", Ink::Good),
            Some(Choice::Text(_)) => ("by hand", Ink::Good),
        };
        let head = Line::of(&format!("{mark} {}", number + 1), ink)
            .with(&format!("  line {line}  "), Ink::Dim)
            .with(what, what_ink)
            .with("  → ", Ink::Dim)
            .with(done, done_ink);
        rows.push(head);
        let sides: &[(&str, Side, Ink)] = match hunk.kind {
            Kind::Conflict => &[
                ("before", Side::Base, Ink::Dim),
                ("mine", Side::Ours, Ink::Added),
                ("theirs", Side::Theirs, Ink::Info),
            ],
            Kind::Theirs => &[
                ("before", Side::Base, Ink::Dim),
                ("theirs", Side::Theirs, Ink::Info),
            ],
            _ => &[
                ("before", Side::Base, Ink::Dim),
                ("mine", Side::Ours, Ink::Added),
            ],
        };
        for (name, side, ink) in sides {
            block(name, self.merge.lines(hunk, *side), *ink, columns, rows);
        }
        if let Some(choice @ (Choice::Text(_) | Choice::OursThenTheirs | Choice::TheirsThenOurs)) =
            choice
        {
            let outcome = self.merge.outcome(hunk, choice);
            block("result", &outcome, Ink::Text, columns, rows);
        }
    }
}

/// Some lines with a name before the first.
fn block(name: &str, text: &str, ink: Ink, columns: u16, rows: &mut Vec<Line>) {
    let name = format!("  {name:<7}");
    if text.is_empty() {
        let none = Line::of(&name, Ink::Dim).with("(no lines)", Ink::Dim);
        rows.push(none);
        return;
    }
    let unfinished = !text.ends_with(['\n', '\r']);
    let blank = " ".repeat(usize::from(NAMES));
    let mut lines = crate::skill::lines::lines_in(text, 0..text.len()).peekable();
    let mut first = true;
    while let Some(line) = lines.next() {
        let label = if first { &name } else { &blank };
        first = false;
        let mut row = Line::of(label, Ink::Dim)
            .with("│ ", Ink::Dim)
            .with(&text[line], ink)
            .hanging(NAMES + 2);
        if unfinished && lines.peek().is_none() {
            row = row.with(" (no line end)", Ink::Dim);
        }
        rows.extend(row.wrap(columns));
    }
}

/// Unchanged text: only what stands beside a change.
fn same(
    merge: &Merge,
    hunk: &Hunk,
    (before, after): (bool, bool),
    columns: u16,
    rows: &mut Vec<Line>,
) {
    let text = merge.lines(hunk, Side::Ours);
    let lines: Vec<_> = crate::skill::lines::lines_in(text, 0..text.len()).collect();
    let head = if before { AROUND } else { 0 };
    let tail = if after { AROUND } else { 0 };
    if lines.len() <= head + tail + 1 {
        lines
            .iter()
            .for_each(|line| plain(&text[line.clone()], columns, rows));
        return;
    }
    for line in &lines[..head] {
        plain(&text[line.clone()], columns, rows);
    }
    let left = lines.len() - head - tail;
    let noun = if left == 1 { "line" } else { "lines" };
    rows.push(Line::of(
        &format!("  ⋯ {left} {noun} as they were"),
        Ink::Dim,
    ));
    for line in &lines[lines.len() - tail..] {
        plain(&text[line.clone()], columns, rows);
    }
}

fn plain(line: &str, columns: u16, rows: &mut Vec<Line>) {
    let row = Line::of(&" ".repeat(usize::from(NAMES) + 2), Ink::Dim)
        .with(line, Ink::Dim)
        .hanging(NAMES + 2);
    rows.extend(row.wrap(columns));
}
