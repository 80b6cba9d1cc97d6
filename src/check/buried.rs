//! A frontmatter that nobody finds: invisible characters or a code fence stand before it.

use super::blind::sample;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::key_of;
use crate::skill::edit::Edit;
use crate::skill::fields::field;
use crate::skill::hidden::kind;
use crate::skill::lines::{after_line, lines_in};

/// Such a block.
pub(super) struct Buried {
    /// What stands before the opening dashes.
    before: Span,
    /// The line of the code fence.
    code: Option<Span>,
    /// Where the fields begin.
    fields: usize,
    /// A sentence that leads in to the code fence.
    lead: Option<Span>,
}

/// The block, when nothing but invisible characters, white space and one code fence is before it.
pub(super) fn buried(input: &Input<'_>) -> Option<Buried> {
    if input.front().is_some() {
        return None;
    }
    let text = input.text;
    let start = input.document.body.start;
    let mut code = None;
    let mut lead: Option<Span> = None;
    for line in lines_in(text, start..text.len()) {
        match bare(&text[line.clone()]) {
            "" => {}
            "---" => {
                let dashes = line.start + text[line.clone()].find('-')?;
                let fields = after_line(text, line.end, text.len());
                let first = lines_in(text, fields..text.len()).next()?;
                let key = key_of(bare(&text[first]))?;
                field(key)?;
                let led = lead.is_some();
                let buried = Buried {
                    before: start..dashes,
                    code,
                    fields,
                    lead,
                };
                // A text shows an example; an answer holds the skill to its end.
                return (!led || buried.is_rest(input)).then_some(buried);
            }
            mark if mark.starts_with("```") || mark.starts_with("~~~") => {
                if code.replace(line).is_some() {
                    return None;
                }
            }
            text if text.ends_with([':', '：']) && code.is_none() && lead.is_none() => {
                lead = Some(line);
            }
            _ => return None,
        }
    }
    None
}

/// A line without what nobody sees around its words.
pub(super) fn bare(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || kind(c).is_some())
}

impl Buried {
    /// What is wrong, with the fix that takes it away.
    pub(super) fn fault(self, input: &Input<'_>) -> Fault {
        let indents = self.indents(input);
        let what = match &self.code {
            None if !indents.is_empty() => "the whole frontmatter is indented",
            Some(_) => "a code fence stands before the opening ---",
            None if input.text[self.before.clone()].trim().is_empty() => {
                "white space stands before the opening ---"
            }
            None => "characters nobody sees stand before the opening ---",
        };
        let help = "The file must begin with ---, on its first line.";
        let mut edits = vec![Edit::delete(self.before.clone())];
        edits.extend(self.code_end(input).map(Edit::delete));
        let indented = !indents.is_empty();
        edits.extend(indents.into_iter().map(Edit::delete));
        let said = self.lead.clone().zip(self.dashes(input));
        edits.extend(said.map(|(lead, dashes)| {
            let end = input.document.line_ends.text();
            let below = after_line(input.text, dashes.end, input.text.len());
            Edit::insert(below, format!("{end}{}{end}", &input.text[lead]))
        }));
        let safe = self.code.is_none() && self.lead.is_none();
        let title = match self.lead {
            Some(_) => "remove the fence, and put the sentence below the fields",
            None if indented => "move it to the left, and what follows with it",
            None => "remove it",
        };
        let alone = sample(&input.text[self.before.clone()], "---", "---\n\nBody.\n");
        let fault = Fault::new(self.before, what, help).shown_by(input, &alone);
        fault.fix(title, safe, edits)
    }

    /// Where every line of the block is indented as its first one: these blanks, and those of the lines
    /// that follow as long as they have them.
    fn indents(&self, input: &Input<'_>) -> Vec<Span> {
        let before = &input.text[self.before.clone()];
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let indent = &before[line..];
        let Some(close) = self.dashes(input).filter(|_| !indent.is_empty()) else {
            return Vec::new();
        };
        let empty = |line: &Span| bare(&input.text[line.clone()]).is_empty();
        let lines = lines_in(input.text, self.fields..input.text.len());
        let indented = |line: &Span| empty(line) || input.text[line.clone()].starts_with(indent);
        let run: Vec<Span> = lines.take_while(indented).collect();
        if run.last().is_none_or(|last| last.end < close.end) {
            return Vec::new();
        }
        let run = run.into_iter().filter(|line| !empty(line));
        run.map(|line| line.start..line.start + indent.len())
            .collect()
    }

    /// The code fence closes at the end of the file.
    fn is_rest(&self, input: &Input<'_>) -> bool {
        let end = self
            .code_end(input)
            .filter(|_| self.dashes(input).is_some());
        end.is_some_and(|end| input.text[end.end..].trim().is_empty())
    }

    /// The line of dashes that closes the block.
    fn dashes(&self, input: &Input<'_>) -> Option<Span> {
        let mut lines = lines_in(input.text, self.fields..input.text.len());
        lines.find(|line| bare(&input.text[line.clone()]) == "---")
    }

    /// The line that closes the code fence. A longer one closes at the first line as long; of others inside,
    /// each pair stays, so that one without a partner is left: the last, or the first right below the block.
    fn code_end(&self, input: &Input<'_>) -> Option<Span> {
        let text = input.text;
        let (mark, opening, _) = code_fence(bare(&text[self.code.clone()?]))?;
        let below = self.dashes(input).map_or(self.fields, |dashes| dashes.end);
        let fences = lines_in(text, below..text.len()).filter_map(|line| {
            let (other, len, alone) = code_fence(bare(&text[line.clone()]))?;
            (other == mark).then_some((line, len, alone))
        });
        let whole = |line: &Span| line.start..after_line(text, line.end, text.len());
        if opening > SHORTEST {
            let mut fences = fences;
            let close = fences.find(|(_, len, alone)| *len >= opening && *alone);
            return close.map(|(line, ..)| whole(&line));
        }
        let fences: Vec<(Span, bool)> = fences.map(|(line, _, alone)| (line, alone)).collect();
        let paired = |fences: &[(Span, bool)]| {
            let (pairs, rest) = fences.as_chunks::<2>();
            rest.is_empty() && pairs.iter().all(|[_, (_, alone)]| *alone)
        };
        let first = fences
            .split_first()
            .map(|((line, alone), rest)| (line, *alone, rest));
        let first = first.filter(|(_, alone, rest)| *alone && paired(rest));
        let near = |line: &Span| text[below..line.start].lines().count() < 2;
        if let Some((line, ..)) = first.as_ref().filter(|(line, ..)| near(line)) {
            return Some(whole(line));
        }
        let last = fences
            .split_last()
            .filter(|((_, alone), rest)| *alone && paired(rest));
        let last = last.map(|((line, _), _)| line);
        last.or(first.map(|(line, ..)| line)).map(whole)
    }
}

/// Marks of a code fence at least.
const SHORTEST: usize = 3;

/// The mark of a code fence, how many of them there are, and whether nothing follows them.
fn code_fence(line: &str) -> Option<(char, usize, bool)> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = line.trim_start_matches(mark);
    let len = line.len() - rest.len();
    (len >= SHORTEST).then_some((mark, len, rest.is_empty()))
}
