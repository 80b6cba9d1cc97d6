//! What hosts make of a file that no rule explains.

use std::collections::HashSet;

use super::blind::{blind, words};
use super::judge::{DIFFERS, DROPPED, NOTED, finding, inside};
use super::{Fault, Finding, Input, Rule, Severity, rules};
use crate::skill::hidden::visible_line;

/// Its first related place is where the block ends.
const UNCLOSED: &str = "frontmatter/unclosed";

pub(super) fn unexplained(input: &Input<'_>, explained: &[bool]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for ((profile, reading), explained) in input.readings.iter().zip(explained) {
        let (rule, does, why) = match (&reading.dropped, &reading.lost) {
            _ if *explained => continue,
            (Some(why), _) => (DROPPED, "drops the file", why),
            (None, Some(why)) => (DIFFERS, "loads the file without any field", why),
            (None, None) => continue,
        };
        let range = inside(input.text, why.at.clone().unwrap_or(0..0));
        let alike = |finding: &&mut Finding| finding.range == range && finding.rule == rule;
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
            rule,
            fault,
            Severity::Error,
            vec![profile.id.clone()],
            &what,
        ));
    }
    found
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
