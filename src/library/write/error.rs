//! Why something was not written.

use std::io;

/// Why something was not written. The disk is then as it was.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// No grant covers the path.
    #[error("{path} is outside of what may be changed ({})", listed(.allowed))]
    Outside {
        /// What was asked for.
        path: String,
        /// What the grants cover.
        allowed: Vec<String>,
    },
    /// The path itself is not acceptable (`..`, not absolute, empty, a NUL).
    #[error("{path:?} is not a path that can be written to: {why}")]
    BadPath {
        /// What was asked for.
        path: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A new name that would be trouble on some disk.
    #[error("{name:?} cannot be the name of a file or folder: {why}")]
    BadName {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A link stands on the way; links are never written through.
    #[error("{path} is a link; skillkiln does not write through links")]
    Link {
        /// The link.
        path: String,
    },
    /// The write area is, or lies below, a link that leads out of the folder that holds it.
    #[error("{path} leads out of {holder} through a link; skillkiln does not write there")]
    LeadsOut {
        /// The write area.
        path: String,
        /// The project or home folder.
        holder: String,
    },
    /// Something stands there already.
    #[error("{path} exists already")]
    Exists {
        /// What was to be made.
        path: String,
    },
    /// A name that differs from an existing one in case alone.
    #[error(
        "there is {existing:?} already; names that differ only in case are the same on many disks"
    )]
    CaseOnly {
        /// What was to be made.
        path: String,
        /// The name that stands there.
        existing: String,
    },
    /// Nothing stands there.
    #[error("{path} does not exist")]
    Missing {
        /// What was asked for.
        path: String,
    },
    /// The file on disk is not the one that was loaded.
    #[error("{path} was changed by another program since it was loaded")]
    Changed {
        /// The file.
        path: String,
    },
    /// A folder where a file is needed, or the other way round.
    #[error("{path} is not a {wanted}")]
    WrongKind {
        /// What was asked for.
        path: String,
        /// `file` or `folder`.
        wanted: &'static str,
    },
    /// No permission, or marked read-only.
    #[error("{path} is read-only: {hint}")]
    ReadOnly {
        /// The file or folder.
        path: String,
        /// What to do.
        hint: &'static str,
    },
    /// The disk (or the quota) is full.
    #[error("the disk is full: {path} was not written, what was there before is whole")]
    Full {
        /// What was to be written.
        path: String,
    },
    /// Anything else the system says.
    #[error("could not {doing} {path}: {}", crate::library::system_words(.source))]
    Io {
        /// What was being done.
        doing: &'static str,
        /// To what.
        path: String,
        /// What the system says.
        source: io::Error,
    },
}

impl WriteError {
    /// As it reads where something was to be brought back: with the way on where something else took
    /// its place.
    pub fn against_return(&self) -> String {
        match self {
            Self::Exists { .. } => {
                format!("{self}; give that another name or delete it, then try again")
            }
            error => error.to_string(),
        }
    }

    /// Puts a system error into words.
    pub(super) fn from_io(doing: &'static str, path: &str, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::Full { path },
            io::ErrorKind::PermissionDenied => Self::ReadOnly {
                path,
                hint: "you have no permission to write in its folder",
            },
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly {
                path,
                hint: "it lies on a disk that is mounted read-only",
            },
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => {
                Self::Exists { path }
            }
            io::ErrorKind::NotFound => Self::Missing { path },
            _ => Self::Io {
                doing,
                path,
                source,
            },
        }
    }
}

fn listed(allowed: &[String]) -> String {
    if allowed.is_empty() {
        "nothing may be".to_owned()
    } else {
        allowed.join(", ")
    }
}
