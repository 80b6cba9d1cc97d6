//! Laws of the three-way merge, for any texts.

use proptest::prelude::*;
use skillkiln::skill::merge::{Choice, Kind, Merge, Side};

/// Few different lines, so that they meet often; any line ends; perhaps none at the end.
fn text() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec!["a", "b", "c", "d", ""]);
    let end = prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r"]);
    let last = prop::sample::select(vec!["", "", "a", "z"]);
    let lines = prop::collection::vec((line, end), 0..12);
    (lines, last).prop_map(|(lines, last)| {
        let lines: String = lines.iter().flat_map(|(line, end)| [*line, *end]).collect();
        lines + last
    })
}

/// Some lines, and two sides that each change a few of them.
fn three() -> impl Strategy<Value = (String, String, String)> {
    let change = || prop::collection::vec((0..30_usize, 0..4_usize), 0..4);
    let end = prop::sample::select(vec!["\n", "\r\n"]);
    (1..30_usize, change(), change(), end, any::<bool>()).prop_map(
        |(count, ours, theirs, end, whole)| {
            let base: Vec<String> = (0..count).map(|n| format!("line {n}")).collect();
            let side = |changes: &[(usize, usize)], word: &str| {
                let mut lines = base.clone();
                for (at, what) in changes {
                    let at = at % count;
                    match what {
                        0 => lines[at] = String::new(),
                        1 => lines[at] = format!("{} and {word}", lines[at]),
                        2 => lines[at] = format!("{word}{end}{}", lines[at]),
                        _ => lines[at] = "both".to_owned(),
                    }
                }
                lines.join(end) + if whole { end } else { "" }
            };
            (side(&[], ""), side(&ours, "ours"), side(&theirs, "theirs"))
        },
    )
}

/// A difference whose steps were joined with indexes of before.
#[test]
fn joined_steps_keep_their_places() {
    let (base, side) = ("a\r\nb\na\n", "a\nb\r\nb\r\nc\na\nb\r\na\nc\na");
    let merge = Merge::new(base, base, side);
    assert_eq!(merge.clean().as_deref(), Some(side));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_side_that_did_nothing_leaves_the_other(base in text(), side in text()) {
        let ours = Merge::new(&base, &side, &base).clean();
        prop_assert_eq!(ours.as_deref(), Some(side.as_str()));
        let theirs = Merge::new(&base, &base, &side).clean();
        prop_assert_eq!(theirs.as_deref(), Some(side.as_str()));
    }

    #[test]
    fn sides_that_agree_are_merged(base in text(), side in text()) {
        let merge = Merge::new(&base, &side, &side);
        let clean = merge.clean();
        prop_assert_eq!(clean.as_deref(), Some(side.as_str()));
    }

    #[test]
    fn the_hunks_are_each_of_the_texts((base, ours, theirs) in (text(), text(), text())) {
        let merge = Merge::new(&base, &ours, &theirs);
        for side in [Side::Base, Side::Ours, Side::Theirs] {
            let whole: String = merge.hunks().iter().map(|hunk| merge.lines(hunk, side)).collect();
            prop_assert_eq!(&whole, merge.whole(side));
        }
        for hunk in merge.hunks() {
            let [base, ours, theirs] =
                [Side::Base, Side::Ours, Side::Theirs].map(|side| merge.lines(hunk, side));
            let kind = match (base == ours, base == theirs, ours == theirs) {
                (true, true, _) => Kind::Same,
                (false, true, _) => Kind::Ours,
                (true, false, _) => Kind::Theirs,
                (_, _, true) => Kind::Both,
                _ => Kind::Conflict,
            };
            prop_assert_eq!(hunk.kind, kind);
        }
    }

    #[test]
    fn the_order_of_the_sides_does_not_matter((base, ours, theirs) in three()) {
        let one = Merge::new(&base, &ours, &theirs);
        let other = Merge::new(&base, &theirs, &ours);
        prop_assert_eq!(one.conflicts(), other.conflicts());
        prop_assert_eq!(one.clean(), other.clean());
    }

    #[test]
    fn one_side_everywhere_is_that_text((base, ours, theirs) in (text(), text(), text())) {
        let merge = Merge::new(&base, &ours, &theirs);
        for side in [Side::Base, Side::Ours, Side::Theirs] {
            let choices: Vec<_> = merge.hunks().iter().map(|_| Some(Choice::Take(side))).collect();
            let text = merge.resolve(&choices);
            prop_assert_eq!(text.as_deref(), Ok(merge.whole(side)));
        }
    }

    #[test]
    fn what_one_side_added_survives_where_nobody_has_to_choose((base, ours, theirs) in three()) {
        let merge = Merge::new(&base, &ours, &theirs);
        if let Some(text) = merge.clean() {
            for (side, word) in [(&ours, "ours"), (&theirs, "theirs")] {
                prop_assert_eq!(text.matches(word).count(), side.matches(word).count());
            }
        }
    }
}
