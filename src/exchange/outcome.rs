//! What a host would make of a skill once it is updated: a merge of two texts that are both well need
//! not be well itself, and a source may give its skill another name.

use std::collections::BTreeMap;

use super::facts::{Fact, HiddenAt, facts, hidden_in};
use super::find::SKILL_FILE;
use super::preview::Ground;
use super::update::{Change, Update};
use crate::host::tree::split;
use crate::host::{Profile, read_file};
use crate::library::write::NewFile;

impl Update {
    /// Why somebody has to look at the skill file as it will be: the host would not load it, or would
    /// know it by another name than the one it has here. `None` where all is as before.
    pub fn doubt(&self, profile: &Profile) -> Option<String> {
        let (then, now) = (
            self.files.get(SKILL_FILE)?,
            self.sides.ours.get(SKILL_FILE)?,
        );
        let own = split(&self.folder).map_or(self.folder.as_str(), |(_, name)| name);
        let own = match self.single {
            true => own.rsplit_once('.').map_or(own, |(stem, _)| stem),
            false => own,
        };
        let (then, now) = (
            read_file(profile, &then.bytes, own),
            read_file(profile, &now.bytes, own),
        );
        let title = &profile.title;
        if let (Some(dropped), None) = (&then.dropped, &now.dropped) {
            let why = &dropped.message;
            return Some(format!("{title} would not load the result: {why}"));
        }
        match (now.name, then.name) {
            (Some(now), Some(then)) if now != then => {
                Some(format!("it would be called {then:?} and no longer {now:?}"))
            }
            _ => None,
        }
    }

    /// What was worked out and nobody decided about stays undecided where there is a [`Self::doubt`].
    pub(super) fn look_at_outcome(&mut self, ground: Ground<'_>) {
        let at = self.changes.iter().position(|(path, _)| path == SKILL_FILE);
        let (Some(at), Some(mut doubt)) = (at, self.doubt(ground.profile)) else {
            return;
        };
        let name = self.files.get(SKILL_FILE).and_then(|file| {
            let reading = read_file(ground.profile, &file.bytes, &self.key);
            reading.name.filter(|name| *name != self.key)
        });
        let mut copies = ground.survey.copies();
        let other = copies.find(|copy| Some(&copy.name) == name.as_ref());
        let other = other.and_then(|copy| copy.path.as_ref());
        if let Some(other) = other.filter(|path| !path.starts_with(&self.folder)) {
            doubt.push_str(&format!(", as {other} is already"));
        }
        self.changes.remove(at);
        let ours = self.sides.ours.get(SKILL_FILE);
        self.put(SKILL_FILE, ours.map(|file| file.bytes.clone()));
        self.conflicts.push(SKILL_FILE.to_owned());
        self.conflicts.sort();
        self.doubted = Some(doubt);
    }

    /// What a person should know about the files that the update changes: what they mention and hide that
    /// those which are here do not, as a look before an import tells it.
    pub fn brings(&self) -> (Vec<Fact>, Vec<HiddenAt>) {
        let files = |side: &BTreeMap<String, NewFile>| -> Vec<NewFile> {
            let changed = self.changes.iter();
            let changed = changed.filter(|(_, change)| *change != Change::Kept);
            changed
                .filter_map(|(path, _)| side.get(path).cloned())
                .collect()
        };
        let (now, then) = (files(&self.sides.ours), files(&self.files));
        let known = facts(&now);
        let mut mentions = facts(&then);
        let same = |one: &Fact, other: &Fact| (&one.file, one.about) == (&other.file, other.about);
        mentions.retain(|fact| !known.iter().any(|known| same(known, fact)));
        let (known, all) = (hidden_in(&now), hidden_in(&then));
        let count = |side: &[HiddenAt], at: &HiddenAt| {
            let of = |other: &&HiddenAt| (&other.file, &other.symbol) == (&at.file, &at.symbol);
            side.iter().filter(of).count()
        };
        let more = |at: &&HiddenAt| count(&all, at) > count(&known, at);
        let hidden = all.iter().filter(more).cloned().collect();
        (mentions, hidden)
    }

    /// Why a file was left undecided though both sides merge, or only the source changed it.
    pub(super) fn doubt_of(&self, path: &str) -> Option<String> {
        self.doubted.clone().filter(|_| path == SKILL_FILE)
    }
}
