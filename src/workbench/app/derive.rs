//! What follows from the model: surveys, prompt, findings, rows and preview. Brought up to date
//! once before drawing, and only where something it depends on is another.

use std::sync::Arc;

mod rows;

pub(super) use rows::tally_of;

use super::brief;
use super::effect::Effect;
use super::exchange::locked;
use super::frame;
use super::ink::Line;
use super::list::RowId;
use super::locks;
use super::matrix;
use super::model::{Model, Seen};
use super::preview::{Tab, blocks, files, hosts, layers, prompt, reading};
use super::project;
use super::recovery;
use super::selection::{self, Selection};
use super::update;
use crate::check::{Config, Finding, Input, Parts, check_file, find_file};
use crate::host::ReadAt;
use crate::host::supporting::supporting;
use crate::host::tree::split;
use crate::host::{FileTree, Profile, Profiles, Reading, Survey, survey};
use crate::skill::bytes::Encoding;
use crate::workbench::app::text::Text;
use crate::workbench::edit::Viewport;

/// What was derived, and from what.
#[derive(Default)]
pub(super) struct Derived {
    disk: Option<(u64, String, Selection)>,
    unsaved: Vec<(String, u64)>,
    pub(super) judged: Vec<String>,
    pub(super) found: Vec<String>,
    rows: Option<(u64, u64, Vec<String>, Vec<String>)>,
    pub(super) preview: Option<PreviewKey>,
    marked: Option<(Option<RowId>, Tab)>,
    hosts: hosts::Caches,
    prompt: blocks::Kept,
    briefs: brief::Kept,
    pub(super) checks: u64,
}

/// Everything the lines of the preview depend on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PreviewKey {
    tab: Tab,
    selected: Option<RowId>,
    revision: u64,
    disk: u64,
    ready: bool,
    width: u16,
    wrap: bool,
    sides: (usize, usize),
    compared: u64,
    answered: bool,
    file: usize,
    here: bool,
    shown: Option<String>,
    host: usize,
    counted: Option<u64>,
    locked: u64,
    matrix: (u64, Option<(usize, usize)>),
}

/// Brings everything up to date. Gives what has to be asked of the outside for it.
pub fn settle(model: &mut Model) -> Vec<Effect> {
    if model.done {
        return Vec::new();
    }
    let changed = see(model);
    analyse(model);
    if changed {
        permissions(model);
    }
    rows::renew(model);
    let mut effects = update::disk::open_awaited(model);
    effects.extend(update::list::follow(model));
    model.retell();
    analyse(model);
    viewport(model);
    if model.finding() {
        update::find::refresh(model);
    }
    effects.extend(preview(model));
    effects.extend(project::ask(model));
    effects.extend(matrix::ask(model));
    effects.extend(locked::mend(model));
    effects.extend(locked::ask(model));
    effects.extend(locks::ask(model));
    effects.extend(recovery::keep(model));
    effects.extend(recovery::outside(model));
    effects.extend(recovery::offer(model));
    effects
}

fn seen(model: &mut Model, tree: &FileTree) -> Seen {
    let profiles = model.profiles.clone();
    let Some(profile) = profiles.get(&model.host) else {
        return Seen::default();
    };
    let survey = survey(profile, tree, &model.place, &mut model.cache);
    let chosen = selection::text_of(&model.selection(), profile, tree, &model.place, &survey);
    let refused = chosen.as_ref().err().cloned();
    let mut prompt = chosen.unwrap_or_default();
    prompt.text.shrink_to_fit();
    prompt.parts.shrink_to_fit();
    Seen {
        survey: Arc::new(survey),
        prompt: Arc::new(prompt),
        refused,
        tree: tree.clone(),
    }
}

