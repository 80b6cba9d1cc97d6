//! The line at the top: where we are, with whose eyes, and how many of what.

use super::paint::Canvas;
use crate::workbench::app::header;
use crate::workbench::app::ink::{Ink, fit_end, visible, width};
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::{Mode, Model};

/// Draws the header. What counts stands on the right; what does not fit on the left gives way.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let right = counts(model, area, canvas);
    let mut x = area.x + 1;
    let end = right.saturating_sub(2);
    let mut put = |canvas: &mut Canvas<'_>, text: &str, ink: Ink, gap: u16| {
        let columns = u16::try_from(width(text)).unwrap_or(u16::MAX);
        if x.saturating_add(columns) <= end {
            x = canvas.text(x, area.y, text, columns, ink) + gap;
        }
    };
    let narrow = area.width < 80;
    if !narrow {
        put(canvas, "skillkiln", Ink::Accent, 2);
    }
    if !narrow {
        put(canvas, &place(model, area.width), Ink::Text, 2);
    }
    put(canvas, &model.host, Ink::Info, 1);
    put(canvas, "▾", Ink::Dim, 2);
    let (mode, hint) = match model.mode {
        Mode::Build => (" BUILD ", write_area(model)),
        Mode::Browse => (" BROWSE ", String::new()),
    };
    let columns = u16::try_from(mode.len()).unwrap_or(0);
    if narrow {
        // Where we are gives way to whose eyes and whether anything can change.
        let room = end.saturating_sub(x + columns + 2);
        if room >= 8 {
            let shown = fit_end(&place(model, area.width), usize::from(room));
            x = canvas.text(x, area.y, &shown, room, Ink::Text) + 2;
        }
    }
    if x + columns <= end + 1 {
        let style = match model.mode {
            Mode::Build => canvas.theme.label(),
            Mode::Browse => canvas.theme.dim(),
        };
        x = canvas.styled(x, area.y, mode, columns, style) + 1;
        if x + 8 < end {
            canvas.text(x + 1, area.y, &hint, end - x - 1, Ink::Dim);
        }
    }
}

/// The project folder, its end where it is long.
fn place(model: &Model, columns: u16) -> String {
    let project = &model.place.project;
    let home = &model.place.home;
    let shown = match project.strip_prefix(home.as_str()) {
        Some("") if !home.is_empty() => "~".to_owned(),
        Some(rest) if !home.is_empty() && rest.starts_with('/') => format!("~{rest}"),
        _ => project.clone(),
    };
    fit_end(&visible(&shown), usize::from(columns / 4))
}

fn write_area(model: &Model) -> String {
    let path = model.write_area().and_then(|area| area.path.as_ref());
    path.map_or_else(
        || "nothing may be written to here".to_owned(),
        |path| format!("{}/", model.short_path(path)),
    )
}

/// Draws the counts; gives their first column.
fn counts(model: &Model, area: Area, canvas: &mut Canvas<'_>) -> u16 {
    let counts = header::counts(model, area);
    let end = area.x + area.width;
    for count in &counts {
        canvas.text(count.x, area.y, &count.text, end - count.x, count.ink);
    }
    counts.first().map_or(end, |count| count.x)
}
