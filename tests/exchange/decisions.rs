//! An update on the command line: what changes is read before it is done, and conflicts are decided.

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const AREA: &str = "p/skills/custom";

/// Two skills, each with two conflicts and a change at its source.
fn desk() -> Desk {
    let desk = Desk::new();
    for name in ["one", "two"] {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
        for file in ["a.md", "b.md", "c.md"] {
            desk.file(&format!("s/{name}/{file}"), "old\n");
        }
        let source = desk.path(&format!("s/{name}"));
        let hash = desk.hash(&source);
        desk.json(&["import", &source, "--install", "--expect", &hash]);
        for file in ["a.md", "b.md"] {
            desk.file(&format!("{AREA}/{name}/{file}"), "mine\n");
            desk.file(&format!("s/{name}/{file}"), "theirs\n");
        }
        desk.file(&format!("s/{name}/c.md"), "new\u{200b}\n");
    }
    desk
}

fn files(desk: &Desk) -> Vec<String> {
    let all = ["one/a.md", "one/b.md", "one/c.md", "two/a.md", "two/b.md"];
    all.map(|file| desk.read(&format!("{AREA}/{file}")))
        .to_vec()
}

#[test]
fn what_changes_is_shown_before_it_is_done() {
    let desk = desk();
    let before = tree(&desk.at(AREA));
    let words = desk.words(&["update", "one", "--theirs", "--dry-run"]);
    let shown = "  --- a.md (now)\n  +++ a.md (then)\n  @@ -1,1 +1,1 @@\n  -mine\n  +theirs\n";
    assert!(words.contains(shown), "{words}");
    // Nothing in it is hidden.
    assert!(words.contains("+new‹ZWSP›"), "{words}");
    assert!(!words.contains('\u{200b}'), "{words}");
    let (_, said) = desk.run(&["update", "one", "--dry-run"]);
    let differences = said[0]["differences"].as_array().unwrap();
    let told: Vec<&str> = differences
        .iter()
        .map(|one| one["path"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["c.md", "a.md", "b.md"]);
    let lines = json!([
        "--- a.md (yours)",
        "+++ a.md (theirs)",
        "@@ -1,1 +1,1 @@",
        "-mine",
        "+theirs"
    ]);
    assert_eq!(differences[1]["lines"], lines);
    assert_eq!(differences[1]["more"], 0);
    // Not every line of a long one.
    let long: String = (0..500).map(|at| format!("{at}\n")).collect();
    desk.file("s/one/c.md", long);
    let words = desk.words(&["update", "one", "--dry-run"]);
    assert!(words.contains("more lines"), "{words}");
    assert!(words.lines().count() < 100, "{words}");
    assert_eq!(tree(&desk.at(AREA)), before);
}

#[test]
fn conflicts_are_decided_for_all_for_a_skill_for_a_file() {
    let update = |more: &[&str]| {
        let desk = desk();
        let (code, said) = desk.run(&[&["update", "--yes"], more].concat());
        (code, said, files(&desk))
    };
    let (code, said, found) = update(&["--theirs"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(
        found,
        [
            "theirs\n",
            "theirs\n",
            "new\u{200b}\n",
            "theirs\n",
            "theirs\n"
        ]
    );
    // It is told once what became of what was there, and each skill is named once.
    let desk = self::desk();
    let words = desk.words(&["update", "--yes", "--take", "one=ours"]);
    assert_eq!(words.matches("in the trash").count(), 1, "{words}");
    assert!(words.contains("two: not updated: 2 files are"), "{words}");
    let (code, said, found) = update(&["--ours"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(
        found,
        ["mine\n", "mine\n", "new\u{200b}\n", "mine\n", "mine\n"]
    );
    // The nearer word counts, in whatever order.
    for take in [
        ["--take", "one=theirs", "--take", "one/b.md=ours"],
        ["--take", "one/b.md=ours", "--take", "one=theirs"],
    ] {
        let (code, said, found) = update(&take);
        assert_eq!(code, 1);
        assert_eq!(said[1]["refused"], "conflicts", "{said}");
        assert_eq!(
            found,
            ["theirs\n", "mine\n", "new\u{200b}\n", "mine\n", "mine\n"]
        );
        let (code, _, found) = update(&[&take[..], &["--theirs"]].concat());
        assert_eq!(code, 0);
        assert_eq!(
            found[1..],
            ["mine\n", "new\u{200b}\n", "theirs\n", "theirs\n"]
        );
    }
    // Half of the conflicts of a skill are not enough.
    let (code, said, found) = update(&["--take", "one/a.md=theirs"]);
    assert_eq!((code, &said[0]["conflicts"]), (1, &json!(["b.md"])));
    assert_eq!(found[0], "mine\n");
    // What was decided is kept in mind: those of here are edits, and nothing is outdated.
    let desk = self::desk();
    desk.run(&["update", "--yes", "--ours"]);
    // The same call where there is nothing left to decide is well.
    desk.json(&["update", "--yes", "--take", "one/a.md=ours"]);
    let states = desk.json(&["outdated"]);
    let states: Vec<&Json> = states
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["state"])
        .collect();
    assert_eq!(states, ["edited", "edited"]);
}

#[test]
fn nothing_is_decided_that_was_not_asked_for() {
    let desk = desk();
    let before = tree(&desk.at(AREA));
    // Nobody can be asked here, and nobody said yes.
    let (code, said) = desk.run(&["update", "--theirs"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("not-confirmed")));
    for take in ["three=ours", "one/none.md=ours", "one/SKILL=ours"] {
        let output = desk
            .plain(&["update", "--yes", "--take", take])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{take}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("names no installed skill"), "{words}");
    }
    for wrong in [
        &["--take", "one"][..],
        &["--take", "one=mine"],
        &["--ours", "--theirs"],
    ] {
        let output = desk
            .plain(&[&["update", "--yes"], wrong].concat())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(tree(&desk.at(AREA)), before);
    let (_, said) = desk.run(&["update", "one", "--dry-run"]);
    assert!(
        said[0]["detail"]
            .as_str()
            .unwrap()
            .contains("--take NAME=theirs")
    );
}
