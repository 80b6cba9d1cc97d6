//! Sources on the own disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Refusal;
use super::bundle::{Bundle, Collector, LeftOut, too_many};
use super::hash::UNHASHED;
use super::limits::Limits;
use crate::library::scan::executable;

/// Said of what the system does not give.
const UNREADABLE: &str = "unreadable";

/// Everything in a folder, read with the same limits as an archive. A link is followed to a file in
/// the same folder and nowhere else; `.git` and `node_modules` are named and not looked into. What cannot
/// be read is named ([`Bundle::unreadable`]): it says nothing about the skills beside it.
///
/// # Errors
/// As a [`Collector`]; `unreadable` when the folder itself cannot be read.
pub fn read_folder(folder: &Path, limits: &Limits) -> Result<Bundle, Refusal> {
    let root = fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))?;
    let mut walk = Walk {
        root,
        out: Collector::new(limits),
        left_out: Vec::new(),
        seen: 0,
        limits,
    };
    let start = walk.root.clone();
    walk.folder(&start, "")?;
    let mut bundle = walk.out.finish()?;
    bundle.left_out.append(&mut walk.left_out);
    Ok(bundle)
}

/// The bytes of one file, as far as anything of that size could be taken.
///
/// # Errors
/// `too-large`; `unreadable`, also for a pipe or a device.
pub fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let most = limits.unpacked;
    // Asked before it is opened: opening a pipe would wait for somebody to write into it.
    let meta = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if !meta.is_file() {
        let path = path.display();
        return Err(Refusal::new(UNREADABLE, format!("{path} is not a file")));
    }
    let file = fs::File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > most {
        let path = path.display();
        return Err(Refusal::new(
            "too-large",
            format!("{path} has more than {most} bytes"),
        ));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Refusal {
    let words = crate::library::system_words(error);
    Refusal::new(UNREADABLE, format!("{}: {words}", path.display()))
}

struct Walk<'a> {
    root: PathBuf,
    out: Collector<'a>,
    left_out: Vec<LeftOut>,
    seen: usize,
    limits: &'a Limits,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), Refusal> {
        let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
        let mut names = BTreeSet::new();
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            names.insert(entry.file_name());
            if names.len() > self.limits.files * 5 {
                return Err(too_many(self.limits));
            }
        }
        for name in names {
            let path = folder.join(&name);
            let shown = format!("{prefix}{}", name.to_string_lossy());
            let Some(name) = name.to_str() else {
                self.leave(shown, "its name is not UTF-8");
                continue;
            };
            self.seen += 1;
            if self.seen > self.limits.files * 5 {
                return Err(too_many(self.limits));
            }
            if crate::library::is_own_temp(name) {
                continue;
            }
            if UNHASHED.contains(&name) {
                self.leave(shown, "no hash covers it, and it is not looked into");
                continue;
            }
            match self.entry(&path, &shown) {
                Err(refusal) if refusal.code() == UNREADABLE => {
                    self.out.unreadable(shown, refusal.to_string());
                }
                done => done?,
            }
        }
        Ok(())
    }

    /// One file, folder or link, called `shown` from the top.
    fn entry(&mut self, path: &Path, shown: &str) -> Result<(), Refusal> {
        let meta = fs::symlink_metadata(path).map_err(|error| unreadable(path, &error))?;
        if meta.is_dir() {
            self.out.folder(shown.as_bytes())?;
            return self.folder(path, &format!("{shown}/"));
        }
        if meta.is_file() {
            return self.file(path, shown);
        }
        let target = fs::canonicalize(path).ok();
        match target.filter(|target| target.starts_with(&self.root) && target.is_file()) {
            Some(target) => return self.file(&target, shown),
            None if meta.is_symlink() => {
                let why = "it is a link that leads to no file in this folder";
                self.leave(shown.to_owned(), why);
            }
            None => self.leave(
                shown.to_owned(),
                "it is no file: a pipe, a socket or a device",
            ),
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, shown: &str) -> Result<(), Refusal> {
        let bytes = read_file(path, self.limits)?;
        let may_run = fs::metadata(path).is_ok_and(|meta| executable(&meta));
        let size = bytes.len() as u64;
        self.out
            .file(shown.as_bytes(), size, may_run, &mut bytes.as_slice())
    }

    fn leave(&mut self, path: String, why: &str) {
        let why = why.to_owned();
        self.left_out.push(LeftOut { path, why });
    }
}
