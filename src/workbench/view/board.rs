//! A board: what is typed on top, lines under headings below.

use super::dialogs::{Cursor, field, rest};
use super::paint::Canvas;
use crate::workbench::app::board::Board;
use crate::workbench::app::ink::Ink;
use crate::workbench::app::layout::Area;

/// Draws the board; gives the place of the cursor.
pub fn draw(board: &Board, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = Board::area(screen);
    let inner = canvas.boxed(area, board.title, Ink::Accent);
    canvas.text(inner.x, inner.y, "› ", 2, Ink::Accent);
    let cursor = field(&board.field, inner.split_top(1).0.inset(2, 0), canvas);
    let body = Board::body(screen);
    let left = rows(board, body, true, canvas);
    rest(area, left, canvas);
    cursor
}

/// Draws the lines into `body`; gives how many stand below it. `focused`: the keys go there.
pub fn rows(board: &Board, body: Area, focused: bool, canvas: &mut Canvas<'_>) -> usize {
    let (rows, selected) = board.rows(body.width);
    let height = usize::from(body.height);
    let top = Board::top(rows.len(), &selected, height);
    for (y, line) in (0..body.height).zip(&rows[top..]) {
        canvas.line(body, y, line);
        if line.marked {
            let wide = Area::new(body.x - 1, body.y + y, body.width + 2, 1);
            let style = canvas.theme.selected(focused);
            canvas.wash(wide, style);
        }
    }
    rows.len().saturating_sub(top + height)
}
