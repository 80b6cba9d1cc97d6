//! The folder that skills are installed in, and its lock.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::Refusal;
use super::demands::target_folder;
use super::find::SKILL_FILE;
use super::flat::{end_in, put};
use super::hash::{UNHASHED, folder_hash, seal};
use super::lock::{Entry, FILE, Lock, VERSION};
use super::preview::Ground;
use super::record::{Intent, Records};
use super::update::by_path;
use crate::host::profile::LockKey;
use crate::host::tree::{join, split};
use crate::library::whole::{read_one, read_whole_but};
use crate::library::write::{Edit, NewFile, refuse_name};
use crate::library::{Dirs, Expect, Grant, Guard, Trashed, WriteError, is_own_temp, system_words};

/// A folder that skills are installed in.
#[derive(Clone, Debug)]
pub struct Area {
    /// The folder.
    pub path: String,
    /// May write there.
    pub guard: Guard,
    /// Our own record.
    pub records: Records,
    host: String,
    lock_key: LockKey,
    /// How the names of single files end, where the host keeps those.
    flat: Option<String>,
}

/// Something that a program which died had begun, and that is ended now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// What the lock calls the skill.
    pub key: String,
    /// Its folder, or the single file it is.
    pub folder: String,
    /// What stood there before.
    pub trashed: Option<Trashed>,
}

impl Finished {
    /// For people.
    pub fn sentence(&self) -> String {
        format!(
            "{}: a change of {} was interrupted, and is finished now; `undo` (`u` in the workbench) takes it back",
            self.key, self.folder
        )
    }
}

/// What a folder is to hold.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// Its files.
    pub files: &'a [NewFile],
    /// What makes them of the files that are there; what else lies there stays. `None`: nothing does.
    pub edits: Option<&'a [Edit]>,
    /// Something may stand there: it was shown.
    pub over: bool,
}

impl Area {
    /// The folder `path` of a host, by an explicit grant for it alone. Links must not lead out of the
    /// project or the home when it lies there.
    ///
    /// # Errors
    /// When the path cannot be granted.
    pub fn new(ground: Ground<'_>, path: &str, dirs: &Dirs) -> Result<Self, Refusal> {
        let holders = [ground.place.project.as_str(), &ground.place.home];
        let grant = holders
            .iter()
            .find_map(|holder| Grant::area(holder, path).ok());
        let grant = match grant {
            Some(grant) => grant,
            None => Grant::area(path, path)?,
        };
        Ok(Self {
            path: path.to_owned(),
            guard: Guard::new(vec![grant], dirs.trash()),
            records: Records::of(dirs),
            host: ground.profile.id.clone(),
            lock_key: ground.profile.exchange.lock_key,
            flat: end_in(ground, path).map(str::to_owned),
        })
    }

    /// Each skill here is one file.
    pub fn keeps_files(&self) -> bool {
        self.flat.is_some()
    }

