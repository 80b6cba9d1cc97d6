//! Keys and the mouse on the screen about what lies elsewhere.

use super::{install, send, update};
use crate::library::write::NewFile;
use crate::skill::merge::Side;
use crate::workbench::app::board::Board;
use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::exchange::look::{Look, Subject, Target};
use crate::workbench::app::exchange::page::Page;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::layout::Area;
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::app::stand::{Asked, inside};
use crate::workbench::app::update::dialog::choose;
use crate::workbench::app::update::weigh::merging_mouse;

/// Rows the wheel scrolls by.
const WHEEL: usize = 3;

/// A key for the screen.
pub fn key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let Some(Dialog::Look(mut look)) = model.dialog.take() else {
        return Vec::new();
    };
    let back = chord.code == Code::Esc || (chord.ctrl && chord.code == Code::Char('c'));
    let effects = if look.busy {
        Vec::new()
    } else if look.path.is_some() && look.ask.is_none() {
        send::path_key(model, &mut look, chord, back)
    } else if look.merging.is_some() {
        update::merging_key(model, &mut look, chord);
        Vec::new()
    } else if let Some(ask) = &mut look.ask {
        match (back, choose(ask, chord)) {
            (true, _) | (_, Some(Answer::Cancel)) => {
                look.ask = None;
                Vec::new()
            }
            (_, Some(Answer::Go)) => {
                look.ask = None;
                go(model, &mut look)
            }
            _ => Vec::new(),
        }
    } else if look.page.is_some() {
        let inner = inside(look.places(model.size).frame);
        let closes = matches!(chord.code, Code::Enter | Code::Left | Code::Char('q' | 'h'));
        let page = look.page.as_mut();
        if !page.is_some_and(|page| page.key(chord, inner)) && (back || closes) {
            look.page = None;
        }
        Vec::new()
    } else if back && look.inside {
        look.inside = false;
        Vec::new()
    } else if back || chord.code == Code::Char('q') {
        return Vec::new();
    } else {
        command(model, &mut look, chord)
    };
    model.dialog = Some(Dialog::Look(look));
    effects
}

fn command(model: &mut Model, look: &mut Look, chord: Chord) -> Vec<Effect> {
    let places = look.places(model.size);
    let side = if look.inside {
        places.details
    } else {
        places.things
    };
    let page = isize::try_from(side.map_or(1, |area| area.height)).unwrap_or(1);
    match chord.code {
        Code::Down | Code::Char('j') => look.step(1),
        Code::Up | Code::Char('k') => look.step(-1),
        Code::PageDown => look.step(page),
        Code::PageUp => look.step(-page),
        Code::Home | Code::Char('g') => look.step(isize::MIN),
        Code::End | Code::Char('G') => look.step(isize::MAX),
        Code::Left | Code::Char('h') => look.inside = false,
        Code::Right | Code::Char('l') if !look.inside => look.inside = true,
        Code::Tab => look.inside = !look.inside,
        Code::Enter if !look.inside => look.inside = true,
        Code::Enter | Code::Right | Code::Char('l') if update::merge(model, look) => {}
        Code::Enter | Code::Right | Code::Char('l') => open(look),
        Code::Char(' ') => mark(look),
        Code::Char('u') if matches!(look.subject, Subject::Updates(..)) => {
            return update::ask(model, look);
        }
        Code::Char('x') if matches!(look.subject, Subject::Packs(_)) => send::ask_path(model, look),
        Code::Char('X') if matches!(look.subject, Subject::Places(_)) => {
            send::ask_deploy(model, look);
        }
        Code::Char('m') if look.inside => update::decide(model, look, Side::Ours),
        Code::Char('t') if look.inside => update::decide(model, look, Side::Theirs),
        Code::Char('i') if matches!(look.subject, Subject::Source(_)) => {
            return install::ask(model, look);
        }
        _ => {}
    }
    Vec::new()
}

/// Chooses the selected thing, or takes that back.
fn mark(look: &mut Look) {
    if matches!(look.subject, Subject::Packs(_) | Subject::Places(_)) {
        return;
    }
    let Some(at) = look.thing().filter(|at| look.can_be_chosen(*at)) else {
        return;
    };
    if !look.marked.remove(&at) {
        look.marked.insert(at);
    }
    look.refresh();
}

