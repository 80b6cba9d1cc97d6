//! Where dialogs stand, and what stands on their lower edge, for drawing and for the mouse alike.

use super::board::Board;
use super::dialog::{Ask, Dialog, NameSkill, NewSkill, Pick};
use super::footer::notice;
use super::foresee;
use super::ink::{Ink, Line, clipped, width};
use super::key::Chord;
use super::layout::Area;
use super::matrix;
use super::model::Model;
use super::weigh::{View, Weigh};
use crate::host::profile::Fences;

/// Columns left of what is typed or said about a name.
pub const NAME: u16 = 6;
/// Between two hints.
const GAP: &str = "  ";
/// From this many columns on the table names all its keys.
const ALL_KEYS: u16 = 84;

fn cells(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// The area inside a frame.
pub fn inside(area: Area) -> Area {
    if area.width < 4 || area.height < 3 {
        return area;
    }
    Area::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2)
}

/// The frame of the dialog on top.
pub fn area(model: &Model) -> Option<Area> {
    let screen = model.layout().screen;
    Some(match model.dialog.as_ref()? {
        Dialog::Board(_) => Board::area(screen),
        Dialog::Pick(pick) => Picks::new(pick, screen).area,
        Dialog::New(dialog) => {
            let wanted = cells(new_lines(model, dialog, NEW).len()).saturating_add(4);
            screen.centred(NEW, wanted.min(screen.height.saturating_sub(2)).max(8))
        }
        Dialog::NewFile(_) => screen.centred(70, 5),
        Dialog::GoTo(_) => screen.centred(52, 4),
        Dialog::Name(dialog) => {
            let columns = screen.columns(NEW);
            let rows = cells(name_lines(dialog, columns).len()).saturating_add(4);
            screen.centred(columns, rows.max(8).min(screen.height.saturating_sub(1)))
        }
        Dialog::Ask(ask) => Asked::new(ask, screen).area,
        Dialog::Matrix(open) => {
            let table = model.matrix.matrix.clone().unwrap_or_default();
            matrix::grid(model, &table, &matrix::shown(model, open, &table)).area
        }
        Dialog::Fetch(fetch) => fetch.area(screen),
        Dialog::Look(look) => look.area(screen),
        Dialog::Weigh(weigh) => match &weigh.view {
            View::Question | View::Sure => Asked::new(&weigh.question(model), screen).area,
            View::Difference(_) | View::Merge(_) => Weigh::area(screen),
        },
    })
}

/// Where the one line stands that is typed into.
pub fn field(model: &Model) -> Option<Area> {
    let frame = area(model)?;
    let (row, below) = inside(frame).split_top(1);
    match model.dialog.as_ref()? {
        Dialog::Board(_) | Dialog::Pick(_) => Some(row.inset(2, 0)),
        Dialog::New(_) | Dialog::Name(_) => Some(row.inset(NAME, 0)),
        Dialog::NewFile(_) => Some(below.split_top(1).0),
        Dialog::Fetch(fetch) => fetch.source.as_ref().map(|_| row.inset(2, 0)),
        Dialog::GoTo(_) | Dialog::Look(_) => Some(row),
        Dialog::Ask(_) | Dialog::Weigh(_) | Dialog::Matrix(_) => None,
    }
}

/// What its keys do, on its lower edge: each hint begins with its key.
pub fn hint(model: &Model) -> Option<String> {
    const ANSWERS: &str = "Enter answers  Esc cancels";
    let wide = model.size.0 >= ALL_KEYS;
    let hint = match model.dialog.as_ref()? {
        Dialog::Board(board) => format!("type to find  Enter {}  Esc closes", board.does),
        Dialog::Pick(_) => "Enter takes  Esc closes".to_owned(),
        Dialog::New(_) => "Enter creates  ↑↓ template  Esc cancels".to_owned(),
        Dialog::NewFile(dialog) if dialog.keeps.is_some() => {
            "Enter saves it there  Esc cancels".to_owned()
        }
        Dialog::NewFile(dialog) if dialog.old.is_none() => "Enter makes it  Esc cancels".to_owned(),
        Dialog::NewFile(_) => "Enter renames  Esc cancels".to_owned(),
        Dialog::GoTo(_) => "Enter goes  Esc cancels".to_owned(),
        Dialog::Name(dialog) if dialog.copy => "Enter copies  Esc cancels".to_owned(),
        Dialog::Name(_) => "Enter renames  Esc cancels".to_owned(),
        Dialog::Ask(_) => ANSWERS.to_owned(),
        Dialog::Matrix(_) if wide => {
            "arrows move  w only what is not well  a all hosts  Enter opens  Esc back".to_owned()
        }
        Dialog::Matrix(_) => "w not well  a all hosts  Enter opens  Esc back".to_owned(),
        Dialog::Fetch(fetch) => fetch.does().to_owned(),
        Dialog::Look(look) if look.asks() => ANSWERS.to_owned(),
        Dialog::Look(look) => look.does(model.size).to_owned(),
        Dialog::Weigh(weigh) => match &weigh.view {
            View::Question | View::Sure if weigh.armed => ANSWERS.to_owned(),
            View::Question | View::Sure => "answers count after a pause".to_owned(),
            View::Difference(_) => "j k scroll  Esc back".to_owned(),
            View::Merge(merging) => match merging.editing {
                Some(_) => "Esc done".to_owned(),
                None => "Enter applies  Esc back".to_owned(),
            },
        },
    };
    Some(hint)
}

