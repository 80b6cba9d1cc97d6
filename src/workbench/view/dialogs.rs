//! What stands on top of the panes.

use super::paint::Canvas;
use crate::workbench::app::dialog::{Ask, Dialog, GoTo, NameSkill, NewFile, NewSkill, Pick};
use crate::workbench::app::ink::{Ink, clipped, fit, fit_end, width};
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::Model;
use crate::workbench::app::stand::{self, Asked, NAME, Picks};
use crate::workbench::edit::Field;

/// A place for the cursor.
pub type Cursor = Option<(u16, u16)>;

/// Draws the dialog on top; gives the place of the cursor.
pub fn draw(model: &Model, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = stand::area(model)?;
    let cursor = match model.dialog.as_ref()? {
        Dialog::Board(board) => super::board::draw(board, screen, canvas),
        Dialog::Pick(pick) => draw_pick(pick, screen, canvas),
        Dialog::New(dialog) => new_skill(model, dialog, area, canvas),
        Dialog::NewFile(dialog) => new_file(model, dialog, area, canvas),
        Dialog::GoTo(dialog) => go_to(model, dialog, area, canvas),
        Dialog::Name(dialog) => name_skill(dialog, area, canvas),
        Dialog::Ask(ask) => draw_ask(ask, screen, canvas),
        Dialog::Matrix(open) => {
            super::matrix::draw(model, open, canvas);
            None
        }
        Dialog::Fetch(fetch) => super::look::fetch(fetch, screen, canvas),
        Dialog::Look(look) => super::look::draw(look, screen, canvas),
        Dialog::Weigh(weigh) => super::weigh::draw(model, weigh, screen, canvas),
    };
    if let Some((hint, (x, y))) = stand::edge(model) {
        canvas.text(
            x.saturating_sub(1),
            y,
            &format!(" {hint} "),
            cells(width(&hint) + 2),
            Ink::Dim,
        );
    }
    cursor
}

