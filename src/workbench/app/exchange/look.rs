//! A screen of its own: things on the left, all that is known of the selected one on the right, and
//! texts over both.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::page::Page;
use super::sending::{self, Packs, Places as Spots};
use super::{Found, Looked, importing, updating};
use crate::exchange::Progress;
use crate::exchange::update::Update;
use crate::workbench::app::board::{Board, Entry, Section};
use crate::workbench::app::dialog::{Ask, Picked};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::layout::Area;
use crate::workbench::app::merging::Merging;
use crate::workbench::app::preview::files::bytes;
use crate::workbench::app::stand::Asked;
use crate::workbench::app::weigh::Weigh;
use crate::workbench::edit::Field;

/// From this width on both sides stand beside each other.
const BESIDE: u16 = 80;
/// Columns of the things beside what is known of one.
const THINGS: u16 = 30;

/// What Enter does on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nothing: the line only tells something.
    Nothing,
    /// Shows a text: index of the file, and the line in it.
    Text(usize, usize),
    /// Shows how a file that is there differs from the one that would come.
    Difference(usize),
}

/// What the screen is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A source that was looked into.
    Source(Arc<Looked>),
    /// What the sources of installed skills say, and the updates as they are decided so far.
    Updates(Arc<Found>, Vec<Option<Update>>),
    /// A skill packed for others.
    Packs(Arc<Packs>),
    /// Folders that a skill can be copied into.
    Places(Arc<Spots>),
}

/// The screen.
pub struct Look {
    /// What it is about.
    pub subject: Subject,
    /// The things.
    pub things: Board,
    /// What is known of the selected one.
    pub details: Board,
    /// The keys go to the details.
    pub inside: bool,
    /// Things that were chosen, by index.
    pub marked: BTreeSet<usize>,
    /// A text over both.
    pub page: Option<Page>,
    /// A file that is merged, by its path, over both.
    pub merging: Option<(String, Box<Merging>)>,
    /// Where it is to be written, over both.
    pub path: Option<PathField>,
    /// Something is there already where it is to be written, and that was said.
    pub there: bool,
    /// A question over everything.
    pub ask: Option<Ask>,
    /// It is being done.
    pub busy: bool,
}

/// Where everything stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The frame.
    pub frame: Area,
    /// The things, when they show.
    pub things: Option<Area>,
    /// What is known of one, when it shows.
    pub details: Option<Area>,
}

impl Look {
    /// The screen with its first thing selected.
    pub fn new(subject: Subject) -> Self {
        let mut look = Self {
            subject,
            things: Board::new("", "", Vec::new()),
            details: Board::new("", "", Vec::new()),
            inside: false,
            marked: BTreeSet::new(),
            page: None,
            merging: None,
            path: None,
            there: false,
            ask: None,
            busy: false,
        };
        look.refresh();
        look.things.refit();
        look.tell();
        look
    }

    /// What stands on the frame.
    pub fn title(&self) -> String {
        match &self.subject {
            Subject::Source(looked) => importing::title(looked),
            Subject::Updates(found, _) => updating::title(found),
            Subject::Packs(packs) => format!("Export {}", packs.parcel.name),
            Subject::Places(places) => format!("Copy {} to another host", places.name),
        }
    }

    /// A question lies over it.
    pub fn asks(&self) -> bool {
        self.ask.is_some()
    }

    /// The frame of what lies on top.
    pub fn area(&self, screen: Area) -> Area {
        match (&self.ask, &self.merging, &self.path) {
            (Some(ask), ..) => Asked::new(ask, screen).area,
            (None, Some(_), _) => Weigh::area(screen),
            (None, None, Some(path)) => path.area(screen),
            _ => self.places((screen.width, screen.height)).frame,
        }
    }

