//! `skillkiln.toml`: which hosts are judged, which rules count and how much.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value as Json, json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::sets::HostSet;
use super::{Severity, rule, rules, sets};
use crate::skill::lines::LineIndex;
use crate::skill::near::hint;

pub use crate::host::place::SETTINGS as FILE;

/// Rules that are silent unless the configuration switches them on.
const OFF: &[&str] = &["field/ignored"];

/// A number that rules compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Lines of a body.
    BodyLines,
    /// Tokens of a body.
    BodyTokens,
    /// Characters of a description that is still short.
    DescriptionLong,
    /// Kilobytes (1,024 bytes) of a skill file.
    FileKilobytes,
}

/// Keys of `[limits]`, what they mean, and their value when nothing is said.
const LIMITS: [(&str, &str, usize); 4] = [
    ("body-lines", "lines of a body (body/long)", 500),
    ("body-tokens", "tokens of a body (body/tokens)", 5_000),
    (
        "description-long",
        "characters of a description that is still short (description/long)",
        300,
    ),
    (
        "file-kilobytes",
        "kilobytes of a skill file (file/large)",
        256,
    ),
];

/// What a rule is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Off,
    /// On, as bad as it is.
    On,
    As(Severity),
}

const LEVELS: [(&str, Level); 5] = [
    ("off", Level::Off),
    ("on", Level::On),
    ("hint", Level::As(Severity::Hint)),
    ("warning", Level::As(Severity::Warning)),
    ("error", Level::As(Severity::Error)),
];

/// What the project wants of the checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Ids of the hosts to judge by; `None`: those the project shows signs of.
    pub hosts: Option<Vec<String>>,
    /// Patterns of paths, relative to the project, that are not checked.
    pub exclude: Vec<String>,
    /// Named sets of hosts, by name.
    pub sets: Vec<HostSet>,
    /// Other keys for commands of the workbench, which knows what they mean.
    pub keys: Vec<Keys>,
    rules: BTreeMap<String, Level>,
    limits: [usize; LIMITS.len()],
    /// Findings of one rule in one file that are told.
    pub(super) told: usize,
    /// Entries and YAML faults of one file that are looked at.
    pub(super) looked_at: usize,
}

/// More of one kind in a file is no skill, and must not stop the screen.
const TOLD: usize = 200;
const LOOKED_AT: usize = 500;

/// The same where time matters less than that nothing is left.
const ALL: usize = 5_000;

/// The keys a command gets instead of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Id of the command, as written.
    pub command: String,
    /// Bytes of the id in the file.
    pub range: Range<usize>,
    /// The keys as written, with their bytes in the file.
    pub keys: Vec<(String, Range<usize>)>,
}

/// One thing wrong in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{FILE}:{line}:{column}: {reason}")]
pub struct ConfigError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The bytes it is about.
    pub range: Range<usize>,
    /// What is wrong, for people.
    pub reason: String,
}

impl ConfigError {
    /// What is wrong at these bytes of the text of the file.
    pub fn at(text: &str, range: Range<usize>, reason: String) -> Self {
        let at = LineIndex::new(text).position(text, range.start.min(text.len()));
        Self {
            line: at.line,
            column: at.column,
            range,
            reason,
        }
    }
}

static STANDARD: Config = Config::new();

impl Config {
    const fn new() -> Self {
        let mut limits = [0; LIMITS.len()];
        let mut at = 0;
        while at < LIMITS.len() {
            limits[at] = LIMITS[at].2;
            at += 1;
        }
        Self {
            hosts: None,
            exclude: Vec::new(),
            sets: Vec::new(),
            keys: Vec::new(),
            rules: BTreeMap::new(),
            limits,
            told: TOLD,
            looked_at: LOOKED_AT,
        }
    }

    /// The same, with more of a file that is full of faults: up to 5,000 of a kind.
    #[must_use]
    pub fn thorough(&self) -> Self {
        Self {
            told: ALL,
            looked_at: ALL,
            ..self.clone()
        }
    }

    /// What counts in a project without the file.
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Reads the text of the file; every fault in it is told. `hosts` are the ids there are.
    ///
    /// # Errors
    /// All that is wrong, in the order of the text.
    pub fn parse(text: &str, hosts: &[&str]) -> Result<Self, Vec<ConfigError>> {
        let mut reader = Reader {
            text,
            config: Self::new(),
            errors: Vec::new(),
        };
        match DeTable::parse(text) {
            Ok(table) => reader.top(table.get_ref(), hosts),
            Err(error) => reader.wrong(error.span().unwrap_or(0..0), error.message().to_owned()),
        }
        reader.errors.sort_by_key(|error| error.range.start);
        match reader.errors.is_empty() {
            true => Ok(reader.config),
            false => Err(reader.errors),
        }
    }

