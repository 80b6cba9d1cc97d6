//! A list or map in brackets that one character would mend: a quote that is missing, doubled or of the
//! other kind, or a comma that is missing.

use super::differs::field_end;
use super::safe::ASKED;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::{Document, line_at};
use crate::skill::edit::{Edit, apply};
use crate::skill::lines::{lines_back, lines_in};
use crate::skill::yaml::{Kind, Node, SyntaxError, tolerant};

/// Bytes of a list that are tried: each of its marks is.
const MOST: usize = 2_000;

/// Faults of a file beyond which its lists are not tried.
const TRIED: usize = 200;

const QUOTES: [char; 2] = ['"', '\''];

/// What kind of slip it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    /// A text that a quote begins has none at its end.
    Unclosed,
    /// A text that a quote ends has none at its start.
    Unopened,
    /// A single quote inside of single quotes.
    Apostrophe,
    /// Two texts without a comma between them.
    Comma,
    /// A mark that ends no entry, such as a semicolon.
    Mark,
    /// One quote too many.
    Surplus,
    /// The quote at the end is not the one at the start.
    Mixed,
    /// A comma behind the last bracket.
    Behind,
}

/// Each with what is wrong, what to do, and the title of the fix.
const SAYS: &[(Slip, &str, &str, &str)] = &[
    (
        Slip::Unclosed,
        "the text that this quote begins has no quote at its end",
        "Write the quote behind the last word of that text.",
        "close the quote",
    ),
    (
        Slip::Unopened,
        "the text that begins here has a quote at its end only",
        "Write the quote before its first word.",
        "open the quote",
    ),
    (
        Slip::Apostrophe,
        "this quote ends the text that a single quote began",
        "Between single quotes a single quote is written twice.",
        "write the quote twice",
    ),
    (
        Slip::Comma,
        "a comma is missing before this",
        "Write a comma between two entries.",
        "put a comma between them",
    ),
    (
        Slip::Mark,
        "entries are separated by commas, not by this",
        "Write a comma between two entries.",
        "write a comma",
    ),
    (
        Slip::Surplus,
        "this is one quote too many",
        "Remove the quote.",
        "remove the quote",
    ),
    (
        Slip::Mixed,
        "this quote is not the one that the text began with",
        "Write the same quote at both ends.",
        "write the same quote",
    ),
    (
        Slip::Behind,
        "the value is complete before this, nothing may follow it",
        "Remove what follows the bracket.",
        "remove it",
    ),
];

/// One way to mend it.
struct Way {
    slip: Slip,
    /// The character to blame.
    at: Span,
    edit: Edit,
    held: Held,
}

/// What a list or map holds then, and how many of its texts look as if they were cut at the wrong place.
#[derive(PartialEq)]
struct Held {
    texts: Vec<String>,
    odd: usize,
}

/// The fault of a list or map in brackets, where one character is all that is wrong with it.
pub(super) fn slip(input: &Input<'_>, error: &SyntaxError) -> Option<Fault> {
    if input.errors().len() > TRIED {
        return None;
    }
    let flow = flow_at(input, error.at.start)?;
    let ways = ways(input.text, &flow, error.at.start);
    // What only completes what is there comes before what takes something away.
    let adds = |way: &&Way| !matches!(way.slip, Slip::Surplus | Slip::Mixed | Slip::Behind);
    let added: Vec<&Way> = ways.iter().filter(adds).collect();
    let (way, sure) = match added.as_slice() {
        [first, rest @ ..] => {
            let alike = |way: &&Way| way.held.texts == first.held.texts;
            (*first, rest.iter().all(alike))
        }
        [] => {
            let least = ways.iter().map(|way| way.held.odd).min()?;
            let mut best = ways.iter().rev().filter(|way| way.held.odd == least);
            let last = best.next()?;
            (last, best.all(|way| way.held.texts == last.held.texts))
        }
    };
    let edits = vec![way.edit.clone()];
    // Of many it is believed, as the list alone is sound then.
    let after = || Document::parse(&apply(input.text, &edits));
    let fewer = |after: Document| {
        let tree = after.tree();
        tree.is_some_and(|tree| tree.errors.len() < input.errors().len())
    };
    let mends = input.errors().len() > ASKED || fewer(after());
    let (_, what, help, title) = SAYS.iter().find(|(slip, ..)| *slip == way.slip)?;
    let fault = Fault::new(way.at.clone(), *what, *help);
    let edits = match sure && mends {
        true => edits,
        false => Vec::new(),
    };
    Some(fault.fix(title, false, edits))
}