    /// What the keys do on a screen of this size.
    pub fn does(&self, size: (u16, u16)) -> &'static str {
        if self.busy {
            return "working …";
        }
        if let Some((_, merging)) = &self.merging {
            return match merging.editing {
                Some(_) => "Esc done",
                None => "Enter applies  Esc back",
            };
        }
        if self.path.is_some() {
            return "Enter writes it  Esc cancels";
        }
        if self.page.is_some() {
            return "j k scroll  Esc back";
        }
        match (&self.subject, self.inside, size.0 >= BESIDE) {
            (Subject::Packs(_), true, _) => "Enter shows  x exports  Esc back",
            (Subject::Packs(_), false, _) => "Enter details  x exports  Esc closes",
            (Subject::Places(_), true, _) => "X copies  Esc back",
            (Subject::Places(_), false, _) => "Enter details  X copies  Esc closes",
            (Subject::Source(_), true, true) => "Enter shows  Space chooses  i installs  Esc back",
            (Subject::Source(_), false, true) => {
                "Enter details  Space chooses  i installs  Esc closes"
            }
            (Subject::Source(_), true, false) => "Enter shows  i installs  Esc back",
            (Subject::Source(_), false, false) => "Enter details  i installs  Esc closes",
            (Subject::Updates(..), true, true) => {
                "Enter shows or merges  m mine  t theirs  u updates  Esc back"
            }
            (Subject::Updates(..), false, true) => {
                "Enter details  Space chooses  u updates  Esc closes"
            }
            (Subject::Updates(..), true, false) => "m mine  t theirs  u updates  Esc back",
            (Subject::Updates(..), false, false) => "Enter details  u updates  Esc closes",
        }
    }

    /// The things as they are now; what is selected stays.
    pub fn refresh(&mut self) {
        self.things.sections = match &self.subject {
            Subject::Source(looked) => importing::things(looked, &self.marked),
            Subject::Updates(found, updates) => updating::things(found, updates, &self.marked),
            Subject::Packs(packs) => sending::targets(packs),
            Subject::Places(places) => sending::spots(places),
        };
    }

    /// What is known of the selected thing, from its start.
    pub fn tell(&mut self) {
        let sections = match (&self.subject, self.thing()) {
            (_, None) => Vec::new(),
            (Subject::Source(looked), Some(at)) => importing::details(looked, at),
            (Subject::Packs(packs), Some(at)) => sending::of_target(packs, at),
            (Subject::Places(places), Some(at)) => sending::of_spot(places, at),
            (Subject::Updates(found, updates), Some(at)) => {
                let update = updates.get(at).and_then(Option::as_ref);
                let item = found.items.get(at);
                item.map_or_else(Vec::new, |item| updating::details(found, item, update))
            }
        };
        self.details = Board::new("", "", sections);
    }

    /// Index of the selected thing.
    pub fn thing(&self) -> Option<usize> {
        let (section, entry) = self.things.at?;
        let before = self.things.sections.iter().take(section);
        Some(before.map(|section| section.entries.len()).sum::<usize>() + entry)
    }

    /// Something can be done with this thing.
    pub fn can_be_chosen(&self, at: usize) -> bool {
        match &self.subject {
            Subject::Source(looked) => at < looked.preview.skills.len(),
            Subject::Updates(_, updates) => updates.get(at).is_some_and(Option::is_some),
            Subject::Packs(packs) => sending::packed(packs, at).is_some(),
            Subject::Places(places) => places.spots.get(at).is_some_and(|spot| spot.plan.is_ok()),
        }
    }

    /// The chosen things, else the selected one, when something can be done with it.
    pub fn chosen(&self) -> Vec<usize> {
        if !self.marked.is_empty() {
            return self.marked.iter().copied().collect();
        }
        let thing = self.thing().filter(|at| self.can_be_chosen(*at));
        thing.into_iter().collect()
    }

    /// Moves the selection of the side that has the keys.
    pub fn step(&mut self, by: isize) {
        if self.inside {
            self.details.step(by);
            return;
        }
        let before = self.things.at;
        self.things.step(by);
        if self.things.at != before {
            self.tell();
        }
    }

    /// What Enter does on the selected line of the details.
    pub fn target(&self) -> Target {
        match self.details.picked() {
            Some(Picked::Look(target)) => *target,
            _ => Target::Nothing,
        }
    }

    /// Where everything stands on a screen of this size.
    pub fn places(&self, size: (u16, u16)) -> Places {
        let screen = Area::new(0, 0, size.0, size.1);
        let frame = screen.centred(screen.width, screen.height.saturating_sub(1));
        let inner = frame.inset(2, 2).split_top(1).1.split_bottom(1).0;
        if frame.width < BESIDE {
            let (things, details) = match self.inside {
                true => (None, Some(inner)),
                false => (Some(inner), None),
            };
            return Places {
                frame,
                things,
                details,
            };
        }
        let things = Area::new(inner.x, inner.y, THINGS, inner.height);
        Places {
            frame,
            things: Some(things),
            details: Some(inner.inset(THINGS + 3, 0)),
        }
    }
}

