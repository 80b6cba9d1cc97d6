//! The table of all skills by all hosts.

use super::dialogs::cells;
use super::paint::Canvas;
use crate::host::matrix::{Matrix, Row};
use crate::host::verdict::State;
use crate::workbench::app::ink::{Ink, Line, fit};
use crate::workbench::app::layout::Area;
use crate::workbench::app::matrix::{Grid, Open, Shown, beyond, grid, head, labels, said, shown};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::hosts::{dot, ink};

const TITLE: &str = "Skills by hosts";

/// Draws it.
pub fn draw(model: &Model, open: &Open, canvas: &mut Canvas<'_>) {
    let empty = Matrix::default();
    let table = model.matrix.matrix.as_deref().unwrap_or(&empty);
    let shown = shown(model, open, table);
    let grid = grid(model, table, &shown);
    canvas.boxed(grid.area, TITLE, Ink::Accent);
    if model.matrix.matrix.is_none() {
        let (done, of) = model.matrix.progress.unwrap_or_default();
        let line = format!("Working it out: {done} of {of} hosts …");
        canvas.line(grid.head, 0, &Line::of(&line, Ink::Dim));
        return;
    }
    canvas.line(grid.head, 0, &head(open, &shown, &model.matrix));
    if shown.rows.is_empty() {
        let why = match (open.wrong, shown.skills) {
            (true, 1..) => "Every skill is well with these hosts; w shows them all.",
            _ => "There is no skill that these hosts could load.",
        };
        canvas.line(grid.body, 1, &Line::of(why, Ink::Dim));
        return;
    }
    hosts(table, open, &shown, &grid, canvas);
    let labels = labels(model, table, &shown);
    let rows = shown.rows.iter().zip(&labels).enumerate().skip(open.top);
    for (y, (at, (index, label))) in (1..grid.body.height).zip(rows) {
        let row = (&table.skills[*index], label.as_str());
        skill(row, at == shown.row, open, &shown, &grid, y, canvas);
    }
    foot(model, table, &shown, &grid, canvas);
    more(open, &shown, &grid, canvas);
}

fn hosts(table: &Matrix, open: &Open, shown: &Shown, grid: &Grid, canvas: &mut Canvas<'_>) {
    let columns = shown.columns.iter().enumerate().skip(open.left);
    for (x, (at, index)) in (0..grid.width()).zip(columns) {
        let name = fit(&table.hosts[*index].host, usize::from(grid.cell - 1));
        let selected = at == shown.column;
        let ink = if selected { Ink::Strong } else { Ink::Dim };
        let x = grid.body.x + grid.names + cells(x) * grid.cell;
        canvas.text(x, grid.body.y, &name, grid.cell - 1, ink);
    }
}

fn skill(
    (row, label): (&Row, &str),
    selected: bool,
    open: &Open,
    shown: &Shown,
    grid: &Grid,
    y: u16,
    canvas: &mut Canvas<'_>,
) {
    let y = grid.body.y + y;
    let ink_of_name = if selected { Ink::Strong } else { Ink::Text };
    let label = fit(label, usize::from(grid.names - 2));
    canvas.text(grid.body.x, y, &label, grid.names - 2, ink_of_name);
    let columns = shown.columns.iter().enumerate().skip(open.left);
    for (x, (at, index)) in (0..grid.width()).zip(columns) {
        let cell = &row.cells[*index];
        let state = cell.state;
        let text = match (state, grid.words) {
            (State::NotLookedFor, _) => "·".to_owned(),
            (state, true) => format!("{} {}", dot(state), cell.word()),
            (state, false) if cell.open => format!("{}?", dot(state)),
            (state, false) => dot(state).to_owned(),
        };
        let x = grid.body.x + grid.names + cells(x) * grid.cell;
        canvas.text(x, y, &text, grid.cell - 1, ink(state));
        if selected && at == shown.column {
            let cell = Area::new(x.saturating_sub(1), y, grid.cell, 1);
            canvas.wash(cell, canvas.theme.selected(true));
        }
    }
}

fn foot(model: &Model, table: &Matrix, shown: &Shown, grid: &Grid, canvas: &mut Canvas<'_>) {
    for (y, line) in (0..grid.foot.height).zip(&said(model, table, shown, grid.foot)) {
        canvas.line(grid.foot, y, line);
    }
}

/// What stands beyond the edges.
fn more(open: &Open, shown: &Shown, grid: &Grid, canvas: &mut Canvas<'_>) {
    // The title stands on the same line.
    let room = usize::from(grid.area.width).saturating_sub(TITLE.len() + 8);
    let text = beyond(open, shown, grid, room);
    if !text.is_empty() {
        canvas.right(
            grid.area.x + grid.area.width - 2,
            grid.area.y,
            &format!(" {text} "),
            Ink::Dim,
        );
    }
}
