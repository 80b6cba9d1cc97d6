//! Lists: what stands before the text of an item, and what the next item begins with.

/// The start of a list item or a quoted line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// Bytes of indentation and marker.
    pub head: usize,
    /// What the next item begins with, indentation included.
    pub next: String,
}

impl Item {
    /// Reads the head of a line; `None` when it is no list item and no quotation.
    pub fn read(line: &str) -> Option<Self> {
        let indent = indent_of(line);
        let rest = &line[indent.len()..];
        let (marker, next) = marker(rest)?;
        let blanks = blanks(&rest[marker..]);
        let mut head = marker + blanks;
        let mut next = format!("{indent}{next}{}", &rest[marker..head]);
        let boxed = |c: &str| rest[head..].starts_with(c);
        if ["[ ] ", "[x] ", "[X] "].into_iter().any(boxed) {
            head += 4;
            next.push_str("[ ] ");
        }
        (blanks > 0).then_some(Self {
            head: indent.len() + head,
            next,
        })
    }
}

/// The white space a line begins with.
pub(super) fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// Length of the marker, and the marker of the item after it.
fn marker(text: &str) -> Option<(usize, String)> {
    let first = text.chars().next()?;
    if matches!(first, '-' | '*' | '+' | '>') {
        return Some((1, first.to_string()));
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let close = text[digits..].chars().next()?;
    // CommonMark: at most nine digits.
    if !(1..=9).contains(&digits) || !matches!(close, '.' | ')') {
        return None;
    }
    let number: u64 = text[..digits].parse().ok()?;
    Some((digits + 1, format!("{}{close}", number + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_item_follows_from_the_line() {
        for (line, head, next) in [
            ("- a", 2, "- "),
            ("  * a", 4, "  * "),
            ("9. a", 3, "10. "),
            ("2)  a", 4, "3)  "),
            ("- [x] done", 6, "- [ ] "),
            ("> quoted", 2, "> "),
        ] {
            let item = Item::read(line).unwrap();
            assert_eq!((item.head, item.next.as_str()), (head, next), "{line}");
        }
        for line in ["", "---", "-a", "a - b", "1.5", "1234567890. a", "**a**"] {
            assert_eq!(Item::read(line), None, "{line}");
        }
    }
}
