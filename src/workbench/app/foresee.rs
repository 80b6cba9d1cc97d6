//! What an action will change for the host, told before it is done: the same survey, run on the
//! files as they would be.

use std::sync::Arc;

use super::dialog::NewSkill;
use super::ink::{Ink, Line};
use super::keymap::named;
use super::list::row_id;
use super::model::Model;
use crate::host::plugins::SET_BY_CODE;
use crate::host::profile::Fences;
use crate::host::tree::{join, split};
use crate::host::{Copy, FileTree, Kind, Skill, Survey, survey};
pub use crate::library::author::below_frontmatter;
use crate::library::author::{self, Scene};
use crate::skill::stock::{Template, offered};

/// What would be made by an override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What is made: a folder, or the file itself where skills are single files.
    pub made: String,
    /// Its skill file.
    pub path: String,
    /// The text of the new file.
    bytes: Arc<[u8]>,
}

/// How the names of single files end, where the write area holds skills as such.
pub fn flat_end(model: &Model) -> Option<&str> {
    let row = model.write_area()?.row;
    model.profile()?.layer.get(row)?.walk.flat.as_deref()
}

/// Where one's own copy of a skill would lie; `None` when there is nothing to copy.
pub fn override_target(model: &Model, copy: &Copy) -> Option<Target> {
    let area = model.write_area()?.path.as_ref()?;
    let known = copy.path.as_ref();
    let bytes = match known {
        Some(path) => model.disk.tree.content(path)?.clone(),
        None => {
            copy.source.as_ref()?;
            let body = copy.reading.body.as_deref()?;
            (body != SET_BY_CODE).then(|| Arc::from(body.as_bytes()))?
        }
    };
    if let Some(end) = flat_end(model) {
        let path = join(area, &format!("{}{end}", copy.name));
        let made = path.clone();
        return Some(Target { made, path, bytes });
    }
    let (_, file) = split(known?)?;
    let (_, folder) = split(copy.folder.as_ref()?)?;
    let made = join(area, folder);
    let path = join(&made, file);
    Some(Target { made, path, bytes })
}

/// What a delete takes away: the folder of the write area the file lies in, or the file itself.
pub fn delete_target(model: &Model, path: &str) -> Option<String> {
    let area = model.write_area()?.path.as_ref()?;
    let below = path.strip_prefix(area.as_str())?.strip_prefix('/')?;
    Some(join(area, below.split('/').next()?))
}

/// The skill file of a new skill of this name.
pub fn new_path(model: &Model, name: &str) -> String {
    let area = model.write_area().and_then(|area| area.path.as_deref());
    let below = match flat_end(model) {
        Some(end) => format!("{name}{end}"),
        None => format!("{name}/SKILL.md"),
    };
    join(area.unwrap_or_default(), &below)
}

/// The templates the current host can use.
pub fn templates(model: &Model) -> Vec<&'static Template> {
    let profile = model.profile();
    let mut all = offered(profile.is_none_or(|profile| profile.reader.fences != Fences::None));
    if flat_end(model).is_some() {
        // Where a skill is a single file, nothing can lie beside it.
        all.retain(|template| template.fill("name", "").len() == 1);
    }
    all
}

/// The template a dialog stands on.
pub fn template(model: &Model, dialog: &NewSkill) -> &'static Template {
    let all = templates(model);
    all[dialog.template.min(all.len() - 1)]
}

/// The copy of the selected row.
pub fn selected_copy(model: &Model) -> Option<&Copy> {
    let row = model.row()?;
    let survey = &model.live.survey;
    survey.copies().find(|copy| *row_id(copy) == *row.id)
}

/// The selected file is all there is of its row: what lies around it are other skills.
pub fn stands_alone(model: &Model) -> bool {
    if let Some(copy) = selected_copy(model) {
        return copy.folder.is_none();
    }
    let folder = model.row().and_then(|row| split(row.path.as_deref()?));
    let mut layers = model.live.survey.layers.iter();
    folder.is_some_and(|(folder, _)| layers.any(|layer| layer.path.as_deref() == Some(folder)))
}

