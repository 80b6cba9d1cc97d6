//! What stands below the panes: the problem under the cursor, the keys, and what went wrong; where
//! each part stands, and what a click on it does.

use super::commands::{Command, by_id};
use super::count::{counter, size};
use super::ink::{Ink, Line, clipped, width};
use super::keymap;
use super::layout::{Area, Layout, Pane};
use super::model::Model;
use super::notice::Notice;
use super::preview::Tab;
use super::problem::{self, Said};

/// What always shows: where people find everything else.
const ALWAYS: [&str; 3] = ["palette", "help", "quit"];
/// Keys while a filter is typed.
pub const FILTER: &str = "type to filter  Enter keeps it  Esc shows all";

/// One thing that stands somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its first column.
    pub x: u16,
    /// Its row.
    pub y: u16,
    /// What is shown.
    pub line: Line,
    /// Id of the command that a click runs.
    pub command: Option<&'static str>,
}

impl Spot {
    fn holds(&self, x: u16, y: u16) -> bool {
        let past = x.checked_sub(self.x).map(usize::from);
        y == self.y && past.is_some_and(|past| past < self.line.width())
    }

    /// Ends before column `right`.
    fn right(right: u16, y: u16, text: &str, ink: Ink, command: Option<&'static str>) -> Self {
        let columns = u16::try_from(width(text)).unwrap_or(u16::MAX);
        Self {
            x: right.saturating_sub(columns),
            y,
            line: Line::of(text, ink),
            command,
        }
    }
}

/// The problem under the cursor, or why the selected skill is not loaded. What has no room is a key
/// away.
pub fn problem(model: &Model, area: Area) -> Vec<Spot> {
    let mut spots = Vec::new();
    let mut inner = area.inset(1, 1);
    let height = usize::from(area.height);
    if let Some(counter) = counter(model) {
        // It keeps its place whatever else is said.
        let right = inner.x + inner.width;
        let spot = Spot::right(
            right,
            inner.y,
            &counter.text(inner.width),
            counter.ink(),
            None,
        );
        inner.width = spot.x.saturating_sub(inner.x + 2);
        spots.push(spot);
    }
    let Said {
        what,
        help,
        fix,
        goes,
    } = problem::said(model);
    let mut rows = what.wrap(inner.width);
    if !help.pieces.is_empty() {
        rows.extend(help.wrap(inner.width));
    }
    let more = keymap::key_of(model, "problem.show").filter(|_| rows.len() > height);
    let more = more.filter(|_| height > 0).map(|key| {
        let told = format!(" {key} shows all");
        // Where it would take half of the row, the key says it.
        match width(&told) * 2 > usize::from(inner.width) {
            true => format!(" {key}"),
            false => told,
        }
    });
    let taken = more.as_deref().map_or(0, width);
    rows = clipped(rows, height, usize::from(inner.width).saturating_sub(taken));
    let right = inner.x + inner.width;
    let fits = |text: &str, row: usize| {
        let used = rows.get(row).map_or(0, Line::width);
        used + width(text) <= usize::from(inner.width)
    };
    if let Some(title) = fix {
        let text = format!("  fix: {title}");
        let row = (0..height.saturating_sub(usize::from(more.is_some()))).find(|y| fits(&text, *y));
        if let Some(row) = row.and_then(|row| u16::try_from(row).ok()) {
            let y = inner.y + row;
            spots.push(Spot::right(
                right,
                y,
                &text,
                Ink::Accent,
                Some("problem.fix"),
            ));
        }
    }
    if let Some(text) = more {
        let y = inner.y + area.height - 1;
        spots.push(Spot::right(right, y, &text, Ink::Key, Some("problem.show")));
    }
    let empty = rows.iter().all(|row| row.width() == 0);
    // How long the text is goes where nothing else is said.
    let room = rows.len() < height || empty;
    if let Some(length) = room.then(|| size(model)).flatten() {
        let at = rows.iter().filter(|row| row.width() > 0).count();
        let row = at.min(height.saturating_sub(1));
        spots.push(Spot {
            x: inner.x,
            y: inner.y + u16::try_from(row).unwrap_or(0),
            line: Line::of(&length, Ink::Dim).fitted(usize::from(inner.width)),
            command: None,
        });
    }
    let rows = (inner.y..).zip(rows);
    let said = rows.map(|(y, line)| Spot {
        x: inner.x,
        y,
        line,
        command: goes.filter(|_| !empty),
    });
    // What stands at the right lies above.
    said.chain(spots).collect()
}

