//! Installing what was looked at: what is asked first, and the order.

use std::collections::BTreeMap;

use super::look::question;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::exchange::look::{Look, Subject};
use crate::workbench::app::exchange::{Errand, Looked, order};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::model::Model;
use crate::workbench::app::update::mode;
use crate::workbench::app::update::outside::is_outside;
use crate::workbench::app::when;

/// Installs what is chosen; asks first where something is there, or where it lies outside the project.
pub fn ask(model: &mut Model, look: &mut Look) -> Vec<Effect> {
    let Subject::Source(looked) = &look.subject else {
        return Vec::new();
    };
    let looked = looked.clone();
    let skills = look.chosen();
    if skills.is_empty() {
        model.say("this one cannot be installed; the reason stands on the right");
        return Vec::new();
    }
    if let Err(why) = when::can_write(model) {
        model.say(why);
        return Vec::new();
    }
    if let Some((one, other)) = same_but_for_case(&looked, &skills) {
        model.say(format!(
            "many disks take both names for one; choose one of {one} and {other}"
        ));
        return Vec::new();
    }
    let lines = warnings(model, &looked, &skills);
    if lines.is_empty() {
        return confirmed(model, look);
    }
    let title = match skills.as_slice() {
        [one] => format!("Install {}?", looked.preview.skills[*one].name),
        several => format!("Install {} skills?", several.len()),
    };
    look.ask = Some(question(&title, lines, "install"));
    Vec::new()
}

/// Two of these skills that would get one folder, letter case apart.
fn same_but_for_case<'l>(looked: &'l Looked, skills: &[usize]) -> Option<(&'l str, &'l str)> {
    let all = &looked.preview.skills;
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    skills.iter().find_map(|at| {
        let skill = &all[*at];
        let before = known.insert(skill.folder.to_lowercase(), &skill.name);
        before.map(|one| (one, skill.name.as_str()))
    })
}

/// What has to be known before it is done.
fn warnings(model: &Model, looked: &Looked, skills: &[usize]) -> Vec<Line> {
    let mut lines = Vec::new();
    for at in skills {
        let skill = &looked.preview.skills[*at];
        let Some(existing) = skill.existing.as_ref() else {
            continue;
        };
        let path = model.short_path(&existing.path);
        let edited = looked.met.get(*at).and_then(Option::as_ref);
        let ours = edited.is_some_and(|met| met.by.is_none());
        let edited = edited.is_some_and(|met| met.edited);
        lines.push(Line::of(&path, Ink::Strong));
        let (what, ink) = match (existing.in_place, existing.identical, edited) {
            (true, true, _) => ("holds the same files already.", Ink::Dim),
            (true, _, true) if ours => (
                "was changed here; what you changed goes to the trash. An update keeps it.",
                Ink::Error,
            ),
            (true, _, true) => (
                "was changed here; what you changed goes to the trash.",
                Ink::Error,
            ),
            (true, ..) => ("is in its place and goes to the trash.", Ink::Warning),
            (false, ..) => (
                "has its name and stays; two copies will meet.",
                Ink::Warning,
            ),
        };
        lines.push(Line::of(&format!("  {what}"), ink).hanging(2));
    }
    if is_outside(model, &looked.preview.dest) {
        let folder = format!("{}/", model.short_path(&looked.preview.dest));
        lines.push(Line::of(&folder, Ink::Strong));
        let what = "  lies outside the project: every project sees what is there.";
        lines.push(Line::of(what, Ink::Warning).hanging(2));
    }
    lines
}

/// Orders it.
pub fn confirmed(model: &mut Model, look: &mut Look) -> Vec<Effect> {
    let Subject::Source(looked) = &look.subject else {
        return Vec::new();
    };
    let looked = looked.clone();
    let skills = look.chosen();
    mode::build(model);
    model.allowed.insert(looked.preview.dest.clone());
    look.busy = true;
    let errand = Errand::Install { looked, skills };
    vec![Effect::Exchange(order(model, errand))]
}
