//! What programs do with the map a YAML library hands them.

use serde::Deserialize;

/// How what a profile says was found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Established {
    /// The program was run, and what it did was recorded.
    #[default]
    Recorded,
    /// From documents, public source and reports; the program itself was not run.
    Documents,
}

impl Established {
    /// One word, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Documents => "documents",
        }
    }
}

/// What bytes that are not UTF-8 do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bytes {
    /// They drop the file.
    #[default]
    Strict,
    /// Each becomes U+FFFD.
    Lossy,
    /// Marks of UTF-16 and UTF-32 are heeded; else the encoding is guessed (Vibe, as far as recorded).
    Guess,
}

/// What is done when the frontmatter cannot be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnError {
    /// The file is dropped.
    #[default]
    Drop,
    /// Broken YAML, and fields that are missing or of the wrong type: lines that begin with the key
    /// of a field give its text, with what is indented below the description (Gemini CLI, recorded).
    Lines,
    /// Broken YAML, and values of the wrong type: values at the margin that hold a colon and a blank,
    /// or that are no YAML by themselves, are put in quotes, and it is read once more (Codex,
    /// recorded).
    Quote,
    /// Broken YAML: a value with a colon in it becomes a block of text, and it is read once more
    /// (OpenCode, recorded).
    BlockColons,
    /// Broken YAML, and YAML that is no map: `key: value` lines, lists and maps one level deep, with
    /// plain numbers and words as their types (Qwen Code, recorded).
    Simple,
    /// Broken YAML, and YAML that is no map: there are no fields, and what the file says in them is lost.
    Empty,
    /// Whatever fails: `key: value` at the first colon of each line, all texts (Hermes, recorded).
    ColonLines,
    /// Broken YAML: values with a colon in them are put in double quotes, and it is read once more
    /// (Strands, recorded).
    QuoteColons,
}

/// What frontmatter is that holds no `key: value` lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotAMap {
    /// A fault as broken YAML is.
    #[default]
    Fault,
    /// The same as no fields.
    Empty,
    /// Nothing at all, and null, are the same as no fields; anything else is a fault (Python family).
    NullIsEmpty,
}

/// What a value of the wrong type does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// It drops the file.
    #[default]
    Drop,
    /// It counts as absent.
    Absent,
}

/// What makes two skills one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CollisionKey {
    /// The name as it stands.
    #[default]
    Name,
    /// The name without white space around it, in small letters.
    Folded,
    /// The name as Python's `casefold()` has it.
    CaseFolded,
    /// The name of the folder.
    Folder,
}
