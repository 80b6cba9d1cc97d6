//! Where everything stands, from the size of the screen alone. Update asks it for paging and the
//! mouse, view for drawing, so the two never disagree.

/// Below this nothing can be shown in earnest.
const LEAST: (u16, u16) = (40, 10);
/// Width of the list beside other panes.
const LIST_WIDTH: u16 = 28;
/// The same at least.
const LIST_LEAST: u16 = 16;
/// Width of the text beside other panes at least.
const EDITOR_WIDTH: u16 = 34;
/// Width of the preview beside other panes at least: its tabs fit.
const PREVIEW_WIDTH: u16 = 35;
/// From this width on three columns stand side by side.
const THREE_COLUMNS: u16 = 100;
/// From this width on the list stands beside one pane.
const TWO_COLUMNS: u16 = 80;
/// From this height on rules separate header, panes and footer.
const ROOMY: u16 = 20;
/// From this height on problems get a second line.
const TWO_LINES: u16 = 14;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Left column.
    pub x: u16,
    /// Top row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Area {
    /// A rectangle.
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// True when the cell lies inside.
    pub fn holds(&self, x: u16, y: u16) -> bool {
        x >= self.x && y >= self.y && x - self.x < self.width && y - self.y < self.height
    }

    /// The first `rows` rows, and the rest.
    pub fn split_top(&self, rows: u16) -> (Self, Self) {
        let rows = rows.min(self.height);
        (
            Self::new(self.x, self.y, self.width, rows),
            Self::new(self.x, self.y + rows, self.width, self.height - rows),
        )
    }

    /// All but the last `rows` rows, and those.
    pub fn split_bottom(&self, rows: u16) -> (Self, Self) {
        self.split_top(self.height.saturating_sub(rows))
    }

    /// The same without `left` and `right` columns.
    pub fn inset(&self, left: u16, right: u16) -> Self {
        let left = left.min(self.width);
        let right = right.min(self.width - left);
        Self::new(
            self.x + left,
            self.y,
            self.width - left - right,
            self.height,
        )
    }

    /// Columns of something that wants `most`: all there are, where beside it only stripes would be left.
    pub fn columns(&self, most: u16) -> u16 {
        const STRIPES: u16 = 8;
        match self.width <= most.saturating_add(STRIPES) {
            true => self.width,
            false => most,
        }
    }

    /// A rectangle of at most this size in the middle of this one, a little above centre.
    pub fn centred(&self, width: u16, height: u16) -> Self {
        let width = self.columns(width);
        let height = height.min(self.height);
        Self::new(
            self.x + (self.width - width) / 2,
            self.y + (self.height - height) / 3,
            width,
            height,
        )
    }
}

/// The panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The skills.
    #[default]
    List,
    /// The text.
    Editor,
    /// What the host makes of it.
    Preview,
}

/// What people chose about the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefs {
    /// The pane with the focus; it is always shown.
    pub focus: Pane,
    /// Where there is room for one pane beside the list: the preview instead of the editor.
    pub flipped: bool,
    /// The preview takes the whole width.
    pub full: bool,
    /// Columns of the list, where somebody chose them.
    pub list: Option<u16>,
    /// Thousandths of what the list leaves that the preview takes, where somebody chose them.
    pub preview: Option<u16>,
}

/// Where everything stands. What is `None` is not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The whole screen.
    pub screen: Area,
    /// Too small for anything but a notice.
    pub too_small: bool,
    /// The line at the top.
    pub header: Area,
    /// The name of the only pane shown.
    pub title: Option<Area>,
    /// The list, with its filter line.
    pub list: Option<Area>,
    /// The editor, with its header line.
    pub editor: Option<Area>,
    /// The preview, with its tab line.
    pub preview: Option<Area>,
    /// Horizontal rules, by row.
    pub rules: [Option<u16>; 2],
    /// Vertical rules, by column, between the two horizontal ones.
    pub columns: [Option<u16>; 2],
    /// The problem under the cursor.
    pub problem: Area,
    /// The keys.
    pub footer: Area,
}

