//! Fences that are not exactly three dashes on a line of their own.

use super::blind::{blind, hit, sample};
use super::difference::difference;
use super::dressed;
use super::frontmatter::SOUND_END;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{Front, key_of, line_at};
use crate::skill::edit::Edit;
use crate::skill::fence::{Odd, odd};
use crate::skill::lines::line_end;

const HELP: &str = "A fence is a line of exactly three dashes.";

/// Words behind the dashes that say in which language the block is, and nothing else.
const LANGUAGES: [&str; 2] = ["yaml", "yml"];

pub(super) fn fence(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    if let Some(fault) = dressed::one_line(input, &line_at(input.text, front.open.start)) {
        let mut fault = fault;
        fault.stops_yaml = true;
        return vec![fault];
    }
    if let Some(fault) = difference(input) {
        let mut fault = fault;
        fault.stops_yaml = true;
        return vec![fault];
    }
    let mut faults = fence_lines(input, front);
    faults.extend(opening(input, front));
    faults.extend(closing(input, front));
    faults
}

fn opening(input: &Input<'_>, front: &Front) -> Option<Fault> {
    let line = front.open.start..line_end(input.text, front.open.end, input.text.len());
    let (range, what) = wrong(input.text, &line, "opening")?;
    let mut fault = Fault::new(range, what, HELP);
    fault.stops_yaml = input.text[front.open.clone()].trim_end() != "---";
    let fault = fault.shown_by(input, &sample("", &input.text[line], SOUND_END));
    Some(fault.fix("write three dashes", false, vec![open_alone(input, front)]))
}

fn closing(input: &Input<'_>, front: &Front) -> Option<Fault> {
    let close = front.close.clone()?;
    let (range, what) = wrong(input.text, &close, "closing")?;
    let behind = match odd(&input.text[close.clone()]) {
        Some(_) => "",
        None => behind(&input.text[close.clone()]),
    };
    let (end, behind) = match behind {
        "" => ("", ""),
        word if LANGUAGES.contains(&word) => ("", ""),
        words => (input.document.line_ends.text(), words),
    };
    let edit = Edit::replace(close.clone(), format!("---{end}{behind}"));
    let mut fault = Fault::new(range, what, HELP);
    fault.stops_yaml = true;
    let written = format!("{}\n\nBody.\n", &input.text[close]);
    let fault = fault.shown_by(input, &sample("", "---", &written));
    Some(fault.fix("write three dashes", false, vec![edit]))
}

/// What follows the dashes or dots of a fence.
fn behind(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '.']).trim()
}

/// Where a line that is meant for the fence `which` goes wrong, and how; `None` for three dashes.
fn wrong(text: &str, line: &Span, which: &str) -> Option<(Span, String)> {
    let written = &text[line.clone()];
    let content = written.trim();
    let start = line.end - written.trim_start().len();
    let whole = start..start + content.len();
    let dashes = content.len() - content.trim_start_matches('-').len();
    let counted = |count: usize| format!("the {which} fence has {count} dashes instead of three");
    Some(match odd(content) {
        Some(Odd::Looks(c)) => {
            let at = start + content.find(c)?;
            let code = u32::from(c);
            let what = format!("`{c}` (U+{code:04X}) in the {which} fence only looks like dashes");
            (at..at + c.len_utf8(), what)
        }
        Some(Odd::Marks(c)) => (
            whole,
            format!("the {which} fence is made of `{c}` instead of dashes"),
        ),
        Some(Odd::Code) => (
            whole,
            format!("a code fence stands where the {which} fence is due"),
        ),
        Some(Odd::Dashes) if dashes == content.len() => (whole, counted(dashes)),
        Some(Odd::Dashes) => (
            whole,
            format!("blanks stand between the dashes of the {which} fence"),
        ),
        None if content == "---" && start == line.start => return None,
        None if content == "---" => (
            line.start..whole.end,
            format!("the {which} fence is indented"),
        ),
        None if dashes == content.len() => (whole, counted(dashes)),
        None if dashes > 2 => {
            let behind = behind(content);
            (
                whole.end - behind.len()..whole.end,
                format!("something stands behind the {which} fence"),
            )
        }
        None => (
            whole,
            format!("the {which} fence is not exactly three dashes"),
        ),
    })
}

/// Blanks behind the three dashes, and no line end behind the last ones: hosts that want exactly a
/// line of three dashes find no fence there.
fn fence_lines(input: &Input<'_>, front: &Front) -> Vec<Fault> {
    let fences = [Some(&front.open), front.close.as_ref()];
    let mut faults = Vec::new();
    for fence in fences.into_iter().flatten() {
        let line = fence.start..line_end(input.text, fence.start, input.text.len());
        let Some(blanks) = input.text[line.clone()].strip_prefix("---") else {
            continue;
        };
        if blanks.is_empty() || !blanks.trim_matches([' ', '\t']).is_empty() {
            continue;
        }
        let written = &input.text[line.clone()];
        let alone = match fence.start == front.open.start {
            true => sample("", written, SOUND_END),
            false => sample("", "---", &format!("{written}\n\nBody.\n")),
        };
        let blanks = line.start + 3..line.end;
        let mut fault = Fault::new(
            blanks.clone(),
            "blanks stand behind the three dashes",
            "A fence is a line of exactly three dashes.",
        );
        decided(input, &mut fault, &alone);
        faults.push(fault.fix("remove the blanks", true, vec![Edit::delete(blanks)]));
    }
    if let Some(close) = front
        .close
        .clone()
        .filter(|close| close.end == input.text.len())
    {
        let end = input.document.line_ends.text();
        let mut fault = Fault::new(
            close.clone(),
            "the file ends with the closing fence, without a line end",
            "End the last line.",
        );
        let written = &input.text[close.clone()];
        decided(input, &mut fault, &sample("", "---", written));
        let edits = vec![Edit::insert(close.end, end)];
        faults.push(fault.fix("end the last line", true, edits));
    }
    faults
}

/// Only hosts that fail on a file with this fault alone mind it.
fn decided(input: &Input<'_>, fault: &mut Fault, alone: &str) {
    let hosts = hit(input, alone);
    fault.misread_by = blind(input, &hosts);
    fault.by = Some(hosts);
    fault.only = Some(&[]);
    fault.stops_yaml = true;
}

/// The opening fence on a line of its own: a field or a comment behind it gets the next line, any
/// other word (`--- yaml`) is no part of the block and goes.
fn open_alone(input: &Input<'_>, front: &Front) -> Edit {
    let line = front.open.start..line_end(input.text, front.open.end, input.text.len());
    let behind = input.text[front.open.end..line.end].trim();
    let end = input.document.line_ends.text();
    match behind {
        "" => Edit::replace(front.open.clone(), "---"),
        _ if behind.starts_with('#') || key_of(behind).is_some() => {
            Edit::replace(line, format!("---{end}{behind}"))
        }
        _ => Edit::replace(line, "---"),
    }
}
