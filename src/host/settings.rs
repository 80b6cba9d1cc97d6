//! The options of a host as they are in force: given, configured, or by default.

use std::collections::BTreeMap;

use super::place::Place;
use super::profile::{Config, ConfigFormat, OptionKind, Profile, YES_OR_NO};
use super::tree::FileTree;

/// The options of one host in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    values: BTreeMap<String, Setting>,
    given: BTreeMap<String, String>,
    /// What the host cannot take in its configuration files, and that is passed over here.
    pub problems: Vec<Problem>,
}

/// A configuration file that the host does not take as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub path: String,
    /// What is wrong in it.
    pub message: String,
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
            problems: Vec::new(),
        };
        for option in &profile.option {
            if let Some(default) = &option.default {
                settings.put(&option.key, Setting::Text(default.clone()));
            }
        }
        for config in &profile.config {
            let file = settings.config_file(place, config);
            let told = match tree.content(&file) {
                Some(bytes) => settings.read(profile, config, bytes),
                None if settings.is_given(config) => vec!["there is no such file".to_owned()],
                None => Vec::new(),
            };
            if config.strict {
                let problem = |message| Problem {
                    path: file.clone(),
                    message,
                };
                settings.problems.extend(told.into_iter().map(problem));
            }
        }
        for (key, value) in &place.options {
            settings
                .values
                .insert(key.clone(), Setting::Text(value.clone()));
        }
        settings
    }

    fn is_given(&self, config: &Config) -> bool {
        let key = config.option.as_ref();
        key.is_some_and(|key| self.given.contains_key(key))
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
            "" | "false" | "f" | "0" | "0.0" | "no" | "n" | "off"
        )
    }

    fn put(&mut self, key: &str, value: Setting) {
        self.values.insert(key.to_owned(), value);
    }

    /// Takes over what a file says; what the host could not take of it is told.
    fn read(&mut self, profile: &Profile, config: &Config, bytes: &[u8]) -> Vec<String> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return vec!["it is not UTF-8".to_owned()];
        };
        let root: Result<serde_json::Value, String> = match config.format {
            ConfigFormat::Toml => toml::from_str(text)
                .map_err(|error| format!("it is no TOML: {}", error.message().trim())),
            ConfigFormat::Json => {
                serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))
            }
        };
        // A file that cannot be read sets nothing.
        let root = match root {
            Ok(root) => root,
            Err(message) => return vec![message],
        };
        let mut told = Vec::new();
        for table in &config.tables {
            let mut path = table.path.split('.').filter(|part| !part.is_empty());
            let found = path.try_fold(&root, |at, part| at.get(part));
            for (key, value) in found
                .and_then(serde_json::Value::as_object)
                .into_iter()
                .flatten()
            {
                let option = format!("{}{key}", table.prefix);
                let wanted = if config.strict {
                    wanted(profile, &option)
                } else {
                    None
                };
                match (wanted, setting(value)) {
                    (Some(wanted), _) if !wanted.takes(value) => {
                        told.push(format!("`{}.{key}` must be {}", table.path, wanted.words()))
                    }
                    (_, Some(setting)) => self.put(&option, setting),
                    (_, None) => {}
                }
            }
        }
        told
    }
}

/// The type of an option in a configuration file.
#[derive(Clone, Copy)]
enum Wanted {
    List,
    Truth,
    Text,
}

/// What an option must be; `None` when the host has no such option.
fn wanted(profile: &Profile, key: &str) -> Option<Wanted> {
    let option = profile.option.iter().find(|option| option.key == key)?;
    let lists = profile
        .layer
        .iter()
        .any(|layer| [&layer.list, &layer.disabled].contains(&&Some(key.to_owned())));
    Some(match option.kind() {
        _ if lists => Wanted::List,
        OptionKind::Truth => Wanted::Truth,
        OptionKind::Whole | OptionKind::Number | OptionKind::Text => Wanted::Text,
    })
}

impl Wanted {
    /// Whether the host takes a value: texts and numbers that mean yes or no count as such.
    fn takes(self, value: &serde_json::Value) -> bool {
        match (self, value) {
            (Self::List, value) => value
                .as_array()
                .is_some_and(|items| items.iter().all(serde_json::Value::is_string)),
            (Self::Text, value) => value.is_string(),
            (Self::Truth, serde_json::Value::Bool(_)) => true,
            (Self::Truth, serde_json::Value::Number(number)) => {
                matches!(number.as_f64(), Some(0.0 | 1.0))
            }
            (Self::Truth, serde_json::Value::String(text)) => {
                YES_OR_NO.iter().any(|word| word.eq_ignore_ascii_case(text))
            }
            (Self::Truth, _) => false,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::List => "a list of texts",
            Self::Truth => "true or false",
            Self::Text => "a text",
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
