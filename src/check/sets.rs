//! Named sets of hosts in `skillkiln.toml`, and which verdicts count as errors in each.

use serde_json::{Value as Json, json};
use toml::de::DeValue;

use super::config::{Reader, Value};
use crate::host::matrix::Row;
use crate::host::verdict::{State, Verdict};

/// One set of hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostSet {
    /// Its name.
    pub name: String,
    /// Ids of its hosts.
    pub hosts: Vec<String>,
    /// What no host of the set may make of a skill.
    pub errors: Vec<State>,
}

impl HostSet {
    /// What `host` makes of a skill is an error for this set.
    pub fn refuses(&self, host: &str, state: State) -> bool {
        self.errors.contains(&state) && self.hosts.iter().any(|known| known == host)
    }

    /// As [`Self::refuses`], of a verdict in this row; a copy that another may hide counts as hidden too.
    /// What neither lies in the project nor is found by a host of the set is no matter of it, whoever
    /// else finds it.
    pub fn minds(&self, row: &Row, verdict: &Verdict) -> bool {
        let own = |cell: &&Verdict| self.hosts.contains(&cell.host);
        let mut cells = row.cells.iter().filter(own);
        if !row.here && cells.all(|cell| cell.state == State::NotLookedFor) {
            return false;
        }
        let hidden = verdict.open && self.refuses(&verdict.host, State::Shadowed);
        hidden || self.refuses(&verdict.host, verdict.state)
    }
}

/// What may count as an error: everything but that all is well.
fn states() -> impl Iterator<Item = &'static str> {
    let all = State::ALL
        .into_iter()
        .filter(|state| *state != State::Loaded);
    all.map(State::id)
}

/// Reads `[sets.NAME]` tables.
pub(super) fn read(reader: &mut Reader<'_>, value: &Value<'_>, hosts: &[&str]) {
    let DeValue::Table(table) = value.get_ref() else {
        return reader.wrong(value.span(), "a table of sets is due here".to_owned());
    };
    for (name, value) in table {
        let mut set = HostSet {
            name: name.get_ref().to_string(),
            hosts: Vec::new(),
            errors: vec![State::Dropped],
        };
        let DeValue::Table(given) = value.get_ref() else {
            reader.wrong(value.span(), "a table is due here".to_owned());
            continue;
        };
        for (key, value) in given {
            match key.get_ref().as_ref() {
                "hosts" => {
                    set.hosts = reader.hosts(value, hosts);
                    if matches!(value.get_ref(), DeValue::Array(all) if all.is_empty()) {
                        reader.wrong(value.span(), "a set has at least one host".to_owned());
                    }
                }
                "errors" => set.errors = errors(reader, value),
                other => reader.unknown(key.span(), "setting", other, &["hosts", "errors"]),
            }
        }
        if !given.contains_key("hosts") {
            let what = format!("the set {:?} names no hosts", set.name);
            reader.wrong(name.span(), what);
        }
        reader.config.sets.push(set);
    }
    reader.config.sets.sort_by(|a, b| a.name.cmp(&b.name));
}

fn errors(reader: &mut Reader<'_>, value: &Value<'_>) -> Vec<State> {
    let mut errors = Vec::new();
    for (word, range) in reader.texts(value) {
        match State::of(&word).filter(|state| *state != State::Loaded) {
            Some(state) => errors.push(state),
            None => {
                let known: Vec<&str> = states().collect();
                let known = known.join(", ");
                reader.wrong(
                    range,
                    format!("there is no verdict {word:?}; known are {known}"),
                );
            }
        }
    }
    errors
}

/// The part of the schema.
pub(super) fn schema() -> Json {
    let states: Vec<&str> = states().collect();
    json!({
        "description": "Named sets of hosts; their hosts judge, too",
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "additionalProperties": false,
            "required": ["hosts"],
            "properties": {
                "hosts": {
                    "description": "Ids of the hosts",
                    "type": "array",
                    "items": { "type": "string" },
                },
                "errors": {
                    "description": "Verdicts that are errors when a host of the set comes to them",
                    "type": "array",
                    "items": { "enum": states },
                    "default": ["dropped"],
                },
            },
        },
    })
}
