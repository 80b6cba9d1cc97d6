//! The only module that changes skills. Everything goes through a [`Guard`], which holds grants.
//!
//! Nothing here works on paths the way the shell does. A grant is opened once as a folder handle, and
//! every further step is taken relative to a handle, without following links; so a link swapped in
//! between looking and writing cannot lead anywhere else (`cap-std`, `openat` underneath).

mod carry;
mod error;
mod grant;
mod names;
mod place;
mod save;
mod swap;
#[cfg(test)]
mod tests;
mod trash;

use std::sync::Arc;

use crate::host::tree::split;

pub use error::WriteError;
pub use grant::Grant;
pub use names::refuse_name;
pub use trash::{Trash, Trashed};

use place::Spot;
pub use place::missing_above;

/// What a save expects to find on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// No such file: it is to be made, with the folders above it.
    Absent,
    /// A file that holds exactly these bytes.
    Bytes(Arc<[u8]>),
    /// A file that may hold anything: "keep mine".
    Any,
}

/// A file of a new folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Its path below the folder, with `/`.
    pub path: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// It may be executed.
    pub executable: bool,
}

/// A change of one file in a folder that otherwise stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Its path below the folder, with `/`.
    pub path: String,
    /// Its bytes from now on; `None` takes it out.
    pub bytes: Option<Arc<[u8]>>,
    /// Whether it may be executed from now on; `None` leaves that as it is, and a new file cannot be.
    pub executable: Option<bool>,
}

/// Why a file that is there cannot be written, as far as the system tells without trying: its own
/// permissions, or those of its folder, in which a save makes a new name. Nothing is touched.
pub fn locked(path: &str) -> Option<&'static str> {
    let meta = std::fs::metadata(path).ok()?;
    if meta.permissions().readonly() {
        return Some("the permissions of the file forbid writing");
    }
    #[cfg(unix)]
    if let Some((folder, _)) = split(path) {
        use rustix::fs::{Access, access};
        let folder = if folder.is_empty() { "/" } else { folder };
        if access(folder, Access::WRITE_OK | Access::EXEC_OK).is_err() {
            return Some("nothing may be written in its folder");
        }
    }
    None
}

/// Changes skills where its grants allow it, and nowhere else.
#[derive(Clone, Debug)]
pub struct Guard {
    grants: Vec<Grant>,
    trash: Trash,
}

impl Guard {
    /// A guard that allows what `grants` say; what it removes goes to `trash`.
    pub fn new(grants: Vec<Grant>, trash: Trash) -> Self {
        Self { grants, trash }
    }

    /// Its trash.
    pub fn trash(&self) -> &Trash {
        &self.trash
    }

    /// Whether some grant covers `path`, by its text alone; the disk is asked when something is done.
    pub fn allows(&self, path: &str) -> Result<(), WriteError> {
        self.grant(path).map(|_| ())
    }

    /// Writes a whole file: to a temporary file in the same folder, flushed to the disk, renamed over
    /// the old one. The old file keeps its permissions; a new one gets 0644 less the umask.
    ///
    /// # Errors
    /// [`WriteError::Changed`] when the file is not as expected, [`WriteError::Exists`] when it should
    /// be new and is not; the file on disk is then untouched, as after every other error.
    pub fn save(&self, path: &str, bytes: &[u8], expect: &Expect) -> Result<(), WriteError> {
        match expect {
            Expect::Absent => self.tidy(path, || {
                save::save(&self.new_spot(path)?, bytes, expect, &mut save::to_disk)
            }),
            Expect::Bytes(_) | Expect::Any => {
                let spot = self.spot(path, false)?;
                save::save(&spot, bytes, expect, &mut save::to_disk)
            }
        }
    }

