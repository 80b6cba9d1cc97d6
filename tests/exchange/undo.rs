//! `undo` takes back what was done last, after it was shown, and nothing else.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, journal, tree};
use super::shapes::skill;

const HERE: &str = "p/skills/custom/one";

fn install(desk: &Desk) {
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--force", "--expect", &hash]);
}

fn installed() -> Desk {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk);
    desk
}

/// What is there, but for the lock, which keeps its file.
fn there(desk: &Desk) -> Vec<(String, String)> {
    let mut all = tree(&desk.at("p"));
    all.extend(tree(&desk.at("home")));
    all
}

#[test]
fn whatever_was_done_is_taken_back() {
    let to = ["deploy", "one", "--to", "agentskills:user", "--yes"];
    let done: [(&str, &[&str]); 6] = [
        ("trashed", &to),
        ("swapped", &["update", "--yes"]),
        ("restored", &["remove", "one"]),
        ("renamed", &["rename", "one", "two"]),
        ("trashed", &["duplicate", "one", "two"]),
        ("trashed", &["new", "two"]),
    ];
    for (what, call) in done {
        let desk = installed();
        desk.file("s/new.md", "new");
        let before = there(&desk);
        desk.json(call);
        assert_ne!(there(&desk), before, "{call:?}");
        let said = desk.json(&["undo", "--yes"]);
        assert_eq!(said["undone"][0]["what"], what, "{call:?}: {said}");
        assert_eq!(said["changed"], json!([]));
        assert_eq!(there(&desk), before, "{call:?}");
        // And what was before that, which is the import.
        let said = desk.json(&["undo", "--yes"]);
        assert_eq!(said["undone"][0]["path"], desk.path(HERE), "{call:?}");
        assert!(!desk.at(HERE).exists());
        assert_eq!(desk.json(&["verify"]), json!([]));
        assert_eq!(desk.refused(&["undo", "--yes"]), "nothing-to-undo");
    }
}

#[test]
fn it_is_shown_first_and_done_when_that_is_agreed_to() {
    let desk = installed();
    desk.file("s/new.md", "new");
    desk.json(&["update", "--yes"]);
    let before = there(&desk);
    let (code, said) = desk.run(&["undo"]);
    assert_eq!((code, &said["refused"]), (1, &json!("not-confirmed")));
    let would = json!([{ "what": "swapped", "path": desk.path(HERE) }]);
    assert_eq!(said["would"], would);
    let output = desk.plain(&["undo"]).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("is what it was before"), "{words}");
    assert_eq!(there(&desk), before);
    // What somebody worked on since goes to the trash only when that is said.
    desk.file(&format!("{HERE}/mine.md"), "mine");
    let before = there(&desk);
    let (code, said) = desk.run(&["undo", "--yes"]);
    assert_eq!((code, &said["refused"]), (1, &json!("changed-since")));
    assert_eq!(said["changed"], json!([desk.path(HERE)]));
    assert_eq!(there(&desk), before);
    desk.json(&["undo", "--yes", "--force"]);
    assert!(!desk.at(&format!("{HERE}/mine.md")).exists());
    let trash = tree(&desk.at("state/trash"));
    assert!(
        trash.iter().any(|(path, _)| path.ends_with("item/mine.md")),
        "{trash:?}"
    );
    let words = desk.words(&["undo", "--yes"]);
    assert!(words.contains("is in the trash"), "{words}");
}

#[test]
fn several_that_were_done_at_once_are_taken_back_at_once() {
    let desk = Desk::new();
    for name in ["one", "two"] {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
        let source = desk.path("s");
        let looked = desk.json(&["import", &source, "--skill", name]);
        let hash = looked["skills"][0]["hash"].as_str().unwrap();
        desk.json(&[
            "import",
            &source,
            "--skill",
            name,
            "--install",
            "--expect",
            hash,
        ]);
        desk.file(&format!("s/{name}/new.md"), "new");
    }
    let before = there(&desk);
    desk.json(&["update", "--yes"]);
    let said = desk.json(&["undo", "--yes"]);
    assert_eq!(said["undone"].as_array().unwrap().len(), 2);
    assert_eq!(there(&desk), before);
}

#[test]
fn it_is_of_the_host_that_it_was_done_for() {
    let desk = installed();
    let (code, said) = desk.run(&["undo", "--yes", "--host", "codex"]);
    assert_eq!((code, &said["refused"]), (1, &json!("nothing-to-undo")));
    let detail = said["detail"].as_str().unwrap();
    assert!(detail.contains("--host agentworks"), "{detail}");
    assert!(desk.at(HERE).exists());
}

