//! What one host makes of one file where it lies: in a word, and with what decides.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::profile::{Established, Fences, Profile};
use super::reading::{Dropped, Fault, Reading, Value};
use super::stands::{Stands, stands};
use super::stray::NEAR;
use super::survey::{Copy, Skill, Survey};
use super::tree::split;
use super::{Place, read_file};
use crate::skill::document::Document;
use crate::skill::lines::LineIndex;
use crate::skill::yaml::{Entry, Kind};

/// What a host makes of a file, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// It loads, and holds what the file says.
    Loaded,
    /// It loads, and holds something else than the file says.
    Altered,
    /// Another copy hides it.
    Shadowed,
    /// It is found and not loaded.
    Dropped,
    /// It lies where the host does not look.
    NotLookedFor,
}

impl State {
    /// All, the best first.
    pub const ALL: [Self; 5] = [
        Self::Loaded,
        Self::Altered,
        Self::Shadowed,
        Self::Dropped,
        Self::NotLookedFor,
    ];

    /// The word for programs and settings.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::Altered => "altered",
            Self::Shadowed => "shadowed",
            Self::Dropped => "dropped",
            Self::NotLookedFor => "not-looked-for",
        }
    }

    /// The state of a word.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.id() == id)
    }

    /// The host uses this very file, as it is or otherwise.
    pub const fn loads(self) -> bool {
        matches!(self, Self::Loaded | Self::Altered)
    }

    /// The host looks there, and what it has is not what the file says.
    pub const fn wrong(self) -> bool {
        matches!(self, Self::Altered | Self::Shadowed | Self::Dropped)
    }
}

/// Where the thing is that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// A byte of a file, in its text as decoded.
    Place(String, usize),
    /// Another copy.
    Copy(String),
}

/// A sentence more about a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// For people.
    pub text: String,
    /// It decides nothing.
    pub aside: bool,
}

/// The verdict of one host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Its id.
    pub host: String,
    /// In a word.
    pub state: State,
    /// For programs: the code of a drop, the altered fields, the path of the copy that hides it.
    pub reason: Option<String>,
    /// For people, in a few words.
    pub text: String,
    /// It is not fixed which copy of the name counts: this one may, and another may.
    pub open: bool,
    /// The details say all that the few words do.
    pub told: bool,
    /// More, a sentence each.
    pub details: Vec<Detail>,
    /// Where the thing is that decides.
    pub go: Option<Go>,
}

impl Verdict {
    /// The host looks there, and what it has is not what the file says, or may not be.
    pub fn wrong(&self) -> bool {
        self.state.wrong() || self.open
    }

    /// The word for the state; a question where it is not fixed.
    pub fn word(&self) -> String {
        match self.open {
            true => format!("{}?", self.state.id()),
            false => self.state.id().to_owned(),
        }
    }

    /// What decides, as one sentence.
    pub fn sentence(&self) -> String {
        let told = self.told();
        match (told.is_empty(), self.state) {
            (true, _) => self.text.clone(),
            (false, _) if self.told => told.join("; "),
            (false, _) => format!("{}: {}", self.text, told.join("; ")),
        }
    }
}

impl Verdict {
    fn told(&self) -> Vec<&str> {
        let told = self.details.iter().filter(|detail| !detail.aside);
        told.map(|detail| detail.text.as_str()).collect()
    }

    /// What the host makes of the file, as the rest of a sentence that starts with the host.
    pub fn predicate(&self) -> String {
        let sentence = self.sentence();
        match self.state {
            State::Loaded => "loads it".to_owned(),
            State::Altered => format!("loads it and alters it: {sentence}"),
            State::Shadowed => format!("does not use it: {sentence}"),
            State::Dropped => format!("does not load it: {sentence}"),
            State::NotLookedFor => match self.told().as_slice() {
                [] => "does not look there".to_owned(),
                told => format!("does not look there: {}", told.join("; ")),
            },
        }
    }
}

/// The file a verdict is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The file, as the host finds it.
    pub path: &'a str,
    /// What a host would call it, if nothing in it says.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The same as text.
    pub text: &'a str,
    /// The same taken apart.
    pub document: &'a Document,
}

/// One host, about one file.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The host.
    pub profile: &'a Profile,
    /// Where it stands.
    pub place: &'a Place,
    /// The file.
    pub subject: Subject<'a>,
}

/// Characters of a text in a verdict.
const SHOWN: usize = 60;

