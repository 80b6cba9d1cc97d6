//! A list that is too long is told by the first lines of its descriptions.

use std::borrow::Cow;

use super::{Frame, Shown, entry};
use crate::host::budget::Shortened;
use crate::host::read::is_js_space;

/// Leaves of each description its first line, and nothing behind it, where all entries together are too
/// long; what comes with the host stays whole (Qwen Code 0.24.4, run). What it took.
pub(super) fn first_lines(frame: &Frame<'_>, all: &mut [Shown<'_>]) -> Vec<Shortened> {
    let Some(most) = frame.template.first_lines_beyond else {
        return Vec::new();
    };
    let cost = |shown: &Shown<'_>| entry(frame.template, shown).encode_utf16().count();
    // No line end stands behind the last one.
    let cost: usize = all.iter().map(cost).sum();
    if cost.saturating_sub(1) <= most {
        return Vec::new();
    }
    let own = all.iter_mut().filter(|shown| shown.copy.path.is_some());
    let taken = own.filter_map(|shown| {
        let held = shown
            .copy
            .reading
            .description
            .as_deref()
            .unwrap_or_default();
        let line = held.split('\n').next().unwrap_or_default();
        let line = line.trim_matches(is_js_space);
        if *shown.description == *line {
            return None;
        }
        let whole = shown.description.chars().count();
        shown.description = Cow::Owned(line.to_owned());
        Some(Shortened {
            name: shown.copy.name.clone(),
            path: shown.copy.path.clone(),
            kept: Some(line.chars().count()),
            whole,
            alone: false,
        })
    });
    taken.collect()
}
