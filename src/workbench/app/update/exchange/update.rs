//! Bringing installed skills up to date: asking their sources, deciding about conflicts, the order.

use std::sync::Arc;

use super::look::question;
use super::{show, wait};
use crate::exchange::facts::{Fact, HiddenAt};
use crate::exchange::status::AtSource;
use crate::exchange::update::{Update, ready};
use crate::skill::merge::Side;
use crate::workbench::app::board::Board;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::exchange::look::{Look, Subject, Target};
use crate::workbench::app::exchange::{Errand, Found, locked, order};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::key::Chord;
use crate::workbench::app::keymap;
use crate::workbench::app::model::Model;
use crate::workbench::app::update::mode;
use crate::workbench::app::update::outside::is_outside;
use crate::workbench::app::update::weigh::{self, Step, UNDECIDED};

/// Shows each file of each installed skill, and how it stands to what was installed.
pub fn verify(model: &mut Model) -> Vec<Effect> {
    let board: Board = locked::board(model);
    model.open(Dialog::Board(board));
    Vec::new()
}

/// Asks the sources of all installed skills.
pub fn ask_all(model: &mut Model) -> Vec<Effect> {
    wait(model, Errand::Ask(None))
}

/// Asks the source of the selected skill.
pub fn ask_one(model: &mut Model) -> Vec<Effect> {
    let file = model.row().and_then(|row| row.path.clone());
    let folder = file.and_then(|file| Some(locked::of(model, &file)?.folder.clone()));
    wait(model, Errand::Ask(folder))
}

/// The sources answered.
pub fn found(model: &mut Model, found: Arc<Found>) {
    let before = match &model.dialog {
        Some(Dialog::Fetch(_)) => None,
        Some(Dialog::Look(look)) if look.busy => Some(stood(look)),
        _ => return,
    };
    for item in &found.items {
        if let Some(source) = AtSource::of(&item.status) {
            let place = (found.host.clone(), item.status.folder.clone());
            let known = &mut model.exchange.locked.upstream;
            known.insert(place, source);
        }
    }
    model.exchange.locked.revision += 1;
    let updates = found.items.iter().map(|item| item.update.clone());
    let mut updates: Vec<Option<Update>> = updates.collect();
    for update in updates.iter_mut().flatten() {
        model.exchange.decided.carry(update);
    }
    show(model, Subject::Updates(found, updates));
    if let (Some(before), Some(Dialog::Look(look))) = (before, &mut model.dialog) {
        stand(look, before);
    }
}

/// Where one stood on the screen: the folders that were chosen, the one selected, and the side.
type Stood = (Vec<String>, Option<String>, bool);

fn folders(look: &Look) -> Vec<String> {
    let Subject::Updates(found, _) = &look.subject else {
        return Vec::new();
    };
    let items = found.items.iter();
    items.map(|item| item.status.folder.clone()).collect()
}

fn stood(look: &Look) -> Stood {
    let folders = folders(look);
    let marked = look
        .marked
        .iter()
        .filter_map(|at| folders.get(*at).cloned());
    let selected = look.thing().and_then(|at| folders.get(at).cloned());
    (marked.collect(), selected, look.inside)
}

fn stand(look: &mut Look, (marked, selected, inside): Stood) {
    let folders = folders(look);
    let at = |folder: &String| folders.iter().position(|known| known == folder);
    let marked = marked.iter().filter_map(at);
    look.marked = marked.filter(|at| look.can_be_chosen(*at)).collect();
    if let Some(at) = selected.as_ref().and_then(at) {
        look.things.at = Some((0, at));
    }
    look.inside = inside;
    look.refresh();
    look.tell();
}

/// What was shown is not what is there any more: it is looked at again, and what was decided stays.
pub fn overtaken(model: &mut Model, why: String) -> Vec<Effect> {
    let Some(Dialog::Look(look)) = &model.dialog else {
        model.complain(why);
        return Vec::new();
    };
    let Subject::Updates(found, _) = &look.subject else {
        model.complain(why);
        return Vec::new();
    };
    let errand = Errand::Again(found.clone());
    model.complain(format!(
        "{why}; this is how it stands now, with what you decided as far as it fits"
    ));
    vec![Effect::Exchange(order(model, errand))]
}

/// What was chosen is done: nothing has to be remembered of it.
pub fn done(model: &mut Model, look: &Look) {
    for update in chosen(look) {
        model.exchange.decided.forget(&update.folder);
    }
}

/// The file on the selected line, and its update when there is one.
fn selected(look: &mut Look) -> Option<(String, &mut Update)> {
    let (at, Target::Difference(file)) = (look.thing()?, look.target()) else {
        return None;
    };
    let Subject::Updates(found, updates) = &mut look.subject else {
        return None;
    };
    let path = found.items.get(at)?.files.get(file)?.path.clone();
    Some((path, updates.get_mut(at)?.as_mut()?))
}

/// Takes the whole file of one side.
pub fn decide(model: &mut Model, look: &mut Look, side: Side) {
    let Some((path, update)) = selected(look) else {
        return;
    };
    let files = match side {
        Side::Theirs => &update.sides.theirs,
        _ => &update.sides.ours,
    };
    let bytes = files.get(&path).map(|file| file.bytes.clone());
    if let (Side::Theirs, Some(why)) = (side, update.hindrance(&path)) {
        model.say(why);
        return;
    }
    update.resolve(&path, bytes);
    model.exchange.decided.side(update, &path, side);
    decided(look);
    model.say(match side {
        Side::Theirs => "theirs is taken as a whole; m takes yours",
        _ => "yours stays as a whole; t takes theirs",
    });
}

