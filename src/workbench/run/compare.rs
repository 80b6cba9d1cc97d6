//! The difference between two texts, line by line.

use std::ops::Range;
use std::time::Duration;

use similar::{ChangeTag, DiffOp, TextDiff};

use crate::workbench::app::difference::{Change, Difference, Hunk, Side};

/// Unchanged lines around a change.
const CONTEXT: usize = 3;
/// After this long two texts are too different for the least difference to be looked for: any will do.
const PATIENCE: Duration = Duration::from_secs(1);

/// What differs.
pub fn difference(old_label: &str, old: &str, new_label: &str, new: &str) -> Difference {
    let labels = [old_label.to_owned(), new_label.to_owned()];
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let mut unified = diff.unified_diff();
    let hunks = unified.context_radius(CONTEXT).iter_hunks();
    let hunks = hunks.map(|hunk| Hunk {
        header: header(hunk.ops()),
        changes: changes(&diff, hunk.ops()),
    });
    Difference {
        labels,
        hunks: hunks.collect(),
    }
}

fn changes<'t>(diff: &TextDiff<'t, 't, '_, str>, ops: &[DiffOp]) -> Vec<Change> {
    // The numbers are counted from where the hunk begins, as those of its steps may be stale.
    let mut numbers = [start(ops, DiffOp::old_range), start(ops, DiffOp::new_range)];
    let changes = ops.iter().flat_map(|op| diff.iter_changes(op));
    let mut counted = |at: usize| {
        numbers[at] += 1;
        Some(numbers[at])
    };
    changes
        .map(|change| {
            let (side, numbers) = match change.tag() {
                ChangeTag::Equal => (Side::Both, [counted(0), counted(1)]),
                ChangeTag::Delete => (Side::Old, [counted(0), None]),
                ChangeTag::Insert => (Side::New, [None, counted(1)]),
            };
            let value = change.value();
            Change {
                side,
                numbers,
                text: value.strip_suffix('\n').unwrap_or(value).to_owned(),
                unended: change.missing_newline(),
            }
        })
        .collect()
}

/// Lines before the first one of a hunk on one side.
fn start(ops: &[DiffOp], range: fn(&DiffOp) -> Range<usize>) -> usize {
    let mut ranges = ops.iter().map(range);
    ranges
        .find(|lines| !lines.is_empty())
        .map_or(0, |lines| lines.start)
}

/// Where a hunk stands in both texts. The lengths of its steps are right; the index a deletion has in
/// the new text, and an insertion in the old one, may be an old one (similar 2.7).
fn header(ops: &[DiffOp]) -> String {
    let side = |range: fn(&DiffOp) -> Range<usize>| {
        let count: usize = ops.iter().map(|op| range(op).len()).sum();
        match count {
            0 => "0,0".to_owned(),
            1 => (start(ops, range) + 1).to_string(),
            _ => format!("{},{count}", start(ops, range) + 1),
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
    use crate::workbench::app::ink::Line;

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
            let lines = &shown(old, new)[2..];
            // Texts this small are one hunk, but for context that is left out at its ends.
            let (header, rows) = lines.split_first().expect("a header");
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

    fn shown(old: &str, new: &str) -> Vec<String> {
        let lines = difference("a", old, "b", new).lines(40, true);
        lines.iter().map(Line::text).collect()
    }

    #[test]
    fn every_line_has_the_numbers_it_has_in_both_texts() {
        let texts = small(5);
        for old in &texts {
            for new in &texts {
                let difference = difference("a", old, "b", new);
                for change in difference.hunks.iter().flat_map(|hunk| &hunk.changes) {
                    for (text, number) in [old, new].into_iter().zip(change.numbers) {
                        let line = number.and_then(|number| text.lines().nth(number - 1));
                        assert!(
                            number.is_none() || line == Some(&change.text),
                            "{change:?} {old:?} {new:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn only_what_differs_and_its_surroundings_show() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\n5\n6\nseven\n8\n9\n";
        let shown = shown(old, new);
        assert_eq!(shown[..3], ["--- a", "+++ b", "@@ -4,6 +4,6 @@"]);
        assert_eq!(shown[3..], [" 4", " 5", " 6", "-7", "+seven", " 8", " 9"]);
    }

    #[test]
    fn a_missing_line_end_is_told() {
        let shown = shown("a\n", "a");
        assert!(
            shown.iter().any(|line| line.starts_with("\\ no line end")),
            "{shown:?}"
        );
    }

    #[test]
    fn hidden_characters_in_a_difference_are_visible() {
        let shown = shown("a\n", "a\u{202e}\x1b[31m\n").join("\n");
        assert!(
            !shown.contains('\u{202e}') && !shown.contains('\x1b'),
            "{shown:?}"
        );
    }
}
