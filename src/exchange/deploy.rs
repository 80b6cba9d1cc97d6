//! A skill copied into a folder of another host: every file that is touched is named before.

use std::fs;

use super::demands::target_folder;
use super::export::{Parcel, folders_told};
use super::exposed::{Exposed, exposed};
use super::find::SKILL_FILE;
use super::flat::{flat, put};
use super::hash::UNHASHED;
use super::status::{FileState, compare};
use super::{Area, Refusal};
use crate::host::tree::join;
use crate::host::{Profile, Survey};
use crate::library::Trashed;
use crate::library::system_words;
use crate::library::whole::{read_one, read_whole_but};
use crate::library::write::NewFile;

/// A copy that is about to be put into a folder of another host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deploy {
    /// Every file that will be written, absolute.
    pub files: Vec<String>,
    /// What does not go along.
    pub lost: Vec<String>,
    /// What goes along and should perhaps not.
    pub exposed: Vec<Exposed>,
    /// What stands there now, which goes to the trash.
    pub replaces: Option<String>,
    /// Other copies that the host has under this name, which stay: the two will meet.
    pub beside: Vec<String>,
    /// Every file that is touched, absolute, by path.
    pub touched: Vec<(String, Touch)>,
    path: String,
    content: Vec<NewFile>,
    flat: bool,
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It is new.
    New,
    /// Other bytes take its place; it goes to the trash.
    Replaced,
    /// The same bytes take its place.
    Same,
    /// It goes to the trash, and nothing takes its place.
    Trashed,
}

impl Touch {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Replaced => "replaced",
            Self::Same => "same",
            Self::Trashed => "trashed",
        }
    }
}

impl Deploy {
    /// The folder, or the single file, that it will be.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// All of it is there already, byte for byte, and nothing else.
    pub fn is_there(&self) -> bool {
        let mut touched = self.touched.iter();
        self.replaces.is_some() && touched.all(|(_, touch)| *touch == Touch::Same)
    }

    /// Tells what becomes of every file.
    fn touch(&mut self) -> std::io::Result<()> {
        let place = self.path.clone();
        let mut content = self.content.clone();
        if self.flat {
            content
                .iter_mut()
                .for_each(|file| SKILL_FILE.clone_into(&mut file.path));
        }
        let (old, others) = match &self.replaces {
            None => (Vec::new(), Vec::new()),
            Some(path) => standing(path)?,
        };
        // A single file stands for a folder with nothing else in it; an empty path is what stands there.
        let alone = |path: &str| path.is_empty() || self.flat && path == SKILL_FILE;
        let whole = |path: &str| match alone(path) {
            true => place.clone(),
            false => join(&place, path),
        };
        let states = compare(&old, &content).into_iter();
        let mut touched: Vec<(String, Touch)> = states
            .map(|(path, state)| {
                let touch = match state {
                    FileState::Same | FileState::Mode => Touch::Same,
                    FileState::Changed | FileState::Link => Touch::Replaced,
                    FileState::Missing => Touch::Trashed,
                    FileState::Extra => Touch::New,
                };
                (whole(&path), touch)
            })
            .collect();
        touched.extend(others.iter().map(|path| (whole(path), Touch::Trashed)));
        touched.sort_by(|a, b| a.0.cmp(&b.0));
        self.touched = touched;
        Ok(())
    }
}

/// The files that stand at a path, and what else does: links, folders that are not looked into.
fn standing(path: &str) -> std::io::Result<(Vec<NewFile>, Vec<String>)> {
    let meta = fs::symlink_metadata(path)?;
    if meta.is_dir() {
        let whole = read_whole_but(path, &UNHASHED)?;
        let mut others = folders_told(path, &whole.passed_over);
        others.extend(whole.left_out);
        return Ok((whole.files, others));
    }
    match meta.is_file() {
        true => Ok((vec![read_one(path, SKILL_FILE)?], Vec::new())),
        false => Ok((Vec::new(), vec![String::new()])),
    }
}

/// Works out what putting a parcel into the layer `layer` of a host would write.
///
/// # Errors
/// `unknown-layer`; `bad-target` when the host keeps no files there, `invalid_skill_name`; `unreadable` when it cannot
/// be told what would go to the trash.
pub fn deploy_plan(
    profile: &Profile,
    survey: &Survey,
    layer: &str,
    parcel: &Parcel,
) -> Result<(String, Deploy), Refusal> {
    let places = survey
        .layers
        .iter()
        .filter(|found| found.takes_skills(profile));
    let bad = || {
        let known: Vec<&str> = places.clone().map(|found| found.id.as_str()).collect();
        let there = survey.layers.iter().any(|found| found.id == layer);
        Refusal::new(
            if there { "bad-target" } else { "unknown-layer" },
            format!(
                "{} keeps no files in a layer {layer:?}; it does in {}",
                profile.title,
                known.join(", ")
            ),
        )
    };
    let found = places
        .clone()
        .find(|found| found.id == layer)
        .ok_or_else(bad)?;
    let dest = found.path.clone().ok_or_else(bad)?;
    let name = target_folder(profile, &parcel.name);
    if name.is_empty() {
        return Err(Refusal::new(
            "invalid_skill_name",
            format!("no folder can be called after {:?}", parcel.name),
        ));
    }
    let (path, content, lost, flat) = match &profile.layer[found.row].walk.flat {
        Some(end) => {
            let flat = flat(profile, &parcel.files, &format!("{}{end}", parcel.name));
            let lost: Vec<String> = parcel.lost.iter().cloned().chain(flat.lost).collect();
            (join(&dest, &flat.file.path), vec![flat.file], lost, true)
        }
        None => (
            join(&dest, &name),
            parcel.files.clone(),
            parcel.lost.clone(),
            false,
        ),
    };
    let files = match flat {
        true => vec![path.clone()],
        false => content.iter().map(|file| join(&path, &file.path)).collect(),
    };
    let replaces = fs::symlink_metadata(&path).is_ok().then(|| path.clone());
    let beside = survey.copies().filter(|copy| copy.name == parcel.name);
    let beside = beside.filter_map(|copy| copy.folder.as_deref().or(copy.path.as_deref()));
    let beside = beside.filter(|other| *other != path);
    let beside = beside.map(str::to_owned).collect();
    let mut plan = Deploy {
        files,
        lost,
        exposed: exposed(&content),
        replaces,
        beside,
        touched: Vec::new(),
        path,
        content,
        flat,
    };
    if let Err(error) = plan.touch() {
        let (path, why) = (&plan.path, system_words(&error));
        return Err(Refusal::new("unreadable", format!("{path}: {why}")));
    }
    Ok((dest, plan))
}

/// Puts it there. What stood there is given back by its record in the trash.
///
/// # Errors
/// What the guard refuses and the disk does not do; [`Refusal::code`] `skill_exists` when something
/// appeared there meanwhile, `busy` as long as another program writes there.
pub fn deploy(area: &Area, plan: &Deploy) -> Result<Option<Trashed>, Refusal> {
    let _held = area.hold()?;
    let (guard, host, path) = (&area.guard, area.host(), &plan.path);
    let replaces = plan.replaces.is_some();
    if let (true, [file]) = (plan.flat, plan.content.as_slice()) {
        return put(guard, path, &file.bytes, host, replaces);
    }
    if replaces {
        return Ok(Some(guard.replace_whole(path, &plan.content, host)?));
    }
    guard.make_whole(path, &plan.content)?;
    Ok(None)
}