/// What one's own copy of something not loaded would be, a folder or a file; else why there is none.
///
/// # Errors
/// The reason, for people.
pub fn lost_target(model: &Model, path: &str) -> Result<String, String> {
    let made = made_of_lost(model, path);
    let made = made.ok_or("this one is no skill folder, so there is nothing to make a copy of")?;
    match model.disk.tree.entry(&made) {
        Some(_) => Err(format!(
            "your own copy is there already: {}",
            model.short_path(&made)
        )),
        None => Ok(made),
    }
}

/// As `library::author` copies it, without reading the disk: this is asked with every frame.
fn made_of_lost(model: &Model, path: &str) -> Option<String> {
    let survey = &model.live.survey;
    let lost = survey.not_loaded.iter().find(|lost| *lost.path == *path)?;
    let area = model.write_area()?.path.as_ref()?;
    if let Some(end) = flat_end(model) {
        author::text_of_lost(&model.disk.tree, lost)?;
        return Some(join(area, &format!("{}{end}", lost.name)));
    }
    let root = survey.layers.get(lost.layer?)?.path.as_deref()?;
    let (folder, _) = split(path)?;
    let (parent, name) = split(folder)?;
    (parent == root).then(|| join(area, name))
}

fn scene(model: &Model) -> Option<Scene<'_>> {
    Some(Scene {
        profile: model.profile()?,
        tree: &model.disk.tree,
        place: &model.place,
        survey: &model.live.survey,
    })
}

/// Why the host would not load a new skill of this name, once it has a description.
pub fn lost_when_made(model: &Model, template: &Template, name: &str) -> Option<String> {
    let plan = author::new_skill(scene(model)?, name, template, "What it does and when.");
    plan.ok()?.not_loaded
}

fn survey_of(model: &Model, tree: &FileTree) -> Survey {
    let mut cache = model.cache.clone();
    match model.profile() {
        Some(profile) => survey(profile, tree, &model.place, &mut cache),
        None => Survey::default(),
    }
}

/// What an override changes.
pub fn of_override(model: &Model, copy: &Copy, target: &Target) -> Vec<Line> {
    let mut tree = model.disk.tree.clone();
    tree.set_file(&target.path, target.bytes.clone());
    let after = survey_of(model, &tree);
    let whole = target.made != target.path;
    let slash = if whole { "/" } else { "" };
    let from = [
        copy.folder.as_deref(),
        copy.path.as_deref(),
        copy.source.as_ref().map(|source| &*source.path),
    ];
    let from = from.into_iter().flatten().next().unwrap_or_default();
    let mut lines = vec![
        Line::of("makes   ", Ink::Dim)
            .with(
                &format!("{}{slash}", model.short_path(&target.made)),
                Ink::Text,
            )
            .hanging(8),
        Line::of("from    ", Ink::Dim)
            .with(&format!("{}{slash}", model.short_path(from)), Ink::Text)
            .with(if whole { ", the whole folder" } else { "" }, Ink::Dim)
            .hanging(8),
    ];
    match after.skill_of(&target.path) {
        Some(skill) if skill.copy.path.as_deref() == Some(&*target.path) => {
            lines.push(
                Line::of("wins    ", Ink::Dim)
                    .with("your copy", Ink::Good)
                    .with(
                        &format!(
                            ", where {} goes by the name {}",
                            model.host_title(),
                            skill.copy.name
                        ),
                        Ink::Text,
                    )
                    .hanging(8),
            );
            lines.extend(merged_lines(&after, skill));
            lines.extend(note_line(skill.note.as_deref()));
            lines.extend(reference_line(model, copy, &skill.copy));
        }
        Some(skill) => {
            let layer = layer_label(&after, &skill.copy);
            lines.push(
                Line::of("wins    ", Ink::Dim)
                    .with(
                        &format!("not your copy: {layer} stays stronger"),
                        Ink::Warning,
                    )
                    .hanging(8),
            );
            lines.extend(note_line(skill.note.as_deref()));
        }
        None => lines.push(
            Line::of("wins    ", Ink::Dim)
                .with("nothing: your copy would not be loaded", Ink::Error)
                .hanging(8),
        ),
    }
    lines
}

