//! Skills that are single files are known as well as those that are folders.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::{gz, skill, tar, zip};

const AREA: &str = "p/.replio/skills";

fn text(first: &str, last: &str) -> String {
    let middle = (0..9).map(|at| format!("line {at}\n"));
    let middle: String = middle.collect();
    format!("---\nname: one\ndescription: Does it. Use it.\n---\n{first}\n{middle}{last}\n")
}

/// The text without its frontmatter, as it is installed.
fn body(first: &str, last: &str) -> String {
    text(first, last).split_off("---\nname: one\ndescription: Does it. Use it.\n---\n".len())
}

fn desk() -> Desk {
    let desk = Desk::new();
    fs::create_dir_all(desk.at(AREA)).unwrap();
    desk.file("s/one/SKILL.md", text("first", "last"));
    desk.file("s/one/more.md", "more");
    install(&desk, &[]);
    desk
}

fn install(desk: &Desk, more: &[&str]) {
    let source = desk.path("s/one");
    let hash = desk.hash(&source);
    let args = ["import", &source, "--install", "--expect", &hash];
    desk.json(&[&args[..], more].concat());
}

fn lock(desk: &Desk) -> Json {
    serde_json::from_str(&desk.read(&format!("{AREA}/skills-lock.json"))).unwrap()
}

#[test]
fn the_lock_has_the_hash_of_a_folder_with_just_this_file() {
    let desk = desk();
    // What the tools that share the lock say of such a folder.
    desk.file("other/one/SKILL.md", body("first", "last"));
    let hash = desk.json(&["import", &desk.path("other/one"), "--host", "nanobot"]);
    let entry = &lock(&desk)["skills"]["one"];
    assert_eq!(entry["computedHash"], hash["skills"][0]["hash"]);
    assert_eq!(entry["source"], desk.path("s/one").as_str());
    assert_eq!(desk.json(&["show", "one"])["lock"], *entry);
    let listed = desk.json(&["list"]);
    assert_eq!(listed["skills"].as_array().unwrap().len(), 1, "{listed}");
}

#[test]
fn it_is_verified_and_updated_with_what_was_changed_here() {
    let desk = desk();
    let file = format!("{AREA}/one.md");
    let told = |state: &str| json!([{ "path": "one.md", "state": state }]);
    let said = desk.json(&["verify"]);
    assert_eq!(
        (&said[0]["state"], &said[0]["files"]),
        (&json!("clean"), &told("same"))
    );
    assert_eq!(said[0]["path"], desk.path(&file).as_str());
    assert_eq!(desk.json(&["outdated"])[0]["state"], "clean");
    // Fields that are not installed change nothing.
    let other = text("first", "last").replace("Does it.", "Does something.");
    desk.file("s/one/SKILL.md", other);
    assert_eq!(desk.json(&["outdated"])[0]["state"], "clean");
    desk.file(&file, body("first, mine", "last"));
    let (_, said) = desk.run(&["verify"]);
    assert_eq!(
        (&said[0]["state"], &said[0]["files"]),
        (&json!("edited"), &told("changed"))
    );
    desk.file("s/one/SKILL.md", text("first", "last, theirs"));
    assert_eq!(desk.json(&["outdated"])[0]["state"], "both");
    let said = desk.json(&["update", "--yes"]);
    assert_eq!(
        said[0]["changes"],
        json!([{ "path": "one.md", "change": "merged" }])
    );
    assert_eq!(desk.read(&file), body("first, mine", "last, theirs"));
    desk.file("s/one/SKILL.md", text("first, theirs", "last, theirs"));
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["conflicts"]), (1, &json!(["one.md"])));
    fs::remove_file(desk.at(&file)).unwrap();
    let (_, said) = desk.run(&["verify"]);
    assert_eq!(said[0]["state"], "missing");
    desk.json(&["update", "--yes"]);
    assert_eq!(desk.read(&file), body("first, theirs", "last, theirs"));
}

#[test]
fn the_lock_goes_along_with_it() {
    let desk = desk();
    desk.json(&["rename", "one", "two"]);
    assert!(desk.at(&format!("{AREA}/two.md")).exists());
    let keys = lock(&desk)["skills"].clone();
    assert_eq!(
        keys.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["two"]
    );
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
    desk.json(&["remove", "two"]);
    assert_eq!(desk.json(&["verify"]), json!([]));
}

