//! Which fixes are offered: the text that each one leads to is read and checked again.

use super::blind::is_blind;
use super::judge::{DIFFERS, find_of, titles};
use super::safe::path;
use super::{Finding, Fix, Input, Parts, Severity, apart, body};
use crate::host::{Profile, ReadAt, Reading};
use crate::skill::document::Document;
use crate::skill::edit::apply;

/// Fixes of one file that are asked about, so that a file full of faults does not stop the screen.
const ASKED: usize = 24;

/// Bytes that are read again for that by each host.
const BYTES: usize = 256 << 10;

/// What is said where there are more.
const UNTRIED: &str = " The edit was not tried on every host, as there are many in this file.";

/// Takes out the fixes that change nothing, and those after which a judged host is worse off.
pub(super) fn offer(input: &Input<'_>, found: &mut [Finding]) {
    let most = (BYTES / input.text.len().max(1)).clamp(1, ASKED);
    let all = found.iter().enumerate();
    let all = all.flat_map(|(at, finding)| finding.fixes.iter().map(move |fix| (at, fix)));
    let mut late: Vec<usize> = all.clone().skip(most).map(|(at, _)| at).collect();
    late.dedup();
    let refused: Vec<(usize, Fix, Vec<&Profile>)> = all
        .take(most)
        .filter_map(|(at, fix)| Some((at, fix.clone(), refused(input, found, at, fix)?)))
        .filter(|(at, fix, harmed)| harmed.is_empty() || !mends_with_all(input, found, *at, fix))
        .collect();
    for at in late {
        found[at].help.push_str(UNTRIED);
    }
    for (at, fix, harmed) in refused {
        let finding = &mut found[at];
        finding.fixes.retain(|known| *known != fix);
        if finding.fixes.is_empty() && !harmed.is_empty() {
            let who = titles(&harmed);
            let but = format!(
                " No edit is offered: {who} would then drop the file or read other words than are meant."
            );
            finding.help.push_str(&but);
        }
    }
}

/// Together with the first fix of every other finding this one leaves no host worse off: some read quotes
/// as text only as long as any fault is left in the file.
fn mends_with_all(input: &Input<'_>, found: &[Finding], at: usize, fix: &Fix) -> bool {
    let others = found.iter().enumerate().filter(|(other, _)| *other != at);
    let others = others.filter_map(|(_, one)| one.fixes.first());
    let fixes: Vec<&Fix> = [fix].into_iter().chain(others).collect();
    let (edits, count) = apart(fixes.iter().copied());
    let all = Fix {
        edits,
        ..fix.clone()
    };
    count > 1 && refused(input, found, at, &all).is_none()
}

/// The hosts that would be worse off after this fix, none where it would only do nothing; `None` when it
/// may be offered.
fn refused<'a>(
    input: &Input<'a>,
    found: &[Finding],
    at: usize,
    fix: &Fix,
) -> Option<Vec<&'a Profile>> {
    let text = apply(input.text, &fix.edits);
    if text == input.text {
        return Some(Vec::new());
    }
    let document = Document::parse(&text);
    let path = path(input);
    let hosts = input.readings.iter().map(|(profile, _)| *profile);
    let bytes = text.as_bytes().into();
    let file = ReadAt::new(&bytes, &path);
    let readings: Vec<Reading> = hosts.clone().map(|profile| file.by(profile)).collect();
    let judged: Vec<(&Profile, &Reading)> = hosts.zip(&readings).collect();
    let parts = Parts::bare();
    let after = Input {
        text: &text,
        document: &document,
        readings: &judged,
        parts: &parts,
        ..*input
    };
    // What is said of a body that stays as it is stays, too.
    let (now, then) = (&input.document.body, &document.body);
    let same_body = input.text.get(now.clone()) == text.get(then.clone());
    let moved = |rule: &str| !same_body || rule == found[at].rule || !body::is_of_body(rule);
    let left = find_of(&after, |rule| moved(rule.id));
    let touched = touched(&after, fix);
    let harmed: Vec<&Profile> = input
        .readings
        .iter()
        .zip(&readings)
        .filter(|((profile, before), then)| {
            let errors = |found: &[Finding]| {
                let moved = found.iter().filter(|one| moved(one.rule));
                let of_host = moved.filter(|one| is_error(one, &profile.id));
                of_host.count()
            };
            let whole = before.loaded() && before.lost.is_none() && !is_blind(profile, before);
            let new = |one: &Finding| {
                let key = key(&after, one.range.start);
                let differs = |one: &Finding| one.rule == DIFFERS && is_error(one, &profile.id);
                let known =
                    |old: &Finding| differs(old) && key == self::key(input, old.range.start);
                differs(one) && touched.contains(&key) && !found.iter().any(known)
            };
            before.loaded() && !then.loaded()
                || whole && errors(&left) > errors(found)
                || left.iter().any(new)
        })
        .map(|((profile, _), _)| *profile)
        .collect();
    (!harmed.is_empty() || is_there(input, &after, found, at, &left)).then_some(harmed)
}

fn is_error(finding: &Finding, host: &str) -> bool {
    finding.severity == Severity::Error && finding.hosts.iter().any(|id| id == host)
}

/// The field that the byte at `at` belongs to.
fn key<'a>(input: &Input<'a>, at: usize) -> Option<&'a str> {
    let front = input.front()?;
    let inside = front.yaml.contains(&at);
    input.entry_at(at).filter(|_| inside)?.key.text()
}

/// The fields that a fix writes to, in the text it leads to.
fn touched<'a>(after: &Input<'a>, fix: &Fix) -> Vec<Option<&'a str>> {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.span.start);
    let (mut added, mut taken) = (0, 0);
    let mut keys = Vec::new();
    for edit in edits {
        let start = edit.span.start + added - taken;
        keys.push(key(after, start));
        added += edit.text.len();
        taken += edit.span.len();
    }
    keys
}

/// The finding is there as before, of the same characters or of those in quotes. Of many only the first
/// ones are told, and the next takes the place of one that goes.
fn is_there(
    input: &Input<'_>,
    after: &Input<'_>,
    found: &[Finding],
    at: usize,
    left: &[Finding],
) -> bool {
    let finding = &found[at];
    let same = |one: &&Finding| one.rule == finding.rule && one.message == finding.message;
    let of_rule = found.iter().filter(|one| one.rule == finding.rule);
    let said = |input: &Input<'_>, one: &Finding| {
        let written = input.text.get(one.range.clone()).unwrap_or_default();
        written.trim_matches(['"', '\'']).to_owned()
    };
    let here = |one: &Finding| {
        one.range.start == finding.range.start && said(after, one) == said(input, finding)
    };
    of_rule.count() < input.config.told
        && left.iter().filter(same).count() >= found.iter().filter(same).count()
        && left.iter().filter(same).any(here)
}
