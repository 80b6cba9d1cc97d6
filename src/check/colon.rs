//! Fields whose colon is not one: typed on another keyboard, or without the blank after it; whose name
//! stands between marks of Markdown; and those that begin on the line of another one.

use super::Input;
use super::blank::is_odd;
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::Edit;
use crate::skill::fields::FIELDS;
use crate::skill::lines::lines_in;

/// Colons of other scripts.
const WIDE: [char; 4] = ['：', '﹕', '︓', '꞉'];

/// Marks of Markdown around a word.
const MARKS: [char; 3] = ['*', '_', '`'];

/// A known field that no reader takes for one.
pub(super) struct Spoilt {
    /// The field that is meant.
    pub key: &'static str,
    /// The colon.
    pub colon: Span,
    /// The fault in words.
    pub what: String,
    /// What repairs it.
    pub fix: (&'static str, Vec<Edit>),
}

/// Every such line of the frontmatter.
pub(super) fn spoilt(input: &Input<'_>) -> Vec<Spoilt> {
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    lines_in(input.text, yaml)
        .filter_map(|line| on_line(input, line))
        .collect()
}

/// The one on this line, as far as that is frontmatter.
pub(super) fn on_line(input: &Input<'_>, line: Span) -> Option<Spoilt> {
    let yaml = &input.front()?.yaml;
    let start = line.start.max(yaml.start);
    let written = input.text.get(start..line.end.min(yaml.end))?;
    let spoilt = FIELDS.iter().find_map(|field| {
        let rest = written.strip_prefix(field.key)?;
        of_rest(field.key, rest, start + field.key.len())
    });
    spoilt
        .or_else(|| marked(written, start))
        .or_else(|| bare(input, written, start))
        .or_else(|| alone(input, written, start))
}

/// `license MIT`: the name of a field that is nowhere else, and what looks like its value. Text that goes
/// on the line above may begin with such a word, too.
fn bare(input: &Input<'_>, written: &str, start: usize) -> Option<Spoilt> {
    let (word, value) = written.trim_end().split_once(' ')?;
    let key = FIELDS
        .iter()
        .map(|field| field.key)
        .find(|key| *key == word)?;
    let own = matches!(key, "name" | "description") || key.contains(['-', '_']);
    let value = value.trim_start();
    let fits = own || !value.contains(char::is_whitespace);
    let fresh = !written.contains(':') && input.entry(key).is_none();
    let colon = start + key.len()..start + written.trim_end().len() - value.len();
    (fits && fresh && !value.is_empty()).then(|| Spoilt {
        key,
        colon: start..start + key.len(),
        what: format!("the colon after `{key}` is missing"),
        fix: ("write a colon", vec![Edit::replace(colon, ": ")]),
    })
}

/// `allowed-tools`, and below it what can only be the value: indented lines, or items.
fn alone(input: &Input<'_>, written: &str, start: usize) -> Option<Spoilt> {
    let word = written.trim_end();
    let keys = FIELDS.iter().map(|field| field.key);
    let key = keys.into_iter().find(|key| *key == word)?;
    let yaml = input.front()?.yaml.clone();
    let mut below = lines_in(input.text, start + written.len()..yaml.end).skip(1);
    let below = &input.text[below.next()?];
    let fits = below.starts_with("- ") || below.starts_with("  ") && !below.trim().is_empty();
    let colon = start..start + key.len();
    (fits && input.entry(key).is_none()).then(|| Spoilt {
        key,
        what: format!("the colon after `{key}` is missing"),
        fix: ("write a colon", vec![Edit::insert(colon.end, ":")]),
        colon,
    })
}

/// Bytes of marks of Markdown before a blank: `name:** demo`.
fn marks_behind(written: &str) -> usize {
    let rest = written.trim_start_matches(MARKS);
    let marks = written.len() - rest.len();
    if rest.starts_with(' ') { marks } else { 0 }
}

/// The edits that take marks of Markdown away from around a name: `` name: `demo` ``
pub(super) fn unmarked(input: &Input<'_>, at: usize) -> Vec<Edit> {
    let line = line_at(input.text, at);
    let written = input.text[at..line.end].trim_end();
    let name = written.trim_matches(MARKS);
    let marks = written.len() - written.trim_start_matches(MARKS).len();
    let same = written.len() == name.len() + 2 * marks;
    let alone = input.text[line.start..at].trim_end() == "name:";
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '-');
    match alone && same && plain && marks > 0 && !name.is_empty() {
        true => vec![Edit::replace(at..at + written.len(), name)],
        false => Vec::new(),
    }
}