impl Judge<'_> {
    /// The verdict that follows from where the file stands in a survey; `now` is what the host reads
    /// in the text of this moment, where that is newer.
    pub fn verdict(&self, survey: &Survey, stands: Stands<'_>, now: Option<&Reading>) -> Verdict {
        let verdict = match stands {
            Stands::Skill(skill, reading) => self.found(survey, skill, now.unwrap_or(reading)),
            Stands::Lost(lost) if lost.why.code == NEAR => {
                let mut verdict = self.not_looked_for();
                verdict.reason = Some(NEAR.to_owned());
                verdict.tell(lost.why.message.clone());
                verdict
            }
            Stands::Lost(lost) => {
                let fresh = now.filter(|now| now.dropped.is_some() && lost.reading.is_some());
                let why = fresh.and_then(|now| now.dropped.as_deref());
                let mut verdict = self.dropped(why.unwrap_or(&lost.why));
                if let Some(reading) = fresh.or(lost.reading.as_deref()) {
                    self.in_prompt(reading, &mut verdict);
                }
                verdict
            }
            Stands::Nowhere => {
                let mut verdict = self.not_looked_for();
                let read = || read_file(self.profile, self.subject.bytes, self.subject.name);
                match now {
                    Some(now) => self.would(now, &mut verdict),
                    None => self.would(&read(), &mut verdict),
                }
                verdict.aside(looks(self.profile, self.place, survey));
                verdict
            }
        };
        self.sourced(verdict)
    }

    /// The same, with how it is known.
    fn sourced(&self, mut verdict: Verdict) -> Verdict {
        if self.profile.established == Established::Documents {
            verdict.aside("known from documents; the program itself was not run".to_owned());
        }
        verdict
    }

    /// The verdict about a text that is newer than the survey, where that follows without another
    /// survey: `now` is what the host reads in it. `None` when it may stand otherwise among the others.
    pub fn fresh(&self, survey: &Survey, now: &Reading) -> Option<Verdict> {
        let stands = stands(survey, self.subject.path);
        let dropped = now.dropped.as_deref();
        let known = match stands {
            // It may have hidden others, and is hidden itself no more.
            Stands::Skill(..) if dropped.is_some() => {
                let mut verdict = self.dropped(dropped?);
                self.in_prompt(now, &mut verdict);
                return Some(self.sourced(verdict));
            }
            Stands::Skill(_, reading) => now.name == reading.name,
            Stands::Lost(lost) => dropped.is_some() || lost.reading.is_none(),
            Stands::Nowhere => true,
        };
        if known {
            return Some(self.verdict(survey, stands, Some(now)));
        }
        let hidden = matches!(stands, Stands::Skill(skill, _) if !skill.shadows.is_empty());
        if hidden || !self.alone(survey, now) {
            return None;
        }
        let skill = Skill {
            copy: Copy {
                layer: 0,
                path: Some(self.subject.path.into()),
                folder: None,
                reference: Arc::default(),
                name: now.name.clone().unwrap_or_default(),
                reading: Arc::default(),
                source: None,
            },
            origin: Arc::default(),
            shadows: Vec::new(),
            fields_from: BTreeMap::new(),
            offered: true,
            note: None,
        };
        Some(self.sourced(self.found(survey, &skill, now)))
    }

    /// No other copy has this name, or a folder of this name, in any spelling.
    fn alone(&self, survey: &Survey, now: &Reading) -> bool {
        let names = [now.name.as_deref().unwrap_or_default(), self.subject.name];
        let same = |name: &str| {
            let name = name.to_lowercase();
            names.iter().any(|known| known.to_lowercase() == name)
        };
        let folder = |copy: &Copy| {
            let folder = copy.folder.as_deref().and_then(split);
            folder.is_some_and(|(_, name)| same(name))
        };
        let mut others = survey
            .copies()
            .filter(|copy| copy.path.as_deref() != Some(self.subject.path));
        !others.any(|copy| same(&copy.name) || folder(copy))
    }

    /// The verdict about a file that lies where the host does not look, without a look into it.
    pub fn not_looked_for(&self) -> Verdict {
        self.says(State::NotLookedFor, "not looked for here".to_owned())
    }

    fn says(&self, state: State, text: String) -> Verdict {
        Verdict {
            host: self.profile.id.clone(),
            state,
            reason: None,
            text,
            open: false,
            told: false,
            details: Vec::new(),
            go: None,
        }
    }

    fn at(&self, at: Option<usize>) -> Option<Go> {
        Some(Go::Place(self.subject.path.to_owned(), at.unwrap_or(0)))
    }

    fn dropped(&self, why: &Dropped) -> Verdict {
        let at = why.at.as_ref().map(|at| at.start);
        let text = match at.map(|at| self.line_and_column(at)) {
            Some((line, column)) => format!("dropped at {line}:{column}"),
            None => "dropped".to_owned(),
        };
        let mut verdict = self.says(State::Dropped, text);
        verdict.reason = Some(why.code.to_owned());
        verdict.tell(why.message.clone());
        verdict.go = self.at(at);
        verdict
    }

    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let index = LineIndex::new(self.subject.text);
        let place = index.position(self.subject.text, at.min(self.subject.text.len()));
        (place.line, place.column)
    }

    fn found(&self, survey: &Survey, skill: &Skill, reading: &Reading) -> Verdict {
        if let Some(Fault::All { path, message }) = survey.nothing_loads() {
            let mut verdict = self.says(State::Dropped, "no skill loads".to_owned());
            verdict.reason = Some("takes-all".to_owned());
            verdict.tell(format!("{}: {message}", self.place.short(path)));
            verdict.go = Some(Go::Copy(path.clone()));
            return verdict;
        }
        let merges = !skill.fields_from.is_empty();
        let wins = skill.copy.path.as_deref() == Some(self.subject.path);
        if !wins {
            let winner = match &skill.copy.path {
                Some(path) => self.place.short(path).into_owned(),
                None => "one in the runtime itself".to_owned(),
            };
            let text = if merges { "merged" } else { "shadowed" };
            let mut verdict = self.says(State::Shadowed, text.to_owned());
            let own = || "builtin".to_owned();
            verdict.reason = Some(skill.copy.path.as_deref().map_or_else(own, str::to_owned));
            let by = if merges { "below" } else { "by" };
            verdict.tell(format!("{by} {winner}"));
            let mut hidden = skill.shadows.iter();
            if hidden.any(|copy| {
                copy.path.as_deref() == Some(self.subject.path)
                    && self.profile.lists_twice(survey, &skill.copy, copy)
            }) {
                verdict.tell("the catalogue lists both".to_owned());
            }
            let own = skill.shadows.iter().find(|copy| {
                let path = copy.path.as_deref();
                path == Some(self.subject.path)
            });
            if own.is_some_and(|copy| self.profile.open_between(&skill.copy, copy)) {
                verdict.open = true;
                "may be shadowed".clone_into(&mut verdict.text);
            }
            verdict.details.extend(skill.note.iter().map(|note| Detail {
                text: note.clone(),
                aside: true,
            }));
            verdict.go = skill
                .copy
                .path
                .as_deref()
                .map(|path| Go::Copy(path.to_owned()));
            self.differences(reading, &mut verdict);
            return verdict;
        }
        let mut verdict = self.says(State::Loaded, "loaded".to_owned());
        if let Some(why) = &reading.lost {
            self.lost(why, &skill.copy.name, reading, &mut verdict);
        }
        self.differences(reading, &mut verdict);
        self.in_prompt(reading, &mut verdict);
        let note = skill.note.as_ref().filter(|_| !skill.shadows.is_empty());
        if self.profile.open(skill) {
            verdict.open = true;
            if verdict.state == State::Loaded {
                "may load".clone_into(&mut verdict.text);
            }
            verdict.tell(note.cloned().unwrap_or_else(|| "not fixed".to_owned()));
        } else if let Some(note) = note {
            verdict.aside(note.clone());
        }
        if let Some(fails) = &reading.fails {
            verdict.state = State::Dropped;
            verdict.reason = Some("fails".to_owned());
            verdict.text = "loaded, and the runtime fails on it".to_owned();
            verdict.told = false;
            verdict.tell(fails.clone());
        }
        verdict
    }

    /// A file that loads without any of its fields.
    fn lost(&self, why: &Dropped, name: &str, reading: &Reading, verdict: &mut Verdict) {
        let at = why.at.as_ref().map(|at| at.start);
        verdict.state = State::Altered;
        verdict.reason = Some(why.code.to_owned());
        verdict.text = match at.map(|at| self.line_and_column(at)) {
            Some((line, column)) => format!("loses every field at {line}:{column}"),
            None => "loses every field".to_owned(),
        };
        verdict.go = self.at(at);
        verdict.tell(why.message.clone());
        let listed = match self.profile.catalogue.skip_lost {
            true => "not listed",
            false => "listed",
        };
        verdict.tell(format!("{listed}, callable as {name}"));
        let held = reading.description.as_deref().unwrap_or_default();
        verdict.tell(format!("description is held as “{}”", one_line(held)));
    }

    /// Adds what the prompt makes of it, where it reads files in a way of its own.
    fn in_prompt(&self, reading: &Reading, verdict: &mut Verdict) {
        let Some(own) = &reading.in_prompt else {
            return;
        };
        if reading.dropped.is_some() {
            let name = own.name.as_deref().unwrap_or(self.subject.name);
            let described = own.description.as_deref().unwrap_or_default();
            let without = match described.trim().is_empty() {
                true => ", without a description",
                false => "",
            };
            verdict.tell(format!(
                "so does its tool that lists skills; its prompt lists it as {name}{without}"
            ));
            return;
        }
        let held = |reading: &Reading| one_line(reading.description.as_deref().unwrap_or_default());
        if held(own) != held(reading) {
            let told = format!("its prompt holds the description as “{}”", held(own));
            verdict.aside(told);
        }
    }

    /// Adds what the host holds in another way than the file says, and what it would warn about.
    fn differences(&self, reading: &Reading, verdict: &mut Verdict) {
        let own = verdict.state == State::Loaded;
        let altered = self.altered(reading);
        if let Some(first) = altered.first() {
            if own {
                verdict.state = State::Altered;
                let keys: Vec<&str> = altered.iter().map(|other| other.key.as_str()).collect();
                let keys = keys.join(", ");
                verdict.text = format!("altered: {keys}");
                verdict.told = true;
                verdict.reason = Some(keys);
                verdict.go = self.at(Some(first.at));
            }
            for other in &altered {
                verdict.tell(other.told.clone());
            }
        }
        for note in &reading.notes {
            let at = note.at.as_ref().map(|at| at.start);
            if verdict.go.is_none() && at.is_some() {
                verdict.go = self.at(at);
            }
            verdict.aside(note.message.clone());
        }
        if verdict.go.is_none() {
            verdict.go = self.at(None);
        }
    }

    /// Fields the host knows and holds otherwise than the file says.
    fn altered(&self, reading: &Reading) -> Vec<Other> {
        let Some(tree) = self.subject.document.tree() else {
            return Vec::new();
        };
        if self.profile.reader.fences == Fences::None {
            return vec![Other {
                key: "frontmatter".to_owned(),
                told: "reads no frontmatter: it stays in the text the model gets".to_owned(),
                at: 0,
            }];
        }
        if !tree.errors.is_empty() {
            return Vec::new();
        }
        let entries = tree.entries().iter();
        entries
            .filter_map(|entry| self.other(entry, reading))
            .collect()
    }

    fn other(&self, entry: &Entry, reading: &Reading) -> Option<Other> {
        let key = entry.key.text()?;
        self.profile.field(key)?;
        let at = entry.value.span.start;
        let of = |told: String| {
            let key = key.to_owned();
            Some(Other { key, told, at })
        };
        let Kind::Scalar { value: said, .. } = &entry.value.kind else {
            let lost = matches!(reading.field(key), None | Some(Value::Null));
            return lost.then(|| of(format!("{key}: not kept")))?;
        };
        match reading.field(key) {
            Some(Value::Text(held)) if held.split_whitespace().eq(said.split_whitespace()) => None,
            Some(Value::Text(held)) => of(format!("{key} is held as “{}”", one_line(held))),
            None | Some(Value::Null) if !matches!(said.as_str(), "" | "~" | "null") => {
                of(format!("{key}: not kept"))
            }
            _ => None,
        }
    }

    /// Adds what the host would make of it if it lay where it looks.
    fn would(&self, would: &Reading, verdict: &mut Verdict) {
        match &would.dropped {
            Some(why) => {
                verdict.go = self.at(why.at.as_ref().map(|at| at.start));
                verdict.tell(format!("would be dropped: {}", why.message));
            }
            None => {
                let told = match (self.altered(would).first(), &would.lost) {
                    (_, Some(_)) => "would load without any field",
                    (Some(_), None) => "would load, altered",
                    (None, None) => "would load",
                };
                verdict.tell(told.to_owned());
                self.differences(would, verdict);
            }
        }
    }
}

