//! Skills from and to elsewhere.
//!
//! | module | what it does |
//! |---|---|
//! | [`source`] | what a person types, read as a host reads it |
//! | [`net`] | https: downloads, redirects, repositories |
//! | [`archive`], [`bundle`] | archives unpacked in memory, every name looked at, within [`limits`] |
//! | [`local`], [`open`](mod@open) | a source opened, from the own disk or the network |
//! | [`find`], [`candidate`], [`facts`], [`preview`](mod@preview), [`existing`], [`meeting`] | the skills in it, and what to know about them before installing |
//! | [`install`](mod@install), [`place`], [`lock`], `json`, [`hash`], [`record`] | a skill put where the host finds it, and what is remembered about it |
//! | [`areas`], [`foreign`], [`status`], [`modes`], [`update`], `obstacle`, `outcome` | what was changed here or at its source, both merged, and what the host would make of that |
//! | [`follow`] | the lock goes along with what is deleted, brought back, renamed |
//! | [`export`], [`exposed`], [`flat`], [`target`], [`deploy`] | archives for others, and copies in folders of other hosts |

pub mod archive;
pub mod areas;
pub mod bundle;
pub mod candidate;
mod demands;
pub mod deploy;
pub mod existing;
pub mod export;
pub mod exposed;
pub mod facts;
pub mod find;
pub mod flat;
pub mod follow;
pub mod foreign;
pub mod hash;
pub mod install;
mod json;
mod judging;
pub mod limits;
pub mod local;
pub mod lock;
pub mod meeting;
pub mod modes;
mod moved;
pub mod net;
mod obstacle;
pub mod open;
mod outcome;
pub mod place;
pub mod preview;
pub mod record;
mod refusal;
pub mod source;
pub mod status;
pub mod target;
pub mod update;

pub use areas::Areas;
pub use candidate::Candidate;
pub use install::{Installed, Wish, install};
pub use net::{Cancel, Net, Progress, Watch};
pub use open::{Opened, open};
pub use place::Area;
pub use preview::{Ground, Preview, preview};
pub use refusal::Refusal;
pub use source::{Grammar, Source, parse};
