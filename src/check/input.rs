//! What a check looks at: one file, taken apart, and what the judged hosts read in it.

use super::code::Parts;
use super::colon::{on_line, run_on, spoilt};
use super::config::Config;
use super::early::early;
use super::safe::blame;
use super::typo::misspelt;
use super::{Fault, blank, wrapped};
use crate::host::profile::Family;
use crate::host::supporting::Supporting;
use crate::host::{Profile, Reading, Value};
use crate::skill::Span;
use crate::skill::bytes::Encoding;
use crate::skill::document::{COLONS, Document, Front, line_at};
use crate::skill::hidden::kind;
use crate::skill::lines::lines_in;
use crate::skill::yaml::{Entry, Kind, Node, Style, SyntaxError};

/// One file to check.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The file, as the tree names it.
    pub file: &'a str,
    /// The name of the folder it lies in, when that is known.
    pub folder: Option<&'a str>,
    /// Its text as decoded for people.
    pub text: &'a str,
    /// How it was decoded.
    pub encoding: &'a Encoding,
    /// The text taken apart.
    pub document: &'a Document,
    /// The judged hosts and what each reads in the file.
    pub readings: &'a [(&'a Profile, &'a Reading)],
    /// The other files of the skill, by path; `None` when that is not known.
    pub beside: Option<&'a [Supporting]>,
    /// What the project wants of the checks.
    pub config: &'a Config,
    /// New for each text: rules put down here what others ask, too.
    pub parts: &'a Parts,
}

