//! All fixes of a file at once: as many as leave no judged host worse off than it is.

use super::blind::is_blind;
use super::judge::find;
use super::project::folder_of;
use super::safe::path;
use super::words::Words;
use super::{Config, Finding, Fix, Input, Parts, Severity, apart};
use crate::host::tree::split;
use crate::host::{Profile, ReadAt, Reading};
use crate::skill::bytes::Encoding;
use crate::skill::document::Document;
use crate::skill::edit::{Edit, apply};

/// How a judged host likes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Liking {
    loads: bool,
    /// It loads the file and sees the fields in it.
    whole: bool,
    /// Errors that name it.
    errors: usize,
}

impl Liking {
    fn is_worse_than(self, before: Self) -> bool {
        // What a host that failed did not get to see only shows then.
        before.loads && !self.loads || before.whole && (!self.whole || self.errors > before.errors)
    }
}

/// What judges a file, and where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Bench<'a> {
    /// The file, as the tree names it.
    pub path: &'a str,
    /// The hosts that judge.
    pub hosts: &'a [Profile],
    /// What the project wants of the checks.
    pub config: &'a Config,
}

/// What each host reads in a text, and how it likes it.
type Judged = Vec<(Reading, Liking)>;

impl Bench<'_> {
    /// What the hosts make of this text.
    fn judged(&self, text: &str) -> Judged {
        let own = |name: &str| name.eq_ignore_ascii_case("SKILL.md");
        let folder = split(self.path).filter(|(_, name)| own(name));
        let document = Document::parse(text);
        let parts = Parts::bare();
        let mut input = Input {
            file: self.path,
            folder: folder.and_then(|_| folder_of(self.path)),
            text,
            encoding: &Encoding::Utf8,
            document: &document,
            readings: &[],
            beside: None,
            config: self.config,
            parts: &parts,
        };
        let place = path(&input);
        let bytes = text.as_bytes().into();
        let file = ReadAt::new(&bytes, &place);
        let readings: Vec<Reading> = self.hosts.iter().map(|host| file.by(host)).collect();
        let judged: Vec<(&Profile, &Reading)> = self.hosts.iter().zip(&readings).collect();
        input.readings = &judged;
        let found = find(&input);
        let liking = |(profile, reading): &(&Profile, &Reading)| {
            let mine =
                |one: &&Finding| one.severity == Severity::Error && one.hosts.contains(&profile.id);
            Liking {
                loads: reading.loaded(),
                whole: reading.loaded() && reading.lost.is_none() && !is_blind(profile, reading),
                errors: found.iter().filter(mine).count(),
            }
        };
        let likings: Vec<Liking> = judged.iter().map(liking).collect();
        readings.into_iter().zip(likings).collect()
    }

    /// The edits of the first fix of each finding that `fits`, as many as touch none before them and
    /// leave no host worse off and no words lost; where the first one would, the next is tried.
    pub fn edits(
        &self,
        text: &str,
        findings: &[Finding],
        fits: impl Fn(&Fix) -> bool,
    ) -> Vec<Edit> {
        let words = Words::of(text);
        // Each by itself: among many that take nothing out, one that does would not show.
        let keeps = |fix: &&Fix| fits(fix) && !words.are_lost(&apply(text, &fix.edits));
        let ways = |finding: &Finding| {
            let ways: Vec<Fix> = finding.fixes.iter().filter(keeps).cloned().collect();
            (!ways.is_empty()).then_some(ways)
        };
        let ways: Vec<Vec<Fix>> = findings.iter().filter_map(ways).collect();
        if ways.is_empty() {
            return Vec::new();
        }
        let before = self.judged(text);
        let fine = |edits: &[Edit]| {
            let fixed = apply(text, edits);
            let after = self.judged(&fixed);
            let mut both = after.into_iter().zip(&before);
            both.all(|((then, after), (now, before))| {
                // What it takes in the place of a description it does not find is none.
                let written = |now: &&Reading| {
                    let place = now.spans.get("description");
                    place.is_some_and(|place| !place.is_empty())
                };
                let now = before.whole.then_some(now).filter(written);
                !after.is_worse_than(*before) && !words.are_mangled(now, &then, &fixed)
            })
        };
        let mut kept: Vec<&Fix> = Vec::new();
        let mut open: Vec<&[Vec<Fix>]> = vec![&ways];
        // All at once is the usual case; else those that harm are found by halves.
        while let Some(some) = open.pop() {
            let known = kept.len();
            kept.extend(some.iter().filter_map(|ways| ways.first()));
            if fine(&apart(kept.iter().copied()).0) {
                continue;
            }
            kept.truncate(known);
            if let [ways] = some {
                for way in &ways[1..] {
                    kept.push(way);
                    if fine(&apart(kept.iter().copied()).0) {
                        break;
                    }
                    kept.truncate(known);
                }
            } else {
                let (left, right) = some.split_at(some.len() / 2);
                open.extend([right, left]);
            }
        }
        apart(kept).0
    }
}
