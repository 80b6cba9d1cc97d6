//! The Hosts tab: what each host makes of the text that is open, unsaved edits included.

mod judge;

pub use judge::{Caches, verdicts};

use crate::host::verdict::{State, Verdict};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::Model;
use crate::workbench::app::project::is_large;
use crate::workbench::app::text::Text;

/// Columns of the names of hosts at least.
const NAMES: usize = 12;

/// Why a host is told of; the order they are told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The project shows signs of it, and it judges.
    Found,
    /// The settings of the project name it.
    Named,
    /// It is looked with, and judges where there is no other.
    Chosen,
    /// The project shows signs of it, and its settings name others.
    Passed,
    /// It has folders in the home only.
    Home,
    /// Nothing speaks of it here.
    Others,
}

impl Group {
    const ALL: [Self; 6] = [
        Self::Found,
        Self::Named,
        Self::Chosen,
        Self::Passed,
        Self::Home,
        Self::Others,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Found => "Found here",
            Self::Named => "Named in skillkiln.toml",
            Self::Chosen => "Looked with, as no other is found",
            Self::Passed => "Found here, not judged",
            Self::Home => "In your home only, not judged",
            Self::Others => "No sign of these here",
        }
    }
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What the host makes of the file.
    pub verdict: Verdict,
    /// Why it is told.
    pub group: Group,
}

/// The look of a state's dot and its words.
pub const fn ink(state: State) -> Ink {
    match state {
        State::Loaded => Ink::Good,
        State::Altered | State::Shadowed => Ink::Warning,
        State::Dropped => Ink::Error,
        State::NotLookedFor => Ink::Dim,
    }
}

/// Told by its shape too, where there is no colour.
pub const fn dot(state: State) -> &'static str {
    match state {
        State::Loaded => "●",
        State::Altered => "◐",
        State::Shadowed => "◌",
        State::Dropped => "✗",
        State::NotLookedFor => "○",
    }
}

/// The total, then one row a host by groups; below the chosen one, and below each that does not hold
/// what the file says, stands what decides.
pub fn lines(model: &Model, height: u16) -> Vec<Line> {
    let told = &model.preview.verdicts;
    let large = is_large(&model.disk.tree);
    if let (true, Some((done, of))) = (large, model.matrix.progress) {
        let line = format!("Working it out: {done} of {of} hosts …");
        return vec![Line::of(&line, Ink::Dim)];
    }
    if told.is_empty() {
        let why = match model.row() {
            Some(_) => "There is no file that other hosts could read.",
            None => "Select a skill to see what each host makes of it.",
        };
        return vec![Line::of(why, Ink::Dim)];
    }
    let mut lines = vec![total(told)];
    if height < ROOM {
        // There is no room for a foot.
        lines.push(keys(model).hanging(2));
    }
    if large && model.text().is_some_and(Text::unsaved) {
        let line = Line::of(
            "as it is on disk; save to see what this text makes",
            Ink::Warning,
        );
        lines.push(line.hanging(2));
    }
    let rows = || told.iter().enumerate();
    for group in Group::ALL {
        let mut rows = rows().filter(|(_, told)| told.group == group).peekable();
        if rows.peek().is_some() {
            lines.push(heading(group, told));
        }
        rows.for_each(|(at, row)| lines.extend(host(model, at, &row.verdict, names(told))));
    }
    lines
}

/// From this many rows on there is room for the keys.
const ROOM: u16 = 24;

/// The keys, below the rows.
pub fn foot(model: &Model, columns: u16, height: u16) -> Vec<Line> {
    if height < ROOM || model.preview.verdicts.is_empty() {
        return Vec::new();
    }
    keys(model).wrap(columns)
}

