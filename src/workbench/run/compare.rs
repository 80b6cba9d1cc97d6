//! The difference between two texts, as a plain unified diff.

use similar::{ChangeTag, TextDiff};

use crate::workbench::app::ink::{Ink, Line};

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// The unified difference, ready to be shown.
pub fn unified(old_label: &str, old: &str, new_label: &str, new: &str) -> Vec<Line> {
    if old == new {
        return vec![Line::of(
            "The two copies are the same, byte for byte.",
            Ink::Dim,
        )];
    }
    let mut lines = vec![
        Line::of(&format!("--- {old_label}"), Ink::Removed),
        Line::of(&format!("+++ {new_label}"), Ink::Added),
    ];
    let diff = TextDiff::from_lines(old, new);
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        lines.push(Line::of(&hunk.header().to_string(), Ink::Info));
        for change in hunk.iter_changes() {
            let (sign, ink) = match change.tag() {
                ChangeTag::Equal => (" ", Ink::Text),
                ChangeTag::Delete => ("-", Ink::Removed),
                ChangeTag::Insert => ("+", Ink::Added),
            };
            let value = change.value();
            let text = value.strip_suffix('\n').unwrap_or(value);
            lines.push(Line::of(sign, ink).with(text, ink).hanging(1));
            if change.missing_newline() {
                lines.push(Line::of("\\ no line end at the end of the file", Ink::Dim));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(old: &str, new: &str) -> Vec<String> {
        unified("a", old, "b", new).iter().map(Line::text).collect()
    }

    #[test]
    fn only_what_differs_and_its_surroundings_show() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\n5\n6\nseven\n8\n9\n";
        let shown = texts(old, new);
        assert_eq!(shown[..3], ["--- a", "+++ b", "@@ -4,6 +4,6 @@"]);
        assert_eq!(shown[3..], [" 4", " 5", " 6", "-7", "+seven", " 8", " 9"]);
    }

    #[test]
    fn a_missing_line_end_is_told() {
        let shown = texts("a\n", "a");
        assert!(
            shown.iter().any(|line| line.starts_with("\\ no line end")),
            "{shown:?}"
        );
    }

    #[test]
    fn hidden_characters_in_a_difference_are_visible() {
        let shown = texts("a\n", "a\u{202e}\x1b[31m\n").join("\n");
        assert!(
            !shown.contains('\u{202e}') && !shown.contains('\x1b'),
            "{shown:?}"
        );
    }
}
