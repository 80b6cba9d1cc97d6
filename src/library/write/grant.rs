//! What a guard may change.

use super::error::WriteError;
use crate::host::tree::split;

/// Leave to change something, given by the person who runs the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Opened as it is, links and all: a folder the person named.
    pub(super) holder: String,
    /// The granted folder or file, below `holder`.
    path: String,
    kind: Scope,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Everything below the folder, not the folder itself.
    Below,
    /// One file.
    File,
}

impl Grant {
    /// The write area of a host: everything below `path`, which need not exist yet. `holder` is the
    /// folder the person chose and that must hold it: the project, the home, or `path` itself. When
    /// `path` is a link, or lies below one, it is followed only as long as it stays in `holder` (and
    /// is relative): a project may arrange its own folders, but not send us elsewhere.
    ///
    /// # Errors
    /// [`WriteError::BadPath`] for paths that are not absolute and plain, [`WriteError::Outside`] when
    /// `path` is not in `holder`.
    pub fn area(holder: &str, path: &str) -> Result<Self, WriteError> {
        check_path(holder)?;
        check_path(path)?;
        if rest(path, holder).is_none() {
            return Err(WriteError::Outside {
                path: path.to_owned(),
                allowed: vec![holder.to_owned()],
            });
        }
        Ok(Self {
            holder: holder.to_owned(),
            path: path.to_owned(),
            kind: Scope::Below,
        })
    }

    /// One file that the person named; links in the folders above it are followed, the file itself
    /// must not be one.
    ///
    /// # Errors
    /// [`WriteError::BadPath`] for paths that are not absolute and plain.
    pub fn file(path: &str) -> Result<Self, WriteError> {
        check_path(path)?;
        Ok(Self {
            holder: split(path).map_or("", |(parent, _)| parent).to_owned(),
            path: path.to_owned(),
            kind: Scope::File,
        })
    }

    /// The granted folder or file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The names from the holder to the granted folder.
    pub(super) fn way(&self) -> Vec<String> {
        match self.kind {
            Scope::Below => rest(&self.path, &self.holder).unwrap_or_default(),
            Scope::File => Vec::new(),
        }
    }

    /// The names below the granted folder that lead to `path`, when it is covered.
    pub(super) fn below(&self, path: &str) -> Option<Vec<String>> {
        match self.kind {
            Scope::Below => rest(path, &self.path).filter(|names| !names.is_empty()),
            Scope::File => (path == self.path).then(|| rest(path, &self.holder))?,
        }
    }
}

/// Names that lead from `folder` to `path`.
fn rest(path: &str, folder: &str) -> Option<Vec<String>> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() {
        return Some(Vec::new());
    }
    Some(
        rest.strip_prefix('/')?
            .split('/')
            .map(str::to_owned)
            .collect(),
    )
}

/// Only plain absolute paths: what the text says is where it is.
pub(super) fn check_path(path: &str) -> Result<(), WriteError> {
    let bad = |why| {
        Err(WriteError::BadPath {
            path: path.to_owned(),
            why,
        })
    };
    if path.is_empty() {
        return bad("it is empty");
    }
    if path.contains('\0') {
        return bad("it holds a NUL");
    }
    let Some(names) = path.strip_prefix('/') else {
        return bad("it is not absolute");
    };
    for name in names.split('/') {
        match name {
            "" => return bad("it holds an empty name"),
            "." => return bad("it holds `.`"),
            ".." => return bad("it holds `..`"),
            _ => {}
        }
    }
    Ok(())
}
