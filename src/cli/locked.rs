//! `verify`, `outdated`: skills that were installed from elsewhere.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, SourceArgs, VerifyArgs};
use super::output::{Failure, Output, complain};
use super::site::{Site, refused, watched};
use crate::exchange::status::{FileState, State, Status};
use crate::exchange::{Areas, Net, Refusal};
use crate::library::scan::executable;

/// The folders with a lock, with what a program that died left undone ended; `own`: the write area
/// alone.
pub(super) fn areas(site: &Site, own: bool) -> Result<Areas, Refusal> {
    let (ground, dirs) = (site.ground(), &site.open.project.dirs);
    site.tell_late();
    let areas = match own {
        true => Areas::own(ground, dirs)?,
        false => Areas::new(ground, dirs)?,
    };
    for area in areas.iter() {
        // What is there can be read all the same; what writes is refused on its own.
        if let Err(refusal) = site.mend(area) {
            complain(&refusal.to_string());
        }
    }
    Ok(areas)
}

/// Says which folders could not be looked at; true when there are some.
pub(super) fn faulty(areas: &Areas) -> bool {
    for note in &areas.notes {
        complain(note);
    }
    for fault in &areas.faults {
        complain(&fault.to_string());
    }
    !areas.faults.is_empty()
}

/// Whether each file of each installed skill is as it was.
pub fn verify(common: &Common, args: &VerifyArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::within(common, args.dest.as_deref(), out)?;
    let found = verified(&site, args.dest.is_some());
    let (found, areas) = found.map_err(|refusal| refused(out, &refusal, json!({})))?;
    print(&site, out, &found)?;
    let well = found.iter().all(|status| status.state == State::Clean);
    Ok(ExitCode::from(u8::from(faulty(&areas) || !well)))
}

/// What was changed at its source. Where that cannot be told of one, it failed.
pub fn outdated(common: &Common, args: &SourceArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let dest = args.dest.as_deref();
    let site = Site::within(common, dest, out)?;
    let (areas, found) = look(&site, dest.is_some(), None, args.github.as_deref())
        .map_err(|refusal| refused(out, &refusal, json!({})))?;
    print(&site, out, &found)?;
    let unknown = found.iter().any(|status| status.state == State::Unknown);
    Ok(ExitCode::from(u8::from(faulty(&areas) || unknown)))
}

/// How every installed skill stands; `own`: those of the write area alone.
fn verified(site: &Site, own: bool) -> Result<(Vec<Status>, Areas), Refusal> {
    let mut areas = areas(site, own)?;
    let mut found = areas.verify_all(site.ground(), &site.open.project.dirs)?;
    found.retain(|status| !own || areas.is_own(&status.area));
    Ok((found, areas))
}

/// Asks the sources of every installed skill, or of the one called `only`.
pub(super) fn look(
    site: &Site,
    own: bool,
    only: Option<&str>,
    github: Option<&str>,
) -> Result<(Areas, Vec<Status>), Refusal> {
    let ground = site.ground();
    let net = Net::from_env(github)?;
    let (mut found, areas) = verified(site, own)?;
    found.retain(|status| only.is_none_or(|only| status.key == only));
    watched(|watch| areas.ask(ground, &mut found, &net, watch))?;
    Ok((areas, found))
}

/// Said where no lock tells of any skill.
pub(super) const NONE: &str = "no skill is installed from elsewhere; `import` looks for some";

pub(super) fn status_json(status: &Status) -> Json {
    json!({
        "name": status.key,
        "source": status.entry.shown(),
        "state": status.state.word(),
        "files": status.files.iter().map(|(path, state)| json!({
            "path": path, "state": state.word(),
        })).collect::<Vec<_>>(),
        "path": status.folder,
        "lock_file": status.lock_file,
        "by": status.by,
        "reason": status.why,
    })
}

/// Where a link leads, and what may be run, for people.
fn more_of(status: &Status, path: &str, state: FileState) -> String {
    let at = status.at(path);
    match state {
        FileState::Link => std::fs::read_link(at).map_or_else(
            |_| String::new(),
            |target| format!(" -> {}", target.display()),
        ),
        FileState::Mode => {
            let runs = std::fs::metadata(at).is_ok_and(|meta| executable(&meta));
            let what = if runs {
                "it may be run now"
            } else {
                "it may not be run any more"
            };
            format!(": {what}")
        }
        _ => String::new(),
    }
}

fn print(site: &Site, out: &mut Output, found: &[Status]) -> Result<(), Failure> {
    let place = &site.open.project.place;
    out.print(
        || found.iter().map(status_json).collect::<Vec<_>>(),
        |out| {
            if found.is_empty() {
                return out.line(NONE);
            }
            for status in found {
                let why = status.why.as_ref().map(|why| format!(": {why}"));
                let (key, state) = (&status.key, status.state.word());
                let source = status.entry.shown();
                let why = why.unwrap_or_default();
                let place = match site.open.own.as_ref() == Some(&status.area) {
                    true => String::new(),
                    false => format!(", in {}", place.short(&status.area)),
                };
                let by = status.by.map_or(String::new(), |by| format!(", by {by}"));
                out.line(&format!("{key}: {state} (from {source}{place}{by}){why}"))?;
                for (path, state) in &status.files {
                    if *state != FileState::Same {
                        let more = more_of(status, path, *state);
                        out.line(&format!("  {:8} {path}{more}", state.word()))?;
                    }
                }
            }
            let newer = |status: &&Status| {
                status.by.is_none() && matches!(status.state, State::Outdated | State::Both)
            };
            if found.iter().any(|status| newer(&status)) {
                out.line("`update --dry-run` shows what changed there, `update` brings it here")?;
            }
            Ok(())
        },
    )
}
