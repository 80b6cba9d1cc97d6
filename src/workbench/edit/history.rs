//! Steps to take back and do again.

use std::time::Duration;

use crate::skill::Span;

/// Typing that pauses longer than this begins a new step.
const PAUSE: Duration = Duration::from_millis(1000);

/// Cursor and the other end of the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub cursor: usize,
    pub anchor: Option<usize>,
}

/// What a step does, as far as it decides whether the next one joins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Typing inside a line.
    Type,
    /// Deleting grapheme by grapheme.
    Erase,
    /// Stands alone.
    Whole,
}

/// Text that took the place of other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub start: usize,
    pub removed: String,
    pub inserted: String,
}

impl Change {
    /// What to replace to do it, and by what.
    pub fn forward(&self) -> (Span, &str) {
        (self.start..self.start + self.removed.len(), &self.inserted)
    }

    /// What to replace to take it back, and by what.
    pub fn backward(&self) -> (Span, &str) {
        (self.start..self.start + self.inserted.len(), &self.removed)
    }
}

/// Changes that are taken back together.
#[derive(Clone, Debug)]
pub(super) struct Step {
    id: u64,
    kind: Kind,
    pub changes: Vec<Change>,
    pub before: Place,
    pub after: Place,
    at: Duration,
}

/// All steps since the text was opened.
#[derive(Clone, Debug)]
pub(super) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The next change may join the last step.
    open: bool,
    last_id: u64,
    /// Id of the step after which the text was saved; 0 is the opened text. `None`: no step leads there.
    saved: Option<u64>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            done: Vec::new(),
            undone: Vec::new(),
            open: false,
            last_id: 0,
            saved: Some(0),
        }
    }
}

impl History {
    /// Begins a step, or goes on with the last one when it is typing of the same kind at the same
    /// place, without a pause, and in the same word.
    pub fn begin(&mut self, kind: Kind, now: Duration, before: Place, typed: &str) {
        let joins = self.open
            && kind != Kind::Whole
            && self.done.last().is_some_and(|last| {
                last.kind == kind
                    && last.after == before
                    && now.saturating_sub(last.at) <= PAUSE
                    && !starts_word(last, typed)
            });
        if !joins {
            self.last_id += 1;
            self.done.push(Step {
                id: self.last_id,
                kind,
                changes: Vec::new(),
                before,
                after: before,
                at: now,
            });
        }
        self.open = true;
    }

    /// Notes a change of the step that was begun.
    pub fn note(&mut self, start: usize, removed: &str, inserted: &str) {
        let Some(step) = self.done.last_mut() else {
            return;
        };
        self.undone.clear();
        if step.kind != Kind::Whole
            && let Some(last) = step.changes.last_mut()
        {
            if removed.is_empty() && start == last.start + last.inserted.len() {
                last.inserted.push_str(inserted);
                return;
            }
            if inserted.is_empty() && last.inserted.is_empty() {
                if start + removed.len() == last.start {
                    last.removed.insert_str(0, removed);
                    last.start = start;
                    return;
                }
                if start == last.start {
                    last.removed.push_str(removed);
                    return;
                }
            }
        }
        step.changes.push(Change {
            start,
            removed: removed.to_owned(),
            inserted: inserted.to_owned(),
        });
    }

    /// Ends what was begun; a step without changes leaves no trace.
    pub fn end(&mut self, now: Duration, after: Place) {
        let Some(step) = self.done.last_mut() else {
            return;
        };
        if step.changes.is_empty() {
            self.done.pop();
            return;
        }
        step.after = after;
        step.at = now;
    }

    /// Lets no further change join the last step.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// The step to take back; it can be done again afterwards.
    pub fn undo(&mut self) -> Option<&Step> {
        self.close();
        self.undone.push(self.done.pop()?);
        self.undone.last()
    }

    /// The step to do again.
    pub fn redo(&mut self) -> Option<&Step> {
        self.close();
        self.done.push(self.undone.pop()?);
        self.done.last()
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The text as it is now is the saved one.
    pub fn mark_saved(&mut self) {
        self.close();
        self.saved = Some(self.state());
    }

    /// None of the texts that steps lead to is the saved one any more.
    pub fn forget_saved(&mut self) {
        self.close();
        self.saved = None;
    }

    /// The text is another one than the saved one.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.state())
    }

    fn state(&self) -> u64 {
        self.done.last().map_or(0, |step| step.id)
    }
}

/// `typed` begins a word after the white space that ends the step.
fn starts_word(step: &Step, typed: &str) -> bool {
    let last = step.changes.last().and_then(|c| c.inserted.chars().last());
    last.is_some_and(char::is_whitespace) && !typed.starts_with(char::is_whitespace)
}
