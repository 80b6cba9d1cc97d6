//! Sending skills on: archives whose bytes depend on nothing but the skill, other shapes for other
//! runtimes, and copies in folders of other hosts.

use std::fs;

use super::Refusal;
use super::archive::pack;
use super::find::SKILL_FILE;
use super::flat::flat;
use super::place::files_in;
use super::preview::{Ground, findings, target_folder};
use crate::check::{Finding, Severity};
use crate::host::names::first_bad_char;
use crate::host::tree::{join, split};
use crate::host::{Copy, Profile, Survey, read_file};
use crate::library::write::NewFile;
use crate::library::{Expect, Guard, Trashed};
use crate::skill::Span;
use crate::skill::bytes::decode;
use crate::skill::document::Document;

/// For whom a skill is packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// As it is.
    #[default]
    Any,
    /// The open specification, by its reference library.
    AgentSkills,
    /// An upload to claude.ai.
    ClaudeAi,
    /// AgentWorks' zip import.
    AgentWorks,
    /// One flat file for Replio.
    Replio,
}

/// Their ids.
pub const TARGETS: &[(&str, Target)] = &[
    ("agentskills", Target::AgentSkills),
    ("claude.ai", Target::ClaudeAi),
    ("claude-ai", Target::ClaudeAi),
    ("agentworks", Target::AgentWorks),
    ("replio", Target::Replio),
];

/// A skill taken out of its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The name of its folder.
    pub folder: String,
    /// Its name.
    pub name: String,
    /// Its files, `SKILL.md` among them.
    pub files: Vec<NewFile>,
    /// What does not go along, for people.
    pub lost: Vec<String>,
}

/// Something packed, not yet written.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// Paths in it.
    pub files: Vec<String>,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What its target says; an error means that it refuses or misreads it.
    pub findings: Vec<Finding>,
    /// What does not go along.
    pub lost: Vec<String>,
}

impl Packed {
    /// The target would refuse it or misread it.
    pub fn is_refused(&self) -> bool {
        let mut all = self.findings.iter();
        all.any(|finding| finding.severity == Severity::Error)
    }
}

/// Takes the files of a copy. A flat file becomes a folder with a `SKILL.md` that says name and
/// description, where it has no frontmatter of its own.
///
/// # Errors
/// `no-file` for what lives in code, `unreadable`.
pub fn parcel(copy: &Copy) -> Result<Parcel, Refusal> {
    let no_file = || {
        let name = &copy.name;
        Refusal::new("no-file", format!("{name} has no file of its own to send"))
    };
    let path = copy.path.as_deref().ok_or_else(no_file)?;
    let unreadable = |error: std::io::Error| Refusal::new("unreadable", format!("{path}: {error}"));
    let main = split(path).map_or(path, |(_, name)| name);
    match &copy.folder {
        Some(folder) => {
            let mut files = files_in(folder).map_err(unreadable)?;
            let mut lost = Vec::new();
            // Everybody else looks for the one spelling.
            if let Some(file) = files
                .iter_mut()
                .find(|file| file.path == main && main != SKILL_FILE)
            {
                lost.push(format!("{main} is called {SKILL_FILE}"));
                file.path = SKILL_FILE.to_owned();
            }
            Ok(Parcel {
                folder: split(folder).map_or("", |(_, name)| name).to_owned(),
                name: copy.name.clone(),
                files,
                lost,
            })
        }
        None => {
            let bytes = fs::read(path).map_err(unreadable)?;
            let bytes = match bytes.starts_with(b"---") {
                true => bytes,
                false => [head(copy).into_bytes(), bytes].concat(),
            };
            Ok(Parcel {
                folder: copy.name.clone(),
                name: copy.name.clone(),
                files: vec![NewFile {
                    path: SKILL_FILE.to_owned(),
                    bytes: bytes.into(),
                    executable: false,
                }],
                lost: Vec::new(),
            })
        }
    }
}

fn head(copy: &Copy) -> String {
    // JSON texts are YAML texts.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let description = copy.reading.description.as_deref().unwrap_or_default();
    format!(
        "---\nname: {}\ndescription: {}\n---\n\n",
        quoted(&copy.name),
        quoted(description)
    )
}

impl Parcel {
    fn main(&self) -> Option<&NewFile> {
        self.files.iter().find(|file| file.path == SKILL_FILE)
    }
}

