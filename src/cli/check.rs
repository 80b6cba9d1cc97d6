//! `check`: what is wrong with skills, at the exact characters, and fixes.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::arguments::{CheckArgs, Common, FailOn, Fixes, Format};
use super::output::{Failure, Output, complain, json_text};
use super::read::bytes;
use super::scene::project;
use super::targets::{Group, Targets, of_paths, of_project, of_text};
use crate::check::{
    Checked, Config, Finding, Severity, config, explain as pages, report, rule, rules, sarif,
};
use crate::host::Profile;
use crate::library::{
    Expect, Grant, Guard, Project, ProjectError, project::guard, read_settings_text,
};
use crate::skill::bytes::{decode, offset_in};
use crate::skill::edit::{Edit, apply};
use crate::skill::near::hint;

/// Checks the project, or what is given.
pub fn run(common: &Common, args: &CheckArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    if let Some(id) = &args.explain {
        return explain(id, out);
    }
    let input = |path: &PathBuf| path.as_os_str() == "-";
    let alone = args.paths.len() == 1 && args.paths.iter().all(input);
    if !alone && (args.given.is_some() || args.paths.iter().any(input)) {
        let why = "- is checked alone: skillkiln check - --as FILE";
        return Err(Failure::CouldNotRun(why.to_owned()));
    }
    let project = project(common, common.host.first().map(String::as_str))?;
    let config = configuration(&project)?;
    let hosts = judged(common, &config, &project)?.into();
    let mut targets = match args.paths.as_slice() {
        [] => of_project(&project, &hosts),
        [one] if one.as_os_str() == "-" => {
            if args.fix.is_some() {
                let why = "there is nothing to fix on standard input; name the file";
                return Err(Failure::CouldNotRun(why.to_owned()));
            }
            let (_, bytes) = bytes(one).map_err(Failure::CouldNotRun)?;
            of_text(&project, &hosts, bytes, args.given.as_deref())?
        }
        paths => of_paths(&project, &hosts, paths)?,
    };
    if let Some(which) = args.fix {
        fix(&project, args, which, &config, &mut targets)?;
    }
    let mut files: BTreeMap<String, Checked> = BTreeMap::new();
    // Files whose text is not what their bytes are.
    let mut inexact: BTreeMap<String, Arc<[u8]>> = BTreeMap::new();
    // A file that several of the given paths mean counts once, as the first of them.
    let mut earlier: HashSet<Arc<str>> = HashSet::new();
    for group in &mut targets.groups {
        let all = group.check(&config);
        let firsts: BTreeSet<Arc<str>> = all.iter().filter_map(|one| one.again.clone()).collect();
        let first = |one: &&Checked| firsts.contains(&one.path);
        let firsts = all.iter().filter(first);
        let firsts: BTreeMap<Arc<str>, Arc<Vec<Finding>>> = firsts
            .map(|one| (one.path.clone(), Arc::clone(&one.findings)))
            .collect();
        let mine: Vec<Arc<str>> = all.iter().map(|one| one.path.clone()).collect();
        for mut checked in all {
            if earlier.contains(&checked.path) {
                continue;
            }
            // Of one file by two links only what the second one adds.
            if let Some(known) = checked.again.as_ref().and_then(|path| firsts.get(path)) {
                let fresh: Vec<Finding> = checked.fresh(known).cloned().collect();
                if fresh.is_empty() {
                    continue;
                }
                checked.findings = Arc::new(fresh);
            }
            let shown = group.shown(&checked.path);
            let bytes = group.tree.content(&checked.path);
            if let Some(bytes) = bytes.filter(|bytes| ***bytes != *checked.text.bytes()) {
                inexact.insert(shown.clone(), Arc::clone(bytes));
            }
            for finding in Arc::make_mut(&mut checked.findings) {
                finding.file.clone_from(&shown);
                for related in &mut finding.related {
                    related.file = group.shown(&related.file);
                }
            }
            files.entry(shown).or_insert(checked);
        }
        earlier.extend(mine);
    }
    let count = files.len();
    let silenced = files.values().map(|checked| checked.silenced).sum();
    if count == 0 && targets.unread == 0 {
        let hosts: Vec<&str> = hosts.iter().map(|host| host.title.as_str()).collect();
        let hosts = hosts.join(", ");
        complain(&format!(
            "nothing was checked: no skill lies where {hosts} would look"
        ));
    }
    let mut texts: BTreeMap<&str, &str> = BTreeMap::new();
    let mut findings: Vec<Finding> = Vec::new();
    for (shown, checked) in &mut files {
        findings.append(Arc::make_mut(&mut checked.findings));
        texts.insert(shown, &checked.text);
    }
    let place = |file: &str, at| inexact.get(file).map_or(at, |bytes| offset_in(bytes, at));
    let source = |file: &str| texts.get(file).copied();
    print(out, &project, (count, silenced), &findings, source, place)?;
    let least = match args.fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
    };
    let failed = findings.iter().any(|finding| finding.severity >= least);
    let unread = targets.unread;
    // The program ends here: giving back every file and reading one by one would only cost time.
    std::mem::forget(targets);
    Ok(ExitCode::from(match (failed, unread) {
        (true, _) => 1,
        (false, 0) => 0,
        (false, _) => 2,
    }))
}

