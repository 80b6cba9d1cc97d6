//! What was removed, kept in the state folder until it is put back.
//!
//! Each removal has a folder of its own with `record.json` and the thing itself as `item`. The record
//! is written first, so that nothing lies there without a known origin, also after a crash.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use serde::{Deserialize, Serialize};

use super::error::WriteError;
use super::place::Spot;
use super::save::{sync_folder, temp_name};
use crate::library::state::{make_private, put};

const RECORD: &str = "record.json";
const ITEM: &str = "item";

/// A folder that keeps what was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trash {
    folder: PathBuf,
}

/// Something in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trashed {
    /// Its folder in the trash.
    pub id: String,
    /// Where it was.
    pub path: String,
    /// The host it was removed for.
    pub host: String,
    /// When, to the millisecond.
    pub time: SystemTime,
}

/// `record.json`.
#[derive(Serialize, Deserialize)]
struct Record {
    version: u32,
    path: String,
    host: String,
    /// Milliseconds since 1970, UTC.
    time: u64,
}

impl Trash {
    /// The trash in `folder`, which need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What can be put back, the newest first. What cannot be read is left out.
    pub fn list(&self) -> Vec<Trashed> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut list: Vec<Trashed> = entries
            .flatten()
            .filter_map(|entry| {
                let id = entry.file_name().into_string().ok()?;
                let folder = entry.path();
                fs::symlink_metadata(folder.join(ITEM)).ok()?;
                let record = fs::read(folder.join(RECORD)).ok()?;
                let record: Record = serde_json::from_slice(&record).ok()?;
                Some(Trashed {
                    id,
                    path: record.path,
                    host: record.host,
                    time: UNIX_EPOCH + Duration::from_millis(record.time),
                })
            })
            .collect();
        list.sort_by(|a, b| b.time.cmp(&a.time).then_with(|| b.id.cmp(&a.id)));
        list
    }

    /// Where the thing itself is kept.
    pub fn item(&self, trashed: &Trashed) -> PathBuf {
        self.folder.join(&trashed.id).join(ITEM)
    }

    /// It turns out where something in the trash was, and for which host.
    ///
    /// # Errors
    /// When its record cannot be written.
    pub fn named(&self, trashed: Trashed, path: &str, host: &str) -> io::Result<Trashed> {
        if trashed.path == path && trashed.host == host {
            return Ok(trashed);
        }
        let since = trashed.time.duration_since(UNIX_EPOCH);
        let record = Record {
            version: 1,
            path: path.to_owned(),
            host: host.to_owned(),
            time: since.map_or(0, |time| time.as_millis() as u64),
        };
        let file = self.folder.join(&trashed.id).join(RECORD);
        put(&file, &serde_json::to_vec_pretty(&record)?)?;
        Ok(Trashed {
            path: record.path,
            host: record.host,
            ..trashed
        })
    }

    /// Moves what stands at `spot` in here.
    pub(super) fn take(&self, spot: &Spot, host: &str) -> Result<Trashed, WriteError> {
        let (trashed, gone) = self.keep(spot, host)?;
        gone.map_err(|error| spot.error("move to the trash", error))?;
        Ok(trashed)
    }

    /// As [`Self::take`]. What is here then is whole; the other result says whether nothing of it was
    /// left behind, which can happen on the way to another disk.
    pub(super) fn keep(
        &self,
        spot: &Spot,
        host: &str,
    ) -> Result<(Trashed, io::Result<()>), WriteError> {
        let kept = self.fill(spot, host, |dir| relocate(&spot.dir, &spot.name, dir, ITEM))?;
        sync_folder(&spot.dir);
        Ok(kept)
    }

    /// Keeps a copy of what stands at `spot`.
    pub(super) fn copy_of(&self, spot: &Spot, host: &str) -> Result<Trashed, WriteError> {
        let copied = self.fill(spot, host, |dir| {
            copy(&spot.dir, spot.name.as_ref(), dir, ITEM.as_ref())
        });
        copied.map(|(trashed, ())| trashed)
    }

    /// Throws away what was kept.
    pub(super) fn forget(&self, trashed: &Trashed) {
        // What stays is one thing more that can be put back.
        let _ = fs::remove_dir_all(self.folder.join(&trashed.id));
    }

    /// Makes the folder of one removal; `put` puts the thing itself into it.
    fn fill<T>(
        &self,
        spot: &Spot,
        host: &str,
        put: impl FnOnce(&Dir) -> io::Result<T>,
    ) -> Result<(Trashed, T), WriteError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let time = since.map_or(0, |time| time.as_millis() as u64);
        // The name of a temporary file is unique among the processes that run now; the time does the rest.
        let id = format!(
            "{time}{}",
            temp_name().replace(".skillkiln", "").replace(".tmp", "")
        );
        let io = |error| WriteError::Io {
            doing: "move to the trash",
            path: spot.path.clone(),
            source: error,
        };
        let record = Record {
            version: 1,
            path: spot.path.clone(),
            host: host.to_owned(),
            time,
        };
        let folder = self.folder.join(&id);
        let kept = make_private(&folder).and_then(|()| {
            fs::write(folder.join(RECORD), serde_json::to_vec_pretty(&record)?)?;
            Dir::open_ambient_dir(&folder, ambient_authority())
        });
        let result = kept
            .map_err(io)
            .and_then(|dir| put(&dir).map_err(|error| spot.error("move to the trash", error)));
        let done = result.inspect_err(|_| {
            let _ = fs::remove_dir_all(&folder);
        })?;
        let trashed = Trashed {
            id,
            path: record.path,
            host: record.host,
            time: UNIX_EPOCH + Duration::from_millis(time),
        };
        Ok((trashed, done))
    }

    /// It is a file, and no folder.
    pub(super) fn is_file(&self, trashed: &Trashed) -> bool {
        let item = self.folder.join(&trashed.id).join(ITEM);
        fs::symlink_metadata(item).is_ok_and(|item| item.is_file())
    }

    /// Moves it out to `spot`, which is known to be free.
    pub(super) fn give_back(&self, trashed: &Trashed, spot: &Spot) -> Result<(), WriteError> {
        let gone = || WriteError::Missing {
            path: format!("{} (in the trash)", trashed.path),
        };
        if super::refuse_name(&trashed.id).is_some() {
            return Err(gone());
        }
        let folder = self.folder.join(&trashed.id);
        let dir = Dir::open_ambient_dir(&folder, ambient_authority()).map_err(|_| gone())?;
        dir.symlink_metadata(ITEM).map_err(|_| gone())?;
        relocate(&dir, ITEM, &spot.dir, &spot.name)
            .and_then(|gone| gone)
            .map_err(|error| spot.error("put back", error))?;
        sync_folder(&spot.dir);
        // It is back; an empty record left over is not listed.
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    }
}

