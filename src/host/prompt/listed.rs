//! What a catalogue of all skills leaves out, and what it would leave out if one of them said something
//! else.

use std::collections::HashMap;
use std::sync::Arc;

use super::first_lines::{first_line, too_long, units};
use super::shown::fit;
use super::{Frame, Prompt, Selector, Shelf, Shown, arranged, first_lines, offered, within_budget};
use crate::host::budget::{Cost, Shortened};
use crate::host::lines::bare;
use crate::host::own_way;
use crate::host::profile::{Profile, Winner};
use crate::host::reading::Reading;
use crate::host::select::unselected;
use crate::host::settings::Settings;
use crate::host::survey::{Copy, Survey};
use crate::host::{FileTree, Place};

/// A catalogue that is kept, to be asked about one entry of it.
#[derive(Debug)]
pub(in crate::host) struct Listed {
    shelf: Shelf,
    entries: Vec<Weighed>,
    /// Where the one entry of a file stands.
    places: HashMap<String, usize>,
}

/// An entry, and what it costs.
#[derive(Debug)]
struct Weighed {
    copy: Copy,
    description: Box<str>,
    cost: Cost,
    units: usize,
}

impl Weighed {
    fn of(frame: &Frame<'_>, shown: &Shown<'_>) -> Self {
        let template = frame.template;
        let budget = template.budget.as_ref();
        Self {
            copy: shown.copy.clone(),
            description: shown.description.as_ref().into(),
            cost: budget.map_or_else(Cost::default, |budget| shown.cost(template, budget)),
            units: template
                .first_lines_beyond
                .map_or(0, |_| units(frame, shown)),
        }
    }
}

/// What the catalogue of all that `survey` holds leaves out.
pub(in crate::host) fn losses(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
) -> Vec<Shortened> {
    if profile.agents.is_some() {
        // Then the choice is not that of the catalogue alone.
        let prompt = super::render(profile, tree, place, survey, &Selector::default());
        let Prompt {
            shortened, clipped, ..
        } = prompt.unwrap_or_default();
        return shortened.into_iter().chain(clipped).collect();
    }
    let survey = &*own_way::in_prompt(profile, tree, survey);
    let Some((shelf, copies)) = set_out(profile, tree, place, survey) else {
        return Vec::new();
    };
    let frame = Frame::of(profile, tree, &shelf);
    let mut entries = shown(&frame, &copies);
    let clip = shelf.clip.as_ref();
    let clipped = entries.iter().filter_map(|shown| shown.clipped(clip));
    let clipped: Vec<Shortened> = clipped.collect();
    let (mut losses, _) = within_budget(&frame, &mut entries);
    losses.extend(first_lines(&frame, &mut entries));
    losses.extend(clipped);
    losses
}

/// What shapes the catalogue, and the copies it offers.
fn set_out<'s>(
    profile: &'s Profile,
    tree: &FileTree,
    place: &Place,
    survey: &'s Survey,
) -> Option<(Shelf, Vec<&'s Copy>)> {
    if survey.layers.is_empty() || survey.nothing_loads().is_some() {
        return None;
    }
    let settings = Settings::of(profile, tree, place);
    let chosen = unselected(profile, survey);
    let offers = offered(profile, &settings, survey, chosen, &Selector::default());
    let shelf = Shelf::of(profile, settings, tree, place, survey, &offers.copies);
    Some((shelf, offers.copies))
}

fn shown<'a>(frame: &Frame<'a>, copies: &[&'a Copy]) -> Vec<Shown<'a>> {
    let copies = arranged(frame, copies).into_iter();
    let named = copies.filter(|copy| !frame.template.skip_nameless || !copy.name.is_empty());
    named.map(|copy| Shown::of(frame, copy)).collect()
}

impl Listed {
    /// `None` where the answer for one entry takes more than the entries.
    pub(in crate::host) fn of(
        profile: &Profile,
        tree: &FileTree,
        place: &Place,
        survey: &Survey,
    ) -> Option<Self> {
        let template = &profile.catalogue;
        let merges = profile.collision.across == Winner::Merge;
        let twice = template.budget.is_some() && template.first_lines_beyond.is_some();
        if !template.shortens() || profile.agents.is_some() || merges || twice {
            return None;
        }
        let survey = &*own_way::in_prompt(profile, tree, survey);
        let (shelf, copies) = set_out(profile, tree, place, survey)?;
        let frame = Frame::of(profile, tree, &shelf);
        let entries = shown(&frame, &copies);
        let entries = entries.iter().map(|shown| Weighed::of(&frame, shown));
        let entries: Vec<Weighed> = entries.collect();
        let mut times: HashMap<&str, usize> = HashMap::new();
        for path in entries.iter().filter_map(|one| one.copy.path.as_deref()) {
            *times.entry(path).or_default() += 1;
        }
        let places = entries.iter().enumerate().filter_map(|(at, one)| {
            let path = one.copy.path.as_deref()?;
            (times.get(path) == Some(&1)).then(|| (path.to_owned(), at))
        });
        Some(Self {
            places: places.collect(),
            entries,
            shelf,
        })
    }

    /// What the entry of the file at `path` loses if the host reads `now` in it; `None` when the
    /// entries may then be others, or stand otherwise.
    pub(in crate::host) fn again(
        &self,
        profile: &Profile,
        tree: &FileTree,
        path: &str,
        now: &Arc<Reading>,
    ) -> Option<Option<Shortened>> {
        let at = *self.places.get(path)?;
        let known = &self.entries[at];
        if profile.prompt_reader.is_some() && known.copy.folder.is_none() {
            return None;
        }
        let name = now.name.as_ref().unwrap_or(&known.copy.name);
        let copy = own_way::own(Copy {
            name: name.clone(),
            reading: Arc::clone(now),
            ..known.copy.clone()
        });
        let frame = Frame::of(profile, tree, &self.shelf);
        let stays = copy.name == known.copy.name
            && profile.offers(&copy)
            && profile.surfaces(&copy)
            && copy.reading.fails.is_none()
            && bare(frame.template, &copy).is_none();
        if !stays {
            return None;
        }
        let mut shown = Shown::of(&frame, &copy);
        let clipped = shown.clipped(self.shelf.clip.as_ref());
        let loss = match (&frame.template.budget, frame.template.first_lines_beyond) {
            (Some(budget), _) => {
                let own = shown.cost(frame.template, budget);
                let entries = || self.entries.iter().enumerate();
                let costs = entries().map(|(other, one)| if other == at { own } else { one.cost });
                let texts = entries().map(|(other, one)| match other == at {
                    true => shown.description.as_ref(),
                    false => &*one.description,
                });
                let (costs, texts): (Vec<_>, Vec<_>) = (costs.collect(), texts.collect());
                let (kept, _) = fit(&frame, budget, &costs, &texts);
                shown.loss(kept[at])
            }
            (None, Some(most)) => {
                let all: usize = self.entries.iter().map(|one| one.units).sum();
                let all = all - known.units + units(&frame, &shown);
                let long = too_long(all, most);
                long.then(|| first_line(&mut shown)).flatten()
            }
            (None, None) => None,
        };
        Some(loss.or(clipped))
    }
}
