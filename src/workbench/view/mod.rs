//! Drawing: the model in, cells out. Nothing here changes anything.

mod board;
mod dialogs;
mod editor;
mod find;
mod footer;
mod header;
mod list;
mod look;
mod matrix;
mod offers;
mod paint;
mod preview;
pub mod theme;
mod weigh;

use ratatui::Frame;
use ratatui::layout::Position;

use super::app::frame::titles;
use super::app::ink::{Ink, Line};
use super::app::keymap::key_of;
use super::app::layout::{Area, Layout, Pane};
use super::app::model::{Mode, Model};
use super::app::update::quit;
use paint::Canvas;
use theme::{Palette, Theme};

/// Draws everything.
pub fn view(model: &Model, palette: &Palette, frame: &mut Frame<'_>) {
    let theme = Theme::new(palette.clone(), model.mode == Mode::Build);
    let size = frame.area();
    // The model may lag behind a resize by one message.
    let mut model_layout = model.layout();
    if (size.width, size.height) != model.size {
        model_layout = super::app::layout::layout((size.width, size.height), model.prefs);
    }
    let mut canvas = Canvas {
        cells: frame.buffer_mut(),
        theme,
    };
    let cursor = draw(model, &model_layout, &mut canvas);
    if let Some((x, y)) = cursor.filter(|(x, y)| *x < size.width && *y < size.height) {
        frame.set_cursor_position(Position::new(x, y));
    }
}

fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    if layout.too_small {
        too_small(model, layout.screen, canvas);
        return None;
    }
    header::draw(model, layout.header, canvas);
    rules(layout, canvas);
    if let Some(title) = layout.title {
        pane_title(model, title, canvas);
    }
    if let Some(area) = layout.list {
        list::draw(model, area, canvas);
    }
    let mut cursor = None;
    if let Some(area) = layout.editor {
        cursor = editor::draw(model, area, canvas);
    }
    if let Some(area) = layout.preview {
        preview::draw(model, area, canvas);
    }
    if model.finding() {
        cursor = find::draw(model, layout.problem, canvas);
    } else {
        footer::problem(model, layout.problem, canvas);
    }
    footer::keys(model, layout, canvas);
    if model.list.filtering {
        cursor = layout
            .list
            .and_then(|area| list::filter_cursor(model, area));
    } else if model.prefs.focus != Pane::Editor {
        cursor = None;
    }
    if model.dialog.is_some() {
        cursor = dialogs::draw(model, layout.screen, canvas);
    }
    // What went wrong is read before it is answered.
    footer::errors(model, layout, canvas);
    offers::draw(model, canvas);
    cursor
}

fn too_small(model: &Model, screen: Area, canvas: &mut Canvas<'_>) {
    let mut lines = vec![
        "skillkiln needs 40x10".to_owned(),
        "make the window larger".to_owned(),
    ];
    lines.extend(quit::key(model).map(|key| format!("{key} quits")));
    match model.unsaved().len() {
        0 => {}
        1 => lines.push("1 unsaved text is kept".to_owned()),
        n => lines.push(format!("{n} unsaved texts are kept")),
    }
    // Whole words, one below the other: what is wanted is said even where little fits.
    let strong = |i| if i == 0 { Ink::Strong } else { Ink::Dim };
    let lines = lines.iter().enumerate();
    let lines: Vec<Line> = lines
        .flat_map(|(i, line)| Line::of(line, strong(i)).wrap(screen.width))
        .collect();
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let top = screen.height.saturating_sub(rows) / 2;
    for (i, line) in (0u16..).zip(&lines) {
        let length = u16::try_from(line.width()).unwrap_or(0);
        let x = screen.width.saturating_sub(length) / 2;
        if top + i < screen.height {
            let area = Area::new(x, 0, screen.width.saturating_sub(x), screen.height);
            canvas.line(area, top + i, line);
        }
    }
}

fn rules(layout: &Layout, canvas: &mut Canvas<'_>) {
    let style = canvas.theme.rule();
    let dashes = "─".repeat(usize::from(layout.screen.width));
    for y in layout.rules.into_iter().flatten() {
        canvas.styled(0, y, &dashes, layout.screen.width, style);
    }
    let pane = [layout.list, layout.editor, layout.preview];
    let Some(main) = pane.into_iter().flatten().next() else {
        return;
    };
    for x in layout.columns.into_iter().flatten() {
        for y in main.y..main.y + main.height {
            canvas.styled(x, y, "│", 1, style);
        }
    }
}

/// The names of the panes, where only one of them has room.
fn pane_title(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let right = area.x + area.width;
    let mut end = area.x;
    for (pane, x, name) in titles(area) {
        let style = match pane == model.prefs.focus {
            true => canvas.theme.label(),
            false => canvas.theme.dim(),
        };
        end = canvas.styled(x, area.y, name, right.saturating_sub(x), style) + 2;
    }
    let key = key_of(model, "pane.next").map_or(String::new(), |key| key.short());
    canvas.text(end, area.y, &key, right.saturating_sub(end), Ink::Key);
}
