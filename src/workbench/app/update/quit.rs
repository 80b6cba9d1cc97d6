//! Leaving, never without asking about unsaved text.

use crate::library::recovery::Unsaved;
use crate::workbench::app::commands::{Context, by_id};
use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::key::Chord;
use crate::workbench::app::keymap;
use crate::workbench::app::model::{Again, Model};
use crate::workbench::app::recovery::{self, Recovering};
use crate::workbench::app::work;

use super::{mode, split};

/// Leaves, or asks first.
pub fn ask(model: &mut Model) -> Vec<Effect> {
    if model.unsaved().is_empty() {
        return now(model);
    }
    model.open(Dialog::Ask(Ask {
        title: "Quit?".to_owned(),
        lines: mode::unsaved_lines(model),
        answers: vec![
            ('s', "save and quit".to_owned(), Answer::SaveAndQuit),
            ('x', "discard and quit".to_owned(), Answer::Quit),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 0,
    }));
    Vec::new()
}

/// Leaves.
pub fn now(model: &mut Model) -> Vec<Effect> {
    let kept = recovery::shelved(model);
    leave(model, kept)
}

fn leave(model: &mut Model, kept: Vec<Unsaved>) -> Vec<Effect> {
    model.done = true;
    vec![
        Effect::RememberView(split::view(model)),
        Effect::Recovery(Recovering::Close(kept)),
        Effect::Quit,
    ]
}

/// The key that leaves wherever the keys go; where there is none, any that leaves.
pub fn key(model: &Model) -> Option<Chord> {
    let keys = model.keymap.keys(by_id("quit")?);
    let anywhere = keys.iter().find(|(of, _)| *of == Context::Anywhere);
    anywhere.or(keys.first()).map(|(_, chord)| *chord)
}

/// A key while the screen is too small to show what it does. Only the one that is named there does
/// anything, and the one that quits anywhere when it is pressed twice: they leave, and what is not
/// saved is kept for the next start, for nobody can be asked.
pub fn unseen(model: &mut Model, chord: Chord) -> Vec<Effect> {
    model.pressed = model.again.take();
    let mut meant = model.keymap.at(Context::Anywhere, chord).iter();
    let cancels = meant.any(|command| command.id == "cancel");
    if cancels && model.pressed != Some(Again::Quit) {
        model.again = Some(Again::Quit);
        return Vec::new();
    }
    if !cancels && key(model) != Some(chord) {
        return Vec::new();
    }
    let kept = recovery::unsaved(model);
    leave(model, kept)
}

/// Ctrl+C: cancels; twice in a row quits.
pub fn cancel(model: &mut Model) -> Vec<Effect> {
    if model.pressed == Some(Again::Quit) {
        return ask(model);
    }
    if work::can_stop(model) {
        return work::stop(model);
    }
    model.again = Some(Again::Quit);
    let key = keymap::named(model, "cancel");
    model.say(format!("{key} again quits"));
    Vec::new()
}
