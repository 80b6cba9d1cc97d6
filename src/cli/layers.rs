//! `layers`: every copy of one skill, the winner first.

use std::process::ExitCode;

use serde_json::{Map, Value as Json, json};

use super::arguments::{Common, NameArgs};
use super::output::{Failure, Output};
use super::scene::{Open, only};
use crate::host::{Copy, NotLoaded, Skill};

struct Row<'a> {
    layer: Option<&'a str>,
    path: Option<&'a str>,
    /// For people: also of a copy that has no file of its own.
    place: String,
    state: &'static str,
    reason: Option<String>,
}

/// Prints the stack of a name; a name that only stands for files that are not loaded has one too.
pub fn run(common: &Common, args: &NameArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let survey = &open.survey;
    let named = survey
        .skills
        .iter()
        .filter(|skill| skill.copy.name == args.name);
    let named: Vec<&Skill> = named.collect();
    // A host may keep every copy of a name.
    let skills: Vec<&Skill> = match named.len() {
        0 | 1 => {
            let copy = only(&args.name, &survey.find(&args.name))?;
            let copy = copy.into_iter().flat_map(|copy| {
                let skills = survey.skills.iter();
                skills.filter(|skill| skill.copy == *copy || skill.shadows.contains(copy))
            });
            copy.take(1).collect()
        }
        _ => named,
    };
    let skill = skills.first().copied();
    let name = skill.map_or(args.name.as_str(), |skill| &skill.copy.name);
    let dropped = survey.not_loaded.iter().filter(|item| {
        let read = item
            .reading
            .as_ref()
            .and_then(|reading| reading.name.as_deref());
        item.name == name || read == Some(name)
    });
    let dropped: Vec<&NotLoaded> = dropped.collect();
    if skill.is_none() && dropped.is_empty() {
        open.find(&args.name)?;
    }
    let rows = rows(&open, &skills, &dropped);
    out.print(
        || json(&open, name, skill, &rows),
        |out| {
            let cells = |row: &Row| {
                let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
                vec![
                    row.state.to_owned(),
                    text(row.layer),
                    row.place.clone(),
                    text(row.reason.as_deref()),
                ]
            };
            out.line(name)?;
            out.table("  ", &rows.iter().map(cells).collect::<Vec<_>>())
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Why it does no harm that a copy is shadowed.
const SAME_FILE: &str = "the same file, by a link";

fn rows<'a>(open: &'a Open, skills: &[&'a Skill], dropped: &[&'a NotLoaded]) -> Vec<Row<'a>> {
    let several = skills.len() > 1;
    let copies = skills.iter().flat_map(|skill| {
        let wins = match (open.profile.open(skill), several) {
            (true, _) => "may win",
            (false, true) => "kept",
            (false, false) => "wins",
        };
        let winner = (&skill.copy, wins, skill.note.clone());
        let gives = |copy: &Copy| skill.fields_from.values().any(|layer| *layer == copy.layer);
        let shadowed = skill.shadows.iter().map(move |copy| {
            let state = match gives(copy) {
                true => "merged",
                false if open.profile.open_between(&skill.copy, copy) => "may win",
                false => "shadowed",
            };
            let paths = (copy.path.as_deref(), skill.copy.path.as_deref());
            let same = matches!(paths, (Some(one), Some(other)) if open.project.tree.same_file(one, other));
            (copy, state, same.then(|| SAME_FILE.to_owned()))
        });
        std::iter::once(winner).chain(shadowed)
    });
    let mut rows: Vec<Row> = copies
        .map(|(copy, state, reason)| Row {
            layer: Some(open.layer(copy)),
            path: copy.path.as_deref(),
            place: copy.told_place(),
            state,
            reason,
        })
        .collect();
    rows.extend(dropped.iter().map(|item| {
        Row {
            layer: item
                .layer
                .map(|layer| open.survey.layers[layer].id.as_str()),
            path: Some(&item.path),
            place: item.path.to_string(),
            state: "dropped",
            reason: Some(item.why.code.to_owned()),
        }
    }));
    rows
}

fn json(open: &Open, name: &str, skill: Option<&Skill>, rows: &[Row<'_>]) -> Json {
    let fields: Map<String, Json> = skill
        .into_iter()
        .flat_map(|skill| {
            let from = |key: &str| skill.fields_from.get(key).copied();
            let layer = move |key: &str| from(key).unwrap_or(skill.copy.layer);
            let own = skill.copy.reading.fields.iter().map(|(key, _)| key);
            let keys = own.chain(skill.fields_from.keys());
            keys.map(move |key| {
                let id = open.survey.layers[layer(key)].id.as_str();
                (key.clone(), Json::from(id))
            })
        })
        .collect();
    json!({
        "host": open.survey.host,
        "name": name,
        "origin": skill.map(|skill| &*skill.origin),
        "stack": rows.iter().map(|row| json!({
            "layer": row.layer,
            "path": row.path,
            "state": row.state,
            "reason": row.reason,
        })).collect::<Json>(),
        "fields": fields,
    })
}
