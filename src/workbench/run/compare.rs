//! The difference between two texts, as a plain unified diff.

use std::ops::Range;

use similar::{ChangeTag, DiffOp, TextDiff};

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
        lines.push(Line::of(&header(hunk.ops()), Ink::Info));
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

/// Where a hunk stands in both texts. The lengths of its steps are right; the index a deletion has in
/// the new text, and an insertion in the old one, may be an old one (similar 2.7).
fn header(ops: &[DiffOp]) -> String {
    let side = |range: fn(&DiffOp) -> Range<usize>| {
        let count: usize = ops.iter().map(|op| range(op).len()).sum();
        // Those before it have no lines on this side.
        let first = ops.iter().map(range).find(|lines| !lines.is_empty());
        match (first, count) {
            (None, _) => "0,0".to_owned(),
            (Some(first), 1) => (first.start + 1).to_string(),
            (Some(first), _) => format!("{},{count}", first.start + 1),
        }
    };
    format!(
        "@@ -{} +{} @@",
        side(DiffOp::old_range),
        side(DiffOp::new_range)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text of up to `lines` lines of two letters.
    fn small(lines: u32) -> Vec<String> {
        let of = |count: u32| {
            (0..1_u32 << count).map(move |bits| {
                let letter = |line| if bits >> line & 1 == 0 { "a\n" } else { "b\n" };
                (0..count).map(letter).collect()
            })
        };
        (0..=lines).flat_map(of).collect()
    }

    #[test]
    fn headers_tell_where_the_lines_are() {
        let texts = small(6);
        for (old, new) in texts
            .iter()
            .flat_map(|old| texts.iter().map(move |new| (old, new)))
        {
            if old == new {
                continue;
            }
            let shown: Vec<String> = unified("a", old, "b", new)[2..]
                .iter()
                .map(Line::text)
                .collect();
            // Texts this small are one hunk, but for context that is left out at its ends.
            let (header, rows) = shown.split_first().expect("a header");
            let side = |sign: char, text: &str| {
                let kept = rows.iter().filter(|row| row.starts_with([' ', sign]));
                let kept: Vec<&str> = kept.map(|row| &row[1..]).collect();
                let told = header.split(' ').find_map(|word| word.strip_prefix(sign));
                let told = told.expect("both sides");
                let (start, count) = told.split_once(',').unwrap_or((told, "1"));
                let number = |text: &str| text.parse::<usize>().expect("a number");
                let (start, count) = (number(start), number(count));
                let all: Vec<&str> = text.lines().collect();
                let from = if count == 0 { start } else { start - 1 };
                assert_eq!(all[from..from + count], kept, "{header} of {old:?} {new:?}");
            };
            side('-', old);
            side('+', new);
        }
    }

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
