//! Skills from and to elsewhere.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

mod archives;
mod between;
mod borders;
mod broken_off;
mod codes;
mod decisions;
mod desk;
mod dest;
mod export;
mod import;
mod kept;
mod linked;
mod locked;
mod looks;
mod modes;
mod moved;
mod net;
mod npx;
mod npx_home;
mod own;
mod secrets;
mod server;
mod shapes;
mod single;
#[cfg(unix)]
mod storms;
mod undecided;
mod undo;
mod unread;
mod vectors;
mod versions;
mod words;

use std::path::Path;

/// A file of recordings.
pub fn vector(name: &str) -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
