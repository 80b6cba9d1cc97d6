//! The workbench as people use it: keys in; screen and files out.

mod bad_input;
mod completion;
mod counting;
mod dialogs;
mod editing;
mod finding;
mod harness;
mod hosts;
mod journeys;
mod layers;
mod matrix;
mod naming;
mod not_loaded;
mod outside;
mod panes;
mod project;
mod readme;
mod recovery;
mod selector;
mod sizes;
mod skills;
mod small;
mod wander;
