//! The rows of the list, and the problems of each.

use std::collections::HashMap;

use crate::check::Severity;
use crate::host::prompt::untold_of;
use crate::workbench::app::list::{self, Group, Row, Tally};
use crate::workbench::app::model::Model;
use crate::workbench::app::{brief, project, recovery, update};

/// Problems of every file, then the rows of the list.
pub(super) fn renew(model: &mut Model) {
    let unsaved = model.unsaved();
    let kept: Vec<String> = recovery::kept(model).map(str::to_owned).collect();
    let answered = model.project.answered;
    let key = Some((model.revision, answered, unsaved.clone(), kept));
    if model.derived.rows == key {
        return;
    }
    model.derived.rows = key;
    tally(model);
    model.problems = project::total(model);
    model.elsewhere = project::elsewhere(model);
    let mut fresh = list::rows(&model.live.survey, &model.tallies, |path| {
        let of = |known: &String| known == path || update::jump::holds(path, known).is_some();
        unsaved.iter().any(of)
    });
    let silent = silent(model);
    for row in &mut fresh {
        row.kept = recovery::kept_for(model, &row.id);
        row.silent = silent.get(&*row.id).copied();
    }
    let apart = unlisted(model, &fresh, &unsaved);
    fresh.splice(0..0, apart);
    fresh.shrink_to_fit();
    let mut briefs = std::mem::take(&mut model.derived.briefs);
    brief::shorten(model, &mut fresh, &mut briefs);
    model.derived.briefs = briefs;
    let height = update::list::height(model);
    if model.disk.ready {
        model.list.refresh(fresh, height);
        let shown = model.shown.clone().unwrap_or_default();
        let found = model.list.apart.is_some() && model.list.rows.iter().any(|r| *r.id == *shown);
        if found {
            model.list.reveal(&shown, height);
            model.followed = Some(shown.into());
        }
        entitle(model);
    }
}

/// The text on the screen goes by the name its skill has now: other eyes, or what is typed, may give it
/// another.
fn entitle(model: &mut Model) {
    let skill = model.row().filter(|row| row.group != Group::Unsaved);
    let name = skill.and_then(|row| Some((row.path.clone()?, row.name.clone())));
    if let (Some((path, name)), Some(text)) = (name, model.text_mut()) {
        let own = *text.path == *path || update::jump::holds(&path, &text.path).is_some();
        if own && text.title != name {
            text.title = name;
        }
    }
}

/// Why the model is not told of skills that are loaded, by row.
fn silent(model: &Model) -> HashMap<String, &'static str> {
    let Some(profile) = model.profile() else {
        return HashMap::new();
    };
    let skills = model.live.survey.skills.iter();
    let silent = skills.filter_map(|skill| {
        let why = untold_of(profile, skill)?;
        Some((list::row_id(&skill.copy).into_owned(), why))
    });
    silent.collect()
}

/// Rows of unsaved texts, and of those put off, that no other row stands for: nobody loses sight of them.
fn unlisted(model: &Model, rows: &[Row], unsaved: &[String]) -> Vec<Row> {
    let stands = |path: &str| {
        let mut rows = rows.iter();
        rows.any(|row| *row.id == *path || update::jump::holds(&row.id, path).is_some())
    };
    let paths = unsaved.iter().filter(|path| !stands(path));
    let texts = paths.filter_map(|path| model.texts.get(path));
    let row = |text| {
        let host = update::list::other_host(model, text);
        list::unsaved_row(text, host.unwrap_or_default())
    };
    let gone = recovery::kept(model).filter(|path| !stands(path));
    let gone = gone.filter(|path| !unsaved.iter().any(|known| known == path));
    texts.map(row).chain(gone.map(list::kept_row)).collect()
}

fn tally(model: &mut Model) {
    let survey = model.live.survey.clone();
    let copies = survey.copies().filter_map(|copy| copy.path.as_ref());
    let lost = survey.not_loaded.iter().map(|lost| &lost.path);
    model.tallies.clear();
    for path in copies.chain(lost) {
        if let Some(text) = model.texts.get(&**path) {
            let severities = text.findings.iter().map(|finding| finding.severity);
            model.tallies.insert(path.clone(), tally_of(severities));
            continue;
        }
        if let Some(found) = model.project.findings(path) {
            let severities = found.iter().map(|finding| finding.severity);
            model.tallies.insert(path.clone(), tally_of(severities));
        }
    }
}

/// Hints are shown where they are, but do not count as problems.
pub(in crate::workbench::app) fn tally_of(severities: impl Iterator<Item = Severity>) -> Tally {
    let mut tally = Tally::default();
    for severity in severities.filter(|severity| *severity > Severity::Hint) {
        tally.count += 1;
        tally.worst = tally.worst.max(Some(severity));
    }
    tally
}
