//! Finding and replacing in the text: what is looked for, and where it stands.

use super::commands::by_id;
use super::ink::width;
use super::keymap::contexts;
use super::layout::{Area, Pane};
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

/// Columns before a field of the bar.
pub const LABEL: u16 = 9;
/// Columns from which the switches have their keys beside them.
const ROOM: u16 = 58;

/// The bar as it stands.
pub struct Bar {
    /// Where it is typed what is looked for.
    pub needle: Option<Area>,
    /// The switches right of it: column, what is shown, whether it is on.
    pub switches: Vec<(u16, String, bool)>,
    /// How many matches there are, before that column; true when that is to be noticed.
    pub count: (u16, String, bool),
    /// Where it is typed what takes the place of a match.
    pub with: Option<Area>,
    /// What the keys do, and the column it ends before.
    pub keys: (u16, String),
}

impl Bar {
    /// In an area; `None` without a text.
    pub fn new(model: &Model, area: Area) -> Option<Self> {
        let text = model.text()?;
        let find = &model.find;
        let inner = area.inset(1, 1);
        // Where there is one row, it is the one with the keys.
        let one = inner.height < 2;
        let does = |id: &str, does: &str| {
            let key = by_id(id).and_then(|command| model.keymap.key_in(command, contexts(model)));
            key.map_or(String::new(), |key| format!("{} {does}", key.short()))
        };
        let columns = |text: &str| u16::try_from(width(text)).unwrap_or(u16::MAX);
        let keys = inner.width >= ROOM;
        let switch = |on: bool, id: &str, word: &str| {
            let label = if keys {
                does(id, word)
            } else {
                word.to_owned()
            };
            (on || keys).then_some((label, on))
        };
        let mut right = inner.x + inner.width;
        let mut switches = Vec::new();
        let all = [
            switch(find.word, "find.word", "word"),
            switch(find.case, "find.case", "case"),
        ];
        for (label, on) in all.into_iter().flatten() {
            right = right.saturating_sub(columns(&label));
            switches.push((right, label, on));
            right = right.saturating_sub(2);
        }
        let (count, missing) = find.count(text);
        let ends = right;
        right = right.saturating_sub(columns(&count)).saturating_sub(2);
        let row = |y: u16, right: u16| {
            let x = inner.x + LABEL;
            Area::new(x, y, right.saturating_sub(x), 1)
        };
        let y = if one { inner.y } else { inner.y + 1 };
        let with = find.replacing && (find.in_with || !one);
        let told = match (with, keys) {
            (true, true) => format!(
                "{}  {}",
                does("find.go", "replaces"),
                does("find.replace-all", "all")
            ),
            (true, false) => does("find.replace-all", "all"),
            (false, _) => {
                let replaces = text.writable().then(|| does("find.switch", "replaces"));
                let others = [
                    does("find.next", "next"),
                    does("find.previous", "before"),
                    does("find.close", "closes"),
                ];
                let all: Vec<String> = replaces.into_iter().chain(others).collect();
                all.join("  ")
            }
        };
        let end = inner.x + inner.width;
        let left = end.saturating_sub(columns(&told)).saturating_sub(2);
        Some(Self {
            needle: (!(one && find.in_with)).then(|| row(inner.y, right)),
            switches,
            count: (ends, count, missing),
            with: with.then(|| row(y, left)),
            keys: (end, if one && !with { String::new() } else { told }),
        })
    }
}

impl Model {
    /// The bar is shown and has the keys.
    pub fn finding(&self) -> bool {
        self.find.open && self.prefs.focus == Pane::Editor && self.text().is_some()
    }
}
