//! Comments that allow a place or a file what a rule finds.

use memchr::memmem;

use super::code::Code;
use super::{Fault, Input, Parts, Rule, Severity, rule, rules};
use crate::skill::Span;
use crate::skill::document::{Document, line_at};
use crate::skill::edit::Edit;
use crate::skill::hidden::visible_line;
use crate::skill::lines::lines_in;
use crate::skill::near::meant;
use crate::skill::yaml::{Kind, Node};

/// What a comment that speaks to this program begins with, and the word for what is allowed.
const NAME: &str = "skillkiln:";
const ALLOW: &str = "allow";

/// The first word behind each mark of such comments in a text, and what follows it: the places of both.
fn marks(text: &str) -> impl Iterator<Item = (usize, Span, usize)> {
    memmem::find_iter(text.as_bytes(), NAME).map(|at| {
        let behind = at + NAME.len();
        let rest = text[behind..].trim_start_matches([' ', '\t']);
        let start = text.len() - rest.len();
        let letter = |c: char| c.is_alphanumeric() || c == '-';
        let end = start + rest.len() - rest.trim_start_matches(letter).len();
        let colon = usize::from(text[end..].starts_with(':'));
        (at, start..end, end + colon)
    })
}

/// A comment in these words allows something.
pub(super) fn allows(comment: &str) -> bool {
    marks(comment).any(|(_, word, _)| comment[word] == *ALLOW)
}

/// Found by what is left over when all others have run.
pub(super) const UNUSED: &str = "allow/unused";

pub(super) const RULES: &[Rule] = &[Rule {
    id: UNUSED,
    severity: Severity::Hint,
    hosts: &[],
    explains: &[],
    effect: "",
    summary: "A comment allows what no rule finds",
    find: |_| Vec::new(),
}];

/// The byte at `at` is a part of some text.
fn in_text(node: &Node, at: usize) -> bool {
    let any = |nodes: &[&Node]| nodes.iter().any(|node| in_text(node, at));
    match &node.kind {
        Kind::Scalar { .. } => node.span.contains(&at),
        Kind::Sequence { items, .. } => items.iter().any(|item| in_text(item, at)),
        Kind::Mapping { entries, .. } => entries.iter().any(|one| any(&[&one.key, &one.value])),
        Kind::Alias(_) => false,
    }
}

/// One rule named in a comment.
#[derive(Debug)]
struct Allowed<'a> {
    rule: &'a str,
    span: Span,
    /// The lines it holds for; `None` for the whole file.
    lines: Option<Span>,
    used: bool,
}

/// All comments of a file.
#[derive(Debug, Default)]
pub(super) struct Allows<'a> {
    all: Vec<Allowed<'a>>,
    /// Words in the place of `allow`, before a rule.
    unknown: Vec<(&'a str, Span)>,
}

impl<'a> Allows<'a> {
    /// `# skillkiln: allow RULE` in the frontmatter and `<!-- skillkiln: allow RULE -->` below it:
    /// beside something they hold for their line. Alone on a line the first one holds for the field below,
    /// and for the file where none is below, as the second one does.
    pub(super) fn of(input: &Input<'a>) -> Self {
        Self::find(input.text, input.document)
    }

    /// The same for a text that is not taken apart yet.
    pub(super) fn in_text(text: &'a str) -> Self {
        match memmem::find(text.as_bytes(), NAME.as_bytes()) {
            Some(_) => Self::find(text, &Document::parse(text)),
            None => Self::default(),
        }
    }

