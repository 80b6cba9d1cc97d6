//! Limits that are written in a file and that a host loads the skill without: its tools, who may call it.

use super::input::is_null;
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
struct Written {
    key: Span,
    value: String,
}

pub(super) fn not_in_force(input: &Input<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for (profile, reading) in input.readings {
        for key in lost(profile, reading) {
            let Some(written) = written(input, key) else {
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
            let help = match &reading.lost {
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
                });
            }
            (2.., _) => return None,
            _ => {}
        }
    }
    None
}
