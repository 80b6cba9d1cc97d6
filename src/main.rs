//! The `skillkiln` program: arguments in, the workbench or one subcommand out.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use skillkiln::cli::{self, Arguments};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match &arguments.command {
        Some(command) => cli::run(command, &arguments.common),
        None => match workbench(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("skillkiln: {error:#}");
                ExitCode::from(2)
            }
        },
    }
}

fn workbench(arguments: &Arguments) -> Result<()> {
    let _ = &arguments.screen;
    bail!("give a subcommand; `skillkiln --help` lists them")
}
