//! What of a body is code: nothing in it is meant as text.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::Input;
use crate::skill::Span;
use crate::skill::lines::lines_in;
use crate::skill::links::{Link, links};
use crate::skill::mentions::mentions;

/// Fenced and indented blocks, and spans between backticks.
pub(super) struct Code<'a> {
    text: &'a str,
    body: Span,
    parts: &'a Parts,
}

/// A link whose path is kept only where it is not what stands there.
#[derive(Debug)]
struct Led {
    span: Span,
    path: Option<String>,
    angled: bool,
}

/// What of a body is code, and where it leads to, found out by the first rule that asks, and kept for
/// the others.
#[derive(Debug, Default)]
pub struct Parts {
    blocks: OnceCell<Vec<Span>>,
    marks: OnceCell<Marks>,
    links: OnceCell<Vec<Led>>,
    mentions: OnceCell<Vec<Span>>,
    /// Only what is found counts: no reader is asked which way to write a fix is the best.
    pub(super) bare: bool,
    /// Findings that the project, or a comment, does not want to hear of.
    pub(super) silenced: Cell<usize>,
}

impl Parts {
    /// For a text of which only the findings count.
    pub(super) fn bare() -> Self {
        Self {
            bare: true,
            ..Self::default()
        }
    }

    /// The links of the body of this text.
    pub(super) fn links<'t>(&self, text: &'t str, body: &Span) -> Vec<Link<'t>> {
        let led = |link: Link<'_>| Led {
            span: link.span,
            path: match link.path {
                Cow::Borrowed(_) => None,
                Cow::Owned(path) => Some(path),
            },
            angled: link.angled,
        };
        let found = || links(text, body.clone()).into_iter().map(led).collect();
        let known = self.links.get_or_init(found).iter();
        let link = |led: &Led| Link {
            span: led.span.clone(),
            path: match &led.path {
                None => Cow::Borrowed(&text[led.span.clone()]),
                Some(path) => Cow::Owned(path.clone()),
            },
            angled: led.angled,
        };
        known.map(link).collect()
    }

    /// The files that the body of this text mentions.
    pub(super) fn mentions(&self, text: &str, body: &Span) -> &[Span] {
        self.mentions.get_or_init(|| mentions(text, body.clone()))
    }
}

/// Where backticks stand and lines begin, so that a place costs the same however long its line is.
#[derive(Debug)]
struct Marks {
    ticks: Vec<usize>,
    lines: Vec<usize>,
}

impl<'a> Code<'a> {
    /// Of the body of the file, `body`.
    pub(super) fn of(input: &Input<'a>, body: Span) -> Self {
        Self {
            text: input.text,
            body,
            parts: input.parts,
        }
    }

    /// Of a text that is not checked itself.
    pub(super) fn within(text: &'a str, body: Span, parts: &'a Parts) -> Self {
        Self { text, body, parts }
    }

    pub(super) fn holds(&self, at: usize) -> bool {
        self.in_block(at) || self.ticks_before(at) % 2 == 1
    }

    /// It stands in a fenced or indented block.
    pub(super) fn in_block(&self, at: usize) -> bool {
        let blocks = self.parts.blocks.get_or_init(|| self.blocks());
        let after = blocks.partition_point(|block| block.start <= at);
        after > 0 && at < blocks[after - 1].end
    }

    /// Backticks between the start of the line and `at`.
    fn ticks_before(&self, at: usize) -> usize {
        let body = &self.text.as_bytes()[self.body.clone()];
        let from = self.body.start;
        let marks = self.parts.marks.get_or_init(|| Marks {
            ticks: memchr::memchr_iter(b'`', body)
                .map(|at| from + at)
                .collect(),
            lines: memchr::memchr_iter(b'\n', body)
                .map(|at| from + at + 1)
                .collect(),
        });
        let after = marks.lines.partition_point(|line| *line <= at);
        let line = after.checked_sub(1).map_or(from, |last| marks.lines[last]);
        let before = |at: usize| marks.ticks.partition_point(|tick| *tick < at);
        before(at) - before(line)
    }

    fn blocks(&self) -> Vec<Span> {
        let mut blocks = Vec::new();
        let mut open: Option<(usize, &str)> = None;
        let mut indents = Indents::default();
        for line in lines_in(self.text, self.body.clone()) {
            let written = &self.text[line.clone()];
            let content = written.trim_start();
            match open {
                None if indents.is_code(written) => blocks.push(line),
                None if content.starts_with("```") || content.starts_with("~~~") => {
                    let mark = &content[..1];
                    let len = content.len() - content.trim_start_matches(mark).len();
                    open = Some((line.start, &content[..len]));
                }
                Some((start, fence)) if content.starts_with(fence) => {
                    blocks.push(start..line.end);
                    open = None;
                }
                _ => {}
            }
        }
        blocks.extend(open.map(|(start, _)| start..self.body.end));
        blocks
    }
}

/// Which lines are code by their indent: four blanks after an empty line, outside of a list.
struct Indents {
    free: bool,
    list: bool,
}

impl Default for Indents {
    fn default() -> Self {
        let (free, list) = (true, false);
        Self { free, list }
    }
}

impl Indents {
    fn is_code(&mut self, line: &str) -> bool {
        let content = line.trim_start();
        if content.is_empty() {
            self.free = true;
            return false;
        }
        let deep = line.starts_with("    ") || line.trim_start_matches(' ').starts_with('\t');
        if deep && self.free && !self.list {
            return true;
        }
        let number = content.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = number.len() < content.len() && number.starts_with([')', '.']);
        let item = numbered || content.starts_with(['-', '*', '+']);
        if item || self.free && line.len() == content.len() {
            self.list = item;
        }
        self.free = false;
        false
    }
}
