//! Whether the model itself could write new skills, with which of its tools (MiniBot, recorded).

use super::place::Place;
use super::profile::Profile;
use super::settings::Settings;
use super::survey::Survey;
use super::tree::FileTree;

/// Where the host says new skills go, and how they get there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteAccess {
    /// The folder.
    pub write_dir: String,
    /// `write_file`, `bash` or `unavailable`.
    pub access: &'static str,
    /// The folder as the file tool wants it: relative to its root inside, absolute outside.
    pub filesystem_path: Option<String>,
    /// Folders that are searched, the strongest first; the host's own package, whose place is not
    /// known, is left out.
    pub discovery_paths: Vec<String>,
}

/// What the host tells of the write area; `None` for a host that tells nothing.
pub fn write_access(
    profile: &Profile,
    settings: &Settings,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
) -> Option<WriteAccess> {
    let tools = profile.write_tools.as_ref()?;
    let area = survey.write_area().and_then(|layer| layer.path.clone());
    // The root of the disk is the empty path in a tree.
    let shown = |path: &str| if path.is_empty() { "/" } else { path }.to_owned();
    let write_dir = area.unwrap_or_else(|| place.fixed(&tools.fallback));
    let root = settings.text(&tools.file_root).unwrap_or_default();
    let root = tree.real_path(&place.written(&root));
    let inside = match write_dir.strip_prefix(&root) {
        Some("") => Some(".".to_owned()),
        Some(rest) => rest.strip_prefix('/').map(str::to_owned),
        None => None,
    };
    let anywhere = settings.truth(&tools.file_outside);
    let (access, filesystem_path) = if settings.truth(&tools.file) && (inside.is_some() || anywhere)
    {
        (
            "write_file",
            Some(inside.unwrap_or_else(|| shown(&write_dir))),
        )
    } else if settings.truth(&tools.shell) {
        ("bash", None)
    } else {
        ("unavailable", None)
    };
    let folders = survey
        .layers
        .iter()
        .rev()
        .filter_map(|layer| layer.path.as_deref().map(shown));
    Some(WriteAccess {
        write_dir: shown(&write_dir),
        access,
        filesystem_path,
        discovery_paths: folders.collect(),
    })
}
