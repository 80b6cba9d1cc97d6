//! `demo`: a sample project to look at, in a temporary folder of its own. Nothing of the person's own
//! is read or touched.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::arguments::{Common, DemoArgs};
use super::output::Failure;
use super::scene::{Start, one_host};
use crate::host::{FileTree, Profiles};
use crate::library::{Dirs, project, system_words};

/// The project, below the home of the sample.
const PROJECT: &str = "sample";

macro_rules! sample {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../assets/demo/", $path)))),*]
    };
}

/// The files of the sample, by their paths below its home: layers that hide one another, and faults.
pub const FILES: &[(&str, &str)] = sample![
    ".agents/skills/code-review/SKILL.md",
    "sample/.agents/skills/code-review/SKILL.md",
    "sample/.agents/skills/tidy-tests/SKILL.md",
    "sample/skills/code-review/SKILL.md",
    "sample/skills/code-review/references/checklist.md",
    "sample/skills/commit-style/SKILL.md",
    "sample/skills/custom/code-review/SKILL.md",
    "sample/skills/custom/incident-notes/SKILL.md",
    "sample/skills/custom/old-notes/SKILL.md",
    "sample/skills/custom/release-notes/SKILL.md",
    "sample/skills/meeting-minutes/SKILL.md",
];

/// A sample on disk. It goes with the value, unless it is kept.
pub struct Demo {
    folder: TempDir,
    keep: bool,
    start: Start,
}

impl Demo {
    /// Writes the sample.
    ///
    /// # Errors
    /// When it cannot be written, or a project or a home is named: the sample has its own.
    pub fn new(common: &Common, args: &DemoArgs) -> Result<Self, Failure> {
        if common.home.is_some() || common.project != Path::new(".") {
            let why =
                "the demo has a project and a home of its own; leave --project and --home out";
            return Err(Failure::CouldNotRun(why.to_owned()));
        }
        let profiles = Arc::new(Profiles::bundled());
        let (folder, home) = lay_out().map_err(|error| {
            let why = format!("the sample cannot be written: {}", system_words(&error));
            Failure::CouldNotRun(why)
        })?;
        let options: BTreeMap<String, String> = common.options.iter().cloned().collect();
        let place = project::place(&home.join(PROJECT), &home, options)?;
        let host = one_host(common)?.map(str::to_owned);
        project::choose_host(host.as_deref(), None, &profiles, &FileTree::new(), &place)?;
        project::check_options(&profiles, &place.options)?;
        let dirs = Dirs::at(folder.path().join("state"), folder.path().join("config"));
        Ok(Self {
            keep: args.keep,
            start: Start {
                profiles,
                dirs,
                place,
                host,
            },
            folder,
        })
    }

    /// What the workbench starts from.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// What is said first.
    pub fn greeting(&self) -> String {
        let end = match self.keep {
            true => "stays",
            false => "goes when you leave",
        };
        format!("a sample to try things on: nothing of yours is touched, and it {end}")
    }

    /// Takes the sample away, or says where it is: when it is to be kept, when the workbench did not end
    /// in order, and when it cannot be taken away.
    pub fn end(self, in_order: bool) -> Option<String> {
        let project = self.start.place.project.clone();
        let home = self.start.place.home.clone();
        let there = |folder: &Path| {
            let (folder, state) = (folder.display(), folder.join("state"));
            format!(
                "the sample is in {folder}; to open it again: SKILLKILN_STATE={} skillkiln \
                 --project {project} --home {home}",
                state.display()
            )
        };
        if self.keep || !in_order {
            return Some(there(&self.folder.keep()));
        }
        let folder: PathBuf = self.folder.path().to_owned();
        let gone = self.folder.close();
        gone.is_err().then(|| there(&folder))
    }
}

/// The sample in a folder of its own, and its home.
fn lay_out() -> io::Result<(TempDir, PathBuf)> {
    let folder = tempfile::Builder::new()
        .prefix("skillkiln-demo-")
        .tempdir()?;
    let home = folder.path().canonicalize()?.join("home");
    write(&home)?;
    Ok((folder, home))
}

/// Writes the files below `home`.
///
/// # Errors
/// Of the system.
pub fn write(home: &Path) -> io::Result<()> {
    for (path, text) in FILES {
        let file = home.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(file, text)?;
    }
    Ok(())
}
