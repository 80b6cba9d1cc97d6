//! The files that lie beside a skill file in its folder.

use super::tree::{FileTree, Folder, Kind, Target, join};

/// Levels below a skill folder that are listed.
const DEPTH: usize = 6;

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
}

/// Everything in a skill's folder except the skill file, by path (code points). Links are followed
/// as long as they do not lead back into a folder that is being listed.
pub fn supporting(tree: &FileTree, folder: &str, skill_file: &str) -> Vec<Supporting> {
    let mut out = Vec::new();
    if let Some((real, found)) = tree.read_folder(folder) {
        list(
            tree,
            &real,
            found,
            "",
            false,
            &mut vec![real.clone()],
            &mut out,
        );
    }
    out.retain(|file| join(folder, &file.path) != skill_file);
    out.sort_by(|a, b| a.path.cmp(&b.path));
    out
}

fn list(
    tree: &FileTree,
    real: &str,
    folder: &Folder,
    prefix: &str,
    linked: bool,
    open: &mut Vec<String>,
    out: &mut Vec<Supporting>,
) {
    for entry in &folder.entries {
        let path = if prefix.is_empty() {
            entry.name.to_string()
        } else {
            join(prefix, &entry.name)
        };
        let linked = linked || matches!(entry.kind, Kind::Link(_));
        match tree.resolve(&join(real, &entry.name)) {
            Ok(Target::File(_, file)) => out.push(Supporting {
                path,
                bytes: file.size,
                executable: file.executable,
                linked,
            }),
            Ok(Target::Folder(below)) if open.len() <= DEPTH && !open.contains(&below) => {
                if let Some(found) = tree.folder(&below) {
                    open.push(below.clone());
                    list(tree, &below, found, &path, linked, open, out);
                    open.pop();
                }
            }
            _ => {}
        }
    }
}
