//! The help: every key, from the table.

use super::commands::{COMMANDS, Group};
use super::ink::{Ink, Line, width};

/// Columns of the keys.
const KEYS: usize = 22;
/// Columns of the whole help at most.
pub const MOST: u16 = 96;

/// Columns the help takes of a screen, inside its frame.
pub fn columns(screen: u16) -> u16 {
    screen.min(MOST).saturating_sub(4)
}

/// Every line of the help, wrapped.
pub fn lines(columns: u16) -> Vec<Line> {
    let mut lines = Vec::new();
    for group in Group::ALL {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::of(group.title(), Ink::Accent));
        for command in COMMANDS.iter().filter(|command| command.group == group) {
            let mut keys: Vec<&str> = Vec::new();
            for (_, key) in command.keys {
                if !keys.contains(key) {
                    keys.push(key);
                }
            }
            let keys = keys.join("  ");
            let gap = " ".repeat(KEYS.saturating_sub(width(&keys)).max(2));
            lines.push(
                Line::of("  ", Ink::Text)
                    .with(&keys, Ink::Key)
                    .with(&gap, Ink::Text)
                    .with(command.help, Ink::Text)
                    .hanging(u16::try_from(KEYS + 2).unwrap_or(2)),
            );
        }
    }
    lines
        .into_iter()
        .flat_map(|line| line.wrap(columns))
        .collect()
}
