//! The list pane: groups, rows, filter, and a selection that survives every refresh by id.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::fuzzy::Fuzzy;
use super::learn;
use super::text::Text;
use crate::check::Severity;
use crate::host::{Copy, Survey};
use crate::workbench::edit::Field;

/// Where a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Unsaved texts that no other row stands for: of another host, or of what is gone.
    Unsaved,
    /// What the host would use.
    Skills,
    /// Copies hidden by another.
    Shadowed,
    /// Looks like a skill and is not loaded.
    NotLoaded,
    /// Our own skills, to read and to start from.
    Learn,
}

impl Group {
    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Unsaved => "Not saved",
            Self::Skills => "Skills",
            Self::Shadowed => "Shadowed",
            Self::NotLoaded => "Not loaded",
            Self::Learn => "Learn",
        }
    }
}

/// What identifies a row across refreshes: the path of the file, or a made-up one without a file.
pub type RowId = Arc<str>;

/// Problems of one file, for its badge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Errors and warnings together.
    pub count: usize,
    /// The worst of them.
    pub worst: Option<Severity>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What identifies it.
    pub id: RowId,
    /// Its group.
    pub group: Group,
    /// The name as the host uses it.
    pub name: String,
    /// The skill file, when there is one.
    pub path: Option<Arc<str>>,
    /// How presets and the command line name it.
    pub reference: Arc<str>,
    /// Badge of its layer.
    pub badge: Option<char>,
    /// `›S` shadows the copy in S, `‹C` is shadowed by the copy in C.
    pub shadow: Option<(char, char)>,
    /// Index of its layer in the survey.
    pub layer: Option<usize>,
    /// Why it is not loaded.
    pub reason: Option<String>,
    /// The same in the few words a row has room for.
    pub brief: String,
    /// Its problems.
    pub tally: Tally,
    /// Its text is not saved.
    pub unsaved: bool,
    /// Text of it from last time is kept, and was put off.
    pub kept: bool,
    /// Why the model is not told of it, though it is loaded.
    pub silent: Option<&'static str>,
}

/// A line of the list as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLine {
    /// A heading with the number of rows below.
    Head(Group, usize),
    /// An empty line.
    Gap,
    /// A row, by index.
    Row(usize),
}

/// The list.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// All rows, in the order of the groups.
    pub rows: Vec<Row>,
    /// What is shown of them.
    pub lines: Vec<ListLine>,
    /// The selected row.
    pub selected: Option<RowId>,
    /// Index into `lines` of the first line on the screen.
    pub offset: usize,
    /// The filter as typed.
    pub filter: String,
    /// The same with its cursor.
    pub field: Field,
    /// The filter has the keys.
    pub filtering: bool,
    /// The row that was selected when it went; until the next key it is selected again when it
    /// comes back, as when a program writes a folder anew.
    pub missed: Option<RowId>,
    /// The text of a file is shown that has no row, so none is selected; this one was before.
    pub apart: Option<RowId>,
}

/// What identifies the row of a copy. It is looked for among very many with every key.
pub fn row_id(copy: &Copy) -> Cow<'_, str> {
    match (&copy.path, &copy.source) {
        (Some(path), _) => Cow::Borrowed(path),
        (None, Some(source)) => format!("{}#{}", source.path, copy.name).into(),
        (None, None) => format!("builtin:{}", copy.reference).into(),
    }
}

/// Rows of everything a survey knows, and of Learn.
pub fn rows(
    survey: &Survey,
    tallies: &HashMap<Arc<str>, Tally>,
    unsaved: impl Fn(&str) -> bool,
) -> Vec<Row> {
    let badge = |layer: usize| survey.layers.get(layer).map(|layer| layer.badge);
    let copy_row = |copy: &Copy, group, shadow| {
        let id = match &copy.path {
            Some(path) => Arc::clone(path),
            None => row_id(copy).into(),
        };
        Row {
            group,
            name: copy.name.clone(),
            path: copy.path.clone(),
            reference: copy.reference.clone(),
            badge: badge(copy.layer),
            shadow,
            layer: Some(copy.layer),
            reason: None,
            brief: String::new(),
            tally: tallies.get(&id).copied().unwrap_or_default(),
            unsaved: unsaved(&id),
            kept: false,
            silent: None,
            id,
        }
    };
    let most = survey.copies().count() + survey.not_loaded.len() + learn::all().count();
    let mut all = Vec::with_capacity(most);
    let mut hidden = Vec::new();
    let none = survey.nothing_loads().map(ToString::to_string);
    let lost = |row: Row| match (&none, &row.path) {
        (Some(why), Some(_)) => Row {
            group: Group::NotLoaded,
            reason: Some(why.clone()),
            brief: "no skill loads".to_owned(),
            ..row
        },
        _ => row,
    };
    for skill in &survey.skills {
        let over = skill.shadows.first().and_then(|copy| badge(copy.layer));
        let row = copy_row(&skill.copy, Group::Skills, over.map(|b| ('›', b)));
        all.push(lost(row));
        let by = badge(skill.copy.layer);
        hidden.extend(
            skill
                .shadows
                .iter()
                .map(|copy| lost(copy_row(copy, Group::Shadowed, by.map(|b| ('‹', b))))),
        );
    }
    // One file may be met twice (a link beside its target); a row per file keeps ids unique.
    all.append(&mut hidden);
    all.extend(survey.not_loaded.iter().map(|lost| Row {
        id: lost.path.clone(),
        group: Group::NotLoaded,
        name: lost.name.clone(),
        path: Some(lost.path.clone()),
        reference: lost.name.as_str().into(),
        badge: lost.layer.and_then(badge),
        shadow: None,
        layer: lost.layer,
        reason: Some(lost.why.message.clone()),
        brief: lost.why.code.replace('-', " "),
        tally: tallies.get(&lost.path).copied().unwrap_or_default(),
        unsaved: unsaved(&lost.path),
        kept: false,
        silent: None,
    }));
    all.extend(learn::all().map(|page| Row {
        id: learn::row_id(page.id).into(),
        group: Group::Learn,
        name: page.id.to_owned(),
        path: None,
        reference: page.id.into(),
        badge: None,
        shadow: None,
        layer: None,
        reason: None,
        brief: String::new(),
        tally: Tally::default(),
        unsaved: false,
        kept: false,
        silent: None,
    }));
    all
}

