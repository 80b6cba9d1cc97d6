//! What the program says: what goes with the next key, and what stays until it is read.

use super::dialog::Dialog;
use super::keymap;
use super::log;
use super::message::Done;
use super::model::Model;
use crate::host::Kind;

/// Something the program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// It has to be read: stays until Esc. Otherwise it goes with the next key.
    pub error: bool,
    /// What stands above it, when it stays.
    pub title: &'static str,
    /// What happened, to which file, what to do.
    pub text: String,
    /// The file or folder it is about, where it goes with what becomes of that.
    pub about: Option<String>,
    /// What lies over the panes now was opened after it was said, and hides it until that is closed.
    pub covered: bool,
    /// What it says names a key: said anew where the keys go to another pane.
    pub done: Option<Done>,
    /// The file it is about was deleted under unsaved text: said anew where another text is opened, and
    /// no longer when that is not so any more.
    pub lost: bool,
}

impl Model {
    /// Says something that goes with the next key.
    pub fn say(&mut self, text: impl Into<String>) {
        let text = text.into();
        log::keep(self, false, &text);
        self.notices.retain(|notice| notice.error);
        self.notices.push_back(Notice {
            error: false,
            title: "",
            text,
            about: None,
            covered: false,
            done: None,
            lost: false,
        });
    }

    /// Says what was done, and which key is worth knowing now.
    pub fn say_done(&mut self, done: Done) {
        self.say(self.told(&done));
        if let Some(notice) = self.notices.back_mut() {
            notice.done = Some(done);
        }
    }

    fn told(&self, done: &Done) -> String {
        match done.then {
            Some((id, does)) => format!("{}; {} {does}", done.what, keymap::named(self, id)),
            None => done.what.clone(),
        }
    }

    /// Names keys anew in what is said: what was done may have moved the focus, or opened another text.
    pub(super) fn retell(&mut self) {
        let mut notices = std::mem::take(&mut self.notices);
        notices.retain(|notice| !notice.lost || self.lost(notice.about.as_deref()).is_some());
        self.notices = notices;
        let notices = self.notices.iter();
        let texts: Vec<Option<String>> = notices
            .map(|notice| match (&notice.done, notice.lost) {
                (Some(done), _) => Some(self.told(done)),
                (None, true) => self.lost(notice.about.as_deref()),
                (None, false) => None,
            })
            .collect();
        for (notice, text) in self.notices.iter_mut().zip(texts) {
            notice.text = text.unwrap_or_else(|| std::mem::take(&mut notice.text));
        }
    }

    /// Says that something went wrong; stays until Esc.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.tell("Something went wrong", text.into(), None);
    }

    /// Says what another program did; stays until Esc.
    pub fn report(&mut self, text: impl Into<String>) {
        self.tell("Another program", text.into(), None);
    }

    /// Says that something went wrong with a file or folder.
    pub fn complain_about(&mut self, about: &str, text: impl Into<String>) {
        self.tell("Something went wrong", text.into(), Some(about.to_owned()));
    }

    /// Says what another program did to a file or folder.
    pub fn report_about(&mut self, about: &str, text: impl Into<String>) {
        self.tell("Another program", text.into(), Some(about.to_owned()));
    }

    /// Says that another program took the file of an unsaved text away.
    pub fn report_lost(&mut self, path: &str) {
        let Some(text) = self.lost(Some(path)) else {
            return;
        };
        self.report_about(path, text);
        if let Some(notice) = self.notices.back_mut() {
            notice.lost = true;
        }
    }

    /// What is to be said of an unsaved text whose file is gone; `None` when it is not so.
    fn lost(&self, path: Option<&str>) -> Option<String> {
        let path = path?;
        let text = self.texts.get(path).filter(|text| text.unsaved())?;
        if text.base.is_some() || text.theirs.is_some() {
            return None;
        }
        let name = self.short_path(path);
        let what = match self.disk.tree.entry(path) {
            None => format!("{name} was deleted by another program"),
            Some(entry) => {
                let instead = match entry {
                    Kind::Folder => "a folder",
                    Kind::Link(_) => "a link that leads to no file",
                    _ => "something that is no file",
                };
                format!("another program put {instead} in the place of {name}")
            }
        };
        let does = match self.disk.tree.entry(path) {
            None => "writes it again",
            Some(_) => "shows how to keep it",
        };
        let key = keymap::named(self, "file.save");
        // The key saves what is open, and nothing else.
        let way = match self.shown.as_deref() == Some(path) {
            true => format!("{key} {does}"),
            false => format!("open it, then {key} {does}"),
        };
        Some(format!("{what}; your text is still here, {way}"))
    }

    /// Something about this file or folder waits to be read.
    pub fn told_about(&self, about: &str) -> bool {
        let mut notices = self.notices.iter();
        notices.any(|notice| notice.about.as_deref() == Some(about))
    }

    /// Takes away what is said about this file or folder.
    pub fn forget(&mut self, about: &str) {
        self.notices
            .retain(|notice| notice.about.as_deref() != Some(about));
    }

    /// Opens a dialog over everything, what was said before among it.
    pub fn open(&mut self, dialog: Dialog) {
        self.dialog = Some(dialog);
        self.cover();
    }

    /// What was said until now lies below what is opened now.
    pub fn cover(&mut self) {
        for notice in &mut self.notices {
            notice.covered = true;
        }
    }

    /// Something lies over the panes, and has the keys.
    pub fn overlaid(&self) -> bool {
        self.dialog.is_some() || self.finding() || self.list.filtering
    }

    fn shows(&self, notice: &Notice) -> bool {
        notice.error && !(notice.covered && self.overlaid())
    }

    /// The messages that stay and are not covered, the newest last.
    pub fn standing(&self) -> impl Iterator<Item = &Notice> {
        self.notices.iter().filter(|notice| self.shows(notice))
    }

    /// Takes the newest message away that stays and is not covered; false when there is none.
    pub fn dismiss(&mut self) -> bool {
        let newest = self.notices.iter().rposition(|notice| self.shows(notice));
        newest.is_some_and(|at| self.notices.remove(at).is_some())
    }

    /// Everything that was said was read.
    pub fn dismiss_all(&mut self) {
        self.notices.clear();
    }

    fn tell(&mut self, title: &'static str, text: String, about: Option<String>) {
        log::keep(self, true, &text);
        // Said again it is news again: on top, and counted once.
        self.notices.retain(|notice| notice.text != text);
        let error = true;
        self.notices.push_back(Notice {
            error,
            title,
            text,
            about,
            covered: false,
            done: None,
            lost: false,
        });
    }
}
