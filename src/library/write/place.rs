//! One name in one opened folder: where every change happens.

use std::io;

use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata};

use super::error::WriteError;
use super::grant::Grant;
use super::names::refuse_name;

/// A name in a folder that is held open. Whatever happens to the path meanwhile, this folder it is.
pub(super) struct Spot {
    pub(super) dir: Dir,
    pub(super) name: String,
    /// The whole path, for messages and records.
    pub(super) path: String,
}

impl Spot {
    /// Opens the folder that holds the last of `names`, each step relative to the one before and
    /// without following links; `make` makes missing folders.
    pub(super) fn open(
        grant: &Grant,
        path: &str,
        mut names: Vec<String>,
        make: bool,
    ) -> Result<Self, WriteError> {
        let Some(name) = names.pop() else {
            return Err(WriteError::Outside {
                path: path.to_owned(),
                allowed: vec![grant.path().to_owned()],
            });
        };
        let mut dir = open_area(grant, make)?;
        let mut at = grant.path().to_owned();
        for step in names {
            at = format!("{at}/{step}");
            dir = step_into(&dir, &step, &at, make)?;
        }
        Ok(Self {
            dir,
            name,
            path: path.to_owned(),
        })
    }

    /// What stands there now, itself and not what a link leads to.
    pub(super) fn meta(&self) -> Result<Option<Metadata>, WriteError> {
        match self.dir.symlink_metadata(&self.name) {
            Ok(meta) => Ok(Some(meta)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error("look at", error)),
        }
    }

    pub(super) fn must_exist(&self) -> Result<Metadata, WriteError> {
        self.meta()?.ok_or_else(|| WriteError::Missing {
            path: self.path.clone(),
        })
    }

    pub(super) fn must_be_free(&self) -> Result<(), WriteError> {
        match self.meta()? {
            None => Ok(()),
            Some(_) => Err(WriteError::Exists {
                path: self.path.clone(),
            }),
        }
    }

    /// Fails unless the name can be a new one here.
    pub(super) fn new_name(&self) -> Result<(), WriteError> {
        self.new_name_beside(None)
    }

    /// As [`Self::new_name`]; `leaving` is an entry that will have left its name by then.
    pub(super) fn new_name_beside(&self, leaving: Option<&Self>) -> Result<(), WriteError> {
        new_name(&self.name)?;
        self.must_be_free()?;
        let lower = self.name.to_lowercase();
        let entries = self
            .dir
            .entries()
            .map_err(|error| self.error("list the folder of", error))?;
        for entry in entries.flatten() {
            let Ok(existing) = entry.file_name().into_string() else {
                continue;
            };
            let leaves =
                leaving.is_some_and(|spot| spot.name == existing && self.same_folder(spot));
            if existing != self.name && existing.to_lowercase() == lower && !leaves {
                return Err(WriteError::CaseOnly {
                    path: self.path.clone(),
                    existing,
                });
            }
        }
        Ok(())
    }

    /// Both names stand for one and the same entry: names differing in case on a disk that does not
    /// tell them apart.
    pub(super) fn is_same_entry(&self, other: &Self) -> bool {
        use cap_fs_ext::MetadataExt;
        let (Ok(Some(here)), Ok(Some(there))) = (self.meta(), other.meta()) else {
            return false;
        };
        self.name.to_lowercase() == other.name.to_lowercase()
            && self.same_folder(other)
            && (here.dev(), here.ino()) == (there.dev(), there.ino())
    }

    fn same_folder(&self, other: &Self) -> bool {
        parent(&self.path) == parent(&other.path)
    }

