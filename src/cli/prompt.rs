//! `prompt`: the text the model gets.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::activate::no_arguments;
use super::arguments::{Common, PromptArgs};
use super::output::{Failure, Output, complain};
use super::scene::{Open, faults_json};
use crate::host::prompt::{From, Part};
use crate::host::tree::{join, split};
use crate::host::{Prompt, Run, Selector, Shortened, render, tokens};
use crate::library::Limits;

/// Prints exactly the text; what was asked for and is not there is complained about.
pub fn run(common: &Common, args: &PromptArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut open = Open::new(common)?;
    let preset = args
        .preset
        .as_deref()
        .map(|file| load_preset(&mut open, file));
    let selector = Selector {
        skills: args.skill.clone(),
        preset,
        step: args.step.clone(),
        base: args.base.clone(),
        args: args.args.clone(),
        window: args.window,
        agent: args.agent.clone(),
        extra: args.extra.clone(),
        run: match (args.job, args.root) {
            (true, _) => Run::Job,
            (false, true) => Run::Root,
            (false, false) => Run::Delegate,
        },
        memory: args.memory.clone(),
        task: args.task.clone(),
        intent: args.intent.clone(),
    };
    let (tree, place) = (&open.project.tree, &open.project.place);
    let prompt = render(&open.profile, tree, place, &open.survey, &selector)
        .map_err(|error| Failure::CouldNotRun(error.to_string()))?;
    for reference in &prompt.skipped {
        let title = &open.profile.title;
        complain(&format!(
            "{title} loads no skill {reference:?}: it is left out"
        ));
    }
    for (name, why) in &prompt.held_back {
        let title = &open.profile.title;
        complain(&format!(
            "{title} does not offer {name:?} to the model: {why}"
        ));
    }
    for (name, said) in &prompt.overridden {
        let title = &open.profile.title;
        complain(&format!(
            "{title} does not offer {name:?} to the model: its settings say {said:?} of it"
        ));
    }
    for name in &prompt.unasked {
        complain(&format!(
            "{name:?} comes with the host and is attached only where it is named"
        ));
    }
    let title = &open.profile.title;
    if args.args.is_some() && !open.profile.catalogue.arguments {
        complain(&no_arguments(&open.profile));
    }
    if args.window.is_some() && open.profile.catalogue.budget.is_none() {
        complain(&format!(
            "{title} gives its list of skills no share of the window: nothing is cut"
        ));
    }
    for told in shortened(&prompt) {
        complain(&format!("{title} {told}"));
    }
    if let Some(first) = prompt.clipped.first() {
        let names: Vec<&str> = prompt.clipped.iter().map(|one| one.name.as_str()).collect();
        let kept = first.kept.unwrap_or(0);
        let names = names.join(", ");
        complain(&format!(
            "{title} lists no more than {kept} characters of a description, and cuts that of {names}"
        ));
    }
    let not_fixed = not_fixed(&open, &prompt);
    if !not_fixed.is_empty() {
        let note = open.profile.collision.note.as_deref().unwrap_or_default();
        let names = not_fixed.join(", ");
        complain(&format!("{title} may show another copy of {names}: {note}"));
    }
    for fault in prompt.faults.iter().filter(|fault| !fault.is_config()) {
        complain(&fault.to_string());
    }
    out.print(
        || {
            let mut json = json!({
                "host": open.survey.host,
                "text": prompt.text,
                "tokens": tokens::count(&prompt.text),
                "parts": prompt.parts.iter().map(|part| json!({
                    "start": part.span.start,
                    "end": part.span.end,
                    "from": match &part.from {
                        From::Framing => "framing",
                        From::Base => "base",
                        From::Skill { name, .. } => name,
                    },
                })).collect::<Json>(),
            });
            if let Some(spent) = &prompt.spent {
                json["budget"] = json!({
                    "window": spent.window,
                    "limit": spent.limit,
                    "wanted": spent.wanted,
                    "counts": spent.counts.word(),
                });
                json["shortened"] = prompt
                    .shortened
                    .iter()
                    .map(|one| {
                        json!({
                            "name": one.name,
                            "path": one.path.as_deref(),
                            "kept": one.kept,
                            "whole": one.whole,
                        })
                    })
                    .collect();
            }
            if !prompt.clipped.is_empty() {
                let clipped = prompt.clipped.iter().map(|one| {
                    json!({
                        "name": one.name,
                        "path": one.path.as_deref(),
                        "kept": one.kept,
                        "whole": one.whole,
                    })
                });
                json["clipped"] = clipped.collect();
            }
            if !not_fixed.is_empty() {
                json["open"] = json!(not_fixed);
            }
            if !prompt.faults.is_empty() {
                json["faults"] = faults_json(&prompt.faults);
            }
            json
        },
        |out| out.exact(&prompt.text),
    )?;
    Ok(match open.survey.nothing_loads() {
        Some(_) => ExitCode::from(1),
        None => ExitCode::SUCCESS,
    })
}

/// Names of which it is not fixed whose copy the text shows.
fn not_fixed(open: &Open, prompt: &Prompt) -> Vec<String> {
    let skills = open.survey.skills.iter();
    let open = skills.filter(|skill| open.profile.open(skill));
    let shown = open.filter(|skill| {
        let from = |part: &Part| {
            matches!(&part.from, From::Skill { reference, .. } if *reference == skill.copy.reference)
        };
        prompt.parts.iter().any(from)
    });
    shown.map(|skill| skill.copy.name.clone()).collect()
}

/// What the budget of the catalogue takes, one sentence each kind.
fn shortened(prompt: &Prompt) -> Vec<String> {
    let Some(spent) = prompt.spent.filter(|_| !prompt.shortened.is_empty()) else {
        return Vec::new();
    };
    let of = |wanted: fn(&Shortened) -> bool| -> Vec<&str> {
        let all = prompt.shortened.iter().filter(|one| wanted(one));
        all.map(|one| one.name.as_str()).collect()
    };
    let (limit, counts) = (spent.limit, spent.counts.word());
    let budget = format!(
        "has {limit} {counts} for its list, and it wants {}",
        spent.wanted
    );
    let kinds = [
        ("leaves out", of(|one| one.kept.is_none())),
        ("lists without description", of(|one| one.kept == Some(0))),
        (
            "cuts the description of",
            of(|one| one.kept.is_some_and(|kept| kept > 0)),
        ),
    ];
    let told = kinds.iter().filter(|(_, names)| !names.is_empty());
    let told = told.map(|(what, names)| format!("{what} {}", names.join(", ")));
    std::iter::once(budget).chain(told).collect()
}

/// The absolute path of a preset. It may lie anywhere: it and the steps beside it are put into the tree
/// unless a scan has seen them.
fn load_preset(open: &mut Open, file: &str) -> String {
    let preset = open.project.place.absolute(file);
    let folder = split(&preset).map_or("", |(folder, _)| folder);
    for path in [preset.clone(), join(folder, "planning/step_config.json")] {
        let tree = &mut open.project.tree;
        let most = Limits::default().file_bytes;
        let small = |path: &str| std::fs::metadata(path).is_ok_and(|meta| meta.len() <= most);
        if tree.content(&path).is_none()
            && small(&path)
            && let Ok(bytes) = std::fs::read(&path)
        {
            tree.set_file(&path, bytes);
        }
    }
    preset
}