fn keys(model: &Model) -> Line {
    if model.prefs.focus != Pane::Preview {
        // Elsewhere the same keys do other things.
        return Line::of(&keymap::named(model, "preview.hosts"), Ink::Key)
            .with(" brings the keys here  ", Ink::Dim)
            .with(&keymap::named(model, "matrix"), Ink::Key)
            .with(" all skills", Ink::Dim);
    }
    let key = |id: &str| keymap::hint(model, id, Pane::Preview);
    Line::of(&key("preview.open"), Ink::Key)
        .with(" why  ", Ink::Dim)
        .with(&key("host.use"), Ink::Key)
        .with(" use it  ", Ink::Dim)
        .with(&key("matrix"), Ink::Key)
        .with(" all skills", Ink::Dim)
}

fn count(told: &[Told], holds: impl Fn(State) -> bool) -> usize {
    let states = told.iter().map(|told| told.verdict.state);
    states.filter(|state| holds(*state)).count()
}

/// How many hosts load it.
fn loaded(told: &[Told]) -> Line {
    let loaded = count(told, State::loads);
    Line::of(
        &format!("loaded by {loaded} of {}", told.len()),
        Ink::Strong,
    )
}

/// How many hosts load it, and what the others do.
fn total(told: &[Told]) -> Line {
    let others = State::ALL.into_iter().skip(1);
    let others = others.map(|state| (count(told, |other| other == state), state));
    others
        .filter(|(n, _)| *n > 0)
        .fold(loaded(told), |line, (n, state)| {
            let word = state.id().replace('-', " ");
            line.with("  ", Ink::Text)
                .with(&format!("{n} {word}"), ink(state))
        })
        .hanging(2)
}

fn heading(group: Group, told: &[Told]) -> Line {
    let own = || told.iter().filter(|told| told.group == group);
    let loaded = own().filter(|told| told.verdict.state.loads()).count();
    Line::of(group.title(), Ink::Strong).with(&format!("  {loaded} of {}", own().count()), Ink::Dim)
}

fn host(model: &Model, at: usize, verdict: &Verdict, names: usize) -> Vec<Line> {
    let chosen = at == model.preview.host;
    let mut row = vec![head(model, verdict, names)];
    let told = chosen || verdict.state.wrong();
    let details = verdict.details.iter().filter(|_| told);
    row.extend(details.map(|detail| {
        let ink = if detail.aside { Ink::Dim } else { Ink::Text };
        let indented = Line::of("    ", Ink::Text);
        indented.with(&detail.text, ink).hanging(4)
    }));
    for line in &mut row {
        line.marked = chosen;
        line.pick = Some(at);
    }
    row
}

/// Hosts in [`brief`].
const BRIEF: usize = 5;

/// The verdicts of the first other hosts, a line each, and the total.
pub fn brief(model: &Model) -> Vec<Line> {
    let told = &model.preview.verdicts;
    let others = told.iter().filter(|told| told.verdict.host != model.host);
    // Hosts that are used here first, and of them what is wrong first; what a host without a sign here
    // would do wrong is no news, nor that one does not look here.
    let mut others: Vec<&Told> = others.collect();
    others.sort_by_key(|told| {
        let rank = match (told.verdict.state, told.group) {
            (State::NotLookedFor, _) => 3,
            (State::Loaded, _) => 1,
            (_, Group::Others) => 2,
            _ => 0,
        };
        (told.group, rank)
    });
    others
        .into_iter()
        .take(BRIEF)
        .map(|one| head(model, &one.verdict, names(told)))
        .chain([loaded(told)])
        .collect()
}

fn names(told: &[Told]) -> usize {
    let longest = told.iter().map(|told| told.verdict.host.len()).max();
    longest.unwrap_or(0).max(NAMES) + 1
}

fn head(model: &Model, verdict: &Verdict, names: usize) -> Line {
    let ink = ink(verdict.state);
    let name = if verdict.host == model.host {
        Ink::Strong
    } else {
        Ink::Text
    };
    let text = match verdict.state {
        // So that most hosts take one row also where the pane is narrow.
        State::NotLookedFor => "not looked for",
        _ => &verdict.text,
    };
    Line::of(dot(verdict.state), ink)
        .with(" ", Ink::Text)
        .with(&format!("{:<names$}", verdict.host), name)
        .with(text, ink)
        .hanging(4)
}
