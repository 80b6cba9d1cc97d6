//! What the Prompt tab shows: a choice of skills in the way the host chooses, as a what-if. Nothing is
//! written by it.

use serde_json::json;

use super::dialog::{Choice, Free, Picked};
use super::model::Model;
use super::preview::prompt::grouped;
use crate::host::profile::Activation;
use crate::host::prompt::{From, Part};
use crate::host::select::{Workflow, wanted, workflows};
use crate::host::{
    Agent, FileTree, Place, Profile, Prompt, Run, Selector, Settings, Stage, Survey, Value,
    activate, agents, render, search_json, stages,
};
use crate::skill::colour::ARGUMENTS;

/// What is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// What people read; empty for the host's own choice.
    pub title: String,
    /// Which text.
    pub view: View,
    /// What takes the place of `$ARGUMENTS` in a prompt.
    pub args: Option<String>,
    /// The model's window in tokens, where what a catalogue may cost follows from it.
    pub window: Option<usize>,
}

/// Which of the texts a host gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// The prompt.
    Prompt(Box<Selector>),
    /// What a search answers.
    Search(String),
    /// What the wish for one skill answers.
    Activate(String),
}

impl Default for View {
    fn default() -> Self {
        Self::Prompt(Box::default())
    }
}

impl Selection {
    fn of(title: String, view: View) -> Self {
        Self {
            title,
            view,
            args: None,
            window: None,
        }
    }

    fn prompt(title: impl Into<String>, selector: Selector) -> Self {
        Self::of(title.into(), View::Prompt(Box::new(selector)))
    }

    /// What people read; `own` where nothing is chosen.
    pub fn told(&self, own: &str) -> String {
        let title = match self.title.as_str() {
            "" => own,
            title => title,
        };
        let args = self.args.as_ref().map(|args| format!("arguments: {args}"));
        let window = self
            .window
            .map(|tokens| format!("window {}", grouped(tokens)));
        let more = args.into_iter().chain(window);
        let parts: Vec<String> = more.chain([title.to_owned()]).collect();
        parts.join("; ")
    }

    /// The selector, where a prompt is shown.
    pub fn selector(&self) -> Option<&Selector> {
        match &self.view {
            View::Prompt(selector) => Some(selector),
            _ => None,
        }
    }

    /// The skills named one by one.
    pub fn named(&self) -> &[String] {
        let skills = self
            .selector()
            .and_then(|selector| selector.skills.as_ref());
        skills.map_or(&[], Vec::as_slice)
    }

    /// The skills on top of those of an agent type.
    pub fn extra(&self) -> &[String] {
        self.selector().map_or(&[], |selector| &selector.extra)
    }
}

/// The text for a choice.
///
/// # Errors
/// Why the host cannot choose so, for people.
pub fn text_of(
    selection: &Selection,
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
) -> Result<Prompt, String> {
    match &selection.view {
        View::Prompt(selector) => {
            let args = selection.args.clone();
            let selector = Selector {
                args,
                window: selection.window,
                ..Selector::clone(selector)
            };
            render(profile, tree, place, survey, &selector).map_err(|error| error.to_string())
        }
        View::Search(query) => {
            let answer = search_json(profile, tree, place, survey, query);
            Ok(answered(&answer, From::Base))
        }
        View::Activate(name) => {
            let answer = activate(profile, tree, place, survey, name);
            let answer = answer.map_err(|error| error.to_string())?;
            let copy = survey.find(name).first().copied();
            let from = copy.map_or(From::Base, |copy| From::Skill {
                name: copy.name.clone(),
                reference: copy.reference.clone(),
            });
            Ok(answered(&answer.value, from))
        }
    }
}

fn answered(answer: &serde_json::Value, from: From) -> Prompt {
    // A value without a map of odd keys always has a text.
    let text = serde_json::to_string_pretty(answer).unwrap_or_default();
    let span = 0..text.len();
    Prompt {
        text,
        parts: vec![Part { span, from }],
        ..Prompt::default()
    }
}

