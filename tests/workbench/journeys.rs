//! The ways people go, from start to end. Those that are not here have files of their own: one skill
//! for many runtimes in `hosts.rs`, merged fields in `layers.rs`, another program's edits in
//! `outside.rs`, the text that comes back after a crash in `recovery.rs`. The last two, and the small
//! screen, are walked in a real terminal too: `terminal/recovery.rs` and `terminal/small.rs`.

use super::harness::{Bench, skill};

#[test]
fn an_empty_folder_leads_to_a_saved_and_loaded_skill() {
    let mut bench = Bench::new(&[]);
    assert_eq!(
        bench.group("Learn"),
        ["write-a-skill", "layers-and-shadowing"]
    );
    bench
        .shows("gives the model no")
        .shows("makes your first skill")
        .keys("n")
        .shows("New skill")
        .keys("code-review")
        .shows("skills/custom/code-review/SKILL.md")
        .keys("<Enter>")
        .shows("BUILD")
        .keys("Reviews a change. Use when a branch is named.")
        .shows("● unsaved")
        .shows("Reviews a change.")
        .keys("<Ctrl+S>")
        .hides("● unsaved");
    let file = bench
        .file("skills/custom/code-review/SKILL.md")
        .expect("saved");
    assert!(file.contains("name: code-review\n"), "{file}");
    assert!(
        file.contains("Reviews a change. Use when a branch is named."),
        "{file}"
    );
    assert_eq!(bench.group("Skills"), ["code-review"]);
    assert!(
        bench
            .prompt()
            .contains("Reviews a change. Use when a branch is named.")
    );
}

#[test]
fn a_skill_that_is_not_loaded_is_repaired_at_the_very_character() {
    let broken = "---\nname: notes\ndescription: Keeps notes. Use when: asked\n---\n\nKeep.\n";
    let mut bench = Bench::new(&[
        ("skills/custom/notes/SKILL.md", broken),
        (
            "skills/other/SKILL.md",
            &skill("other", "Does other things."),
        ),
    ]);
    assert_eq!(bench.group("Not loaded"), ["notes"]);
    bench.keys("G").keys("kk");
    assert_eq!(
        bench.model.row().map(|row| row.name.as_str()),
        Some("notes")
    );
    assert!(!bench.prompt().contains("Keeps notes"));
    bench.keys("<Enter>");
    let column = "description: Keeps notes. Use when".len() + 1;
    assert_eq!(bench.place(), (3, column));
    bench.shows("yaml/colon-in-value").shows("fix: ");
    // What it changes is shown first.
    bench
        .keys("<Alt+Enter>")
        .shows("- description: Keeps notes. Use when: asked")
        .shows("+ description: \"Keeps notes. Use when: asked\"");
    assert_eq!(bench.group("Not loaded"), ["notes"]);
    bench.keys("<Enter>");
    assert_eq!(bench.group("Not loaded"), [""; 0]);
    assert_eq!(bench.group("Skills"), ["notes", "other"]);
    assert!(
        bench.prompt().contains("Keeps notes. Use when: asked"),
        "{}",
        bench.prompt()
    );
    bench.shows("unsaved edit").shows("+1 skill");
    assert_eq!(
        bench.file("skills/custom/notes/SKILL.md").as_deref(),
        Some(broken)
    );
    bench.keys("<Ctrl+Z>");
    assert_eq!(bench.group("Not loaded"), ["notes"]);
    assert_eq!(bench.model.text().expect("open").editor.text(), broken);
    bench.keys("<Ctrl+Y><Ctrl+S>");
    let saved = bench.file("skills/custom/notes/SKILL.md").expect("saved");
    assert!(
        saved.contains("Use when: asked") && saved != broken,
        "{saved}"
    );
}

#[test]
fn someone_elses_skill_is_refined_in_a_copy_and_comes_back() {
    let original = skill("code-review", "Reviews a change.");
    let mut bench = Bench::new(&[
        ("skills/code-review/SKILL.md", &original),
        ("skills/code-review/references/rules.md", "Rules.\n"),
    ]);
    bench
        .keys("o")
        .shows("Override code-review")
        .shows("skills/custom/code-review/")
        .shows("your copy")
        .shows("custom/code-review")
        .keys("<Enter>");
    assert_eq!(
        bench.file("skills/custom/code-review/SKILL.md").as_ref(),
        Some(&original)
    );
    assert_eq!(
        bench
            .file("skills/custom/code-review/references/rules.md")
            .as_deref(),
        Some("Rules.\n")
    );
    assert_eq!(bench.group("Shadowed"), ["code-review"]);
    // The cursor stands at the end of the description.
    bench
        .keys("<Shift+Home>description: Finds faults.")
        .keys("<Alt+3>");
    bench
        .shows("wins")
        .shows("shadowed")
        .shows("-description: Reviews a change.")
        .shows("+description: Finds faults.")
        .keys("<Alt+1>");
    assert!(
        bench.prompt().contains("Finds faults."),
        "{}",
        bench.prompt()
    );
    bench.keys("<Ctrl+S>");
    let saved = bench
        .file("skills/custom/code-review/SKILL.md")
        .expect("saved");
    assert!(saved.contains("description: Finds faults.\n"), "{saved}");
    bench
        .keys("<Esc><Esc>d")
        .shows("Delete code-review")
        .keys("y");
    assert_eq!(bench.file("skills/custom/code-review/SKILL.md"), None);
    assert!(
        bench.prompt().contains("Reviews a change."),
        "{}",
        bench.prompt()
    );
    bench.shows("in the trash").keys("u");
    assert_eq!(
        bench.file("skills/custom/code-review/SKILL.md").as_ref(),
        Some(&saved)
    );
    assert!(bench.prompt().contains("Finds faults."));
}

#[test]
fn small_and_without_colour_the_first_two_journeys_still_work() {
    let mut bench = Bench::sized(&[], 60, 15);
    bench
        .shows("Learn")
        .keys("n")
        .shows("New skill")
        .keys("tiny<Enter>")
        .keys("Does it. Use when: asked<Ctrl+S>")
        .shows("tiny");
    let file = bench.file("skills/custom/tiny/SKILL.md").expect("saved");
    assert!(file.contains("Does it. Use when: asked"), "{file}");
    let broken = "---\nname: b\ndescription: a: b\n---\n\nB.\n";
    bench.write("skills/custom/b/SKILL.md", broken);
    bench.keys("<F6><F6>").shows("Not loaded");
    bench
        .keys("G")
        .keys("kk")
        .keys("<Enter>")
        .shows("colon-in-value")
        .keys("<Alt+Enter><Enter>");
    assert_eq!(bench.group("Not loaded"), [""; 0]);
}
