//! The screen about what lies elsewhere: what is asked before, both sides, the text over them.

use super::board;
use super::dialogs::{Cursor, draw_ask, field, rest};
use super::paint::Canvas;
use crate::workbench::app::exchange::look::{Fetch, Look};
use crate::workbench::app::exchange::page::Page;
use crate::workbench::app::ink::Ink;
use crate::workbench::app::layout::Area;

/// Draws the question where to look; gives the place of the cursor.
pub fn fetch(fetch: &Fetch, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = fetch.area(screen);
    let inner = canvas.boxed(area, fetch.title(), Ink::Accent);
    let (head, below) = inner.split_top(fetch.head());
    let mut cursor = None;
    if let Some(source) = &fetch.source {
        canvas.text(inner.x, inner.y, "› ", 2, Ink::Accent);
        cursor = field(source, head.split_top(1).0.inset(2, 0), canvas);
    }
    let lines = fetch.lines(area.width);
    for (y, line) in (0..below.height).zip(&lines) {
        canvas.line(below, y, line);
    }
    cursor.filter(|_| fetch.under_way.is_none())
}

/// Draws the screen.
pub fn draw(look: &Look, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let places = look.places((screen.width, screen.height));
    // It has a frame of its own; of this one a second lower edge would show.
    if let Some((path, merging)) = &look.merging {
        return super::weigh::merge(merging, path, screen, canvas);
    }
    canvas.boxed(places.frame, &look.title(), Ink::Accent);
    if let Some(page) = &look.page {
        return page_over(page, places.frame, canvas);
    }
    for (board, area, focused) in [
        (&look.things, places.things, !look.inside),
        (&look.details, places.details, look.inside),
    ] {
        if let Some(area) = area {
            let left = board::rows(board, area, focused, canvas);
            // Below its own side, on the lower edge of the frame.
            let edge = Area::new(area.x - 2, places.frame.y, area.width, places.frame.height);
            rest(edge, left, canvas);
        }
    }
    if let (Some(_), Some(details)) = (places.things, places.details) {
        let style = canvas.theme.rule();
        for y in details.y..details.y + details.height {
            canvas.styled(details.x - 2, y, "│", 1, style);
        }
    }
    if let (Some(path), None) = (&look.path, &look.ask) {
        let area = path.area(screen);
        let inner = canvas.boxed(area, "Write it to", Ink::Accent);
        let (first, below) = inner.split_top(1);
        for (y, line) in (0..below.height).zip(&path.lines(area.width)) {
            canvas.line(below, y, line);
        }
        return field(&path.field, first, canvas);
    }
    match &look.ask {
        Some(ask) => draw_ask(ask, screen, canvas),
        None => None,
    }
}

fn page_over(page: &Page, frame: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let inner = canvas.boxed(frame, &page.title, Ink::Accent);
    let (rows, left) = page.shown(inner);
    for (y, line) in (0..inner.height).zip(&rows) {
        canvas.line(inner, y, line);
    }
    rest(frame, left, canvas);
    None
}
