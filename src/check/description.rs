//! The description.

use std::borrow::Cow;

use super::config::Limit;
use super::escape::of_path;
use super::input::{is_null, value_or_key};
use super::limit::Over;
use super::strayed::strayed;
use super::typo::misspelt;
use super::value::comment_on_line;
use super::{Fault, Input, Rule, Severity};
use crate::host::Profile;
use crate::host::profile::{Letters, Validate};
use crate::skill::Span;
use crate::skill::edit::{self, NewValue};
use crate::skill::place::place;
use crate::skill::yaml::{Kind, Node, Style};

/// Characters a description may have (agentskills).
pub(super) const MOST: usize = 1024;

const VALIDATORS: &[&str] = &["agentworks", "agentskills"];

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "description/missing",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "missing-description",
            "description-missing",
            "name-or-description-missing",
            "missing",
        ],
        effect: "the model of {} sees no more than the name",
        summary: "There is no description",
        find: missing,
    },
    Rule {
        id: "description/empty",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "empty-description",
            "missing-description",
            "description-missing",
            "name-or-description-missing",
            "missing",
            "length",
            "not-a-string",
            "wrong-type",
        ],
        effect: "the model of {} sees no more than the name",
        summary: "The description is empty",
        find: empty,
    },
    Rule {
        id: "description/not-text",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-yaml",
            "empty-description",
            "missing-description",
            "description-missing",
            "name-or-description-missing",
            "not-a-string",
            "wrong-type",
            "bad-fields",
            "form",
        ],
        effect: "",
        summary: "The description is a list or a map",
        find: not_text,
    },
    Rule {
        id: "description/length",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["description-too-long", "length"],
        effect: "refused by {}",
        summary: "The description has more than 1,024 characters",
        find: length,
    },
    Rule {
        id: "description/long",
        severity: Severity::Hint,
        hosts: &["minibot"],
        explains: &["description-over-300"],
        effect: "{} writes it to its log",
        summary: "The description has more than 300 characters",
        find: long,
    },
    Rule {
        id: "description/markup",
        severity: Severity::Hint,
        hosts: &[],
        explains: &["characters"],
        effect: "",
        summary: "A tag in angle brackets, which some targets refuse",
        find: markup,
    },
    Rule {
        id: "description/multi-line",
        severity: Severity::Warning,
        hosts: &["agentworks", "minibot"],
        explains: &[],
        effect: "it breaks the list of skills for the model of {}",
        summary: "The description has several lines",
        find: multi_line,
    },
    Rule {
        id: "description/no-trigger",
        severity: Severity::Hint,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "The description does not say when to use the skill",
        find: no_trigger,
    },
];

const WRITE: &str = "Say what the skill does and when to use it: the model chooses by this.";

fn missing(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    if let Some(fault) = input.merged("description") {
        return vec![fault];
    }
    let there = input.has("description") || input.is_elsewhere("description");
    if there || input.entries().is_empty() {
        return Vec::new();
    }
    if let Some(fault) = input.behind_colon("description") {
        return vec![fault];
    }
    let fault = Fault::new(front.open.clone(), "there is no description", WRITE);
    let value = NewValue::Text("");
    let added = edit::add(input.text, input.document, "description", value);
    // What it says stands in another field.
    let elsewhere = misspelt(input, "description") || input.has("when_to_use");
    let mut fault = match elsewhere || input.is_written("description") {
        true => fault,
        false => fault.fix_if("add an empty one to fill in", false, added),
    };
    fault.minded_by = input.judged(VALIDATORS);
    vec![fault]
}

fn empty(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("description") else {
        return Vec::new();
    };
    let text = entry.value.text();
    let blank = is_null(&entry.value) || text.is_some_and(|text| text.trim().is_empty());
    let commented = comment_on_line(input.text, entry.key.span.end).is_some();
    let below = || strayed(input).is_some_and(|text| text.holds(entry.key.span.start));
    if !blank || commented || input.is_broken(entry) || below() {
        return Vec::new();
    }
    let Some(empty) = input.empty_for("description", &entry.value) else {
        return Vec::new();
    };
    let what = empty.what("description");
    let mut fault = Fault::new(value_or_key(entry), what, WRITE);
    fault.minded_by = input.judged(VALIDATORS);
    if empty.word.is_some() {
        fault.minded_by.retain(|id| empty.hosts.contains(id));
        fault.by = Some(empty.hosts.clone());
        fault.only = Some(&[]);
    }
    if fault.minded_by.is_empty() && empty.word.is_some() {
        fault.minded_by = empty.hosts;
        fault.effect = Some("");
    }
    vec![fault]
}

