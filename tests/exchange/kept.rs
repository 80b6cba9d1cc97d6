//! What an update, an export and a lock must leave alone.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const AREA: &str = "p/skills/custom";

fn install(desk: &Desk, source: &str) -> Json {
    let said = desk.json(&["import", source]);
    let hash = said["skills"][0]["hash"].as_str().unwrap().to_owned();
    desk.json(&["import", source, "--install", "--expect", &hash])
}

fn mode(desk: &Desk, path: &str) -> u32 {
    let meta = fs::symlink_metadata(desk.at(path)).unwrap();
    meta.permissions().mode() & 0o7777
}

fn set_mode(desk: &Desk, path: &str, mode: u32) {
    fs::set_permissions(desk.at(path), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn an_update_carries_over_what_is_no_file_of_the_source() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/same.md", "same");
    desk.file("s/changed.md", "old");
    desk.file("s/docs/gone.md", "gone");
    install(&desk, &desk.path("s"));
    let at = |name: &str| desk.at(&format!("{AREA}/one/{name}"));
    desk.file(&format!("{AREA}/one/.git/config"), "git");
    desk.file(&format!("{AREA}/one/node_modules/x/index.js"), "js");
    fs::create_dir(at("empty")).unwrap();
    symlink("/nowhere/at/all", at("dangling")).unwrap();
    symlink("same.md", at("link.md")).unwrap();
    let outside = desk.file("outside.md", "outside");
    symlink(&outside, at("out.md")).unwrap();
    let pipe = at("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for name in ["same.md", "changed.md"] {
        set_mode(&desk, &format!("{AREA}/one/{name}"), 0o600);
    }
    desk.file("s/changed.md", "new");
    fs::remove_dir_all(desk.at("s/docs")).unwrap();
    assert_eq!(desk.json(&["update", "--yes"])[0]["updated"], true);
    let read = |name: &str| fs::read_to_string(at(name)).unwrap();
    assert_eq!(
        (read("changed.md"), read("same.md")),
        ("new".to_owned(), "same".to_owned())
    );
    for name in ["same.md", "changed.md"] {
        assert_eq!(mode(&desk, &format!("{AREA}/one/{name}")), 0o600, "{name}");
    }
    assert_eq!(read(".git/config"), "git");
    assert_eq!(read("node_modules/x/index.js"), "js");
    assert!(at("empty").is_dir() && !at("docs").exists());
    let link = |name: &str| fs::read_link(at(name)).unwrap();
    assert_eq!(link("dangling").to_str(), Some("/nowhere/at/all"));
    assert_eq!(link("link.md").to_str(), Some("same.md"));
    assert_eq!(link("out.md").to_str(), Some(outside.as_str()));
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn what_stands_in_the_way_is_a_conflict() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/shared.md", "old");
    install(&desk, &desk.path("s"));
    let at = |name: &str| desk.at(&format!("{AREA}/one/{name}"));
    let outside = desk.file("outside.md", "outside");
    symlink(&outside, at("new.md")).unwrap();
    desk.file(&format!("{AREA}/one/folder/mine.md"), "mine");
    desk.file(&format!("{AREA}/one/deep"), "mine");
    desk.file(&format!("{AREA}/one/moved.md"), "old");
    fs::remove_file(at("shared.md")).unwrap();
    symlink("moved.md", at("shared.md")).unwrap();
    for name in ["new.md", "folder", "deep/file.md", "shared.md"] {
        desk.file(&format!("s/{name}"), "theirs");
    }
    let before = tree(&desk.at(AREA));
    for args in [&["update", "--dry-run"][..], &["update", "--yes"]] {
        let (code, said) = desk.run(args);
        assert_eq!((code, &said[0]["refused"]), (1, &json!("conflicts")));
        assert_eq!(
            said[0]["conflicts"],
            json!(["deep/file.md", "folder", "new.md", "shared.md"])
        );
        let detail = said[0]["detail"].as_str().unwrap();
        assert!(detail.contains("a file stands where"), "{detail}");
    }
    assert_eq!(tree(&desk.at(AREA)), before);
    assert_eq!(
        fs::read_link(at("new.md")).unwrap().to_str(),
        Some(&*outside)
    );
    let told = desk.words(&["update", "--dry-run"]);
    assert!(
        told.contains("conflict folder: a folder stands there"),
        "{told}"
    );
}

#[test]
fn an_export_never_writes_where_hosts_read() {
    let desk = Desk::new();
    let file = desk.file(&format!("{AREA}/one/SKILL.md"), skill("one"));
    let other = desk.file("p/skills/public/two/SKILL.md", skill("two"));
    let zip = desk.path(&format!("{AREA}/one.zip"));
    symlink(desk.at("p/skills"), desk.at("way")).unwrap();
    let by_link = desk.path("way/public/two/SKILL.md");
    for to in [&file, &other, &zip, &by_link] {
        let args = ["export", "one", "--to", to, "--force"];
        assert_eq!(desk.refused(&args), "bad-target", "{to}");
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), skill("two"));
    assert!(!desk.at(&format!("{AREA}/one.zip")).exists());
    desk.json(&["export", "one", "--to", &desk.path("p/one.zip")]);
}

#[test]
fn nothing_is_exchanged_when_the_lock_cannot_be_written() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    let hash = desk.json(&["import", &source])["skills"][0]["hash"].clone();
    let args = [
        "import",
        &source,
        "--install",
        "--expect",
        hash.as_str().unwrap(),
    ];
    let lock = desk.at(&format!("{AREA}/skills-lock.json"));
    fs::create_dir_all(desk.at(AREA)).unwrap();
    symlink("nowhere.json", &lock).unwrap();
    assert_eq!(desk.refused(&args), "unreadable");
    assert_eq!(desk.refused(&["verify"]), "unreadable");
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    assert_eq!(desk.refused(&args), "unreadable");
    fs::remove_dir(&lock).unwrap();
    assert!(!desk.at(&format!("{AREA}/one")).exists());
    desk.json(&args);
    desk.file("s/SKILL.md", format!("{}more\n", skill("one")));
    // A link that leads to a lock can be read and not written.
    let real = desk.at(&format!("{AREA}/real.json"));
    fs::rename(&lock, &real).unwrap();
    symlink("real.json", &lock).unwrap();
    let before = tree(&desk.at(AREA));
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["updated"]), (1, &json!(false)));
    assert_eq!(tree(&desk.at(AREA)), before);
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
    fs::remove_file(&lock).unwrap();
    fs::rename(&real, &lock).unwrap();
    set_mode(&desk, &format!("{AREA}/skills-lock.json"), 0o444);
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("read-only")));
    assert_eq!(tree(&desk.at(AREA)).len(), 2);
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
}
