//! The layers of a host as they are in one place.

use std::sync::Arc;

use super::place::Place;
use super::profile::{Layer, Profile};
use super::settings::Settings;
use super::tree::{FileTree, Target};

/// One layer, as it is in this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerState {
    /// Stable id, unique within the host (`standard`, `custom`, `path-2`).
    pub id: String,
    /// What people read.
    pub label: String,
    /// One letter for the list.
    pub badge: char,
    /// `builtin`, `plugin`, `user`, `project` or `custom`.
    pub kind: String,
    /// Its folder; `None` for what lives in code.
    pub path: Option<String>,
    /// The folder is there.
    pub exists: bool,
    /// skillkiln may write here: it is the host's write area.
    pub writable: bool,
    /// Index of its row in [`Profile::layer`].
    pub row: usize,
    /// The host's own word for where a skill of it comes from.
    pub origin: Arc<str>,
}

impl LayerState {
    /// Where its skills stand in a list sorted by scope: the project, the home, the host itself.
    pub fn scope(&self) -> u8 {
        match self.kind.as_str() {
            "project" | "custom" => 0,
            "user" | "plugin" => 1,
            _ => 2,
        }
    }
}

impl LayerState {
    /// It is a folder of the user's own, into which skills can be put.
    pub fn keeps_files(&self) -> bool {
        self.path.is_some() && matches!(self.kind.as_str(), "project" | "user" | "custom")
    }

    /// As [`Self::keeps_files`], and it is no file of rows, as stores of `profile` can be.
    pub fn takes_skills(&self, profile: &Profile) -> bool {
        let rows = profile.layer.get(self.row);
        let rows = rows.is_some_and(|layer| layer.rows.is_some());
        let folder = |path: &String| std::path::Path::new(path).is_dir();
        self.keeps_files() && (!rows || self.path.as_ref().is_some_and(folder))
    }

    /// The folders from this layer's folder down to the one a copy lies in.
    pub fn below<'c>(&self, copy: &'c super::survey::Copy) -> Vec<&'c str> {
        let path = self.path.as_deref().zip(copy.path.as_deref());
        let below = path.and_then(|(layer, path)| path.strip_prefix(layer)?.strip_prefix('/'));
        let mut parts: Vec<&str> = below
            .map(|path| path.split('/').collect())
            .unwrap_or_default();
        parts.pop();
        parts
    }

    /// The folders between this layer's folder and a copy's own, or that one where there are none.
    pub(super) fn folders_of(&self, copy: &super::survey::Copy) -> String {
        match self.below(copy).as_slice() {
            [] => super::lines::NO_GROUP.to_owned(),
            [own] => (*own).to_owned(),
            [above @ .., _] => above.join("/"),
        }
    }
}

/// The layers of `profile`, weakest first.
pub fn layers(
    profile: &Profile,
    settings: &Settings,
    tree: &FileTree,
    place: &Place,
) -> Vec<LayerState> {
    let mut states = Vec::new();
    if profile
        .enabled_by
        .as_ref()
        .is_some_and(|key| !settings.truth(key))
    {
        return states;
    }
    for (row, layer) in profile.layer.iter().enumerate() {
        let absent = layer
            .unless
            .as_ref()
            .is_some_and(|key| given(profile, settings, key))
            || layer.when.as_ref().is_some_and(|key| !settings.truth(key));
        if absent {
            continue;
        }
        match (&layer.list, &layer.path) {
            (Some(key), _) => {
                let given = settings.list(key);
                for (at, path) in given.iter().enumerate().rev() {
                    let path = tree.settled(&place.written(path));
                    let mut state = state(row, layer, tree, place, Some(path));
                    state.id = format!("{}-{}", layer.id, at + 1);
                    state.label = format!("{} {}", layer.label, at + 1);
                    state.writable &= at == 0;
                    states.push(state);
                }
            }
            (None, Some(pattern)) => {
                for (above, from) in place
                    .anchors(tree, layer.ancestors)
                    .iter()
                    .enumerate()
                    .rev()
                {
                    if let Some(path) = from.expand(profile, settings, tree, pattern) {
                        let mut state = state(row, layer, tree, place, Some(path));
                        // A folder above the project that is not there is no layer worth a word.
                        if above > 0 && !state.exists {
                            continue;
                        }
                        if above > 0 {
                            state.id = format!("{}-up-{above}", layer.id);
                            state.label = format!("{} {above} up", layer.label);
                            state.writable = false;
                        }
                        states.push(state);
                    }
                }
            }
            (None, None) => states.push(state(row, layer, tree, place, None)),
        }
    }
    without_repeats(profile, states)
}

/// Whether an option says yes; a list of folders does when there is one in it, whatever it is called.
fn given(profile: &Profile, settings: &Settings, key: &str) -> bool {
    let lists = |layer: &Layer| layer.list.as_deref() == Some(key);
    match profile.layer.iter().any(lists) {
        true => !settings.list(key).is_empty(),
        false => settings.truth(key),
    }
}

fn state(
    row: usize,
    layer: &Layer,
    tree: &FileTree,
    place: &Place,
    path: Option<String>,
) -> LayerState {
    let inside = path.as_ref().is_none_or(|path| {
        let (real, project) = (tree.real_path(path), tree.real_path(&place.project));
        let below = real.strip_prefix(&project);
        below.is_some_and(|below| below.starts_with('/'))
    });
    let found = path.as_ref().map(|path| tree.resolve(path));
    let exists = match &found {
        None | Some(Ok(Target::Folder(_))) => true,
        Some(Ok(Target::File(..))) => layer.rows.is_some(),
        Some(_) => false,
    };
    let path = match path {
        Some(path) if layer.resolve => Some(tree.real_path(&path)),
        path => path,
    };
    LayerState {
        id: layer.id.clone(),
        label: layer.label.clone(),
        badge: layer.badge,
        kind: layer.kind.word().to_owned(),
        path,
        exists,
        writable: layer.write && (inside || !layer.write_inside),
        row,
        origin: Arc::default(),
    }
}

/// A folder that comes twice stays at its strongest place; only the strongest layer that may be
/// written is the write area.
fn without_repeats(profile: &Profile, states: Vec<LayerState>) -> Vec<LayerState> {
    let mut kept: Vec<LayerState> = Vec::new();
    for mut state in states.into_iter().rev() {
        // A layer for the root alone leaves what lies below to another.
        let whole = |state: &LayerState| !profile.layer[state.row].walk.root_only;
        let repeat = |known: &LayerState| {
            known.path.is_some() && known.path == state.path && whole(known) && whole(&state)
        };
        if kept.iter().any(repeat) {
            continue;
        }
        state.writable &= !kept.iter().any(|known| known.writable);
        let origin = profile.layer[state.row].origin.as_ref();
        state.origin = origin.unwrap_or(&state.id).as_str().into();
        kept.push(state);
    }
    kept.reverse();
    kept
}
