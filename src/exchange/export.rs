//! Sending skills on: archives whose bytes depend on nothing but the skill, and other shapes for other
//! runtimes.

use std::fs;
use std::path::Path;

use super::Refusal;
use super::archive::pack;
use super::bundle::twins;
use super::demands::lacks;
use super::exposed::{Exposed, exposed};
use super::find::SKILL_FILE;
use super::flat::flat;
use super::hash::UNHASHED;
use super::judging::findings;
use super::preview::Ground;
use crate::check::{Finding, Severity};
use crate::host::tree::{join, split};
use crate::host::{Copy, Profile, Survey, read_file};
use crate::library::system_words;
use crate::library::whole::read_whole_but;
use crate::library::write::NewFile;
use crate::skill::Span;
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::scalar::inline;

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

impl Target {
    /// The id of the host that judges for it.
    pub fn judge(self) -> Option<&'static str> {
        match self {
            Self::Any => None,
            Self::AgentSkills | Self::ClaudeAi => Some("agentskills"),
            Self::AgentWorks => Some("agentworks"),
            Self::Replio => Some("replio"),
        }
    }
}

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
    /// What it holds; the findings tell of places in this.
    pub content: Vec<NewFile>,
    /// Paths in it.
    pub files: Vec<String>,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What its target says; an error means that it refuses or misreads it.
    pub findings: Vec<Finding>,
    /// What does not go along.
    pub lost: Vec<String>,
    /// What goes along and should perhaps not.
    pub exposed: Vec<Exposed>,
}

