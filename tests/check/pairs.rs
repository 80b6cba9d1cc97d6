//! Two faults in one file: whatever the first one hides or bends, each host that drops the file, or loses
//! every field of it, is told why.

use std::ops::Range;

use skillkiln::check::explain::page;
use skillkiln::check::{Severity, rules};
use skillkiln::host::profile::Family;
use skillkiln::host::{Profile, Profiles};

use crate::vectors::check;

/// A file without a fault.
const SOUND: &str = "---\nname: demo\ndescription: Reviews code. Use when a change is ready.\n---\nRead the \
                     change and say what is wrong with it.\n";

/// Faults that no page shows.
const MORE: &[&str] = &[
    "---\nname:** demo\ndescription: Reviews code. Use when a change is ready.\n---\nRead.\n",
    "---\nname:demo\ndescription: Reviews code. Use when a change is ready.\n---\nRead.\n",
    "---\nname = demo\ndescription: Reviews code. Use when a change is ready.\n---\nRead.\n",
    "---\nnmae: demo\ndescription: Reviews code. Use when a change is ready.\n---\nRead.\n",
    "---\nname: demo\ndescription: Reviews code.\rUse when a change is ready.\n---\nRead.\n",
    "---\nname: demo\ndescription：Reviews code. Use when a change is ready.\n---\nRead.\n",
    "---\nname: demo\ndescription: Reviews code. Use when a change is ready.\ntools: [\"a, \"b\"]\n---\nRead.\n",
    "---\nname: demo\ndescription: Reviews code. Use when a change is ready.\nmetadata: by me\n---\nRead.\n",
    "---\nname: demo\ndescription: Reviews code. Use when a change is ready.\nlicense: a: b\n---\nRead.\n",
    "---\nname: demo\ndescription: Reviews code. Use when a change is ready.\n// note\n---\nRead.\n",
    "---\r\r\nname: demo\r\r\ndescription: Reviews code. Use when a change is ready.\r\r\n---\r\r\nRead.\r\r\n",
    "```\n---\nname: demo\ndescription: Reviews code. Use when a change is ready.\n---\nRead.\n```\n",
];

/// What was changed of the sound file, and into what.
#[derive(Clone, Debug, PartialEq)]
struct Change {
    span: Range<usize>,
    text: String,
}

impl Change {
    fn of(bad: &str) -> Self {
        let same = |(a, b): &(char, char)| a == b;
        let ends = |pairs: Vec<(char, char)>| -> usize {
            let alike = pairs.iter().take_while(|pair| same(pair));
            alike.map(|(c, _)| c.len_utf8()).sum()
        };
        let start = ends(SOUND.chars().zip(bad.chars()).collect());
        let behind = SOUND[start..].chars().rev().zip(bad[start..].chars().rev());
        let end = ends(behind.collect());
        Self {
            span: start..SOUND.len() - end,
            text: bad[start..bad.len() - end].to_owned(),
        }
    }
}

/// The sound file with both changes, when they do not meet.
fn both(one: &Change, two: &Change) -> Option<String> {
    let (first, second) = match one.span.start <= two.span.start {
        true => (one, two),
        false => (two, one),
    };
    let apart = first.span.end <= second.span.start;
    let mut text = SOUND.to_owned();
    apart.then(|| {
        text.replace_range(second.span.clone(), &second.text);
        text.replace_range(first.span.clone(), &first.text);
        text
    })
}

fn changes() -> Vec<Change> {
    let pages = rules().filter_map(|rule| page(rule.id));
    let bad = pages.map(|page| page.bad.as_str());
    let bad = bad.filter(|bad| !bad.starts_with("===") && !bad.starts_with('('));
    let mut changes: Vec<Change> = Vec::new();
    for change in bad.chain(MORE.iter().copied()).map(Change::of) {
        if !changes.contains(&change) && !change.text.is_empty() | !change.span.is_empty() {
            changes.push(change);
        }
    }
    changes
}

/// Pairs that are tried.
const PAIRS: usize = 250;

/// A small generator of numbers, the same for every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Hosts that fail on this text and are not told why.
fn untold(hosts: &[&Profile], text: &str) -> Vec<String> {
    let (readings, found) = check(hosts, "demo", text.as_bytes());
    let told = |host: &Profile| {
        let mut errors = found.iter().filter(|one| one.severity == Severity::Error);
        errors.any(|one| !one.rule.starts_with("host/") && one.hosts.contains(&host.id))
    };
    let fails = hosts.iter().zip(&readings).filter(|(host, reading)| {
        (!reading.loaded() || reading.lost.is_some()) && host.reader.family != Family::None
    });
    fails
        .filter(|(host, _)| !told(host))
        .map(|(host, _)| host.id.clone())
        .collect()
}

#[test]
fn whoever_drops_a_file_of_two_faults_is_told_why() {
    let profiles = Profiles::bundled();
    let hosts: Vec<&Profile> = profiles.iter().collect();
    let changes = changes();
    assert!(changes.len() > 60, "{}", changes.len());
    let mut numbers = Numbers(7);
    let mut pick = || numbers.below(changes.len());
    let pairs: Vec<(usize, usize)> = (0..PAIRS).map(|_| (pick(), pick())).collect();
    let mut failed = Vec::new();
    let mut count = 0;
    for (a, b) in pairs {
        let Some(text) = both(&changes[a], &changes[b]) else {
            continue;
        };
        count += 1;
        let untold = untold(&hosts, &text);
        if !untold.is_empty() {
            failed.push(format!("{untold:?}\n{text:?}\n"));
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {count}\n{}",
        failed.len(),
        failed.join("\n")
    );
}
