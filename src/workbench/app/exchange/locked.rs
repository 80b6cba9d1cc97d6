//! Skills that were installed from elsewhere: how each stands to what it was then, and, where its
//! source was asked, to what it is there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Errand, order};
use crate::exchange::lock::FILE;
use crate::exchange::source::secrets::without_secrets;
use crate::exchange::status::{AtSource, FileState, State, Status};
use crate::host::host_entry;
use crate::host::lock::NpxLock;
use crate::host::tree::{join, split};
use crate::workbench::app::board::{Board, Entry, Section};
use crate::workbench::app::dialog::Picked;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::model::Model;

/// What is known of them.
#[derive(Debug, Default)]
pub struct Locked {
    /// Each of them; the state is that of the disk alone.
    pub skills: Vec<Status>,
    /// Why a lock could not be read.
    pub fault: Option<String>,
    /// What each is at its source, by host and folder, as far as that was asked.
    pub upstream: BTreeMap<(String, String), AtSource>,
    /// Rises with every answer.
    pub revision: u64,
    /// The disk and the host that were asked about.
    asked: Option<(u64, String)>,
    /// Hosts in whose folders nothing is left undone.
    mended: BTreeSet<String>,
}

/// What was left undone in the folders of a host is ended before anybody works there.
pub fn mend(model: &mut Model) -> Option<Effect> {
    let host = &model.host;
    if !model.disk.ready || model.exchange.locked.mended.contains(host) {
        return None;
    }
    model.exchange.locked.mended.insert(host.clone());
    Some(Effect::Mend(host.clone()))
}

/// Asks for it when the disk is another.
pub fn ask(model: &mut Model) -> Option<Effect> {
    let now = (model.disk.revision, model.host.clone());
    let locked = &mut model.exchange.locked;
    if !model.disk.ready || locked.asked.as_ref() == Some(&now) {
        return None;
    }
    locked.asked = Some(now);
    let folders = model.saved.survey.layers.iter();
    let project = std::iter::once(model.place.project.as_str());
    let folders = folders.filter_map(|layer| layer.path.as_deref());
    let folders = folders.chain(project);
    let home = NpxLock::Home.file(&model.place);
    let mut locks = folders.map(|folder| join(folder, FILE)).chain([home]);
    if !locks.any(|lock| model.disk.tree.entry(&lock).is_some()) {
        if !locked.skills.is_empty() || locked.fault.is_some() {
            heard(model, Ok((Vec::new(), None)));
        }
        return None;
    }
    Some(Effect::Exchange(order(model, Errand::Verify)))
}

/// The answer. Another question may be under way, so it has no generation of its own.
pub fn heard(model: &mut Model, found: Result<(Vec<Status>, Option<String>), String>) {
    let locked = &mut model.exchange.locked;
    locked.revision += 1;
    (locked.skills, locked.fault) = found.unwrap_or_else(|why| (Vec::new(), Some(why)));
}

/// How a skill stands, its source included where that was asked.
pub fn state(model: &Model, status: &Status) -> State {
    let place = (model.host.clone(), status.folder.clone());
    let asked = model.exchange.locked.upstream.get(&place);
    status.against(asked)
}

/// What is known of the skill with this file.
pub fn of<'m>(model: &'m Model, file: &str) -> Option<&'m Status> {
    let (folder, _) = split(file)?;
    let mut skills = model.exchange.locked.skills.iter();
    skills.find(|status| status.folder == if status.single { file } else { folder })
}

/// How a state is told and looks: a mark, a word.
pub fn told(state: State) -> (&'static str, &'static str, Ink) {
    match state {
        State::Clean => ("↓", "as it was installed", Ink::Good),
        State::Edited => ("~", "edited here", Ink::Warning),
        State::Outdated => ("↑", "changed at its source", Ink::Accent),
        State::Both => ("↕", "edited here and changed at its source", Ink::Warning),
        State::Missing => ("✗", "missing", Ink::Error),
        State::Unknown => ("?", "not known", Ink::Warning),
    }
}

/// The mark of the skill with this file.
pub fn mark(model: &Model, file: &str) -> Option<(&'static str, Ink)> {
    let (mark, _, ink) = told(state(model, of(model, file)?));
    let ink = if mark == "↓" { Ink::Dim } else { ink };
    Some((mark, ink))
}

