//! A folder takes the place of another: at every moment one of the two is there, whole.

use std::io;

use cap_fs_ext::DirExt;
use cap_std::fs::Dir;

use super::error::WriteError;
use super::place::Spot;
use super::save::{Put, fill, sync_folder, temp_name};
use super::{NewFile, Trash, Trashed};
use crate::library::{TEMP_END, TEMP_START};

/// What the old folder is called for a moment where two names cannot be exchanged at once.
const BACK: &str = "back-";

/// See [`super::Guard::replace_whole`].
pub(super) fn replace_whole(
    spot: &Spot,
    files: &[NewFile],
    trash: &Trash,
    host: &str,
    put: &mut Put<'_>,
) -> Result<Trashed, WriteError> {
    let path = || spot.path.clone();
    let meta = spot.must_exist()?;
    if meta.is_symlink() {
        return Err(WriteError::Link { path: path() });
    }
    if !meta.is_dir() {
        let wanted = "folder";
        return Err(WriteError::WrongKind {
            path: path(),
            wanted,
        });
    }
    let temp = temp_name();
    spot.dir
        .create_dir(&temp)
        .map_err(|error| spot.error("make the folder", error))?;
    let swapped = fill(spot, &temp, files, put).and_then(|()| {
        exchange(&spot.dir, &temp, &spot.name).map_err(|error| spot.error("replace", error))
    });
    let old = match swapped {
        Ok(old) => old,
        Err(error) => {
            let _ = spot.dir.remove_dir_all(&temp);
            return Err(error);
        }
    };
    sync_folder(&spot.dir);
    let dir = spot
        .dir
        .try_clone()
        .map_err(|error| spot.error("open the folder of", error))?;
    let (name, path) = (old, path());
    trash.take(&Spot { dir, name, path }, host)
}

/// The folder `new` gets the name `old`; the name under which the old one is afterwards.
fn exchange(dir: &Dir, new: &str, old: &str) -> io::Result<String> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        if renameat_with(dir, new, dir, old, RenameFlags::EXCHANGE).is_ok() {
            return Ok(new.to_owned());
        }
    }
    in_two_steps(dir, new, old)
}

/// For disks that cannot exchange names. Between the two steps there is no folder `old`;
/// [`mend`] brings it back when the program died there.
pub(super) fn in_two_steps(dir: &Dir, new: &str, old: &str) -> io::Result<String> {
    let back = format!("{TEMP_START}{BACK}{old}{TEMP_END}");
    if dir.symlink_metadata(&back).is_ok() {
        dir.remove_dir_all(&back)?;
    }
    dir.rename(old, dir, &back)?;
    if let Err(error) = dir.rename(new, dir, old) {
        dir.rename(&back, dir, old)?;
        return Err(error);
    }
    Ok(back)
}

/// Brings back folders that a program left under their other name when it died.
pub(super) fn mend(dir: &Dir) -> io::Result<()> {
    for entry in dir.entries()? {
        let Ok(name) = entry?.file_name().into_string() else {
            continue;
        };
        let old = name
            .strip_prefix(TEMP_START)
            .and_then(|rest| rest.strip_prefix(BACK)?.strip_suffix(TEMP_END));
        if let Some(old) = old.filter(|old| super::refuse_name(old).is_none())
            && dir.symlink_metadata(old).is_err()
            && dir.open_dir_nofollow(&name).is_ok()
        {
            dir.rename(&name, dir, old)?;
        }
    }
    Ok(())
}
