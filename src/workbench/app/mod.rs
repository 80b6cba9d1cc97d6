//! The model of the screen: `Message -> update(&mut Model) -> Vec<Effect>`. Pure: no terminal, no
//! disk, no clock. Time comes in with the message, everything else with an answer.

pub mod board;
pub mod brief;
pub mod commands;
pub mod complete;
pub mod count;
mod derive;
pub mod dialog;
pub mod difference;
pub mod effect;
pub mod exchange;
pub mod find;
pub mod footer;
pub mod foresee;
pub mod frame;
pub mod fuzzy;
pub mod header;
pub mod help;
pub mod ink;
pub mod key;
pub mod keymap;
pub mod layout;
pub mod learn;
pub mod list;
pub mod log;
pub mod matrix;
pub mod merging;
pub mod message;
pub mod model;
pub mod preview;
pub mod problem;
pub mod project;
pub mod recovery;
pub mod selection;
pub mod shadowing;
pub mod stand;
pub mod text;
pub mod update;
pub mod weigh;
pub mod when;
pub mod work;

pub use derive::settle;
pub use effect::Effect;
pub use message::{Disk, Message};
pub use model::Model;
pub use update::update;
