//! What shells and manuals want to know of the command line, made from its own description.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::Arguments;
use super::output::{Failure, Output};

/// Prints the completions of a shell.
pub fn completions(shell: Shell, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut command = Arguments::command();
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "skillkiln", &mut text);
    print(&text, out)
}

/// Prints the manual page.
pub fn man(out: &mut Output) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
    print(&text, out)
}

fn print(text: &[u8], out: &mut Output) -> Result<ExitCode, Failure> {
    out.ready(&String::from_utf8_lossy(text))?;
    Ok(ExitCode::SUCCESS)
}
