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

/// A field, a text or a list, that keeps a skill from the model where none of what it names is there.
/// An empty one keeps nothing back.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnlyFor {
    /// Its key.
    pub field: String,
    /// What it names.
    pub names: Names,
}

/// What such a field names, in any case and with white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// Operating systems: `macos`, `linux`, `windows`, or the start of what Python's `sys.platform` says
    /// (Hermes, recorded).
    Systems,
    /// Files: it is offered once one of them is touched (Qwen Code, run).
    Files,
    /// `kanban`, `docker` and `s6`, which are taken not to be there; with any other word the skill is
    /// offered (Hermes, recorded).
    Surroundings,
}

impl Names {
    /// Whether one of these words says that it is here, where `system` is what Python calls this one.
    pub fn here<'w>(self, words: impl IntoIterator<Item = &'w str>, system: &str) -> bool {
        let words = words.into_iter().map(|word| word.trim().to_lowercase());
        let mut words = words;
        match self {
            Self::Files => false,
            Self::Systems => words.any(|word| {
                let start = match word.as_str() {
                    "macos" => "darwin",
                    "windows" => "win32",
                    word => word,
                };
                system.starts_with(start)
            }),
            Self::Surroundings => words.any(|word| {
                !word.is_empty() && !["kanban", "docker", "s6"].contains(&word.as_str())
            }),
        }
    }
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
