//! The screen of all skills by all hosts: what is known of it, and where everything stands in it.

use std::sync::Arc;

use super::dialog::Dialog;
use super::effect::Effect;
use super::ink::{Ink, Line, clipped, width};
use super::layout::Area;
use super::model::Model;
use super::preview::Tab;
use super::preview::hosts::{dot, ink};
use super::project::is_large;
use crate::host::matrix::{Matrix, Row};
use crate::host::verdict::{State, Verdict};
use crate::host::{FileTree, Place, Profiles};

/// What is to be worked out. Two are equal when they are the same question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Comes back with the answer.
    pub generation: u64,
    /// Every host known.
    pub profiles: Arc<Profiles>,
    /// Where they stand.
    pub place: Place,
    /// The files, unsaved texts among them.
    pub tree: FileTree,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.generation == other.generation
    }
}

impl Eq for Question {}

/// What is known.
#[derive(Debug, Default)]
pub struct Known {
    /// The table; it may be older than the files while a newer one is worked out.
    pub matrix: Option<Arc<Matrix>>,
    /// Hosts that are done, and all of them, while it is worked out.
    pub progress: Option<(usize, usize)>,
    /// Rises with every answer.
    pub answered: u64,
    asked: Option<u64>,
    generation: u64,
}

impl Known {
    /// Lets go of the table.
    pub fn forget(&mut self) {
        self.matrix = None;
        self.stop();
        self.asked = None;
    }

    /// What is worked out is not waited for any more; true when something was.
    pub fn stop(&mut self) -> bool {
        let waits = self.progress.take().is_some();
        if waits {
            self.generation += 1;
            self.asked = None;
        }
        waits
    }
}

/// The dialog. What is selected is known by its names, so it stays when the table is another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Path of the selected skill; none is the first.
    pub skill: Option<String>,
    /// Id of the selected host; none is the first.
    pub host: Option<String>,
    /// All hosts, not only those that judge.
    pub all: bool,
    /// Only skills that are not well with some host.
    pub wrong: bool,
    /// First row shown.
    pub top: usize,
    /// First column shown.
    pub left: usize,
}

/// What of the table is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Indexes of hosts.
    pub columns: Vec<usize>,
    /// Indexes of skills.
    pub rows: Vec<usize>,
    /// Index into `rows` of the selected skill.
    pub row: usize,
    /// Index into `columns` of the selected host.
    pub column: usize,
    /// Skills that are not well with one of the hosts.
    pub wrong: usize,
    /// Skills there are for these hosts.
    pub skills: usize,
}

/// Where everything stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The whole dialog, its frame included.
    pub area: Area,
    /// The line that sums up.
    pub head: Area,
    /// The names of the hosts, then the rows.
    pub body: Area,
    /// What is said of the selected cell.
    pub foot: Area,
    /// Columns of the names of skills.
    pub names: u16,
    /// Columns of one host.
    pub cell: u16,
    /// There is room for words in the cells.
    pub words: bool,
}

impl Grid {
    /// Rows of skills at once.
    pub fn height(&self) -> usize {
        usize::from(self.body.height.saturating_sub(1)).max(1)
    }

    /// Columns of hosts at once.
    pub fn width(&self) -> usize {
        let room = self.body.width.saturating_sub(self.names);
        usize::from(room / self.cell.max(1)).max(1)
    }

    /// The row of a skill and the column of a host at a place, counted from the first ones shown.
    pub fn cell_at(&self, x: u16, y: u16) -> (Option<usize>, Option<usize>) {
        if !self.body.holds(x, y) {
            return (None, None);
        }
        let row = (y - self.body.y).checked_sub(1).map(usize::from);
        let column = (x - self.body.x).checked_sub(self.names);
        let column = column.map(|past| usize::from(past / self.cell.max(1)));
        (row, column.filter(|column| *column < self.width()))
    }
}

/// Columns of a cell with its word.
const WORDS: u16 = 12;
/// Columns of a cell at least, where there are many hosts.
const LEAST: u16 = 9;

