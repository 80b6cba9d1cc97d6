//! What the budget of a host's catalogue takes away when all skills are listed together.

use super::project::{Found, Says, Scope};
use super::{Rule, Severity};
use crate::host::{FileTree, Profile, Selector, Shortened, Spent, render};
use crate::skill::Span;
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::hidden::visible_line;
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
        let catalogue = &judge.profile.catalogue;
        if !catalogue.shortens() {
            continue;
        }
        let all = Selector::default();
        let prompt = render(judge.profile, scope.tree, scope.place, judge.survey, &all);
        let prompt = prompt.unwrap_or_default();
        let (tree, profile) = (scope.tree, judge.profile);
        let taken = prompt.shortened.iter();
        found.extend(taken.filter_map(|one| of(tree, profile, one, prompt.spent)));
        let clipped = prompt.clipped.iter();
        found.extend(clipped.filter_map(|one| clipped_by(tree, profile, one)));
    }
}

/// A description that is too long by itself: what of it the model never sees.
fn clipped_by(tree: &FileTree, profile: &Profile, one: &Shortened) -> Option<Found> {
    let path = one.path.as_deref()?;
    let kept = one.kept?;
    let (value, range) = from(tree, path, kept);
    let lost: String = value.chars().skip(kept).take(LOST).collect();
    let lost = lost.split_whitespace().collect::<Vec<_>>().join(" ");
    let what = format!(
        " {kept} of {} characters of this description: “{}…” is lost.",
        one.whole,
        visible_line(&lost)
    );
    Some(Found {
        path: path.to_owned(),
        rule: BUDGET,
        severity: Severity::Error,
        says: vec![(
            Says(String::new(), (" lists", " list"), what),
            vec![profile.id.clone()],
        )],
        help: format!("Say what it does, and when to use it, in the first {kept} characters."),
        range,
        related: Vec::new(),
    })
}

/// Characters of what is lost that a message shows.
const LOST: usize = 40;

fn of(
    tree: &FileTree,
    profile: &Profile,
    taken: &Shortened,
    spent: Option<Spent>,
) -> Option<Found> {
    let path = taken.path.as_deref()?;
    let lists = (" lists", " list");
    // Where the host's own order is not known, nor is who loses.
    let guess = profile.catalogue.budget.as_ref();
    let guess = guess.and_then(|budget| budget.note.as_ref());
    let (severity, verb, what) = match taken.kept {
        Some(0) if guess.is_some() => (
            Severity::Warning,
            (" may list", " may list"),
            "this one without its description".to_owned(),
        ),
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
    let numbers = spent.map_or(String::new(), |spent| {
        let (wanted, limit) = (grouped(spent.wanted), grouped(spent.limit));
        format!(" ({wanted} of {limit} {})", spent.counts.word())
    });
    let before = format!("All skills together are too long{numbers}, so ");
    let help = "Shorten descriptions, the longest first, or have fewer skills here.";
    Some(Found {
        path: path.to_owned(),
        rule: BUDGET,
        severity,
        says: vec![(
            Says(before, verb, format!(" {what}.")),
            vec![profile.id.clone()],
        )],
        help: guess.map_or(help.to_owned(), |note| {
            format!("{help} Which ones lose is not known: {note}.")
        }),
        range: from(tree, path, taken.kept.unwrap_or(0)).1,
        related: Vec::new(),
    })
}

/// A number with a comma before each three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The file up to the line that closes its frontmatter: what stands below says nothing of a field.
fn front(bytes: &[u8]) -> &[u8] {
    const CLOSES: &[u8] = b"\n---\n";
    let end = memchr::memmem::find(bytes, CLOSES);
    end.map_or(bytes, |at| &bytes[..at + CLOSES.len()])
}

/// The description as the file says it, without white space before it, and the place of its first
/// character that is not listed when `kept` are.
fn from(tree: &FileTree, path: &str, kept: usize) -> (String, Span) {
    let text = tree.content(path).map(|bytes| decode(front(bytes)).text);
    let text = text.unwrap_or_default();
    let document = Document::parse(&text);
    let entry = document.tree().and_then(|tree| tree.get("description"));
    let Some(entry) = entry else {
        return (String::new(), 0..0);
    };
    let value = entry.value.text().unwrap_or_default();
    let listed = value.trim_start();
    let blank = value[..value.len() - listed.len()].chars().count();
    let span = place(&text, &entry.value, blank + kept);
    (listed.to_owned(), span)
}