/// Packs a parcel. `judge` is the profile of the target's host, with what it sees in the project, for
/// its findings. `zip`: an archive also for a single flat file.
///
/// # Errors
/// When it is more than an archive can hold.
pub fn packed(
    ground: Ground<'_>,
    judge: Option<(&Profile, &Survey)>,
    parcel: &Parcel,
    target: Target,
    zip: bool,
) -> Result<Packed, Refusal> {
    let too_much = |error: std::io::Error| Refusal::new("too-large", error.to_string());
    let (folder, files, lost) = match (target, judge) {
        (Target::Replio, Some((profile, _))) => {
            let flat = flat(profile, &parcel.files, &format!("{}.md", parcel.name));
            let lost = parcel.lost.iter().cloned().chain(flat.lost);
            (String::new(), vec![flat.file], lost.collect())
        }
        _ => (
            parcel.folder.clone(),
            parcel.files.clone(),
            parcel.lost.clone(),
        ),
    };
    let bytes = match (files.as_slice(), target, zip) {
        ([file], Target::Replio, false) => file.bytes.to_vec(),
        _ => pack(&folder, &files).map_err(too_much)?,
    };
    let mut found = Vec::new();
    if let Some((profile, survey)) = judge {
        found = judged(ground, profile, survey, &folder, &files);
        if target == Target::AgentSkills {
            found.extend(validated(profile, parcel));
        }
    }
    found.extend(own_rules(target, parcel, &folder));
    let mut paths: Vec<String> = files
        .iter()
        .map(|file| match folder.as_str() {
            "" => file.path.clone(),
            folder => join(folder, &file.path),
        })
        .collect();
    paths.sort();
    Ok(Packed {
        files: paths,
        bytes,
        findings: found,
        lost,
    })
}

fn judged(
    ground: Ground<'_>,
    profile: &Profile,
    survey: &Survey,
    folder: &str,
    files: &[NewFile],
) -> Vec<Finding> {
    let Some(dest) = survey.write_area().and_then(|layer| layer.path.as_deref()) else {
        return Vec::new();
    };
    let dest = ground.tree.real_path(dest);
    let judges = [profile.clone()];
    let ground = Ground {
        judges: &judges,
        profile,
        survey,
        ..ground
    };
    let files = files.iter().map(|file| (file.path.as_str(), &file.bytes));
    let found = findings(ground, &dest, [(folder, files.collect())].into_iter());
    let start = format!("{dest}/");
    let found = found.into_values().flatten();
    // What it would hide there says nothing about the skill.
    let found = found.filter(|finding| !finding.rule.starts_with("layer/"));
    found
        .map(|finding| Finding {
            file: finding
                .file
                .strip_prefix(&start)
                .unwrap_or(&finding.file)
                .to_owned(),
            ..finding
        })
        .collect()
}

/// What the reference library's validator says, which is more than its reader minds.
fn validated(profile: &Profile, parcel: &Parcel) -> Vec<Finding> {
    let Some(main) = parcel.main() else {
        return Vec::new();
    };
    let notes = read_file(profile, &main.bytes, &parcel.folder).notes;
    let notes = notes.into_iter();
    notes
        .map(|note| Finding {
            file: join(&parcel.folder, SKILL_FILE),
            rule: "host/dropped",
            severity: Severity::Error,
            hosts: vec![profile.id.clone()],
            message: format!("the validator refuses it: {}", note.message),
            help: "change it as the open specification wants it".to_owned(),
            range: note.at.unwrap_or_default(),
            fixes: Vec::new(),
        })
        .collect()
}

/// Rules that no reader shows: of an upload form and of an import dialog.
fn own_rules(target: Target, parcel: &Parcel, folder: &str) -> Vec<Finding> {
    const KEYS: [&str; 6] = [
        "name",
        "description",
        "license",
        "compatibility",
        "metadata",
        "allowed-tools",
    ];
    const LONGEST: usize = 1024;
    let Some(main) = parcel.main() else {
        return Vec::new();
    };
    let text = decode(&main.bytes).text;
    let document = Document::parse(&text);
    let entries = document
        .front
        .as_ref()
        .map_or(&[][..], |front| front.tree.entries());
    let mut found = Vec::new();
    let mut say = |host: &str, rule, range: Span, message: String, help: &str| {
        found.push(Finding {
            file: join(folder, SKILL_FILE),
            rule,
            severity: Severity::Error,
            hosts: vec![host.to_owned()],
            message,
            help: help.to_owned(),
            range,
            fixes: Vec::new(),
        });
    };
    let another = |file: &&NewFile| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        file.path != SKILL_FILE && name.eq_ignore_ascii_case(SKILL_FILE)
    };
    if target == Target::ClaudeAi {
        for file in parcel.files.iter().filter(another) {
            let what = format!("claude.ai takes one {SKILL_FILE}; {} is another", file.path);
            say(
                "claude.ai",
                "file/depth",
                0..0,
                what,
                "leave it out or rename it",
            );
        }
    }
    for entry in entries {
        let key = entry.key.text().unwrap_or_default();
        let span = entry.value.span.clone();
        let value = entry.value.text().unwrap_or_default();
        match target {
            Target::ClaudeAi => {
                let host = "claude.ai";
                if !KEYS.contains(&key) {
                    let what = format!("claude.ai takes no field {key:?}");
                    say(
                        host,
                        "field/unknown",
                        entry.key.span.clone(),
                        what,
                        "take it out, or move it under metadata",
                    );
                }
                if key == "description" && value.chars().count() > LONGEST {
                    let what = format!("claude.ai takes descriptions of {LONGEST} characters");
                    say(
                        host,
                        "description/length",
                        span.clone(),
                        what,
                        "say it in fewer words",
                    );
                }
                if matches!(key, "name" | "description") && value.contains(['<', '>']) {
                    let what = format!("claude.ai takes no < or > in {key}");
                    say(
                        host,
                        "description/markup",
                        span,
                        what,
                        "say it without angle brackets",
                    );
                }
            }
            Target::AgentWorks if key == "name" => {
                if let Some(c) = first_bad_char(value) {
                    let what = format!("AgentWorks imports no name with {c:?}");
                    say(
                        "agentworks",
                        "name/characters",
                        span,
                        what,
                        "use letters, digits, - and _",
                    );
                }
            }
            _ => {}
        }
    }
    for key in ["name", "description"] {
        let there = entries.iter().any(|entry| {
            let value = entry.value.text().unwrap_or_default();
            entry.key.text() == Some(key) && !value.trim().is_empty()
        });
        let (host, rule) = match (target, key) {
            (Target::ClaudeAi, "name") => ("claude.ai", "name/missing"),
            (Target::ClaudeAi, _) => ("claude.ai", "description/missing"),
            (Target::AgentWorks, "name") => ("agentworks", "name/missing"),
            (Target::AgentWorks, _) => ("agentworks", "description/missing"),
            _ => continue,
        };
        if !there {
            say(
                host,
                rule,
                0..0,
                format!("{host} takes no skill without {key}"),
                "add it",
            );
        }
    }
    found
}

