//! A file that is the difference between two of them, as programs print it: every line begins with a mark.

use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::document::known_key;
use crate::skill::edit::Edit;
use crate::skill::lines::{after_line, lines_in};

const FENCE: &str = "---";

/// How the lines above the text begin, and one that can be its last.
const HEADERS: [&str; 9] = [
    "diff --git ",
    "index ",
    "new file mode ",
    "--- a/",
    "--- /dev/null",
    "--- SKILL.md",
    "+++ b/",
    "+++ SKILL.md",
    "@@ -",
];
const NO_END: &str = "\\ No newline";

/// What the fix is called.
const TITLE: &str = "take the marks away";

/// The fault of such a file, with the fix that takes one mark from every line; none where lines of the older
/// file stand among those of the newer one.
pub(super) fn difference(input: &Input<'_>) -> Option<Fault> {
    let text = input.text;
    let from = input.document.bom.then_some('\u{feff}'.len_utf8());
    let mut lines = lines_in(text, from.unwrap_or_default()..text.len())
        .skip_while(|line| text[line.clone()].trim().is_empty())
        .peekable();
    let is_header = |line: &Span| {
        let mut headers = HEADERS.iter();
        headers.any(|header| text[line.clone()].starts_with(header))
    };
    let whole = |line: &Span| Edit::delete(line.start..after_line(text, line.end, text.len()));
    let begin = lines.peek()?.clone();
    let mut edits = Vec::new();
    while let Some(header) = lines.next_if(is_header) {
        edits.push(whole(&header));
    }
    let header = !edits.is_empty();
    // Most files end here.
    let first = lines.next_if(|line| text[line.clone()].starts_with(['+', ' ']))?;
    let own = |line: &Span| text[line.clone()].get(1..).map(str::trim_end);
    own(&first).filter(|own| *own == FENCE)?;
    own(lines.peek()?).and_then(known_key)?;
    let (mut closed, mut plus, mut mixed, mut front_only) = (false, false, false, false);
    for line in std::iter::once(first.clone()).chain(lines) {
        let written = &text[line.clone()];
        if front_only && !written.is_empty() && !header {
            match written.starts_with(['+', ' ']) {
                true => front_only = false,
                // Only the block has marks.
                false => break,
            }
        }
        match written.chars().next() {
            Some(mark @ ('+' | ' ')) => {
                plus |= mark == '+';
                edits.push(Edit::delete(line.start..line.start + 1));
                let fence = line != first && own(&line) == Some(FENCE);
                front_only |= fence && !closed && mark == '+';
                closed |= fence;
            }
            Some('\\') if written.starts_with(NO_END) => edits.push(whole(&line)),
            Some(_) => mixed = true,
            None => {}
        }
    }
    if !closed || !(plus || header) {
        return None;
    }
    let what = match mixed {
        false => "the lines begin with the marks of a difference between two files",
        true => "this is a difference between two files, with lines of both",
    };
    let help = match mixed {
        false => "The file must begin with ---, on its first line.",
        true => "Put the newer file itself in its place.",
    };
    let shown = match header {
        true => begin,
        false => first.start..first.start + 1,
    };
    let edits = if mixed { Vec::new() } else { edits };
    Some(Fault::new(shown, what, help).fix(TITLE, false, edits))
}

/// Takes the fixes of all other faults away where the file is a difference: they are about lines that are
/// none of its own.
pub(super) fn only_its_own(input: &Input<'_>, found: &mut [super::Finding]) {
    if difference(input).is_none() {
        return;
    }
    for finding in found {
        finding.fixes.retain(|fix| fix.title == TITLE);
    }
}
