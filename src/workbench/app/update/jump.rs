//! Going to a file from anywhere: what the list selects, the text and the host always agree.

use crate::host::survey;
use crate::host::tree::split;
use crate::workbench::app::derive::knows;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::foresee;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::list::{Group, RowId};
use crate::workbench::app::message::Done;
use crate::workbench::app::model::Model;
use crate::workbench::edit::Command as Edit;

use super::{list, overlay};

/// A row that a file belongs to.
struct Home {
    row: RowId,
    name: String,
}

/// Selects and shows a file, with the cursor at this byte. One that the host does not look for is
/// shown as another host sees it, `hosts` first; one that nobody looks for, without a selection.
pub fn go_to(model: &mut Model, path: &str, at: Option<usize>, hosts: &[String]) -> Vec<Effect> {
    let mut looks = None;
    let effects = if let Some(home) = listed(model, path) {
        select(model, &home, path)
    } else if let Some((host, home)) = looking(model, path, hosts) {
        // Who looks now is for this look: what was chosen for the project stays.
        overlay::choose_host(model, host);
        looks = Some(model.host_title().to_owned());
        leave_rows(model, Some(home.row));
        list::show_file(model, path, &home.name)
    } else if let Some(home) = unsaved(model, path) {
        select(model, &home, path)
    } else {
        let before = model.list.selected.clone().or(model.list.apart.take());
        leave_rows(model, None);
        model.list.apart = Some(before.unwrap_or_default());
        let title = model.short_path(path).into_owned();
        // Shown first, so that it is opened as the page it is.
        list::show(model, Some(path.to_owned()));
        list::show_file(model, path, &title)
    };
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    model.prefs.full = false;
    let now = model.now;
    if let (Some(at), Some(text)) = (at, model.text_mut()) {
        text.editor.apply(Edit::SetCursor(at), now);
    }
    if let Some(title) = looks {
        model.say_done(Done {
            what: format!("now looking as {title}"),
            then: Some(("host.choose", "chooses another host")),
        });
    }
    effects
}

/// Selects a row that shows with the next rows, or none.
fn leave_rows(model: &mut Model, row: Option<RowId>) {
    if row.is_some() {
        model.list.unfilter();
        model.list.filtering = false;
        model.list.apart = None;
    }
    model.list.missed = None;
    model.list.selected = row;
    model.followed.clone_from(&model.list.selected);
    model.preview.file = 0;
}

fn select(model: &mut Model, home: &Home, path: &str) -> Vec<Effect> {
    let height = list::height(model);
    model.list.reveal(&home.row, height);
    let mut effects = list::follow(model);
    if model.shown.as_deref() != Some(path) {
        effects.extend(list::show_file(model, path, &home.name));
    }
    effects
}

/// The folder of a skill that holds this file, as long as it is.
pub fn holds(skill: &str, path: &str) -> Option<usize> {
    let (folder, name) = split(skill)?;
    let below = path.strip_prefix(folder)?;
    let inside = name.eq_ignore_ascii_case("SKILL.md") && below.starts_with('/');
    inside.then_some(folder.len())
}

/// The row of this file, or of the skill it belongs to.
fn listed(model: &Model, path: &str) -> Option<Home> {
    let rows = || {
        let rows = model.list.rows.iter();
        rows.filter(|row| row.group != Group::Unsaved)
    };
    let exact = rows().find(|row| *row.id == *path);
    let source = || foresee::selected_copy(model)?.source.as_ref();
    let selected = || {
        model
            .row()
            .filter(|_| source().is_some_and(|s| s.path == path))
    };
    let mark = format!("{path}#");
    let made = || rows().find(|row| row.id.starts_with(&mark));
    let inside = || {
        let skills = rows().filter_map(|row| Some((holds(row.path.as_ref()?, path)?, row)));
        skills.max_by_key(|(length, _)| *length).map(|(_, row)| row)
    };
    let row = exact.or_else(selected).or_else(made).or_else(inside)?;
    Some(Home {
        row: row.id.clone(),
        name: row.name.clone(),
    })
}

/// Selects the skill that a file belongs to, where it is listed; the keys stay where they are.
pub fn select_of(model: &mut Model, path: &str) -> Vec<Effect> {
    match listed(model, path) {
        Some(home) => select(model, &home, path),
        None => Vec::new(),
    }
}

/// What the skill is called that a file belongs to.
pub fn name_of(model: &Model, path: &str) -> Option<String> {
    listed(model, path).map(|home| home.name)
}

/// The row of an unsaved text that no skill stands for.
fn unsaved(model: &Model, path: &str) -> Option<Home> {
    let row = model.list.rows.iter().find(|row| *row.id == *path)?;
    Some(Home {
        row: row.id.clone(),
        name: row.name.clone(),
    })
}

/// The first host that looks for this file: of those that are meant, then of those found in the
/// project, then of all.
fn looking(model: &mut Model, path: &str, hosts: &[String]) -> Option<(String, Home)> {
    let profiles = model.profiles.clone();
    let known = model.derived.judged.iter().chain(&model.derived.found);
    let mut ids: Vec<String> = hosts.iter().chain(known).cloned().collect();
    ids.extend(profiles.iter().map(|profile| profile.id.clone()));
    let mut asked = std::collections::HashSet::new();
    for id in ids.into_iter().filter(|id| *id != model.host) {
        let Some(profile) = profiles.get(&id).filter(|_| asked.insert(id.clone())) else {
            continue;
        };
        let seen = survey(profile, &model.live.tree, &model.place, &mut model.cache);
        if knows(&seen, path) {
            let copy = seen
                .copies()
                .find(|copy| copy.path.as_deref() == Some(path));
            let lost = || seen.not_loaded.iter().find(|lost| *lost.path == *path);
            let name = copy.map(|copy| copy.name.clone());
            let name = name
                .or_else(|| Some(lost()?.name.clone()))
                .unwrap_or_default();
            let row = path.into();
            return Some((id, Home { row, name }));
        }
        let inside = seen.copies().filter_map(|copy| {
            let row = copy.path.clone()?;
            Some((holds(&row, path)?, row, copy))
        });
        if let Some((_, row, copy)) = inside.max_by_key(|(length, ..)| *length) {
            let name = copy.name.clone();
            return Some((id, Home { row, name }));
        }
    }
    None
}
