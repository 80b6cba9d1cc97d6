//! Undo of what was done to skills, and redo.

use std::path::Path;

use super::executor::{Executor, TAKES_BACK, failed, lags_behind, told};
use crate::library::Guard;
use crate::library::journal::{Flipped, JournalError};
use crate::workbench::app::message::Done;
use crate::workbench::app::{Disk, Message};

/// `path` is the folder or file `place`, or lies in it.
fn is_in(place: &str, path: &str) -> bool {
    let rest = path.strip_prefix(place);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl Executor {
    /// Takes back what was done last in this place, or does it again. What a program that died had begun
    /// is done last, once it is ended. What was changed in its place since, or is not saved there
    /// (`unsaved`), is asked about first; `None`: it was.
    pub(super) fn restore(
        &mut self,
        host: &str,
        again: bool,
        unsaved: Option<&[String]>,
    ) -> Vec<Message> {
        let mut messages = self.finish(host);
        messages.extend(self.take_back(host, again, unsaved));
        messages
    }

    /// Ends what programs that died had begun in folders of a host, and says so.
    pub(super) fn finish(&mut self, host: &str) -> Vec<Message> {
        let journal = self.journal();
        let removed = journal.end(host, &self.dirs.trash());
        let untold = journal.untold(host);
        if !untold.is_empty() {
            self.locked(host).late(&untold, &self.dirs.trash());
            journal.told(host);
        }
        let mut done = self.mend_all(host);
        done.extend(removed.into_iter().map(|path| {
            let name = path.rsplit('/').next().unwrap_or(&path);
            (name.to_owned(), path)
        }));
        if done.is_empty() {
            return Vec::new();
        }
        let names: Vec<&str> = done.iter().map(|(name, _)| name.as_str()).collect();
        let what = format!(
            "a change of {} was interrupted, and is finished now; undo takes it back",
            names.join(", ")
        );
        let mut messages = vec![Message::Disk(Disk::Finished(what))];
        let paths = done.into_iter().map(|(_, path)| path);
        messages.extend(self.look_at(paths.collect()));
        messages
    }

    fn take_back(&mut self, host: &str, again: bool, unsaved: Option<&[String]>) -> Vec<Message> {
        let journal = self.journal();
        if let Some(unsaved) = unsaved {
            let changed = journal.changed(host, again);
            let going = journal.touches(host, again);
            let goes = |path: &&String| going.iter().any(|place| is_in(place, path));
            let unsaved: Vec<String> = unsaved.iter().filter(goes).cloned().collect();
            if !changed.is_empty() || !unsaved.is_empty() {
                return vec![Message::Disk(Disk::Unsure {
                    host: host.to_owned(),
                    again,
                    changed,
                    unsaved,
                })];
            }
        }
        let touched = journal.touches(host, again);
        let guard = self.guard_of(host, &journal.places(host, again));
        let locked = self.locked(host);
        let flipped = match again {
            true => journal.redo(host, &guard),
            false => match journal.undo(host, &guard) {
                Err(JournalError::Nothing(_)) => return self.restore_older(host, &guard),
                done => done,
            },
        };
        let flipped = match flipped {
            Ok(flipped) => flipped,
            Err(error @ JournalError::Nothing(_)) => {
                return vec![Message::Disk(Disk::Nothing(error.to_string()))];
            }
            Err(error) => {
                let action = if again { "redo" } else { "undo" };
                return vec![Message::Disk(failed(action, "", &error.to_string()))];
            }
        };
        let lags = flipped.iter().map(|one| match one {
            Flipped::Restored(path) | Flipped::Swapped(path) | Flipped::Trashed(path) => {
                locked.came_or_went(path)
            }
            Flipped::Beside(_, path) => locked.came_or_went(path),
            Flipped::Renamed(from, to) => locked.renamed(from, to),
        });
        let lags: Vec<Message> = lags.filter_map(lags_behind).collect();
        journal.told(host);
        let back = match again {
            true => TAKES_BACK,
            false => Some(("skill.redo", "does it again")),
        };
        let all = match (flipped.len(), again) {
            (1, _) => None,
            (n, true) => Some(format!("{n} skills are done again, as they were at once")),
            (n, false) => Some(format!(
                "{n} skills are taken back, as they were done at once"
            )),
        };
        let one = |what: String, back| told(all.clone().unwrap_or(what), back);
        let back_of_one = back.filter(|_| all.is_some());
        let mut messages = Vec::new();
        for flipped in flipped {
            messages.extend(match flipped {
                Flipped::Restored(path) => {
                    let what = format!("{} is back", self.place.short(&path));
                    self.restored(path, one(what, back_of_one))
                }
                Flipped::Beside(from, to) => self.back_beside(from, to),
                Flipped::Swapped(path) => {
                    let what = format!("{} is back", self.place.short(&path));
                    let what = one(what, back_of_one);
                    let scanned = self.look(&path);
                    let mut messages = vec![Message::Disk(Disk::Swapped { path, what })];
                    messages.extend(scanned);
                    messages
                }
                Flipped::Trashed(folder) => {
                    let name = folder.rsplit('/').next().unwrap_or(&folder);
                    let what = one(format!("{name} is in the trash"), back);
                    let scanned = self.look(&folder);
                    let mut messages = vec![Message::Disk(Disk::Trashed { folder, what })];
                    messages.extend(scanned);
                    messages
                }
                Flipped::Renamed(from, to) => {
                    let name = to.rsplit('/').next().unwrap_or(&to);
                    let what = one(format!("it is {name} again"), back);
                    let written = touched.iter().filter(|path| is_in(&from, path));
                    let aside = written.map(|path| Message::Disk(Disk::Aside(path.clone())));
                    let mut messages: Vec<Message> = aside.collect();
                    messages.extend(self.moved(from, to, what));
                    messages
                }
            });
        }
        messages.extend(lags);
        messages
    }

    fn restored(&mut self, path: String, what: Done) -> Vec<Message> {
        let scanned = self.look(&path);
        let mut messages = vec![Message::Disk(Disk::Restored { path, what })];
        messages.extend(scanned);
        messages
    }

    /// Something else has its name by now, so it has another; its unsaved text comes along.
    fn back_beside(&mut self, from: String, to: String) -> Vec<Message> {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let what = format!(
            "something else is called {} now, so it is back as {}",
            self.place.short(&from),
            name(&to)
        );
        let mut messages = vec![Message::Disk(Disk::Beside {
            from,
            to: to.clone(),
        })];
        messages.extend(self.restored(to, told(what, None)));
        messages
    }

    /// Brings back what was removed last from this place, and is in no journal.
    fn restore_older(&mut self, host: &str, guard: &Guard) -> Vec<Message> {
        let here = |path: &str| {
            [&self.place.project, &self.place.home]
                .iter()
                .any(|folder| Path::new(path).starts_with(folder))
        };
        let journal = self.journal();
        let last = self
            .dirs
            .trash()
            .list()
            .into_iter()
            .find(|item| item.host == host && here(&item.path) && !journal.knows(&item.id));
        let Some(last) = last else {
            let why = "nothing to take back: nothing was done here to files".to_owned();
            return vec![Message::Disk(Disk::Nothing(why))];
        };
        match guard.restore_beside(&last) {
            Ok(now) if now != last.path => self.back_beside(last.path, now),
            Ok(_) => {
                let what = format!("{} is back", self.place.short(&last.path));
                self.restored(last.path, told(what, None))
            }
            Err(error) => {
                let why = error.against_return();
                vec![Message::Disk(failed("undo", &last.path, &why))]
            }
        }
    }
}
