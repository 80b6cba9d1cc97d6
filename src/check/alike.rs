//! Names that look like others: letters of another alphabet, and letters made of two characters.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{compose, is_combining_mark};

use super::lookalike::twin;
use super::name::{at, name};
use super::rename::{TAKE_FOLDER, may_be, renamed, single_hyphens};
use super::{Fault, Input};
use crate::host::python;
use crate::skill::edit::{self, NewValue};
use crate::skill::yaml::Node;

/// The name with an ASCII letter in the place of each one that only looks like it.
pub(super) fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars() {
        match twin(c) {
            Some(ascii) => plain.push_str(ascii),
            None => plain.push(c),
        }
    }
    plain
}

pub(super) fn confusable(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let found = [lookalike(input, name, node), decomposed(input, name, node)];
    found.into_iter().flatten().collect()
}

/// A letter of another alphabet in a name that has ASCII letters as well, or that only looks like the
/// folder: a name in Greek is Greek.
fn lookalike(input: &Input<'_>, name: &str, node: &Node) -> Option<Fault> {
    let ascii = name.contains(|c: char| c.is_ascii_alphabetic());
    let plain = plain(name);
    let folder = input
        .folder
        .is_some_and(|folder| folder != name && folder == plain);
    let mut letters = name.chars().enumerate();
    let (index, c, twin) = letters
        .find_map(|(index, c)| Some((index, c, twin(c)?)))
        .filter(|_| ascii || folder)?;
    let fault = Fault::new(
        at(input, node, index),
        format!("`{c}` (U+{:04X}) only looks like `{twin}`", c as u32),
        "Type the name again on your keyboard.",
    );
    Some(match plain.is_ascii() {
        true => renamed(input, fault, "write it in letters of the keyboard", &plain),
        false => fault,
    })
}

/// A letter that is written as two characters and that one alone stands for: some file systems and
/// editors write it so, and keyboards do not.
fn decomposed(input: &Input<'_>, name: &str, node: &Node) -> Option<Fault> {
    let letters: Vec<char> = name.chars().collect();
    let (index, whole) = letters
        .windows(2)
        .enumerate()
        .find_map(|(index, pair)| Some((index, compose(pair[0], pair[1])?)))?;
    let (letter, mark) = (letters[index], letters[index + 1]);
    let fault = Fault::new(
        at(input, node, index).start..at(input, node, index + 1).end,
        format!(
            "`{whole}` is two characters here, `{letter}` and the mark U+{:04X}, which is not the letter \
             of one character",
            mark as u32
        ),
        "Write the letter as one character, in the name and in the folder.",
    );
    let composed: String = name.nfc().collect();
    // Where the folder is written so too, the name alone would only differ from it.
    let folder = input.folder.filter(|folder| *folder != composed);
    if !may_be(input, &composed) || folder.is_some_and(|folder| folder.nfc().eq(composed.chars())) {
        return Some(fault);
    }
    Some(renamed(
        input,
        fault,
        "write it as one character",
        &composed,
    ))
}

/// The name in what every host takes: small letters, digits and single hyphens of ASCII.
pub(super) fn simple(name: &str) -> String {
    let letters = name.nfkd().filter(|c| !is_combining_mark(*c));
    let hyphens = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '-',
    };
    single_hyphens(&letters.map(hyphens).collect::<String>())
}

/// The place of the first character that the reference library refuses. It looks at the compatibility
/// form, in which a letter and its marks are one.
pub(super) fn refused(name: &str) -> Option<usize> {
    let fits = |c: char| python::is_alnum(c) || c == '-';
    let letters: Vec<char> = name.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let marks = letters[at + 1..]
            .iter()
            .take_while(|c| is_combining_mark(**c));
        let end = at + 1 + marks.count();
        let group = &letters[at..end];
        if !group.iter().copied().nfkc().all(fits) {
            let own = group.iter().position(|c| !c.nfkc().all(fits));
            return Some(at + own.unwrap_or(0));
        }
        at = end;
    }
    None
}

/// A name that is that of the folder in other characters, which a host that compares them takes for
/// another one.
pub(super) fn in_other_characters(input: &Input<'_>, node: &Node, folder: &str) -> Fault {
    let mut fault = Fault::new(
        node.span.clone(),
        "the name is that of the folder in other characters",
        "Write both with the same characters.",
    );
    fault.only = Some(&[]);
    let edits = edit::set(input.text, input.document, "name", NewValue::Text(folder));
    fault.fix_if(TAKE_FOLDER, false, edits)
}
