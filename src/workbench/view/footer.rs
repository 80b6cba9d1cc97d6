//! Below the panes: the problem under the cursor, the keys, and what went wrong.

use super::paint::Canvas;
use crate::workbench::app::footer::{self, FILTER};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::keymap::named;
use crate::workbench::app::layout::{Area, Layout};
use crate::workbench::app::model::Model;

/// The problem under the cursor, or why the selected skill is not loaded.
pub fn problem(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    for spot in footer::problem(model, area) {
        let columns = (area.x + area.width).saturating_sub(spot.x);
        canvas.line(Area::new(spot.x, spot.y, columns, 1), 0, &spot.line);
    }
}

/// The keys; a message that goes with the next key takes their place.
pub fn keys(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let area = layout.footer;
    let inner = area.inset(1, 1);
    if let Some((top, lines)) = footer::told(model, layout) {
        for (y, line) in (top..).zip(&lines) {
            canvas.clear(Area::new(area.x, y, area.width, 1));
            let mark = if y == top { "› " } else { "" };
            canvas.text(inner.x, y, mark, inner.width, Ink::Accent);
            canvas.line(
                Area::new(inner.x + 2, y, inner.width.saturating_sub(2), 1),
                0,
                line,
            );
        }
        return;
    }
    if model.dialog.is_some() {
        // The keys of the panes do nothing now.
        return;
    }
    if model.list.filtering {
        canvas.line(inner, 0, &hints(FILTER));
        return;
    }
    let right = inner.x + inner.width;
    for hint in footer::hints(model, area) {
        canvas.text(hint.x, inner.y, &hint.key, right - hint.x, Ink::Key);
        let x = hint.words();
        let columns = right.saturating_sub(x);
        canvas.text(x, inner.y, hint.command.title, columns, Ink::Dim);
    }
}

/// Hints whose first words are keys.
pub fn hints(text: &str) -> Line {
    let mut line = Line::default();
    for (at, hint) in text.split("  ").enumerate() {
        let (key, words) = hint.split_once(' ').unwrap_or((hint, ""));
        let gap = if at > 0 { "  " } else { "" };
        line = line.with(gap, Ink::Dim).with(key, Ink::Key);
        line = line.with(" ", Ink::Dim).with(words, Ink::Dim);
    }
    line
}

/// What went wrong, over the panes, until Esc.
pub fn errors(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(complaint) = footer::complaint(model, layout) else {
        return;
    };
    let area = complaint.area;
    let inner = canvas.boxed(area, &complaint.title, Ink::Error);
    for (row, line) in (0..inner.height).zip(&complaint.lines) {
        canvas.line(inner, row, line);
    }
    let (right, y) = (area.x + area.width - 2, area.y + area.height - 1);
    // What is offered at the cursor goes first.
    if model.completing().is_none() {
        let key = named(model, "leave");
        canvas.right(right, y, &format!(" {key} closes "), Ink::Key);
    }
}
