//! The other fields: their names and types.

use super::below::{emptied, unlisted};
use super::blank::is_odd;
use super::colon::on_line;
use super::input::{is_null, value_or_key};
use super::item;
use super::rules::unseen_fields;
use super::strayed::strayed;
use super::{Fault, Input, Rule, Severity};
use crate::host::profile::FieldRule;
use crate::host::read;
use crate::host::{Profile, Reading, Value};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::{self, NewValue};
use crate::skill::fields::{FieldType, field};
use crate::skill::hidden::visible_line;
use crate::skill::near;
use crate::skill::yaml::{Entry, Kind, Node, Style};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "field/type",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-yaml",
            "bad-fields",
            "wrong-type",
            "compatibility-not-text",
            "not-a-string",
            "raises",
            "unknown-value",
        ],
        effect: "",
        summary: "A value of a type that a host does not take",
        find: types,
    },
    Rule {
        id: "field/typo",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "unexpected-fields",
            "bad-fields",
            "invalid-skill",
            "wrong-case-key"
        ],
        effect: "",
        summary: "A field that looks like a known one, misspelt",
        find: super::typo::typo,
    },
    Rule {
        id: "field/unknown",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["unexpected-fields", "invalid-skill", "wrong-case-key"],
        effect: "refused by {}",
        summary: "A field no host knows, or not this one",
        find: unknown,
    },
    Rule {
        id: "field/value",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["unknown-value", "value"],
        effect: "not known to {}",
        summary: "A value outside those the field may have",
        find: value,
    },
    Rule {
        id: "field/ignored",
        severity: Severity::Hint,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "A known field that no judged host does anything with (off by default)",
        find: ignored,
    },
    Rule {
        id: "field/not-in-force",
        severity: Severity::Error,
        hosts: &[],
        explains: &[],
        effect: "lost for {}, which loads the skill without it",
        summary: "A limit that is written and that a host loads the skill without",
        find: super::force::not_in_force,
    },
    Rule {
        id: "field/legacy-tool",
        severity: Severity::Warning,
        hosts: &["agentworks"],
        explains: &[],
        effect: "agents of {} no longer have it",
        summary: "A tool name kept only for old agents",
        find: legacy_tool,
    },
];

/// A value outside those a field may have, where a judged host uses the field.
fn value(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for entry in input.entries() {
        let known = entry.key.text().and_then(field);
        if let (Some(known), Kind::Mapping { entries, .. }) = (known, &entry.value.kind) {
            faults.extend(limits(input, known.key, entries));
        }
        let (Some(known), Some(said)) = (known, entry.value.text()) else {
            continue;
        };
        let usual = known.kind != FieldType::Text || known.values.is_empty();
        let said = said.trim();
        if usual || said.is_empty() || is_null(&entry.value) || known.values.contains(&said) {
            continue;
        }
        let minded_by = input.judged(known.hosts);
        if minded_by.is_empty() {
            continue;
        }
        let mut fault = Fault::new(
            entry.value.span.clone(),
            format!(
                "`{}` is none of the values of `{}`",
                visible_line(said),
                known.key
            ),
            one_of(known.values),
        );
        fault.minded_by = minded_by;
        let fault = match near::meant(said, known.values).first() {
            Some(near) => {
                fault.help = format!("Did you mean `{near}`?");
                let edits = edit::set(input.text, input.document, known.key, NewValue::Text(near));
                fault.fix_if("correct it", false, edits)
            }
            None => fault,
        };
        faults.push(fault);
    }
    faults
}

/// What to write where only these values count.
fn one_of(values: &[&str]) -> String {
    match values {
        [one] => format!("Write `{one}`, or remove the field."),
        [first @ .., last] => format!("Write one of {} and {last}.", first.join(", ")),
        [] => String::new(),
    }
}

