//! What subcommands about skills from elsewhere start from.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::arguments::Common;
use super::check::{configuration, judged};
use super::output::{Failure, Output, complain};
use super::scene::Open;
use crate::check::Config;
use crate::exchange::follow::Following;
use crate::exchange::{Area, Cancel, Ground, Progress, Refusal, Watch};
use crate::host::Profile;
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
        Self::with(common, Open::new(common)?)
    }

    /// Opens it; the folder `dest` of the host, where one is named, takes the place of its write area.
    pub fn within(common: &Common, dest: Option<&str>, out: &mut Output) -> Result<Self, Failure> {
        let mut open = Open::new(common)?;
        if let Some(dest) = dest {
            open.grant(dest)
                .map_err(|refusal| refused(out, &refusal, json!({})))?;
        }
        Self::with(common, open)
    }

    fn with(common: &Common, open: Open) -> Result<Self, Failure> {
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
    /// Ends what a program that died had begun in a folder, says so, and notes it as what that would have
    /// noted.
    ///
    /// # Errors
    /// As [`Area::mend`].
    pub fn mend(&self, area: &Area) -> Result<(), Refusal> {
        for done in area.mend()? {
            complain(&done.sentence());
            let flip = Flip::put(&done.folder, done.trashed.as_ref());
            // It may have died just after that.
            if !self.open.journal().ends_with(&self.open.survey.host, &flip) {
                self.note([(flip, area.path.clone())]);
            }
        }
        Ok(())
    }

    /// Ends removals whose program died on the way, says so, and tells the locks what programs that died did
    /// before they could.
    pub fn tell_late(&self) {
        let (journal, host) = (self.open.journal(), &self.open.survey.host);
        for path in journal.end(host, &self.open.project.dirs.trash()) {
            complain(&format!(
                "{path}: its removal was interrupted, and is finished now; `undo` (`u` in the \
                 workbench) takes it back"
            ));
        }
        let untold = journal.untold(host);
        if !untold.is_empty() {
            let dirs = &self.open.project.dirs;
            Following::new(self.ground(), dirs).late(&untold, &dirs.trash());
            journal.told(host);
        }
    }

    /// Notes what was put into folders of this host, each with the folder it was done in, so that the
    /// workbench can take it back.
    pub fn note(&self, flips: impl IntoIterator<Item = (Flip, String)>) {
        let open = &self.open;
        let granted = |dest: String| (open.own.as_ref() != Some(&dest)).then_some(dest);
        let flips = flips.into_iter().map(|(flip, dest)| (flip, granted(dest)));
        // It is done; without the note it could only not be taken back.
        let _ = open.journal().note_in(&open.survey.host, flips);
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
