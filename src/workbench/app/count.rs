//! Numbers that go with the cursor: how long the field is that it stands in, and how long the text.

use super::ink::Ink;
use super::layout::Pane;
use super::model::Model;
use super::text::Text;
use crate::check::Severity;
use crate::skill::lines::line_end;
use crate::skill::yaml::{Entry, Kind};

/// Columns from which a counter names its field.
const ROOM: u16 = 58;

/// The length of the field under the cursor, where somebody limits it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The field.
    pub key: String,
    /// Characters it has.
    pub count: usize,
    /// Characters it may have: the nearest limit that still holds, else the greatest.
    pub most: usize,
    /// Lesser limits that hold no more, the lowest first.
    pub passed: Vec<usize>,
    /// It is near a limit that counts, or over it.
    pub warns: bool,
}

impl Counter {
    /// What is shown; without the name of the field where there is little room.
    pub fn text(&self, columns: u16) -> String {
        let Self { count, most, .. } = self;
        let key = match columns < ROOM {
            true => String::new(),
            false => format!("{} ", self.key),
        };
        let over = match count.checked_sub(*most) {
            None | Some(0) => String::new(),
            Some(over) => format!(", {over} over"),
        };
        let passed: Vec<String> = self.passed.iter().map(usize::to_string).collect();
        let passed = match passed.as_slice() {
            [] => String::new(),
            all => format!(" (over {})", all.join(", ")),
        };
        format!("{key}{count}/{most}{over}{passed}")
    }

    /// How it is shown.
    pub fn ink(&self) -> Ink {
        match (self.warns, self.passed.is_empty()) {
            (true, _) => Ink::Warning,
            (false, false) => Ink::Info,
            (false, true) => Ink::Dim,
        }
    }
}

/// Counts the field under the cursor, in the characters (code points) that hosts and rules count:
/// those of the value, without the white space around it.
pub fn counter(model: &Model) -> Option<Counter> {
    let text = model.text().filter(|text| text.skill && text.writable())?;
    let entry = entry_here(text).filter(|_| model.prefs.focus == Pane::Editor)?;
    let (key, value) = (entry.key.text()?, entry.value.text()?);
    let hosts = model.eyes();
    let profiles = hosts.iter().filter_map(|id| model.profiles.get(id));
    let mut limits: Vec<(usize, Severity)> = profiles
        .flat_map(|profile| crate::host::bounds::bounds(profile, key))
        .map(|most| (most, Severity::Warning))
        .collect();
    limits.extend(crate::check::bounds(key, &model.project.config));
    limits.sort_unstable();
    let count = value.trim().chars().count();
    let next = limits.iter().find(|(most, _)| *most >= count);
    let (most, severity) = *next.or(limits.last())?;
    let firm = |severity: Severity| severity > Severity::Hint;
    let passed = limits.iter().filter(|(least, _)| *least < count.min(most));
    let passed: Vec<_> = passed.collect();
    let mut lesser: Vec<usize> = passed.iter().map(|(least, _)| *least).collect();
    lesser.dedup();
    let near = firm(severity) && count * 10 >= most * 9;
    Some(Counter {
        key: key.to_owned(),
        count,
        most,
        passed: lesser,
        warns: near || passed.iter().any(|(_, severity)| firm(*severity)),
    })
}

/// How long the text is, or what is selected of it, for people. Words are what stands between blanks.
pub fn size(model: &Model) -> Option<String> {
    let text = model.text().filter(|_| model.prefs.focus == Pane::Editor)?;
    let selected = text.editor.selected_text();
    let counted = selected.unwrap_or(text.editor.text());
    let (words, characters) = (words(counted), counted.chars().count());
    let many = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let lines = match selected {
        Some(_) => "selected".to_owned(),
        None => many(text.editor.line_count(), "line"),
    };
    let (words, characters) = (many(words, "word"), many(characters, "character"));
    Some(format!("{words}  {characters}  {lines}"))
}

/// Runs of bytes that are no ASCII blanks: asked with every frame, also of long texts.
fn words(text: &str) -> usize {
    let mut blank = true;
    let mut count = 0;
    for byte in text.bytes() {
        let is_blank = byte <= b' ';
        count += usize::from(blank && !is_blank);
        blank = is_blank;
    }
    count
}

/// The field the cursor stands in: its key, its value, or the rest of its last line.
fn entry_here(text: &Text) -> Option<&Entry> {
    let cursor = text.editor.cursor();
    let front = text.document.front.as_ref()?;
    let entries = front.tree.entries().iter();
    let entry = entries
        .take_while(|entry| entry.key.span.start <= cursor)
        .last()?;
    let scalar = matches!(entry.value.kind, Kind::Scalar { .. });
    let whole = text.editor.text();
    let from = entry
        .value
        .span
        .end
        .max(entry.key.span.end)
        .min(whole.len());
    let end = line_end(whole, from, whole.len());
    (scalar && cursor <= end && cursor <= front.yaml.end).then_some(entry)
}
