//! Other names for skills: the folder (or file) and `name:` together.

use std::sync::Arc;

use super::{AuthorError, Plan, Scene, Step, files_below, flat_end, make, make_file, plan};
use super::{refuse_skill_name, single_file, write_area};
use crate::host::Copy;
use crate::host::profile::Fences;
use crate::host::tree::{FileTree, join, split};
use crate::library::whole::read_whole;
use crate::library::write::{Expect, Guard, NewFile, WriteError, refuse_name};
use crate::skill::Span;
use crate::skill::bytes::{Encoding, decode};
use crate::skill::document::Document;
use crate::skill::edit::{self, NewValue};
use crate::skill::stock::TEMPLATES;

/// The bytes of a file.
pub type Bytes = Arc<[u8]>;

/// Another name for a file or folder, and another text for the skill file in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The folder or file.
    pub from: String,
    /// What it is called afterwards.
    pub to: String,
    /// The skill file, below the old name.
    pub file: String,
    /// Its bytes before and after, where they change.
    pub edit: Option<(Bytes, Bytes)>,
    /// Every file that moves, below the old name.
    pub files: Vec<String>,
}

/// What takes a renaming back: the value of `name:` as it was written, not the whole text, so that
/// what was changed since stays.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Back {
    /// What it is called now.
    pub from: String,
    /// What it was called.
    pub to: String,
    /// The skill file, below the present name.
    pub file: String,
    /// The value of `name:` as it is written now, and as it was.
    pub names: Option<(String, String)>,
}

impl Renaming {
    /// Where a file lies afterwards.
    pub fn moved(&self, path: &str) -> String {
        match path.strip_prefix(&self.from) {
            Some(rest) => format!("{}{rest}", self.to),
            None => path.to_owned(),
        }
    }

    /// Does both, or neither.
    pub(super) fn carry_out(&self, guard: &Guard) -> Result<(), WriteError> {
        // Before anything is written: most of what can go wrong is the new name.
        guard.allows(&self.to)?;
        if let Some((before, after)) = &self.edit {
            guard.save(&self.file, after, &Expect::Bytes(before.clone()))?;
        }
        let renamed = guard.rename(&self.from, &self.to);
        if let (Err(_), Some((before, after))) = (&renamed, &self.edit) {
            // Whoever changed it in between keeps what they wrote; the first error is told.
            let _ = guard.save(&self.file, before, &Expect::Bytes(after.clone()));
        }
        renamed
    }

    /// What takes it back.
    pub(super) fn flip(&self) -> Back {
        let written = |bytes: &Arc<[u8]>| {
            let text = decode(bytes).text;
            let span = name_span(&text)?;
            Some(text[span].to_owned())
        };
        let edit = self.edit.as_ref();
        Back {
            from: self.to.clone(),
            to: self.from.clone(),
            file: self.moved(&self.file),
            names: edit.and_then(|(before, after)| Some((written(after)?, written(before)?))),
        }
    }

    /// The tree as it will be; files whose bytes nobody read are there without them.
    pub(super) fn apply(&self, tree: &mut FileTree) {
        let contents: Vec<_> = self
            .files
            .iter()
            .map(|path| (self.moved(path), tree.content(path).cloned()))
            .collect();
        let from = tree.settled(&self.from);
        tree.remove(&from);
        for (path, content) in contents {
            let path = tree.settled(&path);
            tree.set_file(&path, content.unwrap_or_else(|| Arc::from([])));
        }
        if let Some((_, after)) = &self.edit {
            let path = tree.settled(&self.moved(&self.file));
            tree.set_file(&path, after.clone());
        }
    }
}

/// Where the value of `name` stands.
fn name_span(text: &str) -> Option<Span> {
    let document = Document::parse(text);
    Some(document.tree()?.get("name")?.value.span.clone())
}

