//! The `skillkiln` program: arguments in, the workbench or one subcommand out.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use skillkiln::cli::demo::Demo;
use skillkiln::cli::{self, Arguments, Command, DemoArgs, Start};
use skillkiln::workbench::run::{Options, run, themes};
use skillkiln::workbench::view::theme::Offered;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Some(Command::Demo(args)) if has_terminal() => demo(&arguments, args),
        Some(command) => return cli::run(command, &arguments.common, columns()),
        None => own(&arguments),
    };
    match result {
        Ok(code) => u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from),
        Err(error) => {
            say(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Says something to whoever still listens; `eprintln!` would panic when the terminal is gone.
fn say(words: &str) {
    // Nobody is left to be told that nobody was told.
    let _ = writeln!(std::io::stderr(), "skillkiln: {words}");
}

fn has_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// How wide the terminal is that output goes to; `None` where it goes elsewhere.
fn columns() -> Option<usize> {
    let terminal = std::io::stdout().is_terminal();
    let size = terminal.then(crossterm::terminal::size)?;
    size.ok().map(|(columns, _)| usize::from(columns))
}

/// The workbench on the person's own project.
fn own(arguments: &Arguments) -> Result<i32> {
    if !has_terminal() {
        bail!("the workbench needs a terminal; `skillkiln --help` lists what works without one");
    }
    let start = cli::start(&arguments.common)?;
    let themes = start.dirs.themes();
    workbench(arguments, start, &themes, None)
}

/// The workbench on a sample, with the person's own colours.
fn demo(arguments: &Arguments, args: &DemoArgs) -> Result<i32> {
    let themes = cli::dirs(&arguments.common)?.themes();
    let demo = Demo::new(&arguments.common, args)?;
    let greeting = Some(demo.greeting());
    let ended = workbench(arguments, demo.start().clone(), &themes, greeting);
    if let Some(where_it_is) = demo.end(matches!(ended, Ok(0))) {
        say(&where_it_is);
    }
    ended
}

fn workbench(
    arguments: &Arguments,
    start: Start,
    own_themes: &Path,
    greeting: Option<String>,
) -> Result<i32> {
    let offered = Offered::from_env();
    let mut light = None;
    let palette = match arguments.screen.theme.as_deref() {
        None | Some("auto") => {
            if offered.light.is_none() && !offered.mono {
                light = Some(offered.palette(true));
            }
            offered.palette(offered.light.unwrap_or(false))
        }
        Some(name) => offered.shown(themes::named(name, own_themes, offered.depth)?),
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
        greeting,
    })?)
}
