//! The help: every key, from the table.

use super::commands::{COMMANDS, Group};
use super::ink::{Ink, Line, width};

/// Columns of the keys.
const KEYS: usize = 22;

/// Every line of the help.
pub fn lines() -> Vec<Line> {
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
}
