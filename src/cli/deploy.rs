//! `deploy`: a skill of the write area copied into a folder of another host.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, DeployArgs};
use super::check::unknown_host;
use super::export::exposed_json;
use super::output::{Failure, Output, complain, in_trash};
use super::scene::only;
use super::site::{Site, refused};
use crate::exchange::deploy::{Deploy, Touch, deploy, deploy_plan};
use crate::exchange::export::parcel;
use crate::exchange::{Area, Ground, Refusal};
use crate::host::Copy;
use crate::library::Trashed;
use crate::library::journal::Flip;
use crate::library::write::missing_above;

/// Names the files, and writes them when that is confirmed.
pub fn run(common: &Common, args: &DeployArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    let survey = &site.open.survey;
    let own: Vec<&Copy> = survey
        .find(&args.name)
        .into_iter()
        .chain(survey.copies().filter(|copy| copy.name == args.name))
        .filter(|copy| survey.layers[copy.layer].writable)
        .collect();
    let mut unique: Vec<&Copy> = Vec::new();
    for copy in own {
        if unique.iter().all(|known| known.path != copy.path) {
            unique.push(copy);
        }
    }
    let copy = only(&args.name, &unique)?.ok_or_else(|| {
        Failure::CouldNotRun(format!("the write area has no skill {:?}", args.name))
    })?;
    let Some((host, layer)) = args.to.split_once(':') else {
        return Err(Failure::CouldNotRun("write --to as HOST:LAYER".to_owned()));
    };
    let project = &site.open.project;
    let profile = project
        .profiles
        .get(host)
        .ok_or_else(|| unknown_host(project, host))?;
    let there = project.survey(profile);
    let planned = parcel(copy).and_then(|parcel| deploy_plan(profile, &there, layer, &parcel));
    let (dest, plan) = planned.map_err(|refusal| match refusal.code() {
        // As a host that there is not.
        "unknown-layer" => Failure::CouldNotRun(refusal.to_string()),
        _ => refused(out, &refusal, json!({})),
    })?;
    if plan.is_there() {
        return told(out, &plan, None);
    }
    may(&plan, args).map_err(|refusal| {
        let more = json!({
            "files": plan.files,
            "replaces": plan.replaces,
            "touched": touched(&plan),
            "lost": plan.lost,
            "exposed": exposed_json(&plan.exposed),
            "beside": plan.beside,
        });
        refused(out, &refusal, more)
    })?;
    let ground = Ground {
        profile,
        survey: &there,
        ..site.ground()
    };
    let made = missing_above(plan.path());
    let done = Area::new(ground, &dest, &project.dirs).and_then(|area| {
        site.mend(&area)?;
        deploy(&area, &plan)
    });
    let trashed = done.map_err(|refusal| refused(out, &refusal, json!({})))?;
    let flip = Flip::put(plan.path(), trashed.as_ref()).with_made(made);
    site.note([(flip, dest)]);
    told(out, &plan, trashed.as_ref())
}

/// Says what was done.
fn told(out: &mut Output, plan: &Deploy, trashed: Option<&Trashed>) -> Result<ExitCode, Failure> {
    out.print(
        || {
            json!({
                "files": plan.files,
                "touched": touched(plan),
                "lost": plan.lost,
                "exposed": exposed_json(&plan.exposed),
                "beside": plan.beside,
                "trashed": trashed.map(|trashed| &trashed.path),
            })
        },
        |out| {
            if plan.is_there() {
                return out.line(&format!("{} holds the same already", plan.path()));
            }
            for path in &plan.files {
                out.line(&format!("wrote {path}"))?;
            }
            for lost in &plan.lost {
                out.line(&format!("does not go along: {lost}"))?;
            }
            for exposed in &plan.exposed {
                out.line(&format!("warning: {}", exposed.sentence()))?;
            }
            for other in &plan.beside {
                out.line(&format!(
                    "{other} has its name and stays; the host has both"
                ))?;
            }
            match trashed {
                Some(old) => out.line(&in_trash(old)),
                None => Ok(()),
            }
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

fn touched(plan: &Deploy) -> Json {
    let touched = plan.touched.iter();
    touched
        .map(|(path, touch)| json!({ "path": path, "what": touch.word() }))
        .collect()
}

/// Without `--yes`, and where something is in the way, every file is named and nothing is done.
fn may(plan: &Deploy, args: &DeployArgs) -> Result<(), Refusal> {
    let in_the_way = plan.replaces.is_some() && !args.force;
    if !args.yes || in_the_way {
        for (path, touch) in &plan.touched {
            complain(&match touch {
                Touch::New => format!("would write {path}"),
                Touch::Replaced => format!("would replace {path}; what it is goes to the trash"),
                Touch::Same => format!("would write {path} as it is"),
                Touch::Trashed => format!("would move {path} to the trash"),
            });
        }
        for lost in &plan.lost {
            complain(&format!("would not go along: {lost}"));
        }
        for exposed in &plan.exposed {
            complain(&exposed.sentence());
        }
        for other in &plan.beside {
            complain(&format!(
                "{other} has its name and stays; the host would have both"
            ));
        }
    }
    if let Some(path) = plan.replaces.as_ref().filter(|_| !args.force) {
        let is_link = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        let what = match is_link {
            true => "is a link, which is never replaced; take it away first",
            false => "exists already; --force puts it into the trash",
        };
        return Err(Refusal::new("skill_exists", format!("{path} {what}")));
    }
    if args.yes {
        return Ok(());
    }
    Err(Refusal::new(
        "not-confirmed",
        "nothing is written without --yes",
    ))
}
