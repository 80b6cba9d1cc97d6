//! From faults to findings: what the judged hosts do decides how bad a fault is.

use super::{Fault, Finding, Input, Rule, Severity, rules};
use crate::host::reading::Dropped;
use crate::host::{Profile, Reading};
use crate::skill::Span;
use crate::skill::document::line_at;

/// The rule of last resort: a host drops the file and no other rule says why.
const DROPPED: &str = "host/dropped";

/// Findings of one rule in one file.
const MOST: usize = 200;

pub(super) const RULES: &[Rule] = &[Rule {
    id: DROPPED,
    severity: Severity::Error,
    hosts: &[],
    explains: &[],
    effect: "",
    summary: "A judged host drops the file for a reason no other rule explains",
    find: |_| Vec::new(),
}];

/// Every finding of one file, in the order of the text; the gravest first at one place.
pub fn check_file(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut explained = vec![false; input.readings.len()];
    for rule in rules() {
        for fault in (rule.find)(input).into_iter().take(MOST) {
            let verdict = judge(input, rule, &fault, &mut explained);
            if let Some((severity, hosts, effect)) = verdict
                && !allowed(input, rule.id, &fault.range)
                && !known(&found, severity, &hosts, &fault.range)
            {
                found.push(finding(input, rule.id, fault, severity, hosts, &effect));
            }
        }
    }
    found.extend(unexplained(input, &explained));
    found.sort_by(|a, b| {
        let place = |finding: &Finding| (finding.range.start, std::cmp::Reverse(finding.severity));
        place(a).cmp(&place(b))
    });
    found
}

type Verdict = Option<(Severity, Vec<String>, String)>;

fn judge(input: &Input<'_>, rule: &Rule, fault: &Fault, explained: &mut [bool]) -> Verdict {
    let mut dropping: Vec<&Profile> = Vec::new();
    for (at, (profile, reading)) in input.readings.iter().enumerate() {
        if let Some(dropped) = &reading.dropped
            && (rule.hosts.is_empty() || rule.hosts.contains(&profile.id.as_str()))
            && rule.explains.contains(&dropped.code)
            && decides(input, fault, dropped)
        {
            explained[at] = true;
            dropping.push(profile);
        }
    }
    if !dropping.is_empty() {
        let verb = if dropping.len() == 1 { "drops" } else { "drop" };
        let effect = format!("so {} {verb} the file", titles(&dropping));
        return Some((Severity::Error, ids(&dropping), effect));
    }
    let misread: Vec<_> = profiles(input, |id, _| fault.misread_by.iter().any(|by| by == id));
    if !misread.is_empty() {
        let verb = if misread.len() == 1 { "reads" } else { "read" };
        let effect = format!("so {} {verb} something else", titles(&misread));
        return Some((Severity::Error, ids(&misread), effect));
    }
    let minds = |id: &str, reading: &Reading| {
        rule.hosts.contains(&id)
            || fault.minded_by.iter().any(|by| by == id)
            || reading
                .notes
                .iter()
                .any(|note| rule.explains.contains(&note.code))
    };
    let minded = profiles(input, minds);
    if minded.is_empty() && !rule.hosts.is_empty() {
        return None;
    }
    let effect = match (minded.as_slice(), rule.effect) {
        ([], _) | (_, "") => String::new(),
        (hosts, effect) => effect.replace("{}", &titles(hosts)),
    };
    let hosts = if minded.is_empty() {
        profiles(input, |_, _| true)
    } else {
        minded
    };
    Some((rule.severity, ids(&hosts), effect))
}

/// An error at the same place for the same hosts says it already.
fn known(found: &[Finding], severity: Severity, hosts: &[String], range: &Span) -> bool {
    found.iter().any(|finding| {
        severity == Severity::Error
            && finding.severity == Severity::Error
            && finding.range == *range
            && hosts.iter().all(|host| finding.hosts.contains(host))
    })
}

/// The fault is why the host drops the file: it stands where the host stopped, or it would stop there
/// next.
fn decides(input: &Input<'_>, fault: &Fault, dropped: &Dropped) -> bool {
    let Some(at) = &dropped.at else {
        return true;
    };
    if fault.stops_yaml || at.contains(&fault.range.start) {
        return true;
    }
    let start = at.start.min(input.text.len());
    let stopped = line_at(input.text, input.text.floor_char_boundary(start));
    fault.range.start <= stopped.end && stopped.start <= fault.range.end.max(fault.range.start)
}

fn unexplained(input: &Input<'_>, explained: &[bool]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for ((profile, reading), explained) in input.readings.iter().zip(explained) {
        let Some(dropped) = reading.dropped.as_ref().filter(|_| !explained) else {
            continue;
        };
        let range = inside(input.text, dropped.at.clone().unwrap_or(0..0));
        if let Some(same) = found.iter_mut().find(|finding| finding.range == range) {
            same.hosts.push(profile.id.clone());
            continue;
        }
        let fault = Fault::new(
            range,
            format!("{} drops the file", profile.title),
            format!("The reason it gives: {}.", dropped.message),
        );
        let what = dropped.message.clone();
        found.push(finding(
            input,
            DROPPED,
            fault,
            Severity::Error,
            vec![profile.id.clone()],
            &what,
        ));
    }
    found
}

fn finding(
    input: &Input<'_>,
    rule: &'static str,
    fault: Fault,
    severity: Severity,
    hosts: Vec<String>,
    effect: &str,
) -> Finding {
    let message = match effect {
        "" => format!("{}.", fault.what),
        _ if effect.starts_with("so ") => format!("{}, {effect}.", fault.what),
        _ => format!("{}: {effect}.", fault.what),
    };
    Finding {
        file: input.file.to_owned(),
        rule,
        severity,
        hosts,
        message,
        help: fault.help,
        range: inside(input.text, fault.range),
        fixes: fault.fixes,
    }
}

/// A range of a host's own decoding, brought onto characters of the text people see.
fn inside(text: &str, range: Span) -> Span {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    let end = text.ceil_char_boundary(range.end.clamp(start, text.len()));
    start..end
}

/// `# skillkiln: allow RULE` on the line of a finding silences it.
fn allowed(input: &Input<'_>, rule: &str, range: &Span) -> bool {
    const MARK: &str = "# skillkiln: allow ";
    let line = line_at(input.text, inside(input.text, range.clone()).start);
    input.text[line]
        .split_once(MARK)
        .is_some_and(|(_, rules)| rules.split([',', ' ']).any(|allowed| allowed == rule))
}

fn profiles<'a>(input: &Input<'a>, wanted: impl Fn(&str, &Reading) -> bool) -> Vec<&'a Profile> {
    input
        .readings
        .iter()
        .filter(|(profile, reading)| wanted(&profile.id, reading))
        .map(|(profile, _)| *profile)
        .collect()
}

fn ids(profiles: &[&Profile]) -> Vec<String> {
    profiles.iter().map(|profile| profile.id.clone()).collect()
}

fn titles(profiles: &[&Profile]) -> String {
    let titles: Vec<_> = profiles
        .iter()
        .map(|profile| profile.title.as_str())
        .collect();
    match titles.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
