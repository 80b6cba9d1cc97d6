//! What comes in: keys, the mouse, and answers from the workers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::difference::Difference;
use super::exchange::News;
use super::key::Chord;
use super::preview::Counts;
use super::recovery::Offer;
use super::shadowing::OfHost;
use super::weigh::Weighed;
use super::work::Work;
use crate::check::Checked;
use crate::host::FileTree;
use crate::host::matrix::Matrix;

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key, with the time since the program started.
    Key(Chord, Duration),
    /// Text pasted by the terminal.
    Paste(String),
    /// The mouse.
    Mouse(Mouse),
    /// The mouse was pressed again at once where it was pressed before: the how-manieth time in a row.
    PressedAgain(Mouse, u8),
    /// The screen has another size: columns, rows.
    Resize(u16, u16),
    /// The disk, or what was asked of it.
    Disk(Disk),
    /// A difference that was asked for, with the generation of the question.
    Compared {
        /// Generation of the question.
        generation: u64,
        /// The answer.
        difference: Difference,
    },
    /// What was found in the project, with the generation of the question.
    Checked {
        /// Generation of the question.
        generation: u64,
        /// Every file that was looked at.
        files: Vec<Checked>,
        /// What hides what, by judging host.
        shadowing: Vec<OfHost>,
    },
    /// The editor of the person's own was left.
    Edited {
        /// The file the text belongs to.
        path: String,
        /// What it is called.
        program: String,
        /// The text, or why there is none.
        result: Result<String, String>,
    },
    /// All skills by all hosts.
    Matrix {
        /// Generation of the question.
        generation: u64,
        /// The answer.
        matrix: Arc<Matrix>,
    },
    /// Some hosts of that table are done.
    MatrixProgress {
        /// Generation of the question.
        generation: u64,
        /// Hosts that are done.
        done: usize,
        /// All hosts.
        of: usize,
    },
    /// Something that takes long is this far.
    Progress {
        /// What it is.
        work: Work,
        /// What is done.
        done: usize,
        /// Of how many; 0 while nobody knows.
        of: usize,
    },
    /// Two texts of one file were compared.
    Weighed {
        /// Generation of the question.
        generation: u64,
        /// The answer.
        weighed: Arc<Weighed>,
    },
    /// Something about skills from or to elsewhere.
    Exchange {
        /// Generation of the order.
        generation: u64,
        /// What came of it.
        news: News,
    },
    /// Tokens that were asked for, with the generation of the question.
    Counted {
        /// Generation of the question.
        generation: u64,
        /// The answer.
        counts: Counts,
    },
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// What it did.
    pub kind: MouseKind,
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
}

/// Kinds of things a mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Press,
    /// The mouse moved with the left button down.
    Drag,
    /// The wheel turned up.
    WheelUp,
    /// The wheel turned down.
    WheelDown,
}

/// What was done, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// What was done.
    pub what: String,
    /// A command whose key is worth knowing now, and what it does: `takes it back`.
    pub then: Option<(&'static str, &'static str)>,
}

/// News from the disk.
#[derive(Clone, Debug)]
pub enum Disk {
    /// A scan is done.
    Scanned {
        /// What is there.
        tree: FileTree,
        /// Why changes are only seen every few seconds, when they cannot be watched.
        polling: Option<String>,
        /// The project folder is not there.
        homeless: bool,
        /// It was stopped: this is what it came to.
        stopped: bool,
    },
    /// A file was read.
    Read {
        /// The file.
        path: String,
        /// Its bytes, or why not.
        result: Result<Arc<[u8]>, String>,
    },
    /// Whether a file can be written.
    MayWrite {
        /// The file.
        path: String,
        /// Why not, if not.
        why: Option<String>,
    },
    /// A file was saved.
    Saved {
        /// The file.
        path: String,
        /// The bytes as they are now on disk.
        bytes: Arc<[u8]>,
    },
    /// A file changed meanwhile, so it was not saved.
    Stale {
        /// The file.
        path: String,
        /// What is there now; `None` when the file is gone.
        theirs: Option<Arc<[u8]>>,
        /// What stands in its place, where that is no text: a folder, a link.
        instead: Option<&'static str>,
    },
    /// A file may not be written over, so it was not saved.
    Barred {
        /// The file.
        path: String,
        /// Why, and what to do: whole sentences.
        why: String,
    },
    /// Files were made.
    Made {
        /// The file to open.
        path: String,
        /// What was done, for people.
        what: Done,
        /// It is new, not a copy of something.
        fresh: bool,
    },
    /// A skill went to the trash.
    Trashed {
        /// What went there.
        folder: String,
        /// What was done, for people.
        what: Done,
    },
    /// The name in this skill file is about to be another: text of it that is not saved goes aside.
    Aside(String),
    /// A file or folder has another name.
    Moved {
        /// What it was called.
        from: String,
        /// What it is called now.
        to: String,
        /// What was done, for people.
        what: Done,
    },
    /// What workbenches that are gone left behind.
    Left {
        /// Texts, the newest first.
        offers: Vec<Offer>,
        /// Recovery files that are none: where they lie, and what is wrong.
        damaged: Vec<(PathBuf, String)>,
    },
    /// The recovery files could not be written, with the words of the system.
    Unkept(String),
    /// Undo (or redo) would put what was changed since into the trash; nothing is done yet.
    Unsure {
        /// Host it was done for.
        host: String,
        /// It is a redo.
        again: bool,
        /// Where something was changed since.
        changed: Vec<String>,
        /// Files there with text that is not saved.
        unsaved: Vec<String>,
    },
    /// What a program that died had begun is ended: what, for people.
    Finished(String),
    /// There was nothing to take back, or to do again: in these words.
    Nothing(String),
    /// The last delete was undone, and what lay in its place went to the trash for it.
    Swapped {
        /// Where it is again.
        path: String,
        /// For people.
        what: Done,
    },
    /// What was deleted comes back under another name.
    Beside {
        /// Where it was.
        from: String,
        /// Where it is now.
        to: String,
    },
    /// The last delete was undone.
    Restored {
        /// Where it is again.
        path: String,
        /// What was done, for people.
        what: Done,
    },
    /// It did not work.
    Failed {
        /// What was to be done (`save`).
        action: &'static str,
        /// The file it was about.
        path: String,
        /// The file or folder that stands in the way: as a rule `path`.
        about: String,
        /// Why, and what to do.
        why: String,
    },
}
