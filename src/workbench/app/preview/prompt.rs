//! The Prompt tab: the exact text the model gets, and what the unsaved text changes in it.

use super::blocks::{self, Kept};
use super::rows::Rows;
use crate::host::Shortened;
use crate::host::profile::Counts;
use crate::host::prompt::{From, unlisted};
use crate::host::tokens::TOKENIZER;
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::{Model, Seen};
use crate::workbench::app::project::is_large;
use crate::workbench::app::selection::Selection;

/// The rows of the prompt. Framing is dim; what comes from the selected skill is marked.
pub fn rows(model: &Model, columns: u16, wraps: bool, kept: &mut Kept) -> Rows {
    let prompt = &model.live.prompt;
    let told = match &model.live.refused {
        Some(why) => vec![
            Line::of("This choice gives no prompt", Ink::Error),
            Line::of(
                &why.replace(&format!("{}/", model.place.project), ""),
                Ink::Text,
            )
            .hanging(2),
            Line::default(),
            Line::of(
                &keymap::hint(model, "prompt.select", Pane::Preview),
                Ink::Key,
            )
            .with(" chooses again", Ink::Dim),
        ],
        None if prompt.text.is_empty() => empty(model),
        None => {
            let selected = model.row().map(|row| &*row.reference);
            let room = wraps.then(|| self::columns(columns));
            return blocks::rows(prompt, selected, costs(model, columns), room, kept);
        }
    };
    match wraps {
        true => told
            .into_iter()
            .flat_map(|line| line.wrap(columns))
            .collect(),
        false => told.into_iter().collect(),
    }
}

/// From this width on a column on the right tells what each part costs.
const WITH_COSTS: u16 = 36;
/// Columns of the costs.
const COSTS: u16 = 6;
/// Below this height only what counts most stands below the text.
const LOW: u16 = 16;
/// From this height on the pane tells in a few lines what the other hosts make of the skill.
const WITH_HOSTS: usize = 30;

/// Columns for the text itself.
pub fn columns(width: u16) -> u16 {
    if width < WITH_COSTS {
        width
    } else {
        width - COSTS
    }
}

/// There is room for the verdicts of the other hosts.
pub fn room_for_hosts(rows: usize) -> bool {
    rows >= WITH_HOSTS
}

/// What each part costs, for the right edge.
fn costs(model: &Model, width: u16) -> &[usize] {
    let counts = model.preview.tokens.counts.as_ref();
    let known = counts.filter(|counts| {
        width >= WITH_COSTS && counts.parts.len() == model.live.prompt.parts.len()
    });
    known.map_or(&[][..], |counts| &counts.parts)
}

/// What to read where the model gets nothing: what this is, and what to press.
fn empty(model: &Model) -> Vec<Line> {
    let host = model.host_title();
    if !model.disk.ready {
        return vec![Line::of("reading the folder …", Ink::Dim)];
    }
    let key = |id: &str, text: &str| {
        let key = keymap::hint(model, id, Pane::List);
        Line::of("  ", Ink::Text)
            .with(&format!("{key:<4}"), Ink::Key)
            .with(text, Ink::Text)
            .hanging(6)
    };
    if model.selection() != Selection::default() {
        return vec![
            Line::of(
                "With this choice the model gets nothing of skills.",
                Ink::Strong,
            ),
            Line::default(),
            Line::of(
                &keymap::hint(model, "prompt.select", Pane::Preview),
                Ink::Key,
            )
            .with(" chooses again", Ink::Dim),
        ];
    }
    let skills = &model.live.survey.skills;
    if !skills.is_empty() {
        return nothing_reaches(model, host);
    }
    let lost = model.live.survey.not_loaded.len();
    if lost > 0 {
        let mut lines = vec![
            Line::of(&none_loaded(host, lost), Ink::Strong),
            Line::default(),
            Line::of("The reason stands in each row of Not loaded.", Ink::Text),
            Line::default(),
        ];
        lines.push(key("problem.list", "lists why, and goes there"));
        if model.write_area().is_some() {
            lines.push(key("skill.new", "makes a new skill"));
        }
        return lines;
    }
    let mut lines = vec![
        Line::of(
            &format!("{host} gives the model no skills here yet."),
            Ink::Strong,
        ),
        Line::default(),
        Line::of(
            "A skill is a folder with a SKILL.md: a name, a description that says when to use it, \
             and instructions. The model reads the description of every skill, and the \
             instructions when it picks one. This pane shows exactly what it gets.",
            Ink::Text,
        ),
        Line::default(),
    ];
    match model.write_area().and_then(|area| area.path.as_ref()) {
        Some(area) => {
            lines.push(key("skill.new", "makes your first skill"));
            lines.push(
                Line::of("      in ", Ink::Dim)
                    .with(&format!("{}/", model.short_path(area)), Ink::Dim)
                    .hanging(6),
            );
        }
        None => lines.push(key("host.choose", "looks with the eyes of another host")),
    }
    lines.push(key("list.open", "reads the page selected on the left"));
    lines.push(key("help", "shows every key"));
    lines
}

