//! List, host and text always speak of one file; what is said names keys that work where one stands.

use super::harness::{Bench, skill};
use skillkiln::cli::demo::FILES;

fn demo(width: u16, height: u16) -> Bench {
    let files: Vec<(String, &str)> = FILES
        .iter()
        .map(|(path, text)| match path.strip_prefix("sample/") {
            Some(path) => (path.to_owned(), *text),
            None => (format!("../home/{path}"), *text),
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    Bench::sized(&files, width, height)
}

/// The selected row is that of the text, of a file that the host looks for.
#[track_caller]
fn agrees(bench: &Bench) {
    let shown = bench.model.shown.clone().expect("a text");
    let row = bench.model.row().map(|row| row.id.to_string());
    assert_eq!(row, Some(shown), "{}", bench.text());
    let row = bench.model.row().expect("a row");
    let title = &bench.model.text().expect("a text").title;
    assert_eq!(*title, row.name);
}

#[test]
fn a_file_of_another_host_is_shown_as_that_host_sees_it() {
    let mut bench = demo(120, 40);
    let lines = {
        bench.keys("S");
        bench.text()
    };
    for downs in 0..6 {
        let mut bench = demo(120, 40);
        bench.keys("S");
        for _ in 0..downs {
            bench.keys("<Down>");
        }
        bench.keys("<Enter>");
        assert!(bench.model.dialog.is_none(), "{lines}");
        agrees(&bench);
        if bench.model.host != "agentworks" {
            bench.shows("now looking as");
            let key = if bench.model.typing() { "F2" } else { "H" };
            bench.shows(&format!("; {key} chooses another host"));
        }
    }
}

#[test]
fn a_problem_of_another_host_stands_below_after_going_there() {
    let bad = "---\nname: other\ndescription: Says.\n---\n\n[a](references/none.md)\n";
    let files = [
        ("skills/custom/mine/SKILL.md", &*skill("mine", "Mine.")),
        (".agents/skills/other/SKILL.md", bad),
    ];
    let mut bench = Bench::new(&files);
    assert_eq!(bench.model.host, "agentworks");
    bench.keys("pmissing<Enter>");
    agrees(&bench);
    assert_ne!(bench.model.host, "agentworks");
    bench.keys("<Right>").shows("body/missing-file");
}

#[test]
fn a_file_that_no_host_looks_for_is_a_page_of_its_own() {
    let settings = "[checks]\nnonsense = true\n";
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", &skill("mine", "Mine.")),
        ("skillkiln.toml", settings),
    ]);
    bench.keys("<Esc>pskillkiln<Enter>");
    let shown = bench.model.shown.clone().expect("a text");
    assert!(shown.ends_with("skillkiln.toml"), "{shown}");
    bench.shows("skillkiln.toml").shows("read only");
    assert!(bench.model.row().is_none());
    bench.keys("d").shows("this file is no skill of AgentWorks");
    bench.hides("Delete mine").keys("X").shows("no skill of");
    // Back in the list stands what was selected before.
    bench.keys("<Esc><Esc><Down>");
    agrees(&bench);
    assert_eq!(bench.model.row().expect("a row").name, "mine");
}

#[test]
fn tab_in_browse_goes_round_and_writes_nothing() {
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", &skill("a", "A."))], 80, 24);
    bench.keys("<Tab><Tab>").hides("unsaved").hides("Build:");
    assert!(bench.model.unsaved().is_empty());
    assert_eq!(bench.group("Skills"), ["a"]);
    bench.keys("<Tab><Shift+Tab><Shift+Tab><Shift+Tab>");
    assert!(bench.model.unsaved().is_empty());
    // Typing allows changes, and then it indents.
    bench.keys("<F6><F6>").keys("<Tab><Ctrl+End>x<Tab>");
    let text = bench.model.text().expect("a text").editor.text().to_owned();
    assert!(text.ends_with("x ") || text.ends_with("x  "), "{text:?}");
}

#[test]
fn the_files_have_the_keys_that_stand_below_them() {
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", &skill("a", "A."))], 80, 24);
    bench
        .keys("5")
        .shows("makes a file")
        .keys("n")
        .shows("references/");
    bench.keys("<Esc><Tab>").shows("new skill");
}

#[test]
fn what_is_said_of_taking_back_works_where_it_is_said() {
    let files = [("skills/custom/a/SKILL.md", &*skill("a", "A."))];
    // The focus goes into the text of the copy, where letters are typed.
    let mut bench = Bench::new(&files);
    bench
        .keys("Db<Enter>")
        .shows("u outside the text takes it back");
    bench.keys("<F6>u");
    assert_eq!(bench.group("Skills"), ["a"]);
    // Deleted from the list, the letter works as it is.
    let mut bench = Bench::new(&files);
    bench.keys("dy").shows("; u brings it back").keys("u");
    assert_eq!(bench.group("Skills"), ["a"]);
    // A text that comes from outside, with the focus in the list.
    let mut bench = Bench::new(&files);
    let path = bench.path("skills/custom/a/SKILL.md");
    let path = path.to_str().expect("UTF-8").to_owned();
    let path = bench.model.shown.clone().unwrap_or(path);
    bench.take(vec![skillkiln::workbench::app::Message::Edited {
        path,
        program: "ed".to_owned(),
        result: Ok(skill("a", "Other.")),
    }]);
    bench.shows("Ctrl+Z in the text takes it back");
    bench.keys("<F6><Ctrl+Z>").hides("unsaved");
}

