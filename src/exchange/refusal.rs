//! Why something from elsewhere is not taken.

use crate::library::WriteError;

/// Why a source is not taken, or not put where it was to go. Nothing was written then.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A source, an archive or a request that is not acceptable.
    #[error("{detail}")]
    No {
        /// A short stable code: those of the recorded vectors where they have one.
        code: &'static str,
        /// What is wrong, for people; names the member, the address or the skill.
        detail: String,
    },
    /// The guard or the disk refused.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Refusal {
    /// A refusal with a code and the words for it.
    pub fn new(code: &'static str, detail: impl Into<String>) -> Self {
        Self::No {
            code,
            detail: detail.into(),
        }
    }

    /// The code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::No { code, .. } => code,
            Self::Write(WriteError::Exists { .. } | WriteError::CaseOnly { .. }) => "skill_exists",
            Self::Write(WriteError::Changed { .. }) => "changed-meanwhile",
            Self::Write(WriteError::Full { .. }) => "disk-full",
            Self::Write(WriteError::ReadOnly { .. }) => "read-only",
            Self::Write(_) => "not-written",
        }
    }

    /// The same refusal under another code, where a host has a word of its own for it.
    pub(super) fn named(self, from: &str, code: &'static str) -> Self {
        match self {
            Self::No { code: own, detail } if own == from => Self::No { code, detail },
            other => other,
        }
    }
}
