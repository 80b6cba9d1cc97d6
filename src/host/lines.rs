//! What a catalogue makes of a skill beyond its name and description.

use super::alone::read_file;
use super::layers::LayerState;
use super::profile::{Also, Catalogue, Escape, Intents, Needs, Profile, Trim};
use super::python;
use super::reading::Value;
use super::settings::Settings;
use super::survey::Copy;
use super::tree::{FileTree, Target, join, split};

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

/// The lines a catalogue adds for what a skill says or brings along.
pub(super) fn extras(
    template: &Catalogue,
    settings: &Settings,
    tree: &FileTree,
    copy: &Copy,
) -> String {
    let lines = template.lines.iter().map(|extra| {
        let field = extra.field.as_ref().and_then(|key| copy.reading.field(key));
        let folder = extra.folder.as_ref().zip(copy.folder.as_ref());
        let all: Vec<String> = match (field, folder) {
            _ if extra.needs.is_some() => {
                let needs = extra.needs.iter();
                needs
                    .flat_map(|needs| missing(needs, settings, copy))
                    .collect()
            }
            (Some(Value::Text(text)), _) => words(text),
            (Some(Value::List(items)), _) => {
                let texts = items.iter().filter_map(|item| match item {
                    Value::Text(text) => Some(python::strip(text).to_owned()),
                    _ => None,
                });
                texts.filter(|text| !text.is_empty()).collect()
            }
            (_, Some((name, folder))) => files(tree, &join(folder, name)),
            _ => Vec::new(),
        };
        match all.is_empty() {
            true => extra.none.clone(),
            false => extra.line.replace("{value}", &all.join(", ")),
        }
    });
    lines.collect()
}

/// What a skill needs that is not there, each with its word.
fn missing(needs: &Needs, settings: &Settings, copy: &Copy) -> Vec<String> {
    let parsed;
    let data = match copy.reading.field(&needs.field) {
        Some(Value::Text(text)) => {
            parsed = serde_json::from_str(text).map_or(Value::Null, of_json);
            &parsed
        }
        Some(held) => held,
        None => return Vec::new(),
    };
    let mut places = needs.within.iter();
    let own = places.find_map(|key| at(data, key));
    let Some(wanted) = own.and_then(|own| at(own, &needs.key)) else {
        return Vec::new();
    };
    let gone = settings.list(&needs.option);
    let lists = needs.lists.iter().flat_map(|(key, word)| {
        let names = match at(wanted, key) {
            Some(Value::List(items)) => items.as_slice(),
            _ => &[],
        };
        names.iter().filter_map(move |name| match name {
            Value::Text(name) => Some((word, name.as_str())),
            _ => None,
        })
    });
    let lists = lists.filter(|(_, name)| gone.contains(name));
    lists
        .map(|(word, name)| format!("{word}: {name}"))
        .collect()
}

/// The value of a key in a map.
fn at<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    let Value::Map(entries) = value else {
        return None;
    };
    let mut entries = entries.iter();
    entries
        .find(|(known, _)| known == key)
        .map(|(_, value)| value)
}

/// Texts, lists and maps of JSON; anything else is nothing.
fn of_json(json: serde_json::Value) -> Value {
    match json {
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Array(items) => Value::List(items.into_iter().map(of_json).collect()),
        serde_json::Value::Object(entries) => {
            let entries = entries.into_iter();
            Value::Map(entries.map(|(key, value)| (key, of_json(value))).collect())
        }
        _ => Value::Null,
    }
}

/// Words with blanks or commas between them.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c| c == ',' || python::is_space(c));
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Names of the files directly in a folder, but for hidden ones.
fn files(tree: &FileTree, folder: &str) -> Vec<String> {
    let entries = tree.read_folder(folder);
    let entries = entries.iter().flat_map(|(_, folder)| &folder.entries);
    let shown = entries.filter(|entry| {
        let file = tree.resolve(&join(folder, &entry.name));
        !entry.name.starts_with('.') && matches!(file, Ok(Target::File(..)))
    });
    shown.map(|entry| entry.name.to_string()).collect()
}

/// The description a file in the folder of a group gives it, the strongest layer first.
pub(super) fn of_group(
    profile: &Profile,
    tree: &FileTree,
    layers: &[LayerState],
    file: &str,
    group: &str,
) -> Option<String> {
    let below = if group == NO_GROUP { "" } else { group };
    let folders = layers
        .iter()
        .rev()
        .filter_map(|layer| layer.path.as_deref());
    let texts = folders.filter_map(|folder| {
        let folder = if below.is_empty() {
            folder.to_owned()
        } else {
            join(folder, below)
        };
        let bytes = tree.content(&join(&folder, file))?;
        // Such a file is read as the prompt reads skills.
        let reader = profile.prompt_reader.clone();
        let about = Profile {
            reader: reader.unwrap_or_else(|| profile.reader.clone()),
            prompt_reader: None,
            ..profile.clone()
        };
        let reading = read_file(&about, bytes, group);
        let Some(Value::Text(text)) = reading.field("description") else {
            return None;
        };
        let text = Trim::PythonQuotes.apply(text).to_owned();
        (!text.is_empty()).then_some(text)
    });
    let mut texts = texts;
    texts.next()
}

/// The name of the group of skills that lie in none.
pub(super) const NO_GROUP: &str = "general";

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

/// A text as a catalogue escapes it.
pub(super) fn escape(escape: Escape, text: &str) -> String {
    match escape {
        Escape::None => text.to_owned(),
        Escape::Html => python::html_escape(text),
        Escape::Xml => python::html_escape(text).replace("&#x27;", "&apos;"),
        Escape::XmlText => text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;"),
    }
}

/// Why a skill has no entry of its own in the catalogue, though it is loaded.
pub(super) fn bare(template: &Catalogue, copy: &Copy) -> Option<&'static str> {
    let body = copy.reading.body.as_deref();
    if template.skip_bodyless && body.is_none_or(str::is_empty) {
        return Some("its text is empty");
    }
    if template.skip_lost && copy.reading.lost.is_some() {
        return Some(
            "its frontmatter cannot be read: it is only there for who calls it by its name",
        );
    }
    let single = copy.folder.is_none() && copy.path.is_some();
    let mut fields = template.single_with.iter();
    if template.folders_only && single && !fields.any(|key| copy.reading.holds(key)) {
        return Some("it is a single file");
    }
    (template.skip_undescribed && copy.reading.description.is_none()).then_some("no description")
}
