//! What a prompt has of the skills where it reads their files in a way of its own.

use std::borrow::Cow;
use std::sync::Arc;

use super::profile::Profile;
use super::reading::Reading;
use super::resolve::resolve;
use super::survey::{Copy, NotLoaded, Survey};
use super::tree::{FileTree, split};

/// The skills as the prompt has them, also those that the host does not load otherwise; what is there
/// already where the prompt has no way of its own.
pub(super) fn in_prompt<'s>(
    profile: &Profile,
    tree: &FileTree,
    survey: &'s Survey,
) -> Cow<'s, Survey> {
    if profile.prompt_reader.is_none() {
        return Cow::Borrowed(survey);
    }
    let copies = survey.copies().cloned();
    let copies = copies.chain(survey.not_loaded.iter().filter_map(read));
    let mut copies: Vec<Copy> = copies.map(own).collect();
    // As they were found: the weakest layer first, within a layer by path.
    copies.sort_by(|a, b| (a.layer, &a.path).cmp(&(b.layer, &b.path)));
    Cow::Owned(Survey {
        host: survey.host.clone(),
        layers: survey.layers.clone(),
        skills: resolve(profile, &survey.layers, tree, copies),
        not_loaded: Vec::new(),
        faults: survey.faults.clone(),
    })
}

/// A file that was found and read, and dropped then.
fn read(lost: &NotLoaded) -> Option<Copy> {
    let reading = lost.reading.clone()?;
    let folder = split(&lost.path).map(|(folder, _)| folder.into());
    Some(Copy {
        layer: lost.layer?,
        path: Some(Arc::clone(&lost.path)),
        folder,
        reference: lost.name.as_str().into(),
        name: lost.name.clone(),
        reading,
        source: lost.source.clone(),
    })
}

/// A copy as the prompt has it.
pub(super) fn own(copy: Copy) -> Copy {
    let Some(own) = &copy.reading.in_prompt else {
        return copy;
    };
    let folder = copy.folder.as_deref().and_then(split);
    let folder = folder.map_or(copy.name.as_str(), |(_, name)| name);
    let reading = match own.loaded() {
        true => Arc::clone(own),
        false => Arc::new(Reading {
            name: Some(folder.to_owned()),
            ..Reading::default()
        }),
    };
    Copy {
        name: reading.name.clone().unwrap_or_else(|| folder.to_owned()),
        reading,
        ..copy
    }
}
