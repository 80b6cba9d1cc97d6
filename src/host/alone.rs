//! What one file by itself is for a host, without a look at what lies around it.

use std::borrow::Cow;
use std::sync::Arc;

use super::Profile;
use super::read::{Input, Raw, read};
use super::reading::Reading;

/// What one file would be for the host if it lay where it lies: for a single file on the command
/// line, and for text that is not saved yet.
pub fn read_file(profile: &Profile, bytes: &[u8], folder_name: &str) -> Reading {
    named(profile, &Raw::new(bytes), folder_name, "", None)
}

/// As [`read_file`], of a file whose path is known; the reading leans on the bytes instead of copying
/// them.
pub fn read_kept(profile: &Profile, bytes: &Arc<[u8]>, folder_name: &str, path: &str) -> Reading {
    named(profile, &Raw::new(bytes), folder_name, path, Some(bytes))
}

/// What one file would be for the host if it lay at `path`: its folder gives the name where skills
/// have one, else the file itself.
pub fn read_at(profile: &Profile, bytes: &[u8], path: &str) -> Reading {
    let name = named_at(profile, path);
    named(profile, &Raw::new(bytes), &name, "", None)
}

/// As [`read_at`], for several hosts: what one finds out about the file serves the others, and none
/// copies it.
#[derive(Debug)]
pub struct ReadAt<'a> {
    kept: &'a Arc<[u8]>,
    raw: Raw<'a>,
    path: &'a str,
}

impl<'a> ReadAt<'a> {
    /// A file as if it lay at `path`.
    pub fn new(kept: &'a Arc<[u8]>, path: &'a str) -> Self {
        let raw = Raw::new(kept);
        Self { kept, raw, path }
    }

    /// What it would be for this host.
    pub fn by(&self, profile: &Profile) -> Reading {
        let name = named_at(profile, self.path);
        named(profile, &self.raw, &name, "", Some(self.kept))
    }
}

/// The name that stands for a folder's when a file lies at `path`.
fn named_at<'p>(profile: &Profile, path: &'p str) -> Cow<'p, str> {
    let mut layers = profile.layer.iter();
    let within = layers.find_map(|layer| {
        let within = layer.walk.within.as_ref()?;
        within.name_at(layer.path.as_deref()?, path)
    });
    within.map_or_else(|| name_at(profile, path).into(), Cow::Owned)
}

fn named<'a>(
    profile: &Profile,
    raw: &'a Raw<'a>,
    name: &'a str,
    path: &'a str,
    kept: Option<&'a Arc<[u8]>>,
) -> Reading {
    read(
        profile,
        Input {
            raw,
            kept,
            folder_name: name,
            reference: name,
            path,
            single: false,
        },
    )
}

fn name_at<'p>(profile: &Profile, path: &'p str) -> &'p str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let mut ends = profile
        .layer
        .iter()
        .filter_map(|layer| layer.walk.flat.as_deref());
    match ends.find_map(|end| file.strip_suffix(end)) {
        Some(stem) if !stem.is_empty() => stem,
        Some(_) => file,
        None => folder.rsplit_once('/').map_or(folder, |(_, name)| name),
    }
}
