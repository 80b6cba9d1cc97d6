//! What a profile can say: one type per axis on which runtimes differ.

use serde::Deserialize;

use super::sources::{Intents, Plugins, Rows};
use super::walks::{Ancestors, Walk};
use super::worlds::CollisionKey;

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
    /// What it may hold; by default what its default is: true or false, a whole number, else any text.
    #[serde(default, rename = "type")]
    pub kind: Option<OptionKind>,
}

/// What an option may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// true or false, or another word for them; an empty one is no.
    Truth,
    /// A whole number from 0.
    Whole,
    /// A number, with a fraction or without.
    Number,
    /// Any text; lists are written with commas.
    Text,
}

impl OptionKind {
    /// What it takes, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Truth => "true or false",
            Self::Whole => "a whole number",
            Self::Number => "a number",
            Self::Text => "a text",
        }
    }
}

/// Words that Python's usual reader of settings takes for yes or no.
pub const YES_OR_NO: &[&str] = &[
    "true", "false", "t", "f", "yes", "no", "y", "n", "on", "off", "1", "0",
];

impl HostOption {
    /// What it may hold.
    pub fn kind(&self) -> OptionKind {
        let usual = match self.default.as_deref() {
            Some("true" | "false") => OptionKind::Truth,
            Some(number) if number.parse::<usize>().is_ok() => OptionKind::Whole,
            _ => OptionKind::Text,
        };
        self.kind.unwrap_or(usual)
    }

    /// Whether it may hold this.
    pub fn takes(&self, value: &str) -> bool {
        let said = value.trim();
        let yes_or_no = || YES_OR_NO.iter().any(|word| word.eq_ignore_ascii_case(said));
        match self.kind() {
            OptionKind::Truth => said.is_empty() || yes_or_no(),
            OptionKind::Whole => said.parse::<usize>().is_ok(),
            OptionKind::Number => said.parse::<f64>().is_ok_and(f64::is_finite),
            OptionKind::Text => true,
        }
    }
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
    /// Where its skills stand in a list sorted by scope; absent: by its nature, the project's 0, the
    /// home's 1, the host's own 2.
    #[serde(default)]
    pub scope: Option<u8>,
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
    /// When a skill lies here, no other layer is looked at.
    #[serde(default)]
    pub alone: bool,
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
    /// The name of the folder, whatever the field says.
    AlwaysFolder,
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
    /// A line of the body, as `body-line` says.
    BodyLine,
    /// The name.
    Name,
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
    /// As found in the home, then as found in the project; a name that comes again stays where it
    /// first stood, whichever copy wins.
    HomeFirst,
    /// What the project has before what the home has before what comes with the host, then by name,
    /// then by real place, code points.
    Scope,
    /// By name as JavaScript's `localeCompare` has it.
    Locale,
    /// By the folder directly in the layer that holds the skill's own folder, those without one first,
    /// then by name, code points.
    Category,
}