/// Where it came from.
pub fn source(status: &Status) -> String {
    match &status.entry.reference {
        Some(reference) => format!("{} ({reference})", status.entry.shown()),
        None => status.entry.shown(),
    }
}

/// What is told below the files of a skill.
pub fn lines(model: &Model, file: &str) -> Vec<Line> {
    let Some(status) = of(model, file) else {
        return by_the_host(model, file).unwrap_or_default();
    };
    let (mark, word, ink) = told(state(model, status));
    let mut lines = vec![
        Line::default(),
        Line::of("installed from ", Ink::Dim)
            .with(&source(status), Ink::Text)
            .hanging(2),
    ];
    if let Some(by) = status.by {
        let by = format!("by {by}, which also updates it");
        lines.push(Line::of(&by, Ink::Dim).hanging(2));
    }
    lines.push(Line::of(&format!("{mark} {word}"), ink));
    lines.extend(status.why.iter().map(|why| Line::of(why, Ink::Dim)));
    let other = status.files.iter();
    let other = other.filter(|(_, state)| *state != FileState::Same);
    lines.extend(other.map(|(path, state)| file_line(path, *state)));
    lines
}

/// What the host's own lock says of a skill that skillkiln did not install.
fn by_the_host(model: &Model, file: &str) -> Option<Vec<Line>> {
    let profile = model.profiles.get(&model.host)?;
    let mut copies = model.saved.survey.copies();
    let copy = copies.find(|copy| copy.path.as_deref() == Some(file))?;
    let entry = host_entry(profile, &model.disk.tree, &model.place, copy)?;
    let source = without_secrets(entry["source"].as_str()?);
    let source = Line::of("installed from ", Ink::Dim).with(&source, Ink::Text);
    let by = format!("by {} itself, which also updates it", profile.title);
    let by = Line::of(&by, Ink::Dim).hanging(2);
    Some(vec![Line::default(), source.hanging(2), by])
}

fn file_line(path: &str, state: FileState) -> Line {
    let ink = match state {
        FileState::Same => Ink::Dim,
        FileState::Changed | FileState::Link | FileState::Mode => Ink::Warning,
        FileState::Missing => Ink::Removed,
        FileState::Extra => Ink::Added,
    };
    let word = match state {
        FileState::Same => "unchanged",
        state => state.word(),
    };
    Line::of(&format!("  {word:<9}  "), ink)
        .with(path, Ink::Text)
        .hanging(13)
}

/// Every file of every installed skill, and how it stands to what was installed.
pub fn board(model: &Model) -> Board {
    let locked = &model.exchange.locked;
    let fault = locked.fault.iter().map(|why| Section {
        head: Vec::new(),
        entries: vec![Entry {
            line: Line::of(why, Ink::Error),
            find: why.clone(),
            picked: None,
        }],
    });
    let sections = locked.skills.iter().map(|status| section(model, status));
    let sections = fault.chain(sections).collect();
    let mut board = Board::new("Installed skills", "opens the file", sections);
    board.empty = "No skill here was installed from elsewhere.";
    board
}

fn section(model: &Model, status: &Status) -> Section {
    let (_, word, ink) = told(state(model, status));
    let head = Line::of(&status.key, Ink::Strong)
        .with(&format!("  {word}"), ink)
        .with(&format!("  from {}", source(status)), Ink::Dim);
    let head = match status.by {
        Some(by) => head.with(&format!(", by {by}"), Ink::Dim).hanging(2),
        None => head.hanging(2),
    };
    let why = status.why.iter();
    let why = why.map(|why| Line::of(&format!("  {why}"), Ink::Dim).hanging(2));
    let entries = status.files.iter().map(|(path, state)| {
        let there = *state != FileState::Missing;
        let picked = there.then(|| Picked::Problem(status.at(path), 0, Vec::new()));
        Entry {
            line: file_line(path, *state),
            find: format!("{} {path} {}", status.key, state.word()),
            picked,
        }
    });
    let mut entries: Vec<Entry> = entries.collect();
    if entries.is_empty() {
        // A skill of which nothing is known stands there all the same.
        entries.push(Entry {
            line: Line::of("  its files as they were are not known here", Ink::Dim),
            find: status.key.clone(),
            picked: None,
        });
    }
    Section {
        head: std::iter::once(head).chain(why).collect(),
        entries,
    }
}
