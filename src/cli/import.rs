//! `import`: a look into a source of skills, and the installation of one of them.

use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, ImportArgs};
use super::looked::Looked;
use super::output::{Failure, Output, in_trash};
use super::site::{Site, refused, watched};
use crate::exchange::install::{Installed, Wish, install, may_install, only};
use crate::exchange::meeting::meetings;
use crate::exchange::modes::sentence;
use crate::exchange::source::Place;
use crate::exchange::{
    Area, Candidate, Grammar, Net, Preview, Refusal, Source, open, parse, preview,
};
use crate::library::journal::Flip;
use crate::skill::bytes::decode;

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
    if let Some(file) = &args.read {
        let skill = only(&found).map_err(|refusal| refused(out, &refusal, source_json(&source)))?;
        return read(skill, file, out);
    }
    if args.install {
        let wish = Wish {
            expect: args.expect.as_deref(),
            force: args.force,
            executable: args.executable,
        };
        let done = only(&found).and_then(|skill| {
            may_install(ground, &found, skill, wish)?;
            let area = Area::new(ground, &found.dest, &site.open.project.dirs)?;
            site.mend(&area)?;
            let done = install(ground, &found, skill, &area, wish)?;
            let flip = Flip::put(&done.path, done.trashed.as_ref());
            site.note([(flip, found.dest.clone())]);
            area.records.noted(&area.path);
            Ok(done)
        });
        let done = done.map_err(|refusal| refused(out, &refusal, source_json(&source)))?;
        print_installed(out, &found, &done)?;
        return Ok(ExitCode::SUCCESS);
    }
    let looked = Looked {
        preview: &found,
        meetings: meetings(ground, &site.open.project.dirs, &found, args.executable),
        common,
        args,
    };
    let none = nothing(&found, exact && !ground.profile.exchange.require.is_empty());
    out.print(
        || {
            let mut value = looked.json();
            if let Some((code, why)) = &none {
                value["refused"] = json!(code);
                value["detail"] = json!(why);
            }
            value
        },
        |out| looked.text(out),
    )?;
    match none {
        None => Ok(ExitCode::SUCCESS),
        Some((_, why)) => Err(Failure::Told(why)),
    }
}

/// Prints one file of a skill; what cannot be seen in it is shown.
fn read(skill: &Candidate, file: &str, out: &mut Output) -> Result<ExitCode, Failure> {
    let wanted = file.trim_start_matches("./");
    let mut files = skill.files.iter();
    let found = files
        .find(|known| skill.called(&known.path) == wanted)
        .ok_or_else(|| {
            let known: Vec<&str> = skill
                .files
                .iter()
                .map(|file| skill.called(&file.path))
                .collect();
            let (name, known) = (&skill.name, known.join(", "));
            Failure::CouldNotRun(format!("{name} has no file {file:?}; it has {known}"))
        })?;
    let text = decode(&found.bytes).text;
    if text.contains('\0') {
        let bytes = found.bytes.len();
        let refusal = Refusal::new(
            "not-text",
            format!("{file} is no text; it has {bytes} bytes"),
        );
        return Err(refused(out, &refusal, json!({})));
    }
    out.print(
        || json!({ "name": skill.name, "file": wanted, "text": text }),
        |out| out.text(&text),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Why nothing of it could be installed: a code, and words; `None` when something could. `strict`: of a
/// source with one skill the host itself says what is wrong with that.
fn nothing(found: &Preview, strict: bool) -> Option<(String, String)> {
    if !found.skills.is_empty() {
        return None;
    }
    match found.invalid.as_slice() {
        [item] if strict && found.opened.folders.len() == 1 => {
            Some((item.reason.clone(), item.detail.clone()))
        }
        _ => only(found)
            .err()
            .map(|refusal| (refusal.code().to_owned(), refusal.to_string())),
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
        "withheld": source.withheld,
        "ref": reference,
        "subpath": path,
        "skill": source.skill,
    })
}

fn print_installed(out: &mut Output, preview: &Preview, done: &Installed) -> Result<(), Failure> {
    out.print(
        || {
            let mut value = source_json(&preview.opened.source);
            value["installed"] = json!(done.name);
            value["path"] = json!(done.path);
            value["lock_file"] = json!(done.lock_file);
            value["written"] = json!(done.written);
            value["disarmed"] = json!(done.disarmed);
            value["trashed"] = json!(done.trashed.as_ref().map(|trashed| &trashed.path));
            value
        },
        |out| {
            for path in &done.written {
                out.line(&format!("wrote {path}"))?;
            }
            if let Some(told) = &preview.opened.source.withheld {
                out.line(told)?;
            }
            for path in &done.disarmed {
                out.line(&format!("{path} {}, as it could", sentence(false, true)))?;
            }
            match &done.trashed {
                Some(old) => out.line(&in_trash(old)),
                None => Ok(()),
            }
        },
    )
}