    /// Ids of the hosts that the file names, alone or in sets.
    pub fn named(&self) -> Vec<String> {
        let mut named = self.hosts.clone().unwrap_or_default();
        for host in self.sets.iter().flat_map(|set| &set.hosts) {
            if !named.contains(host) {
                named.push(host.clone());
            }
        }
        named
    }

    /// Ids of the hosts that judge, where the project shows signs of `found`: those of `hosts` in
    /// place of these, and those of every set.
    pub fn judged<'f>(&self, found: impl IntoIterator<Item = &'f str>) -> Vec<String> {
        let mut judged: Vec<String> = match &self.hosts {
            Some(_) => Vec::new(),
            None => found.into_iter().map(str::to_owned).collect(),
        };
        for host in self.named() {
            if !judged.contains(&host) {
                judged.push(host);
            }
        }
        judged
    }

    /// The value of a limit.
    pub fn limit(&self, limit: Limit) -> usize {
        self.limits[limit as usize]
    }

    /// How bad a finding of `rule` is that came out as `severity`; `None` when the rule is off.
    pub fn severity(&self, rule: &str, severity: Severity) -> Option<Severity> {
        match self.rules.get(rule) {
            Some(Level::Off) => None,
            Some(Level::As(wanted)) => Some(*wanted),
            Some(Level::On) => Some(severity),
            None => (!OFF.contains(&rule)).then_some(severity),
        }
    }

    /// The project does not want to hear of the rule: the file switches it off.
    pub(super) fn silences(&self, rule: &str) -> bool {
        self.rules.get(rule) == Some(&Level::Off)
    }

    /// The rule may find something.
    pub fn runs(&self, rule: &str) -> bool {
        self.severity(rule, Severity::Hint).is_some()
    }

    /// The rule compares with a number that the project chose itself.
    pub(super) fn tunes(&self, rule: &str) -> bool {
        let rows = LIMITS.iter().zip(&self.limits);
        rows.filter(|((.., usual), set)| usual != *set)
            .any(|((_, what, _), _)| what.ends_with(&format!("({rule})")))
    }

    /// A path relative to the project is left out of the checks.
    pub fn excludes(&self, path: &str) -> bool {
        self.exclude.iter().any(|pattern| matches(pattern, path))
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

/// Why no path fits a pattern as it is meant, or every one does.
fn no_pattern(pattern: &str) -> Option<String> {
    const OTHERS: [char; 7] = ['[', ']', '{', '}', '?', '!', '\\'];
    if let Some(other) = pattern.chars().find(|c| OTHERS.contains(c)) {
        return Some(format!(
            "`{other}` means nothing in a path here: * stands for any letters of a name, ** for any folders"
        ));
    }
    let mut parts = pattern.trim_matches('/').split('/');
    parts
        .any(|part| matches!(part, "" | "." | ".."))
        .then(|| "a path from the project folder is due here, such as \"skills/old\"".to_owned())
}

/// A path or a folder above it fits a pattern: `*` stands for any letters but `/`, `**` for any
/// folders.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.trim_matches('/').split('/').collect();
    let path: Vec<&str> = path.trim_matches('/').split('/').collect();
    (1..=path.len()).any(|parts| fits(&pattern, &path[..parts]))
}

fn fits(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=path.len()).any(|skip| fits(rest, &path[skip..])),
        (Some((part, pattern)), Some((name, path))) => part_fits(part, name) && fits(pattern, path),
        _ => false,
    }
}

fn part_fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(start) else {
        return false;
    };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        match name.find(piece) {
            Some(at) => name = &name[at + piece.len()..],
            None => return false,
        }
    }
    name.len() >= last.len() && name.ends_with(last)
}

pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) config: Config,
    errors: Vec<ConfigError>,
}

pub(super) type Value<'v> = Spanned<DeValue<'v>>;

