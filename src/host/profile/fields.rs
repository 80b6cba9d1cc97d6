//! What a host knows of a file's fields, and what it asks of each.

use serde::Deserialize;

use super::catalogue::{Clip, ClipMiddle, Trim};
use super::code::Code;
use super::worlds::Wrong;

/// The type a host wants for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldRule {
    /// A text; the host's own way with other scalars.
    Text,
    /// A text; a value the family reads as anything else drops the file, and all such fields are
    /// told together (`bad-fields`), as pydantic does.
    StrictText,
    /// true or false; absent is false.
    Bool,
    /// true or false; absent is told from false.
    MaybeBool,
    /// A list of texts.
    TextList,
    /// Any value, as the text JavaScript makes of it.
    JsText,
    /// A text, or bytes that are UTF-8, as pydantic takes them (Python family).
    LaxText,
    /// Any value, as the text Python's `str()` makes of it (Python family).
    PyText,
    /// What `len()` takes: a text, bytes, a list, a map, a set (Python family).
    Sized,
    /// A list of texts and nothing else (Python family).
    Texts,
    /// Never anything: the host looks elsewhere (Python family).
    Never,
    /// The text `true` or `false`, in any case (Python family).
    TextBool,
    /// true or false, or a number or word that pydantic takes for one (Python family).
    LaxBool,
    /// A text that is split at white space, or anything with items that are all texts (Python family).
    Words,
    /// A text, or a list of whatever (Python family).
    TextOrList,
    /// A list (Python family).
    List,
    /// A map (Python and typed family).
    Map,
    /// A map whose numbers are kept.
    Numbers,
    /// Anything; kept as it is.
    Any,
}

impl FieldRule {
    /// The host holds one text of it.
    pub fn is_text(self) -> bool {
        matches!(
            self,
            Self::Text
                | Self::StrictText
                | Self::JsText
                | Self::LaxText
                | Self::PyText
                | Self::TextOrList
        )
    }
}

/// One field of a host.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Field {
    /// The key as written.
    pub key: String,
    /// The type it must have.
    pub rule: FieldRule,
    /// Its absence drops the file (`bad-fields`).
    #[serde(default)]
    pub required: bool,
    /// The text the host holds when the field is absent.
    #[serde(default)]
    pub default: Option<String>,
    /// The only texts it may hold; another counts as absent. Empty: any.
    #[serde(default)]
    pub one_of: Vec<String>,
    /// Values worth offering while somebody writes it; it may hold others.
    #[serde(default)]
    pub offers: Vec<String>,
    /// What the host does with it: one line for the Reading tab.
    #[serde(default)]
    pub effect: String,
    /// What another type does (typed family).
    #[serde(default)]
    pub wrong: Wrong,
    /// White space around it is removed (typed family).
    #[serde(default)]
    pub trim: Trim,
    /// A text of white space only counts as absent (typed family).
    #[serde(default)]
    pub blank_is_absent: bool,
    /// An empty text counts as absent (typed family).
    #[serde(default)]
    pub empty_is_absent: bool,
    /// Null is a value of the wrong type, not an absent one (typed family).
    #[serde(default)]
    pub null_is_wrong: bool,
    /// The code when it is absent and required (typed family).
    #[serde(default)]
    pub missing: Option<Code>,
    /// Characters it may have at most; more drop the file with the code `too_long`.
    #[serde(default)]
    pub at_most: Option<usize>,
    /// The code when it is longer.
    #[serde(default)]
    pub too_long: Option<Code>,
    /// Characters that become hyphens.
    #[serde(default)]
    pub hyphenate: String,
    /// The only characters it may have, by the name of a set; others drop the file (typed and Python
    /// family).
    #[serde(default)]
    pub letters: Option<Letters>,
    /// Other keys that hold it, the first that is there counts (Python family).
    #[serde(default)]
    pub also: Vec<String>,
    /// A value that Python takes for false counts as absent (Python family).
    #[serde(default)]
    pub falsy_is_absent: bool,
    /// White space alone counts as too short (Python family).
    #[serde(default)]
    pub not_blank: bool,
    /// Characters it must have at least (Python family).
    #[serde(default)]
    pub at_least: usize,
    /// The form it must have; another drops the file (Python family).
    #[serde(default)]
    pub shape: Option<Shape>,
    /// The code for another form, else `name-not-allowed`.
    #[serde(default)]
    pub misshapen: Option<Code>,
    /// It must be the name of the folder; for a skill that has none of its own no form and length is
    /// asked either (Python family; the typed one asks it of every skill).
    #[serde(default)]
    pub is_folder: bool,
    /// It is compared and kept in its compatibility form, NFKC (Python family).
    #[serde(default)]
    pub nfkc: bool,
    /// So is the name of the folder it is compared with (Python family).
    #[serde(default)]
    pub nfkc_folder: bool,
    /// Escapes of surrogates make it no text (Python family).
    #[serde(default)]
    pub no_halves: bool,
    /// The code for a value of another type, else that for an absent one.
    #[serde(default)]
    pub mistyped: Option<Code>,
    /// Its form, its length and its folder are only judged when all other fields are good, and its
    /// folder before its form where `folder-first` (Python family).
    #[serde(default)]
    pub late: bool,
    /// Whether it is the name of the folder is asked before its form.
    #[serde(default)]
    pub folder_first: bool,
    /// It keeps the skill, or what may be done with it, within limits: that they are not in force is
    /// told.
    #[serde(default)]
    pub limits: bool,
    /// The host knows it and does nothing with it.
    #[serde(default)]
    pub inert: bool,
    /// Keys of a map that hold one text each, or nothing (typed family, `map`).
    #[serde(default)]
    pub within: Vec<String>,
    /// A fault of this field is told alone, with its own code, before all others (Python family).
    #[serde(default)]
    pub alone: bool,
    /// A longer text is cut (Python and typed family).
    #[serde(default)]
    pub clip: Option<Clip>,
    /// A longer text loses its middle (Python family).
    #[serde(default)]
    pub clip_middle: Option<ClipMiddle>,
}

