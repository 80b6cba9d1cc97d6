//! What is offered at the cursor.

use super::paint::Canvas;
use crate::workbench::app::complete;
use crate::workbench::app::ink::{Ink, width};
use crate::workbench::app::keymap::key_of;
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::Model;

/// Draws the popup, hanging from the row of the cursor or standing on it.
pub fn draw(model: &Model, canvas: &mut Canvas<'_>) {
    let (Some(open), Some(popup)) = (model.completing(), complete::area(model)) else {
        return;
    };
    let complete::Popup {
        area, rows, foot, ..
    } = popup;
    canvas.clear(area);
    let style = canvas.theme.rule();
    for y in rows.y..rows.y + rows.height {
        canvas.styled(area.x, y, "│", 1, style);
        canvas.styled(area.x + area.width - 1, y, "│", 1, style);
    }
    let corners = if foot > rows.y {
        ("╰", "╯")
    } else {
        ("╭", "╮")
    };
    let dashes = "─".repeat(usize::from(area.width.saturating_sub(2)));
    let line = format!("{}{dashes}{}", corners.0, corners.1);
    canvas.styled(area.x, foot, &line, area.width, style);
    let cells = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let titles = open.offers.iter().map(|offer| width(&offer.title));
    let column = cells(titles.max().unwrap_or(0)).min(rows.width * 2 / 3);
    for (row, offer) in (0..rows.height).zip(open.offers.iter().skip(popup.top)) {
        let y = rows.y + row;
        let ink = if offer.here { Ink::Strong } else { Ink::Dim };
        canvas.text(rows.x, y, &offer.title, column, ink);
        let x = rows.x + column + 2;
        let room = (rows.x + rows.width).saturating_sub(x);
        canvas.text(x, y, &offer.help, room, Ink::Dim);
        if open.at == Some(popup.top + usize::from(row)) {
            let wide = Area::new(rows.x - 1, y, rows.width + 2, 1);
            let style = canvas.theme.selected(true);
            canvas.wash(wide, style);
        }
    }
    let key = |id: &str| {
        let key = key_of(model, id);
        key.map_or(String::new(), |key| key.short())
    };
    let does = match open.at {
        Some(_) => format!("{} takes", key("complete.take")),
        None => format!("{} chooses", key("complete.down")),
    };
    let hint = format!(" {does}  {} closes ", key("complete.close"));
    let right = area.x + area.width - 2;
    canvas.right(right, foot, &hint, Ink::Dim);
    if open.offers.len() > usize::from(rows.height) {
        let at = open.at.map_or(0, |at| at + 1);
        let count = format!(" {at}/{} ", open.offers.len());
        canvas.text(area.x + 2, foot, &count, cells(width(&count)), Ink::Dim);
    }
}