    fn find(text: &'a str, document: &Document) -> Self {
        let mut found = Self::default();
        let parts = Parts::default();
        let code = Code::within(text, document.body.clone(), &parts);
        let mut line = 0..0;
        let mut done = 0;
        for (at, word, start) in marks(text) {
            // One comment is read once, however often it says so.
            if at < done {
                continue;
            }
            let front = document.front.as_ref();
            let in_front = front.filter(|front| front.yaml.contains(&at));
            let opens = if in_front.is_some() { "#" } else { "<!--" };
            if line.is_empty() || line.end < at {
                line = line_at(text, at);
            }
            let Some(before) = text[line.start..at].trim_end().strip_suffix(opens) else {
                continue;
            };
            // Marks inside of a text, and in code, are no comments.
            let mark = line.start + before.len();
            let none = match in_front {
                Some(front) => {
                    let root = front.tree.root.as_ref();
                    !matches!(before.chars().last(), None | Some(' ' | '\t'))
                        || root.is_some_and(|root| in_text(root, mark))
                }
                None => code.holds(mark),
            };
            if none || line.end < start {
                continue;
            }
            let rest = &text[start..line.end];
            let len = match in_front {
                Some(_) => rest.len(),
                None => rest.find("-->").unwrap_or(rest.len()),
            };
            done = start + len;
            let after = rest[len..].trim_start_matches("-->").trim();
            let alone = before.trim().is_empty() && after.is_empty();
            let lines = match (alone, in_front) {
                (false, _) => Some(line.clone()),
                (true, Some(front)) => below(text, line.end..front.yaml.end),
                (true, None) => None,
            };
            let split = [',', ' ', '\t'];
            if text[word.clone()] != *ALLOW {
                if rest[..len].split(split).any(|word| rule(word).is_some()) {
                    found.unknown.push((&text[word.clone()], word));
                }
                continue;
            }
            let mut from = start;
            for word in rest[..len].split(split) {
                if !word.is_empty() {
                    found.all.push(Allowed {
                        rule: word,
                        span: from..from + word.len(),
                        // What is wrong with the block as a whole stands on none of its fields.
                        lines: lines.clone().filter(|_| {
                            !(alone && in_front.is_some() && word.starts_with("frontmatter/"))
                        }),
                        used: false,
                    });
                }
                from += word.len() + 1;
            }
        }
        found
    }

    /// A finding of `rule` that begins at `at` is allowed.
    pub(super) fn allow(&mut self, rule: &str, at: usize) -> bool {
        let mut allowed = false;
        for one in &mut self.all {
            let here = one.lines.as_ref();
            if one.rule == rule && here.is_none_or(|lines| lines.start <= at && at <= lines.end) {
                one.used = true;
                allowed = true;
            }
        }
        allowed
    }

    /// What allows nothing. `runs` tells of a rule whether it was looked for.
    pub(super) fn unused(self, runs: impl Fn(&str) -> bool) -> Vec<Fault> {
        let unused = self.all.into_iter().filter(|one| !one.used);
        let unused = unused
            .filter(|one| rule(one.rule).is_none_or(|rule| runs(rule.id)))
            .map(|one| {
                let what = match rule(one.rule) {
                    Some(_) => format!("`{}` finds nothing here", one.rule),
                    None => format!("there is no rule `{}`", visible_line(one.rule)),
                };
                let known: Vec<&str> = rules().map(|rule| rule.id).collect();
                match (rule(one.rule), meant(one.rule, &known).first()) {
                    (None, Some(near)) => {
                        let help = format!("Did you mean `{near}`?");
                        let edits = vec![Edit::replace(one.span.clone(), *near)];
                        Fault::new(one.span, what, help).fix("correct it", false, edits)
                    }
                    _ => Fault::new(one.span, what, "Remove it from the comment."),
                }
            });
        let unknown = self.unknown.into_iter().map(|(word, span)| {
            let what = format!("`{word}` allows nothing");
            let fault = Fault::new(span.clone(), what, "Write `skillkiln: allow` and the rule.");
            fault.fix("write `allow`", false, vec![Edit::replace(span, ALLOW)])
        });
        unused.chain(unknown).collect()
    }
}

/// The next field, or entry of one, in these lines, with all that belongs to it.
fn below(text: &str, lines: Span) -> Option<Span> {
    let indent = |line: &Span| {
        let written = &text[line.clone()];
        written.len() - written.trim_start_matches(' ').len()
    };
    let content = |line: &Span| text[line.clone()].trim_start();
    let idle = |line: &Span| content(line).is_empty() || content(line).starts_with('#');
    let mut rest = lines_in(text, lines).skip(1).skip_while(idle);
    let first = rest.next()?;
    let item = |line: &Span| content(line).starts_with("- ") && !content(&first).starts_with("- ");
    let goes_on = |line: &Span| {
        let column = indent(line);
        idle(line) || column > indent(&first) || column == indent(&first) && item(line)
    };
    let last = rest.take_while(goes_on).filter(|line| !idle(line)).last();
    Some(first.start..last.map_or(first.end, |last| last.end))
}
