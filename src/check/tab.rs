//! Tabs where YAML, or one of its readers, wants blanks.

use super::indent::OUTDENT;
use super::safe::blame;
use super::strayed::on_one_line;
use super::yaml::{STOPS, all};
use super::{Fault, Input};
use crate::host::reading::Dropped;
use crate::skill::Span;
use crate::skill::document::{known_key, line_at};
use crate::skill::edit::Edit;
use crate::skill::lines::{lines_back, lines_in};
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
    let mut fault = Fault::new(
        error.at.clone(),
        "a tab stands where only blanks may",
        "Use blanks instead.",
    );
    if is_before_field(input, &error.at) {
        let edits = outdented(input, &error.at);
        blame(input, &mut fault, &edits);
        return fault.fix(OUTDENT, false, edits);
    }
    let line = line_at(input.text, error.at.start);
    let between = !input.text[line.start..error.at.start].trim().is_empty();
    let (title, blanks) = match between {
        true => ("replace the tab by a blank", " ".to_owned()),
        false => ("replace the tab by two blanks", blanks),
    };
    let edits = match between {
        true => Vec::new(),
        false => leading(input, &line),
    };
    let alone = || vec![Edit::replace(error.at.clone(), blanks)];
    let edits = if edits.is_empty() { alone() } else { edits };
    let joined = match between {
        true => Vec::new(),
        false => on_one_line(input, error.at.start),
    };
    let fault = fault.fix(title, false, edits);
    fault.fix("write the text on one line", false, joined)
}

/// The edits that write two blanks for each tab before the words of this line and of those above and below
/// that begin so, too: they are one text, and one of them alone would end it.
fn leading(input: &Input<'_>, line: &Span) -> Vec<Edit> {
    let text = input.text;
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    let tabbed = |line: &Span| text[line.clone()].starts_with('\t');
    if !tabbed(line) {
        return Vec::new();
    }
    let above =
        lines_back(text, yaml.start..line.start).skip_while(|above| above.start >= line.start);
    let first = above.take_while(tabbed).last().unwrap_or(line.clone());
    let lines = lines_in(text, first.start..yaml.end).take_while(tabbed);
    let edit = |line: Span| {
        let written = &text[line.clone()];
        let tabs = written.len() - written.trim_start_matches('\t').len();
        Edit::replace(line.start..line.start + tabs, "  ".repeat(tabs))
    };
    lines.map(edit).collect()
}

/// The edits that take this tab away; where all of the block begins with tabs, one from each line.
fn outdented(input: &Input<'_>, tab: &Span) -> Vec<Edit> {
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    match input.text[yaml.clone()].starts_with('\t') {
        true => lines_in(input.text, yaml)
            .filter(|line| input.text[line.clone()].starts_with('\t'))
            .map(|line| Edit::delete(line.start..line.start + 1))
            .collect(),
        false => vec![Edit::delete(tab.clone())],
    }
}

/// The tab begins the line of a field skills have, where nothing above can hold it: it is the first, or
/// that above has a value.
fn is_before_field(input: &Input<'_>, tab: &Span) -> bool {
    let line = line_at(input.text, tab.start);
    let known = input.text.get(tab.end..line.end).and_then(known_key);
    let front = input
        .front()
        .is_some_and(|front| front.yaml.start == line.start);
    let above = line_at(input.text, line.start.saturating_sub(1));
    let above = input.text[above].trim_start_matches('\t');
    let above = known_key(above).is_some_and(|key| above[key.len() + 1..].trim().len() > 1);
    tab.start == line.start && known.is_some() && (front || above)
}
