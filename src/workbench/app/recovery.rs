//! Unsaved text beyond the life of the program: what is to be kept now, and what the last one left.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::dialog::Dialog;
use super::effect::Effect;
use super::model::Model;
use super::text::Text;
use super::update::{jump, weigh};
use super::weigh::Subject;
use crate::host::profile::Fences;
use crate::library::recovery::{Kept, Unsaved};
use crate::skill::bytes::{Encoding, decode};
use crate::skill::document::Document;
use crate::skill::edit::{self, NewValue};

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
    /// The file of a text that was left behind has another name: it is of that.
    Rename(Box<Kept>),
    /// Leave the rest to the next start.
    Release,
    /// The program is left: keep these texts and nothing else.
    Close(Vec<Unsaved>),
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
    /// What was saved to its file here since.
    pub saved: Option<Arc<[u8]>>,
}

/// What is known of the recovery files.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Revision and base of the texts that are kept, and whether their skill is in the trash, by path.
    kept: BTreeMap<String, (u64, Base, bool)>,
    /// What has still to be offered.
    offers: Vec<Offer>,
    /// What was put off: it is held, to be offered when it is asked for.
    put_off: Vec<Offer>,
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
        } else if offer.kept.unsaved.shelved && offer.now.is_none() {
            let unsaved = &offer.kept.unsaved;
            let title = weigh::title_of(model, &unsaved.path);
            let mut text = Text::left(unsaved, &title, model.now);
            text.host = Some(unsaved.host.clone());
            model.shelf.insert(unsaved.path.clone(), text);
            let take = Recovering::Take(Box::new(offer.kept));
            effects.push(Effect::Recovery(take));
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
    for (text, shelved) in all(&model.texts, &model.shelf) {
        let revision = text.editor.revision();
        let now = (revision, text.base.clone(), shelved);
        if kept.get(&text.path).is_some_and(|known| same(known, &now)) {
            continue;
        }
        kept.insert(text.path.clone(), now);
        let unsaved = unsaved_of(text, host, shelved);
        effects.push(Effect::Recovery(Recovering::Keep(unsaved)));
    }
    effects
}

type Texts = BTreeMap<String, Text>;

/// Unsaved texts, and whether their skill is in the trash. One of the same file that is open is newer.
fn all<'a>(texts: &'a Texts, shelf: &'a Texts) -> impl Iterator<Item = (&'a Text, bool)> {
    let newer = |text: &&Text| !texts.get(&text.path).is_some_and(Text::unsaved);
    let shelved = shelf.values().filter(newer).map(|text| (text, true));
    let open = texts.values().map(|text| (text, false));
    open.chain(shelved).filter(|(text, _)| text.unsaved())
}

fn unsaved_of(text: &Text, host: &str, shelved: bool) -> Unsaved {
    Unsaved {
        path: text.path.clone(),
        host: text.host.clone().unwrap_or_else(|| host.to_owned()),
        text: text.editor.shared_text(),
        base: text.base.clone(),
        shelved,
    }
}

fn same(a: &(u64, Base, bool), b: &(u64, Base, bool)) -> bool {
    let bases = match (&a.1, &b.1) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    bases && (a.0, a.2) == (b.0, b.2)
}

/// Every unsaved text as it is now, those of skills in the trash among them.
pub fn unsaved(model: &Model) -> Vec<Unsaved> {
    let all = all(&model.texts, &model.shelf);
    all.map(|(text, shelved)| unsaved_of(text, &model.host, shelved))
        .collect()
}

/// Of those, what stays when the program is left in order: unsaved text of skills in the trash.
pub fn shelved(model: &Model) -> Vec<Unsaved> {
    let mut unsaved = unsaved(model);
    unsaved.retain(|one| one.shelved);
    unsaved
}

/// Offers the next text that was left behind, as soon as nothing else is asked.
pub fn offer(model: &mut Model) -> Vec<Effect> {
    if !model.disk.ready || model.dialog.is_some() || !model.recovery.holding {
        return Vec::new();
    }
    if model.recovery.offers.is_empty() {
        if !model.recovery.put_off.is_empty() {
            return Vec::new();
        }
        model.recovery.holding = false;
        return vec![Effect::Recovery(Recovering::Release)];
    }
    let offer = model.recovery.offers.remove(0);
    let more = model.recovery.offers.len();
    ask(model, offer, more)
}

/// Asks about a text that was left behind, over its file.
fn ask(model: &mut Model, offer: Offer, more: usize) -> Vec<Effect> {
    let mut effects = jump::select_of(model, &offer.kept.unsaved.path);
    effects.extend(weigh::open(model, Subject::Left(Box::new(offer), more)));
    effects
}