fn none_loaded(host: &str, lost: usize) -> String {
    match lost {
        1 => format!("{host} does not load the one under Not loaded, and there are no others."),
        _ => format!("{host} loads none of the {lost} under Not loaded, and there are no others."),
    }
}

/// There are skills, and the model gets nothing of them: the reason for each.
fn nothing_reaches(model: &Model, host: &str) -> Vec<Line> {
    let title = format!("Nothing of the skills here reaches the model of {host}.");
    let mut lines = vec![Line::of(&title, Ink::Strong), Line::default()];
    if let Some(fault) = model.live.survey.nothing_loads() {
        lines.push(Line::of(&fault.to_string(), Ink::Text));
        return lines;
    }
    let profile = model.profile();
    for skill in &model.live.survey.skills {
        let copy = &skill.copy;
        let why = profile.and_then(|profile| unlisted(profile, copy));
        let why = why.unwrap_or("the host's own settings keep it out");
        lines.push(
            Line::of(&copy.name, Ink::Info)
                .with(&format!("  {why}"), Ink::Text)
                .hanging(2),
        );
    }
    lines
}

/// What the prompt costs, the difference the unsaved text makes, and what other hosts say.
pub fn foot(model: &Model, columns: u16, rows: u16) -> Vec<Line> {
    let live = sizes(&model.live);
    let mut told = troubles(model, columns);
    if live.chars == 0 && sizes(&model.saved).chars == 0 {
        return told;
    }
    let low = rows < LOW;
    told.truncate(if low { 1 } else { 6 });
    let tokens = &model.preview.tokens;
    let total = match &tokens.counts {
        Some(counts) => format!("{} tokens", grouped(counts.total)),
        None => "… tokens".to_owned(),
    };
    let name = TOKENIZER.trim_end_matches("_base");
    let mut sizes = vec![name.to_owned(), format!("{} chars", grouped(live.chars))];
    let framing = framing_line(model, live.skills).filter(|_| !low);
    // An answer of a tool is no list of skills.
    if framing.is_none() && model.selection().selector().is_some() {
        sizes.push(counted(live.skills, "skill"));
    }
    let mut lines = vec![Line::of(&total, Ink::Strong)];
    for size in sizes {
        // A number and its word stay on one row.
        match lines.last_mut() {
            Some(last) if last.width() + 2 + width(&size) <= usize::from(columns) => {
                *last = std::mem::take(last).with(&format!("  {size}"), Ink::Dim);
            }
            _ => lines.push(Line::of(&size, Ink::Dim)),
        }
    }
    lines.extend(framing);
    lines.extend(budget_lines(model, low));
    if !model.unsaved().is_empty() {
        lines.push(difference(model, &live));
    }
    let mut lines: Vec<Line> = lines
        .into_iter()
        .flat_map(|line| line.hanging(2).wrap(columns))
        .collect();
    lines.extend(told);
    if !model.preview.verdicts.is_empty() {
        lines.push(Line::default());
        lines.push(Line::of("In other hosts", Ink::Strong));
        lines.extend(super::hosts::brief(model));
    } else if is_large(&model.disk.tree) && room_for_hosts(usize::from(rows)) {
        let key = keymap::hint(model, "preview.hosts", Pane::Preview);
        lines.push(Line::default());
        lines.push(Line::of(&key, Ink::Key).with(" tells what other hosts do", Ink::Dim));
    }
    lines
}

