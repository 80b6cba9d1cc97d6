//! What is fixed inside the panes: heads, gutters and tabs, for drawing and for the mouse alike.

use super::layout::{Area, Pane};
use super::preview::Tab;

/// Rows above the rows of the list: the filter.
pub const LIST_HEAD: u16 = 1;
/// Rows above the text: its header and a gap.
pub const EDITOR_HEAD: u16 = 2;
/// Rows above the preview: the tabs and a gap.
pub const PREVIEW_HEAD: u16 = 2;

/// Where the filter is typed in the list pane: behind its sign.
pub fn filter_area(pane: Area) -> Area {
    pane.split_top(LIST_HEAD).0.inset(3, 1)
}

/// The part of the editor pane that holds gutter and text.
pub fn text_area(pane: Area) -> Area {
    pane.split_top(EDITOR_HEAD).1
}

/// The part of the preview pane that holds rows, a column in from the rule.
pub fn preview_area(pane: Area) -> Area {
    pane.split_top(PREVIEW_HEAD).1.inset(1, 1)
}

/// Columns left of a text of `lines` lines: mark, number, gap.
pub fn gutter(lines: usize) -> u16 {
    let digits = lines.max(1).ilog10() + 1;
    let digits = u16::try_from(digits).unwrap_or(u16::MAX).max(3);
    digits + 4
}

/// The names of the panes where only one of them has room: first column, text.
pub fn titles(area: Area) -> [(Pane, u16, &'static str); 3] {
    let names = [
        (Pane::List, " List "),
        (Pane::Editor, " Text "),
        (Pane::Preview, " Preview "),
    ];
    let mut x = area.x;
    names.map(|(pane, name)| {
        let at = x;
        x += u16::try_from(name.len()).unwrap_or(0) + 1;
        (pane, at, name)
    })
}

/// The pane whose name stands at a column.
pub fn title_at(area: Area, x: u16) -> Option<Pane> {
    let mut titles = titles(area).into_iter();
    let under = |at: u16, name: &str| x >= at && usize::from(x - at) < name.len();
    titles
        .find(|(_, at, name)| under(*at, name))
        .map(|(pane, ..)| pane)
}

/// Where each tab stands in a pane of this width: first column, text. As it gets narrow the tabs
/// lose the room around their names, then the ends of the names.
pub fn tabs(width: u16) -> Vec<(Tab, u16, String)> {
    let names = Tab::ALL.map(Tab::title);
    let shapes = [
        names.map(|name| format!(" {name} ")),
        names.map(|name| format!(" {name}")),
        names.map(|name| format!(" {}", &name[..3])),
    ];
    let fits =
        |shape: &&[String; 5]| shape.iter().map(String::len).sum::<usize>() <= usize::from(width);
    let shape = shapes.iter().find(fits).unwrap_or(&shapes[2]);
    let mut x = 0;
    Tab::ALL
        .into_iter()
        .zip(shape)
        .map(|(tab, text)| {
            let at = x;
            x += u16::try_from(text.len()).unwrap_or(0);
            (tab, at, text.clone())
        })
        .collect()
}

/// The tab at a column of the preview pane.
pub fn tab_at(width: u16, x: u16) -> Option<Tab> {
    tabs(width)
        .into_iter()
        .find(|(_, at, text)| x >= *at && usize::from(x - at) < text.len())
        .map(|(tab, ..)| tab)
}
