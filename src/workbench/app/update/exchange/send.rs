//! Sending a skill on: packed into a file, or copied into a folder of another host.

use std::sync::Arc;

use super::look::question;
use super::{show, wait};
use crate::exchange::exposed::Exposed;
use crate::workbench::app::dialog::Dialog;
use crate::workbench::app::effect::Effect;
use crate::workbench::app::exchange::look::{Look, PathField, Subject};
use crate::workbench::app::exchange::sending::{Packs, Places, Spot, packed as bytes_of, touched};
use crate::workbench::app::exchange::{Errand, order};
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::model::Model;
use crate::workbench::app::update::dialog::type_into;
use crate::workbench::app::update::mode;
use crate::workbench::edit::Field;

/// Packs the selected skill for everybody, and shows what they make of it.
pub fn ask_export(model: &mut Model) -> Vec<Effect> {
    let Some(id) = model.row().map(|row| row.id.clone()) else {
        return Vec::new();
    };
    wait(model, Errand::Pack(id.to_string()))
}

/// Shows where the selected skill could be copied to.
pub fn ask_places(model: &mut Model) -> Vec<Effect> {
    let Some(id) = model.row().map(|row| row.id.clone()) else {
        return Vec::new();
    };
    wait(model, Errand::Places(id.to_string()))
}

/// It is packed.
pub fn packed(model: &mut Model, packs: Arc<Packs>) {
    if let Some(Dialog::Fetch(_)) = model.dialog {
        show(model, Subject::Packs(packs));
    }
}

/// The folders are known.
pub fn places(model: &mut Model, places: Arc<Places>) {
    if let Some(Dialog::Fetch(_)) = model.dialog {
        show(model, Subject::Places(places));
    }
}

/// Asks where the file is to be written.
pub fn ask_path(model: &mut Model, look: &mut Look) {
    let (Subject::Packs(packs), Some(at)) = (&look.subject, look.thing()) else {
        return;
    };
    let Some((pack, _)) = bytes_of(packs, at) else {
        model.say("it cannot be packed for this one; the reason stands on the right");
        return;
    };
    look.path = Some(PathField {
        field: Field::new(&format!("{}{}", packs.parcel.folder, pack.end)),
        problem: None,
    });
}

/// A key while it is asked where.
pub fn path_key(model: &mut Model, look: &mut Look, chord: Chord, back: bool) -> Vec<Effect> {
    if back {
        look.path = None;
        return Vec::new();
    }
    let Some(path) = &mut look.path else {
        return Vec::new();
    };
    if chord.code != Code::Enter {
        type_into(&mut path.field, &model.keymap, chord, model.now);
        path.problem = None;
        look.there = false;
        return Vec::new();
    }
    let (Subject::Packs(packs), Some(at)) = (&look.subject, look.thing()) else {
        return Vec::new();
    };
    let (Some((pack, _)), Some(path)) = (bytes_of(packs, at), &look.path) else {
        return Vec::new();
    };
    let fits = path.field.text().to_lowercase().ends_with(pack.end);
    let refused = pack.packed.as_ref().is_ok_and(|packed| packed.is_refused());
    if !fits {
        let why = format!("what is written there is named *{}", pack.end);
        if let Some(path) = &mut look.path {
            path.problem = Some(why);
        }
        return Vec::new();
    }
    let lost = pack.packed.as_ref().map_or(&[][..], |packed| &packed.lost);
    let exposed = pack
        .packed
        .as_ref()
        .map_or(&[][..], |packed| &packed.exposed);
    if refused || !lost.is_empty() || !exposed.is_empty() {
        let what = format!("{} would refuse or misread it.", pack.title);
        let refused = refused.then(|| Line::of(&what, Ink::Error));
        let told = losses(lost).chain(warned(exposed));
        let lines = refused.into_iter().chain(told).collect();
        look.ask = Some(question("Write it all the same?", lines, "write it"));
        return Vec::new();
    }
    write(model, look, false)
}

/// What does not go along.
fn losses(lost: &[String]) -> impl Iterator<Item = Line> {
    let lost = lost.iter();
    lost.map(|lost| Line::of(&format!("not along: {lost}"), Ink::Warning).hanging(2))
}

/// What goes along and should perhaps not.
fn warned(exposed: &[Exposed]) -> impl Iterator<Item = Line> {
    let exposed = exposed.iter();
    exposed.map(|file| Line::of(&file.sentence(), Ink::Warning).hanging(2))
}

/// Orders the file to be written. `asked`: the question was answered with yes.
pub fn write(model: &mut Model, look: &mut Look, asked: bool) -> Vec<Effect> {
    let (Subject::Packs(packs), Some(at)) = (&look.subject, look.thing()) else {
        return Vec::new();
    };
    let (Some(path), Some((_, bytes))) = (&look.path, bytes_of(packs, at)) else {
        return Vec::new();
    };
    let to = packs.place.absolute(path.field.text());
    // What is written over is asked about apart from what would be refused.
    let replace = asked && look.there;
    look.busy = true;
    let errand = Errand::Write { to, bytes, replace };
    vec![Effect::Exchange(order(model, errand))]
}

/// Something is there under that name.
pub fn there(model: &mut Model) {
    let Some(Dialog::Look(look)) = &mut model.dialog else {
        return;
    };
    look.busy = false;
    look.there = true;
    let path = look.path.as_ref().map_or("", |path| path.field.text());
    let lines = vec![
        Line::of(path, Ink::Strong),
        Line::of(
            "is there already; what it holds would be lost.",
            Ink::Warning,
        ),
    ];
    look.ask = Some(question("Write over it?", lines, "write over it"));
}

/// The folder that is selected.
fn selected(look: &Look) -> Option<(&Places, &Spot)> {
    let Subject::Places(places) = &look.subject else {
        return None;
    };
    Some((places, places.spots.get(look.thing()?)?))
}

/// Names every file that would be touched, and asks.
pub fn ask_deploy(model: &mut Model, look: &mut Look) {
    let Some((places, spot)) = selected(look) else {
        return;
    };
    let plan = match &spot.plan {
        Ok(plan) => plan,
        Err(why) => {
            model.say(why.clone());
            return;
        }
    };
    let path = |path: &String| places.place.short(path).into_owned();
    let mut lines: Vec<Line> = Vec::new();
    if let Some(old) = &plan.replaces {
        let what = format!("{} goes to the trash.", path(old));
        lines.push(Line::of(&what, Ink::Warning));
    }
    let beside = plan.beside.iter().map(|other| {
        let other = places.place.short(other);
        let what = format!("{other} has its name and stays; two copies will meet.");
        Line::of(&what, Ink::Warning).hanging(2)
    });
    lines.extend(beside);
    lines.extend(losses(&plan.lost));
    lines.extend(warned(&plan.exposed));
    let files = plan.touched.iter();
    lines.extend(files.map(|(path, touch)| touched(&places.place, path, *touch)));
    let title = format!("Copy {} to {}?", places.name, spot.to.0);
    look.ask = Some(question(&title, lines, "copy"));
}

/// Orders it.
pub fn deploy(model: &mut Model, look: &mut Look) -> Vec<Effect> {
    let Some((places, spot)) = selected(look) else {
        return Vec::new();
    };
    let errand = Errand::Deploy {
        id: places.id.clone(),
        spot: Box::new(spot.clone()),
    };
    mode::build(model);
    look.busy = true;
    vec![Effect::Exchange(order(model, errand))]
}
