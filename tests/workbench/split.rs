//! How wide panes are, and what is remembered of a project.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Message;
use skillkiln::workbench::app::message::{Mouse, MouseKind};

fn bench() -> Bench {
    Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("skills/b/SKILL.md", &skill("b", "Beta.")),
        ("skills/c/SKILL.md", &skill("c", "Gamma.")),
    ])
}

fn rules(bench: &Bench) -> [Option<u16>; 2] {
    bench.model.layout().columns
}

#[test]
fn keys_move_the_edges_of_the_pane_with_the_focus() {
    let mut bench = bench();
    let before = rules(&bench);
    bench.keys(">");
    assert_eq!(rules(&bench)[0], before[0].map(|x| x + 2));
    bench.keys("<lt><lt>");
    assert_eq!(rules(&bench)[0], before[0].map(|x| x - 2));
    bench.keys("=");
    assert_eq!(rules(&bench), before);
    // The preview grows to the left, the text to the right.
    bench.keys("<F6><F6>>");
    assert_eq!(rules(&bench)[1], before[1].map(|x| x - 2));
    bench.keys("<Shift+F6><Alt+.>");
    assert_eq!(rules(&bench)[1], before[1]);
    // As far as the panes can be read, and back at once.
    bench.keys(&"<Alt+.>".repeat(60));
    let far = rules(&bench)[1].expect("a rule");
    bench.keys("<Alt+,>");
    assert_eq!(rules(&bench)[1], Some(far - 2));
}

#[test]
fn the_mouse_drags_the_rules() {
    let mut bench = bench();
    let [first, second] = rules(&bench).map(|x| x.expect("a rule"));
    let at = |kind, x| Message::Mouse(Mouse { kind, x, y: 20 });
    bench.take(vec![
        at(MouseKind::Press, first),
        at(MouseKind::Drag, first + 7),
    ]);
    assert_eq!(rules(&bench)[0], Some(first + 7));
    let second = rules(&bench)[1].unwrap_or(second);
    bench.take(vec![
        at(MouseKind::Press, second),
        at(MouseKind::Drag, second - 5),
    ]);
    assert_eq!(rules(&bench)[1], Some(second - 5));
    bench.take(vec![at(MouseKind::Drag, 2)]);
    let list = bench.model.layout().list.expect("the list");
    assert!(list.width >= 16 && rules(&bench)[1].expect("a rule") < second);
    // Let go: dragging in the text selects there again.
    let rules_before = rules(&bench);
    bench.take(vec![
        at(MouseKind::Press, list.width + 20),
        at(MouseKind::Drag, list.width + 30),
    ]);
    assert_eq!(rules(&bench), rules_before);
}

#[test]
fn where_one_pane_shows_there_is_nothing_to_share() {
    let mut bench = Bench::sized(&[("skills/a/SKILL.md", &skill("a", "Alpha."))], 60, 15);
    bench.keys(">").shows("nothing to share");
}

#[test]
fn widths_skill_and_tab_are_there_at_the_next_start() {
    let mut bench = bench();
    bench.keys(">>jj4");
    let before = rules(&bench);
    let row = bench.model.list.selected.clone();
    assert!(
        row.as_ref()
            .is_some_and(|row| row.ends_with("skills/c/SKILL.md"))
    );
    bench.keys("q");
    assert!(bench.model.done);
    let mut bench = bench.dies();
    assert_eq!(rules(&bench), before);
    assert_eq!(bench.model.list.selected, row);
    bench.shows("● agentworks").shows("Gamma.");
    // A skill that is gone meanwhile is no trouble.
    std::fs::remove_dir_all(bench.path("skills/c")).expect("removed");
    let bench = bench.dies();
    assert!(bench.model.row().is_some_and(|row| row.name != "c"));
}

#[test]
fn messages_are_kept_and_can_be_copied() {
    let mut bench = bench();
    bench.keys("L").shows("Nothing was said yet").keys("<Esc>");
    bench.keys("dF").keys("<F2>codex<Enter>").keys("L");
    bench
        .shows("What was said")
        .shows("only your own skills")
        .shows("looking with the eyes of");
    bench
        .keys("eyes")
        .hides("only your own skills")
        .keys("<Enter>")
        .shows("copied");
    assert!(
        bench
            .model
            .clipboard
            .starts_with("looking with the eyes of")
    );
}
