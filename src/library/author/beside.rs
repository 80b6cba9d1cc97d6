//! Files beside the skill file of one's own skill: other names for them, and taking them away.

use super::{AuthorError, Plan, Renaming, Scene, Step, plan, write_area};
use crate::host::tree::{join, split};
use crate::library::write::refuse_name;

/// An empty file beside one's own skill.
///
/// # Errors
/// When no skill of the write area has its folder, or something has that name.
pub fn new_file(scene: Scene<'_>, path: &str) -> Result<Plan, AuthorError> {
    folder_of(scene, path)?;
    if scene.tree.entry(&scene.tree.settled(path)).is_some() {
        let path = path.to_owned();
        return Err(AuthorError::Exists { path });
    }
    let step = Step::File {
        path: path.to_owned(),
        bytes: [].into(),
    };
    Ok(plan(scene, path.to_owned(), vec![step], Vec::new()))
}

/// Moves a file beside one's own skill to the trash.
///
/// # Errors
/// When no skill of the write area has it beside its skill file.
pub fn remove_file(scene: Scene<'_>, path: &str) -> Result<Plan, AuthorError> {
    folder_of(scene, path)?;
    let step = Step::Remove {
        path: path.to_owned(),
        files: vec![path.to_owned()],
    };
    Ok(plan(scene, path.to_owned(), vec![step], Vec::new()))
}

/// Gives a file beside one's own skill another path in the folder of that skill, `name`.
///
/// # Errors
/// As [`remove_file`]; when a part of the name is refused, or something has it.
pub fn rename_file(scene: Scene<'_>, path: &str, name: &str) -> Result<Plan, AuthorError> {
    let folder = folder_of(scene, path)?;
    let mut parts = name.split('/');
    if let Some(why) = parts.find_map(refuse_name) {
        return Err(AuthorError::FileName {
            name: name.to_owned(),
            why,
        });
    }
    let to = join(folder, name);
    if scene.tree.entry(&scene.tree.settled(&to)).is_some() {
        return Err(AuthorError::Exists { path: to });
    }
    let renaming = Renaming {
        from: path.to_owned(),
        to: to.clone(),
        file: path.to_owned(),
        edit: None,
        files: vec![path.to_owned()],
    };
    let steps = vec![Step::Rename(renaming)];
    Ok(plan(scene, to, steps, Vec::new()))
}

/// The folder of one's own skill that has this file beside its skill file. What is a skill file
/// itself goes with its skill only.
fn folder_of<'a>(scene: Scene<'a>, path: &str) -> Result<&'a str, AuthorError> {
    let (own, area) = write_area(scene)?;
    let survey = scene.survey;
    let copies = survey
        .copies()
        .map(|copy| (Some(copy.layer), copy.path.as_deref()));
    let lost = survey.not_loaded.iter();
    let lost = lost.map(|lost| (lost.layer, Some(&*lost.path)));
    let skills: Vec<&str> = copies
        .chain(lost)
        .filter(|(layer, _)| *layer == Some(own))
        .filter_map(|(_, path)| path)
        .collect();
    let mut folders = skills.iter().filter_map(|skill| Some(split(skill)?.0));
    let below = |folder: &&str| {
        let rest = path.strip_prefix(*folder);
        *folder != area && rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let folder = folders.find(below).filter(|_| !skills.contains(&path));
    folder.ok_or_else(|| AuthorError::NotBeside {
        path: path.to_owned(),
    })
}
