//! Where the skills of a catalogue lie, in short.

use super::layers::LayerState;
use super::place::Place;
use super::profile::Profile;
use super::survey::Copy;
use super::tree::FileTree;

/// Layer folders with their short names, strongest layer first.
#[derive(Debug, Default)]
pub(super) struct Roots {
    /// By the layer's place in the survey.
    by_layer: Vec<Option<Root>>,
}

/// A layer's folder.
#[derive(Clone, Debug)]
struct Root {
    /// As found.
    folder: String,
    /// Without links.
    real: String,
    /// Its number among them.
    number: usize,
}

impl Roots {
    /// The folders of layers that hold one of `copies`.
    pub(super) fn of(
        profile: &Profile,
        tree: &FileTree,
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
                let real = tree.real_path(&folder);
                by_layer[at] = Some(Root {
                    folder,
                    real,
                    number,
                });
                number += 1;
            }
        }
        Self { by_layer }
    }

    /// The lines that explain the short names; `{alias}` and `{folder}`, without links, are filled in.
    pub(super) fn lines(&self, pattern: &str) -> String {
        let known = self.by_layer.iter().rev().flatten();
        known
            .map(|root| {
                let line = pattern.replace("{alias}", &format!("r{}", root.number));
                line.replace("{folder}", &root.real)
            })
            .collect()
    }

    /// The place of a skill file: short, as it is found below its layer's folder, else whole and without
    /// links (Codex 0.171.0, run).
    pub(super) fn place(&self, tree: &FileTree, copy: &Copy) -> String {
        let root = self.by_layer.get(copy.layer).and_then(Option::as_ref);
        let own = match (&copy.path, root) {
            (Some(path), _) => path.to_string(),
            (None, Some(root)) => format!("{}/{}/SKILL.md", root.folder, copy.name),
            (None, None) => return String::new(),
        };
        let below = root.and_then(|root| {
            let rest = own.strip_prefix(&root.folder)?.strip_prefix('/')?;
            Some(format!("r{}/{rest}", root.number))
        });
        below.unwrap_or_else(|| tree.real_path(&own))
    }
}
