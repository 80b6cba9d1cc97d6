//! Putting text into cells.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::theme::Theme;
use crate::workbench::app::ink::{Ink, Line, fit, visible, width};
use crate::workbench::app::layout::Area;

/// Cells, with the looks of everything.
pub struct Canvas<'a> {
    /// The cells.
    pub cells: &'a mut Buffer,
    /// The looks.
    pub theme: Theme,
}

/// Our rectangle as the library has it.
pub fn rect(area: Area) -> Rect {
    Rect::new(area.x, area.y, area.width, area.height)
}

impl Canvas<'_> {
    /// Text in a style, cut at `columns`. Gives the column after it.
    pub fn styled(&mut self, x: u16, y: u16, text: &str, columns: u16, style: Style) -> u16 {
        let area = self.cells.area;
        if y >= area.bottom() || x >= area.right() || columns == 0 {
            return x;
        }
        let (end, _) = self
            .cells
            .set_stringn(x, y, text, usize::from(columns), style);
        end
    }

    /// Text that means something; what cannot be seen is made visible. Gives the column after it.
    pub fn text(&mut self, x: u16, y: u16, text: &str, columns: u16, ink: Ink) -> u16 {
        let style = self.theme.ink(ink);
        let shown = fit(&visible(text), usize::from(columns));
        self.styled(x, y, &shown, columns, style)
    }

    /// Text that ends before column `right`. Gives its first column.
    pub fn right(&mut self, right: u16, y: u16, text: &str, ink: Ink) -> u16 {
        let columns = u16::try_from(width(text)).unwrap_or(u16::MAX);
        let x = right.saturating_sub(columns);
        self.text(x, y, text, right - x, ink);
        x
    }

    /// A line, cut at the edge of the area's row `row`, with an ellipsis when something is left out.
    pub fn line(&mut self, area: Area, row: u16, line: &Line) -> u16 {
        let mut x = area.x;
        let right = area.x + area.width;
        if row >= area.height {
            return x;
        }
        let cut;
        // No text is wider than its bytes are many.
        let bytes: usize = line.pieces.iter().map(|piece| piece.text.len()).sum();
        let line = match bytes > usize::from(area.width) {
            true => {
                cut = line.fitted(usize::from(area.width));
                &cut
            }
            false => line,
        };
        let y = area.y + row;
        for piece in &line.pieces {
            if x >= right {
                break;
            }
            let style = self.theme.ink(piece.ink);
            x = self.styled(x, y, &piece.text, right - x, style);
        }
        x
    }

    /// Lays a style over an area.
    pub fn wash(&mut self, area: Area, style: Style) {
        let area = rect(area).intersection(self.cells.area);
        self.cells.set_style(area, style);
    }

    /// Empties an area.
    pub fn clear(&mut self, area: Area) {
        let area = rect(area).intersection(self.cells.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if let Some(cell) = self.cells.cell_mut((x, y)) {
                    cell.reset();
                }
            }
            // A wide character that reached into the area is cut in half.
            if area.left() > 0
                && let Some(cell) = self.cells.cell_mut((area.left() - 1, y))
                && width(cell.symbol()) > 1
            {
                cell.set_symbol(" ");
            }
        }
    }

    /// A frame with a title; gives the area inside.
    pub fn boxed(&mut self, area: Area, title: &str, ink: Ink) -> Area {
        self.clear(area);
        if area.width < 4 || area.height < 3 {
            return area;
        }
        let style = self.theme.rule();
        let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
        let dashes = "─".repeat(usize::from(area.width - 2));
        self.styled(area.x, area.y, &format!("╭{dashes}╮"), area.width, style);
        self.styled(area.x, bottom, &format!("╰{dashes}╯"), area.width, style);
        for y in area.y + 1..bottom {
            self.styled(area.x, y, "│", 1, style);
            self.styled(right, y, "│", 1, style);
        }
        if !title.is_empty() {
            self.text(
                area.x + 2,
                area.y,
                &format!(" {title} "),
                area.width - 4,
                ink,
            );
        }
        Area::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2)
    }
}