pub fn cells(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// How many rows are left, on the lower edge.
pub fn rest(area: Area, left: usize, canvas: &mut Canvas<'_>) {
    if left > 0 {
        let y = area.y + area.height - 1;
        canvas.text(area.x + 2, y, &format!(" ↓ {left} more "), 14, Ink::Dim);
    }
}

/// Draws a field and gives the place of its cursor.
pub(super) fn field(field: &Field, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let mut shown = field.clone();
    shown.set_width(usize::from(area.width));
    let selection = shown.selection();
    for glyph in shown.glyphs() {
        let selected = selection
            .as_ref()
            .is_some_and(|span| span.start <= glyph.span.start && glyph.span.start < span.end);
        let mut style = canvas.theme.ink(Ink::Strong);
        if selected {
            style = style.patch(canvas.theme.selection());
        }
        let x = area.x + cells(glyph.col);
        canvas.styled(
            x,
            area.y,
            &glyph.text,
            area.width.saturating_sub(cells(glyph.col)),
            style,
        );
    }
    Some((area.x + cells(shown.cursor_col()?), area.y))
}

fn draw_pick(pick: &Pick, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let Picks { area, rows, top } = Picks::new(pick, screen);
    let inner = canvas.boxed(area, pick.title, Ink::Accent);
    canvas.text(inner.x, inner.y, "› ", 2, Ink::Accent);
    let cursor = field(&pick.field, inner.split_top(1).0.inset(2, 0), canvas);
    let titles = pick.shown.iter().map(|i| width(&pick.choices[*i].title));
    let titles = titles.max().unwrap_or(0);
    let titles = titles.clamp(12, usize::from(rows.width / 3).max(12));
    let shown = pick.shown.iter().enumerate().skip(top);
    for (y, (at, index)) in (0..rows.height).zip(shown) {
        let choice = &pick.choices[*index];
        let row = Area::new(rows.x, rows.y + y, rows.width, 1);
        let (title, detail) = match choice.refused.as_deref() {
            Some(why) => (Ink::Dim, why),
            None => (Ink::Strong, choice.detail.as_str()),
        };
        let right = row.x + row.width;
        let key = canvas.right(right, row.y, &choice.key, Ink::Key);
        // Of a path the end tells most.
        let name = match choice.title.contains('/') {
            true => fit_end(&choice.title, titles),
            false => fit(&choice.title, titles),
        };
        canvas.text(row.x, row.y, &name, cells(titles), title);
        let x = row.x + cells(titles) + 2;
        canvas.text(x, row.y, detail, key.saturating_sub(x + 2), Ink::Dim);
        if at == pick.at {
            let wide = Area::new(row.x - 1, row.y, row.width + 2, 1);
            canvas.wash(wide, canvas.theme.selected(true));
        }
    }
    if pick.shown.is_empty() {
        canvas.text(rows.x, rows.y, "nothing matches", rows.width, Ink::Dim);
    }
    rest(
        area,
        pick.shown
            .len()
            .saturating_sub(top + usize::from(rows.height)),
        canvas,
    );
    cursor
}

/// The label of a name and its field; gives the place of the cursor.
fn name_field(name: &Field, inner: Area, canvas: &mut Canvas<'_>) -> Cursor {
    canvas.text(inner.x, inner.y, "name ", NAME, Ink::Dim);
    field(name, inner.split_top(1).0.inset(NAME, 0), canvas)
}

fn new_skill(model: &Model, dialog: &NewSkill, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let title = format!("New skill for {}", model.host_title());
    let inner = canvas.boxed(area, &title, Ink::Accent);
    let cursor = name_field(&dialog.name, inner, canvas);
    let lines = stand::new_lines(model, dialog, area.width);
    let (_, below) = inner.split_top(1);
    let lines = clipped(lines, below.height.into(), below.width.into());
    for (y, line) in (0..below.height).zip(&lines) {
        canvas.line(below, y, line);
    }
    cursor
}

fn new_file(model: &Model, dialog: &NewFile, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let title = dialog.old.as_ref().map(|old| format!("Rename {old}"));
    let new = match dialog.keeps {
        Some(_) => "Save under another name",
        None => "New file",
    };
    let title = title.as_deref().unwrap_or(new);
    let inner = canvas.boxed(area, title, Ink::Accent);
    let folder = format!("{}/", model.short_path(&dialog.folder));
    canvas.text(inner.x, inner.y, &folder, inner.width, Ink::Dim);
    let row = Area::new(inner.x, inner.y + 1, inner.width, 1);
    let cursor = field(&dialog.name, row, canvas);
    if let Some(problem) = &dialog.problem {
        canvas.text(inner.x, inner.y + 2, problem, inner.width, Ink::Error);
    }
    cursor
}

fn go_to(model: &Model, dialog: &GoTo, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let inner = canvas.boxed(area, "Go to line", Ink::Accent);
    let lines = model.text().map_or(1, |text| text.editor.line_count());
    let (says, ink) = match &dialog.problem {
        Some(problem) => (problem.clone(), Ink::Error),
        None => (format!("1 to {lines}, or line:column"), Ink::Dim),
    };
    canvas.text(inner.x, inner.y + 1, &says, inner.width, ink);
    field(&dialog.place, inner.split_top(1).0, canvas)
}

fn name_skill(dialog: &NameSkill, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let title = if dialog.copy { "Duplicate" } else { "Rename" };
    let inner = canvas.boxed(area, &format!("{title} {}", dialog.old), Ink::Accent);
    let cursor = name_field(&dialog.name, inner, canvas);
    let (_, below) = inner.split_top(2);
    let lines = stand::name_lines(dialog, area.width);
    let lines = clipped(lines, below.height.into(), below.width.into());
    for (y, line) in (0..below.height).zip(&lines) {
        canvas.line(below, y, line);
    }
    cursor
}

/// Draws a question.
pub fn draw_ask(ask: &Ask, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let asked = Asked::new(ask, screen);
    canvas.boxed(asked.area, &ask.title, Ink::Accent);
    for (y, line) in (0..asked.text.height).zip(&asked.lines) {
        canvas.line(asked.text, y, line);
    }
    let shown = usize::from(asked.text.height);
    rest(asked.area, asked.lines.len().saturating_sub(shown), canvas);
    for (i, (place, label)) in asked.answers.iter().enumerate() {
        let style = match i == ask.at {
            true => canvas.theme.label(),
            false => canvas.theme.ink(Ink::Text),
        };
        if place.height > 0 {
            let label = fit(label, usize::from(place.width));
            canvas.styled(place.x, place.y, &label, place.width, style);
        }
    }
    None
}