/// What the host's own choice is called.
pub fn own_choice(profile: &Profile) -> &'static str {
    if profile.select.workflows.is_some() {
        "as if all were attached"
    } else if profile.select.intents.is_some() {
        "all auto and intent-matched skills"
    } else if profile.agents.is_some() {
        "all skills, as one section"
    } else if matches!(profile.activation, Activation::ToolResult(_)) {
        "the catalogue"
    } else {
        "all skills"
    }
}

/// Everything that can be chosen for the host.
pub fn choices(model: &Model) -> Vec<Choice> {
    let Some(profile) = model.profile() else {
        return Vec::new();
    };
    let (tree, place) = (&model.live.tree, &model.place);
    let mut all = vec![choice("all", own_choice(profile), Selection::default())];
    for workflow in workflows(profile, tree, place) {
        of_workflow(model, &workflow, &mut all);
    }
    let mut types = agents(profile, tree, place);
    // Those that carry skills are what people look for.
    types.sort_by_key(|agent| agent.skills.is_empty());
    for agent in types {
        of_agent(&agent, &mut all);
    }
    all.extend(stages(profile, tree, place).iter().map(of_stage));
    if profile.agents.is_some() {
        let run = Run::Root;
        let root = Selector {
            run,
            ..Selector::default()
        };
        let detail = "the agent people talk to, as the configuration binds it";
        all.push(choice(
            "root agent",
            detail,
            Selection::prompt("root agent", root),
        ));
        let extras = "more skills for the agent type, as a call or a stage adds them";
        all.push(opens("extra skills …", extras, Picked::Extras));
    }
    all.extend(intents(model, profile));
    if matches!(profile.activation, Activation::ToolResult(_)) {
        let names = model
            .live
            .survey
            .skills
            .iter()
            .map(|skill| &skill.copy.name);
        all.extend(names.map(|name| {
            let title = format!("activate {name}");
            let view = View::Activate(name.clone());
            let detail = "what the model gets when it asks for it";
            choice(&title.clone(), detail, Selection::of(title, view))
        }));
    } else {
        let what = "only those you name, whatever else would choose";
        all.push(opens("only some skills …", what, Picked::Some));
    }
    let given = model.selection().args.is_some();
    let asked = given || model.live.prompt.text.contains(ARGUMENTS);
    if profile.catalogue.arguments && asked {
        let what = "what takes the place of $ARGUMENTS, as a caller would give it";
        all.push(opens("arguments …", what, Picked::Arguments));
    }
    if let Some(budget) = &profile.catalogue.budget {
        let settings = Settings::of(profile, tree, place);
        let now = budget.window_in(&settings, model.selection().window);
        let what = format!(
            "{} tokens now; the list of skills gets a share of it",
            grouped(now)
        );
        all.push(opens("window …", &what, Picked::Windows));
    }
    all
}

/// Windows of models, in tokens.
const WINDOWS: &[usize] = &[32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000];

/// The windows to choose from, the host's own first.
pub fn windows(model: &Model) -> Vec<Choice> {
    let Some(profile) = model.profile() else {
        return Vec::new();
    };
    let Some(budget) = &profile.catalogue.budget else {
        return Vec::new();
    };
    let settings = Settings::of(profile, &model.live.tree, &model.place);
    let own = format!("{} tokens", grouped(budget.window_in(&settings, None)));
    let own = opens("as the host has it", &own, Picked::Window(None));
    let others = WINDOWS.iter().map(|tokens| with_window(*tokens));
    std::iter::once(own).chain(others).collect()
}

/// The choice of a window.
fn with_window(tokens: usize) -> Choice {
    let title = format!("{} tokens", grouped(tokens));
    opens(&title, "", Picked::Window(Some(tokens)))
}

/// The window a text means: digits, thousands set apart or not, `k` or `M` behind them.
fn window_of(text: &str) -> Option<usize> {
    let plain: String = text
        .chars()
        .filter(|c| !matches!(c, ',' | '_' | ' '))
        .collect();
    let (digits, times) = match plain.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match plain.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1_000_000),
            None => (plain.as_str(), 1),
        },
    };
    let tokens = digits.parse::<usize>().ok()?.checked_mul(times)?;
    (tokens > 0).then_some(tokens)
}

