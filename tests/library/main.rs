//! The disk: scanning, watching, writing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

mod author;
mod field;
#[path = "../common/ground.rs"]
mod ground;
mod live;
mod naming;
mod recovery;
mod rescan;
mod scan;
mod trash;
mod ways_out;
mod write;

use ground::{Ground, link};
