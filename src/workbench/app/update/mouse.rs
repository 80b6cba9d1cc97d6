//! The mouse: every target is where the layout says.

use crate::workbench::app::commands::by_id;
use crate::workbench::app::complete::area as offered;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::footer::{self, FILTER};
use crate::workbench::app::frame::{self, gutter, tab_at};
use crate::workbench::app::header;
use crate::workbench::app::layout::{Area, Pane};
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;
use crate::workbench::app::stand::hint_key;
use crate::workbench::edit::{Command as Edit, Outcome};

use super::{complete, find, list, panes, pointer, preview, split};

/// Rows the wheel scrolls by.
const WHEEL: isize = 3;

/// Takes one thing the mouse did.
pub fn update(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let layout = model.layout();
    let complaint = footer::complaint(model, &layout);
    if complaint.is_some_and(|complaint| complaint.area.holds(mouse.x, mouse.y)) {
        if mouse.kind == MouseKind::Press {
            model.dismiss();
        }
        return Vec::new();
    }
    if model.dialog.is_some() {
        return pointer::update(model, mouse);
    }
    if let Some(effects) = offer(model, mouse) {
        return effects;
    }
    let pane = layout.pane_at(mouse.x, mouse.y);
    match mouse.kind {
        MouseKind::WheelUp => wheel(model, pane, -WHEEL),
        MouseKind::WheelDown => wheel(model, pane, WHEEL),
        MouseKind::Press => {
            let below = footer::command_at(model, &layout, mouse.x, mouse.y);
            let filter = layout.footer.holds(mouse.x, mouse.y) && model.list.filtering;
            model.notices.retain(|notice| notice.error);
            model.list.missed = None;
            if layout.header.holds(mouse.x, mouse.y) {
                let command = header::command_at(model, layout.header, mouse.x).and_then(by_id);
                return command.map_or_else(Vec::new, |command| super::run(model, command));
            }
            if let Some(command) = below {
                return super::run(model, command);
            }
            if filter {
                let past = usize::from(mouse.x.saturating_sub(layout.footer.x + 1));
                if let Some(chord) = hint_key(FILTER, past) {
                    list::filter_key(model, chord);
                }
                return Vec::new();
            }
            if let Some(title) = layout.title.filter(|title| title.holds(mouse.x, mouse.y)) {
                if let Some(pane) = frame::title_at(title, mouse.x) {
                    panes::focus(model, pane);
                }
                return Vec::new();
            }
            if find::mouse(model, &layout, mouse) {
                return Vec::new();
            }
            let rules = layout.columns.into_iter();
            let on_rule = pane.is_none() && !layout.problem.holds(mouse.x, mouse.y);
            let mut rules = rules
                .enumerate()
                .filter(|(_, x)| on_rule && *x == Some(mouse.x));
            model.held_rule = rules.next().map(|(rule, _)| rule);
            if let Some(pane) = pane {
                return press(model, pane, layout.pane(pane).unwrap_or_default(), mouse);
            }
        }
        MouseKind::Drag => {
            if find::mouse(model, &layout, mouse) {
                return Vec::new();
            }
            if let Some(rule) = model.held_rule {
                split::pull(model, rule, mouse.x);
            } else if let Some(area) = layout.editor.filter(|_| model.prefs.focus == Pane::Editor) {
                drag(model, area, mouse);
            }
        }
    }
    Vec::new()
}

/// What is offered at the cursor lies above the panes.
fn offer(model: &mut Model, mouse: Mouse) -> Option<Vec<Effect>> {
    let popup = offered(model).filter(|popup| popup.area.holds(mouse.x, mouse.y))?;
    let at = popup.top + usize::from(mouse.y.saturating_sub(popup.rows.y));
    Some(match mouse.kind {
        MouseKind::Press if popup.rows.holds(mouse.x, mouse.y) => complete::click(model, at),
        MouseKind::WheelDown => complete::down(model),
        MouseKind::WheelUp => complete::up(model),
        MouseKind::Press | MouseKind::Drag => Vec::new(),
    })
}

