//! Where a path leads on disk, link by link.

use std::fs;

use crate::host::tree::Way;

/// The end of a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A folder at this path without links.
    Folder(String),
    /// A regular file at this path without links.
    File(String),
    /// Nothing: this is the first name that is missing.
    Missing(String),
    /// A device, a socket, a pipe at this path without links.
    Special(String),
    /// A loop, a name that is no text, a name below something that is no folder.
    Nowhere,
}

/// Follows `path` from the folder `from` (a path without links); each link on the way is told as its
/// path and its target.
pub(super) fn locate(from: &str, path: &str, mut on_link: impl FnMut(&str, &str)) -> Found {
    let mut way = Way::new(from, path);
    while let Some(step) = way.step() {
        let Ok(meta) = fs::symlink_metadata(&step) else {
            return Found::Missing(step);
        };
        if meta.is_symlink() {
            let target = fs::read_link(&step).map(|target| target.into_os_string().into_string());
            let Ok(Ok(target)) = target else {
                return Found::Nowhere;
            };
            if !way.follow(&target) {
                return Found::Nowhere;
            }
            on_link(&step, &target);
        } else if meta.is_dir() {
            way.enter(step);
        } else if meta.is_file() && way.ends() {
            return Found::File(step);
        } else if !meta.is_file() && way.ends() {
            return Found::Special(step);
        } else {
            return Found::Nowhere;
        }
    }
    Found::Folder(way.real())
}