/// The list or map in brackets that a fault at `at` lies in: from its first bracket to the end of its
/// lines.
fn flow_at(input: &Input<'_>, at: usize) -> Option<Span> {
    let entry = input.entry_at(at)?;
    let from = line_at(input.text, entry.key.span.start).start;
    let to = field_end(input, entry);
    let mut above = lines_back(input.text, from..line_at(input.text, at).end);
    let (line, open) = above.find_map(|line| Some((line.clone(), opens(input.text, &line)?)))?;
    let indent = |line: &Span| {
        let text = &input.text[line.clone()];
        text.len() - text.trim_start_matches(' ').len()
    };
    let goes_on = |next: &Span| {
        let text = input.text[next.clone()].trim_start();
        text.is_empty() || text.starts_with([']', '}']) || indent(next) > indent(&line)
    };
    let below = lines_in(input.text, line.end..to.max(line.end)).skip(1);
    let last = below.take_while(goes_on).last().unwrap_or(line.clone());
    let written = input.text[open..last.end].trim_end();
    let quoted = written.contains(QUOTES) && written.len() <= MOST;
    (quoted && open <= at).then(|| open..open + written.len())
}

/// Where a value that begins with a bracket begins on this line.
fn opens(text: &str, line: &Span) -> Option<usize> {
    let mut rest = &text[line.clone()];
    loop {
        let inner = rest.trim_start();
        if inner.starts_with(['[', '{']) {
            return Some(line.end - inner.len());
        }
        let item = inner.strip_prefix("- ");
        let value = || {
            let (key, value) = inner.split_once(": ")?;
            (!key.contains(QUOTES)).then_some(value)
        };
        rest = item.or_else(value)?;
    }
}

/// Every change of one character after which the list is sound.
fn ways(text: &str, flow: &Span, fault: usize) -> Vec<Way> {
    let written = &text[flow.clone()];
    let mut ways = Vec::new();
    let mut put = |slip: Slip, at: Span, edit: Edit| {
        let begin = flow.start;
        let inner = Edit::replace(edit.span.start - begin..edit.span.end - begin, &*edit.text);
        if let Some(held) = held(&apply(written, &[inner])) {
            ways.push(Way {
                slip,
                at,
                edit,
                held,
            });
        }
    };
    let kinds = QUOTES.into_iter().filter(|quote| written.contains(*quote));
    let kinds: Vec<char> = kinds.collect();
    for (at, c) in written.char_indices() {
        let here = flow.start + at;
        let (before, behind) = (&written[..at], &written[at + c.len_utf8()..]);
        let one = here..here + c.len_utf8();
        let said = before.trim_end();
        let ends = matches!(c, ',' | ']' | '}') || c == ':' && behind.starts_with([' ', '"', '\'']);
        if ends && !said.is_empty() && !said.ends_with(['"', '\'', ',', '[', '{']) {
            for quote in &kinds {
                let end = flow.start + said.len();
                let edit = Edit::insert(end, quote.to_string());
                if let Some(open) = said.rfind(*quote) {
                    let open = flow.start + open;
                    put(Slip::Unclosed, open..open + 1, edit);
                }
            }
        }
        let begins = said.is_empty() || said.ends_with([',', '[', '{', ':']);
        if begins && !c.is_whitespace() && !ends && !matches!(c, '"' | '\'' | '[' | '{') {
            for quote in &kinds {
                let edit = Edit::insert(here, quote.to_string());
                put(Slip::Unopened, one.clone(), edit);
            }
        }
        if QUOTES.contains(&c) {
            let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let inside = word(before.chars().last()) && word(behind.chars().next());
            let other = if c == '"' { "'" } else { "\"" };
            if inside && c == '\'' {
                put(Slip::Apostrophe, one.clone(), Edit::insert(here, "'"));
            }
            if said.ends_with(QUOTES) {
                let end = flow.start + said.len();
                put(Slip::Comma, one.clone(), Edit::insert(end, ","));
            }
            if !inside {
                put(Slip::Surplus, one.clone(), Edit::delete(one.clone()));
                put(Slip::Mixed, one.clone(), Edit::replace(one, other));
            }
        } else if here == fault && matches!(c, ';' | '|' | '/') && said.ends_with(QUOTES) {
            put(Slip::Mark, one.clone(), Edit::replace(one, ","));
        } else if here == fault && matches!(c, ',' | ';') && behind.trim().is_empty() {
            let end = flow.start + said.len();
            put(Slip::Behind, one, Edit::delete(end..flow.end));
        }
    }
    ways
}

/// What a sound list or map holds.
fn held(written: &str) -> Option<Held> {
    const KEY: &str = "k: ";
    let text = format!("{KEY}{written}");
    let tree = tolerant(&text, 0..text.len());
    let value = &tree.get("k").filter(|_| tree.errors.is_empty())?.value;
    let mut held = Held {
        texts: Vec::new(),
        odd: 0,
    };
    gather(value, &mut held);
    (!matches!(value.kind, Kind::Scalar { .. })).then_some(held)
}

fn gather(node: &Node, held: &mut Held) {
    match &node.kind {
        Kind::Scalar { value, .. } => {
            let cut = value.is_empty() || value.starts_with(QUOTES) || value.ends_with(QUOTES);
            held.odd += usize::from(cut) + value.matches([',', '\n']).count();
            held.texts.push(value.clone());
        }
        Kind::Sequence { items, .. } => items.iter().for_each(|item| gather(item, held)),
        Kind::Mapping { entries, .. } => {
            for entry in entries {
                gather(&entry.key, held);
                gather(&entry.value, held);
            }
        }
        Kind::Alias(name) => held.texts.push(name.clone()),
    }
}
