//! The line at the top: where we are, with whose eyes, and how many of what.

use super::paint::Canvas;
use crate::workbench::app::header::{Left, counts, end_of_left, left};
use crate::workbench::app::ink::width;
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::{Mode, Model};

/// Draws the header. What counts stands on the right; what does not fit on the left gives way.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let counts = counts(model, area);
    let end = area.x + area.width;
    for count in &counts {
        canvas.text(count.x, area.y, &count.text, end - count.x, count.ink);
    }
    for part in left(model, area, end_of_left(&counts, area)) {
        let shown = part.shown();
        let columns = u16::try_from(width(&shown.text)).unwrap_or(u16::MAX);
        match &part {
            Left::Text(_) => {
                canvas.text(shown.x, area.y, &shown.text, columns, shown.ink);
            }
            Left::Mode(_) => {
                let style = match model.mode {
                    Mode::Build => canvas.theme.label(),
                    Mode::Browse => canvas.theme.dim(),
                };
                canvas.styled(shown.x, area.y, &shown.text, columns, style);
            }
        }
    }
}