/// Surveys of the disk, and of the disk as it would be with every text saved.
fn see(model: &mut Model) -> bool {
    let disk = Some((model.disk.revision, model.host.clone(), model.selection()));
    let disk_changed = model.derived.disk != disk;
    if disk_changed {
        let tree = model.disk.tree.clone();
        model.saved = seen(model, &tree);
        model.derived.disk = disk;
        if project::settings(model) {
            model.derived.checks += 1;
        }
        judges(model);
        for text in model.texts.values_mut() {
            text.analysed = None;
        }
    }
    let unsaved: Vec<(String, u64)> = model
        .texts
        .values()
        .filter(|text| text.unsaved())
        .map(|text| (text.path.clone(), text.editor.revision()))
        .collect();
    if !disk_changed && unsaved == model.derived.unsaved {
        return false;
    }
    if unsaved.is_empty() {
        model.live = model.saved.clone();
    } else {
        let mut tree = model.disk.tree.clone();
        for (path, _) in &unsaved {
            if let Some(text) = model.texts.get(path) {
                tree = tree.with_text(path, text.editor.text());
            }
        }
        let live = seen(model, &tree);
        model.live = live;
    }
    model.derived.unsaved = unsaved;
    model.revision += 1;
    disk_changed
}

/// The hosts whose verdict counts: those of the settings, else those found in the project, else the one
/// we look with.
fn judges(model: &mut Model) {
    let found = model.profiles.detected(&model.disk.tree, &model.place);
    let found: Vec<String> = found.iter().map(|profile| profile.id.clone()).collect();
    let config = &model.project.config;
    let mut judged = config.judged(found.iter().map(String::as_str));
    model.derived.found = found;
    if judged.is_empty() && config.hosts.is_none() {
        judged.push(model.host.clone());
    }
    if judged != model.derived.judged {
        model.derived.judged = judged;
        model.derived.checks += 1;
    }
}

fn check(
    profiles: &Profiles,
    tree: &FileTree,
    judged: &[String],
    text: &Text,
    config: &Config,
) -> Vec<Finding> {
    let (path, document) = (text.path.as_str(), &text.document);
    let find = if text.asked { check_file } else { find_file };
    let text = text.editor.text();
    let folder = split(path)
        .and_then(|(folder, _)| split(folder))
        .map(|(_, name)| name);
    let judges: Vec<&Profile> = judged.iter().filter_map(|id| profiles.get(id)).collect();
    let bytes = text.as_bytes().into();
    let file = ReadAt::new(&bytes, path);
    let read: Vec<(&Profile, Reading)> = judges
        .iter()
        .map(|profile| (*profile, file.by(profile)))
        .collect();
    let readings: Vec<(&Profile, &Reading)> = read
        .iter()
        .map(|(profile, reading)| (*profile, reading))
        .collect();
    // A skill that is a single file shares its folder with others.
    let beside = split(path)
        .filter(|(_, name)| name.eq_ignore_ascii_case("SKILL.md"))
        .map(|(folder, _)| supporting(tree, folder, path));
    find(&Input {
        file: path,
        folder,
        text,
        encoding: &Encoding::Utf8,
        document,
        readings: &readings,
        beside: beside.as_deref(),
        config,
        parts: &Parts::default(),
    })
}

/// The host finds this file, and loads it or says why not.
pub(super) fn knows(survey: &Survey, path: &str) -> bool {
    survey
        .copies()
        .any(|copy| copy.path.as_deref() == Some(path))
        || survey.not_loaded.iter().any(|lost| *lost.path == *path)
}

/// Asks the hosts about the fixes of the open text, which waits while one types.
pub(super) fn ask(model: &mut Model) {
    let Some(text) = model.text_mut().filter(|text| !text.asked) else {
        return;
    };
    text.asking = true;
    text.analysed = None;
    analyse(model);
}

/// Takes changed texts apart and finds what is wrong in them.
fn analyse(model: &mut Model) {
    let judged = &model.derived.judged;
    let project = &model.project;
    let excluded = |path: &str| {
        let below = path.strip_prefix(&model.place.project);
        below.is_some_and(|below| project.config.excludes(below.trim_start_matches('/')))
    };
    for text in model.texts.values_mut() {
        if !text.analyse() {
            continue;
        }
        let skill_file = text.skill && knows(&model.live.survey, &text.path);
        let page = !text.path.starts_with('/');
        text.findings = if page || excluded(&text.path) {
            Vec::new()
        } else if !skill_file {
            // What only the whole project shows, of a file that is no skill.
            project.whole(&text.path, text.editor.text())
        } else if !text.checked() {
            // A worker finds them.
            project.whole(&text.path, text.editor.text())
        } else {
            let tree = &model.disk.tree;
            let mut found = check(&model.profiles, tree, judged, text, &project.config);
            project.complete(&text.path, text.editor.text(), &mut found);
            found.sort_by_key(|finding| (finding.range.start, finding.range.end));
            found
        };
    }
}

