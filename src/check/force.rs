//! Limits that are written in a file and that a host loads the skill without: its tools, who may call it.

use std::cell::LazyCell;

use super::field::unknown_keys;
use super::input::is_null;
use super::typo::{may_be, meant};
use super::{Fault, Input};
use crate::host::{Profile, Reading, Value};
use crate::skill::Span;
use crate::skill::hidden::visible_line;
use crate::skill::yaml::{Dialect, Kind, Node, Style, truth};

/// Values that limit nothing, with their fields.
const HARMLESS: &[(&str, bool)] = &[
    ("disable-model-invocation", false),
    ("user-invocable", true),
];

/// Characters of a value that a message shows.
const SHOWN: usize = 40;

/// A limit as it is written.
#[derive(Clone)]
struct Written {
    key: Span,
    value: String,
    /// The name of the field is not quite right.
    misspelt: bool,
}

/// Fields that are meant for others, which are nowhere in the file, by what is meant.
fn misspelt<'a>(input: &'a Input<'a>) -> Vec<(&'static str, Written)> {
    let meant = |key: &str| meant(key).filter(|meant| input.entry(meant).is_none());
    let keys = unknown_keys(input).filter(|(entry, _)| !is_null(&entry.value));
    let keys = keys.filter_map(|(entry, key)| {
        let value = entry.value.text().unwrap_or_default();
        let written = Written {
            key: entry.key.span.clone(),
            value: value.trim().to_owned(),
            misspelt: true,
        };
        let meant = meant(key).filter(|meant| may_be(meant, entry))?;
        Some((meant, written))
    });
    keys.collect()
}

pub(super) fn not_in_force(input: &Input<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let misspelt = LazyCell::new(|| misspelt(input));
    for (profile, reading) in input.readings {
        for key in lost(profile, reading) {
            let other = || misspelt.iter().find(|(meant, _)| *meant == key);
            let Some(written) = written(input, key).or_else(|| other().map(|(_, one)| one.clone()))
            else {
                continue;
            };
            if said_truth(&written.value).is_some_and(|said| HARMLESS.contains(&(key, said))) {
                continue;
            }
            if let Some(known) = faults.iter_mut().find(|fault| fault.range == written.key) {
                known.minded_by.push(profile.id.clone());
                continue;
            }
            let said: String = written.value.chars().take(SHOWN).collect();
            let said = match said.as_str() {
                "" => key.to_owned(),
                said => format!("{key}: {}", visible_line(said)),
            };
            let said = match input
                .entry_at(written.key.start)
                .and_then(|entry| entry.key.text())
            {
                Some(other) if written.misspelt => said.replacen(key, &visible_line(other), 1),
                _ => said,
            };
            let help = match &reading.lost {
                _ if written.misspelt => format!("Did you mean `{key}`?"),
                Some(why) => format!(
                    "First the frontmatter has to be read at all: {}.",
                    why.message
                ),
                None => "Write it as the host takes it.".to_owned(),
            };
            let mut fault = Fault::new(written.key, format!("`{said}` is not in force"), help);
            fault.minded_by = vec![profile.id.clone()];
            faults.push(fault);
        }
    }
    faults
}

/// True or false in any of the words YAML ever had for it: their author means that, whatever the host
/// takes.
fn said_truth(value: &str) -> Option<bool> {
    let node = Node {
        span: 0..0,
        kind: Kind::Scalar {
            value: value.to_owned(),
            style: Style::Plain,
        },
        tag: None,
        anchor: None,
    };
    truth(&node, Dialect::YamlV3)
}

/// Fields that would keep the skill within limits and that a host which loads it does not hold.
fn lost<'p>(profile: &'p Profile, reading: &Reading) -> Vec<&'p str> {
    if !reading.loaded() {
        return Vec::new();
    }
    let limits = profile.reader.field.iter().filter(|field| field.limits);
    let held = |key: &str| !matches!(reading.field(key), None | Some(Value::Null));
    limits
        .map(|field| field.key.as_str())
        .filter(|key| !held(key))
        .collect()
}

/// Where a field is written: as the tolerant tree has it, else a line of the first block between dashes,
/// wherever that is.
fn written(input: &Input<'_>, key: &str) -> Option<Written> {
    if let Some(entry) = input.entry(key) {
        let value = entry.value.text().unwrap_or_default();
        return (!is_null(&entry.value)).then(|| Written {
            key: entry.key.span.clone(),
            value: value.trim().to_owned(),
            misspelt: false,
        });
    }
    let mut fences = 0;
    let mut at = 0;
    for line in input.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.trim_end() == "---" {
            fences += 1;
        }
        let value = line
            .strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(':'));
        match (fences, value.map(str::trim)) {
            (1, Some(value)) if !matches!(value, "~" | "null") => {
                return Some(Written {
                    key: start..start + key.len(),
                    value: value.trim_matches(['"', '\'']).to_owned(),
                    misspelt: false,
                });
            }
            (2.., _) => return None,
            _ => {}
        }
    }
    None
}
