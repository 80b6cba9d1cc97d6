//! The hash of a skill folder, as MiniBot and the `npx skills` tool compute it (recorded). They differ
//! in the order of the files alone.

use sha1::Sha1;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Folders whose files do not count, wherever they lie; they are not installed either.
pub const UNHASHED: [&str; 2] = [".git", "node_modules"];

/// SHA-256 over path and bytes of every file, sorted by path (code points), in lower-case
/// hexadecimal. There is nothing between path and bytes, so two different folders can have one hash;
/// that is how the format is.
pub fn folder_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut files: Vec<_> = files
        .into_iter()
        .filter(|(path, _)| is_hashed(path))
        .collect();
    files.sort_unstable_by_key(|(path, _)| *path);
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        hash.update(path.as_bytes());
        hash.update(bytes);
    }
    hex(&hash.finalize())
}

/// As [`folder_hash`], with the files in the order in which `npx skills` takes them (recorded of 1.5.18):
/// that of JavaScript's `localeCompare`, in which `a.md` stands before `B.md`.
pub fn npx_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut files: Vec<_> = files
        .into_iter()
        .filter(|(path, _)| is_hashed(path))
        .collect();
    files.sort_by_cached_key(|(path, _)| collated(path));
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        hash.update(path.as_bytes());
        hash.update(bytes);
    }
    hex(&hash.finalize())
}

/// The characters of ASCII in the order of the root collation of Unicode, letters by their small ones.
const COLLATION: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

/// What a path is ordered by: its characters letter case apart, then small letters before large ones.
/// Beyond ASCII the order is that of code points, which `localeCompare` does not keep for every script.
fn collated(path: &str) -> (Vec<u32>, Vec<bool>) {
    let weight = |c: char| {
        let at = COLLATION.chars().zip(0..).find(|(known, _)| *known == c);
        at.map_or(u32::from(c).saturating_add(1000), |(_, at)| at)
    };
    let weights = path.chars().flat_map(char::to_lowercase).map(weight);
    (
        weights.collect(),
        path.chars().map(char::is_uppercase).collect(),
    )
}

/// The name that git gives the tree of these files, in lower-case hexadecimal: `npx skills` notes it of
/// skills of GitHub in its lock of the home (as 1.7.4 does). Links and empty folders are none of them.
pub fn git_tree<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8], bool)>) -> String {
    hex(&tree_of(files.into_iter().collect()))
}

/// A file: its path, its bytes, whether it may be executed.
type File<'a> = (&'a str, &'a [u8], bool);

fn tree_of(files: Vec<File<'_>>) -> Vec<u8> {
    // Folders count as if their names ended in a slash.
    let mut entries: BTreeMap<String, (&str, Vec<u8>)> = BTreeMap::new();
    let mut folders: BTreeMap<&str, Vec<File<'_>>> = BTreeMap::new();
    for (path, bytes, executable) in files {
        match path.split_once('/') {
            Some((folder, rest)) => {
                let inner = folders.entry(folder).or_default();
                inner.push((rest, bytes, executable));
            }
            None => {
                let mode = if executable { "100755" } else { "100644" };
                entries.insert(path.to_owned(), (mode, object("blob", bytes)));
            }
        }
    }
    for (folder, files) in folders {
        entries.insert(format!("{folder}/"), ("40000", tree_of(files)));
    }
    let mut tree = Vec::new();
    for (name, (mode, id)) in entries {
        let name = name.trim_end_matches('/');
        tree.extend(format!("{mode} {name}\0").as_bytes());
        tree.extend(id);
    }
    object("tree", &tree)
}

/// The name of an object of git.
fn object(kind: &str, bytes: &[u8]) -> Vec<u8> {
    let mut hash = Sha1::new();
    hash.update(format!("{kind} {}\0", bytes.len()));
    hash.update(bytes);
    hash.finalize().to_vec()
}

/// SHA-256 over path, bytes and executable bit of every file, each with its length before it, sorted by
/// path, in lower-case hexadecimal: unlike [`folder_hash`], two different folders never have one. By
/// this is known whether a skill is what was looked at.
pub fn seal<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8], bool)>) -> String {
    let mut files: Vec<_> = files.into_iter().collect();
    files.sort_unstable_by_key(|(path, ..)| *path);
    let mut hash = Sha256::new();
    for (path, bytes, executable) in files {
        for part in [path.as_bytes(), bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.update([u8::from(executable)]);
    }
    hex(&hash.finalize())
}

/// Whether the file at `path` (relative to the skill folder) counts.
pub fn is_hashed(path: &str) -> bool {
    !path.split('/').any(|part| UNHASHED.contains(&part))
}

/// SHA-256 of some bytes, in lower-case hexadecimal.
pub(super) fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
