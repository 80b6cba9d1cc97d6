use super::*;

fn change(side: Side, number: usize, text: &str) -> Change {
    let numbers = match side {
        Side::Both => [Some(number), Some(number)],
        Side::Old => [Some(number), None],
        Side::New => [None, Some(number)],
    };
    Change {
        side,
        numbers,
        text: text.to_owned(),
        unended: false,
    }
}

fn sample(old: &[&str], new: &[&str]) -> Difference {
    let mut changes = vec![change(Side::Both, 1, "same")];
    let of = |side: Side| move |(at, text): (usize, &&str)| change(side, at + 2, text);
    changes.extend(old.iter().enumerate().map(of(Side::Old)));
    changes.extend(new.iter().enumerate().map(of(Side::New)));
    Difference {
        labels: ["standard a.md".to_owned(), "custom b.md".to_owned()],
        hunks: vec![Hunk {
            header: "@@ -1,2 +1,2 @@".to_owned(),
            changes,
        }],
    }
}

fn texts(lines: &[Line]) -> Vec<String> {
    let texts = lines.iter().map(Line::text);
    texts.map(|text| text.trim_end().to_owned()).collect()
}

#[test]
fn old_and_new_stand_side_by_side_where_both_have_room() {
    let difference = sample(&["one", "two"], &["eins"]);
    let wide = texts(&difference.lines(BESIDE, true));
    let left = |text: &str| format!("{text:<44} │");
    assert_eq!(
        wide,
        [
            format!("{} + custom b.md", left("- standard a.md")),
            format!("{} 1   same", left("1   same")),
            format!("{} 2 + eins", left("2 - one")),
            left("3 - two"),
        ]
    );
    let narrow = texts(&difference.lines(BESIDE - 1, true));
    assert_eq!(
        narrow,
        [
            "--- standard a.md",
            "+++ custom b.md",
            "@@ -1,2 +1,2 @@",
            " same",
            "-one",
            "-two",
            "+eins",
        ]
    );
}

#[test]
fn the_halves_hold_their_columns_whatever_is_in_them() {
    let long = "技能は文字です。👩‍💻 ".repeat(20);
    let arabic = "مرحبا بالعالم ".repeat(20);
    let one = "x".repeat(400);
    for text in [long.as_str(), &arabic, &one, "\u{202e}\t\u{1b}[31m"] {
        let difference = sample(&[text, "b"], &["a", text]);
        for columns in [BESIDE, BESIDE + 1, 133] {
            for wrap in [true, false] {
                for line in difference.lines(columns, wrap) {
                    assert!(line.width() <= usize::from(columns), "{:?}", line.text());
                    let before = line.text();
                    let (left, _) = before.split_once('│').expect("two halves");
                    let room = usize::from(columns) - 3;
                    assert_eq!(width(left), room - room / 2 + 1, "{before:?}");
                }
            }
        }
    }
    let cut = sample(&[&one], &["a"]).lines(BESIDE, false);
    assert_eq!(cut.len(), 3, "one row a line where lines are not wrapped");
}

#[test]
fn of_a_line_that_changed_only_what_differs_stands_out() {
    let inked = |lines: &[Line], ink: Ink| -> Vec<String> {
        let pieces = lines.iter().flat_map(|line| &line.pieces);
        let inked = pieces.filter(|piece| piece.ink == ink);
        inked.map(|piece| piece.text.clone()).collect()
    };
    let difference = sample(
        &["description: Reviews a change. Use when asked."],
        &["description: Revises a change. Use when asked."],
    );
    for columns in [40, 120] {
        let lines = difference.lines(columns, true);
        assert!(inked(&lines, Ink::Removed).contains(&"Reviews".to_owned()));
        assert!(inked(&lines, Ink::Added).contains(&"Revises".to_owned()));
    }
    // Cut between whole characters only.
    let difference = sample(
        &["skills of 👩‍💻 and e\u{301}"],
        &["skills of 👩‍🔬 and e\u{300}"],
    );
    let lines = difference.lines(40, true);
    assert!(inked(&lines, Ink::Removed).contains(&"👩‍💻 and e\u{301}".to_owned()));
    // Nothing in common: another line.
    let difference = sample(&["one two three"], &["quite another thing"]);
    let lines = difference.lines(40, true);
    assert!(inked(&lines, Ink::Removed).contains(&"one two three".to_owned()));
}

#[test]
fn what_differs_is_found_in_any_two_texts() {
    let words = [
        "", "a", "ab", "a b", "ab b", "b a b", "aa", "é", "e\u{301}", "技a", "a技",
    ];
    for text in words {
        for other in words {
            if let Some((start, end)) = differing(text, other) {
                let kept = text.len() - (end - start);
                assert!(start <= end && other.len() >= kept, "{text:?} {other:?}");
                assert_eq!(text[..start], other[..start], "{text:?} {other:?}");
                assert!(other.ends_with(&text[end..]), "{text:?} {other:?}");
            }
        }
    }
}
