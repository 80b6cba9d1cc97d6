//! What is asked of the outside. Plain data: a test compares it, `run` carries it out.

use std::sync::Arc;

use super::exchange::Order;
use super::matrix;
use super::project::Question;
use super::recovery::Recovering;
use super::weigh::Weighing;
use super::work::Work;
use crate::host::Prompt;
use crate::library::state::View;

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave the program.
    Quit,
    /// Look at the disk again.
    Scan,
    /// End what takes long: nobody waits for it any more.
    Stop(Work),
    /// Read one file.
    Read(String),
    /// Write a file of the write area.
    Save {
        /// Host whose write area it lies in.
        host: String,
        /// The file.
        path: String,
        /// Its new bytes.
        bytes: Arc<[u8]>,
        /// What we believe is on disk now; anything else refuses the save.
        base: Option<Arc<[u8]>>,
    },
    /// Make a skill in the write area.
    New {
        /// Host whose write area it lies in.
        host: String,
        /// Its name.
        name: String,
        /// Id of the template.
        template: String,
    },
    /// Copy a skill into the write area.
    Override {
        /// Host whose write area the copy lies in.
        host: String,
        /// The id of the row whose copy is copied, with everything beside it.
        path: String,
    },
    /// Make an empty supporting file.
    NewFile {
        /// Host whose write area it lies in.
        host: String,
        /// The file.
        path: String,
    },
    /// Put a file beside a skill of the write area into the trash.
    RemoveFile {
        /// Host whose write area it lies in.
        host: String,
        /// The file.
        path: String,
    },
    /// Give a file beside a skill of the write area another name.
    MoveFile {
        /// Host whose write area it lies in.
        host: String,
        /// The file.
        path: String,
        /// Its other path, relative to the folder of the skill.
        name: String,
    },
    /// Put a skill of the write area into the trash.
    Remove {
        /// Host whose write area it lies in.
        host: String,
        /// Its skill file.
        path: String,
        /// Its name, for people.
        name: String,
    },
    /// End what programs that died had begun in folders of a host, by its id.
    Mend(String),
    /// Take back what was done last to skills, or do again what was taken back.
    Restore {
        /// Host it was done for.
        host: String,
        /// Do it again.
        again: bool,
        /// Also where something was changed since, or is not saved.
        sure: bool,
        /// Files with text that is not saved.
        unsaved: Vec<String>,
    },
    /// Ask the system whether this file can be written.
    MayWrite(String),
    /// Give a skill another name, or copy it under another one.
    Name {
        /// Host whose write area it lies in.
        host: String,
        /// The id of its row.
        id: String,
        /// The other name.
        name: String,
        /// The skill stays, a copy gets the name.
        copy: bool,
        /// The text of its file on the screen, where that is not the one on disk: the copy gets it.
        text: Option<Arc<str>>,
    },
    /// Remember how this project was looked at.
    RememberView(View),
    /// Remember the host for this project.
    RememberHost(String),
    /// Lend the terminal to the editor of the person's own, on a copy of a text.
    Program {
        /// The file the text belongs to.
        path: String,
        /// The name of the copy.
        name: String,
        /// The text.
        text: String,
    },
    /// Put text on the clipboard.
    Copy(String),
    /// Something about the recovery files.
    Recovery(Recovering),
    /// Something about skills from or to elsewhere.
    Exchange(Box<Order>),
    /// Give up what is being fetched from elsewhere.
    Cancel,
    /// Compare the two texts of one file.
    Weigh(Box<Weighing>),
    /// Check the whole project.
    Check(Box<Question>),
    /// Work out all skills by all hosts.
    Matrix(Box<matrix::Question>),
    /// Count tokens.
    Count {
        /// Comes back with the answer.
        generation: u64,
        /// The prompt whose parts are counted, too.
        prompt: Arc<Prompt>,
        /// The prompt of the disk, where it is another.
        saved: Option<Arc<Prompt>>,
    },
    /// Compare two texts.
    Compare {
        /// Comes back with the answer.
        generation: u64,
        /// What the old side is called.
        old_label: String,
        /// The old side.
        old: String,
        /// What the new side is called.
        new_label: String,
        /// The new side.
        new: String,
    },
}
