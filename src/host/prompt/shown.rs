//! What an entry of a catalogue shows, and what of it goes where all cost too much.

use std::borrow::Cow;

use super::{Frame, entry};
use crate::host::budget::{self, Cost, Shortened, Spent};
use crate::host::lines::{body_line, extras, without_folder_links};
use crate::host::profile::{Budget, Catalogue, Clip};
use crate::host::survey::Copy;

/// One skill of a catalogue, with what its slots hold.
pub(super) struct Shown<'a> {
    pub(super) copy: &'a Copy,
    pub(super) description: Cow<'a, str>,
    pub(super) origin: &'a str,
    pub(super) place: String,
    pub(super) lines: String,
    /// Characters the description has, where one alone is too long.
    whole: Option<usize>,
}

impl<'a> Shown<'a> {
    pub(super) fn of(frame: &Frame<'a>, copy: &'a Copy) -> Self {
        let template = frame.template;
        let held = copy.reading.description.as_deref();
        let stand_in = match (&template.body_line, held) {
            (Some(rest), None | Some("")) => Some(body_line(copy, rest)),
            _ => None,
        };
        let stand_in = match (&template.also, stand_in) {
            (Some(also), None) => also.behind(copy, held.unwrap_or_default()),
            (_, stand_in) => stand_in,
        };
        let description = stand_in.as_deref().or(held).unwrap_or_default();
        let trimmed = template.trim_description.apply(description);
        let clipped = frame
            .shelf
            .clip
            .as_ref()
            .and_then(|clip| clip.apply(trimmed));
        let place = match &template.roots {
            Some(_) => frame.shelf.roots.place(frame.tree, copy),
            None if template.entry.contains("{place}") => without_folder_links(frame.tree, copy),
            None => String::new(),
        };
        Self {
            copy,
            lines: extras(template, &frame.shelf.settings, frame.tree, copy),
            whole: clipped.as_ref().map(|_| trimmed.chars().count()),
            description: match (clipped, &stand_in) {
                (Some(cut), _) => Cow::Owned(cut),
                (None, Some(_)) => Cow::Owned(trimmed.to_owned()),
                (None, None) => {
                    Cow::Borrowed(template.trim_description.apply(held.unwrap_or_default()))
                }
            },
            origin: frame
                .shelf
                .origins
                .get(copy.layer)
                .map_or("", String::as_str),
            place,
        }
    }
}

impl Shown<'_> {
    /// What it costs with and without a description.
    pub(super) fn cost(&self, template: &Catalogue, budget: &Budget) -> Cost {
        let with = |description: &'static str| {
            let shown = Shown {
                description: Cow::Borrowed(description),
                place: self.place.clone(),
                lines: self.lines.clone(),
                ..*self
            };
            budget.measure(&entry(template, &shown))
        };
        Cost {
            bare: with(""),
            around: with("x") - 1,
        }
    }

    /// What it loses of which that many characters stay, or nothing at all.
    pub(super) fn loss(&self, kept: Option<usize>) -> Option<Shortened> {
        let whole = self.description.chars().count();
        if kept.is_some_and(|kept| kept >= whole) {
            return None;
        }
        Some(Shortened {
            name: self.copy.name.clone(),
            path: self.copy.path.clone(),
            kept,
            whole,
            alone: false,
        })
    }

    /// What the host keeps of a description that is too long for it.
    pub(super) fn clipped(&self, clip: Option<&Clip>) -> Option<Shortened> {
        Some(Shortened {
            name: self.copy.name.clone(),
            path: self.copy.path.clone(),
            kept: clip.map(|clip| clip.keep),
            whole: self.whole?,
            alone: true,
        })
    }
}

/// How many characters of each description stay, given what the entries cost.
pub(super) fn fit(
    frame: &Frame<'_>,
    budget: &Budget,
    costs: &[Cost],
    texts: &[&str],
) -> (Vec<Option<usize>>, Spent) {
    let roots = frame.template.roots.as_deref().unwrap_or_default();
    let shape = (&*frame.template.between, &*frame.shelf.roots.lines(roots));
    let settings = &frame.shelf.settings;
    budget::fit(budget, settings, frame.window, shape, costs, texts)
}

/// Leaves the entries as far as the budget carries, descriptions cut; what it took, and what it is.
pub(super) fn within_budget(
    frame: &Frame<'_>,
    all: &mut Vec<Shown<'_>>,
) -> (Vec<Shortened>, Option<Spent>) {
    let Some(budget) = &frame.template.budget else {
        return (Vec::new(), None);
    };
    let costs: Vec<_> = all
        .iter()
        .map(|shown| shown.cost(frame.template, budget))
        .collect();
    let texts: Vec<&str> = all.iter().map(|shown| shown.description.as_ref()).collect();
    let (kept, spent) = fit(frame, budget, &costs, &texts);
    let mut taken = Vec::new();
    for (at, shown) in all.iter_mut().enumerate() {
        let Some(loss) = shown.loss(kept[at]) else {
            continue;
        };
        let end = shown.description.char_indices().nth(kept[at].unwrap_or(0));
        if let Some((end, _)) = end {
            shown.description = Cow::Owned(shown.description[..end].to_owned());
        }
        taken.push(loss);
    }
    let mut kept = kept.into_iter();
    all.retain(|_| kept.next().flatten().is_some());
    (taken, Some(spent))
}
