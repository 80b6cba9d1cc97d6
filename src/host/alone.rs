//! What one file by itself is for a host, without a look at what lies around it.

use std::sync::Arc;

use super::Profile;
use super::read::{Input, read};
use super::reading::Reading;

/// What one file would be for the host if it lay where it lies: for a single file on the command
/// line, and for text that is not saved yet.
pub fn read_file(profile: &Profile, bytes: &[u8], folder_name: &str) -> Reading {
    read(
        profile,
        Input {
            bytes,
            kept: None,
            folder_name,
            reference: folder_name,
            path: "",
            single: false,
        },
    )
}

/// As [`read_file`], of a file whose path is known; the reading leans on the bytes instead of copying
/// them.
pub fn read_kept(profile: &Profile, bytes: &Arc<[u8]>, folder_name: &str, path: &str) -> Reading {
    read(
        profile,
        Input {
            bytes,
            kept: Some(bytes),
            folder_name,
            reference: folder_name,
            path,
            single: false,
        },
    )
}

/// What one file would be for the host if it lay at `path`: its folder gives the name where skills
/// have one, else the file itself.
pub fn read_at(profile: &Profile, bytes: &[u8], path: &str) -> Reading {
    let mut layers = profile.layer.iter();
    let within = layers.find_map(|layer| {
        let within = layer.walk.within.as_ref()?;
        within.name_at(layer.path.as_deref()?, path)
    });
    match within {
        Some(name) => read_file(profile, bytes, &name),
        None => read_file(profile, bytes, name_at(profile, path)),
    }
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
