//! Fields that do not begin at the start of their lines, and text that does.

use super::safe::{ASKED, blame};
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{Document, goes_on, known_key, line_at};
use crate::skill::edit::{Edit, apply};
use crate::skill::fields::{FieldType, field};
use crate::skill::lines::{lines_back, lines_in};
use crate::skill::yaml::{ErrorKind, Kind, SyntaxError};

/// What is done with a field that is indented by mistake.
pub(super) const OUTDENT: &str = "begin the field at the start of its line";

/// AgentWorks trims the block before it reads it, so that the first field stands further left than
/// the others (recorded).
pub(super) fn indented(input: &Input<'_>) -> Vec<Fault> {
    let (Some(front), [first, second, ..]) = (input.front(), input.entries()) else {
        return Vec::new();
    };
    let start = line_at(input.text, first.key.span.start).start;
    let indent = &input.text[start..first.key.span.start];
    let root = front.tree.root.as_ref().map(|root| &root.kind);
    let flow = matches!(root, Some(Kind::Mapping { flow: true, .. }));
    let blanks = !indent.is_empty() && indent.trim_matches(' ').is_empty();
    // A line that CR alone cuts off is told of with the line ends.
    let cut = |error: &SyntaxError| {
        let start = line_at(input.text, error.at.start).start;
        input.text[..start].ends_with('\r')
    };
    if !blanks || flow || !front.tree.errors.iter().all(cut) {
        return Vec::new();
    }
    let edits: Vec<Edit> = lines_in(input.text, front.yaml.clone())
        .filter(|line| input.text[line.clone()].starts_with(indent))
        .map(|line| Edit::delete(line.start..line.start + indent.len()))
        .collect();
    let mut fault = Fault::new(
        second.key.span.clone(),
        "the fields are indented",
        "Begin every field at the start of its line.",
    );
    blame(input, &mut fault, &edits);
    fault.minded_by = input.judged(&["agentworks"]);
    fault.only = Some(&[]);
    vec![fault.fix("begin every field at the start of its line", false, edits)]
}

/// The first field of the block is indented and another one is not: where the blanks stand.
pub(super) fn first_alone(input: &Input<'_>, error: &SyntaxError) -> Option<Fault> {
    let line = line_at(input.text, error.at.start);
    known_key(&input.text[line]).filter(|_| error.kind == ErrorKind::Indent)?;
    let edits = outdented(input);
    let first = edits.first()?;
    let mut fault = Fault::new(
        first.span.clone(),
        "the first field is indented, others are not",
        "Begin every field at the start of its line.",
    );
    blame(input, &mut fault, &edits);
    Some(fault.fix(OUTDENT, false, edits))
}

/// Edits after which every field of a block begins at the start of its line, where the first one does
/// not. What stands below a field keeps its distance from it.
pub(super) fn outdented(input: &Input<'_>) -> Vec<Edit> {
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    let mut base = None;
    let mut edits = Vec::new();
    for line in lines_in(input.text, yaml) {
        let written = &input.text[line.clone()];
        let content = written.trim_start_matches(' ');
        let indent = written.len() - content.len();
        let known = known_key(content).is_some();
        base = match base {
            None if content.trim().is_empty() || content.starts_with('#') => continue,
            None if indent == 0 || !known => return Vec::new(),
            None => Some(indent),
            Some(base) if known && indent < base => Some(indent),
            same => same,
        };
        let taken = base.unwrap_or_default().min(indent);
        if taken > 0 {
            edits.push(Edit::delete(line.start..line.start + taken));
        }
    }
    edits
}

/// A line of text that begins where fields begin, right below another one: what is wrong with it was
/// said there.
pub(super) fn goes_on_above(
    input: &Input<'_>,
    before: &[SyntaxError],
    error: &SyntaxError,
) -> bool {
    let line = line_at(input.text, error.at.start);
    let above = lines_back(input.text, 0..line.start).find(|above| above.end < line.start);
    let told = |above: &Span| {
        let last = before.last();
        last.is_some_and(|last| above.start <= last.at.start && last.at.start <= above.end)
    };
    error.kind == ErrorKind::MissingColon
        && is_bare(&input.text[line.clone()])
        && above.is_some_and(|above| is_bare(&input.text[above.clone()]) && told(&above))
}

/// Text at the start of a line, where a field is due.
fn is_bare(line: &str) -> bool {
    !goes_on(line) && !line.starts_with('-')
}

