//! The text the model gets, with its parts.

use super::place::Place;
use super::profile::{Catalogue, Escape, Profile};
use super::python;
use super::select::{SelectError, choose};
use super::settings::Settings;
use super::survey::{Copy, Survey};
use super::tree::FileTree;
use crate::skill::Span;

/// Where a part of the prompt comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    /// Sentences and punctuation the host puts around skills, in our own words.
    Framing,
    /// The text given with `--base`.
    Base,
    /// A skill, by name and reference.
    Skill {
        /// The name the host uses.
        name: String,
        /// Its reference.
        reference: String,
    },
}

/// A range of the prompt and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes of [`Prompt::text`].
    pub span: Span,
    /// Its origin.
    pub from: From,
}

/// What the model gets of the skills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The exact text.
    pub text: String,
    /// Its parts, in order, covering the text.
    pub parts: Vec<Part>,
    /// What was asked for and is not there.
    pub skipped: Vec<String>,
}

/// What is chosen for the prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    /// Only these skills, by name or reference, in this order; `None` = all.
    pub skills: Option<Vec<String>>,
    /// A workflow file whose skills are chosen (absolute path in the tree).
    pub preset: Option<String>,
    /// A step of that workflow.
    pub step: Option<String>,
    /// The prompt the section is added to.
    pub base: Option<String>,
    /// Replaces `$ARGUMENTS`.
    pub args: Option<String>,
}

/// Renders what the host of `profile` gives the model: the survey's own choice when nothing is
/// selected, else the chosen copies in their order.
pub fn render(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    selector: &Selector,
) -> Result<Prompt, SelectError> {
    let mut prompt = Prompt::default();
    let chosen = choose(profile, tree, place, survey, selector)?;
    prompt.skipped = chosen.skipped;
    let mut section = Prompt::default();
    let settings = Settings::of(profile, tree, place);
    let template = &profile.catalogue;
    let mut offered: Vec<&Copy> = chosen
        .copies
        .iter()
        .filter(|copy| profile.offers(copy))
        .collect();
    if template
        .entries_when
        .as_ref()
        .is_some_and(|key| !settings.truth(key))
    {
        offered.clear();
    }
    if let Some(order) = template.order {
        offered.sort_by(|a, b| order.compare(a, b));
    }
    // Without any layer skills are switched off, and so is every word about them.
    if !survey.layers.is_empty() {
        catalogue(template, &offered, selector.args.as_deref(), &mut section);
    }
    if let Some(base) = selector.base.as_deref().filter(|base| !base.is_empty()) {
        prompt.push(base, From::Base);
        if !section.text.is_empty() {
            prompt.push("\n\n", From::Framing);
        }
    }
    let shift = prompt.text.len();
    prompt.text.push_str(&section.text);
    prompt
        .parts
        .extend(section.parts.into_iter().map(|part| Part {
            span: part.span.start + shift..part.span.end + shift,
            from: part.from,
        }));
    Ok(prompt)
}

/// The catalogue of a list of copies, as the template says.
fn catalogue(template: &Catalogue, copies: &[&Copy], args: Option<&str>, out: &mut Prompt) {
    if copies.is_empty() && !template.when_empty {
        return;
    }
    out.push(&template.open, From::Framing);
    let named = copies
        .iter()
        .filter(|copy| !template.skip_nameless || !copy.name.is_empty());
    for (at, copy) in named.enumerate() {
        out.push(
            if at == 0 {
                &template.first
            } else {
                &template.between
            },
            From::Framing,
        );
        let from = From::Skill {
            name: copy.name.clone(),
            reference: copy.reference.clone(),
        };
        let text = entry(template, copy);
        match args {
            Some(args) => out.push(&text.replace("$ARGUMENTS", args), from),
            None => out.push(&text, from),
        }
    }
    out.push(&template.close, From::Framing);
}

/// One skill of a catalogue.
fn entry(template: &Catalogue, copy: &Copy) -> String {
    let description = copy.reading.description.as_deref().unwrap_or_default();
    let shown = template.trim_description.apply(description);
    let pattern = match &template.bare {
        Some(bare) if shown.is_empty() => bare,
        _ => &template.entry,
    };
    fill(pattern, |slot| match slot {
        "name" => Some(escape(template.escape, &copy.name)),
        "description" => Some(escape(template.escape, shown)),
        "location" => Some(copy.path.clone().unwrap_or_default()),
        _ => None,
    })
}

/// Fills `{slot}`s in one pass, so that a value holding `{name}` stays as it is.
fn fill(pattern: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let slot = rest
            .find('}')
            .and_then(|close| Some((close, value(&rest[1..close])?)));
        match slot {
            Some((close, text)) => {
                out.push_str(&text);
                rest = &rest[close + 1..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

fn escape(escape: Escape, text: &str) -> String {
    match escape {
        Escape::None => text.to_owned(),
        Escape::Html => python::html_escape(text),
    }
}

impl Prompt {
    fn push(&mut self, text: &str, from: From) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let span = start..self.text.len();
        match self.parts.last_mut() {
            Some(last) if last.from == from => last.span.end = span.end,
            _ => self.parts.push(Part { span, from }),
        }
    }
}
