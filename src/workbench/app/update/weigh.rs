//! Which text of a file stays: keys of the dialog, and what follows.

use std::sync::Arc;
use std::time::Duration;

use super::dialog::text_command;
use super::{disk, files, jump, list, mode, overlay, save};
use crate::skill::bytes::{Encoding, decode};
use crate::skill::merge::{Choice, Side};
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::keymap::{self, Keymap};
use crate::workbench::app::layout::Area;
use crate::workbench::app::merging::{MergeStand, Merging, OUTCOME};
use crate::workbench::app::message::{Mouse, MouseKind};
use crate::workbench::app::model::Model;
use crate::workbench::app::recovery::{self, Offer, Recovering};
use crate::workbench::app::stand::Asked;
use crate::workbench::app::text::Text;
use crate::workbench::app::weigh::{Answer, Subject, View, Weigh, Weighed, Weighing};
use crate::workbench::edit::{Command as Edit, Editor, Viewport};

/// Whoever presses keys faster than this is typing, and has not read what came up meanwhile.
const PAUSE: Duration = Duration::from_millis(500);
/// Rows the wheel scrolls by.
const WHEEL: usize = 3;

/// Opens the dialog, and has the texts compared.
pub fn open(model: &mut Model, subject: Subject) -> Vec<Effect> {
    // A key asked for it, the dialog before took them, or there was none yet.
    let asked = matches!(subject, Subject::Outside { saving: true, .. });
    let before = matches!(&model.dialog, Some(Dialog::Weigh(before)) if before.armed);
    let quiet = model.now == Duration::ZERO;
    let armed = asked || before || quiet;
    let weigh = Weigh {
        ours: ours(model, &subject),
        subject,
        view: View::Question,
        at: 0,
        armed,
        generation: 0,
        weighed: None,
    };
    ask(model, weigh)
}

/// The text of the person, as it is now.
fn ours(model: &Model, subject: &Subject) -> Arc<str> {
    match subject {
        Subject::Left(offer, _) => offer.kept.unsaved.text.clone(),
        Subject::Outside { path, .. } => model
            .texts
            .get(path)
            .map_or_else(|| Arc::from(""), |text| text.editor.shared_text()),
    }
}

fn ask(model: &mut Model, mut weigh: Weigh) -> Vec<Effect> {
    let text = |bytes: Option<&Arc<[u8]>>| {
        bytes.map_or_else(String::new, |bytes| decode(bytes).text.to_string())
    };
    let (base, theirs) = match &weigh.subject {
        Subject::Left(offer, _) => (offer.kept.unsaved.base.as_ref(), offer.now.as_ref()),
        Subject::Outside { path, theirs, .. } => {
            let base = model.texts.get(path).and_then(|text| text.base.as_ref());
            (base, theirs.as_ref())
        }
    };
    model.weighings += 1;
    let weighing = Weighing {
        generation: model.weighings,
        base: text(base),
        ours: weigh.ours.to_string(),
        theirs: text(theirs),
    };
    weigh.generation = model.weighings;
    weigh.weighed = None;
    model.open(Dialog::Weigh(Box::new(weigh)));
    vec![Effect::Weigh(Box::new(weighing))]
}

/// The texts are compared.
pub fn answered(model: &mut Model, generation: u64, weighed: Arc<Weighed>) {
    if let Some(Dialog::Weigh(weigh)) = &mut model.dialog
        && weigh.generation == generation
    {
        weigh.weighed = Some(weighed);
    }
}

/// True while keys still go where they went before the dialog came up by itself: whoever is typing
/// has not seen it yet. `gap` is the time since the key before.
pub fn waits(model: &mut Model, gap: Duration) -> bool {
    match &mut model.dialog {
        Some(Dialog::Weigh(weigh)) if !weigh.armed => {
            weigh.armed = gap >= PAUSE;
            !weigh.armed
        }
        _ => false,
    }
}

/// Pasted text is only wanted where an outcome is written by hand.
pub fn paste(model: &mut Model, text: &str) {
    let now = model.now;
    if let Some(Dialog::Weigh(weigh)) = &mut model.dialog
        && let View::Merge(merging) = &mut weigh.view
        && let Some(editor) = &mut merging.editing
    {
        editor.apply(Edit::Paste(text.to_owned()), now);
    }
}

