//! The fix that puts a value in quotes: the innermost value that a fault lies in, and nothing around
//! it.

use super::marks;
use super::safe::{ASKED, Effect, effect, today};
use super::{Fault, Fix, Input};
use crate::skill::Span;
use crate::skill::document::{Document, key_of, known_key, line_at};
use crate::skill::edit::{self, Edit};
use crate::skill::fields::{FieldType, field};
use crate::skill::lines::{lines_back, lines_in};
use crate::skill::scalar;
use crate::skill::yaml::Style;

/// Marks that begin another value in a list of one line.
const BEGINS: [char; 2] = ['[', ','];
const ENDS: [char; 2] = [',', ']'];

/// Adds the fix that quotes the value at `at`. It is safe while the value is on one line without quotes
/// of its own and the judged hosts agree.
pub(super) fn with_quotes(input: &Input<'_>, fault: Fault, at: usize) -> Fault {
    let Some((span, apart)) = value_at(input, at).map(|span| without_fields(input, span)) else {
        return fault;
    };
    let told = fault.fixes.len();
    // The comment stays one, unless a host holds it as text and would lose it.
    let mut fault = match comment_in(&input.text[span.clone()]) {
        Some(from) if at < span.start + from => {
            let alone = span.start..span.start + from;
            match offered(input, alone) {
                Some((edits, true)) => {
                    let safe = is_one_line(&input.text[span]);
                    fault.fix("quote the value", safe, edits)
                }
                _ => match offered(input, span) {
                    Some((edits, _)) => fault.fix("quote the value", false, edits),
                    None => fault,
                },
            }
        }
        _ => quote_span(input, fault, span),
    };
    for fix in &mut fault.fixes[told..] {
        fix.edits.extend(apart.iter().cloned());
    }
    let mends = |fix: &Fix| mends(input, &fix.edits);
    let kept = fault.fixes[told..].iter().all(mends);
    fault.fixes.truncate(if kept { usize::MAX } else { told });
    fault
}

/// The value without the indented lines below it that are fields skills have, nowhere else in the block; and
/// the edits that begin those at the start of their lines.
fn without_fields(input: &Input<'_>, span: Span) -> (Span, Vec<Edit>) {
    let text = input.text;
    let Some(yaml) = input.front().map(|front| front.yaml.clone()) else {
        return (span, Vec::new());
    };
    let below = lines_in(text, span.start..yaml.end.max(span.start)).skip(1);
    let below = below.take_while(|line| text[line.clone()].starts_with([' ', '\t']));
    let mut end = span.end;
    let mut edits = Vec::new();
    for line in below.filter(|line| line.start < span.end) {
        let content = text[line.clone()].trim_start_matches([' ', '\t']);
        let start = line.end - content.len();
        let key = known_key(content).filter(|key| input.entry(key).is_none());
        if key.is_some() {
            end = end.min(span.start + text[span.start..line.start].trim_end().len());
            edits.push(Edit::delete(line.start..start));
        }
    }
    (span.start..end, edits)
}

/// After these edits the YAML has fewer faults. Of many they are only believed.
fn mends(input: &Input<'_>, edits: &[Edit]) -> bool {
    let before = input.errors().len();
    let after = || Document::parse(&edit::apply(input.text, edits));
    let fewer = |after: Document| after.tree().is_some_and(|tree| tree.errors.len() < before);
    before > ASKED || fewer(after())
}

/// Where the value before a comment ends. With a word right behind it (`#12`) the author means a text.
fn comment_in(raw: &str) -> Option<usize> {
    if !is_one_line(raw) {
        return None;
    }
    let comment = |(at, _): &(usize, &str)| {
        let rest = &raw[at + 1..];
        raw[..*at].ends_with([' ', '\t']) && (rest.is_empty() || rest.starts_with([' ', '\t', '#']))
    };
    let (at, _) = raw.match_indices('#').find(comment)?;
    let value = raw[..at].trim_end().len();
    (value > 0).then_some(value)
}

/// On one line, without quotes of its own.
fn is_one_line(raw: &str) -> bool {
    !raw.contains(['\n', '\r']) && !raw.starts_with(['"', '\''])
}

/// Adds the fix that quotes what is written at `span`, in the quotes every judged host reads alike.
pub(super) fn quote_span(input: &Input<'_>, fault: Fault, span: Span) -> Fault {
    let raw = &input.text[span.clone()];
    // Nobody but the author knows whether a comment is to become text.
    let sure = is_one_line(raw) && comment_in(raw).is_none();
    match offered(input, span) {
        Some((edits, harmless)) => fault.fix("quote the value", sure && harmless, edits),
        None => fault,
    }
}

/// The edits that quote what is written at `span`, and whether they harm no judged host.
fn offered(input: &Input<'_>, span: Span) -> Option<(Vec<Edit>, bool)> {
    let said = edit::unquoted(input.text, span.clone())?;
    // Quotes of typography around the whole are meant as quotes.
    let said = marks::between(&said).map_or(said.clone(), str::to_owned);
    let usual = scalar::quoted(&said);
    let ways = [
        Some(usual),
        scalar::single(&said),
        Some(scalar::double(&said)),
        as_block(input, &span, &said),
    ];
    let edits = |way: String| vec![Edit::replace(span.clone(), way)];
    let ways: Vec<_> = ways.into_iter().flatten().map(edits).collect();
    // Of many, all are asked about together.
    let kept = match input.errors().len() <= ASKED && !input.parts.bare {
        true => best(input, &ways),
        false => ways.first(),
    };
    let edits = kept.or(ways.first())?;
    Some((edits.clone(), kept.is_some()))
}

