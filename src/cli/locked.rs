//! `verify`, `outdated`, `update`: skills that were installed from elsewhere.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, SourceArgs, UpdateArgs, VerifyArgs};
use super::looked::{hidden_json, mentions_json};
use super::output::{Failure, Output, asked, complain, is_person};
use super::site::{Site, refused, watched};
use crate::exchange::facts::{Fact, HiddenAt};
use crate::exchange::status::{FileState, State, Status};
use crate::exchange::update::{self, Update};
use crate::exchange::{Area, Areas, Net, Refusal};
use crate::library::journal::Flip;

/// The folders with a lock, with what a program that died left undone ended; `own`: the write area
/// alone.
fn areas(site: &Site, own: bool) -> Result<Areas, Refusal> {
    let (ground, dirs) = (site.ground(), &site.open.project.dirs);
    let areas = match own {
        true => Areas::own(ground, dirs)?,
        false => Areas::new(ground, dirs)?,
    };
    for area in areas.iter() {
        // What is there can be read all the same; what writes is refused on its own.
        if let Err(refusal) = area.mend() {
            complain(&refusal.to_string());
        }
    }
    Ok(areas)
}

/// Says which folders could not be looked at; true when there are some.
fn faulty(areas: &Areas) -> bool {
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

fn look(
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
const NONE: &str = "no skill is installed from elsewhere; `import` looks for some";

/// What became of one skill.
struct Outcome {
    status: Status,
    /// Where it lies.
    area: Area,
    update: Option<Update>,
    refusal: Option<Refusal>,
    updated: bool,
}

/// Brings skills up to date. Each is done as a whole or left as it is.
pub fn update(common: &Common, args: &UpdateArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let dest = args.dest.as_deref();
    let site = Site::within(common, dest, out)?;
    let only = args.name.as_deref();
    let (areas, found) = look(&site, dest.is_some(), only, args.github.as_deref())
        .map_err(|refusal| refused(out, &refusal, json!({})))?;
    if let (Some(name), true) = (only, found.is_empty()) {
        return Err(Failure::CouldNotRun(format!(
            "no installed skill is called {name:?}; `verify` lists them"
        )));
    }
    let mut outcomes: Vec<Outcome> = found
        .into_iter()
        .filter_map(|status| Some(planned(&site, &areas, areas.of(&status)?.clone(), status)))
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
                false => flips.extend(bring(&site, outcome)),
            }
        }
        if !flips.is_empty() {
            site.note(flips);
        }
    }
    let failed = outcomes.iter().any(|outcome| outcome.refusal.is_some());
    let failed = faulty(&areas) || failed;
    out.print(
        || outcomes.iter().map(outcome_json).collect::<Vec<_>>(),
        |out| {
            if outcomes.is_empty() {
                out.line(NONE)?;
            }
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
        for sentence in outcome.update.iter().flat_map(brought) {
            complain(&format!("  {sentence}"));
        }
    }
    asked("write this?")
}

/// What a person should know about the files that an update brings.
fn brought(update: &Update) -> Vec<String> {
    let (mentions, hidden) = update.brings();
    let mentions = mentions.iter().map(Fact::sentence);
    mentions
        .chain(hidden.iter().map(HiddenAt::sentence))
        .collect()
}

fn planned(site: &Site, areas: &Areas, area: Area, status: Status) -> Outcome {
    let mut outcome = Outcome {
        status,
        area,
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
    let planned = update::plan(site.ground(), &outcome.area, &outcome.status).and_then(|plan| {
        let plan = outcome.update.insert(plan);
        update::ready(plan).map_err(|refusal| match plan.in_the_way() {
            Some(_) => refusal,
            None => decided_elsewhere(refusal),
        })
    });
    let own = areas.is_own(&outcome.area.path);
    outcome.refusal = planned.err().or_else(|| {
        let path = site.ground().place.short(&outcome.area.path).into_owned();
        let why = || {
            format!(
                "it lies in {path}, outside the write area; `update {} --dest {path}` updates it",
                outcome.status.key
            )
        };
        (!own).then(|| Refusal::new("outside-write-area", why()))
    });
    outcome
}

/// Where conflicts are decided.
fn decided_elsewhere(refusal: Refusal) -> Refusal {
    match refusal.code() {
        "conflicts" => Refusal::new(
            "conflicts",
            format!(
                "{refusal}; `skillkiln` without a command opens the workbench: `I` on the skill \
                 shows both sides, Enter merges them, `m` keeps yours, `t` takes theirs"
            ),
        ),
        _ => refusal,
    }
}

/// Does what was planned; gives what takes it back, and the folder it was done in.
fn bring(site: &Site, outcome: &mut Outcome) -> Option<(Flip, String)> {
    let ready = outcome.is_ready();
    let (area, Some(update), true) = (&outcome.area, &outcome.update, ready) else {
        return None;
    };
    let done = area.lines(site.ground()).and_then(|before| {
        let trashed = update::apply(area, update)?;
        area.keep(&before, &update.folder);
        Ok(Flip::put(&update.folder, trashed.as_ref()))
    });
    outcome.updated = done.is_ok();
    match done {
        Ok(flip) => Some((flip, area.path.clone())),
        Err(refusal) => {
            outcome.refusal = Some(refusal);
            None
        }
    }
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
    let (mentions, hidden) = update.map(Update::brings).unwrap_or_default();
    value["mentions"] = mentions_json(&mentions);
    value["hidden"] = hidden_json(&hidden);
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
            let what = update.reason(conflict);
            let what = what.map_or(String::new(), |what| format!(": {what}"));
            let conflict = outcome.told(conflict);
            out.line(&format!("  conflict {conflict}{what}"))?;
        }
        for sentence in brought(update) {
            out.line(&format!("  {sentence}"))?;
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
        "lock_file": status.lock_file,
        "by": status.by,
        "reason": status.why,
    })
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
                let source = &status.entry.source;
                let why = why.unwrap_or_default();
                let place = match site.open.own.as_ref() == Some(&status.area) {
                    true => String::new(),
                    false => format!(", in {}", place.short(&status.area)),
                };
                let by = status.by.map_or(String::new(), |by| format!(", by {by}"));
                out.line(&format!("{key}: {state} (from {source}{place}{by}){why}"))?;
                for (path, state) in &status.files {
                    if *state != FileState::Same {
                        out.line(&format!("  {:8} {path}", state.word()))?;
                    }
                }
            }
            let newer = |status: &&Status| {
                status.by.is_none() && matches!(status.state, State::Outdated | State::Both)
            };
            if found.iter().any(|status| newer(&status)) {
                out.line("`update --dry-run` names the files that changed there, `update` brings them here")?;
            }
            Ok(())
        },
    )
}
