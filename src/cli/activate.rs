//! `activate`: what the model gets when it asks for one skill.

use std::process::ExitCode;

use super::arguments::{ActivateArgs, Common};
use super::output::{Failure, Output, complain};
use super::scene::Open;
use crate::host::activate;
use crate::host::profile::{Activation, Profile};
use crate::skill::colour::ARGUMENTS;

/// Prints the answer; one that says there is no such skill exits 1.
pub fn run(common: &Common, args: &ActivateArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut open = Open::new(common)?;
    let copy = match open.profile.activation {
        // A person asks here, not a tool: an ambiguous name is told.
        Activation::Plain => Some(open.find(&args.name)?),
        Activation::ToolResult(_) => open.survey.find(args.name.trim()).first().copied().cloned(),
    };
    if let Some(copy) = copy {
        open.look_beside(&copy);
    }
    let (tree, place) = (&open.project.tree, &open.project.place);
    let answer = activate(&open.profile, tree, place, &open.survey, &args.name)
        .map_err(|error| Failure::CouldNotRun(error.to_string()))?;
    if let Some(note) = &answer.note {
        complain(note);
    }
    let mut answer = answer;
    if let Some(given) = &args.args {
        put_arguments(&open.profile, given, &mut answer.value);
    }
    let part = |key: &str| answer.value[key].as_str().map(str::to_owned);
    out.print(
        || answer.value.clone(),
        |out| {
            let text = part("instructions")
                .or_else(|| part("text"))
                .or_else(|| part("error"));
            out.text(&text.unwrap_or_default())?;
            let files = answer
                .value
                .get("resources")
                .or_else(|| answer.value.get("files"));
            for file in files
                .and_then(|files| files.as_array())
                .into_iter()
                .flatten()
            {
                out.line(file.as_str().unwrap_or_default())?;
            }
            Ok(())
        },
    )?;
    Ok(ExitCode::from(u8::from(!answer.found)))
}

/// Puts the arguments where the host does, or says that it does not.
fn put_arguments(profile: &Profile, given: &str, answer: &mut serde_json::Value) {
    if !profile.catalogue.arguments {
        complain(&no_arguments(profile));
    } else if let Some(text) = answer["text"].as_str() {
        answer["text"] = text.replace(ARGUMENTS, given).into();
    }
}

/// What is said when arguments are given for a host that knows none.
pub fn no_arguments(profile: &Profile) -> String {
    format!("{} puts nothing in the place of $ARGUMENTS", profile.title)
}
