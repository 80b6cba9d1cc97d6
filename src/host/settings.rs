//! The options of a host as they are in force: given, configured, or by default.

use std::collections::BTreeMap;

use super::place::Place;
use super::profile::{Config, ConfigFormat, Profile};
use super::tree::FileTree;

/// The options of one host in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    values: BTreeMap<String, Setting>,
    given: BTreeMap<String, String>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
enum Setting {
    Text(String),
    List(Vec<String>),
}

impl Settings {
    /// Defaults, then the host's configuration files, then what the user gave: later wins.
    pub fn of(profile: &Profile, tree: &FileTree, place: &Place) -> Self {
        let mut settings = Self {
            values: BTreeMap::new(),
            given: place.options.clone(),
        };
        for option in &profile.option {
            if let Some(default) = &option.default {
                settings.put(&option.key, Setting::Text(default.clone()));
            }
        }
        for config in &profile.config {
            let file = settings.config_file(place, config);
            let bytes = tree.content(&file);
            if let Some(text) = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
                settings.read(config, text);
            }
        }
        for (key, value) in &place.options {
            settings
                .values
                .insert(key.clone(), Setting::Text(value.clone()));
        }
        settings
    }

    /// Where a configuration file is.
    pub fn config_file(&self, place: &Place, config: &Config) -> String {
        match config.option.as_ref().and_then(|key| self.given.get(key)) {
            Some(given) => place.absolute(given),
            None => place.fixed(&config.file),
        }
    }

    /// The text of an option; a list is joined with commas.
    pub fn text(&self, key: &str) -> Option<String> {
        match self.values.get(key)? {
            Setting::Text(text) => Some(text.clone()),
            Setting::List(items) => Some(items.join(",")),
        }
    }

    /// The entries of a list option; a text is split at commas, empty entries go.
    pub fn list(&self, key: &str) -> Vec<&str> {
        match self.values.get(key) {
            Some(Setting::Text(text)) => text
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .collect(),
            Some(Setting::List(items)) => items.iter().map(String::as_str).collect(),
            None => Vec::new(),
        }
    }

    /// Whether an option says yes: it holds something that is not a spelling of no.
    pub fn truth(&self, key: &str) -> bool {
        let text = self.text(key).unwrap_or_default();
        !matches!(
            text.to_ascii_lowercase().as_str(),
            "" | "false" | "0" | "no" | "off"
        )
    }

    fn put(&mut self, key: &str, value: Setting) {
        self.values.insert(key.to_owned(), value);
    }

    fn read(&mut self, config: &Config, text: &str) {
        // A file that cannot be read sets nothing, as in the hosts that have one.
        let root: Option<serde_json::Value> = match config.format {
            ConfigFormat::Toml => toml::from_str(text).ok(),
            ConfigFormat::Json => serde_json::from_str(text).ok(),
        };
        let Some(root) = root else {
            return;
        };
        for table in &config.tables {
            let mut path = table.path.split('.').filter(|part| !part.is_empty());
            let found = path.try_fold(&root, |at, part| at.get(part));
            for (key, value) in found
                .and_then(serde_json::Value::as_object)
                .into_iter()
                .flatten()
            {
                if let Some(setting) = setting(value) {
                    self.put(&format!("{}{key}", table.prefix), setting);
                }
            }
        }
    }
}

fn setting(value: &serde_json::Value) -> Option<Setting> {
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Bool(_) | serde_json::Value::Number(_) => Some(value.to_string()),
        _ => None,
    };
    match value {
        serde_json::Value::Array(items) => {
            Some(Setting::List(items.iter().filter_map(text).collect()))
        }
        other => text(other).map(Setting::Text),
    }
}
