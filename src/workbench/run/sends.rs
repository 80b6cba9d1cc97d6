//! Sending a skill on: packed for others, written to a file, copied into folders of other hosts.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use super::errands::on_ground;
use super::executor::{Executor, TAKES_BACK, told};
use crate::exchange::deploy::{Deploy, deploy, deploy_plan};
use crate::exchange::export::{Parcel, TARGETS, Target, packed, parcel};
use crate::exchange::find::SKILL_FILE;
use crate::exchange::target::may_write;
use crate::exchange::{Area, Ground, Refusal};
use crate::host::{Cache, Copy, Profile, Survey, read_file, survey};
use crate::library::journal::Flip;
use crate::library::write::missing_above;
use crate::library::{Expect, Grant, Guard};
use crate::workbench::app::exchange::sending::{Pack, Packs, Places, Spot};
use crate::workbench::app::exchange::{News, Order, Site};
use crate::workbench::app::list::row_id;

/// What people call the targets.
const TITLES: [(Target, &str); 5] = [
    (Target::Any, "as it is"),
    (Target::AgentSkills, "agentskills"),
    (Target::ClaudeAi, "claude.ai upload"),
    (Target::AgentWorks, "AgentWorks import"),
    (Target::Replio, "Replio, one file"),
];

fn see(site: &Site, profile: &Profile) -> Survey {
    survey(profile, &site.tree, &site.place, &mut Cache::default())
}

/// The copy of a row.
fn copy_of<'s>(survey: &'s Survey, id: &str) -> Result<&'s Copy, Refusal> {
    let found = survey.copies().find(|copy| row_id(copy) == id);
    found.ok_or_else(|| Refusal::new("gone", format!("{id} is not there any more")))
}

/// Packs a skill for everybody.
pub(super) fn pack(site: &Site, id: &str) -> Result<Packs, Refusal> {
    on_ground(site, |ground| {
        let parcel = parcel(copy_of(ground.survey, id)?)?;
        let packs = TITLES.iter().map(|(target, title)| {
            let mut ids = TARGETS.iter().filter(|(_, known)| known == target);
            let end = if *target == Target::Replio {
                ".md"
            } else {
                ".zip"
            };
            let packed = pack_for(site, ground, &parcel, *target, end == ".zip");
            Pack {
                id: ids.next().map_or("", |(id, _)| id),
                title,
                end,
                packed: packed.map_err(|refusal| refusal.to_string()),
            }
        });
        Ok(Packs {
            place: site.place.clone(),
            packs: packs.collect(),
            parcel,
        })
    })
}

fn pack_for(
    site: &Site,
    ground: Ground<'_>,
    parcel: &Parcel,
    target: Target,
    zip: bool,
) -> Result<crate::exchange::export::Packed, Refusal> {
    let judge = target.judge().and_then(|id| site.profiles.get(id));
    let judge = judge.map(|profile| (profile, see(site, profile)));
    let judge = judge.as_ref().map(|(profile, survey)| (*profile, survey));
    packed(ground, judge, parcel, target, zip)
}

/// Every folder that some host keeps skills in, and what copying one there would do. Hosts that judge
/// the project come first.
pub(super) fn places(site: &Site, id: &str) -> Result<Places, Refusal> {
    on_ground(site, |ground| {
        let copy = copy_of(ground.survey, id)?;
        let parcel = parcel(copy)?;
        let own = copy.folder.as_ref().or(copy.path.as_ref());
        let own = own.and_then(|own| own.rsplit_once('/'));
        let mut spots: Vec<Spot> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let rank = |profile: &&Profile| !site.judged.contains(&profile.id);
        let mut profiles: Vec<&Profile> = site.profiles.iter().collect();
        profiles.sort_by_key(rank);
        for profile in profiles {
            let there = see(site, profile);
            let layers = there
                .layers
                .iter()
                .filter(|layer| layer.takes_skills(profile));
            for (layer, dest) in layers.filter_map(|layer| Some((layer, layer.path.clone()?))) {
                if own.is_some_and(|(own, _)| own == dest) {
                    continue;
                }
                if let Some(at) = known.get(&dest) {
                    if !spots[*at].hosts.contains(&profile.id) {
                        spots[*at].hosts.push(profile.id.clone());
                    }
                    continue;
                }
                known.insert(dest.clone(), spots.len());
                let plan = deploy_plan(profile, &there, &layer.id, &parcel);
                spots.push(Spot {
                    to: (profile.id.clone(), layer.id.clone()),
                    hosts: vec![profile.id.clone()],
                    dropped: dropped(profile, &parcel),
                    plan: plan
                        .map(|(_, plan)| plan)
                        .map_err(|refusal| refusal.to_string()),
                    dest,
                });
            }
        }
        Ok(Places {
            place: site.place.clone(),
            host: site.host.clone(),
            name: copy.name.clone(),
            id: id.to_owned(),
            spots,
        })
    })
}

