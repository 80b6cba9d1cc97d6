//! What is told of a file, and what its author does not want to hear.

use super::allow::Allows;
use super::judge::{finding, inside};
use super::{Fault, Finding, Input, Severity};

/// The findings of one file.
pub(super) struct Sieve<'a> {
    pub(super) found: Vec<Finding>,
    /// Those that a comment allows, or whose rule is switched off.
    pub(super) hushed: Vec<Finding>,
    pub(super) allows: Allows<'a>,
}

impl<'a> Sieve<'a> {
    pub(super) fn of(input: &Input<'a>) -> Self {
        Self {
            found: Vec::new(),
            hushed: Vec::new(),
            allows: Allows::of(input),
        }
    }

    /// Adds the finding that `fault` is to these `hosts`.
    pub(super) fn take(
        &mut self,
        input: &Input<'_>,
        rule: &'static str,
        fault: Fault,
        (severity, hosts, effect): (Severity, Vec<String>, String),
    ) {
        let start = inside(input.text, fault.range.clone()).start;
        let finding = finding(input, rule, fault, severity, hosts, &effect);
        self.add(input, finding, start);
    }

    /// Adds a finding that begins at `start`.
    pub(super) fn add(&mut self, input: &Input<'_>, finding: Finding, start: usize) {
        match input.config.severity(finding.rule, finding.severity) {
            Some(severity) if !self.allows.allow(finding.rule, start) => {
                self.found.push(Finding {
                    severity,
                    ..finding
                });
            }
            _ => self.hushed.push(finding),
        }
    }
}
