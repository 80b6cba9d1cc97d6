//! What hosts make of a file that no rule explains.

use std::collections::HashSet;

use super::blind::{blind, words};
use super::judge::{DIFFERS, DROPPED, NOTED, finding, inside};
use super::safe::{path, why};
use super::{Fault, Finding, Fix, Input, Rule, Severity, apart, rule, rules};
use crate::host::{Profile, Reading, read_at};
use crate::skill::edit::{Edit, apply};
use crate::skill::hidden::visible_line;

/// Its first related place is where the block ends.
const UNCLOSED: &str = "frontmatter/unclosed";

/// Findings whose fixes are tried for that.
const TRIED: usize = 24;

/// Hosts that drop the file, or lose every field, for which no rule says why. Where a host would fail
/// otherwise, or no more, without one of the faults that are `known`, that one is why.
pub(super) fn unexplained(
    input: &Input<'_>,
    explained: &[bool],
    known: &mut [Finding],
) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for ((profile, reading), explained) in input.readings.iter().zip(explained) {
        let (id, does, why) = match (&reading.dropped, &reading.lost) {
            _ if *explained => continue,
            _ if !input.parts.bare && blamed(input, (profile, reading), known) => continue,
            (Some(why), _) => (DROPPED, "drops the file", why),
            (None, Some(why)) => (DIFFERS, "loads the file without any field", why),
            (None, None) => continue,
        };
        let range = inside(input.text, why.at.clone().unwrap_or(0..0));
        let alike = |finding: &&mut Finding| finding.range == range && finding.rule == id;
        if let Some(same) = found.iter_mut().find(alike) {
            same.hosts.push(profile.id.clone());
            continue;
        }
        let fault = Fault::new(
            range,
            format!("{} {does}", profile.title),
            format!("The reason it gives: {}.", why.message),
        );
        let what = why.message.clone();
        found.push(finding(
            input,
            id,
            fault,
            Severity::Error,
            vec![profile.id.clone()],
            &what,
        ));
    }
    found
}

/// Tells of this host with the finding that is why it fails on the file: the first one without which it
/// gives another reason or none; else, where it does so without all of them, the one before the place
/// where it stops; else the first one that can be why.
fn blamed(
    input: &Input<'_>,
    (profile, reading): (&Profile, &Reading),
    known: &mut [Finding],
) -> bool {
    if why(reading).is_none() {
        return false;
    }
    let path = path(input);
    let mends = |edits: &[Edit]| {
        let fixed = apply(input.text, edits);
        why(&read_at(profile, fixed.as_bytes(), &path)) != why(reading)
    };
    let first = |finding: &Finding| finding.fixes.first().cloned();
    let tried = || known.iter().enumerate().take(TRIED);
    let alone = tried().find(|(_, one)| first(one).is_some_and(|fix| mends(&fix.edits)));
    let together = || {
        let fixes: Vec<Fix> = tried().filter_map(|(_, one)| first(one)).collect();
        let stops = reading.dropped.as_ref().or(reading.lost.as_ref());
        let stops = stops
            .and_then(|why| why.at.as_ref())
            .map_or(0, |at| at.start);
        let before =
            |(_, one): &(usize, &Finding)| !one.fixes.is_empty() && one.range.start <= stops;
        let last = tried()
            .filter(before)
            .max_by_key(|(_, one)| one.range.start);
        last.filter(|_| fixes.len() > 1 && mends(&apart(&fixes).0))
    };
    let may = || {
        let code = reading.dropped.as_ref().or(reading.lost.as_ref())?.code;
        let explains =
            |one: &Finding| rule(one.rule).is_some_and(|rule| rule.explains.contains(&code));
        known.iter().enumerate().find(|(_, one)| explains(one))
    };
    let found = alone.or_else(together).or_else(may);
    let Some(at) = found.map(|(at, _)| at) else {
        return false;
    };
    let does = match reading.loaded() {
        true => "loses every field",
        false => "drops the file",
    };
    let finding = &mut known[at];
    let said = finding.message.trim_end_matches('.');
    finding.message = match finding.severity {
        Severity::Error => format!("{said}; {} {does}.", profile.title),
        _ => format!("{said}, so {} {does}.", profile.title),
    };
    finding.severity = Severity::Error;
    if !finding.hosts.contains(&profile.id) {
        finding.hosts.push(profile.id.clone());
    }
    true
}