impl Packed {
    /// Something is lost, or goes along that should perhaps not: a person is asked first.
    pub fn is_doubtful(&self) -> bool {
        !self.lost.is_empty() || !self.exposed.is_empty()
    }

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
/// `no-file` for what lives in code; `no-skill-md` when the skill file itself does not go along;
/// `case-collision` for names that many disks do not tell apart, which no import takes; `unreadable`.
pub fn parcel(copy: &Copy) -> Result<Parcel, Refusal> {
    let no_file = || {
        let name = &copy.name;
        Refusal::new("no-file", format!("{name} has no file of its own to send"))
    };
    let path = copy.path.as_deref().ok_or_else(no_file)?;
    let unreadable = |error: std::io::Error| {
        Refusal::new("unreadable", format!("{path}: {}", system_words(&error)))
    };
    let main = split(path).map_or(path, |(_, name)| name);
    match &copy.folder {
        Some(folder) => {
            let (mut files, mut lost) = taken(folder).map_err(|error| {
                let why = system_words(&error);
                Refusal::new("unreadable", format!("{folder}: {why}"))
            })?;
            if let Some((one, other)) = twins(files.iter().map(|file| file.path.as_str())) {
                return Err(Refusal::new(
                    "case-collision",
                    format!(
                        "{}: {one} and {other} would be one file on many disks; give one of them \
                         another name",
                        copy.name
                    ),
                ));
            }
            // Everybody else looks for the one spelling.
            if let Some(file) = files
                .iter_mut()
                .find(|file| file.path == main && main != SKILL_FILE)
            {
                lost.push(format!("{main} is called {SKILL_FILE}"));
                file.path = SKILL_FILE.to_owned();
            }
            // Without it nothing that is sent would be a skill.
            if !files.iter().any(|file| file.path == SKILL_FILE) {
                return Err(Refusal::new(
                    "no-skill-md",
                    format!(
                        "{}: {main} does not go along, for it is no file and no link to one in \
                         {folder}; put the file itself there",
                        copy.name
                    ),
                ));
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
            let bytes = match has_fields(&bytes) {
                true => bytes,
                false => {
                    let mark = "\u{feff}".as_bytes();
                    let body = bytes.strip_prefix(mark).unwrap_or(&bytes);
                    [head(copy).as_bytes(), body].concat()
                }
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

/// What systems put into folders for themselves.
const LITTER: [&str; 2] = [".DS_Store", "Thumbs.db"];

/// The files of a folder that go along, and what does not.
fn taken(folder: &str) -> std::io::Result<(Vec<NewFile>, Vec<String>)> {
    let whole = read_whole_but(folder, &[&UNHASHED[..], &LITTER[..]].concat())?;
    let mut lost = folders_told(folder, &whole.passed_over);
    let others = whole.left_out.iter();
    lost.extend(others.map(|path| format!("{path}: a link that leads elsewhere, or no file")));
    lost.sort();
    Ok((whole.files, lost))
}

/// Paths below `folder`; those of folders end in `/`.
pub(super) fn folders_told(folder: &str, paths: &[String]) -> Vec<String> {
    let told = paths
        .iter()
        .map(|path| match Path::new(&join(folder, path)).is_dir() {
            true => format!("{path}/"),
            false => path.clone(),
        });
    told.collect()
}

/// Fields stand at the start; a rule of dashes opens no frontmatter.
fn has_fields(bytes: &[u8]) -> bool {
    let document = Document::parse(&decode(bytes).text);
    let mut front = document.front.iter().filter(|_| document.before.is_none());
    front.any(|front| front.close.is_some() && !front.tree.entries().is_empty())
}

fn head(copy: &Copy) -> String {
    let quoted = |text: &str| inline(text, None, false);
    // Where the first line is the description it may be a heading.
    let description = copy.reading.description.as_deref().unwrap_or_default();
    let description = description.trim_start_matches('#').trim_start();
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
    let single = judge.and_then(|(profile, survey)| {
        let row = survey.write_area()?.row;
        Some((profile, profile.layer[row].walk.flat.as_deref()?))
    });
    let (folder, files, lost) = match single {
        Some((profile, end)) => {
            let flat = flat(profile, &parcel.files, &format!("{}{end}", parcel.name));
            let lost = parcel.lost.iter().cloned().chain(flat.lost);
            (String::new(), vec![flat.file], lost.collect())
        }
        None => (
            parcel.folder.clone(),
            parcel.files.clone(),
            parcel.lost.clone(),
        ),
    };
    let bytes = match (files.as_slice(), single, zip) {
        ([file], Some(_), false) => file.bytes.to_vec(),
        _ => pack(&folder, &files).map_err(too_much)?,
    };
    let mut found = Vec::new();
    if let Some((profile, survey)) = judge {
        found = judged(ground, profile, survey, &folder, &files);
        if target == Target::AgentSkills {
            found.extend(validated(profile, parcel));
        }
        found.extend(not_imported(profile, parcel, &folder));
    }
    if target == Target::ClaudeAi {
        found.extend(upload_rules(parcel, &folder));
    }
    let mut paths: Vec<String> = files
        .iter()
        .map(|file| match folder.as_str() {
            "" => file.path.clone(),
            folder => join(folder, &file.path),
        })
        .collect();
    paths.sort();
    Ok(Packed {
        exposed: exposed(&files),
        content: files,
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
            related: Vec::new(),
        })
        .collect()
}

/// What the host asks of an import beyond what it loads.
fn not_imported(profile: &Profile, parcel: &Parcel, folder: &str) -> Option<Finding> {
    let reading = read_file(profile, &parcel.main()?.bytes, &parcel.folder);
    // What is not loaded is told already.
    let (_, detail) =
        lacks(profile, &reading, &parcel.folder).filter(|_| reading.dropped.is_none())?;
    Some(Finding {
        file: join(folder, SKILL_FILE),
        rule: "host/dropped",
        severity: Severity::Error,
        hosts: vec![profile.id.clone()],
        message: format!("{} does not import it: {detail}", profile.title),
        help: "change what it names".to_owned(),
        range: 0..0,
        fixes: Vec::new(),
        related: Vec::new(),
    })
}

/// Rules that no reader shows: of the upload form of claude.ai.
fn upload_rules(parcel: &Parcel, folder: &str) -> Vec<Finding> {
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
    let document = Document::parse(&decode(&main.bytes).text);
    let entries = document.tree().map_or(&[][..], |tree| tree.entries());
    let mut found = Vec::new();
    let mut say = |rule, range: Span, message: String, help: &str| {
        found.push(Finding {
            file: join(folder, SKILL_FILE),
            rule,
            severity: Severity::Error,
            hosts: vec!["claude.ai".to_owned()],
            message,
            help: help.to_owned(),
            range,
            fixes: Vec::new(),
            related: Vec::new(),
        });
    };
    let another = |file: &&NewFile| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        file.path != SKILL_FILE && name.eq_ignore_ascii_case(SKILL_FILE)
    };
    for file in parcel.files.iter().filter(another) {
        let what = format!("claude.ai takes one {SKILL_FILE}; {} is another", file.path);
        say("file/depth", 0..0, what, "leave it out or rename it");
    }
    for entry in entries {
        let key = entry.key.text().unwrap_or_default();
        let span = entry.value.span.clone();
        let value = entry.value.text().unwrap_or_default();
        if !KEYS.contains(&key) {
            let what = format!("claude.ai takes no field {key:?}");
            let help = "take it out, or move it under metadata";
            say("field/unknown", entry.key.span.clone(), what, help);
        }
        if key == "description" && value.chars().count() > LONGEST {
            let what = format!("claude.ai takes descriptions of {LONGEST} characters");
            let help = "say it in fewer words";
            say("description/length", span.clone(), what, help);
        }
        if matches!(key, "name" | "description") && value.contains(['<', '>']) {
            let what = format!("claude.ai takes no < or > in {key}");
            let help = "say it without angle brackets";
            say("description/markup", span, what, help);
        }
    }
    for (key, rule) in [
        ("name", "name/missing"),
        ("description", "description/missing"),
    ] {
        let there = entries.iter().any(|entry| {
            let value = entry.value.text().unwrap_or_default();
            entry.key.text() == Some(key) && !value.trim().is_empty()
        });
        if !there {
            let what = format!("claude.ai takes no skill without {key}");
            say(rule, 0..0, what, "add it");
        }
    }
    found
}
