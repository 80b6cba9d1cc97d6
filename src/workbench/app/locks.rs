//! Files of the write area that the system does not let us write: asked when one is shown, so that
//! nobody types into what cannot be saved.

use std::collections::BTreeMap;

use super::effect::Effect;
use super::model::Model;
use super::update::list;

/// What is known of them.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    /// The file that was asked about last, and the state of the disk then.
    asked: Option<(String, u64)>,
    why: BTreeMap<String, String>,
}

impl Locks {
    /// Why a file cannot be written.
    pub fn why(&self, path: &str) -> Option<&str> {
        self.why.get(path).map(String::as_str)
    }

    /// Asks again: it may be otherwise by now.
    pub fn doubt(&mut self) {
        self.asked = None;
    }
}

/// Asks about the file that is shown, once for each state of the disk.
pub fn ask(model: &mut Model) -> Option<Effect> {
    let path = model.text().map(|text| text.path.clone())?;
    let key = Some((path, model.disk.revision));
    if !model.disk.ready || model.locks.asked == key {
        return None;
    }
    model.locks.asked.clone_from(&key);
    let (path, _) = key?;
    let placed = path.starts_with('/') && list::misplaced(model, &path).is_none();
    placed.then_some(Effect::MayWrite(path))
}

/// Takes the answer in: why not, if not. What is typed already stays a text to type in.
pub fn answered(model: &mut Model, path: &str, why: Option<String>) {
    match why {
        Some(why) => model.locks.why.insert(path.to_owned(), why),
        None => model.locks.why.remove(path),
    };
    let denied = list::read_only(model, path);
    let text = model.texts.get_mut(path).filter(|text| !text.unsaved());
    if let Some(text) = text {
        text.permit(denied);
    }
}
