//! The `skillkiln` program: arguments in, the workbench or one subcommand out.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use skillkiln::host::{Place, Profiles};
use skillkiln::library::Dirs;
use skillkiln::workbench::run::{Options, run};
use skillkiln::workbench::view::theme::Palette;

fn main() -> anyhow::Result<()> {
    let project = std::env::current_dir().context("no current folder")?;
    let home = dirs::home_dir().unwrap_or_else(|| PathBuf::from("/"));
    let code = run(Options {
        profiles: Arc::new(Profiles::bundled()),
        host: None,
        place: Place {
            project: project.to_string_lossy().into_owned(),
            home: home.to_string_lossy().into_owned(),
            ..Place::default()
        },
        dirs: Dirs::from_env(&home),
        palette: Palette::from_env(),
        mouse: true,
        build: false,
    })?;
    std::process::exit(code)
}
