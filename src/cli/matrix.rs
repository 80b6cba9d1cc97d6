//! `matrix`: every skill by every host that judges, and what each makes of it.

use std::io;
use std::process::ExitCode;

use serde_json::{Map, Value as Json, json};

use super::arguments::{Common, MatrixArgs};
use super::check::{configuration, judged};
use super::output::{Failure, Output, complain};
use super::scene::project;
use crate::check::{Config, HostSet};
use crate::host::matrix::{Matrix, Row, matrix};
use crate::host::verdict::{State, Verdict};
use crate::host::{Profile, Survey, surveys};
use crate::library::Project;
use crate::skill::near::hint;

/// Prints the table; exits 1 when a set of hosts counts one of its verdicts as an error.
pub fn run(common: &Common, args: &MatrixArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let project = project(common, None)?;
    let config = configuration(&project)?;
    let sets = sets(&config, &args.set)?;
    let hosts = hosts(common, args, &config, &sets, &project)?;
    let matrix = whole(&project);
    let columns = matrix.columns(hosts.iter().map(String::as_str));
    let rows: Vec<&Row> = matrix
        .skills
        .iter()
        .filter(|row| row.concerns(&columns))
        .collect();
    let errors = errors(&rows, &columns, &sets);
    let told = Told {
        project: &project,
        matrix: &matrix,
        columns: &columns,
        rows: &rows,
        errors: &errors,
    };
    out.print(|| told.json(), |out| told.text(out))?;
    Ok(match errors.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// The sets of these names; all without any.
fn sets<'c>(config: &'c Config, names: &[String]) -> Result<Vec<&'c HostSet>, Failure> {
    if names.is_empty() {
        return Ok(config.sets.iter().collect());
    }
    let known = |name: &String| {
        let set = config.sets.iter().find(|set| set.name == *name);
        set.ok_or_else(|| {
            let known: Vec<&str> = config.sets.iter().map(|set| set.name.as_str()).collect();
            let known = match known.is_empty() {
                true => "skillkiln.toml names none".to_owned(),
                false => hint(name, &known, "skillkiln.toml names them"),
            };
            Failure::CouldNotRun(format!("there is no set {name:?}; {known}"))
        })
    };
    names.iter().map(known).collect()
}

/// Ids of the columns: all hosts, those of the sets, those given, or those that judge.
fn hosts(
    common: &Common,
    args: &MatrixArgs,
    config: &Config,
    sets: &[&HostSet],
    project: &Project,
) -> Result<Vec<String>, Failure> {
    let given = &common.host;
    if args.all {
        return Ok(project
            .profiles
            .iter()
            .map(|host| host.id.clone())
            .collect());
    }
    if !args.set.is_empty() && given.is_empty() {
        let mut hosts: Vec<String> = Vec::new();
        for host in sets.iter().flat_map(|set| &set.hosts) {
            if !hosts.contains(host) {
                hosts.push(host.clone());
            }
        }
        return Ok(hosts);
    }
    let mut hosts: Vec<String> = Vec::new();
    for profile in judged(common, config, project)? {
        if !hosts.contains(&profile.id) {
            hosts.push(profile.id);
        }
    }
    Ok(hosts)
}

/// The table of all hosts: a skill that only others find is looked for by none of the columns.
fn whole(project: &Project) -> Matrix {
    let profiles: Vec<&Profile> = project.profiles.iter().collect();
    let surveys = surveys(&profiles, &project.tree, &project.place);
    for fault in surveys.iter().flat_map(|survey| &survey.faults) {
        if fault.is_config() {
            complain(&fault.to_string());
        }
    }
    let hosts: Vec<(&Profile, &Survey)> = profiles.into_iter().zip(&surveys).collect();
    matrix(&hosts, &project.tree, &project.place)
}

/// A verdict that a set counts as an error.
struct Refused<'a> {
    set: &'a str,
    row: &'a Row,
    verdict: &'a Verdict,
}

fn errors<'a>(rows: &[&'a Row], columns: &[usize], sets: &[&'a HostSet]) -> Vec<Refused<'a>> {
    let mut errors = Vec::new();
    for row in rows {
        for verdict in columns.iter().map(|at| &row.cells[*at]) {
            let refusing = sets.iter().filter(|set| set.minds(row, verdict));
            errors.extend(refusing.map(|set| Refused {
                set: &set.name,
                row,
                verdict,
            }));
        }
    }
    errors
}

struct Told<'a> {
    project: &'a Project,
    matrix: &'a Matrix,
    columns: &'a [usize],
    rows: &'a [&'a Row],
    errors: &'a [Refused<'a>],
}