impl<'a> Input<'a> {
    pub(super) fn front(&self) -> Option<&'a Front> {
        self.document.front.as_ref()
    }

    pub(super) fn entries(&self) -> &'a [Entry] {
        let all = self.front().map_or(&[][..], |front| front.tree.entries());
        &all[..all.len().min(self.config.looked_at)]
    }

    /// The faults of the tree, in the order of the text.
    pub(super) fn errors(&self) -> &'a [SyntaxError] {
        let all = self.front().map_or(&[][..], |front| &front.tree.errors);
        &all[..all.len().min(self.config.looked_at)]
    }

    pub(super) fn entry(&self, key: &str) -> Option<&'a Entry> {
        let named = |entry: &&Entry| entry.key.text() == Some(key);
        self.entries().iter().find(named)
    }

    /// The field is there, or may come from a merge (`<<`).
    pub(super) fn has(&self, key: &str) -> bool {
        self.entry(key).is_some() || self.entry("<<").is_some()
    }

    /// What is said of a field that is missing says a rule about the place where it stands: below the
    /// fence that closes the block, before a colon that is none, on the line of another field, under
    /// a name that is misspelt.
    pub(super) fn is_elsewhere(&self, key: &str) -> bool {
        early(self).is_some_and(|early| early.has(key))
            || misspelt(self, key)
            || wrapped::has(self, key)
            || self.is_behind_blank(key)
            || spoilt(self)
                .iter()
                .any(|field| field.key == key && self.fails_on_line(field.colon.start))
            || self
                .errors()
                .iter()
                .any(|error| run_on(self, error.at.start).is_some_and(|(known, _)| known == key))
    }

    /// The field stands on a line of the block, in whatever dress: to add it would make it two.
    pub(super) fn is_written(&self, key: &str) -> bool {
        let yaml = self.front().map_or(0..0, |front| front.yaml.clone());
        let dress = |c: char| c.is_whitespace() || kind(c).is_some() || "-*_`\"'>".contains(c);
        lines_in(self.text, yaml).any(|line| {
            let rest = self.text[line].trim_start_matches(dress).strip_prefix(key);
            let colon = |c: char| COLONS.contains(&c) || c == '=';
            rest.is_some_and(|rest| rest.trim_start_matches(dress).starts_with(colon))
        })
    }

    /// The field is behind a blank that is none, which is told at that blank.
    fn is_behind_blank(&self, key: &str) -> bool {
        let yaml = self.front().map_or(0..0, |front| front.yaml.clone());
        lines_in(self.text, yaml).any(|line| {
            let written = self.text[line.clone()].trim_start();
            let of_key = written.strip_prefix(key).map(str::trim_start);
            of_key.is_some_and(|rest| rest.starts_with(COLONS))
                && blank::on_line(self.text, &line).is_some()
        })
    }

    /// A fault of the YAML stands on the line of this place.
    fn fails_on_line(&self, at: usize) -> bool {
        let line = line_at(self.text, at);
        let mut errors = self.errors().iter();
        errors.any(|error| line.start <= error.at.start && error.at.start <= line.end)
    }

    /// The fault of a field that is missing where its colon is none and YAML takes the line for another
    /// field.
    pub(super) fn behind_colon(&self, key: &str) -> Option<Fault> {
        let spoilt = spoilt(self).into_iter().find(|field| field.key == key)?;
        let help = "A field is its name, a colon, a blank and the value.";
        let (title, edits) = spoilt.fix;
        let mut fault = Fault::new(spoilt.colon, spoilt.what, help);
        blame(self, &mut fault, &edits);
        Some(fault.fix(title, false, edits))
    }

    /// A field that is there by a merge (`<<`) only: for hosts that drop the file it is missing.
    pub(super) fn merged(&self, key: &str) -> Option<Fault> {
        let merge = self.entry("<<").filter(|_| self.entry(key).is_none())?;
        let mut fault = Fault::new(
            merge.key.span.clone(),
            format!("the {key} comes by `<<`, which not every reader follows"),
            format!("Write `{key}:` itself."),
        );
        fault.only = Some(&[]);
        fault.stops_yaml = true;
        Some(fault)
    }

    /// A scalar field that is there, with its value trimmed and the node.
    pub(super) fn scalar(&self, key: &str) -> Option<(&'a str, &'a Node)> {
        let node = &self.entry(key)?.value;
        let text = !is_null(node) || self.empty_for(key, node).is_none();
        let value = node.text().filter(|_| text)?;
        Some((value.trim(), node))
    }

    /// The hosts for which a field that holds nothing to YAML is empty; `None` when each judged one that
    /// reads fields takes the word that stands there for a text.
    pub(super) fn empty_for(&self, key: &str, value: &'a Node) -> Option<Empty<'a>> {
        let word = value
            .text()
            .filter(|word| is_null(value) && !word.is_empty());
        let takes = |reading: &Reading| matches!(reading.field(key), Some(Value::Text(held)) if Some(held.trim()) == word);
        let reads = |profile: &Profile| profile.reader.family != Family::None;
        let hosts = self.readings.iter();
        let hosts = hosts.filter(|(profile, reading)| reads(profile) && !takes(reading));
        let hosts: Vec<String> = hosts.map(|(profile, _)| profile.id.clone()).collect();
        (word.is_none() || !hosts.is_empty()).then_some(Empty { word, hosts })
    }

    /// The entry whose lines hold the byte at `at`: the last one before it that begins on the column
    /// where entries begin.
    pub(super) fn entry_at(&self, at: usize) -> Option<&'a Entry> {
        let column = |entry: &Entry| {
            let start = entry.key.span.start;
            start - line_at(self.text, start).start
        };
        let first = self.entries().first().map(column)?;
        let begins = |entry: &&Entry| entry.key.span.start <= at && column(entry) == first;
        self.entries().iter().rfind(begins)
    }

    /// Those of `ids` that are judged.
    pub(super) fn judged(&self, ids: &[&str]) -> Vec<String> {
        self.readings
            .iter()
            .map(|(profile, _)| &profile.id)
            .filter(|id| ids.contains(&id.as_str()))
            .cloned()
            .collect()
    }

    /// Hosts that load the file with a description that does not hold these words.
    pub(super) fn lacking(&self, words: &str) -> Vec<String> {
        let lacks = |reading: &Reading| {
            let held = reading.description.as_deref().unwrap_or_default();
            reading.loaded() && !held.contains(words)
        };
        let hosts = self.readings.iter().filter(|(_, reading)| lacks(reading));
        hosts.map(|(profile, _)| profile.id.clone()).collect()
    }

    /// Hosts that read frontmatter and load the file with a body that does not begin with the text that
    /// stands at `at`.
    pub(super) fn lacking_below(&self, at: usize) -> Vec<String> {
        let mut lines = self.text[at..].lines();
        let first = lines.find(|line| !line.trim().is_empty());
        let first = first.unwrap_or_default().trim();
        let lacks = |(profile, reading): &&(&Profile, &Reading)| {
            let held = reading.body.as_deref().unwrap_or_default();
            let reads = profile.reader.family != Family::None;
            reads && reading.loaded() && !held.trim_start().starts_with(first)
        };
        let hosts = self.readings.iter().filter(lacks);
        hosts.map(|(profile, _)| profile.id.clone()).collect()
    }

    /// A fault in the value of `entry` explains better why it reads as it does.
    pub(super) fn is_broken(&self, entry: &Entry) -> bool {
        let line = line_at(self.text, entry.key.span.start);
        let end = line.end.max(entry.value.span.end);
        if blank::any_odd(&self.text[line.start..end]) {
            let mut lines = lines_in(self.text, line.start..end);
            if lines.any(|line| blank::on_line(self.text, &line).is_some()) {
                return true;
            }
        }
        let errors = self.errors();
        let first = errors.partition_point(|error| error.at.start < line.start);
        // A line below that is meant to go on the value belongs to it, not one that is meant for a field.
        let below = |at: usize| {
            let line = line_at(self.text, at);
            let owner = self.entry_at(at);
            owner.is_some_and(|of| of.key.span == entry.key.span)
                && blank::on_line(self.text, &line).is_none()
                && on_line(self, line).is_none()
        };
        errors
            .get(first)
            .is_some_and(|error| error.at.start <= end || below(error.at.start))
    }
}

/// A field without a text, and for which of the judged hosts that is so.
pub(super) struct Empty<'a> {
    /// The word that stands for nothing: `null`, `~`.
    pub(super) word: Option<&'a str>,
    /// Ids of the hosts.
    pub(super) hosts: Vec<String>,
}

impl Empty<'_> {
    /// The fault in words.
    pub(super) fn what(&self, key: &str) -> String {
        match self.word {
            Some(word) => {
                format!("`{word}` without quotes stands for nothing, so the {key} is empty")
            }
            None => format!("the {key} is empty"),
        }
    }
}

/// A plain scalar that stands for nothing: empty, `~`, `null`.
pub(super) fn is_null(node: &Node) -> bool {
    matches!(&node.kind, Kind::Scalar { value, style: Style::Plain }
        if matches!(value.as_str(), "" | "~" | "null" | "Null" | "NULL"))
        && node.tag.is_none()
}

/// The value of an entry, or its key when no value is written.
pub(super) fn value_or_key(entry: &Entry) -> Span {
    if entry.value.span.is_empty() {
        entry.key.span.clone()
    } else {
        entry.value.span.clone()
    }
}
