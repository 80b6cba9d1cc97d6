//! Any keys in any order: nothing panics, and nothing outside of the write area changes.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Message;
use skillkiln::workbench::app::commands::COMMANDS;
use skillkiln::workbench::app::message::{Mouse, MouseKind};

/// Every bound key, and some that are typed.
fn keys() -> Vec<String> {
    let bound = COMMANDS.iter().flat_map(|command| command.keys);
    let mut keys: Vec<String> = bound
        .map(|(_, key)| match *key {
            "<" => "<lt>".to_owned(),
            ">" => "<gt>".to_owned(),
            key => format!("<{key}>"),
        })
        .collect();
    let typed = [
        "a", "Z", "é", "技", "\u{200b}", "\"", ":", " ", "-", "y", "s", "k",
    ];
    keys.extend(typed.map(str::to_owned));
    keys
}

#[test]
fn any_keys_in_any_order_do_no_harm() {
    let keys = keys();
    let standard = skill("code-review", "Reviews a change.");
    let mut runner = TestRunner::new(Config {
        cases: 24,
        failure_persistence: None,
        ..Config::default()
    });
    let way = proptest::collection::vec((0..keys.len(), 0u16..130, 0u16..42), 1..150);
    let ran = runner.run(&way, |way| {
        let mut bench = Bench::new(&[
            ("skills/code-review/SKILL.md", &standard),
            ("skills/custom/mine/SKILL.md", &skill("mine", "a: b")),
            ("skills/custom/mine/references/a.md", "Alpha\n"),
        ]);
        // Other hosts write beside that skill, or into it.
        let mut one_host = true;
        for (i, (key, x, y)) in way.into_iter().enumerate() {
            bench.keys(&keys[key]);
            one_host &= bench.model.host == "agentworks";
            let kind = match i % 12 {
                3 => MouseKind::Press,
                7 => MouseKind::Drag,
                11 => MouseKind::WheelDown,
                _ => continue,
            };
            bench.take(vec![Message::Mouse(Mouse { kind, x, y })]);
        }
        one_host &= bench.model.host == "agentworks";
        if !one_host {
            return Ok(());
        }
        let untouched = bench.file("skills/code-review/SKILL.md");
        prop_assert_eq!(untouched.as_ref(), Some(&standard));
        let mut names: Vec<_> = std::fs::read_dir(bench.path("skills"))
            .expect("skills")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        names.sort();
        prop_assert_eq!(names, ["code-review", "custom"]);
        Ok(())
    });
    ran.expect("no harm");
}

#[test]
fn the_mouse_reaches_rows_tabs_and_text() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "First.")),
        ("skills/b/SKILL.md", &skill("b", "Second.")),
    ]);
    let find = |bench: &Bench, text: &str| {
        let lines = bench.lines();
        let y = lines
            .iter()
            .position(|line| line.contains(text))
            .expect(text);
        let before = lines[y].split(text).next().expect("before");
        let x = unicode_width::UnicodeWidthStr::width(before);
        (u16::try_from(x).expect("x"), u16::try_from(y).expect("y"))
    };
    let press = |bench: &mut Bench, (x, y): (u16, u16)| {
        let kind = MouseKind::Press;
        bench.take(vec![Message::Mouse(Mouse { kind, x, y })]);
    };
    let at = find(&bench, " b  ");
    press(&mut bench, at);
    bench.shows("description: Second.");
    let at = find(&bench, "Reading");
    press(&mut bench, at);
    bench.shows("loads it");
    let at = find(&bench, "Second.");
    press(&mut bench, at);
    assert_eq!(bench.place(), (3, "description: ".len() + 1));
}
