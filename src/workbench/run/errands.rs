//! Carries out what is asked about skills from and to elsewhere: looking on a thread that may wait
//! for the network, writing on that of the disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::compare::difference;
use super::executor::{self, Executor};
use super::sends;
use crate::exchange::existing::meets;
use crate::exchange::follow::Following;
use crate::exchange::install::{Wish, install};
use crate::exchange::meeting::{Meeting, meetings};
use crate::exchange::record::Records;
use crate::exchange::status::{FileState, State, Status};
use crate::exchange::update::{Applied, Update, apply, plan};
use crate::exchange::{
    Area, Areas, Candidate, Grammar, Ground, Net, Refusal, Watch, open, parse, preview,
};
use crate::host::{Cache, Profile, survey};
use crate::library::Dirs;
use crate::library::journal::Flip;
use crate::library::write::NewFile;
use crate::skill::bytes::decode;
use crate::workbench::app::Message;
use crate::workbench::app::exchange::page::Part;
use crate::workbench::app::exchange::{Errand, Found, Item, Looked, Met, News, Order, Sided, Site};
use crate::workbench::app::ink::{Ink, Line};

/// Texts longer than this are not compared line by line.
const LONGEST: usize = 256 << 10;

/// Does something on the ground of a site.
pub(super) fn on_ground<T>(
    site: &Site,
    run: impl FnOnce(Ground<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let none = || Refusal::new("no-host", format!("there is no host {:?}", site.host));
    let profile = site.profiles.get(&site.host).ok_or_else(none)?;
    let judges = site.judged.iter().filter_map(|id| site.profiles.get(id));
    let judges: Vec<Profile> = judges.cloned().collect();
    let survey = survey(profile, &site.tree, &site.place, &mut Cache::default());
    run(Ground {
        profile,
        judges: &judges,
        tree: &site.tree,
        place: &site.place,
        survey: &survey,
        config: &site.config,
    })
}

/// Carries out an order that may wait for the network; nothing is written.
pub(super) fn travel(
    order: &Order,
    dirs: &Dirs,
    net: Result<Net, Refusal>,
    watch: &mut Watch<'_>,
) -> News {
    match &order.errand {
        Errand::Look(source) => {
            let looked = net.and_then(|net| look(&order.site, dirs, &net, source, watch));
            News::Looked(looked.map(Arc::new).map_err(|refusal| refusal.to_string()))
        }
        Errand::Ask(only) => {
            let found = net.and_then(|net| ask(&order.site, dirs, &net, only.as_deref(), watch));
            News::Found(found.map(Arc::new).map_err(|refusal| refusal.to_string()))
        }
        Errand::Pack(id) => {
            let packs = sends::pack(&order.site, id);
            News::Packed(packs.map(Arc::new).map_err(|refusal| refusal.to_string()))
        }
        Errand::Places(id) => {
            let places = sends::places(&order.site, id);
            News::Places(places.map(Arc::new).map_err(|refusal| refusal.to_string()))
        }
        _ => failed(order, "this needs no network"),
    }
}

/// How installed skills stand to what was installed; nothing is fetched.
pub(super) fn verified(order: &Order, dirs: &Dirs) -> News {
    let found = on_ground(&order.site, |ground| {
        let mut areas = Areas::new(ground, dirs)?;
        let skills = areas.verify_all(ground, dirs)?;
        let faults = areas.faults.iter().map(Refusal::to_string);
        let faults = faults.chain(areas.notes.iter().cloned());
        Ok((skills, faults.reduce(|all, one| format!("{all}; {one}"))))
    });
    let found = found.map_err(|refusal| refusal.to_string());
    News::Verified(order.site.host.clone(), found)
}

/// As [`ask`], with what the sources said then.
fn again(site: &Site, dirs: &Dirs, before: &Found) -> Result<Found, Refusal> {
    on_ground(site, |ground| {
        let mut areas = Areas::new(ground, dirs)?;
        let mut found = areas.verify_all(ground, dirs)?;
        let of = |status: &Status| {
            let mut known = before.items.iter().map(|item| &item.status);
            known.find(|known| (&known.folder, &known.key) == (&status.folder, &status.key))
        };
        found.retain_mut(|status| match of(status) {
            Some(known) => {
                status.answered(known);
                true
            }
            None => false,
        });
        Ok(items(site, ground, &areas, found))
    })
}

fn ask(
    site: &Site,
    dirs: &Dirs,
    net: &Net,
    only: Option<&str>,
    watch: &mut Watch<'_>,
) -> Result<Found, Refusal> {
    on_ground(site, |ground| {
        let mut areas = Areas::new(ground, dirs)?;
        let mut found = areas.verify_all(ground, dirs)?;
        found.retain(|status| only.is_none_or(|only| status.folder == only));
        areas.ask(ground, &mut found, net, watch)?;
        Ok(items(site, ground, &areas, found))
    })
}

fn items(site: &Site, ground: Ground<'_>, areas: &Areas, found: Vec<Status>) -> Found {
    let items = found
        .into_iter()
        .filter_map(|status| Some(item(ground, areas.of(&status)?, status)));
    let mut items: Vec<Item> = items.collect();
    items.sort_by_key(|item| item.update.is_none());
    Found {
        host: site.host.clone(),
        place: site.place.clone(),
        items,
    }
}

fn item(ground: Ground<'_>, area: &Area, status: Status) -> Item {
    let wanted = matches!(status.state, State::Outdated | State::Both | State::Missing);
    let (update, refused) = match wanted.then(|| plan(ground, area, &status)) {
        None => (None, None),
        Some(Ok(update)) => (Some(update), None),
        Some(Err(refusal)) => (None, Some(refusal.to_string())),
    };
    let files = update.as_ref().map(sided).unwrap_or_default();
    Item {
        status,
        update,
        refused,
        files,
    }
}

/// Files that are not the same on all sides, and how they differ.
fn sided(update: &Update) -> Vec<Sided> {
    let all = |side: &BTreeMap<String, NewFile>| side.values().cloned().collect::<Vec<_>>();
    let sides = &update.sides;
    let (base, ours, theirs) = (all(&sides.base), all(&sides.ours), all(&sides.theirs));
    let bytes = |side: &'_ BTreeMap<String, NewFile>, path: &str| {
        side.get(path).map(|file| Arc::clone(&file.bytes))
    };
    let mut paths: Vec<&String> = update.conflicts.iter().collect();
    paths.extend(update.changes.iter().map(|(path, _)| path));
    let told = paths.into_iter().map(|path| {
        let (old, mine) = (bytes(&sides.base, path), bytes(&sides.ours, path));
        let there = bytes(&sides.theirs, path);
        let (here, upstream) = (mine != old, there != old);
        let mut parts = Vec::new();
        if upstream {
            let (old, new) = (
                ("installed", base.as_slice()),
                ("its source", theirs.as_slice()),
            );
            parts.push(differing("What changed at its source", path, old, new));
        }
        if let Some(what) = update.obstacles.get(path).filter(|_| mine.is_none()) {
            let what = format!("Here {what} stands in its place.");
            parts.push(Part::Line(Line::of(&what, Ink::Warning)));
        } else if here {
            let (old, new) = (("installed", base.as_slice()), ("here", ours.as_slice()));
            parts.push(differing("What changed here", path, old, new));
        }
        Sided {
            path: path.clone(),
            parts,
        }
    });
    told.collect()
}

