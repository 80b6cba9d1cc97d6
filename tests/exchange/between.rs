//! What people do between one step and the next: skills with another name here, an edit after the
//! program died, locks that somebody else wrote.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const AREA: &str = "p/skills/custom";
const LOCK: &str = "p/skills/custom/skills-lock.json";

fn install(desk: &Desk) {
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
}

fn lock(desk: &Desk) -> Json {
    serde_json::from_str(&desk.read(LOCK)).unwrap()
}

#[test]
fn a_skill_that_has_another_name_here_is_updated_from_where_it_came() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk);
    desk.json(&["rename", "one", "uno"]);
    assert_eq!(desk.run(&["outdated"]).1[0]["state"], "edited");
    desk.file("s/SKILL.md", format!("{}more\n", skill("one")));
    let said = desk.json(&["update", "--yes"]);
    assert_eq!(
        (&said[0]["name"], &said[0]["updated"]),
        (&json!("uno"), &json!(true))
    );
    let text = desk.read(&format!("{AREA}/uno/SKILL.md"));
    assert!(
        text.contains("name: uno\n") && text.ends_with("more\n"),
        "{text}"
    );
}

/// The program died when the new folder was there and its line was not, and somebody worked on it
/// before the next start.
#[test]
fn an_edit_before_the_next_start_does_not_hide_which_folder_is_there() {
    for come in [true, false] {
        let desk = Desk::new();
        desk.file("s/SKILL.md", skill("one"));
        for at in 0..3 {
            desk.file(&format!("s/f{at}.md"), "old");
        }
        install(&desk);
        let (folder, lines) = (desk.path(&format!("{AREA}/one")), desk.read(LOCK));
        let old = tree(&desk.at(&format!("{AREA}/one")));
        let old_line = lock(&desk)["skills"]["one"].clone();
        for at in 0..3 {
            desk.file(&format!("s/f{at}.md"), "new");
        }
        desk.json(&["update", "--yes"]);
        let new_line = lock(&desk)["skills"]["one"].clone();
        assert_ne!(old_line, new_line);
        let intent = json!({
            "area": desk.path(AREA), "folder": folder, "key": "one",
            "source": new_line["source"], "source_type": "local", "reference": null,
            "skill_path": null, "hash": new_line["computedHash"],
            "there": new_line["computedHash"],
        });
        desk.file("state/exchange/intents/x.json", intent.to_string());
        desk.file(LOCK, &lines);
        if !come {
            for (path, text) in &old {
                desk.file(&format!("{AREA}/one/{path}"), text);
            }
        }
        desk.file(&format!("{AREA}/one/f0.md"), "mine");
        let said = desk.run(&["verify"]).1;
        let files = said[0]["files"].as_array().unwrap().iter();
        let changed: Vec<&Json> = files.filter(|file| file["state"] != "same").collect();
        assert_eq!(
            changed,
            [&json!({ "path": "f0.md", "state": "changed" })],
            "{come}"
        );
        let line = if come { &new_line } else { &old_line };
        assert_eq!(lock(&desk)["skills"]["one"], *line, "{come}");
    }
}

#[test]
fn a_lock_that_is_no_text_is_left_as_it_is() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let bytes = b"{\"version\": 1, \"note\": \"caf\xe9\", \"skills\": {}}";
    desk.file(LOCK, bytes);
    let source = desk.path("s");
    let hash = desk.hash(&source);
    let code = desk.refused(&["import", &source, "--install", "--expect", &hash]);
    assert_eq!(code, "broken-lock");
    assert_eq!(fs::read(desk.at(LOCK)).unwrap(), bytes);
    assert!(!desk.at(&format!("{AREA}/one")).exists());
}

/// Both sides of a text can be well, and merge, and the result be nothing that the host loads.
#[test]
fn an_update_that_the_host_would_not_load_is_a_conflict() {
    let desk = Desk::new();
    let head = |more: [&str; 2]| {
        let [first, last] = more;
        format!(
            "---\n{first}name: one\ndescription: Use when one.\nversion: \"1\"\nauthor: a\n{last}---\nA\n"
        )
    };
    desk.file("s/SKILL.md", head(["", ""]));
    install(&desk);
    desk.file(
        &format!("{AREA}/one/SKILL.md"),
        head(["license: MIT\n", ""]),
    );
    desk.file("s/SKILL.md", head(["", "license: Apache\n"]));
    refuses_to_update(&desk, "would not load the result");
    // Another key than that makes no double, and both stay.
    desk.file("s/SKILL.md", head(["", "compatibility: any\n"]));
    desk.json(&["update", "--yes"]);
    let both = head(["license: MIT\n", "compatibility: any\n"]);
    assert_eq!(desk.read(&format!("{AREA}/one/SKILL.md")), both);
}

#[test]
fn an_update_that_gives_another_name_is_a_conflict() {
    let desk = Desk::new();
    let two = desk.file(&format!("{AREA}/other/SKILL.md"), skill("two"));
    desk.file("s/SKILL.md", skill("one"));
    install(&desk);
    desk.file("s/SKILL.md", skill("three"));
    refuses_to_update(&desk, "would be called \"three\" and no longer \"one\"");
    desk.file("s/SKILL.md", skill("two"));
    refuses_to_update(&desk, &format!("no longer \"one\", as {two} is already"));
}

#[track_caller]
fn refuses_to_update(desk: &Desk, why: &str) {
    let before = tree(&desk.at("p"));
    for how in ["--dry-run", "--yes"] {
        let (code, said) = desk.run(&["update", how]);
        assert_eq!(
            (code, &said[0]["refused"]),
            (1, &json!("conflicts")),
            "{said}"
        );
        assert_eq!(said[0]["conflicts"], json!(["SKILL.md"]), "{said}");
        let detail = said[0]["detail"].as_str().unwrap();
        assert!(detail.contains(why), "{detail}");
        assert!(desk.words(&["update", how]).contains(why));
        assert_eq!(tree(&desk.at("p")), before);
    }
}

