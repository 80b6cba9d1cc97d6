//! The problem the screen speaks of: the one under the cursor, or why the selected skill is not
//! loaded.

use super::ink::{Ink, Line};
use super::keymap;
use super::layout::Pane;
use super::list::Group;
use super::model::Model;
use crate::check::Severity;

/// What is said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What is wrong.
    pub what: Line,
    /// What to do.
    pub help: Line,
    /// What the first fix does.
    pub fix: Option<String>,
    /// Id of the command that says or does more.
    pub goes: Option<&'static str>,
}

/// The look of a severity.
pub fn ink(severity: Severity) -> Ink {
    match severity {
        Severity::Error => Ink::Error,
        Severity::Warning => Ink::Warning,
        _ => Ink::Info,
    }
}

/// What there is to say.
pub fn said(model: &Model) -> Said {
    let mut said = Said::default();
    let finding = model
        .text()
        .and_then(|text| Some((text, text.finding_here()?)));
    let editor = model.prefs.focus == Pane::Editor;
    if let Some(about) = model.completing().and_then(|open| open.about()) {
        said.what = Line::of(&about.key, Ink::Strong)
            .with("  ", Ink::Text)
            .with(&about.help, Ink::Text);
        said.help = Line::of(&format!("known to {}", about.hosts), Ink::Dim);
        return said;
    }
    if let (Some((text, finding)), true) = (finding, editor) {
        let place = text.editor.position_of(finding.range.start);
        said.what = Line::of(&format!("{}:{}  ", place.line, place.column), Ink::Strong)
            .with(finding.severity.word(), ink(finding.severity))
            .with(&format!(" {}  ", finding.rule), Ink::Info)
            .with(&finding.message, Ink::Text);
        said.help = Line::of(&finding.help, Ink::Dim);
        said.goes = Some("problem.show");
        let fix = text.fix_here().filter(|_| text.writable());
        said.fix = fix.map(|fix| fix.title.clone());
    } else if let Some(row) = model.row().filter(|row| row.group == Group::Unsaved)
        && let Some(reason) = &row.reason
    {
        let (id, does) = match row.kept {
            true => ("recovery.show", "asks what becomes of it"),
            false => ("file.save", "saves it"),
        };
        let key = keymap::named(model, id);
        said.what = Line::of(reason, Ink::Warning);
        said.help = Line::of(&format!("{key} {does}"), Ink::Dim);
    } else if let Some(row) = model.row()
        && let Some(reason) = &row.reason
    {
        said.what = Line::of("not loaded  ", Ink::Error).with(reason, Ink::Text);
        if model.text().is_some() {
            let key = keymap::named(model, "list.open");
            said.goes = Some("list.open");
            said.help = Line::of(&format!("{key} goes to the place that decides"), Ink::Dim);
        }
    } else if model.row().is_some_and(|row| row.kept) && !editor {
        let key = keymap::named(model, "recovery.show");
        said.what = Line::of("unsaved text from last time is kept; ", Ink::Warning)
            .with(&key, Ink::Key)
            .with(" asks what becomes of it", Ink::Warning);
        said.goes = Some("recovery.show");
    } else if let Some(why) = model.row().and_then(|row| row.silent)
        && !editor
    {
        said.what = Line::of("loaded, and the model is not told of it  ", Ink::Warning)
            .with(why, Ink::Text);
    } else if let Some(text) = model.text()
        && let Some(why) = text.read_only.as_ref().filter(|_| editor)
    {
        said.what = Line::of(why, Ink::Dim);
    } else if let Some(text) = model.text() {
        let count = |counted: bool| {
            let counts = |severity: Severity| (severity > Severity::Hint) == counted;
            let found = text.findings.iter();
            found.filter(|finding| counts(finding.severity)).count()
        };
        let parts = [(count(true), "problem"), (count(false), "hint")];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, word)| format!("{n} {word}{}", if *n == 1 { "" } else { "s" }))
            .collect();
        if !parts.is_empty() {
            let key = keymap::key_of(model, "problem.next").map(|key| key.short());
            let key = key.unwrap_or_else(|| keymap::named(model, "problem.next"));
            said.goes = Some("problem.next");
            said.what = Line::of(&format!("{} in this text; ", parts.join(", ")), Ink::Dim)
                .with(&key, Ink::Key)
                .with(" goes to the next", Ink::Dim);
        }
    }
    said
}
