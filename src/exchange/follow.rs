//! The lock goes along: what goes to the trash leaves it, what comes back has its line again, and what
//! gets another name keeps it.

use std::fs;

use super::lock::{FILE, Lock};
use super::place::{Area, lies};
use super::preview::Ground;
use super::record::Intent;
use super::{Areas, Refusal};
use crate::host::tree::{join, split};
use crate::library::journal::Flip;
use crate::library::{Dirs, Expect, Trash};

/// The locks of a host as they were before something was done in their folders.
#[derive(Debug, Default)]
pub struct Following(Vec<(Area, Result<Vec<Intent>, String>)>);

impl Following {
    /// As they are now. A folder that cannot be granted has none.
    pub fn new(ground: Ground<'_>, dirs: &Dirs) -> Self {
        let areas = Areas::new(ground, dirs).unwrap_or_default();
        let lines = |area: &Area| area.lines(ground).map_err(|refusal| refusal.to_string());
        let areas = areas.iter();
        Self(areas.map(|area| (area.clone(), lines(area))).collect())
    }

    /// Something came to a folder or went from it. What was done stays done.
    ///
    /// # Errors
    /// What kept the lock from following: it then tells of a skill that is missing, or forgets one.
    pub fn came_or_went(&self, folder: &str) -> Result<(), String> {
        self.follow(folder, |area, before| area.follow(before, folder))
    }

    /// A folder has another name.
    ///
    /// # Errors
    /// As [`Self::came_or_went`].
    pub fn renamed(&self, from: &str, to: &str) -> Result<(), String> {
        self.follow(from, |area, before| area.follow_name(before, from, to))
    }

    /// As the former, of what a program did that died before it could say so: `flips` are what takes it
    /// back. What was told already stays as it is.
    pub fn late(&self, flips: &[Flip], trash: &Trash) {
        for flip in flips {
            // What cannot be told now is seen by `verify`: a skill that is missing, or was edited.
            let _ = match flip {
                Flip::Rename(back) => self.renamed(&back.to, &back.from),
                Flip::Trash { path, trashed, .. } => {
                    let gone = trashed.as_deref();
                    self.follow(path, |area, now| area.follow_late(now, path, gone, trash))
                }
                Flip::Swap { path, trashed } => {
                    let gone = Some(trashed.as_str());
                    self.follow(path, |area, now| area.follow_late(now, path, gone, trash))
                }
            };
        }
    }

    fn follow(
        &self,
        folder: &str,
        run: impl FnOnce(&Area, &[Intent]) -> Result<(), Refusal>,
    ) -> Result<(), String> {
        let here = split(folder).map(|(parent, _)| parent);
        let mut areas = self.0.iter();
        let Some((area, before)) = areas.find(|(area, _)| here == Some(&area.path)) else {
            return Ok(());
        };
        let done = match before {
            Ok(before) => run(area, before).map_err(|refusal| refusal.to_string()),
            Err(why) => Err(why.clone()),
        };
        let told = |why| format!("that is done, and {FILE} was not told of it: {why}");
        done.map_err(told)
    }
}

impl Area {
    /// Every line of the lock with the hash that its folder has now, before something is done.
    ///
    /// # Errors
    /// `broken-lock`, `unreadable`.
    pub fn lines(&self, ground: Ground<'_>) -> Result<Vec<Intent>, Refusal> {
        let (lock, _) = self.lock()?;
        let entries = lock.entries().into_iter();
        Ok(entries
            .map(|(key, entry)| {
                let folder = self.folder_of(ground, &key);
                let there = lies(&folder).unwrap_or_default();
                Intent::new(&self.path, &folder, &key, &entry, there)
            })
            .collect())
    }

    /// Something came to `folder` or went from it; `before` are the lines there were. Its line goes,
    /// and is kept for when just these files come back.
    ///
    /// # Errors
    /// What the guard refuses and the disk does not do.
    pub fn follow(&self, before: &[Intent], folder: &str) -> Result<(), Refusal> {
        let old = before.iter().find(|line| line.folder == folder);
        // Read before the old one is kept: of the same files there may have been another line.
        let new = lies(folder).and_then(|there| self.records.line(&self.path, folder, &there));
        if let Some(old) = old {
            let kept = self.records.keep_line(old);
            kept.map_err(|error| self.records.fault(&error))?;
        }
        if old.is_none() && new.is_none() {
            return Ok(());
        }
        self.write(|lock| {
            if let Some(old) = old {
                lock.remove(&old.key);
            }
            if let Some(new) = &new {
                lock.set(&new.key, &new.entry());
            }
        })
    }

    /// As [`Self::follow`], but `now` are the lines there are, after it was done: the line that is there
    /// may be that of what went to the trash as `gone`.
    fn follow_late(
        &self,
        now: &[Intent],
        folder: &str,
        gone: Option<&str>,
        trash: &Trash,
    ) -> Result<(), Refusal> {
        let line = now.iter().find(|line| line.folder == folder);
        let new = lies(folder).and_then(|there| self.records.line(&self.path, folder, &there));
        if line.map(Intent::entry) == new.as_ref().map(Intent::entry) {
            return Ok(());
        }
        let items = trash.list().into_iter();
        let mut items = items.filter(|item| Some(item.id.as_str()) == gone);
        let gone = items
            .next()
            .and_then(|item| lies(trash.item(&item).to_str()?));
        if let (Some(line), Some(there)) = (line, gone) {
            let old = Intent::new(&self.path, folder, &line.key, &line.entry(), there);
            let kept = self.records.keep_line(&old);
            kept.map_err(|error| self.records.fault(&error))?;
        }
        self.write(|lock| {
            if let Some(line) = line {
                lock.remove(&line.key);
            }
            if let Some(new) = &new {
                lock.set(&new.key, &new.entry());
            }
        })
    }

    /// The folder `from` is called `to` now, and its line has the new name.
    ///
    /// # Errors
    /// As [`Self::follow`].
    pub fn follow_name(&self, before: &[Intent], from: &str, to: &str) -> Result<(), Refusal> {
        let Some(old) = before.iter().find(|line| line.folder == from) else {
            return Ok(());
        };
        let name = self.stem(to.rsplit('/').next().unwrap_or(to));
        let key = match old.key.rsplit_once('/') {
            Some((parents, _)) => join(parents, name),
            None => name.to_owned(),
        };
        self.write(|lock| {
            lock.remove(&old.key);
            lock.set(&key, &old.entry());
        })
    }

    fn write(&self, change: impl FnOnce(&mut Lock)) -> Result<(), Refusal> {
        let _held = self.hold()?;
        let (mut lock, expect) = self.lock_to_write()?;
        change(&mut lock);
        let path = join(&self.path, FILE);
        let text = lock.text();
        if matches!(&expect, Expect::Bytes(bytes) if **bytes == *text.as_bytes()) {
            return Ok(());
        }
        if fs::symlink_metadata(&self.path).is_err() {
            return Ok(());
        }
        Ok(self.guard.save(&path, text.as_bytes(), &expect)?)
    }
}