/// The row of an unsaved text that no other row stands for. `whose` is the host that has it.
pub fn unsaved_row(text: &Text, whose: &str) -> Row {
    let skill = text.file_name().eq_ignore_ascii_case("SKILL.md");
    let name = if skill { &text.title } else { text.file_name() };
    let reason = match whose {
        "" => "not saved; nothing on the disk holds this text".to_owned(),
        whose => format!("not saved, and for {whose}"),
    };
    Row {
        id: text.path.as_str().into(),
        group: Group::Unsaved,
        name: name.to_owned(),
        path: Some(text.path.as_str().into()),
        reference: name.into(),
        badge: None,
        shadow: None,
        layer: None,
        reason: Some(reason),
        brief: whose.to_owned(),
        tally: Tally::default(),
        unsaved: true,
        kept: false,
        silent: None,
    }
}

/// The row of a text that was put off and that no other row stands for.
pub fn kept_row(path: &str) -> Row {
    let mut names = path.rsplit('/');
    let file = names.next().unwrap_or(path);
    let skill = file.eq_ignore_ascii_case("SKILL.md");
    let name = names.next().filter(|_| skill).unwrap_or(file);
    Row {
        id: path.into(),
        group: Group::Unsaved,
        name: name.to_owned(),
        path: Some(path.into()),
        reference: name.into(),
        badge: None,
        shadow: None,
        layer: None,
        reason: Some("text from last time is kept, its file is gone".to_owned()),
        brief: "kept".to_owned(),
        tally: Tally::default(),
        unsaved: false,
        kept: true,
        silent: None,
    }
}

impl List {
    /// Takes fresh rows. The selection stays on its row, and that row on its line of the screen.
    pub fn refresh(&mut self, rows: Vec<Row>, height: usize) {
        let old_at = self.selected_line();
        let old_group = self.row().map(|row| row.group);
        let on_screen = old_at.map(|at| at.saturating_sub(self.offset));
        self.rows = rows;
        // What is worked on does not vanish because its name is another by now.
        let kept = self.selected.clone().filter(|_| old_at.is_some());
        self.lay_lines(kept.as_deref());
        let back = self
            .missed
            .take_if(|missed| self.rows.iter().any(|row| row.id == *missed));
        if back.is_some() {
            self.selected = back;
            self.apart = None;
        }
        if self.selected_line().is_none() && self.apart.is_none() {
            let gone = self.selected.take();
            self.missed = self.missed.take().or(gone);
            self.select_near(old_at.unwrap_or(0), old_group);
        }
        if let (Some(now), Some(on_screen)) = (self.selected_line(), on_screen) {
            self.offset = now.saturating_sub(on_screen);
        }
        self.keep_visible(height);
    }

    /// Takes a new filter; the best match is selected when the selected row no longer shows.
    pub fn set_filter(&mut self, filter: String, height: usize) {
        if self.field.text() != filter {
            self.field = Field::new(&filter);
        }
        self.filter = filter;
        self.lay_lines(None);
        if self.selected_line().is_none() {
            self.offset = 0;
            self.select_near(0, None);
        }
        self.keep_visible(height);
    }

    /// Takes the filter away; the lines are laid out with the next rows.
    pub fn unfilter(&mut self) {
        self.filter.clear();
        self.field = Field::default();
    }

    /// Selects a row wherever it is: a filter that hides it is taken away.
    pub fn reveal(&mut self, id: &str, height: usize) {
        self.apart = None;
        self.selected = Some(id.into());
        if self.selected_line().is_none() && !self.filter.is_empty() {
            self.filtering = false;
            self.set_filter(String::new(), height);
        }
        self.keep_visible(height);
    }