/// Places everything.
pub fn grid(model: &Model, matrix: &Matrix, shown: &Shown) -> Grid {
    let screen = model.layout().screen;
    let area = Area::new(0, 1, screen.width, screen.height.saturating_sub(1));
    let inner = Area::new(
        area.x + 2,
        area.y + 1,
        area.width.saturating_sub(4),
        area.height.saturating_sub(2),
    );
    let (head, rest) = inner.split_top(1);
    let foot = if inner.height >= 16 { ROOMY } else { 3 };
    let (body, foot) = rest.split_bottom(foot);
    let cells = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let labels = labels(model, matrix, shown);
    let longest = labels.iter().map(|label| width(label));
    let names = cells(longest.max().unwrap_or(0)).clamp(8, (inner.width / 3).max(8)) + 2;
    let ids = shown.columns.iter().map(|at| matrix.hosts[*at].host.len());
    let full = cells(ids.max().unwrap_or(0) + 2).max(LEAST);
    let room = inner.width.saturating_sub(names);
    let fits = |cell: u16| cells(shown.columns.len()).saturating_mul(cell) <= room;
    let cell = [full.max(WORDS), full, LEAST];
    let cell = cell.into_iter().find(|cell| fits(*cell)).unwrap_or(LEAST);
    Grid {
        area,
        head,
        body,
        foot,
        names,
        cell,
        words: cell >= WORDS,
    }
}

/// What of the table is shown.
pub fn shown(model: &Model, open: &Open, matrix: &Matrix) -> Shown {
    let judged = &model.derived.judged;
    let columns = match open.all {
        false => matrix.columns(judged.iter().map(String::as_str)),
        true => {
            let mut all: Vec<usize> = (0..matrix.hosts.len()).collect();
            // Those that judge come first, the others as they are.
            let rank = |at: &usize| judged.iter().position(|id| *id == matrix.hosts[*at].host);
            all.sort_by_key(|at| rank(at).unwrap_or(usize::MAX));
            all
        }
    };
    let concerned = |row: &&Row| row.concerns(&columns);
    let rows = matrix.skills.iter().enumerate();
    let rows = rows.filter(|(_, row)| concerned(row) && (!open.wrong || bad(model, row, &columns)));
    let rows: Vec<usize> = rows.map(|(at, _)| at).collect();
    let all = matrix.skills.iter().filter(concerned);
    let wrong = all.clone().filter(|row| bad(model, row, &columns)).count();
    let skill = |at: &usize| Some(&matrix.skills[*at].path) == open.skill.as_ref();
    let host = |at: &usize| Some(&matrix.hosts[*at].host) == open.host.as_ref();
    Shown {
        row: rows.iter().position(skill).unwrap_or(0),
        column: columns.iter().position(host).unwrap_or(0),
        wrong,
        skills: all.count(),
        columns,
        rows,
    }
}

/// A host has something else than the file says, or a set of hosts counts its verdict as an error.
fn bad(model: &Model, row: &Row, columns: &[usize]) -> bool {
    let mut cells = columns.iter().map(|at| &row.cells[*at]);
    row.wrong(columns)
        || row.nobody(columns)
        || cells.any(|cell| refused(model, row, cell).is_some())
}

/// The set of hosts that counts a verdict as an error.
pub fn refused<'m>(model: &'m Model, row: &Row, verdict: &Verdict) -> Option<&'m str> {
    let mut sets = model.project.config.sets.iter();
    let set = sets.find(|set| set.minds(row, verdict))?;
    Some(&set.name)
}

/// What the rows are called.
pub fn labels(model: &Model, matrix: &Matrix, shown: &Shown) -> Vec<String> {
    let rows: Vec<&Row> = shown.rows.iter().map(|at| &matrix.skills[*at]).collect();
    matrix.labels(&rows, &model.place)
}

fn plural(n: usize, word: &str) -> String {
    match n {
        1 => format!("1 {word}"),
        n => format!("{n} {word}s"),
    }
}

/// What stands beyond the edges, by the side; in `room` columns, if need be without words.
pub fn beyond(open: &Open, shown: &Shown, grid: &Grid, room: usize) -> String {
    let below = shown.rows.len().saturating_sub(open.top + grid.height());
    let right = shown.columns.len().saturating_sub(open.left + grid.width());
    let sides = [
        (open.left, "←", "host"),
        (right, "→", "host"),
        (open.top, "↑", "skill"),
        (below, "↓", "skill"),
    ];
    let sides = || sides.iter().filter(|(n, ..)| *n > 0);
    let worded = sides().map(|(n, arrow, word)| format!("{arrow} {}", plural(*n, word)));
    let worded = worded.collect::<Vec<_>>().join("  ");
    if width(&worded) <= room {
        return worded;
    }
    let bare = sides().map(|(n, arrow, _)| format!("{arrow} {n}"));
    bare.collect::<Vec<_>>().join("  ")
}

