//! How wide the panes are: by keys, by dragging the rules between them, and remembered.

use crate::library::state::View;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::layout::{Pane, Prefs};
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;

/// Columns a key moves an edge by.
const STEP: i32 = 2;

/// Makes the pane with the focus wider.
pub fn wider(model: &mut Model) -> Vec<Effect> {
    grow(model, STEP)
}

/// Makes the pane with the focus narrower.
pub fn narrower(model: &mut Model) -> Vec<Effect> {
    grow(model, -STEP)
}

fn grow(model: &mut Model, by: i32) -> Vec<Effect> {
    let [first, second] = model.layout().columns;
    let moved = |x: u16, by: i32| u16::try_from(i32::from(x) + by).unwrap_or(0);
    let edge = match (model.prefs.focus, first, second) {
        (Pane::Preview, _, Some(x)) => Some((1, moved(x, -by))),
        (Pane::Editor, _, Some(x)) => Some((1, moved(x, by))),
        (Pane::List, Some(x), _) => Some((0, moved(x, by))),
        // Beside the list stands one pane only.
        (_, Some(x), None) => Some((0, moved(x, -by))),
        _ => None,
    };
    if let Some((edge, x)) = edge {
        pull(model, edge, x);
    }
    Vec::new()
}

/// Moves a rule to a column, as far as it can go.
pub fn pull(model: &mut Model, edge: usize, x: u16) {
    let width = model.size.0;
    match edge {
        0 => model.prefs.list = Some(x),
        _ => {
            let list = model.layout().list.map_or(0, |area| area.width);
            let shared = width.saturating_sub(list + 2).max(1);
            let preview = width.saturating_sub(x + 1);
            model.prefs.preview = share(preview, shared);
        }
    }
    // What cannot be is not kept, so that the next step starts where the rule stands.
    let [first, second] = model.layout().columns;
    if let (0, Some(stands)) = (edge, first) {
        model.prefs.list = Some(stands);
    }
    if let (1, Some(stands)) = (edge, second)
        && stands != x
    {
        let list = model.layout().list.map_or(0, |area| area.width);
        let shared = width.saturating_sub(list + 2).max(1);
        model.prefs.preview = share(width.saturating_sub(stands + 1), shared);
    }
}

/// The thousandths that give exactly so many columns.
fn share(columns: u16, shared: u16) -> Option<u16> {
    let share = (u32::from(columns) * 1000).div_ceil(u32::from(shared));
    u16::try_from(share).ok()
}

/// Panes as wide as they are by themselves.
pub fn reset(model: &mut Model) -> Vec<Effect> {
    model.prefs.list = None;
    model.prefs.preview = None;
    Vec::new()
}

/// What is remembered of the project.
pub fn view(model: &Model) -> View {
    View {
        list: model.prefs.list,
        preview: model.prefs.preview,
        tab: Some(model.preview.tab.title().to_owned()),
        skill: model.list.selected.as_deref().map(str::to_owned),
    }
}

/// Takes up what was remembered.
pub fn take_up(model: &mut Model, view: View) {
    model.prefs = Prefs {
        list: view.list,
        preview: view.preview,
        ..model.prefs
    };
    let tab = Tab::ALL.into_iter();
    let tab = tab
        .into_iter()
        .find(|tab| Some(tab.title()) == view.tab.as_deref());
    model.preview.tab = tab.unwrap_or_default();
    // Selected as soon as the disk shows it, unless a key comes first.
    model.list.missed = view.skill.map(Into::into);
}