/// The mouse over the dialog: its answers, its changes, the wheel.
pub fn mouse(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let screen = model.layout().screen;
    let (press, wheel) = match mouse.kind {
        MouseKind::Press => (true, None),
        MouseKind::WheelUp => (false, Some(Code::Up)),
        MouseKind::WheelDown => (false, Some(Code::Down)),
        MouseKind::Drag => return Vec::new(),
    };
    let Some(Dialog::Weigh(weigh)) = &mut model.dialog else {
        return Vec::new();
    };
    if !weigh.armed {
        // It came up under the pointer; from now on it was seen.
        weigh.armed = press;
        return Vec::new();
    }
    let chord = match &mut weigh.view {
        View::Difference(_) => wheel.map(Chord::plain),
        View::Merge(merging) => {
            let pressed = merging_mouse(merging, screen, mouse);
            return pressed.map_or_else(Vec::new, |chord| self::key(model, chord));
        }
        View::Question | View::Sure if press => answer_at(model, mouse),
        View::Question | View::Sure => None,
    };
    let times = if press { 1 } else { WHEEL };
    let chords = std::iter::repeat_n(chord, times).flatten();
    chords.flat_map(|chord| key(model, chord)).collect()
}

/// The mouse over a merge: a click selects a change, the wheel scrolls; of a hint it is the key.
pub fn merging_mouse(merging: &mut Merging, screen: Area, mouse: Mouse) -> Option<Chord> {
    let stand = MergeStand::new(merging, screen);
    match (mouse.kind, stand.change_at(mouse.x, mouse.y)) {
        (MouseKind::Press, _) if merging.editing.is_some() => {}
        (MouseKind::Press, Some(change)) => merging.go(change),
        (MouseKind::Press, None) => return stand.key_at(mouse.x, mouse.y),
        (MouseKind::WheelUp, _) => merging.scroll = merging.scroll.saturating_sub(WHEEL),
        (MouseKind::WheelDown, _) => merging.scroll += WHEEL,
        (MouseKind::Drag, _) => {}
    }
    None
}

/// The letter of the answer under the pointer.
fn answer_at(model: &Model, mouse: Mouse) -> Option<Chord> {
    let Some(Dialog::Weigh(weigh)) = &model.dialog else {
        return None;
    };
    let ask = weigh.question(model);
    let at = Asked::new(&ask, model.layout().screen).answer_at(mouse.x, mouse.y)?;
    let (letter, ..) = ask.answers.get(at)?;
    Some(Chord::plain(Code::Char(*letter)))
}

/// A key for the dialog.
pub fn key(model: &mut Model, chord: Chord) -> Vec<Effect> {
    let Some(Dialog::Weigh(mut weigh)) = model.dialog.take() else {
        return Vec::new();
    };
    // Typed into while it waited: what is compared must be what there is.
    let ours = ours(model, &weigh.subject);
    if ours != weigh.ours {
        weigh.ours = ours;
        let effects = ask(model, *weigh);
        return effects.into_iter().chain(key(model, chord)).collect();
    }
    if chord.ctrl && chord.code == Code::Char('s') && weigh.asks() && weigh.outside().is_some() {
        model.dialog = Some(Dialog::Weigh(weigh));
        return save::save(model);
    }
    let back = chord.code == Code::Esc || (chord.ctrl && chord.code == Code::Char('c'));
    let screen = model.layout().screen;
    match &mut weigh.view {
        View::Question if back => later(model, &weigh),
        View::Question | View::Sure => question_key(model, weigh, chord, back),
        View::Difference(scroll) => {
            let from = *scroll;
            let height = usize::from(Weigh::area(screen).height)
                .saturating_sub(2)
                .max(1);
            match scrolled(from, chord, height.saturating_sub(1).max(1)) {
                Some(to) => {
                    let last = weigh.rows(screen).len().saturating_sub(height);
                    weigh.view = View::Difference(to.min(last));
                }
                None if back || matches!(chord.code, Code::Enter | Code::Char('q' | 'd')) => {
                    weigh.view = View::Question;
                }
                None => {}
            }
            stay(model, weigh)
        }
        View::Merge(_) => merge_key(model, weigh, chord),
    }
}