/// What hosts that load the file note of it, and no rule that `spoke` explains. A rule that is
/// switched off, or set to other numbers, is silent on purpose. Where something worse is `known` of the
/// same characters, or of the field for the same host, nobody asks for more; and what is noted of each
/// line of one field is said once.
pub(super) fn noted(input: &Input<'_>, spoke: &[&Rule], known: &[Finding]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut lines = HashSet::new();
    for (profile, reading) in input.readings.iter().filter(|(_, read)| read.loaded()) {
        for note in &reading.notes {
            let about = |rule: &&Rule| rule.explains.contains(&note.code);
            let told = spoke.iter().any(about);
            let silent = |rule: &Rule| !input.config.runs(rule.id) || input.config.tunes(rule.id);
            if told || rules().filter(about).any(silent) || !input.config.runs(NOTED) {
                continue;
            }
            let range = inside(input.text, note.at.clone().unwrap_or(0..0));
            let worse = |one: &Finding| {
                let meets = one.range.start < range.end && range.start < one.range.end;
                let mine = one.rule != DIFFERS || one.hosts.contains(&profile.id);
                one.severity == Severity::Error && meets && mine
            };
            // Text that is taken for fields, because no fence stands above it.
            let text = known.iter().any(|one| {
                let mine = one.rule == UNCLOSED && one.hosts.contains(&profile.id);
                let end = one.related.first().map(|end| end.range.start);
                mine && end.is_some_and(|end| end <= range.start)
            });
            let field = input.entry_at(range.start);
            let field = field.map(|entry| entry.key.span.start);
            let again = field.is_some_and(|at| !lines.insert((&profile.id, note.code, at)));
            if again || text || known.iter().any(worse) {
                continue;
            }
            let message = format!("{} notes: {}", profile.title, visible_line(&note.message));
            if let Some(same) = found.iter_mut().find(|same| same.range == range) {
                same.hosts.push(profile.id.clone());
                continue;
            }
            let fault = Fault::new(range, message, "The host loads the skill all the same.");
            let hosts = vec![profile.id.clone()];
            found.push(finding(input, NOTED, fault, Severity::Warning, hosts, ""));
        }
    }
    found
}

/// Hosts that load the file and see no frontmatter in it, where no error names them.
pub(super) fn unseen(input: &Input<'_>, known: &[Finding]) -> Vec<Finding> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    let told = |id: &String| {
        let error = |one: &Finding| one.severity == Severity::Error && one.hosts.contains(id);
        known.iter().any(error)
    };
    let hosts = input.readings.iter().map(|(profile, _)| profile.id.clone());
    let hosts: Vec<String> = hosts.filter(|id| !told(id)).collect();
    let hosts = blind(input, &hosts);
    if hosts.is_empty() {
        return Vec::new();
    }
    let profiles = input.readings.iter().map(|(profile, _)| *profile);
    let profiles: Vec<_> = profiles.filter(|host| hosts.contains(&host.id)).collect();
    let effect = format!("so {}", words(input, &profiles).join(", "));
    let fault = Fault::new(
        inside(input.text, front.open.clone()),
        "not everybody finds frontmatter here",
        "Write it as every host takes it: fields between two lines of exactly three dashes, first in the \
         file.",
    );
    vec![finding(
        input,
        DIFFERS,
        fault,
        Severity::Error,
        hosts,
        &effect,
    )]
}
