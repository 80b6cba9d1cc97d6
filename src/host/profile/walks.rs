//! Where a layer's folders are, and how one is searched.

use serde::Deserialize;

/// Which folders above the project hold a layer too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ancestors {
    /// None.
    #[default]
    None,
    /// All up to the first that holds `.git`; only the project where none does.
    ToGit,
    /// All up to the first that holds `.git`; all of them where none does.
    ToGitOrTop,
}

/// How a layer's folder is searched.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Walk {
    /// Names of the skill file, best first.
    pub files: Vec<String>,
    /// Folder names that are never entered.
    pub prune: Vec<String>,
    /// Folder names that only hold other layers: never a skill themselves.
    pub containers: Vec<String>,
    /// Links to folders and files are followed.
    pub links: bool,
    /// A skill is a single file: each one directly in the folder whose name ends so, named by what
    /// stands before (`.md`, compared with case). Folders are not entered.
    pub flat: Option<String>,
    /// Levels of folders below the root in which a skill file is found. Absent: exactly one, and the
    /// keys below say nothing.
    pub depth: Option<usize>,
    /// A skill file directly in the root is a skill.
    pub root_file: bool,
    /// A folder with a skill file is not searched further.
    pub stop: bool,
    /// Folders whose name begins with a dot are skipped.
    pub skip_hidden: bool,
    /// Links to skill files are not followed.
    pub no_file_links: bool,
    /// Files directly in the root whose name ends so are skills, named by their folder.
    pub loose: Option<String>,
    /// Two links that lead back up keep the search from ever ending.
    pub hangs_on_loops: bool,
    /// The entries of a folder come from the last name to the first.
    pub reverse: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            files: vec!["SKILL.md".to_owned()],
            prune: Vec::new(),
            containers: Vec::new(),
            links: true,
            flat: None,
            depth: None,
            root_file: false,
            stop: false,
            skip_hidden: false,
            no_file_links: false,
            loose: None,
            hangs_on_loops: false,
            reverse: false,
        }
    }
}
