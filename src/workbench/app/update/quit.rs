//! Leaving, never without asking about unsaved text.

use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::keymap;
use crate::workbench::app::model::{Again, Model};
use crate::workbench::app::work;

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
    if work::can_stop(model) {
        return work::stop(model);
    }
    model.again = Some(Again::Quit);
    let key = keymap::named(model, "cancel");
    model.say(format!("{key} again quits"));
    Vec::new()
}