/// A copy that is about to be put into a folder of another host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deploy {
    /// Every file that will be written, absolute.
    pub files: Vec<String>,
    /// What does not go along.
    pub lost: Vec<String>,
    /// What stands there now, which goes to the trash.
    pub replaces: Option<String>,
    path: String,
    content: Vec<NewFile>,
    flat: bool,
}

/// Works out what putting a parcel into the layer `layer` of a host would write.
///
/// # Errors
/// `bad-target` when the host keeps no files there, `invalid_skill_name`.
pub fn deploy_plan(
    profile: &Profile,
    survey: &Survey,
    layer: &str,
    parcel: &Parcel,
) -> Result<(String, Deploy), Refusal> {
    let places = survey.layers.iter().filter(|found| {
        let kind = found.kind.as_str();
        found.path.is_some() && matches!(kind, "project" | "user" | "custom")
    });
    let bad = || {
        let known: Vec<&str> = places.clone().map(|found| found.id.as_str()).collect();
        Refusal::new(
            "bad-target",
            format!(
                "{} keeps no files in a layer {layer:?}; it does in {}",
                profile.title,
                known.join(", ")
            ),
        )
    };
    let found = places
        .clone()
        .find(|found| found.id == layer)
        .ok_or_else(bad)?;
    let dest = found.path.clone().ok_or_else(bad)?;
    let name = target_folder(profile, &parcel.name);
    if name.is_empty() {
        return Err(Refusal::new(
            "invalid_skill_name",
            format!("no folder can be called after {:?}", parcel.name),
        ));
    }
    let (path, content, lost, flat) = match &profile.layer[found.row].walk.flat {
        Some(end) => {
            let flat = flat(profile, &parcel.files, &format!("{}{end}", parcel.name));
            let lost: Vec<String> = parcel.lost.iter().cloned().chain(flat.lost).collect();
            (join(&dest, &flat.file.path), vec![flat.file], lost, true)
        }
        None => (
            join(&dest, &name),
            parcel.files.clone(),
            parcel.lost.clone(),
            false,
        ),
    };
    let files = match flat {
        true => vec![path.clone()],
        false => content.iter().map(|file| join(&path, &file.path)).collect(),
    };
    let replaces = fs::symlink_metadata(&path).is_ok().then(|| path.clone());
    Ok((
        dest,
        Deploy {
            files,
            lost,
            replaces,
            path,
            content,
            flat,
        },
    ))
}

/// Puts it there. What stood there is given back by its record in the trash.
///
/// # Errors
/// What the guard refuses and the disk does not do; [`Refusal::code`] `skill_exists` when something
/// appeared there meanwhile.
pub fn deploy(guard: &Guard, host: &str, plan: &Deploy) -> Result<Option<Trashed>, Refusal> {
    if plan.flat {
        let trashed = match plan.replaces {
            Some(_) => Some(guard.remove(&plan.path, host)?),
            None => None,
        };
        for file in &plan.content {
            guard.save(&plan.path, &file.bytes, &Expect::Absent)?;
        }
        return Ok(trashed);
    }
    match plan.replaces {
        Some(_) => Ok(Some(guard.replace_whole(
            &plan.path,
            &plan.content,
            host,
        )?)),
        None => {
            guard.make_whole(&plan.path, &plan.content)?;
            Ok(None)
        }
    }
}
