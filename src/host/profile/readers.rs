//! How one file is read: fences, the family of YAML, limits.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::axes::{DescriptionFallback, NameFallback, Validate};
use super::catalogue::Clip;
use super::code::Code;
use super::fields::{Field, Letters};
use super::worlds::{Bytes, NotAMap, OnError};
use crate::skill::yaml::Dialect;

/// How one file is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reader {
    /// How the frontmatter is cut out.
    pub fences: Fences,
    /// How its YAML becomes fields.
    pub family: Family,
    /// The YAML rules the family stands on; without meaning for a family that reads no YAML.
    #[serde(default = "any_dialect")]
    pub yaml: Dialect,
    /// What the host knows, in its order.
    #[serde(default)]
    pub field: Vec<Field>,
    /// Where the name comes from when the field is absent or empty.
    #[serde(default)]
    pub name_fallback: NameFallback,
    /// Where the description comes from when nothing gives one.
    #[serde(default)]
    pub description_fallback: DescriptionFallback,
    /// A file that is dropped for one of these codes keeps the runtime from loading any skill; `*`
    /// stands for every code. Single files that are skills only cost themselves.
    #[serde(default)]
    pub takes_all: Vec<String>,
    /// Which line of the body stands for a description.
    #[serde(default)]
    pub body_line: BodyLine,
    /// Characters (code points) of a file that are read at most.
    #[serde(default)]
    pub first_characters: Option<usize>,
    /// The code where the YAML library fails in a way the program does not expect.
    #[serde(default)]
    pub uncaught: Option<Code>,
    /// The code where it fails in a way of its own that is no `ValueError` either; that of `uncaught`
    /// where there is none.
    #[serde(default)]
    pub unforeseen: Option<Code>,
    /// What is made of the YAML (Python family).
    #[serde(default)]
    pub objects: Objects,
    /// The file is cut once more in this way when it was found good, and name, description and body are
    /// what that gives (Python family).
    #[serde(default)]
    pub reread: Option<Fences>,
    /// The code for a file with keys that are no fields of the host (Python family).
    #[serde(default)]
    pub unknown_keys: Option<Code>,
    /// Line ends stay as they are in the file (Python's fences).
    #[serde(default)]
    pub keep_line_ends: bool,
    /// What the program puts behind the body.
    #[serde(default)]
    pub body_end: String,
    /// The code for a character YAML forbids, where it is not that of broken YAML.
    #[serde(default)]
    pub forbidden: Option<Code>,
    /// The code for keys that are no texts, and for keys of `reserved-keys` (Python family).
    #[serde(default)]
    pub keys: Option<Code>,
    /// Keys the program stumbles over.
    #[serde(default)]
    pub reserved_keys: Vec<String>,
    /// All fields that are missing or wrong are told together (`bad-fields`), as pydantic does.
    #[serde(default)]
    pub report_all: bool,
    /// Rules of the host's own validation, which loading does not apply; shown as notes.
    #[serde(default)]
    pub validate: Validate,
    /// A file whose body is blank is dropped (`empty-body`), after its fields were found good.
    #[serde(default)]
    pub refuse_empty_body: bool,
    /// Limits of what fields hold; noted in this order.
    #[serde(default)]
    pub limit: Vec<Limit>,
    /// What bytes that are not UTF-8 do.
    #[serde(default)]
    pub bytes: Bytes,
    /// Single files that are read whole, without frontmatter: their names in small letters, and what
    /// the skill is then called.
    #[serde(default)]
    pub whole_files: BTreeMap<String, String>,
    /// What is done when the frontmatter cannot be used.
    #[serde(default)]
    pub on_error: OnError,
    /// What frontmatter is that holds no `key: value` lines.
    #[serde(default)]
    pub not_a_map: NotAMap,
}

/// A limit that a host notes without dropping the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limit {
    /// The field, by its key; one that is absent counts as its default.
    pub field: String,
    /// Characters (code points) it must have at least.
    #[serde(default)]
    pub min: Option<usize>,
    /// Characters (code points) it may have at most.
    #[serde(default)]
    pub max: Option<usize>,
    /// Characters it must not hold.
    #[serde(default)]
    pub without: String,
    /// Characters it must not begin or end with.
    #[serde(default)]
    pub edges: String,
    /// A text it must not hold.
    #[serde(default)]
    pub never: Option<String>,
    /// The only characters it may have.
    #[serde(default)]
    pub only: Option<Letters>,
    /// The code of the note.
    pub code: Code,
    /// What the host does then, for people.
    pub effect: String,
}

/// Which line of a body stands for a description.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BodyLine {
    /// Lines that begin so are passed over, as blank ones are.
    pub without: Option<String>,
    /// Lines that are exactly this are passed over.
    pub not: Option<String>,
    /// A longer line is cut.
    pub clip: Option<Clip>,
    /// The text where there is no such line.
    pub otherwise: String,
}