fn look(
    site: &Site,
    dirs: &Dirs,
    net: &Net,
    source: &str,
    watch: &mut Watch<'_>,
) -> Result<Looked, Refusal> {
    on_ground(site, |ground| {
        let grammar = Grammar::of(ground.profile, false);
        let (here, home) = (Path::new(&site.place.project), Path::new(&site.place.home));
        let source = parse(source, grammar, net.github_host(), here, home)?;
        let opened = open(&source, ground.profile, false, net, watch)?;
        let preview = preview(ground, opened, None, None)?;
        let meetings = meetings(ground, dirs, &preview, false).into_iter();
        let met = preview.skills.iter().zip(meetings);
        Ok(Looked {
            host: site.host.clone(),
            place: site.place.clone(),
            met: met
                .map(|(skill, meeting)| Some(met_by(skill, meeting?)))
                .collect(),
            preview,
        })
    })
}

/// What a skill would meet, with the differences to read.
fn met_by(skill: &Candidate, meeting: Meeting) -> Met {
    let new = skill.placed();
    let by = meeting.sentence();
    let files = meeting.files.into_iter().map(|(path, state)| {
        let lines = match state {
            FileState::Same => Vec::new(),
            _ => vec![differing(
                "What would be another",
                &path,
                ("there", &meeting.there),
                ("new", &new),
            )],
        };
        (path, state, lines)
    });
    Met {
        edited: meeting.edited,
        by,
        disarmed: meeting.disarmed,
        files: files.collect(),
    }
}

