//! What cannot be read in a source says nothing about the skills beside it.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use super::desk::Desk;
use super::shapes::skill;

/// Somebody who is not the owner of anything here, where we are the one who may read all.
const NOBODY: u32 = 65_534;

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Opens everything below to everybody.
fn open_up(path: &Path) {
    if path.is_dir() {
        mode(path, 0o777);
        let entries = fs::read_dir(path).unwrap();
        entries.for_each(|entry| open_up(&entry.unwrap().path()));
    } else {
        mode(path, 0o666);
    }
}

/// What is said to somebody for whom permissions count.
fn told(desk: &Desk, locked: &[&str], args: &[&str]) -> (i32, Json) {
    told_of(desk, locked, args, true)
}

/// As [`told`]; `stays`: what is locked has its place still afterwards.
fn told_of(desk: &Desk, locked: &[&str], args: &[&str], stays: bool) -> (i32, Json) {
    open_up(&desk.at(""));
    locked.iter().for_each(|path| mode(&desk.at(path), 0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillkiln"));
    command
        .args(["--project", &desk.path("p"), "--home", &desk.path("home")])
        .args(["--format", "json"])
        .args(args)
        .current_dir(desk.at("p"))
        .env("SKILLKILN_STATE", desk.path("state"))
        .env("SKILLKILN_CONFIG", desk.path("config"));
    if fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0) {
        command.uid(NOBODY);
    }
    let output = command.output().unwrap();
    if stays {
        locked.iter().for_each(|path| mode(&desk.at(path), 0o777));
    }
    let said = serde_json::from_slice(&output.stdout);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let said = said.unwrap_or_else(|_| panic!("{args:?}: {words}"));
    (output.status.code().unwrap(), said)
}

/// Three skills, two of them installed.
fn desk() -> Desk {
    let desk = Desk::new();
    for name in ["greet", "other", "third"] {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
        desk.file(&format!("s/{name}/docs/a.md"), "a");
    }
    let source = desk.path("s");
    let looked = desk.json(&["import", &source]);
    for (at, name) in [(0, "greet"), (1, "other")] {
        let hash = looked["skills"][at]["hash"].as_str().unwrap();
        let args = [
            "import",
            &source,
            "--skill",
            name,
            "--install",
            "--expect",
            hash,
        ];
        desk.json(&args);
    }
    desk
}

#[test]
fn only_the_skill_it_is_in_is_unknown() {
    for locked in [
        "s/other/SKILL.md",
        "s/other/docs/a.md",
        "s/other/docs",
        "s/other",
    ] {
        let desk = desk();
        desk.file("s/greet/docs/a.md", "new");
        let (code, said) = told(&desk, &[locked], &["outdated"]);
        assert_eq!(code, 1, "{locked}: {said}");
        let states = [&said[0]["state"], &said[1]["state"]];
        assert_eq!(states, [&json!("outdated"), &json!("unknown")], "{locked}");
        let reason = said[1]["reason"].as_str().unwrap();
        assert!(reason.contains("permission denied"), "{locked}: {reason}");
        let (code, said) = told(&desk, &[locked], &["update", "greet", "--yes"]);
        assert_eq!((code, &said[0]["updated"]), (0, &json!(true)), "{locked}");
        // The one that is not known stays as it is.
        let (code, said) = told(&desk, &[locked], &["update", "other", "--yes"]);
        assert_eq!((code, &said[0]["updated"]), (1, &json!(false)), "{locked}");
        assert_eq!(desk.read("p/skills/custom/other/docs/a.md"), "a");
    }
}

#[test]
fn a_look_tells_it_and_takes_the_others() {
    let desk = desk();
    let source = desk.path("s");
    for locked in ["s/third/SKILL.md", "s/third/docs"] {
        let (code, said) = told(&desk, &[locked], &["import", &source]);
        assert_eq!((code, said["skills"].as_array().unwrap().len()), (0, 2));
        let invalid = &said["invalid"][0];
        assert_eq!(
            (&invalid["path"], &invalid["reason"]),
            (&json!("third"), &json!("unreadable")),
            "{locked}"
        );
        let one = [
            "import",
            &source,
            "--skill",
            "third",
            "--install",
            "--expect",
            "0",
        ];
        let (code, said) = told(&desk, &[locked], &one);
        assert_eq!(code, 1, "{said}");
        assert!(
            said["detail"]
                .as_str()
                .unwrap()
                .contains("permission denied"),
            "{said}"
        );
    }
    // A folder that may hold any number of them.
    let (code, said) = told(&desk, &["s/third"], &["import", &source]);
    assert_eq!((code, said["skills"].as_array().unwrap().len()), (0, 2));
    let over = &said["passed_over"][0];
    assert_eq!(
        (&over["path"], &over["reason"]),
        (&json!("third"), &json!("unreadable"))
    );
    // Nothing of the source can be read.
    let (code, said) = told(&desk, &["s"], &["import", &source]);
    assert_eq!((code, &said["refused"]), (1, &json!("unreadable")));
}

/// Whether a file in it can be read or not, a skill that comes back from the trash has its line again.
#[test]
fn a_skill_that_comes_back_has_its_line_again() {
    let desk = desk();
    let lock = || desk.read("p/skills/custom/skills-lock.json");
    let before = lock();
    let locked = "p/skills/custom/other/docs/a.md";
    let (code, said) = told_of(&desk, &[locked], &["remove", "other"], false);
    assert_eq!(code, 0, "{said}");
    assert!(!lock().contains("other"));
    let mut trash = fs::read_dir(desk.at("state/trash")).unwrap();
    let id = trash.next().unwrap().unwrap().file_name();
    let locked = format!("state/trash/{}/item/docs/a.md", id.to_str().unwrap());
    // It comes back as it went there; what is made readable again afterwards is where it came from.
    let (code, said) = told_of(&desk, &[&locked], &["undo", "--yes"], false);
    assert_eq!(code, 0, "{said}");
    assert_eq!(lock(), before);
}

/// What is done while the lock cannot follow is no success.
#[test]
fn a_lock_that_cannot_follow_is_a_failure() {
    let desk = desk();
    let lock = desk.at("p/skills/custom/skills-lock.json");
    // What the lock still tells of is there again then, so that it has nothing to follow.
    let lifted = |call: &[&str]| {
        mode(&lock, 0o644);
        desk.json(call);
        mode(&lock, 0o444);
    };
    mode(&lock, 0o444);
    for call in [&["remove", "other"][..], &["undo", "--yes"]] {
        if call[0] == "undo" {
            lifted(&["undo", "--yes"]);
            lifted(&["remove", "other"]);
        }
        let output = desk.command(call).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("was not told of it"), "{call:?}: {words}");
        assert_eq!(output.status.code(), Some(1), "{call:?}");
    }
}
