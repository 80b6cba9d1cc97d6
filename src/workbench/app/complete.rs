//! What can be completed at the cursor: names of fields and their known values.

use std::collections::BTreeMap;

use super::frame;
use super::layout::{Area, Pane};
use super::model::Model;
use super::text::Text;
use crate::host::Value;
use crate::host::known::{Known, known};
use crate::host::tree::split;
use crate::skill::Span;
use crate::skill::due::{Due, What, due};
use crate::skill::fields::FieldType;
use crate::skill::scalar;

/// Rows of the popup at most, its foot apart.
const MOST_ROWS: usize = 8;
/// Below the cursor this many are enough before the room above is looked at.
const ENOUGH_ROWS: u16 = 4;
/// Columns of the popup at least: its foot fits.
const LEAST_COLUMNS: u16 = 34;
/// Columns of the popup at most.
const MOST_COLUMNS: u16 = 66;
/// Fields that every skill writes in its own words.
const FREE: &[&str] = &["description", "when_to_use"];
/// Skills whose values are looked at.
const MOST_SKILLS: usize = 500;

/// One thing to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is shown.
    pub title: String,
    /// More about it, in one line.
    pub help: String,
    /// The field it is, unless it is a value.
    pub about: Option<About>,
    /// A judging host, or the one we look with, knows it.
    pub here: bool,
    /// What is written.
    pub insert: String,
    /// Where the cursor stands then, in bytes of `insert`.
    pub cursor: usize,
}

/// The popup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    path: String,
    revision: u64,
    cursor: usize,
    /// The bytes an offer takes the place of.
    pub span: Span,
    /// What fits what is typed, the best first.
    pub offers: Vec<Offer>,
    about: Option<About>,
    /// The chosen one. None: nobody chose yet, and Enter and Tab mean what they always mean.
    pub at: Option<usize>,
    /// It opened with nothing chosen.
    pub soft: bool,
}

/// What is to be said of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The field.
    pub key: String,
    /// What it is for, in one line.
    pub help: String,
    /// Who knows it.
    pub hosts: String,
}

impl About {
    fn of(field: &Known<'_>) -> Self {
        Self {
            key: field.key.to_owned(),
            help: field.help.to_owned(),
            hosts: field.hosts.join(", "),
        }
    }
}

/// Why completion is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Somebody types.
    Typed,
    /// Somebody asks for it.
    Asked,
}

impl Completion {
    /// It belongs to this text as it is now.
    pub fn fits(&self, text: &Text) -> bool {
        self.revision == text.editor.revision()
            && self.cursor == text.editor.cursor()
            && self.path == text.path
            && text.editor.selection().is_none()
    }

    /// The chosen offer.
    pub fn chosen(&self) -> Option<&Offer> {
        self.offers.get(self.at?)
    }

    /// What is to be said: of the chosen field, or of the field whose values are offered.
    pub fn about(&self) -> Option<&About> {
        let chosen = self.chosen().and_then(|offer| offer.about.as_ref());
        chosen.or(self.about.as_ref())
    }

    /// Index of the first offer shown in so many rows.
    pub fn top(&self, rows: usize) -> usize {
        (self.at.unwrap_or(0) + 1).saturating_sub(rows)
    }
}

/// What is due at the cursor, when the text is a skill.
fn place(text: &Text) -> Option<Due<'_>> {
    let editor = &text.editor;
    let skill = text.skill && text.coloured() && editor.selection().is_none();
    skill.then(|| due(editor.text(), editor.cursor()))?
}

/// What can be taken at the cursor; `None` when there is nothing to say.
pub fn find(model: &Model, why: Why) -> Option<Completion> {
    let text = model.text().filter(|text| text.writable())?;
    let mut due = place(text)?;
    if matches!(due.what, What::Value(key) if FREE.contains(&key)) {
        return None;
    }
    let near = model.eyes();
    let fields = known(&model.profiles, &near);
    let field = |key: &str| fields.iter().find(|field| field.key == key);
    let line_end = text.document.line_ends.text();
    let (mut all, closed, about) = match due.what {
        What::Field(colon) => {
            let fresh = fields.iter().filter(|f| !due.present.contains(&f.key));
            let mut all: Vec<Offer> = fresh.map(|f| key_offer(f, colon, line_end)).collect();
            all.sort_by_key(|offer| !offer.here);
            (all, false, None)
        }
        What::Below(key, colon) => {
            let known = field(key)?;
            (below(model, known, &due, colon), false, Some(known))
        }
        What::Value(key) => {
            let known = field(key)?;
            let all = written(model, text, known, &mut due)?;
            (all, known.closed || key == "name", Some(known))
        }
    };
    let value = matches!(due.what, What::Value(_));
    // Words in quotes are a text: what it could be is told when asked.
    let prose = value && due.form.style.is_some() && due.typed.contains(' ');
    if why == Why::Typed && prose && !closed {
        return None;
    }
    let exact = |offer: &Offer| value && offer.title == due.typed;
    let exact = all.iter().position(exact);
    match (why, exact) {
        // Nothing is left to say.
        (Why::Typed, Some(_)) if due.span.end == text.editor.cursor() => return None,
        // Somebody wants another one.
        (Why::Asked, Some(_)) => {}
        _ => all = matching(all, due.typed),
    }
    let soft = why == Why::Typed && due.typed.is_empty() && !closed;
    let at = exact.filter(|_| why == Why::Asked).unwrap_or(0);
    (!all.is_empty()).then(|| Completion {
        path: text.path.clone(),
        revision: text.editor.revision(),
        cursor: text.editor.cursor(),
        span: due.span,
        offers: all,
        about: about.map(|field| About::of(field)),
        at: (!soft).then_some(at),
        soft,
    })
}

