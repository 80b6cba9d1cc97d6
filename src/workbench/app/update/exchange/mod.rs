//! Skills from and to elsewhere: the dialogs, their keys, and what comes back.

pub mod install;
pub mod look;
pub mod send;
pub mod update;

use super::dialog::type_into;
use super::mode;
use crate::exchange::Progress;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::exchange::look::{Fetch, Look, Subject};
use crate::workbench::app::exchange::{Errand, News, locked, order};
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::model::{Arrival, Awaited, Model};
use crate::workbench::edit::Field;

/// Asks where to look.
pub fn ask_import(model: &mut Model) -> Vec<Effect> {
    model.open(Dialog::Fetch(Fetch {
        source: Some(Field::default()),
        problem: None,
        under_way: None,
    }));
    Vec::new()
}

/// A key for the dialog that asks, or waits.
pub fn fetch_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let now = model.now;
    let back = chord.code == Code::Esc || (chord.ctrl && chord.code == Code::Char('c'));
    let Some(Dialog::Fetch(fetch)) = &mut model.dialog else {
        return Vec::new();
    };
    if back && fetch.under_way.take().is_some() {
        // An answer that comes all the same is one to another question.
        model.exchange.generation += 1;
        if fetch.source.is_none() {
            model.dialog = None;
        }
        model.say("cancelled; nothing was written");
        return vec![Effect::Cancel];
    }
    if back {
        model.dialog = None;
        return Vec::new();
    }
    let (Some(field), None) = (&mut fetch.source, &fetch.under_way) else {
        return Vec::new();
    };
    if chord.code != Code::Enter {
        type_into(field, &model.keymap, chord, now);
        fetch.problem = None;
        return Vec::new();
    }
    let source = field.text().trim().to_owned();
    if source.is_empty() {
        fetch.problem = Some("type where the skills are".to_owned());
        return Vec::new();
    }
    fetch.problem = None;
    fetch.under_way = Some(Progress::default());
    vec![Effect::Exchange(order(model, Errand::Look(source)))]
}

/// Something came back.
pub fn heard(model: &mut Model, generation: u64, news: News) -> Vec<Effect> {
    if let News::Verified(host, found) = news {
        if host == model.host {
            locked::heard(model, found);
        }
        return Vec::new();
    }
    if generation != model.exchange.generation {
        return Vec::new();
    }
    match news {
        News::Progress(progress) => {
            if let Some(Dialog::Fetch(fetch)) = &mut model.dialog {
                fetch.under_way = Some(progress);
            }
        }
        News::Looked(Ok(looked)) => {
            if let Some(Dialog::Fetch(_)) = model.dialog {
                show(model, Subject::Source(looked));
            }
        }
        News::Looked(Err(why)) => not_fetched(model, why),
        News::Verified(..) => {}
        News::Found(Ok(found)) => update::found(model, found),
        News::Overtaken(why) => return update::overtaken(model, why),
        News::Found(Err(why)) => not_fetched(model, why),
        News::Packed(Ok(packs)) => send::packed(model, packs),
        News::Places(Ok(places)) => send::places(model, places),
        News::Packed(Err(why)) | News::Places(Err(why)) => not_fetched(model, why),
        News::There => send::there(model),
        News::Wrote(what) => {
            if let Some(Dialog::Look(_)) = model.dialog {
                model.dialog = None;
            }
            model.say(what);
        }
        News::Copied(what) => {
            if let Some(Dialog::Look(_)) = model.dialog {
                model.dialog = None;
            }
            model.say_done(what);
        }
        News::Done { what, path } => {
            if let Some(Dialog::Look(look)) = model.dialog.take_if(|d| matches!(d, Dialog::Look(_)))
            {
                update::done(model, &look);
            }
            mode::build(model);
            model.say_done(what);
            let (then, since) = (Arrival::Select, model.now);
            model.awaited = Some(Awaited { path, then, since });
        }
        News::Refused(why) => {
            if let Some(Dialog::Look(look)) = &mut model.dialog {
                look.busy = false;
                if let Some(path) = &mut look.path {
                    path.problem = Some(why);
                    return Vec::new();
                }
            }
            model.complain(why);
        }
    }
    Vec::new()
}

/// Orders something whose answer is a screen, and waits for it.
fn wait(model: &mut Model, errand: Errand) -> Vec<Effect> {
    model.open(Dialog::Fetch(Fetch {
        source: None,
        problem: None,
        under_way: Some(Progress::default()),
    }));
    vec![Effect::Exchange(order(model, errand))]
}

fn show(model: &mut Model, subject: Subject) {
    let look = Dialog::Look(Box::new(Look::new(subject)));
    match model.dialog {
        // It is the same screen, looked at again: what was said of that is news.
        Some(Dialog::Look(_)) => model.dialog = Some(look),
        _ => model.open(look),
    }
}

/// The question stays, with the reason below it.
fn not_fetched(model: &mut Model, why: String) {
    match &mut model.dialog {
        Some(Dialog::Fetch(fetch)) if fetch.source.is_some() => {
            fetch.under_way = None;
            fetch.problem = Some(why);
        }
        Some(Dialog::Fetch(_)) => {
            model.dialog = None;
            model.complain(why);
        }
        _ => {}
    }
}
