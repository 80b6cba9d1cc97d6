//! The preview pane: tabs, rows, and what stands fixed below them.

use super::paint::Canvas;
use crate::workbench::app::frame::{preview_area, tabs};
use crate::workbench::app::ink::{Ink, visible, width};
use crate::workbench::app::keymap::hint;
use crate::workbench::app::layout::{Area, Pane};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;
use crate::workbench::app::selection::{Selection, own_choice};

/// Draws the pane.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let preview = &model.preview;
    let focused = model.prefs.focus == Pane::Preview;
    for (tab, at, text) in tabs(area.width) {
        let style = match (tab == preview.tab, focused) {
            (true, true) => canvas.theme.label(),
            (true, false) => canvas.theme.label_dim(),
            _ => canvas.theme.dim(),
        };
        let columns = area.width.saturating_sub(at);
        if tab == preview.tab && !focused {
            // Only the name is underlined, not the room around it.
            canvas.styled(
                area.x + at + 1,
                area.y,
                text.trim(),
                columns.saturating_sub(1),
                style,
            );
        } else {
            canvas.styled(area.x + at, area.y, &text, columns, style);
        }
    }
    if preview.tab == Tab::Prompt && area.height > 1 {
        chosen(model, Area::new(area.x, area.y + 1, area.width, 1), canvas);
    }
    let rows = preview_area(area);
    let foot = u16::try_from(preview.foot.len()).unwrap_or(0);
    let (rows, below) = rows.split_bottom(if foot > 0 { foot + 1 } else { 0 });
    let top = preview.top();
    for (y, line) in (0..rows.height).zip(preview.rows.from(top)) {
        let side = match width(&line.side) {
            0 => 0,
            side => side + 1,
        };
        let room = rows.width.saturating_sub(u16::try_from(side).unwrap_or(0));
        canvas.line(Area::new(rows.x, rows.y, room, rows.height), y, line);
        if !line.side.is_empty() {
            canvas.right(rows.x + rows.width, rows.y + y, &line.side, Ink::Dim);
        }
        if line.marked {
            let row = Area::new(rows.x.saturating_sub(1), rows.y + y, rows.width + 2, 1);
            let style = canvas.theme.marked();
            canvas.wash(row, style);
        }
    }
    more(model, rows, canvas);
    if foot > 0 && below.height > foot {
        let style = canvas.theme.rule();
        let dashes = "─".repeat(usize::from(area.width));
        canvas.styled(area.x, below.y, &dashes, area.width, style);
        for (y, line) in (1..below.height).zip(&preview.foot) {
            canvas.line(below, y, line);
        }
    }
}

/// For whom the prompt is, in the gap below the tabs.
fn chosen(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let Some(profile) = model.profile() else {
        return;
    };
    let selection = model.selection();
    let ink = match selection == Selection::default() {
        true => Ink::Dim,
        false => Ink::Info,
    };
    let title = visible(&selection.told(own_choice(profile)));
    let key = hint(model, "prompt.select", Pane::Preview);
    let taken = u16::try_from(width(&key)).unwrap_or(0) + 4;
    let room = area.width.saturating_sub(SCROLLED + taken);
    let mut x = canvas.text(area.x + 1, area.y, &title, room, ink);
    for (text, ink) in [(" (", Ink::Dim), (&*key, Ink::Key), (")", Ink::Dim)] {
        let room = (area.x + area.width).saturating_sub(x);
        x = canvas.text(x, area.y, text, room, ink);
    }
}

/// Columns that tell how many rows are above.
const SCROLLED: u16 = 7;

/// How many rows are out of sight, on the gap below the tabs and at the end.
fn more(model: &Model, rows: Area, canvas: &mut Canvas<'_>) {
    let preview = &model.preview;
    let right = rows.x + rows.width;
    let above = preview.top();
    if above > 0 && rows.y > 0 {
        canvas.right(right, rows.y - 1, &format!("↑ {above}"), Ink::Dim);
    }
    let shown = usize::from(rows.height);
    let below = preview.rows.len().saturating_sub(above + shown);
    if below > 0 && rows.height > 0 {
        canvas.right(
            right,
            rows.y + rows.height - 1,
            &format!(" ↓ {below}"),
            Ink::Dim,
        );
    }
}