/// How a file of two sides differs; a side may not have it.
fn differing(
    what: &'static str,
    path: &str,
    old: (&str, &[NewFile]),
    new: (&str, &[NewFile]),
) -> Part {
    let text = |files: &[NewFile]| {
        let file = files.iter().find(|file| file.path == path);
        file.map_or_else(String::new, |file| decode(&file.bytes).text)
    };
    let (old_text, new_text) = (text(old.1), text(new.1));
    if old_text.len().max(new_text.len()) > LONGEST || (old_text + &new_text).contains('\0') {
        let why = "They differ, and are too long, or no text, to be compared by lines.";
        return Part::Line(Line::of(why, Ink::Dim));
    }
    let found = difference(old.0, &text(old.1), new.0, &new_text);
    Part::Difference(what, found)
}

/// What is told when skillkiln itself failed.
pub(super) fn failed(order: &Order, why: &str) -> News {
    let why = format!("skillkiln itself failed ({why}); nothing was written");
    match &order.errand {
        Errand::Look(_) => News::Looked(Err(why)),
        Errand::Ask(_) | Errand::Again(_) => News::Found(Err(why)),
        Errand::Verify => News::Verified(order.site.host.clone(), Err(why)),
        Errand::Pack(_) => News::Packed(Err(why)),
        Errand::Places(_) => News::Places(Err(why)),
        Errand::Install { .. }
        | Errand::Update(_)
        | Errand::Write { .. }
        | Errand::Deploy { .. } => News::Refused(why),
    }
}

impl Executor {
    /// The locks of a host, as they are now.
    pub(super) fn locked(&self, host: &str) -> Following {
        let site = self.site(host);
        let lines = on_ground(&site, |ground| Ok(Following::new(ground, &self.dirs)));
        lines.unwrap_or_default()
    }

    /// A host as it stands now, where nobody judges.
    fn site(&self, host: &str) -> Site {
        Site {
            profiles: self.profiles.clone(),
            host: host.to_owned(),
            judged: Vec::new(),
            place: self.place.clone(),
            tree: self.tree(),
            config: Arc::default(),
        }
    }

    /// Carries out an order.
    pub(super) fn errand(&mut self, order: &Order) -> Vec<Message> {
        let mut messages = Vec::new();
        let (news, paths) = match &order.errand {
            _ if order.travels() => {
                let mut tell = |progress| messages.push(progress);
                let news = self.courier.carry_out(order, &self.dirs, &mut tell);
                (news, Vec::new())
            }
            Errand::Install { looked, skills } => self.install(order, looked, skills),
            Errand::Update(updates) => self.update(order, updates),
            Errand::Verify => (verified(order, &self.dirs), Vec::new()),
            Errand::Again(before) => {
                let mut site = order.site.clone();
                site.tree = self.tree();
                let found = again(&site, &self.dirs, before);
                let found = found.map(Arc::new).map_err(|refusal| refusal.to_string());
                (News::Found(found), Vec::new())
            }
            Errand::Write { to, bytes, replace } => {
                (self.write(order, to, bytes, *replace), Vec::new())
            }
            Errand::Deploy { id, spot } => self.deploy(order, id, spot),
            Errand::Look(_) | Errand::Ask(_) | Errand::Pack(_) | Errand::Places(_) => {
                return messages;
            }
        };
        let generation = order.generation;
        messages.push(Message::Exchange { generation, news });
        if !paths.is_empty() {
            messages.extend(self.look_at(paths));
        }
        messages
    }

    /// Notes what was done, so that it can be taken back.
    fn note(&self, host: &str, flips: Vec<(Flip, Option<String>)>) {
        // It is done; without the note it could only not be taken back.
        let _ = self.journal().note_in(host, flips);
    }

    /// As [`Self::mend`], in every folder of a host that skills are installed in.
    pub(super) fn mend_all(&self, host: &str) -> Vec<(String, String)> {
        let done = on_ground(&self.site(host), |ground| {
            let areas = Areas::new(ground, &self.dirs)?;
            let mut done = Vec::new();
            for area in areas.iter() {
                let granted = (!areas.is_own(&area.path)).then_some(&area.path);
                // What cannot be ended is told when something is to be written there.
                done.extend(self.mend(host, area, granted).unwrap_or_default());
            }
            Ok(done)
        });
        done.unwrap_or_default()
    }

