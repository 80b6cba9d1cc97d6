//! The `skillkiln` program: arguments in, the workbench or one subcommand out.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use skillkiln::cli::{self, Arguments};
use skillkiln::workbench::run::{Options, run};
use skillkiln::workbench::view::theme::Palette;

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
    let palette = match arguments.screen.theme.as_deref() {
        None | Some("auto") => Palette::from_env(),
        Some("dark") => Palette::Dark,
        Some("light") => Palette::Light,
        Some("none" | "mono") => Palette::Mono,
        Some("ansi") => Palette::Ansi,
        Some(other) => {
            bail!("there is no theme {other:?}; known are auto, ansi, dark, light, none")
        }
    };
    Ok(run(Options {
        profiles: start.profiles,
        host: start.host,
        place: start.place,
        dirs: start.dirs,
        palette,
        mouse: !arguments.screen.no_mouse,
        ask_background: matches!(arguments.screen.theme.as_deref(), None | Some("auto")),
        build: arguments.screen.build,
    })?)
}
