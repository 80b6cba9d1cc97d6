//! Which text of a file stays: the question, the difference, the merge.

use super::dialogs::{Cursor, cells, draw_ask, rest};
use super::footer::hints;
use super::paint::Canvas;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::layout::Area;
use crate::workbench::app::merging::{KEYS, MergeStand, Merging};
use crate::workbench::app::model::Model;
use crate::workbench::app::weigh::{View, Weigh};
use crate::workbench::edit::{Editor, Viewport};

/// Draws the dialog; gives the place of the cursor.
pub fn draw(model: &Model, weigh: &Weigh, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let name = model.short_path(weigh.path()).into_owned();
    match &weigh.view {
        View::Question | View::Sure => draw_ask(&weigh.question(model), screen, canvas),
        View::Difference(scroll) => {
            difference(weigh, *scroll, &name, screen, canvas);
            None
        }
        View::Merge(merging) => merge(merging, &name, screen, canvas),
    }
}

fn difference(weigh: &Weigh, scroll: usize, name: &str, screen: Area, canvas: &mut Canvas<'_>) {
    let area = Weigh::area(screen);
    let inner = canvas.boxed(area, name, Ink::Accent);
    let rows = weigh.rows(screen);
    for (y, line) in (0..inner.height).zip(rows.iter().skip(scroll)) {
        canvas.line(inner, y, line);
    }
    let left = rows
        .len()
        .saturating_sub(scroll + usize::from(inner.height));
    rest(area, left, canvas);
}

/// Draws a merge; gives the place of the cursor.
pub fn merge(merging: &Merging, name: &str, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = Weigh::area(screen);
    let inner = canvas.boxed(area, &format!("Merge {name}"), Ink::Accent);
    canvas.line(inner, 0, &merging.head());
    let MergeStand {
        body,
        foot,
        rows,
        top,
    } = MergeStand::new(merging, screen);
    for (y, line) in (0..body.height).zip(&rows[top..]) {
        canvas.line(body, y, line);
    }
    rest(
        area,
        rows.len().saturating_sub(top + usize::from(body.height)),
        canvas,
    );
    match &merging.editing {
        Some(editor) => outcome(editor, foot, canvas),
        None => {
            for (y, row) in (0..foot.height).zip(KEYS) {
                canvas.line(foot, y, &hints(row));
            }
            None
        }
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
