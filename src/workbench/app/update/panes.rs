//! Moving between panes.

use crate::workbench::app::effect::Effect;
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::{Again, Model};
use crate::workbench::app::work;
use crate::workbench::edit::Command as Edit;

/// The panes in their order. Beside the list only the one that shows: the other one of text and
/// preview would take its place unasked.
fn order(model: &Model) -> Vec<Pane> {
    let layout = model.layout();
    let beside = layout.columns[0].is_some();
    let all = [Pane::List, Pane::Editor, Pane::Preview].into_iter();
    all.filter(|pane| !beside || layout.pane(*pane).is_some())
        .collect()
}

fn step(model: &mut Model, on: usize) -> Vec<Effect> {
    let order = order(model);
    let at = order.iter().position(|pane| *pane == model.prefs.focus);
    let to = (at.unwrap_or(0) + on) % order.len();
    focus(model, order[to])
}

/// The next pane.
pub fn next(model: &mut Model) -> Vec<Effect> {
    step(model, 1)
}

/// The pane before.
pub fn previous(model: &mut Model) -> Vec<Effect> {
    let before = order(model).len() - 1;
    step(model, before)
}

/// Gives a pane the focus.
pub(super) fn focus(model: &mut Model, pane: Pane) -> Vec<Effect> {
    if pane != Pane::List {
        model.prefs.flipped = pane == Pane::Preview;
    }
    model.prefs.focus = pane;
    model.prefs.full = false;
    Vec::new()
}

/// Flips between text and preview.
pub fn flip(model: &mut Model) -> Vec<Effect> {
    match model.prefs.focus {
        // Where there is room for one pane, flipping what lies below would change nothing.
        Pane::List if model.layout().title.is_some() => focus(model, Pane::Preview),
        Pane::List => {
            model.prefs.flipped = !model.prefs.flipped;
            Vec::new()
        }
        Pane::Editor => focus(model, Pane::Preview),
        Pane::Preview => focus(model, Pane::Editor),
    }
}

/// Leaves one thing at a time: a message, full screen, a selection, the filter, then the pane.
pub fn escape(model: &mut Model) -> Vec<Effect> {
    if model.dismiss() {
        return Vec::new();
    }
    if model.prefs.full {
        model.prefs.full = false;
        return Vec::new();
    }
    let now = model.now;
    let pane = model.prefs.focus;
    if pane == Pane::Editor
        && let Some(text) = model.text_mut()
        && text.editor.selection().is_some()
    {
        text.editor.apply(Edit::Unselect, now);
        return Vec::new();
    }
    if pane == Pane::List {
        if !model.list.filter.is_empty() {
            let height = super::list::height(model);
            model.list.set_filter(String::new(), height);
        } else if work::can_stop(model) {
            return work::stop(model);
        }
        return Vec::new();
    }
    if !model.typing() || model.pressed == Some(Again::List) {
        return focus(model, Pane::List);
    }
    model.again = Some(Again::List);
    let key = keymap::named(model, "leave");
    model.say(format!("{key} again for the list"));
    Vec::new()
}
