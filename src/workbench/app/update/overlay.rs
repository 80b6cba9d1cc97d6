//! The palette and the other picks.

use crate::host::profile::Established;
use crate::workbench::app::commands::{COMMANDS, Group};
use crate::workbench::app::derive;
use crate::workbench::app::dialog::{Answer, Ask, Choice, Dialog, Free, Pick, Picked};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::fuzzy::Fuzzy;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::keymap;
use crate::workbench::app::model::Model;
use crate::workbench::app::preview::Tab;
use crate::workbench::app::problem;
use crate::workbench::app::project;
use crate::workbench::app::selection::{self, Selection};
use crate::workbench::edit::Field;

use super::jump;

/// Shows the problem below with all its words.
pub fn problem(model: &mut Model) -> Vec<Effect> {
    derive::ask(model);
    let said = problem::said(model);
    let key = keymap::key_of(model, "problem.fix").map(|key| key.to_string());
    let fix = said.fix.map(|title| {
        Line::of(&key.unwrap_or_default(), Ink::Key).with(&format!(" fixes it: {title}"), Ink::Text)
    });
    let lines = [Some(said.what), Some(said.help), fix];
    let lines = lines
        .into_iter()
        .flatten()
        .filter(|line| !line.pieces.is_empty());
    model.open(Dialog::Ask(Ask {
        title: "Problem".to_owned(),
        lines: lines.collect(),
        answers: vec![('c', "close".to_owned(), Answer::Cancel)],
        at: 0,
    }));
    Vec::new()
}

fn pick(model: &mut Model, title: &'static str, choices: Vec<Choice>) -> Vec<Effect> {
    let shown = (0..choices.len()).collect();
    model.open(Dialog::Pick(Pick {
        title,
        field: Field::default(),
        fixed: choices.len(),
        choices,
        free: None,
        shown,
        at: 0,
    }));
    Vec::new()
}

/// Finds any command by its name.
pub fn palette(model: &mut Model) -> Vec<Effect> {
    let mut choices: Vec<Choice> = COMMANDS
        .iter()
        .filter(|command| command.group != Group::Cursor && command.id != "palette")
        .map(|command| {
            let key = keymap::key_of(model, command.id).map(|chord| chord.to_string());
            Choice {
                title: command.title.to_owned(),
                detail: command.help.to_owned(),
                key: key.unwrap_or_default(),
                refused: (command.when)(model).err(),
                picked: Picked::Command(command),
            }
        })
        .collect();
    choices.sort_by_key(|choice| choice.refused.is_some());
    pick(model, "Commands", choices)
}

/// Picks the host to look with: those found in the project first.
pub fn hosts(model: &mut Model) -> Vec<Effect> {
    let found = model.profiles.detected(&model.disk.tree, &model.place);
    let found: Vec<&str> = found.iter().map(|profile| profile.id.as_str()).collect();
    let rank = |id: &str| found.iter().position(|known| *known == id);
    let mut profiles: Vec<_> = model.profiles.iter().collect();
    profiles.sort_by_key(|profile| rank(&profile.id).unwrap_or(usize::MAX));
    let choices: Vec<Choice> = profiles
        .into_iter()
        .map(|profile| Choice {
            title: profile.id.clone(),
            detail: match profile.established {
                Established::Recorded => format!("{} {}", profile.title, profile.version),
                Established::Documents => {
                    format!("{} {}, from documents", profile.title, profile.version)
                }
            },
            key: match (profile.id == model.host, rank(&profile.id)) {
                (true, Some(_)) => "in use, found here",
                (true, None) => "in use",
                (false, Some(_)) => "found here",
                (false, None) => "",
            }
            .to_owned(),
            refused: None,
            picked: Picked::Host(profile.id.clone()),
        })
        .collect();
    let at = choices.iter().position(|choice| choice.title == model.host);
    let effects = pick(model, "Look with the eyes of", choices);
    if let Some(Dialog::Pick(pick)) = &mut model.dialog {
        pick.at = at.unwrap_or(0);
    }
    effects
}