    /// A folder or file of a skill here, without what the names of single files end in.
    pub(super) fn stem<'a>(&self, name: &'a str) -> &'a str {
        let end = self.flat.as_deref().unwrap_or_default();
        name.strip_suffix(end).unwrap_or(name)
    }

    /// The host it is a folder of.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// What the lock calls a skill.
    pub fn key(&self, name: &str, folder: &str) -> String {
        match self.lock_key {
            LockKey::Name => name.to_owned(),
            LockKey::Folder => self.stem(folder).to_owned(),
        }
    }

    /// Why `key` names no skill of this folder: it would lead elsewhere, or is none that a folder can
    /// have. `None` when it does not.
    pub fn refuse_key(&self, key: &str) -> Option<String> {
        let leads = || Some("it is a path that leads elsewhere");
        let wrong = match self.lock_key {
            LockKey::Folder => key.split('/').find_map(|part| match part {
                "" | "." | ".." => leads(),
                part => refuse_name(part),
            }),
            LockKey::Name if key.contains(['/', '\\']) => leads(),
            LockKey::Name => matches!(key, "" | "." | "..").then(leads).flatten(),
        };
        wrong.map(|why| format!("nothing is done with its name in the lock: {why}"))
    }

    /// The folder (or the single file) of the skill that the lock calls `key`: the copy of that name
    /// that lies here, else where an import would put it.
    pub fn folder_of(&self, ground: Ground<'_>, key: &str) -> String {
        let end = self.flat.as_deref().unwrap_or_default();
        if self.lock_key == LockKey::Folder {
            let name = key.rsplit('/').next().unwrap_or(key);
            return join(&self.path, &format!("{name}{end}"));
        }
        let here = |place: &&str| split(place).is_some_and(|(parent, _)| parent == self.path);
        let mut copies = ground.survey.copies().filter(|copy| copy.name == key);
        let found = copies.find_map(|copy| {
            let place = match &self.flat {
                Some(_) => copy.path.as_deref(),
                None => copy.folder.as_deref(),
            };
            place.filter(here)
        });
        match found {
            Some(place) => place.to_owned(),
            None if self.flat.is_some() => join(&self.path, &format!("{key}{end}")),
            None => join(&self.path, &target_folder(ground.profile, key)),
        }
    }

    /// The lock, and its bytes when there is one.
    ///
    /// # Errors
    /// `broken-lock`, `unreadable`.
    pub fn lock(&self) -> Result<(Lock, Expect), Refusal> {
        read_lock(&join(&self.path, FILE))
    }

    /// The lock, to be written.
    ///
    /// # Errors
    /// As [`Self::lock`]; `unknown-version` when it is of another version than the one known: what that
    /// means is not known either.
    pub(super) fn lock_to_write(&self) -> Result<(Lock, Expect), Refusal> {
        let (lock, expect) = self.lock()?;
        let file = join(&self.path, FILE);
        match lock.other_version(VERSION) {
            None => Ok((lock, expect)),
            Some(version) => Err(Refusal::new(
                "unknown-version",
                format!(
                    "{file} is of version {version} of its format, and skillkiln writes {VERSION}: \
                     nothing was written"
                ),
            )),
        }
    }

    /// Keeps other programs from writing here until what is given back is dropped.
    ///
    /// # Errors
    /// As [`Records::hold`].
    pub fn hold(&self) -> Result<fs::File, Refusal> {
        self.records.hold(&self.path)
    }

    /// Puts a folder (or a single file) in, or in the place of what is there, and its line into the
    /// lock; the old one goes to the trash. `base` are the files that the hash of the line stands for.
    /// When the program dies on the way, [`Self::mend`] says the rest. `held` is what [`Self::hold`]
    /// gives: no other program writes there meanwhile.
    ///
    /// # Errors
    /// What the guard refuses and the disk does not do; then the old one is there.
    pub fn put(
        &self,
        _held: &fs::File,
        folder: &str,
        key: &str,
        entry: &Entry,
        content: Content<'_>,
        base: &[NewFile],
    ) -> Result<Option<Trashed>, Refusal> {
        let put = || self.put_both(folder, key, entry, content, base);
        self.guard.tidy(folder, put)
    }

    /// The folder, then its line.
    fn put_both(
        &self,
        folder: &str,
        key: &str,
        entry: &Entry,
        content: Content<'_>,
        base: &[NewFile],
    ) -> Result<Option<Trashed>, Refusal> {
        let (mut lock, expect) = self.lock_to_write()?;
        let path = join(&self.path, FILE);
        self.guard.may_save(&path, &expect)?;
        let files = content.files;
        let state = |error: std::io::Error| self.records.fault(&error);
        let stood = fs::symlink_metadata(folder).is_ok();
        if stood && !content.over {
            let why = format!("{folder} came to be meanwhile; look again");
            return Err(Refusal::new("skill_exists", why));
        }
        let before = lies(folder);
        let mut intent = Intent::new(&self.path, folder, key, entry, hash_of(files));
        intent.before = before;
        self.records.keep_base(&entry.hash, base).map_err(state)?;
        // Whoever takes it back finds the old line by what lies there then, also when this program dies.
        if let (Some(before), Some(old)) = (&intent.before, lock.get(key)) {
            let old = Intent::new(&self.path, folder, key, &old, before.clone());
            self.records.keep_line(&old).map_err(state)?;
        }
        self.records.intend(&intent).map_err(state)?;
        let trashed = match self.lay(folder, content) {
            Ok(trashed) => trashed,
            Err(refusal) => {
                self.records.settle(&intent);
                return Err(refusal);
            }
        };
        lock.set(key, entry);
        if let Err(error) = self.guard.save(&path, lock.text().as_bytes(), &expect) {
            // Where this fails too, the intent stays, and mending says the rest.
            if self.take_back(folder, trashed.as_ref()).is_ok() {
                self.records.settle(&intent);
            }
            return Err(error.into());
        }
        // Without it only a change of permissions is not seen.
        let _ = self.records.keep_modes(folder, &entry.hash, files);
        self.records.written(&intent);
        Ok(trashed)
    }

    /// Writes the files of a skill; what stood there goes to the trash.
    fn lay(&self, place: &str, content: Content<'_>) -> Result<Option<Trashed>, Refusal> {
        let there = fs::symlink_metadata(place).is_ok();
        if self.keeps_files() {
            let [file] = content.files else {
                let why = format!("{place}: a skill is one file here");
                return Err(Refusal::new("not-written", why));
            };
            return put(&self.guard, place, &file.bytes, &self.host, there);
        }
        Ok(match (there, content.edits) {
            (true, Some(edits)) => Some(self.guard.replace_edited(place, edits, &self.host)?),
            (true, None) => {
                let old = self.guard.replace_whole(place, content.files, &self.host)?;
                Some(old)
            }
            (false, _) => {
                self.guard.make_whole(place, content.files)?;
                None
            }
        })
    }

    /// What was put into `folder` goes to the trash, and what stood there comes back.
    fn take_back(&self, folder: &str, before: Option<&Trashed>) -> Result<(), WriteError> {
        self.guard.remove(folder, &self.host)?;
        before.map_or(Ok(()), |before| self.guard.restore(before))
    }

    /// Something was begun here and not ended.
    fn is_left_undone(&self) -> bool {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name());
        names.any(|name| name.to_str().is_some_and(is_own_temp))
            || self
                .records
                .intents(&self.path)
                .iter()
                .any(|intent| !intent.is_under_way())
    }

    /// The folder that was about to be put there is there, and not the one before it (`old`). Somebody
    /// may have worked on it since, so it is the one that it is more like: of the files in which both
    /// differ, those of the new one outnumber those of the old one.
    fn has_come(&self, intent: &Intent, old: Option<&Entry>) -> bool {
        let Ok(now) = files_in(&intent.folder) else {
            return false;
        };
        if hash_of(&now) == intent.there {
            return true;
        }
        let Some(new) = self.records.base(&intent.entry().hash) else {
            return false;
        };
        let old = old.and_then(|old| self.records.base(&old.hash));
        let (now, new, old) = (
            by_path(&now),
            by_path(&new),
            by_path(&old.unwrap_or_default()),
        );
        let paths: BTreeSet<&String> = new.keys().chain(old.keys()).collect();
        let mut ahead = 0_i64;
        for path in paths {
            let bytes = |side: &BTreeMap<String, NewFile>| side.get(path).map(|f| f.bytes.clone());
            let (now, new, old) = (bytes(&now), bytes(&new), bytes(&old));
            if new != old {
                ahead += i64::from(now == new) - i64::from(now == old);
            }
        }
        ahead > 0
    }

    /// Ends what a program that died had begun: a folder comes back under its name, and a skill that
    /// is wholly there gets its line in the lock. What is finished now is given back: the caller notes how
    /// it is taken back.
    ///
    /// # Errors
    /// What the guard refuses and the disk does not do.
    pub fn mend(&self) -> Result<Vec<Finished>, Refusal> {
        let mut finished = Vec::new();
        if !self.is_left_undone() {
            return Ok(finished);
        }
        let _held = match self.hold() {
            // What is under way is not left undone.
            Err(refusal) if refusal.code() == "busy" => return Ok(finished),
            held => held?,
        };
        let mut intents = self.records.intents(&self.path);
        intents.retain(|intent| !intent.is_under_way());
        let left = match fs::symlink_metadata(&self.path).is_ok() {
            true => self.guard.mend(&self.path)?,
            false => Vec::new(),
        };
        for intent in intents {
            let entry = intent.entry();
            let (mut lock, expect) = self.lock_to_write()?;
            let old = lock.get(&intent.key);
            let come = self.has_come(&intent, old.as_ref());
            if come && old.as_ref() != Some(&entry) {
                lock.set(&intent.key, &entry);
                let path = join(&self.path, FILE);
                self.guard.save(&path, lock.text().as_bytes(), &expect)?;
            }
            if come {
                finished.extend(self.finished(&intent, &left));
            }
            self.records.settle(&intent);
        }
        Ok(finished)
    }

    /// What was begun and is there now, with what stood there before, which is in the trash: by its own
    /// program, or among what was `left` in the making. `None` where that is not to be found.
    fn finished(&self, intent: &Intent, left: &[Trashed]) -> Option<Finished> {
        let done = |trashed| Finished {
            key: intent.key.clone(),
            folder: intent.folder.clone(),
            trashed,
        };
        let before = match &intent.before {
            // An older record does not tell what stood there.
            _ if intent.by == 0 => return None,
            None => return Some(done(None)),
            Some(before) => before,
        };
        let trash = self.guard.trash();
        let old = trash.list().into_iter().find(|item| {
            let its = item.path == intent.folder || left.iter().any(|left| left.id == item.id);
            let item = trash.item(item);
            its && item.to_str().and_then(lies).as_ref() == Some(before)
        })?;
        let old = trash.named(old, &intent.folder, &self.host).ok()?;
        Some(done(Some(old)))
    }
}

