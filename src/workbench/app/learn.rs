//! The pages of our own: to read, and to start from. No host sees them.

use crate::skill::stock::LEARN;

/// What the ids of their rows begin with; no path does.
const SCHEME: &str = "learn:";

/// One page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its id, which is also the name of the skill it is.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Every page, in the order to read them.
pub fn all() -> impl Iterator<Item = Page> {
    LEARN.iter().map(|page| Page {
        id: page.id,
        text: page.text,
    })
}

/// The id of a page's row.
pub fn row_id(id: &str) -> String {
    format!("{SCHEME}{id}")
}

/// The page of a row.
pub fn by_row(row: &str) -> Option<Page> {
    let id = row.strip_prefix(SCHEME)?;
    all().find(|page| page.id == id)
}