/// Columns in which it stands on the lower edge how much is below.
const REST: u16 = 14;

/// What the keys of the dialog on top do, and where that stands, column and row: on its lower edge, or
/// without room there in the place of the keys of the panes, which do nothing now.
pub fn edge(model: &Model) -> Option<(String, (u16, u16))> {
    let (hint, mut area) = (hint(model)?, area(model)?);
    if let Some(Dialog::Look(look)) = &model.dialog
        && !look.asks()
    {
        // How much is below stands under each side.
        let places = look.places(model.size);
        let side = places.details.or(places.things).unwrap_or(area);
        let end = area.x + area.width;
        area.x = (side.x + REST).min(end);
        area.width = end - area.x;
    }
    let footer = model.layout().footer.inset(1, 1);
    let place = hint_at(area, &hint);
    // A message that goes with the next key takes the row below.
    let below = notice(model).is_none().then_some((footer.x, footer.y));
    let hint = match place {
        Some(_) => hint,
        None => fitting(hint, footer.width.into()),
    };
    Some((hint, place.or(below)?))
}

/// As many whole hints as there is room for, the last ones first: the way out stands at the end.
fn fitting(mut hints: String, columns: usize) -> String {
    while width(&hints) > columns
        && let Some((_, rest)) = hints.split_once(GAP)
    {
        hints = rest.to_owned();
    }
    hints
}

/// Where a hint stands on the lower edge of a frame: its column and row; `None` without room.
fn hint_at(area: Area, hint: &str) -> Option<(u16, u16)> {
    let wide = width(hint);
    (area.height > 2 && usize::from(area.width) > wide + 6).then(|| {
        (
            area.x + area.width - 3 - cells(wide),
            area.y + area.height - 1,
        )
    })
}

/// The key that the hint under a column begins with; `x` counts from the start of the hints.
pub fn hint_key(hints: &str, x: usize) -> Option<Chord> {
    let mut at = 0;
    for hint in hints.split(GAP) {
        let wide = width(hint);
        if (at..at + wide).contains(&x) {
            return hint.split_whitespace().next()?.parse().ok();
        }
        at += wide + width(GAP);
    }
    None
}

/// Columns of a pick at most.
const PICK: u16 = 110;

/// Where a pick stands.
pub struct Picks {
    /// Its frame.
    pub area: Area,
    /// The rows of its choices.
    pub rows: Area,
    /// The first choice shown.
    pub top: usize,
}

impl Picks {
    /// On a screen.
    pub fn new(pick: &Pick, screen: Area) -> Self {
        let wanted = cells(pick.choices.len()).saturating_add(4);
        let most = screen.height.saturating_sub(2).max(6);
        let area = screen.centred(PICK, wanted.clamp(6, most));
        let rows = inside(area).split_top(2).1;
        let top = (pick.at + 1).saturating_sub(usize::from(rows.height.max(1)));
        Self { area, rows, top }
    }
}

/// A question as it stands.
pub struct Asked {
    /// Its frame.
    pub area: Area,
    /// Where its text stands.
    pub text: Area,
    /// The text.
    pub lines: Vec<Line>,
    /// Its answers, in their order: where each stands, and how it reads.
    pub answers: Vec<(Area, String)>,
}

impl Asked {
    /// The answer above or below another: with all of them in one row, the one beside it.
    pub fn beyond(&self, at: usize, down: bool) -> usize {
        let Some((here, _)) = self.answers.get(at) else {
            return at;
        };
        let last = self.answers.len().saturating_sub(1);
        if self.answers.iter().all(|(area, _)| area.y == here.y) {
            return if down {
                (at + 1).min(last)
            } else {
                at.saturating_sub(1)
            };
        }
        let others = self.answers.iter().enumerate();
        let others = others.filter(|(_, (area, _))| match down {
            true => area.y > here.y,
            false => area.y < here.y,
        });
        let nearest =
            others.min_by_key(|(_, (area, _))| (area.y.abs_diff(here.y), area.x.abs_diff(here.x)));
        nearest.map_or(at, |(at, _)| at)
    }

