//! Hosts with several layers, single files, and a write area outside the project.

use super::harness::{Bench, skill};

const PLUGIN: &str = r#"def register_skills(registry):
    registry.add_plugin({
        "name": "notes",
        "content": "Plugin body.",
        "description": "From the plugin.",
        "tags": ["p"],
    })
"#;

#[test]
fn merged_fields_say_which_layer_gives_them_and_what_an_empty_file_blanks() {
    let mut bench = Bench::new(&[
        (".replio/config.json", r#"{"plugins": []}"#),
        (
            ".replio/plugins/noter/manifest.json",
            r#"{"name": "noter"}"#,
        ),
        (".replio/plugins/noter/plugin.py", PLUGIN),
        ("../home/.config/replio/skills/notes.md", "Global body.\n"),
    ]);
    assert_eq!(bench.model.host, "replio");
    assert_eq!(bench.group("Skills"), ["notes"]);
    assert_eq!(bench.group("Shadowed"), ["notes"]);
    bench
        .keys("3")
        .shows("gives description, tags")
        .shows("gives content");
    bench
        .shows("Merged")
        .shows("From the")
        .shows("Global body.");
    bench.shows("-Plugin body.").shows("+Global body.");
    bench
        .keys("2")
        .shows("layers merged")
        .shows("from plugin")
        .shows("body, 13 chars  from global");
    bench
        .keys("o")
        .shows("gives   content of local")
        .shows("stays   description of plugin");
    bench.keys("<Enter>");
    assert_eq!(
        bench.file(".replio/skills/notes.md").as_deref(),
        Some("Global body.\n")
    );
    bench.keys("<Ctrl+A><Delete><Alt+3>");
    bench
        .shows("blanks content")
        .shows("drops out of every prompt")
        .shows("(empty)");
    assert!(!bench.prompt().contains("notes"), "{}", bench.prompt());
    bench.keys("<Ctrl+S>");
    assert_eq!(bench.file(".replio/skills/notes.md").as_deref(), Some(""));
    // Any two copies: the sides go round.
    let before = bench.text();
    bench.keys("<F6>[");
    assert_ne!(bench.text(), before);
    bench.shows("Plugin body.");
}

#[test]
fn single_files_are_made_and_deleted_as_such() {
    let mut bench = Bench::new(&[(".replio/skills/other.md", "Other.\n")]);
    bench
        .keys("nfirst")
        .shows(".replio/skills/first.md")
        .hides("name: first")
        .keys("<Enter>");
    let made = bench.file(".replio/skills/first.md").expect("made");
    assert!(!made.contains("---"), "{made}");
    bench
        .keys("<Esc><Esc>5")
        .shows("first.md")
        .hides("other.md")
        .shows("a skill is a single file")
        .hides("read only");
    bench
        .keys("<F6>d")
        .shows("Delete first")
        .shows("no skill first is left")
        .keys("y");
    assert_eq!(bench.file(".replio/skills/first.md"), None);
    assert_eq!(
        bench.file(".replio/skills/other.md").as_deref(),
        Some("Other.\n")
    );
    bench.keys("u");
    assert_eq!(bench.file(".replio/skills/first.md"), Some(made));
    bench.keys("nother").shows("exists already");
}

#[test]
fn the_first_write_outside_the_project_asks() {
    let mut bench = Bench::new(&[(".minibot/skills/a/SKILL.md", &skill("a", "Alpha."))]);
    bench
        .keys("nnotes<Enter>")
        .shows("Write outside the project?");
    bench.shows("~/.minibot/skills/");
    let home = "../home/.minibot/skills/notes/SKILL.md";
    bench.keys("c");
    assert_eq!(bench.file(home), None);
    bench.keys("<Enter>y").hides("Write outside");
    assert!(bench.file(home).is_some());
    // Asked once.
    bench.keys("Keeps notes.<Ctrl+S>").hides("Write outside");
    assert!(bench.file(home).expect("saved").contains("Keeps notes."));
}

#[test]
fn unsaved_text_of_another_host_is_saved_where_it_belongs() {
    let file = ".agents/skills/a/SKILL.md";
    let mut bench = Bench::new(&[(file, &skill("a", "Alpha."))]);
    bench.keys("e<Down><Down><End> More.<F2>minibot<Enter>");
    bench.shows("for agentskills  3:26").hides("read only");
    bench.keys("<Ctrl+Q>s");
    assert!(bench.model.done, "{}", bench.text());
    assert!(bench.file(file).expect("saved").contains("Alpha. More."));
}

#[test]
fn the_reading_stands_beside_what_the_file_says() {
    let text = "---\nname: notes\ndescription: 'It''s  kept. '\nversion: 2\nallowed-tools: [Read]\n---\n\nKeep.\n";
    let mut bench = Bench::new(&[("skills/notes/SKILL.md", text)]);
    bench.keys("2").shows("loads it");
    bench
        .shows("file 'It''s  kept. '")
        .shows("not read version")
        .shows("restricts nothing");
}

#[test]
fn what_pleach_hands_on_and_what_rests_on_our_decision_is_told() {
    let text = "---\nname: runner\nexecution:\n  maxSteps: 3\n---\n\nRun.\n";
    let mut bench = Bench::new(&[("skills/builtin/runner/SKILL.md", text)]);
    bench.keys("Hpleach<Enter>2<F6><F6>f");
    bench
        .shows("delegates to a child runtime")
        .shows("maxSteps 3")
        .shows("our decision");
}

#[test]
fn where_the_runtime_fails_it_is_told() {
    let mut bench = Bench::new(&[
        (".replio/skills/blank.md", "  \n"),
        (".replio/skills/good.md", "Good.\n"),
    ]);
    bench.keys("/blank<Enter>2").shows("the runtime fails");
    bench.keys("1").shows("the runtime fails, nothing");
}

#[test]
fn a_local_file_that_blanks_a_skill_is_marked_in_the_list() {
    let mut bench = Bench::new(&[
        (".replio/skills/notes.md", ""),
        ("../home/.config/replio/skills/notes.md", "Global body.\n"),
    ]);
    let row = bench.model.list.rows.iter().find(|row| row.name == "notes");
    assert!(
        row.is_some_and(|row| row.silent.is_some()),
        "{}",
        bench.text()
    );
    bench.shows("–notes").shows("the model is not told of it");
    bench.write(".replio/skills/notes.md", "Body.\n");
    bench.hides("–notes").hides("the model is not told of it");
}

#[test]
fn where_a_skill_is_one_file_no_template_has_more() {
    let mut bench = Bench::new(&[(".replio/skills/other.md", "Other.\n")]);
    bench
        .keys("n")
        .hides("With a reference")
        .keys("first<Enter>");
    let made = bench.file(".replio/skills/first.md").expect("made");
    assert!(!made.contains("references/"), "{made}");
    bench
        .shows("now write what it says")
        .hides("when to use it");
    // Elsewhere there are two.
    let mut bench = Bench::new(&[(".agents/skills/a/SKILL.md", &skill("a", "A."))]);
    bench.keys("n").shows("With a reference");
}

#[test]
fn text_of_another_host_stays_on_the_screen_when_it_is_saved() {
    let mut bench = Bench::new(&[
        ("skills/custom/notes/SKILL.md", &skill("notes", "Mine.")),
        (".agents/skills/notes/SKILL.md", &skill("notes", "Other.")),
    ]);
    bench.keys("Hagentworks<Enter>");
    bench.keys("<Enter><Ctrl+End>more<F2>codex<Enter>");
    bench
        .keys("<Esc><Esc>g")
        .shows("Not saved")
        .shows("for agentworks")
        .hides("read only");
    bench
        .keys("<Ctrl+S>")
        .shows("saved skills/custom/notes/SKILL.md for AgentWorks");
    let shown = bench.model.shown.clone().expect("shown");
    assert!(shown.ends_with("skills/custom/notes/SKILL.md"), "{shown}");
    assert!(
        bench
            .model
            .text()
            .is_some_and(|text| text.editor.text().ends_with("more"))
    );
    assert!(
        bench
            .file("skills/custom/notes/SKILL.md")
            .is_some_and(|t| t.ends_with("more"))
    );
}

#[test]
fn a_name_is_not_lost_when_writing_outside_the_project_is_refused() {
    let mut bench = Bench::new(&[(".agents/skills/a/SKILL.md", &skill("a", "Alpha."))]);
    bench
        .keys("Hminibot<Enter>nfirst<Enter>")
        .shows("Write outside the project?");
    for no in ["<Esc>", "c", "<Enter>"] {
        bench
            .keys(no)
            .hides("Write outside")
            .shows("New skill for MiniBot")
            .shows("first");
        bench.keys("<Enter>").shows("Write outside the project?");
    }
    bench.keys("y").hides("New skill").shows("made first");
    assert!(
        bench
            .file("../home/.minibot/skills/first/SKILL.md")
            .is_some()
    );
    // From now on it is not asked.
    bench
        .keys("<Esc><Esc>nsecond<Enter>")
        .hides("Write outside")
        .shows("made second");
}

#[test]
fn the_header_of_a_text_goes_by_the_name_of_its_skill_as_it_is_now() {
    let mut bench = Bench::new(&[("skills/custom/mine/SKILL.md", &skill("mine", "Mine."))]);
    bench.keys("<Enter><Down><End>r<Esc><Esc>");
    assert_eq!(bench.model.text().expect("open").title, "miner");
    bench.shows("miner SKILL.md");
}
