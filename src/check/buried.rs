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
}

/// The block, when nothing but invisible characters, white space and one code fence is before it.
pub(super) fn buried(input: &Input<'_>) -> Option<Buried> {
    if input.front().is_some() {
        return None;
    }
    let text = input.text;
    let start = input.document.body.start;
    let mut code = None;
    for line in lines_in(text, start..text.len()) {
        match bare(&text[line.clone()]) {
            "" => {}
            "---" => {
                let dashes = line.start + text[line.clone()].find('-')?;
                let fields = after_line(text, line.end, text.len());
                let first = lines_in(text, fields..text.len()).next()?;
                let key = key_of(bare(&text[first]))?;
                return field(key).map(|_| Buried {
                    before: start..dashes,
                    code,
                    fields,
                });
            }
            mark if mark.starts_with("```") || mark.starts_with("~~~") => {
                if code.replace(line).is_some() {
                    return None;
                }
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
        let what = match &self.code {
            Some(_) => "a code fence stands before the opening ---",
            None => "characters nobody sees stand before the opening ---",
        };
        let help = "The file must begin with ---, on its first line.";
        let mut edits = vec![Edit::delete(self.before.clone())];
        edits.extend(self.code_end(input).map(Edit::delete));
        let safe = self.code.is_none();
        let alone = sample(&input.text[self.before.clone()], "---", "---\n\nBody.\n");
        let fault = Fault::new(self.before, what, help).shown_by(input, &alone);
        fault.fix("remove it", safe, edits)
    }

    /// The line that closes the code fence: right below the block, or the last of the file.
    fn code_end(&self, input: &Input<'_>) -> Option<Span> {
        let text = input.text;
        let mark = bare(&text[self.code.clone()?]).get(..3)?;
        let lines = lines_in(text, self.fields..text.len());
        let closes = |line: &Span| bare(&text[line.clone()]) == mark;
        let written = |line: &Span| !bare(&text[line.clone()]).is_empty();
        let lines: Vec<Span> = lines.filter(written).collect();
        let dashes = lines
            .iter()
            .position(|line| bare(&text[line.clone()]) == "---")?;
        let mut ends = lines.get(dashes + 1).into_iter().chain(lines.last());
        let line = ends.find(|line| closes(line))?;
        Some(line.start..after_line(text, line.end, text.len()))
    }
}
