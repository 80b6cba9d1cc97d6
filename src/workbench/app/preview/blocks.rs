//! The prompt cut into blocks, one from each skill to the next, so that a key makes only the rows of
//! the block it changed. A host that puts whole bodies into the prompt of 200 skills has a long one.

use std::ops::Range;
use std::sync::Arc;

use super::prompt::grouped;
use super::rows::{Measure, Rows};
use crate::host::Prompt;
use crate::host::prompt::From;
use crate::skill::colour::{ARGUMENTS, Role};
use crate::workbench::app::ink::{Ink, Line};

/// The blocks of the last time: those that are the same again are not measured again.
#[derive(Default)]
pub struct Kept {
    columns: Option<u16>,
    prompt: Arc<Prompt>,
    blocks: Arc<Vec<Block>>,
    sizes: Vec<Measure>,
    /// How many were measured the last time.
    #[cfg(test)]
    measured: usize,
}

/// A stretch of the prompt that begins with a line.
struct Block {
    /// Bytes of the prompt.
    span: Range<usize>,
    parts: Box<[Shown]>,
}

/// A part as it is shown.
#[derive(Clone, Copy, PartialEq)]
struct Shown {
    /// Bytes, counted from the begin of the block.
    start: u32,
    end: u32,
    framing: bool,
    /// It comes from the selected skill.
    marked: bool,
    /// What it costs, for the right edge of its first row.
    cost: Option<u32>,
}

impl Block {
    fn text<'p>(&self, prompt: &'p Prompt) -> &'p str {
        &prompt.text[self.span.clone()]
    }

    fn rows(&self, prompt: &Prompt, columns: Option<u16>) -> Arc<[Line]> {
        let lines = lines(self.text(prompt), &self.parts).into_iter();
        match columns {
            Some(columns) => lines.flat_map(|line| line.wrap(columns)).collect(),
            None => lines.collect(),
        }
    }
}

/// The rows of `prompt`, wrapped at `columns` if given. `costs` has a number for each part, or none at
/// all.
pub fn rows(
    prompt: &Arc<Prompt>,
    selected: Option<&str>,
    costs: &[usize],
    columns: Option<u16>,
    kept: &mut Kept,
) -> Rows {
    let fresh = blocks(prompt, selected, costs);
    let old: &[Block] = match kept.columns == columns {
        true => &kept.blocks,
        false => &[],
    };
    let same = |(new, known): &(&Block, &Block)| {
        new.parts == known.parts && new.text(prompt) == known.text(&kept.prompt)
    };
    let front = fresh.iter().zip(old).take_while(same).count();
    let most = fresh.len().min(old.len()) - front;
    let back = fresh.iter().rev().zip(old.iter().rev());
    let back = back.take(most).take_while(same).count();
    let changed = &fresh[front..fresh.len() - back];
    let measured = changed
        .iter()
        .map(|block| Measure::of(&block.rows(prompt, columns)));
    let sizes = kept.sizes[..front].iter().copied();
    let behind = kept.sizes[old.len() - back..old.len()].iter().copied();
    let sizes: Vec<Measure> = sizes.chain(measured).chain(behind).collect();
    #[cfg(test)]
    let measured = changed.len();
    *kept = Kept {
        columns,
        prompt: Arc::clone(prompt),
        blocks: Arc::new(fresh),
        sizes,
        #[cfg(test)]
        measured,
    };
    let (prompt, blocks) = (Arc::clone(prompt), Arc::clone(&kept.blocks));
    let make = move |index: usize| match blocks.get(index) {
        Some(block) => block.rows(&prompt, columns),
        None => Arc::default(),
    };
    Rows::lazy(kept.sizes.iter().copied(), Arc::new(make))
}