/// Which texts may be changed follows from the host.
fn permissions(model: &mut Model) {
    let paths: Vec<String> = model.texts.keys().cloned().collect();
    for path in paths {
        let why = update::list::read_only(model, &path);
        if let Some(text) = model.texts.get_mut(&path) {
            if why.is_none() {
                text.host = None;
            }
            text.permit(why);
        }
    }
}

/// Gives the editor its room.
fn viewport(model: &mut Model) {
    let Some(area) = model.layout().editor else {
        return;
    };
    let inner = frame::text_area(area);
    let white_space = model.white_space;
    if let Some(text) = model.text_mut() {
        let gutter = frame::gutter(text.editor.line_count());
        text.editor.set_viewport(Viewport {
            width: usize::from(inner.width.saturating_sub(gutter)),
            height: usize::from(inner.height),
            wrap: true,
            white_space,
        });
    }
}

/// The lines of the preview.
fn preview(model: &mut Model) -> Vec<Effect> {
    let Some(area) = model.layout().preview else {
        return Vec::new();
    };
    let width = frame::preview_area(area).width;
    let tab = model.preview.tab;
    let effects = match tab {
        Tab::Layers => compare(model),
        Tab::Prompt => count(model),
        _ => Vec::new(),
    };
    let key = PreviewKey {
        tab,
        selected: model.list.selected.clone(),
        revision: model.revision,
        disk: model.disk.revision,
        ready: model.disk.ready,
        width,
        wrap: model.preview.wrap,
        sides: (model.preview.old, model.preview.new),
        compared: model.preview.compared.asked,
        answered: model.preview.compared.difference.is_some(),
        file: model.preview.file,
        here: model.prefs.focus == super::layout::Pane::Preview,
        shown: model.shown.clone(),
        host: model.preview.host,
        locked: model.exchange.locked.revision,
        // Only there something is shown of it.
        matrix: match tab {
            Tab::Hosts => (model.matrix.answered, model.matrix.progress),
            _ => (0, None),
        },
        counted: (tab == Tab::Prompt && model.preview.tokens.fresh)
            .then_some(model.preview.tokens.asked),
    };
    let height = update::preview::height(model);
    if model.derived.preview.as_ref() == Some(&key) {
        let top = model.preview.top();
        model.preview.scroll_to(top, height);
        model.preview.rows.keep_near(top, height);
        return effects;
    }
    model.derived.preview = Some(key);
    model.preview.foot.clear();
    let lines = match tab {
        Tab::Prompt => {
            let large = project::is_large(&model.disk.tree);
            if prompt::room_for_hosts(usize::from(area.height)) && !large {
                judge(model);
            } else {
                model.preview.verdicts.clear();
            }
            model.preview.foot = prompt::foot(model, width, area.height);
            let mut kept = std::mem::take(&mut model.derived.prompt);
            let wraps = model.preview.wrap;
            model.preview.rows = prompt::rows(model, width, wraps, &mut kept);
            model.derived.prompt = kept;
            return shown(model, effects);
        }
        Tab::Reading => reading::lines(model),
        Tab::Layers => layers::lines(model, width),
        Tab::Hosts => {
            judge(model);
            model.preview.foot = hosts::foot(model, width, area.height);
            hosts::lines(model, area.height)
        }
        Tab::Files => {
            files::renew(model);
            files::lines(model, width)
        }
    };
    let wraps = model.preview.wrap && tab != Tab::Files;
    model.preview.rows = match wraps {
        true => wrapped(lines, width).into_iter().collect(),
        false => lines.into_iter().collect(),
    };
    shown(model, effects)
}

