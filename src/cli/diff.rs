//! How a file changes, as a unified difference for people and programs.

use similar::{ChangeTag, TextDiff};

use crate::skill::bytes::decode;

/// Lines of the difference of one file that are told.
const MOST: usize = 60;
/// Lines that are told of a file that goes as a whole.
const MOST_GONE: usize = 10;
/// Lines that are told of all files of one skill; behind them each has its heading alone.
pub const ROOM: usize = 400;
/// Lines of a heading.
const HEADING: usize = 2;
/// Characters of one line that are told.
const WIDEST: usize = 400;
/// Unchanged lines told before and behind a change.
const AROUND: usize = 3;
/// Bytes of a text that is compared line by line.
const LONGEST: usize = 256 << 10;

/// The difference of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Its lines, without line ends; a heading first.
    pub lines: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

/// One side: what it is called, and the bytes; `None` where there is no such file.
pub type Side<'a> = (&'a str, Option<&'a [u8]>);

/// How the file `path` gets from one side to the other, in no more lines than there is `room` for, which
/// shrinks by them.
pub fn difference(path: &str, old: Side<'_>, new: Side<'_>, room: &mut usize) -> Difference {
    let mut lines = vec![
        format!("--- {path} ({})", old.0),
        format!("+++ {path} ({})", new.0),
    ];
    match (text(old.1), text(new.1)) {
        (Some(old), Some(new)) => lines.extend(hunks(&old, &new)),
        _ => {
            let size = |side: Option<&[u8]>| match side {
                None => "nothing".to_owned(),
                Some(bytes) => format!("{} bytes", bytes.len()),
            };
            let (old, new) = (size(old.1), size(new.1));
            let why = "too long, or no text, to be compared by lines";
            lines.push(format!("  {old}, then {new}: {why}"));
        }
    }
    let most = if new.1.is_some() { MOST } else { MOST_GONE };
    let most = most.min(*room).max(HEADING);
    let more = lines.len().saturating_sub(most);
    lines.truncate(most);
    *room = room.saturating_sub(lines.len());
    Difference { lines, more }
}

/// A side that can be compared line by line.
fn text(bytes: Option<&[u8]>) -> Option<String> {
    let bytes = bytes.unwrap_or_default();
    let decoded = decode(bytes);
    let fits = bytes.len() <= LONGEST && decoded.exact() && !decoded.text.contains('\0');
    fits.then_some(decoded.text)
}

fn hunks(old: &str, new: &str) -> Vec<String> {
    // A carriage return is only of interest where not every line ends with one.
    let returns = |text: &str| {
        text.split_inclusive('\n')
            .all(|line| line.ends_with("\r\n"))
    };
    let quiet = returns(old) && returns(new);
    let diff = TextDiff::from_lines(old, new);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(AROUND) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        let span = |start: usize, end: usize| {
            // As `diff -u` counts: lines from 1, and where there is none the one before.
            let from = if end > start { start + 1 } else { start };
            format!("{from},{}", end - start)
        };
        let old = span(first.old_range().start, last.old_range().end);
        let new = span(first.new_range().start, last.new_range().end);
        lines.push(format!("@@ -{old} +{new} @@"));
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            let whole = change.value();
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            let line = line.strip_suffix('\r').filter(|_| quiet).unwrap_or(line);
            lines.push(format!("{sign}{}", clipped(line)));
            if !whole.ends_with('\n') {
                lines.push("\\ no line end".to_owned());
            }
        }
    }
    lines
}

fn clipped(line: &str) -> String {
    match line.char_indices().nth(WIDEST) {
        None => line.to_owned(),
        Some((end, _)) => {
            let more = line[end..].chars().count();
            format!("{}… ({more} more characters)", &line[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(old: Option<&str>, new: Option<&str>) -> Difference {
        difference(
            "a.md",
            ("here", old.map(str::as_bytes)),
            ("then", new.map(str::as_bytes)),
            &mut { ROOM },
        )
    }

    #[test]
    fn it_is_told_as_diff_does() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let found = told(Some(old), Some(&old.replace("5\n", "five\n")));
        let lines = [
            "--- a.md (here)",
            "+++ a.md (then)",
            "@@ -2,7 +2,7 @@",
            " 2",
            " 3",
            " 4",
            "-5",
            "+five",
            " 6",
            " 7",
            " 8",
        ];
        assert_eq!(found.lines, lines);
        assert_eq!(found.more, 0);
        let found = told(None, Some("x"));
        assert_eq!(
            found.lines[2..],
            ["@@ -0,0 +1,1 @@", "+x", "\\ no line end"]
        );
        let found = told(Some("x\n"), None);
        assert_eq!(found.lines[2..], ["@@ -1,1 +0,0 @@", "-x"]);
    }

    #[test]
    fn what_is_long_is_clipped_and_counted() {
        let text: String = (0..200).map(|at| format!("{at}\n")).collect();
        let found = told(None, Some(&text));
        assert_eq!((found.lines.len(), found.more), (MOST, 203 - MOST));
        let found = told(Some(&text), None);
        assert_eq!(
            (found.lines.len(), found.more),
            (MOST_GONE, 203 - MOST_GONE)
        );
        let found = told(None, Some(&"é".repeat(WIDEST + 7)));
        let line = format!("+{}… (7 more characters)", "é".repeat(WIDEST));
        assert_eq!(found.lines[3], line);
        for bytes in ["a\0b", &"x\n".repeat(LONGEST)] {
            let found = told(Some("x"), Some(bytes));
            assert_eq!(found.lines.len(), 3);
            assert!(found.lines[2].starts_with("  1 bytes, then "));
        }
    }

    #[test]
    fn of_many_files_the_last_have_their_heading_alone() {
        let mut room = 15;
        let mut tell =
            |text: &str| difference("a", ("x", None), ("y", Some(text.as_bytes())), &mut room);
        assert_eq!(
            (tell("1\n2\n").lines.len(), tell(&"1\n".repeat(20)).more),
            (5, 13)
        );
        let last = tell("1\n");
        assert_eq!((last.lines.len(), last.more), (2, 2));
    }

    #[test]
    fn line_ends_are_told_where_they_are_not_all_the_same() {
        let found = told(Some("a\r\nb\r\n"), Some("a\r\nc\r\n"));
        assert_eq!(found.lines[3..], [" a", "-b", "+c"]);
        let found = told(Some("a\r\nb\r\n"), Some("a\nb\r\n"));
        assert_eq!(found.lines[3..], ["-a\r", "+a", " b\r"]);
    }
}