fn not_text(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("description") else {
        return Vec::new();
    };
    match &entry.value.kind {
        Kind::Scalar { .. } | Kind::Alias(_) => Vec::new(),
        _ if input.is_broken(entry) => Vec::new(),
        kind => {
            let range = entry.value.span.clone();
            let what = "the description must be one text";
            let fault = Fault::new(range, what, "Write one text, in quotes if needed.");
            let quote = edit::quote(input.text, input.document, "description");
            // A list of texts in quotes is one, and no text that happens to begin with a bracket.
            let plain = |item: &Node| {
                matches!(
                    item.kind,
                    Kind::Scalar {
                        style: Style::Plain,
                        ..
                    }
                )
            };
            let several = matches!(kind, Kind::Sequence { items, .. }
                if items.len() > 1 && !items.iter().any(plain));
            let quote = quote.map(|edits| if several { Vec::new() } else { edits });
            let fault = fault.fix_if("quote the value", false, quote);
            let Some(said) = joined(kind).filter(|_| fault.fixes.is_empty()) else {
                return vec![fault];
            };
            let value = NewValue::Text(&said);
            let edits = edit::set(input.text, input.document, "description", value);
            vec![fault.fix_if("make one text of it", false, edits)]
        }
    }
}

/// The words of a list or a map of texts, one after the other.
fn joined(kind: &Kind) -> Option<String> {
    let parts: Option<Vec<String>> = match kind {
        Kind::Sequence { items, .. } => {
            let texts = items.iter().map(|item| item.text());
            texts.map(|text| text.map(str::to_owned)).collect()
        }
        Kind::Mapping { entries, .. } => {
            let texts = entries
                .iter()
                .map(|one| one.key.text().zip(one.value.text()));
            let said = |(key, text): (&str, &str)| format!("{key}: {text}");
            texts.map(|both| both.map(said)).collect()
        }
        _ => None,
    };
    let mut said = String::new();
    for part in parts? {
        let ended = said.is_empty() || said.ends_with(['.', ',', ';', ':', '!', '?']);
        said.push_str(match (said.is_empty(), ended) {
            (true, _) => "",
            (false, true) => " ",
            (false, false) => ", ",
        });
        said.push_str(part.trim());
    }
    (!said.is_empty()).then_some(said)
}

fn description<'a>(input: &Input<'a>) -> Option<(&'a str, &'a Node)> {
    let (text, node) = input.scalar("description")?;
    let entry = input.entry("description")?;
    (!text.is_empty() && !input.is_broken(entry)).then_some((text, node))
}

pub(super) fn blanks_before(node: &Node) -> usize {
    node.text().map_or(0, |value| {
        value.chars().take_while(|c| c.is_whitespace()).count()
    })
}

/// The characters of the description from the one behind `most` on, and how many it has in all, when it
/// has more.
fn beyond(input: &Input<'_>, most: usize) -> Option<(Span, usize)> {
    let (text, node) = description(input)?;
    let count = text.chars().count();
    if count <= most {
        return None;
    }
    let first = place(input.text, node, blanks_before(node) + most).start;
    let last = place(input.text, node, blanks_before(node) + count - 1).end;
    Some((first..last.max(first), count))
}

/// More characters than a judged host allows or shows. Where that is less than the specification allows
/// the host shows the start of every description, and nobody is to write for that.
fn length(input: &Input<'_>) -> Vec<Fault> {
    let Some((text, _)) = description(input) else {
        return Vec::new();
    };
    let over = Over::of(input, "description", text.chars().count(), MOST);
    let Some((beyond, count)) = over.lowest().and_then(|most| beyond(input, most)) else {
        return Vec::new();
    };
    let mut fault = Fault::new(
        beyond,
        format!(
            "the description has {count} characters, more than {}",
            over.words()
        ),
        "Shorten it; details belong in the body.",
    );
    fault.minded_by = over.ids();
    let refuses = |profile: &Profile| profile.reader.validate == Validate::Agentskills;
    let all = over.hosts().all(refuses);
    fault.effect = (!all).then_some("refused, cut short or told by {}");
    vec![fault]
}

fn long(input: &Input<'_>) -> Vec<Fault> {
    let most = input.config.limit(Limit::DescriptionLong);
    let fault = |(beyond, count): (Span, usize)| {
        Fault::new(
            beyond,
            format!("the description has {count} characters, more than {most}"),
            "A short description is read; details belong in the body.",
        )
    };
    beyond(input, most).map(fault).into_iter().collect()
}