/// Places everything on a screen of `width` x `height` cells. Works from 0x0 on.
pub fn layout((width, height): (u16, u16), prefs: Prefs) -> Layout {
    let screen = Area::new(0, 0, width, height);
    if width < LEAST.0 || height < LEAST.1 {
        return Layout {
            screen,
            too_small: true,
            ..Layout::default()
        };
    }
    let roomy = height >= ROOMY;
    let (header, rest) = screen.split_top(1);
    let (rest, footer) = rest.split_bottom(1);
    let (rest, problem) = rest.split_bottom(if height >= TWO_LINES { 2 } else { 1 });
    let mut rules = [None, None];
    let main = if roomy {
        let (top, rest) = rest.split_top(1);
        let (rest, bottom) = rest.split_bottom(1);
        rules = [Some(top.y), Some(bottom.y)];
        rest
    } else {
        rest
    };
    let mut layout = Layout {
        screen,
        header,
        rules,
        problem,
        footer,
        ..Layout::default()
    };
    if prefs.full && prefs.focus == Pane::Preview {
        layout.preview = Some(main);
    } else if width >= THREE_COLUMNS {
        let list = list_width(prefs, width - EDITOR_WIDTH - PREVIEW_WIDTH - 2);
        let shared = width - list - 2;
        // The text gets the odd column and a little more: it is what people came for.
        let share = u32::from(prefs.preview.unwrap_or(450)).min(1000);
        let preview = u16::try_from(u32::from(shared) * share / 1000).unwrap_or(0);
        let editor = shared - preview.clamp(PREVIEW_WIDTH, shared - EDITOR_WIDTH);
        layout.list = Some(Area::new(0, main.y, list, main.height));
        layout.editor = Some(Area::new(list + 1, main.y, editor, main.height));
        let x = list + 1 + editor + 1;
        layout.preview = Some(Area::new(x, main.y, width - x, main.height));
        layout.columns = [Some(list), Some(x - 1)];
    } else if width >= TWO_COLUMNS {
        let list = list_width(prefs, width - PREVIEW_WIDTH - 1);
        layout.list = Some(Area::new(0, main.y, list, main.height));
        let x = list + 1;
        let other = Area::new(x, main.y, width - x, main.height);
        if shows_preview(prefs) {
            layout.preview = Some(other);
        } else {
            layout.editor = Some(other);
        }
        layout.columns = [Some(list), None];
    } else {
        let (title, pane) = main.split_top(1);
        layout.title = Some(title);
        match prefs.focus {
            Pane::List => layout.list = Some(pane),
            Pane::Editor => layout.editor = Some(pane),
            Pane::Preview => layout.preview = Some(pane),
        }
    }
    layout
}

/// Columns of the list: the chosen ones, as far as its rows and its neighbours can be read.
fn list_width(prefs: Prefs, most: u16) -> u16 {
    prefs.list.unwrap_or(LIST_WIDTH).clamp(LIST_LEAST, most)
}

fn shows_preview(prefs: Prefs) -> bool {
    match prefs.focus {
        Pane::List => prefs.flipped,
        Pane::Editor => false,
        Pane::Preview => true,
    }
}

impl Layout {
    /// The area of a pane, when it is shown.
    pub fn pane(&self, pane: Pane) -> Option<Area> {
        match pane {
            Pane::List => self.list,
            Pane::Editor => self.editor,
            Pane::Preview => self.preview,
        }
    }

    /// The pane under a cell.
    pub fn pane_at(&self, x: u16, y: u16) -> Option<Pane> {
        [Pane::List, Pane::Editor, Pane::Preview]
            .into_iter()
            .find(|pane| self.pane(*pane).is_some_and(|area| area.holds(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefs(focus: Pane) -> Prefs {
        Prefs {
            focus,
            ..Prefs::default()
        }
    }

    #[test]
    fn every_size_gives_areas_inside_the_screen_that_do_not_meet() {
        for width in 0..=140 {
            for height in 0..=45 {
                for focus in [Pane::List, Pane::Editor, Pane::Preview] {
                    for flags in 0..4 {
                        let prefs = Prefs {
                            focus,
                            flipped: flags & 1 != 0,
                            full: flags & 2 != 0,
                            ..Prefs::default()
                        };
                        inside_and_apart(layout((width, height), prefs));
                        let (list, preview) = (width * 7 % 200, width * 13 % 1200);
                        let chosen = Prefs {
                            list: Some(list),
                            preview: Some(preview),
                            ..prefs
                        };
                        inside_and_apart(layout((width, height), chosen));
                    }
                }
            }
        }
    }

    fn inside_and_apart(layout: Layout) {
        let mut areas = vec![layout.header, layout.problem, layout.footer];
        areas.extend(
            [layout.title, layout.list, layout.editor, layout.preview]
                .iter()
                .flatten(),
        );
        for (i, a) in areas.iter().enumerate() {
            assert!(a.x + a.width <= layout.screen.width, "{layout:?}");
            assert!(a.y + a.height <= layout.screen.height, "{layout:?}");
            for b in &areas[i + 1..] {
                let apart = a.x + a.width <= b.x
                    || b.x + b.width <= a.x
                    || a.y + a.height <= b.y
                    || b.y + b.height <= a.y;
                assert!(
                    apart || a.width * a.height * b.width * b.height == 0,
                    "{a:?} {b:?}"
                );
            }
        }
    }

    #[test]
    fn columns_by_width() {
        let shown = |width, focus| {
            let l = layout((width, 24), prefs(focus));
            (l.list.is_some(), l.editor.is_some(), l.preview.is_some())
        };
        assert_eq!(shown(100, Pane::List), (true, true, true));
        assert_eq!(shown(99, Pane::List), (true, true, false));
        assert_eq!(shown(99, Pane::Preview), (true, false, true));
        assert_eq!(shown(79, Pane::List), (true, false, false));
        assert_eq!(shown(60, Pane::Editor), (false, true, false));
        assert!(layout((39, 24), prefs(Pane::List)).too_small);
        assert!(layout((80, 9), prefs(Pane::List)).too_small);
    }

    #[test]
    fn the_focused_pane_is_always_shown() {
        for width in 40..130 {
            for focus in [Pane::List, Pane::Editor, Pane::Preview] {
                let layout = layout((width, 15), prefs(focus));
                assert!(
                    layout.pane(focus).is_some_and(|area| area.height > 4),
                    "{width}"
                );
            }
        }
    }
}
