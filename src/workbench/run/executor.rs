//! Carries out what the model asks of the disk. The workbench runs it on a thread; a test runs the
//! same code step by step.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::courier::Courier;
use super::keeper;
use super::reckon::Reckoner;
use crate::host::profile::Fences;
use crate::host::{Cache, FileTree, Pace, Place, Profiles, survey};
use crate::library::author::{self, Plan, Scene, Step};
use crate::library::write;
use crate::library::{
    Dirs, Expect, Guard, Journal, Limits, Live, Recovery, Roots, WriteError, project, scan,
};
use crate::skill::stock;
use crate::workbench::app::list::row_id;
use crate::workbench::app::message::Done;
use crate::workbench::app::{Disk, Effect, Message};

/// What became of an effect that needs the terminal.
#[derive(Debug, PartialEq, Eq)]
pub enum ForTerminal {
    /// Text for the clipboard.
    Copied(String),
    /// Nothing is left to do.
    Nothing,
    /// It is for the executor.
    NotYet,
}

/// Sorts out what the terminal does.
pub fn for_terminal(effect: &Effect) -> ForTerminal {
    match effect {
        Effect::Copy(text) => ForTerminal::Copied(text.clone()),
        Effect::Quit => ForTerminal::Nothing,
        _ => ForTerminal::NotYet,
    }
}

/// Carries out effects, one after the other.
pub struct Executor {
    pub(super) profiles: Arc<Profiles>,
    pub(super) place: Place,
    pub(super) dirs: Dirs,
    /// For whoever runs everything step by step; the workbench has a thread for it.
    pub(super) courier: Courier,
    tree: Arc<Mutex<FileTree>>,
    live: Option<Live>,
    reckoner: Reckoner,
    /// For whoever runs everything step by step; the workbench has a thread for it.
    recovery: Recovery,
    tell: Option<Box<dyn FnMut(Message) + Send>>,
    pace: Pace,
}

impl Executor {
    /// An executor for a place. Without [`Executor::watch`] it scans when asked, and after each
    /// change of its own.
    pub fn new(profiles: Arc<Profiles>, place: Place, dirs: Dirs) -> Self {
        let recovery = dirs.recovery(&place.project);
        Self {
            recovery,
            courier: Courier::default(),
            profiles,
            place,
            dirs,
            tree: Arc::default(),
            live: None,
            reckoner: Reckoner::default(),
            tell: None,
            pace: Pace::default(),
        }
    }

    /// Skills from elsewhere come this way.
    pub fn send(&mut self, courier: Courier) {
        self.courier = courier;
    }

    /// From the first scan on, watches the disk and tells what changes. The pace is told how far a scan
    /// is, and may stop the first one.
    pub fn watch(&mut self, pace: Pace, tell: impl FnMut(Message) + Send + 'static) {
        self.pace = pace;
        self.tell = Some(Box::new(tell));
    }

    /// Carries out one effect; gives what came of it.
    pub fn carry_out(&mut self, effect: Effect) -> Vec<Message> {
        match effect {
            Effect::Quit
            | Effect::Stop(_)
            | Effect::Copy(_)
            | Effect::Program { .. }
            | Effect::Cancel => Vec::new(),
            Effect::Exchange(order) => self.errand(&order),
            Effect::Scan => self.scan(),
            Effect::Read(path) => {
                let result = read(&path).map_err(|e| words(&e));
                vec![Message::Disk(Disk::Read { path, result })]
            }
            Effect::MayWrite(path) => {
                let why = write::locked(&path).map(str::to_owned);
                vec![Message::Disk(Disk::MayWrite { path, why })]
            }
            Effect::Save {
                host,
                path,
                bytes,
                base,
            } => self.save(&host, path, bytes, base),
            Effect::New {
                host,
                name,
                template,
            } => self.new_skill(&host, &name, &template),
            Effect::Override { host, path } => self.override_skill(&host, &path),
            Effect::NewFile { host, path } => self.new_file(&host, &path),
            Effect::RemoveFile { host, path } => self.remove_file(&host, &path),
            Effect::MoveFile { host, path, name } => self.move_file(&host, &path, &name),
            Effect::Remove { host, path, name } => self.remove(&host, &path, &name),
            Effect::Mend(host) => self.finish(&host),
            Effect::Restore {
                host,
                again,
                sure,
                unsaved,
            } => self.restore(&host, again, (!sure).then_some(unsaved.as_slice())),
            Effect::Name {
                host,
                id,
                name,
                copy,
                text,
            } => self.name(&host, &id, &name, copy, text.as_deref()),
            Effect::RememberView(view) => {
                // As with the host.
                let _ = self.dirs.remember_view(&self.place.project, view);
                Vec::new()
            }
            Effect::RememberHost(host) => {
                // Forgetting a choice costs one key; not worth a message.
                let _ = self.dirs.remember_host(&self.place.project, &host);
                Vec::new()
            }
            Effect::Recovery(order) => keeper::carry_out(&mut self.recovery, order),
            Effect::Compare { .. }
            | Effect::Count { .. }
            | Effect::Check(_)
            | Effect::Matrix(_)
            | Effect::Weigh(_) => {
                let mut messages = Vec::new();
                let tell = &mut |message| messages.push(message);
                let answer = self.reckoner.answer(&effect, tell);
                messages.extend(answer);
                messages
            }
        }
    }

