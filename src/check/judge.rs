//! From faults to findings: what the judged hosts do decides how bad a fault is.

use super::allow::UNUSED;
use super::blind::{is_blind, words};
use super::colon::on_line;
use super::conflict::{CONFLICT, Conflicts};
use super::difference::only_its_own;
use super::differs::{Differing, differs};
use super::noted::{noted, unexplained, unseen};
use super::offer::offer;
use super::safe::{settle, why};
use super::sieve::Sieve;
use super::unfenced::none_made_up;
use super::value::BEYOND;
use super::{Fault, Finding, Fix, Input, Related, Rule, Severity, rules};
use crate::host::profile::Family;
use crate::host::reading::Dropped;
use crate::host::{Profile, Reading};
use crate::skill::Span;
use crate::skill::bytes::Encoding;
use crate::skill::document::line_at;
use crate::skill::yaml::Entry;

/// The rule of last resort: a host drops the file and no other rule says why.
pub(super) const DROPPED: &str = "host/dropped";

/// The rule that says all there is to say of a file that is no text.
const ENCODING: &str = "file/encoding";

/// A host, or its validator, notes something that no other rule tells.
pub(super) const NOTED: &str = "host/noted";

/// A host reads other words than the file says, and no other rule says why.
pub(super) const DIFFERS: &str = "host/differs";

