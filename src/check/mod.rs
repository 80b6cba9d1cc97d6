//! Findings: the rule table, ranges, fixes and report formats. Pure.
//!
//! A rule finds *faults*: a place and what is wrong there. How bad a fault is follows from what the
//! judged hosts do with the file ([`judge`]), never from opinion.

mod alike;
mod allow;
mod below;
mod blank;
mod blind;
mod body;
mod bounds;
mod bracket;
mod budget;
mod buried;
mod code;
mod colon;
mod comment;
pub mod config;
mod conflict;
mod description;
mod difference;
mod differs;
mod dressed;
mod duplicate;
mod early;
mod ends;
mod escape;
pub mod explain;
mod fence;
mod field;
mod file;
mod flow;
mod force;
mod frontmatter;
mod indent;
mod inner;
mod input;
mod item;
mod judge;
mod kept;
mod keys;
mod layer;
mod left_over;
mod limit;
mod lookalike;
mod marks;
pub mod mend;
mod name;
mod noted;
mod offer;
mod outside;
mod own;
mod place;
pub mod project;
mod prompt;
mod property;
mod quote;
mod rename;
pub mod report;
mod rules;
mod safe;
pub mod sarif;
mod sentence;
mod sets;
mod sieve;
mod strayed;
mod tab;
mod text;
mod told;
mod twice;
mod typo;
mod unfenced;
mod value;
mod words;
mod wrapped;
mod yaml;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::skill::Span;
use crate::skill::edit::Edit;

pub use body::{Spoken, spoken_of};
pub use bounds::bounds;
pub use code::Parts;
pub use config::{Config, ConfigError};
pub use input::Input;
pub use judge::{check_file, find_file};
pub use kept::Checks;
pub use project::{Checked, Judge, Scope, check_alone, check_paced, check_project, is_of_project};
pub use rules::{RULES, Rule, rule, rules};
pub use sets::HostSet;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Could be better.
    Hint,
    /// It works but will surprise.
    Warning,
    /// Some judged runtime drops, cuts or misreads the skill.
    Error,
}

impl Severity {
    /// The word in reports: `hint`, `warning`, `error`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One fault at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The file, as the tree names it.
    pub file: String,
    /// `group/name`, a row of the rule table.
    pub rule: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Ids of the hosts it concerns.
    pub hosts: Vec<String>,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The exact characters, in bytes of the text.
    pub range: Span,
    /// What repairs it.
    pub fixes: Vec<Fix>,
    /// Other places it is about.
    pub related: Vec<Related>,
}

/// Another place a finding is about: the first of two keys, the copy that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file, as the tree names it.
    pub file: String,
    /// The characters, in bytes of the text; at the start for the file as a whole.
    pub range: Span,
    /// What is there, in a few words.
    pub what: String,
}

/// An edit that repairs a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does (`quote the value`).
    pub title: String,
    /// The meaning for every host that reads the file today stays.
    pub safe: bool,
    /// What changes.
    pub edits: Vec<Edit>,
    /// What changes where all fixes that share this are made at once: one by one each would make
    /// the same new field.
    pub together: Option<Arc<[Edit]>>,
}

/// The edits of the fixes that touch none before them, in the order of the text, and how many fixes
/// they are of.
pub fn apart<'a>(fixes: impl IntoIterator<Item = &'a Fix>) -> (Vec<Edit>, usize) {
    let mut taken: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
    let mut count = 0;
    let mut shared: Vec<(&Arc<[Edit]>, bool)> = Vec::new();
    for fix in fixes {
        let known = |all: &Arc<[Edit]>| shared.iter().find(|(known, _)| Arc::ptr_eq(known, all));
        if let Some((_, made)) = fix.together.as_ref().and_then(known) {
            count += usize::from(*made);
            continue;
        }
        let edits = fix.together.as_deref().unwrap_or(&fix.edits);
        // What is taken lies apart, but for the edits of one fix that touch each other.
        let free = |new: &Edit| {
            let before = taken.range(..=new.span.end).next_back();
            let mut before = before.into_iter().flat_map(|(_, edits)| edits);
            before.all(|old| old.span.end < new.span.start)
        };
        let made = edits.iter().all(free);
        if made {
            for edit in edits {
                taken.entry(edit.span.start).or_default().push(edit.clone());
            }
            count += 1;
        }
        shared.extend(fix.together.as_ref().map(|all| (all, made)));
    }
    (taken.into_values().flatten().collect(), count)
}

/// What a rule finds, before it is judged.
#[derive(Clone, Debug, Default)]
struct Fault {
    range: Span,
    /// What is wrong, as the first part of a sentence, without a full stop.
    what: String,
    /// What to do, one sentence.
    help: String,
    fixes: Vec<Fix>,
    /// Hosts (of those judged) that load the file and read something else than it says.
    misread_by: Vec<String>,
    /// Hosts (of those judged) that fail on the skill as soon as they use it.
    breaks: Vec<String>,
    /// Hosts (of those judged) that mind, when that depends on the text.
    minded_by: Vec<String>,
    /// Of the hosts that mind by the rule, only these mind this fault.
    only: Option<&'static [&'static str]>,
    /// Only these hosts can drop the file for it, where the readers were asked about it alone.
    by: Option<Vec<String>>,
    /// That was asked of the readers with this file, without the fault and with it.
    asked: bool,
    /// Every strict YAML reader stops at this fault.
    stops_yaml: bool,
    /// How bad it is, where that is not what the rule says.
    severity: Option<Severity>,
    /// Other places in the file it is about, each with what is there.
    related: Vec<(Span, &'static str)>,
    /// What hosts that mind do, where that is not what the rule says; `{}` stands for their names.
    effect: Option<&'static str>,
}

impl Fault {
    fn new(range: Span, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            range,
            what: what.into(),
            help: help.into(),
            ..Self::default()
        }
    }

    fn fix(mut self, title: &str, safe: bool, edits: Vec<Edit>) -> Self {
        if !edits.is_empty() {
            self.fixes.push(Fix {
                title: title.to_owned(),
                safe,
                edits,
                together: None,
            });
        }
        self
    }

    /// Asks the readers with a file that has this fault alone: hosts that load the file without seeing
    /// the frontmatter for it misread it.
    fn shown_by(mut self, input: &Input<'_>, sample: &str) -> Self {
        let hosts = blind::hit(input, sample);
        self.misread_by.extend(blind::blind(input, &hosts));
        self
    }

    /// Names another place it is about.
    fn related(mut self, range: Span, what: &'static str) -> Self {
        self.related.push((range, what));
        self
    }

    /// Adds a fix when there is one.
    fn fix_if<E>(self, title: &str, safe: bool, edits: Result<Vec<Edit>, E>) -> Self {
        match edits {
            Ok(edits) => self.fix(title, safe, edits),
            Err(_) => self,
        }
    }
}

#[cfg(test)]
mod tests;
