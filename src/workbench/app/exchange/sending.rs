//! What stands on the screens about sending a skill on: packed for others, and copied into folders of
//! other hosts.

use std::sync::Arc;

use super::importing::found_in;
use super::look::{section, tells};
use crate::check::Severity;
use crate::exchange::deploy::{Deploy, Touch};
use crate::exchange::export::{Packed, Parcel};
use crate::exchange::exposed::Exposed;
use crate::host::Place;
use crate::workbench::app::board::Section;
use crate::workbench::app::ink::{Ink, Line};
use crate::workbench::app::preview::files::bytes;

/// A skill packed for everybody it can be packed for.
#[derive(Debug)]
pub struct Packs {
    /// Where the hosts stand.
    pub place: Place,
    /// The skill.
    pub parcel: Parcel,
    /// One for each target.
    pub packs: Vec<Pack>,
}

/// A skill packed for one target.
#[derive(Debug)]
pub struct Pack {
    /// For whom, as the command line calls it.
    pub id: &'static str,
    /// For whom, for people.
    pub title: &'static str,
    /// How the name of its file ends.
    pub end: &'static str,
    /// The bytes, or why there are none.
    pub packed: Result<Packed, String>,
}

/// Folders of hosts that a skill can be copied into.
#[derive(Debug)]
pub struct Places {
    /// Where the hosts stand.
    pub place: Place,
    /// The host it is copied from.
    pub host: String,
    /// The skill.
    pub name: String,
    /// The id of its row.
    pub id: String,
    /// The folders.
    pub spots: Vec<Spot>,
}

/// One folder.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The host whose layer it is, and the layer.
    pub to: (String, String),
    /// The folder.
    pub dest: String,
    /// Every host that looks there.
    pub hosts: Vec<String>,
    /// What would be done, or why it cannot be.
    pub plan: Result<Deploy, String>,
    /// What its host makes of it: why it would not load it.
    pub dropped: Option<String>,
}

/// The targets.
pub fn targets(packs: &Packs) -> Vec<Section> {
    let entries = packs.packs.iter().map(|pack| {
        let line = Line::of("  ", Ink::Text).with(pack.title, Ink::Text);
        let line = match &pack.packed {
            Err(_) => line.with("  cannot", Ink::Error),
            Ok(packed) if packed.is_refused() => line.with("  refused", Ink::Error),
            Ok(packed) if !packed.lost.is_empty() => line.with("  loses", Ink::Warning),
            Ok(packed) if !packed.exposed.is_empty() => line.with("  secrets?", Ink::Warning),
            Ok(_) => line,
        };
        tells(line.hanging(4))
    });
    section(Line::of("For whom", Ink::Accent), entries.collect())
        .into_iter()
        .collect()
}

