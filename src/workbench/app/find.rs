//! Finding and replacing in the text: what is looked for, and where it stands.

use super::layout::Pane;
use super::model::Model;
use super::text::Text;
use crate::skill::Span;
use crate::workbench::edit::{Field, Search};

/// What is looked for. It is kept when the bar is closed.
#[derive(Default)]
pub struct Find {
    /// The bar is shown and has the keys.
    pub open: bool,
    /// What is looked for.
    pub needle: Field,
    /// What takes its place.
    pub with: Field,
    /// The line for what takes its place is shown.
    pub replacing: bool,
    /// The keys go there.
    pub in_with: bool,
    /// Large and small letters differ.
    pub case: bool,
    /// Only whole words.
    pub word: bool,
    /// Where the cursor stood before anything was looked for.
    pub origin: usize,
    /// Every match, in order.
    pub hits: Vec<(Span, ())>,
    /// What the matches belong to.
    pub of: Option<(String, u64, Search)>,
}

impl Find {
    /// What is looked for, and how.
    pub fn search(&self) -> Search {
        Search {
            needle: self.needle.text().to_owned(),
            case_sensitive: self.case,
            whole_word: self.word,
        }
    }

    /// The field the keys go to.
    pub fn field(&mut self) -> &mut Field {
        match self.in_with {
            true => &mut self.with,
            false => &mut self.needle,
        }
    }

    /// Finds every match again when the text or what is looked for is another.
    pub fn refresh(&mut self, text: &Text) {
        let of = Some((text.path.clone(), text.editor.revision(), self.search()));
        if self.of != of {
            let found = text.editor.find_all(&self.search());
            self.hits = found.into_iter().map(|span| (span, ())).collect();
            self.of = of;
        }
    }

    /// Which match is selected, from 1.
    pub fn number(&self, text: &Text) -> Option<usize> {
        let selected = text.editor.selection()?;
        let at = self
            .hits
            .partition_point(|(hit, ())| hit.start < selected.start);
        (self.hits.get(at)?.0 == selected).then_some(at + 1)
    }

    /// How many there are, for people; `true` when that is to be noticed.
    pub fn count(&self, text: &Text) -> (String, bool) {
        match (self.hits.len(), self.number(text)) {
            _ if self.needle.text().is_empty() => (String::new(), false),
            (0, _) => ("no match".to_owned(), true),
            (all, Some(number)) => (format!("{number} of {all}"), false),
            (1, None) => ("1 match".to_owned(), false),
            (all, None) => (format!("{all} matches"), false),
        }
    }
}

impl Model {
    /// The bar is shown and has the keys.
    pub fn finding(&self) -> bool {
        self.find.open && self.prefs.focus == Pane::Editor && self.text().is_some()
    }
}
