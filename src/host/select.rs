//! Which copies a list of names or references means.

use std::sync::Arc;

use super::place::Place;
use super::profile::Profile;
use super::read::{Input, read};
use super::settings::Settings;
use super::survey::{Copy, Survey};
use super::tree::{FileTree, join, split};

/// What a list of references became.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attached {
    /// The copies, in the order of the list, repeats included.
    pub copies: Vec<Copy>,
    /// References that lead to nothing the host can load.
    pub skipped: Vec<String>,
}

/// The copies a list means for this host.
pub fn attach(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    wanted: &[String],
) -> Attached {
    let mut attached = Attached::default();
    for word in wanted {
        let copy = match &profile.select.references_below {
            Some(below) => by_reference(profile, tree, place, survey, below, word),
            None => survey.find(word).first().map(|copy| (*copy).clone()),
        };
        match copy {
            Some(copy) => attached.copies.push(copy),
            None => attached.skipped.push(word.clone()),
        }
    }
    attached
}

/// A builtin of that name first; else the folder the reference names, joined as text: discovery is
/// not asked, so that a folder it never enters still attaches (AgentWorks, recorded).
fn by_reference(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    below: &str,
    reference: &str,
) -> Option<Copy> {
    if let Some(builtin) = super::survey::builtins(profile, &survey.layers)
        .into_iter()
        .find(|b| b.reference == reference)
    {
        return Some(builtin);
    }
    let inside = !reference.is_empty()
        && !reference.starts_with('/')
        && reference
            .split('/')
            .all(|part| !matches!(part, "" | "." | ".."));
    if !inside {
        return None;
    }
    let settings = Settings::of(profile, tree, place);
    let folder = join(&place.expand(profile, &settings, tree, below)?, reference);
    let file = profile.layer.iter().find_map(|layer| {
        layer
            .walk
            .files
            .iter()
            .map(|file| join(&folder, file))
            .find(|path| tree.file(path).is_some())
    })?;
    if let Some(known) = survey
        .copies()
        .find(|copy| copy.path.as_deref() == Some(&file))
    {
        return Some(known.clone());
    }
    let (parent, folder_name) = split(&folder)?;
    let reading = Arc::new(read(
        profile,
        Input {
            bytes: tree.content(&file)?,
            folder_name,
            reference,
        },
    ));
    if !reading.loaded() {
        return None;
    }
    let layer = survey
        .layers
        .iter()
        .position(|layer| layer.path.as_deref() == Some(parent));
    let elsewhere = || survey.layers.iter().position(|layer| layer.path.is_some());
    Some(Copy {
        layer: layer.or_else(elsewhere)?,
        name: reading.name.clone().unwrap_or_else(|| reference.to_owned()),
        path: Some(file),
        folder: Some(folder),
        reference: reference.to_owned(),
        reading,
    })
}
