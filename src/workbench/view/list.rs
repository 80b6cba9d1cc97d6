//! The list pane.

use super::dialogs::{Cursor, cells, field};
use super::paint::Canvas;
use crate::check::Severity;
use crate::workbench::app::exchange::locked;
use crate::workbench::app::frame::{LIST_HEAD, filter_area};
use crate::workbench::app::ink::{Ink, Line, fit, visible, width};
use crate::workbench::app::keymap::{hint, named};
use crate::workbench::app::layout::{Area, Pane};
use crate::workbench::app::list::{Group, ListLine, Row};
use crate::workbench::app::model::Model;

/// Columns on the right for badges.
const BADGES: u16 = 8;

/// Draws the filter line and the rows.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let (head, rows) = area.split_top(LIST_HEAD);
    filter(model, head, canvas);
    let list = &model.list;
    let shown = list.lines.iter().skip(list.offset);
    let pinned = list.pinned();
    for (y, line) in (0..rows.height).zip(shown) {
        let row = Area::new(rows.x, rows.y + y, rows.width, 1);
        match pinned.as_ref().filter(|_| y == 0).unwrap_or(line) {
            ListLine::Gap => {}
            ListLine::Head(group, count) => {
                canvas.text(row.x + 1, row.y, group.title(), row.width, Ink::Strong);
                canvas.right(row.x + row.width - 1, row.y, &count.to_string(), Ink::Dim);
            }
            ListLine::Row(index) => {
                if let Some(entry) = list.rows.get(*index) {
                    let selected = list.selected.as_ref() == Some(&entry.id);
                    draw_row(model, entry, selected, row, canvas);
                }
            }
        }
    }
    let shown = u16::try_from(list.lines.len()).unwrap_or(u16::MAX);
    let below = rows.split_top(shown.saturating_add(u16::from(shown > 0))).1;
    for (y, line) in (0..below.height).zip(below_rows(model)) {
        canvas.line(below.inset(2, 1), y, &line);
    }
}

/// What stands below the rows: what to press where there is little, and where the rest is.
fn below_rows(model: &Model) -> Vec<Line> {
    let list = &model.list;
    if !model.disk.ready {
        return vec![Line::of("reading …", Ink::Dim)];
    }
    let more = model.elsewhere.len();
    if !list.filter.is_empty() {
        let mut lines = Vec::new();
        if list.lines.is_empty() {
            let leave = named(model, "leave");
            lines.push(Line::of("no name matches", Ink::Dim));
            lines.push(Line::of(&leave, Ink::Key).with(" shows all", Ink::Dim));
            lines.push(Line::default());
        }
        let wanted = list.filter.to_lowercase();
        let is = |name: &str| name.to_lowercase().contains(&wanted);
        // What only resembles the word is no answer.
        let known = list.rows.iter().any(|row| is(&row.name));
        let other = model.elsewhere.iter().find(|name| !known && is(name));
        if let Some(name) = other {
            lines.push(Line::of(name, Ink::Strong));
            lines.push(Line::of("is for other hosts only;", Ink::Dim));
            lines.push(
                Line::of(&hint(model, "matrix", Pane::List), Ink::Key)
                    .with(" shows which", Ink::Dim),
            );
        }
        return lines;
    }
    let mut lines = Vec::new();
    if list.rows.iter().all(|row| row.group == Group::Learn) {
        let key = hint(model, "skill.new", Pane::List);
        lines.push(Line::of(&key, Ink::Key).with(" makes your first skill", Ink::Dim));
    }
    if more > 0 {
        let key = hint(model, "matrix", Pane::List);
        let told = format!(" {more} more for other hosts");
        lines.push(Line::of(&key, Ink::Key).with(&told, Ink::Dim));
    }
    lines
}

fn filter(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let list = &model.list;
    let columns = area.width.saturating_sub(2);
    if list.filter.is_empty() && !list.filtering {
        let text = format!("{} filter", hint(model, "list.filter", Pane::List));
        canvas.text(area.x + 1, area.y, &text, columns, Ink::Dim);
        return;
    }
    canvas.text(area.x + 1, area.y, "/ ", columns, Ink::Accent);
    field(&list.field, filter_area(area), canvas);
}

/// Where the cursor stands in the filter.
pub fn filter_cursor(model: &Model, area: Area) -> Cursor {
    let area = filter_area(area);
    let mut shown = model.list.field.clone();
    shown.set_width(usize::from(area.width));
    Some((area.x + cells(shown.cursor_col()?), area.y))
}

fn draw_row(model: &Model, row: &Row, selected: bool, area: Area, canvas: &mut Canvas<'_>) {
    let focused = model.prefs.focus == Pane::List;
    let right = area.x + area.width;
    let name_ink = match row.group {
        _ if selected => Ink::Strong,
        Group::Shadowed => Ink::Dim,
        Group::NotLoaded => Ink::Error,
        Group::Unsaved => Ink::Warning,
        _ => Ink::Text,
    };
    let badges = right.saturating_sub(BADGES).max(area.x);
    match &row.reason {
        Some(_) => {
            // The reason is short and shown whole; names line up as far as they leave room.
            let brief = width(&visible(&row.brief));
            let room = usize::from(area.width).saturating_sub(brief + 4).max(6);
            let name = fit(&visible(&row.name), room);
            let used = width(&name).max(room.min(10));
            let at = area.x + 3 + u16::try_from(used).unwrap_or(10);
            canvas.text(area.x + 2, area.y, &name, area.width, name_ink);
            let columns = right.saturating_sub(at);
            canvas.text(at, area.y, &row.brief, columns, Ink::Dim);
        }
        None => {
            let columns = if row.group == Group::Learn {
                area.width.saturating_sub(3)
            } else {
                badges.saturating_sub(area.x + 3)
            };
            canvas.text(area.x + 2, area.y, &row.name, columns, name_ink);
        }
    }
    if row.reason.is_none() && row.group != Group::Learn {
        let layer = match row.group {
            Group::Shadowed => Ink::Dim,
            _ if row.layer.is_some_and(|layer| own(model, layer)) => Ink::Good,
            _ => Ink::Info,
        };
        if let Some(badge) = row.badge {
            canvas.text(badges, area.y, &badge.to_string(), 1, layer);
        }
        if let Some((arrow, other)) = row.shadow {
            canvas.text(
                badges + 2,
                area.y,
                &format!("{arrow}{other}"),
                2,
                Ink::Warning,
            );
        }
        if row.tally.count > 0 {
            let worst = row.tally.worst == Some(Severity::Error);
            let ink = if worst { Ink::Error } else { Ink::Warning };
            canvas.right(right - 2, area.y, &row.tally.count.to_string(), ink);
        }
    }
    if selected {
        canvas.wash(area, canvas.theme.selected(focused));
        let style = canvas.theme.accent();
        canvas.styled(area.x, area.y, "▌", 1, style);
    }
    let mark = row.path.as_deref();
    if let Some((mark, ink)) = mark.and_then(|file| locked::mark(model, file)) {
        canvas.text(area.x + 1, area.y, mark, 1, ink);
    }
    let (mark, ink) = match (row.unsaved, row.kept, row.silent) {
        (true, ..) => ("●", Ink::Warning),
        (_, true, _) => ("○", Ink::Warning),
        (.., Some(_)) => ("–", Ink::Warning),
        _ => return,
    };
    canvas.text(area.x + 1, area.y, mark, 1, ink);
}

fn own(model: &Model, layer: usize) -> bool {
    let layer = model.live.survey.layers.get(layer);
    layer.is_some_and(|layer| layer.writable)
}