/// How a typed text can choose.
pub fn free(profile: &Profile) -> Option<Free> {
    if profile.select.intents.is_some() {
        Some(Free::Intent)
    } else if matches!(profile.activation, Activation::ToolResult(_)) {
        Some(Free::Search)
    } else {
        None
    }
}

/// The choice that a typed text is.
pub fn typed(free: Free, text: &str) -> Choice {
    match free {
        Free::Search => {
            let title = format!("search {text}");
            let view = View::Search(text.to_owned());
            choice(
                &title.clone(),
                "what list_skills answers",
                Selection::of(title, view),
            )
        }
        Free::Intent => of_intent(text),
        Free::Arguments => with_arguments(Some(text.to_owned())),
        Free::Window => match window_of(text) {
            Some(tokens) => with_window(tokens),
            None => Choice {
                refused: Some("type a number of tokens, as 200000 or 200k".to_owned()),
                ..opens(text, "", Picked::Window(None))
            },
        },
    }
}

/// The choice of what takes the place of `$ARGUMENTS`.
pub fn with_arguments(args: Option<String>) -> Choice {
    let title = match &args {
        Some(args) => format!("arguments: {args}"),
        None => "no arguments: $ARGUMENTS stays as it is".to_owned(),
    };
    opens(&title, "", Picked::Given(args))
}

fn choice(title: &str, detail: &str, selection: Selection) -> Choice {
    Choice {
        title: title.to_owned(),
        detail: detail.to_owned(),
        key: String::new(),
        refused: None,
        picked: Picked::Selection(Box::new(selection)),
    }
}

fn opens(title: &str, detail: &str, picked: Picked) -> Choice {
    Choice {
        title: title.to_owned(),
        detail: detail.to_owned(),
        key: String::new(),
        refused: None,
        picked,
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "no skills".to_owned(),
        names => names.join(", "),
    }
}

fn of_workflow(model: &Model, workflow: &Workflow, all: &mut Vec<Choice>) {
    let detail = |selector: &Selector| {
        let profile = model.profile()?;
        let found = wanted(profile, &model.live.tree, &model.place, selector);
        Some(match found {
            Ok(names) => listed(&names),
            Err(error) => format!("refused: {error}"),
        })
    };
    let preset = Selector {
        preset: Some(workflow.file.clone()),
        ..Selector::default()
    };
    let title = format!("preset {}", workflow.name);
    let told = detail(&preset).unwrap_or_default();
    all.push(choice(
        &title,
        &told,
        Selection::prompt(&title, preset.clone()),
    ));
    for step in &workflow.steps {
        let selector = Selector {
            step: Some(step.clone()),
            ..preset.clone()
        };
        let title = format!("preset {}, step {step}", workflow.name);
        let told = detail(&selector).unwrap_or_default();
        all.push(choice(&title, &told, Selection::prompt(&title, selector)));
    }
}

fn of_agent(agent: &Agent, all: &mut Vec<Choice>) {
    for (word, run) in [("agent", Run::Delegate), ("job", Run::Job)] {
        // A job does not reach what plugins register, unless a file gives the name as well.
        if run == Run::Job && agent.note.is_some() && agent.files.len() == 1 {
            continue;
        }
        let selector = Selector {
            agent: Some(agent.name.clone()),
            run,
            ..Selector::default()
        };
        let title = format!("{word} {}", agent.name);
        let detail = match run {
            Run::Job => format!("{}; plugins are not reached", listed(&agent.skills)),
            _ => listed(&agent.skills),
        };
        let detail = match &agent.note {
            Some(note) => format!("{detail}; {note}"),
            None => detail,
        };
        all.push(choice(&title, &detail, Selection::prompt(&title, selector)));
    }
}

