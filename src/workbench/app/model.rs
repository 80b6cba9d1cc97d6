//! Everything the screen shows, as one value.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::complete::Completion;
use super::dialog::Dialog;
use super::exchange;
use super::find::Find;
use super::keymap::Keymap;
use super::layout::{Layout, Pane, Prefs, layout};
use super::list::{List, Row, RowId, Tally};
use super::locks::Locks;
use super::log::Said;
use super::matrix;
use super::notice::Notice;
use super::preview::Preview;
use super::project::Project;
use super::recovery;
use super::selection::Selection;
use super::text::Text;
use super::update::outside::Held;
use super::work::Progress;
use crate::host::survey::Cache;
use crate::host::{FileTree, LayerState, Place, Profile, Profiles, Prompt, Survey};

/// Whether anything may be changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A lock: nothing changes.
    #[default]
    Browse,
    /// The write area may be changed.
    Build,
}

/// What is known of the disk.
#[derive(Clone, Debug, Default)]
pub struct DiskState {
    /// What is there.
    pub tree: FileTree,
    /// Rises with every answer.
    pub revision: u64,
    /// A first answer is here.
    pub ready: bool,
    /// What could not be read, one sentence each; told once.
    pub told: Vec<String>,
    /// The project folder is not there.
    pub homeless: bool,
}

/// What a host makes of one tree.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The survey.
    pub survey: Arc<Survey>,
    /// What the model gets.
    pub prompt: Arc<Prompt>,
    /// Why what was chosen gives no prompt.
    pub refused: Option<String>,
    /// The files it is about.
    pub tree: FileTree,
}

/// Everything the screen shows.
pub struct Model {
    /// Columns and rows.
    pub size: (u16, u16),
    /// What people chose about the layout.
    pub prefs: Prefs,
    /// Whether anything may be changed.
    pub mode: Mode,
    /// How far work is that takes long.
    pub progress: Progress,
    /// Every host known.
    pub profiles: Arc<Profiles>,
    /// Id of the host whose eyes we look with.
    pub host: String,
    /// The host was chosen by the user or the command line, so finding others changes nothing.
    pub host_fixed: bool,
    /// Where the host stands.
    pub place: Place,
    /// What is known of the disk.
    pub disk: DiskState,
    /// What the host makes of the disk.
    pub saved: Seen,
    /// What it would make of it with every unsaved text saved.
    pub live: Seen,
    /// Rises whenever `live` is another.
    pub revision: u64,
    /// Which keys mean what.
    pub keymap: Keymap,
    /// What is known of the project as a whole.
    pub project: Project,
    /// Problems by file.
    pub tallies: HashMap<Arc<str>, Tally>,
    /// Problems of the whole project together.
    pub problems: Tally,
    /// Names of skills that only other hosts look for, by name.
    pub elsewhere: Vec<String>,
    /// The list.
    pub list: List,
    /// Texts that were opened, by path.
    pub texts: BTreeMap<String, Text>,
    /// Unsaved texts of skills that went to the trash, by path.
    pub shelf: BTreeMap<String, Text>,
    /// Path of the text in the editor.
    pub shown: Option<String>,
    /// The preview.
    pub preview: Preview,
    /// Places outside the project that may be written to.
    pub allowed: BTreeSet<String>,
    /// Files that the system does not let us write.
    pub locks: Locks,
    /// Writes that wait for an answer.
    pub held: Held,
    /// What is known of the recovery files.
    pub recovery: recovery::State,
    /// Generation of the last comparison of two texts of one file.
    pub weighings: u64,
    /// The row that was selected last, by host.
    pub chosen: BTreeMap<String, RowId>,
    /// What the prompt shows, by host.
    pub selections: BTreeMap<String, Selection>,
    /// What is known of all skills by all hosts.
    pub matrix: matrix::Known,
    /// What is known of skills from elsewhere.
    pub exchange: exchange::Known,
    /// What is looked for in the text.
    pub find: Find,
    /// Spaces, tabs and line ends are shown.
    pub white_space: bool,
    /// The dialog on top, if any.
    pub dialog: Option<Dialog>,
    /// What can be completed at the cursor, if it is offered; see [`Model::completing`].
    pub completion: Option<Completion>,
    /// File and place where the offer was closed: it does not open there again by itself.
    pub uncompleted: Option<(String, usize)>,
    /// What the program says.
    pub notices: VecDeque<Notice>,
    /// What it said before.
    pub log: VecDeque<Said>,
    /// What was copied last.
    pub clipboard: String,
    /// How often the mouse was pressed there in a row.
    pub clicks: u8,
    /// The rule between panes that the mouse holds.
    pub held_rule: Option<usize>,
    /// Time of the last key, since the start.
    pub now: Duration,
    /// When the text was left: letters right after it were meant for the text.
    pub left_text: Option<Duration>,
    /// Ctrl+C or Esc was pressed last, and again means more.
    pub again: Option<Again>,
    /// What `again` was before this key.
    pub pressed: Option<Again>,
    /// The row whose text was shown last for being selected.
    pub followed: Option<RowId>,
    /// What is to be selected as soon as a scan shows it.
    pub awaited: Option<Awaited>,
    /// What was typed for a text that is only being made.
    pub ahead: String,
    /// Quit once the saves under way are done.
    pub leaving: bool,
    /// Leave.
    pub done: bool,
    pub(super) cache: Cache,
    pub(super) derived: super::derive::Derived,
}

