//! Lines that programs read by themselves when YAML fails them.

use super::super::profile::Reader;
use super::super::reading::Value;
use super::fences::Cut;
use super::text::range_in;
use super::typed::Values;
use super::{is_js_space, js};
use crate::skill::yaml;

fn trim(text: &str) -> &str {
    text.trim_matches(is_js_space)
}

/// The text after `key:` where a line holds it, white space around both aside.
fn named_value<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let rest = line.trim_start_matches(is_js_space);
    let value = rest.strip_prefix(key)?.strip_prefix(':')?;
    let value = value.trim_start_matches(is_js_space);
    // What the dot of a regular expression does not stand for ends the match.
    (!value.contains(['\r', '\u{2028}', '\u{2029}'])).then(|| trim(value))
}

/// The lines of `name:` and `description:`, the last of each; lines indented below the description
/// belong to it (Gemini CLI).
pub(super) fn named(cut: &Cut) -> Values {
    let whole: &str = &cut.text.text;
    let mut out = Values::new();
    let mut lines = whole[cut.yaml.clone()]
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .peekable();
    while let Some(line) = lines.next() {
        let span = |part: &str| cut.text.in_file(range_in(whole, part));
        if let Some(name) = named_value(line, "name") {
            out.push(("name".to_owned(), Value::Text(name.to_owned()), span(name)));
        } else if let Some(first) = named_value(line, "description") {
            let mut parts = vec![first];
            while let Some(line) = lines.next_if(|line| is_indented(line)) {
                parts.push(trim(line));
            }
            parts.retain(|part| !part.is_empty());
            let text = Value::Text(parts.join(" "));
            out.push(("description".to_owned(), text, span(first)));
        }
    }
    out
}

/// A space or a tab, more of them, and then something.
fn is_indented(line: &str) -> bool {
    let rest = line.trim_start_matches([' ', '\t']);
    rest.len() < line.len() && rest.chars().next().is_some_and(|c| !is_js_space(c))
}

/// `key: value` lines with lists and maps one level deep (Qwen Code).
pub(super) fn pairs(cut: &Cut) -> Values {
    let whole: &str = &cut.text.text;
    let lines: Vec<&str> = whole[cut.yaml.clone()]
        .split('\n')
        .filter(|line| !trim(line).is_empty() && !trim(line).starts_with('#'))
        .collect();
    let mut out = Values::new();
    let mut list: Option<(String, Vec<Value>)> = None;
    let mut waiting = String::new();
    let mut map = false;
    for (at, line) in lines.iter().enumerate() {
        let span = cut.text.in_file(range_in(whole, trim(line)));
        if let Some(item) = line.strip_prefix("  - ") {
            let (_, items) = list.get_or_insert_with(|| (waiting.clone(), Vec::new()));
            items.push(value(trim(item)));
            continue;
        }
        if let Some((key, items)) = list.take() {
            out.push((key, Value::List(items), span.clone()));
            waiting.clear();
        }
        if map && line.starts_with("  ") {
            continue;
        }
        map = false;
        let Some((key, rest)) = line.split_once(':') else {
            continue;
        };
        let (key, rest) = (trim(key).to_owned(), trim(rest));
        if !rest.is_empty() {
            out.push((key, value(rest), span));
            continue;
        }
        waiting.clone_from(&key);
        match lines.get(at + 1) {
            Some(next) if next.starts_with("  - ") => {}
            Some(next) if next.starts_with("  ") => {
                map = true;
                waiting.clear();
                out.push((key, Value::Map(Vec::new()), span));
            }
            _ => {}
        }
    }
    if let Some((key, items)) = list {
        out.push((key, Value::List(items), cut.text.in_file(cut.yaml.clone())));
    }
    out
}

fn value(text: &str) -> Value {
    match text {
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        "null" => return Value::Null,
        _ => {}
    }
    if text.len() >= 2
        && let Some(inner) = text
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
    {
        return Value::Text(inner.replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    match js::parse_number(text) {
        Some(number) => Value::Float(number),
        None => Value::Text(text.to_owned()),
    }
}

/// The frontmatter with every `key: value` at the margin whose value holds a colon as a block of
/// text; `None` where nothing changes.
pub(super) fn block_colons(cut: &Cut) -> Option<String> {
    // It looks for the block by itself, and more strictly than who reads it first (run).
    let (text, end) = (&*cut.text.text, cut.yaml.end);
    let opens = text.starts_with("---\n") || text.starts_with("---\r\n");
    let rest = text.get(end..).unwrap_or_default();
    let closes = rest.strip_prefix('\r').unwrap_or(rest).starts_with("\n---");
    if !opens || !closes {
        return None;
    }
    rewritten(cut, |line| {
        let (key, value) = colon_value(line)?;
        Some(format!("{key}: |-\n  {value}"))
    })
}

/// The frontmatter with values in quotes that would else be no text (Codex, compared with it): those
/// that hold a colon and white space, those that begin with a character YAML reserves, and those in
/// brackets that are no YAML by themselves. A comment behind such a value goes; blocks of text stay.
pub(super) fn quoted(reader: &Reader, cut: &Cut) -> Option<String> {
    let mut block: Option<usize> = None;
    rewritten(cut, |line| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if block.is_some_and(|of| indent > of || line.trim().is_empty()) {
            return None;
        }
        block = None;
        let (key, rest) = line.split_once(':')?;
        let bare = key.trim_start();
        if bare.is_empty() || bare.starts_with('#') || !rest.starts_with([' ', '\t']) {
            return None;
        }
        let value = without_comment(rest).trim_matches([' ', '\t']);
        let first = value.chars().next()?;
        match first {
            '|' | '>' => block = Some(indent),
            '"' | '\'' => {}
            _ if first.is_whitespace() => {}
            _ => {
                let sound = || yaml::parse(value, 0..value.len(), reader.yaml).is_ok();
                let quote = value.contains(": ")
                    || value.contains(":\t")
                    || matches!(first, '`' | '@')
                    || (matches!(first, '[' | '{') && !sound());
                return quote.then(|| format!("{key}: '{}'", value.replace('\'', "''")));
            }
        }
        None
    })
}

/// What stands before a `#` that white space stands before.
fn without_comment(text: &str) -> &str {
    let sign = text
        .match_indices('#')
        .find(|(at, _)| text[..*at].ends_with([' ', '\t']));
    sign.map_or(text, |(at, _)| &text[..at])
}

/// The frontmatter with lines changed; `None` where none is.
fn rewritten(cut: &Cut, mut change: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let whole: &str = &cut.text.text;
    let mut out = String::with_capacity(cut.yaml.len() + 64);
    let mut changed = false;
    for (at, line) in whole[cut.yaml.clone()].split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        match change(line.strip_suffix('\r').unwrap_or(line)) {
            Some(line) => {
                changed = true;
                out.push_str(&line);
            }
            None => out.push_str(line),
        }
    }
    changed.then_some(out)
}

/// Key and value of a line whose value holds a colon and is not quoted.
fn colon_value(line: &str) -> Option<(&str, &str)> {
    let name = line.len()
        - line
            .trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_')
            .len();
    let key = &line[..name];
    if key.is_empty() || key.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = line[name..]
        .trim_start_matches(is_js_space)
        .strip_prefix(':')?;
    let value = value.trim_start_matches(is_js_space);
    if value.contains(['\r', '\u{2028}', '\u{2029}']) {
        return None;
    }
    let value = trim(value);
    (value.contains(':') && !value.starts_with(['"', '\''])).then_some((key, value))
}
