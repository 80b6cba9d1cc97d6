//! `show`: one skill whole.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, NameArgs};
use super::output::{Failure, Output};
use super::scene::{Open, fields_json, value_text};
use crate::host::Copy;
use crate::host::supporting::{Supporting, supporting};

/// Prints the copy that the name means.
pub fn run(common: &Common, args: &NameArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let copy = open.find(&args.name)?;
    let files = match (&copy.folder, &copy.path) {
        (Some(folder), Some(path)) => supporting(&open.project.tree, folder, path),
        _ => Vec::new(),
    };
    out.print(
        || json(&open, copy, &files),
        |out| text(&open, copy, &files, out),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn json(open: &Open, copy: &Copy, files: &[Supporting]) -> Json {
    json!({
        "name": copy.name,
        "description": copy.reading.description,
        "fields": fields_json(&copy.reading.fields),
        "body": copy.reading.body,
        "layer": open.layer(copy),
        "path": copy.path,
        "source_url": null,
        "lock": null,
        "files": files.iter().map(|file| json!({
            "path": file.path,
            "bytes": file.bytes,
        })).collect::<Json>(),
    })
}

fn text(open: &Open, copy: &Copy, files: &[Supporting], out: &mut Output) -> std::io::Result<()> {
    let path = copy.path.as_deref().unwrap_or("in the host's code");
    let mut rows = vec![
        vec!["layer".to_owned(), open.layer(copy).to_owned()],
        vec!["file".to_owned(), path.to_owned()],
    ];
    let fields = copy.reading.fields.iter();
    rows.extend(fields.map(|(key, value)| vec![key.clone(), value_text(value)]));
    out.line(&copy.name)?;
    out.table("  ", &rows)?;
    if !files.is_empty() {
        out.line("")?;
        let rows: Vec<_> = files
            .iter()
            .map(|file| vec![file.path.clone(), format!("{} bytes", file.bytes)])
            .collect();
        out.table("  ", &rows)?;
    }
    if let Some(body) = copy.reading.body.as_deref().filter(|body| !body.is_empty()) {
        out.line("")?;
        out.text(body)?;
    }
    Ok(())
}
