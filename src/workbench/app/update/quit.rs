//! Leaving, never without asking about unsaved text.

use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::model::{Again, Model};

use super::{mode, split};

/// Leaves, or asks first.
pub fn ask(model: &mut Model) -> Vec<Effect> {
    if model.unsaved().is_empty() {
        return now(model);
    }
    model.dialog = Some(Dialog::Ask(Ask {
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
    model.done = true;
    vec![Effect::RememberView(split::view(model)), Effect::Quit]
}

/// Ctrl+C: cancels; twice in a row quits.
pub fn cancel(model: &mut Model) -> Vec<Effect> {
    if model.pressed == Some(Again::Quit) {
        return ask(model);
    }
    model.again = Some(Again::Quit);
    model.say("Ctrl+C again quits");
    Vec::new()
}
