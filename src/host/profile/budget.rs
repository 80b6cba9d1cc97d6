//! What the entries of a catalogue may cost together.

use serde::Deserialize;

/// A share of the model's window. Each entry costs what it has in letters, over `per_token` where
/// tokens are counted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Budget {
    /// Hundredths of the window.
    pub percent: usize,
    /// The option that gives the share instead, as a fraction of one.
    #[serde(default)]
    pub share: Option<String>,
    /// The option that gives the window, in tokens.
    pub option: String,
    /// The window where the option says nothing.
    pub window: usize,
    /// What is counted.
    #[serde(default)]
    pub counts: Counts,
    /// Bytes or characters that count as one token.
    #[serde(alias = "bytes-per-token")]
    pub per_token: usize,
    /// Bytes that the lines of the folders may have for nothing; what they have more, over
    /// `per-token`, the entries must do without.
    #[serde(default)]
    pub roots_free: usize,
    /// What goes where not all fits.
    #[serde(default)]
    pub loses: Loses,
    /// What of this rests on our own decision, for people.
    #[serde(default)]
    pub note: Option<String>,
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// Tokens: the bytes of each entry over those of a token, rounded up (Codex, recorded).
    #[default]
    Tokens,
    /// Characters, those between the entries too (Claude Code, its settings).
    Characters,
}

impl Counts {
    /// What they are called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Characters => "characters",
        }
    }
}

/// What a catalogue loses that is too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loses {
    /// Descriptions get one character each in turn until nothing is left; where not even the bare
    /// entries fit, the last ones go (Codex, recorded).
    #[default]
    Characters,
    /// Names stay, all of them; in the order of the entries each description stands whole when there
    /// is still room for it, or not at all (Claude Code, its documents).
    Descriptions,
}
