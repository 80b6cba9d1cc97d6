//! The words of YAML, as the scanner hands them to the parser.

use super::cursor::Mark;
use super::{Span, Style};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    StreamEnd,
    /// `%YAML major.minor`
    Version(u32, u32),
    /// `%TAG handle prefix`
    TagDirective(String, String),
    /// `%OTHER ...`, where such lines are passed over.
    OtherDirective,
    DocumentStart,
    DocumentEnd,
    SequenceStart,
    MappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    /// `- `
    Item,
    /// `,`
    Comma,
    /// A key begins, with or without `?`.
    Key,
    /// `:`
    Value,
    Alias(String),
    Anchor(String),
    /// Handle and suffix.
    Tag(String, String),
    Scalar(String, Style),
}

/// A token and the bytes it takes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: Mark,
    pub end: usize,
}

impl Token {
    pub fn span(&self) -> Span {
        self.start.at..self.end.max(self.start.at)
    }
}
