//! Below the panes: the problem under the cursor, the keys, and what went wrong.

use super::paint::Canvas;
use crate::workbench::app::commands::by_id;
use crate::workbench::app::count::{counter, size};
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::{Area, Layout, Pane};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;
use crate::workbench::app::problem::{self, Said};

/// What always shows: where people find everything else.
const ALWAYS: [&str; 3] = ["palette", "help", "quit"];

/// The problem under the cursor, or why the selected skill is not loaded. What has no room is a key
/// away.
pub fn problem(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let mut inner = area.inset(1, 1);
    if let Some(counter) = counter(model) {
        // It keeps its place whatever else is said.
        let right = inner.x + inner.width;
        let left = canvas.right(right, inner.y, &counter.text(inner.width), counter.ink());
        inner.width = left.saturating_sub(inner.x + 2);
    }
    let Said { what, help, fix } = problem::said(model);
    let mut rows = what.wrap(inner.width);
    if !help.pieces.is_empty() {
        rows.extend(help.wrap(inner.width));
    }
    let height = usize::from(area.height);
    let key = keymap::key_of(model, "problem.show").filter(|_| rows.len() > height);
    let more = key.map(|key| (format!(" … {key} shows all"), Ink::Key));
    let fix = fix.map(|title| (format!("  fix: {title}"), Ink::Accent));
    rows.truncate(height);
    for (y, line) in (0..inner.height).zip(&rows) {
        canvas.line(inner, y, line);
    }
    // How long the text is goes where nothing else is said.
    let length = size(model).filter(|_| rows.len() < height || rows.iter().all(|r| r.width() == 0));
    if let Some(length) = length {
        let at = rows.iter().filter(|row| row.width() > 0).count();
        let row = inner.split_top(u16::try_from(at + 1).unwrap_or(1)).0;
        let y = row.y + row.height.saturating_sub(1);
        canvas.text(inner.x, y, &length, inner.width, Ink::Dim);
    }
    let right = inner.x + inner.width;
    let fits = |text: &str, row: usize| {
        let used = rows.get(row).map_or(0, Line::width);
        used + width(text) <= usize::from(inner.width)
    };
    if let Some((text, ink)) = fix {
        let row = (0..height.saturating_sub(usize::from(more.is_some()))).find(|y| fits(&text, *y));
        if let Some(row) = row.and_then(|row| u16::try_from(row).ok()) {
            canvas.right(right, inner.y + row, &text, ink);
        }
    }
    if let (Some((text, ink)), true) = (more, area.height > 0) {
        canvas.right(right, inner.y + area.height - 1, &text, ink);
    }
}

/// The commands worth showing, by where the keys go.
fn offered(model: &Model) -> &'static [&'static str] {
    match model.prefs.focus {
        _ if model.list.filtering => &[],
        Pane::Editor if model.finding() => &[
            "find.next",
            "find.previous",
            "find.replace-all",
            "find.close",
            "file.save",
            "palette",
            "help",
        ],
        Pane::List => &[
            "skill.new",
            "list.open",
            "skill.override",
            "skill.delete",
            "pane.flip",
            "list.filter",
            "pane.next",
            "host.choose",
            "mode.switch",
            "palette",
            "help",
            "quit",
        ],
        Pane::Editor if model.typing() => &[
            "file.save",
            "problem.fix",
            "problem.next",
            "find.open",
            "pane.flip",
            "pane.next",
            "host.choose",
            "mode.switch",
            "palette",
            "help",
        ],
        Pane::Editor => &[
            "skill.override",
            "skill.new",
            "pane.flip",
            "pane.next",
            "host.choose",
            "palette",
            "help",
            "quit",
        ],
        Pane::Preview if model.preview.tab == Tab::Files => {
            &["preview.open", "file.new", "pane.next", "palette", "help"]
        }
        Pane::Preview if model.preview.tab == Tab::Hosts => &[
            "preview.open",
            "host.use",
            "preview.full",
            "pane.next",
            "palette",
            "help",
        ],
        Pane::Preview if model.preview.tab == Tab::Layers => &[
            "preview.old-side",
            "preview.new-side",
            "preview.wrap",
            "preview.full",
            "pane.next",
            "palette",
            "help",
        ],
        Pane::Preview => &[
            "prompt.select",
            "prompt.copy",
            "prompt.copy-json",
            "preview.wrap",
            "preview.full",
            "pane.next",
            "palette",
            "help",
        ],
    }
}

