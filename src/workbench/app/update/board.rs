//! Keys and the mouse while a board has them, and the boards there are.

use crate::workbench::app::board::Board;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::layout::Area;
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::app::{help, log, shadowing};

use super::dialog::type_into;
use super::overlay;

/// Shows what can be done here, with its keys.
pub fn help(model: &mut Model) -> Vec<Effect> {
    model.open(Dialog::Board(help::board(model)));
    Vec::new()
}

/// Shows what hides what in the whole project.
pub fn shadowing(model: &mut Model) -> Vec<Effect> {
    model.project.go_on();
    model.open(Dialog::Board(shadowing::board(model)));
    Vec::new()
}

/// Shows what was said; what waited to be read is read there.
pub fn log(model: &mut Model) -> Vec<Effect> {
    model.dismiss_all();
    model.open(Dialog::Board(log::board(model)));
    Vec::new()
}

/// A key for the board on top.
pub fn key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    let page = page(model);
    let Some(Dialog::Board(board)) = &mut model.dialog else {
        return Vec::new();
    };
    match chord.code {
        Code::Down => board.step(1),
        Code::Up => board.step(-1),
        Code::PageDown => board.step(page),
        Code::PageUp => board.step(-page),
        Code::Home => board.step(isize::MIN),
        Code::End => board.step(isize::MAX),
        Code::Enter => return take(model),
        _ => {
            if type_into(&mut board.field, &model.keymap, chord, now) {
                board.refit();
            }
        }
    }
    Vec::new()
}

/// The mouse over the board on top: the wheel moves, a click selects, a second one goes there.
pub fn mouse(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let screen = Area::new(0, 0, model.size.0, model.size.1);
    let inside = Board::body(screen).holds(mouse.x, mouse.y);
    let outside = !Board::area(screen).holds(mouse.x, mouse.y);
    let Some(Dialog::Board(board)) = &mut model.dialog else {
        return Vec::new();
    };
    let before = board.at;
    match mouse.kind {
        MouseKind::WheelDown => board.step(1),
        MouseKind::WheelUp => board.step(-1),
        MouseKind::Press if outside => model.dialog = None,
        MouseKind::Press
            if inside && board.click(Board::body(screen), mouse.y) && board.at == before =>
        {
            return take(model);
        }
        MouseKind::Press | MouseKind::Drag => {}
    }
    Vec::new()
}

fn page(model: &Model) -> isize {
    let screen = Area::new(0, 0, model.size.0, model.size.1);
    let rows = Board::body(screen).height / 2;
    isize::try_from(rows.max(1)).unwrap_or(1)
}

fn take(model: &mut Model) -> Vec<Effect> {
    let Some(Dialog::Board(board)) = &model.dialog else {
        return Vec::new();
    };
    let Some(picked) = board.picked().cloned() else {
        return Vec::new();
    };
    model.dialog = None;
    overlay::take(model, picked)
}
