//! Whether the words before a path say that the model is to read or run it, or give it as an example.

use crate::skill::Span;
use crate::skill::document::line_at;

/// Folders skills keep such files in.
const USUAL: [&str; 3] = ["scripts", "references", "assets"];

/// Words that send the model to a file.
const SENDING: &[&str] = &[
    "run", "execute", "read", "see", "use", "load", "open", "consult", "call", "invoke", "follow",
    "check", "via", "python", "python3", "bash", "sh", "node",
];

/// Words that make a path an example, or a file that is only to be made.
const OTHERS: &[&str] = &[
    "example", "examples", "e.g", "like", "such", "create", "write", "make", "add", "generate",
    "save", "put", "move", "called", "named", "would", "could", "might", "if", "when", "any",
    "new", "your",
];

/// Words before the path that are looked at.
const NEAR: usize = 4;

/// The model is told to read or run the file at `span`, whose first folder is `first`. A word that
/// makes it an example counts in the whole sentence.
pub(super) fn told_to(text: &str, from: usize, span: &Span, first: &str) -> bool {
    let ending = text[span.clone()].rsplit('/').next().unwrap_or_default();
    let line = line_at(text, span.start);
    // What a label stands for, where nothing uses the label.
    let label = text[line.start..span.start].trim_end().ends_with("]:");
    if label || !USUAL.contains(&first) || !ending.contains('.') {
        return false;
    }
    let sentence = |part: &str| part.rfind(". ").map_or(0, |at| at + 2);
    let before = &text[line.start.max(from)..span.start];
    let before = &before[sentence(before)..];
    let after = &text[span.end..line.end];
    let after = &after[..after.find(". ").unwrap_or(after.len())];
    let words = |part: &'_ str| -> Vec<String> {
        let marks = |c: char| !c.is_alphanumeric() && c != '.';
        let words = part.split(marks).map(|word| word.trim_matches('.'));
        words
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (before, after) = (words(before), words(after));
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let example = before.iter().chain(&after).any(|word| is(word, OTHERS));
    !example && before.iter().rev().take(NEAR).any(|word| is(word, SENDING))
}

/// The path leads out of the folder it begins in.
pub(super) fn leaves(path: &str) -> bool {
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(up) => depth = up,
                None => return true,
            },
            _ => depth += 1,
        }
    }
    false
}