/// Shows what the selected line leads to.
fn open(look: &mut Look) {
    let page = match (&look.subject, look.target(), look.thing()) {
        (_, Target::Nothing, _) | (_, _, None) => None,
        (Subject::Source(looked), Target::Text(file, line), Some(at)) => {
            let skill = looked.preview.skills.get(at);
            let file = skill.and_then(|skill| Some((skill, skill.files.get(file)?)));
            file.map(|(skill, file)| {
                let path = skill.called(&file.path).to_owned();
                Page::of_file(
                    &NewFile {
                        path,
                        ..file.clone()
                    },
                    line,
                )
            })
        }
        (Subject::Source(looked), Target::Difference(file), Some(at)) => {
            let met = looked.met.get(at).and_then(Option::as_ref);
            let file = met.and_then(|met| met.files.get(file));
            file.map(|(path, _, parts)| Page::new(path, parts.clone()))
        }
        (Subject::Updates(found, _), Target::Difference(file), Some(at)) => {
            let item = found.items.get(at);
            let file = item.and_then(|item| item.files.get(file));
            file.map(|file| Page::new(&file.path, file.parts.clone()))
        }
        (Subject::Packs(packs), Target::Text(file, line), Some(_)) => {
            let file = packs.parcel.files.get(file);
            file.map(|file| Page::of_file(file, line))
        }
        _ => None,
    };
    if let Some(page) = page {
        look.page = Some(page);
    }
}

/// The question was answered with yes.
fn go(model: &mut Model, look: &mut Look) -> Vec<Effect> {
    match look.subject {
        Subject::Source(_) => install::confirmed(model, look),
        Subject::Updates(..) => update::confirmed(model, look),
        Subject::Packs(_) => send::write(model, look, true),
        Subject::Places(_) => send::deploy(model, look),
    }
}

/// A question over the screen; the careful answer is chosen.
pub fn question(title: &str, lines: Vec<crate::workbench::app::ink::Line>, yes: &str) -> Ask {
    Ask {
        title: title.to_owned(),
        lines,
        answers: vec![
            ('y', yes.to_owned(), Answer::Go),
            ('c', "cancel".to_owned(), Answer::Cancel),
        ],
        at: 1,
    }
}

/// The mouse: the wheel moves, a click selects, a second one opens.
pub fn mouse(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let (size, screen) = (model.size, model.layout().screen);
    let Some(Dialog::Look(look)) = &mut model.dialog else {
        return Vec::new();
    };
    let press = mouse.kind == MouseKind::Press;
    let chord = |code| Some(Chord::plain(code));
    let (pressed, times) = if look.busy || (look.path.is_some() && look.ask.is_none()) {
        (None, 0)
    } else if let Some(ask) = &look.ask {
        let answer = Asked::new(ask, screen).answer_at(mouse.x, mouse.y);
        let letter = answer.and_then(|at| ask.answers.get(at)).filter(|_| press);
        (
            letter.and_then(|(letter, ..)| chord(Code::Char(*letter))),
            1,
        )
    } else if let Some((_, merging)) = &mut look.merging {
        (merging_mouse(merging, screen, mouse), 1)
    } else if look.page.is_some() {
        match mouse.kind {
            MouseKind::WheelDown => (chord(Code::Down), WHEEL),
            MouseKind::WheelUp => (chord(Code::Up), WHEEL),
            MouseKind::Press | MouseKind::Drag => (None, 0),
        }
    } else {
        over(look, size, mouse);
        (None, 0)
    };
    let chords = std::iter::repeat_n(pressed, times).flatten();
    chords.flat_map(|chord| key(model, chord)).collect()
}

/// The mouse over both sides.
fn over(look: &mut Look, size: (u16, u16), mouse: Mouse) {
    let places = look.places(size);
    let over = |area: Option<Area>| area.filter(|area| area.holds(mouse.x, mouse.y));
    match mouse.kind {
        MouseKind::WheelDown | MouseKind::WheelUp => {
            look.inside = over(places.details).is_some();
            let down = mouse.kind == MouseKind::WheelDown;
            look.step(if down { 1 } else { -1 });
        }
        MouseKind::Press => {
            if let Some(area) = over(places.things) {
                look.inside = false;
                if click(&mut look.things, area, mouse.y) {
                    look.inside = true;
                } else {
                    look.tell();
                }
            } else if let Some(area) = over(places.details) {
                look.inside = true;
                if click(&mut look.details, area, mouse.y) {
                    open(look);
                }
            }
        }
        MouseKind::Drag => {}
    }
}

/// Selects the line on a row; true when it was selected before.
fn click(board: &mut Board, area: Area, y: u16) -> bool {
    let before = board.at;
    board.click(area, y) && board.at == before
}
