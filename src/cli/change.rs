//! `new`, `override`, `rename`, `duplicate`, `remove`: plans, carried out through the guard.

use std::process::ExitCode;

use serde_json::json;

use super::arguments::{Common, NameArgs, NewArgs, RemoveArgs, RenameArgs};
use super::output::{Failure, Output, complain};
use super::scene::{Open, only};
use super::site::refused;
use crate::check::Config;
use crate::exchange::follow::Following;
use crate::host::profile::Fences;
use crate::host::{Copy, lock_entry};
use crate::library::author::{self, Effect, Plan, Step, Winner};
use crate::library::project::guard;
use crate::skill::stock::{offered, template};

/// A new skill.
pub fn new(common: &Common, args: &NewArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let all = offered(open.profile.reader.fences != Fences::None);
    let chosen = all.iter().find(|template| template.id == args.template);
    let template = chosen.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|template| template.id).collect();
        let (id, known, title) = (&args.template, known.join(", "), &open.profile.title);
        let why = match template(id) {
            Some(_) => format!("{title} reads frontmatter, so {id:?} makes no skill of it"),
            None => format!("there is no template {id:?}"),
        };
        Failure::CouldNotRun(format!("{why}; known are {known}"))
    })?;
    let plan = author::new_skill(open.scene(), &args.name, template, &args.description)?;
    carry_out(&open, &plan, out)
}

/// One's own copy of a skill.
pub fn override_skill(
    common: &Common,
    args: &NameArgs,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let lost = open
        .survey
        .not_loaded
        .iter()
        .position(|lost| lost.name == args.name);
    let plan = match (open.survey.find(&args.name).is_empty(), lost) {
        (true, Some(at)) => author::override_not_loaded(open.scene(), at)?,
        _ => author::override_skill(open.scene(), &open.find(&args.name)?)?,
    };
    carry_out(&open, &plan, out)
}

/// Another name for a skill of the write area.
pub fn rename(common: &Common, args: &RenameArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let found = open.survey.find(&args.name);
    let ours = |copy: &&Copy| open.survey.layers[copy.layer].writable;
    let own: Vec<&Copy> = found.into_iter().filter(ours).collect();
    let copy = match only(&args.name, &own)? {
        Some(copy) => copy.clone(),
        None => open.find(&args.name)?,
    };
    let plan = author::rename_skill(open.scene(), &copy, &args.new)?;
    carry_out(&open, &plan, out)
}

/// A copy of a skill under another name.
pub fn duplicate(
    common: &Common,
    args: &RenameArgs,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let plan = author::duplicate_skill(open.scene(), &open.find(&args.name)?, &args.new, None)?;
    carry_out(&open, &plan, out)
}

/// A skill of the write area, or one that was installed in `--dest`, loaded or not, to the trash.
pub fn remove(common: &Common, args: &RemoveArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut open = Open::new(common)?;
    if let Some(dest) = &args.dest {
        open.grant(dest)
            .map_err(|refusal| refused(out, &refusal, json!({})))?;
    }
    let found = open.survey.find(&args.name);
    let ours = |copy: &&Copy| open.survey.layers[copy.layer].writable;
    let mut own: Vec<&Copy> = found.into_iter().filter(ours).collect();
    if args.dest.is_some() && own.is_empty() {
        // A reference of that name may mean a copy in another folder.
        let copies = open.survey.copies().filter(ours);
        own.extend(copies.filter(|copy| copy.name == args.name));
    }
    let plan = match only(&args.name, &own)? {
        Some(copy) => {
            if args.dest.is_some() && !is_installed(&open, copy) {
                return Err(Failure::Refused(format!(
                    "{} was not installed by skillkiln; its lock does not tell of it",
                    copy.told_place()
                )));
            }
            author::remove_skill(open.scene(), copy)?
        }
        None => {
            let dropped = open.survey.not_loaded.iter().position(|item| {
                let ours = item
                    .layer
                    .is_some_and(|layer| open.survey.layers[layer].writable);
                ours && item.name == args.name && args.dest.is_none()
            });
            match dropped {
                Some(at) => author::remove_not_loaded(open.scene(), at)?,
                None => author::remove_skill(open.scene(), &elsewhere(&open, args)?)?,
            }
        }
    };
    carry_out(&open, &plan, out)
}

