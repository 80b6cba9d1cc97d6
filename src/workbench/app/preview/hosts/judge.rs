//! What each host makes of one file, as it would be with every unsaved text saved.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::host::profile::Fences;
use crate::host::survey::Cache;
use crate::host::tree::split;
use crate::host::{Dropped, FileTree, NotLoaded, Profile, Reading, Skill, Survey, Value};
use crate::host::{read_file, survey};
use crate::skill::document::Document;
use crate::skill::yaml::{Entry, Kind};
use crate::workbench::app::ink::{Ink, fit};
use crate::workbench::app::model::Model;

/// What one host makes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    NotHere,
}

/// Where the thing is that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// A byte of a file.
    Place(String, usize),
    /// Another copy.
    Copy(String),
}

/// The verdict of one host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Its id.
    pub host: String,
    /// In a word.
    pub state: State,
    /// For people.
    pub text: String,
    /// More, a line each.
    pub details: Vec<(String, Ink)>,
    /// Where Enter goes.
    pub go: Option<Go>,
}

/// What was found out for each host, kept so that a key press reads one file.
pub type Caches = BTreeMap<String, Known>;

/// What one host makes of everything but the file in question.
#[derive(Default)]
pub struct Known {
    cache: Cache,
    base: Option<(Base, Arc<Survey>)>,
}

/// What a survey of all but the file depends on: the disk, and the other unsaved texts.
#[derive(Clone, PartialEq)]
struct Base {
    disk: u64,
    others: Vec<(String, u64)>,
}

/// Characters of a text in a verdict.
const SHOWN: usize = 60;

/// The file a verdict is about.
struct Subject<'m> {
    path: String,
    /// What a host would call it, if nothing in it says.
    name: String,
    bytes: Arc<[u8]>,
    document: Cow<'m, Document>,
    text: String,
    unsaved: bool,
}

fn subject(model: &Model) -> Option<Subject<'_>> {
    let row = model.row()?;
    let path = row.path.clone().unwrap_or_else(|| row.id.clone());
    let open = model.texts.get(&path);
    let bytes: Arc<[u8]> = match open {
        Some(text) => Arc::from(text.editor.text().as_bytes()),
        None => model.disk.tree.content(&path)?.clone(),
    };
    let text = crate::skill::bytes::decode(&bytes).text;
    let (folder, file) = split(&path).unwrap_or(("", &path));
    let named = file.eq_ignore_ascii_case("SKILL.md");
    let name = match split(folder) {
        Some((_, name)) if named => name,
        _ => file.strip_suffix(".md").unwrap_or(&row.name),
    };
    Some(Subject {
        name: name.to_owned(),
        document: match open {
            Some(text) => Cow::Borrowed(&text.document),
            None => Cow::Owned(Document::parse(&text)),
        },
        unsaved: open.is_some_and(|text| text.unsaved()),
        path,
        bytes,
        text,
    })
}

/// The verdicts of all hosts about the selected file; none when there is no file.
pub fn verdicts(model: &Model, caches: &mut Caches) -> Vec<Verdict> {
    let Some(subject) = subject(model) else {
        return Vec::new();
    };
    let base = Base {
        disk: model.disk.revision,
        others: model
            .texts
            .values()
            .filter(|text| text.unsaved() && text.path != subject.path)
            .map(|text| (text.path.clone(), text.editor.revision()))
            .collect(),
    };
    model
        .profiles
        .iter()
        .map(|profile| {
            let known = caches.entry(profile.id.clone()).or_default();
            let judge = Judge {
                model,
                profile,
                subject: &subject,
            };
            judge.verdict(known, &base)
        })
        .collect()
}

struct Judge<'a> {
    model: &'a Model,
    profile: &'a Profile,
    subject: &'a Subject<'a>,
}

/// Where the file stands in a survey.
enum Stands<'s> {
    Skill(&'s Skill, &'s Reading),
    Lost(&'s NotLoaded),
    Nowhere,
}