/// The commands worth showing, by where the keys go.
fn offered(model: &Model) -> &'static [&'static str] {
    match model.prefs.focus {
        _ if model.list.filtering => &[],
        Pane::Editor if model.finding() => &[
            "find.next",
            "find.previous",
            "find.replace-all",
            "find.close",
            "file.save",
            "palette",
            "help",
        ],
        Pane::List => &[
            "skill.new",
            "list.open",
            "skill.override",
            "skill.delete",
            "skill.update",
            "pane.flip",
            "list.filter",
            "skill.import",
            "pane.next",
            "host.choose",
            "mode.switch",
            "palette",
            "help",
            "quit",
        ],
        Pane::Editor if model.typing() => &[
            "file.save",
            "problem.fix",
            "problem.next",
            "find.open",
            "pane.flip",
            "pane.next",
            "host.choose",
            "mode.switch",
            "palette",
            "help",
        ],
        Pane::Editor => &[
            "skill.override",
            "skill.new",
            "pane.flip",
            "pane.next",
            "host.choose",
            "palette",
            "help",
            "quit",
        ],
        Pane::Preview if model.preview.tab == Tab::Files => &[
            "preview.open",
            "file.new",
            "file.rename",
            "file.delete",
            "pane.next",
            "palette",
            "help",
        ],
        Pane::Preview if model.preview.tab == Tab::Hosts => &[
            "preview.open",
            "host.use",
            "preview.full",
            "pane.next",
            "palette",
            "help",
        ],
        Pane::Preview if model.preview.tab == Tab::Layers => &[
            "preview.old-side",
            "preview.new-side",
            "preview.wrap",
            "preview.full",
            "pane.next",
            "palette",
            "help",
        ],
        Pane::Preview => &[
            "prompt.select",
            "prompt.copy",
            "prompt.copy-json",
            "preview.wrap",
            "preview.full",
            "pane.next",
            "palette",
            "help",
        ],
    }
}

/// One key in the footer.
pub struct Hint {
    /// Its first column.
    pub x: u16,
    /// The key.
    pub key: String,
    /// The command.
    pub command: &'static Command,
}

impl Hint {
    /// The column of the words after the key.
    pub fn words(&self) -> u16 {
        let key = u16::try_from(width(&self.key)).unwrap_or(u16::MAX);
        self.x.saturating_add(key).saturating_add(1)
    }

    fn end(&self) -> u16 {
        let words = u16::try_from(width(self.command.title)).unwrap_or(u16::MAX);
        self.words().saturating_add(words)
    }
}

/// The keys worth showing, as far as there is room.
pub fn hints(model: &Model, area: Area) -> Vec<Hint> {
    let inner = area.inset(1, 1);
    let contexts = keymap::contexts(model);
    let commands = offered(model).iter().filter_map(|id| by_id(id));
    let usable = commands.filter(|command| (command.when)(model).is_ok());
    let hints: Vec<Hint> = usable
        .filter_map(|command| {
            let key = model.keymap.key_in(command, contexts)?;
            let meant = keymap::lookup(model, key).and_then(Result::ok);
            let key = meant
                .filter(|meant| meant.id == command.id)
                .map(|_| key.short())?;
            Some(Hint { x: 0, key, command })
        })
        .collect();
    let always = |hint: &Hint| ALWAYS.contains(&hint.command.id);
    let columns = |hint: &Hint| hint.end().saturating_add(2);
    // The last one needs no gap after it.
    let kept: u16 = hints.iter().filter(|hint| always(hint)).map(columns).sum();
    let mut room = (inner.width + 2).saturating_sub(kept);
    let (mut x, right) = (inner.x, inner.x + inner.width);
    let mut shown = Vec::new();
    for mut hint in hints {
        let columns = columns(&hint);
        if !always(&hint) {
            if columns > room {
                continue;
            }
            room -= columns;
        }
        if x >= right {
            break;
        }
        hint.x = x;
        x = x.saturating_add(columns);
        shown.push(hint);
    }
    shown
}

