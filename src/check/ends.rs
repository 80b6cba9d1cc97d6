//! Values that end before their text does, or never: what follows a finished one, and quotes that do not
//! close.

use super::quote::with_quotes;
use super::safe::blame;
use super::{Fault, Input};
use super::{bracket, colon, indent, strayed};
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::yaml::SyntaxError;

pub(super) fn unclosed_quote(input: &Input<'_>, error: &SyntaxError) -> Fault {
    if let Some(fault) = bracket::slip(input, error) {
        return fault;
    }
    let open = error.since.clone().unwrap_or_else(|| error.at.clone());
    let at = open.start;
    let fault = Fault::new(
        open,
        "this quote never closes",
        "Close it at the end of the value.",
    )
    .fix(
        "write the same quote at its end",
        false,
        other_quote(input, at),
    );
    let mut fault = with_quotes(input, fault, at);
    let edits = strayed::on_one_line(input, at);
    fault = fault.fix("write the text on one line", false, edits);
    fault.fixes.iter_mut().for_each(|fix| fix.safe = false);
    fault
}

/// The edit that makes the last quote of a value the one it begins with: `"Does it.'`
fn other_quote(input: &Input<'_>, open: usize) -> Vec<Edit> {
    let line = line_at(input.text, open);
    let written = input.text[open..line.end].trim_end();
    let edit = || {
        let (first, last) = (written.chars().next()?, written.chars().last()?);
        let inner = written.get(1..written.len().checked_sub(1)?)?;
        let mixed = matches!((first, last), ('"', '\'') | ('\'', '"'));
        let end = open + written.len();
        let sound = mixed && !inner.contains(['"', '\'', '\\']);
        sound.then(|| vec![Edit::replace(end - 1..end, first.to_string())])
    };
    edit().unwrap_or_default()
}

pub(super) fn after_value(input: &Input<'_>, error: &SyntaxError) -> Fault {
    let fault = Fault::new(
        error.at.clone(),
        "the value is complete before this, nothing may follow it",
        "Put the whole value in quotes.",
    );
    let line = line_at(input.text, error.at.start);
    let colon = input.text[error.at.start..line.end].find(':');
    let colon = colon.map(|at| error.at.start + at);
    if let Some(fault) = colon.and_then(|colon| run_on(input, &fault, colon)) {
        return fault;
    }
    if let Some(edits) = indent::below_mark(input, error.at.start) {
        let help = "The text of a block begins below its mark.".to_owned();
        let fault = Fault { help, ..fault };
        let fault = fault.fix("begin the text on the next line", false, edits);
        return fault.fix("write it without the mark", false, unmarked(input, error));
    }
    let rest = &input.text[error.at.start..line.end];
    let value = input.text[..error.at.start].trim_end();
    if matches!(rest.trim_end(), "," | ";") && value.ends_with(['"', '\'', ']', '}']) {
        let end = line.start + input.text[line.clone()].trim_end().len();
        let edits = vec![Edit::delete(value.len()..end)];
        let help = "A field ends with its line.".to_owned();
        return Fault { help, ..fault }.fix("remove it", false, edits);
    }
    let before = &input.text[line.start..error.at.start];
    let fault = match before.ends_with(": |") || before.ends_with(": >") {
        true => fault.fix("write it without the mark", false, unmarked(input, error)),
        false => fault,
    };
    with_quotes(input, fault, error.at.start)
}

/// The edits that take away the mark of a block before the text at a fault: `> Does it.`
fn unmarked(input: &Input<'_>, error: &SyntaxError) -> Vec<Edit> {
    let line = line_at(input.text, error.at.start);
    let before = &input.text[line.start..error.at.start];
    let mark = before.rfind(['|', '>']).map(|at| line.start + at);
    let edit = mark.map(|mark| Edit::delete(mark..error.at.start));
    edit.into_iter().collect()
}

/// The fault where it is that another field begins behind the name, with its colon at `colon`.
pub(super) fn run_on(input: &Input<'_>, fault: &Fault, colon: usize) -> Option<Fault> {
    let (key, gap) = colon::run_on(input, colon)?;
    let mut fault = fault.clone();
    fault.help = format!("Begin `{key}:` on a line of its own.");
    let edits = vec![Edit::replace(gap, input.document.line_ends.text())];
    blame(input, &mut fault, &edits);
    Some(fault.fix("begin the field on a line of its own", false, edits))
}
