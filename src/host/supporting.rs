//! The files that lie beside a skill file in its folder, and which of them the host hands over.

use super::profile::Beside;
use super::tree::{FileTree, Folder, Kind, Target, join};

/// Links that may stand one after the other on the way to a file.
const LINKS: usize = 2;

/// One file beside the skill file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supporting {
    /// Its path relative to the skill folder, with `/`.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// May be executed.
    pub executable: bool,
    /// It is reached through a link (the file itself, or a folder above it).
    pub linked: bool,
    /// A folder above it is a link.
    pub through_link: bool,
    /// Its bytes are known, and they are no text.
    pub no_text: bool,
}

/// Everything in a skill's folder except the skill file, by path (code points). Links are followed
/// as long as they do not lead back into a folder that is being listed.
pub fn supporting(tree: &FileTree, folder: &str, skill_file: &str) -> Vec<Supporting> {
    let below = skill_file.strip_prefix(folder);
    let mut list = List {
        tree,
        but: below.map_or("", |below| below.trim_start_matches('/')),
        open: Vec::new(),
        out: Vec::new(),
    };
    if let Some((real, found)) = tree.read_folder(folder) {
        list.open.push(real.clone());
        list.folder(&real, found, "", 0);
    }
    let mut out = list.out;
    out.sort_by(|a, b| a.path.cmp(&b.path));
    out
}

struct List<'a> {
    tree: &'a FileTree,
    /// The path of the skill file below the folder.
    but: &'a str,
    /// The folders above, without links.
    open: Vec<String>,
    out: Vec<Supporting>,
}

impl List<'_> {
    fn folder(&mut self, real: &str, folder: &Folder, prefix: &str, links: usize) {
        for entry in &folder.entries {
            let path = if prefix.is_empty() {
                entry.name.to_string()
            } else {
                join(prefix, &entry.name)
            };
            if path == self.but {
                continue;
            }
            let is_link = matches!(entry.kind, Kind::Link(_));
            let tree = self.tree;
            match tree.resolve(&join(real, &entry.name)) {
                Ok(Target::File(_, file)) => self.out.push(Supporting {
                    path,
                    bytes: file.size,
                    executable: file.executable,
                    linked: is_link || links > 0,
                    through_link: links > 0,
                    no_text: file.content.as_deref().is_some_and(is_no_text),
                }),
                Ok(Target::Folder(below)) => {
                    let links = links + usize::from(is_link);
                    if links <= LINKS
                        && !self.open.contains(&below)
                        && let Some(found) = tree.folder(&below)
                    {
                        self.open.push(below.clone());
                        self.folder(&below, found, &path, links);
                        self.open.pop();
                    }
                }
                _ => {}
            }
        }
    }
}

fn is_no_text(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some() || std::str::from_utf8(bytes).is_err()
}

/// Endings that a host which hands over text leaves out without a look at the bytes. The pictures are
/// recorded; the others are what such a list holds anywhere.
const NO_TEXT: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "bmp", "webp", "svg", "ico", "tif", "tiff", "pdf", "zip", "tar",
    "gz", "tgz", "bz2", "xz", "7z", "rar", "jar", "exe", "dll", "so", "dylib", "bin", "class",
    "pyc", "o", "a", "wasm", "mp3", "mp4", "wav", "avi", "mov", "mkv", "webm", "ogg", "flac",
    "woff", "woff2", "ttf", "otf", "eot", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "db",
    "sqlite",
];

impl Beside {
    /// Why a file stays behind when the host hands over the skill; `None` when it goes along.
    pub fn leaves(&self, file: &Supporting) -> Option<&'static str> {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        let hidden = self
            .hidden
            .as_deref()
            .is_some_and(|hidden| match self.hidden_any_case {
                true => hidden.eq_ignore_ascii_case(name),
                false => hidden == name,
            });
        let mut above = file.path.split('/').rev().skip(1);
        let end = name
            .rsplit_once('.')
            .map(|(_, end)| end.to_ascii_lowercase());
        if hidden {
            Some("named like a skill file")
        } else if above.any(|folder| self.prune.iter().any(|pruned| pruned == folder)) {
            Some("in a folder never entered")
        } else if file.through_link && !self.linked_folders {
            Some("behind a link to a folder")
        } else if self.text_only
            && (file.no_text || end.is_some_and(|end| NO_TEXT.contains(&&*end)))
        {
            Some("no text")
        } else {
            None
        }
    }

    /// The files that go with a skill.
    pub fn carried(&self, tree: &FileTree, folder: &str, skill_file: &str) -> Vec<Supporting> {
        let mut files = supporting(tree, folder, skill_file);
        files.retain(|file| self.leaves(file).is_none());
        files
    }
}
