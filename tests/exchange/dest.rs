//! Skills that were installed in another folder of the host than its write area.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const HOST: [&str; 2] = ["--host", "minibot"];
const OTHER: &str = ".agents/skills";

fn call(desk: &Desk, args: &[&str]) -> (i32, Json) {
    desk.run(&[args, &HOST].concat())
}

fn said(desk: &Desk, args: &[&str]) -> (Option<i32>, String) {
    let output = desk.plain(&[args, &HOST].concat()).output().unwrap();
    let words = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(words).unwrap())
}

fn install(desk: &Desk, name: &str, more: &[&str]) {
    let source = desk.path(&format!("s/{name}"));
    let looked = desk.json(&[&["import", &source], &HOST[..], more].concat());
    let hash = looked["skills"][0]["hash"].as_str().unwrap();
    let args = ["import", &source, "--install", "--expect", hash];
    let (code, told) = call(desk, &[&args[..], more].concat());
    assert_eq!(code, 0, "{told}");
}

/// `mine` in the write area, `other` in another folder of the host.
fn desk() -> Desk {
    let desk = Desk::new();
    for name in ["mine", "other"] {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
    }
    install(&desk, "mine", &[]);
    install(&desk, "other", &["--dest", OTHER]);
    desk
}

fn states(list: &Json) -> Vec<(&str, &str)> {
    let list = list.as_array().unwrap().iter();
    list.map(|item| {
        let word = |key: &str| item[key].as_str().unwrap();
        (word("name"), word("state"))
    })
    .collect()
}

#[test]
fn every_lock_of_the_host_is_seen() {
    let desk = desk();
    let (code, found) = call(&desk, &["verify"]);
    assert_eq!(
        (code, states(&found)),
        (0, vec![("mine", "clean"), ("other", "clean")])
    );
    assert_eq!(
        found[1]["lock_file"],
        desk.path(&format!("p/{OTHER}/skills-lock.json"))
    );
    let words = said(&desk, &["verify"]).1;
    assert!(
        words.contains(&format!(
            "other: clean (from {}, in {OTHER})",
            desk.path("s/other")
        )),
        "{words}"
    );
    desk.file("s/other/new.md", "new");
    let (code, found) = call(&desk, &["outdated"]);
    assert_eq!(
        (code, states(&found)),
        (0, vec![("mine", "clean"), ("other", "outdated")])
    );
    let (_, found) = call(&desk, &["verify", "--dest", OTHER]);
    assert_eq!(states(&found), [("other", "clean")]);
    desk.file(&format!("p/{OTHER}/other/SKILL.md"), "mine");
    let (code, found) = call(&desk, &["verify"]);
    assert_eq!((code, states(&found)[1]), (1, ("other", "edited")));
    assert_eq!(
        call(&desk, &["verify", "--dest", "x"]).1["refused"],
        "bad-dest"
    );
}

/// The leave to write in another folder was given for one call: an update needs it again.
#[test]
fn an_update_there_needs_the_folder_to_be_named() {
    let desk = desk();
    desk.file("s/other/new.md", "new");
    desk.file("s/mine/new.md", "new");
    let before = tree(&desk.at(&format!("p/{OTHER}")));
    let (code, found) = call(&desk, &["update", "--yes"]);
    assert_eq!(code, 1, "{found}");
    assert_eq!(
        (
            &found[0]["updated"],
            &found[1]["updated"],
            &found[1]["refused"]
        ),
        (&json!(true), &json!(false), &json!("outside-write-area"))
    );
    assert_eq!(tree(&desk.at(&format!("p/{OTHER}"))), before);
    let (_, words) = said(&desk, &["update", "other", "--dry-run"]);
    let way = format!("`update other --dest {OTHER}`");
    assert!(words.contains(&way), "{words}");
    let (code, found) = call(&desk, &["update", "other", "--yes", "--dest", OTHER]);
    assert_eq!((code, &found[0]["updated"]), (0, &json!(true)));
    assert_eq!(desk.read(&format!("p/{OTHER}/other/new.md")), "new");
    assert_eq!(call(&desk, &["outdated"]).0, 0);
    let (code, found) = call(&desk, &["update", "--yes"]);
    assert_eq!(code, 0, "{found}");
}

#[test]
fn it_is_removed_where_the_folder_is_named() {
    let desk = desk();
    desk.file(&format!("p/{OTHER}/own/SKILL.md"), skill("own"));
    let (code, words) = said(&desk, &["remove", "other"]);
    assert_eq!(code, Some(1));
    let way = format!("`remove other --dest {OTHER}`");
    assert!(words.contains(&way), "{words}");
    // Nobody installed this one: it is not ours to remove.
    let (code, words) = said(&desk, &["remove", "own", "--dest", OTHER]);
    assert_eq!(code, Some(1), "{words}");
    assert!(desk.at(&format!("p/{OTHER}/own")).exists());
    assert_eq!(said(&desk, &["remove", "none", "--dest", OTHER]).0, Some(2));
    assert_eq!(said(&desk, &["remove", "mine", "--dest", OTHER]).0, Some(2));
    let (code, _) = call(&desk, &["remove", "other", "--dest", OTHER]);
    assert_eq!(
        (code, desk.at(&format!("p/{OTHER}/other")).exists()),
        (0, false)
    );
    assert_eq!(states(&call(&desk, &["verify"]).1), [("mine", "clean")]);
}

/// A lock elsewhere that cannot be read keeps nobody from the skills of the write area.
#[test]
fn a_broken_lock_elsewhere_is_told_and_no_more() {
    let desk = desk();
    let lock = format!("p/{OTHER}/skills-lock.json");
    desk.file(&lock, "{ broken");
    desk.file("s/mine/new.md", "new");
    for args in [&["verify"][..], &["outdated"], &["update", "--yes"]] {
        let (code, words) = said(&desk, args);
        assert_eq!(code, Some(1), "{args:?}");
        assert!(words.contains("mine: "), "{args:?}: {words}");
        assert!(words.contains(&desk.path(&lock)), "{args:?}: {words}");
    }
    assert!(desk.at("home/.minibot/skills/mine/new.md").exists());
    assert_eq!(desk.read(&lock), "{ broken");
}

/// What a lock is not told of is said and is no success, for it then tells of a skill that is not there.
#[test]
fn a_lock_that_cannot_be_told_is_named() {
    let desk = desk();
    let lock = "home/.minibot/skills/skills-lock.json";
    for broken in ["{ broken", "[]"] {
        desk.file(lock, broken);
        let (code, words) = said(&desk, &["remove", "mine"]);
        assert_eq!(code, Some(1), "{words}");
        assert!(words.contains(&desk.path(lock)), "{words}");
        assert_eq!(desk.read(lock), broken);
        fs::create_dir_all(desk.at("home/.minibot/skills/mine")).unwrap();
        desk.file("home/.minibot/skills/mine/SKILL.md", skill("mine"));
    }
}
