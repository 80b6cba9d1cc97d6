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
    let cost: usize = all.iter().map(|shown| units(frame, shown)).sum();
    if !too_long(cost, most) {
        return Vec::new();
    }
    all.iter_mut().filter_map(first_line).collect()
}

/// What one entry has, as JavaScript counts.
pub(super) fn units(frame: &Frame<'_>, shown: &Shown<'_>) -> usize {
    entry(frame.template, shown).encode_utf16().count()
}

/// Whether entries that have so much together are told by their first lines.
pub(super) fn too_long(units: usize, most: usize) -> bool {
    // No line end stands behind the last one.
    units.saturating_sub(1) > most
}

/// Leaves of a description its first line; what that takes.
pub(super) fn first_line(shown: &mut Shown<'_>) -> Option<Shortened> {
    shown.copy.path.as_ref()?;
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
}
