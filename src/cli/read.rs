//! `read`: what a host reads in single files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, ReadArgs};
use super::output::{Failure, Output, complain};
use super::scene::{fields_json, place, profiles, value_text};
use crate::host::{Profile, Reading, read_at, read_file};
use crate::library::{Dirs, Limits, project, system_words};

struct Read1 {
    file: String,
    host: String,
    reading: Reading,
}

/// Prints what the host (or each of several) reads; a file that cannot be opened stops nothing.
pub fn run(common: &Common, args: &ReadArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let hosts = hosts(common)?;
    let mut read = Vec::new();
    let mut failed = false;
    for file in &args.files {
        let (path, bytes) = match bytes(file) {
            Ok(read) => read,
            Err(why) => {
                complain(&format!("{}: {why}", file.display()));
                failed = true;
                continue;
            }
        };
        let whole = project::absolute(&path).unwrap_or_default();
        let named = |profile| match (&args.dir_name, path.as_os_str() == "-") {
            (Some(name), _) => read_file(profile, &bytes, name),
            (None, true) => read_file(profile, &bytes, ""),
            (None, false) => read_at(profile, &bytes, &whole),
        };
        for profile in &hosts {
            read.push(Read1 {
                file: path.display().to_string(),
                host: profile.id.clone(),
                reading: named(profile),
            });
        }
    }
    if read.is_empty() {
        return Ok(ExitCode::from(2));
    }
    let single = args.files.len() == 1 && hosts.len() == 1;
    out.print(
        || match read.as_slice() {
            [one] if single => json(one),
            several => several.iter().map(json).collect(),
        },
        |out| {
            for (at, one) in read.iter().enumerate() {
                if at > 0 {
                    out.line("")?;
                }
                text(one, out)?;
            }
            Ok(())
        },
    )?;
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

/// The given hosts, without a look at the project; else the project's own.
fn hosts(common: &Common) -> Result<Vec<Profile>, Failure> {
    let (known, dirs, home) = profiles(common)?;
    if common.host.is_empty() {
        let place = place(common, &home)?;
        let project = project::Project::open(place, known, dirs, None)?;
        return Ok(vec![project.profile()?.clone()]);
    }
    let _: Dirs = dirs;
    let place = crate::host::Place::default();
    let tree = crate::host::FileTree::new();
    common
        .host
        .iter()
        .map(|id| Ok(project::choose_host(Some(id), None, &known, &tree, &place)?.clone()))
        .collect()
}

/// The bytes of a file, of standard input, or of the skill file of a folder.
pub(super) fn bytes(file: &Path) -> Result<(PathBuf, Vec<u8>), String> {
    let most = Limits::default().file_bytes;
    let words = |error: io::Error| system_words(&error);
    let mut bytes = Vec::new();
    let mut path = file.to_owned();
    if file.as_os_str() == "-" {
        io::stdin()
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(words)?;
    } else {
        if file.is_dir() {
            path = file.join("SKILL.md");
        }
        // Asked before it is opened: opening a pipe would wait for somebody to write into it.
        if let Some(why) = unfit(&path) {
            return Err(why);
        }
        let source = File::open(&path).map_err(words)?;
        source
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(words)?;
    }
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok((path, bytes))
}

/// Why what lies at `path` is not read, in words; `None` when it is.
pub(super) fn unfit(path: &Path) -> Option<String> {
    let most = Limits::default().file_bytes;
    match std::fs::metadata(path) {
        Err(error) => Some(system_words(&error)),
        Ok(found) if found.is_dir() => Some("it is not a file but a folder".to_owned()),
        Ok(found) if !found.is_file() => {
            Some("it is not a file but a pipe, a socket or a device".to_owned())
        }
        Ok(found) => (found.len() > most).then(|| too_large(most)),
    }
}

fn too_large(most: u64) -> String {
    let most = most >> 20;
    format!("it is larger than {most} MiB, the most that skillkiln reads of a file")
}

fn json(read: &Read1) -> Json {
    let reading = &read.reading;
    let dropped = reading.dropped.as_ref();
    let mut json = json!({
        "file": read.file,
        "host": read.host,
        "loaded": reading.loaded(),
        "reason": dropped.map(|dropped| dropped.code),
        "detail": dropped.and_then(|dropped| dropped.detail.clone()),
        "name": reading.name,
        "description": reading.description,
        "fields": fields_json(&reading.fields),
        "body": reading.body,
        "notes": reading.notes.iter().map(|note| note.code).collect::<Json>(),
    });
    if let Some(fails) = &reading.fails {
        json["fails"] = json!(fails);
    }
    if !reading.assumed.is_empty() {
        json["assumed"] = json!(reading.assumed);
    }
    json
}

fn text(read: &Read1, out: &mut Output) -> io::Result<()> {
    let reading = &read.reading;
    out.line(&format!("{} as {} reads it", read.file, read.host))?;
    let mut rows = Vec::new();
    let mut row = |key: &str, value: &str| rows.push(vec![key.to_owned(), value.to_owned()]);
    match &reading.dropped {
        Some(dropped) => row(
            "not loaded",
            &format!("{}: {}", dropped.code, dropped.message),
        ),
        None => row("loaded as", reading.name.as_deref().unwrap_or("(no name)")),
    }
    for (key, value) in &reading.fields {
        row(key, &value_text(value));
    }
    for note in &reading.notes {
        let decided = if note.assumed { " (our decision)" } else { "" };
        row("note", &format!("{}: {}{decided}", note.code, note.message));
    }
    if let Some(fails) = &reading.fails {
        row("fails", fails);
    }
    for (key, why) in &reading.assumed {
        row("our decision", &format!("{key}: {why}"));
    }
    out.table("  ", &rows)?;
    if let Some(body) = reading.body.as_deref().filter(|body| !body.is_empty()) {
        out.line("")?;
        out.text(body)?;
    }
    Ok(())
}
