//! What a profile can say: one type per axis on which runtimes differ.

use serde::Deserialize;

use super::catalogue::Trim;
use super::code::Code;
use super::sources::{Intents, Plugins, Rows};
use super::walks::{Ancestors, Walk};
use super::worlds::{Bytes, CollisionKey, NotAMap, OnError, Wrong};
use crate::skill::yaml::Dialect;

/// How skills are chosen for a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Select {
    /// The folder references are joined to; a reference then loads its own folder, whatever
    /// discovery shows, and a name chooses nothing. Absent: skills are chosen by name.
    #[serde(default)]
    pub references_below: Option<String>,
    /// Workflow files name skills, and their steps too (AgentWorks); the folder that holds the
    /// workflow folders.
    #[serde(default)]
    pub workflows: Option<String>,
    /// Skills are chosen by what the user intends.
    #[serde(default)]
    pub intents: Option<Intents>,
    /// The field whose map holds the limits of a child runtime; a skill that has it is handed on.
    #[serde(default)]
    pub delegates_by: Option<String>,
    /// Paths below the documents root that a run may read for a chosen skill, `{reference}` filled
    /// in; it may write none.
    #[serde(default)]
    pub guard: Vec<String>,
    /// Skills that come with a step when a file beside the workflow says so.
    #[serde(default)]
    pub pointer: Vec<Pointer>,
    /// Folders a coding agent gets, with a skill file made anew in each.
    #[serde(default)]
    pub projected: Vec<Projected>,
}

/// A skill the runtime adds to every step when a file is there and not blank.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pointer {
    /// Its name.
    pub name: String,
    /// Its description, in our words.
    pub description: String,
    /// The file below the workflow's folder.
    pub file: String,
}

/// A folder of skills that a coding agent finds on disk.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Projected {
    /// The folder, below the working directory.
    pub folder: String,
    /// Who looks there.
    pub agents: String,
}

/// A sign in a project that a host is used there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// A path below the project; a part may be `*` (any one name); a final `/` wants a folder.
    pub path: String,
    /// How strong it is; the greatest of all hosts wins.
    pub priority: u32,
}

/// An option of a host: given with `--option`, else read from its configuration, else the default.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostOption {
    /// Its key.
    pub key: String,
    /// One line for people.
    pub help: String,
    /// The value when nobody gives one; lists are written with commas.
    #[serde(default)]
    pub default: Option<String>,
}

/// A configuration file of the host, whose keys become options.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Where it is, with `{project}` or `{home}` in front.
    pub file: String,
    /// The option that names another file.
    #[serde(default)]
    pub option: Option<String>,
    /// How it is written.
    pub format: ConfigFormat,
    /// A file that cannot be read, and a value of another type than its option, is told as a fault.
    #[serde(default)]
    pub strict: bool,
    /// Tables whose keys are options: the path of the table, and what stands before the key in the
    /// option's name.
    pub tables: Vec<ConfigTable>,
}

/// One table of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigTable {
    /// Its path (`tools.skills`); empty for the top of the file.
    pub path: String,
    /// Stands before each key (`storage_`).
    #[serde(default)]
    pub prefix: String,
}

/// How a configuration file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConfigFormat {
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

/// A folder whose place depends on an option or on what exists.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variable {
    /// How layer paths name it: `{name}`.
    pub name: String,
    /// The option that sets it, when given and not empty.
    #[serde(default)]
    pub option: Option<String>,
    /// Otherwise the first of these folders that exists.
    #[serde(default)]
    pub first_existing: Vec<String>,
    /// Otherwise this.
    pub default: String,
    /// An empty option takes the layers away that stand on this variable; otherwise it means the
    /// project folder.
    #[serde(default)]
    pub empty_is_absent: bool,
}

/// The nature of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayerKind {
    /// Inside the runtime's own code.
    Builtin,
    /// Brought by plugins.
    Plugin,
    /// In the home folder.
    User,
    /// In the project.
    Project,
    /// In the project, made by its own author tools.
    Custom,
}

impl LayerKind {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Plugin => "plugin",
            Self::User => "user",
            Self::Project => "project",
            Self::Custom => "custom",
        }
    }
}

