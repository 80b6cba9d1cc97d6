//! The mouse over what stands on top of the panes.

use std::time::Duration;

use crate::workbench::app::dialog::{Dialog, Pick};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::layout::Area;
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::app::stand::{self, Asked, Picks};
use crate::workbench::edit::Field;

use super::{board, dialog, exchange, matrix, weigh};

/// Takes what the mouse did over the dialog on top. A hint on its lower edge is its key.
pub fn update(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let press = mouse.kind == MouseKind::Press;
    if let Some(chord) = hint(model, mouse).filter(|_| press) {
        return dialog::key(model, chord);
    }
    if into_field(model, mouse) {
        return Vec::new();
    }
    match &model.dialog {
        Some(Dialog::Board(_)) => board::mouse(model, mouse),
        Some(Dialog::Matrix(_)) => matrix::mouse(model, mouse),
        Some(Dialog::Weigh(_)) => weigh::mouse(model, mouse),
        Some(Dialog::Look(_)) => exchange::look::mouse(model, mouse),
        Some(Dialog::Pick(_)) => pick(model, mouse),
        Some(Dialog::Ask(ask)) => {
            let asked = Asked::new(ask, model.layout().screen);
            let answer = asked.answer_at(mouse.x, mouse.y).filter(|_| press);
            let letter = answer
                .and_then(|at| ask.answers.get(at))
                .map(|(key, ..)| *key);
            letter.map_or_else(Vec::new, |letter| {
                dialog::key(model, Chord::plain(Code::Char(letter)))
            })
        }
        Some(Dialog::New(_)) => template(model, mouse),
        Some(Dialog::NewFile(_) | Dialog::GoTo(_) | Dialog::Name(_) | Dialog::Fetch(_)) | None => {
            Vec::new()
        }
    }
}

/// The mouse over the line that is typed into; false when it is elsewhere.
fn into_field(model: &mut Model, mouse: Mouse) -> bool {
    let Some(area) = stand::field(model).filter(|area| area.y == mouse.y) else {
        return false;
    };
    let (clicks, now) = (model.clicks, model.now);
    let field = model.dialog.as_mut().and_then(Dialog::field);
    field.is_some_and(|field| on_field(field, area, mouse, clicks, now))
}

/// The mouse over a line to type into that stands at `area`; false when it does nothing there.
pub(super) fn on_field(
    field: &mut Field,
    area: Area,
    mouse: Mouse,
    clicks: u8,
    now: Duration,
) -> bool {
    let (col, width) = (mouse.x.saturating_sub(area.x), usize::from(area.width));
    match mouse.kind {
        MouseKind::Press if area.holds(mouse.x, mouse.y) => {
            field.click(usize::from(col), width, clicks, now);
            true
        }
        MouseKind::Drag if area.y == mouse.y => {
            field.drag(usize::from(col), width, now);
            true
        }
        _ => false,
    }
}

/// The key of the hint under the pointer.
fn hint(model: &Model, mouse: Mouse) -> Option<Chord> {
    let (hints, (x, y)) = stand::edge(model)?;
    let past = mouse.x.checked_sub(x).filter(|_| mouse.y == y)?;
    stand::hint_key(&hints, usize::from(past))
}

/// A click selects, a second one takes, one outside closes; the wheel moves.
fn pick(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let screen = model.layout().screen;
    let Some(Dialog::Pick(pick)) = &mut model.dialog else {
        return Vec::new();
    };
    let stand = Picks::new(pick, screen);
    match mouse.kind {
        MouseKind::WheelDown => step(pick, 1),
        MouseKind::WheelUp => step(pick, -1),
        MouseKind::Press if !stand.area.holds(mouse.x, mouse.y) => model.dialog = None,
        MouseKind::Press if stand.rows.holds(mouse.x, mouse.y) => {
            let at = stand.top + usize::from(mouse.y - stand.rows.y);
            if at == pick.at && at < pick.shown.len() {
                return dialog::key(model, Chord::plain(Code::Enter));
            }
            if at < pick.shown.len() {
                pick.at = at;
            }
        }
        MouseKind::Press | MouseKind::Drag => {}
    }
    Vec::new()
}

fn step(pick: &mut Pick, by: isize) {
    let last = pick.shown.len().saturating_sub(1);
    pick.at = pick.at.saturating_add_signed(by).min(last);
}

/// The templates of a new skill: a click or the wheel chooses.
fn template(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let code = match mouse.kind {
        MouseKind::WheelDown => Code::Down,
        MouseKind::WheelUp => Code::Up,
        MouseKind::Drag => return Vec::new(),
        MouseKind::Press => {
            let clicked = clicked_template(model, mouse);
            if let (Some(Dialog::New(dialog)), Some(at)) = (&mut model.dialog, clicked) {
                dialog.template = at;
            }
            return Vec::new();
        }
    };
    dialog::key(model, Chord::plain(code))
}

fn clicked_template(model: &Model, mouse: Mouse) -> Option<usize> {
    let Some(Dialog::New(dialog)) = &model.dialog else {
        return None;
    };
    let area = stand::area(model)?;
    let below = stand::inside(area).split_top(1).1;
    let row = mouse
        .y
        .checked_sub(below.y)
        .filter(|_| below.holds(mouse.x, mouse.y))?;
    let lines = stand::new_lines(model, dialog, area.width);
    lines.get(usize::from(row))?.pick
}
