//! Host profiles: what differs between runtimes, as data from `assets/hosts/*.toml`.

use super::survey::Place;
use super::tree::FileTree;

/// One host, as its TOML file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Stable id (`agentworks`).
    pub id: String,
    /// What people read.
    pub title: String,
    /// The version of the runtime that is described.
    pub version: String,
}

/// A folder a scan has to look into for a host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScanRoot {
    /// The folder.
    pub path: String,
    /// Levels below it that are listed (1 = its own entries).
    pub depth: usize,
    /// Names whose bytes are needed: an exact name (compared without ASCII case) or `*.md`.
    pub contents: Vec<String>,
}

/// The profiles the program knows, in the order people see them.
#[derive(Clone, Debug, Default)]
pub struct Profiles {
    list: Vec<Profile>,
}

impl Profiles {
    /// The profiles inside the binary.
    pub fn bundled() -> Self {
        Self::default()
    }

    /// By id.
    pub fn get(&self, id: &str) -> Option<&Profile> {
        self.list.iter().find(|profile| profile.id == id)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.list.iter()
    }
}

impl Profile {
    /// Where a scan has to look for this host in this place.
    pub fn scan_roots(&self, place: &Place) -> Vec<ScanRoot> {
        let _ = place;
        Vec::new()
    }

    /// How strongly the project shows that this host is used here; `None` when nothing does.
    /// A greater number is stronger evidence.
    pub fn detect(&self, tree: &FileTree, place: &Place) -> Option<u32> {
        let _ = (tree, place);
        None
    }
}