    /// On a screen.
    pub fn new(ask: &Ask, screen: Area) -> Self {
        let columns = screen.columns(72);
        let wide = columns.saturating_sub(4);
        let lines = ask.lines.iter().flat_map(|line| line.clone().wrap(wide));
        let lines: Vec<Line> = lines.collect();
        // Where each answer stands: row, column, columns.
        let mut places: Vec<(u16, u16, u16)> = Vec::new();
        let labels: Vec<String> = ask
            .answers
            .iter()
            .enumerate()
            .map(|(at, (key, title, _))| match at == ask.at {
                true => format!("[{key} {title}]"),
                false => format!(" {key} {title} "),
            })
            .collect();
        for label in &labels {
            let needs = cells(width(label)).min(wide);
            let (row, x) = match places.last() {
                None => (0, 0),
                Some((row, x, used)) if x + used + 1 + needs <= wide => (*row, x + used + 1),
                Some((row, ..)) => (row + 1, 0),
            };
            places.push((row, x, needs));
        }
        let bars = places.last().map_or(0, |(row, ..)| row + 1);
        let rows = cells(lines.len()).saturating_add(bars).saturating_add(3);
        let area = screen.centred(columns, rows.min(screen.height.saturating_sub(1)));
        let (text, below) = inside(area).split_bottom(bars);
        let lines = clipped(lines, text.height.into(), text.width.into());
        let answers = places
            .into_iter()
            .zip(labels)
            .map(|((row, x, wide), label)| {
                let height = u16::from(row < below.height);
                (Area::new(below.x + x, below.y + row, wide, height), label)
            });
        Self {
            answers: answers.collect(),
            area,
            text,
            lines,
        }
    }

    /// The answer under a cell.
    pub fn answer_at(&self, x: u16, y: u16) -> Option<usize> {
        self.answers.iter().position(|(area, _)| area.holds(x, y))
    }
}

/// Columns of the dialog for a new skill.
const NEW: u16 = 76;

/// What stands below the name of a new skill: what is said of it, the templates to pick, the files and
/// the beginning of the text. `columns` are those of the frame.
pub fn new_lines(model: &Model, dialog: &NewSkill, columns: u16) -> Vec<Line> {
    let columns = columns.min(model.size.0).saturating_sub(4);
    let templates = foresee::templates(model);
    let typed = dialog.name.text();
    // What cannot be its name makes no path.
    let stands = !typed.is_empty() && (!dialog.refused || dialog.problem.is_none());
    let name = if stands { typed } else { "name" };
    let mut files = foresee::template(model, dialog).fill(name, "");
    let flat = foresee::flat_end(model);
    if flat.is_some() {
        files.truncate(1);
    }
    let (said, ink) = match &dialog.problem {
        Some(problem) if dialog.refused && dialog.tried => {
            (format!("not made: {problem}"), Ink::Error)
        }
        Some(problem) if dialog.refused => (problem.clone(), Ink::Error),
        Some(problem) => (problem.clone(), Ink::Warning),
        None if typed.is_empty() => (
            "small letters, digits and hyphens, such as code-review".to_owned(),
            Ink::Dim,
        ),
        None => {
            let path = foresee::new_path(model, typed);
            (model.short_path(&path).into_owned(), Ink::Good)
        }
    };
    let indent = " ".repeat(usize::from(NAME));
    let said = Line::of(&indent, Ink::Text).with(&said, ink).hanging(NAME);
    let mut lines = said.wrap(columns);
    lines.push(Line::default());
    lines.extend(templates.iter().enumerate().map(|(at, known)| {
        let (mark, ink) = match at == dialog.template {
            true => ("› ", Ink::Strong),
            false => ("  ", Ink::Dim),
        };
        let mut line = Line::of(mark, Ink::Accent).with(known.title, ink);
        line.pick = Some(at);
        line
    }));
    lines.push(Line::default());
    let area = model.write_area().and_then(|area| area.path.as_deref());
    let area = model.short_path(area.unwrap_or_default()).into_owned();
    lines.extend(files.iter().map(|file| {
        let path = match flat {
            Some(end) => format!("{area}/{name}{end}"),
            None => format!("{area}/{name}/{}", file.path),
        };
        Line::of("+ ", Ink::Added).with(&path, Ink::Text)
    }));
    lines.push(Line::default());
    let text = files.first().map_or("", |file| file.text.as_str());
    let profile = model.profile();
    let bare = profile.is_some_and(|profile| profile.reader.fences == Fences::None);
    let text = if bare {
        foresee::below_frontmatter(text)
    } else {
        text
    };
    let text = text.lines();
    lines.extend(text.map(|line| Line::of("  ", Ink::Text).with(line, Ink::Dim)));
    lines
}

/// What is said of another name, in a frame of this many columns.
pub fn name_lines(dialog: &NameSkill, columns: u16) -> Vec<Line> {
    let lines = match &dialog.foreseen {
        Ok(lines) => lines.clone(),
        // Nothing was typed yet.
        Err(why) if dialog.name.text() == dialog.old => vec![Line::of(why, Ink::Dim)],
        Err(why) => vec![Line::of(why, Ink::Error)],
    };
    let lines = lines.into_iter();
    lines
        .flat_map(|line| line.wrap(columns.saturating_sub(4)))
        .collect()
}