/// Where the prompt is cut, and the parts of each piece. A block begins with the line in which
/// another skill begins.
fn blocks(prompt: &Prompt, selected: Option<&str>, costs: &[usize]) -> Vec<Block> {
    let text = &prompt.text;
    let mut starts = vec![0];
    let mut last = None;
    // How far was looked for line ends, and where the line begins that is there.
    let (mut seen, mut line) = (0, 0);
    for part in &prompt.parts {
        let From::Skill { reference, .. } = &part.from else {
            continue;
        };
        if part.span.is_empty() {
            continue;
        }
        let between = text.get(seen..part.span.start).unwrap_or_default();
        line = between.rfind('\n').map_or(line, |at| seen + at + 1);
        seen = part.span.start;
        if last != Some(reference) && starts.last().is_some_and(|start| *start < line) {
            starts.push(line);
        }
        last = Some(reference);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let spans = starts.iter().copied().zip(ends);
    let mut parts = prompt.parts.iter().enumerate().peekable();
    spans
        .map(|(start, end)| {
            let mut shown = Vec::new();
            while let Some((at, part)) = parts.peek() {
                let span = part.span.start.max(start)..part.span.end.min(end);
                if span.start >= end {
                    break;
                }
                let (framing, marked) = match &part.from {
                    From::Framing => (true, false),
                    From::Base => (false, false),
                    From::Skill { reference, .. } => (false, Some(&**reference) == selected),
                };
                let begins = part.span.start >= start && !framing;
                let cost = costs.get(*at).filter(|_| begins);
                let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                shown.push(Shown {
                    start: count(span.start - start),
                    end: count(span.end - start),
                    framing,
                    marked,
                    cost: cost.copied().map(count),
                });
                if part.span.end > end {
                    break;
                }
                parts.next();
            }
            Block {
                span: start..end,
                parts: shown.into(),
            }
        })
        .collect()
}

fn lines(text: &str, parts: &[Shown]) -> Vec<Line> {
    // The end of the line before is the end of the block before, not a line of its own.
    let mut lines = vec![Line::default()];
    for part in parts {
        let ink = if part.framing { Ink::Dim } else { Ink::Text };
        let mut cost = part
            .cost
            .map(|cost| grouped(cost.try_into().unwrap_or(usize::MAX)));
        let span = part.start.try_into().unwrap_or(0)..part.end.try_into().unwrap_or(0);
        for (i, piece) in text.get(span).unwrap_or_default().split('\n').enumerate() {
            if i > 0 {
                lines.push(Line::default());
            }
            if let Some(line) = lines.last_mut().filter(|_| !piece.is_empty()) {
                let taken = std::mem::take(line);
                *line = placeholders(taken, piece, ink).hanging(2);
                line.marked |= part.marked;
                if let Some(cost) = cost.take() {
                    line.side = cost;
                }
            }
        }
    }
    if text.ends_with('\n') {
        lines.pop();
    }
    // Empty lines within an entry belong to it.
    for i in 1..lines.len().saturating_sub(1) {
        if lines[i - 1].marked && lines[i + 1].marked && lines[i].pieces.is_empty() {
            lines[i].marked = true;
        }
    }
    lines
}

/// What the caller's text takes the place of stands out.
fn placeholders(mut line: Line, text: &str, ink: Ink) -> Line {
    for (i, plain) in text.split(ARGUMENTS).enumerate() {
        if i > 0 {
            line = line.with(ARGUMENTS, Ink::Skill(Role::Placeholder));
        }
        line = line.with(plain, ink);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::prompt::Part;

    fn prompt(pieces: &[(&str, &str)]) -> Arc<Prompt> {
        let mut prompt = Prompt::default();
        for (from, text) in pieces {
            let start = prompt.text.len();
            prompt.text.push_str(text);
            let name = (*from).to_owned();
            prompt.parts.push(Part {
                span: start..prompt.text.len(),
                from: match *from {
                    "" => From::Framing,
                    _ => From::Skill {
                        reference: name.as_str().into(),
                        name,
                    },
                },
            });
        }
        Arc::new(prompt)
    }

    fn texts(rows: &Rows) -> Vec<String> {
        rows.from(0).map(Line::text).collect()
    }

    fn wholly(prompt: &Prompt) -> Vec<String> {
        prompt.text.split('\n').map(str::to_owned).collect()
    }

    #[test]
    fn blocks_together_are_the_lines_of_the_prompt_wherever_skills_begin() {
        for pieces in [
            vec![
                ("", "# Skills\n\n- "),
                ("a", "one\n\ntwo"),
                ("", "\n- "),
                ("b", "x"),
            ],
            vec![("a", "one"), ("b", "two"), ("", "\n"), ("c", "three\n")],
            vec![("", "open\n"), ("a", "\n\n"), ("b", "\n"), ("", "close")],
            vec![("", "\n"), ("a", "x\ny"), ("a", "z\n"), ("b", "")],
            vec![("", "only framing\n\n")],
        ] {
            let prompt = prompt(&pieces);
            let rows = rows(&prompt, None, &[], None, &mut Kept::default());
            let mut wanted = wholly(&prompt);
            if prompt.text.ends_with('\n') {
                wanted.pop();
            }
            assert_eq!(texts(&rows), wanted, "{pieces:?}");
        }
    }

    #[test]
    fn what_was_kept_never_shows_in_place_of_what_is_new() {
        let mut kept = Kept::default();
        let states = [
            vec![
                ("", "- "),
                ("a", "one\n"),
                ("", "- "),
                ("b", "two\n"),
                ("", "- "),
                ("c", "3"),
            ],
            vec![
                ("", "- "),
                ("a", "one\n"),
                ("", "- "),
                ("b", "two!\n"),
                ("", "- "),
                ("c", "3"),
            ],
            vec![("", "- "), ("a", "one\n"), ("", "- "), ("c", "3")],
            vec![
                ("", "- "),
                ("b", "two\n"),
                ("", "- "),
                ("a", "one\n"),
                ("", "- "),
                ("c", "3"),
            ],
            vec![("", "- "), ("c", "3")],
            vec![],
            vec![
                ("", "- "),
                ("a", "one\n"),
                ("", "- "),
                ("a", "one\n"),
                ("", "- "),
                ("a", "one\n"),
            ],
            vec![("", "- "), ("a", "one\n"), ("", "- "), ("a", "one\n")],
        ];
        for (at, pieces) in states.iter().enumerate() {
            for columns in [Some(3), None, Some(40)] {
                let prompt = prompt(pieces);
                let again = rows(&prompt, Some("a"), &[], columns, &mut kept);
                let afresh = rows(&prompt, Some("a"), &[], columns, &mut Kept::default());
                let lines = |rows: &Rows| rows.from(0).cloned().collect::<Vec<_>>();
                assert_eq!(lines(&again), lines(&afresh), "{at} {columns:?}");
            }
        }
    }

    #[test]
    fn only_the_block_that_changed_is_made_again() {
        let mut kept = Kept::default();
        let before = prompt(&[("a", "one\n"), ("b", "two\n"), ("c", "three\n")]);
        let after = prompt(&[("a", "one\n"), ("b", "2\n"), ("c", "three\n")]);
        rows(&before, None, &[], Some(9), &mut kept);
        assert_eq!(kept.measured, 3);
        rows(&after, None, &[], Some(9), &mut kept);
        assert_eq!(kept.measured, 1);
        rows(&after, Some("c"), &[], Some(9), &mut kept);
        assert_eq!(kept.measured, 1);
        rows(&after, Some("c"), &[], Some(8), &mut kept);
        assert_eq!(kept.measured, 3);
    }
}
