//! Why a file is not loaded, in the few words a row of the list has room for.

use std::collections::HashMap;
use std::sync::Arc;

use super::list::{Group, Row};
use super::model::Model;
use crate::host::Dropped;
use crate::skill::bytes::decode;
use crate::skill::lines::{LineIndex, Position};

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
    ("near-name", "other folder"),
    ("in-a-skill", "in a skill"),
    ("link", "link"),
];

/// Codes about a place in the text that people can go to.
const PLACED: &[&str] = &[
    "bad-yaml",
    "bad-fields",
    "beyond-reader",
    "line-without-colon",
];

/// Where the faults of closed files stand, as worked out the last time: a key leaves these files as
/// they are.
#[derive(Default)]
pub struct Kept(HashMap<String, Closed>);

struct Closed {
    content: Arc<[u8]>,
    at: usize,
    place: Option<Fault>,
}

/// Where a fault stands, and whether it is a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fault {
    place: Position,
    colon: bool,
}

/// Gives rows of files that are not loaded their few words.
pub fn shorten(model: &Model, rows: &mut [Row], kept: &mut Kept) {
    let lost = model.live.survey.not_loaded.iter().rev();
    let lost: HashMap<&str, &Dropped> = lost.map(|lost| (&*lost.path, &lost.why)).collect();
    let mut before = std::mem::take(kept);
    for row in rows.iter_mut().filter(|row| row.group == Group::NotLoaded) {
        let Some(why) = lost.get(&*row.id) else {
            continue;
        };
        if why.message.starts_with("the file is not UTF-8") {
            // How a host's reader puts it depends on the reader.
            "not UTF-8".clone_into(&mut row.brief);
            continue;
        }
        let at = why.at.as_ref().filter(|_| PLACED.contains(&why.code));
        let fault = at.and_then(|at| match model.texts.get(&*row.id) {
            Some(text) => {
                let colon = text.editor.text().get(at.start..)?.starts_with(':');
                let place = text.editor.position_of(at.start);
                Some(Fault { place, colon })
            }
            None => {
                let content = model.disk.tree.content(&row.id)?;
                before.fault(kept, &row.id, content, at.start)
            }
        });
        row.brief = brief(why.code, fault);
    }
}

impl Kept {
    /// The fault at a byte of this content, which is taken apart only when it is another; it is kept
    /// in `next`.
    fn fault(
        &mut self,
        next: &mut Self,
        path: &str,
        content: &Arc<[u8]>,
        at: usize,
    ) -> Option<Fault> {
        let known = self.0.remove(path);
        let known = known.filter(|known| Arc::ptr_eq(&known.content, content) && known.at == at);
        let closed = known.unwrap_or_else(|| {
            let text = decode(content).text;
            let colon = text.get(at..).map(|rest| rest.starts_with(':'));
            let place = colon.map(|colon| Fault {
                place: LineIndex::new(&text).position(&text, at),
                colon,
            });
            let content = content.clone();
            Closed { content, at, place }
        });
        let place = closed.place;
        next.0.insert(path.to_owned(), closed);
        place
    }
}

fn brief(code: &str, fault: Option<Fault>) -> String {
    let known = WORDS.iter().find(|(known, _)| *known == code);
    let words = known.map_or_else(|| code.replace('-', " "), |(_, words)| (*words).to_owned());
    match fault {
        None => words,
        Some(Fault { place, colon }) => {
            let words = if colon { "colon" } else { &words };
            format!("{words} {}:{}", place.line, place.column)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_file_is_taken_apart_once() {
        let content: Arc<[u8]> = Arc::from(&b"a\nb: c: d\n"[..]);
        let (mut first, mut second, mut third) = <(Kept, Kept, Kept)>::default();
        let fault = Kept::default().fault(&mut first, "/a", &content, 6);
        let place = Position { line: 2, column: 5 };
        assert_eq!(fault, Some(Fault { place, colon: true }));
        // What is kept is what is told, as long as it is of this content and this byte.
        let marked = Some(Fault {
            place,
            colon: false,
        });
        for known in first.0.values_mut() {
            known.place = marked;
        }
        assert_eq!(first.fault(&mut second, "/a", &content, 6), marked);
        assert!(first.0.is_empty());
        let other: Arc<[u8]> = Arc::from(&content[..]);
        assert_eq!(second.fault(&mut third, "/a", &other, 6), fault);
        for known in third.0.values_mut() {
            known.place = marked;
        }
        assert_ne!(third.fault(&mut second, "/a", &other, 7), marked);
    }
}
