//! Findings: the rule table, ranges, fixes and report formats. Pure.

use crate::skill::Span;
use crate::skill::edit::Edit;

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
}