/// Scrolls to what has to be seen of new rows.
fn shown(model: &mut Model, effects: Vec<Effect>) -> Vec<Effect> {
    let height = update::preview::height(model);
    let top = follow_marked(model, height).unwrap_or_else(|| model.preview.top());
    model.preview.scroll_to(top, height);
    let top = model.preview.top();
    model.preview.rows.keep_near(top, height);
    effects
}

/// The verdicts of all hosts about the selected file.
fn judge(model: &mut Model) {
    let mut caches = std::mem::take(&mut model.derived.hosts);
    model.preview.verdicts = hosts::verdicts(model, &mut caches);
    model.derived.hosts = caches;
    if let Some(wanted) = model.preview.wanted.take() {
        let is = |told: &hosts::Told| told.verdict.host == wanted;
        let at = model.preview.verdicts.iter().position(is);
        model.preview.host = at.unwrap_or(model.preview.host);
    }
    let last = model.preview.verdicts.len().saturating_sub(1);
    model.preview.host = model.preview.host.min(last);
}

/// Asks for the tokens of the prompt when it is another than before.
fn count(model: &mut Model) -> Vec<Effect> {
    let prompt = model.live.prompt.clone();
    let saved = (!Arc::ptr_eq(&prompt, &model.saved.prompt) && *prompt != *model.saved.prompt)
        .then(|| model.saved.prompt.clone());
    let tokens = &mut model.preview.tokens;
    let of = Some((prompt, saved));
    if tokens.of == of {
        return Vec::new();
    }
    tokens.of = of;
    tokens.asked += 1;
    tokens.fresh = false;
    let Some((prompt, saved)) = tokens.of.clone() else {
        return Vec::new();
    };
    vec![Effect::Count {
        generation: tokens.asked,
        prompt,
        saved,
    }]
}

fn wrapped(lines: Vec<Line>, width: u16) -> Vec<Line> {
    lines
        .into_iter()
        .flat_map(|line| line.wrap(width))
        .collect()
}

/// Where to scroll so that what belongs to the selected skill shows, when it is newly selected.
fn follow_marked(model: &mut Model, height: usize) -> Option<usize> {
    let now = (model.list.selected.clone(), model.preview.tab);
    let files = matches!(model.preview.tab, Tab::Files | Tab::Hosts);
    let fresh = model.derived.marked.as_ref() != Some(&now);
    model.derived.marked = Some(now);
    if !fresh && !files {
        return None;
    }
    let at = model.preview.rows.marked();
    let Some(at) = at else {
        return fresh
            .then_some(0)
            .filter(|_| model.preview.tab != Tab::Prompt);
    };
    let top = model.preview.top();
    if at < top || at + 1 >= top + height {
        return Some(at.saturating_sub(height / 3));
    }
    None
}

/// Asks for the difference between the two sides when it is another question than before.
fn compare(model: &mut Model) -> Vec<Effect> {
    model.preview.copies = layers::copies(model);
    let count = model.preview.copies.len();
    if count < 2 {
        model.preview.compared.sides = None;
        return Vec::new();
    }
    let preview = &mut model.preview;
    preview.old %= count;
    preview.new %= count;
    if preview.old == preview.new {
        preview.old = (preview.new + 1) % count;
    }
    let side = |index: usize| {
        let copy = &model.preview.copies[index];
        let text = layers::text_of(model, &copy.path).unwrap_or_default();
        (
            format!("{} {}", copy.label, model.short_path(&copy.path)),
            text,
        )
    };
    let sides = [side(model.preview.old), side(model.preview.new)];
    let compared = &mut model.preview.compared;
    if compared.sides.as_ref() == Some(&sides) {
        return Vec::new();
    }
    compared.asked += 1;
    let names = |[(old, _), (new, _)]: &[(String, String); 2]| [old.clone(), new.clone()];
    if compared.sides.as_ref().map(names) != Some(names(&sides)) {
        compared.difference = None;
    }
    compared.sides = Some(sides.clone());
    let [(old_label, old), (new_label, new)] = sides;
    vec![Effect::Compare {
        generation: compared.asked,
        old_label,
        old,
        new_label,
        new,
    }]
}
