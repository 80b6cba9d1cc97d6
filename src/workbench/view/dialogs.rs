//! What stands on top of the panes.

use super::paint::Canvas;
use crate::host::profile::Fences;

use crate::workbench::app::dialog::{Ask, Dialog, GoTo, NameSkill, NewFile, NewSkill, Pick};
use crate::workbench::app::foresee;
use crate::workbench::app::foresee::below_frontmatter;
use crate::workbench::app::ink::{Ink, Line, width};
use crate::workbench::app::layout::Area;
use crate::workbench::app::model::Model;
use crate::workbench::edit::Field;

/// A place for the cursor.
pub type Cursor = Option<(u16, u16)>;

/// Draws the dialog on top; gives the place of the cursor.
pub fn draw(model: &Model, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    match model.dialog.as_ref()? {
        Dialog::Board(board) => super::board::draw(board, screen, canvas),
        Dialog::Pick(pick) => draw_pick(pick, screen, canvas),
        Dialog::New(dialog) => new_skill(model, dialog, screen, canvas),
        Dialog::NewFile(dialog) => new_file(model, dialog, screen, canvas),
        Dialog::GoTo(dialog) => go_to(model, dialog, screen, canvas),
        Dialog::Name(dialog) => name_skill(dialog, screen, canvas),
        Dialog::Ask(ask) => draw_ask(ask, ANSWERS, screen, canvas),
        Dialog::Matrix(open) => {
            super::matrix::draw(model, open, canvas);
            None
        }
        Dialog::Weigh(weigh) => super::weigh::draw(model, weigh, screen, canvas),
    }
}