impl Verdict {
    fn tell(&mut self, text: String) {
        self.details.push(Detail { text, aside: false });
    }

    fn aside(&mut self, text: String) {
        self.details.push(Detail { text, aside: true });
    }
}

/// Where a host looks, the strongest place first.
pub fn looks(profile: &Profile, place: &Place, survey: &Survey) -> String {
    let places = survey.layers.iter().rev().filter_map(|layer| {
        let path = place.short(layer.path.as_deref()?);
        let row = &profile.layer[layer.row];
        if row.rows.is_some() {
            return Some(path.into_owned());
        }
        let walk = &row.walk;
        let file = walk.files.first().map_or("SKILL.md", String::as_str);
        Some(match (&walk.flat, &walk.within) {
            (Some(end), _) => format!("{path}/*{end}"),
            (None, Some(within)) => format!("{path}/*/{}/*/{file}", within.folder),
            (None, None) => format!("{path}/*/{file}"),
        })
    });
    let places: Vec<String> = places.collect();
    if places.is_empty() {
        return "its skills are switched off here".to_owned();
    }
    format!("looks in {}", places.join(", "))
}

/// A field that is held otherwise.
struct Other {
    key: String,
    told: String,
    at: usize,
}

fn one_line(text: &str) -> String {
    let one = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match one.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &one[..end]),
        None => one,
    }
}
