//! From a key to a command, by where the keys go right now.

use super::commands::{COMMANDS, Command, Context};
use super::key::Chord;
use super::layout::Pane;
use super::model::Model;

/// Where keys are looked up now, the nearest first.
pub fn contexts(model: &Model) -> &'static [Context] {
    match model.prefs.focus {
        Pane::List => &[Context::List, Context::Outside, Context::Anywhere],
        Pane::Preview => &[Context::Preview, Context::Outside, Context::Anywhere],
        Pane::Editor if model.finding() => &[Context::Find, Context::Anywhere],
        Pane::Editor if model.completing().is_some() => {
            &[Context::Completion, Context::Text, Context::Anywhere]
        }
        Pane::Editor if model.typing() => &[Context::Text, Context::Anywhere],
        Pane::Editor if model.text().is_some() => {
            &[Context::Reader, Context::Outside, Context::Anywhere]
        }
        Pane::Editor => &[Context::Outside, Context::Anywhere],
    }
}

/// What a key means now: a command to run, or why the nearest one cannot be.
pub fn lookup(model: &Model, chord: Chord) -> Option<Result<&'static Command, String>> {
    let mut refused = None;
    for context in contexts(model) {
        for command in COMMANDS {
            if !bound(command, *context, chord) {
                continue;
            }
            match (command.when)(model) {
                Ok(()) => return Some(Ok(command)),
                Err(why) => {
                    refused.get_or_insert(why);
                }
            }
        }
    }
    refused.map(Err)
}

fn bound(command: &Command, context: Context, chord: Chord) -> bool {
    command
        .keys
        .iter()
        .any(|(known, key)| *known == context && key.parse() == Ok(chord))
}
