//! What hides what, in the whole project, on one screen.

use super::harness::{Bench, skill};

#[test]
fn every_judging_host_tells_what_hides_what_and_enter_goes_there() {
    let same = skill("same", "Twice.");
    let files = [
        (
            "skills/code-review/SKILL.md",
            &*skill("code-review", "Standard."),
        ),
        (
            "skills/custom/code-review/SKILL.md",
            &skill("code-review", "Mine."),
        ),
        ("skills/same/SKILL.md", &same),
        ("skills/custom/same/SKILL.md", &same),
        ("skills/alone/SKILL.md", &skill("alone", "Once.")),
        (".agents/skills/notes/SKILL.md", &skill("notes", "Project.")),
        (
            "../home/.agents/skills/notes/SKILL.md",
            &skill("notes", "User."),
        ),
    ];
    for (width, height) in [(120, 40), (60, 24)] {
        let mut bench = Bench::sized(&files, width, height);
        bench.keys("S").shows("What hides what");
        bench.shows("AgentWorks  2 names").shows("our decision");
        bench.shows("wins       skills/custom/code-review");
        bench.shows("hidden     skills/code-review");
        bench.shows("identical  skills/same").hides("alone");
        // What is typed finds names, with every copy of them; and hosts.
        bench.keys("notes").shows("1 name").hides("code-review");
        bench
            .shows("wins       .agents/skills/notes")
            .shows("~/.agents/skills/notes");
        bench.keys("<Down><Enter>").hides("What hides what");
        let shown = bench.model.shown.clone().expect("a text");
        assert!(
            shown.ends_with("home/.agents/skills/notes/SKILL.md"),
            "{shown}"
        );
        bench
            .keys("<Esc>Szzz")
            .shows("nothing matches")
            .keys("<Enter>");
        bench
            .shows("nothing matches")
            .keys("<Esc>")
            .hides("nothing matches");
    }
}

#[test]
fn the_same_file_by_a_link_is_told_as_such() {
    let mut bench = Bench::new(&[("skills/real/SKILL.md", &skill("real", "One."))]);
    let custom = bench.path("skills/custom");
    std::fs::create_dir_all(&custom).expect("a folder");
    std::os::unix::fs::symlink("../real", custom.join("real")).expect("a link");
    bench.rescan();
    bench.keys("S").shows("same file  skills/real/SKILL.md");
}

#[test]
fn a_project_where_nothing_hides_says_so() {
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "Alpha."))]);
    bench.keys("S").shows("No copy hides another");
    bench.keys("<Enter><Esc>").hides("No copy hides another");
}

#[test]
fn unsaved_text_counts() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("skills/custom/a/SKILL.md", &skill("a", "Alpha.")),
    ]);
    bench.keys("S").shows("identical").keys("<Esc>");
    bench.keys("e<Ctrl+End>More.<Esc><Esc>S").shows("hidden ");
    bench.hides("identical");
}

#[test]
fn a_copy_is_clicked_once_to_select_and_twice_to_go_there() {
    use skillkiln::workbench::app::Message;
    use skillkiln::workbench::app::message::{Mouse, MouseKind};
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("skills/custom/a/SKILL.md", &skill("a", "Beta.")),
    ]);
    bench.keys("S");
    let lines = bench.lines();
    let y = lines
        .iter()
        .position(|line| line.contains("hidden     skills/a"));
    let y = u16::try_from(y.expect("a line")).expect("a row");
    let click = || {
        Message::Mouse(Mouse {
            kind: MouseKind::Press,
            x: 30,
            y,
        })
    };
    bench.take(vec![click()]);
    bench.shows("What hides what");
    bench.take(vec![click()]);
    bench.hides("What hides what");
    let shown = bench.model.shown.clone().expect("a text");
    assert!(shown.ends_with("project/skills/a/SKILL.md"), "{shown}");
}

#[test]
fn what_is_judged_by_text_that_is_not_saved_says_so() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Standard.")),
        ("skills/custom/a/SKILL.md", &skill("a", "Own.")),
    ]);
    bench.keys("S").hides("not saved").keys("<Esc><Enter>");
    bench
        .keys("<Ctrl+Home><Delete><Esc><Esc>S")
        .shows("not saved");
}
