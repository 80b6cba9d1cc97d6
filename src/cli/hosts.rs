//! `hosts`: which there are, whether the project shows signs of them, their layers.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::Common;
use super::check::{configuration, judged, unknown_host};
use super::output::{Failure, Output, complain};
use super::scene::{layer_json, project};
use crate::host::profile::Established;
use crate::host::{LayerState, Profile};

struct Row<'a> {
    profile: &'a Profile,
    detected: bool,
    judged: bool,
    layers: Vec<LayerState>,
}

/// Prints all hosts, or those given.
pub fn run(common: &Common, out: &mut Output) -> Result<ExitCode, Failure> {
    let project = project(common, common.host.first().map(String::as_str))?;
    for id in &common.host {
        if project.profiles.get(id).is_none() {
            return Err(unknown_host(&project, id));
        }
    }
    let wanted = |profile: &&Profile| common.host.is_empty() || common.host.contains(&profile.id);
    let judged: Vec<String> = match configuration(&project) {
        Ok(config) => judged(&no_host(common), &config, &project)?
            .into_iter()
            .map(|profile| profile.id)
            .collect(),
        Err(failure) => {
            complain(&failure.to_string());
            Vec::new()
        }
    };
    let rows: Vec<Row> = project
        .profiles
        .iter()
        .filter(wanted)
        .map(|profile| Row {
            profile,
            detected: profile.detect(&project.tree, &project.place).is_some(),
            judged: judged.contains(&profile.id),
            layers: project.survey(profile).layers,
        })
        .collect();
    out.print(
        || rows.iter().map(json).collect::<Vec<_>>(),
        |out| {
            for row in &rows {
                let chosen = row.profile.id == project.host;
                let words = [(row.detected, "detected"), (chosen, "used here")];
                let words: Vec<&str> = words.iter().filter(|w| w.0).map(|w| w.1).collect();
                let (id, title) = (&row.profile.id, &row.profile.title);
                let words = words.join(", ");
                let known = match row.profile.established {
                    Established::Recorded => "",
                    Established::Documents => ", from documents",
                };
                let version = &row.profile.version;
                let line = format!("{id}  {title} ({version}{known})  {words}");
                out.line(line.trim_end())?;
                out.table("  ", &row.layers.iter().map(cells).collect::<Vec<_>>())?;
            }
            Ok(())
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The same without the hosts asked for: who judges is a matter of the project.
fn no_host(common: &Common) -> Common {
    Common {
        host: Vec::new(),
        ..common.clone()
    }
}

fn json(row: &Row<'_>) -> Json {
    let mut json = json!({
        "id": row.profile.id,
        "title": row.profile.title,
        "version": row.profile.version,
        "detected": row.detected,
        "judged": row.judged,
        "layers": row.layers.iter().map(layer_json).collect::<Json>(),
    });
    // What was recorded is the rule.
    if row.profile.established != Established::Recorded {
        json["established"] = json!(row.profile.established.word());
    }
    json
}

fn cells(layer: &LayerState) -> Vec<String> {
    let state = match (layer.exists, layer.writable) {
        (true, true) => "write area",
        (false, true) => "write area, not there yet",
        (true, false) => "",
        (false, false) => "not there",
    };
    vec![
        layer.id.clone(),
        state.to_owned(),
        layer
            .path
            .clone()
            .unwrap_or_else(|| "in the host's code".to_owned()),
    ]
}
