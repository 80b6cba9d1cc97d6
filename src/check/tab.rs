//! Tabs where YAML, or one of its readers, wants blanks.

use super::yaml::{STOPS, all};
use super::{Fault, Input};
use crate::host::reading::Dropped;
use crate::skill::Span;
use crate::skill::edit::Edit;
use crate::skill::yaml::{ErrorKind, SyntaxError};

/// Some readers take no tab between the words of YAML at all.
pub(super) fn tabs(input: &Input<'_>) -> Vec<Fault> {
    let mut found = all(input, &[ErrorKind::Tab], tab);
    for (_, reading) in input.readings {
        let dropped = reading.dropped.as_ref();
        let at = dropped
            .filter(|dropped| STOPS.contains(&dropped.code))
            .and_then(|dropped| first_tab(input, dropped));
        if let Some(at) = at
            && found.iter().all(|fault| fault.range != at)
        {
            found.push(tab(input, &error_at(at)));
        }
    }
    found
}

/// The tab a reader stopped at, or the first one of the place it names.
fn first_tab(input: &Input<'_>, dropped: &Dropped) -> Option<Span> {
    let at = dropped.at.clone()?;
    let text = input.text.get(at.clone())?;
    let tab = text.find('\t')?;
    (text.len() == 1 || dropped.message.contains("tab"))
        .then_some(at.start + tab..at.start + tab + 1)
}

fn error_at(at: Span) -> SyntaxError {
    SyntaxError {
        kind: ErrorKind::Tab,
        at,
        since: None,
    }
}

fn tab(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let tabs = &input.text[error.at.clone()];
    let blanks = "  ".repeat(tabs.matches('\t').count().max(1));
    Fault::new(
        error.at.clone(),
        "a tab stands where only blanks may",
        "Use blanks instead.",
    )
    .fix(
        "replace the tab by two blanks",
        false,
        vec![Edit::replace(error.at.clone(), blanks)],
    )
}
