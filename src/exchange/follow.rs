//! The lock goes along: what goes to the trash leaves it, what comes back has its line again, and what
//! gets another name keeps it.

use std::fs;

use super::Refusal;
use super::lock::{FILE, Lock};
use super::place::{Area, files_in, hash_of};
use super::preview::Ground;
use super::record::Intent;
use crate::host::tree::join;
use crate::library::{Dirs, Expect};

/// The lock of a write area as it was before something was done there.
#[derive(Debug, Default)]
pub struct Following(Option<(Area, Vec<Intent>)>);

impl Following {
    /// As it is now. Where there is no write area, or none that can be granted, nothing follows.
    pub fn new(ground: Ground<'_>, dirs: &Dirs) -> Self {
        let layer = ground.survey.write_area();
        let path = layer.and_then(|layer| layer.path.as_deref());
        let area = path.and_then(|path| Area::new(ground, path, dirs).ok());
        Self(area.map(|area| {
            let lines = area.lines(ground);
            (area, lines)
        }))
    }

    /// Something came to a folder or went from it. What was done stays done: a lock that cannot be
    /// written tells of a skill that is missing, or forgets one.
    pub fn came_or_went(&self, folder: &str) {
        if let Some((area, before)) = &self.0 {
            let _ = area.follow(before, folder);
        }
    }

    /// A folder has another name. As above.
    pub fn renamed(&self, from: &str, to: &str) {
        if let Some((area, before)) = &self.0 {
            let _ = area.follow_name(before, from, to);
        }
    }
}

impl Area {
    /// Every line of the lock with the hash that its folder has now, before something is done. A lock
    /// that cannot be read has none.
    pub fn lines(&self, ground: Ground<'_>) -> Vec<Intent> {
        let Ok((lock, _)) = self.lock() else {
            return Vec::new();
        };
        let entries = lock.entries().into_iter();
        entries
            .map(|(key, entry)| {
                let folder = self.folder_of(ground, &key);
                let there = files_in(&folder).map_or_else(|_| String::new(), |f| hash_of(&f));
                Intent::new(&self.path, &folder, &key, &entry, there)
            })
            .collect()
    }

    /// What lay in `folder` went to the trash for something else; its line is kept.
    pub fn keep(&self, before: &[Intent], folder: &str) {
        for old in before.iter().filter(|line| line.folder == folder) {
            // Without it the skill that comes back is one nobody knows the source of.
            let _ = self.records.keep_line(old);
        }
    }

    /// Something came to `folder` or went from it; `before` are the lines there were. Its line goes,
    /// and is kept for when just these files come back.
    ///
    /// # Errors
    /// What the guard refuses and the disk does not do.
    pub fn follow(&self, before: &[Intent], folder: &str) -> Result<(), Refusal> {
        let old = before.iter().find(|line| line.folder == folder);
        let here = files_in(folder).ok().map(|files| hash_of(&files));
        // Read before the old one is kept: of the same files there may have been another line.
        let new = here.and_then(|there| self.records.line(&self.path, folder, &there));
        if let Some(old) = old {
            let state = |error: std::io::Error| {
                Refusal::new("not-written", format!("our own record: {error}"))
            };
            self.records.keep_line(old).map_err(state)?;
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
        let (mut lock, expect) = self.lock()?;
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
