//! The bytes of one file, and what its readers found in them: hosts that read one file one after the
//! other do the same work once.

use std::cell::RefCell;
use std::rc::Rc;
use std::str::Utf8Error;

use crate::skill::Span;
use crate::skill::yaml::{self, Dialect, Node, SyntaxError};

/// What a strict parse of YAML gives: its root, `None` where there is nothing.
pub type Parsed = Result<Option<Rc<Node>>, SyntaxError>;

/// The bytes of a file as several hosts read them.
#[derive(Debug)]
pub struct Raw<'a> {
    bytes: &'a [u8],
    text: Result<&'a str, Utf8Error>,
    parsed: RefCell<Vec<(Part, Parsed)>>,
}

/// What was parsed: where its text begins in the file, the YAML in that, and the rules.
type Part = (usize, Span, Dialect);

impl<'a> Raw<'a> {
    /// Bytes nobody has looked at.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            text: std::str::from_utf8(bytes),
            parsed: RefCell::default(),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The bytes as text.
    ///
    /// # Errors
    /// They are not UTF-8.
    pub fn text(&self) -> Result<&'a str, Utf8Error> {
        self.text
    }

    /// The YAML at `span` of a text, which is kept when the text stands in the file as it is.
    pub(super) fn parsed(&self, text: &str, span: &Span, dialect: Dialect) -> Parsed {
        let parse = || Ok(yaml::parse(text, span.clone(), dialect)?.map(Rc::new));
        let start = (text.as_ptr() as usize).checked_sub(self.bytes.as_ptr() as usize);
        let inside = |start: &usize| start + text.len() <= self.bytes.len();
        let Some(start) = start.filter(inside) else {
            return parse();
        };
        let part = (start, span.clone(), dialect);
        let known = |known: &&(Part, Parsed)| known.0 == part;
        if let Some((_, parsed)) = self.parsed.borrow().iter().find(known) {
            return parsed.clone();
        }
        let parsed = parse();
        self.parsed.borrow_mut().push((part, parsed.clone()));
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_is_parsed_once_by_the_same_rules() {
        let bytes = b"---\nname: a\n---\n".to_vec();
        let raw = Raw::new(&bytes);
        let text = raw.text().expect("UTF-8");
        let root = |text: &str, span: Span, dialect| {
            let parsed = raw.parsed(text, &span, dialect);
            parsed.expect("YAML").expect("a node")
        };
        let first = root(text, 4..12, Dialect::Pyyaml);
        assert!(Rc::ptr_eq(&first, &root(text, 4..12, Dialect::Pyyaml)));
        // Other rules, another part, and a text that begins elsewhere, whose places are others.
        for other in [
            root(text, 4..12, Dialect::JsYaml),
            root(text, 4..11, Dialect::Pyyaml),
            root(&text[4..], 0..8, Dialect::Pyyaml),
        ] {
            assert!(!Rc::ptr_eq(&first, &other));
        }
        // The same words that do not stand in the file are another text.
        let copy = text.replace("name", "kind");
        let other = root(&copy, 4..12, Dialect::Pyyaml);
        assert_ne!(first, other);
        assert!(!Rc::ptr_eq(&other, &root(&copy, 4..12, Dialect::Pyyaml)));
    }

    #[test]
    fn a_fault_is_told_to_each_that_asks() {
        let raw = Raw::new(b"a: 'b\n");
        let text = raw.text().expect("UTF-8");
        let first = raw
            .parsed(text, &(0..6), Dialect::Pyyaml)
            .expect_err("an open quote");
        let again = raw
            .parsed(text, &(0..6), Dialect::Pyyaml)
            .expect_err("an open quote");
        assert_eq!(first, again);
        let bad = Raw::new(b"a\xff");
        assert_eq!(bad.text().map_err(|error| error.valid_up_to()), Err(1));
    }
}
