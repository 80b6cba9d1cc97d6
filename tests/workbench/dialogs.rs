//! What stands on top and takes the keys.

use super::harness::{Bench, skill};

fn mine() -> Bench {
    Bench::new(&[("skills/custom/mine/SKILL.md", &skill("mine", "Does mine."))])
}

#[test]
fn a_copy_is_gone_on_with_and_not_typed_over() {
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "Does a."))]);
    bench.keys("o<Enter>").keys(" More.<Ctrl+S>");
    let saved = bench.file("skills/custom/a/SKILL.md").expect("saved");
    assert!(saved.contains("description: Does a. More.\n"), "{saved}");
}

#[test]
fn a_field_has_the_keys_of_a_text_and_ctrl_u_clears_it() {
    let mut bench = mine();
    bench.keys("5n").shows("references/");
    bench.keys("<Ctrl+U>a.md").hides("references/");
    bench.keys("<Home>b<Shift+End>c<Enter>");
    assert!(bench.file("skills/custom/mine/bc").is_some());
    bench.keys("<Esc><Esc>/zzz").shows("no name matches");
    bench.keys("<Ctrl+U>min").shows("mine");
}

#[test]
fn the_palette_puts_the_command_of_that_very_name_first() {
    for (typed, title) in [("host", "host"), ("HOSTS", "Hosts"), ("undo", "undo")] {
        let mut bench = mine();
        bench.keys(&format!(":{typed}"));
        let Some(skillkiln::workbench::app::dialog::Dialog::Pick(pick)) = &bench.model.dialog
        else {
            panic!("no palette");
        };
        assert_eq!(pick.choices[pick.shown[0]].title, title);
    }
}

#[test]
fn the_answer_that_enter_gives_is_marked_in_plain_text() {
    let mut bench = mine();
    bench
        .keys("d")
        .shows("[c cancel]")
        .keys("<Left>")
        .shows("[y delete mine]")
        .hides("[c cancel]");
}

#[test]
fn a_new_skill_says_for_whom_and_where_before_it_is_made() {
    for (width, height) in [(120, 40), (80, 24), (60, 15)] {
        let files = [("skills/custom/mine/SKILL.md", &*skill("mine", "Does mine."))];
        let mut bench = Bench::sized(&files, width, height);
        bench
            .keys("n")
            .shows("New skill for AgentWorks")
            .shows("+ skills/custom/name/SKILL.md")
            .keys("notes")
            .shows("+ skills/custom/notes/SKILL.md");
        // With the eyes of another host it lies elsewhere.
        bench.keys("<Esc><F2>agentskills<Enter>n");
        bench.shows("+ .agents/skills/name/SKILL.md");
    }
}
