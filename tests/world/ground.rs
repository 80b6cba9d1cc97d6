//! The places of the recordings as a tree.

use serde_json::Value as Json;
use skillkiln::host::{FileTree, Place, Profile, Profiles};

/// The project: as long as its path was where the recordings were made, because a text that is clipped
/// in the middle holds the path.
pub(crate) const PROJECT: &str = "/W/PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP";

/// A path of the recordings.
pub(crate) fn at(path: &str) -> String {
    path.replace("{P}", PROJECT)
        .replace("{H}", "/H")
        .replace("{W}", "/W")
}

pub(crate) fn place(cwd: &str) -> Place {
    Place {
        project: cwd.to_owned(),
        home: "/H".to_owned(),
        options: Default::default(),
    }
}

pub(crate) fn host(id: &str) -> Profile {
    Profiles::bundled().get(id).unwrap().clone()
}

/// The files of a case, in a project under git.
pub(crate) fn tree(files: &Json) -> FileTree {
    let mut tree = FileTree::new();
    tree.add_folder(&format!("{PROJECT}/.git"));
    tree.add_folder("/H");
    for file in files.as_array().unwrap() {
        let path = at(file["path"].as_str().unwrap());
        match (file["link"].as_str(), file["text"].as_str()) {
            (Some(target), _) => tree.set_link(&path, &at(target)),
            (None, Some(text)) => tree.set_file(&path, text.as_bytes().to_vec()),
            (None, None) => {
                use base64::Engine as _;
                let packed = file["base64"].as_str().unwrap();
                let bytes = base64::engine::general_purpose::STANDARD.decode(packed);
                tree.set_file(&path, bytes.unwrap());
            }
        }
    }
    tree
}
