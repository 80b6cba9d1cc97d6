//! The text the model gets, with its parts.

mod entry;
mod first_lines;
mod frame;
mod listed;
mod shown;

use std::sync::Arc;

use entry::entry;
use first_lines::first_lines;
use frame::{Frame, Shelf, arranged, offered};
pub(super) use listed::{Listed, losses};
use shown::{Shown, within_budget};

use super::agents::Run;
use super::budget::{Shortened, Spent};
use super::lines::{bare, fill, intents_of, of_group};
use super::own_way;
use super::place::Place;
use super::profile::Profile;
use super::python;
use super::reading::Fault;
use super::run;
use super::select::{SelectError, attach, choose};
use super::settings::Settings;
use super::survey::{Cache, Copy, Skill, Survey};
use super::tree::FileTree;
use crate::skill::Span;
use crate::skill::colour::ARGUMENTS;

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
        reference: Arc<str>,
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
    /// Skills that are chosen and not offered to the model: the name, and why.
    pub held_back: Vec<(String, String)>,
    /// The host's own skills that are there only for those who name them, where nothing is chosen.
    pub unasked: Vec<String>,
    /// Where the runtime itself fails, so that the model gets nothing at all; the text is what it
    /// would get without the skills that make it fail.
    pub faults: Vec<Fault>,
    /// What the budget of the catalogue takes away, in the order of the catalogue.
    pub shortened: Vec<Shortened>,
    /// What the entries cost and may cost, where they have a budget.
    pub spent: Option<Spent>,
    /// Skills of which the host's settings say that the model is not told, each with their word.
    pub overridden: Vec<(String, String)>,
    /// Descriptions that are too long by themselves, in the order of the catalogue.
    pub clipped: Vec<Shortened>,
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
    /// What the user intends.
    pub intent: Option<String>,
    /// An agent type that carries skills.
    pub agent: Option<String>,
    /// Skills of a call or a stage, on top of those of the agent type.
    pub extra: Vec<String>,
    /// How the agent type runs.
    pub run: Run,
    /// The prompt the section is added to; with an agent type instead of its own, for a job after
    /// its own.
    pub base: Option<String>,
    /// Replaces `$ARGUMENTS`.
    pub args: Option<String>,
    /// The model's window in tokens, where what a catalogue may cost follows from it.
    pub window: Option<usize>,
    /// What the agent type or the run remembers, where the host adds that.
    pub memory: Option<String>,
    /// The text of the task file of a job.
    pub task: Option<String>,
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
    let reached;
    let survey = match run::reaches(profile, selector.run) {
        None => survey,
        Some(profile) => {
            reached = super::survey::survey(&profile, tree, place, &mut Cache::default());
            &reached
        }
    };
    let survey = &*own_way::in_prompt(profile, tree, survey);
    let set = run::set_up(profile, tree, place, selector)?;
    let chosen = match &set.wanted {
        Some(wanted) => attach(profile, tree, place, survey, wanted),
        None => choose(profile, tree, place, survey, selector)?,
    };
    let whole = survey.faults.iter();
    let kept_back = |copy: &Copy| Some((copy.name.clone(), profile.kept_back(copy)?));
    let held_back = chosen.copies.iter().filter_map(kept_back);
    let named = selector.preset.is_some() || selector.intent.is_some();
    let nothing_chosen = set.wanted.is_none() && selector.skills.is_none() && !named;
    let winners = survey.skills.iter().map(|skill| &skill.copy);
    let unasked = winners
        .filter(|copy| nothing_chosen && !profile.unasked(&survey.layers, copy))
        .map(|copy| copy.name.clone());
    let mut prompt = Prompt {
        unasked: unasked.collect(),
        held_back: held_back.collect(),
        skipped: chosen.skipped,
        faults: whole
            .filter(|fault| !matches!(fault, Fault::Skill { .. }))
            .cloned()
            .chain(set.faults)
            .collect(),
        ..Prompt::default()
    };
    let mut section = Prompt::default();
    let settings = Settings::of(profile, tree, place);
    let offers = offered(profile, &settings, survey, &chosen.copies, selector);
    prompt.overridden = offers.overridden;
    prompt.faults.extend(offers.faults);
    // Without any layer skills are switched off, and so is every word about them; a runtime that
    // fails on one file says nothing either.
    if !survey.layers.is_empty() && survey.nothing_loads().is_none() {
        let shelf = Shelf::of(profile, settings, tree, place, survey, &offers.copies);
        let chosen = selector.skills.is_some() || selector.intent.is_some();
        let template = &profile.catalogue;
        let frame = Frame {
            unchosen: profile.select.intents.as_ref().filter(|_| !chosen),
            args: selector.args.as_deref().filter(|_| template.arguments),
            window: selector.window,
            ..Frame::of(profile, tree, &shelf)
        };
        catalogue(&frame, &offers.copies, &mut section);
    }
    let mut base = set.base;
    if profile.catalogue.trim_base && !section.text.is_empty() {
        let kept = python::rstrip(&base.text).len();
        base = base.cut(0..kept);
    }
    let gap = !base.text.is_empty() && !section.text.is_empty();
    prompt.append(base);
    if gap {
        prompt.push("\n\n", From::Framing);
    }
    prompt.append(section);
    if let Some(memory) = set.memory {
        run::add_memory(&mut prompt, &memory);
    }
    Ok(prompt)
}

