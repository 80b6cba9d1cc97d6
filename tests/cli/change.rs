//! Subcommands that write.

use std::fs;

use serde_json::json;

use crate::{Desk, each, keys, link};

#[test]
fn a_newcomer_makes_a_skill_that_is_loaded() {
    let desk = Desk::new();
    let path = desk.ground.path("p/skills/custom/code-review/SKILL.md");
    let made = desk.json(&["new", "code-review", "--description", "Reviews: code"]);
    assert_eq!(
        made,
        json!({ "path": path, "written": [path], "removed": [] })
    );
    assert_eq!(keys(&made), ["path", "written", "removed"]);
    let list = desk.json(&["list"]);
    assert_eq!(list["skills"][0]["name"], "code-review");
    assert_eq!(list["skills"][0]["description"], "Reviews: code");
    assert_eq!(list["skills"][0]["layer"], "custom");
    assert!(
        desk.run(&["prompt"])
            .out
            .contains("- **code-review**: Reviews: code")
    );
}

#[cfg(unix)]
#[test]
fn a_template_with_a_script_makes_it_executable() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let made = desk.json(&["new", "a", "--template", "with-script"]);
    let written = made["written"].as_array().unwrap();
    let script = written
        .iter()
        .find(|path| path.as_str().unwrap().ends_with(".sh"))
        .unwrap();
    let mode = fs::metadata(script.as_str().unwrap())
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o100, 0o100);
    assert!(written.len() >= 3);
}

#[test]
fn names_that_will_not_do_are_refused_and_nothing_is_written() {
    let desk = Desk::new();
    desk.skill("skills/custom/there", "there", "x");
    let before = desk.ground.names("p");
    let bad = [
        "a b",
        "../x",
        "a/b",
        "..",
        "",
        "con",
        "a.",
        ".skillkiln-1-1.tmp",
        "there",
        "There",
        "ünï",
    ];
    for name in bad {
        desk.fails(1, &["new", name]);
    }
    desk.fails(2, &["new", "x", "--template", "nope"]);
    desk.fails(2, &["new"]);
    // The specification wants small letters.
    desk.fails(1, &["new", "Upper", "--host", "agentskills"]);
    assert_eq!(desk.ground.names("p"), before);
}

#[test]
fn a_new_skill_for_another_host_goes_to_its_write_area() {
    let desk = Desk::new();
    desk.json(&["new", "mine", "--host", "agentskills", "--description", "x"]);
    assert!(desk.ground.exists("p/.agents/skills/mine/SKILL.md"));
}

#[test]
fn an_override_wins_and_its_removal_brings_the_original_back() {
    let desk = Desk::new();
    let original = desk.skill("skills/review", "review", "theirs");
    desk.ground
        .file("p/skills/review/references/deep/er/a.md", "text");
    let own = desk.ground.path("p/skills/custom/review/SKILL.md");
    let made = desk.json(&["override", "review"]);
    assert_eq!(made["path"], json!(own));
    let reference = desk
        .ground
        .path("p/skills/custom/review/references/deep/er/a.md");
    assert_eq!(made["written"], json!([own, reference]));
    assert_eq!(
        desk.ground
            .text("p/skills/custom/review/references/deep/er/a.md"),
        "text"
    );
    let layers = desk.json(&["layers", "review"]);
    assert_eq!(each(&layers["stack"], "path"), [own.as_str(), &original]);

    desk.fails(1, &["override", "review"]);
    let gone = desk.json(&["remove", "review"]);
    assert_eq!(gone["path"], json!(own));
    assert_eq!(gone["removed"], json!([own, reference]));
    assert!(!desk.ground.exists("p/skills/custom/review"));
    let layers = desk.json(&["layers", "review"]);
    assert_eq!(each(&layers["stack"], "path"), [original.as_str()]);
    // It is in the trash, whole.
    let kept = desk.ground.names("state/trash");
    assert!(
        kept.iter()
            .any(|name| name.ends_with("item/references/deep/er/a.md")),
        "{kept:?}"
    );
}

#[test]
fn the_text_says_what_changes_for_the_host() {
    let desk = Desk::new();
    desk.skill("skills/review", "review", "theirs");
    let text = desk.run(&["override", "review"]).out;
    assert!(
        text.contains("review is now custom/review (custom); it was review (standard)"),
        "{text}"
    );
    let text = desk.run(&["remove", "review"]).out;
    assert!(
        text.contains("review is now review (standard); it was custom/review (custom)"),
        "{text}"
    );
}

#[test]
fn what_is_not_ours_is_not_removed() {
    let desk = Desk::new();
    desk.skill("skills/theirs", "theirs", "x");
    let text = desk.fails(1, &["remove", "theirs"]);
    assert!(text.contains("override"), "says what to do instead: {text}");
    assert!(desk.ground.exists("p/skills/theirs/SKILL.md"));
    desk.fails(2, &["remove", "nothing"]);
}

