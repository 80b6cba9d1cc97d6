//! What stands on the screen about updates: installed skills, what changed at their source, what
//! changed here, and what becomes of each file.

use std::collections::BTreeSet;

use super::look::{Target, goes, heading, mark, section, tells};
use super::{Found, Item};
use crate::exchange::status::State;
use crate::exchange::update::{Change, Update};
use crate::workbench::app::board::Section;
use crate::workbench::app::ink::{Ink, Line};

use super::locked::{source, told};

/// What stands on the frame.
pub fn title(found: &Found) -> String {
    let unknown = found.items.iter();
    let unknown = unknown.filter(|item| item.status.state == State::Unknown);
    let unknown = unknown.count();
    let refused = found.items.iter().filter(|item| item.refused.is_some());
    let refused = refused.count();
    let waiting = found.items.iter().filter(|item| item.update.is_some());
    match waiting.count() {
        0 if refused > 0 => match refused {
            1 => "No update can be brought here; of one skill it is told why".to_owned(),
            n => format!("No update can be brought here; of {n} skills it is told why"),
        },
        0 if unknown > 0 => format!("No update is known; of {unknown} skills it cannot be told"),
        0 => "Every installed skill is as it is at its source".to_owned(),
        1 => "1 update, nothing is written yet".to_owned(),
        n => format!("{n} updates, nothing is written yet"),
    }
}

/// The installed skills, those with updates first as they come.
pub fn things(found: &Found, updates: &[Option<Update>], marked: &BTreeSet<usize>) -> Vec<Section> {
    let entries = found.items.iter().enumerate().map(|(at, item)| {
        let (sign, _, ink) = told(item.status.state);
        let line = mark(marked, at).with(&format!("{sign} "), ink);
        let line = line.with(&item.status.key, Ink::Text);
        let conflicts = updates.get(at).and_then(Option::as_ref);
        let conflicts = conflicts.is_some_and(|update| !update.conflicts.is_empty());
        let line = match (conflicts, item.status.state) {
            (true, _) => line.with("  conflict", Ink::Error),
            (false, State::Clean | State::Edited) => line.with("  up to date", Ink::Dim),
            _ => line,
        };
        tells(line.hanging(4))
    });
    let head = heading("Installed", found.items.len());
    section(head, entries.collect()).into_iter().collect()
}

/// Everything about one of them. `update` is its update as decided so far.
pub fn details(found: &Found, item: &Item, update: Option<&Update>) -> Vec<Section> {
    let status = &item.status;
    let (_, word, ink) = told(status.state);
    let mut entries = vec![
        tells(Line::of(&status.key, Ink::Strong)),
        tells(Line::of(word, ink)),
        tells(Line::of("from  ", Ink::Dim).with(&source(status), Ink::Text)),
        tells(
            Line::of("in    ", Ink::Dim)
                .with(&found.place.short(&status.folder), Ink::Text)
                .hanging(6),
        ),
    ];
    let why = status.why.iter().chain(&item.refused);
    entries.extend(why.map(|why| tells(Line::of(why, Ink::Warning))));
    let facts = Section {
        head: Vec::new(),
        entries,
    };
    let files = update.and_then(|update| files(item, update));
    let mut facts = facts;
    if files.is_some() {
        // The keys are for the files: the first of them is selected, conflicts first.
        for entry in &mut facts.entries {
            entry.picked = None;
        }
    }
    [Some(facts), files].into_iter().flatten().collect()
}

fn files(item: &Item, update: &Update) -> Option<Section> {
    let entries = item.files.iter().enumerate().map(|(at, file)| {
        let change = update.changes.iter().find(|(path, _)| *path == file.path);
        let (word, ink) = match change.map(|(_, change)| *change) {
            None => ("conflict", Ink::Error),
            Some(Change::Added) => ("added", Ink::Added),
            Some(Change::Taken) => ("changed", Ink::Accent),
            Some(Change::Removed) => ("removed", Ink::Removed),
            Some(Change::Merged) => ("merged", Ink::Good),
            Some(Change::Kept) => ("yours", Ink::Info),
        };
        let reason = match change {
            None => update.reason(&file.path),
            Some(_) => None,
        };
        let sides = update.told_sides(&file.path);
        let line = Line::of(&format!("  {word:<9} "), ink).with(update.told(&file.path), Ink::Text);
        let line = match reason {
            Some(reason) => line.with(&format!("  {reason}"), Ink::Warning),
            None => line.with(&format!("  {sides}"), Ink::Dim),
        };
        goes(line.hanging(12), Target::Difference(at))
    });
    let modes = update.modes().into_iter().map(|(path, runs)| {
        let what = match runs {
            true => "may be run at its source, and not here",
            false => "may not be run at its source any more, and may here",
        };
        let line = Line::of("  mode       ", Ink::Warning).with(&path, Ink::Text);
        tells(line.with(&format!("  {what}"), Ink::Dim).hanging(12))
    });
    let head = Line::of("What becomes of the files", Ink::Accent);
    section(head, entries.chain(modes).collect())
}
