//! Below the panes: the problem under the cursor, the keys, and what went wrong.

use super::editor::severity_ink;
use super::paint::Canvas;
use crate::workbench::app::commands::by_id;
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::{Area, Layout, Pane};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;

/// The problem under the cursor, or why the selected skill is not loaded.
pub fn problem(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let (mut first, mut second) = (Line::default(), Line::default());
    let mut fix = None;
    let finding = model
        .text()
        .and_then(|text| Some((text, text.finding_here()?)));
    if let (Some((text, finding)), true) = (finding, model.prefs.focus == Pane::Editor) {
        let place = text.editor.position_of(finding.range.start);
        first = Line::of(&format!("{}:{}  ", place.line, place.column), Ink::Strong)
            .with(finding.severity.word(), severity_ink(finding.severity))
            .with(&format!(" {}  ", finding.rule), Ink::Info)
            .with(&finding.message, Ink::Text);
        second = Line::of(&finding.help, Ink::Dim);
        fix = text.fix_here().filter(|_| text.writable());
    } else if let Some(row) = model.row()
        && let Some(reason) = &row.reason
    {
        first = Line::of("not loaded  ", Ink::Error).with(reason, Ink::Text);
        second = Line::of("Enter goes to the place that decides", Ink::Dim);
    } else if let Some(text) = model.text()
        && let Some(why) = text
            .read_only
            .as_ref()
            .filter(|_| model.prefs.focus == Pane::Editor)
    {
        first = Line::of(why, Ink::Dim);
    } else if let Some(text) = model.text() {
        let shown = text.findings.len();
        if shown > 0 {
            let word = if shown == 1 { "problem" } else { "problems" };
            first = Line::of(&format!("{shown} {word} in this text; "), Ink::Dim)
                .with("^G", Ink::Key)
                .with(" goes to the next", Ink::Dim);
        }
    }
    let inner = area.inset(1, 1);
    canvas.line(inner, 0, &first);
    if let Some(fix) = fix {
        let text = format!("  fix: {}", fix.title);
        let columns = u16::try_from(width(&text)).unwrap_or(0);
        let right = inner.x + inner.width;
        let room = usize::from(inner.width).saturating_sub(first.width());
        if area.height > 1 || room > usize::from(columns) {
            let y = if room > usize::from(columns) { 0 } else { 1 };
            canvas.right(right, inner.y + y, &text, Ink::Accent);
        }
    }
    if area.height > 1 {
        canvas.line(inner, 1, &second);
    }
}

/// The commands worth showing, by where the keys go.
fn offered(model: &Model) -> &'static [&'static str] {
    match model.prefs.focus {
        _ if model.list.filtering => &[],
        Pane::List => &[
            "list.open",
            "skill.new",
            "skill.override",
            "skill.delete",
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
            "problem.next",
            "problem.fix",
            "pane.next",
            "host.choose",
            "mode.switch",
            "palette",
            "help",
        ],
        Pane::Editor => &[
            "skill.override",
            "skill.new",
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
    let mut x = inner.x;
    let right = inner.x + inner.width;
    for command in offered(model).iter().filter_map(|id| by_id(id)) {
        if (command.when)(model).is_err() {
            continue;
        }
        let Some(key) = command.key_in(contexts) else {
            continue;
        };
        let key = key.short();
        let columns = u16::try_from(width(&key) + 1 + width(command.title)).unwrap_or(u16::MAX);
        if x.saturating_add(columns) > right {
            continue;
        }
        x = canvas.text(x, inner.y, &key, columns, Ink::Key);
        x = canvas.text(x + 1, inner.y, command.title, columns, Ink::Dim) + 2;
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
