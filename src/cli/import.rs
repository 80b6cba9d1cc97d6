//! `import`: a look into a source of skills, and the installation of one of them.

use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, ImportArgs};
use super::output::{Failure, Output, complain};
use super::site::{Site, refused, watched};
use crate::check::report;
use crate::exchange::install::{Installed, Wish, install, may_install, only};
use crate::exchange::source::Place;
use crate::exchange::{
    Area, Candidate, Grammar, Net, Preview, Refusal, Source, open, parse, preview,
};
use crate::library::journal::Flip;

/// Characters of the body that are shown.
const BODY_START: usize = 1500;

/// Looks, and installs when that is asked for.
pub fn run(common: &Common, args: &ImportArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let site = Site::new(common)?;
    let ground = site.ground();
    // Who names the host wants what that host would do.
    let exact = !common.host.is_empty();
    let looked = Net::from_env(args.github.as_deref())
        .and_then(|net| {
            let grammar = Grammar::of(ground.profile, exact);
            let home = Path::new(&ground.place.home);
            let source = parse(
                &args.source,
                grammar,
                net.github_host(),
                Path::new(""),
                home,
            )?;
            Ok((net, source))
        })
        .map_err(|refusal| refused(out, &hint(refusal, exact), json!({})))?;
    let (net, source) = looked;
    let opened = watched(|watch| open(&source, ground.profile, exact, &net, watch));
    let found = opened
        .and_then(|opened| preview(ground, opened, args.skill.as_deref(), args.dest.as_deref()));
    let found = found.map_err(|refusal| refused(out, &refusal, source_json(&source)))?;
    if args.install {
        let wish = Wish {
            expect: args.expect.as_deref(),
            force: args.force,
            executable: args.executable,
        };
        let done = only(&found).and_then(|skill| {
            may_install(ground, &found, skill, wish)?;
            let area = Area::new(ground, &found.dest, &site.open.project.dirs)?;
            area.mend()?;
            let before = area.lines(ground);
            let done = install(ground, &found, skill, &area, wish)?;
            area.keep(&before, &done.path);
            let flip = Flip::put(&done.path, done.trashed.as_ref());
            site.note(&found.dest, vec![flip]);
            Ok(done)
        });
        let done = done.map_err(|refusal| refused(out, &refusal, source_json(&source)))?;
        print_installed(out, &found, &done)?;
        return Ok(ExitCode::SUCCESS);
    }
    let single =
        exact && found.opened.folders.len() == 1 && !ground.profile.exchange.require.is_empty();
    if let (true, [], [item]) = (single, found.skills.as_slice(), found.invalid.as_slice()) {
        complain(&format!("{}: {}", item.path, item.detail));
        out.print(
            || {
                let mut value = preview_json(&found);
                value["refused"] = json!(item.reason);
                value["detail"] = json!(item.detail);
                value
            },
            |_| Ok(()),
        )?;
        return Ok(ExitCode::from(1));
    }
    out.print(|| preview_json(&found), |out| preview_text(&found, out))?;
    Ok(ExitCode::SUCCESS)
}

fn counted(files: usize) -> String {
    match files {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    }
}

/// Words that lead on, where a host takes less than skillkiln does.
fn hint(refusal: Refusal, exact: bool) -> Refusal {
    match refusal.code() {
        code @ ("not-github" | "not-a-tree-url" | "not-a-url") if exact => Refusal::new(
            code,
            format!("{refusal}; without --host other sources are taken too"),
        ),
        _ => refusal,
    }
}

fn source_json(source: &Source) -> Json {
    let (reference, path) = match &source.place {
        Place::GitHub(repo) => (repo.reference.as_deref(), Some(repo.path.as_str())),
        Place::Url(_) | Place::Local(_) => (None, None),
    };
    json!({
        "source": source.name,
        "url": source.url,
        "ref": reference,
        "subpath": path,
        "skill": source.skill,
    })
}

fn preview_json(preview: &Preview) -> Json {
    let source = &preview.opened.source;
    let reference = match &source.place {
        Place::GitHub(repo) => repo.reference.as_deref(),
        Place::Url(_) | Place::Local(_) => None,
    };
    let invalid = preview
        .invalid
        .iter()
        .map(|item| json!({ "path": item.path, "reason": item.reason, "detail": item.detail }));
    json!({
        "source": source.name,
        "url": source.url,
        "ref": reference,
        "fetched": preview.opened.from,
        "dest": Some(&preview.dest).filter(|dest| !dest.is_empty()),
        "skills": preview.skills.iter().map(skill_json).collect::<Vec<_>>(),
        "invalid": invalid.collect::<Vec<_>>(),
    })
}