/// The catalogue of a list of copies, as the template says.
fn catalogue(frame: &Frame<'_>, copies: &[&Copy], out: &mut Prompt) {
    let template = frame.template;
    let copies = arranged(frame, copies);
    if let (true, Some(text)) = (copies.is_empty(), &template.empty) {
        out.push(text, From::Framing);
        return;
    }
    if copies.is_empty() && !template.when_empty {
        return;
    }
    match &template.roots {
        Some(lines) => {
            let lines = frame.shelf.roots.lines(lines);
            out.push(&template.open.replace("{roots}", &lines), From::Framing);
        }
        None => match &template.sources {
            Some(sources) => {
                let lines = frame.sources(sources);
                out.push(&template.open.replace("{sources}", &lines), From::Framing);
            }
            None => out.push(&template.open, From::Framing),
        },
    }
    let named = copies
        .iter()
        .copied()
        .filter(|copy| !template.skip_nameless || !copy.name.is_empty());
    let mut entries: Vec<_> = named.map(|copy| Shown::of(frame, copy)).collect();
    out.clipped = entries
        .iter()
        .filter_map(|shown| shown.clipped(frame.shelf.clip.as_ref()))
        .collect();
    (out.shortened, out.spent) = within_budget(frame, &mut entries);
    out.shortened.extend(first_lines(frame, &mut entries));
    if entries.is_empty() {
        out.push(&template.no_entries, From::Framing);
    }
    let mut here: Option<String> = None;
    for (at, shown) in entries.iter().enumerate() {
        let copy = shown.copy;
        let group = template.group.as_ref();
        let named = group.map(|group| (group, frame.group_of(group, copy)));
        match named.filter(|(_, name)| here.as_ref() != Some(name)) {
            Some((group, name)) => {
                let between = if at == 0 {
                    &template.first
                } else {
                    &group.between
                };
                out.push(between, From::Framing);
                let file = group.file.as_ref();
                let (profile, tree) = (frame.profile, frame.tree);
                let told =
                    file.and_then(|file| of_group(profile, tree, &frame.shelf.layers, file, &name));
                let open = match told {
                    Some(_) => &group.described,
                    None => &group.open,
                };
                let open = fill(open, |slot| match slot {
                    "group" => Some(name.clone()),
                    "description" => told.clone(),
                    _ => None,
                });
                out.push(&open, From::Framing);
                here = Some(name);
            }
            None if at == 0 => out.push(&template.first, From::Framing),
            None => out.push(&template.between, From::Framing),
        }
        let from = From::Skill {
            name: copy.name.clone(),
            reference: copy.reference.clone(),
        };
        let text = entry(template, shown);
        if let Some(intents) = frame.unchosen {
            out.push(
                &fill(&template.unchosen, |slot| {
                    (slot == "intents").then(|| intents_of(intents, copy))
                }),
                From::Framing,
            );
        }
        match frame.args {
            Some(args) => out.push(&text.replace(ARGUMENTS, args), from),
            None => out.push(&text, from),
        }
    }
    out.push(&template.close, From::Framing);
}

/// Why the model is not told of a skill that is loaded; `None` when it is, as far as the skill alone
/// decides.
pub fn unlisted(profile: &Profile, copy: &Copy) -> Option<&'static str> {
    untold(profile, copy, profile.offers(copy))
}

/// The same of a skill as it is resolved, which is known already to be offered or not.
pub fn untold_of(profile: &Profile, skill: &Skill) -> Option<&'static str> {
    untold(profile, &skill.copy, skill.offered)
}

fn untold(profile: &Profile, copy: &Copy, offered: bool) -> Option<&'static str> {
    if !offered {
        return Some("the skill itself says that the model is not told of it");
    }
    if copy.reading.fails.is_some() {
        return Some("the runtime fails on it");
    }
    bare(&profile.catalogue, copy)
}

impl Prompt {
    /// Adds another text with its parts.
    pub(super) fn append(&mut self, other: Self) {
        self.shortened.extend(other.shortened);
        self.clipped.extend(other.clipped);
        self.spent = self.spent.or(other.spent);
        for part in other.parts {
            self.push(&other.text[part.span], part.from);
        }
    }

    /// The part of the text within `range`.
    pub(super) fn cut(&self, range: Span) -> Self {
        let mut out = Self::default();
        for part in &self.parts {
            let (start, end) = (
                part.span.start.max(range.start),
                part.span.end.min(range.end),
            );
            if start < end {
                out.push(&self.text[start..end], part.from.clone());
            }
        }
        out
    }

    pub(super) fn push(&mut self, text: &str, from: From) {
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