fn stay(model: &mut Model, weigh: Box<Weigh>) -> Vec<Effect> {
    model.dialog = Some(Dialog::Weigh(weigh));
    Vec::new()
}

/// Where a key scrolls to.
fn scrolled(from: usize, chord: Chord, page: usize) -> Option<usize> {
    Some(match chord.code {
        Code::Down | Code::Char('j') => from + 1,
        Code::Up | Code::Char('k') => from.saturating_sub(1),
        Code::PageDown | Code::Char(' ') => from + page,
        Code::PageUp => from.saturating_sub(page),
        Code::Home | Code::Char('g') => 0,
        Code::End | Code::Char('G') => usize::MAX,
        _ => return None,
    })
}

fn question_key(model: &mut Model, mut weigh: Box<Weigh>, chord: Chord, back: bool) -> Vec<Effect> {
    let answers = weigh.answers();
    let last = answers.len() - 1;
    let sure = matches!(weigh.view, View::Sure);
    let chosen = match chord.code {
        _ if back => Some(Answer::Later),
        Code::Down | Code::Up => {
            let asked = Asked::new(&weigh.question(model), model.layout().screen);
            weigh.at = asked.beyond(weigh.at, chord.code == Code::Down);
            None
        }
        Code::Left => {
            weigh.at = weigh.at.saturating_sub(1);
            None
        }
        Code::Tab if chord.shift => {
            weigh.at = weigh.at.saturating_sub(1);
            None
        }
        Code::Right | Code::Tab => {
            weigh.at = (weigh.at + 1).min(last);
            None
        }
        Code::Enter => answers.get(weigh.at).map(|(.., answer)| *answer),
        _ => {
            let typed = chord.typed();
            let known = answers.iter().find(|(key, ..)| Some(*key) == typed);
            known.map(|(.., answer)| *answer)
        }
    };
    match chosen {
        None => stay(model, weigh),
        Some(Answer::Later) if sure => {
            weigh.view = View::Question;
            weigh.at = 0;
            stay(model, weigh)
        }
        Some(answer) => take(model, weigh, answer, sure),
    }
}

fn take(model: &mut Model, mut weigh: Box<Weigh>, answer: Answer, sure: bool) -> Vec<Effect> {
    match (answer, &weigh.subject) {
        (Answer::Later, _) => later(model, &weigh),
        (Answer::Difference, _) => {
            weigh.view = View::Difference(0);
            stay(model, weigh)
        }
        (Answer::Merge, _) => begin_merge(model, weigh),
        (Answer::Elsewhere, _) => {
            let path = weigh.path().to_owned();
            files::ask_elsewhere(model, &path)
        }
        (Answer::Copy, _) => {
            let text = weigh.ours.to_string();
            model.clipboard.clone_from(&text);
            model.say("copied the text; it is still not saved");
            model.dialog = Some(Dialog::Weigh(weigh));
            vec![Effect::Copy(text)]
        }
        (Answer::ThrowAway, Subject::Outside { path, .. }) if sure => {
            save::accept_theirs(model, path, None);
            Vec::new()
        }
        (Answer::ThrowAway, Subject::Left(offer, _)) if sure => {
            vec![Effect::Recovery(Recovering::Discard(offer.kept.id.clone()))]
        }
        (Answer::ThrowAway, _) => {
            weigh.view = View::Sure;
            weigh.at = 1;
            stay(model, weigh)
        }
        (Answer::Mine, Subject::Left(offer, _)) => {
            let offer = offer.as_ref().clone();
            take_back(model, offer)
        }
        (
            Answer::Mine,
            Subject::Outside {
                path,
                theirs,
                saving: true,
                ..
            },
        ) => save::keep_mine(model, path, theirs.clone()),
        (Answer::Mine, Subject::Outside { path, theirs, .. }) => {
            if let Some(text) = model.texts.get_mut(path) {
                text.agree(theirs.clone());
            }
            let key = keymap::named(model, "file.save");
            model.say(format!("your text stays; {key} writes it over theirs"));
            disk::compare_with_disk(model, path)
        }
        (Answer::Theirs, Subject::Outside { path, theirs, .. }) => {
            save::accept_theirs(model, path, theirs.clone());
            disk::compare_with_disk(model, path)
        }
        (Answer::Theirs, Subject::Left(..)) => stay(model, weigh),
    }
}

