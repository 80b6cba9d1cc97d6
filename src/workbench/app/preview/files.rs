//! The Files tab: the files of the selected skill.

use super::FileRow;
use crate::check::{Spoken, spoken_of};
use crate::host::projected::projected;
use crate::host::supporting::{Supporting, supporting};
use crate::host::tree::{join, split};
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::workbench::app::exchange::locked;
use crate::workbench::app::foresee;
use crate::workbench::app::ink::{Ink, Line, fit_end, visible, width};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::Model;
use crate::workbench::app::when;

/// Columns of everything but the name: mark, gap, size.
const BESIDE: usize = 2 + 1 + 8;

/// Columns of a sign behind the size, where some file has it.
const SIGN: usize = 2;

/// The skill file and what lies beside it, and what the skill file speaks of that does not.
fn files(model: &Model) -> (Vec<FileRow>, Vec<String>) {
    let none = (Vec::new(), Vec::new());
    let Some(path) = model.row().and_then(|row| row.path.as_deref()) else {
        return none;
    };
    let Some((folder, name)) = split(path) else {
        return none;
    };
    let size = model.disk.tree.file(path).map(|file| file.size);
    let mut rows: Vec<FileRow> = size
        .map(|size| FileRow {
            path: path.to_owned(),
            name: name.to_owned(),
            size,
            executable: false,
            skill: true,
            left: None,
            named: None,
        })
        .into_iter()
        .collect();
    if foresee::stands_alone(model) {
        return (rows, Vec::new());
    }
    let files = supporting(&model.disk.tree, folder, path);
    let spoken = spoken(model, path, &files);
    let beside = model.profile().map(|profile| &profile.beside);
    rows.extend(files.into_iter().map(|file| FileRow {
        named: match spoken.named.contains(&file.path) {
            true => Some(true),
            false => spoken.silent.contains(&file.path).then_some(false),
        },
        left: beside.and_then(|beside| beside.leaves(&file)),
        path: join(folder, &file.path),
        name: file.path,
        size: file.bytes,
        executable: file.executable,
        skill: false,
    }));
    (rows, spoken.missing)
}

/// What the text of the skill, as it is on the screen, says of the files beside it.
fn spoken(model: &Model, path: &str, beside: &[Supporting]) -> Spoken {
    if let Some(text) = model.texts.get(path) {
        return spoken_of(text.editor.text(), &text.document, beside);
    }
    let bytes = model.disk.tree.content(path);
    bytes.map_or_else(Spoken::default, |bytes| {
        let text = decode(bytes).text;
        spoken_of(&text, &Document::parse(&text), beside)
    })
}

/// Looks at the files again; the selected one stays selected wherever it stands among them now.
pub fn renew(model: &mut Model) {
    let (files, missing) = files(model);
    model.preview.missing = missing;
    let before = std::mem::replace(&mut model.preview.files, files);
    let (before, now) = (before.as_slice(), model.preview.files.as_slice());
    let same_skill = before.first().map(|file| &file.path) == now.first().map(|file| &file.path);
    let selected = before.get(model.preview.file).filter(|_| same_skill);
    let place = selected.and_then(|was| now.iter().position(|file| file.path == was.path));
    let place = place.unwrap_or(model.preview.file);
    model.preview.file = place.min(now.len().saturating_sub(1));
}