/// Values of a field, as they are written at this place; `None` where none can be.
fn written(model: &Model, text: &Text, field: &Known<'_>, due: &mut Due<'_>) -> Option<Vec<Offer>> {
    if field.key == "name" {
        let (what, name) = folder(text)?;
        let detail = format!("the name of the {what}");
        return Some(vec![value_offer(name, detail, due, FieldType::Text)]);
    }
    let list = field.kind == FieldType::List && !due.form.item;
    if field.kind == FieldType::Map {
        return None;
    } else if list && field.as_text {
        last_word(due);
    } else if list && due.typed.contains([' ', ',']) {
        return None;
    }
    let mut all = values(model, field, due);
    if list && !field.as_text {
        all.iter_mut().for_each(bracketed);
    }
    Some(all)
}

/// What stands below a field: keys of its map, or items of its list.
fn below(model: &Model, field: &Known<'_>, due: &Due<'_>, colon: bool) -> Vec<Offer> {
    match field.kind {
        FieldType::List if due.typed.is_empty() => {
            let mut all = values(model, field, due);
            for offer in &mut all {
                offer.insert.insert_str(0, "- ");
                offer.cursor += 2;
            }
            all
        }
        FieldType::Map => {
            let keys = field.values.iter().map(|(key, _)| {
                let insert = format!("{key}{}", if colon { "" } else { ": " });
                offer(key, "", field, insert)
            });
            let fresh = keys.filter(|offer| !due.present.contains(&offer.title.as_str()));
            matching(fresh.collect(), due.typed)
        }
        _ => Vec::new(),
    }
}

fn offer(title: &str, help: &str, field: &Known<'_>, insert: String) -> Offer {
    Offer {
        title: title.to_owned(),
        help: help.to_owned(),
        about: Some(About::of(field)),
        here: field.here,
        cursor: insert.len(),
        insert,
    }
}

fn key_offer(field: &Known<'_>, colon: bool, line_end: &str) -> Offer {
    let tail = match field.kind {
        _ if colon => String::new(),
        FieldType::Map => format!(":{line_end}  "),
        _ => ": ".to_owned(),
    };
    offer(field.key, field.help, field, format!("{}{tail}", field.key))
}

fn value_offer(value: &str, help: String, due: &Due<'_>, kind: FieldType) -> Offer {
    let written = match kind {
        // In quotes it would be a text.
        FieldType::Bool => value.to_owned(),
        _ => scalar::inline(value, due.form.style, due.form.flow),
    };
    let blank = if due.form.blank { " " } else { "" };
    let insert = format!("{blank}{written}");
    Offer {
        title: value.to_owned(),
        help,
        about: None,
        here: true,
        cursor: insert.len(),
        insert,
    }
}

/// Known values, then those other skills here have.
fn values(model: &Model, field: &Known<'_>, due: &Due<'_>) -> Vec<Offer> {
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    if !field.closed {
        let copies = model.saved.survey.copies().take(MOST_SKILLS);
        for value in copies.filter_map(|copy| copy.reading.field(field.key)) {
            match value {
                Value::Text(one) if field.kind == FieldType::Text => {
                    *used.entry(one).or_default() += 1;
                }
                Value::List(items) => {
                    for item in items {
                        if let Value::Text(one) = item {
                            *used.entry(one).or_default() += 1;
                        }
                    }
                }
                _ => {}
            }
        }
        used.retain(|one, _| !one.trim().is_empty() && !one.contains('\n') && one.len() <= 60);
    }
    let mut all: Vec<Offer> = field
        .values
        .iter()
        .map(|(value, detail)| value_offer(value, detail.clone(), due, field.kind))
        .collect();
    let mut used: Vec<(&str, usize)> = used.into_iter().collect();
    used.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    for (value, times) in used {
        if all.iter().all(|known| known.title != value) {
            let detail = match times {
                1 => "one skill here has it".to_owned(),
                n => format!("{n} skills here have it"),
            };
            all.push(value_offer(value, detail, due, field.kind));
        }
    }
    all.retain(|offer| !due.present.contains(&offer.title.as_str()));
    all
}