const ARGUMENTS_TITLE: &str = "Arguments: type what takes the place of $ARGUMENTS";

/// The line for what takes the place of `$ARGUMENTS`.
fn arguments(model: &mut Model) -> Vec<Effect> {
    let effects = pick(
        model,
        ARGUMENTS_TITLE,
        vec![selection::with_arguments(None)],
    );
    if let Some(Dialog::Pick(pick)) = &mut model.dialog {
        pick.free = Some(Free::Arguments);
    }
    effects
}

const WINDOW_TITLE: &str = "The model's window: choose, or type a number of tokens";

/// The list of windows.
fn windows(model: &mut Model) -> Vec<Effect> {
    let choices = selection::windows(model);
    let effects = pick(model, WINDOW_TITLE, choices);
    if let Some(Dialog::Pick(pick)) = &mut model.dialog {
        pick.free = Some(Free::Window);
    }
    effects
}

/// Chooses what the prompt shows.
pub fn selections(model: &mut Model) -> Vec<Effect> {
    let choices = selection::choices(model);
    let now = model.selection();
    let is =
        |choice: &Choice| matches!(&choice.picked, Picked::Selection(one) if one.view == now.view);
    let at = choices.iter().position(is);
    let free = model.profile().and_then(selection::free);
    let title = match free {
        None => "The prompt for",
        Some(Free::Search) => "The prompt for (type a query to search)",
        Some(Free::Intent) => "The prompt for (type an intent)",
        Some(Free::Arguments) => ARGUMENTS_TITLE,
        Some(Free::Window) => WINDOW_TITLE,
    };
    let effects = pick(model, title, choices);
    if let Some(Dialog::Pick(pick)) = &mut model.dialog {
        pick.at = at.unwrap_or(0);
        pick.free = free;
    }
    effects
}

fn choose(model: &mut Model, mut selection: Selection) {
    // Who is called changes, what they are called with stays.
    let now = model.selection();
    selection.args = selection.args.or(now.args);
    selection.window = selection.window.or(now.window);
    model.preview.tab = Tab::Prompt;
    model.preview.scroll[Tab::Prompt.index()] = 0;
    model.selections.insert(model.host.clone(), selection);
}

fn toggle(model: &mut Model, name: &str, extra: bool) -> Vec<Effect> {
    let chosen = selection::toggled(&model.selection(), name, extra);
    choose(model, chosen);
    let names = selection::skills_to_name(model, extra);
    let at = names.iter().position(|choice| choice.title == name);
    skills_to_name(model, extra, at.unwrap_or(0))
}

/// The list of skills to name stays open until Esc: each Enter names one or takes it back.
fn skills_to_name(model: &mut Model, extra: bool, at: usize) -> Vec<Effect> {
    if extra
        && model
            .selection()
            .selector()
            .is_none_or(|s| s.agent.is_none())
    {
        model.say("choose an agent type first: extra skills are given to one");
        return Vec::new();
    }
    let choices = selection::skills_to_name(model, extra);
    let title = match extra {
        true => "Extra skills: Enter adds or takes back, Esc is done",
        false => "Only these skills: Enter adds or takes back, Esc is done",
    };
    let effects = pick(model, title, choices);
    if let Some(Dialog::Pick(pick)) = &mut model.dialog {
        pick.at = at;
    }
    effects
}

/// Lists every problem.
pub fn problems(model: &mut Model) -> Vec<Effect> {
    model.project.go_on();
    let choices = project::problems(model);
    pick(model, "Problems", choices)
}

/// The least rank of a choice that has every word as it was typed.
const WRITTEN: u32 = 1 << 24;