/// One line a file.
pub fn lines(model: &Model, columns: u16) -> Vec<Line> {
    let files = &model.preview.files;
    if files.is_empty() {
        return vec![Line::of("No files: this is not a skill on disk.", Ink::Dim)];
    }
    let runs = files.iter().any(|file| file.executable);
    let spoken = files.iter().any(|file| file.named.is_some());
    let signs = SIGN * (usize::from(runs) + usize::from(spoken));
    let widest = files.iter().map(|file| width(&visible(&file.name))).max();
    let widest = widest
        .unwrap_or(0)
        .min(usize::from(columns).saturating_sub(BESIDE + signs));
    let mut lines: Vec<Line> = files
        .iter()
        .enumerate()
        .map(|(i, file)| {
            // Of a path the end tells most.
            let name = fit_end(&visible(&file.name), widest);
            let gap = " ".repeat(widest.saturating_sub(width(&name)) + 1);
            let ink = match (file.skill, file.left) {
                (true, _) => Ink::Strong,
                (false, None) => Ink::Text,
                (false, Some(_)) => Ink::Dim,
            };
            let unsaved = model
                .texts
                .get(&file.path)
                .is_some_and(|text| text.unsaved());
            let shown = model.shown.as_ref() == Some(&file.path);
            let (mark, word, tone) = match (unsaved, shown) {
                (true, _) => ("● ", "  unsaved", Ink::Warning),
                (_, true) => ("› ", "  open", Ink::Dim),
                _ if file.left.is_some() => ("  ", "  left out", Ink::Dim),
                _ => ("  ", "", Ink::Dim),
            };
            let named = match file.named {
                Some(true) => " ✓",
                Some(false) => " ○",
                None if spoken => "  ",
                None => "",
            };
            let executable = match file.executable {
                true => " x",
                false if runs => "  ",
                false => "",
            };
            let mut line = Line::of(mark, tone)
                .with(&name, ink)
                .with(&gap, Ink::Text)
                .with(&format!("{:>8}", bytes(file.size)), Ink::Dim)
                .with(executable, Ink::Warning)
                .with(named, Ink::Dim);
            if line.width() + width(word) <= usize::from(columns) {
                line = line.with(word, tone);
            }
            line.marked = i == model.preview.file;
            line
        })
        .collect();
    lines.extend(model.preview.missing.iter().flat_map(|path| {
        let line = Line::of("✗ ", Ink::Error).with(&visible(path), Ink::Text);
        let line = line.with("  missing: the text speaks of it", Ink::Error);
        line.hanging(2).wrap(columns)
    }));
    if spoken {
        let legend = Line::of("✓ named in the text  ○ never named", Ink::Dim);
        lines.extend(legend.wrap(columns));
    }
    lines.push(Line::default());
    let key = |id: &str| keymap::hint(model, id, Pane::Preview);
    let here = model.prefs.focus == Pane::Preview;
    let keys = Line::of(&key("preview.open"), Ink::Key).with(" opens   ", Ink::Dim);
    let keys = match when::can_make_file(model) {
        // Elsewhere the same keys do other things.
        _ if !here => Line::of(&keymap::named(model, "preview.files"), Ink::Key)
            .with(" brings the keys here", Ink::Dim),
        Ok(()) => {
            let keys = keys
                .with(&key("file.new"), Ink::Key)
                .with(" makes a file", Ink::Dim);
            match when::can_change_file(model) {
                Ok(()) => keys
                    .with("   ", Ink::Dim)
                    .with(&key("file.rename"), Ink::Key)
                    .with(" renames it   ", Ink::Dim)
                    .with(&key("file.delete"), Ink::Key)
                    .with(" deletes it", Ink::Dim),
                Err(_) => keys,
            }
        }
        // One's own, and yet nothing can lie beside it.
        Err(why) if when::can_delete(model).is_ok() => keys.with(&why, Ink::Dim),
        Err(_) => keys.with("read only here", Ink::Dim),
    };
    let below = [keys].into_iter().chain(left_out(model));
    let file = model.row().and_then(|row| row.path.as_deref());
    let installed = file.into_iter().flat_map(|file| locked::lines(model, file));
    let below = below.chain(installed).chain(for_coding_agents(model));
    lines.extend(below.flat_map(|line| line.wrap(columns)));
    lines
}

/// Why the host hands the selected file not over with the skill.
fn left_out(model: &Model) -> Option<Line> {
    let file = model.preview.files.get(model.preview.file)?;
    Some(Line::of("left out: ", Ink::Dim).with(file.left?, Ink::Text))
}

/// Where coding agents would find the skill: the runtime makes these when it runs, skillkiln never
/// does.
fn for_coding_agents(model: &Model) -> Vec<Line> {
    let profile = model.profiles.get(&model.host);
    let made = foresee::selected_copy(model).and_then(projected);
    let (Some(profile), Some((folder, _))) = (profile, made) else {
        return Vec::new();
    };
    let places = profile.select.projected.iter().map(|place| {
        let path = format!("{}/{folder}/SKILL.md", place.folder);
        Line::of("  ", Ink::Text)
            .with(&visible(&path), Ink::Text)
            .with(&format!("  {}", place.agents), Ink::Dim)
            .hanging(4)
    });
    let mut lines: Vec<Line> = places.collect();
    if !lines.is_empty() {
        let title = format!("{} makes these for coding agents", profile.title);
        lines.splice(0..0, [Line::default(), Line::of(&title, Ink::Dim)]);
    }
    lines
}

/// A size for people.
pub fn bytes(n: u64) -> String {
    match n {
        0..=999 => format!("{n} B"),
        1_000..=999_949 => format!("{}.{} KB", n / 1_000, n % 1_000 / 100),
        _ => format!("{}.{} MB", n / 1_000_000, n % 1_000_000 / 100_000),
    }
}