    /// Does something that makes `path`. When it fails, folders above that were not there before go
    /// again, as far as they are empty.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn tidy<T, E>(&self, path: &str, run: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let missing = place::missing_above(path);
        let done = run();
        if let (Err(_), false, Ok((grant, _))) = (&done, missing.is_empty(), self.grant(path)) {
            place::unmake(grant, &missing);
        }
        done
    }

    /// Makes a folder, with the folders above it.
    ///
    /// # Errors
    /// [`WriteError::Exists`] when something stands there.
    pub fn make_folder(&self, path: &str) -> Result<(), WriteError> {
        self.tidy(path, || {
            let spot = self.new_spot(path)?;
            spot.new_name()?;
            spot.dir
                .create_dir(&spot.name)
                .map_err(|error| spot.error("make the folder", error))
        })
    }

    /// Makes a folder with everything in it, whole or not at all.
    ///
    /// # Errors
    /// [`WriteError::Exists`] when something stands there; then, and after every other error, nothing
    /// of it is left.
    pub fn make_whole(&self, path: &str, files: &[NewFile]) -> Result<(), WriteError> {
        self.tidy(path, || {
            let spot = self.new_spot(path)?;
            spot.new_name()?;
            save::make_whole(&spot, files, &mut save::to_disk)
        })
    }

    /// Puts a folder with everything in it in the place of one that is there, whole or not at all: a
    /// program that dies meanwhile leaves the old or the new one. The old one goes to the trash.
    ///
    /// # Errors
    /// [`WriteError::Missing`] when no folder stands there; after that error, and any other but one of
    /// the trash, the old one is as it was.
    pub fn replace_whole(
        &self,
        path: &str,
        files: &[NewFile],
        host: &str,
    ) -> Result<Trashed, WriteError> {
        let spot = self.spot(path, false)?;
        swap::replace_whole(&spot, files, &self.trash, host, &mut save::to_disk)
    }

    /// Puts a file in the place of one that is there: a program that dies meanwhile leaves the old or
    /// the new one. The old one goes to the trash.
    ///
    /// # Errors
    /// [`WriteError::WrongKind`] and [`WriteError::Link`] when something else stands there; after every
    /// error the old one is as it was.
    pub fn replace_file(
        &self,
        path: &str,
        bytes: &[u8],
        host: &str,
    ) -> Result<Trashed, WriteError> {
        let spot = self.spot(path, false)?;
        save::may_save(&spot, &Expect::Any)?;
        let kept = self.trash.copy_of(&spot, host)?;
        let saved = save::save(&spot, bytes, &Expect::Any, &mut save::to_disk);
        if saved.is_err() {
            self.trash.forget(&kept);
        }
        saved.map(|()| kept)
    }

    /// As [`Self::replace_whole`], by a copy of what is there with some files changed: links, empty
    /// folders and permissions stay as they are.
    ///
    /// # Errors
    /// As [`Self::replace_whole`]; [`WriteError::WrongKind`] and others of the disk when something
    /// that is no file stands where one is to be written.
    pub fn replace_edited(
        &self,
        path: &str,
        edits: &[Edit],
        host: &str,
    ) -> Result<Trashed, WriteError> {
        let spot = self.spot(path, false)?;
        swap::replace_edited(&spot, edits, &self.trash, host, &mut save::to_disk)
    }

    /// Whether [`Self::save`] could write this file now, as far as that can be told beforehand.
    ///
    /// # Errors
    /// As [`Self::save`].
    pub fn may_save(&self, path: &str, expect: &Expect) -> Result<(), WriteError> {
        match self.spot(path, false) {
            Ok(spot) => save::may_save(&spot, expect),
            // The folder will be made.
            Err(WriteError::Missing { .. }) if *expect == Expect::Absent => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Brings back folders in `folder` that [`Self::replace_whole`] could not put back, because the
    /// program died on a disk that cannot exchange two names at once; what a program
    /// that is gone left in the making goes to the trash, and is given back.
    ///
    /// # Errors
    /// What the disk does not do. A folder that is not there needs no mending.
    pub fn mend(&self, folder: &str) -> Result<Vec<Trashed>, WriteError> {
        match self.spot(&format!("{folder}/x"), false) {
            Ok(spot) => swap::mend(&spot.dir, folder, &self.trash)
                .map_err(|error| spot.error("look into", error)),
            Err(WriteError::Missing { .. }) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Renames a file or a folder; a link is renamed itself. Folders are left as [`Self::remove`]
    /// leaves them.
    ///
    /// # Errors
    /// [`WriteError::Exists`] when something stands at `to`.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), WriteError> {
        let source = self.spot(from, false)?;
        source.must_exist()?;
        if from == to {
            return Ok(());
        }
        self.tidy(to, || {
            let target = self.new_spot(to)?;
            if !target.is_same_entry(&source) {
                target.new_name_beside(Some(&source))?;
            }
            source
                .dir
                .rename(&source.name, &target.dir, &target.name)
                .map_err(|error| target.error("rename to", error))
        })?;
        self.sweep(from);
        Ok(())
    }

    /// Moves a file or a whole folder to the trash; of a link only the link itself. Folders of an item
    /// that are empty then go, too: what comes back makes them again.
    ///
    /// # Errors
    /// [`WriteError::Missing`] when nothing stands there.
    pub fn remove(&self, path: &str, host: &str) -> Result<Trashed, WriteError> {
        let spot = self.spot(path, false)?;
        spot.must_exist()?;
        let trashed = self.trash.take(&spot, host)?;
        self.sweep(path);
        Ok(trashed)
    }

    /// Takes away those of the folders above `path`, given from the nearest on, that are empty: what they
    /// were made for is gone.
    pub fn unmake(&self, path: &str, folders: &[String]) {
        let above = |folder: &String| {
            path.strip_prefix(folder.as_str())
                .is_some_and(|rest| rest.starts_with('/'))
        };
        if let (Ok((grant, _)), true) = (self.grant(path), folders.iter().all(above)) {
            place::unmake(grant, folders);
        }
    }

    /// Takes away folders above `path` that are empty, from the nearest on. What lies directly in the
    /// granted folder stays: that is an item of its own.
    fn sweep(&self, path: &str) {
        let mut at = path;
        while let Some((above, _)) = split(at) {
            let names = self.grant(above).map_or(0, |(_, names)| names.len());
            if names < 2 {
                return;
            }
            let emptied = self.spot(above, false);
            // The system refuses where something is left.
            if !emptied.is_ok_and(|spot| spot.dir.remove_dir(&spot.name).is_ok()) {
                return;
            }
            at = above;
        }
    }

    /// Puts something back from the trash to where it was.
    ///
    /// # Errors
    /// [`WriteError::Exists`] when something else stands there by now; the trash keeps it then.
    pub fn restore(&self, trashed: &Trashed) -> Result<(), WriteError> {
        self.tidy(&trashed.path, || {
            let spot = self.spot(&trashed.path, true)?;
            spot.must_be_free()?;
            self.trash.give_back(trashed, &spot)
        })
    }

    /// As [`Self::restore`], but where something else stands there by now it comes back beside that,
    /// under the first free name (`a-2`, `notes-3.md`). Gives where it is.
    ///
    /// # Errors
    /// Those of [`Self::restore`]; the trash keeps it then.
    pub fn restore_beside(&self, trashed: &Trashed) -> Result<String, WriteError> {
        let taken = match self.restore(trashed) {
            Ok(()) => return Ok(trashed.path.clone()),
            Err(error @ WriteError::Exists { .. }) => error,
            Err(error) => return Err(error),
        };
        let file = self.trash.is_file(trashed);
        for number in 2..=MOST_NAMES {
            let path = beside(&trashed.path, number, file);
            let other = Trashed {
                path: path.clone(),
                ..trashed.clone()
            };
            match self.restore(&other) {
                Ok(()) => return Ok(path),
                Err(WriteError::Exists { .. }) => {}
                // Only there may be written: the first reason is the one to tell.
                Err(_) => break,
            }
        }
        Err(taken)
    }

    fn grant(&self, path: &str) -> Result<(&Grant, Vec<String>), WriteError> {
        grant::check_path(path)?;
        self.grants
            .iter()
            .find_map(|grant| grant.below(path).map(|names| (grant, names)))
            .ok_or_else(|| WriteError::Outside {
                path: path.to_owned(),
                allowed: self
                    .grants
                    .iter()
                    .map(|grant| grant.path().to_owned())
                    .collect(),
            })
    }

    /// As [`Self::spot`] for something that is to be made: a bad name is refused before anything is.
    fn new_spot(&self, path: &str) -> Result<Spot, WriteError> {
        self.grant(path)?;
        if let Some((_, name)) = split(path)
            && let Some(why) = refuse_name(name)
        {
            let name = name.to_owned();
            return Err(WriteError::BadName { name, why });
        }
        self.spot(path, true)
    }

    /// The folder handle and the name that `path` stands for; `make` makes the folders above it.
    fn spot(&self, path: &str, make: bool) -> Result<Spot, WriteError> {
        let (grant, names) = self.grant(path)?;
        Spot::open(grant, path, names, make)
    }
}

/// Names that are tried for what comes back beside something else.
const MOST_NAMES: u32 = 99;

/// `path` with a number: before the ending of a file, behind the name of a folder.
fn beside(path: &str, number: u32, file: bool) -> String {
    let start = path.rfind('/').map_or(0, |at| at + 1);
    let dot = path[start..].rfind('.').filter(|at| file && *at > 0);
    let at = dot.map_or(path.len(), |at| start + at);
    format!("{}-{number}{}", &path[..at], &path[at..])
}
