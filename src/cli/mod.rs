//! The same work without a screen, one file a subcommand.
//!
//! Results go to standard output, everything else to standard error. The exit code is 0 when it was
//! done, 1 when something is wrong with the skills or a change was refused, 2 when it could not run.

mod activate;
mod arguments;
mod change;
mod check;
pub mod demo;
mod deploy;
mod diff;
mod export;
mod guard;
mod hosts;
mod import;
mod layers;
mod list;
mod locked;
mod looked;
mod matrix;
mod output;
mod papers;
mod prompt;
mod read;
mod scene;
mod search;
mod show;
mod site;
mod targets;
mod undo;
mod update;

use std::process::ExitCode;

pub use arguments::{Arguments, Command, Common, DemoArgs};
pub use output::Failure;
pub use scene::{Start, dirs, start};

use arguments::Format;
use output::Output;

/// Runs one subcommand and says how it ended. `columns`: how wide the terminal is that reads it.
pub fn run(command: &Command, common: &Common, columns: Option<usize>) -> ExitCode {
    let mut out = Output::new(common.format, columns);
    let checks = matches!(command, Command::Check(args) if args.explain.is_none());
    let result = match command {
        _ if !checks && matches!(common.format, Format::Sarif | Format::Github) => {
            let what = "only `check` prints in this format".to_owned();
            Err(Failure::CouldNotRun(what))
        }
        Command::Hosts => hosts::run(common, &mut out),
        Command::List => list::run(common, &mut out),
        Command::Read(args) => read::run(common, args, &mut out),
        Command::Matrix(args) => matrix::run(common, args, &mut out),
        Command::Guard(args) => guard::run(common, args, &mut out),
        Command::Search(args) => search::run(common, args, &mut out),
        Command::Activate(args) => activate::run(common, args, &mut out),
        Command::Show(args) => show::run(common, args, &mut out),
        Command::Layers(args) => layers::run(common, args, &mut out),
        Command::Prompt(args) => prompt::run(common, args, &mut out),
        Command::Check(args) => check::run(common, args, &mut out),
        Command::New(args) => change::new(common, args, &mut out),
        Command::Override(args) => change::override_skill(common, args, &mut out),
        Command::Rename(args) => change::rename(common, args, &mut out),
        Command::Duplicate(args) => change::duplicate(common, args, &mut out),
        Command::Remove(args) => change::remove(common, args, &mut out),
        Command::Completions(args) => papers::completions(args.shell, &mut out),
        Command::Man => papers::man(&mut out),
        Command::Import(args) => import::run(common, args, &mut out),
        Command::Export(args) => export::run(common, args, &mut out),
        Command::Verify(args) => locked::verify(common, args, &mut out),
        Command::Outdated(args) => locked::outdated(common, args, &mut out),
        Command::Update(args) => update::update(common, args, &mut out),
        Command::Deploy(args) => deploy::run(common, args, &mut out),
        Command::Undo(args) => undo::run(common, args, &mut out),
        Command::Demo(_) => Err(Failure::CouldNotRun(
            "the demo opens the workbench, which needs a terminal".to_owned(),
        )),
    };
    let result = result.and_then(|code| out.end().map(|()| code));
    match result {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where nothing can be printed it is complained about all the same.
            let _ = out.failed(&failure);
            output::complain(&failure.to_string());
            failure.code()
        }
    }
}
