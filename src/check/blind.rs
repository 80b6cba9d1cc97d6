//! Hosts that load a file and see no frontmatter in it, and which fault is why: asked of the readers,
//! with a sound file that has only this fault.

use super::Input;
use super::judge::titles;
use crate::host::profile::Family;
use crate::host::{Profile, Reading, read_at};
use crate::skill::hidden::visible_line;

/// What the sound file says.
const SAID: &str = "Use when asked.";

/// Where it lies.
const PATH: &str = "demo/SKILL.md";

/// Characters of what a host takes for the description that a message shows.
const SHOWN: usize = 40;

/// The host reads frontmatter, loads the file, and found none.
pub(super) fn is_blind(profile: &Profile, reading: &Reading) -> bool {
    let reads = profile.reader.family != Family::None;
    reads && reading.loaded() && reading.lost.is_none() && reading.spans.is_empty()
}

/// A file that is sound but for what stands before its first fence, for its fences, or for what is
/// behind the last one.
pub(super) fn sample(before: &str, open: &str, close: &str) -> String {
    format!("{before}{open}\nname: demo\ndescription: {SAID}\n{close}")
}

/// Ids of the hosts that take a sound file, and do not take this one for the same.
pub(super) fn hit(input: &Input<'_>, sample: &str) -> Vec<String> {
    differ(input, &self::sample("", "---", "---\n\nBody.\n"), sample)
}

/// Ids of the hosts that take the one file for what it says, and the other one not.
pub(super) fn differ(input: &Input<'_>, sound: &str, sample: &str) -> Vec<String> {
    let takes = |profile: &Profile, text: &str| {
        let reading = read_at(profile, text.as_bytes(), PATH);
        let held = reading.description.as_deref().unwrap_or_default();
        let sees = reading.loaded() && reading.lost.is_none() && !is_blind(profile, &reading);
        sees && held.contains(SAID)
    };
    let hosts = input.readings.iter().map(|(profile, _)| *profile);
    let hit = hosts.filter(|profile| takes(profile, sound) && !takes(profile, sample));
    hit.map(|profile| profile.id.clone()).collect()
}

/// Of these hosts those that load the file without the description that is written in it.
pub(super) fn blind(input: &Input<'_>, hosts: &[String]) -> Vec<String> {
    let written = input.scalar("description");
    if input.front().is_some() && written.is_none_or(|(text, _)| text.is_empty()) {
        return Vec::new();
    }
    let readings = input.readings.iter();
    readings
        .filter(|(profile, reading)| hosts.contains(&profile.id) && is_blind(profile, reading))
        .map(|(profile, _)| profile.id.clone())
        .collect()
}

/// What blind hosts have in the place of the description, a part of a sentence for all that have the
/// same.
pub(super) fn words(input: &Input<'_>, hosts: &[&Profile]) -> Vec<String> {
    let held = |host: &Profile| {
        let mut readings = input.readings.iter();
        let reading = readings.find(|(profile, _)| profile.id == host.id);
        let held = reading.and_then(|(_, reading)| reading.description.as_deref());
        held.map(str::trim).filter(|text| !text.is_empty())
    };
    let mut groups: Vec<(Option<&str>, Vec<&Profile>)> = Vec::new();
    for host in hosts {
        let held = held(host);
        match groups.iter_mut().find(|(known, _)| *known == held) {
            Some((_, group)) => group.push(host),
            None => groups.push((held, vec![host])),
        }
    }
    let word = |(held, hosts): (Option<&str>, Vec<&Profile>)| {
        let who = titles(&hosts);
        match (held, hosts.len()) {
            (Some(text), 1) => format!("{who} takes {} for the description", excerpt(text)),
            (Some(text), _) => format!("{who} take {} for the description", excerpt(text)),
            (None, 1) => format!("{who} finds no description"),
            (None, _) => format!("{who} find no description"),
        }
    };
    groups.into_iter().map(word).collect()
}

fn excerpt(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let cut = line.char_indices().nth(SHOWN).map(|(at, _)| &line[..at]);
    let more = if cut.is_some() || line.len() < text.len() {
        "…"
    } else {
        ""
    };
    format!("`{}{more}`", visible_line(cut.unwrap_or(line)))
}
