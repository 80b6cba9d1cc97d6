//! How a host takes skills in from elsewhere.

use serde::Deserialize;

/// The `[exchange]` table of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Exchange {
    /// Which texts are sources.
    pub sources: Sources,
    /// How the folder of an imported skill is called.
    pub folder: ImportFolder,
    /// Where skills lie in what is imported.
    pub search: ImportSearch,
    /// What a lock file calls a skill.
    pub lock_key: LockKey,
    /// Skills whose folder would have the name of a builtin are refused.
    pub refuse_builtin: bool,
    /// What has to be in the frontmatter for an import, although loading does not need it.
    pub require: Vec<String>,
    /// How a tar archive is refused that has a member which would land outside.
    pub tar_unsafe: TarUnsafe,
}

/// How a tar archive is refused that has a member which would land outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TarUnsafe {
    /// By what is wrong with the member.
    #[default]
    Member,
    /// As a whole, by the code `unsafe-archive` (MiniBot, recorded).
    UnsafeArchive,
}

/// Which texts are sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sources {
    /// Short forms of repositories and https addresses.
    #[default]
    Install,
    /// Addresses of GitHub folders.
    FolderUrl,
}

/// How the folder of an imported skill is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportFolder {
    /// As the skill, where a folder can have that name; else as `slug`.
    #[default]
    Name,
    /// Lower case; every run of other characters than `a-z 0-9 . _ -` is one hyphen; no hyphen or
    /// dot at the edges.
    Slug,
    /// Lower case; blanks are hyphens, other characters than letters, digits, `-`, `_` go.
    Letters,
}

/// Where skills lie in what is imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportSearch {
    /// Anywhere, five folders down.
    #[default]
    Tree,
    /// One skill: at the top, or in the only folder there is.
    One,
}

/// What a lock file calls a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LockKey {
    /// By its name.
    #[default]
    Name,
    /// By its folder.
    Folder,
}