fn wheel(model: &mut Model, pane: Option<Pane>, by: isize) {
    let now = model.now;
    match pane {
        Some(Pane::List) => {
            let height = list::height(model);
            model.list.scroll(by, height);
        }
        Some(Pane::Editor) => {
            if let Some(text) = model.text_mut() {
                text.editor.apply(Edit::ScrollBy(by), now);
            }
        }
        Some(Pane::Preview) => preview::scroll(model, by),
        None => {}
    }
}

/// A click selects; a second one on the same thing goes there.
fn press(model: &mut Model, pane: Pane, area: Area, mouse: Mouse) -> Vec<Effect> {
    let (now, clicks) = (model.now, model.clicks);
    let was_here = model.prefs.focus == pane;
    model.prefs.focus = pane;
    let row = mouse.y - area.y;
    match pane {
        Pane::List => {
            let Some(row) = row.checked_sub(frame::LIST_HEAD) else {
                model.list.filtering = true;
                let (area, clicks) = (frame::filter_area(area), model.clicks);
                pointer::on_field(&mut model.list.field, area, mouse, clicks, now);
                return Vec::new();
            };
            let line = model.list.offset + usize::from(row);
            let before = model.list.selected.clone();
            if model.list.click_line(line) && was_here && model.list.selected == before {
                return command(model, "list.open");
            }
        }
        Pane::Editor => {
            let inner = frame::text_area(area);
            if inner.holds(mouse.x, mouse.y.max(inner.y))
                && let Some(text) = model.text_mut()
            {
                let left = inner.x + gutter(text.editor.line_count());
                let click = Edit::Click {
                    row: usize::from(mouse.y.saturating_sub(inner.y)),
                    col: usize::from(mouse.x.saturating_sub(left)),
                    extend: false,
                };
                text.editor.apply(click, now);
                match clicks {
                    2 => text.editor.apply(Edit::SelectWord, now),
                    3.. => text.editor.apply(Edit::SelectLine, now),
                    _ => Outcome::default(),
                };
            }
        }
        Pane::Preview => {
            if row == 0 {
                if let Some(tab) = tab_at(area.width, mouse.x - area.x) {
                    model.preview.tab = tab;
                }
            } else if row == 1 && model.preview.tab == Tab::Prompt {
                return command(model, "prompt.select");
            } else if model.preview.tab == Tab::Hosts {
                let at = usize::from(row).saturating_sub(usize::from(frame::PREVIEW_HEAD));
                let line = model.preview.rows.get(at + model.preview.top());
                if let Some(pick) = line.and_then(|line| line.pick) {
                    let before = std::mem::replace(&mut model.preview.host, pick);
                    if was_here && before == pick {
                        return command(model, "preview.open");
                    }
                }
            } else if model.preview.tab == Tab::Files
                && let Some(row) = row.checked_sub(frame::PREVIEW_HEAD)
            {
                let at = usize::from(row) + model.preview.top();
                if at < model.preview.files.len() {
                    let before = std::mem::replace(&mut model.preview.file, at);
                    if was_here && before == at {
                        return command(model, "preview.open");
                    }
                }
            }
        }
    }
    Vec::new()
}

fn command(model: &mut Model, id: &str) -> Vec<Effect> {
    by_id(id).map_or_else(Vec::new, |command| super::run(model, command))
}

fn drag(model: &mut Model, area: Area, mouse: Mouse) {
    let now = model.now;
    let inner = frame::text_area(area);
    if let Some(text) = model.text_mut() {
        let left = inner.x + gutter(text.editor.line_count());
        let drag = Edit::Drag {
            row: isize::try_from(mouse.y).unwrap_or(0) - isize::try_from(inner.y).unwrap_or(0),
            col: usize::from(mouse.x.saturating_sub(left)),
        };
        text.editor.apply(drag, now);
    }
}
