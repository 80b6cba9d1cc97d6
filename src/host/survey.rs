//! What a host finds, which copy wins, what is shadowed and what is not loaded.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::profile::Profile;
use super::reading::{Dropped, Reading};
use super::tree::FileTree;

/// Where the host stands: the folders and options a survey depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The project folder (absolute, `/`).
    pub project: String,
    /// The home folder (absolute, `/`).
    pub home: String,
    /// Host options, `KEY=VALUE`; an empty value differs from an absent one.
    pub options: BTreeMap<String, String>,
}

/// One layer, as it is in this place.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerState {
    /// Stable id, unique within the host (`standard`, `custom`).
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
}

/// One copy of a skill in one layer, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// Index into [`Survey::layers`].
    pub layer: usize,
    /// The skill file as found, links not resolved; `None` where there is no file.
    pub path: Option<String>,
    /// The skill's own folder, when the host keeps skills in folders.
    pub folder: Option<String>,
    /// How presets and the command line name it (`code-review`, `custom/code-review`).
    pub reference: String,
    /// The name the host would use; the folder or file name when the file is dropped.
    pub name: String,
    /// What the host reads in it.
    pub reading: Arc<Reading>,
}

/// A skill the host would use.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// The copy that wins (or the strongest, where the host merges).
    pub copy: Copy,
    /// The host's own word for where it comes from, else the layer id.
    pub origin: String,
    /// Copies this one hides, strongest first.
    pub shadows: Vec<Copy>,
    /// Offered to the model (false: `disable-model-invocation` and the like).
    pub offered: bool,
    /// The winner rests on our own decision or is not fixed, and why.
    pub note: Option<String>,
}

/// A file that looks like a skill and is not loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct NotLoaded {
    /// The layer it lies in, when it lies in one.
    pub layer: Option<usize>,
    /// The file (or folder) as found.
    pub path: String,
    /// The name it would have had.
    pub name: String,
    /// Why.
    pub why: Dropped,
    /// What was read of it, if anything.
    pub reading: Option<Arc<Reading>>,
}

/// Everything one host makes of a file tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The host's id.
    pub host: String,
    /// Layers, weakest first.
    pub layers: Vec<LayerState>,
    /// What the host would use, in the host's order where it has one.
    pub skills: Vec<Skill>,
    /// What it finds and does not load.
    pub not_loaded: Vec<NotLoaded>,
}

/// Readings kept between surveys, by file path and content.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    readings: std::collections::HashMap<String, (Arc<[u8]>, Arc<Reading>)>,
}

/// Finds, reads and resolves everything `profile` sees in `tree`.
pub fn survey(profile: &Profile, tree: &FileTree, place: &Place, cache: &mut Cache) -> Survey {
    let _ = (profile, tree, place, &mut cache.readings);
    Survey::default()
}

impl Survey {
    /// Every copy of every skill, winners first within a skill.
    pub fn copies(&self) -> impl Iterator<Item = &Copy> {
        self.skills
            .iter()
            .flat_map(|skill| std::iter::once(&skill.copy).chain(&skill.shadows))
    }

    /// The write area: the layer skillkiln may write to.
    pub fn write_area(&self) -> Option<&LayerState> {
        self.layers.iter().find(|layer| layer.writable)
    }

    /// Skills whose name or reference is `wanted`; a reference match comes alone.
    pub fn find(&self, wanted: &str) -> Vec<&Copy> {
        let by_reference: Vec<_> = self.copies().filter(|c| c.reference == wanted).collect();
        if !by_reference.is_empty() {
            return by_reference;
        }
        self.skills
            .iter()
            .map(|s| &s.copy)
            .filter(|c| c.name == wanted)
            .collect()
    }
}
