//! Keys in the table of all skills by all hosts.

use super::{dialog, jump};
use crate::host::verdict::Go;
use crate::workbench::app::commands::by_id;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::matrix::{self, Open};
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;

/// Opens it at the selected skill.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let skill = model
        .row()
        .and_then(|row| row.path.as_deref().map(str::to_owned));
    model.open(Dialog::Matrix(Open {
        skill,
        host: Some(model.host.clone()),
        ..Open::default()
    }));
    keep_visible(model);
    Vec::new()
}

/// A key for it.
pub fn key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let Some(Dialog::Matrix(open)) = &model.dialog else {
        return Vec::new();
    };
    let mut open = open.clone();
    let code = chord.code;
    let own = by_id("matrix").map_or(&[][..], |command| model.keymap.keys(command));
    let closes = own.iter().any(|(_, key)| *key == chord);
    match code {
        Code::Char('q') => return dialog::close(model),
        _ if closes => return dialog::close(model),
        Code::Char('w') => open.wrong = !open.wrong,
        Code::Char('a') => open.all = !open.all,
        Code::Enter => return decide(model, &open),
        _ => step(model, &mut open, code),
    }
    model.dialog = Some(Dialog::Matrix(open));
    keep_visible(model);
    Vec::new()
}

/// The mouse over it: a click selects, a second one goes there, the wheel moves.
pub fn mouse(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let Some(Dialog::Matrix(open)) = &model.dialog else {
        return Vec::new();
    };
    let mut open = open.clone();
    let before = (open.skill.clone(), open.host.clone());
    match mouse.kind {
        MouseKind::WheelDown => step(model, &mut open, Code::Down),
        MouseKind::WheelUp => step(model, &mut open, Code::Up),
        MouseKind::Press => {
            let Some(table) = model.matrix.matrix.clone() else {
                return Vec::new();
            };
            let shown = matrix::shown(model, &open, &table);
            let grid = matrix::grid(model, &table, &shown);
            let (row, column) = grid.cell_at(mouse.x, mouse.y);
            let row = row.and_then(|row| shown.rows.get(open.top + row));
            let column = column.and_then(|column| shown.columns.get(open.left + column));
            // Names of hosts and of skills are targets, too.
            if let Some(at) = row {
                open.skill = Some(table.skills[*at].path.clone());
            }
            if let Some(at) = column {
                open.host = Some(table.hosts[*at].host.clone());
            }
            if row.is_some() && (open.skill.clone(), open.host.clone()) == before {
                return decide(model, &open);
            }
        }
        MouseKind::Drag => {}
    }
    model.dialog = Some(Dialog::Matrix(open));
    keep_visible(model);
    Vec::new()
}

fn step(model: &Model, open: &mut Open, code: Code) {
    let Some(table) = model.matrix.matrix.clone() else {
        return;
    };
    let shown = matrix::shown(model, open, &table);
    let page = matrix::grid(model, &table, &shown).height();
    let page = page.cast_signed();
    let (down, right) = match code {
        Code::Down | Code::Char('j') => (1, 0),
        Code::Up | Code::Char('k') => (-1, 0),
        Code::Right | Code::Char('l') => (0, 1),
        Code::Left | Code::Char('h') => (0, -1),
        Code::PageDown | Code::Char(' ') => (page, 0),
        Code::PageUp => (-page, 0),
        Code::Char('g') => (isize::MIN, 0),
        Code::Char('G') => (isize::MAX, 0),
        Code::Home => (0, isize::MIN),
        Code::End => (0, isize::MAX),
        _ => return,
    };
    let to =
        |at: usize, by: isize, of: usize| at.saturating_add_signed(by).min(of.saturating_sub(1));
    let row = shown.rows.get(to(shown.row, down, shown.rows.len()));
    let column = shown
        .columns
        .get(to(shown.column, right, shown.columns.len()));
    open.skill = row.map(|at| table.skills[*at].path.clone());
    open.host = column.map(|at| table.hosts[*at].host.clone());
}

/// Scrolls to the selected cell.
pub fn keep_visible(model: &mut Model) {
    let (Some(table), Some(Dialog::Matrix(open))) = (model.matrix.matrix.clone(), &model.dialog)
    else {
        return;
    };
    let open = open.clone();
    let shown = matrix::shown(model, &open, &table);
    let grid = matrix::grid(model, &table, &shown);
    let fit = |top: usize, at: usize, room: usize, of: usize| {
        let least = (at + 1).saturating_sub(room);
        top.clamp(least, at.max(least)).min(of.saturating_sub(room))
    };
    let top = fit(open.top, shown.row, grid.height(), shown.rows.len());
    let left = fit(open.left, shown.column, grid.width(), shown.columns.len());
    if let Some(Dialog::Matrix(open)) = &mut model.dialog {
        (open.top, open.left) = (top, left);
    }
}

/// Goes to what decides in the selected cell.
fn decide(model: &mut Model, open: &Open) -> Vec<Effect> {
    let Some(table) = model.matrix.matrix.clone() else {
        return Vec::new();
    };
    let shown = matrix::shown(model, open, &table);
    let row = shown.rows.get(shown.row).map(|at| &table.skills[*at]);
    let (Some(row), Some(column)) = (row, shown.columns.get(shown.column)) else {
        return Vec::new();
    };
    let verdict = &row.cells[*column];
    let (path, at) = match &verdict.go {
        Some(Go::Place(path, at)) => (path, Some(*at)),
        Some(Go::Copy(path)) => (path, None),
        None => (&row.path, None),
    };
    model.dialog = None;
    model.preview.tab = Tab::Hosts;
    model.preview.wanted = Some(verdict.host.clone());
    let hosts = [verdict.host.clone()];
    jump::go_to(model, path, at, &hosts)
}