    pub(super) fn error(&self, doing: &'static str, error: io::Error) -> WriteError {
        WriteError::from_io(doing, &self.path, error)
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn new_name(name: &str) -> Result<(), WriteError> {
    match refuse_name(name) {
        Some(why) => Err(WriteError::BadName {
            name: name.to_owned(),
            why,
        }),
        None => Ok(()),
    }
}

/// Opens the granted folder from its holder; links on this way may not leave the holder.
fn open_area(grant: &Grant, make: bool) -> Result<Dir, WriteError> {
    let disk = if grant.holder.is_empty() {
        "/"
    } else {
        &grant.holder
    };
    let holder = open_holder(disk, make && grant.holder == grant.path())?;
    let mut way = String::new();
    let mut dir = None;
    for step in grant.way() {
        if !way.is_empty() {
            way.push('/');
        }
        way.push_str(&step);
        let path = format!("{}/{way}", grant.holder);
        let opened = match holder.open_dir(&way) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && make => {
                match holder.create_dir(&way) {
                    Ok(()) => {}
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                    Err(error) => return Err(leads_out(grant, &path, error)),
                }
                holder.open_dir(&way)
            }
            opened => opened,
        };
        dir = Some(opened.map_err(|error| leads_out(grant, &path, error))?);
    }
    Ok(dir.unwrap_or(holder))
}

/// The folders above `path` that are not there, the nearest first.
pub fn missing_above(path: &str) -> Vec<String> {
    let parents = std::iter::successors(Some(path), |path| Some(parent(path)));
    let parents = parents.skip(1).take_while(|path| !path.is_empty());
    let missing = parents.take_while(|path| {
        let meta = std::fs::symlink_metadata(path);
        meta.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    });
    missing.map(str::to_owned).collect()
}

/// Takes away folders of a grant, as far as they are empty: what they were made for did not come.
pub(super) fn unmake(grant: &Grant, folders: &[String]) {
    let holder = Dir::open_ambient_dir(&grant.holder, ambient_authority());
    for folder in folders {
        let below = folder.strip_prefix(&grant.holder);
        let below = below.and_then(|below| below.strip_prefix('/'));
        let gone = match (below, &holder) {
            (Some(below), Ok(holder)) => holder.remove_dir(below),
            // The holder itself is only ever made where it is the granted folder.
            (None, _) => std::fs::remove_dir(folder),
            (Some(_), Err(_)) => return,
        };
        if gone.is_err() {
            return;
        }
    }
}

/// The holder is the person's own choice and opened as any program would; it is made only when it is
/// the write area itself.
fn open_holder(path: &str, make: bool) -> Result<Dir, WriteError> {
    if make {
        Dir::create_ambient_dir_all(path, ambient_authority())
            .map_err(|error| WriteError::from_io("make the folder", path, error))?;
    }
    Dir::open_ambient_dir(path, ambient_authority())
        .map_err(|error| WriteError::from_io("open the folder", path, error))
}

fn leads_out(grant: &Grant, path: &str, error: io::Error) -> WriteError {
    // `cap-std` reports a way out as an error of its own, without a number of the system.
    if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        return WriteError::LeadsOut {
            path: path.to_owned(),
            holder: grant.holder.clone(),
        };
    }
    match error.kind() {
        io::ErrorKind::NotADirectory => WriteError::WrongKind {
            path: path.to_owned(),
            wanted: "folder",
        },
        // A link whose target is missing: made on the far side or not at all, and we do not.
        io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists
            if std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink()) =>
        {
            WriteError::Link {
                path: path.to_owned(),
            }
        }
        _ => WriteError::from_io("open the folder", path, error),
    }
}

fn step_into(dir: &Dir, name: &str, path: &str, make: bool) -> Result<Dir, WriteError> {
    let error = match dir.open_dir_nofollow(name) {
        Ok(next) => return Ok(next),
        Err(error) => error,
    };
    let meta = dir.symlink_metadata(name);
    match meta {
        Ok(meta) if meta.is_symlink() => Err(WriteError::Link {
            path: path.to_owned(),
        }),
        Ok(meta) if !meta.is_dir() => Err(WriteError::WrongKind {
            path: path.to_owned(),
            wanted: "folder",
        }),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound && make => {
            let spot = Spot {
                dir: dir
                    .try_clone()
                    .map_err(|error| WriteError::from_io("open the folder of", path, error))?,
                name: name.to_owned(),
                path: path.to_owned(),
            };
            spot.new_name()?;
            match dir.create_dir(name) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(spot.error("make the folder", error));
                }
                _ => {}
            }
            dir.open_dir_nofollow(name)
                .map_err(|error| spot.error("open the folder", error))
        }
        _ => {
            // A name that no disk takes is not found but refused by the system.
            if make {
                new_name(name)?;
            }
            Err(WriteError::from_io("open the folder", path, error))
        }
    }
}
