//! `new`, `override`, `rename`, `duplicate`, `remove`: plans, carried out through the guard.

use std::process::ExitCode;

use serde_json::json;

use super::arguments::{Common, NameArgs, NewArgs, RenameArgs};
use super::output::{Failure, Output};
use super::scene::{Open, only};
use crate::check::Config;
use crate::exchange::Ground;
use crate::exchange::follow::Following;
use crate::host::Copy;
use crate::host::profile::Fences;
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

/// A skill of the write area, loaded or not, to the trash.
pub fn remove(common: &Common, args: &NameArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let found = open.survey.find(&args.name);
    let ours = |copy: &&Copy| open.survey.layers[copy.layer].writable;
    let own: Vec<&Copy> = found.iter().copied().filter(ours).collect();
    let plan = match only(&args.name, &own)? {
        Some(copy) => author::remove_skill(open.scene(), copy)?,
        None => {
            let dropped = open.survey.not_loaded.iter().position(|item| {
                let ours = item
                    .layer
                    .is_some_and(|layer| open.survey.layers[layer].writable);
                ours && item.name == args.name
            });
            match dropped {
                Some(at) => author::remove_not_loaded(open.scene(), at)?,
                None => author::remove_skill(open.scene(), &open.find(&args.name)?)?,
            }
        }
    };
    carry_out(&open, &plan, out)
}

fn carry_out(open: &Open, plan: &Plan, out: &mut Output) -> Result<ExitCode, Failure> {
    let guard = guard(&open.project.place, &open.survey, &open.project.dirs);
    let ground = Ground {
        profile: &open.profile,
        judges: &[],
        tree: &open.project.tree,
        place: &open.project.place,
        survey: &open.survey,
        config: &Config::default(),
    };
    let following = Following::new(ground, &open.project.dirs);
    let done = author::carry_out(plan, &guard, &open.survey.host)?;
    for step in &plan.steps {
        match step {
            Step::Rename(renaming) => following.renamed(&renaming.from, &renaming.to),
            Step::Remove { path, .. } => following.came_or_went(path),
            Step::Folder { .. } | Step::File { .. } => {}
        }
    }
    let journal = open.project.dirs.journal(&open.project.place.project);
    // It is done; only the workbench could not take it back then.
    let _ = journal.note(&open.survey.host, &done);
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
    Ok(ExitCode::SUCCESS)
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
