//! What a look into a source of skills shows: each skill, what it would meet, and the call that
//! installs it.

use std::io;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::arguments::{Common, ImportArgs};
use super::output::Output;
use crate::check::report;
use crate::exchange::facts::{Fact, HiddenAt};
use crate::exchange::flat::name_in;
use crate::exchange::install::is_its_own_source;
use crate::exchange::meeting::Meeting;
use crate::exchange::preview::Invalid;
use crate::exchange::source::Place;
use crate::exchange::source::secrets::{masked, without_secrets};
use crate::exchange::status::FileState;
use crate::exchange::{Candidate, Preview};
use crate::host::verdict::State;

/// Characters of the body that are shown.
const BODY_START: usize = 1500;

/// A source that was looked into, and how that was asked for.
pub struct Looked<'a> {
    /// What is in it.
    pub preview: &'a Preview,
    /// What each of its skills meets.
    pub meetings: Vec<Option<Meeting>>,
    /// As given.
    pub common: &'a Common,
    /// As given.
    pub args: &'a ImportArgs,
}

fn counted(files: usize) -> String {
    match files {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    }
}

impl Looked<'_> {
    /// For programs.
    pub fn json(&self) -> Json {
        let preview = self.preview;
        let source = &preview.opened.source;
        let reference = match &source.place {
            Place::GitHub(repo) => repo.reference.as_deref(),
            Place::Url(_) | Place::Local(_) => None,
        };
        let told = |items: &[Invalid]| -> Json {
            let items = items.iter();
            let items = items.map(
                |item| json!({ "path": item.path, "reason": item.reason, "detail": item.detail }),
            );
            items.collect()
        };
        let skills = self.each().map(|(skill, meeting)| {
            let mut value = skill_json(skill, meeting);
            value["install"] = json!(self.install(skill));
            value
        });
        json!({
            "source": source.name,
            "withheld": source.withheld,
            "url": source.url,
            "ref": reference,
            "fetched": preview.opened.from,
            "dest": Some(&preview.dest).filter(|dest| !dest.is_empty()),
            "skills": skills.collect::<Vec<_>>(),
            "invalid": told(&preview.invalid),
            "passed_over": told(&preview.passed_over),
        })
    }

    /// For people.
    pub fn text(&self, out: &mut Output) -> io::Result<()> {
        let preview = self.preview;
        for (at, (skill, meeting)) in self.each().enumerate() {
            if at > 0 {
                out.line("")?;
            }
            skill_text(skill, meeting, out)?;
            if is_its_own_source(preview, skill) {
                out.line("  it lies just where it would be installed: it cannot come from itself")?;
            }
            if skill.name.starts_with('-') {
                out.line(
                    "  its name begins with -: commands take it for an option, but for what stands \
                     behind --",
                )?;
            }
        }
        if preview.skills.is_empty() {
            out.line("there is no skill in it that could be installed")?;
        }
        if let Some(told) = &preview.opened.source.withheld {
            out.line(told)?;
        }
        for item in &preview.invalid {
            out.line(&format!(
                "not valid: {}: {} ({})",
                item.path, item.detail, item.reason
            ))?;
        }
        for item in &preview.passed_over {
            out.line(&format!(
                "not looked at: {}: {} ({})",
                item.path, item.detail, item.reason
            ))?;
        }
        let calls = preview
            .skills
            .iter()
            .filter_map(|skill| self.install(skill));
        let calls: Vec<Vec<String>> = calls.collect();
        if !calls.is_empty() {
            out.line("")?;
            let again = match masked(&self.args.source).contains("=***") {
                true => ", with what was typed in place of ***",
                false => "",
            };
            out.line(&format!("nothing is written yet; this installs{again}"))?;
        }
        for call in calls {
            let words: Vec<String> = call.iter().map(|word| shell_word(word)).collect();
            out.line(&format!("  {}", words.join(" ")))?;
        }
        Ok(())
    }

    fn each(&self) -> impl Iterator<Item = (&Candidate, Option<&Meeting>)> {
        let skills = self.preview.skills.iter().zip(&self.meetings);
        skills.map(|(skill, meeting)| (skill, meeting.as_ref()))
    }

    /// The call that installs just this skill, as it was seen; `None` where nothing can.
    fn install(&self, skill: &Candidate) -> Option<Vec<String>> {
        let (common, args) = (self.common, self.args);
        let clashes = skill.clash.as_ref().is_some_and(|clash| clash.here);
        let itself = is_its_own_source(self.preview, skill);
        if self.preview.dest.is_empty() || clashes || itself {
            return None;
        }
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut call = vec!["skillkiln".to_owned()];
        let mut give = |flag: &str, value: Option<String>| {
            if let Some(value) = value {
                call.extend([flag.to_owned(), value]);
            }
        };
        let here = common.project == Path::new(".");
        give("--project", (!here).then(|| path(&common.project)));
        give("--home", common.home.as_deref().map(path));
        common
            .host
            .iter()
            .for_each(|host| give("--host", Some(host.clone())));
        let options = common.options.iter();
        options.for_each(|(key, value)| give("--option", Some(format!("{key}={value}"))));
        // What opens an address is not shown, and is typed again.
        give("import", Some(masked(&args.source)));
        let several = self.preview.skills.len() > 1;
        let name = several.then(|| self.unlike_others(skill).to_owned());
        give("--skill", name.or_else(|| args.skill.clone()));
        give("--dest", args.dest.clone());
        give("--github", args.github.as_deref().map(without_secrets));
        let flags = [
            ("--executable", args.executable),
            ("--install", true),
            ("--force", skill.existing.is_some()),
        ];
        give("--expect", Some(skill.hash.clone()));
        let flags = flags.iter().filter(|(_, given)| *given);
        call.extend(flags.map(|(flag, _)| (*flag).to_owned()));
        Some(call)
    }

    /// The name of a skill, or its folder where another one goes by that name.
    fn unlike_others<'s>(&self, skill: &'s Candidate) -> &'s str {
        let called = self.preview.skills.iter();
        let called = called.filter(|other| other.is_called(&skill.name));
        match called.count() {
            1 => &skill.name,
            _ => skill.path.rsplit('/').next().unwrap_or(&skill.name),
        }
    }
}