fn print<'a>(
    out: &mut Output,
    project: &Project,
    (files, silenced): (usize, usize),
    findings: &[Finding],
    source: impl Fn(&str) -> Option<&'a str>,
    place: impl Fn(&str, usize) -> usize,
) -> Result<(), Failure> {
    let root = &project.place.project;
    match out.format() {
        Format::Sarif => {
            let log = sarif::sarif(findings, root, source);
            let text = json_text(&log)?;
            out.ready(&text)?;
            out.ready("\n")?;
        }
        Format::Github => out.ready(&sarif::github(findings, root, source))?,
        Format::Text | Format::Json => out.print(
            || report::json(files, findings, &source).placed(place),
            |out| {
                let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
                let width = out.width();
                out.ready(&report::text(findings, &source, colour, width))?;
                out.line(&summary(files, silenced, findings))
            },
        )?,
    }
    Ok(())
}

/// What `skillkiln.toml` of the project says; every fault in it is complained about.
pub(super) fn configuration(project: &Project) -> Result<Config, Failure> {
    let path = format!("{}/{}", project.place.project, config::FILE);
    let text = match read_settings_text(Path::new(&path)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Config::default()),
        Err(error) => return Err(Failure::CouldNotRun(format!("{path}: {error}"))),
    };
    let hosts: Vec<&str> = project
        .profiles
        .iter()
        .map(|profile| profile.id.as_str())
        .collect();
    Config::parse(&text, &hosts).map_err(|errors| {
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::CouldNotRun(told.join("\n"))
    })
}

/// The given hosts; else those of the configuration; else those the project shows signs of; else
/// the project's own.
pub(super) fn judged(
    common: &Common,
    config: &Config,
    project: &Project,
) -> Result<Vec<Profile>, Failure> {
    let mut given = common.host.clone();
    if given.is_empty() {
        let found = project.profiles.detected(&project.tree, &project.place);
        given = config.judged(found.iter().map(|profile| profile.id.as_str()));
    }
    if given.is_empty() && config.hosts.is_none() {
        given.push(project.host.clone());
    }
    let known = |id: &String| {
        let profile = project.profiles.get(id).cloned();
        profile.ok_or_else(|| unknown_host(project, id))
    };
    given.iter().map(known).collect()
}

/// The failure of a command that names a host there is not.
pub(super) fn unknown_host(project: &Project, id: &str) -> Failure {
    let known = project.profiles.iter().map(|profile| profile.id.clone());
    let known = known.collect();
    let id = id.to_owned();
    ProjectError::UnknownHost { id, known }.into()
}

