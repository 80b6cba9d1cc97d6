//! The editor pane: header, gutter, and the text in the colours of its roles.

use ratatui::style::Style;

use super::paint::Canvas;
use crate::check::Severity;
use crate::skill::Span;
use crate::skill::colour::Role;
use crate::workbench::app::frame::{EDITOR_HEAD, gutter, text_area};
use crate::workbench::app::ink::{Ink, fit, fit_end, visible, width};
use crate::workbench::app::keymap::named;
use crate::workbench::app::layout::{Area, Pane};
use crate::workbench::app::list::{self, Group};
use crate::workbench::app::model::Model;
use crate::workbench::app::problem;
use crate::workbench::app::text::Text;
use crate::workbench::app::update::jump::holds;
use crate::workbench::app::update::list::other_host;
use crate::workbench::edit::{MarkWalk, Row, ShownAs, SpanWalk};

/// Draws the pane; gives the place of the cursor.
pub fn draw(model: &Model, area: Area, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let Some(text) = model.text() else {
        nothing(model, area, canvas);
        return None;
    };
    let focused = model.prefs.focus == Pane::Editor;
    let skill = model.row().and_then(|row| row.path.as_deref());
    let folder = skill.and_then(|skill| holds(skill, &text.path));
    // Of a supporting file, where it lies in its skill.
    let file = folder.and_then(|length| text.path.get(length + 1..));
    let page = !text.path.starts_with('/');
    let file = visible(match page {
        true => &text.title,
        false => file.unwrap_or(text.file_name()),
    });
    let host = other_host(model, text).and(text.host.as_deref());
    header((text, &file, host), focused, area, canvas);
    let found = if model.finding() {
        &*model.find.hits
    } else {
        &[]
    };
    body(text, found, focused, text_area(area), canvas)
}

fn nothing(model: &Model, area: Area, canvas: &mut Canvas<'_>) {
    let inner = area.inset(2, 1);
    let lost = |group| matches!(group, Group::NotLoaded | Group::Unsaved);
    let lost = model.row().filter(|row| lost(row.group));
    let lines = match (model.disk.ready, &model.shown, lost) {
        (false, ..) => vec![("reading the folder …".to_owned(), Ink::Dim)],
        (_, Some(_), _) => vec![("reading the file …".to_owned(), Ink::Dim)],
        (.., Some(row)) => vec![
            (row.name.clone(), Ink::Strong),
            (row.reason.clone().unwrap_or_default(), Ink::Error),
            (asks(model, row), Ink::Dim),
        ],
        _ => vec![
            ("No text is open.".to_owned(), Ink::Dim),
            (
                format!("{} makes a skill", named(model, "skill.new")),
                Ink::Dim,
            ),
        ],
    };
    for (y, (text, ink)) in (EDITOR_HEAD..inner.height).zip(lines) {
        canvas.text(inner.x, inner.y + y, &text, inner.width, ink);
    }
}

/// The key that leads to the text from last time of a row.
fn asks(model: &Model, row: &list::Row) -> String {
    match row.kept {
        true => format!("{} asks what becomes of it", named(model, "recovery.show")),
        false => String::new(),
    }
}

/// Columns that a skill keeps beside the name of its file at least, as far as it has them.
const SKILL: usize = 8;

/// The name of a skill and of a file in it, within `room` columns: the file says what is open, so the
/// skill gives way first; of a path the end tells most.
fn names(skill: &str, file: &str, room: usize) -> (String, String) {
    if let Some(one) = one_name(skill, file) {
        return (fit(one, room), String::new());
    }
    let least = width(skill).min(SKILL);
    let file = fit_end(file, room.saturating_sub(least + 1));
    let skill = fit(skill, room.saturating_sub(width(&file) + 1));
    (skill, file)
}

/// What both are called where one name says it: of a skill that is a single file, that file.
fn one_name<'a>(skill: &'a str, file: &'a str) -> Option<&'a str> {
    let stem = file.rsplit_once('.').map(|(stem, _)| stem);
    match (skill.ends_with(file), stem == Some(skill)) {
        (true, _) => Some(skill),
        (_, true) => Some(file),
        _ => None,
    }
}

fn header(
    (text, file, host): (&Text, &str, Option<&str>),
    focused: bool,
    area: Area,
    canvas: &mut Canvas<'_>,
) {
    let place = text.editor.position();
    // Each with the word that does where there is no room for the name beside it.
    let mut parts: Vec<(&str, &str, Ink)> = Vec::new();
    if text.unsaved() {
        parts.push(("● unsaved", "●", Ink::Warning));
    }
    match (text.overtaken, text.base.is_some()) {
        (true, true) => parts.push(("changed on disk", "changed", Ink::Error)),
        (true, false) => parts.push(("gone from disk", "gone", Ink::Error)),
        (false, _) => {}
    }
    // It can be saved, though not gone on with.
    let of_host = host.map(|host| format!("for {host}"));
    match &of_host {
        Some(of_host) => parts.push((of_host, of_host, Ink::Warning)),
        None if text.read_only.is_some() => parts.push(("read only", "read only", Ink::Dim)),
        None => {}
    }
    let place = format!("{}:{}", place.line, place.column);
    parts.push((&place, &place, Ink::Dim));
    if area.width >= 50 {
        parts.push((text.line_ends(), text.line_ends(), Ink::Dim));
    }
    let room = |parts: &[(&str, &str, Ink)]| {
        let columns: usize = parts.iter().map(|(text, ..)| width(text) + 2).sum();
        usize::from(area.width).saturating_sub(columns + 2)
    };
    let skill = visible(&text.title);
    let wanted = match one_name(&skill, file) {
        Some(one) => width(one),
        None => width(&skill) + 1 + width(file),
    };
    if room(&parts) < wanted {
        for part in &mut parts {
            part.0 = part.1;
        }
        // How lines end is told where there is room.
        if parts.len() > 1 && area.width >= 50 && room(&parts) < wanted {
            parts.pop();
        }
    }
    let (skill, file) = names(&skill, file, room(&parts));
    let title_ink = if focused { Ink::Accent } else { Ink::Strong };
    let mut x = canvas.text(area.x + 2, area.y, &skill, area.width, title_ink);
    if !file.is_empty() {
        x = canvas.text(x + 1, area.y, &file, area.width, Ink::Dim);
    }
    let right = area.x + area.width;
    for (text, _, ink) in parts {
        x = canvas.text(x + 2, area.y, text, right.saturating_sub(x + 2), ink);
    }
}