/// Moves an entry, also to another disk: there it is whole, and the other result says whether it is
/// gone from here.
fn relocate(from: &Dir, name: &str, to: &Dir, new_name: &str) -> io::Result<io::Result<()>> {
    match from.rename(name, to, new_name) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            move_by_copy(from, name, to, new_name)
        }
        result => result.map(Ok),
    }
}

/// Removes nothing before the copy is complete; a copy that fails leaves nothing.
pub(super) fn move_by_copy(
    from: &Dir,
    name: &str,
    to: &Dir,
    new_name: &str,
) -> io::Result<io::Result<()>> {
    let temp = temp_name();
    let copied =
        copy(from, name.as_ref(), to, temp.as_ref()).and_then(|()| to.rename(&temp, to, new_name));
    if copied.is_err() {
        let _ = erase(to, &temp);
    }
    copied?;
    Ok(erase(from, name))
}

/// Copies an entry with all below it; links are copied as links.
pub(super) fn copy(from: &Dir, name: &Path, to: &Dir, new_name: &Path) -> io::Result<()> {
    let meta = from.symlink_metadata(name)?;
    if meta.is_symlink() {
        return to.symlink_contents(from.read_link_contents(name)?, new_name);
    }
    if !meta.is_dir() && !meta.is_file() {
        // A pipe has no bytes of its own: a second name is the same pipe.
        let linked = from.hard_link(name, to, new_name);
        return linked
            .map_err(|_| io::Error::other("it holds something that is neither file nor folder"));
    }
    if meta.is_file() {
        from.copy(name, to, new_name)?;
        return to.open(new_name)?.sync_all();
    }
    to.create_dir(new_name)?;
    let (source, target) = (
        from.open_dir_nofollow(name)?,
        to.open_dir_nofollow(new_name)?,
    );
    for entry in source.entries()? {
        let name = entry?.file_name();
        copy(&source, name.as_ref(), &target, name.as_ref())?;
    }
    to.set_permissions(new_name, meta.permissions())
}

fn erase(dir: &Dir, name: &str) -> io::Result<()> {
    if dir.symlink_metadata(name)?.is_dir() {
        dir.remove_dir_all(name)
    } else {
        dir.remove_file(name)
    }
}