/// The lock in the file `path`, and its bytes when there is one.
///
/// # Errors
/// `broken-lock`, `unreadable`.
pub(super) fn read_lock(path: &str) -> Result<(Lock, Expect), Refusal> {
    match fs::read(path) {
        Ok(bytes) => {
            let broken = |why: &str| Refusal::new("broken-lock", format!("{path} {why}"));
            // Read as something else it would be written as something else.
            let text = std::str::from_utf8(&bytes)
                .map_err(|_| broken("cannot be read: it is not UTF-8; mend it or move it away"))?;
            let lock = Lock::parse(text).map_err(|why| broken(&why.to_string()))?;
            Ok((lock, Expect::Bytes(bytes.into())))
        }
        Err(error)
            if error.kind() == std::io::ErrorKind::NotFound
                && fs::symlink_metadata(path).is_err() =>
        {
            Ok((Lock::default(), Expect::Absent))
        }
        Err(error) => {
            let why = system_words(&error);
            Err(Refusal::new("unreadable", format!("{path}: {why}")))
        }
    }
}

/// The files of an installed skill, those that its hash covers. A skill that is one file counts as a
/// folder with a `SKILL.md` of these bytes and nothing else, so that its hash is one that others know.
///
/// # Errors
/// When they cannot be read. What the hash passes over is not read.
pub fn files_in(place: &str) -> std::io::Result<Vec<NewFile>> {
    if fs::symlink_metadata(place)?.is_file() {
        return Ok(vec![read_one(place, SKILL_FILE)?]);
    }
    Ok(read_whole_but(place, &UNHASHED)?.files)
}