/// Puts the notes back as they were before, with the last of them under way: as a program leaves them that
/// dies on the way.
fn broken_off(desk: &Desk, notes: &[u8]) {
    let mut notes: Json = serde_json::from_slice(notes).unwrap();
    notes.as_array_mut().unwrap().last_mut().unwrap()["under_way"] = json!(true);
    fs::write(journal(desk), notes.to_string()).unwrap();
}

/// A program that died between what it did and its note of it is gone on with.
#[test]
fn an_undo_that_was_broken_off_is_ended_by_the_next() {
    // It is in the trash.
    let desk = installed();
    let notes = fs::read(journal(&desk)).unwrap();
    desk.json(&["undo", "--yes"]);
    broken_off(&desk, &notes);
    let said = desk.json(&["undo", "--yes"]);
    assert_eq!(said["undone"][0]["what"], "trashed");
    assert_eq!(desk.refused(&["undo", "--yes"]), "nothing-to-undo");
    // It is back.
    let desk = installed();
    let before = there(&desk);
    desk.json(&["remove", "one"]);
    let notes = fs::read(journal(&desk)).unwrap();
    desk.json(&["undo", "--yes"]);
    broken_off(&desk, &notes);
    let said = desk.json(&["undo", "--yes"]);
    assert_eq!(said["undone"][0]["what"], "restored");
    assert_eq!(there(&desk), before);
    // Of an update: both are in the trash; and what was before is back.
    for done in [false, true] {
        let desk = installed();
        let before = there(&desk);
        desk.file("s/new.md", "new");
        desk.json(&["update", "--yes"]);
        let notes = fs::read(journal(&desk)).unwrap();
        match done {
            true => desk.json(&["undo", "--yes"]),
            false => desk.json(&["remove", "one"]),
        };
        assert_eq!(desk.at(HERE).exists(), done);
        broken_off(&desk, &notes);
        let said = desk.json(&["undo", "--yes"]);
        assert_eq!(said["undone"][0]["what"], "swapped", "{said}");
        assert_eq!(there(&desk), before);
        let trash = tree(&desk.at("state/trash"));
        let kept = trash.iter().any(|(path, _)| path.ends_with("item/new.md"));
        assert!(kept, "{trash:?}");
        let said = desk.json(&["undo", "--yes"]);
        assert_eq!(said["undone"][0]["what"], "trashed", "the import");
    }
}

/// Where nobody died, what is gone is not taken for what was done.
#[test]
fn what_somebody_took_away_is_not_taken_for_an_undo() {
    let desk = installed();
    desk.json(&["remove", "one"]);
    let notes = fs::read(journal(&desk)).unwrap();
    let all: Json = serde_json::from_slice(&notes).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 2);
    let first = json!([all[0]]);
    fs::write(journal(&desk), first.to_string()).unwrap();
    assert_eq!(desk.refused(&["undo", "--yes"]), "not-undone");
}

/// A program that died before the lock was told of it: the next tells it, and what takes it back later
/// finds the line of what it brings back.
#[test]
fn a_lock_that_was_not_told_of_an_undo_is_told_by_the_next() {
    let lock = |desk: &Desk| desk.at("p/skills/custom/skills-lock.json");
    let dies = |desk: &Desk| {
        let lines = fs::read(lock(desk)).unwrap();
        desk.json(&["undo", "--yes"]);
        fs::write(lock(desk), lines).unwrap();
        let mut notes: Json = serde_json::from_slice(&fs::read(journal(desk)).unwrap()).unwrap();
        let notes = notes.as_array_mut().unwrap();
        assert!(notes.iter().all(|note| note["untold"] == Json::Null));
        let last = notes.iter_mut().find(|note| note["undone"] == true);
        last.unwrap()["untold"] = json!(true);
        fs::write(journal(desk), json!(notes).to_string()).unwrap();
    };
    // Of an update.
    let desk = installed();
    let before = there(&desk);
    desk.file("s/new.md", "new");
    desk.json(&["update", "--yes"]);
    dies(&desk);
    assert_ne!(there(&desk), before);
    assert_eq!(desk.run(&["undo"]).1["refused"], "not-confirmed");
    assert_eq!(there(&desk), before);
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
    // Of a removal: the skill is back, and its source is known again.
    let desk = installed();
    let before = there(&desk);
    desk.json(&["remove", "one"]);
    dies(&desk);
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
    assert_eq!(there(&desk), before);
    // Of a new name, and of an import.
    let desk = installed();
    let before = there(&desk);
    desk.json(&["rename", "one", "two"]);
    dies(&desk);
    desk.run(&["undo"]);
    assert_eq!(there(&desk), before);
    dies(&desk);
    assert_eq!(desk.json(&["verify"]), json!([]));
}
