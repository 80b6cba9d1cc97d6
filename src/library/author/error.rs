//! Why nothing is made, changed or taken away.

use std::io;

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum AuthorError {
    /// The host has no layer that skillkiln may write to.
    #[error("{host} has no folder here that skillkiln may write to")]
    NoWriteArea {
        /// The host's title.
        host: String,
    },
    /// A name that some disk or the host does not take.
    #[error("{name:?} cannot be the name of a skill: {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// A path that some disk does not take.
    #[error("{name:?} cannot be the name of a file: {why}")]
    FileName {
        /// The path, relative to the folder of the skill.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// It is no file beside one's own skill.
    #[error("{path} does not lie beside the skill file of a skill of yours; nothing was changed")]
    NotBeside {
        /// The file.
        path: String,
    },
    /// The write area has it already.
    #[error("{path} exists already")]
    Exists {
        /// Its folder.
        path: String,
    },
    /// It is in the write area: there is nothing to override.
    #[error("{reference} is yours already: edit {path}")]
    Yours {
        /// The copy.
        reference: String,
        /// Its skill file.
        path: String,
    },
    /// It is not in the write area: it is not ours to remove.
    #[error(
        "{reference} lies in {layer:?}, which skillkiln does not change; `override` makes your own copy"
    )]
    NotYours {
        /// The copy.
        reference: String,
        /// The label of its layer.
        layer: String,
    },
    /// Its name stands where it cannot be changed safely.
    #[error("the name in {path} cannot be changed: {why}")]
    NotNamed {
        /// Its skill file.
        path: String,
        /// What is in the way.
        why: String,
    },
    /// It lives in the host's code.
    #[error("{reference} is built into the host: there is no file to copy")]
    NoFile {
        /// The copy.
        reference: String,
    },
    /// The host's own skill of this name always wins: a copy would change nothing.
    #[error(
        "{host} has a skill {name:?} of its own, which always wins: a copy of {reference} would \
         change nothing; duplicate it under another name"
    )]
    Builtin {
        /// The host's title.
        host: String,
        /// The name.
        name: String,
        /// The copy.
        reference: String,
    },
    /// The original cannot be copied.
    #[error("{path} cannot be copied: {}", crate::library::system_words(.source))]
    Unreadable {
        /// The folder.
        path: String,
        /// What is wrong.
        source: io::Error,
    },
}
