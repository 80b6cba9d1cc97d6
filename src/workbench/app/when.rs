//! Whether a command can be used now, and if not, why: pure questions to the model.

use super::exchange::locked;
use super::foresee;
use super::keymap::named;
use super::layout::Pane;
use super::list::Group;
use super::model::Model;
use super::preview::Tab;
use super::problem;
use super::recovery;
use super::text::Text;
use super::update::list::{linked, no_row, read_only};
use crate::host::Copy;
use crate::host::tree::split;
use crate::library::author::behind_builtin;

/// A condition; the error is the reason people read.
pub type When = fn(&Model) -> Result<(), String>;

fn need(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(otherwise.to_owned())
    }
}

/// What is missing, and the key that leads there.
fn told(model: &Model, what: &str, id: &str, does: &str) -> String {
    format!("{what}; {} {does}", named(model, id))
}

fn hinted(model: &Model, holds: bool, what: &str, id: &str, does: &str) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(told(model, what, id, does)),
    }
}

/// The selected skill, as the host loads it.
fn selected_copy(model: &Model) -> Result<&Copy, String> {
    let none = || match model.row() {
        Some(_) => "no skill is selected that is loaded".to_owned(),
        None => no_row(model),
    };
    foresee::selected_copy(model).ok_or_else(none)
}

/// Always.
pub fn always(_: &Model) -> Result<(), String> {
    Ok(())
}

/// The host has a write area here.
pub fn can_write(model: &Model) -> Result<(), String> {
    need(
        model.write_area().is_some(),
        &format!(
            "{} has no folder here that may be written to",
            model.host_title()
        ),
    )
}

/// The selected skill is one's own.
pub fn own_text(model: &Model) -> Result<(), String> {
    let Some(text) = model.text() else {
        return Err("no text is open".to_owned());
    };
    text.read_only
        .as_ref()
        .map_or(Ok(()), |why| Err(why.clone()))
}

/// The selected row is a skill that may only be read.
pub fn can_override(model: &Model) -> Result<(), String> {
    can_write(model)?;
    let Some(row) = model.row() else {
        return Err(no_row(model));
    };
    if row.group == Group::Learn {
        return Err(told(
            model,
            "Learn is for reading",
            "skill.new",
            "starts a skill of your own",
        ));
    }
    let own = row
        .layer
        .and_then(|layer| model.live.survey.layers.get(layer))
        .is_some_and(|layer| layer.writable);
    // It lies among one's own, and yet cannot be edited: the same reason as for that.
    let path = row.path.as_deref().filter(|_| own);
    if let Some(why) = path.and_then(|path| read_only(model, path)) {
        return Err(why);
    }
    hinted(
        model,
        !own,
        "this copy is already your own",
        "skill.edit",
        "edits it",
    )?;
    if row.group == Group::Unsaved {
        return Err(told(
            model,
            "this text is not saved yet",
            "file.save",
            "saves it",
        ));
    }
    if row.group == Group::NotLoaded {
        return foresee::lost_target(model, &row.id).map(|_| ());
    }
    let copy = foresee::selected_copy(model);
    match copy.and_then(|copy| behind_builtin(&model.live.survey, copy)) {
        Some(name) => Err(format!(
            "{} has a skill `{name}` of its own, which always wins; {} copies this one under \
             another name",
            model.host_title(),
            named(model, "skill.duplicate")
        )),
        None => Ok(()),
    }
}

/// The selected row lies in the write area.
pub fn can_delete(model: &Model) -> Result<(), String> {
    let Some(row) = model.row() else {
        return Err(no_row(model));
    };
    let own = row
        .layer
        .and_then(|layer| model.live.survey.layers.get(layer))
        .is_some_and(|layer| layer.writable);
    // It came from elsewhere into another folder; only who names that may take it out again.
    let installed = row.path.as_deref().and_then(|file| locked::of(model, file));
    if let Some(status) = installed.filter(|_| !own) {
        let (name, area) = (&status.key, model.short_path(&status.area));
        return Err(format!(
            "it was installed in {area}: `skillkiln remove {name} --dest {area}` deletes it"
        ));
    }
    need(
        own,
        "only your own skills can be deleted; this one is read only",
    )
}

/// The selected row is one's own, and the keys do not go to one of its files.
pub fn can_delete_skill(model: &Model) -> Result<(), String> {
    can_delete(model)?;
    no_file_selected(model)
}

/// Why what is for single files, or whole skills, does not touch a skill file.
const SKILL_FILE: &str = "the skill file goes with its skill: rename and delete that in the list";

/// Whoever looks at one file means that file, never the whole skill.
fn no_file_selected(model: &Model) -> Result<(), String> {
    need(!among_files(model), SKILL_FILE)
}

/// The keys go to the files of a skill.
pub fn among_files(model: &Model) -> bool {
    let here = model.prefs.focus == Pane::Preview && model.preview.tab == Tab::Files;
    here && !model.preview.files.is_empty()
}

