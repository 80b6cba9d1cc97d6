//! A folder takes the place of another: at every moment one of the two is there, whole.

use std::io;
use std::path::Path;
use std::time::Duration;

use cap_fs_ext::DirExt;
use cap_std::fs::Dir;

use super::carry::carry;
use super::error::WriteError;
use super::place::Spot;
use super::save::{Put, STAGED, stage, sync_folder, temp_name};
use super::{Edit, NewFile, Trash, Trashed};
use crate::library::{TEMP_END, TEMP_START, is_own_temp};

/// Where the old folder is for a moment where two names cannot be exchanged at once.
const BACK: &str = "back-";

/// A temporary folder that is older than this is left over, where nobody knows whether its program
/// still runs.
const STALE: Duration = Duration::from_secs(3600);

/// See [`super::Guard::replace_whole`].
pub(super) fn replace_whole(
    spot: &Spot,
    files: &[NewFile],
    trash: &Trash,
    host: &str,
    put: &mut Put<'_>,
) -> Result<Trashed, WriteError> {
    swap(spot, trash, host, |temp| stage(spot, temp, files, put))
}

/// See [`super::Guard::replace_edited`].
pub(super) fn replace_edited(
    spot: &Spot,
    edits: &[Edit],
    trash: &Trash,
    host: &str,
    put: &mut Put<'_>,
) -> Result<Trashed, WriteError> {
    swap(spot, trash, host, |temp| carry(spot, temp, edits, put))
}

/// What `make` makes in the temporary folder of this name takes the place of what is there.
fn swap(
    spot: &Spot,
    trash: &Trash,
    host: &str,
    make: impl FnOnce(&str) -> Result<Dir, WriteError>,
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
    let swapped = make(&temp).and_then(|stage| {
        exchange(stage, &spot.dir, &spot.name).map_err(|error| spot.error("replace", error))
    });
    let holder = match swapped {
        Ok(holder) => holder,
        Err(error) => {
            let _ = clear(&spot.dir, &temp);
            return Err(error);
        }
    };
    sync_folder(&spot.dir);
    let old = Spot {
        dir: holder,
        name: STAGED.to_owned(),
        path: path(),
    };
    let taken = match trash.keep(&old, host) {
        // What is left of it here is in the trash, too.
        Ok((taken, _)) => taken,
        Err(error) => {
            // Where it cannot be put back both are there, rather than one being lost.
            let _ = put_back(&old.dir, &spot.dir, &spot.name, &temp);
            return Err(error);
        }
    };
    let _ = spot.dir.remove_dir_all(&temp);
    let _ = spot.dir.remove_dir(back_of(&spot.name));
    Ok(taken)
}

/// The folder in `stage` gets the name `name` in `dir`; the folder that holds the old one afterwards.
pub(super) fn exchange(stage: Dir, dir: &Dir, name: &str) -> io::Result<Dir> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        if renameat_with(&stage, STAGED, dir, name, RenameFlags::EXCHANGE).is_ok() {
            return Ok(stage);
        }
    }
    in_two_steps(&stage, dir, name)
}

/// For disks that cannot exchange names. Between the two steps there is no folder `name`;
/// [`mend`] brings it back when the program died there.
pub(super) fn in_two_steps(stage: &Dir, dir: &Dir, name: &str) -> io::Result<Dir> {
    let back = back_of(name);
    if dir.symlink_metadata(&back).is_ok() {
        dir.remove_dir_all(&back)?;
    }
    dir.create_dir(&back)?;
    let holder = dir.open_dir_nofollow(&back)?;
    dir.rename(name, &holder, STAGED)?;
    if let Err(error) = stage.rename(STAGED, dir, name) {
        holder.rename(STAGED, dir, name)?;
        return Err(error);
    }
    Ok(holder)
}