    fn scan(&mut self) -> Vec<Message> {
        let roots = self.roots();
        if let Some(live) = &self.live {
            live.roots(roots);
            return Vec::new();
        }
        let project = self.place.project.clone();
        let Some(mut tell) = self.tell.take() else {
            return vec![self.scan_now()];
        };
        let kept = self.tree.clone();
        let pace = self.pace.clone();
        self.live = Some(Live::paced(roots, Limits::default(), pace, move |news| {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = news.tree.clone();
            tell(Message::Disk(Disk::Scanned {
                tree: news.tree,
                polling: news.polling,
                homeless: !Path::new(&project).is_dir(),
                stopped: news.stopped,
            }));
        }));
        Vec::new()
    }

    /// Scans and answers at once.
    fn scan_now(&mut self) -> Message {
        let tree = scan(self.roots(), &Limits::default());
        *self.tree.lock().unwrap_or_else(PoisonError::into_inner) = tree.clone();
        Message::Disk(Disk::Scanned {
            tree,
            polling: None,
            homeless: self.homeless(),
            stopped: false,
        })
    }

    fn homeless(&self) -> bool {
        !Path::new(&self.place.project).is_dir()
    }

    fn roots(&self) -> Roots {
        project::roots(self.profiles.clone(), self.place.clone())
    }