/// The message that goes with the next key, and takes the place of the keys.
pub fn notice(model: &Model) -> Option<&Notice> {
    model.notices.iter().rev().find(|notice| !notice.error)
}

/// That message as it stands: its first row, and its rows. What does not fit in the row of the keys
/// takes those above it, unless text is typed there.
pub fn told(model: &Model, layout: &Layout) -> Option<(u16, Vec<Line>)> {
    let text = &notice(model)?.text;
    let columns = layout.footer.width.saturating_sub(4);
    let most = match model.finding() {
        true => 1,
        false => 1 + usize::from(layout.problem.height),
    };
    let rows = Line::of(text, Ink::Strong).wrap(columns);
    let rows = clipped(rows, most, columns.into());
    let above = u16::try_from(rows.len()).unwrap_or(1).saturating_sub(1);
    Some((layout.footer.y.saturating_sub(above), rows))
}

/// What went wrong, over the panes, until Esc.
pub struct Complaint {
    /// Its frame.
    pub area: Area,
    /// What stands on it.
    pub title: String,
    /// What happened.
    pub lines: Vec<Line>,
}

/// The row of the screen where text is typed.
fn typed_row(model: &Model, layout: &Layout) -> Option<u16> {
    let area = layout.editor.filter(|_| model.typing())?;
    let (row, _) = model.text()?.editor.cursor_cell()?;
    Some(super::frame::text_area(area).y + u16::try_from(row).unwrap_or(u16::MAX))
}

/// The newest message that stays.
pub fn complaint(model: &Model, layout: &Layout) -> Option<Complaint> {
    let errors: Vec<&Notice> = model.standing().collect();
    let newest = errors.last()?;
    let screen = layout.screen;
    let columns = screen.width.saturating_sub(4).min(90);
    let wide = columns.saturating_sub(4);
    let lines = Line::of(&newest.text, Ink::Text).wrap(wide);
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let rows = rows.saturating_add(2);
    let rows = rows.min(layout.problem.y.saturating_sub(1)).max(3);
    let lines = clipped(
        lines,
        usize::from(rows.saturating_sub(2)),
        usize::from(wide),
    );
    let x = screen.width.saturating_sub(columns) / 2;
    let below = layout.problem.y.saturating_sub(rows);
    // The line that is typed stays in sight.
    let y = match typed_row(model, layout) {
        Some(row) if row >= below => layout.list.or(layout.editor).map_or(1, |area| area.y),
        _ => below,
    };
    let title = match errors.len() {
        1 => newest.title.to_owned(),
        n => format!("{} ({n} messages)", newest.title),
    };
    Some(Complaint {
        area: Area::new(x, y, columns, rows),
        title,
        lines,
    })
}

/// The command under a cell below the panes.
pub fn command_at(model: &Model, layout: &Layout, x: u16, y: u16) -> Option<&'static Command> {
    if told(model, layout).is_some_and(|(top, _)| y >= top) {
        return None;
    }
    if layout.problem.holds(x, y) && !model.finding() {
        let spots = problem(model, layout.problem);
        let spot = spots.into_iter().rev().find(|spot| spot.holds(x, y))?;
        return spot.command.and_then(by_id);
    }
    if !layout.footer.holds(x, y) || model.list.filtering {
        return None;
    }
    let hints = hints(model, layout.footer);
    let hint = hints
        .into_iter()
        .find(|hint| (hint.x..hint.end()).contains(&x));
    hint.map(|hint| hint.command)
}
