//! Skills as single files, where a host keeps them so.

use std::sync::Arc;

use super::Refusal;
use super::find::SKILL_FILE;
use super::preview::Ground;
use crate::host::Profile;
use crate::host::profile::Fences;
use crate::host::tree::split;
use crate::library::author::below_frontmatter;
use crate::library::write::NewFile;
use crate::library::{Expect, Guard, Trashed};
use crate::skill::bytes::decode;

/// A skill as one file, and what does not go along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat {
    /// The file, by its name.
    pub file: NewFile,
    /// What is lost, for people.
    pub lost: Vec<String>,
}

/// How the names of single files end in the folder `dest` of a host; `None` where it keeps folders.
pub fn end_in<'a>(ground: Ground<'a>, dest: &str) -> Option<&'a str> {
    let mut layers = ground.survey.layers.iter();
    let found = layers.find(|layer| layer.path.as_deref() == Some(dest))?;
    let layer = ground.profile.layer.get(found.row)?;
    layer.walk.flat.as_deref()
}

/// What a file of a skill is called where it lies: a skill that is one file is told by its name. `place`
/// is the folder of the skill, or that file.
pub fn name_in<'a>(single: bool, place: &'a str, path: &'a str) -> &'a str {
    match split(place) {
        Some((_, name)) if single => name,
        _ => path,
    }
}

/// Writes a single file. `replaces`: what stands there goes to the trash.
///
/// # Errors
/// What the guard refuses and the disk does not do; then the old one is there.
pub fn put(
    guard: &Guard,
    path: &str,
    bytes: &[u8],
    host: &str,
    replaces: bool,
) -> Result<Option<Trashed>, Refusal> {
    if replaces {
        return Ok(Some(guard.replace_file(path, bytes, host)?));
    }
    guard.save(path, bytes, &Expect::Absent)?;
    Ok(None)
}

/// The files of a skill folder as one file called `name`. A host that knows no frontmatter would
/// give it to the model, so it goes.
pub fn flat(profile: &Profile, files: &[NewFile], name: &str) -> Flat {
    let main = files.iter().find(|file| file.path == SKILL_FILE);
    let text = main.map_or_else(String::new, |file| decode(&file.bytes).text);
    let kept = match profile.reader.fences {
        Fences::None => below_frontmatter(text.trim_start_matches('\u{feff}')),
        _ => &text,
    };
    let mut lost = Vec::new();
    if kept.len() < text.len() {
        lost.push("the frontmatter: name, description and all other fields".to_owned());
    }
    let others = files.iter().filter(|file| file.path != SKILL_FILE);
    lost.extend(others.map(|file| file.path.clone()));
    Flat {
        file: NewFile {
            path: name.to_owned(),
            bytes: Arc::from(kept.as_bytes()),
            executable: false,
        },
        lost,
    }
}
