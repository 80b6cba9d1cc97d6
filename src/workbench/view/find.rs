//! The bar for finding and replacing, in the place of the problem.

use super::dialogs::field;
use super::paint::Canvas;
use crate::workbench::app::commands::by_id;
use crate::workbench::app::ink::{Ink, width};
use crate::workbench::app::keymap::contexts;
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::Model;

/// Columns before a field.
const LABEL: u16 = 9;
/// Columns from which the switches have their keys beside them.
const ROOM: u16 = 58;

/// Draws the bar; gives the place of the cursor.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let text = model.text()?;
    let find = &model.find;
    let inner = area.inset(1, 1);
    // Where there is one row, it is the one with the keys.
    let one = inner.height < 2;
    let does = |id: &str, does: &str| {
        let key = by_id(id).and_then(|command| model.keymap.key_in(command, contexts(model)));
        key.map_or(String::new(), |key| format!("{} {does}", key.short()))
    };
    let label = |id: &str, word: &str, keys: bool| match keys {
        true => does(id, word),
        false => word.to_owned(),
    };
    let mut cursor = None;
    if !(one && find.in_with) {
        let (count, missing) = find.count(text);
        let ink = if missing { Ink::Warning } else { Ink::Text };
        let keys = inner.width >= ROOM;
        let switches = [
            (find.word, label("find.word", "word", keys)),
            (find.case, label("find.case", "case", keys)),
        ];
        let mut right = inner.x + inner.width;
        for (on, label) in &switches {
            let on = *on;
            if on || keys {
                let style = if on {
                    canvas.theme.label()
                } else {
                    canvas.theme.dim()
                };
                let columns = u16::try_from(width(label)).unwrap_or(0);
                right = right.saturating_sub(columns);
                canvas.styled(right, inner.y, label, columns, style);
                right = right.saturating_sub(2);
            }
        }
        right = canvas.right(right, inner.y, &count, ink).saturating_sub(2);
        canvas.text(inner.x, inner.y, "find", LABEL, Ink::Accent);
        let row = row(inner.x, inner.y, right);
        let at = field(&find.needle, row, canvas);
        cursor = cursor.or(at.filter(|_| !find.in_with));
    }
    let y = if one { inner.y } else { inner.y + 1 };
    if find.replacing && (find.in_with || !one) {
        let hint = match inner.width >= ROOM {
            true => format!(
                "{}  {}",
                does("find.go", "replaces"),
                does("find.replace-all", "all")
            ),
            false => does("find.replace-all", "all"),
        };
        let right = canvas.right(inner.x + inner.width, y, &hint, Ink::Dim);
        canvas.text(inner.x, y, "replace", LABEL, Ink::Accent);
        let at = field(&find.with, row(inner.x, y, right.saturating_sub(2)), canvas);
        cursor = cursor.or(at.filter(|_| find.in_with));
    } else if !one {
        let replaces = text.writable().then(|| does("find.switch", "replaces"));
        let others = [
            does("find.next", "next"),
            does("find.previous", "before"),
            does("find.close", "closes"),
        ];
        let hint: Vec<String> = replaces.into_iter().chain(others).collect();
        canvas.text(
            inner.x + LABEL,
            y,
            &hint.join("  "),
            inner.width.saturating_sub(LABEL),
            Ink::Dim,
        );
    }
    cursor
}

fn row(x: u16, y: u16, right: u16) -> Area {
    Area::new(x + LABEL, y, right.saturating_sub(x + LABEL), 1)
}