/// Applies fixes to the given files, or without any to those of the write area. What the guard refuses
/// is complained about, and stays as it is.
fn fix(
    project: &Project,
    args: &CheckArgs,
    which: Fixes,
    config: &Config,
    targets: &mut Targets,
) -> Result<(), Failure> {
    let survey = project.survey(project.profile()?);
    let own = guard(&project.place, &survey, &project.dirs);
    let config = &config.thorough();
    let mut earlier: HashSet<Arc<str>> = HashSet::new();
    for group in &mut targets.groups {
        group.keep();
        // What a round could not reach, as one rule tells of so many places only, the next one does.
        let mut refused: BTreeSet<Arc<str>> = BTreeSet::new();
        let mut seen: HashSet<(Arc<str>, String)> = HashSet::new();
        for round in 0..=ROUNDS {
            if round == ROUNDS {
                complain("there was more to fix; run it again");
                break;
            }
            let before = seen.len();
            for checked in group.check(config) {
                let first = checked.again.as_ref();
                let told = first.is_some_and(|first| !refused.contains(first));
                if refused.contains(&checked.path) || told || earlier.contains(&checked.path) {
                    continue;
                }
                let edits = group.edits(config, &checked, |fix| fix.safe || which == Fixes::All);
                let bytes = group.tree.content(&checked.path).cloned();
                let Some(bytes) = bytes.filter(|bytes| !edits.is_empty() && decode(bytes).exact())
                else {
                    continue;
                };
                if !seen.insert((checked.path.clone(), checked.text.to_string())) {
                    continue;
                }
                let guard = match args.paths.as_slice() {
                    [] => own.clone(),
                    _ => Guard::new(vec![Grant::file(&checked.path)?], project.dirs.trash()),
                };
                if !write(group, &guard, &checked, &edits, bytes) {
                    refused.insert(checked.path);
                }
            }
            if seen.len() == before {
                break;
            }
        }
        earlier.extend(seen.into_iter().map(|(path, _)| path));
    }
    Ok(())
}

/// Times a file is fixed and looked at again, at most.
const ROUNDS: usize = 16;

/// Writes a fixed file; false, and a complaint, when the guard refuses it.
fn write(
    group: &mut Group,
    guard: &Guard,
    checked: &Checked,
    edits: &[Edit],
    bytes: Arc<[u8]>,
) -> bool {
    let text = apply(&checked.text, edits);
    match guard.save(&checked.path, text.as_bytes(), &Expect::Bytes(bytes)) {
        Ok(()) => group.rescan(&checked.path, &text),
        Err(error) => {
            complain(&format!("not fixed: {error}"));
            return false;
        }
    }
    true
}

fn summary(files: usize, silenced: usize, findings: &[Finding]) -> String {
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
    let hushed = match silenced {
        0 => String::new(),
        count => format!(" ({count} silenced by comments or skillkiln.toml)"),
    };
    format!(
        "{} checked: {}, {}, {}{hushed}",
        word(files, "file"),
        word(count(Severity::Error), "error"),
        word(count(Severity::Warning), "warning"),
        word(count(Severity::Hint), "hint"),
    )
}

fn explain(id: &str, out: &mut Output) -> Result<ExitCode, Failure> {
    if id == "all" {
        let rows: Vec<Vec<String>> = rules()
            .map(|rule| {
                [rule.id, rule.severity.word(), rule.summary]
                    .map(str::to_owned)
                    .to_vec()
            })
            .collect();
        let list = || {
            rules()
                .map(|rule| json!({ "rule": rule.id, "severity": rule.severity.word(), "summary": rule.summary }))
                .collect::<Vec<_>>()
        };
        out.print(list, |out| out.table("", &rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    let rule = rule(id).ok_or_else(|| {
        let known: Vec<&str> = rules().map(|rule| rule.id).collect();
        let hint = hint(id, &known, "`--explain all` lists them");
        Failure::CouldNotRun(format!("there is no rule {id:?}; {hint}"))
    })?;
    let page = pages::page(rule.id);
    out.print(
        || {
            json!({
                "rule": rule.id,
                "severity": rule.severity.word(),
                "hosts": rule.hosts,
                "minding": pages::minding(rule),
                "summary": rule.summary,
                "why": page.map(|page| page.why.trim()),
                "bad": page.map(|page| &page.bad),
                "good": page.map(|page| &page.good),
            })
        },
        |out| out.text(&pages::text(rule, out.width())),
    )?;
    Ok(ExitCode::SUCCESS)
}
