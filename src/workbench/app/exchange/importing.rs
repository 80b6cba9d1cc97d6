//! What stands on the screen about a source: its skills, and everything there is to know of one
//! before it is installed.

use std::collections::BTreeSet;

use super::look::{Target, goes, heading, mark, section, tells};
use super::{Looked, Met};
use crate::check::Finding;
use crate::exchange::Candidate;
use crate::exchange::flat::name_in;
use crate::exchange::preview::Invalid;
use crate::exchange::status::FileState;
use crate::library::write::NewFile;
use crate::skill::bytes::decode;
use crate::skill::lines::LineIndex;
use crate::workbench::app::board::{Entry, Section};
use crate::workbench::app::ink::{Ink, Line, visible, width};
use crate::workbench::app::preview::files::bytes;
use crate::workbench::app::preview::hosts::{dot, ink};
use crate::workbench::app::problem;

/// What stands on the frame.
pub fn title(looked: &Looked) -> String {
    let source = &looked.preview.opened.source;
    let skills = match looked.preview.skills.len() {
        1 => "1 skill".to_owned(),
        n => format!("{n} skills"),
    };
    format!("{skills} in {}, nothing is written yet", source.name)
}

/// The skills, and what looks like one and is none that could be installed.
pub fn things(looked: &Looked, marked: &BTreeSet<usize>) -> Vec<Section> {
    let preview = &looked.preview;
    let skills = preview.skills.iter().enumerate().map(|(at, skill)| {
        let line = mark(marked, at).with(&skill.name, Ink::Text);
        let line = match (&skill.clash, &skill.existing) {
            (Some(_), _) => line.with("  letter case", Ink::Warning),
            (None, Some(existing)) if existing.identical => line.with("  here", Ink::Dim),
            (None, Some(_)) => line.with("  meets", Ink::Warning),
            (None, None) => line,
        };
        tells(line.hanging(2))
    });
    let told = |items: &[Invalid], ink: Ink| {
        let items = items.iter().map(|item| {
            let line = Line::of("  ", Ink::Text).with(name_of(item), ink);
            let line = line.with(&format!("  {}", item.reason), Ink::Dim);
            tells(line.hanging(4))
        });
        items.collect()
    };
    [
        section(heading("Skills", preview.skills.len()), skills.collect()),
        section(
            heading("Not valid", preview.invalid.len()),
            told(&preview.invalid, Ink::Error),
        ),
        section(
            heading("Not looked at", preview.passed_over.len()),
            told(&preview.passed_over, Ink::Warning),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What a folder that is no skill is called.
fn name_of(item: &Invalid) -> &str {
    item.path.rsplit('/').next().unwrap_or(&item.path)
}

/// Everything about one of them.
pub fn details(looked: &Looked, at: usize) -> Vec<Section> {
    let preview = &looked.preview;
    let Some(skill) = preview.skills.get(at) else {
        let mut items = preview.invalid.iter().chain(&preview.passed_over);
        let item = items.nth(at - preview.skills.len());
        return item.map(invalid).into_iter().collect();
    };
    let met = looked.met.get(at).and_then(Option::as_ref);
    [
        Some(facts(looked, skill)),
        clash(looked, skill),
        meeting(looked, skill, met),
        hosts(skill),
        findings(skill),
        mentions(skill),
        hidden(skill),
        files(skill),
        lost(skill),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn invalid(item: &Invalid) -> Section {
    let reason = Line::of("cannot be installed: ", Ink::Error).with(&item.detail, Ink::Text);
    let entries = vec![
        tells(Line::of(name_of(item), Ink::Strong)),
        tells(reason.hanging(2)),
        tells(row("reason", &item.reason)),
        tells(row("folder", &item.path)),
    ];
    Section {
        head: Vec::new(),
        entries,
    }
}

fn row(name: &str, value: &str) -> Line {
    Line::of(&format!("{name:<8}  "), Ink::Dim)
        .with(value, Ink::Text)
        .hanging(10)
}

fn main_file(files: &[NewFile]) -> usize {
    let main = crate::exchange::find::SKILL_FILE;
    let mut files = files.iter();
    files.position(|file| file.path == main).unwrap_or(0)
}

fn facts(looked: &Looked, skill: &Candidate) -> Section {
    let preview = &looked.preview;
    let opened = &preview.opened;
    let description = match &*skill.short_description() {
        "" => Line::of("no description", Ink::Warning),
        text => Line::of(text, Ink::Text),
    };
    let from = match skill.path.as_str() {
        "." => opened.source.name.clone(),
        path => format!("{}, {path}", opened.source.name),
    };
    let mut entries = vec![
        tells(Line::of(&skill.name, Ink::Strong)),
        goes(description, Target::Text(main_file(&skill.files), 1)),
        tells(row("from", &from)),
    ];
    let withheld = opened.source.withheld.iter();
    entries.extend(withheld.map(|told| tells(Line::of(told, Ink::Warning).hanging(2))));
    if let Some(address) = &opened.from {
        entries.push(tells(row("fetched", address)));
    }
    let goes_to = match preview.dest.as_str() {
        "" => "nowhere: the host has no folder here that may be written to".to_owned(),
        dest => format!("{}/{}", looked.place.short(dest), skill.folder),
    };
    let count = match skill.files.len() {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    entries.push(tells(row("goes to", &goes_to)));
    entries.push(tells(row(
        "size",
        &format!("{count}, {}", bytes(skill.bytes())),
    )));
    entries.push(tells(row("hash", &skill.hash)));
    if skill.mark_removed {
        let what = "the byte-order mark before its frontmatter is taken out";
        entries.push(tells(row("note", what)));
    }
    Section {
        head: Vec::new(),
        entries,
    }
}

/// What stands in its way because of letter case.
fn clash(looked: &Looked, skill: &Candidate) -> Option<Section> {
    let clash = skill.clash.as_ref()?;
    let (path, what) = match clash.here {
        true => (
            looked.place.short(&clash.path).into_owned(),
            "It cannot be installed beside that one: many disks take both for one.",
        ),
        false => (
            format!("{} of this source", clash.path),
            "Only one of the two can be installed: many disks take their folders for one.",
        ),
    };
    let entries = vec![
        tells(Line::of(&path, Ink::Text).hanging(2)),
        tells(Line::of(what, Ink::Warning).hanging(2)),
    ];
    let head = "The folder of another, letter case apart";
    section(Line::of(head, Ink::Warning), entries)
}

/// The copy of its name that is there, and how they differ.
fn meeting(looked: &Looked, skill: &Candidate, met: Option<&Met>) -> Option<Section> {
    let existing = skill.existing.as_ref()?;
    let place = match existing.in_place {
        true => "in its place",
        false => "of its name",
    };
    let path = looked.place.short(&existing.path);
    let told = format!("{place}: {path} ({})", existing.source);
    let mut entries = vec![tells(Line::of(&told, Ink::Text).hanging(2))];
    if existing.identical {
        entries.push(tells(Line::of(
            "It holds exactly the same files.",
            Ink::Good,
        )));
    }
    let by = met.and_then(|met| met.by.as_ref());
    entries.extend(by.map(|by| tells(Line::of(by, Ink::Text).hanging(2))));
    if met.is_some_and(|met| met.edited) {
        let what = "It was changed here after it had been installed.";
        entries.push(tells(Line::of(what, Ink::Warning)));
    }
    let disarmed = met.into_iter().flat_map(|met| &met.disarmed);
    entries.extend(disarmed.map(|path| {
        let what = format!("{path} may be run now, and could not be any more.");
        tells(Line::of(&what, Ink::Warning).hanging(2))
    }));
    let files = met.into_iter().flat_map(|met| &met.files).enumerate();
    let differing = files.filter(|(_, (_, state, _))| *state != FileState::Same);
    entries.extend(differing.map(|(at, (path, state, _))| {
        let path = name_in(skill.flat.is_some(), &existing.path, path);
        let (word, ink) = match state {
            FileState::Changed | FileState::Link => ("differs", Ink::Warning),
            FileState::Missing => ("only there", Ink::Removed),
            FileState::Extra => ("only new", Ink::Added),
            FileState::Same | FileState::Mode => ("same", Ink::Dim),
        };
        let line = Line::of(&format!("  {word:<10}  "), ink).with(path, Ink::Text);
        goes(line.hanging(14), Target::Difference(at))
    }));
    section(
        Line::of("Meets a skill that is there", Ink::Accent),
        entries,
    )
}

fn hosts(skill: &Candidate) -> Option<Section> {
    let entries = skill.verdicts.iter().map(|verdict| {
        let mark = format!("  {} ", dot(verdict.state));
        let line = Line::of(&mark, ink(verdict.state)).with(&verdict.host, Ink::Text);
        let says = format!(" {}", verdict.predicate());
        tells(line.with(&says, Ink::Dim).hanging(4))
    });
    section(Line::of("Hosts", Ink::Accent), entries.collect())
}

fn findings(skill: &Candidate) -> Option<Section> {
    let entries = skill
        .findings
        .iter()
        .map(|finding| found_in(&skill.files, finding));
    section(Line::of("Findings", Ink::Accent), entries.collect())
}

/// A finding about one of these files, which leads to its place.
pub fn found_in(files: &[NewFile], finding: &Finding) -> Entry {
    let named = |path: &str| finding.file == path || finding.file.ends_with(&format!("/{path}"));
    let at = files.iter().position(|file| named(&file.path));
    let at = at.unwrap_or_else(|| main_file(files));
    let file = files.get(at);
    let text = file.map(|file| decode(&file.bytes).text);
    let text = text.unwrap_or_default();
    let start = text.floor_char_boundary(finding.range.start);
    let place = LineIndex::new(&text).position(&text, start);
    let path = file.map_or("", |file| file.path.as_str());
    let line = Line::of(
        &format!("  {} ", finding.severity.word()),
        problem::ink(finding.severity),
    )
    .with(
        &format!("{path}:{}:{} ", place.line, place.column),
        Ink::Info,
    )
    .with(&finding.message, Ink::Text)
    .with(&format!("  {}", finding.rule), Ink::Dim);
    goes(line.hanging(4), Target::Text(at, place.line))
}

fn index_of(skill: &Candidate, path: &str) -> usize {
    let mut files = skill.files.iter();
    files.position(|file| file.path == path).unwrap_or(0)
}

fn mentions(skill: &Candidate) -> Option<Section> {
    let entries = skill.facts.iter().map(|fact| {
        let line = Line::of(&format!("  {:<12}  ", fact.about), Ink::Text)
            .with(&format!("{}:{} ", fact.file, fact.line), Ink::Info)
            .with(&fact.word, Ink::Dim);
        goes(
            line.hanging(16),
            Target::Text(index_of(skill, &fact.file), fact.line),
        )
    });
    section(Line::of("Scripts mention", Ink::Accent), entries.collect())
}

fn hidden(skill: &Candidate) -> Option<Section> {
    let entries = skill.hidden.iter().map(|at| {
        let line = Line::of(&format!("  {} ", at.symbol), Ink::Symbol)
            .with(&format!("{}:{}:{}", at.file, at.line, at.column), Ink::Info);
        goes(
            line.hanging(4),
            Target::Text(index_of(skill, &at.file), at.line),
        )
    });
    let head = Line::of("Characters nobody sees", Ink::Warning);
    section(head, entries.collect())
}

fn files(skill: &Candidate) -> Option<Section> {
    let names = skill.files.iter().map(|file| skill.called(&file.path));
    let widest = names.map(|name| width(&visible(name)));
    let widest = widest.max().unwrap_or(0).min(40);
    let entries = skill.files.iter().enumerate().map(|(at, file)| {
        let name = skill.called(&file.path);
        let gap = " ".repeat(widest.saturating_sub(width(&visible(name))) + 1);
        let line = Line::of("  ", Ink::Text)
            .with(name, Ink::Text)
            .with(&gap, Ink::Text)
            .with(&format!("{:>8}", bytes(file.bytes.len() as u64)), Ink::Dim);
        let line = match file.executable {
            true => line.with(" may be run", Ink::Warning),
            false => line,
        };
        goes(line.hanging(4), Target::Text(at, 1))
    });
    section(Line::of("Files", Ink::Accent), entries.collect())
}

/// What does not come along.
fn lost(skill: &Candidate) -> Option<Section> {
    let out = skill.left_out.iter();
    let out = out.map(|item| format!("  {}: {}", item.path, item.why));
    let flat = skill.flat.iter().flat_map(|flat| {
        let whole = format!("  it becomes the single file {}", flat.file.path);
        let lost = flat.lost.iter().map(|lost| format!("  {lost}"));
        std::iter::once(whole).chain(lost)
    });
    let entries = out.chain(flat);
    let entries = entries.map(|text| tells(Line::of(&text, Ink::Text).hanging(4)));
    section(
        Line::of("Does not come along", Ink::Accent),
        entries.collect(),
    )
}