/// Keeps a text for later.
pub fn put_off(model: &mut Model, offer: Offer) {
    model.recovery.put_off.push(offer);
}

/// Paths of what was put off.
pub fn kept(model: &Model) -> impl Iterator<Item = &str> {
    let kept = model.recovery.put_off.iter();
    kept.map(|offer| offer.kept.unsaved.path.as_str())
}

/// Something was put off that belongs to this row.
pub fn kept_for(model: &Model, row: &str) -> bool {
    kept(model).any(|path| path == row || jump::holds(row, path).is_some())
}

/// Asks again about what was put off: of the selected skill, if there is some.
pub fn ask_again(model: &mut Model) -> Vec<Effect> {
    let row = model.row().map(|row| row.id.to_string());
    let of_row = row.and_then(|row| {
        kept(model).position(|path| path == row || jump::holds(&row, path).is_some())
    });
    if model.recovery.put_off.is_empty() {
        return Vec::new();
    }
    let mut offer = model.recovery.put_off.remove(of_row.unwrap_or(0));
    let path = &offer.kept.unsaved.path;
    // Its file may be another by now; bytes that are not part of the tree are as they were.
    match model.disk.tree.file(path) {
        None => offer.now = None,
        Some(file) => offer.now = file.content.clone().or(offer.now),
    }
    let effects = ask(model, offer, 0);
    if let Some(Dialog::Weigh(weigh)) = &mut model.dialog {
        // A key asked for it, so nobody is typing.
        weigh.armed = true;
    }
    effects
}

/// A file was saved here: who is asked about its text from last time is told who changed it.
pub fn saved(model: &mut Model, path: &str, bytes: &Arc<[u8]>) {
    let State {
        offers, put_off, ..
    } = &mut model.recovery;
    let of_file = offers.iter_mut().chain(put_off);
    for offer in of_file.filter(|offer| offer.kept.unsaved.path == path) {
        offer.saved = Some(bytes.clone());
    }
}

/// What was left behind goes along with a file or folder that has another name now; the name that
/// stands in a skill goes along, too, as it does in the file.
pub fn renamed(model: &mut Model, from: &str, to: &str) -> Vec<Effect> {
    let profile = model.profile();
    let reads = profile.is_some_and(|profile| profile.reader.fences != Fences::None);
    let State {
        offers, put_off, ..
    } = &mut model.recovery;
    let mut effects = Vec::new();
    for offer in offers.iter_mut().chain(put_off) {
        let unsaved = &mut offer.kept.unsaved;
        let below = unsaved.path.strip_prefix(from);
        let below = below.filter(|below| below.is_empty() || below.starts_with('/'));
        let Some(below) = below.map(str::to_owned) else {
            continue;
        };
        if reads && (below.is_empty() || below.eq_ignore_ascii_case("/SKILL.md")) {
            let (was, name) = (name_in(from, &below), name_in(to, &below));
            if let Some(text) = with_name(&unsaved.text, was, name) {
                unsaved.text = text.into();
            }
            for bytes in [&mut unsaved.base, &mut offer.saved] {
                let text = bytes.as_deref().map(decode);
                let text = text.filter(|text| text.encoding == Encoding::Utf8);
                if let Some(text) = text.and_then(|text| with_name(&text.text, was, name)) {
                    *bytes = Some(Arc::from(text.into_bytes()));
                }
            }
        }
        unsaved.path = format!("{to}{below}");
        let kept = Box::new(offer.kept.clone());
        effects.push(Effect::Recovery(Recovering::Rename(kept)));
    }
    effects
}

/// The name of a skill: of its folder, or of its only file without the ending.
fn name_in<'a>(place: &'a str, below: &str) -> &'a str {
    let name = place.rsplit('/').next().unwrap_or(place);
    let stem = name.rsplit_once('.').map(|(stem, _)| stem);
    stem.filter(|_| below.is_empty()).unwrap_or(name)
}

/// The text of a skill with another name in it, where it has the one that it had.
fn with_name(text: &str, was: &str, name: &str) -> Option<String> {
    let document = Document::parse(text);
    let same = document.tree()?.get("name")?.value.text() == Some(was);
    let edits = edit::set(text, &document, "name", NewValue::Text(name)).ok()?;
    same.then(|| edit::apply(text, &edits))
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
        barred: None,
        path: text.path.clone(),
        theirs: text.theirs.clone(),
        saving: false,
    };
    weigh::open(model, subject)
}
