//! `show`: one skill whole.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, NameArgs};
use super::list::without_empty_columns;
use super::output::{Failure, Output};
use super::scene::{Open, fields_json, value_text};
use crate::exchange::source::secrets::without_secrets;
use crate::host::supporting::{Supporting, supporting};
use crate::host::{Copy, lock_entry, npx_entry};

/// Prints the copy that the name means.
pub fn run(common: &Common, args: &NameArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut open = Open::new(common)?;
    let copy = open.find(&args.name)?;
    open.look_beside(&copy);
    let files = match (&copy.folder, &copy.path) {
        (Some(folder), Some(path)) => supporting(&open.project.tree, folder, path),
        _ => Vec::new(),
    };
    out.print(
        || json(&open, &copy, &files),
        |out| text(&open, &copy, &files, out),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What a lock says of where it came from: skillkiln's, the host's, that of `npx skills`.
fn locked(open: &Open, copy: &Copy) -> Option<Json> {
    let (tree, place) = (&open.project.tree, &open.project.place);
    let lock = lock_entry(&open.profile, tree, place, copy);
    let mut lock =
        lock.or_else(|| npx_entry(tree, place, copy).filter(|_| open.profile.lock.is_none()))?;
    for value in lock
        .as_object_mut()
        .into_iter()
        .flat_map(|lock| lock.values_mut())
    {
        if let Json::String(text) = value {
            *text = without_secrets(text);
        }
    }
    Some(lock)
}

fn json(open: &Open, copy: &Copy, files: &[Supporting]) -> Json {
    let lock = locked(open, copy);
    let leaves = |file: &Supporting| open.profile.beside.leaves(file);
    let mut out = json!({
        "name": copy.name,
        "description": copy.reading.description,
        "fields": fields_json(&copy.reading.fields),
        "body": copy.reading.body,
        "layer": open.layer(copy),
        "path": copy.path.as_deref(),
        "source_url": lock.as_ref().and_then(|lock| lock["source"].as_str()),
        "lock": lock,
        "files": files.iter().filter(|file| leaves(file).is_none()).map(row).collect::<Json>(),
    });
    let left: Vec<Json> = files
        .iter()
        .filter_map(|file| {
            let mut row = row(file);
            row["reason"] = json!(leaves(file)?);
            Some(row)
        })
        .collect();
    if !left.is_empty() {
        out["left_out"] = json!(left);
    }
    out
}

fn row(file: &Supporting) -> Json {
    json!({ "path": file.path, "bytes": file.bytes })
}

fn text(open: &Open, copy: &Copy, files: &[Supporting], out: &mut Output) -> std::io::Result<()> {
    let mut rows = vec![
        vec!["layer".to_owned(), open.layer(copy).to_owned()],
        vec!["file".to_owned(), copy.told_place()],
    ];
    let lock = locked(open, copy);
    if let Some(source) = lock.as_ref().and_then(|lock| lock["source"].as_str()) {
        rows.push(vec!["installed from".to_owned(), source.to_owned()]);
    }
    let fields = copy.reading.fields.iter();
    rows.extend(fields.map(|(key, value)| vec![key.clone(), value_text(value)]));
    out.line(&copy.name)?;
    out.table("  ", &rows)?;
    if !files.is_empty() {
        out.line("")?;
        let rows: Vec<_> = files
            .iter()
            .map(|file| {
                let left = open.profile.beside.leaves(file);
                let left = left.map(|why| format!("left out: {why}"));
                let size = format!("{} bytes", file.bytes);
                vec![file.path.clone(), size, left.unwrap_or_default()]
            })
            .collect();
        let rows = without_empty_columns(rows);
        out.table("  ", &rows)?;
    }
    if let Some(body) = copy.reading.body.as_deref().filter(|body| !body.is_empty()) {
        out.line("")?;
        out.text(body)?;
    }
    Ok(())
}
