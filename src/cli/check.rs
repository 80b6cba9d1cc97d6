//! `check`: what is wrong with skills, at the exact characters, and fixes.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::arguments::{CheckArgs, Common, FailOn, Fixes};
use super::output::{Failure, Output, complain};
use super::scene::project;
use super::targets::{Judges, Target, Targets};
use crate::check::{Finding, Input, Severity, check_file, report, rule, rules};
use crate::host::{Profile, Reading, read_at};
use crate::library::{Expect, Grant, Guard, Project, project::guard};
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::edit::{Edit, apply};

/// Checks the project, or what is given.
pub fn run(common: &Common, args: &CheckArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    if let Some(id) = &args.explain {
        return explain(id, out);
    }
    let project = project(common, common.host.first().map(String::as_str))?;
    let hosts = judged(common, &project)?;
    let judges = Judges::new(&project, &hosts);
    let mut targets = match args.paths.as_slice() {
        [] => judges.of_project(&project.tree),
        paths => judges.of_paths(paths)?,
    };
    if let Some(which) = args.fix {
        fix(&project, args, which, &hosts, &mut targets)?;
    }
    let texts: BTreeMap<&str, String> = targets
        .files
        .iter()
        .map(|target| (target.shown.as_str(), decode(&target.bytes).text))
        .collect();
    let findings: Vec<Finding> = targets
        .files
        .iter()
        .flat_map(|target| findings(target, &hosts))
        .collect();
    let source = |file: &str| texts.get(file).map(String::as_str);
    out.print(
        || report::json(targets.files.len(), &findings, source),
        |out| {
            let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            out.ready(&report::text(&findings, source, colour))?;
            out.line(&summary(targets.files.len(), &findings))
        },
    )?;
    let least = match args.fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
    };
    let failed = findings.iter().any(|finding| finding.severity >= least);
    Ok(ExitCode::from(match (failed, targets.unread) {
        (true, _) => 1,
        (false, 0) => 0,
        (false, _) => 2,
    }))
}

/// The given hosts; else those the project shows signs of; else the project's own.
fn judged(common: &Common, project: &Project) -> Result<Vec<Profile>, Failure> {
    if !common.host.is_empty() {
        let known = |id: &String| {
            let profile = project.profiles.get(id).cloned();
            profile.ok_or_else(|| Failure::CouldNotRun(format!("there is no host {id:?}")))
        };
        return common.host.iter().map(known).collect();
    }
    let detected = project.profiles.detected(&project.tree, &project.place);
    if detected.is_empty() {
        return Ok(vec![project.profile()?.clone()]);
    }
    Ok(detected.into_iter().cloned().collect())
}

fn findings(target: &Target, hosts: &[Profile]) -> Vec<Finding> {
    let decoded = decode(&target.bytes);
    let document = Document::parse(&decoded.text);
    let readings: Vec<(&Profile, &Reading)> = target
        .readings
        .iter()
        .map(|(host, reading)| (&hosts[*host], &**reading))
        .collect();
    check_file(&Input {
        file: &target.shown,
        folder: target.folder(),
        text: &decoded.text,
        encoding: &decoded.encoding,
        document: &document,
        readings: &readings,
    })
}

/// Applies fixes to the given files, or without any to those of the write area. What the guard refuses
/// is complained about, and stays as it is.
fn fix(
    project: &Project,
    args: &CheckArgs,
    which: Fixes,
    hosts: &[Profile],
    targets: &mut Targets,
) -> Result<(), Failure> {
    let own = guard(
        &project.place,
        &project.survey(project.profile()?),
        &project.dirs,
    );
    for target in &mut targets.files {
        let decoded = decode(&target.bytes);
        if !decoded.exact() {
            continue;
        }
        let edits = edits(&findings(target, hosts), which);
        if edits.is_empty() {
            continue;
        }
        let guard = match args.paths.as_slice() {
            [] => own.clone(),
            _ => Guard::new(vec![Grant::file(&target.path)?], project.dirs.trash()),
        };
        let text = apply(&decoded.text, &edits);
        let loaded = Expect::Bytes(Arc::clone(&target.bytes));
        match guard.save(&target.path, text.as_bytes(), &loaded) {
            Ok(()) => {
                target.bytes = Arc::from(text.into_bytes());
                for (host, reading) in &mut target.readings {
                    *reading = Arc::new(read_at(&hosts[*host], &target.bytes, &target.path));
                }
            }
            Err(error) => complain(&format!("not fixed: {error}")),
        }
    }
    Ok(())
}

/// The first fitting fix of each finding, as far as they do not touch each other.
fn edits(findings: &[Finding], which: Fixes) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for finding in findings {
        let fits = |safe: bool| safe || which == Fixes::All;
        let Some(fix) = finding.fixes.iter().find(|fix| fits(fix.safe)) else {
            continue;
        };
        let apart = |new: &Edit| {
            edits
                .iter()
                .all(|old| new.span.end < old.span.start || old.span.end < new.span.start)
        };
        if fix.edits.iter().all(apart) {
            edits.extend(fix.edits.iter().cloned());
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    edits
}

fn summary(files: usize, findings: &[Finding]) -> String {
    let count = |severity| {
        findings
            .iter()
            .filter(|found| found.severity == severity)
            .count()
    };
    let word = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    format!(
        "{} checked: {}, {}, {}",
        word(files, "file"),
        word(count(Severity::Error), "error"),
        word(count(Severity::Warning), "warning"),
        word(count(Severity::Hint), "hint"),
    )
}

fn explain(id: &str, out: &mut Output) -> Result<ExitCode, Failure> {
    let rule = rule(id).ok_or_else(|| {
        let known: Vec<&str> = rules().map(|rule| rule.id).collect();
        Failure::CouldNotRun(format!(
            "there is no rule {id:?}; known are {}",
            known.join(", ")
        ))
    })?;
    out.print(
        || {
            json!({
                "rule": rule.id,
                "severity": rule.severity.word(),
                "hosts": rule.hosts,
                "summary": rule.summary,
            })
        },
        |out| {
            let worse = match rule.explains {
                [] => "",
                _ if rule.severity == Severity::Error => "",
                _ => "; error where a judged host drops the file for it",
            };
            out.line(&format!("{} ({}{worse})", rule.id, rule.severity.word()))?;
            out.line(&format!("{}.", rule.summary))?;
            if !rule.hosts.is_empty() {
                out.line(&format!("Hosts that mind: {}.", rule.hosts.join(", ")))?;
            }
            Ok(())
        },
    )?;
    Ok(ExitCode::SUCCESS)
}
