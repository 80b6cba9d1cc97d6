//! A lock of another version than the known one is read, with a word, and not written.

use std::fs;

use super::desk::{Desk, tree};
use super::shapes::skill;

const LOCK: &str = "p/skills/custom/skills-lock.json";

fn installed() -> Desk {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
    desk
}

fn told(desk: &Desk, args: &[&str]) -> (Option<i32>, String) {
    let output = desk.plain(args).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), words)
}

#[test]
fn another_version_is_read_and_not_written() {
    for version in ["9", "\"2\"", "1.5", "null"] {
        let desk = installed();
        let text = desk.read(LOCK);
        let text = text.replace("\"version\": 1", &format!("\"version\": {version}"));
        desk.file(LOCK, &text);
        let (code, words) = told(&desk, &["verify"]);
        let said = format!("is of version {version} of its format, and skillkiln knows 1");
        assert!(words.contains(&said), "{words}");
        assert_eq!(code, Some(0), "{words}");
        desk.file("s/new.md", "new");
        let before = tree(&desk.at("p"));
        let (code, said) = desk.run(&["update", "--yes"]);
        assert_eq!((code, &said[0]["refused"]), (1, &"unknown-version".into()));
        desk.file("t/SKILL.md", skill("two"));
        let source = desk.path("t");
        let hash = desk.hash(&source);
        let args = ["import", &source, "--install", "--expect", &hash];
        assert_eq!(desk.refused(&args), "unknown-version");
        assert_eq!(tree(&desk.at("p")), before, "{version}");
        // What is no matter of the lock is done; that the lock does not know is said, and is no success.
        let (code, words) = told(&desk, &["remove", "one"]);
        assert_eq!(code, Some(1), "{words}");
        assert!(words.contains("was not told of it"), "{words}");
        assert_eq!(desk.read(LOCK), text);
    }
}

/// Other programs leave it out, or have no other.
#[test]
fn a_lock_without_a_version_is_one_of_the_known() {
    let desk = installed();
    let text = desk.read(LOCK).replace("\"version\": 1,", "");
    desk.file(LOCK, text);
    desk.file("s/new.md", "new");
    desk.json(&["update", "--yes"]);
    assert!(desk.at("p/skills/custom/one/new.md").exists());
}

#[test]
fn a_skill_that_is_told_of_twice_is_said() {
    let desk = installed();
    let text = desk.read(LOCK);
    let twice = text.replace("\"one\":", "\"one\": { \"source\": \"x\" },\n    \"one\":");
    desk.file(LOCK, &twice);
    let (code, words) = told(&desk, &["verify"]);
    let said = format!(
        "{} tells of one twice; the last one counts",
        desk.path(LOCK)
    );
    assert!(words.contains(&said), "{words}");
    assert_eq!(code, Some(0));
    fs::write(desk.at(LOCK), text).unwrap();
    assert_eq!(told(&desk, &["verify"]), (Some(0), String::new()));
}
