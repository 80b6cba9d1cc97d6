//! The text: typing, pasting, problems and their fixes.

use crate::check::{Fix, apart};
use crate::skill::edit::apply as apply_edits;
use crate::workbench::app::derive;
use crate::workbench::app::dialog::{Answer, Ask, Dialog};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::{Mode, Model};
use crate::workbench::app::text::Text;
use crate::workbench::edit::Command as Edit;

use super::mode;

/// Does one thing in the text. A change allows changes first.
pub fn apply(model: &mut Model, command: Edit) -> Vec<Effect> {
    let before = model.mode;
    let now = model.now;
    let copies = command == Edit::Copy;
    let Some(text) = model.text_mut() else {
        return Vec::new();
    };
    let outcome = text.editor.apply(command, now);
    if outcome.refused {
        say_read_only(model);
        return Vec::new();
    }
    if outcome.changed && before == Mode::Browse {
        mode::build(model);
    }
    let Some(copied) = outcome.copied else {
        return Vec::new();
    };
    model.clipboard.clone_from(&copied);
    if copies {
        model.say("copied");
    }
    vec![Effect::Copy(copied)]
}

/// Types text.
pub fn insert(model: &mut Model, text: String) -> Vec<Effect> {
    apply(model, Edit::Insert(text))
}

/// Inserts what the terminal pasted, as one step.
pub fn insert_pasted(model: &mut Model, text: String) -> Vec<Effect> {
    apply(model, Edit::Paste(text))
}

/// Inserts what was copied last.
pub fn paste(model: &mut Model) -> Vec<Effect> {
    if model.clipboard.is_empty() {
        model.say("nothing was copied here; your terminal pastes with its own key");
        return Vec::new();
    }
    let text = model.clipboard.clone();
    apply(model, Edit::Paste(text))
}

/// Opens the text in the editor of the person's own.
pub fn program(model: &mut Model) -> Vec<Effect> {
    let Some(text) = model.text() else {
        return Vec::new();
    };
    vec![Effect::Program {
        path: text.path.clone(),
        name: text.file_name().to_owned(),
        text: text.editor.text().to_owned(),
    }]
}

/// Takes over what was written elsewhere, as one step.
pub fn edited(model: &mut Model, path: &str, program: &str, result: Result<String, String>) {
    let now = model.now;
    let new = match result {
        Ok(new) => new,
        Err(why) => return model.complain(why),
    };
    let Some(text) = model.texts.get_mut(path) else {
        return;
    };
    if text.editor.text() == new {
        return model.say(format!("{program} changed nothing"));
    }
    text.put(&new, now);
    mode::build(model);
    let [save, undo] = ["file.save", "text.undo"].map(|id| keymap::named(model, id));
    model.say(format!(
        "taken over from {program}; {save} saves it, {undo} takes it back"
    ));
}

/// Says why typing does nothing.
pub fn say_read_only(model: &mut Model) {
    let why = model.text().and_then(|text| text.read_only.clone());
    model.locks.doubt();
    model.say(why.unwrap_or_else(|| "nothing to type into here".to_owned()));
}

/// Puts the cursor on the next problem, going round.
pub fn next_problem(model: &mut Model) -> Vec<Effect> {
    let now = model.now;
    let Some(text) = model.text_mut() else {
        return Vec::new();
    };
    let cursor = text.editor.cursor();
    // Several may stand at one place: each is gone to.
    let last = text.visited.filter(|(_, stood)| *stood == cursor);
    let next = match last {
        Some((at, _)) => Some(at + 1),
        None => text.findings.iter().position(|f| f.range.start > cursor),
    };
    let next = next.filter(|at| *at < text.findings.len()).unwrap_or(0);
    if let Some(at) = text.findings.get(next).map(|finding| finding.range.start) {
        text.editor.apply(Edit::SetCursor(at), now);
        text.visited = Some((next, text.editor.cursor()));
        model.prefs.focus = Pane::Editor;
        model.prefs.flipped = false;
    }
    Vec::new()
}

