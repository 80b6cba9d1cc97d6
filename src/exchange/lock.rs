//! `skills-lock.json`: where each installed skill came from, and the hash it had then. The format is
//! that of MiniBot and of the `npx skills` tool (recorded); what others put into the file stays.

use serde_json::{Map, Value as Json, json};

use super::Refusal;

/// The name of the file, in the folder of the skills it tells about.
pub const FILE: &str = "skills-lock.json";

/// Where one skill came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// `owner/repo`, an address, a path.
    pub source: String,
    /// `github`, `url`, `local`; others write other words.
    pub source_type: String,
    /// Branch, tag or commit, when one was given.
    pub reference: Option<String>,
    /// The skill file in the source.
    pub skill_path: Option<String>,
    /// The hash of the folder as it was installed.
    pub hash: String,
    /// What others wrote beside these.
    pub rest: Map<String, Json>,
}

/// A lock file.
#[derive(Clone, Debug, PartialEq)]
pub struct Lock {
    root: Map<String, Json>,
    /// Written with letters of every script as they are (the `npx skills` tool), not as `\u00e9`.
    plain_letters: bool,
}

impl Default for Lock {
    fn default() -> Self {
        let mut root = Map::new();
        root.insert("version".to_owned(), json!(1));
        root.insert("skills".to_owned(), json!({}));
        Self {
            root,
            plain_letters: false,
        }
    }
}

impl Lock {
    /// Reads the text of a lock file.
    ///
    /// # Errors
    /// `broken-lock` when it is not an object with an object `skills`: nothing is written then, for
    /// it may be somebody's.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let broken = |why: &str| {
            let why = format!("cannot be read: {why}; mend it or move it away");
            Refusal::new("broken-lock", why)
        };
        let root: Json = serde_json::from_str(text).map_err(|error| broken(&error.to_string()))?;
        let Json::Object(mut root) = root else {
            return Err(broken("it is no object"));
        };
        match root.get("skills") {
            Some(Json::Object(_)) => {}
            Some(_) => return Err(broken("its `skills` is no object")),
            None => {
                root.insert("skills".to_owned(), json!({}));
            }
        }
        Ok(Self {
            root,
            plain_letters: !text.is_ascii(),
        })
    }

    /// What is known of the skill `key`.
    pub fn get(&self, key: &str) -> Option<Entry> {
        self.skills()?.get(key).map(entry)
    }

    /// Every skill it tells about, in the order of the file.
    pub fn entries(&self) -> Vec<(String, Entry)> {
        let skills = self.skills().into_iter().flatten();
        skills
            .map(|(key, value)| (key.clone(), entry(value)))
            .collect()
    }

    /// Puts in what is now known of `key`; other keys of its entry stay. A new entry stands where the
    /// order by name wants it, when the others are in that order, else at the end.
    pub fn set(&mut self, key: &str, entry: &Entry) {
        let Some(Json::Object(skills)) = self.root.get_mut("skills") else {
            return;
        };
        let mut value = match skills.get(key) {
            Some(Json::Object(known)) => known.clone(),
            _ => Map::new(),
        };
        put(&mut value, "source", Some(&entry.source));
        put(&mut value, "sourceType", Some(&entry.source_type));
        put(&mut value, "ref", entry.reference.as_ref());
        put(&mut value, "skillPath", entry.skill_path.as_ref());
        put(&mut value, "computedHash", Some(&entry.hash));
        for (name, rest) in &entry.rest {
            if !value.contains_key(name) {
                value.insert(name.clone(), rest.clone());
            }
        }
        if let Some(known) = skills.get_mut(key) {
            *known = Json::Object(value);
            return;
        }
        let at = match skills.keys().is_sorted() {
            true => skills
                .keys()
                .take_while(|known| known.as_str() < key)
                .count(),
            false => skills.len(),
        };
        skills.shift_insert(at, key.to_owned(), Json::Object(value));
    }

    /// Takes `key` out.
    pub fn remove(&mut self, key: &str) {
        if let Some(Json::Object(skills)) = self.root.get_mut("skills") {
            skills.shift_remove(key);
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        // A map of texts always has a text.
        let text = serde_json::to_string_pretty(&self.root).unwrap_or_default();
        let mut out = String::with_capacity(text.len() + 1);
        for c in text.chars() {
            if c.is_ascii() || self.plain_letters {
                out.push(c);
            } else {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
        out.push('\n');
        out
    }

    fn skills(&self) -> Option<&Map<String, Json>> {
        self.root.get("skills").and_then(Json::as_object)
    }
}

fn put(map: &mut Map<String, Json>, key: &str, value: Option<&String>) {
    match value {
        Some(value) => {
            map.insert(key.to_owned(), Json::from(value.as_str()));
        }
        None => {
            map.shift_remove(key);
        }
    }
}

/// The keys of an entry that are known.
const KEYS: [&str; 5] = ["source", "sourceType", "ref", "skillPath", "computedHash"];

fn entry(value: &Json) -> Entry {
    let all = value.as_object().into_iter().flatten();
    let rest = all.filter(|(key, _)| !KEYS.contains(&key.as_str()));
    let text = |key: &str| value.get(key).and_then(Json::as_str).map(str::to_owned);
    Entry {
        source: text("source").unwrap_or_default(),
        source_type: text("sourceType").unwrap_or_default(),
        reference: text("ref"),
        skill_path: text("skillPath"),
        hash: text("computedHash").unwrap_or_default(),
        rest: rest
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(hash: &str) -> Entry {
        Entry {
            source: "owner/repo".to_owned(),
            source_type: "github".to_owned(),
            skill_path: Some("SKILL.md".to_owned()),
            hash: hash.to_owned(),
            ..Entry::default()
        }
    }

    #[test]
    fn what_others_wrote_stays_where_it_stands() {
        let text = r#"{
  "tool": {
    "é": 1
  },
  "skills": {
    "b": {
      "computedHash": "old",
      "pluginName": "p",
      "source": "s",
      "ref": "v1"
    }
  },
  "version": 3
}
"#;
        let mut lock = Lock::parse(text).unwrap();
        assert_eq!(lock.text(), text);
        lock.set("b", &entry("new"));
        lock.set("a", &entry("x"));
        let json: Json = serde_json::from_str(&lock.text()).unwrap();
        let keys =
            |value: &Json| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(keys(&json), ["tool", "skills", "version"]);
        assert_eq!(keys(&json["skills"]), ["a", "b"]);
        let b = &json["skills"]["b"];
        assert_eq!(
            keys(b),
            [
                "computedHash",
                "pluginName",
                "source",
                "sourceType",
                "skillPath"
            ]
        );
        assert_eq!(
            (b["computedHash"].as_str(), b["pluginName"].as_str()),
            (Some("new"), Some("p"))
        );
        assert!(lock.text().contains('é'));
    }

    #[test]
    fn letters_are_escaped_as_python_does() {
        let mut lock = Lock::default();
        lock.set("é😀", &entry("x"));
        assert!(lock.text().contains(r#""\u00e9\ud83d\ude00": {"#));
        assert!(lock.text().ends_with("}\n"));
        assert!(Lock::parse(&lock.text()).unwrap().get("é😀").is_some());
    }

    #[test]
    fn a_file_that_is_no_lock_is_refused() {
        for text in ["", "[]", "{\"skills\": []}", "{\"skills\": {}"] {
            let error = Lock::parse(text).unwrap_err();
            assert_eq!(error.code(), "broken-lock", "{text}");
        }
    }
}
