//! The list, the dialogs, the tabs.

use super::harness::{Bench, skill};

#[test]
fn names_are_checked_while_they_are_typed() {
    let mut bench = Bench::new(&[("skills/custom/taken/SKILL.md", &skill("taken", "x"))]);
    bench.keys("n").shows("small letters, digits and hyphens");
    bench
        .keys("taken")
        .shows("exists already")
        .keys("<Enter>")
        .shows("New skill");
    bench
        .keys("<Backspace>s")
        .shows("skills/custom/takes/SKILL.md");
    bench.keys("<Ctrl+A>a/b<Enter>").shows("New skill");
    assert_eq!(bench.file("skills/custom/a/b/SKILL.md"), None);
    bench
        .keys("<Ctrl+A><Backspace><Enter>")
        .shows("a skill needs a name");
}

#[test]
fn a_template_with_a_script_is_made_whole() {
    let mut bench = Bench::new(&[]);
    bench
        .keys("nwhole<Down>")
        .shows("whole/scripts/run.sh")
        .keys("<Enter>");
    let script = bench.path("skills/custom/whole/scripts/run.sh");
    assert!(script.is_file());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&script)
            .expect("a script")
            .permissions()
            .mode();
        assert_ne!(mode & 0o111, 0);
    }
    bench
        .keys("<Alt+5>")
        .shows("references/guide.md")
        .shows("scripts/run.sh");
}

#[test]
fn supporting_files_open_in_the_same_editor_and_new_ones_are_made() {
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", &skill("mine", "x")),
        ("skills/custom/mine/references/a.md", "Alpha\n"),
    ]);
    bench.keys("5j<Enter>").shows("Alpha").keys("B<Ctrl+S>");
    assert_eq!(
        bench.file("skills/custom/mine/references/a.md").as_deref(),
        Some("BAlpha\n")
    );
    bench
        .keys("<F6>n")
        .shows("New file")
        .keys("b.md<Enter>")
        .keys("Beta<Ctrl+S>");
    assert_eq!(
        bench.file("skills/custom/mine/references/b.md").as_deref(),
        Some("Beta")
    );
}

#[test]
fn files_of_others_open_read_only() {
    let mut bench = Bench::new(&[
        ("skills/theirs/SKILL.md", &skill("theirs", "x")),
        ("skills/theirs/references/a.md", "Alpha\n"),
    ]);
    bench
        .keys("5j<Enter>")
        .shows("Alpha")
        .keys("z")
        .shows("read only");
    bench.keys("<F6>n").hides("New file");
}

#[test]
fn the_filter_narrows_and_escape_widens() {
    let mut bench = Bench::new(&[
        ("skills/code-review/SKILL.md", &skill("code-review", "x")),
        ("skills/commit-style/SKILL.md", &skill("commit-style", "x")),
    ]);
    bench
        .keys("/crev")
        .hides("commit-style S")
        .shows("code-review");
    assert_eq!(
        bench.model.row().map(|row| row.name.as_str()),
        Some("code-review")
    );
    bench.keys("<Enter>").keys("<Esc>");
    assert_eq!(bench.model.list.filter, "");
}

#[test]
fn the_palette_runs_any_command() {
    let mut bench = Bench::new(&[]);
    bench
        .keys(":")
        .shows("Commands")
        .keys("new sk<Enter>")
        .shows("New skill");
    bench
        .keys("<Esc><Alt+X>help<Enter>")
        .shows("What you can do here");
}

#[test]
fn another_host_changes_the_whole_screen_and_is_remembered() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "x")),
        (".agents/skills/b/SKILL.md", &skill("b", "y")),
    ]);
    bench.shows("agentskills");
    assert_eq!(bench.group("Skills"), ["b"]);
    bench.keys("H").shows("in use").keys("agentw<Enter>");
    assert_eq!(bench.group("Skills"), ["a"]);
    assert_eq!(bench.model.host, "agentworks");
}

#[test]
fn reading_shows_the_fields_and_the_white_space() {
    let text = "---\nname: a\ndescription: \"x \"\nallowed-tools: [Read, Grep]\n---\n\nBo\tdy\n";
    let mut bench = Bench::new(&[("skills/a/SKILL.md", text)]);
    bench
        .keys("2")
        .shows("loads it")
        .shows("x·")
        .shows("- Read")
        .shows("Bo⇥dy");
}

#[test]
fn override_says_when_there_is_a_copy_already() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "x")),
        ("skills/custom/a/SKILL.md", &skill("a", "y")),
    ]);
    bench.keys("o").shows("already your own");
    bench.keys("jo").shows("your own copy is there already");
}

#[test]
fn behind_the_host_s_own_skill_a_copy_would_change_nothing_and_is_not_made() {
    let mut bench = Bench::new(&[(
        "skills/agent-browser/SKILL.md",
        &skill("agent-browser", "x"),
    )]);
    bench
        .keys("jo")
        .shows("which always wins; D copies this one")
        .hides("Override agent-browser");
    assert!(bench.path("skills/agent-browser").exists());
    assert!(!bench.path("skills/custom").exists());
    // That way is open.
    bench.keys("D").shows("Duplicate agent-browser");
}

#[test]
fn fields_nobody_knows_are_all_told() {
    let many: String = (0..20_000).map(|at| format!("k{at}: v{at}\n")).collect();
    let text = format!("---\nname: a\ndescription: x\n{many}---\n\nBody.\n");
    let mut bench = Bench::new(&[(".agents/skills/a/SKILL.md", &text)]);
    bench.keys("2").shows("v0").keys("<F6><F6>");
    bench.keys("G").shows("Body.").keys("g").shows("k7");
}

#[test]
fn copying_the_prompt_copies_it_exactly() {
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "x"))]);
    bench.keys("c").shows("copied the prompt");
    let copied = bench.prompt().to_owned();
    let last = bench.effects.last().cloned();
    assert_eq!(last, Some(skillkiln::workbench::app::Effect::Copy(copied)));
}

#[test]
fn problems_are_listed_and_lead_to_their_place() {
    let broken = "---\nname: notes\ndescription: a: b\n---\n\nx\n";
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "x")),
        ("skills/notes/SKILL.md", broken),
    ]);
    bench
        .keys("p")
        .shows("Problems")
        .shows("notes 3:")
        .keys("colon<Enter>");
    assert_eq!(bench.place(), (3, 15));
}
