//! Writing outside the project: asked about once for each place, before the first write.

use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::model::Model;

/// What waits for an answer.
#[derive(Default)]
pub struct Held {
    effects: Vec<Effect>,
    /// Where it was asked for: it comes back, so that nothing has to be typed again.
    dialog: Option<Dialog>,
    leaving: bool,
    area: String,
}

/// Keeps back effects that would write outside the project, and asks.
pub fn ask_first(model: &mut Model, effects: Vec<Effect>) -> Vec<Effect> {
    let outside = effects.iter().find_map(|effect| area_of(model, effect));
    let Some(area) = outside else {
        return effects;
    };
    for effect in &effects {
        if let Effect::Save { path, .. } = effect
            && let Some(text) = model.texts.get_mut(path)
        {
            text.saving = None;
        }
    }
    let shown = format!("{}/", model.short_path(&area));
    let title = model.host_title().to_owned();
    model.held = Held {
        dialog: model.dialog.take(),
        effects,
        leaving: std::mem::take(&mut model.leaving),
        area,
    };
    model.open(Dialog::Ask(Ask {
        title: "Write outside the project?".to_owned(),
        lines: vec![
            Line::of(&shown, Ink::Strong),
            Line::of(
                &format!("{title} keeps its own skills there: every project sees them."),
                Ink::Text,
            ),
            Line::of("Nothing is written yet.", Ink::Dim),
        ],
        answers: vec![
            ('y', "write there".to_owned(), Answer::WriteOutside),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 1,
    }));
    Vec::new()
}

/// The answer was yes: from now on this place is not asked about.
pub fn allowed(model: &mut Model) -> Vec<Effect> {
    let held = std::mem::take(&mut model.held);
    model.allowed.insert(held.area);
    model.leaving = held.leaving;
    model.dialog = held.dialog;
    for effect in &held.effects {
        if let Effect::Save { path, bytes, .. } = effect
            && let Some(text) = model.texts.get_mut(path)
        {
            text.saving = Some(bytes.clone());
        }
    }
    held.effects
}

/// This is asked now.
pub fn asks(model: &Model) -> bool {
    let Some(Dialog::Ask(ask)) = &model.dialog else {
        return false;
    };
    let mut answers = ask.answers.iter();
    answers.any(|(.., answer)| *answer == Answer::WriteOutside)
}

/// The answer was no: nothing is written, and the dialog it was asked for is there as it was.
pub fn refused(model: &mut Model) {
    let mut dialog = std::mem::take(&mut model.held).dialog;
    match &mut dialog {
        Some(Dialog::New(new)) => new.making = false,
        Some(Dialog::Name(name)) => name.making = false,
        _ => {}
    }
    model.dialog = dialog;
}

/// The place outside the project that an effect writes to, when it was not yet allowed.
fn area_of(model: &Model, effect: &Effect) -> Option<String> {
    let area = || model.write_area().and_then(|area| area.path.clone());
    let place = match effect {
        Effect::Save { path, .. } | Effect::NewFile { path, .. } => {
            let own = area().filter(|area| below(path, area));
            own.unwrap_or_else(|| path.clone())
        }
        Effect::New { .. }
        | Effect::Override { .. }
        | Effect::Name { .. }
        | Effect::MoveFile { .. } => area()?,
        _ => return None,
    };
    is_outside(model, &place).then_some(place)
}

/// It lies outside the project, and nobody was asked about it yet.
pub fn is_outside(model: &Model, place: &str) -> bool {
    let inside = below(place, &model.place.project);
    let allowed = model.allowed.iter().any(|allowed| below(place, allowed));
    !inside && !allowed
}

fn below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
