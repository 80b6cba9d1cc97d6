//! Where the skills of a catalogue lie, in short.

use super::layers::LayerState;
use super::place::Place;
use super::profile::Profile;
use super::survey::Copy;
use super::tree::FileTree;

/// Layer folders with their short names, strongest layer first.
#[derive(Debug, Default)]
pub(super) struct Roots {
    /// Folder and number of each layer, by the layer's place in the survey.
    by_layer: Vec<Option<(String, usize)>>,
}

impl Roots {
    /// The folders of layers that hold one of `copies`.
    pub(super) fn of(
        profile: &Profile,
        place: &Place,
        layers: &[LayerState],
        copies: &[&Copy],
    ) -> Self {
        let mut by_layer = vec![None; layers.len()];
        let mut number = 0;
        for (at, layer) in layers.iter().enumerate().rev() {
            let shown = profile.layer[layer.row].shown_at.as_ref();
            let folder = layer
                .path
                .clone()
                .or_else(|| shown.map(|path| place.fixed(path)));
            if let Some(folder) = folder
                && copies.iter().any(|copy| copy.layer == at)
            {
                by_layer[at] = Some((folder, number));
                number += 1;
            }
        }
        Self { by_layer }
    }

    /// The lines that explain the short names; `{alias}` and `{folder}` are filled in.
    pub(super) fn lines(&self, pattern: &str) -> String {
        let known = self.by_layer.iter().rev().flatten();
        known
            .map(|(folder, number)| {
                let line = pattern.replace("{alias}", &format!("r{number}"));
                line.replace("{folder}", folder)
            })
            .collect()
    }

    /// The place of a skill file: short where it lies below its layer's folder, else whole and
    /// without links.
    pub(super) fn place(&self, tree: &FileTree, copy: &Copy) -> String {
        let root = self.by_layer.get(copy.layer).and_then(Option::as_ref);
        let own = match (&copy.path, root) {
            (Some(path), _) => tree.real_path(path),
            (None, Some((folder, _))) => format!("{folder}/{}/SKILL.md", copy.name),
            (None, None) => String::new(),
        };
        let below = root.and_then(|(folder, number)| {
            let rest = own.strip_prefix(folder.as_str())?.strip_prefix('/')?;
            Some(format!("r{number}/{rest}"))
        });
        below.unwrap_or(own)
    }
}
