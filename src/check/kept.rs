//! What is kept between checks of a project.

use std::collections::HashMap;
use std::sync::Arc;

use super::Finding;
use super::config::Config;
use super::project::Job;
use crate::skill::shared::Shared;

/// Work kept between checks of a project: the findings of files that did not change.
#[derive(Debug, Default)]
pub struct Checks {
    pub(super) config: Config,
    pub(super) kept: HashMap<Arc<str>, Kept>,
    pub(super) once: bool,
}

impl Checks {
    /// For one check: nothing is made ready for another.
    pub fn once() -> Self {
        Self {
            once: true,
            ..Self::default()
        }
    }
}

/// What was found, and what it follows from: there may be very many of them, so that readings are told
/// by their marks, all of a file by one.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) bytes: Arc<[u8]>,
    pub(super) mark: u64,
    pub(super) hosts: Arc<[String]>,
    pub(super) shape: u64,
    pub(super) text: Shared,
    pub(super) findings: Arc<Vec<Finding>>,
    pub(super) silenced: usize,
}

impl Kept {
    /// It is what would be found again.
    pub(super) fn holds(&self, job: &Job, shape: u64) -> bool {
        self.shape == shape
            && self.hosts == job.hosts
            && (Arc::ptr_eq(&self.bytes, &job.bytes) || self.bytes == job.bytes)
            && self.mark == job.mark()
    }
}
