//! Fields that are longer than a host allows, and entries of lists that are empty.

use super::judge::{listed, titles};
use super::{Fault, Input, Rule, Severity};
use crate::host::Profile;
use crate::host::bounds::bounds;
use crate::skill::edit::Edit;
use crate::skill::lines::after_line;
use crate::skill::place::place;
use crate::skill::yaml::{Kind, Node};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "field/length",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["compatibility-too-long", "length"],
        effect: "refused by {}",
        summary: "A field, such as `compatibility`, has more characters than a host allows",
        find: length,
    },
    Rule {
        id: "field/empty-entry",
        severity: Severity::Warning,
        hosts: &["agentworks"],
        explains: &["empty-allowed-tool"],
        effect: "refused when {} checks or imports the skill",
        summary: "An entry of a list is empty",
        find: empty_entry,
    },
];

/// The limits that a field exceeds, the lowest first, each with the hosts that have it.
pub(super) struct Over<'a>(Vec<(usize, Vec<&'a Profile>)>);

impl<'a> Over<'a> {
    /// The limits of the judged hosts, from `least` on, that `count` characters of the field exceed.
    pub(super) fn of(input: &Input<'a>, key: &str, count: usize, least: usize) -> Self {
        let mut over: Vec<(usize, Vec<&Profile>)> = Vec::new();
        for (profile, _) in input.readings {
            let bounds = bounds(profile, key).into_iter();
            for most in bounds.filter(|most| (least..count).contains(most)) {
                match over.iter_mut().find(|(known, _)| *known == most) {
                    Some((_, hosts)) => hosts.push(profile),
                    None => over.push((most, vec![profile])),
                }
            }
        }
        over.sort_by_key(|(most, _)| *most);
        Self(over)
    }

    /// The first limit it exceeds.
    pub(super) fn lowest(&self) -> Option<usize> {
        self.0.first().map(|(most, _)| *most)
    }

    /// Every host that has one of them.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &'a Profile> {
        self.0.iter().flat_map(|(_, hosts)| hosts.iter().copied())
    }

    /// Ids of these hosts.
    pub(super) fn ids(&self) -> Vec<String> {
        self.hosts().map(|host| host.id.clone()).collect()
    }

    /// The limits in words; where there are several, each with the hosts that have it.
    pub(super) fn words(&self) -> String {
        let several = self.0.len() > 1;
        let one = |(most, hosts): &(usize, Vec<&Profile>)| match several {
            true => format!("{most} ({})", titles(hosts)),
            false => most.to_string(),
        };
        let words: Vec<String> = self.0.iter().map(one).collect();
        listed(&words)
    }
}

/// Name and description have rules of their own.
fn length(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for entry in input.entries() {
        let (Some(key), Some(value)) = (entry.key.text(), entry.value.text()) else {
            continue;
        };
        if matches!(key, "name" | "description") || input.is_broken(entry) {
            continue;
        }
        let count = value.chars().count();
        let over = Over::of(input, key, count, 0);
        let Some(most) = over.lowest() else {
            continue;
        };
        let first = place(input.text, &entry.value, most).start;
        let last = place(input.text, &entry.value, count - 1).end;
        let mut fault = Fault::new(
            first..last.max(first),
            format!(
                "`{key}` has {count} characters, {} are allowed",
                over.words()
            ),
            "Shorten it here.",
        );
        fault.minded_by = over.ids();
        faults.push(fault);
    }
    faults
}

fn empty_entry(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("allowed-tools") else {
        return Vec::new();
    };
    let Kind::Sequence { items, flow } = &entry.value.kind else {
        return Vec::new();
    };
    let blank = |item: &&Node| item.text().is_some_and(|text| text.trim().is_empty());
    let fault = |item: &Node| {
        let fault = Fault::new(
            item.span.clone(),
            "an entry of the list is empty",
            "Write a name, or remove the entry.",
        );
        match flow {
            true => fault,
            false => fault.fix("remove the entry", false, without_line(input, item)),
        }
    };
    items.iter().filter(blank).map(fault).collect()
}

/// Removes the line of an entry that stands there alone, after its dash.
fn without_line(input: &Input<'_>, item: &Node) -> Vec<Edit> {
    let line = crate::skill::document::line_at(input.text, item.span.start);
    let before = &input.text[line.start..item.span.start];
    let alone = before.trim() == "-" && item.span.end <= line.end;
    let end = after_line(input.text, line.end, input.text.len());
    alone
        .then(|| Edit::delete(line.start..end))
        .into_iter()
        .collect()
}