/// Where the host merges: what the new copy gives, and what others go on giving.
fn merged_lines(survey: &Survey, skill: &Skill) -> Vec<Line> {
    let label = |layer: usize| survey.layers.get(layer).map_or("", |l| l.label.as_str());
    skill
        .fields_from
        .iter()
        .map(|(field, layer)| {
            let (word, ink) = match *layer == skill.copy.layer {
                true => ("gives   ", Ink::Good),
                false => ("stays   ", Ink::Text),
            };
            Line::of(word, Ink::Dim)
                .with(field, ink)
                .with(&format!(" of {}", label(*layer)), Ink::Dim)
                .hanging(8)
        })
        .collect()
}

/// Presets and steps choose by reference, so they keep to the copy they name.
fn reference_line(model: &Model, old: &Copy, new: &Copy) -> Option<Line> {
    let by_reference = model
        .profile()
        .is_some_and(|profile| profile.select.references_below.is_some());
    (by_reference && old.reference != new.reference).then(|| {
        Line::of("keep    ", Ink::Dim)
            .with("presets and steps that name ", Ink::Text)
            .with(&old.reference, Ink::Strong)
            .with(" get the old copy until they name ", Ink::Text)
            .with(&new.reference, Ink::Strong)
            .hanging(8)
    })
}

fn note_line(note: Option<&str>) -> Option<Line> {
    note.map(|note| {
        Line::of("note    ", Ink::Dim)
            .with(note, Ink::Dim)
            .hanging(8)
    })
}

/// What a delete changes.
pub fn of_delete(model: &Model, copy_path: &str, folder: &str) -> Vec<Line> {
    let mut tree = model.disk.tree.clone();
    tree.remove(folder);
    let after = survey_of(model, &tree);
    let name = model.row().map_or("", |row| row.name.as_str());
    let link = match model.disk.tree.entry(folder) {
        Some(Kind::Link(target)) => Some(target),
        _ => None,
    };
    let files = model.disk.tree.folder(folder).map_or(0, |_| {
        crate::host::supporting::supporting(&model.disk.tree, folder, copy_path).len()
    });
    let mut lines = vec![
        Line::of("removes ", Ink::Dim)
            .with(&model.short_path(folder), Ink::Text)
            .hanging(8),
    ];
    if let Some(target) = link {
        let stays = format!("the link alone: {target} stays as it is");
        lines.push(
            Line::of("which   ", Ink::Dim)
                .with(&stays, Ink::Text)
                .hanging(8),
        );
    }
    if files > 0 {
        let many = if files == 1 { "file" } else { "files" };
        lines.push(
            Line::of("with    ", Ink::Dim).with(&format!("{files} supporting {many}"), Ink::Text),
        );
    }
    lines.push(
        match after.skills.iter().find(|skill| skill.copy.name == name) {
            Some(skill) => Line::of("then    ", Ink::Dim)
                .with(
                    &format!(
                        "the copy in {} wins again",
                        layer_label(&after, &skill.copy)
                    ),
                    Ink::Text,
                )
                .hanging(8),
            None => Line::of("then    ", Ink::Dim)
                .with(&format!("no skill {name} is left"), Ink::Text)
                .hanging(8),
        },
    );
    lines.push(
        Line::of("back    ", Ink::Dim)
            .with("it goes to the trash; ", Ink::Text)
            .with(&named(model, "skill.undo"), Ink::Key)
            .with(" brings it back", Ink::Text),
    );
    lines
}

