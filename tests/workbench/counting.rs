//! Numbers on the screen: the length of a field, the problems of the project.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::count::counter;
use skillkiln::workbench::app::ink::Ink;
use skillkiln::workbench::app::message::{Message, Mouse, MouseKind};

const OWN: &str = "skills/custom/mine/SKILL.md";

fn described(description: &str) -> Bench {
    let mut bench = Bench::new(&[(OWN, &skill("mine", description))]);
    bench.keys("e<Ctrl+Home><Down><Down><End>");
    bench
}

fn ink(bench: &Bench) -> Option<Ink> {
    counter(&bench.model).map(|counter| counter.ink())
}

#[test]
fn the_length_of_the_field_under_the_cursor_follows_every_key() {
    let mut bench = described("Does mine.");
    bench
        .shows("description 10/300")
        .keys("é")
        .shows("description 11/300");
    bench.keys("<Up>").shows("name 4/64");
    bench.keys("<Ctrl+End>").hides("/64").hides("/300");
    // Outside the text nobody counts.
    bench.keys("<Ctrl+Home><Down><F6>").hides("name 4/64");
}

#[test]
fn near_a_limit_and_over_it_the_counter_warns() {
    let mut bench = described(&"a".repeat(291));
    assert_eq!(ink(&bench), Some(Ink::Dim));
    bench = described(&"a".repeat(310));
    bench.shows("description 310/1024 (over 300)");
    assert_eq!(ink(&bench), Some(Ink::Info));
    bench = described(&"a".repeat(922));
    assert_eq!(ink(&bench), Some(Ink::Warning));
    bench = described(&"é".repeat(1024));
    bench.shows("description 1024/1024").keys("é");
    bench.shows("description 1025/1024, 1 over");
    assert_eq!(ink(&bench), Some(Ink::Warning));
}

#[test]
fn a_block_text_is_counted_as_it_is_read() {
    let text = "---\nname: mine\ndescription: >-\n  one\n  two\nmodel: x\n---\n";
    let mut bench = Bench::new(&[(OWN, text)]);
    bench.keys("e<Ctrl+Home><Down><Down><Down><Down>");
    bench
        .shows("description 7/300")
        .keys("<Down>")
        .hides("description 7");
}

#[test]
fn the_limits_of_the_host_count() {
    let file = ".agents/skills/mine/SKILL.md";
    let text = "---\nname: mine\ndescription: x\ncompatibility: git\n---\n";
    let mut bench = Bench::new(&[(file, text)]);
    bench
        .keys("e<Ctrl+Home><Down><Down><Down>")
        .shows("compatibility 3/500");
    // AgentWorks does not know the field.
    let mut bench = Bench::new(&[(OWN, text)]);
    bench.keys("e<Ctrl+Home><Down><Down><Down>").hides("3/500");
}

#[test]
fn on_a_small_screen_the_counter_leaves_room_for_the_problem() {
    for (width, height) in [(80, 24), (60, 15), (40, 10)] {
        let file = skill("mine", "Use when: x");
        let mut bench = Bench::sized(&[(OWN, &file)], width, height);
        bench.keys("e<Ctrl+Home><Down><Down>");
        bench.shows("11/300");
        if width > 40 {
            bench.shows("error");
        }
    }
}

#[test]
fn the_header_counts_the_problems_of_the_project_and_lists_them_on_a_click() {
    let mut bench = Bench::new(&[
        (
            OWN,
            "---\nname: mine\ndescription: Use when: x\n---\n\nB.\n",
        ),
        (
            "skills/other/SKILL.md",
            "---\nname: other\ndescription: Use when: y\n---\n\nB.\n",
        ),
    ]);
    let header = bench.lines()[0].clone();
    let at = header.find("problem").expect("counted");
    let column = header[..at].chars().count();
    let count = header[..at]
        .trim_end()
        .rsplit(' ')
        .next()
        .and_then(|n| n.parse::<usize>().ok());
    bench.keys("p");
    let listed = bench
        .lines()
        .iter()
        .filter(|l| l.contains("error │") || l.contains("warning │"))
        .count();
    assert_eq!((count, listed), (Some(2), 2));
    bench.keys("<Esc>").hides("Problems");
    let press = |x: usize| {
        Message::Mouse(Mouse {
            kind: MouseKind::Press,
            x: u16::try_from(x).expect("a column"),
            y: 0,
        })
    };
    bench.take(vec![press(column)]);
    bench.shows("Problems").keys("<Esc>");
    bench.take(vec![press(2)]);
    bench.hides("Problems");
    // Repaired, there is one less.
    bench.keys("<Enter><Alt+Enter><Enter>");
    let header = bench.lines()[0].clone();
    assert!(header.contains(" 1 problem"), "{header}");
}