/// What stands there follows; the selection stays.
fn decided(look: &mut Look) {
    let at = look.details.at;
    look.refresh();
    look.tell();
    look.details.at = at;
}

/// Opens the merge of a conflict on the selected line; false when there is none that is text.
pub fn merge(model: &Model, look: &mut Look) -> bool {
    let Some((path, update)) = selected(look) else {
        return false;
    };
    if !update.conflicts.contains(&path) || update.hindrance(&path).is_some() {
        return false;
    }
    let Some(merging) = model.exchange.decided.merging(update, &path) else {
        return false;
    };
    look.merging = Some((path, Box::new(merging)));
    true
}

/// A key for the merge.
pub fn merging_key(model: &mut Model, look: &mut Look, chord: Chord) {
    let (now, size) = (model.now, model.size);
    let Some((_, merging)) = &mut look.merging else {
        return;
    };
    match weigh::merging_key(merging, &model.keymap, chord, now, size) {
        Step::Stays => {}
        Step::Back => {
            if let Some((path, merging)) = look.merging.take()
                && let Some((_, update)) = selected(look)
            {
                model.exchange.decided.hunks(update, &path, merging, false);
            }
        }
        Step::Applies => {
            let Ok(text) = merging.merge.resolve(&merging.choices) else {
                if let Some(next) = merging.open() {
                    merging.go(next);
                }
                model.say(UNDECIDED);
                return;
            };
            if let Some((path, merging)) = look.merging.take()
                && let Some((_, update)) = selected(look)
            {
                update.resolve(&path, Some(Arc::from(text.into_bytes())));
                model.exchange.decided.hunks(update, &path, merging, true);
            }
            decided(look);
        }
    }
}

/// The updates that are chosen.
fn chosen(look: &Look) -> Vec<Update> {
    let Subject::Updates(_, updates) = &look.subject else {
        return Vec::new();
    };
    let chosen = look.chosen().into_iter();
    chosen.filter_map(|at| updates.get(at)?.clone()).collect()
}

/// What the files of one update mention and hide that a question has room for.
const MOST_TOLD: usize = 6;

/// Asks whether it is to be done, naming every file.
pub fn ask(model: &mut Model, look: &mut Look) -> Vec<Effect> {
    let updates = chosen(look);
    if updates.is_empty() {
        model.say("there is no update for this one");
        return Vec::new();
    }
    for update in &updates {
        if let Err(refusal) = ready(update) {
            let key = &update.key;
            model.say(match update.in_the_way() {
                None => {
                    format!("{key}: a conflict; Enter merges it, m keeps yours, t takes theirs")
                }
                Some(_) => refusal.to_string(),
            });
            return Vec::new();
        }
        let below = format!("{}/", update.folder);
        if model.unsaved().iter().any(|path| path.starts_with(&below)) {
            model.say(format!("{} is not saved; save it first", update.key));
            return Vec::new();
        }
    }
    let mut lines = Vec::new();
    for update in &updates {
        lines.push(Line::of(&update.key, Ink::Strong));
        lines.extend(update.changes.iter().map(|(path, change)| {
            let word = match change {
                crate::exchange::update::Change::Kept => "stays yours",
                change => change.word(),
            };
            Line::of(&format!("  {word:<12}"), Ink::Dim).with(path, Ink::Text)
        }));
        let (mentions, hidden) = update.brings();
        let told = mentions.iter().map(Fact::sentence);
        let told = told.chain(hidden.iter().map(HiddenAt::sentence));
        let mut told: Vec<String> = told.collect();
        let more = told.len().saturating_sub(MOST_TOLD);
        told.truncate(MOST_TOLD);
        if more > 0 {
            told.push(format!("and {more} more; Enter on a file shows its text"));
        }
        let told = told.iter();
        lines.extend(told.map(|told| Line::of(&format!("  {told}"), Ink::Warning).hanging(4)));
        // Somebody decided for it, and is told what it comes to.
        if let Some(doubt) = model.profile().and_then(|profile| update.doubt(profile)) {
            lines.push(Line::of(&format!("  {doubt}"), Ink::Error).hanging(2));
        }
        let own = model.write_area().and_then(|area| area.path.as_ref());
        let what = match own == Some(&update.area) {
            _ if is_outside(model, &update.area) => {
                "  lies outside the project: every project sees it.".to_owned()
            }
            true => continue,
            false => {
                let area = model.short_path(&update.area);
                format!("  lies in {area}/, which is not the write area.")
            }
        };
        lines.push(Line::of(&what, Ink::Warning).hanging(2));
    }
    let key = keymap::named(model, "skill.undo");
    let what = format!("What is there now goes to the trash; {key} brings it back.");
    lines.push(Line::of(&what, Ink::Dim));
    let title = match updates.as_slice() {
        [one] => format!("Update {}?", one.key),
        several => format!("Update {} skills?", several.len()),
    };
    look.ask = Some(question(&title, lines, "update"));
    Vec::new()
}

/// Orders it.
pub fn confirmed(model: &mut Model, look: &mut Look) -> Vec<Effect> {
    let updates = chosen(look);
    mode::build(model);
    look.busy = true;
    vec![Effect::Exchange(order(model, Errand::Update(updates)))]
}
