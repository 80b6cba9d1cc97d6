//! The text the model gets, with its parts.

use super::profile::Profile;
use super::survey::Survey;
use crate::skill::Span;

/// Where a part of the prompt comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    /// Sentences and punctuation the host puts around skills, in our own words.
    Framing,
    /// The text given with `--base`.
    Base,
    /// A skill, by name and reference.
    Skill {
        /// The name the host uses.
        name: String,
        /// Its reference.
        reference: String,
    },
}

/// A range of the prompt and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes of [`Prompt::text`].
    pub span: Span,
    /// Its origin.
    pub from: From,
}

/// What the model gets of the skills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The exact text.
    pub text: String,
    /// Its parts, in order, covering the text.
    pub parts: Vec<Part>,
}

/// What is chosen for the prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    /// Only these skills, by name or reference, in this order; `None` = all.
    pub skills: Option<Vec<String>>,
    /// The prompt the section is added to.
    pub base: Option<String>,
    /// Replaces `$ARGUMENTS`.
    pub args: Option<String>,
}

/// Renders what `profile` gives the model of `survey`.
pub fn render(profile: &Profile, survey: &Survey, selector: &Selector) -> Prompt {
    let _ = (profile, survey, selector);
    Prompt::default()
}