/// Limits in a map of numbers that are none: hosts pass over what is no number, and take one below 1.
fn limits(input: &Input<'_>, key: &str, entries: &[Entry]) -> Vec<Fault> {
    let of_numbers = |profile: &Profile| {
        let field = profile.field(key);
        field.is_some_and(|field| field.rule == FieldRule::Numbers)
    };
    let hosts = input.readings.iter();
    let hosts: Vec<_> = hosts
        .filter(|(host, read)| read.loaded() && of_numbers(host))
        .collect();
    let mut faults = Vec::new();
    for entry in entries.iter().filter(|_| !hosts.is_empty()) {
        let (Some(inner), Some(said)) = (entry.key.text(), entry.value.text()) else {
            continue;
        };
        let number = said.trim().parse::<f64>();
        if number.as_ref().is_ok_and(|number| *number > 0.0) || input.is_broken(entry) {
            continue;
        }
        let holds = |reading: &Reading| match reading.field(key) {
            Some(Value::Map(held)) => held.iter().any(|(known, _)| known == inner),
            _ => false,
        };
        let mut fault = Fault::new(
            value_or_key(entry),
            format!(
                "`{}` of `{key}` must be a number above 0",
                visible_line(inner)
            ),
            "Write a number, or remove the line.",
        );
        for (profile, reading) in &hosts {
            match holds(reading) {
                true => fault.minded_by.push(profile.id.clone()),
                false => fault.misread_by.push(profile.id.clone()),
            }
        }
        fault.only = Some(&[]);
        fault.effect = Some("taken by {} as it is");
        faults.push(fault);
    }
    faults
}

/// A known field that none of the judged hosts knows.
fn ignored(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for entry in input.entries() {
        let Some(known) = entry.key.text().and_then(field) else {
            continue;
        };
        let used = input
            .readings
            .iter()
            .any(|(profile, _)| profile.field(known.key).is_some());
        if !used {
            faults.push(Fault::new(
                entry.key.span.clone(),
                format!("no judged host does anything with `{}`", known.key),
                format!("It is for {}.", known.hosts.join(", ")),
            ));
        }
    }
    faults
}

/// Names of AgentWorks' own interface, which its agents do not have (its document says so).
const LEGACY: &[&str] = &[
    "read_workspace_file",
    "update_workspace_file",
    "delete_workspace_file",
];

fn legacy_tool(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("allowed-tools") else {
        return Vec::new();
    };
    let items: Vec<&Node> = match &entry.value.kind {
        Kind::Sequence { items, .. } => items.iter().collect(),
        _ => vec![&entry.value],
    };
    items
        .into_iter()
        .filter(|item| item.text().is_some_and(|tool| LEGACY.contains(&tool.trim())))
        .map(|item| {
            Fault::new(
                item.span.clone(),
                "this is a tool of old agents",
                "Name the tools agents have today: execute_shell_command, diff_patch_workspace_file.",
            )
        })
        .collect()
}

/// What the judged hosts take, from their profiles. Name and description have rules of their own.
fn types(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(emptied(input));
    for entry in input.entries() {
        let Some(key) = entry.key.text() else {
            continue;
        };
        faults.extend(item::parted(input, entry));
        if let Some(fault) = item::glued(input, entry) {
            faults.push(fault);
            continue;
        }
        let refused = |rule: FieldRule| refuses(rule, entry);
        let of_hosts = input
            .readings
            .iter()
            .flat_map(|(profile, _)| &profile.reader.field)
            .find(|field| field.key == key && refused(field.rule))
            .map(|field| field.rule);
        let map =
            field(key).filter(|known| known.kind == FieldType::Map && is_no_map(&entry.value));
        let wanting = map.map_or_else(Vec::new, |known| input.judged(known.hosts));
        let rule = of_hosts.or_else(|| refusing(input, entry, key));
        let rule = rule.or((!wanting.is_empty()).then_some(FieldRule::Map));
        if let Some(rule) = rule
            && !matches!(key, "name" | "description")
            && !input.is_broken(entry)
        {
            let mut fault = wrong_type(input, entry, key, rule);
            fault.minded_by = wanting;
            faults.push(fault);
        }
    }
    faults
}

