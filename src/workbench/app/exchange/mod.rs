//! Skills from and to elsewhere, as the screen knows them: what is asked of the outside, what comes
//! back, and what stands on the screens about it.

pub mod decided;
pub mod importing;
pub mod locked;
pub mod look;
pub mod page;
pub mod sending;
pub mod updating;

use std::sync::Arc;

use self::page::Part;
use self::sending::{Packs, Places, Spot};
use super::message::Done;
use super::model::Model;
use crate::check::Config;
use crate::exchange::status::{FileState, Status};
use crate::exchange::update::Update;
use crate::exchange::{Preview, Progress};
use crate::host::{FileTree, Place, Profiles};

/// A host as it stands when something is asked.
#[derive(Clone, Debug)]
pub struct Site {
    /// Every host known.
    pub profiles: Arc<Profiles>,
    /// The host we look with.
    pub host: String,
    /// Ids of the hosts that judge.
    pub judged: Vec<String>,
    /// Where they stand.
    pub place: Place,
    /// The files on disk.
    pub tree: FileTree,
    /// What the project wants of the checks.
    pub config: Arc<Config>,
}

impl Site {
    /// As the model has it.
    pub fn of(model: &Model) -> Self {
        Self {
            profiles: model.profiles.clone(),
            host: model.host.clone(),
            judged: model.derived.judged.clone(),
            place: model.place.clone(),
            tree: model.disk.tree.clone(),
            config: model.project.config.clone(),
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Errand {
    /// Look into a source; nothing is written.
    Look(String),
    /// Put skills of a source that was looked at into the write area.
    Install {
        /// What was seen.
        looked: Arc<Looked>,
        /// Which of its skills, by index. What they meet was shown, and the person was asked.
        skills: Vec<usize>,
    },
    /// See how each installed skill stands to what was installed; nothing is fetched.
    Verify,
    /// Ask the sources of installed skills what they are there: of all, or of one, by its folder.
    Ask(Option<String>),
    /// See once more how skills stand to their sources, as those answered: nothing is fetched.
    Again(Arc<Found>),
    /// Bring skills up to date, as it was shown.
    Update(Vec<Update>),
    /// Pack a skill, by the id of its row, for everybody it can be packed for; nothing is written.
    Pack(String),
    /// Write what was packed.
    Write {
        /// The file.
        to: String,
        /// Its bytes.
        bytes: Arc<[u8]>,
        /// A file that is there is written over: the person was asked.
        replace: bool,
    },
    /// See where a skill, by the id of its row, could be copied to; nothing is written.
    Places(String),
    /// Copy a skill, by the id of its row, into a folder of another host, as it was shown.
    Deploy {
        /// The id of its row.
        id: String,
        /// Where to, and what will be written.
        spot: Box<Spot>,
    },
}

/// Something to do about skills from and to elsewhere. Two are equal when they are the same order.
#[derive(Clone, Debug)]
pub struct Order {
    /// Comes back with the answer.
    pub generation: u64,
    /// For which host.
    pub site: Site,
    /// What.
    pub errand: Errand,
}

impl Order {
    /// It only asks the disk something, and the last one is the one that counts.
    pub fn asks(&self) -> bool {
        matches!(self.errand, Errand::Verify)
    }

    /// It may have to wait for the network, so it can be cancelled.
    pub fn travels(&self) -> bool {
        matches!(
            self.errand,
            Errand::Look(_) | Errand::Ask(_) | Errand::Pack(_) | Errand::Places(_)
        )
    }
}

impl PartialEq for Order {
    fn eq(&self, other: &Self) -> bool {
        self.generation == other.generation
    }
}

impl Eq for Order {}

/// A source that was looked into, and what its skills would meet.
#[derive(Debug)]
pub struct Looked {
    /// The host it was looked at for.
    pub host: String,
    /// Where that host stands.
    pub place: Place,
    /// Everything in it.
    pub preview: Preview,
    /// What each of its skills would meet, as far as it could be read.
    pub met: Vec<Option<Met>>,
}

/// The files of a copy that is there, beside those that would come.
#[derive(Debug)]
pub struct Met {
    /// It was changed here after it had been installed.
    pub edited: bool,
    /// Who installed it, for people, where that was another program.
    pub by: Option<String>,
    /// Files that may be executed, and could not be any more.
    pub disarmed: Vec<String>,
    /// Each file by its path, how the new one stands to it, and the difference.
    pub files: Vec<(String, FileState, Vec<Part>)>,
}

/// What the sources of installed skills say.
#[derive(Debug)]
pub struct Found {
    /// The host it was asked for.
    pub host: String,
    /// Where that host stands.
    pub place: Place,
    /// Every skill that was asked about, those that can be updated first.
    pub items: Vec<Item>,
}

/// One installed skill.
#[derive(Debug)]
pub struct Item {
    /// How it stands.
    pub status: Status,
    /// What an update would do, where there is one.
    pub update: Option<Update>,
    /// Why there is none, where there should be.
    pub refused: Option<String>,
    /// Files that are not the same on all sides.
    pub files: Vec<Sided>,
}

/// One file on three sides.
#[derive(Debug)]
pub struct Sided {
    /// Its path.
    pub path: String,
    /// What changed, at the source and here.
    pub parts: Vec<Part>,
}

/// What comes back.
#[derive(Clone, Debug)]
pub enum News {
    /// How far it is.
    Progress(Progress),
    /// The source was looked into, or why not.
    Looked(Result<Arc<Looked>, String>),
    /// How the installed skills of a host stand, and what could not be read beside; or why nothing is
    /// known.
    Verified(String, Result<(Vec<Status>, Option<String>), String>),
    /// What their sources say, or why they were not asked.
    Found(Result<Arc<Found>, String>),
    /// A skill was packed, or why not.
    Packed(Result<Arc<Packs>, String>),
    /// Where a skill could be copied to, or why that is not known.
    Places(Result<Arc<Places>, String>),
    /// A file was written.
    Wrote(String),
    /// Something is there already under the name of the file.
    There,
    /// A skill was copied: what was done, for people.
    Copied(Done),
    /// It was done: what, for people, and the folder of the first skill.
    Done {
        /// For people.
        what: Done,
        /// The folder, or the file, of the first one.
        path: String,
    },
    /// It was not done.
    Refused(String),
    /// It was not done, for what was shown is not what is there any more.
    Overtaken(String),
}

/// What the model remembers about it.
#[derive(Debug, Default)]
pub struct Known {
    /// Of the last order.
    pub generation: u64,
    /// Skills that were installed from elsewhere.
    pub locked: locked::Locked,
    /// What was decided about conflicts of updates that are not done yet.
    pub decided: decided::Decided,
}

/// An order for the host as it stands now.
pub fn order(model: &mut Model, errand: Errand) -> Box<Order> {
    let site = Site::of(model);
    // What only asks does not overtake what is under way.
    if !matches!(errand, Errand::Verify) {
        model.exchange.generation += 1;
    }
    Box::new(Order {
        generation: model.exchange.generation,
        site,
        errand,
    })
}
