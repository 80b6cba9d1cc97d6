//! What a host asks of a skill before it takes it from elsewhere, and the folder it then gets.

use crate::host::names::{first_bad_char, import_folder};
use crate::host::profile::ImportFolder;
use crate::host::python::strip;
use crate::host::{Profile, Reading, Value};
use crate::library::write::refuse_name;

/// What the host asks of an import beyond what it loads: a code and words. `own_name` is the name of
/// the skill's folder.
pub(super) fn lacks(
    profile: &Profile,
    reading: &Reading,
    own_name: &str,
) -> Option<(&'static str, String)> {
    let require = &profile.exchange.require;
    for (key, reason) in [
        ("name", "name-required"),
        ("description", "description-required"),
    ] {
        let text = match reading.field(key) {
            Some(Value::Text(text)) => strip(text),
            _ => "",
        };
        if require.iter().any(|wanted| wanted == key) && text.is_empty() {
            return Some((reason, format!("{key} is missing or empty")));
        }
    }
    if let (false, Some(Value::Text(name))) = (require.is_empty(), reading.field("name"))
        && let Some(c) = first_bad_char(name)
    {
        return Some((
            "name-characters",
            format!("the name holds {c:?}; letters, digits, - and _ can be imported"),
        ));
    }
    let blank = |value: &Value| matches!(value, Value::Text(text) if strip(text).is_empty());
    if let (false, Some(Value::List(tools))) = (require.is_empty(), reading.field("allowed-tools"))
        && tools.iter().any(blank)
    {
        let detail = "allowed-tools has an empty entry".to_owned();
        return Some(("allowed-tools-empty", detail));
    }
    let folder = target_folder(profile, reading.name.as_deref().unwrap_or(own_name));
    (profile.exchange.refuse_builtin && profile.has_builtin(&folder)).then(|| {
        let title = &profile.title;
        (
            "builtin-name",
            format!("{title} brings a skill called {folder} itself"),
        )
    })
}

/// The folder an imported skill gets; empty when nothing of the name can be one.
pub fn target_folder(profile: &Profile, name: &str) -> String {
    match profile.exchange.folder {
        ImportFolder::Name if refuse_name(name).is_none() => name.to_owned(),
        ImportFolder::Name | ImportFolder::Slug => slug(name),
        ImportFolder::Letters => import_folder(name),
    }
}

/// MiniBot's rule: lower case, every run of other characters one hyphen, none at the edges.
fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        let plain = c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
        if plain {
            out.push(c);
        } else if !out.ends_with('\u{0}') {
            out.push('\u{0}');
        }
    }
    let out = out.replace('\u{0}', "-");
    out.trim_matches(['-', '.']).to_owned()
}
