//! `update`: installed skills brought up to date, with what changes shown before and conflicts decided.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, TakeSide, UpdateArgs};
use super::diff::{Difference, ROOM, difference};
use super::locked::{NONE, faulty, look, status_json};
use super::looked::{hidden_json, mentions_json};
use super::output::{Failure, Output, asked, complain, is_person};
use super::site::{Site, refused};
use crate::exchange::facts::{Fact, HiddenAt};
use crate::exchange::foreign::how_to_update;
use crate::exchange::modes::sentence;
use crate::exchange::status::{State, Status};
use crate::exchange::update::{Applied, Change, Update, apply, plan, ready};
use crate::exchange::{Area, Areas, Refusal};
use crate::library::journal::Flip;
use crate::library::write::NewFile;
use crate::skill::hidden::visible_line;

/// What became of one skill.
struct Outcome {
    status: Status,
    /// Where it lies.
    area: Area,
    update: Option<Update>,
    refusal: Option<Refusal>,
    updated: bool,
    /// What stood there before went to the trash.
    trashed: bool,
    /// Another program had just done it.
    already: bool,
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
    let keys: Vec<String> = found.iter().map(|status| status.key.clone()).collect();
    // What other programs keep the lock of is refused where it is asked for, and else only told.
    let asked = only.is_some() && found.iter().all(|status| status.by.is_some());
    let mut taken = Taken::new(args, keys);
    let mut outcomes: Vec<Outcome> = found
        .into_iter()
        .filter_map(|status| {
            let area = areas.of(&status)?.clone();
            let mut told = untouched(area, status);
            if asked || told.status.by.is_none() {
                planned(&site, &areas, &mut told, &mut taken);
            }
            Some(told)
        })
        .collect();
    taken.all_found()?;
    let waiting = outcomes.iter().any(Outcome::is_ready);
    let (mut declined, mut shown) = (false, false);
    if waiting && !args.dry_run {
        let agreed = args.yes
            || is_person() && {
                shown = true;
                confirmed(&outcomes)?
            };
        declined = !agreed;
        let mut flips = Vec::new();
        for outcome in &mut outcomes {
            match declined {
                true => outcome.decline(),
                false => flips.extend(bring(outcome)),
            }
        }
        if !flips.is_empty() {
            site.note(flips);
        }
        for area in areas.iter() {
            area.records.noted(&area.path);
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
                let full = !outcome.updated && !shown;
                outcome
                    .told(full)
                    .iter()
                    .try_for_each(|line| out.line(line))?;
            }
            if outcomes.iter().any(|outcome| outcome.trashed) {
                out.line(
                    "what was there is in the trash; `undo` (`u` in the workbench) brings it back",
                )?;
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

    /// Every file that changes, or that nobody decided about, and how. Of one that stays nothing is told.
    fn differences(&self) -> Vec<(String, Difference)> {
        let Some(update) = &self.update else {
            return Vec::new();
        };
        let bytes = |side: &'_ BTreeMap<String, NewFile>, path: &str| {
            side.get(path).map(|file| file.bytes.clone())
        };
        let changes = update.changes.iter();
        let changes = changes.filter(|(_, change)| *change != Change::Kept);
        let conflicts = update.conflicts.iter().map(|path| (path, true));
        let all = changes.map(|(path, _)| (path, false)).chain(conflicts);
        let mut room = ROOM;
        all.map(|(path, conflict)| {
            let obstacle = update.obstacles.get(path);
            let yours = obstacle.map_or("yours".to_owned(), |what| format!("yours: {what}"));
            let (here, then) = match conflict {
                true => (
                    yours.as_str(),
                    ("theirs", bytes(&update.sides.theirs, path)),
                ),
                false => ("now", ("then", bytes(&update.files, path))),
            };
            let now = bytes(&update.sides.ours, path);
            let path = update.told(path);
            let (old, new) = ((here, now.as_deref()), (then.0, then.1.as_deref()));
            let told = difference(path, old, new, &mut room);
            (path.to_owned(), told)
        })
        .collect()
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
    let mut shown = String::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.is_ready()) {
        for line in outcome.told(true) {
            shown.push_str(&visible_line(&line));
            shown.push('\n');
        }
    }
    // Where nobody can read it, nobody can answer either.
    let told = std::io::stderr().write_all(shown.as_bytes());
    told.map_err(|error| Failure::CouldNotRun(error.to_string()))?;
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

/// What the command line decided about conflicts.
struct Taken {
    all: Option<TakeSide>,
    /// Files may be executed here as at their source.
    executable: bool,
    /// What the locks call their skills.
    keys: Vec<String>,
    /// A skill, or a file of one behind its name and `/`; and whether that can be.
    some: Vec<(String, TakeSide, bool)>,
}

/// `name` is the skill `key`, or looks as a file of it.
fn is_of(name: &str, key: &str) -> bool {
    let rest = name.strip_prefix(key);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl Taken {
    /// As given, for the skills with these names.
    fn new(args: &UpdateArgs, keys: Vec<String>) -> Self {
        let all = match (args.ours, args.theirs) {
            (true, _) => Some(TakeSide::Ours),
            (_, true) => Some(TakeSide::Theirs),
            _ => None,
        };
        let some = args.take.iter();
        let some: Vec<_> = some
            .map(|(name, side)| (name.clone(), *side, keys.iter().any(|key| is_of(name, key))))
            .collect();
        Self {
            all,
            executable: args.executable,
            keys,
            some,
        }
    }

    /// Decides about the conflicts of one skill, as far as that was said.
    fn decide(&mut self, update: &mut Update) {
        let sides = &update.sides;
        let paths = sides.ours.keys().chain(sides.theirs.keys());
        let files: Vec<String> = paths
            .map(|path| format!("{}/{}", update.key, update.told(path)))
            .collect();
        for (name, _, can_be) in &mut self.some {
            let of_file = !self.keys.contains(name) && is_of(name, &update.key);
            *can_be &= !of_file || files.contains(name);
        }
        for path in update.conflicts.clone() {
            let file = format!("{}/{}", update.key, update.told(&path));
            let mut side = self.all;
            let mut exact = false;
            for (name, wanted, _) in &self.some {
                let of_file = *name == file;
                if of_file || *name == update.key && !exact {
                    side = Some(*wanted);
                    exact |= of_file;
                }
            }
            let Some(side) = side else {
                continue;
            };
            let files = match side {
                TakeSide::Ours => &update.sides.ours,
                TakeSide::Theirs => &update.sides.theirs,
            };
            let bytes = files.get(&path).map(|file| file.bytes.clone());
            update.resolve(&path, bytes);
        }
    }

    /// What was named is there.
    fn all_found(&self) -> Result<(), Failure> {
        let mut some = self.some.iter();
        match some.find(|(_, _, can_be)| !can_be) {
            None => Ok(()),
            Some((name, ..)) => Err(Failure::CouldNotRun(format!(
                "--take {name:?} names no installed skill, and no file of one"
            ))),
        }
    }
}

/// A skill that stays as it is.
fn untouched(area: Area, status: Status) -> Outcome {
    Outcome {
        status,
        area,
        update: None,
        refusal: None,
        updated: false,
        trashed: false,
        already: false,
    }
}

/// Works out what is to be done, or why nothing is.
fn planned(site: &Site, areas: &Areas, outcome: &mut Outcome, taken: &mut Taken) {
    let wanted = matches!(
        outcome.status.state,
        State::Outdated | State::Both | State::Missing
    );
    if !wanted {
        if outcome.status.state == State::Unknown {
            let why = outcome.status.why.clone().unwrap_or_default();
            outcome.refusal = Some(Refusal::new("unknown-source", why));
        }
        return;
    }
    let planned = plan(site.ground(), &outcome.area, &outcome.status).and_then(|plan| {
        let plan = outcome.update.insert(plan);
        taken.decide(plan);
        if taken.executable {
            plan.take_modes();
        }
        ready(plan).map_err(|refusal| match plan.in_the_way() {
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
}

/// Where conflicts are decided.
fn decided_elsewhere(refusal: Refusal) -> Refusal {
    match refusal.code() {
        "conflicts" => Refusal::new(
            "conflicts",
            format!(
                "{refusal}; --ours or --theirs decides it here, --take NAME=theirs for one skill or file \
                 (NAME/FILE); `skillkiln` without a command opens the workbench: `I` on the skill \
                 shows both sides, Enter merges them, `m` keeps yours, `t` takes theirs"
            ),
        ),
        _ => refusal,
    }
}

/// Does what was planned; gives what takes it back, and the folder it was done in.
fn bring(outcome: &mut Outcome) -> Option<(Flip, String)> {
    let is_ready = outcome.is_ready();
    let (area, Some(update), true) = (&outcome.area, &outcome.update, is_ready) else {
        return None;
    };
    let done = apply(area, update);
    outcome.updated = done.is_ok();
    match done {
        Ok(Applied::Done(trashed)) => {
            outcome.trashed = trashed.is_some();
            let flip = Flip::put(&update.folder, trashed.as_ref());
            Some((flip, area.path.clone()))
        }
        Ok(Applied::Already) => {
            outcome.already = true;
            None
        }
        Err(refusal) => {
            outcome.refusal = Some(refusal);
            None
        }
    }
}

/// Files that may be executed at their source and not here, or the other way round, and what becomes of
/// that.
fn modes_told(update: &Update) -> Vec<(String, &'static str)> {
    let taken = update.modes_taken().into_iter();
    let taken = taken.map(|(path, runs)| (path, sentence(runs, true)));
    let left = update.modes().into_iter();
    let left = left.map(|(path, runs)| (path, sentence(runs, false)));
    taken.chain(left).collect()
}

/// Why somebody has to decide about a file.
fn told_conflict(update: &Update, path: &str) -> String {
    let why = update.reason(path);
    why.unwrap_or_else(|| update.told_sides(path).to_owned())
}

fn outcome_json(outcome: &Outcome) -> Json {
    let mut value = status_json(&outcome.status);
    let update = outcome.update.as_ref();
    let told = |path| update.map_or(path, |update| update.told(path));
    let changes = update.into_iter().flat_map(|update| &update.changes);
    let conflicts = update.into_iter().flat_map(|update| &update.conflicts);
    value["changes"] = changes
        .map(|(path, change)| json!({ "path": told(path), "change": change.word() }))
        .collect();
    value["conflicts"] = conflicts.map(|path| json!(told(path))).collect();
    let undecided = update.into_iter().flat_map(|update| {
        let conflicts = update.conflicts.iter();
        conflicts
            .map(|path| json!({ "path": update.told(path), "reason": told_conflict(update, path) }))
    });
    value["undecided"] = undecided.collect();
    value["differences"] = outcome
        .differences()
        .into_iter()
        .map(|(path, found)| json!({ "path": path, "lines": found.lines, "more": found.more }))
        .collect();
    let modes = update.map(modes_told).unwrap_or_default().into_iter();
    value["modes"] = modes
        .map(|(path, told)| json!({ "path": path, "reason": told }))
        .collect();
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

impl Outcome {
    /// For people; `full`: with the text that changes.
    fn told(&self, full: bool) -> Vec<String> {
        let status = &self.status;
        let key = &status.key;
        let mut lines = vec![match (&self.refusal, &self.update) {
            (Some(refusal), _) => {
                let why = refusal.to_string();
                let why = why.strip_prefix(&format!("{key}: ")).unwrap_or(&why);
                format!("{key}: not updated: {why}")
            }
            (None, Some(_)) if self.already => {
                format!("{key}: another program has just updated it in the same way")
            }
            (None, Some(_)) if self.updated => format!("{key}: updated"),
            (None, Some(_)) => format!("{key}: would be updated"),
            (None, None) => {
                let state = status.state;
                let newer = matches!(state, State::Outdated | State::Both | State::Missing);
                let how = how_to_update(status).filter(|_| newer);
                let how = how.map_or(String::new(), |how| format!("; {how} updates it"));
                format!("{key}: {}{how}", state.word())
            }
        }];
        let Some(update) = &self.update else {
            return lines;
        };
        lines.extend(update.changes.iter().map(|(path, change)| {
            let path = update.told(path);
            format!("  {:8} {path}", change.word())
        }));
        for (path, told) in modes_told(update) {
            lines.push(format!("  mode     {path}: {told}"));
        }
        lines.extend(update.conflicts.iter().map(|path| {
            let what = told_conflict(update, path);
            format!("  conflict {}: {what}", update.told(path))
        }));
        lines.extend(brought(update).iter().map(|told| format!("  {told}")));
        if full {
            for (_, found) in self.differences() {
                lines.extend(found.lines.iter().map(|line| format!("  {line}")));
                match found.more {
                    0 => {}
                    1 => lines.push("  … 1 more line".to_owned()),
                    more => lines.push(format!("  … {more} more lines")),
                }
            }
        }
        lines
    }
}
