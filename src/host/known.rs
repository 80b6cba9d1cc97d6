//! Every field some runtime knows, for people who write one: the field table, and what profiles add
//! to it.

use super::profile::{Field, FieldRule, Profile, Profiles};
use crate::skill::fields::{FIELDS, FieldType};

/// One field, with who knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<'a> {
    /// The key as written.
    pub key: &'a str,
    /// What it holds.
    pub kind: FieldType,
    /// One line for people.
    pub help: &'a str,
    /// Ids of the hosts that know it, those asked for first.
    pub hosts: Vec<&'a str>,
    /// One of the hosts asked for knows it.
    pub here: bool,
    /// Values to choose from, each with what is to be said of it.
    pub values: Vec<(&'a str, String)>,
    /// It holds one of those values and no other.
    pub closed: bool,
    /// A host asked for takes its list as one text only, not in brackets.
    pub as_text: bool,
}

/// Every field, in the order people write them, as `hosts` (ids, the nearest first) see it. Fields
/// that only profiles know come last.
pub fn known<'a>(profiles: &'a Profiles, hosts: &[&str]) -> Vec<Known<'a>> {
    let eyes: Vec<&Profile> = hosts.iter().filter_map(|id| profiles.get(id)).collect();
    let mut all: Vec<&Profile> = eyes.clone();
    all.extend(profiles.iter().filter(|one| !hosts.contains(&&*one.id)));
    let mut keys: Vec<&str> = FIELDS.iter().map(|field| field.key).collect();
    let fields = all.iter().flat_map(|profile| &profile.reader.field);
    // What a host passes over is nothing to offer.
    for field in fields.filter(|field| !field.inert) {
        if !keys.contains(&field.key.as_str()) {
            keys.push(&field.key);
        }
    }
    keys.into_iter()
        .map(|key| field(key, &all, eyes.len()))
        .collect()
}

/// The first `near` of `profiles` are those asked for.
fn field<'a>(key: &'a str, profiles: &[&'a Profile], near: usize) -> Known<'a> {
    let listed = FIELDS.iter().find(|field| field.key == key);
    let rows = profiles.iter().enumerate();
    let rows: Vec<(usize, &Profile, &Field)> = rows
        .filter_map(|(at, profile)| {
            Some((
                at,
                *profile,
                profile.field(key).filter(|field| !field.inert)?,
            ))
        })
        .collect();
    let near_rows = || rows.iter().filter(|(at, ..)| *at < near);
    let mut hosts: Vec<&str> = rows.iter().map(|(_, profile, _)| &*profile.id).collect();
    // The table alone knows of hosts without a profile, and of those that take fields from elsewhere.
    let tells = |id: &&&str| {
        let profile = profiles.iter().find(|profile| profile.id == **id);
        profile.is_none_or(|profile| profile.reader.field.is_empty())
    };
    hosts.extend(
        listed
            .map_or(&[][..], |field| field.hosts)
            .iter()
            .filter(tells),
    );
    let mut values: Vec<(&str, String)> = Vec::new();
    for (_, profile, field) in near_rows() {
        for value in field.one_of.iter().chain(&field.offers) {
            if values.iter().all(|(known, _)| known != value) {
                let default = field.default.as_ref() == Some(value);
                let say = if default { "the default of " } else { "" };
                values.push((value, format!("{say}{}", profile.id)));
            }
        }
    }
    for value in listed.map_or(&[][..], |field| field.values) {
        if values.iter().all(|(known, _)| known != value) {
            values.push((value, String::new()));
        }
    }
    let kind = listed.map(|field| field.kind);
    let kind = kind.unwrap_or_else(|| rows.first().map_or(FieldType::Text, |row| kind_of(row.2)));
    if kind == FieldType::Bool && values.is_empty() {
        values = ["true", "false"].map(|word| (word, String::new())).into();
    }
    let one_of = near_rows().any(|row| !row.2.one_of.is_empty());
    let listed_values = listed.is_some_and(|field| !field.values.is_empty());
    Known {
        key,
        kind,
        help: match (listed, rows.first()) {
            (Some(field), _) => field.help,
            (None, Some((.., field))) => &field.effect,
            (None, None) => "",
        },
        here: near_rows().next().is_some(),
        hosts,
        closed: match kind {
            FieldType::Bool => true,
            FieldType::Text => one_of || listed_values,
            FieldType::List | FieldType::Map => false,
        },
        values,
        as_text: near_rows()
            .next()
            .is_some_and(|row| kind == FieldType::List && row.2.rule != FieldRule::TextList),
    }
}

fn kind_of(field: &Field) -> FieldType {
    match field.rule {
        FieldRule::Bool | FieldRule::MaybeBool | FieldRule::LaxBool | FieldRule::TextBool => {
            FieldType::Bool
        }
        FieldRule::TextList | FieldRule::Words | FieldRule::Texts | FieldRule::List => {
            FieldType::List
        }
        FieldRule::Numbers | FieldRule::Map => FieldType::Map,
        FieldRule::Text
        | FieldRule::StrictText
        | FieldRule::JsText
        | FieldRule::LaxText
        | FieldRule::PyText
        | FieldRule::Sized
        | FieldRule::TextOrList
        | FieldRule::Never
        | FieldRule::Any => FieldType::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'a>(fields: &'a [Known<'a>], key: &str) -> &'a Known<'a> {
        fields.iter().find(|field| field.key == key).expect(key)
    }

    #[test]
    fn who_knows_a_field_is_told_with_those_asked_for_first() {
        let profiles = Profiles::bundled();
        let fields = known(&profiles, &["pleach", "agentworks"]);
        let tools = find(&fields, "allowed-tools");
        assert_eq!(tools.hosts[..2], ["pleach", "agentworks"]);
        assert!(tools.hosts.contains(&"claude-code") && tools.here && !tools.as_text);
        assert!(
            tools
                .values
                .contains(&("execute_shell_command", "agentworks".to_owned()))
        );
        let activation = find(&fields, "activation");
        assert!(activation.closed);
        assert_eq!(
            activation.values[0],
            ("auto", "the default of pleach".to_owned())
        );
        assert!(!find(&fields, "paths").here);
    }

    #[test]
    fn fields_that_only_a_profile_knows_are_there_with_their_kind() {
        let profiles = Profiles::bundled();
        let fields = known(&profiles, &["cline"]);
        let disabled = find(&fields, "disabled");
        assert_eq!((disabled.kind, disabled.values.len()), (FieldType::Bool, 2));
        assert_eq!(disabled.hosts, ["cline"]);
        assert!(find(&known(&profiles, &["agentskills"]), "allowed-tools").as_text);
        for field in fields {
            assert!(
                !field.help.is_empty() && !field.hosts.is_empty(),
                "{}",
                field.key
            );
        }
    }
}