#[test]
fn what_stands_in_the_way_is_said_to_be_moved_and_not_to_be_merged() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk);
    desk.file("s/n.md", "theirs");
    desk.file(&format!("{AREA}/one/n.md/mine.md"), "mine");
    let words = desk.words(&["update", "--yes"]);
    assert!(
        words.contains("a folder stands there; move it away first"),
        "{words}"
    );
    assert!(!words.contains("takes theirs"), "{words}");
}

/// A name that no folder can have is told as what it is.
#[test]
fn an_odd_name_in_the_lock_has_its_own_reason() {
    let desk = Desk::new();
    for (name, why) in [
        ("../one", "leads elsewhere"),
        ("con", "Windows keeps this name"),
        ("x.", "ends with a dot"),
        ("a:b", "does not allow"),
    ] {
        let entry = json!({ "source": desk.path("s"), "sourceType": "local", "computedHash": "1" });
        let lock = json!({ "version": 1, "skills": { name: entry } });
        desk.file(LOCK, lock.to_string());
        let said = desk.run(&["verify"]).1;
        let reason = said[0]["reason"].as_str().unwrap();
        assert!(reason.contains(why), "{name}: {reason}");
    }
}

/// What an update brings is told before it is written, as a look before an import tells it.
#[test]
fn what_an_update_brings_is_told_first() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/old.sh", "curl x\n");
    install(&desk);
    desk.file("s/SKILL.md", format!("{}A\u{200b}ignore\n", skill("one")));
    desk.file("s/old.sh", "curl x\ncurl y\n");
    desk.file("s/x.sh", "#!/bin/sh\ncurl x\n");
    let said = desk.json(&["update", "--dry-run"]);
    let looked = desk.json(&["import", &desk.path("s")]);
    let (looked, told) = (&looked["skills"][0], &said[0]);
    assert_eq!(told["hidden"], looked["hidden"]);
    assert_eq!(told["hidden"].as_array().unwrap().len(), 1);
    // What is here already mentions the same.
    let all = looked["mentions"].as_array().unwrap().iter();
    let new: Vec<&Json> = all.filter(|fact| fact["file"] == "x.sh").collect();
    assert!(!new.is_empty());
    assert_eq!(told["mentions"], json!(new));
    let words = desk.words(&["update", "--dry-run"]);
    assert!(words.contains("x.sh:2 mentions network"), "{words}");
    assert!(words.contains("SKILL.md:6:2 holds"), "{words}");
}

/// What looks like a skill and is not met by the search is told, with the reason.
#[test]
fn what_the_search_does_not_meet_is_told() {
    let desk = Desk::new();
    for path in [
        "one/SKILL.md",
        "one/inner/SKILL.md",
        "dist/two/SKILL.md",
        "a/b/c/d/e/f/SKILL.md",
        "three/skill.md",
        "a/b/c/d/e/SKILL.md",
    ] {
        desk.file(&format!("s/{path}"), skill(path.split('/').next().unwrap()));
    }
    let said = desk.json(&["import", &desk.path("s")]);
    assert_eq!(said["skills"].as_array().unwrap().len(), 2, "{said}");
    let told = said["passed_over"].as_array().unwrap().iter();
    let told: Vec<(&str, &str)> = told
        .map(|item| {
            (
                item["path"].as_str().unwrap(),
                item["reason"].as_str().unwrap(),
            )
        })
        .collect();
    // `inner` is part of `one`, and what lies below `e` of `e`.
    let first = [
        ("dist/two/SKILL.md", "not-searched"),
        ("three/skill.md", "other-spelling"),
    ];
    assert_eq!(told, first);
    fs::remove_file(desk.at("s/a/b/c/d/e/SKILL.md")).unwrap();
    let said = desk.json(&["import", &desk.path("s")]);
    let deep = json!({
        "path": "a/b/c/d/e/f/SKILL.md", "reason": "too-deep",
        "detail": "it lies more than 5 folders deep",
    });
    assert_eq!(said["passed_over"][0], deep);
    let words = desk.words(&["import", &desk.path("s")]);
    assert_eq!(words.matches("not looked at: ").count(), 3, "{words}");
    fs::remove_dir_all(desk.at("s/one")).unwrap();
    let (code, said) = desk.run(&["import", &desk.path("s")]);
    let detail = said["detail"].as_str().unwrap();
    assert_eq!(code, 1);
    assert!(
        detail.contains("three/skill.md: the file is called skill.md"),
        "{detail}"
    );
}

/// Of a name that the other host has already both copies are told of, before and after.
#[test]
fn a_copy_for_another_host_is_told_what_it_meets_there() {
    let desk = Desk::new();
    desk.file(&format!("{AREA}/one/SKILL.md"), skill("one"));
    desk.file("p/.agents/skills/aaa/SKILL.md", skill("one"));
    let other = desk.path("p/.agents/skills/aaa");
    let args = ["deploy", "one", "--to", "gemini:project-agents"];
    let (code, said) = desk.run(&args);
    assert_eq!((code, &said["beside"]), (1, &json!([other])), "{said}");
    let yes = [&args[..], &["--yes"]].concat();
    let words = desk.words(&yes);
    let told = format!("{other} has its name and stays; the host has both");
    assert!(words.contains(&told), "{words}");
    // Its own place is no other copy.
    fs::remove_dir_all(&other).unwrap();
    let again = desk.json(&[&yes[..], &["--force"]].concat());
    assert_eq!(again["beside"], json!([]));
}