#[test]
fn a_skill_that_is_not_loaded_can_be_removed() {
    let desk = Desk::new();
    desk.ground
        .file("p/skills/custom/broken/SKILL.md", "no frontmatter");
    let gone = desk.json(&["remove", "broken"]);
    assert_eq!(gone["removed"].as_array().unwrap().len(), 1);
    assert_eq!(desk.ground.names("p/skills/custom"), [""; 0]);
}

#[test]
fn an_override_copies_no_files_from_elsewhere() {
    let desk = Desk::new();
    desk.skill("skills/review", "review", "theirs");
    desk.ground.file("secret/key", "precious");
    desk.ground.file("p/skills/review/a.md", "own");
    link(
        "../../../secret/key",
        &desk.ground.disk("p/skills/review/key.md"),
    );
    link(
        "../../../secret",
        &desk.ground.disk("p/skills/review/folder"),
    );
    link("a.md", &desk.ground.disk("p/skills/review/same.md"));
    let said = desk.run(&["override", "review"]);
    assert!(said.out.contains("left out key.md") && said.out.contains("left out folder"));
    assert_eq!(
        desk.ground.names("p/skills/custom/review"),
        ["SKILL.md", "a.md", "same.md"]
    );
}

#[test]
fn a_write_area_that_leads_out_is_refused() {
    let desk = Desk::new();
    desk.ground.folder("p/skills");
    desk.ground.folder("outside");
    link("../../outside", &desk.ground.disk("p/skills/custom"));
    let text = desk.fails(1, &["new", "x"]);
    assert!(text.contains("link"), "{text}");
    assert_eq!(desk.ground.names("outside"), [""; 0]);
}

#[test]
fn a_skill_that_does_not_load_can_be_copied_to_mend_it() {
    let desk = Desk::new();
    let text = "---\nname: colon\ndescription: Use when: you read logs\n---\n";
    desk.ground.file("p/skills/colon/SKILL.md", text);
    desk.ground.file("p/skills/colon/references/a.md", "a");
    let made = desk.json(&["override", "colon"]);
    assert_eq!(
        made["path"],
        desk.ground.path("p/skills/custom/colon/SKILL.md")
    );
    assert_eq!(desk.ground.text("p/skills/custom/colon/SKILL.md"), text);
    assert_eq!(
        desk.ground.text("p/skills/custom/colon/references/a.md"),
        "a"
    );
    desk.fails(1, &["override", "colon"]);
}

#[test]
fn what_cannot_load_is_said_when_it_is_made() {
    let desk = Desk::new();
    for name in ["dist", "node_modules", "agent-browser"] {
        desk.fails(1, &["new", name]);
    }
    let said = desk.run(&["new", "mine", "--host", "agentskills"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("does not load it yet"), "{}", said.out);
    let said = desk.run(&["new", "mine"]);
    assert!(!said.out.contains("does not load it yet"), "{}", said.out);
}

#[test]
fn a_skill_gets_another_name_and_a_copy_one_of_its_own() {
    let desk = Desk::new();
    let old = desk.skill("skills/custom/old", "old", "Does it.");
    desk.skill("skills/theirs", "theirs", "Does theirs.");
    let new = desk.ground.path("p/skills/custom/new/SKILL.md");
    let made = desk.json(&["rename", "old", "new"]);
    assert_eq!(
        made,
        json!({ "path": new, "written": [new], "removed": [old] })
    );
    assert_eq!(keys(&made), ["path", "written", "removed"]);
    assert_eq!(
        desk.ground.text("p/skills/custom/new/SKILL.md"),
        "---\nname: new\ndescription: Does it.\n---\n\n# old\n"
    );
    let copy = desk.ground.path("p/skills/custom/mine/SKILL.md");
    let made = desk.json(&["duplicate", "theirs", "mine"]);
    assert_eq!(
        made,
        json!({ "path": copy, "written": [copy], "removed": [] })
    );
    assert!(
        desk.run(&["rename", "new", "newer"])
            .out
            .contains("newer is now loaded")
    );
    // Taken, not fit to be a name, not one's own, not there.
    for args in [["newer", "mine"], ["newer", "a b"], ["theirs", "x"]] {
        desk.fails(1, &[&["rename"], &args[..]].concat());
    }
    desk.fails(1, &["duplicate", "theirs", "newer"]);
    desk.fails(2, &["rename", "newer"]);
    assert!(desk.ground.exists("p/skills/custom/newer/SKILL.md"));
}

#[test]
fn an_empty_file_is_a_start_only_where_a_host_knows_no_frontmatter() {
    let desk = Desk::new();
    let new = ["new", "a", "--template", "empty"];
    let why = desk.fails(2, &[&new[..], &["--host", "pleach"]].concat());
    assert!(why.contains("minimal"), "{why}");
    let made = desk.json(&[&new[..], &["--host", "replio"]].concat());
    let path = desk.ground.path("p/.replio/skills/a.md");
    assert_eq!(made["written"], json!([path]));
    assert_eq!(fs::read(path).unwrap(), b"");
}
