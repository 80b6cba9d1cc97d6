//! Work that takes long: how far it is, and how it is stopped.

use super::effect::Effect;
use super::keymap;
use super::model::Model;

/// What may take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Reading the disk: entries of folders, nobody knows of how many.
    Reading,
    /// Checking the project: files.
    Checking,
}

/// How far it is: what is done, and of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    reading: Option<usize>,
    checking: Option<(usize, usize)>,
}

/// It is this far.
pub fn progress(model: &mut Model, work: Work, done: usize, of: usize) {
    match work {
        Work::Reading => model.progress.reading = Some(done),
        // What was stopped may still tell of itself.
        Work::Checking if model.project.stopped.is_some() => {}
        Work::Checking => model.progress.checking = Some((done, of)),
    }
}

/// It is done.
pub fn done(model: &mut Model, work: Work) {
    match work {
        Work::Reading => model.progress.reading = None,
        Work::Checking => model.progress.checking = None,
    }
}

/// Something runs that can be stopped: reading only the first time, for what was known would be lost.
pub fn can_stop(model: &Model) -> bool {
    model.progress.checking.is_some() || (model.progress.reading.is_some() && !model.disk.ready)
}

/// Stops what runs.
pub fn stop(model: &mut Model) -> Vec<Effect> {
    model.progress = Progress::default();
    if !model.disk.ready {
        return vec![Effect::Stop(Work::Reading)];
    }
    model.project.stop(model.disk.revision);
    let key = keymap::named(model, "problem.list");
    model.say(format!(
        "checking the project is stopped; {key} goes on with it"
    ));
    vec![Effect::Stop(Work::Checking)]
}

/// What is shown of it, with the key that stops it where `wide`; `None` when nothing takes long.
pub fn told(model: &Model, wide: bool) -> Option<String> {
    let told = match (model.progress.reading, model.progress.checking) {
        (Some(done), _) => format!("reading … {done}"),
        (None, Some((done, of))) => format!("checking {done} of {of}"),
        (None, None) if !model.disk.ready => "reading …".to_owned(),
        (None, None) => return None,
    };
    if !wide || !can_stop(model) {
        return Some(told);
    }
    let key = keymap::key_of(model, "cancel").map_or(String::new(), |key| key.short());
    Some(format!("{told}  {key} stops"))
}