/// What a row of text is drawn with.
struct Look<'a> {
    text: &'a Text,
    selection: Option<Span>,
    marks: Vec<(Span, Severity)>,
}

fn body(
    text: &Text,
    found: &[(Span, ())],
    focused: bool,
    area: Area,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    let editor = &text.editor;
    let left = gutter(editor.line_count());
    let cells = area.inset(left, 0);
    let cursor = editor.cursor_cell();
    let look = Look {
        text,
        selection: editor.selection(),
        marks: text
            .findings
            .iter()
            .map(|finding| (finding.range.clone(), finding.severity))
            .collect(),
    };
    let rows = editor.rows();
    let begin = rows.rows.first().map_or(0, |row| row.span.start);
    let mut roles = SpanWalk::new(&text.roles, begin);
    let mut marks = MarkWalk::new(&look.marks);
    let mut found = SpanWalk::new(found, begin);
    for (y, row) in (0..area.height).zip(&rows.rows) {
        let y = area.y + y;
        let here = focused && cursor.is_some_and(|(at, _)| area.y + as_cells(at) == y);
        if here {
            let line = Area::new(area.x, y, area.width, 1);
            canvas.wash(line, canvas.theme.cursor_line());
        }
        number(&look, row, here, Area::new(area.x, y, left, 1), canvas);
        for glyph in rows.glyphs(row) {
            let role = roles.at(glyph.span.start).copied();
            let marked = marks.touching(glyph.span.clone()).max().copied();
            let hit = found.at(glyph.span.start).is_some();
            let mut style = look.style(role, marked, glyph.shown_as, &glyph.span, canvas);
            if hit && !look.selected(&glyph.span) {
                style = style.patch(canvas.theme.found());
            }
            let x = cells.x + as_cells(glyph.col);
            let columns = as_cells(glyph.width).min((area.x + area.width).saturating_sub(x));
            canvas.styled(x, y, &glyph.text, columns, style);
        }
        look.end_of_row(row, y, cells, canvas);
    }
    let (row, col) = cursor?;
    Some((cells.x + as_cells(col), area.y + as_cells(row)))
}

fn as_cells(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// The gutter: a mark for the worst problem that begins in this row, and the line number.
fn number(look: &Look<'_>, row: &Row, here: bool, area: Area, canvas: &mut Canvas<'_>) {
    let begins = |span: &Span| {
        let end = row.line_end.end.max(row.span.end);
        (row.span.start..end).contains(&span.start)
            || (span.start == end && row.line_end.is_empty())
    };
    let worst = look
        .marks
        .iter()
        .filter(|(span, _)| begins(span))
        .map(|(_, s)| *s)
        .max();
    if let Some(severity) = worst {
        canvas.text(area.x, area.y, "▌", 1, problem::ink(severity));
    }
    if row.first {
        let right = area.x + area.width.saturating_sub(2);
        let ink = if here { Ink::Text } else { Ink::Dim };
        canvas.right(right, area.y, &row.line.to_string(), ink);
    }
}

impl Look<'_> {
    fn style(
        &self,
        role: Option<Role>,
        marked: Option<Severity>,
        shown_as: ShownAs,
        span: &Span,
        canvas: &Canvas<'_>,
    ) -> Style {
        let theme = &canvas.theme;
        let ink = match (shown_as, role) {
            (ShownAs::Hidden, _) => Ink::Symbol,
            (_, Some(role)) => Ink::Skill(role),
            _ => Ink::Text,
        };
        let mut style = theme.ink(ink);
        if let Some(severity) = marked.filter(|_| !self.text.findings.is_empty()) {
            style = style.patch(theme.finding(problem::ink(severity)));
        }
        if self.selected(span) {
            style = style.patch(theme.selection());
        }
        style
    }

    fn selected(&self, span: &Span) -> bool {
        self.selection
            .as_ref()
            .is_some_and(|selection| selection.start <= span.start && span.start < selection.end)
    }

    /// A selected line end, and a problem that stands where nothing does, get a cell of their own.
    fn end_of_row(&self, row: &Row, y: u16, cells: Area, canvas: &mut Canvas<'_>) {
        let at_end = |span: &Span| span.start == row.span.end && span.start >= row.line_end.start;
        let missing = self
            .marks
            .iter()
            .find(|(span, _)| span.is_empty() && at_end(span));
        let selected = !row.line_end.is_empty() && self.selected(&row.line_end);
        if missing.is_none() && !selected {
            return;
        }
        let Some((_, x)) = self.text.editor.cell_of(row.span.end) else {
            return;
        };
        let x = cells.x + as_cells(x);
        if x >= cells.x + cells.width {
            return;
        }
        let style = match missing {
            Some((_, severity)) => canvas.theme.finding(problem::ink(*severity)),
            None => canvas.theme.selection(),
        };
        canvas.styled(x, y, " ", 1, style);
    }
}
