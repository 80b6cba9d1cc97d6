//! What is fixed inside the panes: heads, gutters and tabs, for drawing and for the mouse alike.

use super::layout::Area;
use super::preview::Tab;

/// Rows above the rows of the list: the filter.
pub const LIST_HEAD: u16 = 1;
/// Rows above the text: its header and a gap.
pub const EDITOR_HEAD: u16 = 2;
/// Rows above the preview: the tabs and a gap.
pub const PREVIEW_HEAD: u16 = 2;

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

/// Where each tab stands in a pane of this width: first column, text. Too narrow for every name,
/// the tabs show their numbers.
pub fn tabs(width: u16) -> Vec<(Tab, u16, String)> {
    let whole: u16 = Tab::ALL.iter().map(|tab| label(*tab).2).sum();
    let mut x = 0;
    Tab::ALL
        .iter()
        .map(|tab| {
            let (long, short, _) = label(*tab);
            let text = if whole <= width { long } else { short };
            let at = x;
            x += u16::try_from(text.len()).unwrap_or(0);
            (*tab, at, text)
        })
        .collect()
}

fn label(tab: Tab) -> (String, String, u16) {
    let long = format!(" {} ", tab.title());
    let short = format!(" {} ", &tab.title()[..3]);
    let len = u16::try_from(long.len()).unwrap_or(0);
    (long, short, len)
}

/// The tab at a column of the preview pane.
pub fn tab_at(width: u16, x: u16) -> Option<Tab> {
    tabs(width)
        .into_iter()
        .find(|(_, at, text)| x >= *at && usize::from(x - at) < text.len())
        .map(|(tab, ..)| tab)
}
