//! `export`: a skill packed for others.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, ExportArgs};
use super::output::{Failure, Output, asked, complain, is_person};
use super::site::{Site, refused};
use crate::check::report;
use crate::exchange::Refusal;
use crate::exchange::export::{Packed, Parcel, TARGETS, Target, packed, parcel};
use crate::exchange::exposed::Exposed;
use crate::exchange::source::ARCHIVE_ENDS;
use crate::exchange::target::may_write;
use crate::host::{Copy, Profile, Survey};
use crate::library::{Expect, Grant, Guard, project};
use crate::skill::near::hint;

/// Packs the copy that the name means.
pub fn run(common: &Common, args: &ExportArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    let target = target(args)?;
    let copy = site.open.find(&args.name)?;
    let to = project::absolute(&args.to)?;
    let well = free(&site, &to, &copy).and_then(|()| named(&to, target));
    well.map_err(|refusal| refused(out, &refusal, json!({})))?;
    let packing = parcel(&copy).and_then(|parcel| pack(&site, &parcel, target, &to));
    let packed = packing.map_err(|refusal| refused(out, &refusal, json!({})))?;
    let end = if packed.is_refused() && !args.force {
        End::Refused
    } else if args.dry_run {
        absent(&to, args.force)
            .map_err(|refusal| refused(out, &refusal, json!({ "lost": packed.lost })))?;
        End::Dry
    } else if packed.is_doubtful() && !args.yes && is_person() && !agreed(&packed)? {
        End::Declined
    } else {
        write(&site, &to, &packed, args.force)
            .map_err(|refusal| refused(out, &refusal, json!({})))?;
        End::Written
    };
    let source = |file: &str| {
        let named = |known: &&crate::library::write::NewFile| file.ends_with(&known.path);
        let content = &packed.content;
        let found = content.iter().find(named).or(content.first())?;
        std::str::from_utf8(&found.bytes).ok()
    };
    out.print(
        || {
            let mut value = json!({
                "file": to,
                "files": packed.files,
                "findings": report::json(1, &packed.findings, source).diagnostics,
                "lost": packed.lost,
                "exposed": exposed_json(&packed.exposed),
            });
            if let Some((code, why)) = end.refusal() {
                value["refused"] = json!(code);
                value["detail"] = json!(why);
            }
            value["written"] = json!(end == End::Written);
            value
        },
        |out| {
            let width = out.width();
            out.ready(&report::text(&packed.findings, source, false, width))?;
            for lost in &packed.lost {
                out.line(&format!("does not go along: {lost}"))?;
            }
            for exposed in &packed.exposed {
                out.line(&format!("warning: {}", exposed.sentence()))?;
            }
            match end {
                End::Written => out.line(&format!("wrote {to}")),
                End::Dry => out.line(&format!("would write {to}")),
                End::Refused | End::Declined => Ok(()),
            }
        },
    )?;
    if let Some((_, why)) = end.refusal() {
        complain(&format!("nothing was written: {why}"));
    }
    Ok(ExitCode::from(u8::from(end.refusal().is_some())))
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Written,
    /// It was only looked at.
    Dry,
    /// By the target.
    Refused,
    /// By the person who was asked.
    Declined,
}

impl End {
    /// Why nothing was written although it was to be: for programs, for people.
    fn refusal(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Written | Self::Dry => None,
            Self::Refused => Some((
                "target-refuses",
                "the target would refuse or misread it; --force writes it all the same",
            )),
            Self::Declined => Some(("not-confirmed", "that was not wanted")),
        }
    }
}

/// Names what would be lost, and asks.
fn agreed(packed: &Packed) -> Result<bool, Failure> {
    for lost in &packed.lost {
        complain(&format!("would not go along: {lost}"));
    }
    for exposed in &packed.exposed {
        complain(&exposed.sentence());
    }
    asked("write it all the same?")
}

/// Files that are sent on and should perhaps not be.
pub(super) fn exposed_json(exposed: &[Exposed]) -> Json {
    let exposed = exposed.iter();
    let exposed = exposed.map(|file| json!({ "path": file.path, "reason": file.why }));
    exposed.collect()
}

/// Ends of the names of archives that skillkiln does not even read.
const OTHER_ENDS: [&str; 4] = [".gz", ".7z", ".rar", ".zst"];

/// What is written is called what it is: a zip archive, or the single file of a host.
fn named(to: &str, target: Target) -> Result<(), Refusal> {
    let lower = to.to_ascii_lowercase();
    let ends = ARCHIVE_ENDS.iter().chain(&OTHER_ENDS);
    let mut others = ends.filter(|end| !matches!(**end, ".zip" | ".skill"));
    let single = target == Target::Replio;
    let what = match others.find(|end| lower.ends_with(**end)) {
        Some(end) => {
            format!("{to}: a zip archive is written, and no {end}; let the name end in .zip")
        }
        None if lower.ends_with(".md") && !single => format!(
            "{to}: a zip archive is written; let the name end in .zip. A single .md file is what \
             --for replio writes"
        ),
        None => return Ok(()),
    };
    Err(Refusal::new("not-zip-name", what))
}

fn target(args: &ExportArgs) -> Result<Target, Failure> {
    let Some(id) = args.target.as_deref() else {
        return Ok(Target::Any);
    };
    let found = TARGETS.iter().find(|(known, _)| *known == id);
    found.map(|(_, target)| *target).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|(id, _)| *id).collect();
        let hint = hint(id, &known, "`skillkiln export --help` lists them");
        Failure::CouldNotRun(format!("there is no target {id:?}; {hint}"))
    })
}

fn pack(site: &Site, parcel: &Parcel, target: Target, to: &str) -> Result<Packed, Refusal> {
    let project = &site.open.project;
    let judge = target.judge();
    let profile = judge.and_then(|id| project.profiles.get(id));
    let judge: Option<(&Profile, Survey)> =
        profile.map(|profile| (profile, project.survey(profile)));
    let judge = judge.as_ref().map(|(profile, survey)| (*profile, survey));
    let zip = !to.to_ascii_lowercase().ends_with(".md");
    packed(site.ground(), judge, parcel, target, zip)
}

/// No host reads what is written there.
fn free(site: &Site, to: &str, copy: &Copy) -> Result<(), Refusal> {
    let project = &site.open.project;
    let profiles = project.profiles.iter();
    let surveys: Vec<(&str, Survey)> = profiles
        .map(|profile| (profile.title.as_str(), project.survey(profile)))
        .collect();
    let surveys = surveys.iter().map(|(title, survey)| (*title, survey));
    let skill = copy.folder.as_deref().or(copy.path.as_deref());
    may_write(to, &project.place, surveys, skill)
}

/// Nothing is there, or it may be written over.
fn absent(to: &str, force: bool) -> Result<(), Refusal> {
    match !force && std::fs::symlink_metadata(to).is_ok() {
        true => Err(Refusal::new(
            "exists",
            format!("{to} exists already; --force writes over it"),
        )),
        false => Ok(()),
    }
}

fn write(site: &Site, to: &str, packed: &Packed, force: bool) -> Result<(), Refusal> {
    let guard = Guard::new(vec![Grant::file(to)?], site.open.project.dirs.trash());
    let there = std::fs::symlink_metadata(to).is_ok();
    let expect = match force && there {
        true => Expect::Any,
        false => Expect::Absent,
    };
    guard
        .save(to, &packed.bytes, &expect)
        .map_err(|error| match there {
            true if !force => Refusal::new("exists", format!("{error}; --force writes over it")),
            _ => error.into(),
        })
}