/// A judged host takes no angle bracket in a description.
fn forbids_angles(input: &Input<'_>) -> bool {
    let mut profiles = input.readings.iter().map(|(profile, _)| profile);
    profiles.any(|profile| {
        let field = profile.field("description");
        field.is_some_and(|field| field.letters == Some(Letters::NoAngles))
    })
}

fn markup(input: &Input<'_>) -> Vec<Fault> {
    let Some((_, node)) = description(input) else {
        return Vec::new();
    };
    let value = node.text().unwrap_or_default();
    let tag = value.match_indices('<').find(|(at, _)| {
        let rest = &value[at + 1..];
        let name = rest.strip_prefix('/').unwrap_or(rest);
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.contains('>')
    });
    if let Some(fault) = entity(input, node) {
        return vec![fault];
    }
    let (at, what) = match tag {
        Some((at, _)) => (
            at,
            "a tag in angle brackets, some targets refuse it or end their own block there",
        ),
        // A bracket alone does no harm where it is not forbidden.
        None => match value.find(['<', '>']).filter(|_| forbids_angles(input)) {
            Some(at) => (at, "an angle bracket"),
            None => return Vec::new(),
        },
    };
    let index = value[..at].chars().count();
    vec![Fault::new(
        place(input.text, node, index),
        what,
        "Write the word without the angle brackets.",
    )]
}

/// Characters as a page of the web writes them.
const ENTITIES: [(&str, &str); 7] = [
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&nbsp;", " "),
];

/// The text with the characters themselves.
pub(super) fn without_entities(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    // What stands for `&` comes last, so that nothing is made twice.
    let others = ENTITIES.iter().filter(|(entity, _)| *entity != "&amp;");
    let said = others.fold(text.to_owned(), |said, (entity, c)| said.replace(entity, c));
    Cow::Owned(said.replace("&amp;", "&"))
}

/// A character of a description that is written as on a page of the web: to the model it is these letters.
fn entity(input: &Input<'_>, node: &Node) -> Option<Fault> {
    let value = node.text()?;
    let entities = ENTITIES.iter().copied();
    let first = entities.filter_map(|(entity, c)| Some((value.find(entity)?, entity, c)));
    let (at, entity, c) = first.min_by_key(|(at, ..)| *at)?;
    let index = value[..at].chars().count();
    let start = place(input.text, node, index).start;
    let what = format!("`{entity}` stands here for `{c}`, and no host makes it that");
    let help = "Write the character itself.";
    let said = without_entities(value);
    let edits = edit::set(
        input.text,
        input.document,
        "description",
        NewValue::Text(&said),
    );
    let mut fault = Fault::new(start..start + entity.len(), what, help);
    fault.severity = Some(Severity::Warning);
    Some(fault.fix_if("write the characters themselves", false, edits))
}

fn multi_line(input: &Input<'_>) -> Vec<Fault> {
    let Some((text, node)) = description(input) else {
        return Vec::new();
    };
    let Some(line) = text.find('\n').filter(|_| of_path(input, node).is_empty()) else {
        return Vec::new();
    };
    let index = blanks_before(node) + text[..line].chars().count();
    let fault = Fault::new(
        place(input.text, node, index),
        "the description goes on in a second line",
        "Write it as one paragraph: `>-` after the key instead of `|`.",
    );
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said = lines.collect::<Vec<_>>().join(" ");
    let value = NewValue::Text(&said);
    let edits = edit::set(input.text, input.document, "description", value);
    vec![fault.fix_if("write it as one paragraph", false, edits)]
}

/// Words that say when. English only.
const WHEN: &[&str] = &[
    "use", "used", "uses", "using", "when", "whenever", "if", "before", "after", "during", "while",
    "trigger", "triggers", "asks", "asked", "needs", "wants", "for", "every",
];

/// A text says when to use a skill, or may do so: one in other letters is left alone.
pub(super) fn says_when(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    !text.is_ascii() || words.any(|word| WHEN.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

fn no_trigger(input: &Input<'_>) -> Vec<Fault> {
    let Some((_, node)) = description(input).filter(|(text, _)| !says_when(text)) else {
        return Vec::new();
    };
    vec![Fault::new(
        node.span.clone(),
        "the description does not say when to use the skill",
        "Add a sentence such as: Use when ...",
    )]
}
