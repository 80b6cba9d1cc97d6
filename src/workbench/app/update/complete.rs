//! Completion: opening, choosing, taking.

use crate::skill::edit::Edit as TextEdit;
use crate::workbench::app::complete::{self, Why};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::model::Model;
use crate::workbench::edit::Command as Edit;

use super::editor;

/// What is known before a key, to see what it did.
pub struct Before {
    revision: Option<u64>,
    open: bool,
    /// Something lies over the text and takes the keys.
    covered: bool,
}

/// Looks before a key.
pub fn before(model: &Model) -> Before {
    Before {
        revision: model.text().map(|text| text.editor.revision()),
        open: model.completing().is_some(),
        covered: model.dialog.is_some(),
    }
}

/// After a key: opens where something is due, narrows, or forgets.
pub fn follow(model: &mut Model, chord: Chord, before: &Before) {
    let now = model.text().map(|text| text.editor.revision());
    if model.completing().is_some() {
        return;
    }
    model.completion = None;
    let changed = now != before.revision && model.typing() && !model.finding();
    let changed = changed && model.dialog.is_none() && !before.covered;
    let writes = match chord.code {
        Code::Enter => chord == Chord::plain(Code::Enter),
        Code::Backspace => before.open,
        _ => chord.typed().is_some(),
    };
    if changed && writes {
        look(model, Why::Typed);
    }
}

fn look(model: &mut Model, why: Why) {
    let found = complete::find(model, why);
    let place = found
        .as_ref()
        .and_then(|found| Some((model.shown.clone()?, found.span.start)));
    let closed = why == Why::Typed && place.is_some() && model.uncompleted == place;
    if !closed {
        model.uncompleted = None;
        model.completion = found;
    }
}

/// Opens at the cursor.
pub fn open(model: &mut Model) -> Vec<Effect> {
    look(model, Why::Asked);
    if model.completion.is_none() {
        model.say("nothing is known here; fields of the frontmatter and their values are");
    }
    Vec::new()
}

/// Closes; typing on at the same place does not open it again.
pub fn close(model: &mut Model) -> Vec<Effect> {
    if let (Some(open), Some(shown)) = (model.completion.take(), &model.shown) {
        model.uncompleted = Some((shown.clone(), open.span.start));
    }
    Vec::new()
}

/// Chooses the next one.
pub fn down(model: &mut Model) -> Vec<Effect> {
    if let Some(open) = &mut model.completion {
        let next = open.at.map_or(0, |at| at + 1);
        open.at = Some(if next < open.offers.len() { next } else { 0 });
    }
    Vec::new()
}

/// Chooses the one before; before the first there is none, or the last.
pub fn up(model: &mut Model) -> Vec<Effect> {
    if let Some(open) = &mut model.completion {
        let last = open.offers.len().checked_sub(1).filter(|_| !open.soft);
        open.at = open.at.map_or(last, |at| at.checked_sub(1).or(last));
    }
    Vec::new()
}

/// Takes the chosen one, as one step that can be undone.
pub fn take(model: &mut Model) -> Vec<Effect> {
    let Some(open) = model.completion.take() else {
        return Vec::new();
    };
    let Some(offer) = open.chosen() else {
        return Vec::new();
    };
    let mut effects = editor::apply(
        model,
        Edit::Apply(vec![TextEdit {
            span: open.span.clone(),
            text: offer.insert.clone(),
        }]),
    );
    let cursor = open.span.start + offer.cursor;
    effects.extend(editor::apply(model, Edit::SetCursor(cursor)));
    look(model, Why::Typed);
    effects
}

/// Takes the one at a row of the popup.
pub fn click(model: &mut Model, row: usize) -> Vec<Effect> {
    let Some(open) = &mut model.completion else {
        return Vec::new();
    };
    if row >= open.offers.len() {
        return Vec::new();
    }
    open.at = Some(row);
    take(model)
}
