//! The text: typing, pasting, problems and their fixes.

use crate::workbench::app::effect::Effect;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::{Mode, Model};
use crate::workbench::edit::Command as Edit;

use super::mode;

/// Does one thing in the text. A change allows changes first.
pub fn apply(model: &mut Model, command: Edit) -> Vec<Effect> {
    let before = model.mode;
    let now = model.now;
    let Some(text) = model.text_mut() else {
        return Vec::new();
    };
    let outcome = text.editor.apply(command, now);
    if outcome.refused {
        say_read_only(model);
        return Vec::new();
    }
    if outcome.changed && before == Mode::Browse {
        mode::build(model);
    }
    let Some(copied) = outcome.copied else {
        return Vec::new();
    };
    model.clipboard.clone_from(&copied);
    vec![Effect::Copy(copied)]
}

/// Types text.
pub fn insert(model: &mut Model, text: String) -> Vec<Effect> {
    apply(model, Edit::Insert(text))
}

/// Inserts what the terminal pasted, as one step.
pub fn insert_pasted(model: &mut Model, text: String) -> Vec<Effect> {
    apply(model, Edit::Paste(text))
}

/// Inserts what was copied last.
pub fn paste(model: &mut Model) -> Vec<Effect> {
    if model.clipboard.is_empty() {
        model.say("nothing was copied here; your terminal pastes with its own key");
        return Vec::new();
    }
    let text = model.clipboard.clone();
    apply(model, Edit::Paste(text))
}

/// Says why typing does nothing.
pub fn say_read_only(model: &mut Model) {
    let why = model.text().and_then(|text| text.read_only.clone());
    model.say(why.unwrap_or_else(|| "nothing to type into here".to_owned()));
}

/// Puts the cursor on the next problem, going round.
pub fn next_problem(model: &mut Model) -> Vec<Effect> {
    let now = model.now;
    let Some(text) = model.text_mut() else {
        return Vec::new();
    };
    let cursor = text.editor.cursor();
    // Several may stand at one place: each is gone to.
    let last = text.visited.filter(|(_, stood)| *stood == cursor);
    let next = match last {
        Some((at, _)) => Some(at + 1),
        None => text.findings.iter().position(|f| f.range.start > cursor),
    };
    let next = next.filter(|at| *at < text.findings.len()).unwrap_or(0);
    if let Some(at) = text.findings.get(next).map(|finding| finding.range.start) {
        text.editor.apply(Edit::SetCursor(at), now);
        text.visited = Some((next, text.editor.cursor()));
        model.prefs.focus = Pane::Editor;
        model.prefs.flipped = false;
    }
    Vec::new()
}

/// Applies the first fix of the problem under the cursor.
pub fn fix(model: &mut Model) -> Vec<Effect> {
    let Some(fix) = model.text().and_then(|text| text.fix_here().cloned()) else {
        return Vec::new();
    };
    let effects = apply(model, Edit::Apply(fix.edits));
    model.say(format!("done: {} (Ctrl+Z takes it back)", fix.title));
    effects
}
