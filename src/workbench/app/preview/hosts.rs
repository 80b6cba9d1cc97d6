//! The Hosts tab: what each host makes of the text that is open, unsaved edits included.

mod judge;

pub use judge::{Caches, Go, State, Verdict, verdicts};

use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::model::Model;

/// Columns of the names of hosts at least.
const NAMES: usize = 12;

impl State {
    /// The look of its dot and its words.
    pub const fn ink(self) -> Ink {
        match self {
            Self::Loaded => Ink::Good,
            Self::Altered | Self::Shadowed => Ink::Warning,
            Self::Dropped => Ink::Error,
            Self::NotHere => Ink::Dim,
        }
    }

    /// Told by its shape too, where there is no colour.
    pub const fn dot(self) -> &'static str {
        match self {
            Self::Loaded => "●",
            Self::Altered => "◐",
            Self::Shadowed => "◌",
            Self::Dropped => "✗",
            Self::NotHere => "○",
        }
    }
}

/// One row a host; below the chosen one, and below each that does not hold what the file says, stands
/// what decides.
pub fn lines(model: &Model) -> Vec<Line> {
    let verdicts = &model.preview.verdicts;
    if verdicts.is_empty() {
        let why = match model.row() {
            Some(_) => "There is no file that other hosts could read.",
            None => "Select a skill to see what each host makes of it.",
        };
        return vec![Line::of(why, Ink::Dim)];
    }
    let mut lines = Vec::new();
    for (at, verdict) in verdicts.iter().enumerate() {
        let chosen = at == model.preview.host;
        let mut row = vec![head(model, verdict, names(verdicts))];
        let told = chosen || !matches!(verdict.state, State::Loaded | State::NotHere);
        let details = verdict.details.iter().filter(|_| told);
        row.extend(details.map(|(text, ink)| {
            let indented = Line::of("    ", Ink::Text);
            indented.with(text, *ink).hanging(4)
        }));
        for mut line in row {
            line.marked = chosen;
            line.pick = Some(at);
            lines.push(line);
        }
    }
    lines.push(Line::default());
    lines.push(
        Line::of("⏎", Ink::Key)
            .with(" goes to what decides   ", Ink::Dim)
            .with("h", Ink::Key)
            .with(" looks with the eyes of this host", Ink::Dim)
            .hanging(2),
    );
    lines
}

/// The verdicts of the other hosts, a line each.
pub fn brief(model: &Model) -> Vec<Line> {
    let verdicts = &model.preview.verdicts;
    let others = verdicts.iter().filter(|v| v.host != model.host);
    others
        .map(|verdict| head(model, verdict, names(verdicts)))
        .collect()
}

fn names(verdicts: &[Verdict]) -> usize {
    let longest = verdicts.iter().map(|verdict| verdict.host.len()).max();
    longest.unwrap_or(0).max(NAMES) + 1
}

fn head(model: &Model, verdict: &Verdict, names: usize) -> Line {
    let ink = verdict.state.ink();
    let name = if verdict.host == model.host {
        Ink::Strong
    } else {
        Ink::Text
    };
    Line::of(verdict.state.dot(), ink)
        .with(" ", Ink::Text)
        .with(&format!("{:<names$}", verdict.host), name)
        .with(&verdict.text, ink)
        .hanging(4)
}