/// Where the runtime fails, and what was asked for and is not there.
fn troubles(model: &Model, columns: u16) -> Vec<Line> {
    let prompt = &model.live.prompt;
    let fails = prompt.faults.iter().map(|fault| {
        let what = match fault.is_config() {
            true => "configuration: ",
            false => "the runtime fails, nothing reaches the model: ",
        };
        Line::of(what, Ink::Error).with(&fault.to_string(), Ink::Text)
    });
    let skipped = prompt
        .skipped
        .iter()
        .map(|name| Line::of("left out, not loaded: ", Ink::Warning).with(name, Ink::Text));
    fails
        .chain(skipped)
        .chain(held_back(model))
        .chain(overridden(model))
        .chain(unasked(model))
        .flat_map(|line| line.hanging(2).wrap(columns))
        .collect()
}

/// What the settings of the host keep from the model.
fn overridden(model: &Model) -> impl Iterator<Item = Line> {
    model.live.prompt.overridden.iter().map(|(name, said)| {
        Line::of("not offered to the model: ", Ink::Warning)
            .with(name, Ink::Text)
            .with(&format!("  its settings say {said}"), Ink::Dim)
    })
}

/// What comes with the host, and only for those who name it.
fn unasked(model: &Model) -> impl Iterator<Item = Line> {
    let names = model.live.prompt.unasked.iter();
    names.map(|name| {
        Line::of(name, Ink::Info).with(" comes with the host: only where it is named", Ink::Dim)
    })
}

/// What is chosen, loaded and kept from the model.
fn held_back(model: &Model) -> Vec<Line> {
    // Where nothing was chosen and nothing is left, the pane itself says why.
    if model.live.prompt.text.is_empty() && model.selection() == Selection::default() {
        return Vec::new();
    }
    let names = model.live.prompt.held_back.iter();
    names
        .map(|(name, why)| {
            Line::of("not offered to the model: ", Ink::Warning)
                .with(name, Ink::Text)
                .with(&format!("  {why}"), Ink::Dim)
        })
        .collect()
}

/// Names that a line of what is lost shows.
const LOST: usize = 12;

/// What the catalogue costs of what it may cost, and who loses what.
fn budget_lines(model: &Model, low: bool) -> Vec<Line> {
    let prompt = &model.live.prompt;
    let Some(spent) = prompt.spent else {
        return clipped(model).into_iter().filter(|_| !low).collect();
    };
    let over = spent.wanted > spent.limit;
    let ink = if over { Ink::Warning } else { Ink::Dim };
    let counts = match spent.counts {
        Counts::Tokens => "tokens",
        Counts::Characters => "chars",
    };
    let window = match spent.window {
        tokens if tokens > 0 && tokens.is_multiple_of(1000) => {
            format!("{}k", grouped(tokens / 1000))
        }
        tokens => grouped(tokens),
    };
    let (wanted, limit) = (grouped(spent.wanted), grouped(spent.limit));
    let mut lines = vec![
        Line::of("list ", Ink::Dim)
            .with(&format!("{wanted} of {limit} {counts}"), ink)
            .with(&format!("  window {window}"), Ink::Dim),
    ];
    if low {
        return lines;
    }
    lines.extend(clipped(model));
    if !over {
        return lines;
    }
    let kinds = [
        ("left out: ", Ink::Error, lost(model, |kept| kept.is_none())),
        (
            "name only: ",
            Ink::Error,
            lost(model, |kept| kept == Some(0)),
        ),
        ("cut: ", Ink::Warning, lost(model, |kept| kept > Some(0))),
    ];
    let told = kinds.iter().filter(|(_, _, names)| !names.is_empty());
    lines.extend(told.map(|(what, ink, names)| {
        let more = names.len().saturating_sub(LOST);
        let shown = names[..names.len() - more].join(", ");
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        Line::of(what, *ink).with(&format!("{shown}{more}"), Ink::Text)
    }));
    let budget = model
        .profile()
        .and_then(|profile| profile.catalogue.budget.as_ref());
    if let Some(note) = budget.and_then(|budget| budget.note.as_ref()) {
        lines.push(Line::of(note, Ink::Dim));
    }
    lines
}