impl Told<'_> {
    fn json(&self) -> Json {
        let hosts = self.columns.iter().map(|at| &self.matrix.hosts[*at].host);
        let skill = |row: &&Row| {
            let verdicts: Map<String, Json> = self
                .columns
                .iter()
                .map(|at| {
                    let verdict = &row.cells[*at];
                    (verdict.host.clone(), self.verdict(*at, verdict))
                })
                .collect();
            json!({ "name": row.name, "path": row.path, "verdicts": verdicts })
        };
        let error = |error: &Refused<'_>| {
            json!({
                "set": error.set,
                "name": error.row.name,
                "path": error.row.path,
                "host": error.verdict.host,
                "state": error.verdict.state.id(),
            })
        };
        json!({
            "hosts": hosts.collect::<Vec<_>>(),
            "skills": self.rows.iter().map(skill).collect::<Json>(),
            "errors": self.errors.iter().map(error).collect::<Json>(),
        })
    }

    fn verdict(&self, at: usize, verdict: &Verdict) -> Json {
        let message = match verdict.state {
            State::Loaded if !verdict.open => None,
            State::NotLookedFor if verdict.details.is_empty() => {
                Some(self.matrix.hosts[at].looks.clone())
            }
            _ => Some(verdict.sentence()),
        };
        let reason = &verdict.reason;
        let mut json = json!({ "state": verdict.state.id(), "reason": reason, "message": message });
        if verdict.open {
            json["open"] = json!(true);
        }
        json
    }

    /// A skill that lies where none of the hosts looks, and where they do.
    fn nobody(&self, row: &Row, path: &str, out: &mut Output) -> io::Result<()> {
        let of = self.columns.len();
        out.line(&format!("{}  looked for by none of {of}  {path}", row.name))?;
        let rows = self.columns.iter().map(|at| {
            let cell = &row.cells[*at];
            let looks = self.matrix.hosts[*at].looks.clone();
            let why = match cell.details.is_empty() {
                true => looks,
                false => cell.sentence(),
            };
            vec![cell.host.clone(), why]
        });
        out.table("  ", &rows.collect::<Vec<_>>())
    }

    fn text(&self, out: &mut Output) -> io::Result<()> {
        if self.rows.is_empty() {
            return out.line("there is no skill here that any of these hosts could load");
        }
        let hosts = self
            .columns
            .iter()
            .map(|at| self.matrix.hosts[*at].host.clone());
        let head = ["skill".to_owned()].into_iter().chain(hosts);
        let mut table = vec![head.collect::<Vec<_>>()];
        let labels = self.matrix.labels(self.rows, &self.project.place);
        for (row, label) in self.rows.iter().zip(labels) {
            let word = |at: &usize| match row.cells[*at].state {
                State::NotLookedFor => "-".to_owned(),
                _ => row.cells[*at].word(),
            };
            let cells = self.columns.iter().map(word);
            table.push([label].into_iter().chain(cells).collect());
        }
        let loaded = |at: &usize| {
            let rows = self.rows.iter();
            let loaded = rows.filter(|row| row.cells[*at].state.loads()).count();
            format!("{loaded} of {}", self.rows.len())
        };
        let last = ["loaded".to_owned()].into_iter();
        table.push(last.chain(self.columns.iter().map(loaded)).collect());
        out.table("", &table)?;
        let rows = self.rows.iter();
        for row in rows.filter(|row| row.wrong(self.columns) || row.nobody(self.columns)) {
            let loaded = row.loaded(self.columns);
            let path = self.project.place.short(&row.path);
            out.line("")?;
            if row.nobody(self.columns) {
                self.nobody(row, &path, out)?;
                continue;
            }
            out.line(&format!(
                "{}  loaded by {loaded} of {}  {path}",
                row.name,
                self.columns.len()
            ))?;
            let wrong = self.columns.iter().map(|at| &row.cells[*at]);
            let wrong = wrong.filter(|verdict| verdict.wrong());
            let lines =
                wrong.map(|verdict| vec![verdict.host.clone(), verdict.word(), verdict.sentence()]);
            out.table("  ", &lines.collect::<Vec<_>>())?;
        }
        if !self.errors.is_empty() {
            out.line("")?;
        }
        for error in self.errors {
            out.line(&format!(
                "error: {}: {} for {} ({})  {}",
                error.row.name,
                error.verdict.word(),
                error.verdict.host,
                error.set,
                self.project.place.short(&error.row.path)
            ))?;
        }
        Ok(())
    }
}
