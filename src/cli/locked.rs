//! `verify`, `outdated`, `update`: skills that were installed from elsewhere.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, SourceArgs, UpdateArgs};
use super::output::{Failure, Output, asked, complain, is_person};
use super::site::{Site, refused, watched};
use crate::exchange::status::{self, FileState, State, Status};
use crate::exchange::update::{self, Update};
use crate::exchange::{Area, Net, Refusal};
use crate::library::journal::Flip;

/// The write area, with what a program that died left undone ended.
fn area(site: &Site) -> Result<Option<Area>, Refusal> {
    let ground = site.ground();
    let path = ground
        .survey
        .write_area()
        .and_then(|layer| layer.path.clone());
    let Some(path) = path else {
        return Ok(None);
    };
    let area = Area::new(ground, &path, &site.open.project.dirs)?;
    // What is there can be read all the same; what writes is refused on its own.
    if let Err(refusal) = area.mend() {
        complain(&refusal.to_string());
    }
    Ok(Some(area))
}

/// Whether each file of each installed skill is as it was.
pub fn verify(common: &Common, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    let found = area(&site).and_then(|area| match area {
        Some(area) => status::verify(site.ground(), &area),
        None => Ok(Vec::new()),
    });
    let found = found.map_err(|refusal| refused(out, &refusal, json!({})))?;
    print(out, &found)?;
    let well = found.iter().all(|status| status.state == State::Clean);
    Ok(ExitCode::from(u8::from(!well)))
}

/// What was changed at its source.
pub fn outdated(common: &Common, args: &SourceArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    let (_, found) = look(&site, None, args.github.as_deref())
        .map_err(|refusal| refused(out, &refusal, json!({})))?;
    print(out, &found)?;
    Ok(ExitCode::SUCCESS)
}

fn look(
    site: &Site,
    only: Option<&str>,
    github: Option<&str>,
) -> Result<(Option<Area>, Vec<Status>), Refusal> {
    let Some(area) = area(site)? else {
        return Ok((None, Vec::new()));
    };
    let net = Net::from_env(github)?;
    let ground = site.ground();
    let found = watched(|watch| status::outdated(ground, &area, only, &net, watch))?;
    Ok((Some(area), found))
}

/// What became of one skill.
struct Outcome {
    status: Status,
    update: Option<Update>,
    refusal: Option<Refusal>,
    updated: bool,
}

/// Brings skills up to date. Each is done as a whole or left as it is.
pub fn update(common: &Common, args: &UpdateArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    let only = args.name.as_deref();
    let (area, found) = look(&site, only, args.github.as_deref())
        .map_err(|refusal| refused(out, &refusal, json!({})))?;
    if let (Some(name), true) = (only, found.is_empty()) {
        return Err(Failure::CouldNotRun(format!(
            "no installed skill is called {name:?}; `verify` lists them"
        )));
    }
    let mut outcomes: Vec<Outcome> = found
        .into_iter()
        .filter_map(|status| Some(planned(area.as_ref()?, status)))
        .collect();
    let waiting = outcomes.iter().any(Outcome::is_ready);
    let mut declined = false;
    if waiting && !args.dry_run {
        let agreed = args.yes || is_person() && confirmed(&outcomes)?;
        declined = !agreed;
        let mut flips = Vec::new();
        for outcome in &mut outcomes {
            match declined {
                true => outcome.decline(),
                false => flips.extend(bring(&site, area.as_ref(), outcome)),
            }
        }
        if let Some(area) = area.as_ref().filter(|_| !flips.is_empty()) {
            site.note(&area.path, flips);
        }
    }
    let failed = outcomes.iter().any(|outcome| outcome.refusal.is_some());
    out.print(
        || outcomes.iter().map(outcome_json).collect(),
        |out| {
            for outcome in &outcomes {
                outcome_text(outcome, out)?;
            }
            Ok(())
        },
    )?;
    if declined {
        complain(UNCONFIRMED);
    }
    Ok(ExitCode::from(u8::from(failed || declined)))
}

impl Outcome {
    /// There is something to do, and nothing against it.
    fn is_ready(&self) -> bool {
        self.update.is_some() && self.refusal.is_none()
    }

    /// What a file of it is called where it lies.
    fn told<'a>(&'a self, path: &'a str) -> &'a str {
        let update = self.update.as_ref();
        update.map_or(path, |update| update.told(path))
    }

    /// Nobody said that it should be done.
    fn decline(&mut self) {
        if self.is_ready() {
            self.refusal = Some(Refusal::new("not-confirmed", UNCONFIRMED));
        }
    }
}

/// Why nothing is done that nobody agreed to.
const UNCONFIRMED: &str = "nothing was written; --yes writes it";