/// Descriptions that are too long by themselves, with the characters that go.
fn clipped(model: &Model) -> Option<Line> {
    let all = &model.live.prompt.clipped;
    let of = |one: &Shortened| {
        let kept = one.kept.unwrap_or(0).min(one.whole);
        format!("{} −{}", one.name, grouped(one.whole - kept))
    };
    let shown: Vec<String> = all.iter().take(LOST).map(of).collect();
    let more = match all.len().saturating_sub(LOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let line = Line::of("too long, cut: ", Ink::Warning);
    (!all.is_empty()).then(|| line.with(&format!("{}{more}", shown.join(", ")), Ink::Text))
}

/// What loses in one way, with the characters that go.
fn lost(model: &Model, wanted: impl Fn(Option<usize>) -> bool) -> Vec<String> {
    let prompt = &model.live.prompt;
    let those = prompt.shortened.iter().filter(|one| wanted(one.kept));
    those
        .map(|one| match one.kept {
            Some(kept) => format!("{} −{}", one.name, grouped(one.whole - kept.min(one.whole))),
            None => one.name.clone(),
        })
        .collect()
}

/// How much of the cost is not skills.
fn framing_line(model: &Model, count: usize) -> Option<Line> {
    let counts = model.preview.tokens.counts.as_ref()?;
    let parts = &model.live.prompt.parts;
    model.selection().selector()?;
    if counts.parts.len() != parts.len() {
        return None;
    }
    let sum = |wanted: fn(&From) -> bool| -> usize {
        let parts = parts.iter().zip(&counts.parts);
        parts
            .filter(|(part, _)| wanted(&part.from))
            .map(|(_, n)| n)
            .sum()
    };
    let framing = sum(|from| *from == From::Framing);
    let skills = sum(|from| matches!(from, From::Skill { .. }));
    let (skills, framing) = (grouped(skills), grouped(framing));
    let text = format!("{} {skills}  framing {framing}", counted(count, "skill"));
    Some(Line::of(&text, Ink::Dim))
}

/// The difference the unsaved text makes.
fn difference(model: &Model, live: &Sizes) -> Line {
    let saved = sizes(&model.saved);
    let mut line = Line::of("unsaved edit", Ink::Dim);
    let skills = live.skills.cast_signed() - saved.skills.cast_signed();
    if skills != 0 {
        let ink = if skills < 0 { Ink::Error } else { Ink::Good };
        let word = if skills.abs() == 1 { "skill" } else { "skills" };
        line = line.with(&format!("  {}", signed(skills, word)), ink);
    }
    if model.live.prompt.text == model.saved.prompt.text {
        return line.with("  changes nothing here", Ink::Dim);
    }
    let counts = &model.preview.tokens.counts;
    let Some(counts) = counts.as_ref().filter(|_| model.preview.tokens.fresh) else {
        return line.with("  … tokens", Ink::Dim);
    };
    match counts.total.cast_signed() - counts.saved.cast_signed() {
        0 => line.with("  same tokens, other text", Ink::Dim),
        n => {
            let word = if n.abs() == 1 { "token" } else { "tokens" };
            line.with(&format!("  {}", signed(n, word)), Ink::Warning)
        }
    }
}

struct Sizes {
    chars: usize,
    skills: usize,
}

fn sizes(seen: &Seen) -> Sizes {
    let text = &seen.prompt.text;
    let mut skills: Vec<&str> = seen
        .prompt
        .parts
        .iter()
        .filter_map(|part| match &part.from {
            From::Skill { reference, .. } => Some(&**reference),
            _ => None,
        })
        .collect();
    skills.dedup();
    Sizes {
        chars: text.chars().count(),
        skills: skills.len(),
    }
}

fn counted(n: usize, one: &str) -> String {
    let many = if n == 1 { "" } else { "s" };
    format!("{} {one}{many}", grouped(n))
}

fn signed(n: isize, word: &str) -> String {
    let sign = if n < 0 { '−' } else { '+' };
    format!("{sign}{} {word}", grouped(n.unsigned_abs()))
}

/// A number with thousands set apart.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1204), "1,204");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
