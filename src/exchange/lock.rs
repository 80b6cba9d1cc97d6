//! `skills-lock.json`: where each installed skill came from, and the hash it had then. The format is
//! that of MiniBot and of the `npx skills` tool (recorded). The file is changed as a text: what others
//! put into it stays byte for byte.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Refusal;
use super::json::{Object, check, object, quoted};
use super::source::secrets::without_secrets;

/// The name of the file, in the folder of the skills it tells about.
pub const FILE: &str = "skills-lock.json";

/// The version of its format.
pub const VERSION: u32 = 1;

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
    /// What others wrote beside these: each key, and its value as the JSON it was.
    pub rest: Vec<(String, String)>,
}

impl Entry {
    /// Where it came from, for people: without what opens it, should somebody have written that.
    pub fn shown(&self) -> String {
        without_secrets(&self.source)
    }

    /// A text that others wrote beside.
    pub(super) fn other(&self, key: &str) -> Option<String> {
        let (_, value) = self.rest.iter().rfind(|(known, _)| known == key)?;
        serde_json::from_str(value).ok()
    }
}

/// A lock file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    text: String,
    /// Written with letters of every script as they are (the `npx skills` tool), not as `\u00e9`.
    plain_letters: bool,
}

impl Default for Lock {
    fn default() -> Self {
        Self {
            text: "{\n  \"version\": 1,\n  \"skills\": {}\n}\n".to_owned(),
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
        check(text).map_err(|why| broken(&why))?;
        let root = object(text, 0).ok_or_else(|| broken("it is no object"))?;
        if let Some(skills) = root.get("skills") {
            object(text, skills.value.start).ok_or_else(|| broken("its `skills` is no object"))?;
        }
        Ok(Self {
            text: text.to_owned(),
            plain_letters: !text.is_ascii(),
        })
    }

    /// Its version, as it is written, where that is another one than `known`; a file without one counts as
    /// being of that.
    pub fn other_version(&self, known: u32) -> Option<&str> {
        let version = self.root()?.get("version")?.value.clone();
        let version = self.text.get(version)?;
        (version != known.to_string()).then_some(version)
    }

    /// Skills that it tells of more than once, by their keys.
    pub fn told_twice(&self) -> Vec<String> {
        let skills = self.skills().map(|skills| skills.members);
        let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
        for member in skills.into_iter().flatten() {
            if !seen.insert(member.key.clone()) {
                twice.insert(member.key);
            }
        }
        twice.into_iter().collect()
    }

    /// What a person should know about the lock in `file`, of a format whose version is `known`.
    pub(super) fn oddities(&self, file: &str, known: u32) -> Vec<String> {
        let version = self.other_version(known).map(|version| {
            format!(
                "{file} is of version {version} of its format, and skillkiln knows {known}: it is read \
                 as far as that goes, and not written"
            )
        });
        let twice = self.told_twice().into_iter();
        let twice = twice.map(|key| format!("{file} tells of {key} twice; the last one counts"));
        version.into_iter().chain(twice).collect()
    }

    /// What is known of the skill `key`.
    pub fn get(&self, key: &str) -> Option<Entry> {
        let value = self.skills()?.get(key)?.value.clone();
        Some(self.entry(value))
    }

    /// Every skill it tells about, in the order of the file. Of two with one key the last counts, as
    /// for every reader.
    pub fn entries(&self) -> Vec<(String, Entry)> {
        let Some(skills) = self.skills() else {
            return Vec::new();
        };
        let last = |key: &str| skills.get(key).map(|member| member.whole.start);
        let members = skills.members.iter();
        members
            .filter(|member| last(&member.key) == Some(member.whole.start))
            .map(|member| (member.key.clone(), self.entry(member.value.clone())))
            .collect()
    }

    /// Puts in what is now known of `key`; other keys of its entry stay. A new entry stands where the
    /// order by name wants it, when the others are in that order, else at the end.
    pub fn set(&mut self, key: &str, entry: &Entry) {
        if self.skills().is_none() {
            let value = "{}".to_owned();
            self.insert(0, None, usize::MAX, "skills", &value);
        }
        let Some(skills) = self.skills() else {
            return;
        };
        let Some(member) = skills.get(key) else {
            let keys = || skills.members.iter().map(|member| member.key.as_str());
            let at = match keys().is_sorted() {
                true => keys().take_while(|known| *known < key).count(),
                false => usize::MAX,
            };
            self.insert(1, Some(&skills), at, key, "{}");
            return self.set(key, entry);
        };
        if object(&self.text, member.value.start).is_none() {
            self.text.replace_range(member.value.clone(), "{}");
        }
        let texts = [
            ("source", Some(&entry.source)),
            ("sourceType", Some(&entry.source_type)),
            ("ref", entry.reference.as_ref()),
            ("skillPath", entry.skill_path.as_ref()),
            ("computedHash", Some(&entry.hash)),
        ];
        for (name, text) in texts {
            match text {
                Some(text) => self.put(key, name, text),
                None => self.drop_field(key, name),
            }
        }
        let known = self.fields(key).map(|fields| fields.members);
        let known: Vec<String> = known.into_iter().flatten().map(|one| one.key).collect();
        for (name, value) in &entry.rest {
            // What stands there stays as it is; what is put there comes as often as it did.
            if let Some(fields) = self.fields(key).filter(|_| !known.contains(name)) {
                self.insert(2, Some(&fields), usize::MAX, name, value);
            }
        }
    }

    /// Takes `key` out.
    pub fn remove(&mut self, key: &str) {
        while let Some(skills) = self.skills() {
            let Some(at) = skills.members.iter().rposition(|one| one.key == key) else {
                return;
            };
            skills.remove(&mut self.text, at);
        }
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn root(&self) -> Option<Object> {
        object(&self.text, 0)
    }

    fn skills(&self) -> Option<Object> {
        object(&self.text, self.root()?.get("skills")?.value.start)
    }

    /// The entry of a skill, as far as it is an object.
    fn fields(&self, key: &str) -> Option<Object> {
        object(&self.text, self.skills()?.get(key)?.value.start)
    }

    fn entry(&self, value: Range<usize>) -> Entry {
        let mut entry = Entry::default();
        let Some(fields) = object(&self.text, value.start) else {
            return entry;
        };
        for member in fields.members {
            let raw = &self.text[member.value];
            let text = || serde_json::from_str::<String>(raw).ok();
            match member.key.as_str() {
                "source" => entry.source = text().unwrap_or_default(),
                "sourceType" => entry.source_type = text().unwrap_or_default(),
                "ref" => entry.reference = text(),
                "skillPath" => entry.skill_path = text(),
                "computedHash" => entry.hash = text().unwrap_or_default(),
                _ => entry.rest.push((member.key, raw.to_owned())),
            }
        }
        entry
    }

    /// Gives a field of an entry this text; one that has it already stays as it is spelled.
    fn put(&mut self, key: &str, name: &str, text: &str) {
        let Some(fields) = self.fields(key) else {
            return;
        };
        let value = quoted(text, self.plain_letters);
        match fields.get(name) {
            None => self.insert(2, Some(&fields), usize::MAX, name, &value),
            Some(member) => {
                let known = serde_json::from_str::<String>(&self.text[member.value.clone()]);
                if known.ok().as_deref() != Some(text) {
                    self.text.replace_range(member.value.clone(), &value);
                }
            }
        }
    }

    fn drop_field(&mut self, key: &str, name: &str) {
        while let Some(fields) = self.fields(key) {
            let Some(at) = fields.members.iter().rposition(|one| one.key == name) else {
                return;
            };
            fields.remove(&mut self.text, at);
        }
    }

    /// Puts a member into an object `depth` levels below the root, laid out as the file is.
    fn insert(&mut self, depth: usize, into: Option<&Object>, at: usize, key: &str, value: &str) {
        let Some(root) = self.root() else {
            return;
        };
        let into = into.unwrap_or(&root);
        // How the file is laid out: what breaks a line, how deep it is indented, what follows a key.
        let lead = root.lead(&self.text).unwrap_or("\n  ");
        let (line, unit) = match lead.rfind('\n') {
            Some(end) => lead.split_at(end + 1),
            None => ("", ""),
        };
        let first = root.members.first();
        let colon = first.map_or(": ", |member| &self.text[member.colon.clone()]);
        let compact = if colon.ends_with(' ') { " " } else { "" };
        let (outer, inner) = match line.is_empty() {
            true => (String::new(), String::new()),
            false => {
                let deep = self.indent(depth, unit);
                (format!("{line}{deep}{unit}"), format!("{line}{deep}"))
            }
        };
        let member = format!("{}{colon}{value}", quoted(key, self.plain_letters));
        let outer = match (line.is_empty(), into.members.is_empty()) {
            (true, false) => compact,
            _ => &outer,
        };
        into.clone()
            .insert(&mut self.text, at, &member, outer, &inner);
    }

    /// How deep the closing brace of an object stands that is `depth` levels below the root: as deep as
    /// the members beside it do.
    fn indent(&self, depth: usize, unit: &str) -> String {
        let beside = match depth {
            2 => self.skills(),
            _ => None,
        };
        let lead = beside.and_then(|beside| {
            let lead = beside.lead(&self.text)?;
            Some(lead.rsplit_once('\n')?.1.to_owned())
        });
        lead.unwrap_or_else(|| unit.repeat(depth))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

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
        let json: Json = serde_json::from_str(lock.text()).unwrap();
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
        assert!(Lock::parse(lock.text()).unwrap().get("é😀").is_some());
    }

    #[test]
    fn a_file_that_is_no_lock_is_refused() {
        for text in ["", "[]", "{\"skills\": []}", "{\"skills\": {}"] {
            let error = Lock::parse(text).unwrap_err();
            assert_eq!(error.code(), "broken-lock", "{text}");
        }
    }

    /// What is not of the skill that is written stays byte for byte, whatever it looks like: numbers
    /// that no machine word holds, keys that stand there twice, odd layouts, the end of the file.
    #[test]
    fn every_other_byte_stays() {
        let other = "\"z\" :\t{ \"a\": 1,\"a\":2, \"n\": 12345678901234567890123, \"f\": 1.0e+2, \"s\": \"\\u00e9\\/}\" }";
        let layouts = [
            ("{\n\t\"skills\": {\n\t\t", "\n\t},\n\t\"big\": 1e400\n}"),
            (
                "{\r\n    \"skills\": {\r\n        ",
                "\r\n    }\r\n}\r\n\r\n",
            ),
            ("{\"skills\":{", "}}"),
            (
                "  {\"x\": 0, \"x\": [0], \"skills\": {}, \"skills\": {",
                "}} ",
            ),
        ];
        for (before, after) in layouts {
            let text = format!("{before}{other}{after}");
            let mut lock = Lock::parse(&text).unwrap();
            lock.set("m", &entry("1"));
            let with = lock.text().to_owned();
            let (new, rest) = with
                .strip_prefix(before)
                .unwrap()
                .split_once(other)
                .unwrap();
            assert_eq!(rest, after);
            assert_eq!(new.contains('\n'), before.contains('\n'), "{new:?}");
            assert_eq!(new.contains("\r\n"), before.contains("\r\n"), "{new:?}");
            assert_eq!(Lock::parse(&with).unwrap().get("m"), Some(entry("1")));
            lock.set(
                "m",
                &Entry {
                    reference: Some("v1".to_owned()),
                    ..entry("2")
                },
            );
            assert!(lock.text().contains(other) && lock.text().ends_with(after));
            lock.set("m", &entry("1"));
            assert_eq!(lock.text(), with);
            lock.remove("m");
            assert_eq!(lock.text(), text);
            // The only one goes and comes.
            let known = lock.get("z").unwrap();
            lock.remove("z");
            assert!(lock.entries().is_empty() && lock.text().ends_with(after.trim_start()));
            lock.set("z", &known);
            assert_eq!(lock.get("z").unwrap().rest, known.rest);
        }
    }

    /// Of a key that stands there twice the last counts, for a skill as for a field of it.
    #[test]
    fn the_last_of_two_counts() {
        let text = r#"{"skills": {"a": {"source": "x"}, "a": {"source": "y", "source": "z"}}}"#;
        let mut lock = Lock::parse(text).unwrap();
        let sources = |lock: &Lock| -> Vec<String> {
            let all = lock.entries().into_iter();
            all.map(|(_, entry)| entry.source).collect()
        };
        assert_eq!(sources(&lock), ["z"]);
        lock.set("a", &entry("1"));
        assert_eq!(sources(&lock), ["owner/repo"]);
        assert!(
            lock.text()
                .starts_with(r#"{"skills": {"a": {"source": "x"}, "a": {"source": "y", "#)
        );
        lock.remove("a");
        assert_eq!(lock.text(), r#"{"skills": {}}"#);
    }

    /// A new line is laid out as the others are.
    #[test]
    fn a_line_looks_like_those_beside_it() {
        let one = "\"a\": {\n\t\t\t\"source\": \"s\"\n\t\t}";
        let text = format!("{{\n\t\"skills\": {{\n\t\t{one}\n\t}}\n}}");
        let mut lock = Lock::parse(&text).unwrap();
        lock.set("b", &entry("1"));
        let new = "\"b\": {\n\t\t\t\"source\": \"owner/repo\",\n\t\t\t\"sourceType\": \"github\",\n\t\t\t\"skillPath\": \"SKILL.md\",\n\t\t\t\"computedHash\": \"1\"\n\t\t}";
        let whole = format!("{{\n\t\"skills\": {{\n\t\t{one},\n\t\t{new}\n\t}}\n}}");
        assert_eq!(lock.text(), whole);
        let mut none = Lock::parse("{}").unwrap();
        none.set("b", &entry("1"));
        assert_eq!(none.get("b"), Some(entry("1")));
    }
}
