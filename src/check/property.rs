//! Anchors (`&name`) and tags (`!name`) before values: meant as such, or as the first word of a text.

use std::collections::HashSet;

use super::quote::quote_span;
use super::yaml::walk;
use super::{Fault, Input};
use crate::host::profile::Family;
use crate::host::{Profile, Reading, Value};
use crate::skill::yaml::{Kind, Node, Style};

/// Where a value begins with its anchor and its tag.
pub(super) fn start(text: &str, node: &Node) -> usize {
    let mut at = node.span.start;
    if node.anchor.is_none() && node.tag.is_none() {
        return at;
    }
    loop {
        let before = text[..at].trim_end();
        let word = before.rfind(char::is_whitespace).map_or(0, |blank| {
            blank + before[blank..].chars().next().map_or(0, char::len_utf8)
        });
        let bare = before[word..].trim_start_matches(['[', '{', ',']);
        if !bare.starts_with(['&', '!']) {
            return at;
        }
        at = before.len() - bare.len();
    }
}

/// The first word of a text was taken for an anchor or a tag: it stands before a plain text, and nothing
/// refers to it.
fn is_word(text: &str, node: &Node, used: &HashSet<&str>) -> bool {
    let at = start(text, node);
    let plain = matches!(
        node.kind,
        Kind::Scalar {
            style: Style::Plain,
            ..
        }
    );
    let one_line = !text[at..node.span.end.max(at)].contains(['\n', '\r']);
    let named = &text[at..];
    let known = named.starts_with("!!") || named.starts_with("!<");
    let refers = node
        .anchor
        .as_deref()
        .is_some_and(|name| used.contains(name));
    let property = node.anchor.is_some() || node.tag.is_some();
    let is_key = text[node.span.end..].trim_start().starts_with(':');
    property && plain && one_line && !known && !refers && !is_key
}

/// Anchors and tags that no other rule tells of, as [`first_words`] does.
pub(super) fn meant<'a>(input: &Input<'a>) -> Vec<&'a Node> {
    properties(input, false)
}

/// Nodes with an anchor or a tag that is a word of the text, or that is none; aliases are never words.
fn properties<'a>(input: &Input<'a>, words: bool) -> Vec<&'a Node> {
    let mut all: Vec<&'a Node> = Vec::new();
    let mut used: HashSet<&'a str> = HashSet::new();
    walk(input, &mut |node: &'a Node| {
        if let Kind::Alias(name) = &node.kind {
            used.insert(name);
        }
        let property = node.anchor.is_some() || node.tag.is_some();
        if property || matches!(node.kind, Kind::Alias(_)) {
            all.push(node);
        }
        false
    });
    all.retain(|node| is_word(input.text, node, &used) == words);
    all
}

/// `&` or `!` before a text: YAML takes the first word for an anchor or a tag, and the text begins after
/// it.
pub(super) fn first_words(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for node in properties(input, true) {
        let at = start(input.text, node);
        let Some(entry) = input.entry_at(at).filter(|entry| !input.is_broken(entry)) else {
            continue;
        };
        let key = entry.key.text().unwrap_or_default();
        let rest = &input.text[at..];
        let line = rest.split(['\n', '\r']).next().unwrap_or(rest);
        let word = line.split_whitespace().next().unwrap_or(line);
        let mut fault = Fault::new(
            at..at + 1,
            format!(
                "`{}` at the start of a value means something else in YAML, the text loses its first word",
                &line[..1]
            ),
            "Put the value in quotes.",
        );
        for (profile, reading) in input.readings.iter().filter(|(_, read)| read.loaded()) {
            match loses(profile, reading, key, word) {
                Some(true) => fault.misread_by.push(profile.id.clone()),
                Some(false) => {}
                None => fault.minded_by.push(profile.id.clone()),
            }
        }
        fault.minded_by.extend(input.judged(&["agentskills"]));
        fault.only = Some(&[]);
        let end = node.span.end.max(at + word.len());
        let mut fault = quote_span(input, fault, at..end);
        // Whoever meant an anchor or a tag meant no word.
        fault.fixes.iter_mut().for_each(|fix| fix.safe = false);
        faults.push(fault);
    }
    faults
}

/// Whether a host holds the text of this field without its first word; `None` where it holds no text of
/// that field and reads YAML.
fn loses(profile: &Profile, reading: &Reading, key: &str, word: &str) -> Option<bool> {
    match reading.field(key) {
        Some(Value::Text(held)) => Some(!held.contains(word)),
        _ if key == "description" && reading.description.is_some() => {
            Some(!reading.description.as_deref()?.contains(word))
        }
        _ if matches!(profile.reader.family, Family::None | Family::Flat) => Some(false),
        _ => None,
    }
}