fn skill_json(skill: &Candidate, meeting: Option<&Meeting>) -> Json {
    let body = skill.reading.body.as_deref().unwrap_or_default();
    let sizes = skill.files.iter().map(|file| {
        json!({ "path": skill.called(&file.path), "bytes": file.bytes.len(), "executable": file.executable })
    });
    let findings = report::json(0, &skill.findings, |file| text_of(skill, file));
    json!({
        "name": skill.name,
        "description": skill.description,
        "compatibility": skill.reading.field("compatibility").map(super::scene::value_json),
        "path": skill.path,
        "folder": skill.folder,
        "hash": skill.lock_hash(),
        "seal": skill.hash,
        "file_count": skill.files.len(),
        "bytes": skill.bytes(),
        "files": skill.files.iter().map(|file| skill.called(&file.path)).collect::<Vec<_>>(),
        "sizes": sizes.collect::<Vec<_>>(),
        "body_chars": body.chars().count(),
        "body_start": body.chars().take(BODY_START).collect::<String>(),
        "existing": skill.existing.as_ref().map(|existing| json!({
            "source": existing.source,
            "path": existing.path,
            "in_place": existing.in_place,
            "identical": existing.identical,
            "edited": meeting.map(|meeting| meeting.edited),
            "disarmed": meeting.map(|meeting| &meeting.disarmed),
            "by": meeting.and_then(|meeting| Some(meeting.by.as_ref()?.0)),
            "files": meeting.map(|meeting| differing(skill, meeting)
                .map(|(path, word)| json!({ "path": path, "new": word }))
                .collect::<Vec<_>>()),
        })),
        "case_collision": skill.clash.as_ref().map(|clash| json!({
            "path": clash.path, "here": clash.here,
        })),
        "findings": findings.diagnostics,
        "hosts": skill.verdicts.iter().map(|verdict| json!({
            "host": verdict.host,
            "loaded": verdict.state.loads(),
            "state": verdict.state.id(),
            "reason": (verdict.state != State::Loaded).then(|| verdict.sentence()),
        })).collect::<Vec<_>>(),
        "mentions": mentions_json(&skill.facts),
        "hidden": hidden_json(&skill.hidden),
        "left_out": skill.left_out.iter().map(|item| json!({
            "path": item.path, "reason": item.why,
        })).collect::<Vec<_>>(),
        "flat": skill.flat.as_ref().map(|flat| json!({
            "file": flat.file.path, "lost": flat.lost,
        })),
        "mark_removed": skill.mark_removed,
    })
}

/// What files mention.
pub(super) fn mentions_json(facts: &[Fact]) -> Json {
    let facts = facts.iter().map(|fact| {
        json!({ "file": fact.file, "about": fact.about, "line": fact.line, "word": fact.word })
    });
    facts.collect()
}

/// What files hide.
pub(super) fn hidden_json(hidden: &[HiddenAt]) -> Json {
    let hidden = hidden.iter().map(|at| {
        json!({
            "file": at.file, "line": at.line, "column": at.column, "character": at.symbol,
        })
    });
    hidden.collect()
}