/// A text that no quotes hold without escapes, which readers of lines take as they are: as a block below
/// the key, when nothing else stands on the line.
fn as_block(input: &Input<'_>, span: &Span, said: &str) -> Option<String> {
    let line = line_at(input.text, span.start);
    let key = key_of(&input.text[line.clone()])?;
    let between = &input.text[line.start + key.len() + 1..span.start];
    let behind = &input.text[span.end..line_at(input.text, span.end).end];
    let alone = between.trim().is_empty() && behind.trim().is_empty();
    let escapes = said.contains('\'') && said.contains(['"', '\\']) && !said.contains('\n');
    let end = input.document.line_ends.text();
    let block = || scalar::block(said, Style::Folded, "", "  ", end);
    (alone && escapes).then(block)?
}

/// The first of these ways that gains something, else the first that harms nothing.
fn best<'w>(input: &Input<'_>, ways: &'w [Vec<Edit>]) -> Option<&'w Vec<Edit>> {
    let today = today(input);
    let mut harmless = None;
    for way in ways {
        match effect(input, &today, way) {
            Effect::Gain => return Some(way),
            Effect::Nothing => harmless = harmless.or(Some(way)),
            Effect::Harm => {}
        }
    }
    harmless
}

/// The value that a fault at `at` lies in.
fn value_at(input: &Input<'_>, at: usize) -> Option<Span> {
    let line = line_at(input.text, at);
    let owner = owner(input, &line)?;
    let (key, rest) = input.text[owner.clone()].split_once(':')?;
    let written = rest.trim_start();
    let start = owner.end - written.len();
    if owner.start < line.start && (written.is_empty() || written.starts_with('#')) {
        return nested(input, &owner, &line);
    }
    let known = field(key.trim());
    let is_list = written.starts_with(BEGINS[0]) && start < at;
    let inside = is_list && input.text[start..at].matches(']').count() == 0;
    if inside && known.is_none_or(|known| known.kind != FieldType::Text) {
        return item(input.text, at, start, owner.end);
    }
    let key = key_at(input, at)?;
    let edits = edit::quote(input.text, input.document, &key).ok()?;
    edits.first().map(|edit| edit.span.clone())
}

/// The line of the field that the line at `line` belongs to: itself, or the last one above that is
/// not indented.
fn owner(input: &Input<'_>, line: &Span) -> Option<Span> {
    let yaml = input.front()?.yaml.clone();
    let begins = |at: &Span| {
        let text = &input.text[at.clone()];
        !text.is_empty() && !text.starts_with([' ', '\t', '#']) && !is_item(text)
    };
    let mut above = lines_back(input.text, yaml.start..line.end.min(yaml.end));
    above.find(begins).or_else(|| Some(line.clone()))
}

fn is_item(line: &str) -> bool {
    line == "-" || line.starts_with("- ")
}

/// The value on an indented line: after `- ` and after a key, with the lines that go on it.
fn nested(input: &Input<'_>, owner: &Span, line: &Span) -> Option<Span> {
    let written = input.text[line.clone()].trim_end();
    let mut inner = written.trim_start();
    let mut column = written.len() - inner.len();
    let mut bare = true;
    while let Some(rest) = inner.strip_prefix("- ") {
        column = written.len() - inner.len();
        inner = rest.trim_start();
        bare = false;
    }
    let plain = |key: &str| {
        key.chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
    };
    if let Some((key, value)) = inner.split_once(": ")
        && plain(key)
    {
        column = written.len() - inner.len();
        inner = value.trim_start();
        bare = false;
    }
    let below_key = lines_in(input.text, owner.start..line.end).nth(1);
    if bare && below_key.as_ref() != Some(line) || inner.is_empty() {
        return None;
    }
    let column = if bare { 0 } else { column };
    let start = line.start + written.len() - inner.len();
    let mut end = line.start + written.len();
    let yaml = input.front()?.yaml.end;
    for next in lines_in(input.text, line.end..yaml).skip(1) {
        let text = &input.text[next.clone()];
        let content = text.trim();
        if content.is_empty() {
            continue;
        }
        if text.len() - text.trim_start().len() <= column || is_item(content) {
            break;
        }
        end = next.start + text.trim_end().len();
    }
    Some(start..end)
}

/// The item of a list in brackets that `at` lies in.
fn item(text: &str, at: usize, from: usize, to: usize) -> Option<Span> {
    let start = from + text.get(from..at)?.rfind(BEGINS)? + 1;
    let end = at + text.get(at..to)?.find(ENDS)?;
    let blanks = |text: &str| text.len() - text.trim_start().len();
    let start = start + blanks(&text[start..end]);
    let end = start + text[start..end].trim_end().len();
    (start < end).then_some(start..end)
}

/// The field a fault lies in: from the tree, or the key at the start of its line.
fn key_at(input: &Input<'_>, at: usize) -> Option<String> {
    let from_line = || {
        let line = line_at(input.text, at);
        let (key, _) = input.text[line.clone()].split_once(':')?;
        (line.start + key.len() < at).then_some(key)
    };
    let from_tree = || input.entry_at(at).and_then(|entry| entry.key.text());
    from_line()
        .filter(|key| !key.starts_with([' ', '\t']))
        .or_else(from_tree)
        .map(str::to_owned)
}
