//! Files beside a skill file: made, given other names, taken away.

use super::executor::{BRINGS_BACK, Executor, TAKES_BACK, failed, told};
use crate::library::author;
use crate::workbench::app::Message;
use crate::workbench::app::message::Disk;

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl Executor {
    /// Makes an empty file.
    pub(super) fn new_file(&mut self, host: &str, path: &str) -> Vec<Message> {
        let made = self.author(host, |scene| {
            author::new_file(scene, path).map_err(|error| error.to_string())
        });
        let made = made.map(|(plan, _)| {
            let what = format!("made {}", name_of(path));
            (plan.path, told(what, TAKES_BACK))
        });
        self.made("making the file", path, true, made)
    }

    /// Puts a file into the trash.
    pub(super) fn remove_file(&mut self, host: &str, path: &str) -> Vec<Message> {
        let done = self.author(host, |scene| {
            author::remove_file(scene, path).map_err(|error| error.to_string())
        });
        if let Err(why) = done {
            return vec![Message::Disk(failed("delete", path, &why))];
        }
        let mut messages = vec![Message::Disk(Disk::Trashed {
            folder: path.to_owned(),
            what: told(format!("{} is in the trash", name_of(path)), BRINGS_BACK),
        })];
        messages.extend(self.look_at(vec![path.to_owned()]));
        messages
    }

    /// Gives a file another path below the folder of its skill.
    pub(super) fn move_file(&mut self, host: &str, path: &str, name: &str) -> Vec<Message> {
        let done = self.author(host, |scene| {
            author::rename_file(scene, path, name).map_err(|error| error.to_string())
        });
        match done {
            Ok((plan, _)) => {
                let what = told(format!("it is {name} now"), TAKES_BACK);
                self.moved(path.to_owned(), plan.path, what)
            }
            Err(why) => vec![Message::Disk(failed("rename", path, &why))],
        }
    }
}
