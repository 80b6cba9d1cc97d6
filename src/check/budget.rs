//! What the budget of a host's catalogue takes away when all skills are listed together.

use super::project::{Found, Says, Scope};
use super::{Rule, Severity};
use crate::host::{FileTree, Profile, Selector, Shortened, render};
use crate::skill::Span;
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::place::place;

const BUDGET: &str = "prompt/budget";

pub(super) const RULES: &[Rule] = &[Rule {
    id: BUDGET,
    severity: Severity::Warning,
    hosts: &[],
    explains: &[],
    effect: "",
    summary: "All skills together cost more than a host gives them, so it cuts or drops this one",
    find: |_| Vec::new(),
}];

/// What the judged hosts leave out of a catalogue of all they load.
pub(super) fn find(scope: &Scope<'_>, found: &mut Vec<Found>) {
    for judge in scope.judges {
        if judge.profile.catalogue.budget.is_none() {
            continue;
        }
        let all = Selector::default();
        let prompt = render(judge.profile, scope.tree, scope.place, judge.survey, &all);
        let taken = prompt.map(|prompt| prompt.shortened).unwrap_or_default();
        found.extend(
            taken
                .iter()
                .filter_map(|one| of(scope.tree, judge.profile, one)),
        );
    }
}

fn of(tree: &FileTree, profile: &Profile, taken: &Shortened) -> Option<Found> {
    let path = taken.path.as_deref()?;
    let lists = (" lists", " list");
    let (severity, verb, what) = match taken.kept {
        None => (
            Severity::Error,
            (" leaves", " leave"),
            "this one out".to_owned(),
        ),
        Some(0) => (
            Severity::Error,
            lists,
            "this one without its description".to_owned(),
        ),
        Some(kept) => {
            let plural = if kept == 1 { "" } else { "s" };
            let what = format!("{kept} character{plural} of this description");
            (Severity::Warning, lists, what)
        }
    };
    let before = "All skills together are too long, so ".to_owned();
    Some(Found {
        path: path.to_owned(),
        rule: BUDGET,
        severity,
        says: vec![(
            Says(before, verb, format!(" {what}.")),
            vec![profile.id.clone()],
        )],
        help: "Shorten descriptions, the longest first, or have fewer skills here.".to_owned(),
        range: first_beyond(tree, path, taken.kept.unwrap_or(0)),
        related: Vec::new(),
    })
}

/// The first character that is not listed: of the description, after white space before it.
fn first_beyond(tree: &FileTree, path: &str, kept: usize) -> Span {
    let text = tree.content(path).map(|bytes| decode(bytes).text);
    let text = text.unwrap_or_default();
    let document = Document::parse(&text);
    let entry = document.tree().and_then(|tree| tree.get("description"));
    let Some(entry) = entry else {
        return 0..0;
    };
    let value = entry.value.text().unwrap_or_default();
    let blank = value.chars().take_while(|c| c.is_whitespace()).count();
    place(&text, &entry.value, blank + kept)
}