/// `**name**: demo`
fn marked(written: &str, start: usize) -> Option<Spoilt> {
    let inner = written.trim_start_matches(MARKS);
    let marks = written.len() - inner.len();
    let named = |key: &&str| {
        let rest = inner.strip_prefix(key)?.trim_start_matches(MARKS);
        let value = rest.strip_prefix(':')?.trim_start_matches(MARKS);
        value.is_empty().then_some("").or(value.strip_prefix(' '))
    };
    let keys = FIELDS.iter().map(|field| field.key);
    let (key, value) = keys
        .filter(|_| marks > 0)
        .find_map(|key| Some((key, named(&key)?)))?;
    let whole = start..start + written.len() - value.len();
    Some(Spoilt {
        key,
        colon: start..start + marks,
        what: format!("`{key}` stands between marks, so it is no field"),
        fix: (
            "remove the marks",
            vec![Edit::replace(whole, format!("{key}: "))],
        ),
    })
}

/// The field that begins behind the name, on the line of that, with its colon at `colon`: its key, and
/// what stands between the two.
pub(super) fn run_on(input: &Input<'_>, colon: usize) -> Option<(&'static str, Span)> {
    let line = line_at(input.text, colon);
    let before = &input.text[line.start..colon];
    before.strip_prefix("name:")?;
    let key = FIELDS.iter().map(|field| field.key).find(|key| {
        let rest = before.strip_suffix(key);
        rest.is_some_and(|rest| rest.ends_with([' ', ',', ';', '"', '\'']))
    })?;
    let start = before.len() - key.len();
    let name = before[..start].trim_end_matches([' ', ',', ';', '|']);
    let fresh = input.entry(key).is_none() && name.len() > "name:".len();
    fresh.then_some((key, line.start + name.len()..line.start + start))
}

fn of_rest(key: &'static str, rest: &str, at: usize) -> Option<Spoilt> {
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let mut chars = rest[blanks..].chars();
    let colon = chars.next()?;
    let next = chars.next();
    let blank = if next.is_some_and(|c| c != ' ') {
        " "
    } else {
        ""
    };
    let arrow = colon == '=' && next == Some('>');
    let next = if arrow { chars.next() } else { next };
    let blank = if arrow && next == Some(' ') {
        ""
    } else {
        blank
    };
    let end = at + blanks + colon.len_utf8() + usize::from(arrow);
    let span = at + blanks..end;
    let (what, fix) = if matches!(colon, '=' | ';') || WIDE.contains(&colon) {
        let edit = Edit::replace(at..span.end, format!(":{blank}"));
        let colon = if arrow {
            "=>".to_owned()
        } else {
            colon.to_string()
        };
        let what = format!("`{colon}` after `{key}` is not the colon `:`");
        (what, ("write a colon", vec![edit]))
    } else if colon == ':' && next.is_some_and(is_odd) {
        let odd = &rest[blanks + 1..];
        let len = odd.len() - odd.trim_start_matches(is_odd).len();
        let edit = Edit::replace(span.end..span.end + len, " ");
        let what = format!("what follows the colon of `{key}` is not the blank of the keyboard");
        (what, ("write a blank", vec![edit]))
    } else if colon == ':' && marks_behind(&rest[blanks + 1..]) > 0 {
        let marks = marks_behind(&rest[blanks + 1..]);
        let what = format!("marks stand between the colon of `{key}` and its value");
        let edit = Edit::delete(span.end..span.end + marks);
        (what, ("remove the marks", vec![edit]))
    } else if colon == ':' && !blank.is_empty() && next != Some('\t') {
        let edit = Edit::insert(span.end, " ");
        let what = format!("a blank is missing after the colon of `{key}`");
        (what, ("add the blank", vec![edit]))
    } else {
        return None;
    };
    Some(Spoilt {
        key,
        colon: span,
        what,
        fix,
    })
}