/// A lock tells where it came from.
fn is_installed(open: &Open, copy: &Copy) -> bool {
    let (tree, place) = (&open.project.tree, &open.project.place);
    lock_entry(&open.profile, tree, place, copy).is_some()
}

/// The copy that is to be removed and lies in another folder; of one that was installed there it is
/// told how that is done.
fn elsewhere(open: &Open, args: &RemoveArgs) -> Result<Copy, Failure> {
    if let Some(dest) = &args.dest {
        let name = &args.name;
        return Err(Failure::CouldNotRun(format!(
            "{dest} has no skill {name:?}; `verify` lists what is installed where"
        )));
    }
    let copy = open.find(&args.name)?;
    let layer = &open.survey.layers[copy.layer];
    match &layer.path {
        Some(path) if !layer.writable && is_installed(open, &copy) => {
            let path = open.project.place.short(path);
            let name = &args.name;
            Err(Failure::Refused(format!(
                "{name} was installed in {path}, outside the write area; \
                 `remove {name} --dest {path}` removes it"
            )))
        }
        _ => Ok(copy),
    }
}

fn carry_out(open: &Open, plan: &Plan, out: &mut Output) -> Result<ExitCode, Failure> {
    let guard = guard(&open.project.place, &open.survey, &open.project.dirs);
    let config = Config::default();
    let following = Following::new(open.ground(&config), &open.project.dirs);
    let area = open.survey.write_area();
    let area = area.and_then(|layer| layer.path.clone());
    let granted = area.filter(|area| open.own.as_ref() != Some(area));
    let (journal, host, going) = (open.journal(), &open.survey.host, plan.removals());
    journal.begin(host, &going, granted.as_deref());
    let done = author::carry_out(plan, &guard, host);
    let done = done.inspect_err(|_| journal.give_up(host, &going))?;
    let mut told = true;
    for step in &plan.steps {
        let followed = match step {
            Step::Rename(renaming) => following.renamed(&renaming.from, &renaming.to),
            Step::Remove { path, .. } => following.came_or_went(path),
            Step::Folder { .. } | Step::File { .. } => Ok(()),
        };
        if let Err(why) = followed {
            complain(&why);
            told = false;
        }
    }
    let flips = done.flips.iter();
    let flips = flips.map(|flip| (flip.clone(), granted.clone()));
    // It is done; only the workbench could not take it back then.
    let _ = journal.note_in(host, flips);
    out.print(
        || {
            json!({
                "path": plan.path,
                "written": done.written,
                "removed": done.removed,
            })
        },
        |out| {
            for (word, paths) in [("wrote", &done.written), ("removed", &done.removed)] {
                for path in paths {
                    out.line(&format!("{word} {path}"))?;
                }
            }
            for path in &plan.left_out {
                out.line(&format!("left out {path}: it is not a file of that folder"))?;
            }
            for effect in &plan.effects {
                out.line(&sentence(effect))?;
            }
            if let Some(why) = &plan.not_loaded {
                out.line(&format!(
                    "{} does not load it yet: {why}",
                    open.profile.title
                ))?;
            }
            Ok(())
        },
    )?;
    Ok(ExitCode::from(u8::from(!told)))
}

/// What the change means for the host.
fn sentence(effect: &Effect) -> String {
    let name = &effect.name;
    let place = |winner: &Winner| format!("{} ({})", winner.reference, winner.layer);
    match (&effect.before, &effect.after) {
        (None, Some(after)) => format!("{name} is now loaded from {}", place(after)),
        (Some(before), None) => format!("{name} is no longer loaded; it was {}", place(before)),
        (Some(before), Some(after)) => {
            let (before, after) = (place(before), place(after));
            format!("{name} is now {after}; it was {before}")
        }
        (None, None) => String::new(),
    }
}