/// Shows what would be done, and asks.
fn confirmed(outcomes: &[Outcome]) -> Result<bool, Failure> {
    for outcome in outcomes.iter().filter(|outcome| outcome.is_ready()) {
        complain(&format!("{} would be updated", outcome.status.key));
        for (path, change) in outcome.update.iter().flat_map(|update| &update.changes) {
            let path = outcome.told(path);
            complain(&format!("  {:8} {path}", change.word()));
        }
    }
    asked("write this?")
}

fn planned(area: &Area, status: Status) -> Outcome {
    let mut outcome = Outcome {
        status,
        update: None,
        refusal: None,
        updated: false,
    };
    let wanted = matches!(
        outcome.status.state,
        State::Outdated | State::Both | State::Missing
    );
    if !wanted {
        if outcome.status.state == State::Unknown {
            let why = outcome.status.why.clone().unwrap_or_default();
            outcome.refusal = Some(Refusal::new("unknown-source", why));
        }
        return outcome;
    }
    let planned = update::plan(area, &outcome.status)
        .and_then(|plan| update::ready(outcome.update.insert(plan)));
    outcome.refusal = planned.err();
    outcome
}

/// Does what was planned; gives what takes it back.
fn bring(site: &Site, area: Option<&Area>, outcome: &mut Outcome) -> Option<Flip> {
    let ready = outcome.is_ready();
    let (Some(area), Some(update), true) = (area, &outcome.update, ready) else {
        return None;
    };
    let before = area.lines(site.ground());
    let done = update::apply(area, update);
    let flip = done.as_ref().ok().map(|trashed| {
        area.keep(&before, &update.folder);
        Flip::put(&update.folder, trashed.as_ref())
    });
    outcome.updated = done.is_ok();
    outcome.refusal = done.err();
    flip
}

fn outcome_json(outcome: &Outcome) -> Json {
    let mut value = status_json(&outcome.status);
    let update = outcome.update.as_ref();
    let changes = update.into_iter().flat_map(|update| &update.changes);
    let conflicts = update.into_iter().flat_map(|update| &update.conflicts);
    value["changes"] = changes
        .map(|(path, change)| json!({ "path": outcome.told(path), "change": change.word() }))
        .collect();
    value["conflicts"] = conflicts.map(|path| json!(outcome.told(path))).collect();
    value["updated"] = json!(outcome.updated);
    if let Some(refusal) = &outcome.refusal {
        value["refused"] = json!(refusal.code());
        value["detail"] = json!(refusal.to_string());
    }
    value
}

fn outcome_text(outcome: &Outcome, out: &mut Output) -> std::io::Result<()> {
    let status = &outcome.status;
    match (&outcome.refusal, &outcome.update) {
        (Some(refusal), _) => out.line(&format!("{}: not updated: {refusal}", status.key))?,
        (None, Some(_)) => {
            let done = match outcome.updated {
                true => "updated",
                false => "would be updated",
            };
            out.line(&format!("{}: {done}", status.key))?;
        }
        (None, None) => out.line(&format!("{}: {}", status.key, status.state.word()))?,
    }
    if let Some(update) = &outcome.update {
        for (path, change) in &update.changes {
            let path = outcome.told(path);
            out.line(&format!("  {:8} {path}", change.word()))?;
        }
        for conflict in &update.conflicts {
            let what = update.obstacles.get(conflict);
            let what = what.map_or(String::new(), |what| format!(": {what} stands there"));
            let conflict = outcome.told(conflict);
            out.line(&format!("  conflict {conflict}{what}"))?;
        }
    }
    Ok(())
}

fn status_json(status: &Status) -> Json {
    json!({
        "name": status.key,
        "source": status.entry.source,
        "state": status.state.word(),
        "files": status.files.iter().map(|(path, state)| json!({
            "path": path, "state": state.word(),
        })).collect::<Vec<_>>(),
        "path": status.folder,
        "reason": status.why,
    })
}

fn print(out: &mut Output, found: &[Status]) -> Result<(), Failure> {
    out.print(
        || found.iter().map(status_json).collect(),
        |out| {
            if found.is_empty() {
                return out.line("no skill is installed from elsewhere");
            }
            for status in found {
                let why = status.why.as_ref().map(|why| format!(": {why}"));
                let (key, state) = (&status.key, status.state.word());
                let source = &status.entry.source;
                let why = why.unwrap_or_default();
                out.line(&format!("{key}: {state} (from {source}){why}"))?;
                for (path, state) in &status.files {
                    if *state != FileState::Same {
                        out.line(&format!("  {:8} {path}", state.word()))?;
                    }
                }
            }
            Ok(())
        },
    )
}
