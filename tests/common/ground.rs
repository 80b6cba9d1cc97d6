//! A folder of its own for one test.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder of its own for one test.
pub(crate) struct Ground {
    temp: TempDir,
}

impl Ground {
    pub(crate) fn new() -> Self {
        Self {
            temp: TempDir::new().unwrap(),
        }
    }

    /// The path as the tree names it: absolute and without links.
    pub(crate) fn path(&self, rest: &str) -> String {
        let root = self.temp.path().canonicalize().unwrap();
        let path = if rest.is_empty() {
            root
        } else {
            root.join(rest)
        };
        path.into_os_string().into_string().unwrap()
    }

    pub(crate) fn disk(&self, rest: &str) -> PathBuf {
        PathBuf::from(self.path(rest))
    }

    pub(crate) fn folder(&self, rest: &str) -> String {
        fs::create_dir_all(self.disk(rest)).unwrap();
        self.path(rest)
    }

    pub(crate) fn file(&self, rest: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.disk(rest);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        self.path(rest)
    }

    pub(crate) fn text(&self, rest: &str) -> String {
        fs::read_to_string(self.disk(rest)).unwrap()
    }

    pub(crate) fn exists(&self, rest: &str) -> bool {
        self.disk(rest).symlink_metadata().is_ok()
    }

    /// Every entry below `rest`, sorted; what a test compares to see that nothing else was touched.
    pub(crate) fn names(&self, rest: &str) -> Vec<String> {
        fn walk(folder: &Path, root: &Path, names: &mut Vec<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(root).unwrap();
                names.push(name.to_str().unwrap().to_owned());
                if path.symlink_metadata().unwrap().is_dir() {
                    walk(&path, root, names);
                }
            }
        }
        let root = self.disk(rest);
        let mut names = Vec::new();
        walk(&root, &root, &mut names);
        names.sort();
        names
    }
}

#[cfg(unix)]
#[allow(dead_code, reason = "not every test file links")]
pub(crate) fn link(target: &str, at: &Path) {
    std::os::unix::fs::symlink(target, at).unwrap();
}
