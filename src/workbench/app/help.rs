//! The help: what can be done where the keys go now, with its keys; from the table.

use super::board::{Board, Entry, Section};
use super::commands::{COMMANDS, Command, Group};
use super::dialog::Picked;
use super::ink::{Ink, Line, width};
use super::keymap;
use super::model::Model;

/// Columns of the keys on a screen of so many columns at least.
const KEYS: [(u16, usize); 3] = [(80, 22), (56, 12), (0, 5)];

/// Everything that has a key here. What cannot be done now says why.
pub fn board(model: &Model) -> Board {
    let sections = Group::ALL.into_iter().map(|group| Section {
        head: vec![Line::of(group.title(), Ink::Accent)],
        entries: COMMANDS
            .iter()
            .filter(|command| command.group == group && command.id != "help")
            .filter_map(|command| entry(model, command))
            .collect(),
    });
    Board::new("What you can do here", "does it", sections.collect())
}

/// A command with its keys; `None` when it has none here.
fn entry(model: &Model, command: &'static Command) -> Option<Entry> {
    let keys = keymap::keys_here(model, command);
    if keys.is_empty() {
        return None;
    }
    let keys = keys.join("  ");
    let mut fitting = KEYS.iter().filter(|(from, _)| model.size.0 >= *from);
    let columns = fitting.next().map_or(0, |(_, columns)| *columns);
    let gap = " ".repeat(columns.saturating_sub(width(&keys)).max(2));
    let line = Line::of("  ", Ink::Text);
    let line = match (command.when)(model) {
        Ok(()) => line
            .with(&keys, Ink::Key)
            .with(&gap, Ink::Text)
            .with(command.help, Ink::Text),
        Err(why) => line
            .with(&keys, Ink::Dim)
            .with(&gap, Ink::Text)
            .with(command.help, Ink::Dim)
            .with(&format!(" Not now: {why}."), Ink::Warning),
    };
    Some(Entry {
        line: line.hanging(u16::try_from(columns + 2).unwrap_or(2)),
        find: format!("{keys} {} {}", command.title, command.help),
        picked: Some(Picked::Command(command)),
    })
}
