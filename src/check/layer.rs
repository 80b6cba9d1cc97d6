//! Copies of one name: which one a host uses, and what that means for the others.

use std::collections::BTreeMap;

use super::project::{Found, Says, Scope};
use super::{Rule, Severity};
use crate::host::profile::Winner;
use crate::host::survey::{Copy, Skill};
use crate::host::{FileTree, Profile, Survey};
use crate::skill::hidden::visible_line;

const fn row(id: &'static str, severity: Severity, summary: &'static str) -> Rule {
    Rule {
        id,
        severity,
        hosts: &[],
        explains: &[],
        effect: "",
        summary,
        find: |_| Vec::new(),
    }
}

const SHADOWED: &str = "layer/shadowed";
const IDENTICAL: &str = "layer/identical-copy";
const SAME_LAYER: &str = "layer/same-layer";
const CASE_ONLY: &str = "layer/case-only";
const UNDEFINED: &str = "layer/undefined-winner";

pub(super) const RULES: &[Rule] = &[
    row(
        SHADOWED,
        Severity::Hint,
        "A copy in a stronger layer takes the place of this one",
    ),
    row(
        IDENTICAL,
        Severity::Hint,
        "A copy in a stronger layer holds exactly the same bytes",
    ),
    row(
        SAME_LAYER,
        Severity::Warning,
        "Two skills of one layer have the same name",
    ),
    row(
        CASE_ONLY,
        Severity::Warning,
        "Two names differ in large and small letters only",
    ),
    row(
        UNDEFINED,
        Severity::Hint,
        "Which copy of a name counts is not fixed",
    ),
];

/// What the layers of every judged host show.
pub(super) fn find(scope: &Scope<'_>, found: &mut Vec<Found>) {
    for judge in scope.judges {
        let mut names: BTreeMap<&str, Vec<&Copy>> = BTreeMap::new();
        for skill in &judge.survey.skills {
            names.entry(&skill.copy.name).or_default().push(&skill.copy);
            shadows(scope.tree, judge.profile, judge.survey, skill, found);
        }
        for copies in names.values() {
            twice(scope.tree, judge.profile, judge.survey, copies, found);
        }
        case_only(judge.profile, &names, found);
    }
}

fn shadows(
    tree: &FileTree,
    profile: &Profile,
    survey: &Survey,
    skill: &Skill,
    found: &mut Vec<Found>,
) {
    // Where the host merges, every copy counts; a builtin has a rule of its own.
    let Some(winner) = skill
        .copy
        .path
        .as_deref()
        .filter(|_| skill.fields_from.is_empty())
    else {
        return;
    };
    for copy in &skill.shadows {
        let Some(path) = copy.path.as_deref() else {
            continue;
        };
        if tree.same_file(path, winner) {
            continue;
        }
        let layer = &survey.layers[skill.copy.layer].label;
        let other = visible_line(winner);
        let name = visible_line(&copy.name);
        let (rule, severity, says, help) = if tree.content(path) == tree.content(winner) {
            let after = format!(" {other}, which holds the same bytes.");
            let says = Says(String::new(), (" uses", " use"), after);
            let help = "Keep one of the two.".to_owned();
            (IDENTICAL, Severity::Hint, says, help)
        } else if profile.open_between(&skill.copy, copy) {
            let note = skill.note.as_deref().unwrap_or("which counts is not fixed");
            for (one, path, other) in [(copy, path, winner), (&skill.copy, winner, path)] {
                let after = format!(" may use {} instead.", visible_line(other));
                let says = Says(String::new(), ("", ""), after);
                let help = format!("Give one of the two another name, or remove it; {note}.");
                let severity = Severity::Error;
                let found_here =
                    Found::at_name(one, path, UNDEFINED, severity, profile, says, help);
                found.push(found_here.related(other, "the other one"));
            }
            continue;
        } else if profile.lists_twice(survey, &skill.copy, copy) && copy.layer == skill.copy.layer {
            let before = format!("`{name}` is the name of {other} too: ");
            let after = " both, and its tool gives the other one.".to_owned();
            let says = Says(before, (" lists", " list"), after);
            let help = "Give one of the two another name.".to_owned();
            (SAME_LAYER, Severity::Warning, says, help)
        } else if copy.layer == skill.copy.layer {
            let before = format!("`{name}` is the name of {other} too, so ");
            let says = Says(before, (" drops", " drop"), " this one.".to_owned());
            let help = "Give one of the two another name.".to_owned();
            (SAME_LAYER, Severity::Error, says, help)
        } else if let Some(note) = decided(profile, skill) {
            let after = format!(" may use {other} of the layer {layer} instead.");
            let says = Says(String::new(), ("", ""), after);
            (UNDEFINED, Severity::Hint, says, format!("{note}."))
        } else {
            let after = format!(" {other} of the layer {layer} instead.");
            let says = Says(String::new(), (" uses", " use"), after);
            let help = "Nothing is wrong when that is meant; else rename or remove one.".to_owned();
            (SHADOWED, Severity::Hint, says, help)
        };
        let one = Found::at_name(copy, path, rule, severity, profile, says, help);
        found.push(one.related(winner, "the other one"));
    }
}

/// What we decided where the host leaves it open; a note about a race within one layer is none.
fn decided<'s>(profile: &Profile, skill: &'s Skill) -> Option<&'s String> {
    let note = skill.note.as_ref();
    note.filter(|_| profile.collision.within != Winner::Race)
}

/// Two skills of one name that the host keeps side by side.
fn twice(
    tree: &FileTree,
    profile: &Profile,
    survey: &Survey,
    copies: &[&Copy],
    found: &mut Vec<Found>,
) {
    for (at, copy) in copies.iter().enumerate() {
        let first = copies[..at].iter().find(|other| other.layer == copy.layer);
        let paths = first.and_then(|first| Some((first.path.as_deref()?, copy.path.as_deref()?)));
        let Some((first, path)) = paths else {
            continue;
        };
        // One file that links lead to twice.
        if tree.same_file(first, path) {
            continue;
        }
        let before = format!(
            "{} is called `{}` too, in the same layer ({}): ",
            visible_line(first),
            visible_line(&copy.name),
            survey.layers[copy.layer].label,
        );
        let says = Says(before, (" lists", " list"), " both.".to_owned());
        let help = "Give one of the two another name.".to_owned();
        let severity = Severity::Warning;
        let one = Found::at_name(copy, path, SAME_LAYER, severity, profile, says, help);
        found.push(one.related(first, "the other one"));
    }
}

fn case_only(profile: &Profile, names: &BTreeMap<&str, Vec<&Copy>>, found: &mut Vec<Found>) {
    let mut folded: BTreeMap<String, &str> = BTreeMap::new();
    for (name, copies) in names {
        let Some(first) = folded.get(&name.to_lowercase()) else {
            folded.insert(name.to_lowercase(), name);
            continue;
        };
        for copy in copies {
            let Some(path) = copy.path.as_deref() else {
                continue;
            };
            let before = format!(
                "`{}` and `{}` differ in large and small letters only: two skills for ",
                visible_line(name),
                visible_line(first),
            );
            let says = Says(before, ("", ""), ".".to_owned());
            let help = "Use one spelling; some systems and hosts take them for one.".to_owned();
            let severity = Severity::Warning;
            let one = Found::at_name(copy, path, CASE_ONLY, severity, profile, says, help);
            let other = names
                .get(first)
                .and_then(|copies| copies.first()?.path.as_deref());
            found.push(
                other
                    .into_iter()
                    .fold(one, |one, other| one.related(other, "the other one")),
            );
        }
    }
}
