//! The bar for finding and replacing, in the place of the problem.

use super::dialogs::{Cursor, cells, field};
use super::paint::Canvas;
use crate::workbench::app::find::{Bar, LABEL};
use crate::workbench::app::ink::{Ink, width};
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::Model;

/// Draws the bar; gives the place of the cursor.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let find = &model.find;
    let bar = Bar::new(model, area)?;
    let inner = area.inset(1, 1);
    let mut cursor = None;
    if let Some(row) = bar.needle {
        for (x, label, on) in &bar.switches {
            let style = match on {
                true => canvas.theme.label(),
                false => canvas.theme.dim(),
            };
            canvas.styled(*x, row.y, label, cells(width(label)), style);
        }
        let (right, count, missing) = &bar.count;
        let ink = if *missing { Ink::Warning } else { Ink::Text };
        canvas.right(*right, row.y, count, ink);
        canvas.text(inner.x, row.y, "find", LABEL, Ink::Accent);
        let at = field(&find.needle, row, canvas);
        cursor = cursor.or(at.filter(|_| !find.in_with));
    }
    let (right, keys) = &bar.keys;
    if let Some(row) = bar.with {
        canvas.right(*right, row.y, keys, Ink::Dim);
        canvas.text(inner.x, row.y, "replace", LABEL, Ink::Accent);
        let at = field(&find.with, row, canvas);
        cursor = cursor.or(at.filter(|_| find.in_with));
    } else if !keys.is_empty() {
        let x = inner.x + LABEL;
        let room = inner.width.saturating_sub(LABEL);
        canvas.text(x, inner.y + 1, keys, room, Ink::Dim);
    }
    cursor
}