fn of_stage(stage: &Stage) -> Choice {
    let selector = Selector {
        agent: Some(stage.agent.clone()),
        extra: stage.skills.clone(),
        ..Selector::default()
    };
    let title = format!("team {}, stage {}", stage.team, stage.at + 1);
    let detail = format!("{} with {}", stage.agent, listed(&stage.skills));
    choice(&title, &detail, Selection::prompt(&title, selector))
}

fn intents(model: &Model, profile: &Profile) -> Vec<Choice> {
    let Some(known) = &profile.select.intents else {
        return Vec::new();
    };
    let mut names: Vec<&str> = Vec::new();
    for skill in &model.live.survey.skills {
        if let Some(Value::List(all)) = skill.copy.reading.field(&known.field) {
            names.extend(all.iter().filter_map(|one| match one {
                Value::Text(one) => Some(one.as_str()),
                _ => None,
            }));
        }
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(of_intent).collect()
}

fn of_intent(intent: &str) -> Choice {
    let title = format!("intent {intent}");
    let selector = Selector {
        intent: Some(intent.to_owned()),
        ..Selector::default()
    };
    choice(
        &title,
        "the skills it chooses",
        Selection::prompt(&title, selector),
    )
}

/// The skills that can be named one by one, those that are named marked.
pub fn skills_to_name(model: &Model, extra: bool) -> Vec<Choice> {
    let selection = model.selection();
    let named = if extra {
        selection.extra()
    } else {
        selection.named()
    };
    let by_reference = model
        .profile()
        .is_some_and(|profile| profile.select.references_below.is_some());
    let skills = model.live.survey.copies();
    let mut seen = std::collections::HashSet::new();
    let names = skills.map(|copy| match by_reference {
        true => (copy.reference.to_string(), copy),
        false => (copy.name.clone(), copy),
    });
    names
        .filter(|(name, _)| seen.insert(name.clone()))
        .map(|(name, copy)| Choice {
            detail: copy.reading.description.clone().unwrap_or_default(),
            key: if named.contains(&name) { "✓" } else { "" }.to_owned(),
            refused: None,
            picked: match extra {
                true => Picked::Extra(name.clone()),
                false => Picked::Named(name.clone()),
            },
            title: name,
        })
        .collect()
}

/// The choice with a name more, or without it when it was there.
pub fn toggled(selection: &Selection, name: &str, extra: bool) -> Selection {
    let mut selector = selection.selector().cloned().unwrap_or_default();
    if !extra && (selector.preset.is_some() || selector.intent.is_some()) {
        selector = Selector::default();
    }
    let list = match extra {
        true => &mut selector.extra,
        false => selector.skills.get_or_insert_default(),
    };
    match list.iter().position(|known| known == name) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(name.to_owned()),
    }
    if selector.skills.as_ref().is_some_and(Vec::is_empty) {
        selector.skills = None;
    }
    if selector == Selector::default() {
        return Selection::default();
    }
    let agent = selector.agent.as_ref().map(|agent| match selector.run {
        Run::Job => format!("job {agent}"),
        _ => format!("agent {agent}"),
    });
    let only = selector
        .skills
        .as_ref()
        .map(|names| format!("only {}", names.join(", ")));
    let more = Some(&selector.extra).filter(|extra| !extra.is_empty());
    let more = more.map(|extra| format!("with {}", extra.join(", ")));
    let title: Vec<String> = [agent, only, more].into_iter().flatten().collect();
    Selection {
        args: selection.args.clone(),
        window: selection.window,
        ..Selection::prompt(title.join(" "), selector)
    }
}

/// The line of a workflow's file that makes this choice last; `None` where the host has no such
/// files, or nothing is chosen.
pub fn json_line(model: &Model) -> Option<String> {
    let profile = model.profile()?;
    profile.select.workflows.as_ref()?;
    let selection = model.selection();
    let selector = selection.selector()?;
    if selector.preset.is_none() && selector.skills.is_none() {
        return None;
    }
    let names = wanted(profile, &model.live.tree, &model.place, selector).ok()?;
    let key = match selector.step {
        Some(_) => "enabled_skills",
        None => "selected_skills",
    };
    Some(format!("\"{key}\": {}", json!(names)))
}