fn later(model: &mut Model, weigh: &Weigh) -> Vec<Effect> {
    match &weigh.subject {
        Subject::Left(offer, _) => {
            recovery::put_off(model, offer.as_ref().clone());
            let key = keymap::named(model, "recovery.show");
            model.say(format!(
                "it is kept; {key} asks again, and so does the next start"
            ));
        }
        Subject::Outside { .. } => {
            let key = keymap::named(model, "file.save");
            model.say(format!("your text is kept in the editor; {key} asks again"));
        }
    }
    Vec::new()
}

/// Opens a text that was left behind as what it was: unsaved.
fn take_back(model: &mut Model, offer: Offer) -> Vec<Effect> {
    mode::build(model);
    let unsaved = offer.kept.unsaved.clone();
    let path = unsaved.path.clone();
    let mut effects = vec![Effect::Recovery(Recovering::Take(Box::new(offer.kept)))];
    let now = model.now;
    let held = model.texts.get(&path).is_some_and(Text::unsaved);
    match model.texts.get_mut(&path) {
        Some(text) => text.take_back(&unsaved, now),
        None => {
            let title = title_of(model, &path);
            let text = Text::left(&unsaved, &title, now);
            model.texts.insert(path.clone(), text);
        }
    }
    // Only the host it was written for can have it saved, unless this one can, too.
    let known = unsaved.host != model.host && model.profiles.get(&unsaved.host).is_some();
    if known && list::misplaced(model, &path).is_some() {
        // Who looks now is for this look: what was chosen for the project stays.
        overlay::choose_host(model, unsaved.host.clone());
    }
    let denied = list::read_only(model, &path);
    let host = Some(unsaved.host).filter(|host| known && *host != model.host);
    if let Some(text) = model.texts.get_mut(&path) {
        text.host = host;
        text.permit(denied);
    }
    effects.extend(jump::go_to(model, &path, None, &[]));
    effects.extend(disk::compare_with_disk(model, &path));
    let key = keymap::named(model, "text.undo");
    let does = match held {
        true => "brings back the unsaved text that was in the editor",
        false => "shows what it began with",
    };
    model.say(format!("your text is back, not saved yet; {key} {does}"));
    effects
}

/// The name on top of a text that was left behind: its skill.
pub fn title_of(model: &Model, path: &str) -> String {
    let folder = || path.rsplit('/').nth(1).unwrap_or_default().to_owned();
    jump::name_of(model, path).unwrap_or_else(folder)
}

fn begin_merge(model: &mut Model, mut weigh: Box<Weigh>) -> Vec<Effect> {
    let exact = match &weigh.subject {
        Subject::Outside {
            theirs: Some(theirs),
            ..
        } => matches!(decode(theirs).encoding, Encoding::Utf8),
        _ => false,
    };
    match &weigh.weighed {
        _ if !exact => model.say("the file is not UTF-8 now: it cannot be merged by lines"),
        None => model.say("still comparing; try again in a moment"),
        Some(weighed) => {
            let merging = Merging::new(weighed.merge.clone());
            weigh.view = View::Merge(Box::new(merging));
        }
    }
    stay(model, weigh)
}

/// What a letter makes of the selected hunk.
const CHOICES: &[(char, Choice)] = &[
    ('m', Choice::Take(Side::Ours)),
    ('t', Choice::Take(Side::Theirs)),
    ('b', Choice::OursThenTheirs),
    ('B', Choice::TheirsThenOurs),
    ('o', Choice::Take(Side::Base)),
];

