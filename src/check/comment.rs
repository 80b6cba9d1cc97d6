//! Comments between the fields: those of other languages, and those that stand behind a value.

use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::lines::{after_line, lines_in};
use crate::skill::yaml::{Entry, Kind, Node};

/// A line that is a comment to HTML, or to a programming language, with the edit that makes it one of
/// YAML.
pub(super) fn foreign(input: &Input<'_>, line: &Span) -> Option<Fault> {
    if let Some(fault) = of_lines(input, line) {
        return Some(fault);
    }
    let content = input.text[line.clone()].trim();
    let html = || content.strip_prefix("<!--")?.strip_suffix("-->");
    let stars = || content.strip_prefix("/*")?.strip_suffix("*/");
    let said = content.strip_prefix("//").or_else(html).or_else(stars)?;
    let start = line.start + input.text[line.clone()].find(content)?;
    let whole = start..start + content.len();
    let fault = Fault::new(
        whole.clone(),
        "this is no comment in YAML",
        "A comment begins with `#`.",
    );
    let comment = Edit::replace(whole, format!("# {}", said.trim()));
    Some(fault.fix("make it a comment", false, vec![comment]))
}

/// A comment of HTML that goes over several lines.
fn of_lines(input: &Input<'_>, line: &Span) -> Option<Fault> {
    let yaml = input.front()?.yaml.clone();
    let text = input.text;
    text[line.clone()]
        .strip_prefix("<!--")
        .filter(|rest| !rest.contains("-->"))?;
    let mut edits = Vec::new();
    for line in lines_in(text, line.start..yaml.end) {
        let written = &text[line.clone()];
        let ends = written.trim_end().ends_with("-->");
        let said = written
            .trim()
            .trim_start_matches("<!--")
            .trim_end_matches("-->")
            .trim();
        let whole = line.start..line.start + written.trim_end().len();
        edits.push(match said {
            "" => Edit::delete(line.start..after_line(text, line.end, yaml.end)),
            said => Edit::replace(whole, format!("# {said}")),
        });
        if ends {
            let mark = line_at(text, edits.first()?.span.start);
            let at = mark.start..mark.start + 4;
            let fault = Fault::new(
                at,
                "this is no comment in YAML",
                "A comment begins with `#`.",
            );
            return Some(fault.fix("make it a comment", false, edits));
        }
    }
    None
}

/// A line of a comment of HTML that begins above it.
pub(super) fn goes_on(text: &str, line: &Span, yaml: &Span) -> bool {
    let above = text.get(yaml.start..line.start).unwrap_or_default();
    above.rfind("<!--").is_some_and(|open| {
        let begins = open == 0 || above[..open].ends_with(['\n', '\r']);
        begins && !above[open..].contains("-->")
    })
}

/// The comments behind the value of a field, or behind items of its list, in these lines.
pub(super) fn beside(text: &str, lines: Span, entry: &Entry) -> Vec<Span> {
    let mut values: Vec<&Node> = vec![&entry.value];
    if let Kind::Sequence { items, .. } = &entry.value.kind {
        values.extend(items);
    }
    let comment = |line: Span| {
        let ends = values.iter().map(|value| value.span.end);
        let mut ends = ends.filter(|end| line.start < *end && *end <= line.end);
        ends.find_map(|end| {
            let rest = text[end..line.end].trim();
            let start = line.end - text[end..line.end].trim_start().len();
            rest.starts_with('#').then(|| start..start + rest.len())
        })
    };
    lines_in(text, lines).filter_map(comment).collect()
}

/// The edits that put comments on lines of their own, above those they stand on.
pub(super) fn above(input: &Input<'_>, comments: &[Span]) -> Vec<Edit> {
    let end = input.document.line_ends.text();
    let mut edits = Vec::new();
    for comment in comments {
        let line = line_at(input.text, comment.start);
        let written = &input.text[line.start..comment.start];
        let indent = &written[..written.len() - written.trim_start().len()];
        let said = &input.text[comment.clone()];
        edits.push(Edit::insert(line.start, format!("{indent}{said}{end}")));
        edits.push(Edit::delete(
            line.start + written.trim_end().len()..line.end,
        ));
    }
    edits
}