impl Reader<'_> {
    pub(super) fn wrong(&mut self, range: Range<usize>, reason: String) {
        let error = ConfigError::at(self.text, range, reason);
        self.errors.push(error);
    }

    /// There is nothing of this name: what may be meant.
    pub(super) fn unknown(&mut self, at: Range<usize>, what: &str, name: &str, known: &[&str]) {
        let hint = hint(name, known, "`skillkiln check --explain all` lists them");
        self.wrong(at, format!("there is no {what} {name:?}; {hint}"));
    }

    fn top(&mut self, table: &DeTable<'_>, hosts: &[&str]) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "hosts" => {
                    self.config.hosts = Some(self.hosts(value, hosts));
                }
                "exclude" => {
                    let given = self.texts(value);
                    for (pattern, range) in &given {
                        if let Some(why) = no_pattern(pattern) {
                            self.wrong(range.clone(), why);
                        }
                    }
                    self.config.exclude = given.into_iter().map(|(path, _)| path).collect();
                }
                "sets" => sets::read(self, value, hosts),
                "rules" => self.table(value, Self::rule),
                "limits" => self.table(value, Self::limit),
                "keys" => self.table(value, Self::keys),
                other => {
                    let known = ["hosts", "exclude", "sets", "rules", "limits", "keys"];
                    self.unknown(key.span(), "setting", other, &known);
                }
            }
        }
        if let Some((_, value)) = table.iter().find(|(key, _)| key.get_ref() == "hosts")
            && self.errors.is_empty()
            && self.config.named().is_empty()
        {
            let why =
                "no host is named, so nothing would be checked; name one, or take the line out";
            self.wrong(value.span(), why.to_owned());
        }
    }

    /// Ids of hosts there are.
    pub(super) fn hosts(&mut self, value: &Value<'_>, hosts: &[&str]) -> Vec<String> {
        let given = self.texts(value);
        for (host, range) in &given {
            if !hosts.contains(&host.as_str()) {
                self.unknown(range.clone(), "host", host, hosts);
            }
        }
        given.into_iter().map(|(host, _)| host).collect()
    }

    pub(super) fn texts(&mut self, value: &Value<'_>) -> Vec<(String, Range<usize>)> {
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value.span(), "a list of texts is due here".to_owned());
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in items {
            match item.get_ref().as_str() {
                Some(text) => texts.push((text.to_owned(), item.span())),
                None => self.wrong(item.span(), "a text is due here".to_owned()),
            }
        }
        texts
    }

    fn table(&mut self, value: &Value<'_>, each: fn(&mut Self, &str, Range<usize>, &Value<'_>)) {
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table {
                    each(self, key.get_ref().as_ref(), key.span(), value);
                }
            }
            _ => self.wrong(value.span(), "a table is due here".to_owned()),
        }
    }

    fn rule(&mut self, id: &str, key: Range<usize>, value: &Value<'_>) {
        if rule(id).is_none() {
            let known: Vec<&str> = rules().map(|rule| rule.id).collect();
            self.unknown(key, "rule", id, &known);
            return;
        }
        let word = value.get_ref().as_str().unwrap_or_default();
        match LEVELS.iter().find(|(known, _)| *known == word) {
            Some((_, level)) => {
                self.config.rules.insert(id.to_owned(), *level);
            }
            None => self.wrong(
                value.span(),
                "one of \"off\", \"on\", \"hint\", \"warning\", \"error\" is due here".to_owned(),
            ),
        }
    }

    fn keys(&mut self, id: &str, key: Range<usize>, value: &Value<'_>) {
        let keys = self.texts(value);
        self.config.keys.push(Keys {
            command: id.to_owned(),
            range: key,
            keys,
        });
    }

    fn limit(&mut self, id: &str, key: Range<usize>, value: &Value<'_>) {
        let Some(at) = LIMITS.iter().position(|(known, ..)| *known == id) else {
            let known: Vec<&str> = LIMITS.iter().map(|(known, ..)| *known).collect();
            self.unknown(key, "limit", id, &known);
            return;
        };
        let number = match value.get_ref() {
            DeValue::Integer(number) => usize::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number {
            Some(number) => self.config.limits[at] = number,
            None => self.wrong(value.span(), "a number from 0 is due here".to_owned()),
        }
    }
}

/// The JSON schema of the file, for editors that complete and check TOML.
pub fn schema() -> Json {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let with_help = |help: &str| {
        let mut list = texts.clone();
        list["description"] = help.into();
        list
    };
    let levels: Vec<&str> = LEVELS.iter().map(|(word, _)| *word).collect();
    let rules: serde_json::Map<_, _> = rules()
        .map(|rule| {
            let row = json!({ "description": rule.summary, "enum": levels });
            (rule.id.to_owned(), row)
        })
        .collect();
    let limits: serde_json::Map<_, _> = LIMITS
        .iter()
        .map(|(key, help, default)| {
            let row =
                json!({ "description": help, "type": "integer", "minimum": 0, "default": default });
            ((*key).to_owned(), row)
        })
        .collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": FILE,
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "hosts": with_help("Ids of the hosts to judge by, instead of those the project shows signs of"),
            "exclude": with_help("Paths in the project that are not checked; * and ** as usual"),
            "sets": sets::schema(),
            "rules": {
                "description": "Rules, off or on, or how bad what they find is",
                "type": "object",
                "additionalProperties": false,
                "properties": rules,
            },
            "limits": {
                "description": "Numbers that rules compare with",
                "type": "object",
                "additionalProperties": false,
                "properties": limits,
            },
            "keys": {
                "description": "Keys of commands of the workbench, by the id of the command, instead of its own; an empty list takes them away",
                "type": "object",
                "additionalProperties": texts,
            },
        },
    })
}