/// What a judged host wants in place of this value, which it says is of the wrong type.
fn refusing(input: &Input<'_>, entry: &Entry, key: &str) -> Option<FieldRule> {
    let value = &entry.value.span;
    let here = |at: &Option<Span>| {
        let at = at.as_ref();
        at.is_some_and(|at| at.start == value.start || value.contains(&at.start))
    };
    let (profile, _) = input.readings.iter().find(|(_, reading)| {
        let mut notes = reading.notes.iter();
        let dropped = reading.dropped.as_ref();
        dropped
            .is_some_and(|why| (why.code == "wrong-type" || why.detail.is_some()) && here(&why.at))
            || notes.any(|note| note.code == "compatibility-not-text" && here(&note.at))
    })?;
    Some(match profile.field(key)?.rule {
        FieldRule::LaxBool | FieldRule::TextBool | FieldRule::Bool | FieldRule::MaybeBool => {
            FieldRule::Bool
        }
        FieldRule::Texts | FieldRule::List | FieldRule::Words | FieldRule::TextList => {
            FieldRule::TextList
        }
        FieldRule::Map | FieldRule::Numbers => FieldRule::Map,
        _ => FieldRule::Text,
    })
}

fn refuses(rule: FieldRule, entry: &Entry) -> bool {
    let node = &entry.value;
    if is_null(node) || matches!(node.kind, Kind::Alias(_)) {
        return false;
    }
    match rule {
        FieldRule::Text => !matches!(node.kind, Kind::Scalar { .. }),
        FieldRule::TextList => match &node.kind {
            Kind::Sequence { items, .. } => items.iter().any(is_collection),
            _ => true,
        },
        FieldRule::Bool | FieldRule::MaybeBool => match &node.kind {
            Kind::Scalar {
                value,
                style: Style::Plain,
            } => !is_bool(value),
            _ => true,
        },
        FieldRule::Numbers => !matches!(node.kind, Kind::Mapping { .. }),
        // Such a host drops the file, which is told as what keeps it from loading.
        FieldRule::StrictText
        | FieldRule::JsText
        | FieldRule::LaxText
        | FieldRule::PyText
        | FieldRule::LaxBool
        | FieldRule::TextBool
        | FieldRule::Sized
        | FieldRule::Texts
        | FieldRule::Never
        | FieldRule::Words
        | FieldRule::TextOrList
        | FieldRule::List
        | FieldRule::Map
        | FieldRule::Any => false,
    }
}

/// A text or a list, where the format asks for fields.
fn is_no_map(node: &Node) -> bool {
    let other = matches!(node.kind, Kind::Mapping { .. } | Kind::Alias(_));
    !other && !is_null(node)
}

fn is_collection(node: &Node) -> bool {
    matches!(node.kind, Kind::Sequence { .. } | Kind::Mapping { .. })
}

/// The words yaml.v3 takes for a boolean field (recorded): lower case, capitalised or upper case.
fn is_bool(value: &str) -> bool {
    const WORDS: &[&str] = &["true", "false", "yes", "no", "on", "off", "y", "n"];
    WORDS.iter().any(|word| {
        let capital = word[..1].to_uppercase() + &word[1..];
        value == *word || value == capital || value == word.to_uppercase()
    })
}

fn wrong_type(input: &Input<'_>, entry: &Entry, key: &str, rule: FieldRule) -> Fault {
    let range = entry.value.span.clone();
    let text = entry.value.text().map(str::trim);
    match (rule, text) {
        (FieldRule::TextList, text) => {
            let fault = Fault::new(
                range,
                format!("`{key}` must be a list of texts"),
                "Write one item on each line, after `- `.",
            );
            let items = text.map(items).unwrap_or_default();
            let edits = edit::set(input.text, input.document, key, NewValue::List(&items));
            if items.is_empty() {
                return fault;
            }
            fault.fix_if("make it a list", false, edits)
        }
        (FieldRule::Bool | FieldRule::MaybeBool, text) => {
            let fault = Fault::new(
                range,
                format!("`{key}` must be true or false"),
                "Write true or false, without quotes.",
            );
            let word = text.map(str::to_lowercase).unwrap_or_default();
            let (value, title) = match word.as_str() {
                "true" | "1" | "yes" | "on" => (true, "write it without quotes"),
                "false" | "0" | "no" | "off" => (false, "write it without quotes"),
                word => match near::meant(word, &["true", "false"]).as_slice() {
                    [near] => (*near == "true", "correct it"),
                    _ => return fault,
                },
            };
            let edits = edit::set(input.text, input.document, key, NewValue::Bool(value));
            fault.fix_if(title, false, edits)
        }
        (FieldRule::Map | FieldRule::Numbers, _) => Fault::new(
            range,
            format!("`{key}` must hold fields of its own"),
            "Write one `key: value` on each line below it, indented.",
        )
        .fix("write the items as fields", false, unlisted(input, entry)),
        _ => Fault::new(
            range,
            format!("`{key}` must be one text"),
            "Write one text, in quotes if needed.",
        )
        .fix_if(
            "quote the value",
            false,
            edit::quote(input.text, input.document, key),
        ),
    }
}

