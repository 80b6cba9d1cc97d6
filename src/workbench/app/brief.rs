//! Why a file is not loaded, in the few words a row of the list has room for.

use super::list::{Group, Row};
use super::model::Model;
use crate::host::Dropped;
use crate::skill::bytes::decode;
use crate::skill::lines::LineIndex;

/// Words for codes that do not read well by themselves.
const WORDS: &[(&str, &str)] = &[
    ("unclosed-frontmatter", "not closed"),
    ("no-skill-file", "no SKILL.md"),
    ("name-case", "wrong case"),
    ("depth", "too deep"),
    ("container", "in a container"),
    ("root-file", "loose file"),
    ("ignored-folder", "not looked at"),
    ("name-encoding", "name not UTF-8"),
    ("missing-name", "no name"),
    ("missing-description", "no description"),
    ("empty-name", "empty name"),
    ("empty-description", "empty text"),
    ("description-too-long", "too long"),
    ("name-not-directory", "not its folder"),
    ("blank-content", "blank"),
    ("line-without-colon", "no colon"),
    ("not-a-mapping", "no fields"),
    ("bad-yaml", "yaml"),
    ("bad-fields", "field"),
    ("beyond-reader", "yaml"),
    ("crash", "host fails"),
    ("flat", "no skill"),
    ("link", "link"),
];

/// Codes about a place in the text that people can go to.
const PLACED: &[&str] = &[
    "bad-yaml",
    "bad-fields",
    "beyond-reader",
    "line-without-colon",
];

/// Gives rows of files that are not loaded their few words.
pub fn shorten(model: &Model, rows: &mut [Row]) {
    for row in rows.iter_mut().filter(|row| row.group == Group::NotLoaded) {
        let lost = &model.live.survey.not_loaded;
        if let Some(lost) = lost.iter().find(|lost| lost.path == row.id) {
            row.brief = brief(model, &row.id, &lost.why);
        }
    }
}

fn brief(model: &Model, path: &str, why: &Dropped) -> String {
    let known = WORDS.iter().find(|(code, _)| *code == why.code);
    let words = known.map_or_else(
        || why.code.replace('-', " "),
        |(_, words)| (*words).to_owned(),
    );
    let Some(at) = why.at.as_ref().filter(|_| PLACED.contains(&why.code)) else {
        return words;
    };
    let text = match model.texts.get(path) {
        Some(text) => Some(text.editor.text().to_owned()),
        None => {
            let bytes = model.disk.tree.content(path);
            bytes.map(|bytes| decode(bytes).text)
        }
    };
    let Some(text) = text.filter(|text| text.is_char_boundary(at.start)) else {
        return words;
    };
    let words = match text[at.start..].starts_with(':') {
        true => "colon".to_owned(),
        false => words,
    };
    let place = LineIndex::new(&text).position(&text, at.start);
    format!("{words} {}:{}", place.line, place.column)
}
