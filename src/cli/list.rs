//! `list`: what the host would use, and what it does not load.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::Common;
use super::output::{Failure, Output, complain};
use super::scene::{Open, faults_json, layer_json};
use crate::host::{Copy, Skill, Survey};

/// Why a sound skill does not load.
const TAKES_ALL: &str = "takes-all";

/// Prints the skills in the host's order.
pub fn run(common: &Common, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    for fault in open.survey.faults.iter().filter(|fault| !fault.is_config()) {
        complain(&fault.to_string());
    }
    out.print(|| json(&open), |out| text(&open, out))?;
    Ok(match open.survey.nothing_loads() {
        Some(_) => ExitCode::from(1),
        None => ExitCode::SUCCESS,
    })
}

/// The skills the host would use: none where one file keeps all from loading.
fn used(survey: &Survey) -> &[Skill] {
    match survey.nothing_loads() {
        Some(_) => &[],
        None => &survey.skills,
    }
}

/// Paths of what would load but for the one file.
fn kept_out(survey: &Survey) -> impl Iterator<Item = &Copy> {
    let fault = survey.nothing_loads();
    let copies = survey.copies().filter(move |_| fault.is_some());
    copies.filter(|copy| copy.path.is_some())
}

fn json(open: &Open) -> Json {
    let survey = &open.survey;
    let skill = |skill: &Skill| {
        let copy = &skill.copy;
        let mut json = json!({
            "name": copy.name,
            "description": copy.reading.description,
            "origin": &*skill.origin,
            "layer": open.layer(copy),
            "path": copy.path.as_deref(),
            "reference": &*copy.reference,
            "shadows": skill.shadows.iter().map(|other| json!({
                "layer": open.layer(other),
                "path": other.path.as_deref(),
                "identical": identical(open, copy, other),
            })).collect::<Json>(),
        });
        if open.profile.open(skill) {
            json["open"] = json!(true);
        }
        json
    };
    let mut json = json!({
        "host": survey.host,
        "layers": survey.layers.iter().map(layer_json).collect::<Json>(),
        "skills": used(survey).iter().map(skill).collect::<Json>(),
        "not_loaded": survey.not_loaded.iter().map(|item| json!({
            "layer": item.layer.map(|layer| &survey.layers[layer].id),
            "path": &*item.path,
            "reason": item.why.code,
        })).chain(kept_out(survey).map(|copy| json!({
            "layer": open.layer(copy),
            "path": copy.path.as_deref(),
            "reason": TAKES_ALL,
        }))).collect::<Json>(),
    });
    if !survey.faults.is_empty() {
        json["faults"] = faults_json(&survey.faults);
    }
    json
}

/// Both skill files hold the same bytes.
fn identical(open: &Open, one: &Copy, other: &Copy) -> bool {
    let bytes = |copy: &Copy| {
        copy.path
            .as_deref()
            .and_then(|path| open.project.tree.content(path))
    };
    bytes(one).is_some() && bytes(one) == bytes(other)
}

fn text(open: &Open, out: &mut Output) -> std::io::Result<()> {
    let survey = &open.survey;
    if survey.skills.is_empty() && survey.not_loaded.is_empty() {
        let title = &open.profile.title;
        return out.line(&format!(
            "{title} finds no skills here; `skillkiln new NAME` makes one"
        ));
    }
    if let Some(fault) = survey.nothing_loads() {
        let title = &open.profile.title;
        out.line(&format!("{title} loads no skill here: {fault}"))?;
    }
    let skills = used(survey);
    let rows: Vec<Vec<String>> = skills
        .iter()
        .map(|skill| {
            let hides = match (skill.shadows.len(), open.profile.open(skill)) {
                (0, _) => String::new(),
                (count, false) => format!("hides {count}"),
                (count, true) => format!("hides {count}, not fixed"),
            };
            let description = skill.copy.reading.description.clone().unwrap_or_default();
            let layer = open.layer(&skill.copy).to_owned();
            vec![
                skill.copy.name.clone(),
                layer,
                hides,
                start_of(&description),
            ]
        })
        .collect();
    let rows = without_empty_columns(rows);
    out.table("", &rows)?;
    if let Some(open) = skills.iter().find(|skill| open.profile.open(skill))
        && let Some(note) = &open.note
    {
        out.line("")?;
        out.line(note)?;
    }
    if !survey.not_loaded.is_empty() {
        out.line("")?;
        out.line("not loaded:")?;
        let rows: Vec<Vec<String>> = survey
            .not_loaded
            .iter()
            .map(|item| {
                vec![
                    item.path.to_string(),
                    format!("{}: {}", item.why.code, item.why.message),
                ]
            })
            .chain(kept_out(survey).map(|copy| {
                let path = copy.path.as_deref().unwrap_or_default();
                vec![
                    path.to_owned(),
                    format!("{TAKES_ALL}: it would load but for the file above"),
                ]
            }))
            .collect();
        out.table("  ", &rows)?;
    }
    Ok(())
}

pub(super) fn without_empty_columns(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    for at in (0..columns).rev() {
        if rows.iter().all(|row| row[at].is_empty()) {
            for row in &mut rows {
                row.remove(at);
            }
        }
    }
    rows
}

/// The start of a description: a row is for finding a skill, `show` gives all of it.
fn start_of(description: &str) -> String {
    const MOST: usize = 160;
    let line = description.lines().next().unwrap_or_default();
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < description.trim_end().len() => format!("{line} …"),
        None => line.to_owned(),
    }
}
