//! `undo`: takes back what was done last to skills, as `u` in the workbench does.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, UndoArgs};
use super::locked::areas;
use super::output::{Failure, Output, asked, complain, is_person};
use super::site::{Site, refused};
use crate::exchange::Refusal;
use crate::exchange::follow::Following;
use crate::library::journal::{Flip, Flipped, Journal, JournalError};
use crate::library::project::guard_in;

/// Says what would be taken back, asks, and does it.
pub fn run(common: &Common, args: &UndoArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    // What a program that died had begun is what was done last, once it is ended.
    areas(&site, false).map_err(|refusal| refused(out, &refusal, json!({})))?;
    let (journal, host) = (site.open.journal(), site.open.survey.host.clone());
    let flips = journal.pending(&host, false);
    if flips.is_empty() {
        let refusal = nothing(&site, &journal);
        return Err(refused(out, &refusal, json!({})));
    }
    let changed = journal.changed(&host, false);
    if let Err(refusal) = may(&flips, &changed, args)? {
        let more =
            json!({ "would": flips.iter().map(would_json).collect::<Json>(), "changed": changed });
        return Err(refused(out, &refusal, more));
    }
    let done = done(&site, &journal, &flips);
    let (done, told_all) = done.map_err(|refusal| refused(out, &refusal, json!({})))?;
    out.print(
        || {
            let done: Json = done.iter().map(done_json).collect();
            json!({ "undone": done, "changed": changed })
        },
        |out| done.iter().try_for_each(|flipped| out.line(&told(flipped))),
    )?;
    if done.len() < flips.len() {
        complain(
            "the rest of what was done at once could not be taken back; `undo` tries it again",
        );
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::from(u8::from(!told_all)))
}

/// Why there is nothing, and for which host there is something.
fn nothing(site: &Site, journal: &Journal) -> Refusal {
    let title = &site.open.profile.title;
    let others = journal.hosts();
    let hint = match others.as_slice() {
        [] => String::new(),
        others => {
            let all: Vec<String> = others.iter().map(|id| format!("--host {id}")).collect();
            format!("; there is with {}", all.join(", "))
        }
    };
    Refusal::new(
        "nothing-to-undo",
        format!("there is nothing to undo here for {title}{hint}"),
    )
}

/// Whether it is to be done: what it does is shown, and a person is asked.
fn may(
    flips: &[Flip],
    changed: &[String],
    args: &UndoArgs,
) -> Result<Result<(), Refusal>, Failure> {
    if !args.yes {
        for flip in flips {
            complain(&format!("would be done: {}", would(flip)));
        }
        for path in changed {
            complain(&format!(
                "{path} was changed since; that goes to the trash with it"
            ));
        }
        return Ok(match is_person() && asked("take it back?")? {
            true => Ok(()),
            false => Err(Refusal::new(
                "not-confirmed",
                "nothing was taken back; --yes does it",
            )),
        });
    }
    Ok(match changed {
        [first, ..] if !args.force => Err(Refusal::new(
            "changed-since",
            format!("{first} was changed since; --force puts that into the trash with it"),
        )),
        _ => Ok(()),
    })
}

/// Takes it back, and lets the locks follow; whether all of them did.
fn done(site: &Site, journal: &Journal, flips: &[Flip]) -> Result<(Vec<Flipped>, bool), Refusal> {
    let project = &site.open.project;
    let host = &site.open.survey.host;
    let following = Following::new(site.ground(), &project.dirs);
    let places = journal.places(host, false);
    let folders = site.open.own.iter().chain(&places).map(String::as_str);
    let guard = guard_in(&project.place, folders, &project.dirs);
    let done = journal.undo_shown(host, &guard, flips);
    let done = done.map_err(|error| match error {
        JournalError::Another => Refusal::new("changed-meanwhile", error.to_string()),
        error => Refusal::new("not-undone", error.to_string()),
    })?;
    let mut told_all = true;
    for flipped in &done {
        let followed = match flipped {
            Flipped::Restored(path) | Flipped::Swapped(path) | Flipped::Trashed(path) => {
                following.came_or_went(path)
            }
            Flipped::Beside(_, path) => following.came_or_went(path),
            Flipped::Renamed(from, to) => following.renamed(from, to),
        };
        if let Err(why) = followed {
            complain(&why);
            told_all = false;
        }
    }
    journal.told(host);
    Ok((done, told_all))
}

/// What taking it back does.
fn would(flip: &Flip) -> String {
    match flip {
        Flip::Trash {
            path,
            trashed: None,
            ..
        } => format!("{path} goes to the trash"),
        Flip::Trash { path, .. } => format!("{path} comes back from the trash"),
        Flip::Swap { path, .. } => {
            format!("{path} is what it was before; what it is now goes to the trash")
        }
        Flip::Rename(back) => format!("{} is called {} again", back.from, back.to),
    }
}

fn would_json(flip: &Flip) -> Json {
    match flip {
        Flip::Trash {
            path,
            trashed: None,
            ..
        } => json!({ "what": "trashed", "path": path }),
        Flip::Trash { path, .. } => json!({ "what": "restored", "path": path }),
        Flip::Swap { path, .. } => json!({ "what": "swapped", "path": path }),
        Flip::Rename(back) => json!({ "what": "renamed", "from": back.from, "path": back.to }),
    }
}

/// What was done.
fn told(flipped: &Flipped) -> String {
    match flipped {
        Flipped::Restored(path) => format!("{path} is back"),
        Flipped::Beside(from, to) => {
            format!("something else is at {from} now, so it is back as {to}")
        }
        Flipped::Swapped(path) => {
            format!("{path} is what it was before; what it was is in the trash")
        }
        Flipped::Trashed(path) => format!("{path} is in the trash"),
        Flipped::Renamed(from, to) => format!("{from} is {to} again"),
    }
}

fn done_json(flipped: &Flipped) -> Json {
    match flipped {
        Flipped::Restored(path) => json!({ "what": "restored", "path": path }),
        Flipped::Beside(from, to) => json!({ "what": "restored", "from": from, "path": to }),
        Flipped::Swapped(path) => json!({ "what": "swapped", "path": path }),
        Flipped::Trashed(path) => json!({ "what": "trashed", "path": path }),
        Flipped::Renamed(from, to) => json!({ "what": "renamed", "from": from, "path": to }),
    }
}
