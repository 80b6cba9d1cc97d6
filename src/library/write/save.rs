//! Whole files, whole folders: the new one is complete before the old one goes.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, File, OpenOptions, Permissions};

use super::error::WriteError;
use super::place::Spot;
use super::{Expect, NewFile};
use crate::library::{TEMP_END, TEMP_START};

/// Puts bytes into an open file; a parameter, so that a test can let the disk be full.
pub(super) type Put<'a> = dyn FnMut(&mut File, &[u8]) -> io::Result<()> + 'a;

/// Writes and flushes to the disk.
pub(super) fn to_disk(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// See [`super::Guard::save`].
pub(super) fn save(
    spot: &Spot,
    bytes: &[u8],
    expect: &Expect,
    put: &mut Put<'_>,
) -> Result<(), WriteError> {
    let permissions = match expect {
        Expect::Absent => {
            spot.new_name()?;
            None
        }
        Expect::Bytes(_) | Expect::Any => Some(replaceable(spot)?),
    };
    let temp = temp_name();
    let made = make_temp(spot, &temp, bytes, permissions, put).and_then(|()| {
        match expect {
            Expect::Absent => appear(spot, &temp)?,
            Expect::Bytes(loaded) => {
                // As late as can be: what another program wrote must not be lost.
                if !holds(spot, loaded)? {
                    let path = spot.path.clone();
                    return Err(WriteError::Changed { path });
                }
                replace(spot, &temp)?;
            }
            Expect::Any => {
                replaceable(spot)?;
                replace(spot, &temp)?;
            }
        }
        Ok(())
    });
    if made.is_err() {
        // It may never have been made; the first error is the one to tell.
        let _ = spot.dir.remove_file(&temp);
    }
    made?;
    sync_folder(&spot.dir);
    Ok(())
}

/// See [`super::Guard::may_save`].
pub(super) fn may_save(spot: &Spot, expect: &Expect) -> Result<(), WriteError> {
    if *expect == Expect::Absent {
        return match spot.meta()? {
            Some(meta) if meta.is_symlink() => Err(WriteError::Link {
                path: spot.path.clone(),
            }),
            _ => spot.must_be_free(),
        };
    }
    replaceable(spot)?;
    // What the system holds fast (immutable files, disks mounted for reading) shows here alone.
    let mut options = OpenOptions::new();
    options.append(true).follow(FollowSymlinks::No);
    let opened = spot.dir.open_with(&spot.name, &options);
    opened
        .map(|_| ())
        .map_err(|error| spot.error("write", error))
}

/// The folder in the making, in a temporary folder of its own: a program that dies leaves nothing
/// that any host would take for a skill, for hosts look one level down.
pub(super) const STAGED: &str = "item";

/// See [`super::Guard::make_whole`].
pub(super) fn make_whole(
    spot: &Spot,
    files: &[NewFile],
    put: &mut Put<'_>,
) -> Result<(), WriteError> {
    let temp = temp_name();
    let made = stage(spot, &temp, files, put).and_then(|stage| {
        spot.must_be_free()?;
        stage
            .rename(STAGED, &spot.dir, &spot.name)
            .map_err(|error| spot.error("make the folder", error))
    });
    // It may never have been made; the first error is the one to tell.
    let _ = spot.dir.remove_dir_all(&temp);
    made?;
    sync_folder(&spot.dir);
    Ok(())
}

/// Makes the folder `temp` beside `spot`, in which something is made. Where a program dies it stays for a
/// while, and is none of what is in the project: git passes it over.
pub(super) fn make_holder(spot: &Spot, temp: &str) -> io::Result<Dir> {
    spot.dir.create_dir(temp)?;
    let holder = spot.dir.open_dir_nofollow(temp)?;
    // Without it nothing is lost.
    let _ = holder
        .open_with(".gitignore", &new_file(0o644))
        .and_then(|mut file| file.write_all(b"*\n"));
    Ok(holder)
}

/// Writes files into [`STAGED`] in the new folder `temp` beside `spot`.
pub(super) fn stage(
    spot: &Spot,
    temp: &str,
    files: &[NewFile],
    put: &mut Put<'_>,
) -> Result<Dir, WriteError> {
    let error = |error| spot.error("make the folder", error);
    let stage = make_holder(spot, temp).map_err(error)?;
    stage.create_dir(STAGED).map_err(error)?;
    let root = stage.open_dir_nofollow(STAGED).map_err(error)?;
    for file in files {
        let path = format!("{}/{}", spot.path, file.path);
        super::grant::check_path(&path)?;
        let io = |error| WriteError::from_io("write", &path, error);
        let mut names: Vec<&str> = file.path.split('/').collect();
        let name = names.pop().unwrap_or_default();
        let mut dir = root.try_clone().map_err(io)?;
        for step in names {
            match dir.create_dir(step) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(io(error));
                }
                _ => {}
            }
            dir = dir.open_dir_nofollow(step).map_err(io)?;
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        let mut handle = dir.open_with(name, &new_file(mode)).map_err(io)?;
        put(&mut handle, &file.bytes).map_err(io)?;
    }
    Ok(stage)
}

