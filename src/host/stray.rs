//! Skills in folders that are called almost as those a host looks into, or that no host knows.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::layers::{LayerState, layers};
use super::place::Place;
use super::profile::{Profiles, ScanRoot};
use super::settings::Settings;
use super::tree::{FileTree, Kind, Target, join, split};
use super::walk::{Miss, is_no_skill};

/// The code of what lies in a folder that is called otherwise than the one looked into.
pub const NEAR: &str = "near-name";

/// Levels below such a folder that are looked at.
const LEVELS: usize = 2;

/// A skill in a folder of the project that no known host looks into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The skill file, without links.
    pub path: String,
    /// The folder of skills it lies in.
    pub folder: String,
}

/// A name that people give to a folder of skills.
fn is_of_skills(name: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    name.eq_ignore_ascii_case("skills") || name.eq_ignore_ascii_case("skill")
}

/// Folders of the project that hold settings of some host, and the project itself.
fn holders(tree: &FileTree, place: &Place) -> Vec<String> {
    let mut all = vec![place.project.clone()];
    let entries = tree.read_folder(&place.project);
    let entries = entries.iter().flat_map(|(_, folder)| &folder.entries);
    let hidden = entries.filter(|entry| {
        entry.name.starts_with('.') && *entry.name != *".git" && matches!(entry.kind, Kind::Folder)
    });
    all.extend(hidden.map(|entry| join(&place.project, &entry.name)));
    all
}

/// Folders directly in `holder` that are called as folders of skills are.
fn of_skills<'t>(tree: &'t FileTree, holder: &'t str) -> impl Iterator<Item = String> + 't {
    let entries = tree.read_folder(holder);
    let entries = entries.into_iter().flat_map(|(_, folder)| &folder.entries);
    let named = entries.filter(|entry| is_of_skills(&entry.name));
    let paths = named.map(move |entry| join(holder, &entry.name));
    paths.filter(|path| matches!(tree.resolve(path), Ok(Target::Folder(_))))
}

/// Where a scan has to look to find them, as far as `tree` tells.
pub fn scan_roots(tree: &FileTree, place: &Place) -> Vec<ScanRoot> {
    let mut roots = Vec::new();
    for holder in holders(tree, place) {
        let skills = of_skills(tree, &holder).map(|path| ScanRoot {
            path,
            depth: LEVELS + 1,
            contents: vec!["*.md".to_owned()],
        });
        roots.extend(skills);
        if holder != place.project {
            roots.push(ScanRoot {
                path: holder,
                depth: 1,
                contents: Vec::new(),
            });
        }
    }
    roots
}

/// Paths of the skill files in all folders of the project that are called as folders of skills are,
/// each with what people would call it.
pub(super) fn strays(tree: &FileTree, place: &Place) -> Vec<(String, String)> {
    let holders = holders(tree, place);
    let folders = holders.iter().flat_map(|holder| of_skills(tree, holder));
    let mut all = Vec::new();
    for folder in folders {
        skills(tree, &folder, LEVELS, &mut all);
    }
    all
}

/// The hosts of this program, read once.
static KNOWN: LazyLock<Profiles> = LazyLock::new(Profiles::bundled);

/// Skills in folders of the project that none of the hosts of this program looks into, without those
/// that are `seen`, each by its path without links. Single files are left out: anything may lie in a
/// folder that nobody knows.
pub fn lost(tree: &FileTree, place: &Place, seen: &BTreeSet<String>) -> Vec<Lost> {
    let holders = holders(tree, place);
    let folders = holders.iter().flat_map(|holder| of_skills(tree, holder));
    let mut folders: Vec<(String, Vec<(String, String)>)> = folders
        .map(|folder| {
            let mut inside = Vec::new();
            skills(tree, &folder, LEVELS, &mut inside);
            inside.retain(|(path, _)| {
                path.to_ascii_lowercase().ends_with("/skill.md")
                    && !seen.contains(&tree.real_path(path))
            });
            (folder, inside)
        })
        .filter(|(_, inside)| !inside.is_empty())
        .collect();
    if folders.is_empty() {
        return Vec::new();
    }
    for profile in KNOWN.iter() {
        let settings = Settings::of(profile, tree, place);
        let layers = layers(profile, &settings, tree, place);
        // The project itself is searched by those who install from it, not by those who use it.
        let known = layers.iter().filter_map(|layer| layer.path.as_deref());
        let known: Vec<&str> = known.filter(|path| *path != place.project).collect();
        folders.retain(|(folder, _)| !known.contains(&folder.as_str()));
    }
    let lost = folders.into_iter().flat_map(|(folder, inside)| {
        let of = move |(path, _): (String, String)| Lost {
            path: tree.real_path(&path),
            folder: folder.clone(),
        };
        inside.into_iter().map(of)
    });
    lost.collect()
}

/// What lies in folders of the project beside one of these layers that are called almost as it.
pub(super) fn near(tree: &FileTree, place: &Place, layers: &[LayerState]) -> Vec<(usize, Miss)> {
    let own: BTreeSet<&str> = layers.iter().filter_map(|l| l.path.as_deref()).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut all = Vec::new();
    for (at, layer) in layers.iter().enumerate().rev() {
        let parts = layer.path.as_deref().and_then(split);
        let Some((holder, wanted)) = parts.filter(|(_, name)| is_of_skills(name)) else {
            continue;
        };
        let inside = holder.strip_prefix(place.project.as_str());
        if !inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            continue;
        }
        for folder in of_skills(tree, holder) {
            if own.contains(folder.as_str()) || !seen.insert(folder.clone()) {
                continue;
            }
            let called = folder.rsplit('/').next().unwrap_or_default();
            let why = format!("the folder is called `{called}`, not `{wanted}`");
            let mut lost = Vec::new();
            skills(tree, &folder, LEVELS, &mut lost);
            let lost = lost.into_iter();
            all.extend(lost.map(|(path, name)| (at, Miss::new(&path, &name, NEAR, why.clone()))));
        }
    }
    all
}

/// What looks like a skill below a folder; links are not followed.
fn skills(tree: &FileTree, folder: &str, levels: usize, out: &mut Vec<(String, String)>) {
    let Some((_, listed)) = tree.read_folder(folder) else {
        return;
    };
    for entry in &listed.entries {
        let path = join(folder, &entry.name);
        match &entry.kind {
            Kind::File(_) if entry.name.eq_ignore_ascii_case("SKILL.md") => {
                let name = folder.rsplit('/').next().unwrap_or(folder);
                out.push((path, name.to_owned()));
            }
            Kind::File(_) if levels == LEVELS && !is_no_skill(&entry.name) => {
                if let Some(stem) = entry.name.strip_suffix(".md") {
                    out.push((path.clone(), stem.to_owned()));
                }
            }
            Kind::Folder if levels > 0 => {
                let before = out.len();
                skills(tree, &path, levels - 1, out);
                // What lies in a skill is no skill.
                let own = |(other, _): &(String, String)| {
                    split(other).is_some_and(|(holder, _)| holder == path)
                };
                if let Some(at) = out[before..].iter().position(own) {
                    let kept = out.swap_remove(before + at);
                    out.truncate(before);
                    out.push(kept);
                }
            }
            _ => {}
        }
    }
}
