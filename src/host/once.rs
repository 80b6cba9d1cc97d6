//! What a host meets more than once, and what it does not come to.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::reading::Dropped;
use super::survey::{Copy, NotLoaded};
use super::tree::FileTree;
use super::walk::{Found, Miss};

/// The files a host finds, links resolved: another way to one of them that is too long is no loss.
pub(super) struct Elsewhere(HashSet<String>);

impl Elsewhere {
    /// Of everything that is found, where something lies too deep at all.
    pub(super) fn of<'f>(
        tree: &FileTree,
        found: impl Iterator<Item = &'f Found>,
        missed: &[(usize, Miss)],
    ) -> Self {
        let deep = missed.iter().any(|(_, miss)| miss.why.code == "depth");
        let found = found.filter(|_| deep);
        Self(found.map(|found| tree.real_path(&found.path)).collect())
    }

    /// What was missed lies too deep only by this way to it.
    pub(super) fn reaches(&self, tree: &FileTree, miss: &Miss) -> bool {
        miss.why.code == "depth" && self.0.contains(&tree.real_path(&miss.path))
    }
}

/// Takes out the copies of all layers but one.
pub(super) fn unseen(copies: &mut Vec<Copy>, only: usize) -> Vec<NotLoaded> {
    let (kept, others): (Vec<Copy>, Vec<Copy>) = std::mem::take(copies)
        .into_iter()
        .partition(|copy| copy.layer == only);
    *copies = kept;
    let miss = |copy: Copy| {
        Some(NotLoaded {
            layer: Some(copy.layer),
            path: copy.path?,
            name: copy.name,
            why: Dropped {
                code: "below-a-skill",
                at: None,
                message: "the skill file above it ends the search".to_owned(),
                detail: None,
            },
            source: copy.source,
            reading: Some(copy.reading),
        })
    };
    others.into_iter().filter_map(miss).collect()
}

/// Takes out copies that are the same file as a copy of a stronger layer, or as one found before.
pub(super) fn repeats(tree: &FileTree, copies: &mut Vec<Copy>) -> Vec<NotLoaded> {
    let mut order: Vec<usize> = (0..copies.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(copies[*at].layer));
    let mut first: HashMap<String, String> = HashMap::new();
    let mut again: HashMap<usize, String> = HashMap::new();
    for at in order {
        let Some(path) = &copies[at].path else {
            continue;
        };
        match first.entry(tree.real_path(path)) {
            Entry::Occupied(known) => {
                again.insert(at, known.get().clone());
            }
            Entry::Vacant(free) => {
                free.insert(path.clone());
            }
        }
    }
    let mut out = Vec::new();
    let mut at = 0;
    copies.retain(|copy| {
        let known = again.get(&at);
        at += 1;
        if let (Some(known), Some(path)) = (known, &copy.path) {
            out.push(NotLoaded {
                layer: Some(copy.layer),
                path: path.clone(),
                name: copy.name.clone(),
                why: Dropped {
                    code: "same-file",
                    at: None,
                    message: format!("it is the same file as {known}, which counts once"),
                    detail: None,
                },
                reading: None,
                source: None,
            });
        }
        known.is_none()
    });
    out
}