impl Back {
    /// Takes a renaming back. Gives what takes this back in turn.
    ///
    /// # Errors
    /// What the guard refuses; then nothing is changed.
    pub(crate) fn carry_out(&self, guard: &Guard) -> Result<Self, WriteError> {
        let bytes = std::fs::read(&self.file).ok();
        let edit = self.names.as_ref().and_then(|(now, was)| {
            let before = bytes?;
            let text = String::from_utf8(before.clone()).ok()?;
            let span = name_span(&text)?;
            let same = &text[span.clone()] == now.as_str();
            let after = edit::apply(&text, &[edit::Edit::replace(span, was.as_str())]);
            same.then(|| (Arc::from(before), Arc::from(after.into_bytes())))
        });
        let renaming = Renaming {
            from: self.from.clone(),
            to: self.to.clone(),
            file: self.file.clone(),
            edit,
            files: Vec::new(),
        };
        renaming.carry_out(guard)?;
        Ok(renaming.flip())
    }
}

/// Gives a skill of the write area another name, in its folder (or file) and in its `name:`.
///
/// # Errors
/// When it lies elsewhere, when the name is refused or taken, or cannot be written into the text.
pub fn rename_skill(scene: Scene<'_>, copy: &Copy, new: &str) -> Result<Plan, AuthorError> {
    let (own, area) = write_area(scene)?;
    let Some(path) = copy.path.as_ref().filter(|_| copy.layer == own) else {
        let layer = scene.survey.layers.get(copy.layer);
        return Err(AuthorError::NotYours {
            reference: copy.reference.to_string(),
            layer: layer.map(|layer| layer.label.clone()).unwrap_or_default(),
        });
    };
    let from = copy.folder.as_ref().unwrap_or(path);
    let (parent, old) = split(from).unwrap_or((area, from));
    let end = match copy.folder {
        Some(_) => "",
        None => old.rfind('.').map_or("", |at| &old[at..]),
    };
    let to = join(parent, &format!("{new}{end}"));
    if *to == **from {
        return Err(AuthorError::Exists { path: to });
    }
    free(scene, new, &to, Some(from))?;
    let bytes = scene.tree.content(path).cloned().unwrap_or_default();
    let named = named(scene, path, &bytes, new)?;
    let renaming = Renaming {
        from: from.to_string(),
        file: path.to_string(),
        edit: (named != bytes).then_some((bytes, named)),
        files: files_below(scene.tree, from),
        to,
    };
    let path = renaming.moved(path);
    Ok(plan(scene, path, vec![Step::Rename(renaming)], Vec::new()))
}

/// A copy of a skill under another name, whole, in the write area; its file with `text`, if given,
/// instead of what is on disk.
///
/// # Errors
/// When there is no write area, the name is refused or taken, or the original cannot be read.
pub fn duplicate_skill(
    scene: Scene<'_>,
    copy: &Copy,
    new: &str,
    text: Option<&str>,
) -> Result<Plan, AuthorError> {
    let written = copy.path.as_deref().zip(text);
    let tree = written.map(|(path, text)| scene.tree.with_text(path, text));
    let scene = Scene {
        tree: tree.as_ref().unwrap_or(scene.tree),
        ..scene
    };
    match &copy.folder {
        Some(folder) => {
            let mut whole = read_whole(folder).map_err(|source| AuthorError::Unreadable {
                path: folder.to_string(),
                source,
            })?;
            if let Some((path, text)) = written {
                let mut files = whole.files.iter_mut();
                let file = files.find(|file| join(folder, &file.path) == path);
                if let Some(file) = file {
                    file.bytes = Arc::from(text.as_bytes());
                }
            }
            duplicate_with(scene, copy, new, whole.files, whole.left_out)
        }
        None => duplicate_with(scene, copy, new, Vec::new(), Vec::new()),
    }
}

