//! `prompt`: the text the model gets.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::arguments::{Common, PromptArgs};
use super::output::{Failure, Output, complain};
use super::scene::Open;
use crate::host::prompt::From;
use crate::host::{Selector, render, tokens};

/// Prints exactly the text; what was asked for and is not there is complained about.
pub fn run(common: &Common, args: &PromptArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let selector = Selector {
        skills: args.skill.clone(),
        base: args.base.clone(),
        args: args.args.clone(),
    };
    let (tree, place) = (&open.project.tree, &open.project.place);
    let prompt = render(&open.profile, tree, place, &open.survey, &selector);
    for reference in &prompt.skipped {
        let title = &open.profile.title;
        complain(&format!(
            "{title} loads no skill {reference:?}: it is left out"
        ));
    }
    out.print(
        || {
            json!({
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
            })
        },
        |out| out.exact(&prompt.text),
    )?;
    Ok(ExitCode::SUCCESS)
}
