//! Where a skill comes from: what a person types, read as one host reads it.
//!
//! | grammar | takes |
//! |---|---|
//! | [`Grammar::Install`] | `owner/repo`, `owner/repo/path`, `…@skill`, GitHub addresses, any other https address ([`install`]) |
//! | [`Grammar::FolderUrl`] | GitHub folder addresses only ([`folder_url`]) |
//!
//! Files and folders of the own disk come before either.

pub mod folder_url;
pub mod install;
pub mod secrets;

use std::path::{Path, PathBuf};

use super::Refusal;
use crate::host::Profile;
use crate::host::profile::Sources;
use crate::library::project;

/// The host of GitHub's own pages.
pub const GITHUB: &str = "github.com";

/// What archives are called.
pub const ARCHIVE_ENDS: [&str; 9] = [
    ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar", ".skill",
];

/// A source, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How it is written into locks: `owner/repo`, an address, or a path.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// The one skill of it that is asked for.
    pub skill: Option<String>,
    /// The address the host itself would ask, without secrets; `None` for what lies on the own disk.
    pub url: Option<String>,
    /// What becomes of the secrets in what was typed, for people; `None` where there were none.
    pub withheld: Option<String>,
}

/// Where a source is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A repository on GitHub, or on a GitHub of one's own.
    GitHub(Repo),
    /// Any other https address, with the secrets that open it: it is never shown.
    Url(String),
    /// A file or folder of the own disk.
    Local(PathBuf),
}

/// A repository, or a folder of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repo {
    /// Whose it is.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Branch, tag or commit; `None` for what the repository shows first.
    pub reference: Option<String>,
    /// The folder in it, with `/`; empty for the whole.
    pub path: String,
    /// The skill lies exactly in `path`, not somewhere below it.
    pub exact: bool,
}

/// Which texts are sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// Short forms and https addresses (MiniBot's `install_skill`, recorded).
    Install,
    /// GitHub folder addresses (AgentWorks' import dialog, recorded).
    FolderUrl,
    /// What [`Self::Install`] takes, with more of GitHub's addresses ([`install::parse_any`]); and what
    /// starts with `/` is a path.
    Any,
    /// What [`Self::FolderUrl`] takes as it takes it, and else what [`Self::Any`] takes.
    FolderUrlFirst,
}

impl Grammar {
    /// How `profile` reads sources. `exact`: nothing that the host itself would refuse.
    pub fn of(profile: &Profile, exact: bool) -> Self {
        match (profile.exchange.sources, exact) {
            (Sources::Install, true) => Self::Install,
            (Sources::Install, false) => Self::Any,
            (Sources::FolderUrl, true) => Self::FolderUrl,
            (Sources::FolderUrl, false) => Self::FolderUrlFirst,
        }
    }

    /// More is taken than the host itself would take.
    fn is_loose(self) -> bool {
        matches!(self, Self::Any | Self::FolderUrlFirst)
    }
}

/// Reads `text`. `github` is the host name of the GitHub that short forms mean (`github.com`).
/// Something of the own disk is meant where `text` is no address and the path is there; paths are
/// relative to `here`, `~/` is `home`.
///
/// # Errors
/// `not-a-source`, `not-https`, `bad-owner-or-repo`, `not-a-url`, `not-github`, `not-a-tree-url`; and
/// `no-such-file` for a path that is not there.
pub fn parse(
    text: &str,
    grammar: Grammar,
    github: &str,
    here: &Path,
    home: &Path,
) -> Result<Source, Refusal> {
    if let Some(found) = local(text, grammar, github, here, home)? {
        return Ok(found);
    }
    let found = remote(text, grammar, github).map_err(|refusal| no_path(text, refusal));
    let found = found.or_else(|refusal| {
        // What is wrong is told of the address without what opens it.
        let clean = secrets::without_secrets(text);
        match clean == text {
            true => Err(refusal),
            false => remote(&clean, grammar, github),
        }
    });
    found.map(|found| Source {
        withheld: secrets::told(text),
        ..found
    })
}

/// What is no address was perhaps meant to be a path.
fn no_path(text: &str, refusal: Refusal) -> Refusal {
    let told = refusal.to_string();
    match text.contains("://") || told.contains("file or folder") {
        true => refusal,
        false => Refusal::new(
            refusal.code(),
            format!("{told}; and there is no file or folder {text:?} here"),
        ),
    }
}

fn remote(text: &str, grammar: Grammar, github: &str) -> Result<Source, Refusal> {
    match grammar {
        Grammar::Install => install::parse(text, github),
        Grammar::Any => install::parse_any(text, github),
        Grammar::FolderUrl => folder_url::parse(text, github),
        Grammar::FolderUrlFirst => {
            folder_url::parse(text, github).or_else(|_| install::parse_any(text, github))
        }
    }
}

/// What lies on the own disk. A path that is plainly one must be there; anything else may also be
/// the short form of a repository.
fn local(
    text: &str,
    grammar: Grammar,
    github: &str,
    here: &Path,
    home: &Path,
) -> Result<Option<Source>, Refusal> {
    if text.trim().is_empty() || text.contains("://") {
        return Ok(None);
    }
    let path = match text.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None => here.join(text),
    };
    if path.exists() {
        // A lock is read from wherever the person stands.
        let name = project::absolute(&path).unwrap_or_else(|_| text.to_owned());
        return Ok(Some(Source {
            name,
            place: Place::Local(path),
            skill: None,
            url: None,
            withheld: None,
        }));
    }
    match is_path(text, grammar, github) {
        true => Err(Refusal::new(
            "no-such-file",
            format!("no such file or folder: {text}"),
        )),
        false => Ok(None),
    }
}

/// It is plainly the path of a file or folder, not the short form of a repository: it starts as one,
/// or ends as a file that holds skills does. Hosts read `/owner/repo` as a repository.
fn is_path(text: &str, grammar: Grammar, github: &str) -> bool {
    let starts = ["./", "../", "~", r".\", r"..\"];
    let lower = text.to_ascii_lowercase();
    let file = || {
        let mut ends = ARCHIVE_ENDS.iter().chain(&[".md"]);
        ends.any(|end| lower.ends_with(*end))
    };
    let drive = || matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let rooted = || text.starts_with('/') && !text.starts_with("//") && grammar.is_loose();
    matches!(text, "." | "..")
        || starts.iter().any(|start| text.starts_with(start))
        || drive()
        || rooted()
        || (!text.contains('@') && !lower.starts_with(&format!("{github}/")) && file())
}

impl Repo {
    /// The address MiniBot asks for the whole repository.
    pub fn codeload(&self) -> String {
        let reference = self.reference();
        format!(
            "https://codeload.{GITHUB}/{}/{}/tar.gz/{reference}",
            self.owner, self.name
        )
    }

    /// The branch, tag or commit that is asked for.
    pub fn reference(&self) -> &str {
        self.reference.as_deref().unwrap_or("HEAD")
    }

    /// The same repository with a longer branch name: the next name of the path belongs to it. A
    /// branch `feature/x` is written in addresses as a folder `x` of the branch `feature`.
    pub fn longer(&self) -> Option<Self> {
        let reference = self.reference.as_deref()?;
        let path = self.path.trim_start_matches('/');
        let (next, rest) = path.split_once('/').unwrap_or((path, ""));
        (!next.is_empty()).then(|| Self {
            reference: Some(format!("{reference}/{next}")),
            path: rest.to_owned(),
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests;
