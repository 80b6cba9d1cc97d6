//! What a look into a source tells before anything is written.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::{skill, zip};

const AREA: &str = "p/skills/custom";

fn looked(desk: &Desk, source: &str) -> Json {
    desk.json(&["import", &desk.path(source)])
}

#[test]
fn what_has_the_name_but_for_letter_case_is_told_and_refused() {
    let desk = Desk::new();
    desk.file(&format!("{AREA}/Notes/SKILL.md"), skill("Notes"));
    for (folder, name) in [
        ("a", "notes"),
        ("b", "other"),
        ("c", "Other"),
        ("d", "well"),
    ] {
        desk.file(&format!("s/{folder}/SKILL.md"), skill(name));
    }
    let said = looked(&desk, "s");
    let skills = said["skills"].as_array().unwrap();
    let clashes: Vec<&Json> = skills
        .iter()
        .map(|skill| &skill["case_collision"])
        .collect();
    let here = desk.path(&format!("{AREA}/Notes"));
    let (here, b, c) = (
        json!({ "path": here, "here": true }),
        json!({ "path": "b", "here": false }),
        json!({ "path": "c", "here": false }),
    );
    assert_eq!(clashes, [&here, &c, &b, &Json::Null]);
    let told = desk.words(&["import", &desk.path("s")]);
    assert_eq!(told.matches("letter case").count(), 3, "{told}");
    // There is no call for what cannot be done.
    assert_eq!(skills[0]["install"], Json::Null);
    let before = tree(&desk.at("p"));
    let hash = skills[0]["hash"].as_str().unwrap();
    let args = ["import", &desk.path("s"), "--skill", "notes", "--force"];
    let refused = desk.refused(&[&args[..], &["--install", "--expect", hash]].concat());
    assert_eq!(
        (refused.as_str(), tree(&desk.at("p"))),
        ("case-collision", before)
    );
}