/// The items of a list written as one text: split at commas and semicolons, else at blanks, never inside brackets.
pub(super) fn items(text: &str) -> Vec<&str> {
    let split = |separator: fn(char) -> bool| {
        let mut depth = 0_usize;
        text.split(move |c: char| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && separator(c)
        })
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .collect::<Vec<_>>()
    };
    let by_comma = split(|c| matches!(c, ',' | ';'));
    if by_comma.len() > 1 {
        by_comma
    } else {
        split(char::is_whitespace)
    }
}

fn unknown(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = super::own::own(input);
    faults.extend(refused(input));
    faults
}

/// Fields of other hosts, which a validator refuses. Where one of these is judged as well the field
/// is meant, and this only worth knowing.
fn refused(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for entry in input.entries() {
        let Some(known) = entry.key.text().and_then(field) else {
            continue;
        };
        let refuses = |profile: &Profile| refuses_key(profile, known.key);
        let (against, others): (Vec<&Profile>, Vec<_>) = input
            .readings
            .iter()
            .map(|(profile, _)| *profile)
            .partition(|profile| refuses(profile));
        if against.is_empty() || input.is_broken(entry) {
            continue;
        }
        let mut fault = Fault::new(
            entry.key.span.clone(),
            format!("`{}` is a field of other hosts", known.key),
            format!("It is for {}.", known.hosts.join(", ")),
        );
        let used = others
            .iter()
            .any(|profile| profile.field(known.key).is_some());
        fault.severity = used.then_some(Severity::Hint);
        fault.minded_by = against.iter().map(|profile| profile.id.clone()).collect();
        fault.only = Some(&[]);
        faults.push(fault);
    }
    faults
}

/// A host that takes no file with a field it does not know, and this is one.
pub(super) fn refuses_key(profile: &Profile, key: &str) -> bool {
    let closed = profile.reader.unknown_keys.is_some() && profile.field(key).is_none();
    closed || read::refuses(profile.reader.validate, key)
}

pub(super) fn unknown_keys<'a>(input: &'a Input<'a>) -> impl Iterator<Item = (&'a Entry, &'a str)> {
    let keys = |entry: &'a Entry| Some((entry, entry.key.text()?));
    let strayed = strayed(input);
    input
        .entries()
        .iter()
        .filter(move |entry| {
            let strayed = strayed.as_ref();
            strayed.is_none_or(|strayed| !strayed.holds(entry.key.span.start))
        })
        .filter(|entry| !input.is_broken(entry))
        .filter_map(keys)
        // A blank of another kind, and a colon that is none, have rules of their own.
        .filter(|(_, key)| field(key).is_none() && !matches!(*key, "" | "<<"))
        .filter(|(_, key)| !key.contains(is_odd))
        .filter(|(entry, _)| {
            let line = line_at(input.text, entry.key.span.start);
            on_line(input, line).is_none()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_written_as_one_text() {
        assert_eq!(
            items("Read, Grep,Bash(a, b)"),
            ["Read", "Grep", "Bash(a, b)"]
        );
        assert_eq!(items("Read Bash(git add:*)"), ["Read", "Bash(git add:*)"]);
        assert_eq!(items("Read"), ["Read"]);
    }
}