pub fn cells(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

pub fn hint(area: Area, text: &str, canvas: &mut Canvas<'_>) {
    if area.height > 2 && usize::from(area.width) > width(text) + 6 {
        let right = area.x + area.width - 2;
        canvas.right(
            right,
            area.y + area.height - 1,
            &format!(" {text} "),
            Ink::Dim,
        );
    }
}

/// Draws a field and gives the place of its cursor.
pub(super) fn field(field: &Field, area: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let mut shown = field.clone();
    shown.set_width(usize::from(area.width));
    let selection = shown.selection();
    for glyph in shown.glyphs() {
        let selected = selection
            .as_ref()
            .is_some_and(|span| span.start <= glyph.span.start && glyph.span.start < span.end);
        let mut style = canvas.theme.ink(Ink::Strong);
        if selected {
            style = style.patch(canvas.theme.selection());
        }
        let x = area.x + cells(glyph.col);
        canvas.styled(
            x,
            area.y,
            &glyph.text,
            area.width.saturating_sub(cells(glyph.col)),
            style,
        );
    }
    Some((area.x + cells(shown.cursor_col()?), area.y))
}

fn draw_pick(pick: &Pick, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let rows = cells(pick.choices.len()).saturating_add(4);
    let area = screen.centred(84, rows.clamp(6, screen.height.saturating_sub(2).max(6)));
    let inner = canvas.boxed(area, pick.title, Ink::Accent);
    let (top, rows) = inner.split_top(1);
    canvas.text(top.x, top.y, "› ", 2, Ink::Accent);
    let cursor = field(&pick.field, top.inset(2, 0), canvas);
    let (_, rows) = rows.split_top(1);
    let height = usize::from(rows.height.max(1));
    let offset = (pick.at + 1).saturating_sub(height);
    let titles = pick
        .shown
        .iter()
        .map(|i| width(&pick.choices[*i].title))
        .max()
        .unwrap_or(0)
        .clamp(12, usize::from(rows.width / 3).max(12));
    for (y, index) in (0..rows.height).zip(pick.shown.iter().skip(offset)) {
        let choice = &pick.choices[*index];
        let row = Area::new(rows.x, rows.y + y, rows.width, 1);
        let refused = choice.refused.as_deref();
        let (title, detail) = match refused {
            Some(why) => (Ink::Dim, why),
            None => (Ink::Strong, choice.detail.as_str()),
        };
        let right = row.x + row.width;
        let key = canvas.right(right, row.y, &choice.key, Ink::Key);
        canvas.text(row.x, row.y, &choice.title, cells(titles), title);
        let at = row.x + cells(titles) + 2;
        canvas.text(at, row.y, detail, key.saturating_sub(at + 2), Ink::Dim);
        if offset + usize::from(y) == pick.at {
            let wide = Area::new(row.x - 1, row.y, row.width + 2, 1);
            let style = canvas.theme.selected(true);
            canvas.wash(wide, style);
        }
    }
    if pick.shown.is_empty() {
        canvas.text(rows.x, rows.y, "nothing matches", rows.width, Ink::Dim);
    }
    hint(area, "Enter takes  Esc closes", canvas);
    cursor
}

fn new_skill(model: &Model, dialog: &NewSkill, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let templates = foresee::templates(model);
    let template = foresee::template(model, dialog);
    let typed = dialog.name.text();
    let name = if typed.is_empty() { "name" } else { typed };
    let mut files = template.fill(name, "");
    let flat = foresee::flat_end(model);
    if flat.is_some() {
        files.truncate(1);
    }
    let text = files.first().map_or("", |file| file.text.as_str());
    let bare = model
        .profile()
        .is_some_and(|profile| profile.reader.fences == Fences::None);
    let text = if bare { below_frontmatter(text) } else { text };
    let preview: Vec<String> = text.lines().map(str::to_owned).collect();
    let wanted = cells(preview.len() + files.len() + templates.len()).saturating_add(9);
    let area = screen.centred(76, wanted.min(screen.height.saturating_sub(2)).max(8));
    let inner = canvas.boxed(area, "New skill", Ink::Accent);
    let mut y = inner.y;
    let bottom = inner.y + inner.height;
    canvas.text(inner.x, y, "name ", 5, Ink::Dim);
    let cursor = field(
        &dialog.name,
        Area::new(inner.x + 6, y, inner.width.saturating_sub(6), 1),
        canvas,
    );
    y += 1;
    let path = foresee::new_path(model, name);
    let (text, ink) = match &dialog.problem {
        Some(problem) if dialog.refused && dialog.tried => {
            (format!("not made: {problem}"), Ink::Error)
        }
        Some(problem) if dialog.refused => (problem.clone(), Ink::Error),
        Some(problem) => (problem.clone(), Ink::Warning),
        None if typed.is_empty() => (
            "small letters, digits and hyphens, such as code-review".to_owned(),
            Ink::Dim,
        ),
        None => (model.short_path(&path).into_owned(), Ink::Good),
    };
    let columns = inner.width.saturating_sub(6);
    for line in Line::of(&text, ink).wrap(columns) {
        if y < bottom {
            canvas.line(Area::new(inner.x + 6, y, columns, 1), 0, &line);
            y += 1;
        }
    }
    y += 1;
    for (i, known) in templates.iter().enumerate() {
        if y >= bottom {
            break;
        }
        let chosen = i == dialog.template;
        let label = if chosen { "›" } else { " " };
        canvas.text(inner.x, y, label, 1, Ink::Accent);
        let ink = if chosen { Ink::Strong } else { Ink::Dim };
        canvas.text(
            inner.x + 2,
            y,
            known.title,
            inner.width.saturating_sub(2),
            ink,
        );
        y += 1;
    }
    y += 1;
    for file in &files {
        if y + 1 >= bottom {
            break;
        }
        canvas.text(inner.x, y, "+", 1, Ink::Added);
        canvas.text(
            inner.x + 2,
            y,
            &match flat {
                Some(end) => format!("{name}{end}"),
                None => format!("{name}/{}", file.path),
            },
            inner.width.saturating_sub(2),
            Ink::Text,
        );
        y += 1;
    }
    y += 1;
    for line in preview {
        if y >= bottom {
            break;
        }
        canvas.text(
            inner.x + 2,
            y,
            &line,
            inner.width.saturating_sub(2),
            Ink::Dim,
        );
        y += 1;
    }
    hint(area, "Enter creates  ↑↓ template  Esc cancels", canvas);
    cursor
}

fn new_file(model: &Model, dialog: &NewFile, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = screen.centred(70, 5);
    let inner = canvas.boxed(area, "New file", Ink::Accent);
    let folder = format!("{}/", model.short_path(&dialog.folder));
    canvas.text(inner.x, inner.y, &folder, inner.width, Ink::Dim);
    let row = Area::new(inner.x, inner.y + 1, inner.width, 1);
    let cursor = field(&dialog.name, row, canvas);
    if let Some(problem) = &dialog.problem {
        canvas.text(inner.x, inner.y + 2, problem, inner.width, Ink::Error);
    }
    hint(area, "Enter makes it  Esc cancels", canvas);
    cursor
}

fn go_to(model: &Model, dialog: &GoTo, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let area = screen.centred(52, 4);
    let inner = canvas.boxed(area, "Go to line", Ink::Accent);
    let lines = model.text().map_or(1, |text| text.editor.line_count());
    let (says, ink) = match &dialog.problem {
        Some(problem) => (problem.clone(), Ink::Error),
        None => (format!("1 to {lines}, or line:column"), Ink::Dim),
    };
    canvas.text(inner.x, inner.y + 1, &says, inner.width, ink);
    hint(area, "Enter goes  Esc cancels", canvas);
    field(
        &dialog.place,
        Area::new(inner.x, inner.y, inner.width, 1),
        canvas,
    )
}

fn name_skill(dialog: &NameSkill, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let columns = screen.width.saturating_sub(4).min(76);
    let lines = match &dialog.foreseen {
        Ok(lines) => lines.clone(),
        Err(why) => vec![Line::of(why, Ink::Error)],
    };
    let lines = lines.into_iter();
    let lines: Vec<Line> = lines
        .flat_map(|line| line.wrap(columns.saturating_sub(4)))
        .collect();
    let rows = cells(lines.len()).saturating_add(4);
    let area = screen.centred(columns, rows.max(8).min(screen.height.saturating_sub(1)));
    let (title, does) = match dialog.copy {
        true => ("Duplicate", "copies"),
        false => ("Rename", "renames"),
    };
    let inner = canvas.boxed(area, &format!("{title} {}", dialog.old), Ink::Accent);
    canvas.text(inner.x, inner.y, "name ", 5, Ink::Dim);
    let place = Area::new(inner.x + 6, inner.y, inner.width.saturating_sub(6), 1);
    let cursor = field(&dialog.name, place, canvas);
    let (_, below) = inner.split_top(2);
    for (y, line) in (0..below.height).zip(&lines) {
        canvas.line(below, y, line);
    }
    hint(area, &format!("Enter {does}  Esc cancels"), canvas);
    cursor
}

/// Below a question.
pub const ANSWERS: &str = "Enter answers  Esc cancels";

/// Draws a question, with `below` on its lower edge.
pub fn draw_ask(ask: &Ask, below: &str, screen: Area, canvas: &mut Canvas<'_>) -> Cursor {
    let columns = screen.width.saturating_sub(4).min(72);
    let text_columns = columns.saturating_sub(4);
    let lines: Vec<Line> = ask
        .lines
        .iter()
        .flat_map(|line| line.clone().wrap(text_columns))
        .collect();
    let labels = ask
        .answers
        .iter()
        .map(|(key, title, _)| format!(" {key} {title} "));
    let labels: Vec<String> = labels.collect();
    let bars = bars(&labels, usize::from(text_columns));
    let rows = cells(lines.len() + bars.len())
        .saturating_add(3)
        .min(screen.height.saturating_sub(1));
    let area = screen.centred(columns, rows);
    let inner = canvas.boxed(area, &ask.title, Ink::Accent);
    let (text, answers) = inner.split_bottom(cells(bars.len()));
    for (y, line) in (0..text.height).zip(&lines) {
        canvas.line(text, y, line);
    }
    for (y, bar) in (answers.y..answers.y + answers.height).zip(bars) {
        let mut x = answers.x;
        for i in bar {
            let label = match i == ask.at {
                true => format!("[{}]", labels[i].trim()),
                false => labels[i].clone(),
            };
            let room = (answers.x + answers.width).saturating_sub(x);
            let style = match i == ask.at {
                true => canvas.theme.label(),
                false => canvas.theme.ink(Ink::Text),
            };
            let label = crate::workbench::app::ink::fit(&label, usize::from(room));
            x = canvas.styled(x, y, &label, room, style) + 1;
        }
    }
    hint(area, below, canvas);
    None
}

/// Which answers stand together in a row.
fn bars(labels: &[String], columns: usize) -> Vec<Vec<usize>> {
    let mut bars: Vec<Vec<usize>> = Vec::new();
    let mut used = 0;
    for (i, label) in labels.iter().enumerate() {
        let wide = width(label) + 1;
        match bars.last_mut() {
            Some(bar) if used + wide <= columns + 1 => bar.push(i),
            _ => {
                bars.push(vec![i]);
                used = 0;
            }
        }
        used += wide;
    }
    bars
}