/// Takes [`exchange`] back: the old folder in `holder` gets its name again, the new one goes with the
/// temporary folder `temp` it was made in.
pub(super) fn put_back(holder: &Dir, dir: &Dir, name: &str, temp: &str) -> io::Result<()> {
    let back = back_of(name);
    if dir.symlink_metadata(&back).is_ok() {
        let stage = dir.open_dir_nofollow(temp)?;
        dir.rename(name, &stage, STAGED)?;
        // When the program dies here, [`mend`] does the next step.
        holder.rename(STAGED, dir, name)?;
        dir.remove_dir(back)?;
    } else {
        exchange(holder.try_clone()?, dir, name)?;
    }
    dir.remove_dir_all(temp)
}

fn back_of(name: &str) -> String {
    format!("{TEMP_START}{BACK}{name}{TEMP_END}")
}

/// Brings back folders that a program left under another name when it died, and moves to the trash
/// what else it left.
pub(super) fn mend(dir: &Dir, path: &str, trash: &Trash) -> io::Result<Vec<Trashed>> {
    let mut left = Vec::new();
    for entry in dir.entries()? {
        let Ok(name) = entry?.file_name().into_string() else {
            continue;
        };
        let holder = match is_own_temp(&name) {
            true => dir.open_dir_nofollow(&name),
            false => continue,
        };
        let Ok(holder) = holder else {
            // A file that was in the making when its program died; the one it was for is whole.
            let file = dir.symlink_metadata(&name).is_ok_and(|meta| meta.is_file());
            if file && is_left_over(dir, &name) {
                dir.remove_file(&name)?;
            }
            continue;
        };
        let old = name
            .strip_prefix(TEMP_START)
            .and_then(|rest| rest.strip_prefix(BACK)?.strip_suffix(TEMP_END));
        let lost =
            |old: &&str| super::refuse_name(old).is_none() && dir.symlink_metadata(old).is_err();
        if let Some(old) = old.filter(lost)
            && holder.symlink_metadata(STAGED).is_ok()
        {
            holder.rename(STAGED, dir, old)?;
            let _ = dir.remove_dir(&name);
            continue;
        }
        if is_left_over(dir, &name) {
            let old = Spot {
                dir: holder,
                name: STAGED.to_owned(),
                path: format!("{path}/{name}"),
            };
            // Nothing of it is needed; it is kept for whoever misses something.
            let kept = match old.dir.symlink_metadata(STAGED).is_ok() {
                true => trash.take(&old, "").map(|taken| left.push(taken)).is_ok(),
                false => true,
            };
            if kept {
                clear(dir, &name)?;
            }
        }
    }
    Ok(left)
}

/// Takes a temporary folder away, also where the copy in it has the permissions of a folder that nothing
/// may be taken out of.
fn clear(dir: &Dir, name: &str) -> io::Result<()> {
    match dir.remove_dir_all(name) {
        Ok(()) => Ok(()),
        Err(_) => {
            open_up(dir, name)?;
            dir.remove_dir_all(name)
        }
    }
}

/// Its owner may write into the folder `name` and those below it; links are not followed.
fn open_up(dir: &Dir, name: &str) -> io::Result<()> {
    let inner = dir.open_dir_nofollow(name)?;
    #[cfg(unix)]
    {
        use cap_std::fs::PermissionsExt;
        inner.set_permissions(".", cap_std::fs::Permissions::from_mode(0o700))?;
    }
    for entry in inner.entries()? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            let name = entry.file_name();
            open_up(&inner, name.to_str().unwrap_or_default())?;
        }
    }
    Ok(())
}

/// Its program is gone; where the system does not tell which run, for long.
fn is_left_over(dir: &Dir, name: &str) -> bool {
    let program = name
        .strip_prefix(TEMP_START)
        .and_then(|rest| rest.split('-').next())
        .and_then(|id| id.parse::<u32>().ok());
    let running = Path::new("/proc");
    if let Some(id) = program
        && running.join("self").exists()
    {
        return !running.join(id.to_string()).exists();
    }
    let age = dir
        .symlink_metadata(name)
        .and_then(|meta| meta.modified())
        .ok()
        .and_then(|time| time.into_std().elapsed().ok());
    age.is_some_and(|age| age > STALE)
}
