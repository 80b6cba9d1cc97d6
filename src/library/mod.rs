//! The disk: scan to a tree, watch, and [`write`], the only module that changes skills.
//!
//! | module | what it does |
//! |---|---|
//! | [`mod@scan`] | folders and files become a [`FileTree`](crate::host::FileTree), bounded, on several threads |
//! | [`live`] | a thread that scans, watches and tells when the tree is another |
//! | [`write`] | every change to a skill, behind a guard that holds grants; the trash |
//! | [`project`] | one project opened: its place, its host, what may be written |
//! | [`author`] | plans to make, override and remove skills, and their execution |
//! | [`journal`] | what was done to skills, so that it can be undone after a restart |
//! | [`recovery`] | unsaved text that survives the end of the program |
//! | [`state`] | where the program keeps what is its own: trash, remembered hosts |

pub mod author;
pub mod journal;
pub mod live;
mod mounts;
pub mod project;
pub mod recovery;
pub mod scan;
pub mod state;
pub mod watch;
pub mod whole;
pub mod write;

pub use author::{Plan, Scene};
pub use journal::Journal;
pub use live::{Live, News};
pub use project::{Project, ProjectError};
pub use recovery::Recovery;
pub use scan::{Limits, Roots, Scanner, fixed, scan};
pub use state::Dirs;
pub use write::{Expect, Grant, Guard, Trash, Trashed, WriteError};

/// Temporary files of our own: never listed, never watched.
pub(crate) fn is_own_temp(name: &str) -> bool {
    name.starts_with(TEMP_START) && name.ends_with(TEMP_END)
}

pub(crate) const TEMP_START: &str = ".skillkiln-";
pub(crate) const TEMP_END: &str = ".tmp";

/// The bytes of a file of settings. A pipe in its place would be waited for without end.
///
/// # Errors
/// When there is none, it is no file, or it cannot be read.
pub fn read_settings(path: &std::path::Path) -> std::io::Result<Vec<u8>> {
    match std::fs::metadata(path)?.is_file() {
        true => std::fs::read(path),
        false => Err(std::io::Error::other("this is not a file")),
    }
}

/// The same as text.
///
/// # Errors
/// As [`read_settings`], and when it is not UTF-8.
pub fn read_settings_text(path: &std::path::Path) -> std::io::Result<String> {
    let wrong = |_| std::io::Error::new(std::io::ErrorKind::InvalidData, "this is not UTF-8");
    String::from_utf8(read_settings(path)?).map_err(wrong)
}

/// The system's own sentence for an error, without `(os error 13)`.
pub(crate) fn system_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}
