//! The workbench as people use it: keys in; screen and files out.

mod agree;
mod bad_input;
mod broken_off;
mod completion;
mod counting;
mod demo;
mod dialogs;
mod editing;
mod files;
mod finding;
mod fixing;
mod harness;
mod help;
mod hosts;
mod importing;
mod journeys;
mod kept;
mod keys;
mod layers;
mod locks;
mod matrix;
mod meanwhile;
mod mouse;
mod naming;
mod narrow;
mod network;
mod not_loaded;
mod npx;
mod outside;
mod panes;
mod pictures;
mod pointing;
mod program;
mod project;
mod readme;
mod recovery;
mod selector;
mod sending;
mod shadowing;
mod sizes;
mod skills;
mod small;
mod split;
mod updating;
mod wander;
mod work;

/// A server of the network that answers as a test wants.
#[path = "../exchange/server.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod server;
