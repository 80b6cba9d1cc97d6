//! A removal is noted before anything moves, so that it can be taken back also where its program dies on
//! the way.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::write::Trash;
use super::{Entry, Flip, Journal, is_there};

/// Where systems tell which programs run.
const RUNNING: &str = "/proc";

impl Entry {
    /// What was begun by a program that is gone.
    fn is_left(&self, host: &str) -> bool {
        let gone = |by: u32| !Path::new(RUNNING).join(by.to_string()).exists();
        self.host == host && self.begun.is_some_and(gone)
    }

    /// This program began to remove one of these.
    pub(super) fn is_own_removal<'a>(
        &self,
        host: &str,
        mut paths: impl Iterator<Item = &'a str>,
    ) -> bool {
        let own = self.begun == Some(std::process::id()) && self.host == host;
        own && matches!(&self.flip, Flip::Trash { path, .. } if paths.any(|other| other == path))
    }
}

impl Journal {
    /// Notes that these are about to go to the trash, in a folder other than the write area that the
    /// person allowed, if any. [`Self::note_in`] says that they did, [`Self::give_up`] that they did not.
    pub fn begin(&self, host: &str, paths: &[&str], granted: Option<&str>) {
        if paths.is_empty() {
            return;
        }
        let _held = self.hold();
        let mut entries = self.entries();
        let last = entries.iter().map(|entry| entry.step).max();
        entries.extend(paths.iter().map(|path| Entry {
            host: host.to_owned(),
            undone: false,
            flip: Flip::put(path, None),
            granted: granted.map(str::to_owned),
            left: None,
            step: last.unwrap_or(0) + 1,
            under_way: false,
            untold: false,
            begun: Some(std::process::id()),
        }));
        // Without it only an end on the way cannot be taken back.
        let _ = self.write(&entries);
    }

    /// What this program began to remove stays.
    pub fn give_up(&self, host: &str, paths: &[&str]) {
        let _held = self.hold();
        let mut entries = self.entries();
        entries.retain(|entry| !entry.is_own_removal(host, paths.iter().copied()));
        // One that stays is looked at by the next start.
        let _ = self.write(&entries);
    }

    /// Ends the removals that programs began which are gone: those that came to the trash can be taken
    /// back from now on, and are given back by their places; the locks are to be told of them
    /// ([`Self::untold`]). The others never were.
    pub fn end(&self, host: &str, trash: &Trash) -> Vec<String> {
        let mut ended = Vec::new();
        if !self.entries().iter().any(|entry| entry.is_left(host)) {
            return ended;
        }
        let _held = self.hold();
        let mut entries = self.entries();
        let known: BTreeSet<String> = entries.iter().filter_map(Entry::trashed).collect();
        let mut items = trash.list();
        items.retain(|item| item.host == host && !known.contains(&item.id));
        entries.retain_mut(|entry| {
            if !entry.is_left(host) {
                return true;
            }
            let Flip::Trash { path, trashed, .. } = &mut entry.flip else {
                return false;
            };
            // The newest comes first.
            let Some(item) = items.iter().find(|item| item.path == *path) else {
                return false;
            };
            if is_there(path) {
                return false;
            }
            *trashed = Some(item.id.clone());
            ended.push(path.clone());
            (entry.begun, entry.untold) = (None, true);
            true
        });
        if !ended.is_empty() {
            entries.retain(|entry| !(entry.undone && entry.host == host));
        }
        match self.write(&entries) {
            Ok(()) => ended,
            // The next start tries it again.
            Err(_) => Vec::new(),
        }
    }
}