#[test]
fn the_same_file_again_is_told_to_be_the_same() {
    let desk = desk();
    let look = || desk.json(&["import", &desk.path("s/one")])["skills"][0]["existing"].clone();
    assert_eq!(
        (&look()["identical"], &look()["files"]),
        (&json!(true), &json!([]))
    );
    desk.file(&format!("{AREA}/one.md"), "mine\n");
    let seen = look();
    assert_eq!(
        (&seen["identical"], &seen["edited"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        seen["files"],
        json!([{ "path": "one.md", "new": "changes" }])
    );
    install(&desk, &["--force"]);
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
}

/// Where only the file name makes the name, that of the folder that was packed counts, not what the
/// archive is called.
#[test]
fn an_archive_is_called_as_its_folder() {
    let desk = desk();
    let text = body("first", "last");
    let rooted = zip(&[("planner/SKILL.md", &text), ("planner/a.md", "a")]);
    let flat = zip(&[("SKILL.md", &text), ("a.md", "a")]);
    let packed = gz(&tar(&[("deep/SKILL.md", &text)]));
    for (file, bytes, name) in [
        ("Downloads/x (1).zip", rooted, "planner"),
        ("planner-v2.zip", flat, "planner-v2"),
        ("x.tar.gz", packed, "deep"),
        (
            "skills/writer/SKILL.md",
            text.clone().into_bytes(),
            "writer",
        ),
        ("skills/writer/notes.md", text.clone().into_bytes(), "notes"),
    ] {
        let source = desk.file(file, bytes);
        let said = desk.json(&["import", &source]);
        let skill = &said["skills"][0];
        assert_eq!(
            (&skill["name"], &skill["folder"]),
            (&json!(name), &json!(format!("{name}.md"))),
            "{file}"
        );
    }
}

/// A link is not a skill of its own: what it leads to is never read for the lock, nor written over.
#[cfg(unix)]
#[test]
fn a_link_in_its_place_is_left() {
    let desk = desk();
    let outside = desk.file("outside.md", body("first", "last"));
    fs::remove_file(desk.at(&format!("{AREA}/one.md"))).unwrap();
    std::os::unix::fs::symlink(&outside, desk.at(&format!("{AREA}/one.md"))).unwrap();
    desk.file("s/one/SKILL.md", text("first", "theirs"));
    let before = tree(&desk.at(""));
    let (code, said) = desk.run(&["verify"]);
    assert_eq!((code, &said[0]["state"]), (1, &json!("edited")), "{said}");
    let files = json!([{ "path": "one.md", "state": "link" }]);
    assert_eq!(said[0]["files"], files);
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("conflicts")));
    let detail = said[0]["detail"].as_str().unwrap();
    assert!(detail.contains("a link stands"), "{detail}");
    assert_eq!(tree(&desk.at("")), before);
}

/// A skill named like another one of a folder host is not mixed up with it.
#[test]
fn a_folder_host_beside_it_has_its_own_lock() {
    let desk = desk();
    desk.file("s/two/SKILL.md", skill("two"));
    let source = desk.path("s/two");
    let hash = desk.hash(&source);
    let args = ["import", &source, "--install", "--expect", &hash];
    desk.json(&[&args[..], &["--host", "agentskills"]].concat());
    assert_eq!(desk.json(&["verify"])[0]["name"], "one");
    assert_eq!(
        desk.json(&["verify", "--host", "agentskills"])[0]["name"],
        "two"
    );
}

/// A folder of single files is a source as any other: what lies in it as the host keeps skills is found.
#[test]
fn single_files_in_a_folder_are_skills_of_it() {
    let desk = Desk::new();
    fs::create_dir_all(desk.at(AREA)).unwrap();
    for (name, text) in [
        ("a.md", "# A\nDo a.\n"),
        ("b.md", "# B\nDo b.\n"),
        ("README.md", "about\n"),
        ("notes.txt", "x"),
        ("docs/c.md", "no skill"),
        (".replio/skills/d.md", "# D\nDo d.\n"),
        ("folder/SKILL.md", &skill("folder")),
        ("folder/beside.md", "a file of it"),
    ] {
        desk.file(&format!("s/{name}"), text);
    }
    let source = desk.path("s");
    let names = |said: &Json| -> Vec<String> {
        let skills = said["skills"].as_array().unwrap().iter();
        skills
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let said = desk.json(&["import", &source]);
    assert_eq!(names(&said), ["folder", "d", "a", "b"]);
    assert_eq!(said["skills"][2]["path"], "a.md");
    assert_eq!(said["skills"][2]["files"], json!(["a.md"]));
    let read = ["import", &source, "--skill", "a", "--read", "a.md"];
    assert_eq!(desk.json(&read)["text"], "# A\nDo a.\n");
    // A host of folders takes none of them.
    let said = desk.json(&["import", &source, "--host", "nanobot"]);
    assert_eq!(names(&said), ["folder"]);
    // Installed, known, brought up to date; by the call that is shown, and by the file's name.
    let said = desk.json(&["import", &source, "--skill", "b.md"]);
    assert_eq!(names(&said), ["b"]);
    let said = desk.json(&["import", &source, "--skill", "a"]);
    let call = said["skills"][0]["install"].as_array().unwrap().iter();
    let call: Vec<&str> = call.skip(1).map(|word| word.as_str().unwrap()).collect();
    let from = call.iter().position(|word| *word == "import").unwrap();
    desk.json(&call[from..]);
    assert_eq!(desk.read(&format!("{AREA}/a.md")), "# A\nDo a.\n");
    assert_eq!(lock(&desk)["skills"]["a"]["skillPath"], "a.md");
    let state = |desk: &Desk| desk.json(&["outdated"])[0]["state"].clone();
    assert_eq!(state(&desk), "clean");
    desk.file("s/a.md", "# A\nDo it.\n");
    assert_eq!(state(&desk), "outdated");
    desk.json(&["update", "--yes"]);
    assert_eq!(desk.read(&format!("{AREA}/a.md")), "# A\nDo it.\n");
    // The same out of an archive with one folder.
    let archive = zip(&[("x/a.md", "# A\nDo it.\n"), ("x/README.md", "about")]);
    desk.file("x.zip", archive);
    let said = desk.json(&["import", &desk.path("x.zip")]);
    assert_eq!(names(&said), ["a"]);
    assert_eq!(said["skills"][0]["existing"]["identical"], true);
}