    pub(super) fn tree(&self) -> FileTree {
        self.tree
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// After a change of our own: what is there now.
    pub(super) fn look(&mut self, path: &str) -> Vec<Message> {
        self.look_at(vec![path.to_owned()])
    }

    pub(super) fn look_at(&mut self, paths: Vec<String>) -> Vec<Message> {
        match &self.live {
            Some(live) => {
                live.look(paths);
                Vec::new()
            }
            None => vec![self.scan_now()],
        }
    }

    /// Plans something for a host as it stands now, and carries it out.
    pub(super) fn author(
        &self,
        host: &str,
        plan: impl FnOnce(Scene<'_>) -> Result<Plan, String>,
    ) -> Result<(Plan, author::Done), String> {
        let profile = self.profiles.get(host).ok_or("no such host")?;
        let tree = self.tree();
        let survey = survey(profile, &tree, &self.place, &mut Cache::default());
        let plan = plan(Scene {
            profile,
            tree: &tree,
            place: &self.place,
            survey: &survey,
        })?;
        let guard = project::guard(&self.place, &survey, &self.dirs);
        let (journal, going) = (self.journal(), plan.removals());
        journal.begin(host, &going, None);
        let done = author::carry_out(&plan, &guard, host).map_err(|error| {
            journal.give_up(host, &going);
            error.to_string()
        })?;
        // It is done; without the note it could only not be taken back.
        let _ = journal.note(host, &done);
        Ok((plan, done))
    }

    /// The guard of a host's write area.
    pub(super) fn guard(&self, host: &str) -> Guard {
        self.guard_of(host, &[])
    }

    /// May write in the write area of a host, and in folders the person allowed.
    pub(super) fn guard_of(&self, host: &str, more: &[String]) -> Guard {
        let seen = self
            .profiles
            .get(host)
            .map(|profile| survey(profile, &self.tree(), &self.place, &mut Cache::default()));
        let seen = seen.unwrap_or_default();
        let own = seen.write_area().and_then(|layer| layer.path.as_deref());
        let more = more.iter().map(String::as_str);
        project::guard_in(&self.place, own.into_iter().chain(more), &self.dirs)
    }

    fn save(
        &mut self,
        host: &str,
        path: String,
        bytes: Arc<[u8]>,
        base: Option<Arc<[u8]>>,
    ) -> Vec<Message> {
        let known = base.is_some();
        let expect = base.map_or(Expect::Absent, Expect::Bytes);
        let done = self.guard(host).save(&path, &bytes, &expect);
        let news = match done {
            Ok(()) => Disk::Saved {
                path: path.clone(),
                bytes,
            },
            // Only the folder the person chose is never made again: it is theirs to make.
            Err(WriteError::Missing { .. }) if self.homeless() => Disk::Failed {
                action: "save",
                path: path.clone(),
                about: self.place.project.clone(),
                why: format!(
                    "the project folder {} is not there any more; your text is kept: make the \
                     folder again, then save again",
                    self.place.project
                ),
            },
            Err(error @ WriteError::Missing { .. }) if !known => {
                failed("save", &path, &format!("{error}; your text is kept"))
            }
            Err(WriteError::WrongKind { path: at, .. }) if at == path => stale(&path),
            Err(
                WriteError::Changed { .. } | WriteError::Missing { .. } | WriteError::Exists { .. },
            ) => stale(&path),
            Err(error) => match barred(&self.place, &error) {
                Some(why) => Disk::Barred {
                    path: path.clone(),
                    why,
                },
                None => failed("save", &path, &error.to_string()),
            },
        };
        let mut messages = vec![Message::Disk(news)];
        messages.extend(self.look(&path));
        messages
    }

    /// Tells what was made, or why not.
    pub(super) fn made(
        &mut self,
        action: &'static str,
        subject: &str,
        fresh: bool,
        made: Result<(String, Done), String>,
    ) -> Vec<Message> {
        match made {
            Ok((path, what)) => {
                let scanned = self.look(&path);
                let mut messages = vec![Message::Disk(Disk::Made { path, what, fresh })];
                messages.extend(scanned);
                messages
            }
            Err(why) => vec![Message::Disk(failed(action, subject, &why))],
        }
    }

    fn new_skill(&mut self, host: &str, name: &str, template: &str) -> Vec<Message> {
        let made = self.author(host, |scene| {
            let template = stock::template(template).ok_or("no such template")?;
            author::new_skill(scene, name, template, "").map_err(|error| error.to_string())
        });
        let profile = self.profiles.get(host);
        let title = profile.map_or(host, |profile| &profile.title);
        let bare = profile.is_some_and(|profile| profile.reader.fences == Fences::None);
        let then = match bare {
            true => "write what it says",
            false => "say when to use it",
        };
        let made = made.map(|(plan, _)| {
            let what = match plan.not_loaded {
                None => format!("made {name}; now {then}"),
                Some(why) => format!("made {name}; {title} does not load it yet: {why}"),
            };
            (plan.path, told(what, None))
        });
        self.made("making the skill", name, true, made)
    }

    fn override_skill(&mut self, host: &str, path: &str) -> Vec<Message> {
        let made = self.author(host, |scene| {
            let copy = scene.survey.copies().find(|copy| row_id(copy) == path);
            let mut lost = scene.survey.not_loaded.iter();
            match (copy, lost.position(|lost| *lost.path == *path)) {
                (Some(copy), _) => author::override_skill(scene, copy),
                (None, Some(at)) => author::override_not_loaded(scene, at),
                (None, None) => return Err(format!("{path} is not there any more")),
            }
            .map_err(|error| error.to_string())
        });
        let made = made.map(|(plan, done)| {
            let files = match done.written.len() {
                1 => "1 file".to_owned(),
                n => format!("{n} files"),
            };
            let left = match plan.left_out.len() {
                0 => String::new(),
                n => format!("; {n} left out, for they lead out of the folder"),
            };
            let what = format!("your own copy is made: {files}{left}");
            (plan.path, told(what, None))
        });
        self.made("override", path, false, made)
    }

    fn remove(&mut self, host: &str, path: &str, name: &str) -> Vec<Message> {
        let locked = self.locked(host);
        let done = self.author(host, |scene| {
            let survey = scene.survey;
            let copy = survey
                .copies()
                .find(|copy| copy.path.as_deref() == Some(path));
            let lost = || {
                survey
                    .not_loaded
                    .iter()
                    .position(|lost| *lost.path == *path)
            };
            match (copy, lost()) {
                (Some(copy), _) => author::remove_skill(scene, copy),
                (None, Some(at)) => author::remove_not_loaded(scene, at),
                (None, None) => return Err(format!("{path} is not there any more")),
            }
            .map_err(|error| error.to_string())
        });
        match done {
            Ok((_, done)) => {
                let folders: Vec<String> = done.trashed.iter().map(|t| t.path.clone()).collect();
                let lags = folders.iter().map(|folder| locked.came_or_went(folder));
                let lags: Vec<Message> = lags.filter_map(lags_behind).collect();
                let mut messages: Vec<Message> = folders
                    .iter()
                    .map(|folder| {
                        Message::Disk(Disk::Trashed {
                            folder: folder.clone(),
                            what: told(format!("{name} is in the trash"), BRINGS_BACK),
                        })
                    })
                    .collect();
                for folder in folders {
                    messages.extend(self.look(&folder));
                }
                messages.extend(lags);
                messages
            }
            Err(why) => vec![Message::Disk(failed("delete", path, &why))],
        }
    }

    pub(super) fn journal(&self) -> Journal {
        self.dirs.journal(&self.place.project)
    }

    /// Another name for a skill, or for a copy of it.
    fn name(
        &mut self,
        host: &str,
        id: &str,
        name: &str,
        copied: bool,
        text: Option<&str>,
    ) -> Vec<Message> {
        let locked = self.locked(host);
        let named = self.author(host, |scene| {
            let copy = scene.survey.copies().find(|copy| row_id(copy) == id);
            let copy = copy.ok_or_else(|| format!("{id} is not there any more"))?;
            match copied {
                true => author::duplicate_skill(scene, copy, name, text),
                false => author::rename_skill(scene, copy, name),
            }
            .map_err(|error| error.to_string())
        });
        if copied {
            let made =
                named.map(|(plan, _)| (plan.path, told(format!("{name} is made"), TAKES_BACK)));
            return self.made("duplicate", id, false, made);
        }
        let renamed = named.map(|(plan, _)| {
            plan.steps.into_iter().find_map(|step| match step {
                Step::Rename(renaming) => Some((renaming.from, renaming.to)),
                _ => None,
            })
        });
        match renamed {
            Ok(Some((from, to))) => {
                let lag = lags_behind(locked.renamed(&from, &to));
                let mut moved = self.moved(from, to, told(format!("it is {name} now"), TAKES_BACK));
                moved.extend(lag);
                moved
            }
            Ok(None) => Vec::new(),
            Err(why) => vec![Message::Disk(failed("rename", id, &why))],
        }
    }

    pub(super) fn moved(&mut self, from: String, to: String, what: Done) -> Vec<Message> {
        let scanned = self.look_at(vec![from.clone(), to.clone()]);
        let mut messages = vec![Message::Disk(Disk::Moved { from, to, what })];
        messages.extend(scanned);
        messages
    }
}

/// Undo, where it makes something go, and where it brings something back.
pub(super) const TAKES_BACK: Option<(&str, &str)> = Some(("skill.undo", "takes it back"));
pub(super) const BRINGS_BACK: Option<(&str, &str)> = Some(("skill.undo", "brings it back"));

pub(super) fn told(what: impl Into<String>, then: Option<(&'static str, &'static str)>) -> Done {
    let what = what.into();
    Done { what, then }
}

/// What is said when a lock was not told of what was done.
pub(super) fn lags_behind(followed: Result<(), String>) -> Option<Message> {
    let why = followed.err()?;
    Some(Message::Disk(failed("telling the lock", "", &why)))
}

pub(super) fn failed(action: &'static str, path: &str, why: &str) -> Disk {
    Disk::Failed {
        action,
        path: path.to_owned(),
        about: path.to_owned(),
        why: why.to_owned(),
    }
}

/// The system's words for an error, without its number.
fn words(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}

/// Why a file that is there is not written over, and what to do, where another name for the text is a
/// way out.
fn barred(place: &Place, error: &WriteError) -> Option<String> {
    match error {
        WriteError::Link { path } => Some(format!(
            "{} is a link, and nothing is written through links. Under another name the text is a \
             file of your own.",
            place.short(path)
        )),
        WriteError::ReadOnly { hint, .. } => Some(format!(
            "It is read-only: {hint}. Once that is mended, save again; or save the text under \
             another name."
        )),
        _ => None,
    }
}

/// The bytes of a file; of what is none, such as a device without an end, nothing is read.
pub(super) fn read(path: &str) -> io::Result<Arc<[u8]>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path).map(Arc::from),
        false => Err(io::Error::other("it is no file")),
    }
}

/// What is at `path` now, where it is not what was believed.
fn stale(path: &str) -> Disk {
    let theirs = read(path).ok();
    let there = fs::symlink_metadata(path).ok();
    let instead = there.filter(|_| theirs.is_none()).map(|there| {
        let kind = there.file_type();
        match (kind.is_dir(), kind.is_symlink(), kind.is_file()) {
            (true, ..) => "a folder",
            (_, true, _) => "a link that leads to no file",
            (.., true) => "a file that cannot be read",
            _ => "something that is neither a file nor a folder",
        }
    });
    Disk::Stale {
        path: path.to_owned(),
        theirs,
        instead,
    }
}
