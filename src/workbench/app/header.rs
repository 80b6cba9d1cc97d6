//! What is counted at the right of the header, and what a click on it does.

use super::ink::{Ink, width};
use super::layout::Area;
use super::model::Model;
use super::problem;

/// Below this many columns words are short.
const NARROW: u16 = 80;

/// Below this many columns what needs no attention gives way.
const TIGHT: u16 = 50;

/// One number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its first column.
    pub x: u16,
    /// What is shown.
    pub text: String,
    /// What it means.
    pub ink: Ink,
    /// Id of the command a click runs.
    pub command: Option<&'static str>,
}

/// The numbers, from left to right, ending before the last column.
pub fn counts(model: &Model, area: Area) -> Vec<Count> {
    let survey = &model.live.survey;
    let shadowed: usize = survey.skills.iter().map(|skill| skill.shadows.len()).sum();
    let narrow = area.width < NARROW;
    let unsaved = model.unsaved().len();
    let lost = survey.not_loaded.len();
    let problems = model.problems;
    let many = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts: Vec<(String, Ink, Option<&'static str>)> = Vec::new();
    if model.disk.ready {
        let skills = survey.skills.len();
        if area.width >= TIGHT {
            parts.push((many(skills, "skill", "skills"), Ink::Text, None));
        }
        if shadowed > 0 && !narrow {
            parts.push((format!("{shadowed} shadowed"), Ink::Dim, None));
        }
        if lost > 0 {
            let word = if narrow { "lost" } else { "not loaded" };
            parts.push((format!("{lost} {word}"), Ink::Error, None));
        }
        if let Some(worst) = problems.worst {
            let text = many(problems.count, "problem", "problems");
            parts.push((text, problem::ink(worst), Some("problem.list")));
        }
        if unsaved > 0 {
            parts.push((format!("{unsaved} unsaved"), Ink::Warning, None));
        }
    } else {
        parts.push(("reading …".to_owned(), Ink::Dim, None));
    }
    let mut right = area.x + area.width.saturating_sub(1);
    let mut counts = Vec::new();
    for (text, ink, command) in parts.into_iter().rev() {
        let x = right.saturating_sub(u16::try_from(width(&text)).unwrap_or(u16::MAX));
        right = x.saturating_sub(2);
        counts.push(Count {
            x,
            text,
            ink,
            command,
        });
    }
    counts.reverse();
    counts
}

/// The command under a column of the header.
pub fn command_at(model: &Model, area: Area, x: u16) -> Option<&'static str> {
    let counts = counts(model, area);
    let under = |count: &Count| {
        let past = x.checked_sub(count.x).map(usize::from);
        past.is_some_and(|past| past < width(&count.text))
    };
    counts.into_iter().find(under)?.command
}
