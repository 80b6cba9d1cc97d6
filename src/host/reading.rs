//! What one host holds after reading one file.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use crate::skill::Span;
use crate::skill::fields::FIELDS;
use crate::skill::shared::Shared;

/// A value as a host holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Absent or null, where the host tells that from an empty text.
    Null,
    /// true or false.
    Bool(bool),
    /// A whole number, as its shortest decimal text (it may be longer than any machine number).
    Integer(String),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// A date or a moment, as it is written.
    Date(String),
    /// Bytes (`!!binary`).
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Value>),
    /// Keys and values, in the host's order.
    Map(Vec<(String, Value)>),
}

impl Value {
    fn feed(&self, to: &mut impl Hasher) {
        discriminant(self).hash(to);
        match self {
            Self::Null => {}
            Self::Bool(truth) => truth.hash(to),
            Self::Float(number) => number.to_bits().hash(to),
            Self::Integer(text) | Self::Text(text) | Self::Date(text) => text.hash(to),
            Self::Bytes(bytes) => bytes.hash(to),
            Self::List(items) => {
                items.len().hash(to);
                items.iter().for_each(|item| item.feed(to));
            }
            Self::Map(pairs) => {
                pairs.len().hash(to);
                for (key, value) in pairs {
                    key.hash(to);
                    value.feed(to);
                }
            }
        }
    }
}

/// Why a host does not load a file. The code is the one of the recorded vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// `no-frontmatter`, `unclosed-frontmatter`, `bad-yaml`, `empty-file`, ...
    pub code: &'static str,
    /// The characters that decide, in the text as decoded.
    pub at: Option<Span>,
    /// One sentence for people, without the file name.
    pub message: String,
    /// Machine-readable detail, for `read --format json`.
    pub detail: Option<Box<serde_json::Value>>,
}

/// Something a reader did or would warn about, without dropping the file.
#[derive(Clone, Debug, Hash, PartialEq)]
pub struct Note {
    /// A short stable code.
    pub code: &'static str,
    /// The characters it is about.
    pub at: Option<Span>,
    /// One sentence for people.
    pub message: String,
    /// Rests on our own decision (documentation only, no recording).
    pub assumed: bool,
}

/// The runtime itself fails on an input: nothing reaches the model then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// One file keeps the runtime from loading any skill.
    #[error("{path}: {message}; as long as it is there, no skill loads at all")]
    All {
        /// The file.
        path: String,
        /// What happens.
        message: String,
    },
    /// A configuration file is not taken as it is.
    #[error("{path}: {message}; it is passed over here, and the default is shown")]
    Config {
        /// The file.
        path: String,
        /// What is wrong in it.
        message: String,
    },
    /// An agent type cannot be run at all.
    #[error("the agent type {agent:?} makes the runtime fail: {message}")]
    Agent {
        /// Its name.
        agent: String,
        /// What happens.
        message: String,
    },
    /// A skill makes everything fail that uses it, the list of all skills included.
    #[error("the skill {skill:?} makes the runtime fail: {message}")]
    Skill {
        /// Its name.
        skill: String,
        /// What happens.
        message: String,
    },
}

impl Fault {
    /// It is about a configuration file, which every answer depends on.
    pub fn is_config(&self) -> bool {
        matches!(self, Self::Config { .. })
    }
}

/// A skill that is handed to a child runtime.
#[derive(Clone, Debug, PartialEq)]
pub struct Delegation {
    /// The limits that are given, in the order of the file (`maxSteps`, `timeout` in
    /// milliseconds); none may be.
    pub limits: Vec<(String, Value)>,
}

impl Delegation {
    /// The limits as an object of numbers.
    pub fn to_json(&self) -> serde_json::Value {
        let number = |value: &Value| match value {
            Value::Integer(digits) => serde_json::from_str(digits).unwrap_or_default(),
            Value::Float(number) => serde_json::Value::from(*number),
            _ => serde_json::Value::Null,
        };
        let limits = self.limits.iter();
        limits
            .map(|(key, value)| (key.clone(), number(value)))
            .collect()
    }
}

