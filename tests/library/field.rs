//! A project with a write area, something of others' beside it, and a guard.

use std::sync::Arc;

use skillkiln::library::{Expect, Grant, Guard, Trash, WriteError};

use crate::Ground;

/// `p/skills/custom` in the project `p`, as for agentworks; something precious beside it.
pub(crate) struct Field {
    pub(crate) ground: Ground,
    pub(crate) guard: Guard,
}

impl Field {
    pub(crate) fn new() -> Self {
        let ground = Ground::new();
        ground.file("p/skills/custom/mine/SKILL.md", "mine");
        ground.file("p/skills/theirs/SKILL.md", "theirs");
        ground.file("outside/SKILL.md", "precious");
        let grant = Grant::area(&ground.path("p"), &ground.path("p/skills/custom")).unwrap();
        let guard = Guard::new(vec![grant], Trash::new(ground.disk("state/trash")));
        Self { ground, guard }
    }

    pub(crate) fn at(&self, rest: &str) -> String {
        format!("{}/{rest}", self.ground.path("p/skills/custom"))
    }

    pub(crate) fn save(&self, rest: &str, old: &str, new: &str) -> Result<(), WriteError> {
        let expect = Expect::Bytes(Arc::from(old.as_bytes()));
        self.guard.save(&self.at(rest), new.as_bytes(), &expect)
    }

    pub(crate) fn create(&self, rest: &str) -> Result<(), WriteError> {
        self.guard.save(&self.at(rest), b"new", &Expect::Absent)
    }
}

pub(crate) fn bytes(text: &str) -> Expect {
    Expect::Bytes(Arc::from(text.as_bytes()))
}