/// As [`duplicate_skill`], of these files: what is foreseen needs no look at the disk.
///
/// # Errors
/// As [`duplicate_skill`].
pub fn duplicate_with(
    scene: Scene<'_>,
    copy: &Copy,
    new: &str,
    mut files: Vec<NewFile>,
    left_out: Vec<String>,
) -> Result<Plan, AuthorError> {
    let (layer, area) = write_area(scene)?;
    let no_file = || AuthorError::NoFile {
        reference: copy.reference.to_string(),
    };
    if let Some(end) = flat_end(scene, layer) {
        let path = join(area, &format!("{new}{end}"));
        free(scene, new, &path, None)?;
        let bytes = single_file(scene, copy).ok_or_else(no_file)?;
        let bytes = named(scene, &path, &bytes, new)?;
        return make_file(scene, area, new, end, bytes);
    }
    let (Some(path), Some(folder)) = (&copy.path, &copy.folder) else {
        return Err(no_file());
    };
    let target = join(area, new);
    free(scene, new, &target, None)?;
    let file = path.strip_prefix(&**folder);
    let file = file
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or("SKILL.md");
    match files.iter_mut().find(|known| known.path == file) {
        Some(known) => known.bytes = named(scene, path, &known.bytes, new)?,
        None => {
            let bytes = scene.tree.content(path).ok_or_else(no_file)?;
            files.push(NewFile {
                path: file.to_owned(),
                bytes: named(scene, path, bytes, new)?,
                executable: false,
            });
        }
    }
    make(scene, target, file, files, left_out)
}

/// The name may be given, and nothing has it: no file beside it, also not in other letters, and no
/// skill of the write area. `leaving` is what will have left its name by then.
fn free(
    scene: Scene<'_>,
    new: &str,
    target: &str,
    leaving: Option<&str>,
) -> Result<(), AuthorError> {
    let (own, _) = write_area(scene)?;
    let (parent, entry) = split(target).unwrap_or(("", target));
    let why = refuse_skill_name(scene.profile, &TEMPLATES[0], new);
    if let Some(why) = why.or_else(|| refuse_name(entry).map(str::to_owned)) {
        let name = new.to_owned();
        return Err(AuthorError::Name { name, why });
    }
    let folder = scene.tree.folder(&scene.tree.settled(parent));
    let beside = folder.into_iter().flat_map(|folder| &folder.entries);
    for known in beside {
        let path = join(parent, &known.name);
        if known.name.to_lowercase() == entry.to_lowercase() && leaving != Some(&*path) {
            return Err(AuthorError::Exists { path });
        }
    }
    let stays = |copy: &&Copy| copy.folder.as_deref().or(copy.path.as_deref()) != leaving;
    let mut copies = scene.survey.copies().filter(|copy| copy.layer == own);
    match copies.find(|copy| copy.name == new && stays(copy)) {
        Some(copy) => Err(AuthorError::Exists {
            path: copy.path.as_deref().unwrap_or_default().to_owned(),
        }),
        None => Ok(()),
    }
}

/// The text of a skill file with another `name:`, where it has one and the host reads it.
fn named(
    scene: Scene<'_>,
    path: &str,
    bytes: &Arc<[u8]>,
    new: &str,
) -> Result<Arc<[u8]>, AuthorError> {
    if scene.profile.reader.fences == Fences::None {
        return Ok(bytes.clone());
    }
    let decoded = decode(bytes);
    let document = Document::parse(&decoded.text);
    if document
        .tree()
        .is_none_or(|tree| tree.get("name").is_none())
    {
        return Ok(bytes.clone());
    }
    let not_named = |why: String| AuthorError::NotNamed {
        path: path.to_owned(),
        why,
    };
    if !matches!(decoded.encoding, Encoding::Utf8) {
        return Err(not_named("it is not UTF-8".to_owned()));
    }
    let edits = edit::set(&decoded.text, &document, "name", NewValue::Text(new));
    let edits = edits.map_err(|error| not_named(error.to_string()))?;
    let text = edit::apply(&decoded.text, &edits);
    Ok(Arc::from(text.into_bytes()))
}
