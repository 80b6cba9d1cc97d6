//! The mouse in what is typed: lines of dialogs and bars, words and lines of a text.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Message;
use skillkiln::workbench::app::message::{Mouse, MouseKind};

const OWN: &str = "skills/custom/mine/SKILL.md";

fn bench() -> Bench {
    Bench::new(&[(OWN, &skill("mine", "Does mine, as it should."))])
}

/// The keys that open something with a line to type into.
const LINES: &[(&str, &str)] = &[
    ("the filter", "/"),
    ("the palette", ":"),
    ("the help", "?"),
    ("hosts", "H"),
    ("a new skill", "n"),
    ("another name", "r"),
    ("a copy", "D"),
    ("a new file", "5n"),
    ("what is looked for", "e<Ctrl+F>"),
    ("what takes its place", "e<Ctrl+R><Tab>"),
    ("a line to go to", "e<Ctrl+L>"),
    ("where skills are", "i"),
];

/// Presses as often as told where the screen shows `text`.
#[track_caller]
fn press(bench: &mut Bench, text: &str, clicks: u8) {
    let lines = bench.lines();
    let mut rows = lines.iter().enumerate();
    let found = rows.find_map(|(y, line)| Some((line[..line.find(text)?].chars().count(), y)));
    let (x, y) = found.unwrap_or_else(|| panic!("no {text:?} on\n{}", bench.text()));
    let mouse = Mouse {
        kind: MouseKind::Press,
        x: u16::try_from(x).expect("a column"),
        y: u16::try_from(y).expect("a row"),
    };
    bench.take(vec![match clicks {
        1 => Message::Mouse(mouse),
        n => Message::PressedAgain(mouse, n),
    }]);
}

#[test]
fn a_click_puts_the_cursor_into_any_line() {
    for (what, keys) in LINES {
        let mut bench = bench();
        bench.keys(keys).keys("qxzwzw");
        assert!(bench.text().contains("qxzwzw"), "{what}\n{}", bench.text());
        press(&mut bench, "zwzw", 1);
        bench.keys("j");
        assert!(bench.text().contains("qxjzwzw"), "{what}\n{}", bench.text());
        // The second press in a row selects the word, which is typed over.
        press(&mut bench, "jzwzw", 2);
        bench.keys("kv");
        assert!(bench.text().contains("kv"), "{what}\n{}", bench.text());
        assert!(
            !bench.text().contains("qxjzwzw"),
            "{what}\n{}",
            bench.text()
        );
    }
}

#[test]
fn a_click_in_a_long_line_means_what_is_seen_there() {
    let mut bench = bench();
    bench
        .keys(":")
        .keys(&"0123456789".repeat(15))
        .keys("qxzwzw");
    press(&mut bench, "zwzw", 1);
    bench.keys("j").shows("qxjzwzw");
}

#[test]
fn pressed_twice_a_word_is_selected_pressed_three_times_the_line() {
    let mut bench = bench();
    let selected = |bench: &Bench| {
        let text = bench.model.text().expect("open");
        text.editor.selected_text().map(str::to_owned)
    };
    press(&mut bench, "mine, as", 1);
    assert_eq!(selected(&bench), None);
    press(&mut bench, "mine, as", 2);
    assert_eq!(selected(&bench).as_deref(), Some("mine"));
    press(&mut bench, "mine, as", 3);
    let line = "description: Does mine, as it should.\n";
    assert_eq!(selected(&bench).as_deref(), Some(line));
}
