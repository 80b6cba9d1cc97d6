//! Blanks that are not the one of the keyboard, where YAML wants that one: no-break spaces and those of
//! other scripts.

use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::known_key;
use crate::skill::edit::Edit;
use crate::skill::lines::lines_in;
use crate::skill::yaml::{Kind, Style};

/// A blank YAML does not take for one.
pub(super) fn is_odd(c: char) -> bool {
    c.is_whitespace() && !c.is_ascii() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// One stands in a text. Most texts are told by their bytes.
pub(super) fn any_odd(text: &str) -> bool {
    !text.is_ascii() && text.contains(is_odd)
}

pub(super) fn blanks(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    if !any_odd(&input.text[front.yaml.clone()]) {
        return Vec::new();
    }
    let texts = texts(input);
    let inside = |at: usize| texts.iter().any(|text| text.start < at && at < text.end);
    lines_in(input.text, front.yaml.clone())
        .filter(|line| !inside(line.start))
        .filter_map(|line| Some(fault(input, on_line(input.text, &line)?)))
        .collect()
}

/// Texts of several lines in quotes or in a block, where every blank is text.
fn texts(input: &Input<'_>) -> Vec<Span> {
    let mut texts = Vec::new();
    super::yaml::walk(input, &mut |node| {
        if let Kind::Scalar { style, .. } = &node.kind
            && *style != Style::Plain
        {
            texts.push(node.span.clone());
        }
        false
    });
    texts
}

/// The first run of such blanks on this line that stands where YAML wants blanks: before the first
/// word, behind the dash of an item, before and behind the colon of a key.
pub(super) fn on_line(text: &str, line: &Span) -> Option<Span> {
    let written = &text[line.clone()];
    let mut rest = written.trim_start();
    let mut gaps = vec![&written[..written.len() - rest.len()]];
    if let Some(item) = rest.strip_prefix('-') {
        rest = item.trim_start();
        gaps.push(&item[..item.len() - rest.len()]);
    }
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let after = rest.trim_start_matches(word);
    let colon = after.trim_start();
    if after.len() < rest.len()
        && let Some(value) = colon.strip_prefix(':')
    {
        gaps.push(&after[..after.len() - colon.len()]);
        let plain = value.starts_with([' ', '\t']);
        let gap = if plain {
            0
        } else {
            value.len() - value.trim_start().len()
        };
        gaps.push(&value[..gap]);
    }
    gaps.into_iter().find_map(|gap| {
        let first = gap.find(is_odd)?;
        let run = gap[first..].trim_start_matches(is_odd);
        // The gap is a part of the text, so its place can be told from where it begins in it.
        let at = gap.as_ptr() as usize - text.as_ptr() as usize + first;
        Some(at..at + gap.len() - first - run.len())
    })
}

fn fault(input: &Input<'_>, run: Span) -> Fault {
    let text = input.text;
    let first = text[run.clone()].chars().next().unwrap_or(' ');
    let name = match first {
        '\u{a0}' => "a no-break space (U+00A0)".to_owned(),
        other => format!("white space of another kind (U+{:04X})", u32::from(other)),
    };
    let line = crate::skill::document::line_at(text, run.start);
    let leading = run.start == line.start;
    let before_colon = text[run.end..].starts_with(':');
    let field = known_key(text[line.clone()].trim_start()).is_some();
    let blanks = match () {
        () if before_colon || leading && field => String::new(),
        () if leading => " ".repeat(text[run.clone()].chars().count()),
        () => " ".to_owned(),
    };
    let title = match blanks.is_empty() {
        true => "remove it",
        false => "write a blank",
    };
    let what = format!("{name} stands where YAML wants a blank");
    let mut fault = Fault::new(run.clone(), what, "Type the blank again on your keyboard.");
    fault.stops_yaml = true;
    fault.fix(title, false, vec![Edit::replace(run, blanks)])
}
