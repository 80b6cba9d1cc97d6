//! The line at the top: where we are and with whose eyes, what is counted, and what a click does.

use super::ink::{Ink, fit, fit_end, visible, width};
use super::layout::Area;
use super::model::{Mode, Model};
use super::problem;
use super::work;

/// Below this many columns words are short.
const NARROW: u16 = 80;

/// From this many columns on the key that stops what takes long is told.
const WIDE: u16 = 100;

/// Columns that the eyes and the mode take beside the name of the host.
const LEFT: usize = 13;

/// What is shown, what it means, and the command of a click.
type Part = (String, Ink, Option<&'static str>);

/// How the number of shadowed copies ends.
const SHADOWED: &str = " shadowed";

/// What gives way where there is little room, one after the other.
const GIVE_WAY: [fn(&mut Vec<Part>); 5] = [
    |parts| parts.retain(|(text, ..)| !text.ends_with(SHADOWED)),
    |parts| parts.retain(|(_, ink, _)| *ink != Ink::Text),
    |parts| shorten(parts, " not loaded", " off"),
    |parts| shorten(parts, " unsaved", " ●"),
    |parts| {
        shorten(parts, " problems", " ✗");
        shorten(parts, " problem", " ✗");
    },
];

fn shorten(parts: &mut [Part], long: &str, short: &str) {
    for (text, ..) in parts {
        if let Some(number) = text.strip_suffix(long) {
            *text = format!("{number}{short}");
        }
    }
}

/// One part.
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
    let unsaved = model.unsaved().len();
    let lost = survey.not_loaded.len();
    let problems = model.problems;
    let many = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts: Vec<Part> = Vec::new();
    let told = work::told(model, area.width >= WIDE);
    let stops = Some("cancel").filter(|_| work::can_stop(model));
    parts.extend(told.map(|told| (told, Ink::Dim, stops)));
    if model.disk.ready {
        let skills = survey.skills.len();
        parts.push((many(skills, "skill", "skills"), Ink::Text, None));
        if shadowed > 0 {
            parts.push((format!("{shadowed}{SHADOWED}"), Ink::Dim, None));
        }
        if lost > 0 {
            parts.push((format!("{lost} not loaded"), Ink::Error, None));
        }
        if let Some(worst) = problems.worst {
            let text = many(problems.count, "problem", "problems");
            parts.push((text, problem::ink(worst), Some("problem.list")));
        }
        if unsaved > 0 {
            parts.push((format!("{unsaved} unsaved"), Ink::Warning, None));
        }
    }
    // What needs no attention gives way to whose eyes and whether anything can change; then words do.
    let fits = |parts: &[Part]| {
        let taken: usize = parts.iter().map(|(text, ..)| width(text) + 2).sum();
        taken + width(&model.host) + LEFT <= usize::from(area.width)
    };
    for gives_way in GIVE_WAY {
        if fits(&parts) {
            break;
        }
        gives_way(&mut parts);
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

/// What stands on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// Text.
    Text(Count),
    /// The mode.
    Mode(Count),
}

impl Left {
    /// What is shown, and where.
    pub fn shown(&self) -> &Count {
        match self {
            Self::Text(shown) | Self::Mode(shown) => shown,
        }
    }
}

/// Where we are, with whose eyes, and whether anything can change. What does not fit before `end` gives
/// way: first the name of the program, then where we are.
pub fn left(model: &Model, area: Area, end: u16) -> Vec<Left> {
    /// Columns of the place at least, for it to tell anything.
    const TELLS: u16 = 8;
    let cells = |text: &str| u16::try_from(width(text)).unwrap_or(u16::MAX);
    let count = |x: u16, text: String, ink: Ink, command: Option<&'static str>| Count {
        x,
        text,
        ink,
        command,
    };
    let eyes = format!("{} ▾", visible(&model.host));
    let mode = match model.mode {
        Mode::Build => " BUILD ",
        Mode::Browse => " BROWSE ",
    };
    let mut x = area.x + 1;
    let mut parts = Vec::new();
    let kept = cells(&eyes) + 2 + cells(mode);
    let mut room = (end + 1).saturating_sub(x + kept);
    let place = fit_end(
        &place(model, area.width),
        usize::from(room.saturating_sub(2)),
    );
    let place = Some(place).filter(|place| room >= TELLS && !place.is_empty());
    room -= place.as_ref().map_or(0, |place| cells(place) + 2);
    let name = "skillkiln";
    if area.width >= NARROW && room >= cells(name) + 2 {
        parts.push(Left::Text(count(x, name.to_owned(), Ink::Accent, None)));
        x += cells(name) + 2;
    }
    if let Some(place) = place {
        let columns = cells(&place);
        parts.push(Left::Text(count(x, place, Ink::Text, None)));
        x += columns + 2;
    }
    let columns = cells(&eyes);
    if x + columns <= end {
        parts.push(Left::Text(count(x, eyes, Ink::Info, Some("host.choose"))));
        x += columns + 2;
    }
    if x + cells(mode) > end + 1 {
        return parts;
    }
    let shown = count(x, mode.to_owned(), Ink::Accent, Some("mode.switch"));
    parts.push(Left::Mode(shown));
    x += cells(mode) + 1;
    if model.mode == Mode::Build && x + 8 < end {
        let area = fit(&visible(&write_area(model)), usize::from(end - x - 1));
        parts.push(Left::Text(count(x + 1, area, Ink::Dim, None)));
    }
    parts
}

/// The project folder, its end where it is long.
fn place(model: &Model, columns: u16) -> String {
    let project = &model.place.project;
    let home = &model.place.home;
    let shown = match project.strip_prefix(home.as_str()) {
        Some("") if !home.is_empty() => "~".to_owned(),
        Some(rest) if !home.is_empty() && rest.starts_with('/') => format!("~{rest}"),
        _ => project.clone(),
    };
    fit_end(&visible(&shown), usize::from(columns / 4))
}

fn write_area(model: &Model) -> String {
    let path = model.write_area().and_then(|area| area.path.as_ref());
    path.map_or_else(
        || "nothing may be written to here".to_owned(),
        |path| format!("{}/", model.short_path(path)),
    )
}

/// The first column of what is counted, less a gap: what stands on the left ends there.
pub fn end_of_left(counts: &[Count], area: Area) -> u16 {
    let right = counts.first().map_or(area.x + area.width, |count| count.x);
    right.saturating_sub(2)
}

/// The command under a column of the header.
pub fn command_at(model: &Model, area: Area, x: u16) -> Option<&'static str> {
    let counts = counts(model, area);
    let left = left(model, area, end_of_left(&counts, area));
    let mut parts = left.iter().map(Left::shown).chain(&counts);
    let under = |count: &&Count| {
        let past = x.checked_sub(count.x).map(usize::from);
        past.is_some_and(|past| past < width(&count.text))
    };
    parts.find(under)?.command
}
