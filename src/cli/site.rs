//! What subcommands about skills from elsewhere start from.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::arguments::Common;
use super::check::{configuration, judged};
use super::output::{Failure, Output, complain};
use super::scene::Open;
use crate::check::Config;
use crate::exchange::{Cancel, Ground, Progress, Refusal, Watch};
use crate::host::Profile;
use crate::library::author::Done;
use crate::library::journal::Flip;

/// A project opened, and who judges in it.
pub struct Site {
    /// The project and its host.
    pub open: Open,
    config: Config,
    judges: Vec<Profile>,
}

impl Site {
    /// Opens it.
    pub fn new(common: &Common) -> Result<Self, Failure> {
        let open = Open::new(common)?;
        let config = configuration(&open.project)?;
        let judges = judged(common, &config, &open.project)?;
        Ok(Self {
            open,
            config,
            judges,
        })
    }

    /// For looking and installing.
    pub fn ground(&self) -> Ground<'_> {
        Ground {
            profile: &self.open.profile,
            judges: &self.judges,
            tree: &self.open.project.tree,
            place: &self.open.project.place,
            survey: &self.open.survey,
            config: &self.config,
        }
    }
}

impl Site {
    /// Notes what was put into folders of this host, so that the workbench can take it back. `dest`
    /// is the folder it was done in.
    pub fn note(&self, dest: &str, flips: Vec<Flip>) {
        let project = &self.open.project;
        let done = Done {
            flips,
            ..Done::default()
        };
        let area = self.open.survey.write_area();
        let own = area.and_then(|layer| layer.path.as_deref()) == Some(dest);
        let journal = project.dirs.journal(&project.place.project);
        // It is done; without the note it could only not be taken back.
        let _ = journal.note_in(&self.open.survey.host, &done, (!own).then_some(dest));
    }
}

/// Runs something that may fetch, and tells on standard error how far it is when that takes long.
pub fn watched<T>(run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    const EVERY: Duration = Duration::from_secs(2);
    let mut told = Instant::now();
    let mut progress = |progress: Progress| {
        if told.elapsed() > EVERY {
            told = Instant::now();
            let whole = progress.total.map(|total| format!(" of {total}"));
            let (bytes, whole) = (progress.bytes, whole.unwrap_or_default());
            complain(&format!("{bytes}{whole} bytes are here"));
        }
    };
    run(&mut Watch {
        cancel: Cancel::default(),
        progress: &mut progress,
    })
}

/// Says that something was refused: one JSON value, or words.
pub fn refused(out: &mut Output, refusal: &Refusal, more: Json) -> Failure {
    let told = out.print(
        || {
            let mut value = json!({ "refused": refusal.code(), "detail": refusal.to_string() });
            if let (Json::Object(value), Json::Object(more)) = (&mut value, more) {
                value.extend(more);
            }
            value
        },
        |_| Ok(()),
    );
    match told {
        Ok(()) => Failure::Told(refusal.to_string()),
        Err(failure) => failure,
    }
}
