//! Comments that allow a place or a file what a rule finds.

use super::code::Code;
use super::{Fault, Input, Parts, Rule, Severity, rule};
use crate::skill::Span;
use crate::skill::document::{Document, line_at};
use crate::skill::hidden::visible_line;
use crate::skill::yaml::{Kind, Node};

/// What such a comment begins with.
pub(super) const MARK: &str = "skillkiln: allow ";

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
    /// The line it holds for; `None` for the whole file.
    line: Option<Span>,
    used: bool,
}

/// All comments of a file.
#[derive(Debug, Default)]
pub(super) struct Allows<'a>(Vec<Allowed<'a>>);

impl<'a> Allows<'a> {
    /// `# skillkiln: allow RULE` in the frontmatter and `<!-- skillkiln: allow RULE -->` below it:
    /// beside something they hold for their line, alone on a line for the file.
    pub(super) fn of(input: &Input<'a>) -> Self {
        Self::find(input.text, input.document)
    }

    /// The same for a text that is not taken apart yet.
    pub(super) fn in_text(text: &'a str) -> Self {
        match text.contains(MARK) {
            true => Self::find(text, &Document::parse(text)),
            false => Self::default(),
        }
    }

    fn find(text: &'a str, document: &Document) -> Self {
        let mut found = Vec::new();
        let parts = Parts::default();
        let code = Code::within(text, document.body.clone(), &parts);
        let mut line = 0..0;
        let mut done = 0;
        for (at, _) in text.match_indices(MARK) {
            // One comment is read once, however often it says so.
            if at < done {
                continue;
            }
            let front = document.front.as_ref();
            let in_front = front.is_some_and(|front| front.yaml.contains(&at));
            let opens = if in_front { "#" } else { "<!--" };
            if line.is_empty() || line.end < at {
                line = line_at(text, at);
            }
            let Some(before) = text[line.start..at].trim_end().strip_suffix(opens) else {
                continue;
            };
            // Marks inside of a text, and in code, are no comments.
            let mark = line.start + before.len();
            let none = match front.filter(|_| in_front) {
                Some(front) => {
                    !matches!(before.chars().last(), None | Some(' ' | '\t'))
                        || front
                            .tree
                            .root
                            .as_ref()
                            .is_some_and(|root| in_text(root, mark))
                }
                None => code.holds(mark),
            };
            if none {
                continue;
            }
            let start = at + MARK.len();
            let rest = &text[start..line.end];
            let len = if in_front {
                rest.len()
            } else {
                rest.find("-->").unwrap_or(rest.len())
            };
            done = start + len;
            let after = rest[len..].trim_start_matches("-->").trim();
            let alone = before.trim().is_empty() && after.is_empty();
            let mut from = start;
            for word in rest[..len].split([',', ' ', '\t']) {
                if !word.is_empty() {
                    found.push(Allowed {
                        rule: word,
                        span: from..from + word.len(),
                        line: (!alone).then(|| line.clone()),
                        used: false,
                    });
                }
                from += word.len() + 1;
            }
        }
        Self(found)
    }

    /// A finding of `rule` that begins at `at` is allowed.
    pub(super) fn allow(&mut self, rule: &str, at: usize) -> bool {
        let mut allowed = false;
        for one in &mut self.0 {
            let here = one.line.as_ref();
            if one.rule == rule && here.is_none_or(|line| line.start <= at && at <= line.end) {
                one.used = true;
                allowed = true;
            }
        }
        allowed
    }

    /// What allows nothing. `runs` tells of a rule whether it was looked for.
    pub(super) fn unused(self, runs: impl Fn(&str) -> bool) -> Vec<Fault> {
        let unused = self.0.into_iter().filter(|one| !one.used);
        unused
            .filter(|one| rule(one.rule).is_none_or(|rule| runs(rule.id)))
            .map(|one| {
                let what = match rule(one.rule) {
                    Some(_) => format!("`{}` finds nothing here", one.rule),
                    None => format!("there is no rule `{}`", visible_line(one.rule)),
                };
                Fault::new(one.span, what, "Remove it from the comment.")
            })
            .collect()
    }
}
