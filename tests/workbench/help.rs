//! The help tells what can be done here, finds it, and does it.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::commands::COMMANDS;
use skillkiln::workbench::app::dialog::{Dialog, Picked};

fn told(bench: &Bench) -> Vec<&'static str> {
    let Some(Dialog::Board(board)) = &bench.model.dialog else {
        panic!("no help");
    };
    let entries = board.sections.iter().flat_map(|section| &section.entries);
    let ids = entries.filter_map(|entry| match &entry.picked {
        Some(Picked::Command(command)) => Some(command.id),
        _ => None,
    });
    ids.collect()
}

#[test]
fn it_lists_what_has_a_key_here_and_nothing_else() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "Alpha."))]);
    bench.keys("?");
    let list = told(&bench);
    assert!(list.contains(&"list.down") && list.contains(&"skill.new"));
    assert!(!list.contains(&"text.undo") && !list.contains(&"preview.wrap"));
    bench.keys("<Esc>e<F1>");
    let text = told(&bench);
    assert!(text.contains(&"text.undo") && text.contains(&"file.save"));
    assert!(!text.contains(&"list.down") && !text.contains(&"skill.new"));
    // Wherever a key does something, some help tells it.
    let mut all = [list, text].concat();
    bench.keys("<Esc><Ctrl+F><F1>");
    all.extend(told(&bench));
    bench.keys("<Esc><Esc><Ctrl+Home><Down><Ctrl+Space><F1>");
    all.extend(told(&bench));
    bench.keys("<Esc><Esc><F6>5<F1>");
    all.extend(told(&bench));
    for command in COMMANDS.iter().filter(|command| command.id != "help") {
        assert!(all.contains(&command.id), "{}", command.id);
    }
}

#[test]
fn what_cannot_be_done_now_says_why() {
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "Alpha."))]);
    bench.keys("?trash").shows("only your own skills can");
    bench.keys("<Enter>").hides("What you can do here");
    bench.shows("only your own skills can be deleted");
}

#[test]
fn it_finds_by_words_and_does_it_on_enter() {
    let mut bench = Bench::sized(&[("skills/a/SKILL.md", &skill("a", "Alpha."))], 60, 15);
    bench.keys("?own copy").shows("Makes your own copy");
    bench.hides("Moves your own skill").keys("<Enter>");
    bench.shows("Override a");
}

#[test]
fn no_row_is_cut_at_sixty_columns() {
    let mut bench = Bench::sized(&[("skills/a/SKILL.md", &skill("a", "Alpha."))], 60, 15);
    bench.keys("?");
    let mut seen = String::new();
    for _ in 0..60 {
        seen.push_str(&bench.text());
        bench.keys("<Down>");
    }
    assert!(!seen.contains('…'), "{seen}");
    assert!(seen.contains("Ctrl+Q"), "{seen}");
}