#[test]
fn backspace_on_an_empty_filter_stays_in_it() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "A."))]);
    bench.keys("/x<Backspace><Backspace><Backspace>d");
    assert_eq!(bench.model.list.filter, "d");
    assert!(bench.model.dialog.is_none());
}

#[test]
fn unsaved_text_comes_back_with_its_skill() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "A."))]);
    bench
        .keys("e<Ctrl+End>precious<Esc><Esc>d")
        .shows("comes back");
    bench.keys("y");
    assert!(bench.group("Skills").is_empty());
    bench.keys("u").shows("● unsaved").shows("precious");
    assert_eq!(bench.group("Skills"), ["a"]);
    bench.keys("<Ctrl+S>");
    let saved = bench.file("skills/custom/a/SKILL.md").expect("a file");
    assert!(saved.ends_with("precious"), "{saved}");
}

#[test]
fn what_was_worked_on_is_selected_when_its_host_looks_again() {
    let mut bench = Bench::new(&[
        ("skills/custom/a/SKILL.md", &skill("a", "A.")),
        ("skills/custom/b/SKILL.md", &skill("b", "B.")),
        (".agents/skills/other/SKILL.md", &skill("other", "O.")),
    ]);
    bench.keys("je<Ctrl+End>x<F2>agentskills<Enter>");
    assert_eq!(bench.model.host, "agentskills");
    bench.keys("<F2>agentworks<Enter>");
    assert_eq!(bench.model.row().expect("a row").name, "b");
    agrees(&bench);
}

#[test]
fn a_supporting_file_that_is_not_saved_marks_its_skill() {
    let mut bench = Bench::new(&[
        ("skills/custom/a/SKILL.md", &skill("a", "A.")),
        ("skills/custom/a/references/more.md", "More.\n"),
    ]);
    bench.keys("5j<Enter>").shows("a references/more.md");
    bench.keys("x").shows("●a");
}

#[test]
fn what_is_typed_is_found_as_it_is_written() {
    let mut bench = demo(120, 40);
    bench.keys(":log");
    let first = |bench: &Bench| match &bench.model.dialog {
        Some(skillkiln::workbench::app::dialog::Dialog::Pick(pick)) => {
            let shown = pick.shown.iter().map(|at| &pick.choices[*at]);
            let all: Vec<_> = shown.map(|c| (c.title.clone(), c.key.clone())).collect();
            all
        }
        _ => panic!("no pick on\n{}", bench.text()),
    };
    assert_eq!(first(&bench)[0].0, "messages");
    bench.keys("<Esc>p");
    let hints = first(&bench)
        .iter()
        .filter(|(_, key)| key == "hint")
        .count();
    assert!(hints > 0);
    bench.keys("hint");
    let shown = first(&bench);
    assert_eq!(shown.iter().filter(|(_, key)| key == "hint").count(), hints);
}

#[test]
fn a_message_leaves_the_line_being_typed_in_sight_and_goes_when_it_is_untrue() {
    let long: String = (0..30).map(|n| format!("line {n}\n")).collect();
    let text = format!("{}{long}", skill("a", "A."));
    let mut bench = Bench::sized(&[("skills/custom/a/SKILL.md", &text)], 60, 15);
    bench.keys("e<Ctrl+End>typed here");
    std::fs::remove_file(bench.path("skills/custom/a/SKILL.md")).expect("removed");
    bench.rescan();
    bench.shows("Another program").shows("typed here");
    bench.keys("<Ctrl+S>").hides("Another program");
}

#[test]
fn down_in_a_question_goes_to_the_row_below() {
    let path = "skills/custom/a/SKILL.md";
    let mut bench = Bench::sized(&[(path, &skill("a", "A."))], 60, 20);
    bench.keys("e<Ctrl+End>mine");
    bench.write(path, &skill("a", "Theirs.")).keys("<Ctrl+S>");
    let chosen = |bench: &Bench| {
        let lines = bench.lines();
        let row = lines.iter().position(|line| line.contains('['));
        row.unwrap_or_else(|| panic!("no answer on\n{}", bench.text()))
    };
    let before = chosen(&bench);
    bench.keys("<Down>");
    assert_eq!(chosen(&bench), before + 1, "{}", bench.text());
    bench.keys("<Up>");
    assert_eq!(chosen(&bench), before);
}
