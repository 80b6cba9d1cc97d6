//! The hash of a skill folder, as MiniBot and the `npx skills` tool compute it (recorded).

use sha2::{Digest, Sha256};

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
