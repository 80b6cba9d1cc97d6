//! The overview of the whole project: what hides what, in each host that judges it.

use super::board::{Board, Entry, Section};
use super::dialog::Picked;
use super::ink::{Ink, Line, width};
use super::model::Model;
use crate::host::shadowing::{Hiding, Relation, Spot};

/// What hides what in one host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfHost {
    /// Its id.
    pub host: String,
    /// Its names, in its order.
    pub names: Vec<Hiding>,
}

/// The overview, as the last check of the project found it.
pub fn board(model: &Model) -> Board {
    let found = model.project.shadowing.iter();
    let sections = found.filter(|of| !of.names.is_empty());
    let mut sections: Vec<Section> = sections.map(|of| section(model, of)).collect();
    let unsaved = "judged with the text as it is on the screen, which is not saved";
    if let Some(first) = sections.first_mut().filter(|_| !model.unsaved().is_empty()) {
        first.head.insert(0, Line::of(unsaved, Ink::Warning));
    }
    let mut board = Board::new("What hides what", "goes to the file", sections);
    board.empty = match model.project.answered {
        0 => "reading the project …",
        _ if !model.unsaved().is_empty() => {
            "No copy hides another in any host that judges this project, with the text as it is on \
             the screen, which is not saved."
        }
        _ => "No copy hides another in any host that judges this project.",
    };
    board
}

fn section(model: &Model, of: &OfHost) -> Section {
    let profile = model.profiles.get(&of.host);
    let title = profile.map_or(of.host.as_str(), |profile| &profile.title);
    let count = match of.names.len() {
        1 => "  1 name".to_owned(),
        n => format!("  {n} names"),
    };
    let mut head = vec![Line::of(title, Ink::Accent).with(&count, Ink::Dim)];
    if let Some(note) = profile.and_then(|profile| profile.collision.note.as_ref()) {
        head.push(Line::of("  ", Ink::Text).with(note, Ink::Dim).hanging(2));
    }
    let spots = of.names.iter().flat_map(|hiding| {
        let hidden = hiding.hidden.iter().map(|(spot, _)| spot);
        std::iter::once(&hiding.winner).chain(hidden)
    });
    let layers = spots.map(|spot| width(&spot.layer)).max().unwrap_or(0);
    let entries = of.names.iter().flat_map(|hiding| {
        let find = format!("{} {}", hiding.name, of.host);
        entries(model, hiding, layers, (&find, &of.host))
    });
    let entries = entries.collect();
    Section { head, entries }
}

fn entries(
    model: &Model,
    hiding: &Hiding,
    layers: usize,
    (find, host): (&str, &str),
) -> Vec<Entry> {
    let merged = hiding.hidden.iter().all(|(_, r)| *r == Relation::Merged);
    let (state, ink) = match (hiding.open, merged) {
        (true, _) => ("may win", Ink::Warning),
        (_, true) => ("merged", Ink::Good),
        _ => ("wins", Ink::Good),
    };
    let name = Line::of("  ", Ink::Text).with(&hiding.name, Ink::Strong);
    let mut entries = vec![
        Entry {
            line: name.hanging(4),
            find: find.to_owned(),
            picked: None,
        },
        copy(model, &hiding.winner, (state, ink), layers, (find, host)),
    ];
    entries.extend(hiding.hidden.iter().map(|(spot, relation)| {
        let (state, ink) = match relation {
            Relation::Merged => ("merged", Ink::Good),
            Relation::SameFile => ("same file", Ink::Dim),
            Relation::Identical => ("identical", Ink::Dim),
            Relation::Differs if hiding.open => ("may win", Ink::Warning),
            Relation::Differs => ("hidden", Ink::Warning),
        };
        copy(model, spot, (state, ink), layers, (find, host))
    }));
    entries
}

fn copy(
    model: &Model,
    spot: &Spot,
    (state, ink): (&str, Ink),
    layers: usize,
    (find, host): (&str, &str),
) -> Entry {
    let gap = " ".repeat(layers.saturating_sub(width(&spot.layer)) + 2);
    let place = match &spot.path {
        Some(path) => model.short_path(path),
        None => "in the program itself".into(),
    };
    let hang = u16::try_from(layers + 17).unwrap_or(4);
    Entry {
        line: Line::of("    ", Ink::Text)
            .with(&spot.layer, Ink::Info)
            .with(&gap, Ink::Text)
            .with(&format!("{state:<9}  "), ink)
            .with(&place, Ink::Text)
            .hanging(hang),
        find: find.to_owned(),
        picked: spot
            .path
            .as_ref()
            .map(|path| Picked::Problem(path.to_string(), spot.at, vec![host.to_owned()])),
    }
}
