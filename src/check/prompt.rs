//! What a skill does to the text around it in a prompt.

use super::{Fault, Input, Rule, Severity};
use crate::host::Profile;
use crate::host::profile::{Activation, Escape};
use crate::skill::Span;
use crate::skill::place::place;

/// How a closing tag begins.
const CLOSING: &str = "</";

/// Fields that hosts put between tags.
const FIELDS: [&str; 2] = ["name", "description"];

pub(super) const RULES: &[Rule] = &[Rule {
    id: "prompt/breakout",
    severity: Severity::Warning,
    hosts: &[],
    explains: &[],
    effect: "the model of {} takes what follows for its own instructions",
    summary: "Text that closes the tags a host puts around it",
    find: breakout,
}];

fn breakout(input: &Input<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    if !closes_anything(input) {
        return faults;
    }
    for (profile, reading) in input.readings {
        if !reading.loaded() {
            continue;
        }
        let whole_body = profile.catalogue.entry.contains("{body}");
        let listed = match profile.catalogue.escape {
            Escape::None => closing(&format!(
                "{}{}{}",
                profile.catalogue.open, profile.catalogue.entry, profile.catalogue.close
            )),
            Escape::Html | Escape::Xml | Escape::XmlText => Vec::new(),
        };
        for span in in_fields(input, &listed) {
            add(&mut faults, span, profile);
        }
        let mut tags = if whole_body { listed } else { Vec::new() };
        if let Activation::ToolResult(tool) = &profile.activation {
            tags.extend(closing(&tool.close));
        }
        let body = input.document.body.clone();
        for tag in &tags {
            let bytes = &input.text.as_bytes()[body.clone()];
            for at in memchr::memmem::find_iter(bytes, tag.as_bytes()) {
                add(
                    &mut faults,
                    body.start + at..body.start + at + tag.len(),
                    profile,
                );
            }
        }
    }
    faults
}

/// Something closes a tag, whoever knows it.
fn closes_anything(input: &Input<'_>) -> bool {
    let written = |text: &str| memchr::memmem::find(text.as_bytes(), CLOSING.as_bytes()).is_some();
    // An escape of a value may stand for it.
    let held = |key: &&str| {
        let value = input.scalar(key).and_then(|(_, node)| node.text());
        value.is_some_and(written)
    };
    written(input.text) || FIELDS.iter().any(held)
}

fn add(faults: &mut Vec<Fault>, span: Span, profile: &Profile) {
    if let Some(known) = faults.iter_mut().find(|fault| fault.range == span) {
        known.minded_by.push(profile.id.clone());
        return;
    }
    let mut fault = Fault::new(
        span,
        "this closes a tag that is put around the text",
        "Write the tag in another way, without the angle brackets.",
    );
    fault.minded_by = vec![profile.id.clone()];
    faults.push(fault);
}

/// The closing tags in a template: `</skill>`.
fn closing(template: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for (at, _) in template.match_indices(CLOSING) {
        if let Some(end) = template[at..].find('>') {
            let tag = &template[at..=at + end];
            if !tags.iter().any(|known| known == tag) {
                tags.push(tag.to_owned());
            }
        }
    }
    tags
}

fn in_fields(input: &Input<'_>, tags: &[String]) -> Vec<Span> {
    let mut spans = Vec::new();
    for key in FIELDS {
        let Some((_, node)) = input.scalar(key) else {
            continue;
        };
        let value = node.text().unwrap_or_default();
        for tag in tags {
            if let Some(at) = value.find(tag.as_str()) {
                let index = value[..at].chars().count();
                let last = index + tag.chars().count() - 1;
                let start = place(input.text, node, index).start;
                spans.push(start..place(input.text, node, last).end.max(start));
            }
        }
    }
    spans
}
