//! Texts that stand in bytes others hold too: the body of a file, the file itself. Kept as a place in
//! those bytes they cost next to nothing, however many hosts read the file.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Span;

/// Bytes at the start of a text that it is looked for by.
const START: usize = 32;

/// Places that are tried.
const TRIED: usize = 16;

/// A text within bytes that are shared. It reads as a `str`.
#[derive(Clone, Default)]
pub struct Shared {
    /// Valid UTF-8 in the range.
    bytes: Arc<[u8]>,
    span: Span,
}

impl Shared {
    /// The text, at its place in `bytes` where it stands there; else on its own.
    pub fn within(bytes: &Arc<[u8]>, text: &str) -> Self {
        // A text that was cut out of these very bytes is not looked for.
        let start = (text.as_ptr() as usize).checked_sub(bytes.as_ptr() as usize);
        let cut = start.map(|start| start..start + text.len());
        if let Some(span) = cut.filter(|span| span.end <= bytes.len()) {
            return Self {
                bytes: Arc::clone(bytes),
                span,
            };
        }
        // Most hosts take what stands last, some without the white space at its end.
        let whole = bytes.len();
        let trimmed = bytes.trim_ascii_end().len();
        let at = [whole, trimmed]
            .into_iter()
            .find(|end| bytes[..*end].ends_with(text.as_bytes()))
            .map(|end| end - text.len())
            .or_else(|| elsewhere(bytes, text.as_bytes()));
        match at {
            Some(at) => Self {
                bytes: Arc::clone(bytes),
                span: at..at + text.len(),
            },
            None => Self::from(text),
        }
    }

    /// The bytes of the text. To read it as a `str` takes a look at every one of them.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(self.span.clone()).unwrap_or_default()
    }

    /// Where it stands in these very bytes; `None` for a text of other ones, even if it is the same.
    pub fn place_in(&self, bytes: &Arc<[u8]>) -> Option<&Span> {
        Arc::ptr_eq(&self.bytes, bytes).then_some(&self.span)
    }

    /// The same text, at its place in `bytes` where it stands there.
    pub fn moved_to(self, bytes: &Arc<[u8]>) -> Self {
        match Arc::ptr_eq(&self.bytes, bytes) {
            true => self,
            false => Self::within(bytes, &self),
        }
    }
}

/// Where a text stands in bytes, looked for by the few bytes that it begins with: to search for all of a
/// long text takes longer than to keep it twice.
fn elsewhere(bytes: &[u8], text: &[u8]) -> Option<usize> {
    let start = &text[..text.len().min(START)];
    memchr::memmem::find_iter(bytes, start)
        .take(TRIED)
        .find(|at| bytes[*at..].starts_with(text))
}

impl Deref for Shared {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Self {
            bytes: Arc::from(text.as_bytes()),
            span: 0..text.len(),
        }
    }
}

impl From<String> for Shared {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Shared {}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl serde::Serialize for Shared {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_stands_in_the_bytes_is_not_kept_twice() {
        let bytes: Arc<[u8]> = Arc::from("---\nname: é\n---\nbody é\n\n".as_bytes());
        for text in [
            "body é\n\n",
            "body é\n",
            "body é",
            "body",
            "",
            "---\nname: é\n---\nbody é\n\n",
        ] {
            let shared = Shared::within(&bytes, text);
            assert_eq!(&*shared, text);
            assert!(Arc::ptr_eq(&shared.bytes, &bytes), "{text:?}");
            let moved = Shared::from(text).moved_to(&bytes);
            assert_eq!(&*moved, text);
            assert!(Arc::ptr_eq(&moved.bytes, &bytes), "{text:?}");
        }
    }

    #[test]
    fn a_text_that_stands_nowhere_in_the_bytes_is_kept_by_itself() {
        let latin: Arc<[u8]> = Arc::from(&b"caf\xe9 noir"[..]);
        for text in ["café noir", "other"] {
            let shared = Shared::within(&latin, text);
            assert_eq!(&*shared, text);
            assert!(!Arc::ptr_eq(&shared.bytes, &latin), "{text:?}");
        }
        // What can be read of it may stand there.
        assert_eq!(&*Shared::within(&latin, " noir"), " noir");
    }
}
