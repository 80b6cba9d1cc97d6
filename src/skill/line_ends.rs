//! Which line ends a text has.

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

impl LineEnds {
    /// The line end to write in such a text; LF where it is mixed.
    pub fn text(self) -> &'static str {
        match self {
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
            Self::Lf | Self::Mixed => "\n",
        }
    }
}

/// The kind of line ends a text uses.
pub fn line_ends(text: &str) -> LineEnds {
    let bytes = text.as_bytes();
    // The usual file has no CR.
    if memchr::memchr(b'\r', bytes).is_none() {
        return LineEnds::Lf;
    }
    let returns = bytes.iter().filter(|byte| **byte == b'\r').count();
    let feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
    let both = bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
    match (returns - both, feeds - both, both) {
        (0, 0, _) => LineEnds::CrLf,
        (_, 0, 0) => LineEnds::Cr,
        _ => LineEnds::Mixed,
    }
}