fn merge_key(model: &mut Model, mut weigh: Box<Weigh>, chord: Chord) -> Vec<Effect> {
    let (now, size) = (model.now, model.size);
    let View::Merge(merging) = &mut weigh.view else {
        return stay(model, weigh);
    };
    match merging_key(merging, &model.keymap, chord, now, size) {
        Step::Stays => stay(model, weigh),
        Step::Back => {
            weigh.view = View::Question;
            weigh.at = 0;
            stay(model, weigh)
        }
        Step::Applies => apply(model, weigh),
    }
}

/// What a key does to a merge as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It goes on.
    Stays,
    /// It is left.
    Back,
    /// It is to be done.
    Applies,
}

/// What is said when something is not decided.
pub const UNDECIDED: &str = "this one is not decided yet: m mine, t theirs, b both, e write it";

/// A key for a merge, on a screen of this size.
pub fn merging_key(
    merging: &mut Merging,
    keymap: &Keymap,
    chord: Chord,
    now: Duration,
    size: (u16, u16),
) -> Step {
    let back = chord.code == Code::Esc || (chord.ctrl && chord.code == Code::Char('c'));
    if merging.editing.is_some() {
        type_outcome(merging, keymap, chord, back, now);
        return Step::Stays;
    }
    let page = usize::from(size.1).saturating_sub(6).max(1);
    match chord.code {
        _ if back => return Step::Back,
        Code::Enter => return Step::Applies,
        Code::Down | Code::Char('n' | 'j') | Code::Tab if !chord.shift => {
            merging.go(merging.at + 1);
        }
        Code::Up | Code::Char('p' | 'k') | Code::Tab => merging.go(merging.at.saturating_sub(1)),
        Code::PageDown => merging.scroll += page,
        Code::PageUp => merging.scroll = merging.scroll.saturating_sub(page),
        Code::Char('e') => {
            let mut editor = Editor::new(merging.outcome());
            editor.set_viewport(Viewport {
                width: usize::from(size.0).saturating_sub(8),
                height: OUTCOME,
                wrap: true,
                white_space: false,
            });
            merging.editing = Some(editor);
        }
        _ => {
            let typed = chord.typed();
            let known = CHOICES.iter().find(|(key, _)| Some(*key) == typed);
            if let Some((_, choice)) = known {
                merging.choose(choice.clone());
                if let Some(next) = merging.open() {
                    merging.go(next);
                }
            }
        }
    }
    Step::Stays
}

fn type_outcome(merging: &mut Merging, keymap: &Keymap, chord: Chord, back: bool, now: Duration) {
    let done = back || (chord.ctrl && chord.code == Code::Char('s'));
    if done {
        if let Some(editor) = merging.editing.take() {
            merging.write(editor.text().to_owned());
        }
        return;
    }
    let Some(editor) = &mut merging.editing else {
        return;
    };
    let command = match chord.typed() {
        Some(c) => Some(Edit::Insert(c.to_string())),
        None => text_command(keymap, chord),
    };
    if let Some(command) = command {
        editor.apply(command, now);
    }
}

/// Puts the merged text into the editor, as one step.
fn apply(model: &mut Model, mut weigh: Box<Weigh>) -> Vec<Effect> {
    let View::Merge(merging) = &mut weigh.view else {
        return stay(model, weigh);
    };
    let Ok(merged) = merging.merge.resolve(&merging.choices) else {
        if let Some(next) = merging.open() {
            merging.go(next);
        }
        model.say(UNDECIDED);
        return stay(model, weigh);
    };
    let Subject::Outside { path, theirs, .. } = &weigh.subject else {
        return stay(model, weigh);
    };
    let now = model.now;
    if let Some(text) = model.texts.get_mut(path) {
        text.agree(theirs.clone());
        text.put(&merged, now);
        if theirs.as_deref() == Some(text.editor.text().as_bytes()) {
            text.editor.mark_saved();
        }
    }
    let [save, undo] = ["file.save", "text.undo"].map(|id| keymap::named(model, id));
    model.say(format!(
        "merged; {save} writes it, {undo} brings your text back"
    ));
    disk::compare_with_disk(model, path)
}
