//! What an agent type brings into a prompt: its own text and the skills it carries.

use super::agents::{Agent, Run, agents_of, with_extras};
use super::place::Place;
use super::profile::{Agents, Profile};
use super::prompt::{From, Prompt, Selector};
use super::python;
use super::reading::Fault;
use super::select::SelectError;
use super::settings::Settings;
use super::tree::FileTree;

/// The prompt so far, and what it asks for.
pub(super) struct SetUp {
    /// The text the section is added to.
    pub(super) base: Prompt,
    /// The skills by name; `None` when the selector says it otherwise.
    pub(super) wanted: Option<Vec<String>>,
    /// What follows the section.
    pub(super) memory: Option<Memory>,
    /// The agent type itself makes the runtime fail.
    pub(super) faults: Vec<Fault>,
}

/// What an agent type remembers.
pub(super) struct Memory {
    heading: String,
    text: String,
}

/// Adds a memory to a prompt as a section is added: below what is there, without white space at its
/// end, or alone (Replio, recorded).
pub(super) fn add_memory(prompt: &mut Prompt, memory: &Memory) {
    let kept = python::rstrip(&prompt.text).len();
    let (skipped, faults) = (
        std::mem::take(&mut prompt.skipped),
        std::mem::take(&mut prompt.faults),
    );
    *prompt = Prompt {
        skipped,
        faults,
        ..prompt.cut(0..kept)
    };
    if kept > 0 {
        prompt.push("\n\n", From::Framing);
    }
    prompt.push(&format!("{}\n", memory.heading), From::Framing);
    prompt.push(&memory.text, From::Base);
}

/// The host without the layers a run does not reach, when there are such.
pub(super) fn reaches(profile: &Profile, run: Run) -> Option<Profile> {
    let hidden = profile.layer.iter().any(|layer| layer.not_for_jobs);
    (run == Run::Job && hidden).then(|| {
        let mut reached = profile.clone();
        reached.layer.retain(|layer| !layer.not_for_jobs);
        reached
    })
}

/// Works out base prompt and skills of the agent type, where one is chosen.
pub(super) fn set_up(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    selector: &Selector,
) -> Result<SetUp, SelectError> {
    let root = selector.run == Run::Root;
    let Some(known) = &profile.agents else {
        let by = match (&selector.agent, selector.extra.is_empty(), selector.run) {
            (Some(_), ..) => "agent type",
            (_, false, _) => "extra skills",
            (_, _, Run::Job) => "job",
            (_, _, Run::Root) => "root agent",
            _ => return Ok(plain(selector)),
        };
        let host = profile.id.clone();
        return Err(SelectError::NotThisHost { host, by });
    };
    let settings = Settings::of(profile, tree, place);
    if root {
        if let Some(text) = settings.text(&known.root_prompt) {
            return Ok(only(&text));
        }
        if !settings.truth(&known.root_when) {
            return Ok(only(selector.base.as_deref().unwrap_or_default()));
        }
    }
    let bound = || settings.text(&known.root_name).filter(|_| root);
    let Some(name) = selector.agent.clone().or_else(bound) else {
        return match selector.extra.is_empty() {
            true => Ok(plain(selector)),
            false => Err(SelectError::ExtraWithoutAgent),
        };
    };
    let all = agents_of(profile, tree, place, selector.run);
    let Some(agent) = all.iter().find(|agent| agent.name == name) else {
        return Err(SelectError::UnknownAgent {
            agent: name,
            known: all.into_iter().map(|agent| agent.name).collect(),
        });
    };
    let base = match selector.run {
        Run::Job => job(known, agent, selector),
        Run::Delegate | Run::Root => match &selector.base {
            Some(base) => only(base).base,
            None => own(known, agent),
        },
    };
    let fault = agent.fails.as_ref().map(|message| Fault::Agent {
        agent: agent.name.clone(),
        message: message.clone(),
    });
    // Names given one by one stand for what the agent type carries: a what-if.
    let carried = selector.skills.as_ref().unwrap_or(&agent.skills);
    Ok(SetUp {
        base,
        wanted: Some(with_extras(carried, &selector.extra)),
        memory: (selector.run == Run::Delegate)
            .then(|| remembered(known, &settings, selector))
            .flatten(),
        faults: fault.into_iter().collect(),
    })
}

fn plain(selector: &Selector) -> SetUp {
    SetUp {
        wanted: None,
        ..only(selector.base.as_deref().unwrap_or_default())
    }
}

/// The memory of the agent type, as long as the configuration lets it be.
fn remembered(known: &Agents, settings: &Settings, selector: &Selector) -> Option<Memory> {
    let text = selector.memory.as_deref().filter(|text| !text.is_empty())?;
    let most = settings.text(&known.memory_limit);
    let most = most
        .and_then(|most| most.parse().ok())
        .unwrap_or(usize::MAX);
    Some(Memory {
        heading: known.memory_heading.clone(),
        text: text.chars().take(most).collect(),
    })
}

/// A prompt without any skills.
fn only(text: &str) -> SetUp {
    let mut base = Prompt::default();
    base.push(text, From::Base);
    SetUp {
        base,
        wanted: Some(Vec::new()),
        memory: None,
        faults: Vec::new(),
    }
}

fn own(known: &Agents, agent: &Agent) -> Prompt {
    let mut base = Prompt::default();
    match &agent.prompt {
        Some(prompt) => base.push(prompt, From::Base),
        None => base.push(&known.builtin_prompt, From::Framing),
    }
    base
}

/// The parts of a job's prompt that are there, joined by a blank line, without white space around.
fn job(known: &Agents, agent: &Agent, selector: &Selector) -> Prompt {
    let mut base = own(known, agent);
    let parts = [
        (known.task_heading.as_str(), &selector.task),
        ("", &selector.base),
        (known.run_memory_heading.as_str(), &selector.memory),
    ];
    for (heading, text) in parts {
        let Some(text) = text.as_deref().filter(|text| !text.is_empty()) else {
            continue;
        };
        if !base.text.is_empty() {
            base.push("\n\n", From::Framing);
        }
        if !heading.is_empty() {
            base.push(&format!("{heading}\n"), From::Framing);
        }
        base.push(text, From::Base);
    }
    let start = base.text.len() - base.text.trim_start_matches(python::is_space).len();
    let end = python::rstrip(&base.text).len();
    let mut base = base.cut(start..end.max(start));
    if base.text.is_empty() {
        base.push(&known.job_prompt, From::Framing);
    }
    base
}
