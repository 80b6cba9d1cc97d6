//! What stands on top of the panes and takes the keys.

use super::board::Board;
use super::commands::Command;
use super::exchange::look::{Fetch, Look, Target};
use super::ink::Line;
use super::matrix::Open;
use super::selection::Selection;
use super::weigh::Weigh;
use crate::check::Fix;
use crate::workbench::edit::Field;

/// The dialog on top.
pub enum Dialog {
    /// Lines to find by typing and to go to.
    Board(Board),
    /// Something to pick, with a filter.
    Pick(Pick),
    /// A new skill.
    New(NewSkill),
    /// A new supporting file, or another name for one.
    NewFile(NewFile),
    /// A line to go to.
    GoTo(GoTo),
    /// Another name for a skill, or for a copy of it.
    Name(NameSkill),
    /// A question with a few answers.
    Ask(Ask),
    /// Two texts of one file, and which of them stays.
    Weigh(Box<Weigh>),
    /// All skills by all hosts.
    Matrix(Open),
    /// Where to look for skills, or how far that is.
    Fetch(Fetch),
    /// What lies elsewhere.
    Look(Box<Look>),
}

impl Dialog {
    /// The one line that is typed into, if there is one now.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Self::Board(board) => Some(&mut board.field),
            Self::Pick(pick) => Some(&mut pick.field),
            Self::New(dialog) => Some(&mut dialog.name).filter(|_| !dialog.making),
            Self::NewFile(dialog) => Some(&mut dialog.name),
            Self::GoTo(dialog) => Some(&mut dialog.place),
            Self::Name(dialog) => Some(&mut dialog.name).filter(|_| !dialog.making),
            Self::Fetch(fetch) => match fetch.under_way {
                None => fetch.source.as_mut(),
                Some(_) => None,
            },
            Self::Look(look) => match (&look.ask, &look.merging, &look.page) {
                (None, None, None) => look.path.as_mut().map(|path| &mut path.field),
                _ => None,
            },
            Self::Ask(_) | Self::Weigh(_) | Self::Matrix(_) => None,
        }
    }
}

/// What a pick is for.
#[derive(Clone, Debug)]
pub enum Picked {
    /// A command to run.
    Command(&'static Command),
    /// A host to look with.
    Host(String),
    /// What the prompt shows.
    Selection(Box<Selection>),
    /// Opens the list of skills to name one by one.
    Some,
    /// Names a skill, or takes its name back.
    Named(String),
    /// Opens the list of skills to add to those of the agent type.
    Extras,
    /// Adds a skill to those of the agent type, or takes it back.
    Extra(String),
    /// Opens the line for what takes the place of `$ARGUMENTS`.
    Arguments,
    /// What takes the place of `$ARGUMENTS`.
    Given(Option<String>),
    /// A text for the clipboard.
    Copy(String),
    /// Opens the list of windows.
    Windows,
    /// The model's window in tokens; `None`: as the host has it.
    Window(Option<usize>),
    /// A place to go: file, byte offset, and the hosts it is about.
    Problem(String, usize, Vec<String>),
    /// Something of the screen about what lies elsewhere.
    Look(Target),
}

/// One thing to pick.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it is called.
    pub title: String,
    /// More about it, dim.
    pub detail: String,
    /// On the right: its key.
    pub key: String,
    /// Why it cannot be picked now.
    pub refused: Option<String>,
    /// What it stands for.
    pub picked: Picked,
}

/// What a typed text means beside being a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Free {
    /// A query for the host's search.
    Search,
    /// What the user intends.
    Intent,
    /// What the caller of a skill gives.
    Arguments,
    /// The model's window in tokens.
    Window,
}

/// Something to pick, with a filter.
pub struct Pick {
    /// What is picked.
    pub title: &'static str,
    /// The filter.
    pub field: Field,
    /// Everything.
    pub choices: Vec<Choice>,
    /// What is typed can itself be picked.
    pub free: Option<Free>,
    /// How many choices there are without the typed one.
    pub fixed: usize,
    /// Indexes of what matches, best first.
    pub shown: Vec<usize>,
    /// Index into `shown`.
    pub at: usize,
}

/// The dialog for a new skill.
pub struct NewSkill {
    /// Its name.
    pub name: Field,
    /// Index of the template.
    pub template: usize,
    /// What is wrong with the name, as the host sees it.
    pub problem: Option<String>,
    /// Whether Enter is refused for it.
    pub refused: bool,
    /// Enter was pressed: from now on an empty name is a fault, too.
    pub tried: bool,
    /// It is being made; the dialog stays until that is done, and holds why it was not.
    pub making: bool,
}

/// The dialog for another name.
pub struct NameSkill {
    /// The id of the row it is about.
    pub id: String,
    /// What it is called now.
    pub old: String,
    /// The skill stays, a copy gets the name.
    pub copy: bool,
    /// The other name.
    pub name: Field,
    /// What it will change, or why it cannot be.
    pub foreseen: Result<Vec<Line>, String>,
    /// It is being done; the dialog stays until then.
    pub making: bool,
}

/// The dialog for a new supporting file, or for another name of one.
pub struct NewFile {
    /// Folder of the skill.
    pub folder: String,
    /// Its path below the folder now, where it is there already.
    pub old: Option<String>,
    /// The open text that it is to hold, by its path; else it is empty.
    pub keeps: Option<String>,
    /// Its path below the folder.
    pub name: Field,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// The dialog for a line to go to.
pub struct GoTo {
    /// Line, or line and column.
    pub place: Field,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// A question with a few answers.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What it is about.
    pub title: String,
    /// The truth, before anything is done.
    pub lines: Vec<Line>,
    /// The answers: a letter, what it does, and what follows.
    pub answers: Vec<(char, String, Answer)>,
    /// The answer that Enter gives.
    pub at: usize,
}

/// What follows an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Nothing.
    Cancel,
    /// Makes one's own copy.
    Override(String),
    /// To the trash, by the skill file.
    Delete(String),
    /// Takes back what was done last, or does it again (`true`), whatever was changed since.
    TakeBack(String, bool),
    /// A file beside the skill file, to the trash.
    DeleteFile(String),
    /// Saves everything, then leaves.
    SaveAndQuit,
    /// Leaves without saving.
    Quit,
    /// Writes what was kept back, outside the project.
    WriteOutside,
    /// Saves everything, then locks.
    SaveAndLock,
    /// Throws unsaved text away, then locks.
    DiscardAndLock,
    /// Applies a fix to the text.
    Fix(Fix),
    /// What the screen below asked about.
    Go,
}
