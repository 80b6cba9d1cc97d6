//! What one agent runtime does with skills, as data and a few strategies: from a file tree to the
//! text the model gets. Pure: no disk, no screen.
//!
//! [`profile`] is the data of one host; [`place`], [`settings`] and [`layers`] say where it stands; [`walk`] finds files in a
//! [`tree`]; [`read`] reads one; [`resolve`] decides which copy wins; [`survey`] puts these
//! together; [`select`] says which copies a list means; [`shadowing`] lists what hides what; [`prompt`] renders what the model gets; [`supporting`] lists what lies beside a skill;
//! [`stands`] says where a file is in that, [`verdict`] what a host makes of one file, [`cuts`] what its list leaves out, [`matrix`] both of all files by all hosts;
//! [`pace`] is that of long work; [`search`], [`activate`] and [`write_access`] answer what the model's tools would; [`python`] holds what Python calls text.

pub mod activate;
pub mod agents;
mod alone;
pub mod bounds;
mod budget;
pub mod cuts;
pub mod fingerprint;
mod go_json;
mod keyed;
pub mod known;
pub mod layers;
mod lines;
mod listing;
mod locale;
pub mod lock;
pub mod matrix;
pub mod merge;
pub mod names;
mod once;
mod own_way;
pub mod pace;
pub mod place;
pub mod plugins;
pub mod profile;
pub mod projected;
pub mod prompt;
pub mod python;
pub mod read;
pub mod reading;
mod resolve;
mod rows;
mod run;
pub mod search;
pub mod select;
pub mod sequence;
pub mod settings;
pub mod shadowing;
pub mod stands;
pub mod stray;
pub mod supporting;
pub mod survey;
mod surveys;
pub mod threads;
pub mod tokens;
pub mod tree;
pub mod verdict;
pub mod walk;
pub mod workflow;
pub mod write_access;

pub use activate::{ActivateError, Activated, activate};
pub use agents::{Agent, Run, Stage, agents, stages};
pub use alone::{ReadAt, read_at, read_file, read_kept};
pub use budget::{Shortened, Spent};
pub use layers::LayerState;
pub use lock::{host_entry, lock_entry, npx_entry};
pub use pace::Pace;
pub use place::Place;
pub use profile::{Profile, ProfileError, Profiles, ScanRoot};
pub use prompt::{Part, Prompt, Selector, render};
pub use reading::{Delegation, Dropped, Fault, Note, Reading, Value};
pub use search::{Hit, Hits, search, search_json};
pub use select::{Attached, SelectError, attach, choose, guard, meant};
pub use settings::Settings;
pub use survey::{Cache, Copy, NotLoaded, Skill, Source, Survey, survey};
pub use surveys::surveys;
pub use tree::{FileTree, Kind};
