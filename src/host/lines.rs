//! What a catalogue makes of a skill beyond its name and description.

use super::profile::{Also, Catalogue, Intents};
use super::python;
use super::reading::Value;
use super::survey::Copy;
use super::tree::{FileTree, join, split};

/// The name of a folder as a title: dots before it gone, words begin large.
pub(super) fn title(name: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in name
        .trim_start_matches('.')
        .replace(['_', '-'], " ")
        .chars()
    {
        match inside {
            false => out.extend(c.to_uppercase()),
            true => out.extend(c.to_lowercase()),
        }
        inside = c.is_alphabetic();
    }
    out
}

/// The first line of a body that says something, and how much follows it.
pub(super) fn body_line(copy: &Copy, rest: &str) -> String {
    let body = copy.reading.body.as_deref().unwrap_or_default();
    let mut before = 0;
    for line in body.split('\n') {
        let said = python::strip(line);
        let length = line.chars().count();
        if said.is_empty() || said.starts_with('#') {
            before += length + 1;
            continue;
        }
        let left = body.chars().count().saturating_sub(before + length);
        if left == 0 {
            return said.to_owned();
        }
        let rest = fill(rest, |slot| match slot {
            "count" => Some(left.to_string()),
            "name" => Some(copy.name.clone()),
            _ => None,
        });
        return format!("{said}{rest}");
    }
    String::new()
}

/// What a catalogue adds for fields a skill has.
pub(super) fn more(template: &Catalogue, copy: &Copy) -> String {
    let added = template.more.iter().filter_map(|more| {
        let value = copy.reading.field(&more.field)?;
        let text = match value {
            Value::List(items) => items.iter().map(python::str).collect::<Vec<_>>().join(", "),
            value => python::strip(&python::str(value)).to_owned(),
        };
        let line = || more.line.replace("{value}", &text);
        (!text.is_empty()).then(line)
    });
    let added: Vec<String> = added.collect();
    match added.is_empty() {
        true => String::new(),
        false => format!(" ({})", added.join(", ")),
    }
}

/// The skill file, with the links that lead to its folder followed.
pub(super) fn without_folder_links(tree: &FileTree, copy: &Copy) -> String {
    let path = copy.path.as_deref().unwrap_or_default();
    match split(path) {
        Some((folder, file)) => join(&tree.real_path(folder), file),
        None => path.to_owned(),
    }
}

impl Also {
    /// The description with the field behind it; `None` when the skill has no such text.
    pub(super) fn behind(&self, copy: &Copy, description: &str) -> Option<String> {
        match copy.reading.field(&self.field) {
            Some(Value::Text(more)) if !more.is_empty() => {
                Some(format!("{description}{}{more}", self.between))
            }
            _ => None,
        }
    }
}

/// The intents of a skill as one text.
pub(super) fn intents_of(intents: &Intents, copy: &Copy) -> String {
    let listed = match copy.reading.field(&intents.field) {
        Some(Value::List(all)) => all.as_slice(),
        _ => &[],
    };
    let texts = listed.iter().filter_map(|one| match one {
        Value::Text(one) => Some(one.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    if texts.is_empty() {
        "no intent".to_owned()
    } else {
        texts.join(", ")
    }
}

/// Fills `{slot}`s in one pass, so that a value holding `{name}` stays as it is.
pub(super) fn fill(pattern: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let slot = rest
            .find('}')
            .and_then(|close| Some((close, value(&rest[1..close])?)));
        match slot {
            Some((close, text)) => {
                out.push_str(&text);
                rest = &rest[close + 1..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}