/// Everything about one target.
pub fn of_target(packs: &Packs, at: usize) -> Vec<Section> {
    let Some(pack) = packs.packs.get(at) else {
        return Vec::new();
    };
    let packed = match &pack.packed {
        Ok(packed) => packed,
        Err(why) => {
            let line = Line::of(why, Ink::Error);
            return section(Line::of(pack.title, Ink::Strong), vec![tells(line)])
                .into_iter()
                .collect();
        }
    };
    let size = bytes(packed.bytes.len() as u64);
    let verdict = match packed.is_refused() {
        _ if pack.id.is_empty() => Line::of("It is packed as it is.", Ink::Text),
        true => Line::of("It would be refused or misread there.", Ink::Error),
        false => Line::of("Its rules are kept.", Ink::Good),
    };
    let facts = Section {
        head: vec![Line::of(pack.title, Ink::Strong)],
        entries: vec![
            tells(verdict),
            tells(Line::of(
                &format!("one file of {size}, ending in {}", pack.end),
                Ink::Text,
            )),
        ],
    };
    let found = packed.findings.iter();
    let found = found.filter(|finding| finding.severity > Severity::Hint);
    let found = found.map(|finding| found_in(&packs.parcel.files, finding));
    let lost = packed.lost.iter();
    let lost = lost.map(|lost| tells(Line::of(&format!("  {lost}"), Ink::Text).hanging(4)));
    let files = packed.files.iter();
    let files = files.map(|path| tells(Line::of(&format!("  {path}"), Ink::Text).hanging(4)));
    [
        Some(facts),
        section(Line::of("Does not go along", Ink::Warning), lost.collect()),
        secrets(&packed.exposed),
        section(Line::of("Findings", Ink::Accent), found.collect()),
        section(Line::of("Files in it", Ink::Accent), files.collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The folders.
pub fn spots(places: &Places) -> Vec<Section> {
    let entries = places.spots.iter().map(|spot| {
        let line = Line::of("  ", Ink::Text).with(&places.place.short(&spot.dest), Ink::Text);
        let line = match &spot.plan {
            Err(_) => line.with("  cannot", Ink::Error),
            Ok(plan) if plan.replaces.is_some() => line.with("  there", Ink::Warning),
            Ok(_) => line,
        };
        tells(line.hanging(4))
    });
    section(Line::of("Where to", Ink::Accent), entries.collect())
        .into_iter()
        .collect()
}

/// Everything about one folder.
pub fn of_spot(places: &Places, at: usize) -> Vec<Section> {
    let Some(spot) = places.spots.get(at) else {
        return Vec::new();
    };
    let (host, layer) = &spot.to;
    let mut entries = vec![
        tells(Line::of(&format!("{host}, {layer}"), Ink::Text)),
        tells(
            Line::of("looked into by  ", Ink::Dim)
                .with(&spot.hosts.join(", "), Ink::Text)
                .hanging(16),
        ),
    ];
    if let Some(why) = &spot.dropped {
        let told = format!("{host} does not load it: {why}");
        entries.push(tells(Line::of(&told, Ink::Error).hanging(2)));
    }
    let facts = Section {
        head: vec![Line::of(&places.place.short(&spot.dest), Ink::Strong)],
        entries,
    };
    let mut sections = vec![facts];
    match &spot.plan {
        Err(why) => sections[0].entries.push(tells(Line::of(why, Ink::Error))),
        Ok(plan) => sections.extend(planned(&places.place, plan)),
    }
    sections
}

/// What becomes of a file.
pub fn touched(place: &Place, path: &str, touch: Touch) -> Line {
    let (word, ink) = match touch {
        Touch::New => ("new", Ink::Added),
        Touch::Replaced => ("replaced", Ink::Warning),
        Touch::Same => ("same", Ink::Dim),
        Touch::Trashed => ("trashed", Ink::Removed),
    };
    Line::of(&format!("  {word:<8}  "), ink)
        .with(&place.short(path), Ink::Text)
        .hanging(12)
}

fn planned(place: &Place, plan: &Deploy) -> Vec<Section> {
    let files = plan.touched.iter();
    let files = files.map(|(path, touch)| tells(touched(place, path, *touch)));
    let trash = plan.replaces.iter().map(|path| {
        let line = Line::of(&format!("  {}", place.short(path)), Ink::Removed);
        tells(line.hanging(4))
    });
    let lost = plan.lost.iter();
    let lost = lost.map(|lost| tells(Line::of(&format!("  {lost}"), Ink::Text).hanging(4)));
    [
        section(Line::of("Goes to the trash", Ink::Warning), trash.collect()),
        section(
            Line::of("What becomes of each file", Ink::Accent),
            files.collect(),
        ),
        section(Line::of("Does not go along", Ink::Warning), lost.collect()),
        secrets(&plan.exposed),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What goes along and should perhaps not.
fn secrets(exposed: &[Exposed]) -> Option<Section> {
    let lines = exposed.iter().map(|file| {
        let line = Line::of(&format!("  {}", file.path), Ink::Text);
        tells(line.with(&format!("  {}", file.why), Ink::Dim).hanging(4))
    });
    let head = Line::of("Goes along, and may hold secrets", Ink::Warning);
    section(head, lines.collect())
}

/// The bytes of a target.
pub fn packed(packs: &Packs, at: usize) -> Option<(&Pack, Arc<[u8]>)> {
    let pack = packs.packs.get(at)?;
    let packed = pack.packed.as_ref().ok()?;
    Some((pack, Arc::from(packed.bytes.as_slice())))
}
