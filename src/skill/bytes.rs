//! From the bytes of a file to text, and what was odd about them.

/// How the bytes of a file became text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Valid UTF-8 (a byte-order mark stays in the text as U+FEFF).
    Utf8,
    /// Starts with the byte-order mark of UTF-16; the text is decoded for display only.
    Utf16,
    /// Not UTF-8: the offset of the first bad byte; bad bytes show as U+FFFD.
    Invalid {
        /// Offset of the first byte that is not part of a character.
        at: usize,
    },
}

/// Text as decoded for people; runtimes decode the bytes by their own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text; exact when `encoding` is [`Encoding::Utf8`], lossy otherwise.
    pub text: String,
    /// How it was decoded.
    pub encoding: Encoding,
}

/// Decodes the bytes of a file for showing and editing.
pub fn decode(bytes: &[u8]) -> Decoded {
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded {
            text: text.to_owned(),
            encoding: Encoding::Utf8,
        },
        Err(error) => Decoded {
            text: String::from_utf8_lossy(bytes).into_owned(),
            encoding: Encoding::Invalid {
                at: error.valid_up_to(),
            },
        },
    }
}