/// A file that the next scan will show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// The file, or the folder of a skill.
    pub path: String,
    /// What happens when it is there.
    pub then: Arrival,
    /// When the key came that made it.
    pub since: Duration,
}

/// What happens when an awaited file is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is new: opened, with its description selected, to be typed over.
    Describe,
    /// It is a copy: opened, with the cursor where it goes on.
    Refine,
    /// It was there before: only selected.
    Select,
}

/// A key that means more when pressed twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Ctrl+C: quit.
    Quit,
    /// Esc: to the list.
    List,
}

/// A text that is made but does not show after this long is not waited for with what is typed.
const AHEAD: Duration = Duration::from_secs(2);

impl Model {
    /// What is typed now is meant for a text that is only being made.
    pub fn types_ahead(&self) -> bool {
        match (&self.dialog, &self.awaited) {
            (Some(Dialog::New(dialog)), _) => dialog.making,
            (None, Some(awaited)) => {
                awaited.then != Arrival::Select && self.now.saturating_sub(awaited.since) < AHEAD
            }
            _ => false,
        }
    }

    /// A workbench for a place, before the disk was read.
    pub fn new(profiles: Arc<Profiles>, host: &str, place: Place) -> Self {
        Self {
            size: (80, 24),
            prefs: Prefs::default(),
            mode: Mode::default(),
            progress: Progress::default(),
            profiles,
            host: host.to_owned(),
            host_fixed: false,
            place,
            disk: DiskState::default(),
            saved: Seen::default(),
            live: Seen::default(),
            revision: 0,
            keymap: Keymap::default(),
            project: Project::default(),
            tallies: HashMap::new(),
            problems: Tally::default(),
            elsewhere: Vec::new(),
            list: List::default(),
            texts: BTreeMap::new(),
            shelf: BTreeMap::new(),
            shown: None,
            preview: Preview::default(),
            allowed: BTreeSet::new(),
            locks: Locks::default(),
            held: Held::default(),
            recovery: recovery::State::default(),
            weighings: 0,
            chosen: BTreeMap::new(),
            selections: BTreeMap::new(),
            matrix: matrix::Known::default(),
            exchange: exchange::Known::default(),
            find: Find::default(),
            white_space: false,
            dialog: None,
            completion: None,
            uncompleted: None,
            notices: VecDeque::new(),
            log: VecDeque::new(),
            clipboard: String::new(),
            clicks: 1,
            held_rule: None,
            now: Duration::ZERO,
            left_text: None,
            again: None,
            pressed: None,
            followed: None,
            awaited: None,
            ahead: String::new(),
            leaving: false,
            done: false,
            cache: Cache::default(),
            derived: super::derive::Derived::default(),
        }
    }

    /// Where everything stands.
    pub fn layout(&self) -> Layout {
        layout(self.size, self.prefs)
    }

    /// The host whose eyes we look with.
    pub fn profile(&self) -> Option<&Profile> {
        self.profiles.get(&self.host)
    }

    /// What people call it.
    pub fn host_title(&self) -> &str {
        self.profile().map_or(&self.host, |profile| &profile.title)
    }

    /// The layer that may be written to.
    pub fn write_area(&self) -> Option<&LayerState> {
        self.live.survey.write_area()
    }

    /// What the prompt shows.
    pub fn selection(&self) -> Selection {
        self.selections.get(&self.host).cloned().unwrap_or_default()
    }

    /// The text in the editor.
    pub fn text(&self) -> Option<&Text> {
        self.texts.get(self.shown.as_ref()?)
    }

    /// The text in the editor.
    pub fn text_mut(&mut self) -> Option<&mut Text> {
        self.texts.get_mut(self.shown.as_ref()?)
    }

    /// The selected row.
    pub fn row(&self) -> Option<&Row> {
        self.list.row()
    }

    /// The keys go into a text that may be changed.
    pub fn typing(&self) -> bool {
        self.prefs.focus == Pane::Editor && self.text().is_some_and(Text::writable)
    }

    /// Paths of unsaved texts.
    pub fn unsaved(&self) -> Vec<String> {
        self.texts
            .values()
            .filter(|text| text.unsaved())
            .map(|text| text.path.clone())
            .collect()
    }

    /// A path as people read it: below the project without it, below the home with `~`.
    pub fn short_path<'a>(&self, path: &'a str) -> std::borrow::Cow<'a, str> {
        self.place.short(path)
    }
}
