//! What a host gives the model to find, load and write skills with.

use serde::Deserialize;

/// How the host's search ranks skills.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Search {
    /// At most so many are returned; absent: all.
    pub limit: Option<usize>,
    /// When no skill holds the query, those that look like it are returned (the sequence matcher).
    pub alike: bool,
    /// Stands for a description that is blank.
    pub bare: String,
}

/// What the model gets when it asks for one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// The host has no tool for it; the body and the files beside it are shown.
    #[default]
    Plain,
    /// A tool returns an object with the body between two tags.
    ToolResult(ToolResult),
}

/// The object an activation tool returns.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ToolResult {
    /// The line above the body.
    pub open: String,
    /// The line below the body.
    pub close: String,
    /// A result of more characters is moved to a file...
    pub spill_chars: usize,
    /// ...when this option says yes.
    pub spill_when: String,
}

/// Which of the files in a skill's folder the host hands over with the skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Beside {
    /// Files of this name are left out, at any depth.
    pub hidden: Option<String>,
    /// That name counts in any case.
    pub hidden_any_case: bool,
    /// Pictures, programs, archives and whatever else is no text are left out.
    pub text_only: bool,
    /// Folders of these names are left out.
    pub prune: Vec<String>,
    /// Links to folders are entered.
    pub linked_folders: bool,
}

impl Default for Beside {
    fn default() -> Self {
        Self {
            hidden: None,
            hidden_any_case: false,
            text_only: false,
            prune: Vec::new(),
            linked_folders: true,
        }
    }
}

/// The options that say whether the model can write into the write area.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WriteTools {
    /// The write area when no layer is one.
    pub fallback: String,
    /// The file tool is there.
    pub file: String,
    /// The folder the file tool works in.
    pub file_root: String,
    /// The file tool may leave its folder.
    pub file_outside: String,
    /// The shell tool is there.
    pub shell: String,
}