impl Judge<'_> {
    fn verdict(&self, known: &mut Known, base: &Base) -> Verdict {
        if self.profile.id == self.model.host {
            let survey = self.model.live.survey.clone();
            return self.by(&survey, None);
        }
        let survey = self.base(known, base);
        if !self.subject.unsaved {
            return self.by(&survey, None);
        }
        let now = read_file(self.profile, &self.subject.bytes, &self.subject.name);
        let same = match self.stands(&survey) {
            // As long as it loads under the same name, its standing among the others is the same.
            Stands::Skill(_, reading) => now.loaded() && now.name == reading.name,
            Stands::Lost(lost) => !now.loaded() || lost.reading.is_none(),
            Stands::Nowhere => true,
        };
        if same {
            return self.by(&survey, Some(&now));
        }
        let tree = self
            .tree(base)
            .with_text(&self.subject.path, &self.subject.text);
        let place = &self.model.place;
        self.by(&survey_of(self.profile, &tree, place, known), None)
    }

    /// The disk with the other unsaved texts.
    fn tree(&self, base: &Base) -> FileTree {
        let mut tree = self.model.disk.tree.clone();
        for (path, _) in &base.others {
            if let Some(text) = self.model.texts.get(path) {
                tree = tree.with_text(path, text.editor.text());
            }
        }
        tree
    }

    fn base(&self, known: &mut Known, base: &Base) -> Arc<Survey> {
        if let Some((key, survey)) = &known.base
            && key == base
        {
            return Arc::clone(survey);
        }
        let tree = self.tree(base);
        let survey = Arc::new(survey_of(self.profile, &tree, &self.model.place, known));
        known.base = Some((base.clone(), Arc::clone(&survey)));
        survey
    }

    fn stands<'s>(&self, survey: &'s Survey) -> Stands<'s> {
        let path = self.subject.path.as_str();
        let is = |known: &str| known == path;
        for skill in &survey.skills {
            let copies = std::iter::once(&skill.copy).chain(&skill.shadows);
            let mut own = copies.filter(|copy| copy.path.as_deref().is_some_and(is));
            if let Some(copy) = own.next() {
                return Stands::Skill(skill, &copy.reading);
            }
        }
        // A folder is told as lost in the place of what lies in it.
        let holds = |lost: &&NotLoaded| {
            let below = path.strip_prefix(lost.path.as_str());
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        match survey.not_loaded.iter().find(holds) {
            Some(lost) => Stands::Lost(lost),
            None => Stands::Nowhere,
        }
    }

    /// The verdict that follows from a survey; `now` is what the host reads in the text of this
    /// moment, where that is newer.
    fn by(&self, survey: &Survey, now: Option<&Reading>) -> Verdict {
        match self.stands(survey) {
            Stands::Skill(skill, reading) => self.found(skill, now.unwrap_or(reading)),
            Stands::Lost(lost) => {
                let fresh = now.and_then(|now| now.dropped.as_ref());
                let why = fresh.filter(|_| lost.reading.is_some());
                self.dropped(why.unwrap_or(&lost.why))
            }
            Stands::Nowhere => self.not_here(survey),
        }
    }

    fn says(&self, state: State, text: String) -> Verdict {
        Verdict {
            host: self.profile.id.clone(),
            state,
            text,
            details: Vec::new(),
            go: None,
        }
    }

    fn place(&self, at: Option<usize>) -> Option<Go> {
        Some(Go::Place(self.subject.path.clone(), at.unwrap_or(0)))
    }

    fn dropped(&self, why: &Dropped) -> Verdict {
        let at = why.at.as_ref().map(|at| at.start);
        let text = match at.map(|at| self.line_and_column(at)) {
            Some((line, column)) => format!("dropped at {line}:{column}"),
            None => "dropped".to_owned(),
        };
        let mut verdict = self.says(State::Dropped, text);
        verdict.details.push((why.message.clone(), Ink::Text));
        verdict.go = self.place(at);
        verdict
    }

    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let index = crate::skill::lines::LineIndex::new(&self.subject.text);
        let place = index.position(&self.subject.text, at.min(self.subject.text.len()));
        (place.line, place.column)
    }

    fn found(&self, skill: &Skill, reading: &Reading) -> Verdict {
        let merges = !skill.fields_from.is_empty();
        let wins = skill.copy.path.as_deref() == Some(&self.subject.path);
        if !wins {
            let winner = match &skill.copy.path {
                Some(path) => self.model.short_path(path).into_owned(),
                None => "one in the runtime itself".to_owned(),
            };
            let text = if merges { "merged" } else { "shadowed" };
            let mut verdict = self.says(State::Shadowed, text.to_owned());
            let by = if merges { "below" } else { "by" };
            let by = format!("{by} {winner}");
            verdict.details.push((by, Ink::Text));
            verdict.go = skill.copy.path.clone().map(Go::Copy);
            self.differences(reading, &mut verdict);
            return verdict;
        }
        let mut verdict = self.says(State::Loaded, "loaded".to_owned());
        self.differences(reading, &mut verdict);
        if let Some(fails) = &reading.fails {
            verdict.state = State::Dropped;
            verdict.text = "loaded, and the runtime fails on it".to_owned();
            verdict.details.push((fails.clone(), Ink::Text));
        }
        verdict
    }

    /// Adds what the host holds in another way than the file says, and what it would warn about.
    fn differences(&self, reading: &Reading, verdict: &mut Verdict) {
        let own = verdict.state == State::Loaded;
        let altered = self.altered(reading);
        if let Some(first) = altered.first() {
            if own {
                verdict.state = State::Altered;
                let keys: Vec<&str> = altered.iter().map(|other| other.key.as_str()).collect();
                verdict.text = format!("altered: {}", keys.join(", "));
                verdict.go = self.place(Some(first.at));
            }
            let told = altered.iter().map(|other| (other.told.clone(), Ink::Text));
            verdict.details.extend(told);
        }
        for note in &reading.notes {
            let at = note.at.as_ref().map(|at| at.start);
            if verdict.go.is_none() && at.is_some() {
                verdict.go = self.place(at);
            }
            verdict.details.push((note.message.clone(), Ink::Dim));
        }
        if verdict.go.is_none() {
            verdict.go = self.place(None);
        }
    }

    /// Fields the host knows and holds otherwise than the file says.
    fn altered(&self, reading: &Reading) -> Vec<Other> {
        let document = &self.subject.document;
        let Some(tree) = document.tree() else {
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

    fn not_here(&self, survey: &Survey) -> Verdict {
        let would = read_file(self.profile, &self.subject.bytes, &self.subject.name);
        let here = "not looked for here".to_owned();
        let mut verdict = self.says(State::NotHere, here);
        match &would.dropped {
            Some(why) => {
                verdict.go = self.place(why.at.as_ref().map(|at| at.start));
                let told = format!("would be dropped: {}", why.message);
                verdict.details.push((told, Ink::Text));
            }
            None => {
                let told = match self.altered(&would).first() {
                    Some(_) => "would load, altered",
                    None => "would load",
                };
                verdict.details.push((told.to_owned(), Ink::Text));
                self.differences(&would, &mut verdict);
            }
        }
        verdict.details.push((self.looks(survey), Ink::Dim));
        verdict
    }

    /// Where the host looks.
    fn looks(&self, survey: &Survey) -> String {
        let places = survey.layers.iter().rev().filter_map(|layer| {
            let path = self.model.short_path(layer.path.as_deref()?);
            let row = &self.profile.layer[layer.row];
            if row.rows.is_some() {
                return Some(path.into_owned());
            }
            let walk = &row.walk;
            let file = walk.files.first().map_or("SKILL.md", String::as_str);
            Some(match &walk.flat {
                Some(end) => format!("{path}/*{end}"),
                None => format!("{path}/*/{file}"),
            })
        });
        let places: Vec<String> = places.collect();
        if places.is_empty() {
            return "its skills are switched off here".to_owned();
        }
        format!("looks in {}", places.join(", "))
    }
}

/// A field that is held otherwise.
struct Other {
    key: String,
    told: String,
    at: usize,
}

fn one_line(text: &str) -> String {
    let one = text.split_whitespace().collect::<Vec<_>>().join(" ");
    fit(&one, SHOWN)
}

fn survey_of(
    profile: &Profile,
    tree: &FileTree,
    place: &crate::host::Place,
    known: &mut Known,
) -> Survey {
    survey(profile, tree, place, &mut known.cache)
}
