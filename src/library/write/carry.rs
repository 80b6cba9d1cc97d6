//! A folder as it is with some files of it changed: everything else is carried over, links as links,
//! with its permissions.

use std::io;
use std::path::Path;

use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, Permissions};

use super::Edit;
use super::error::WriteError;
use super::place::Spot;
use super::save::{Put, STAGED, make_holder, new_file};
use super::trash::copy;

/// Makes a copy of the folder at `spot` as [`STAGED`] in the new folder `temp` beside it, and changes
/// the files of `edits` in it.
pub(super) fn carry(
    spot: &Spot,
    temp: &str,
    edits: &[Edit],
    put: &mut Put<'_>,
) -> Result<Dir, WriteError> {
    let error = |error| spot.error("copy the folder", error);
    let stage = make_holder(spot, temp).map_err(error)?;
    let item = Path::new(STAGED);
    copy(&spot.dir, spot.name.as_ref(), &stage, item).map_err(error)?;
    let root = stage.open_dir_nofollow(STAGED).map_err(error)?;
    // What goes may make room for what comes.
    let (gone, written): (Vec<_>, Vec<_>) = edits.iter().partition(|edit| edit.bytes.is_none());
    for edit in gone.into_iter().chain(written) {
        let path = format!("{}/{}", spot.path, edit.path);
        super::grant::check_path(&path)?;
        let done = match &edit.bytes {
            None => take_out(&root, &edit.path),
            Some(bytes) => write(&root, &edit.path, bytes, edit.executable, put),
        };
        done.map_err(|error| WriteError::from_io("write", &path, error))?;
    }
    Ok(stage)
}

/// Takes a file out, and the folders that held nothing else.
fn take_out(dir: &Dir, path: &str) -> io::Result<()> {
    let Some((step, rest)) = path.split_once('/') else {
        return dir.remove_file(path);
    };
    let below = dir.open_dir_nofollow(step)?;
    take_out(&below, rest)?;
    if below.entries()?.next().is_none() {
        dir.remove_dir(step)?;
    }
    Ok(())
}

/// A file that is there keeps its permissions, but for whether it may be executed where that is said.
fn write(
    root: &Dir,
    path: &str,
    bytes: &[u8],
    executable: Option<bool>,
    put: &mut Put<'_>,
) -> io::Result<()> {
    let mut names: Vec<&str> = path.split('/').collect();
    let name = names.pop().unwrap_or_default();
    let mut dir = root.try_clone()?;
    for step in names {
        match dir.create_dir(step) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        dir = dir.open_dir_nofollow(step)?;
    }
    let old = match dir.symlink_metadata(name) {
        // What is put there was worked out for a file; nobody said that a link may go.
        Ok(meta) if meta.is_symlink() => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(meta) => {
            dir.remove_file(name)?;
            meta.is_file().then(|| meta.permissions())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mode = match (&old, executable) {
        (Some(_), _) => 0o600,
        (None, Some(true)) => 0o755,
        (None, _) => 0o644,
    };
    let mut file = dir.open_with(name, &new_file(mode))?;
    put(&mut file, bytes)?;
    match old {
        Some(permissions) => file.set_permissions(with_bit(permissions, executable)),
        None => Ok(()),
    }
}

/// Whoever may read it may execute it, or nobody may.
fn with_bit(permissions: Permissions, executable: Option<bool>) -> Permissions {
    #[cfg(unix)]
    if let Some(executable) = executable {
        use cap_std::fs::PermissionsExt;
        let mode = permissions.mode();
        return Permissions::from_mode(match executable {
            true => mode | (mode & 0o444) >> 2,
            false => mode & !0o111,
        });
    }
    #[cfg(not(unix))]
    let _ = executable;
    permissions
}