fn skill_json(skill: &Candidate) -> Json {
    let body = skill.reading.body.as_deref().unwrap_or_default();
    let sizes = skill.files.iter().map(|file| {
        json!({ "path": file.path, "bytes": file.bytes.len(), "executable": file.executable })
    });
    let findings = report::json(0, &skill.findings, |file| text_of(skill, file));
    json!({
        "name": skill.name,
        "description": skill.description,
        "compatibility": skill.reading.field("compatibility").map(super::scene::value_json),
        "path": skill.path,
        "folder": skill.folder,
        "hash": skill.hash,
        "file_count": skill.files.len(),
        "bytes": skill.bytes(),
        "files": skill.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(),
        "sizes": sizes.collect::<Vec<_>>(),
        "body_chars": body.chars().count(),
        "body_start": body.chars().take(BODY_START).collect::<String>(),
        "existing": skill.existing.as_ref().map(|existing| json!({
            "source": existing.source,
            "path": existing.path,
            "in_place": existing.in_place,
            "identical": existing.identical,
        })),
        "findings": findings["diagnostics"],
        "hosts": skill.verdicts.iter().map(|(host, why)| json!({
            "host": host, "loaded": why.is_none(), "reason": why,
        })).collect::<Vec<_>>(),
        "mentions": skill.facts.iter().map(|fact| json!({
            "file": fact.file, "about": fact.about, "line": fact.line, "word": fact.word,
        })).collect::<Vec<_>>(),
        "hidden": skill.hidden.iter().map(|at| json!({
            "file": at.file, "line": at.line, "column": at.column, "character": at.symbol,
        })).collect::<Vec<_>>(),
        "left_out": skill.left_out.iter().map(|item| json!({
            "path": item.path, "reason": item.why,
        })).collect::<Vec<_>>(),
        "flat": skill.flat.as_ref().map(|flat| json!({
            "file": flat.file.path, "lost": flat.lost,
        })),
        "mark_removed": skill.mark_removed,
    })
}

/// The text of the file a finding names.
fn text_of<'a>(skill: &'a Candidate, file: &str) -> Option<&'a str> {
    let named = |path: &str| file.ends_with(&format!("/{path}"));
    let mut files = skill.files.iter();
    let found = files.find(|known| named(&known.path))?;
    std::str::from_utf8(&found.bytes).ok()
}

fn preview_text(preview: &Preview, out: &mut Output) -> std::io::Result<()> {
    for (at, skill) in preview.skills.iter().enumerate() {
        if at > 0 {
            out.line("")?;
        }
        skill_text(skill, out)?;
    }
    if preview.skills.is_empty() {
        out.line("there is no skill in it that could be installed")?;
    }
    for item in &preview.invalid {
        out.line(&format!(
            "not valid: {}: {} ({})",
            item.path, item.detail, item.reason
        ))?;
    }
    if let [skill] = preview.skills.as_slice() {
        out.line("")?;
        out.line("nothing is written yet; to install it, add")?;
        out.line(&format!("  --install --expect {}", skill.hash))?;
    }
    Ok(())
}

fn skill_text(skill: &Candidate, out: &mut Output) -> std::io::Result<()> {
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
        rows.push(row(
            "existing",
            format!("{} ({}{same})", existing.path, existing.source),
        ));
    }
    for (host, why) in &skill.verdicts {
        rows.push(row(
            "host",
            match why {
                None => format!("{host} loads it"),
                Some(why) => format!("{host} does not load it: {why}"),
            },
        ));
    }
    out.table("  ", &rows)?;
    for file in &skill.files {
        let run = if file.executable { ", may be run" } else { "" };
        out.line(&format!("  {}  {} bytes{run}", file.path, file.bytes.len()))?;
    }
    for fact in &skill.facts {
        out.line(&format!(
            "  {}:{} mentions {} ({:?})",
            fact.file, fact.line, fact.about, fact.word
        ))?;
    }
    for at in &skill.hidden {
        out.line(&format!(
            "  {}:{}:{} holds {}",
            at.file, at.line, at.column, at.symbol
        ))?;
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
    out.ready(&report::text(
        &skill.findings,
        |file| text_of(skill, file),
        false,
    ))
}

fn print_installed(out: &mut Output, preview: &Preview, done: &Installed) -> Result<(), Failure> {
    out.print(
        || {
            let mut value = source_json(&preview.opened.source);
            value["installed"] = json!(done.name);
            value["path"] = json!(done.path);
            value["lock_file"] = json!(done.lock_file);
            value["written"] = json!(done.written);
            value["trashed"] = json!(done.trashed.as_ref().map(|trashed| &trashed.path));
            value
        },
        |out| {
            for path in &done.written {
                out.line(&format!("wrote {path}"))?;
            }
            match &done.trashed {
                Some(old) => out.line(&format!("what was at {} is in the trash", old.path)),
                None => Ok(()),
            }
        },
    )
}
