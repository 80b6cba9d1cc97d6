//! Small screens keep what people need to find the rest.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Message;
use skillkiln::workbench::app::message::{Mouse, MouseKind};

const COLON: &str = "---\nname: colon\ndescription: Use when: x\n---\n\nBody.\n";

#[test]
fn the_footer_keeps_help_commands_and_quit() {
    for (width, height) in [(80, 24), (60, 15), (40, 10)] {
        let mut bench = Bench::sized(&[], width, height);
        bench.shows("? help").shows(": commands").shows("q quit");
        if width >= 60 {
            bench.shows("n new skill");
        }
        if width == 80 {
            bench
                .shows("^T text/preview")
                .shows("n makes your first skill");
        }
        bench.keys("<Enter>").shows("? help").shows("q quit");
    }
}

#[test]
fn whether_anything_can_change_shows_whatever_is_counted() {
    let mut bench = Bench::sized(
        &[
            ("skills/custom/colon/SKILL.md", COLON),
            ("skills/custom/both/SKILL.md", &skill("both", "Use when: x")),
            ("skills/custom/a/SKILL.md", &skill("a", "A.")),
            ("skills/a/SKILL.md", &skill("a", "A.")),
        ],
        80,
        24,
    );
    bench.keys("/a<Enter>e<Ctrl+End>more");
    bench
        .shows("BUILD")
        .shows("2 not loaded")
        .shows("1 unsaved");
    bench.hides("shadowed  ");
}

#[test]
fn flipping_shows_the_preview_from_the_list_at_every_width() {
    for width in [80, 60] {
        let mut bench = Bench::sized(&[], width, 24);
        bench.keys("<Ctrl+T>").shows("gives the model no skills");
    }
}

#[test]
fn a_problem_that_has_no_room_is_a_key_away() {
    let mut bench = Bench::sized(&[("skills/custom/colon/SKILL.md", COLON)], 60, 15);
    bench.keys("<Enter>").shows("3:22").shows("F3 shows all");
    let finding = bench
        .model
        .text()
        .and_then(|text| text.finding_here())
        .cloned();
    let finding = finding.expect("a finding");
    bench.keys("<F3>").shows("Problem");
    for text in [&finding.message, &finding.help] {
        let last = text.rsplit(' ').next().expect("a word").to_owned();
        bench.shows(&last);
    }
    bench.keys("<Enter>").hides("[c close]");
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", &skill("a", "x"))], 60, 15);
    bench.hides("F3 shows all");
}

#[test]
fn what_is_cut_on_small_screens_says_so() {
    let long = "a-name-that-goes-on-and-on-and-on";
    let text = "---\nname: other\ndescription: Use when: it is asked for, and at no other time.\n---\nBody.\n";
    for (width, height) in [(80, 24), (60, 15)] {
        let path = format!("skills/custom/{long}/SKILL.md");
        let mut bench = Bench::sized(&[(&path, text)], width, height);
        bench.keys("<Enter>");
        let rows = usize::from(bench.model.layout().problem.height);
        let last = usize::from(bench.model.layout().problem.y) + rows - 1;
        let line = bench.lines()[last].clone();
        let (said, key) = line.rsplit_once("F3").unwrap_or((&line, ""));
        // A sentence that ends, or a sign that it goes on.
        assert!(
            key.is_empty() || said.trim_end().ends_with('…'),
            "{width}x{height}: {line:?}"
        );
        assert!(!key.is_empty() || line.ends_with('.'), "{line:?}");
        bench.keys("<Esc>Ma");
        let grid = bench.text();
        let foot: Vec<&str> = grid.lines().rev().skip(1).collect();
        let foot = foot
            .iter()
            .find(|line| !line.trim_matches(['│', ' ', '╰', '─']).is_empty());
        assert!(foot.is_some(), "{grid}");
    }
}

#[test]
fn the_reason_comes_first_in_a_small_table() {
    let text = "---\nname: a\ndescription: Use when: asked for.\n---\nBody.\n";
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", text)], 60, 15);
    bench.keys("M");
    let lines = bench.lines();
    let head = lines
        .iter()
        .position(|line| line.contains("a for agentworks"));
    let head = head.unwrap_or_else(|| panic!("{}", bench.text()));
    let reason = lines[head + 1].trim_matches(['│', ' ']);
    assert!(
        !reason.is_empty() && !reason.contains("SKILL.md"),
        "{}",
        bench.text()
    );
}

#[test]
fn below_the_least_size_nothing_acts_unseen_and_leaving_loses_nothing() {
    const OWN: &str = "skills/custom/a/SKILL.md";
    let text = skill("a", "A.");
    for (width, height) in [(39, 24), (80, 9), (1, 1)] {
        // In the text, in the list, before a question.
        for before in ["", "<Esc><Esc>", "<Esc><Esc>d", "<F5>"] {
            let mut bench = Bench::new(&[(OWN, &text)]);
            bench.keys("<Enter><Ctrl+End>precious").keys(before);
            let state = |bench: &Bench| {
                let typed = bench.model.text().map(|text| text.editor.text().to_owned());
                let (model, dialog) = (&bench.model, bench.model.dialog.is_some());
                (typed, dialog, model.mode, model.prefs.focus, model.done)
            };
            let seen = state(&bench);
            bench.resize(width, height);
            bench.keys(
                "gone<Backspace><Ctrl+Z><Enter>yxq<Esc><Esc>dy<F5>x<Ctrl+S><Ctrl+C>x<Ctrl+C>x",
            );
            bench.take(vec![Message::Paste("pasted".to_owned())]);
            let kind = MouseKind::Press;
            bench.take(vec![Message::Mouse(Mouse { kind, x: 0, y: 0 })]);
            assert_eq!(state(&bench), seen, "{width}x{height} {before}");
            assert_eq!(bench.file(OWN).as_ref(), Some(&text));
            if width > 30 {
                bench.shows("Ctrl+Q quits").shows("1 unsaved text is kept");
            }
            bench.keys("<Ctrl+Q>");
            assert!(bench.model.done);
            let mut bench = bench.dies();
            bench.resize(120, 40);
            bench.shows("Unsaved text from last time").keys("t");
            let typed = bench.model.text().map(|text| text.editor.text().to_owned());
            assert_eq!(typed, Some(format!("{text}precious")));
        }
    }
}

#[test]
fn the_notice_of_a_screen_that_is_too_small_says_what_is_wanted_and_ctrl_c_twice_leaves() {
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", &skill("a", "A."))], 20, 5);
    bench.shows("40x10").shows("larger").shows("quits");
    bench.keys("<Ctrl+C>");
    assert!(!bench.model.done);
    // Anything between is not twice in a row.
    bench.keys("x<Ctrl+C>");
    assert!(!bench.model.done);
    bench.keys("<Ctrl+C>");
    assert!(bench.model.done);
}

#[test]
fn where_not_all_hints_of_a_dialog_fit_whole_ones_go_and_the_way_out_stays() {
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", &skill("a", "A."))], 40, 10);
    for (key, way_out) in [("S", "Esc closes"), ("L", "Esc closes"), ("M", "Esc back")] {
        bench.keys(key).shows(way_out).keys("<Esc>");
    }
}

#[test]
fn of_a_path_in_a_list_of_choices_the_end_shows() {
    let deep = ".agents/skills/group/of/several/brainstorming/SKILL.md";
    let files = [
        (deep, &*skill("brainstorming", "x")),
        ("skills/custom/a/SKILL.md", &*skill("a", "x")),
    ];
    let mut bench = Bench::sized(&files, 60, 15);
    bench.keys("p").shows("ing/SKILL.md 1:1");
}
