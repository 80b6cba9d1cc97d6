//! A link of one's own in an installed skill is told as one, and no update takes its place.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use super::desk::Desk;
use super::shapes::skill;

const AREA: &str = "p/skills/custom";

/// A skill whose file and whose folder are links to what lies elsewhere, with a link of one's own beside.
fn linked() -> Desk {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/docs/a.md", "a");
    desk.file("s/plain.md", "plain");
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
    let at = |name: &str| desk.at(&format!("{AREA}/one/{name}"));
    let text = format!("{}LOCAL\n", skill("one"));
    symlink(desk.file("o/S.md", text), {
        fs::remove_file(at("SKILL.md")).unwrap();
        at("SKILL.md")
    })
    .unwrap();
    desk.file("o/docs/a.md", "local");
    fs::remove_dir_all(at("docs")).unwrap();
    symlink(desk.at("o/docs"), at("docs")).unwrap();
    symlink(desk.at("o/nothing"), at("own")).unwrap();
    desk
}

#[test]
fn a_link_is_a_state_of_its_own() {
    let desk = linked();
    let (code, said) = desk.run(&["verify"]);
    assert_eq!((code, &said[0]["state"]), (1, &json!("edited")));
    let files = json!([
        { "path": "SKILL.md", "state": "link" },
        { "path": "docs", "state": "link" },
        { "path": "docs/a.md", "state": "link" },
        { "path": "own", "state": "link" },
        { "path": "plain.md", "state": "same" },
    ]);
    assert_eq!(said[0]["files"], files);
    let words = desk.words(&["verify"]);
    let leads = format!("link     SKILL.md -> {}", desk.path("o/S.md"));
    assert!(words.contains(&leads), "{words}");
    assert!(!words.contains("missing"), "{words}");
}

#[test]
fn no_update_takes_the_place_of_a_link() {
    let desk = linked();
    desk.file("s/SKILL.md", format!("{}theirs\n", skill("one")));
    desk.file("s/docs/a.md", "theirs");
    desk.file("s/own", "theirs");
    for how in ["--dry-run", "--theirs"] {
        let (code, said) = desk.run(&["update", "--yes", how]);
        assert_eq!(
            (code, &said[0]["refused"]),
            (1, &json!("conflicts")),
            "{how}"
        );
        assert_eq!(
            said[0]["conflicts"],
            json!(["SKILL.md", "docs/a.md", "own"])
        );
        let reason = said[0]["undecided"][0]["reason"].as_str().unwrap();
        assert_eq!(reason, "a link stands there; move it away first");
        let link = fs::read_link(desk.at(&format!("{AREA}/one/SKILL.md")));
        assert_eq!(link.unwrap(), desk.at("o/S.md"));
    }
    let words = desk.words(&["update", "--dry-run"]);
    assert!(words.contains("--- SKILL.md (yours: a link)"), "{words}");
    // Kept, they stay, and what else changed comes.
    desk.file("s/plain.md", "new");
    let said = desk.json(&["update", "--yes", "--ours"]);
    assert_eq!(said[0]["updated"], true);
    assert_eq!(desk.read(&format!("{AREA}/one/plain.md")), "new");
    let link = |name: &str| fs::read_link(desk.at(&format!("{AREA}/one/{name}"))).unwrap();
    assert_eq!(link("SKILL.md"), desk.at("o/S.md"));
    assert_eq!(link("docs"), desk.at("o/docs"));
    assert_eq!(link("own"), desk.at("o/nothing"));
}

/// A link in the folder to a file in it is that file.
#[test]
fn a_link_to_a_file_of_the_skill_is_that_file() {
    let desk = linked();
    let at = |name: &str| desk.at(&format!("{AREA}/one/{name}"));
    for name in ["SKILL.md", "docs", "own"] {
        fs::remove_file(at(name)).unwrap();
    }
    desk.file(&format!("{AREA}/one/docs/a.md"), "a");
    desk.file(&format!("{AREA}/one/text.md"), skill("one"));
    symlink("text.md", at("SKILL.md")).unwrap();
    let said = desk.run(&["verify"]).1;
    let states = said[0]["files"].as_array().unwrap().iter();
    let states: Vec<&str> = states.map(|file| file["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["same", "same", "same", "extra"]);
}

/// `--force` is advised only where it does something: a link in the place of a skill stays.
#[test]
fn a_link_in_its_place_is_named_before_force_is_tried() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("mine/SKILL.md", skill("one"));
    desk.file("p/skills/custom/other/SKILL.md", skill("other"));
    symlink(desk.at("mine"), desk.at("p/skills/custom/one")).unwrap();
    let source = desk.path("s");
    let hash = desk.hash(&source);
    let install = ["import", &source, "--install", "--expect", &hash];
    let (code, said) = desk.run(&install);
    let detail = said["detail"].as_str().unwrap();
    assert_eq!((code, &said["refused"]), (1, &json!("skill_exists")));
    assert!(
        detail.contains("link") && !detail.contains("--force"),
        "{detail}"
    );
    let (code, said) = desk.run(&[&install[..], &["--force"]].concat());
    assert_eq!(code, 1, "{said}");
    assert!(desk.at("p/skills/custom/one").is_symlink());
}