/// What one host holds after reading one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// `None` when it loads.
    pub dropped: Option<Box<Dropped>>,
    /// The name the host uses (after its fallbacks); `None` when dropped.
    pub name: Option<String>,
    /// The description the host uses; `None` when it has none or drops the file.
    pub description: Option<String>,
    /// The fields by the key as written in files, in the host's order.
    pub fields: Vec<(String, Value)>,
    /// What the prompt holds, where it reads the file in a way of its own (without the body).
    pub in_prompt: Option<Arc<Reading>>,
    /// The body as the host holds it.
    pub body: Option<Shared>,
    /// Notes, in the order the host would give them.
    pub notes: Vec<Note>,
    /// The file loads without any of its fields, because the frontmatter cannot be read; why.
    pub lost: Option<Box<Dropped>>,
    /// The runtime knows the skill and fails as soon as it uses it; how.
    pub fails: Option<String>,
    /// Values that rest on our own decision, because only documentation is known: the field by its
    /// key (`body`, and `loaded` for the verdict itself), and which decision that is.
    pub assumed: BTreeMap<String, String>,
    /// Where each field's value stands in the text, for jumping there.
    pub spans: Spans,
}

/// Where the value of each field stands. A file has few fields, and there may be very many files.
#[derive(Clone, Debug, Default, Hash, PartialEq)]
pub struct Spans(Vec<(Key, u32, u32)>);

/// The key of a field: its index in the table of fields, where it stands there.
#[derive(Clone, Debug, Hash, PartialEq)]
enum Key {
    Listed(u8),
    Other(Box<str>),
}

impl Key {
    fn of(key: &str) -> Self {
        let at = FIELDS.iter().position(|field| field.key == key);
        let at = at.and_then(|at| u8::try_from(at).ok());
        at.map_or_else(|| Self::Other(key.into()), Self::Listed)
    }
}

/// Bytes of a file that was read: none is as large as that.
fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Spans {
    /// Where the value of a field stands.
    pub fn get(&self, key: &str) -> Option<Span> {
        let key = Key::of(key);
        let mut known = self.0.iter();
        let (_, start, end) = known.find(|(known, ..)| *known == key)?;
        Some(*start as usize..*end as usize)
    }

    /// Notes a place; it takes that of an earlier one.
    pub fn insert(&mut self, key: &str, at: Span) {
        let place = (Key::of(key), short(at.start), short(at.end));
        match self.0.iter_mut().find(|(known, ..)| *known == place.0) {
            Some(known) => *known = place,
            None => self.0.push(place),
        }
    }

    /// Every place, in the order they were noted.
    pub fn values(&self) -> impl Iterator<Item = Span> {
        let places = self.0.iter();
        places.map(|(_, start, end)| *start as usize..*end as usize)
    }

    /// No place is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Dropped> for Reading {
    fn from(dropped: Dropped) -> Self {
        Self {
            dropped: Some(Box::new(dropped)),
            ..Self::default()
        }
    }
}

impl Reading {
    /// True when the host loads the file.
    pub fn loaded(&self) -> bool {
        self.dropped.is_none()
    }

    /// A reading that drops the file.
    pub fn drop(code: &'static str, at: Option<Span>, message: impl Into<String>) -> Self {
        Self {
            dropped: Some(Box::new(Dropped {
                code,
                at,
                message: message.into(),
                detail: None,
            })),
            ..Self::default()
        }
    }

    /// Keeps no words of its own that stand in the bytes it was read from.
    pub(super) fn leaning_on(mut self, bytes: &Arc<[u8]>) -> Self {
        self.body = self.body.map(|body| body.moved_to(bytes));
        self.fields.shrink_to_fit();
        self.notes.shrink_to_fit();
        self.spans.0.shrink_to_fit();
        self
    }