/// The edits that indent text at the start of a line and the lines below it, when they go on the text
/// of a field right above.
pub(super) fn left_edge(input: &Input<'_>, error: &SyntaxError) -> Vec<Edit> {
    let text = input.text;
    let line = line_at(text, error.at.start);
    let Some((front, owner)) = input.front().zip(input.entry_at(error.at.start)) else {
        return Vec::new();
    };
    let key = owner.key.text().and_then(field);
    // A name is one word.
    if owner.key.text() == Some("name") {
        return Vec::new();
    }
    let plain = |c: char| !matches!(c, '"' | '\'' | '[' | '{');
    // Lines of YAML may end where those of the file do not.
    let Some(value) = text.get(owner.key.span.end..line.start) else {
        return Vec::new();
    };
    let value = value.trim_start_matches([' ', ':']);
    let fits = key.is_none_or(|field| field.kind == FieldType::Text)
        && owner.value.text().is_some()
        && value.starts_with(plain)
        && !value.contains("\n\n");
    if !fits || !is_bare(&text[line.clone()]) {
        return Vec::new();
    }
    lines_in(text, line.start..front.yaml.end)
        .take_while(|line| is_bare(&text[line.clone()]))
        .map(|line| Edit::insert(line.start, "  "))
        .collect()
}

/// The same text on the line of its field: the edits that take the line breaks before these lines away,
/// and the mark of a block.
pub(super) fn joined(input: &Input<'_>, indented: &[Edit]) -> Vec<Edit> {
    let text = input.text;
    let joined = indented.iter().map(|edit| {
        let before = text[..edit.span.start].trim_end();
        let mark = before.rsplit_once(": ").map_or("", |(_, mark)| mark.trim());
        let block = !mark.is_empty() && mark.chars().all(|c| "|>+-".contains(c));
        let from = if block {
            before.len() - mark.len()
        } else {
            before.len()
        };
        let gap = if before[..from].ends_with(' ') {
            ""
        } else {
            " "
        };
        Edit::replace(from..edit.span.start, gap)
    });
    joined.collect()
}

/// The edits that put a text on the line below the mark of its block: `> Does it.`
pub(super) fn below_mark(input: &Input<'_>, at: usize) -> Option<Vec<Edit>> {
    let line = line_at(input.text, at);
    let (key, value) = input.text[line.start..at].split_once(':')?;
    let mark = value.trim();
    let block = mark.starts_with(['>', '|']) && mark[1..].trim_matches(['+', '-']).is_empty();
    let known = !key.is_empty() && !key.starts_with([' ', '\t']);
    let gap = line.start + key.len() + 1 + value.trim_end().len()..at;
    let end = input.document.line_ends.text();
    (block && known && !gap.is_empty()).then(|| vec![Edit::replace(gap, format!("{end}  "))])
}

/// The edits that indent the line of a fault, and those below that begin left of it, as the first line
/// below the field; none where that mends nothing.
pub(super) fn as_above(input: &Input<'_>, error: &SyntaxError) -> Vec<Edit> {
    let text = input.text;
    let line = line_at(text, error.at.start);
    let many = input.errors().len() > ASKED;
    let place = input.front().zip(input.entry_at(error.at.start));
    let Some((front, owner)) = place.filter(|_| !many) else {
        return Vec::new();
    };
    let key = line_at(text, owner.key.span.start);
    let written = |line: &Span| !text[line.clone()].trim().is_empty();
    let indent = |line: &Span| {
        let line = &text[line.clone()];
        &line[..line.len() - line.trim_start_matches(' ').len()]
    };
    let between = key.end..line.start.max(key.end);
    let mut between = lines_in(text, between).skip(1).filter(written);
    let Some(first) = between.next().map(|line| indent(&line)) else {
        return Vec::new();
    };
    let below = lines_in(text, line.start..front.yaml.end).filter(written);
    let edits: Vec<Edit> = below
        .take_while(|line| !indent(line).is_empty())
        .filter(|line| indent(line).len() < first.len())
        .map(|line| Edit::replace(line.start..line.start + indent(&line).len(), first))
        .collect();
    let after = Document::parse(&apply(text, &edits));
    let tree = after.tree();
    match tree.is_some_and(|tree| tree.errors.len() < input.errors().len()) {
        true => edits,
        false => Vec::new(),
    }
}
