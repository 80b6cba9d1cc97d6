//! A whole folder as bytes, for copying it elsewhere.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use super::write::NewFile;

/// More than this is no skill, and memory is not for it.
const MOST_BYTES: u64 = 64 << 20;
const MOST_FILES: usize = 10_000;
const MOST_LEVELS: usize = 32;

/// Everything in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// The files, by path.
    pub files: Vec<NewFile>,
    /// Paths that are not copied: links out of the folder, sockets, names that are no text.
    pub left_out: Vec<String>,
    /// Paths that were passed over for their name; nothing below them was read.
    pub passed_over: Vec<String>,
    bytes: u64,
}

/// Reads a folder with everything below it. A link is followed only to a file in the same folder; text
/// that was put in by others must not bring in what lies elsewhere.
///
/// # Errors
/// When something cannot be read, or when it is more than 64 MiB or 10,000 files.
pub fn read_whole(folder: &str) -> io::Result<Whole> {
    read_whole_but(folder, &[])
}

/// As [`read_whole`], without what has one of these names, wherever it lies.
///
/// # Errors
/// As [`read_whole`]; what is passed over counts for nothing.
pub fn read_whole_but(folder: &str, names: &[&str]) -> io::Result<Whole> {
    let root = fs::canonicalize(folder)?;
    let mut whole = Whole::default();
    list(&root, &root, "", names, &mut whole)?;
    whole.files.sort_by(|a, b| a.path.cmp(&b.path));
    whole.left_out.sort();
    whole.passed_over.sort();
    Ok(whole)
}

/// One file, called `path` in what comes of it. A link is no file here.
///
/// # Errors
/// When it cannot be read, or is more than 64 MiB.
pub fn read_one(file: &str, path: &str) -> io::Result<NewFile> {
    if !fs::symlink_metadata(file)?.is_file() {
        return Err(io::Error::other("it is a link, or no file"));
    }
    let mut whole = Whole::default();
    read(Path::new(file), path.to_owned(), "", &mut whole)?;
    let read = whole.files.pop();
    read.ok_or_else(|| io::Error::other("it could not be read"))
}

fn list(
    root: &Path,
    folder: &Path,
    prefix: &str,
    names: &[&str],
    whole: &mut Whole,
) -> io::Result<()> {
    if prefix.matches('/').count() >= MOST_LEVELS {
        return Err(io::Error::other("it holds too many folders in folders"));
    }
    let entries = fs::read_dir(folder).map_err(|error| named(prefix, &error))?;
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            let name = entry.file_name().to_string_lossy().into_owned();
            whole.left_out.push(format!("{prefix}{name}"));
            continue;
        };
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if super::is_own_temp(&name) {
        } else if names.contains(&name.as_str()) {
            whole.passed_over.push(path);
        } else if kind.is_dir() {
            list(root, &entry.path(), &format!("{path}/"), names, whole)?;
        } else if kind.is_file() {
            read(&entry.path(), path.clone(), &path, whole)?;
        } else {
            let target = fs::canonicalize(entry.path()).ok();
            match target.filter(|target| target.starts_with(root) && target.is_file()) {
                Some(target) => read(&target, path.clone(), &path, whole)?,
                None => whole.left_out.push(path),
            }
        }
    }
    Ok(())
}

/// The same error, which tells what could not be read: of many files it is one. The top has no name.
fn named(path: &str, error: &io::Error) -> io::Error {
    let words = super::system_words(error);
    match path.trim_end_matches('/') {
        "" => io::Error::new(error.kind(), words),
        path => io::Error::new(error.kind(), format!("{path}: {words}")),
    }
}

/// `told`: what an error calls it.
fn read(file: &Path, path: String, told: &str, whole: &mut Whole) -> io::Result<()> {
    let left = MOST_BYTES - whole.bytes;
    let mut bytes = Vec::new();
    let named = |error: io::Error| named(told, &error);
    let source = fs::File::open(file).map_err(named)?;
    let meta = source.metadata().map_err(named)?;
    source
        .take(left + 1)
        .read_to_end(&mut bytes)
        .map_err(named)?;
    whole.bytes += bytes.len() as u64;
    if whole.bytes > MOST_BYTES {
        return Err(io::Error::other("it holds more than 64 MiB"));
    }
    if whole.files.len() >= MOST_FILES {
        return Err(io::Error::other("it holds more than 10,000 files"));
    }
    whole.files.push(NewFile {
        path,
        bytes: Arc::from(bytes),
        executable: super::scan::executable(&meta),
    });
    Ok(())
}