#[test]
fn a_collision_is_told_file_by_file_with_what_was_changed_here() {
    let desk = Desk::new();
    for (path, text) in [("same.md", "same"), ("old.md", "old"), ("a.md", "a")] {
        desk.file(&format!("s/{path}"), text);
    }
    desk.file("s/SKILL.md", skill("one"));
    let hash = desk.hash(&desk.path("s"));
    desk.json(&["import", &desk.path("s"), "--install", "--expect", &hash]);
    let existing = || looked(&desk, "s")["skills"][0]["existing"].clone();
    let first = existing();
    assert_eq!(
        (&first["identical"], &first["edited"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(first["files"], json!([]));
    desk.file(&format!("{AREA}/one/a.md"), "mine");
    desk.file("s/new.md", "new");
    fs::remove_file(desk.at("s/old.md")).unwrap();
    let second = existing();
    assert_eq!(
        (&second["in_place"], &second["edited"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        second["files"],
        json!([
            { "path": "a.md", "new": "changes" },
            { "path": "new.md", "new": "adds" },
            { "path": "old.md", "new": "lacks" },
        ])
    );
    let told = desk.words(&["import", &desk.path("s")]);
    for line in [
        "in its place",
        "it was changed here after it had been installed",
        "the new one changes a.md",
        "the new one adds    new.md",
        "the new one lacks   old.md",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

/// The call that is told does what it says, whatever the names are.
#[cfg(unix)]
#[test]
fn the_call_that_installs_one_of_several_is_told_and_works() {
    let desk = Desk::new();
    desk.file("the source/it's/SKILL.md", skill("pdf"));
    desk.file("the source/pdf/SKILL.md", skill("other"));
    desk.file(&format!("{AREA}/other/SKILL.md"), skill("other") + "mine\n");
    let told = desk.words(&["import", &desk.path("the source")]);
    let calls: Vec<&str> = told
        .lines()
        .filter_map(|line| line.trim().strip_prefix("skillkiln "))
        .collect();
    assert_eq!(calls.len(), 2, "{told}");
    assert!(
        calls[1].ends_with("--force") && !calls[0].ends_with("--force"),
        "{told}"
    );
    for call in calls {
        let line = format!("'{}' {call}", env!("CARGO_BIN_EXE_skillkiln"));
        let done = std::process::Command::new("sh")
            .args(["-c", &line])
            .current_dir(desk.at("p"))
            .env("SKILLKILN_STATE", desk.path("state"))
            .env("SKILLKILN_CONFIG", desk.path("config"))
            .output()
            .unwrap();
        assert!(done.status.success(), "{line}: {done:?}");
    }
    assert_eq!(desk.read(&format!("{AREA}/pdf/SKILL.md")), skill("pdf"));
    assert_eq!(desk.read(&format!("{AREA}/other/SKILL.md")), skill("other"));
}

/// What is no archive and no text is refused for what it is; a name does not make an archive.
#[test]
fn rubbish_is_refused_by_what_it_holds_and_is_called() {
    let desk = Desk::new();
    let text = skill("one");
    let binary = b"\x7fELF\x02\0\0\0 rubbish \0\xff\xfe".as_slice();
    let html = "<!DOCTYPE html>\n<title>404</title>\n";
    for (name, bytes, code) in [
        ("a.zip", b"rubbish".as_slice(), "not-an-archive"),
        ("a.ZIP", text.as_bytes(), "not-an-archive"),
        ("a.tar.gz", html.as_bytes(), "not-an-archive"),
        ("a.skill", b"", "not-an-archive"),
        ("a", binary, "not-an-archive"),
        ("SKILL.md", binary, "not-an-archive"),
        ("page.md", html.as_bytes(), "skill_not_found"),
        ("empty.zip", &zip(&[]), "skill_not_found"),
    ] {
        let file = desk.file(&format!("from/{name}"), bytes);
        assert_eq!(desk.refused(&["import", &file]), code, "{name}");
    }
    // What is one is taken under any name.
    for name in ["one.md", "one", "one.txt"] {
        let file = desk.file(&format!("from/{name}"), &text);
        assert_eq!(desk.json(&["import", &file])["skills"][0]["name"], "one");
    }
    let file = desk.file("from/one.dat", zip(&[("one/SKILL.md", &text)]));
    assert_eq!(desk.json(&["import", &file])["skills"][0]["name"], "one");
}

/// A look that finds nothing is a failure, and says what is wrong with each thing that was found.
#[test]
fn nothing_to_install_is_told_with_the_reason() {
    let desk = Desk::new();
    desk.file("s/bad/SKILL.md", "no frontmatter");
    desk.file("s/good/SKILL.md", skill("good"));
    let source = desk.path("s");
    assert_eq!(looked(&desk, "s")["skills"].as_array().unwrap().len(), 1);
    let (code, said) = desk.run(&["import", &source, "--skill", "none"]);
    assert_eq!((code, &said["refused"]), (1, &json!("skill_not_found")));
    let detail = said["detail"].as_str().unwrap();
    assert!(detail.contains("; it has good"), "{detail}");
    let (code, said) = desk.run(&["import", &desk.path("s/bad")]);
    assert_eq!((code, &said["refused"]), (1, &json!("skill_not_found")));
    assert_eq!(said["invalid"][0]["reason"], "no-frontmatter");
    let output = desk
        .plain(&["import", &desk.path("s/bad")])
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("does not start with ---"), "{words}");
    fs::create_dir(desk.at("empty")).unwrap();
    assert_eq!(
        desk.refused(&["import", &desk.path("empty")]),
        "skill_not_found"
    );
}

/// A host that would hold something else than the file says, or would not look there, says so before.
#[test]
fn what_hosts_make_of_it_is_told_in_the_words_of_the_table() {
    let desk = Desk::new();
    desk.file("p/skills/custom/mine/SKILL.md", skill("mine"));
    desk.file("p/.claude/skills/x/SKILL.md", skill("x"));
    let text = "---\nname: one\ndescription: Keeps notes. # short\n---\nBody\n";
    desk.file("s/SKILL.md", text);
    let told = |host: &[&str], id: &str| {
        let said = desk.json(&[&["import", &desk.path("s")], host].concat());
        let all = said["skills"][0]["hosts"].as_array().unwrap().iter();
        let mut all = all.filter(|told| told["host"] == id);
        let told = all.next().unwrap_or_else(|| panic!("{id}: {said}"));
        (told["state"].clone(), told["loaded"].clone())
    };
    assert_eq!(told(&[], "agentworks"), (json!("loaded"), json!(true)));
    assert_eq!(
        told(&[], "claude-code"),
        (json!("not-looked-for"), json!(false))
    );
    let minibot = ["--host", "minibot"];
    assert_eq!(told(&minibot, "minibot"), (json!("altered"), json!(true)));
    let words = desk.words(&["import", &desk.path("s"), "--host", "minibot"]);
    assert!(
        words.contains("minibot loads it and alters it: description is held as"),
        "{words}"
    );
    // Said once, with what would become of it.
    let words = desk.words(&["import", &desk.path("s")]);
    assert!(
        words.contains("claude-code does not look there: would load"),
        "{words}"
    );
    // Where each skill is one file it is judged as that file.
    assert_eq!(
        told(&["--host", "replio"], "replio"),
        (json!("loaded"), json!(true))
    );
}

/// Every file can be read before it is installed, and what hides in it is shown.
#[test]
fn a_file_is_read_before_it_is_installed() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/scripts/run.sh", "echo \u{1b}[2Jhi\u{200b}\n");
    desk.file("s/logo.png", b"\x89PNG\0\0");
    let source = desk.path("s");
    let read = |file: &str| {
        desk.plain(&["import", &source, "--read", file])
            .output()
            .unwrap()
    };
    let words = String::from_utf8(read("scripts/run.sh").stdout).unwrap();
    assert!(
        words.starts_with("echo ") && words.contains("[2Jhi"),
        "{words:?}"
    );
    assert!(!words.contains(['\u{1b}', '\u{200b}']), "{words:?}");
    let said = desk.json(&["import", &source, "--read", "./scripts/run.sh"]);
    assert_eq!(said["text"], "echo \u{1b}[2Jhi\u{200b}\n");
    assert_eq!(read("logo.png").status.code(), Some(1));
    let none = read("none.md");
    assert_eq!(none.status.code(), Some(2));
    let words = String::from_utf8(none.stderr).unwrap();
    assert!(
        words.contains("it has SKILL.md, logo.png, scripts/run.sh"),
        "{words}"
    );
    assert_eq!(tree(&desk.at("p")), []);
}