/// Said when the hosts, asked at last, are worse off after every fix.
const NO_FIX: &str =
    "no edit mends it that leaves every host as well off; the problem says what to do";

/// Shows the edit of the fix of the problem under the cursor, which is made when that is confirmed; of
/// several, each shows its own, and one is chosen.
pub fn fix(model: &mut Model) -> Vec<Effect> {
    derive::ask(model);
    let Some(text) = model.text() else {
        return Vec::new();
    };
    let fixes = text.fixes_here();
    let title = match fixes {
        [] => {
            model.say(NO_FIX.to_owned());
            return Vec::new();
        }
        [only] => only.title.clone(),
        several => format!("{} ways to fix it", several.len()),
    };
    let keys = std::iter::once('a').chain('2'..='9');
    let mut lines = Vec::new();
    let mut answers = Vec::new();
    for (key, fix) in keys.zip(fixes) {
        let label = match fixes.len() {
            1 => "apply",
            _ => {
                let heading = Line::of(&format!("{key}  "), Ink::Key);
                lines.push(heading.with(&fix.title, Ink::Strong));
                fix.title.as_str()
            }
        };
        lines.extend(before_after(text, fix));
        answers.push((key, label.to_owned(), Answer::Fix(fix.clone())));
    }
    answers.push(('c', "cancel".to_owned(), Answer::Cancel));
    model.open(Dialog::Ask(Ask {
        title,
        lines,
        answers,
        at: 0,
    }));
    Vec::new()
}

/// Lines of one side of an edit that are shown.
const SIDE: usize = 6;

/// The lines an edit changes, as they are and as they would be.
fn before_after(text: &Text, fix: &Fix) -> Vec<Line> {
    let old = text.editor.text();
    let new = apply_edits(old, &fix.edits);
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let least = old.len().min(new.len());
    let head = (0..least).take_while(|i| old[*i] == new[*i]).count();
    let tail = (1..=least - head)
        .take_while(|i| old[old.len() - i] == new[new.len() - i])
        .count();
    let said = match fix.safe {
        true => "Hosts that read the file today read the same.",
        false => "This may change what some host reads today.",
    };
    let mut shown = vec![Line::of(said, Ink::Text)];
    let mut side = |mark: &str, ink: Ink, lines: &[&str]| {
        let first = lines.iter().take(SIDE);
        shown.extend(first.map(|line| Line::of(&format!("{mark} {line}"), ink)));
        if lines.len() > SIDE {
            let more = lines.len() - SIDE;
            let noun = if more == 1 { "line" } else { "lines" };
            shown.push(Line::of(&format!("{mark} … {more} more {noun}"), ink));
        }
    };
    side("-", Ink::Removed, &old[head..old.len() - tail]);
    side("+", Ink::Added, &new[head..new.len() - tail]);
    shown
}

/// Applies every safe fix of the text that does not touch another, as one step.
pub fn fix_all(model: &mut Model) -> Vec<Effect> {
    derive::ask(model);
    let Some(text) = model.text() else {
        return Vec::new();
    };
    let (edits, count) = apart(text.safe_fixes());
    if count == 0 {
        model.say(NO_FIX.to_owned());
        return Vec::new();
    }
    let before = model.mode;
    let effects = apply(model, Edit::Apply(edits));
    let fixes = if count == 1 { "fix" } else { "fixes" };
    let key = keymap::named(model, "text.undo");
    let build = mode::told_build(model, before);
    model.say(format!(
        "done: {count} safe {fixes}; {key} takes them back{build}"
    ));
    effects
}

/// Applies a fix.
pub fn fix_with(model: &mut Model, fix: Fix) -> Vec<Effect> {
    let before = model.mode;
    let effects = apply(model, Edit::Apply(fix.edits));
    let key = keymap::named(model, "text.undo");
    let build = mode::told_build(model, before);
    model.say(format!("done: {}; {key} takes it back{build}", fix.title));
    effects
}