    /// A number that is another for a reading of `file` that differs. Kept instead of the reading it takes
    /// no room; that two that differ have one is not to be expected. A body that stands in the file is told
    /// by its place there.
    pub fn mark(&self, file: &Arc<[u8]>) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.feed(file, &mut hasher);
        hasher.finish()
    }

    fn feed(&self, file: &Arc<[u8]>, to: &mut impl Hasher) {
        // Taken apart, so that no field is forgotten.
        let Self {
            dropped,
            name,
            description,
            fields,
            in_prompt,
            body,
            notes,
            lost,
            fails,
            assumed,
            spans,
        } = self;
        for dropped in [dropped, lost] {
            dropped.is_some().hash(to);
            if let Some(dropped) = dropped {
                let Dropped {
                    code,
                    at,
                    message,
                    detail,
                } = &**dropped;
                (code, at, message).hash(to);
                detail.as_ref().map(ToString::to_string).hash(to);
            }
        }
        (name, description, fails, assumed, spans, notes).hash(to);
        let body = body.as_ref();
        let place = body.and_then(|body| body.place_in(file));
        (body.is_some(), &place).hash(to);
        body.filter(|_| place.is_none()).map(Shared::bytes).hash(to);
        fields.len().hash(to);
        for (key, value) in fields {
            key.hash(to);
            value.feed(to);
        }
        in_prompt.is_some().hash(to);
        if let Some(own) = in_prompt {
            own.feed(file, to);
        }
    }

    /// A field holds a text that is not blank, or a list with anything in it.
    pub fn holds(&self, key: &str) -> bool {
        match self.field(key) {
            Some(Value::Text(text)) => !text.trim().is_empty(),
            Some(Value::List(items)) => !items.is_empty(),
            _ => false,
        }
    }

    /// The value of a field by its key in files.
    pub fn field(&self, key: &str) -> Option<&Value> {
        self.fields
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_that_differs_in_anything_has_another_mark() {
        let why = || {
            let why = Reading::drop("bad-yaml", Some(1..2), "a colon").dropped;
            why.expect("dropped")
        };
        let text = |text: &str| Value::Text(text.to_owned());
        let with = |change: &dyn Fn(&mut Reading)| {
            let mut reading = Reading::default();
            change(&mut reading);
            reading
        };
        let mut all = vec![
            Reading::default(),
            with(&|r| r.dropped = Some(why())),
            with(&|r| r.lost = Some(why())),
            with(&|r| r.name = Some("a".to_owned())),
            with(&|r| r.description = Some("a".to_owned())),
            with(&|r| r.in_prompt = Some(Arc::default())),
            with(&|r| r.body = Some("a".into())),
            with(&|r| r.fails = Some("a".to_owned())),
            with(&|r| r.assumed = [("a".to_owned(), "b".to_owned())].into()),
            with(&|r| r.spans.insert("name", 1..2)),
            with(&|r| r.spans.insert("name", 1..3)),
            with(&|r| r.spans.insert("of nobody", 1..2)),
            with(&|r| {
                r.notes = vec![Note {
                    code: "a",
                    at: None,
                    message: String::new(),
                    assumed: false,
                }];
            }),
        ];
        let values = [
            Value::Null,
            Value::Bool(false),
            Value::Bool(true),
            Value::Integer("1".to_owned()),
            Value::Float(1.0),
            text("1"),
            Value::Date("1".to_owned()),
            Value::Bytes(b"1".to_vec()),
            Value::List(vec![text("1")]),
            Value::List(vec![text("1"), text("1")]),
            Value::Map(vec![("1".to_owned(), text("1"))]),
        ];
        all.extend(values.map(|value| with(&|r| r.fields = vec![("a".to_owned(), value.clone())])));
        // Bodies that stand in the file, one of them like the body of another file above.
        let file: Arc<[u8]> = Arc::from(&b"text other"[..]);
        for part in ["text", "other", "text "] {
            let at = std::str::from_utf8(&file).unwrap().find(part).unwrap();
            let part = std::str::from_utf8(&file[at..at + part.len()]).unwrap();
            all.push(with(&|r| r.body = Some(Shared::within(&file, part))));
        }
        let marks = all.iter().map(|reading| reading.mark(&file));
        let marks: std::collections::HashSet<u64> = marks.collect();
        assert_eq!(marks.len(), all.len());
        for reading in all {
            assert_eq!(reading.clone().mark(&file), reading.mark(&file));
        }
    }

    #[test]
    fn places_are_told_as_they_were_noted() {
        let mut spans = Spans::default();
        spans.insert("name", 5..7);
        spans.insert("of nobody", 1..2);
        spans.insert("name", 8..9);
        assert_eq!(spans.get("name"), Some(8..9));
        assert_eq!(spans.get("of nobody"), Some(1..2));
        assert_eq!(spans.get("description"), None);
        assert_eq!(spans.values().collect::<Vec<_>>(), [8..9, 1..2]);
    }

    /// There is one for each file and host, and there may be tens of thousands of files.
    #[test]
    fn a_reading_takes_little_room() {
        let most = if cfg!(target_pointer_width = "64") {
            232
        } else {
            160
        };
        assert!(size_of::<Reading>() <= most, "{}", size_of::<Reading>());
    }
}
