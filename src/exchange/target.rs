//! Where a packed skill may be written: not into folders that hosts read skills from.

use std::fs;
use std::path::{Path, PathBuf};

use super::Refusal;
use crate::host::{Place, Survey};

/// Whether a packed skill may be written to the file `to`. `surveys` are what the hosts here see,
/// `skill` is the folder (or the single file) that is packed.
///
/// # Errors
/// `bad-target` when the file lies in a layer of a host or in the skill itself, also by links.
pub fn may_write<'a>(
    to: &str,
    place: &Place,
    surveys: impl Iterator<Item = (&'a str, &'a Survey)>,
    skill: Option<&str>,
) -> Result<(), Refusal> {
    let target = real(Path::new(to));
    let holds = |folder: &str| target.starts_with(real(Path::new(folder)));
    if skill.is_some_and(holds) {
        return Err(Refusal::new(
            "bad-target",
            format!("{to} is a part of the skill itself; write it elsewhere"),
        ));
    }
    let (project, home) = (
        real(Path::new(&place.project)),
        real(Path::new(&place.home)),
    );
    // A layer that holds the project says nothing about a file in it.
    let narrow = |folder: &&str| {
        let folder = real(Path::new(folder));
        !project.starts_with(&folder) && !home.starts_with(&folder)
    };
    for (title, survey) in surveys {
        let folders = survey
            .layers
            .iter()
            .filter_map(|layer| layer.path.as_deref());
        if let Some(folder) = folders.filter(narrow).find(|folder| holds(folder)) {
            return Err(Refusal::new(
                "bad-target",
                format!("{to} lies in {folder}, which {title} reads; write it elsewhere"),
            ));
        }
    }
    Ok(())
}

/// The path without links, as far as it is there.
fn real(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(real), ..) => real,
        (Err(_), Some(parent), Some(name)) => real(parent).join(name),
        _ => path.to_owned(),
    }
}