    /// Lays out what the filter lets through, and the row that is kept whatever it says.
    fn lay_lines(&mut self, kept: Option<&str>) {
        let mut shown: Vec<(Group, u32, usize)> = Vec::with_capacity(self.rows.len());
        if self.filter.is_empty() {
            shown.extend(
                self.rows
                    .iter()
                    .enumerate()
                    .map(|(i, row)| (row.group, 0, i)),
            );
        } else {
            let mut fuzzy = Fuzzy::new(&self.filter);
            for (i, row) in self.rows.iter().enumerate() {
                if let Some(score) = fuzzy.score(&row.name) {
                    shown.push((row.group, u32::MAX - score, i));
                } else if kept == Some(&*row.id) {
                    shown.push((row.group, u32::MAX, i));
                }
            }
        }
        shown.sort_unstable();
        self.lines.clear();
        let mut rest = shown.as_slice();
        while let Some((group, ..)) = rest.first() {
            let group = *group;
            let count = rest.partition_point(|(other, ..)| *other <= group);
            if !self.lines.is_empty() {
                self.lines.push(ListLine::Gap);
            }
            self.lines.push(ListLine::Head(group, count));
            self.lines
                .extend(rest[..count].iter().map(|(.., i)| ListLine::Row(*i)));
            rest = &rest[count..];
        }
    }

    /// The selected row.
    pub fn row(&self) -> Option<&Row> {
        let selected = self.selected.as_ref()?;
        self.rows.iter().find(|row| row.id == *selected)
    }

    /// Index into `lines` of the selected row.
    pub fn selected_line(&self) -> Option<usize> {
        let selected = self.selected.as_ref()?;
        self.lines
            .iter()
            .position(|line| matches!(line, ListLine::Row(i) if self.rows[*i].id == *selected))
    }

    /// Selects the row on `line`, when there is one and it shows.
    pub fn click_line(&mut self, line: usize) -> bool {
        let hidden = line == self.offset && self.pinned().is_some();
        !hidden && self.select_line(line)
    }

    /// Selects the row on `line`, when there is one.
    pub fn select_line(&mut self, line: usize) -> bool {
        if let Some(ListLine::Row(i)) = self.lines.get(line) {
            self.selected = Some(self.rows[*i].id.clone());
            self.apart = None;
            return true;
        }
        false
    }

    /// Selects the first row at or after `line`, else the last one before it; where `group` is given,
    /// what stands in another group below gives way to what stands above.
    fn select_near(&mut self, line: usize, group: Option<Group>) {
        let row = |line: &usize| match self.lines.get(*line) {
            Some(ListLine::Row(at)) => Some(&self.rows[*at]),
            _ => None,
        };
        let after = (line..self.lines.len()).find(|at| row(at).is_some());
        let before = (0..line.min(self.lines.len()))
            .rev()
            .find(|at| row(at).is_some());
        let other = |at: &usize| row(at).is_some_and(|row| group.is_some_and(|g| g != row.group));
        let found = after.filter(|at| before.is_none() || !other(at)).or(before);
        if !found.is_some_and(|line| self.select_line(line)) {
            self.selected = None;
        }
    }

    /// Moves the selection by rows, headings not counted, and stops at both ends.
    pub fn step(&mut self, by: isize, height: usize) {
        // Back from a file that has no row.
        if let Some(before) = self.apart.take()
            && self.rows.iter().any(|row| row.id == before)
        {
            return self.reveal(&before, height);
        }
        let rows: Vec<usize> = (0..self.lines.len())
            .filter(|line| matches!(self.lines[*line], ListLine::Row(_)))
            .collect();
        let Some(last) = rows.len().checked_sub(1) else {
            return;
        };
        let now = self
            .selected_line()
            .and_then(|line| rows.binary_search(&line).ok());
        let next = now.map_or(0, |now| now.saturating_add_signed(by).min(last));
        self.select_line(rows[next]);
        self.keep_visible(height);
    }

    /// The heading of the rows at the top, where it is scrolled out: it stands in the place of the
    /// first line. Not so where that is the last one of its group, which shows itself.
    pub fn pinned(&self) -> Option<ListLine> {
        let mut first = self.lines.get(self.offset..)?.iter().take(2);
        if !first.all(|line| matches!(line, ListLine::Row(_))) {
            return None;
        }
        let above = self.lines[..self.offset].iter().rev();
        above
            .copied()
            .find(|line| matches!(line, ListLine::Head(..)))
    }

    /// Scrolls the least that shows the selected row and, above it, at least its heading.
    pub fn keep_visible(&mut self, height: usize) {
        let height = height.max(1);
        if let Some(line) = self.selected_line() {
            let top = line.saturating_sub(usize::from(height > 1));
            self.offset = self.offset.min(top).max((line + 1).saturating_sub(height));
        }
        self.offset = self.offset.min(self.lines.len().saturating_sub(height));
    }

    /// Scrolls without moving the selection.
    pub fn scroll(&mut self, by: isize, height: usize) {
        self.offset = self
            .offset
            .saturating_add_signed(by)
            .min(self.lines.len().saturating_sub(height.max(1)));
    }
}

#[cfg(test)]
#[path = "list_tests.rs"]
mod tests;
