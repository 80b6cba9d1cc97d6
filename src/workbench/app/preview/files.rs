//! The Files tab: the files of the selected skill.

use super::FileRow;
use crate::host::projected::projected;
use crate::host::supporting::supporting;
use crate::host::tree::{join, split};
use crate::workbench::app::exchange::locked;
use crate::workbench::app::foresee;
use crate::workbench::app::ink::{Ink, Line, fit, visible, width};
use crate::workbench::app::keymap;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::Model;
use crate::workbench::app::when;

/// Columns of everything but the name: mark, gap, size, executable.
const BESIDE: usize = 2 + 1 + 8 + 2;

/// The skill file and what lies beside it.
pub fn files(model: &Model) -> Vec<FileRow> {
    let Some(path) = model.row().and_then(|row| row.path.as_deref()) else {
        return Vec::new();
    };
    let Some((folder, name)) = split(path) else {
        return Vec::new();
    };
    let single = foresee::selected_copy(model).is_some_and(|copy| copy.folder.is_none());
    let size = model.disk.tree.file(path).map(|file| file.size);
    let mut rows: Vec<FileRow> = size
        .map(|size| FileRow {
            path: path.to_owned(),
            name: name.to_owned(),
            size,
            executable: false,
            skill: true,
            left: None,
        })
        .into_iter()
        .collect();
    if single {
        return rows;
    }
    let beside = model.profile().map(|profile| &profile.beside);
    rows.extend(
        supporting(&model.disk.tree, folder, path)
            .into_iter()
            .map(|file| FileRow {
                left: beside.and_then(|beside| beside.leaves(&file)),
                path: join(folder, &file.path),
                name: file.path,
                size: file.bytes,
                executable: file.executable,
                skill: false,
            }),
    );
    rows
}

/// Looks at the files again; the selected one stays selected wherever it stands among them now.
pub fn renew(model: &mut Model) {
    let files = files(model);
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
    let widest = files.iter().map(|file| width(&visible(&file.name))).max();
    let widest = widest
        .unwrap_or(0)
        .min(usize::from(columns).saturating_sub(BESIDE));
    let mut lines: Vec<Line> = files
        .iter()
        .enumerate()
        .map(|(i, file)| {
            let name = fit(&visible(&file.name), widest);
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
            let executable = if file.executable { " x" } else { "  " };
            let mut line = Line::of(mark, tone)
                .with(&name, ink)
                .with(&gap, Ink::Text)
                .with(&format!("{:>8}", bytes(file.size)), Ink::Dim)
                .with(executable, Ink::Warning);
            if line.width() + width(word) <= usize::from(columns) {
                line = line.with(word, tone);
            }
            line.marked = i == model.preview.file;
            line
        })
        .collect();
    lines.push(Line::default());
    let key = |id: &str| keymap::hint(model, id, Pane::Preview);
    let keys = Line::of(&key("preview.open"), Ink::Key).with(" opens   ", Ink::Dim);
    let keys = match when::can_make_file(model) {
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