/// How well a choice matches; greater is better. The name counts; the sentence and what stands at
/// the right only help to find it at all, and as they are written.
fn rank(choice: &Choice, query: &str, fuzzy: &mut Fuzzy) -> Option<u32> {
    let named = match &choice.picked {
        Picked::Command(command) => command.id.eq_ignore_ascii_case(query),
        _ => false,
    };
    if named || choice.title.eq_ignore_ascii_case(query) {
        return Some(u32::MAX);
    }
    let query = query.to_lowercase();
    let title = choice.title.to_lowercase();
    let all = format!("{title} {} {}", choice.detail, choice.key).to_lowercase();
    let written = |text: &str| query.split_whitespace().all(|word| text.contains(word));
    let scored = fuzzy.score(&choice.title).map(|score| score + 10_000);
    let near = scored.unwrap_or(0).min(WRITTEN - 1);
    match (written(&title), written(&all)) {
        (true, _) => Some(2 * WRITTEN + near),
        (_, true) => Some(WRITTEN + near),
        _ => scored,
    }
}

/// Fits what is shown to the filter.
pub fn filter(pick: &mut Pick) {
    let query = pick.field.text();
    pick.choices.truncate(pick.fixed);
    if let (Some(free), false) = (pick.free, query.trim().is_empty()) {
        pick.choices.push(selection::typed(free, query.trim()));
    }
    if matches!(pick.free, Some(Free::Arguments | Free::Window)) && !query.trim().is_empty() {
        // Any text is meant as it stands, so nothing else is found by it.
        pick.shown = vec![pick.fixed];
    } else if query.trim().is_empty() {
        pick.shown = (0..pick.choices.len()).collect();
    } else {
        let mut fuzzy = Fuzzy::new(query);
        let mut found: Vec<(u32, usize)> = pick
            .choices
            .iter()
            .enumerate()
            .filter_map(|(i, choice)| {
                let score = rank(choice, query.trim(), &mut fuzzy)?;
                Some((u32::MAX - score, i))
            })
            .collect();
        // Letters in a row mean what has them in a row; only without any, those that lie apart.
        if found.iter().any(|(rank, _)| u32::MAX - rank >= WRITTEN) {
            found.retain(|(rank, _)| u32::MAX - rank >= WRITTEN);
        }
        found.sort_unstable();
        pick.shown = found.into_iter().map(|(_, i)| i).collect();
    }
    pick.at = 0;
}

/// Does what was picked.
pub fn take(model: &mut Model, picked: Picked) -> Vec<Effect> {
    match picked {
        Picked::Command(command) => super::run(model, command),
        Picked::Host(host) => choose_host(model, host),
        Picked::Selection(selection) => {
            choose(model, *selection);
            Vec::new()
        }
        Picked::Arguments => arguments(model),
        Picked::Given(args) => {
            let mut selection = model.selection();
            selection.args = args;
            model.selections.insert(model.host.clone(), selection);
            model.preview.tab = Tab::Prompt;
            Vec::new()
        }
        Picked::Windows => windows(model),
        Picked::Window(window) => {
            let mut selection = model.selection();
            selection.window = window;
            model.selections.insert(model.host.clone(), selection);
            model.preview.tab = Tab::Prompt;
            Vec::new()
        }
        Picked::Some => skills_to_name(model, false, 0),
        Picked::Extras => skills_to_name(model, true, 0),
        Picked::Named(name) => toggle(model, &name, false),
        Picked::Extra(name) => toggle(model, &name, true),
        Picked::Copy(text) => {
            model.clipboard.clone_from(&text);
            model.say("copied");
            vec![Effect::Copy(text)]
        }
        Picked::Problem(path, at, hosts) => jump::go_to(model, &path, Some(at), &hosts),
        // Its own screen takes it.
        Picked::Look(_) => Vec::new(),
    }
}

/// Looks with the eyes of another host, and remembers it for the project.
pub fn choose_host(model: &mut Model, host: String) -> Vec<Effect> {
    model.host_fixed = true;
    if model.host == host {
        return Vec::new();
    }
    for text in model.texts.values_mut().filter(|text| text.writable()) {
        text.host = Some(model.host.clone());
    }
    if let Some(row) = model.list.selected.clone() {
        model.chosen.insert(model.host.clone(), row);
    }
    // What was worked on there is selected there again.
    model.list.missed = model.chosen.get(&host).cloned();
    model.host = host;
    model.disk.revision += 1;
    model.say(format!("looking with the eyes of {}", model.host_title()));
    vec![Effect::RememberHost(model.host.clone())]
}
