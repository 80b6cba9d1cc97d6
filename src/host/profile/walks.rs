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
    /// Not the project itself but the first that holds `.git`, which may be the project; the project
    /// where none does.
    GitRoot,
    /// Only the first above the project that holds `.git`, where the project does not.
    GitRootAbove,
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
    /// Folders of these names are looked at themselves, but not what lies in them.
    pub shallow: Vec<String>,
    /// A folder that has the name of the skill file ends the search of all (an error nobody catches).
    pub chokes_on_folders: bool,
    /// What has the name of the skill file makes a folder a skill, whatever it is.
    pub any_kind: bool,
    /// Only a skill file in the root is looked for.
    pub root_only: bool,
    /// How a single file that is a skill is named.
    pub loose_name: LooseName,
    /// Single files are looked for in folders too, as deep as skill files are, but not in a folder that
    /// is a skill.
    pub loose_below: bool,
    /// Names of single files that are no skills.
    pub not_loose: Vec<String>,
    /// The name of the skill file is compared without case.
    pub any_case: bool,
    /// The ending of single files is compared without case.
    pub loose_any_case: bool,
    /// Folders of these names are not entered where they lie in the folder of a skill.
    pub prune_in_skill: Vec<String>,
    /// What was found is sorted by its whole path, code points.
    pub by_path: bool,
    /// Two links that lead back up keep the search from ever ending.
    pub hangs_on_loops: bool,
    /// The entries of a folder come from the last name to the first.
    pub reverse: bool,
    /// A skill file directly in the root stands among its folders by its own name.
    pub root_file_by_name: bool,
    /// Ignore files: what their lines name is passed over.
    pub ignore_files: Vec<String>,
    /// Single files are looked for in the folders below the root and not in the root itself.
    pub loose_in_folders: bool,
    /// A folder found by a link is called as the one it leads to.
    pub real_names: bool,
    /// Folders it looks into at most, the nearest first.
    pub folders_at_most: Option<usize>,
    /// Names it meets at most (with `folders_at_most`).
    pub names_at_most: Option<usize>,
    /// Not the folder itself holds skills but a folder within each of its folders.
    pub within: Option<Within>,
}

/// Skills that lie in a folder within each folder of a layer, as those of plugins do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Within {
    /// The folder in each of them (`skills`).
    pub folder: String,
    /// What stands between the name of the outer folder and that of the skill's own: a skill is called
    /// by both.
    pub between: String,
}

/// How a single file that is a skill is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LooseName {
    /// By the folder it lies in.
    #[default]
    Folder,
    /// By its own name without the ending.
    Stem,
    /// By its path below the layer without the ending.
    Path,
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
            shallow: Vec::new(),
            chokes_on_folders: false,
            any_kind: false,
            root_only: false,
            loose_name: LooseName::Folder,
            loose_below: false,
            not_loose: Vec::new(),
            any_case: false,
            loose_any_case: false,
            prune_in_skill: Vec::new(),
            by_path: false,
            reverse: false,
            root_file_by_name: false,
            ignore_files: Vec::new(),
            loose_in_folders: false,
            real_names: false,
            folders_at_most: None,
            names_at_most: None,
            within: None,
        }
    }
}
