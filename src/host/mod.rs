//! What one agent runtime does with skills, as data and a few strategies: from a file tree to the
//! text the model gets. Pure: no disk, no screen.

pub mod profile;
pub mod prompt;
pub mod reading;
pub mod survey;
pub mod tree;

pub use profile::{Profile, Profiles};
pub use prompt::{From, Part, Prompt, Selector};
pub use reading::{Reading, Value};
pub use survey::{Copy, LayerState, NotLoaded, Place, Skill, Survey, survey};
pub use tree::{FileTree, Kind};