/// Why a host would not load it.
fn dropped(profile: &Profile, parcel: &Parcel) -> Option<String> {
    let main = parcel.files.iter().find(|file| file.path == SKILL_FILE)?;
    let reading = read_file(profile, &main.bytes, &parcel.folder);
    reading.dropped.map(|dropped| dropped.message)
}

/// What copying would do now.
fn plan_now(site: &Site, id: &str, to: &(String, String)) -> Result<(String, Deploy), Refusal> {
    on_ground(site, |ground| {
        let parcel = parcel(copy_of(ground.survey, id)?)?;
        let none = || Refusal::new("no-host", format!("there is no host {:?}", to.0));
        let profile = site.profiles.get(&to.0).ok_or_else(none)?;
        deploy_plan(profile, &see(site, profile), &to.1, &parcel)
    })
}

impl Executor {
    /// Writes a file that was packed.
    pub(super) fn write(&self, order: &Order, to: &str, bytes: &Arc<[u8]>, replace: bool) -> News {
        let mut site = order.site.clone();
        site.tree = self.tree();
        let profiles = site.profiles.iter();
        let surveys: Vec<(&str, Survey)> = profiles
            .map(|profile| (profile.title.as_str(), see(&site, profile)))
            .collect();
        let surveys = surveys.iter().map(|(title, survey)| (*title, survey));
        if let Err(refusal) = may_write(to, &site.place, surveys, None) {
            return News::Refused(refusal.to_string());
        }
        if !replace && fs::symlink_metadata(to).is_ok() {
            return News::There;
        }
        let expect = if replace { Expect::Any } else { Expect::Absent };
        let done = Grant::file(to).and_then(|grant| {
            let guard = Guard::new(vec![grant], self.dirs.trash());
            guard.save(to, bytes, &expect)
        });
        match done {
            Ok(()) => News::Wrote(format!("wrote {}", self.place.short(to))),
            Err(error) => News::Refused(error.to_string()),
        }
    }

    /// Copies a skill into a folder of another host, as it was shown.
    pub(super) fn deploy(&mut self, order: &Order, id: &str, spot: &Spot) -> (News, Vec<String>) {
        let mut site = order.site.clone();
        site.tree = self.tree();
        let done = self.deployed(&site, id, spot);
        match done {
            Ok(path) => {
                let place = self.place.short(&spot.dest).into_owned();
                let what = told(format!("it is copied to {place}"), TAKES_BACK);
                (News::Copied(what), vec![path])
            }
            Err(refusal) => (News::Refused(refusal.to_string()), Vec::new()),
        }
    }

    fn deployed(&self, site: &Site, id: &str, spot: &Spot) -> Result<String, Refusal> {
        let (dest, plan) = plan_now(site, id, &spot.to)?;
        if spot.plan.as_ref() != Ok(&plan) || dest != spot.dest {
            return Err(Refusal::new(
                "changed-meanwhile",
                "the skill or its place was changed meanwhile; look again",
            ));
        }
        let target = Site {
            host: spot.to.0.clone(),
            ..site.clone()
        };
        let made = missing_above(plan.path());
        let trashed = on_ground(&target, |ground| {
            let area = Area::new(ground, &dest, &self.dirs)?;
            self.mend(&site.host, &area, Some(&dest))?;
            deploy(&area, &plan)
        })?;
        let flip = Flip::put(plan.path(), trashed.as_ref()).with_made(made);
        // It is done; without the note it could only not be taken back.
        let _ = self.journal().note_in(&site.host, [(flip, Some(dest))]);
        Ok(plan.path().to_owned())
    }
}