/// The permissions of the file that is to be replaced.
fn replaceable(spot: &Spot) -> Result<Permissions, WriteError> {
    let meta = spot.must_exist()?;
    let path = spot.path.clone();
    if meta.is_symlink() {
        return Err(WriteError::Link { path });
    }
    if !meta.is_file() {
        let wanted = "file";
        return Err(WriteError::WrongKind { path, wanted });
    }
    if meta.permissions().readonly() {
        let hint = "the file is marked so; change its permissions first";
        return Err(WriteError::ReadOnly { path, hint });
    }
    Ok(meta.permissions())
}

/// Whether the file is there, is a file, and holds exactly `bytes`.
fn holds(spot: &Spot, bytes: &[u8]) -> Result<bool, WriteError> {
    match spot.meta()? {
        Some(meta) if meta.is_symlink() => {
            let path = spot.path.clone();
            return Err(WriteError::Link { path });
        }
        Some(meta) if !meta.is_file() || meta.len() != bytes.len() as u64 => return Ok(false),
        Some(_) => {}
        None => return Ok(false),
    }
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No);
    let file = spot
        .dir
        .open_with(&spot.name, &options)
        .map_err(|error| spot.error("read", error))?;
    let mut now = Vec::with_capacity(bytes.len() + 1);
    file.take(bytes.len() as u64 + 1)
        .read_to_end(&mut now)
        .map_err(|error| spot.error("read", error))?;
    Ok(now == bytes)
}

fn make_temp(
    spot: &Spot,
    temp: &str,
    bytes: &[u8],
    permissions: Option<Permissions>,
    put: &mut Put<'_>,
) -> Result<(), WriteError> {
    // Nobody else reads a text before it has the permissions of the one it replaces.
    let mode = if permissions.is_some() { 0o600 } else { 0o644 };
    let mut file = spot
        .dir
        .open_with(temp, &new_file(mode))
        .map_err(|error| spot.error("write in the folder of", error))?;
    put(&mut file, bytes).map_err(|error| spot.error("write", error))?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)
            .and_then(|()| file.sync_all())
            .map_err(|error| spot.error("set the permissions of", error))?;
    }
    Ok(())
}

pub(super) fn new_file(mode: u32) -> OpenOptions {
    let mut options = OpenOptions::new();
    options
        .write(true)
        .create_new(true)
        .follow(FollowSymlinks::No);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt;
        options.mode(mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    options
}

/// Gives the temporary file its name, unless that is taken: a hard link never replaces anything.
fn appear(spot: &Spot, temp: &str) -> Result<(), WriteError> {
    match spot.dir.hard_link(temp, &spot.dir, &spot.name) {
        Ok(()) => {
            // The file has its name; a leftover second name is ours and is never listed.
            let _ = spot.dir.remove_file(temp);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let path = spot.path.clone();
            Err(WriteError::Exists { path })
        }
        // A disk without hard links.
        Err(_) => {
            spot.must_be_free()?;
            replace(spot, temp)
        }
    }
}

fn replace(spot: &Spot, temp: &str) -> Result<(), WriteError> {
    spot.dir
        .rename(temp, &spot.dir, &spot.name)
        .map_err(|error| spot.error("write", error))
}

/// Makes a rename last through a power cut, where the system can.
pub(super) fn sync_folder(dir: &Dir) {
    // Not every system lets a folder be flushed; the text itself is on the disk already.
    if let Ok(dir) = dir.open(".") {
        let _ = dir.sync_all();
    }
}

pub(super) fn temp_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    format!("{TEMP_START}{process}-{count}{TEMP_END}")
}