fn any_dialect() -> Dialect {
    Dialect::YamlV3
}

/// What is made of YAML for programs in Python.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objects {
    /// Objects of the types of YAML 1.1 (`SafeLoader`).
    #[default]
    Typed,
    /// Nodes: scalars as their texts, keys once and spelt as the fields are (agent-framework, recorded).
    Nodes,
    /// All scalars as texts, no key twice in any map (`BaseLoader` of pydantic-ai-harness, recorded).
    Texts,
}

/// How frontmatter is cut out of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fences {
    /// Three dashes at byte 0; closed by the first LF and three dashes; both parts trimmed of
    /// Unicode white space; blank text is an error of its own (AgentWorks, recorded).
    PrefixLfDashes,
    /// Three dashes at byte 0; cut at the second `---` anywhere; universal line ends
    /// (skills-ref 0.1.1, recorded).
    AnywhereDashes,
    /// Three dashes at character 0, whatever follows on that line; closed by the first line that is
    /// `---` once white space around it is gone; universal line ends, then lines as Python's
    /// `splitlines()` cuts them, joined by LF again; the body stripped (MiniBot, recorded).
    PrefixSplitlines,
    /// The first line is exactly `---`, and so is the line that closes; CR LF or LF end lines;
    /// bytes that are not UTF-8 become U+FFFD; the body as JavaScript's `trim()` leaves it
    /// (Pleach, our decision).
    ExactLines,
    /// Three dashes and a line end at character 0; closed by the first line that begins with three
    /// dashes, whatever follows; a body only when a line end follows at once (Gemini CLI, recorded).
    LineToDashes,
    /// As the former, and the body is all that follows; a file without such a block has no fields
    /// (Cline, recorded).
    LineToDashesOrNone,
    /// Two lines that are exactly three dashes, the second maybe the last of the file (Qwen Code,
    /// recorded).
    LineToLine,
    /// A line that is three dashes once white space around it is gone opens, the next such line
    /// closes; nothing between them is no frontmatter (Codex, recorded).
    TrimmedLines,
    /// Three dashes at character 0 and no fourth, what follows on that line names the language;
    /// closed by the first LF and three dashes, or never (gray-matter).
    GrayMatter,
    /// Three dashes at character 0, the text from the fifth character to the first LF and three
    /// dashes; a file without such a block has no fields (pi, recorded).
    FifthToDashesOrNone,
    /// One byte-order mark goes; three dashes at character 0; closed by LF, three dashes, white space
    /// and a line end; a file without such a block has no fields (Hermes, recorded).
    PrefixToDashLine,
    /// Lines as `splitlines()` cuts them; the first and the next one that is three dashes once white
    /// space around it is gone; a file without them has no fields (Kimi, recorded).
    StrippedLinesOrNone,
    /// Lines of three or more dashes; nothing but white space before the first (Vibe, recorded).
    DashRows,
    /// The text stripped, then lines of three or more dashes, the first at its very start; a file
    /// without two of them has no fields (python-frontmatter, recorded with OpenHands).
    DashRowsOrNone,
    /// The text stripped, three dashes at its start; closed by a line that is three dashes and white
    /// space (Strands, recorded).
    StrippedToDashLine,
    /// A line of three dashes and white space opens, the next such line with its line end closes
    /// (deepagents, recorded).
    DashLines,
    /// As the former, and the closing line may be the start of more text (agno, nanobot, recorded).
    DashLineToDashes,
    /// One byte-order mark may stand first; lines of three dashes with blanks and tabs behind
    /// (agent-framework, recorded).
    BlankedLines,
    /// Lines as `splitlines()` cuts them; the first and the next one that is exactly three dashes
    /// (pydantic-ai-harness, recorded).
    ExactSplitlines,
    /// Three dashes at the start; cut at the second `---` anywhere (agno, ADK, recorded).
    SplitDashes,
    /// As `dash-line-to-dashes`; a file without such a block has no fields (nanobot, recorded).
    DashLineToDashesOrNone,
    /// What stands between the first and the second `---`, wherever they are; what stands before is
    /// passed over (Goose, its source).
    BetweenDashes,
    /// There is no frontmatter: the whole text is the body; universal line ends, a byte-order mark
    /// stays (Replio, recorded).
    None,
}

/// How YAML becomes fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Decoded into a typed structure, as Go's yaml.v3 does.
    Struct,
    /// Every scalar is text; flow style, anchors, tags and repeated keys are refused (strictyaml).
    AllText,
    /// `key: value` lines and block scalars of the known fields, no YAML (MiniBot, recorded).
    Flat,
    /// Keys, texts, lists in one line or indented, and maps one level deep, no YAML (Pleach: what
    /// its document promises; the rest our decision and marked so).
    Light,
    /// A map of typed values, as libraries give it to programs that then look at types.
    Typed,
    /// Objects as PyYAML makes them, held to Python's ideas of types and truth.
    Python,
    /// No fields at all.
    None,
}