/// What [`lies`] says of a skill that is there and cannot be read; no hash reads like this.
const UNREADABLE: &str = "unreadable";

/// What lies in the place of a skill, in short: its hash. `None` where nothing does. All that cannot be
/// read is the same: what comes back from the trash is what went there, and its line goes along.
pub(super) fn lies(place: &str) -> Option<String> {
    fs::symlink_metadata(place).ok()?;
    let files = files_in(place);
    Some(files.map_or_else(|_| UNREADABLE.to_owned(), |files| hash_of(&files)))
}

/// What lies in the folder of an installed skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Here {
    /// As [`files_in`].
    pub(super) files: Vec<NewFile>,
    /// Links that lead to no file in it, by path.
    pub(super) links: Vec<String>,
}

/// As [`files_in`], with the links that are none of them.
///
/// # Errors
/// As [`files_in`].
pub(super) fn here(place: &str) -> std::io::Result<Here> {
    let is_link = |path: &str| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    if is_link(place) && fs::metadata(place)?.is_file() {
        let links = vec![SKILL_FILE.to_owned()];
        return Ok(Here {
            files: Vec::new(),
            links,
        });
    }
    if fs::symlink_metadata(place)?.is_file() {
        let files = vec![read_one(place, SKILL_FILE)?];
        return Ok(Here {
            files,
            links: Vec::new(),
        });
    }
    let whole = read_whole_but(place, &UNHASHED)?;
    let mut links = whole.left_out;
    links.retain(|path| is_link(&join(place, path)));
    Ok(Here {
        files: whole.files,
        links,
    })
}

/// Their hash.
pub fn hash_of(files: &[NewFile]) -> String {
    folder_hash(files.iter().map(|file| (file.path.as_str(), &*file.bytes)))
}

/// What tells these files from all others ([`seal`]).
pub(super) fn seal_of(files: &[NewFile]) -> String {
    let files = files.iter();
    seal(files.map(|file| (file.path.as_str(), &*file.bytes, file.executable)))
}
