//! Skills that lie in a folder within each folder of a layer: those of plugins, which are called by the
//! plugin and by their own folder.

use super::super::profile::{Walk, Within};
use super::super::tree::{FileTree, Target, join};
use super::{Found, Miss};

/// Searches the inner folder of each folder in `root` as the rest of `walk` says.
pub(super) fn walk(
    tree: &FileTree,
    root: &str,
    walk: &Walk,
    within: &Within,
) -> (Vec<Found>, Vec<Miss>) {
    let plain = Walk {
        within: None,
        ..walk.clone()
    };
    let (mut found, mut missed) = (Vec::new(), Vec::new());
    let entries = tree.read_folder(root).into_iter();
    for entry in entries.flat_map(|(_, folder)| &folder.entries) {
        let outer = join(root, &entry.name);
        if !matches!(tree.resolve(&outer), Ok(Target::Folder(_))) {
            continue;
        }
        let (mut inner, mut lost) = super::walk(tree, &join(&outer, &within.folder), &plain);
        for one in &mut inner {
            one.folder_name = within.called(&entry.name, &one.folder_name).into();
        }
        for one in &mut lost {
            one.name = within.called(&entry.name, &one.name);
        }
        found.extend(inner);
        missed.extend(lost);
    }
    (found, missed)
}

impl Within {
    fn called(&self, outer: &str, own: &str) -> String {
        format!("{outer}{}{own}", self.between)
    }

    /// What the skill with the file at `path` is called, where that lies in a layer written as `layer`
    /// (`{project}/plugins`); `None` where it does not.
    pub(in super::super) fn name_at(&self, layer: &str, path: &str) -> Option<String> {
        let tail = layer.rsplit('}').next().unwrap_or(layer);
        let (folder, _) = path.rsplit_once('/')?;
        let (skills, own) = folder.rsplit_once('/')?;
        let outer = skills.strip_suffix(&self.folder)?.strip_suffix('/')?;
        let (root, outer) = outer.rsplit_once('/')?;
        root.ends_with(tail).then(|| self.called(outer, own))
    }
}
