//! One project opened: where it stands, which host it is for, what that host sees, what may be written.
//!
//! The command line and the workbench share everything here; the workbench keeps the tree in step with
//! [`super::Live`] and calls the free functions, the command line scans once and uses [`Project`].

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::scan::{Limits, Roots, scan};
use super::state::Dirs;
use super::write::{Grant, Guard};
use crate::host::lock::{NPX_HOME, NPX_HOME_LOCK, NPX_LOCK};
use crate::host::profile::{Evidence, ScanRoot};
use crate::host::stray;
use crate::host::tree::{FileTree, join};
use crate::host::{Cache, Place, Profile, ProfileError, Profiles, Survey, survey};
use crate::skill::near::hint;

/// The host of a project that shows no signs of any.
pub const DEFAULT_HOST: &str = "agentworks";

pub use crate::host::place::SETTINGS;

/// The hosts that may be meant by an id that none has; else all of them.
fn no_host(id: &str, known: &[impl AsRef<str>]) -> String {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    hint(id, &known, "`skillkiln hosts` lists them")
}

/// Why a project cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// No such folder.
    #[error("the project folder {path} does not exist")]
    Missing {
        /// What was asked for.
        path: String,
    },
    /// Something else than a folder.
    #[error("{path} is not a folder")]
    NotAFolder {
        /// What was asked for.
        path: String,
    },
    /// A folder without rights, or worse.
    #[error("the project folder {path} cannot be read: {}", super::system_words(.source))]
    Unreadable {
        /// What was asked for.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A path that is not UTF-8.
    #[error("{path} is not UTF-8; skillkiln cannot work there")]
    NotText {
        /// The path, as far as it is text.
        path: String,
    },
    /// A host nobody knows.
    #[error("there is no host {id:?}; {}", no_host(id, .known))]
    UnknownHost {
        /// What was asked for.
        id: String,
        /// The ids of all hosts.
        known: Vec<String>,
    },
    /// An option with a value that no host takes there.
    #[error("--option {key}={value}: {key} must be {wanted}")]
    WrongOption {
        /// The option.
        key: String,
        /// What was given.
        value: String,
        /// What it must be.
        wanted: &'static str,
    },
    /// An option no host has.
    #[error("no host has an option {key:?}; known are {}", .known.join(", "))]
    UnknownOption {
        /// What was given.
        key: String,
        /// The options of all hosts.
        known: Vec<String>,
    },
}

/// The profiles in the binary and the person's own, and those of the latter that cannot be used.
pub fn profiles(dirs: &Dirs) -> (Profiles, Vec<ProfileError>) {
    let mut profiles = Profiles::bundled();
    let mut faulty = Vec::new();
    let Ok(entries) = fs::read_dir(dirs.hosts()) else {
        return (profiles, faulty);
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    for file in files {
        let name = file.display().to_string();
        let added = match super::read_settings_text(&file) {
            Ok(text) => profiles.add(&name, &text).map(|_| ()),
            Err(error) => Err(ProfileError {
                file: name,
                reason: super::system_words(&error),
            }),
        };
        faulty.extend(added.err());
    }
    (profiles, faulty)
}

/// The place of a project: its folder and the home made absolute, links not resolved.
///
/// # Errors
/// When the project is not a folder that can be listed.
pub fn place(
    project: &Path,
    home: &Path,
    options: BTreeMap<String, String>,
) -> Result<Place, ProjectError> {
    let shown = project.display().to_string();
    match fs::read_dir(project) {
        Ok(_) => {}
        Err(source) if source.kind() == io::ErrorKind::NotFound => {
            return Err(ProjectError::Missing { path: shown });
        }
        Err(source) if source.kind() == io::ErrorKind::NotADirectory => {
            return Err(ProjectError::NotAFolder { path: shown });
        }
        Err(source) => {
            return Err(ProjectError::Unreadable {
                path: shown,
                source,
            });
        }
    }
    Ok(Place {
        project: absolute(project)?,
        home: absolute(home)?,
        options,
    })
}

/// A path as the tree names it. `..` is asked of the system, for links decide what it means.
///
/// # Errors
/// When the path is not UTF-8.
pub fn absolute(path: &Path) -> Result<String, ProjectError> {
    let up = path.components().any(|part| part.as_os_str() == "..");
    let asked = if up {
        fs::canonicalize(path).ok()
    } else {
        None
    };
    let whole = asked
        .or_else(|| std::path::absolute(path).ok())
        .unwrap_or_else(|| path.to_owned());
    let text = whole
        .into_os_string()
        .into_string()
        .map_err(|path| ProjectError::NotText {
            path: path.to_string_lossy().into_owned(),
        })?;
    Ok(Place::default().absolute(&text))
}

/// Where to look for all hosts in this place: their layers, and the signs that they are used here.
pub fn roots(profiles: Arc<Profiles>, place: Place) -> Roots {
    Box::new(move |tree| {
        let mut roots = vec![ScanRoot {
            contents: vec![SETTINGS.to_owned(), NPX_LOCK.to_owned()],
            ..sign(&place, "", 1)
        }];
        roots.push(ScanRoot {
            path: join(&place.home, NPX_HOME),
            depth: 1,
            contents: vec![NPX_HOME_LOCK.to_owned()],
        });
        for profile in profiles.iter() {
            roots.extend(profile.scan_roots(tree, &place));
            roots.extend(profile.evidence.iter().map(|row| sign_of(&place, row)));
        }
        roots.extend(stray::scan_roots(tree, &place));
        let mut seen = std::collections::HashSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        roots
    })
}

/// The folder whose listing tells whether a sign is there.
fn sign_of(place: &Place, evidence: &Evidence) -> ScanRoot {
    let parts: Vec<&str> = evidence.path.trim_end_matches('/').split('/').collect();
    let last = parts.len() - 1;
    let fixed = parts.iter().position(|part| *part == "*").unwrap_or(last);
    sign(place, &parts[..fixed].join("/"), parts.len() - fixed)
}

fn sign(place: &Place, below: &str, depth: usize) -> ScanRoot {
    ScanRoot {
        path: join(&place.project, below),
        depth,
        contents: Vec::new(),
    }
}

/// Which host a project is looked at for: the given one; else the remembered one; else the one it
/// shows the strongest signs of; else [`DEFAULT_HOST`].
///
/// # Errors
/// When the given one is unknown. A remembered one that is unknown by now is passed over.
pub fn choose_host<'a>(
    given: Option<&str>,
    remembered: Option<&str>,
    profiles: &'a Profiles,
    tree: &FileTree,
    place: &Place,
) -> Result<&'a Profile, ProjectError> {
    let unknown = |id: &str| ProjectError::UnknownHost {
        id: id.to_owned(),
        known: profiles.iter().map(|profile| profile.id.clone()).collect(),
    };
    if let Some(id) = given {
        return profiles.get(id).ok_or_else(|| unknown(id));
    }
    remembered
        .and_then(|id| profiles.get(id))
        .or_else(|| profiles.detected(tree, place).first().copied())
        .or_else(|| profiles.get(DEFAULT_HOST))
        .ok_or_else(|| unknown(DEFAULT_HOST))
}

