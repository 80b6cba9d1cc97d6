//! What lies on the own disk is sent and taken as it is said, and never onto itself.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::{skill, zip};

const AREA: &str = "p/skills/custom";

fn install(desk: &Desk, source: &str) {
    let hash = desk.hash(source);
    desk.json(&["import", source, "--install", "--expect", &hash]);
}

/// A skill file that is a link out of its folder does not go along; nothing is sent without it.
#[cfg(unix)]
#[test]
fn nothing_is_sent_without_its_skill_file() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    let outside = desk.file("outside.md", skill("one"));
    desk.file(&format!("{AREA}/one/a.md"), "a");
    let main = desk.at(&format!("{AREA}/one/SKILL.md"));
    symlink(&outside, &main).unwrap();
    let to = desk.path("one.zip");
    let calls: [&[&str]; 4] = [
        &["export", "one", "--to", &to],
        &["export", "one", "--to", &to, "--for", "replio", "--force"],
        &["deploy", "one", "--to", "agentskills:project", "--yes"],
        &["deploy", "one", "--to", "replio:project", "--yes"],
    ];
    for call in calls {
        let (code, said) = desk.run(call);
        assert_eq!(
            (code, &said["refused"]),
            (1, &json!("no-skill-md")),
            "{call:?}"
        );
        let why = said["detail"].as_str().unwrap();
        assert!(why.contains("one: SKILL.md"), "{why}");
    }
    assert!(!desk.at("one.zip").exists() && !desk.at("p/.agents").exists());
    // A link to a file of the same folder is that file.
    fs::remove_file(&main).unwrap();
    desk.file(&format!("{AREA}/one/text.md"), skill("one"));
    symlink("text.md", &main).unwrap();
    let said = desk.json(&["export", "one", "--to", &to]);
    assert_eq!(
        said["files"],
        json!(["one/SKILL.md", "one/a.md", "one/text.md"])
    );
}

/// A folder names what is not taken of it, as an archive of it does.
#[test]
fn a_folder_names_what_is_left_out() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/.git/config", "x");
    desk.file("s/sub/node_modules/x/i.js", "x");
    fs::create_dir_all(desk.at("s/empty/inner")).unwrap();
    let packed = desk.file(
        "one.zip",
        zip(&[
            ("one/SKILL.md", &skill("one")),
            ("one/.git/config", "x"),
            ("one/sub/node_modules/x/i.js", "x"),
            ("one/empty/inner/", ""),
        ]),
    );
    for source in [desk.path("s"), packed] {
        let said = desk.json(&["import", &source]);
        let left = said["skills"][0]["left_out"].as_array().unwrap();
        let left: Vec<&str> = left
            .iter()
            .map(|item| item["path"].as_str().unwrap())
            .collect();
        assert_eq!(left, [".git", "empty", "sub/node_modules"], "{source}");
        let words = desk.words(&["import", &source]);
        assert!(words.contains("sub/node_modules is left out: "), "{words}");
    }
}

/// The lock would tell of the skill as its own source, and nothing of the real one.
#[test]
fn a_skill_is_not_installed_from_itself() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, &desk.path("s"));
    desk.file(&format!("{AREA}/one/SKILL.md"), skill("one") + "Mine.\n");
    let lock = desk.read(&format!("{AREA}/skills-lock.json"));
    let there = tree(&desk.at(AREA));
    for source in [format!("{AREA}/one"), AREA.to_owned(), "p".to_owned()] {
        let source = desk.path(&source);
        let hash = desk.hash(&source);
        let call = ["import", &source, "--install", "--force", "--expect", &hash];
        assert_eq!(desk.refused(&call), "same-place", "{source}");
    }
    assert_eq!(tree(&desk.at(AREA)), there);
    assert_eq!(desk.read(&format!("{AREA}/skills-lock.json")), lock);
    assert_eq!(desk.run(&["verify"]).1[0]["state"], "edited");
    // Another folder with just these files is another source.
    desk.file("t/SKILL.md", skill("one") + "Mine.\n");
    let source = desk.path("t");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--force", "--expect", &hash]);
}

/// What would be one file on many disks is no update that is done.
#[test]
fn a_new_file_beside_another_spelling_is_a_conflict() {
    for (own, theirs) in [("NOTES.md", "notes.md"), ("Docs/own.md", "docs/a.md")] {
        let desk = Desk::new();
        desk.file("s/SKILL.md", skill("one"));
        install(&desk, &desk.path("s"));
        desk.file(&format!("{AREA}/one/{own}"), "own");
        desk.file(&format!("s/{theirs}"), "theirs");
        let there = tree(&desk.at(AREA));
        for side in [&["--yes"][..], &["--yes", "--theirs"]] {
            let (code, said) = desk.run(&[&["update"], side].concat());
            assert_eq!(code, 1, "{said}");
            let told: &Json = &said[0];
            assert_eq!(told["refused"], "conflicts", "{said}");
            assert!(told["detail"].as_str().unwrap().contains(theirs), "{said}");
        }
        assert_eq!(tree(&desk.at(AREA)), there);
        fs::remove_dir_all(desk.at(&format!("{AREA}/one/Docs"))).ok();
        fs::remove_file(desk.at(&format!("{AREA}/one/NOTES.md"))).ok();
        assert_eq!(desk.json(&["update", "--yes"])[0]["updated"], true);
    }
}