    /// Ends what a program that died had begun in a folder, and notes it as what that would have noted;
    /// `granted`: that folder, where it is not the write area. What was finished (name, folder).
    pub(super) fn mend(
        &self,
        host: &str,
        area: &Area,
        granted: Option<&String>,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let mut all = Vec::new();
        for done in area.mend()? {
            let flip = Flip::put(&done.folder, done.trashed.as_ref());
            if !self.journal().ends_with(host, &flip) {
                self.note(host, vec![(flip, granted.cloned())]);
            }
            all.push((done.key, done.folder));
        }
        Ok(all)
    }

    fn install(&mut self, order: &Order, looked: &Looked, skills: &[usize]) -> (News, Vec<String>) {
        let mut site = order.site.clone();
        site.tree = self.tree();
        site.host.clone_from(&looked.host);
        let mut done: Vec<(String, String)> = Vec::new();
        let mut flips = Vec::new();
        let all = on_ground(&site, |ground| {
            let preview = &looked.preview;
            let area = Area::new(ground, &preview.dest, &self.dirs)?;
            done.extend(self.mend(&site.host, &area, None)?);
            for skill in skills.iter().filter_map(|at| preview.skills.get(*at)) {
                if meets(ground, preview, skill) != skill.existing {
                    return Err(Refusal::new(
                        "changed-meanwhile",
                        format!(
                            "what stands in the place of {} was changed meanwhile; look again",
                            skill.name
                        ),
                    ));
                }
                let wish = Wish {
                    expect: Some(&skill.hash),
                    force: true,
                    executable: false,
                };
                let installed = install(ground, preview, skill, &area, wish)?;
                let flip = Flip::put(&installed.path, installed.trashed.as_ref());
                flips.push((flip, None));
                done.push((installed.name, installed.path));
            }
            Ok(())
        });
        self.note(&site.host, flips);
        let records = Records::of(&self.dirs);
        records.noted(&looked.preview.dest);
        told(all, done, "installed")
    }

    fn update(&mut self, order: &Order, updates: &[Update]) -> (News, Vec<String>) {
        let mut site = order.site.clone();
        site.tree = self.tree();
        let mut done: Vec<(String, String)> = Vec::new();
        let mut flips = Vec::new();
        let all = on_ground(&site, |ground| {
            let own = ground.survey.write_area();
            let own = own.and_then(|layer| layer.path.as_deref());
            for update in updates {
                // The folder was named, and the person said yes.
                let area = Area::new(ground, &update.area, &self.dirs)?;
                let granted = (own != Some(&update.area)).then(|| update.area.clone());
                done.extend(self.mend(&site.host, &area, granted.as_ref())?);
                if let Applied::Done(trashed) = apply(&area, update)? {
                    flips.push((Flip::put(&update.folder, trashed.as_ref()), granted));
                }
                done.push((update.key.clone(), update.folder.clone()));
            }
            Ok(())
        });
        self.note(&site.host, flips);
        let records = Records::of(&self.dirs);
        for update in updates {
            records.noted(&update.area);
        }
        let overtaken = matches!(&all, Err(refusal) if refusal.code() == "changed-meanwhile");
        match told(all, done, "updated") {
            (News::Refused(why), paths) if overtaken => (News::Overtaken(why), paths),
            told => told,
        }
    }
}

/// What was done to skills (name, folder), and where that is.
fn told(all: Result<(), Refusal>, done: Vec<(String, String)>, word: &str) -> (News, Vec<String>) {
    let paths: Vec<String> = done.iter().map(|(_, path)| path.clone()).collect();
    let (Ok(()), Some(path)) = (&all, paths.first().cloned()) else {
        let why = all
            .err()
            .map_or_else(String::new, |refusal| refusal.to_string());
        let names: Vec<&str> = done.iter().map(|(name, _)| name.as_str()).collect();
        let before = match names.is_empty() {
            true => String::new(),
            false => format!("{word}: {}; then it stopped: ", names.join(", ")),
        };
        return (News::Refused(format!("{before}{why}")), paths);
    };
    let what = match done.as_slice() {
        [(name, _)] => executor::told(format!("{name} is {word}"), executor::TAKES_BACK),
        several => executor::told(
            format!("{} skills are {word}", several.len()),
            Some(("skill.undo", "takes all of them back")),
        ),
    };
    (News::Done { what, path }, paths)
}