/// The text of the file a finding names.
fn text_of<'a>(skill: &'a Candidate, file: &str) -> Option<&'a str> {
    let named = |path: &str| file.ends_with(&format!("/{path}"));
    // Where it becomes a single file, that is what was looked at.
    let flat = skill.flat.iter().map(|flat| &flat.file);
    let mut files = flat.chain(&skill.files);
    let found = files.find(|known| named(&known.path))?;
    std::str::from_utf8(&found.bytes).ok()
}

/// Files of which the new one is another than that which is there: what the new skill does to them.
fn differing<'m>(
    skill: &'m Candidate,
    meeting: &'m Meeting,
) -> impl Iterator<Item = (&'m str, &'static str)> {
    let place = skill
        .existing
        .as_ref()
        .map_or("", |existing| &existing.path);
    let files = meeting.files.iter();
    files.filter_map(move |(path, state)| {
        let word = match state {
            FileState::Same | FileState::Mode => return None,
            FileState::Changed | FileState::Link => "changes",
            FileState::Missing => "lacks",
            FileState::Extra => "adds",
        };
        Some((name_in(skill.flat.is_some(), place, path), word))
    })
}

/// A word as shells of the POSIX kind take it.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn skill_text(skill: &Candidate, meeting: Option<&Meeting>, out: &mut Output) -> io::Result<()> {
    out.line(&skill.name)?;
    let row = |key: &str, value: String| vec![key.to_owned(), value];
    let mut rows = vec![
        row("description", skill.short_description().into_owned()),
        row("folder", skill.path.clone()),
        row("hash", skill.hash.clone()),
        row(
            "size",
            format!("{}, {} bytes", counted(skill.files.len()), skill.bytes()),
        ),
    ];
    if let Some(existing) = &skill.existing {
        let same = if existing.identical {
            ", the same files"
        } else {
            ""
        };
        let place = match existing.in_place {
            true => "in its place",
            false => "stays beside it",
        };
        let (path, source) = (&existing.path, &existing.source);
        rows.push(row("existing", format!("{path} ({source}, {place}{same})")));
        rows.extend(
            meeting
                .and_then(Meeting::sentence)
                .map(|told| row("", told)),
        );
        if let Some(meeting) = meeting.filter(|meeting| meeting.edited) {
            let keeps = if meeting.by.is_none() {
                "; `update` keeps that"
            } else {
                ""
            };
            let told = format!("it was changed here after it had been installed{keeps}");
            rows.push(row("", told));
        }
        let files = meeting
            .into_iter()
            .flat_map(|meeting| differing(skill, meeting));
        rows.extend(files.map(|(path, word)| row("", format!("the new one {word:<7} {path}"))));
        let disarmed = meeting.into_iter().flat_map(|meeting| &meeting.disarmed);
        let how = match skill.files.iter().any(|file| file.executable) {
            true => " (--executable: as at its source)",
            false => "",
        };
        rows.extend(disarmed.map(|path| row("", format!("{path} could not be run any more{how}"))));
    }
    if let Some(clash) = &skill.clash {
        let path = &clash.path;
        let told = match clash.here {
            true => format!("{path} is the same but for letter case; rename one of them first"),
            false => format!(
                "{path} of this source would get the same folder, letter case apart; only one of \
                 them can be installed"
            ),
        };
        rows.push(row("case", told));
    }
    for verdict in &skill.verdicts {
        rows.push(row(
            "host",
            format!("{} {}", verdict.host, verdict.predicate()),
        ));
    }
    out.table("  ", &rows)?;
    for file in &skill.files {
        let run = if file.executable {
            ", may be run there (--executable: here, too)"
        } else {
            ""
        };
        let (path, bytes) = (skill.called(&file.path), file.bytes.len());
        out.line(&format!("  {path}  {bytes} bytes{run}"))?;
    }
    for fact in &skill.facts {
        out.line(&format!("  {}", fact.sentence()))?;
    }
    for at in &skill.hidden {
        out.line(&format!("  {}", at.sentence()))?;
    }
    for item in &skill.left_out {
        out.line(&format!("  {} is left out: {}", item.path, item.why))?;
    }
    if let Some(flat) = &skill.flat {
        out.line(&format!("  becomes the single file {}", flat.file.path))?;
        for lost in &flat.lost {
            out.line(&format!("  does not go along: {lost}"))?;
        }
    }
    if skill.mark_removed {
        out.line("  the byte-order mark before its frontmatter is taken out")?;
    }
    let width = out.width();
    out.ready(&report::text(
        &skill.findings,
        |file| text_of(skill, file),
        false,
        width,
    ))
}
