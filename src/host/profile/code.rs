//! The codes a profile may give to what its limits find.

use serde::de::{Deserialize, Deserializer, Error};

/// A short stable code that stands in JSON; profiles choose from the known ones, so that a code
/// means the same thing for every host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub &'static str);

/// Every code, with what it says of a field.
const CODES: &[&str] = &[
    "name-outside-2-to-60",
    "description-over-300",
    "name-characters",
    "name-hyphen-edge",
    "name-hyphen-double",
    "name-too-long",
    "description-too-long",
    "name-missing",
    "description-missing",
    "name-or-description-missing",
    "bad-fields",
    "invalid-skill",
    "uncaught",
    "duplicate-key",
    "wrong-case-key",
    "bad-yaml",
    "name-not-allowed",
    "name-not-folder",
    "other",
    "raises",
    "wrong-type",
];

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        CODES
            .iter()
            .find(|code| **code == word)
            .map(|code| Self(code))
            .ok_or_else(|| D::Error::custom(format!("no code {word:?}; there are {CODES:?}")))
    }
}
