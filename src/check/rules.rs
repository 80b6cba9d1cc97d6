//! The rule table: one row a rule, in groups.

use super::{Fault, Input, Severity};
use super::{
    allow, body, budget, conflict, description, field, file, frontmatter, judge, layer, name,
    prompt, text,
};
use super::{item, limit, place, value, yaml};

/// Codes of drops that a fault explains which hides fields, so that a host finds no name or no
/// description, and those given.
macro_rules! unseen_fields {
    ($($code:literal),*) => {
        &[
            "missing-name",
            "missing-description",
            "name-missing",
            "description-missing",
            "name-or-description-missing",
            $($code),*
        ]
    };
}
pub(super) use unseen_fields;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// `group/name`.
    pub id: &'static str,
    /// How bad it is while no judged host drops or misreads the file for it.
    pub severity: Severity,
    /// The hosts that mind; empty for a fault that is one for everybody. Without any of them among
    /// the judged hosts the rule is silent.
    pub hosts: &'static [&'static str],
    /// Codes of drops and notes that a fault of this rule explains.
    pub explains: &'static [&'static str],
    /// What hosts that mind do, as the end of a sentence; `{}` stands for their names.
    pub effect: &'static str,
    /// One line: what the rule finds.
    pub summary: &'static str,
    pub(super) find: fn(&Input<'_>) -> Vec<Fault>,
}

/// Every rule, group by group.
pub const RULES: &[&[Rule]] = &[
    frontmatter::RULES,
    yaml::RULES,
    item::RULES,
    value::RULES,
    name::RULES,
    description::RULES,
    field::RULES,
    limit::RULES,
    body::RULES,
    file::RULES,
    place::RULES,
    text::RULES,
    conflict::RULES,
    layer::RULES,
    prompt::RULES,
    budget::RULES,
    judge::RULES,
    allow::RULES,
];

/// Every rule, in the order of the table.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().flatten()
}

/// A rule by its id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}