/// What people call the layer of a copy.
pub fn layer_label(survey: &Survey, copy: &Copy) -> String {
    survey
        .layers
        .get(copy.layer)
        .map_or_else(|| "builtin".to_owned(), |layer| layer.label.clone())
}

/// Whether a name can be given to a new skill, as far as the folder goes: what is wrong with it.
pub fn name_taken(model: &Model, name: &str) -> Option<String> {
    let area = model.write_area()?.path.as_ref()?;
    let entry_name = format!("{name}{}", flat_end(model).unwrap_or_default());
    let name = entry_name.as_str();
    let folder = join(area, name);
    let below = model.disk.tree.folder(area)?;
    let same = below
        .entries
        .iter()
        .find(|entry| entry.name.eq_ignore_ascii_case(name))?;
    Some(if *same.name == *name {
        format!("{} exists already", model.short_path(&folder))
    } else {
        format!("{} exists already and differs only in case", same.name)
    })
}

/// What another name for a skill changes, or for a copy of it; else why it cannot have it.
///
/// # Errors
/// The reason, for people.
pub fn of_naming(model: &Model, id: &str, name: &str, copied: bool) -> Result<Vec<Line>, String> {
    let scene = scene(model).ok_or("no host is chosen")?;
    let copy = scene.survey.copies().find(|copy| row_id(copy) == id);
    let copy = copy.ok_or("it is not there any more")?;
    let plan = match copied {
        true => author::duplicate_with(scene, copy, name, Vec::new(), Vec::new()),
        false => author::rename_skill(scene, copy, name),
    };
    let plan = plan.map_err(|error| error.to_string())?;
    let line = |word: &str| Line::of(&format!("{word:<8}"), Ink::Dim).hanging(8);
    let from = copy.folder.as_ref().or(copy.path.as_ref());
    let from = from.map_or_else(String::new, |from| model.short_path(from).into_owned());
    let made = match copy.folder {
        Some(_) => split(&plan.path).map_or(plan.path.as_str(), |(folder, _)| folder),
        None => plan.path.as_str(),
    };
    let word = if copied { "makes" } else { "moves" };
    let mut lines = vec![
        line(word).with(&model.short_path(made), Ink::Text),
        line("from").with(&from, Ink::Text),
    ];
    let names_it = copy.path.as_ref().and_then(|path| {
        let text = scene.tree.content(path)?;
        let text = std::str::from_utf8(text).ok()?;
        let document = crate::skill::document::Document::parse(text);
        document.tree()?.get("name").map(|_| ())
    });
    if names_it.is_some() {
        let says = line("writes")
            .with("name: ", Ink::Text)
            .with(name, Ink::Strong);
        lines.push(says);
    }
    let layers = &scene.survey.layers;
    let label = |id: &str| {
        let layer = layers.iter().find(|layer| layer.id == id);
        layer.map_or("builtin", |layer| layer.label.as_str())
    };
    for effect in &plan.effects {
        lines.push(match (&effect.before, &effect.after) {
            (_, None) => line("then")
                .with(&effect.name, Ink::Strong)
                .with(" is no skill any more", Ink::Text),
            (None, Some(_)) => line("then")
                .with(&effect.name, Ink::Strong)
                .with(" is loaded", Ink::Good),
            (Some(_), Some(after)) => line("then").with(&effect.name, Ink::Strong).with(
                &format!(" is the copy in {}", label(&after.layer)),
                Ink::Text,
            ),
        });
    }
    if let Some(why) = &plan.not_loaded {
        let lost = line("loads").with("not: ", Ink::Error).with(why, Ink::Text);
        lines.push(lost);
    }
    let by_reference = scene.profile.select.references_below.is_some();
    if by_reference && !copied {
        let breaks = line("mind")
            .with("presets and steps that name ", Ink::Text)
            .with(&copy.reference, Ink::Strong)
            .with(" lose it until they name the new one", Ink::Text);
        lines.push(breaks);
    }
    Ok(lines)
}
