//! What happens with each message, split by what it is about.

pub mod board;
pub mod complete;
pub mod copy;
pub mod dialog;
pub mod disk;
pub mod editor;
pub mod exchange;
pub mod files;
pub mod find;
pub mod jump;
pub mod list;
pub mod matrix;
pub mod mode;
pub mod mouse;
pub mod naming;
pub mod outside;
pub mod overlay;
pub mod panes;
pub mod pointer;
pub mod preview;
pub mod quit;
pub mod save;
pub mod shelf;
pub mod skills;
pub mod split;
pub mod weigh;

use std::time::Duration;

use super::commands::{Action, Command};
use super::effect::Effect;
use super::key::{Chord, Code};
use super::keymap;
use super::layout::Pane;
use super::matrix as table;
use super::message::Message;
use super::model::Model;
use super::project;
use super::work;

/// Letters this soon after leaving a text were meant for the text.
const STRAY: Duration = Duration::from_millis(333);

/// Takes one message in. What is to be drawn is brought up to date by [`super::settle`].
pub fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let unseen = model.layout().too_small;
    let mut effects = match message {
        Message::Key(chord, now) if unseen => {
            model.now = now;
            quit::unseen(model, chord)
        }
        Message::Paste(_) | Message::Mouse(_) | Message::PressedAgain(..) if unseen => Vec::new(),
        Message::Key(chord, now) => key(model, chord, now),
        Message::Paste(text) => paste(model, &text),
        Message::Mouse(event) => {
            model.clicks = 1;
            mouse::update(model, event)
        }
        Message::PressedAgain(event, clicks) => {
            model.clicks = clicks;
            mouse::update(model, event)
        }
        Message::Resize(width, height) => {
            model.size = (width, height);
            let rows = list::height(model);
            model.list.keep_visible(rows);
            matrix::keep_visible(model);
            Vec::new()
        }
        Message::Disk(news) => disk::update(model, news),
        Message::Compared {
            generation,
            difference,
        } => {
            preview::compared(model, generation, difference);
            Vec::new()
        }
        Message::Checked {
            generation,
            files,
            shadowing,
        } => {
            project::checked(model, generation, files, shadowing);
            Vec::new()
        }
        Message::Edited {
            path,
            program,
            result,
        } => {
            editor::edited(model, &path, &program, result);
            Vec::new()
        }
        Message::Matrix { generation, matrix } => {
            table::answered(model, generation, matrix);
            matrix::keep_visible(model);
            Vec::new()
        }
        Message::MatrixProgress {
            generation,
            done,
            of,
        } => {
            table::progress(model, generation, done, of);
            Vec::new()
        }
        Message::Progress { work, done, of } => {
            work::progress(model, work, done, of);
            Vec::new()
        }
        Message::Weighed {
            generation,
            weighed,
        } => {
            weigh::answered(model, generation, weighed);
            Vec::new()
        }
        Message::Exchange { generation, news } => exchange::heard(model, generation, news),
        Message::Counted { generation, counts } => {
            preview::counted(model, generation, counts);
            Vec::new()
        }
    };
    effects.extend(list::follow(model));
    find::leave(model);
    outside::ask_first(model, effects)
}

fn key(model: &mut Model, chord: Chord, now: Duration) -> Vec<Effect> {
    // Before the first key nobody was typing.
    let gap = match model.now {
        Duration::ZERO => Duration::MAX,
        last => now.saturating_sub(last),
    };
    model.now = now;
    model.notices.retain(|notice| notice.error);
    model.list.missed = None;
    model.pressed = model.again.take();
    let was_typing = model.typing();
    let before = complete::before(model);
    let effects = if let (Some(typed), true) = (chord.typed(), model.types_ahead()) {
        model.ahead.push(typed);
        Vec::new()
    } else if chord.code == Code::Esc && model.overlaid() && model.dismiss() {
        // It came later than what lies over the panes, and is on top.
        Vec::new()
    } else if model.dialog.is_some() && !weigh::waits(model, gap) {
        dialog::key(model, chord)
    } else if model.list.filtering && list::filter_key(model, chord) {
        Vec::new()
    } else {
        pane_key(model, chord)
    };
    complete::follow(model, chord, &before);
    if was_typing && !model.typing() {
        model.left_text = Some(now);
    }
    effects
}

fn pane_key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let typing = model.typing();
    if let Some(left) = model.left_text {
        if !typing && chord.typed().is_some() && model.now.saturating_sub(left) < STRAY {
            return Vec::new();
        }
        model.left_text = None;
    }
    match keymap::lookup(model, chord) {
        Some(Ok(command)) => run(model, command),
        Some(Err(why)) => {
            model.say(why);
            Vec::new()
        }
        None if model.finding() => {
            find::key(model, chord);
            Vec::new()
        }
        None => match chord.typed() {
            Some(c) if typing => editor::insert(model, c.to_string()),
            Some(_) if model.prefs.focus == Pane::Editor => {
                editor::say_read_only(model);
                Vec::new()
            }
            _ => Vec::new(),
        },
    }
}

/// Runs a command, when it can be.
pub fn run(model: &mut Model, command: &Command) -> Vec<Effect> {
    if let Err(why) = (command.when)(model) {
        model.say(why);
        return Vec::new();
    }
    match &command.action {
        Action::Run(call) => call(model),
        Action::Edit(edit) => editor::apply(model, edit.clone()),
    }
}

fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notices.retain(|notice| notice.error);
    if model.dialog.is_some() && !weigh::waits(model, Duration::ZERO) {
        dialog::paste(model, text);
        Vec::new()
    } else if model.list.filtering {
        list::filter_paste(model, text);
        Vec::new()
    } else if model.finding() {
        find::paste(model, text);
        Vec::new()
    } else if model.typing() {
        editor::insert_pasted(model, text.to_owned())
    } else {
        editor::say_read_only(model);
        Vec::new()
    }
}