/// The line that sums up.
pub fn head(open: &Open, shown: &Shown, known: &Known) -> Line {
    let hosts = match open.all {
        true if shown.columns.len() == 1 => "the only host".to_owned(),
        true => format!("all {} hosts", shown.columns.len()),
        false if shown.columns.len() == 1 => "1 host that judges".to_owned(),
        false => format!("{} that judge", plural(shown.columns.len(), "host")),
    };
    let line = Line::of(&plural(shown.skills, "skill"), Ink::Strong)
        .with(" by ", Ink::Dim)
        .with(&hosts, Ink::Text);
    let line = match shown.wrong {
        0 => line.with("  all is well", Ink::Good),
        n => line.with(&format!("  {n} not well"), Ink::Warning),
    };
    let line = match open.wrong {
        true => line.with("  only these are shown", Ink::Accent),
        false => line,
    };
    match known.progress {
        Some((done, of)) => line.with(&format!("  working it out: {done} of {of} hosts"), Ink::Dim),
        None => line,
    }
}

/// What is said of a cell, as far as there is room for it.
pub fn said(model: &Model, matrix: &Matrix, shown: &Shown, room: Area) -> Vec<Line> {
    let row = shown.rows.get(shown.row).map(|at| &matrix.skills[*at]);
    let (Some(row), Some(&column)) = (row, shown.columns.get(shown.column)) else {
        return Vec::new();
    };
    let verdict = &row.cells[column];
    let head = Line::of(dot(verdict.state), ink(verdict.state))
        .with(" ", Ink::Text)
        .with(&row.name, Ink::Strong)
        .with(" for ", Ink::Dim)
        .with(&verdict.host, Ink::Strong)
        .with("  ", Ink::Text)
        .with(&verdict.text, ink(verdict.state));
    let head = match refused(model, row, verdict) {
        Some(set) => head.with(&format!("  an error for {set}"), Ink::Error),
        None => head,
    };
    let loaded = row.loaded(&shown.columns);
    let loaded = format!("  loaded by {loaded} of {}", shown.columns.len());
    let path = Line::of(&model.short_path(&row.path), Ink::Info).with(&loaded, Ink::Text);
    let looks = (verdict.state == State::NotLookedFor)
        .then(|| Line::of(&matrix.hosts[column].looks, Ink::Dim));
    let details = verdict.details.iter().map(|detail| {
        let ink = if detail.aside { Ink::Dim } else { Ink::Text };
        Line::of(&detail.text, ink)
    });
    let why: Vec<Line> = looks.into_iter().chain(details).collect();
    // What decides comes before where the file lies, where there is not room for both.
    let lines: Vec<Line> = match room.height < ROOMY {
        true => [head].into_iter().chain(why).chain([path]).collect(),
        false => [head, path].into_iter().chain(why).collect(),
    };
    let lines = lines.into_iter().flat_map(|line| line.wrap(room.width));
    clipped(lines.collect(), room.height.into(), room.width.into())
}

/// Rows of what is said of a cell where there is room.
const ROOMY: u16 = 4;

/// Asks for the table while it is open and the files are others than it knows.
pub fn ask(model: &mut Model) -> Option<Effect> {
    let large = is_large(&model.disk.tree);
    let open = matches!(model.dialog, Some(Dialog::Matrix(_)));
    let open = open || large && model.preview.tab == Tab::Hosts && model.layout().preview.is_some();
    if large && !open {
        // It is much, and made again when it is wanted.
        model.matrix.forget();
    }
    // Of very many skills it is made of what is saved.
    let revision = match large {
        true => model.disk.revision,
        false => model.revision,
    };
    if !open || !model.disk.ready || model.matrix.asked == Some(revision) {
        return None;
    }
    let known = &mut model.matrix;
    known.asked = Some(revision);
    known.generation += 1;
    known.progress = Some((0, model.profiles.iter().count()));
    Some(Effect::Matrix(Box::new(Question {
        generation: known.generation,
        profiles: model.profiles.clone(),
        place: model.place.clone(),
        tree: model.live.tree.clone(),
    })))
}

/// Some hosts are done.
pub fn progress(model: &mut Model, generation: u64, done: usize, of: usize) {
    if generation == model.matrix.generation {
        model.matrix.progress = Some((done, of));
    }
}

/// The table is here; an answer to an older question is dropped.
pub fn answered(model: &mut Model, generation: u64, matrix: Arc<Matrix>) {
    if generation == model.matrix.generation {
        model.matrix.progress = None;
        model.matrix.answered += 1;
        model.matrix.matrix = Some(matrix);
    }
}
