//! skillkiln: a terminal workbench for people who write skills for AI agents.
//!
//! Everything is one flow, from files to what the model sees:
//!
//! ```text
//! files on disk ──► file tree ──► readings ──► resolution ──► prompt
//!   (library)       (a value)      (host)        (host)        (host)
//!                       ▲
//!           the unsaved editor text is laid over one file of the tree
//! ```
//!
//! | room | what lives there | may use |
//! |---|---|---|
//! | [`skill`] | one skill as text: fences, YAML tree with spans, fields, edits, merge, colour roles | – |
//! | [`host`] | what one agent runtime does with skills: profile, reader, layers, resolution, prompt | `skill` |
//! | [`check`] | rules, findings with exact ranges, fixes, report formats | `skill`, `host` |
//! | [`library`] | the disk: scan to a tree, watch, and the only module that writes skills | `skill`, `host` |
//! | [`exchange`] | skills from and to elsewhere: sources, download, archives, hash, lock, update, export | `skill`, `host`, `check`, `library` |
//! | [`workbench`] | the screen: `edit` (text), `app` (model and update), `view` (drawing), `run` (effects) | all of the above |
//! | [`cli`] | the same work without a screen | everything but `workbench` |
//!
//! `tests/rooms.rs` reads the `use` lines and fails when a room reaches into one it may not use.

pub mod check;
pub mod cli;
pub mod exchange;
pub mod host;
pub mod library;
pub mod skill;
pub mod workbench;

/// Many small texts are made in every thread. This allocator is quicker at it than that of most systems,
/// and gives back what nobody uses when it is asked for more: with glibc's, a third of the memory was that.
/// Large pages are left out: the many small pieces that outlive the others would hold them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