/// Sets of characters a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Letters {
    /// Letters and digits of any script, `_`, `:`, `.` and `-` (Qwen Code, recorded).
    Word,
    /// `a` to `z`, digits and `-`.
    Kebab,
    /// Everything but `/`.
    NoSlash,
    /// Everything but `<` and `>`.
    NoAngles,
}

impl Letters {
    /// Whether the set has this character.
    pub fn has(self, c: char) -> bool {
        match self {
            Self::Word => {
                let mark = unicode_normalization::char::is_combining_mark(c);
                matches!(c, '_' | ':' | '.' | '-') || (c.is_alphanumeric() && !mark)
            }
            Self::Kebab => c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-',
            Self::NoSlash => c != '/',
            Self::NoAngles => !matches!(c, '<' | '>'),
        }
    }
}

/// Forms a name may have to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Groups of `a` to `z` and digits with one hyphen between two.
    Kebab,
    /// As `kebab`, and one line end may follow (the `$` of Python's expressions).
    KebabLine,
    /// As `kebab`, or with `_` in place of every hyphen.
    KebabOrSnake,
    /// As `kebab`, with the small letters and the digits of all scripts.
    UnicodeKebab,
}

impl Shape {
    /// Whether a text has this form.
    pub fn fits(self, text: &str) -> bool {
        let line = match self {
            Self::KebabLine => text.strip_suffix('\n').unwrap_or(text),
            _ => text,
        };
        let groups = |between: char| {
            line.split(between).all(|group| {
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
                !group.is_empty() && group.chars().all(plain)
            })
        };
        match self {
            Self::Kebab | Self::KebabLine => groups('-'),
            Self::UnicodeKebab => {
                let known = |c: char| crate::host::python::is_alnum(c) || c == '-';
                crate::host::python::lower(text) == text
                    && text.chars().all(known)
                    && !text.split('-').any(str::is_empty)
            }
            Self::KebabOrSnake => groups('-') || groups('_'),
        }
    }
}