/// A list in brackets; the cursor stays inside.
fn bracketed(offer: &mut Offer) {
    let blank = offer.insert.len() - offer.insert.trim_start().len();
    let written = scalar::inline(&offer.title, None, true);
    offer.insert = format!("{}[{written}]", " ".repeat(blank));
    offer.cursor = offer.insert.len() - 1;
}

/// In a list written as one text, only its last word is due.
fn last_word(due: &mut Due<'_>) {
    let start = due.typed.rfind([' ', ',']).map_or(0, |at| at + 1);
    if start > 0 {
        due.present = due.typed[..start].split([' ', ',']).collect();
        due.span.start += start;
        due.typed = &due.typed[start..];
    }
}

/// What fits what is typed: what begins with it before what has it inside.
fn matching(mut offers: Vec<Offer>, typed: &str) -> Vec<Offer> {
    let plain = |text: &str| text.to_lowercase().replace('_', "-");
    let typed = plain(typed.trim());
    let rank = |offer: &Offer| match plain(&offer.title).find(&typed) {
        Some(0) => 0,
        Some(_) => 1,
        None => 2,
    };
    offers.retain(|offer| rank(offer) < 2);
    offers.sort_by_key(rank);
    offers
}

/// The folder of a skill, or the name of its single file, and which of the two.
fn folder(text: &Text) -> Option<(&'static str, &str)> {
    let (folder, file) = split(&text.path)?;
    if file.eq_ignore_ascii_case("SKILL.md") {
        return Some(("folder", split(folder)?.1));
    }
    Some(("file", file.rsplit_once('.')?.0))
}

impl Model {
    /// Ids of the hosts that count: the one we look with, then those that judge.
    pub fn eyes(&self) -> Vec<&str> {
        let mut near = vec![self.host.as_str()];
        let judged = self.derived.judged.iter().map(String::as_str);
        near.extend(judged.filter(|id| *id != self.host));
        near
    }

    /// The popup, while it is shown.
    pub fn completing(&self) -> Option<&Completion> {
        let open = self.completion.as_ref()?;
        let text_has_keys = self.prefs.focus == Pane::Editor && !self.finding();
        let shown = self.dialog.is_none() && text_has_keys;
        let fits = shown && self.text().is_some_and(|text| open.fits(text));
        fits.then_some(open)
    }
}

/// Where the popup stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Popup {
    /// All of it, with its sides and its foot.
    pub area: Area,
    /// The offers.
    pub rows: Area,
    /// Row of the foot, away from the cursor.
    pub foot: u16,
    /// Index of the first offer shown.
    pub top: usize,
}

/// Where the popup stands: below the row of the cursor or above it, never beyond the screen.
pub fn area(model: &Model) -> Option<Popup> {
    let open = model.completing()?;
    let layout = model.layout();
    let pane = layout.editor?;
    let inner = frame::text_area(pane);
    let editor = &model.text()?.editor;
    let (row, _) = editor.cursor_cell()?;
    let column = editor.cell_of(open.span.start).map_or(0, |(_, col)| col);
    let cell = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let y = inner.y.checked_add(cell(row))?;
    let wanted = cell(open.offers.len().min(MOST_ROWS)) + 1;
    let below = (pane.y + pane.height).saturating_sub(y + 1);
    let above = y.saturating_sub(pane.y);
    let under = below >= wanted.min(ENOUGH_ROWS + 1) || below >= above;
    let height = wanted.min(if under { below } else { above });
    let titles = open
        .offers
        .iter()
        .map(|offer| super::ink::width(&offer.title));
    let helps = open
        .offers
        .iter()
        .map(|offer| super::ink::width(&offer.help));
    let columns = titles.max().unwrap_or(0) + helps.max().unwrap_or(0) + 6;
    let width = cell(columns)
        .clamp(LEAST_COLUMNS, MOST_COLUMNS)
        .min(layout.screen.width);
    let x = inner.x + frame::gutter(editor.line_count()) + cell(column);
    let x = x.saturating_sub(2).min(layout.screen.width - width);
    let top = if under { y + 1 } else { y - height };
    let area = Area::new(x, top, width, height);
    let (rows, foot) = if under {
        (area.split_bottom(1).0, y + height)
    } else {
        (area.split_top(1).1, top)
    };
    (height > 1).then(|| Popup {
        area,
        rows: rows.inset(2, 2),
        foot,
        top: open.top(usize::from(rows.height)),
    })
}
