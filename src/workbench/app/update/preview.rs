//! The preview: tabs, scrolling, the two sides of the difference.

use crate::host::verdict::Go;
use crate::workbench::app::difference::Difference;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::{Counts, Tab};

use super::{files, jump, overlay};

const HEAD: u16 = crate::workbench::app::frame::PREVIEW_HEAD;

/// Rows the preview shows at once.
pub fn height(model: &Model) -> usize {
    let area = model.layout().preview.unwrap_or_default();
    let foot = u16::try_from(model.preview.foot.len()).unwrap_or(u16::MAX);
    let foot = if foot > 0 { foot.saturating_add(1) } else { 0 };
    usize::from(area.height.saturating_sub(HEAD).saturating_sub(foot))
}

fn show(model: &mut Model, tab: Tab) -> Vec<Effect> {
    let again = std::mem::replace(&mut model.preview.tab, tab) == tab;
    // Under Files there is something to be done, so the keys go there, whatever else is on the screen;
    // Hosts is read more than used, so there it takes the key twice.
    if tab == Tab::Files || (tab == Tab::Hosts && again) {
        model.prefs.focus = Pane::Preview;
        model.prefs.flipped = true;
    }
    let layout = model.layout();
    if layout.preview.is_none() {
        let looked_at = model.prefs.focus == Pane::List;
        if looked_at && layout.list.is_some() && layout.title.is_none() {
            model.prefs.flipped = true;
        } else {
            model.prefs.focus = Pane::Preview;
            model.prefs.flipped = true;
        }
    }
    Vec::new()
}

/// Shows the prompt.
pub fn prompt(model: &mut Model) -> Vec<Effect> {
    show(model, Tab::Prompt)
}

/// Shows the reading.
pub fn reading(model: &mut Model) -> Vec<Effect> {
    show(model, Tab::Reading)
}

/// Shows the layers.
pub fn layers(model: &mut Model) -> Vec<Effect> {
    show(model, Tab::Layers)
}

/// Shows the hosts.
pub fn hosts(model: &mut Model) -> Vec<Effect> {
    show(model, Tab::Hosts)
}

/// Shows the files.
pub fn tab_files(model: &mut Model) -> Vec<Effect> {
    show(model, Tab::Files)
}

/// Scrolls by rows, or under Files and Hosts moves the selection.
pub fn step(model: &mut Model, by: isize) -> Vec<Effect> {
    if model.preview.tab == Tab::Hosts && !model.preview.verdicts.is_empty() {
        let last = model.preview.verdicts.len() - 1;
        model.preview.host = model.preview.host.saturating_add_signed(by).min(last);
        return Vec::new();
    }
    if model.preview.tab == Tab::Files && !model.preview.files.is_empty() {
        let last = model.preview.files.len() - 1;
        model.preview.file = model.preview.file.saturating_add_signed(by).min(last);
        return Vec::new();
    }
    scroll(model, by);
    Vec::new()
}

/// Scrolls by rows.
pub fn scroll(model: &mut Model, by: isize) {
    let height = height(model);
    let row = model.preview.top().saturating_add_signed(by);
    model.preview.scroll_to(row, height);
}

/// One line down.
pub fn down(model: &mut Model) -> Vec<Effect> {
    step(model, 1)
}

/// One line up.
pub fn up(model: &mut Model) -> Vec<Effect> {
    step(model, -1)
}

fn page(model: &Model) -> isize {
    height(model).saturating_sub(1).max(1).cast_signed()
}

/// One page down.
pub fn page_down(model: &mut Model) -> Vec<Effect> {
    let page = page(model);
    step(model, page)
}

/// One page up.
pub fn page_up(model: &mut Model) -> Vec<Effect> {
    let page = page(model);
    step(model, -page)
}

/// To the top.
pub fn top(model: &mut Model) -> Vec<Effect> {
    step(model, isize::MIN)
}

/// To the end.
pub fn bottom(model: &mut Model) -> Vec<Effect> {
    step(model, isize::MAX)
}

/// Wraps long lines, or cuts them.
pub fn wrap(model: &mut Model) -> Vec<Effect> {
    model.preview.wrap = !model.preview.wrap;
    Vec::new()
}

/// The whole screen for the preview, or not.
pub fn full(model: &mut Model) -> Vec<Effect> {
    model.prefs.full = !(model.prefs.full && model.prefs.focus == Pane::Preview);
    model.prefs.focus = Pane::Preview;
    model.prefs.flipped = true;
    Vec::new()
}

/// Another copy on the old side.
pub fn old_side(model: &mut Model) -> Vec<Effect> {
    let count = model.preview.copies.len().max(1);
    model.preview.old = (model.preview.old + 1) % count;
    Vec::new()
}

/// Another copy on the new side.
pub fn new_side(model: &mut Model) -> Vec<Effect> {
    let count = model.preview.copies.len().max(1);
    model.preview.new = (model.preview.new + 1) % count;
    Vec::new()
}

/// Opens the selected file, or goes to what decides for the selected host.
pub fn open(model: &mut Model) -> Vec<Effect> {
    match model.preview.tab {
        Tab::Files => files::open(model),
        _ => decide(model),
    }
}

fn decide(model: &mut Model) -> Vec<Effect> {
    let verdict = model.preview.verdicts.get(model.preview.host);
    let Some(go) = verdict.and_then(|told| told.verdict.go.clone()) else {
        model.say("there is no place in a file that decides this");
        return Vec::new();
    };
    let (path, at) = match go {
        Go::Place(path, at) => (path, Some(at)),
        Go::Copy(path) => (path, None),
    };
    let hosts: Vec<String> = verdict
        .map(|told| told.verdict.host.clone())
        .into_iter()
        .collect();
    jump::go_to(model, &path, at, &hosts)
}

/// Looks with the eyes of the selected host.
pub fn use_host(model: &mut Model) -> Vec<Effect> {
    let verdict = model.preview.verdicts.get(model.preview.host);
    match verdict.map(|told| told.verdict.host.clone()) {
        Some(host) => overlay::choose_host(model, host),
        None => Vec::new(),
    }
}

/// Tokens are here; an answer to an older question is dropped.
pub fn counted(model: &mut Model, generation: u64, counts: Counts) {
    if generation == model.preview.tokens.asked {
        model.preview.tokens.counts = Some(counts);
        model.preview.tokens.fresh = true;
        model.derived.preview = None;
    }
}

/// A difference is here; an answer to an older question is dropped.
pub fn compared(model: &mut Model, generation: u64, difference: Difference) {
    if generation == model.preview.compared.asked {
        model.preview.compared.difference = Some(difference);
        model.derived.preview = None;
    }
}
