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

/// Keys that open something over the panes, and what shows that it is open.
const OPENERS: [(&str, &str); 17] = [
    ("n", "New skill for"),
    (":", "Commands"),
    ("?", "type to find"),
    ("d", "Delete mine"),
    ("r", "Rename mine"),
    ("D", "Duplicate mine"),
    ("i", "Import"),
    ("p", "Problems"),
    ("s", "The prompt for"),
    ("S", "hides what"),
    ("M", "w only what"),
    ("H", "Look with the eyes of"),
    ("<Ctrl+L>", "Go to line"),
    ("5n", "New file"),
    ("/", "Enter keeps it"),
    ("<Ctrl+F>", "Tab replaces"),
    ("<Enter>x<Ctrl+Q>", "Quit?"),
];

#[test]
fn what_was_said_before_neither_covers_what_is_opened_nor_takes_its_esc() {
    const FIRE: &str = "the disk is on fire";
    for (width, height) in [(120, 40), (60, 15)] {
        for (keys, open) in OPENERS {
            let files = [
                ("skills/custom/mine/SKILL.md", &*skill("mine", "Does mine.")),
                (
                    "skills/custom/off/SKILL.md",
                    "---\nname: off\ndescription: \"x\n---\n",
                ),
            ];
            let mut bench = Bench::sized(&files, width, height);
            bench.keys("<F5>");
            bench.model.complain(FIRE);
            bench.keys(keys);
            let shown = match (width, open) {
                (60, "w only what") => "w not well",
                (_, open) => open,
            };
            bench.shows(shown).hides(FIRE);
            bench.keys("<Esc>");
            bench.hides(shown).shows(FIRE);
            bench.keys("<Esc>").hides(FIRE);
        }
    }
}

#[test]
fn what_is_said_while_something_is_open_lies_above_it_and_goes_first() {
    for (keys, open) in [
        ("n", "New skill"),
        ("/", "Enter keeps it"),
        ("<Ctrl+F>", "Tab replaces"),
    ] {
        let mut bench = mine();
        bench.keys(keys).shows(open);
        bench.model.complain("the disk is on fire");
        bench.keys("a").shows("the disk is on fire").keys("<Esc>");
        bench
            .hides("the disk is on fire")
            .shows(open)
            .keys("<Esc>")
            .hides(open);
    }
}

#[test]
fn whoever_opens_what_was_said_has_read_it() {
    let mut bench = mine();
    bench.model.complain("the disk is on fire");
    bench.model.complain("and wet");
    bench
        .keys("L")
        .shows("the disk is on fire")
        .shows("and wet");
    bench
        .keys("<Esc>")
        .hides("the disk is on fire")
        .hides("and wet");
}

#[test]
fn an_offer_at_the_cursor_lies_above_what_was_said() {
    let mut bench = mine();
    bench.keys("e<Ctrl+Home><Down><Down><End><Enter>");
    bench.model.complain("the disk is on fire");
    bench
        .keys("ef")
        .shows("the disk is on fire")
        .shows("Tab takes");
    let closes = |bench: &Bench| bench.text().matches("Esc closes").count();
    assert_eq!(closes(&bench), 1);
    bench
        .keys("<Esc>")
        .hides("Tab takes")
        .shows("the disk is on fire");
    assert_eq!(closes(&bench), 1);
    bench.keys("<Esc>").hides("the disk is on fire");
}

#[test]
fn letters_that_lie_apart_are_looked_for_in_names_alone() {
    let mut bench = mine();
    bench.keys(":theme").shows("nothing matches");
    bench.keys("<Ctrl+U>prvw").hides("nothing matches");
}

#[test]
fn a_name_that_cannot_be_makes_no_path() {
    let mut bench = mine();
    bench.keys("nreferences/foo.md<Enter>").shows("not made");
    bench
        .hides("+ skills/custom/references")
        .shows("+ skills/custom/name/SKILL.md");
}

#[test]
fn a_folder_that_stands_there_already_is_not_typed_twice() {
    let mut bench = mine();
    bench.keys("5nreferences/foo.md<Enter>");
    assert!(bench.file("skills/custom/mine/references/foo.md").is_some());
}
