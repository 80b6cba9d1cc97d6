//! Bringing installed skills up to date: asking their sources, deciding about conflicts, the order.

use std::sync::Arc;

use super::look::question;
use super::{show, wait};
use crate::exchange::facts::{Fact, HiddenAt};
use crate::exchange::status::AtSource;
use crate::exchange::update::{Update, ready};
use crate::skill::bytes::decode;
use crate::skill::merge::{Merge, Side};
use crate::workbench::app::board::Board;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::exchange::look::{Look, Subject, Target};
use crate::workbench::app::exchange::{Errand, Found, locked, order};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::key::Chord;
use crate::workbench::app::keymap;
use crate::workbench::app::merging::Merging;
use crate::workbench::app::model::Model;
use crate::workbench::app::update::mode;
use crate::workbench::app::update::outside::is_outside;
use crate::workbench::app::update::weigh::{self, Step, UNDECIDED};

/// Shows each file of each installed skill, and how it stands to what was installed.
pub fn verify(model: &mut Model) -> Vec<Effect> {
    let board: Board = locked::board(model);
    model.dialog = Some(Dialog::Board(board));
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
    if !matches!(model.dialog, Some(Dialog::Fetch(_))) {
        return;
    }
    for item in &found.items {
        if let Some(source) = AtSource::of(&item.status) {
            let place = (found.host.clone(), item.status.folder.clone());
            let known = &mut model.exchange.locked.upstream;
            known.insert(place, source);
        }
    }
    model.exchange.locked.revision += 1;
    let updates = found.items.iter().map(|item| item.update.clone());
    let updates: Vec<Option<Update>> = updates.collect();
    show(model, Subject::Updates(found, updates));
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
    if let (Side::Theirs, Some(what)) = (side, update.obstacles.get(&path)) {
        model.say(format!(
            "{what} stands where the source has {path}; move it away first"
        ));
        return;
    }
    update.resolve(&path, bytes);
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
pub fn merge(look: &mut Look) -> bool {
    let Some((path, update)) = selected(look) else {
        return false;
    };
    if !update.conflicts.contains(&path) || update.obstacles.contains_key(&path) {
        return false;
    }
    let text = |file: Option<&crate::library::write::NewFile>| -> Option<String> {
        let decoded = decode(&file?.bytes);
        (decoded.exact() && !decoded.text.contains('\0')).then_some(decoded.text)
    };
    let sides = &update.sides;
    let base = text(sides.base.get(&path)).unwrap_or_default();
    let both = (text(sides.ours.get(&path)), text(sides.theirs.get(&path)));
    let (Some(ours), Some(theirs)) = both else {
        return false;
    };
    let merging = Merging::new(Merge::new(&base, &ours, &theirs));
    look.merging = Some((path, Box::new(merging)));
    true
}

/// A key for the merge.
pub fn merging_key(model: &mut Model, look: &mut Look, chord: Chord) {
    let (now, size) = (model.now, model.size);
    let Some((path, merging)) = &mut look.merging else {
        return;
    };
    match weigh::merging_key(merging, &model.keymap, chord, now, size) {
        Step::Stays => {}
        Step::Back => look.merging = None,
        Step::Applies => {
            let Ok(text) = merging.merge.resolve(&merging.choices) else {
                if let Some(next) = merging.open() {
                    merging.go(next);
                }
                model.say(UNDECIDED);
                return;
            };
            let path = path.clone();
            look.merging = None;
            if let Some((_, update)) = selected(look) {
                update.resolve(&path, Some(Arc::from(text.into_bytes())));
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
