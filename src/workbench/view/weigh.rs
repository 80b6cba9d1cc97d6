//! Which text of a file stays: the question, the difference, the merge.

use super::dialogs::{ANSWERS, Cursor, cells, draw_ask, hint};
use super::paint::Canvas;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::layout::Area;
use crate::workbench::app::merging::Merging;
use crate::workbench::app::model::Model;
use crate::workbench::app::update::weigh::OUTCOME;
use crate::workbench::app::weigh::{View, Weigh};
use crate::workbench::edit::{Editor, Viewport};

/// Draws the dialog; gives the place of the cursor.
pub fn draw(model: &Model, weigh: &Weigh, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let name = model.short_path(weigh.path()).into_owned();
    match &weigh.view {
        View::Question | View::Sure => {
            let below = match weigh.armed {
                true => ANSWERS,
                false => "answers count after a pause",
            };
            draw_ask(&weigh.question(model), below, screen, canvas)
        }
        View::Difference(scroll) => {
            difference(weigh, *scroll, &name, screen, canvas);
            None
        }
        View::Merge(merging) => merge(merging, &name, screen, canvas),
    }
}

fn difference(weigh: &Weigh, scroll: usize, name: &str, screen: Area, canvas: &mut Canvas<'_>) {
    let area = screen.centred(screen.width, screen.height.saturating_sub(2));
    let inner = canvas.boxed(area, name, Ink::Accent);
    let lines = weigh.weighed.iter().flat_map(|weighed| &weighed.lines);
    let rows = lines
        .skip(scroll)
        .take(usize::from(inner.height))
        .flat_map(|line| line.clone().wrap(inner.width));
    for (y, line) in (0..inner.height).zip(rows) {
        canvas.line(inner, y, &line);
    }
    if weigh.weighed.is_none() {
        canvas.line(inner, 0, &Line::of("Comparing …", Ink::Dim));
    }
    hint(area, "j k scroll  Esc back", canvas);
}

fn merge(merging: &Merging, name: &str, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = screen.centred(screen.width, screen.height.saturating_sub(2));
    let inner = canvas.boxed(area, &format!("Merge {name}"), Ink::Accent);
    let (head, body) = inner.split_top(1);
    canvas.line(head, 0, &merging.head());
    let below = match merging.editing {
        Some(_) => cells(OUTCOME) + 1,
        None => 2,
    };
    let (body, foot) = body.split_bottom(below.min(body.height.saturating_sub(2)));
    let (rows, selected) = merging.rows(body.width);
    let height = usize::from(body.height);
    // The selected change is whole in sight where it can be, with a little of what stands before it.
    let before = 2.min(height.saturating_sub(selected.len()));
    let top = selected.start.saturating_sub(before) + merging.scroll;
    let top = top.min(rows.len().saturating_sub(height));
    for (y, line) in (0..body.height).zip(&rows[top..]) {
        canvas.line(body, y, line);
    }
    let left = rows.len().saturating_sub(top + height);
    if left > 0 {
        let y = area.y + area.height - 1;
        canvas.text(area.x + 2, y, &format!(" ↓ {left} "), 12, Ink::Dim);
    }
    match &merging.editing {
        Some(editor) => {
            hint(area, "Esc done", canvas);
            outcome(editor, foot, canvas)
        }
        None => {
            keys(foot, canvas);
            hint(area, "Enter applies  Esc back", canvas);
            None
        }
    }
}

fn keys(area: Area, canvas: &mut Canvas<'_>) {
    let keys = [
        ("n p", "next, previous"),
        ("m", "mine"),
        ("t", "theirs"),
        ("b B", "both"),
        ("o", "as before"),
        ("e", "edit"),
    ];
    let line = keys.iter().fold(Line::default(), |line, (key, does)| {
        line.with(key, Ink::Key)
            .with(&format!(" {does}  "), Ink::Dim)
    });
    for (y, row) in (0..area.height).zip(line.wrap(area.width)) {
        canvas.line(area, y, &row);
    }
}

/// The text of the outcome while it is written.
fn outcome(editor: &Editor, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let (head, body) = area.split_top(1);
    let title = Line::of("write what stands there in the end", Ink::Accent);
    canvas.line(head, 0, &title);
    let mut shown = editor.clone();
    shown.set_viewport(Viewport {
        width: usize::from(body.width.saturating_sub(2)),
        height: usize::from(body.height),
        wrap: true,
        white_space: false,
    });
    let selection = shown.selection();
    let rows = shown.rows();
    for (y, row) in (body.y..body.y + body.height).zip(&rows.rows) {
        canvas.text(body.x, y, "▎", 1, Ink::Accent);
        for glyph in rows.glyphs(row) {
            let selected = selection
                .as_ref()
                .is_some_and(|span| span.start <= glyph.span.start && glyph.span.start < span.end);
            let mut style = canvas.theme.ink(Ink::Text);
            if selected {
                style = style.patch(canvas.theme.selection());
            }
            let col = cells(glyph.col) + 2;
            let room = body.width.saturating_sub(col);
            canvas.styled(body.x + col, y, &glyph.text, room, style);
        }
    }
    let (row, col) = shown.cursor_cell()?;
    Some((body.x + 2 + cells(col), body.y + cells(row)))
}
