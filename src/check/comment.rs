//! Comments of other languages between the fields.

use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::edit::Edit;

/// A line that is a comment to HTML, or to a programming language, with the edit that makes it one of
/// YAML.
pub(super) fn foreign(input: &Input<'_>, line: &Span) -> Option<Fault> {
    let content = input.text[line.clone()].trim();
    let html = || content.strip_prefix("<!--")?.strip_suffix("-->");
    let said = content.strip_prefix("//").or_else(html)?;
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