/// The start of a thing's line: whether it is chosen.
pub fn mark(marked: &BTreeSet<usize>, at: usize) -> Line {
    match marked.contains(&at) {
        true => Line::of("● ", Ink::Accent),
        false => Line::of("  ", Ink::Text),
    }
}

/// A heading, and how many things stand below it.
pub fn heading(title: &str, count: usize) -> Line {
    Line::of(title, Ink::Accent).with(&format!("  {count}"), Ink::Dim)
}

/// A line that only tells something; it can be gone to, so that every line comes in sight.
pub fn tells(line: Line) -> Entry {
    goes(line, Target::Nothing)
}

/// A line that leads somewhere.
pub fn goes(line: Line, target: Target) -> Entry {
    Entry {
        line,
        find: String::new(),
        picked: Some(Picked::Look(target)),
    }
}

/// Lines under a heading; `None` when there are none.
pub fn section(head: Line, entries: Vec<Entry>) -> Option<Section> {
    (!entries.is_empty()).then(|| Section {
        head: vec![head],
        entries,
    })
}

/// Columns of the question where it is to be written.
const PATH: u16 = 70;

/// Where something is to be written.
pub struct PathField {
    /// What is typed.
    pub field: Field,
    /// Why it cannot be written there.
    pub problem: Option<String>,
}

impl PathField {
    /// Its frame on a screen.
    pub fn area(&self, screen: Area) -> Area {
        let columns = screen.columns(PATH);
        let rows = u16::try_from(self.lines(columns).len()).unwrap_or(u16::MAX);
        let rows = rows.saturating_add(4).min(screen.height.saturating_sub(1));
        screen.centred(columns, rows)
    }

    /// Why it cannot be written there, in a frame of this many columns.
    pub fn lines(&self, columns: u16) -> Vec<Line> {
        let why = self.problem.as_deref().unwrap_or_default();
        Line::of(why, Ink::Error).wrap(columns.saturating_sub(4))
    }
}

/// What is asked before the screen can be shown: where to look, or how far that is.
pub struct Fetch {
    /// Where to look; `None` when that is known.
    pub source: Option<Field>,
    /// Why it could not be looked at.
    pub problem: Option<String>,
    /// It is under way: how far.
    pub under_way: Option<Progress>,
}

/// What can be typed where skills are asked for.
const SOURCES: [(&str, &str); 5] = [
    ("owner/repo", "a repository on GitHub"),
    ("owner/repo/path", "a folder of it"),
    ("owner/repo@skill", "one skill of it"),
    ("https://…", "GitHub's pages, an archive, a SKILL.md"),
    ("~/folder, a.zip", "a folder or a file of this disk"),
];

impl Fetch {
    /// What stands on its frame.
    pub fn title(&self) -> &'static str {
        match self.source {
            Some(_) => "Import: where are the skills?",
            None => "One moment",
        }
    }

    /// Rows of what is typed, and the gap below.
    pub fn head(&self) -> u16 {
        u16::from(self.source.is_some()) * 2
    }

    /// What stands below, in a frame of this many columns.
    pub fn lines(&self, columns: u16) -> Vec<Line> {
        let lines = match (&self.under_way, &self.problem) {
            (Some(progress), _) => {
                let here = bytes(progress.bytes);
                let told = match progress.total {
                    Some(total) => format!("Looking … {here} of {}", bytes(total)),
                    None if progress.bytes > 0 => format!("Looking … {here}"),
                    None => "Looking …".to_owned(),
                };
                vec![Line::of(&told, Ink::Accent)]
            }
            (None, Some(why)) => vec![Line::of(why, Ink::Error)],
            (None, None) => {
                let known = SOURCES.iter().map(|(form, what)| {
                    let line = Line::of(&format!("{form:<18}"), Ink::Text);
                    line.with(what, Ink::Dim).hanging(18)
                });
                known.collect()
            }
        };
        let lines = lines.into_iter();
        lines
            .flat_map(|line| line.wrap(columns.saturating_sub(4)))
            .collect()
    }

    /// Its frame on a screen.
    pub fn area(&self, screen: Area) -> Area {
        let columns = screen.columns(76);
        let lines = u16::try_from(self.lines(columns).len()).unwrap_or(u16::MAX);
        let rows = lines.saturating_add(self.head() + 2).max(5);
        screen.centred(columns, rows.min(screen.height.saturating_sub(1)))
    }

    /// What its keys do.
    pub fn does(&self) -> &'static str {
        match self.under_way {
            Some(_) => "Esc cancels",
            None => "Enter looks inside  Esc closes",
        }
    }
}
