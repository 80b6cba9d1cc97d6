//! Another name for a skill: one that no judged host finds fault with.

use super::alike::refused;
use super::{Fault, Input};
use crate::host::Profile;
use crate::host::names::first_bad_char;
use crate::host::profile::Validate;
use crate::skill::document::known_key;
use crate::skill::edit::{self, NewValue};

/// Adds the fix that writes the name as `clean`, or as the folder is called where that can be the name:
/// so that nothing is left to do.
pub(super) fn renamed(input: &Input<'_>, fault: Fault, title: &str, clean: &str) -> Fault {
    let folder = input.folder.filter(|folder| may_be(input, folder));
    let (title, name) = match folder {
        Some(folder) if folder != clean => (TAKE_FOLDER, folder),
        _ => (title, clean),
    };
    if is_sentence(input) {
        return fault;
    }
    let edits = edit::set(input.text, input.document, "name", NewValue::Text(name));
    fault.fix_if(title, false, edits)
}

/// Words of a name at most; more are a text.
const WORDS: usize = 4;

/// The name holds more than a name, which would be lost: another field on its line, a further line.
pub(super) fn is_sentence(input: &Input<'_>) -> bool {
    let name = input.scalar("name");
    let field = |word: &str| known_key(word).is_some();
    name.is_some_and(|(name, node)| {
        let lines = input.text[node.span.clone()].trim().contains(['\n', '\r']);
        let mut words = name.split_whitespace();
        lines || name.contains(": ") || words.any(field) || name.split_whitespace().count() > WORDS
    })
}

pub(super) const TAKE_FOLDER: &str = "take the name of the folder";

/// No judged host would find fault with this name.
pub(super) fn may_be(input: &Input<'_>, name: &str) -> bool {
    let takes = |profile: &Profile| match profile.reader.validate {
        Validate::Agentskills => {
            name == single_hyphens(&name.to_lowercase()) && refused(name).is_none()
        }
        Validate::Agentworks => first_bad_char(name).is_none(),
        Validate::None => true,
    };
    let mut hosts = input.readings.iter().map(|(profile, _)| *profile);
    !name.is_empty() && hosts.all(takes)
}

/// The name without hyphens at its ends, and without several in a row.
pub(super) fn single_hyphens(name: &str) -> String {
    let words = name.split('-').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
