//! What shapes a catalogue, and which skills stand in it.

use std::cmp::Reverse;

use super::Selector;
use crate::host::Place;
use crate::host::layers::LayerState;
use crate::host::lines::{bare, fill, title};
use crate::host::listing::Roots;
use crate::host::profile::{Catalogue, Clip, Group, GroupBy, Intents, Profile, SourceLines};
use crate::host::reading::Fault;
use crate::host::settings::Settings;
use crate::host::survey::{Copy, Survey};
use crate::host::tree::FileTree;

/// What of a host and a place a catalogue follows from, whatever the skills say.
#[derive(Debug)]
pub(super) struct Shelf {
    pub(super) settings: Settings,
    /// As the settings have it.
    pub(super) clip: Option<Clip>,
    /// The host's own word for each layer.
    pub(super) origins: Vec<String>,
    pub(super) layers: Vec<LayerState>,
    pub(super) roots: Roots,
}

impl Shelf {
    /// For the copies that are offered.
    pub(super) fn of(
        profile: &Profile,
        settings: Settings,
        tree: &FileTree,
        place: &Place,
        survey: &Survey,
        offered: &[&Copy],
    ) -> Self {
        let clip = profile.catalogue.clip.as_ref();
        let layers = survey.layers.iter();
        Self {
            clip: clip.map(|clip| clip.in_force(&settings)),
            origins: layers.map(|layer| layer.origin.to_string()).collect(),
            layers: survey.layers.clone(),
            roots: Roots::of(profile, tree, place, &survey.layers, offered),
            settings,
        }
    }
}

/// What shapes a catalogue.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) profile: &'a Profile,
    pub(super) template: &'a Catalogue,
    /// Where intents choose and none is given, each entry stands under its own.
    pub(super) unchosen: Option<&'a Intents>,
    pub(super) args: Option<&'a str>,
    pub(super) window: Option<usize>,
    pub(super) tree: &'a FileTree,
    pub(super) shelf: &'a Shelf,
}

impl<'a> Frame<'a> {
    /// Where nothing is chosen.
    pub(super) fn of(profile: &'a Profile, tree: &'a FileTree, shelf: &'a Shelf) -> Self {
        Self {
            profile,
            template: &profile.catalogue,
            unchosen: None,
            args: None,
            window: None,
            tree,
            shelf,
        }
    }
}

impl Frame<'_> {
    /// The folders skills come from.
    pub(super) fn sources(&self, sources: &SourceLines) -> String {
        let there: Vec<&str> = self
            .shelf
            .layers
            .iter()
            .filter(|layer| layer.exists)
            .filter_map(|layer| layer.path.as_deref())
            .collect();
        let line = |(at, folder): (usize, &&str)| {
            let last = at + 1 == there.len();
            fill(&sources.line, |slot| match slot {
                "folder" => Some((*folder).to_owned()),
                "title" => Some(title(folder.rsplit('/').nth(1).unwrap_or_default())),
                "last" => Some(if last {
                    sources.last.clone()
                } else {
                    String::new()
                }),
                _ => None,
            })
        };
        let lines: Vec<String> = there.iter().enumerate().map(line).collect();
        lines.join("\n")
    }

    /// The group a copy stands in.
    pub(super) fn group_of(&self, group: &Group, copy: &Copy) -> String {
        match group.by {
            GroupBy::Origin => self
                .shelf
                .origins
                .get(copy.layer)
                .cloned()
                .unwrap_or_default(),
            GroupBy::Folders => self.shelf.layers[copy.layer].folders_of(copy),
        }
    }

    /// Where a copy stands: the place of its group, the name of the group, its own name.
    fn place_in_groups(&self, group: &Group, copy: &Copy) -> (Reverse<usize>, String, String) {
        let name = self.group_of(group, copy);
        match group.by {
            GroupBy::Folders => (Reverse(0), name, copy.name.clone()),
            GroupBy::Origin => {
                let strongest = self
                    .shelf
                    .origins
                    .iter()
                    .rposition(|origin| *origin == name);
                (Reverse(strongest.unwrap_or_default()), name, String::new())
            }
        }
    }
}

/// What the model is told of.
pub(super) struct Offers<'s> {
    /// In the order of the catalogue, but for its groups.
    pub(super) copies: Vec<&'s Copy>,
    /// Skills of which the host's settings say that the model is not told, each with their word.
    pub(super) overridden: Vec<(String, String)>,
    /// Skills on which the runtime fails.
    pub(super) faults: Vec<Fault>,
}

/// What of the chosen copies the model is told of, and in which order.
pub(super) fn offered<'s>(
    profile: &Profile,
    settings: &Settings,
    survey: &'s Survey,
    chosen: impl IntoIterator<Item = &'s Copy>,
    selector: &Selector,
) -> Offers<'s> {
    let template = &profile.catalogue;
    let mut offers = Offers {
        copies: Vec::new(),
        overridden: Vec::new(),
        faults: Vec::new(),
    };
    for copy in chosen.into_iter().filter(|copy| profile.offers(copy)) {
        if let Some(said) = template.withheld(settings, &copy.name) {
            offers.overridden.push((copy.name.clone(), said));
            continue;
        }
        match &copy.reading.fails {
            None => offers.copies.push(copy),
            Some(message) => offers.faults.push(Fault::Skill {
                skill: copy.name.clone(),
                message: message.clone(),
            }),
        }
    }
    let offered = &mut offers.copies;
    if template
        .entries_when
        .as_ref()
        .is_some_and(|key| !settings.truth(key))
    {
        offered.clear();
    }
    if let (Some(id), None) = (&template.repeats_of, &selector.skills) {
        let repeats = survey.skills.iter().flat_map(|skill| &skill.shadows);
        let here = |copy: &&Copy| survey.layers[copy.layer].id == *id && profile.offers(copy);
        offered.extend(repeats.filter(here));
    }
    if let Some(order) = template.order {
        offered.sort_by(|a, b| order.compare(a, b));
    }
    if template.builtin_first {
        offered.sort_by_key(|copy| copy.path.is_some());
    }
    offers
}

/// The copies that have an entry, in their groups.
pub(super) fn arranged<'s>(frame: &Frame<'_>, copies: &[&'s Copy]) -> Vec<&'s Copy> {
    let template = frame.template;
    let held = |copy: &&&Copy| bare(template, copy).is_none();
    let mut copies: Vec<&Copy> = copies.iter().filter(held).copied().collect();
    if let Some(group) = &template.group {
        copies.sort_by_cached_key(|copy| frame.place_in_groups(group, copy));
        if group.once {
            let same = |a: &&Copy, b: &&Copy| {
                a.name == b.name && frame.group_of(group, a) == frame.group_of(group, b)
            };
            copies.dedup_by(|next, kept| same(next, kept));
        }
    }
    copies
}
