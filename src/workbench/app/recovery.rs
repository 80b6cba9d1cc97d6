//! Unsaved text beyond the life of the program: what is to be kept now, and what the last one left.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::dialog::Dialog;
use super::effect::Effect;
use super::model::Model;
use super::text::Text;
use super::update::weigh;
use super::weigh::Subject;
use crate::library::recovery::{Kept, Unsaved};

/// What a text began with.
type Base = Option<Arc<[u8]>>;

/// What is asked of the recovery files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovering {
    /// Look for what workbenches that are gone left behind.
    Look,
    /// Keep a text, within two seconds.
    Keep(Unsaved),
    /// Let go of what is kept of this file.
    Forget(String),
    /// Keep a text that was left behind as one's own.
    Take(Box<Kept>),
    /// Throw a text away that was left behind.
    Discard(String),
    /// Leave the rest to the next start.
    Release,
}

/// A text that was left behind, and its file today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The text.
    pub kept: Kept,
    /// How long ago it was kept.
    pub age: Duration,
    /// What its file holds now; `None` when there is no such file.
    pub now: Option<Arc<[u8]>>,
}

/// What is known of the recovery files.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Revision and base of the texts that are kept, by path.
    kept: BTreeMap<String, (u64, Base)>,
    /// What has still to be offered.
    offers: Vec<Offer>,
    /// Something was found, and is held until all is answered.
    holding: bool,
}

/// Takes in what was left behind.
pub fn found(model: &mut Model, offers: Vec<Offer>, damaged: &[(PathBuf, String)]) -> Vec<Effect> {
    for (path, why) in damaged {
        let path = path.display().to_string();
        let path = model.short_path(&path).into_owned();
        model.complain(format!(
            "a recovery file cannot be read ({why}); what is in it is kept: {path}"
        ));
    }
    let mut effects = Vec::new();
    model.recovery.holding = true;
    for offer in offers {
        // It was saved, and only the recovery file outlived that.
        let same = offer.now.as_deref() == Some(offer.kept.unsaved.text.as_bytes());
        if same {
            let discard = Recovering::Discard(offer.kept.id.clone());
            effects.push(Effect::Recovery(discard));
        } else {
            model.recovery.offers.push(offer);
        }
    }
    effects
}

/// What is to be kept, and what not any more.
pub fn keep(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    let host = &model.host;
    let kept = &mut model.recovery.kept;
    kept.retain(|path, _| {
        let mut own = [&model.texts, &model.shelf].into_iter();
        let unsaved = own.any(|texts| texts.get(path).is_some_and(Text::unsaved));
        if !unsaved {
            effects.push(Effect::Recovery(Recovering::Forget(path.clone())));
        }
        unsaved
    });
    let all = model.texts.values().chain(model.shelf.values());
    for text in all.filter(|text| text.unsaved()) {
        let revision = text.editor.revision();
        let known = kept.get(&text.path);
        if known.is_some_and(|(known, base)| *known == revision && same(base, &text.base)) {
            continue;
        }
        kept.insert(text.path.clone(), (revision, text.base.clone()));
        effects.push(Effect::Recovery(Recovering::Keep(Unsaved {
            path: text.path.clone(),
            host: text.host.clone().unwrap_or_else(|| host.clone()),
            text: text.editor.shared_text(),
            base: text.base.clone(),
        })));
    }
    effects
}

fn same(a: &Base, b: &Base) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Every unsaved text as it is now, those of skills in the trash among them.
pub fn unsaved(model: &Model) -> Vec<Unsaved> {
    let all = model.texts.values().chain(model.shelf.values());
    let unsaved = all.filter(|text| text.unsaved());
    unsaved
        .map(|text| Unsaved {
            path: text.path.clone(),
            host: text.host.clone().unwrap_or_else(|| model.host.clone()),
            text: text.editor.shared_text(),
            base: text.base.clone(),
        })
        .collect()
}

/// Offers the next text that was left behind, as soon as nothing else is asked.
pub fn offer(model: &mut Model) -> Vec<Effect> {
    if !model.disk.ready || model.dialog.is_some() || !model.recovery.holding {
        return Vec::new();
    }
    if model.recovery.offers.is_empty() {
        model.recovery.holding = false;
        return vec![Effect::Recovery(Recovering::Release)];
    }
    let offer = model.recovery.offers.remove(0);
    let more = model.recovery.offers.len();
    weigh::open(model, Subject::Left(Box::new(offer), more))
}

/// Asks about the next text whose file another program changed.
pub fn outside(model: &mut Model) -> Vec<Effect> {
    let asked = match &model.dialog {
        None => None,
        Some(Dialog::Weigh(weigh)) => match weigh.outside() {
            Some(path) if weigh.asks() => Some(path.to_owned()),
            _ => return Vec::new(),
        },
        Some(_) => return Vec::new(),
    };
    let next = model.texts.values_mut().find(|text| {
        let this = asked.as_ref().is_none_or(|path| *path == text.path);
        text.ask && this
    });
    let Some(text) = next else {
        return Vec::new();
    };
    text.ask = false;
    if !text.overtaken || !text.unsaved() {
        return Vec::new();
    }
    let subject = Subject::Outside {
        path: text.path.clone(),
        theirs: text.theirs.clone(),
        saving: false,
    };
    weigh::open(model, subject)
}