const fn row(id: &'static str, summary: &'static str) -> Rule {
    Rule {
        id,
        severity: Severity::Error,
        hosts: &[],
        explains: &[],
        effect: "",
        summary,
        find: |_| Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    row(
        DROPPED,
        "A judged host drops the file for a reason no other rule explains",
    ),
    row(
        DIFFERS,
        "A judged host reads other words than the file says",
    ),
    Rule {
        severity: Severity::Warning,
        ..row(
            NOTED,
            "A judged host notes something that no other rule explains",
        )
    },
];

/// Every finding of one file, in the order of the text; the gravest first at one place.
pub fn check_file(input: &Input<'_>) -> Vec<Finding> {
    let mut found = find_file(input);
    offer(input, &mut found);
    settle(input, &mut found);
    found
}

/// As [`check_file`], with the fixes as the rules propose them: nobody was asked whether a host would be
/// worse off, which takes as long as reading the file again for each of them. For the frame between two
/// keys.
pub fn find_file(input: &Input<'_>) -> Vec<Finding> {
    let mut found = find(input);
    if *input.encoding != Encoding::Utf8 {
        // The places of the edits are not those of the bytes.
        found.iter_mut().for_each(|finding| finding.fixes.clear());
    }
    only_its_own(input, &mut found);
    none_made_up(input, &mut found);
    once(&mut found);
    found.sort_by(|a, b| {
        let place = |finding: &Finding| (finding.range.start, std::cmp::Reverse(finding.severity));
        place(a).cmp(&place(b))
    });
    found
}

/// Rules that find the same characters; the finding of the first is kept.
const SAME: &[(&str, &str)] = &[
    ("name/characters", "text/hidden"),
    ("field/typo", "text/hidden"),
    ("yaml/quotes-as-text", "name/characters"),
    ("name/confusable", "name/characters"),
    ("field/not-in-force", "field/typo"),
];

/// Tells once of characters that two rules find, with the fixes of both.
fn once(found: &mut Vec<Finding>) {
    for (first, second) in SAME {
        let is = |one: &Finding, rule: &str, range: &Span| one.rule == rule && one.range == *range;
        let Some(other) = found.iter().position(|one| {
            let mut firsts = found.iter();
            one.rule == *second && firsts.any(|known| is(known, first, &one.range))
        }) else {
            continue;
        };
        let other = found.remove(other);
        let known = found.iter_mut().find(|one| is(one, first, &other.range));
        if let Some(known) = known {
            known.severity = known.severity.max(other.severity);
            let more = |host: &String| !known.hosts.contains(host);
            let hosts: Vec<String> = other
                .hosts
                .iter()
                .filter(|host| more(host))
                .cloned()
                .collect();
            known.hosts.extend(hosts);
            let more = |fix: &Fix| known.fixes.iter().all(|old| old.edits != fix.edits);
            let fixes: Vec<Fix> = other.fixes.into_iter().filter(more).collect();
            known.fixes.splice(0..0, fixes);
            let first = known.message.trim_end_matches('.');
            known.message = format!("{first}; {}", other.message);
        }
    }
}

/// The same, in no order and with fixes that nobody was asked about.
pub(super) fn find(input: &Input<'_>) -> Vec<Finding> {
    find_of(input, |_| true)
}

/// The same of these rules, and of what no rule explains.
pub(super) fn find_of(input: &Input<'_>, wanted: impl Fn(&Rule) -> bool) -> Vec<Finding> {
    let mut sieve = Sieve::of(input);
    let mut explained = vec![false; input.readings.len()];
    let mut spoken: Vec<&Rule> = Vec::new();
    // In what is no text at all, places and words mean nothing.
    let binary = is_binary(input);
    let front = input
        .readings
        .iter()
        .any(|(profile, _)| reads_front(profile));
    let differing = if binary { Vec::new() } else { differs(input) };
    let conflicts = match input.config.runs(CONFLICT) {
        true => Conflicts::of(input),
        false => Conflicts::default(),
    };
    let (on, off): (Vec<&Rule>, Vec<&Rule>) = rules()
        .filter(|rule| front || !about_front(rule))
        .filter(|rule| !binary || rule.id == ENCODING)
        .filter(|rule| wanted(rule))
        .filter(|rule| input.config.runs(rule.id) || input.config.silences(rule.id))
        .partition(|rule| input.config.runs(rule.id));
    for (at, rule) in on.iter().chain(&off).enumerate() {
        // What is switched off is only asked where it is counted, or can be why a host fails.
        let silent = at >= on.len();
        if silent && input.parts.bare && !is_open(input, &explained) {
            break;
        }
        let faults = (rule.find)(input);
        let most = input.config.told;
        let more = faults.len().saturating_sub(most);
        for mut fault in faults.into_iter().take(most) {
            differing.iter().for_each(|one| one.blame(rule, &mut fault));
            let verdict = judge(input, rule, &fault, &differing, &mut explained);
            let spoke = verdict.is_some() && !silent;
            if spoke && spoken.last().is_none_or(|last| last.id != rule.id) {
                spoken.push(rule);
            }
            if let Some(verdict) = verdict
                && !known(&sieve.found, verdict.0, &verdict.1, &fault.range)
                && !conflicts.explain(rule.id, fault.range.start)
            {
                sieve.take(input, rule.id, fault, verdict);
            }
        }
        let last = sieve.found.last_mut();
        if let Some(last) = last.filter(|last| last.rule == rule.id && more > 0) {
            let more = format!(" And {more} more of the same in this file.");
            last.message.push_str(&more);
        }
    }
    for one in &differing {
        let mut fault = one.fault.clone();
        let told = |id: &String| {
            let mut all = [&sieve.found, &sieve.hushed].into_iter();
            all.any(|found| one.is_told(found, id))
        };
        fault.misread_by.retain(|id| !told(id));
        if fault.misread_by.is_empty() || conflicts.explain(DIFFERS, fault.range.start) {
            continue;
        }
        if let Some(rule) = super::rule(DIFFERS)
            && let Some(verdict) = judge(input, rule, &fault, &differing, &mut explained)
        {
            sieve.take(input, DIFFERS, fault, verdict);
        }
    }
    let noted = if binary {
        Vec::new()
    } else {
        noted(input, &spoken, &sieve.found)
    };
    let unseen = unseen(input, &sieve.found);
    let left = unexplained(input, &explained, &mut sieve.found);
    let left = left.into_iter().chain(unseen);
    for finding in left.chain(noted) {
        let start = finding.range.start;
        if !conflicts.explain(finding.rule, start) {
            sieve.add(input, finding, start);
        }
    }
    let mut found = sieve.found;
    if let Some(severity) = input.config.severity(UNUSED, Severity::Hint) {
        let here = |id: &str| input.config.runs(id) && !super::project::is_of_project(id);
        for fault in sieve.allows.unused(here) {
            let hosts = ids(&profiles(input, |_, _| true));
            found.push(finding(input, UNUSED, fault, severity, hosts, ""));
        }
    }
    input.parts.silenced.set(sieve.hushed.len());
    found
}

/// A host fails on the file, and nothing says why yet.
fn is_open(input: &Input<'_>, explained: &[bool]) -> bool {
    let mut readings = input.readings.iter().zip(explained);
    readings.any(|((_, reading), explained)| !explained && why(reading).is_some())
}

fn is_binary(input: &Input<'_>) -> bool {
    matches!(input.encoding, Encoding::Invalid { .. }) && input.text.contains('\0')
}

/// Rules about what only a reader of frontmatter sees.
fn about_front(rule: &Rule) -> bool {
    const GROUPS: &[&str] = &["frontmatter", "yaml", "name", "description", "field"];
    rule.id
        .split('/')
        .next()
        .is_some_and(|group| GROUPS.contains(&group))
}

/// Codes of these groups speak of one field, so a drop for one is explained whoever drops.
fn is_of_one_field(rule: &Rule) -> bool {
    rule.id.starts_with("name/") || rule.id.starts_with("description/")
}

fn reads_front(profile: &Profile) -> bool {
    profile.reader.family != Family::None
}

type Verdict = Option<(Severity, Vec<String>, String)>;

fn judge(
    input: &Input<'_>,
    rule: &Rule,
    fault: &Fault,
    differing: &[Differing],
    explained: &mut [bool],
) -> Verdict {
    let by = fault.by.as_ref();
    let may = |id: &str| by.is_none_or(|by| by.iter().any(|known| known == id));
    let mut dropping: Vec<&Profile> = Vec::new();
    for (at, (profile, reading)) in input.readings.iter().enumerate() {
        if let Some(dropped) = &reading.dropped
            && may(&profile.id)
            && (fault.asked
                || is_kind(input, rule, fault, dropped)
                || (rule.hosts.is_empty()
                    || rule.hosts.contains(&profile.id.as_str())
                    || is_of_one_field(rule))
                    && (rule.explains.contains(&dropped.code)
                        || rule.id == ENCODING && is_binary(input))
                    && decides(input, rule, fault, dropped))
            && !(rule.id == BEYOND && explained[at])
        {
            explained[at] = true;
            dropping.push(profile);
        }
    }
    let mut losing: Vec<&Profile> = Vec::new();
    for (at, (profile, reading)) in input.readings.iter().enumerate() {
        if let Some(lost) = &reading.lost
            && may(&profile.id)
            && (fault.asked
                || rule.explains.contains(&lost.code) && decides(input, rule, fault, lost))
            && !(rule.id == BEYOND && explained[at])
        {
            explained[at] = true;
            losing.push(profile);
        }
    }
    let named = |by: &[String]| profiles(input, |id, _| by.iter().any(|host| host == id));
    let broken = named(&fault.breaks);
    let mut misread = named(&fault.misread_by);
    let told = |host: &&Profile| {
        dropping
            .iter()
            .chain(&losing)
            .all(|other| other.id != host.id)
    };
    misread.retain(told);
    let sees = |host: &Profile| {
        let mut readings = input.readings.iter();
        readings.all(|(profile, reading)| profile.id != host.id || !is_blind(profile, reading))
    };
    let (misread, blind): (Vec<_>, Vec<_>) = misread.into_iter().partition(|host| sees(host));
    let worst = [
        (dropping, "drops the file", "drop the file"),
        (losing, "loses every field", "lose every field"),
        (broken, "fails on it", "fail on it"),
        (misread, "reads something else", "read something else"),
    ];
    let told: Vec<String> = worst
        .iter()
        .filter(|(hosts, ..)| !hosts.is_empty())
        .map(|(hosts, one, several)| {
            let verb = if hosts.len() == 1 { one } else { several };
            format!("{} {verb}", titles(hosts))
        })
        .chain(words(input, &blind))
        .collect();
    if !told.is_empty() {
        let drops = !worst[0].0.is_empty() || !worst[1].0.is_empty();
        let all = worst.into_iter().flat_map(|(hosts, ..)| hosts);
        let all: Vec<&Profile> = all.chain(blind).collect();
        let hosts = profiles(input, |id, _| all.iter().any(|host| host.id == id));
        let mut effect = format!("so {}", told.join(", "));
        // Whoever tried it in one of these has seen it work.
        let loads = |id: &str, reading: &Reading| {
            reading.dropped.is_none() && all.iter().all(|host| host.id != id)
        };
        let mut loading = profiles(input, loads);
        let whole = |host: &Profile| sees(host) && differing.iter().all(|one| !one.names(&host.id));
        loading.retain(|profile| reads_front(profile) && whole(profile));
        if drops && !loading.is_empty() {
            let verb = if loading.len() == 1 { "loads" } else { "load" };
            effect = format!("{effect}; {} {verb} it", titles(&loading));
        }
        return Some((Severity::Error, ids(&hosts), effect));
    }
    let minds = |id: &str, reading: &Reading| {
        (rule.hosts.contains(&id) && fault.only.is_none_or(|only| only.contains(&id)))
            || fault.minded_by.iter().any(|by| by == id)
            || may(id)
                && reading
                    .notes
                    .iter()
                    .any(|note| rule.explains.contains(&note.code))
    };
    let minded = profiles(input, minds);
    if minded.is_empty() && (!rule.hosts.is_empty() || fault.only.is_some()) {
        return None;
    }
    let effect = match (minded.as_slice(), fault.effect.unwrap_or(rule.effect)) {
        ([], _) | (_, "") => String::new(),
        (hosts, effect) => effect.replace("{}", &titles(hosts)),
    };
    let hosts = if minded.is_empty() {
        let all = |_: &str, _: &Reading| true;
        let front = about_front(rule);
        let mut hosts = profiles(input, all);
        hosts.retain(|profile| !front || reads_front(profile));
        hosts
    } else {
        minded
    };
    Some((fault.severity.unwrap_or(rule.severity), ids(&hosts), effect))
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

/// Fields that codes of drops name.
const FIELDS: &[&str] = &["name", "description"];

/// The fault is why the host drops the file: it stands where the host stopped, or it would stop there
/// next.
fn decides(input: &Input<'_>, rule: &Rule, fault: &Fault, dropped: &Dropped) -> bool {
    // Nothing below the fence: there is only one rule for it.
    if dropped.code == "empty-body" {
        return true;
    }
    if dropped.code == "bad-fields" && (dropped.detail.is_some() || fault.stops_yaml) {
        return is_of_field(input, rule, fault, dropped);
    }
    // Which kind of problem it is has been asked.
    if problems(dropped).next().is_some() && !rule.id.starts_with("frontmatter/") {
        return false;
    }
    let of_place = rule.id.starts_with("yaml/") || rule.id.starts_with("text/");
    if of_place && FIELDS.iter().any(|key| dropped.code.contains(key)) {
        let entry = input.entry_at(fault.range.start);
        let key = entry.and_then(|entry| entry.key.text());
        let line = line_at(input.text, fault.range.start);
        // A key whose colon is none is one to people, and a blank of another kind is no part of it.
        let spoilt = on_line(input, line).map(|field| field.key);
        let key = spoilt.or(key).map(str::trim);
        return key.is_some_and(|key| FIELDS.contains(&key) && dropped.code.contains(key));
    }
    let Some(at) = &dropped.at else {
        return true;
    };
    if fault.stops_yaml || at.contains(&fault.range.start) {
        return true;
    }
    let start = at.start.min(input.text.len());
    let stopped = line_at(input.text, input.text.floor_char_boundary(start));
    let of_line =
        fault.range.start <= stopped.end && stopped.start <= fault.range.end.max(fault.range.start);
    let of_value =
        |entry: &Entry| entry.key.span == fault.range && entry.value.span.contains(&at.start);
    of_line || input.entries().iter().any(of_value)
}

/// Fields a host is not content with, each with the kind of the problem.
pub(super) fn problems(dropped: &Dropped) -> impl Iterator<Item = (&str, &str)> {
    let detail = dropped.detail.as_ref();
    let rows = detail.and_then(|detail| detail["fields"].as_array());
    rows.into_iter()
        .flatten()
        .filter_map(|row| Some((row["field"].as_str()?, row["problem"].as_str()?)))
}

/// The fault is of a kind that a host says of this field.
fn is_kind(input: &Input<'_>, rule: &Rule, fault: &Fault, dropped: &Dropped) -> bool {
    let at = fault.range.start;
    let holds = |entry: &&Entry| entry.key.span.start <= at && at < entry.value.span.end;
    let entry = input.entries().iter().find(holds);
    let entry = entry.or_else(|| input.entry_at(at));
    let key = entry.and_then(|entry| entry.key.text());
    let group = rule.id.split('/').next();
    problems(dropped).any(|(field, kind)| {
        let same = |key: &str| key.replace('_', "-").eq_ignore_ascii_case(field);
        rule.explains.contains(&kind) && (group == Some(field) || key.is_some_and(same))
    })
}

/// The fault is about one of the fields a host finds missing or of the wrong type.
fn is_of_field(input: &Input<'_>, rule: &Rule, fault: &Fault, dropped: &Dropped) -> bool {
    let mut bad = problems(dropped).map(|(field, _)| field);
    let group = rule.id.split('/').next();
    let entry = input
        .entry_at(fault.range.start)
        .and_then(|entry| entry.key.text());
    // Without a block there is no field to be right.
    fault.stops_yaml
        || group == Some("frontmatter")
        || bad.any(|field| {
            group == Some(field) || entry.is_some_and(|key| key.eq_ignore_ascii_case(field))
        })
}

pub(super) fn finding(
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
    let related = |(range, what): (Span, &str)| Related {
        file: input.file.to_owned(),
        range: inside(input.text, range),
        what: what.to_owned(),
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
        related: fault.related.into_iter().map(related).collect(),
    }
}

/// A range of a host's own decoding, brought onto characters of the text people see.
pub(super) fn inside(text: &str, range: Span) -> Span {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    let end = text.ceil_char_boundary(range.end.clamp(start, text.len()));
    start..end
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

/// Their titles, as a sentence lists them.
pub(super) fn titles(profiles: &[&Profile]) -> String {
    let titles = profiles.iter().map(|profile| profile.title.clone());
    listed(&titles.collect::<Vec<String>>())
}

/// Parts of a sentence, as it lists them.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