/// One layer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Layer {
    /// Stable id, unique within the host.
    pub id: String,
    /// What people read.
    pub label: String,
    /// One letter for the list.
    pub badge: char,
    /// Its nature.
    pub kind: LayerKind,
    /// The folder, with `{project}`, `{home}` or a variable in front; absent for builtins.
    #[serde(default)]
    pub path: Option<String>,
    /// An option with a list of folders: one layer each, the first the strongest.
    #[serde(default)]
    pub list: Option<String>,
    /// The layer is absent when this option holds something.
    #[serde(default)]
    pub unless: Option<String>,
    /// The layer is absent when this option is empty or false.
    #[serde(default)]
    pub when: Option<String>,
    /// Links in the path of the folder itself are resolved before it is compared or shown.
    #[serde(default)]
    pub resolve: bool,
    /// The host's own word for where its skills come from; absent: the layer id.
    #[serde(default)]
    pub origin: Option<String>,
    /// How a skill of this layer is referred to; `{folder}` is its folder name.
    #[serde(default = "folder_reference")]
    pub reference: String,
    /// skillkiln writes here.
    #[serde(default)]
    pub write: bool,
    /// skillkiln writes here only while the folder lies in the project once links are resolved.
    #[serde(default)]
    pub write_inside: bool,
    /// The folder is looked for in the project and in folders above it, the nearest the strongest.
    #[serde(default)]
    pub ancestors: Ancestors,
    /// How the folder is searched.
    #[serde(default)]
    pub walk: Walk,
    /// An option that lists names of builtins that are switched off here.
    #[serde(default)]
    pub disabled: Option<String>,
    /// Where the host shows what it brings itself.
    #[serde(default)]
    pub shown_at: Option<String>,
    /// The skills are registered by the code of plugins.
    #[serde(default)]
    pub plugins: Option<Plugins>,
    /// The path may be a JSON file that holds the skills.
    #[serde(default)]
    pub rows: Option<Rows>,
    /// Scheduled jobs do not reach this layer.
    #[serde(default)]
    pub not_for_jobs: bool,
    /// Skills the runtime brings itself; their text is not known and stands as a placeholder.
    #[serde(default)]
    pub builtin: Vec<Builtin>,
}

fn folder_reference() -> String {
    "{folder}".to_owned()
}

/// A skill that lives in the runtime's code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Builtin {
    /// Its name.
    pub name: String,
    /// Placeholder for its description, in our words.
    pub description: String,
    /// Offered without being asked for by name.
    #[serde(default)]
    pub always: bool,
    /// Only there when this option says yes.
    #[serde(default)]
    pub when: Option<String>,
    /// Characters its own description has, where they are known: the placeholder is as long.
    #[serde(default)]
    pub length: Option<usize>,
}

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
    /// One file that is not UTF-8 keeps the runtime from loading any skill.
    #[serde(default)]
    pub undecodable_takes_all: bool,
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

fn any_dialect() -> Dialect {
    Dialect::YamlV3
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
    /// No fields at all.
    None,
}

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
    /// A map whose numbers are kept.
    Numbers,
    /// Anything; kept as it is.
    Any,
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
    /// The only characters it may have, by the name of a set; others drop the file.
    #[serde(default)]
    pub letters: Option<Letters>,
}

/// Sets of characters a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Letters {
    /// Letters and digits of any script, `_`, `:`, `.` and `-` (Qwen Code, recorded).
    Word,
    /// `a` to `z`, digits and `-`.
    Kebab,
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
        }
    }
}

/// Where a name comes from when the field gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameFallback {
    /// Nowhere.
    #[default]
    None,
    /// The reference (folder path below the skills folder).
    Reference,
    /// The name of the folder.
    Folder,
}

/// Where a description comes from when the field gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DescriptionFallback {
    /// Nowhere.
    #[default]
    None,
    /// The first line of the stripped body; a body of white space only makes the runtime fail
    /// (Replio, recorded).
    FirstLine,
}

/// A validation that a host runs apart from loading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Validate {
    /// None.
    #[default]
    None,
    /// AgentWorks: on import, validate and save.
    Agentworks,
    /// The agentskills reference validator.
    Agentskills,
}

/// What happens when two skills have one name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Collision {
    /// Across layers.
    pub across: Winner,
    /// Within one layer.
    pub within: Winner,
    /// What makes two skills one.
    #[serde(default)]
    pub key: CollisionKey,
    /// A file that is found again by another way counts once.
    #[serde(default)]
    pub same_file_once: bool,
    /// A builtin takes the place of a disk skill whose reference is its name.
    #[serde(default)]
    pub builtin_takes_reference: bool,
    /// The origin of a skill merged from several layers.
    #[serde(default)]
    pub merged_origin: Option<String>,
    /// Why the winner rests on our own decision, if it does.
    #[serde(default)]
    pub note: Option<String>,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The strongest layer (the last in the profile), or the first found within a layer.
    Strongest,
    /// The last found within a layer.
    Last,
    /// Everybody: fields are overlaid, the strongest layer that has a field gives it.
    Merge,
    /// Nobody: all are kept.
    All,
    /// Whichever is done last: not fixed, another at each start. The strongest stands for it.
    Race,
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By reference, code points.
    #[default]
    Reference,
    /// By name, code points.
    Name,
    /// As loaded: the weakest layer first; a name that comes again stays where it first stood.
    Loading,
    /// As found: the strongest layer first, within a layer by folder.
    Discovery,
    /// What the project has before what the home has before what comes with the host, then by name,
    /// then by real place, code points.
    Scope,
    /// By name as JavaScript's `localeCompare` has it.
    Locale,
}
