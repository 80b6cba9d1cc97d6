//! What the host finds and does not load: why, and how it is mended.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::keymap;
use skillkiln::workbench::app::layout::Pane;

const COLON: &str = "---\nname: colon\ndescription: Use when: x\n---\n\nBody.\n";

#[test]
fn a_fault_in_someone_elses_skill_is_mended_in_a_copy() {
    let mut bench = Bench::new(&[
        ("skills/colon/SKILL.md", COLON),
        ("skills/colon/references/a.md", "Alpha\n"),
    ]);
    assert_eq!(bench.group("Not loaded"), ["colon"]);
    bench.keys("<Enter>");
    assert_eq!(bench.place(), (3, 22));
    bench.keys("<Alt+Enter>").shows("`o` makes your own copy");
    bench
        .keys("o")
        .shows("Override colon")
        .shows("skills/custom/colon")
        .keys("<Enter>");
    let copy = bench.file("skills/custom/colon/SKILL.md");
    assert_eq!(copy.as_deref(), Some(COLON));
    assert!(bench.file("skills/custom/colon/references/a.md").is_some());
    assert_eq!(bench.place(), (3, 22));
    bench.keys("<Alt+Enter><Enter><Ctrl+S>");
    assert_eq!(bench.group("Skills"), ["colon"]);
    let saved = bench.file("skills/custom/colon/SKILL.md").expect("saved");
    assert!(saved.contains("Use when: x") && saved != COLON, "{saved}");
    // Once is enough.
    bench.keys("<Esc><Esc>j").hides("Override");
    bench.keys("o").shows("your own copy is there already");
}

#[test]
fn what_is_no_skill_folder_is_not_offered_as_a_copy() {
    let mut bench = Bench::new(&[("skills/loose.md", &skill("loose", "x"))]);
    assert_eq!(bench.group("Not loaded"), ["loose"]);
    bench
        .keys("o")
        .shows("no skill folder")
        .hides("Override")
        .keys("<Esc>")
        .hides("o override");
}

#[test]
fn rows_give_the_reason_in_few_words_and_the_line_below_in_all() {
    let mut bench = Bench::new(&[
        ("skills/colon/SKILL.md", COLON),
        ("skills/open-ended/SKILL.md", "---\nname: x\n"),
        ("skills/wrong/skill.md", &skill("wrong", "x")),
        ("skills/none/readme.txt", "x"),
    ]);
    bench
        .shows("colon 3:22")
        .shows("not closed")
        .shows("wrong case");
    let full = bench.model.row().and_then(|row| row.reason.clone());
    let full = full.expect("a reason");
    let start: String = full.chars().take(60).collect();
    bench.shows(&format!("not loaded  {start}"));
}

#[test]
fn names_that_can_never_load_are_refused_with_the_reason() {
    for name in ["dist", "node_modules", "agent-browser", "con", "a."] {
        let mut bench = Bench::new(&[]);
        bench
            .keys(&format!("n{name}<Enter>"))
            .shows("New skill")
            .shows("not made: ");
        assert_eq!(bench.file(&format!("skills/custom/{name}/SKILL.md")), None);
    }
}

#[test]
fn a_long_reason_in_the_dialog_is_told_to_its_end() {
    for (width, height) in [(120, 40), (60, 15)] {
        let mut bench = Bench::sized(&[], width, height);
        // A dot at the end: what some disks make of it takes a sentence.
        bench.keys("nname.<Enter>");
        let Some(skillkiln::workbench::app::dialog::Dialog::New(dialog)) = &mut bench.model.dialog
        else {
            panic!("no dialog");
        };
        let problem = "word ".repeat(20) + "end";
        dialog.problem = Some(problem);
        bench.resize(width, height).shows("end");
    }
}

#[test]
fn a_skill_that_cannot_be_made_keeps_the_dialog_and_its_name() {
    let mut bench = Bench::new(&[("skills/custom", "a file where the folder should be")]);
    bench
        .keys("nkeep-me<Enter>")
        .shows("New skill")
        .shows("keep-me")
        .shows("not made: ")
        .hides("Something went wrong");
    std::fs::remove_file(bench.path("skills/custom")).expect("removed");
    bench.keys("<Backspace>e<Enter>").hides("New skill");
    assert!(bench.file("skills/custom/keep-me/SKILL.md").is_some());
}

#[test]
fn what_is_said_after_making_a_skill_is_true() {
    let mut bench = Bench::new(&[(".agents/skills/a/SKILL.md", &skill("a", "x"))]);
    bench.shows("agentskills").keys("nfresh<Enter>");
    let loaded = bench.group("Skills").contains(&"fresh");
    let said = bench
        .model
        .notices
        .iter()
        .any(|notice| notice.text.contains("does not load it"));
    assert_eq!((loaded, said), (false, true), "{}", bench.text());
}

#[test]
fn where_none_of_the_skills_is_loaded_the_prompt_says_so_and_which_key_says_why() {
    let broken = |name: &str| (format!("skills/custom/{name}/SKILL.md"), COLON);
    for count in [1, 3] {
        let all: Vec<_> = ["a", "b", "c"][..count].iter().map(|n| broken(n)).collect();
        let all: Vec<(&str, &str)> = all.iter().map(|(p, t)| (p.as_str(), *t)).collect();
        let mut bench = Bench::new(&all);
        let said = match count {
            1 => "does not load the one",
            _ => "loads none of the 3",
        };
        bench
            .hides("no skills here yet")
            .hides("your first skill")
            .shows(said)
            .shows("lists why");
        let key = keymap::hint(&bench.model, "problem.list", Pane::List);
        assert_eq!(key.chars().count(), 1, "{key}");
        bench.keys(&key).shows("Problems").shows("colon");
    }
    Bench::new(&[]).shows("makes your first skill");
}

#[test]
fn what_is_no_text_is_told_as_that_and_what_has_no_place_offers_none() {
    let mut bench = Bench::new(&[("skills/custom/notes/README.md", "Notes.\n")]);
    let bad = bench.path("skills/custom/bad/SKILL.md");
    std::fs::create_dir_all(bad.parent().expect("a folder")).expect("made");
    std::fs::write(&bad, b"---\nname: bad\ndescription: \xff\n---\n").expect("written");
    bench.rescan();
    bench.shows("not UTF-8").shows("no SKILL.md");
    for (keys, placed) in [("g", true), ("j", false)] {
        bench.keys(keys);
        let told = bench.text().contains("goes to the place that decides");
        assert_eq!((bench.model.text().is_some(), told), (placed, placed));
    }
}
