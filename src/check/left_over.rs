//! What a template left behind, or work for later.

use super::body::body;
use super::code::Code;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::colour::placeholders;

const TO_DO: &str = "TODO";

/// `<your-name-here>`
const YOURS: (&str, &str) = ("<your", "here>");

/// Bytes such a mark takes at most.
const MARK: usize = 60;

pub(super) fn left_over(input: &Input<'_>) -> Vec<Fault> {
    let Some(body) = body(input) else {
        return Vec::new();
    };
    let code = Code::of(input, body.clone());
    let written = input.text[body.clone()].as_bytes();
    let mut spans: Vec<Span> = memchr::memmem::find_iter(written, TO_DO)
        .map(|at| body.start + at..body.start + at + TO_DO.len())
        .filter(|span| is_to_do(input.text, span) && !code.holds(span.start))
        .collect();
    let yours = memchr::memmem::find_iter(written, YOURS.0).filter_map(|at| {
        let start = body.start + at;
        let most = input.text.floor_char_boundary(start + MARK);
        let mark = start..start + input.text[start..most].find('>')? + 1;
        let fits = input.text[mark.clone()].ends_with(YOURS.1);
        (fits && !code.holds(start)).then_some(mark)
    });
    spans.extend(yours);
    // Only names in capitals, as templates of skills have them; others belong to what is described.
    let capitals = |span: &Span| {
        let name = input.text[span.clone()].trim_matches(['{', '}']).trim();
        !name.starts_with('$') && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    let slots = placeholders(input.text, body.clone()).into_iter();
    spans.extend(slots.filter(|span| capitals(span) && !code.holds(span.start)));
    if let Some((value, node)) = input.scalar("description") {
        let begins = value.starts_with("TODO") || value.starts_with("{{");
        spans.extend(begins.then(|| node.span.clone()));
    }
    spans.sort_by_key(|span| span.start);
    let left = |span: Span| {
        Fault::new(
            span,
            "this is left over from a template",
            "Write what is meant, or remove it.",
        )
    };
    spans.into_iter().map(left).collect()
}

/// At the start of its line, after list marks, in the way people leave work for later; behind the box of
/// a task whatever follows.
fn is_to_do(text: &str, span: &Span) -> bool {
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    let task = before.strip_suffix("[ ]");
    let marks = |c: char| " \t#*-+>[(<!_".contains(c);
    let before = task.unwrap_or(before).trim_end_matches(marks);
    let after = text[span.end..].chars().next();
    let ends = matches!(after, None | Some('\n' | '\r' | ':' | ']' | ')'));
    (before.is_empty() || before.ends_with('\n')) && (ends || task.is_some() && after == Some(' '))
}