/// Every option key must belong to some host, and every value be one it takes.
///
/// # Errors
/// For the first that does not.
pub fn check_options(
    profiles: &Profiles,
    options: &BTreeMap<String, String>,
) -> Result<(), ProjectError> {
    let known: std::collections::BTreeSet<&str> = profiles
        .iter()
        .flat_map(|profile| &profile.option)
        .map(|option| option.key.as_str())
        .collect();
    if let Some(key) = options.keys().find(|key| !known.contains(key.as_str())) {
        return Err(ProjectError::UnknownOption {
            key: key.clone(),
            known: known.into_iter().map(str::to_owned).collect(),
        });
    }
    for (key, value) in options {
        let all = profiles.iter().flat_map(|profile| &profile.option);
        let asked: Vec<_> = all.filter(|option| option.key == *key).collect();
        if let Some(option) = asked.first()
            && !asked.iter().any(|option| option.takes(value))
        {
            return Err(ProjectError::WrongOption {
                key: key.clone(),
                value: value.clone(),
                wanted: option.kind().words(),
            });
        }
    }
    Ok(())
}

/// A guard that allows the write area of the surveyed host, as far as it has one. The area may lie in
/// the project or in the home, and links must not lead out of these; else it holds itself.
pub fn guard(place: &Place, survey: &Survey, dirs: &Dirs) -> Guard {
    let area = survey.write_area().and_then(|layer| layer.path.as_deref());
    guard_in(place, area, dirs)
}

/// The guard that may write in these folders. Links must not lead out of the project or the home when
/// a folder lies there.
pub fn guard_in<'a>(
    place: &Place,
    folders: impl IntoIterator<Item = &'a str>,
    dirs: &Dirs,
) -> Guard {
    let grant = |folder| {
        let mut holders = [place.project.as_str(), &place.home, folder].into_iter();
        holders.find_map(|holder| Grant::area(holder, folder).ok())
    };
    Guard::new(
        folders.into_iter().filter_map(grant).collect(),
        dirs.trash(),
    )
}

/// A project, scanned once.
#[derive(Debug)]
pub struct Project {
    /// Where it stands.
    pub place: Place,
    /// The hosts there are.
    pub profiles: Arc<Profiles>,
    /// Everything any host looks at.
    pub tree: FileTree,
    /// The host it is looked at for.
    pub host: String,
    /// The program's own folders.
    pub dirs: Dirs,
}

impl Project {
    /// Scans `place` for all hosts and chooses one.
    ///
    /// # Errors
    /// When the given host or an option is unknown.
    pub fn open(
        place: Place,
        profiles: Arc<Profiles>,
        dirs: Dirs,
        given: Option<&str>,
    ) -> Result<Self, ProjectError> {
        check_options(&profiles, &place.options)?;
        let tree = scan(
            roots(Arc::clone(&profiles), place.clone()),
            &Limits::default(),
        );
        let remembered = dirs.remembered_host(&place.project);
        let host = choose_host(given, remembered.as_deref(), &profiles, &tree, &place)?;
        let host = host.id.clone();
        Ok(Self {
            place,
            profiles,
            tree,
            host,
            dirs,
        })
    }

    /// The chosen host.
    ///
    /// # Errors
    /// Never, as long as [`Self::host`] was chosen from [`Self::profiles`].
    pub fn profile(&self) -> Result<&Profile, ProjectError> {
        choose_host(
            Some(&self.host),
            None,
            &self.profiles,
            &self.tree,
            &self.place,
        )
    }

    /// What a host sees here.
    pub fn survey(&self, profile: &Profile) -> Survey {
        survey(profile, &self.tree, &self.place, &mut Cache::default())
    }
}
