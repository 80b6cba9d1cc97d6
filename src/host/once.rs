//! What a host meets more than once, and what it does not come to.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::reading::Dropped;
use super::survey::{Copy, NotLoaded};
use super::tree::FileTree;
use super::walk::{Found, Miss};

/// Where files lie that another way leads to which is too long: that is no loss of its own.
pub(super) struct Elsewhere {
    /// What the host finds, links resolved.
    found: HashSet<String>,
    /// What lies too deep without any link.
    deep: HashSet<String>,
    /// What was told to lie too deep, links resolved.
    told: HashSet<String>,
}

impl Elsewhere {
    /// Of everything that is found, where something lies too deep at all.
    pub(super) fn of<'f>(
        tree: &FileTree,
        found: impl Iterator<Item = &'f Found>,
        missed: &[(usize, Miss)],
    ) -> Self {
        let deep = missed.iter().map(|(_, miss)| miss);
        let deep: Vec<&Miss> = deep.filter(|miss| miss.why.code == "depth").collect();
        let found = found.filter(|_| !deep.is_empty());
        Self {
            found: found.map(|found| tree.real_path(&found.path)).collect(),
            deep: deep
                .iter()
                .filter(|miss| tree.real_path(&miss.path) == miss.path)
                .map(|miss| miss.path.clone())
                .collect(),
            told: HashSet::new(),
        }
    }

    /// What was missed lies too deep only by this way to it, or is told by another.
    pub(super) fn reaches(&mut self, tree: &FileTree, miss: &Miss) -> bool {
        if miss.why.code != "depth" {
            return false;
        }
        let real = tree.real_path(&miss.path);
        let linked = real != miss.path;
        self.found.contains(&real)
            || linked && (self.deep.contains(&real) || !self.told.insert(real))
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
                free.insert(path.to_string());
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
