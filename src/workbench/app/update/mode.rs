//! Browse and Build.

use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::keymap;
use crate::workbench::app::model::{Mode, Model};

/// Allows changes, and says so once.
pub fn build(model: &mut Model) {
    if model.mode == Mode::Build {
        return;
    }
    model.mode = Mode::Build;
    let area = model.write_area().and_then(|area| area.path.clone());
    let area = area.map_or_else(
        || "changes are allowed".to_owned(),
        |path| format!("{}/ may be changed", model.short_path(&path)),
    );
    let key = keymap::named(model, "mode.switch");
    model.say(format!("Build: {area}; {key} locks again"));
}

/// For the end of another sentence: that something turned Build on, where it was `before` another mode.
pub fn told_build(model: &Model, before: Mode) -> String {
    if before == model.mode {
        return String::new();
    }
    let key = keymap::named(model, "mode.switch");
    format!("; Build, {key} locks again")
}

/// Switches between the two; unsaved text is asked about.
pub fn switch(model: &mut Model) -> Vec<Effect> {
    if model.mode == Mode::Browse {
        build(model);
        return Vec::new();
    }
    if model.unsaved().is_empty() {
        lock(model);
        return Vec::new();
    }
    model.open(Dialog::Ask(Ask {
        title: "Lock again?".to_owned(),
        lines: unsaved_lines(model),
        answers: vec![
            ('s', "save and lock".to_owned(), Answer::SaveAndLock),
            ('x', "discard and lock".to_owned(), Answer::DiscardAndLock),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 0,
    }));
    Vec::new()
}

/// Locks.
pub fn lock(model: &mut Model) {
    model.mode = Mode::Browse;
    model.say("Browse: nothing can change; typing in your own skill allows changes again");
}

/// The unsaved texts, one a line.
pub fn unsaved_lines(model: &Model) -> Vec<Line> {
    let mut lines = vec![Line::of("Not saved yet:", Ink::Text)];
    lines.extend(
        model
            .unsaved()
            .iter()
            .map(|path| Line::of("● ", Ink::Warning).with(&model.short_path(path), Ink::Text)),
    );
    lines
}
