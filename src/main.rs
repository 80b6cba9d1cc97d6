//! The `skillkiln` program: arguments in, the workbench or one subcommand out.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use skillkiln::cli::{self, Arguments};
use skillkiln::workbench::run::{Options, run, themes};
use skillkiln::workbench::view::theme::Offered;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match &arguments.command {
        Some(command) => cli::run(command, &arguments.common),
        None => match workbench(&arguments) {
            Ok(code) => u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from),
            Err(error) => {
                // The terminal may be what is gone; `eprintln!` would panic then.
                let _ = writeln!(std::io::stderr(), "skillkiln: {error:#}");
                ExitCode::from(2)
            }
        },
    }
}

fn workbench(arguments: &Arguments) -> Result<i32> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        bail!("the workbench needs a terminal; `skillkiln --help` lists what works without one");
    }
    let start = cli::start(&arguments.common)?;
    let offered = Offered::from_env();
    let mut light = None;
    let palette = match arguments.screen.theme.as_deref() {
        None | Some("auto") => {
            if offered.light.is_none() && !offered.mono {
                light = Some(offered.palette(true));
            }
            offered.palette(offered.light.unwrap_or(false))
        }
        Some(name) => themes::named(name, &start.dirs.themes(), offered.depth)?,
    };
    Ok(run(Options {
        profiles: start.profiles,
        host: start.host,
        place: start.place,
        dirs: start.dirs,
        palette,
        light,
        mouse: !arguments.screen.no_mouse,
        build: arguments.screen.build,
    })?)
}