/// The selected row is one's own skill, and nothing in it waits to be saved.
pub fn can_rename(model: &Model) -> Result<(), String> {
    no_file_selected(model)?;
    can_delete(model).map_err(|_| {
        told(
            model,
            "only your own skills get other names",
            "skill.duplicate",
            "copies one",
        )
    })?;
    let copy = foresee::selected_copy(model);
    let copy = copy.ok_or("this one is not loaded: mend it first, then give it another name")?;
    let at = copy.folder.as_ref().or(copy.path.as_ref());
    let at = at.ok_or("this one has no file")?;
    copy.path
        .as_deref()
        .map_or(Ok(()), |path| not_linked(model, path))?;
    let below = |path: &String| {
        let rest = path.strip_prefix(&**at);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let unsaved = model.unsaved().iter().any(below);
    need(!unsaved, "save the text first: the name stands in it")
}

/// The selected row is a skill that can be copied.
pub fn can_duplicate(model: &Model) -> Result<(), String> {
    can_write(model)?;
    let copy = selected_copy(model)?;
    need(
        foresee::override_target(model, copy).is_some(),
        "this one has no file to copy",
    )
}

/// Some skill of the host was installed from elsewhere.
pub fn has_locked(model: &Model) -> Result<(), String> {
    let locked = &model.exchange.locked;
    if let Some(why) = locked.fault.as_ref().filter(|_| locked.skills.is_empty()) {
        return Err(why.clone());
    }
    let none = "no skill here was installed from elsewhere";
    hinted(
        model,
        !locked.skills.is_empty(),
        none,
        "skill.import",
        "installs one",
    )
}

/// The selected skill was installed from elsewhere.
pub fn is_locked(model: &Model) -> Result<(), String> {
    has_locked(model)?;
    let file = model.row().and_then(|row| row.path.as_deref());
    let some = file.is_some_and(|file| locked::of(model, file).is_some());
    let none = "this skill was not installed from elsewhere";
    hinted(
        model,
        some,
        none,
        "lock.outdated",
        "asks about those that were",
    )
}

/// The selected skill has a file that can be sent on.
pub fn can_send(model: &Model) -> Result<(), String> {
    let copy = selected_copy(model)?;
    need(copy.path.is_some(), "this one has no file of its own")?;
    let folder = copy.folder.as_ref().or(copy.path.as_ref());
    let inside = |path: &String| folder.is_some_and(|folder| path.starts_with(&**folder));
    need(
        !model.unsaved().iter().any(inside),
        "save the text first: what is on disk is sent",
    )
}

/// The selected skill is one's own, and can be copied to another host.
pub fn can_deploy(model: &Model) -> Result<(), String> {
    can_send(model)?;
    can_delete(model).map_err(|_| {
        told(
            model,
            "only your own skills are copied to other hosts",
            "skill.override",
            "makes one of this",
        )
    })
}

/// A text is open.
pub fn text_open(model: &Model) -> Result<(), String> {
    need(model.text().is_some(), "no text is open")
}

/// Panes stand side by side.
pub fn has_rules(model: &Model) -> Result<(), String> {
    let some = model.layout().columns[0].is_some();
    need(some, "one pane shows at a time: nothing to share")
}

/// The focus is in a text.
pub fn in_text(model: &Model) -> Result<(), String> {
    text_open(model)?;
    need(
        model.prefs.focus == Pane::Editor,
        "the cursor is not in the text",
    )
}

/// The focus is in a text that may be changed.
pub fn editing(model: &Model) -> Result<(), String> {
    in_text(model)?;
    own_text(model)
}

/// Something is looked for, or was.
pub fn looked_for(model: &Model) -> Result<(), String> {
    text_open(model)?;
    let any = !model.find.needle.text().is_empty();
    hinted(
        model,
        any,
        "nothing is looked for",
        "find.open",
        "asks what",
    )
}

/// The bar for finding has the keys.
pub fn finding(model: &Model) -> Result<(), String> {
    let open = model.finding();
    hinted(
        model,
        open,
        "nothing is looked for",
        "find.open",
        "asks what",
    )
}

/// What is looked for can be replaced.
pub fn replacing(model: &Model) -> Result<(), String> {
    finding(model)?;
    own_text(model)?;
    if model.find.replacing {
        return Ok(());
    }
    let key = named(model, "find.switch");
    Err(format!("{key} opens the line for what takes its place"))
}

/// Something is offered at the cursor.
pub fn completing(model: &Model) -> Result<(), String> {
    let open = model.completing().is_some();
    hinted(
        model,
        open,
        "nothing is offered here",
        "complete.open",
        "asks for it",
    )
}

/// Something offered at the cursor is chosen.
pub fn offer_chosen(model: &Model) -> Result<(), String> {
    let chosen = model.completing().and_then(|open| open.chosen()).is_some();
    hinted(
        model,
        chosen,
        "nothing is chosen",
        "complete.down",
        "chooses",
    )
}

/// Text is selected.
pub fn has_selection(model: &Model) -> Result<(), String> {
    in_text(model)?;
    let selected = model
        .text()
        .is_some_and(|text| text.editor.selection().is_some());
    need(selected, "no text is selected")
}

/// The text has problems.
pub fn text_has_problems(model: &Model) -> Result<(), String> {
    text_open(model)?;
    let any = model.text().is_some_and(|text| !text.findings.is_empty());
    need(any, "no problems in this text")
}

/// The text has a problem with a safe fix, and may be changed.
pub fn has_safe_fix(model: &Model) -> Result<(), String> {
    own_text(model)?;
    let any = model
        .text()
        .is_some_and(|text| text.safe_fixes().next().is_some());
    need(any, "no safe fix in this text")
}

/// Any file has problems.
pub fn has_problems(model: &Model) -> Result<(), String> {
    let some = model.problems.count > 0 || model.project.stopped.is_some();
    need(some, "no problems")
}

/// Some text from last time was put off.
pub fn kept_text(model: &Model) -> Result<(), String> {
    let some = recovery::kept(model).next().is_some();
    need(some, "no text from last time is kept")
}

/// Something is said of a problem.
pub fn has_said(model: &Model) -> Result<(), String> {
    let any = !problem::said(model).what.pieces.is_empty();
    hinted(
        model,
        any,
        "no problem here",
        "problem.next",
        "goes to the next one",
    )
}

/// A finding under the cursor can be repaired here.
pub fn has_fix(model: &Model) -> Result<(), String> {
    text_open(model)?;
    own_text(model)?;
    let fix = model.text().and_then(Text::fix_here).is_some();
    hinted(
        model,
        fix,
        "no fix here",
        "problem.next",
        "goes to the next problem",
    )
}

/// The host gives the model something.
pub fn has_prompt(model: &Model) -> Result<(), String> {
    let any = !model.live.prompt.text.is_empty();
    need(
        any,
        &format!("{} gives the model nothing here", model.host_title()),
    )
}

/// What is chosen for the prompt can stand in a preset or a step.
pub fn has_json_line(model: &Model) -> Result<(), String> {
    let any = super::selection::json_line(model).is_some();
    let none = "no preset, step or list of skills is chosen";
    hinted(model, any, none, "prompt.select", "chooses")
}

/// There are two copies to compare.
pub fn two_copies(model: &Model) -> Result<(), String> {
    let two = model.preview.tab == Tab::Layers && model.preview.copies.len() > 1;
    need(two, "there is one copy only: nothing to compare")
}

/// Hosts shows a selected host.
pub fn host_selected(model: &Model) -> Result<(), String> {
    let some = model.preview.tab == Tab::Hosts && !model.preview.verdicts.is_empty();
    hinted(
        model,
        some,
        "no host is selected",
        "preview.hosts",
        "shows them",
    )
}

/// Files shows a selected file, or Hosts a selected host.
pub fn can_open(model: &Model) -> Result<(), String> {
    let files = model.preview.tab == Tab::Files && !model.preview.files.is_empty();
    if files || host_selected(model).is_ok() {
        return Ok(());
    }
    let (hosts, files) = (named(model, "preview.hosts"), named(model, "preview.files"));
    Err(format!(
        "nothing is selected here; {hosts} shows hosts, {files} shows files"
    ))
}

/// Files shows a skill of the write area.
pub fn can_make_file(model: &Model) -> Result<(), String> {
    if model.preview.tab != Tab::Files {
        return Err(format!("{} shows the files", named(model, "preview.files")));
    }
    can_delete(model).map_err(|_| "only your own skills take new files".to_owned())?;
    let single = super::foresee::flat_end(model).is_some();
    need(
        !single,
        "a skill is a single file here: nothing lies beside it",
    )?;
    let alone = super::foresee::stands_alone(model);
    need(!alone, "it is no skill folder: nothing lies beside it")?;
    let folder = model.row().and_then(|row| split(row.path.as_deref()?));
    folder.map_or(Ok(()), |(folder, _)| not_linked(model, folder))
}

/// Nothing is changed through a link.
fn not_linked(model: &Model, path: &str) -> Result<(), String> {
    linked(model, path).map_or(Ok(()), Err)
}

/// Files shows a selected file beside one's own skill file.
pub fn can_change_file(model: &Model) -> Result<(), String> {
    can_delete(model)?;
    if model.preview.tab != Tab::Files {
        return Err(format!("{} shows the files", named(model, "preview.files")));
    }
    let file = model.preview.files.get(model.preview.file);
    let file = file.ok_or("no file is selected")?;
    need(!file.skill, SKILL_FILE)?;
    not_linked(model, &file.path)
}
