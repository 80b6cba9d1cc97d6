//! The checks from the outside: recorded files, the pages of the rules, configuration, whole
//! projects.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

mod agree;
mod budget;
#[path = "../common/mod.rs"]
mod common;
mod config;
mod entries;
mod ideals;
mod links;
mod mending;
mod pages;
mod pain;
mod pairs;
mod project;
mod taken;
mod vectors;