/// The keys; a message that goes with the next key takes their place.
pub fn keys(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let inner = area.inset(1, 1);
    if let Some(notice) = model.notices.iter().rev().find(|notice| !notice.error) {
        let x = canvas.text(inner.x, inner.y, "› ", inner.width, Ink::Accent);
        canvas.text(
            x,
            inner.y,
            &notice.text,
            inner.width.saturating_sub(2),
            Ink::Strong,
        );
        return;
    }
    if model.list.filtering {
        let line = Line::of("type", Ink::Key)
            .with(" to filter   ", Ink::Dim)
            .with("Enter", Ink::Key)
            .with(" keeps it   ", Ink::Dim)
            .with("Esc", Ink::Key)
            .with(" shows all", Ink::Dim);
        canvas.line(inner, 0, &line);
        return;
    }
    let contexts = keymap::contexts(model);
    let hints: Vec<(&str, String, &str, u16)> = offered(model)
        .iter()
        .filter_map(|id| by_id(id))
        .filter(|command| (command.when)(model).is_ok())
        .filter_map(|command| {
            let key = model.keymap.key_in(command, contexts)?.short();
            let columns = width(&key) + 1 + width(command.title) + 2;
            let columns = u16::try_from(columns).unwrap_or(u16::MAX);
            Some((command.id, key, command.title, columns))
        })
        .collect();
    let columns = |always: bool| {
        let wanted = hints
            .iter()
            .filter(move |hint| ALWAYS.contains(&hint.0) == always);
        wanted.map(|hint| hint.3)
    };
    // The last one needs no gap after it.
    let mut room = (inner.width + 2).saturating_sub(columns(true).sum());
    let mut x = inner.x;
    let right = inner.x + inner.width;
    for (id, key, title, columns) in &hints {
        if !ALWAYS.contains(id) {
            if *columns > room {
                continue;
            }
            room -= columns;
        }
        if x >= right {
            break;
        }
        x = canvas.text(x, inner.y, key, right - x, Ink::Key) + 1;
        x = canvas.text(x, inner.y, title, right.saturating_sub(x), Ink::Dim) + 2;
    }
}

/// What went wrong, over the panes, until Esc.
pub fn errors(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let errors: Vec<_> = model.notices.iter().filter(|notice| notice.error).collect();
    let Some(newest) = errors.last() else {
        return;
    };
    let screen = layout.screen;
    let columns = screen.width.saturating_sub(4).min(90);
    let lines = Line::of(&newest.text, Ink::Text).wrap(columns.saturating_sub(4));
    let rows = u16::try_from(lines.len())
        .unwrap_or(u16::MAX)
        .saturating_add(2);
    let rows = rows.min(layout.problem.y.saturating_sub(1)).max(3);
    let x = screen.width.saturating_sub(columns) / 2;
    let y = layout.problem.y.saturating_sub(rows);
    let area = Area::new(x, y, columns, rows);
    let title = match errors.len() {
        1 => newest.title.to_owned(),
        n => format!("{} ({n} messages)", newest.title),
    };
    let inner = canvas.boxed(area, &title, Ink::Error);
    for (row, line) in (0..inner.height).zip(&lines) {
        canvas.line(inner, row, line);
    }
    canvas.right(
        area.x + columns - 2,
        area.y + rows - 1,
        " Esc closes ",
        Ink::Key,
    );
}
