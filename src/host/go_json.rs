//! JSON as Go's decoder meets it: an object is a row of keys in the order of the file, repeats
//! included, and a key fits a field in any case.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value; what stands under a key that no one asks for is checked and passed over.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// `null`, which leaves a text, a number and a structure as they are.
    Null,
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object: the fields that are known, in the order of the file.
    Object(Vec<(&'static str, Node)>),
    /// `true`, `false` or a number.
    Other,
}

/// The fields that are looked for anywhere.
const FIELDS: &[&str] = &[
    "steps",
    "id",
    "title",
    "agent_configs",
    "enabled_skills",
    "selected_servers",
    "capabilities",
    "selected_skills",
];

/// The spelling of a web client, which compares exactly.
const EXACT: &[&str] = &["selectedSkills"];

fn known(key: &str) -> Option<&'static str> {
    let exact = EXACT.iter().find(|field| **field == key);
    let folded = || {
        let key: String = key.chars().map(fold).collect();
        FIELDS.iter().find(move |field| **field == key)
    };
    exact.or_else(folded).copied()
}

/// Simple case folding, as far as it leads to ASCII: two letters beyond it do.
fn fold(c: char) -> char {
    match c {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        c => c.to_ascii_lowercase(),
    }
}

impl Node {
    /// Reads a whole text; a second value behind the first is an error.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nodes)
    }
}

struct Nodes;

impl<'de> Visitor<'de> for Nodes {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut object = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            match known(&key) {
                Some(key) => object.push((key, entries.next_value()?)),
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Node::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_fit_in_any_case_and_keep_their_order() {
        let text = r#"{"Step\u017f":1,"IDS":{"x":1e999},"id":null,"ID":"a","selectedskills":[]}"#;
        let object = [("steps", Node::Other), ("id", Node::Null)];
        let object = object.into_iter().chain([("id", Node::Text("a".into()))]);
        assert_eq!(Node::parse(text), Ok(Node::Object(object.collect())));
        assert!(Node::parse("{} {}").is_err());
        assert!(Node::parse("// no\n{}").is_err());
    }

    #[test]
    fn what_no_one_asks_for_may_nest_as_deep_as_it_likes() {
        let deep = format!("{{\"x\":{}{}}}", "[".repeat(9000), "]".repeat(9000));
        assert_eq!(Node::parse(&deep), Ok(Node::Object(Vec::new())));
    }
}
