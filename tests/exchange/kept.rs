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
    let hash = desk.hash(&source);
    let args = ["import", &source, "--install", "--expect", &hash];
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

/// The undo entries of the journal of the project.
fn flips(desk: &Desk) -> Vec<Json> {
    let folder = fs::read_dir(desk.at("state/journal")).unwrap();
    let mut files = folder.map(|entry| entry.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|end| end == "json"));
    let file = file.unwrap();
    let entries: Json = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    entries.as_array().unwrap().clone()
}

#[test]
fn what_is_put_in_place_of_something_can_be_taken_back() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    install(&desk, &source);
    desk.file("s/new.md", "new");
    desk.json(&["update", "--yes"]);
    let hash = desk.json(&["import", &source])["skills"][0]["hash"].clone();
    let hash = hash.as_str().unwrap();
    desk.json(&["import", &source, "--install", "--force", "--expect", hash]);
    let deployed = desk.json(&["deploy", "one", "--to", "minibot:project-agents", "--yes"]);
    let flips = flips(&desk);
    let folder = desk.path(&format!("{AREA}/one"));
    assert_eq!(flips.len(), 4, "{flips:?}");
    assert_eq!(flips[0]["flip"]["Trash"]["path"], json!(folder));
    for swap in &flips[1..3] {
        assert_eq!(swap["flip"]["Swap"]["path"], json!(folder));
        assert_eq!(swap["granted"], Json::Null);
    }
    let granted = flips[3]["granted"].as_str().unwrap();
    assert!(deployed["files"][0].as_str().unwrap().starts_with(granted));
}

/// What one call did is taken back by one undo.
#[test]
fn skills_that_were_updated_at_once_are_one_step() {
    let desk = Desk::new();
    for name in ["one", "two"] {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
        install(&desk, &desk.path(&format!("s/{name}")));
        desk.file(&format!("s/{name}/new.md"), "new");
    }
    desk.json(&["update", "--yes"]);
    let steps: Vec<u64> = flips(&desk)
        .iter()
        .map(|flip| flip["step"].as_u64().unwrap())
        .collect();
    assert_eq!(steps, [1, 2, 3, 3]);
}

#[test]
fn a_lock_that_leads_elsewhere_is_not_followed() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, &desk.path("s"));
    let lock = format!("{AREA}/skills-lock.json");
    let text = desk.read(&lock).replace("\"one\"", "\"../../../evil\"");
    desk.file(&lock, text);
    desk.file("evil/SKILL.md", skill("one"));
    desk.file("s/new.md", "new");
    let before = tree(&desk.at(""));
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("unknown-source")));
    assert!(said[0]["detail"].as_str().unwrap().contains("is a path"));
    assert_eq!(desk.run(&["verify"]).1[0]["state"], "unknown");
    assert_eq!(tree(&desk.at("")), before);
}

#[test]
fn json_shows_what_is_hidden() {
    let desk = Desk::new();
    let text = "a\u{9b}31m b\u{202e}c d\u{200b}e f\u{e0041}g";
    desk.file(
        &format!("{AREA}/one/SKILL.md"),
        format!("---\nname: one\ndescription: {text:?}\n---\n\n{text}\n").replace("\\u{", "x{"),
    );
    let output = desk.command(&["show", "one"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    for hidden in ['\u{9b}', '\u{202e}', '\u{200b}', '\u{e0041}'] {
        assert!(!said.contains(hidden), "{hidden:?}: {said}");
    }
    assert!(
        said.contains("\\u009b") && said.contains("\\udb40\\udc41"),
        "{said}"
    );
    let value: Json = serde_json::from_str(&said).unwrap();
    assert!(value.to_string().contains(text));
}

#[test]
fn an_export_tells_what_stays_behind() {
    let desk = Desk::new();
    let text = skill("one").replace('\n', "\r\n");
    let folder = format!("{AREA}/one");
    desk.file(&format!("{folder}/SKILL.md"), text);
    desk.file(&format!("{folder}/.git/config"), "x");
    symlink("/nowhere", desk.at(&format!("{folder}/link"))).unwrap();
    let to = desk.path("one.md");
    let said = desk.json(&["export", "one", "--to", &to, "--for", "replio", "--force"]);
    let written = desk.read("one.md");
    assert!(!written.contains("---"), "{written}");
    let lost = said["lost"].as_array().unwrap();
    let tells = |word: &str| {
        lost.iter()
            .any(|lost| lost.as_str().unwrap().starts_with(word))
    };
    assert!(
        tells("the frontmatter") && tells(".git/") && tells("link: "),
        "{lost:?}"
    );
    let planned = desk
        .run(&["deploy", "one", "--to", "minibot:project-agents"])
        .1;
    assert!(planned["lost"].to_string().contains(".git/"), "{planned}");
}

#[test]
fn a_description_without_end_is_clipped() {
    let desk = Desk::new();
    let long = "x".repeat(1 << 20);
    let text = format!("---\nname: one\ndescription: {long}\n---\n\nBody\n");
    desk.file("s/SKILL.md", text);
    let said = desk.words(&["import", &desk.path("s")]);
    assert!(said.len() < 20_000, "{}", said.len());
    assert!(said.contains("(1048576 characters)") && said.contains("1 file, "));
}

#[test]
fn what_a_dead_program_left_is_cleared_away() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    // No system gives a process such a number.
    desk.file(
        &format!("{AREA}/.skillkiln-4194999-0.tmp/item/SKILL.md"),
        "x",
    );
    desk.file(&format!("{AREA}/.skillkiln-4194999-1.tmp"), "a lock, half");
    install(&desk, &desk.path("s"));
    for at in 0..2 {
        let left = format!("{AREA}/.skillkiln-4194999-{at}.tmp");
        assert!(!desk.at(&left).exists(), "{left}");
    }
    assert!(desk.at(&format!("{AREA}/one")).exists());
}

#[test]
fn a_file_of_rows_takes_no_skill() {
    let desk = Desk::new();
    desk.file(&format!("{AREA}/one/SKILL.md"), skill("one"));
    let args = ["deploy", "one", "--to", "pleach:specs", "--yes"];
    assert_eq!(desk.refused(&args), "bad-target");
}

/// What the hash passes over is not read, however much of it there is.
#[test]
fn a_repository_in_a_skill_is_not_read() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, &desk.path("s"));
    let pack = desk.file(&format!("{AREA}/one/.git/objects/pack"), "");
    let pack = fs::File::options().write(true).open(pack).unwrap();
    // More than a skill may be; on the disk it is nothing.
    pack.set_len(200 << 20).unwrap();
    for at in 0..10_001 {
        desk.file(&format!("{AREA}/one/node_modules/x/{at}"), "");
    }
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
    assert_eq!(desk.json(&["outdated"])[0]["state"], "clean");
    let said = desk.json(&["export", "one", "--to", &desk.path("one.zip")]);
    assert_eq!(said["lost"], json!([".git/", "node_modules/"]));
    let hash = desk.hash(&desk.path(&format!("{AREA}/one")));
    assert_eq!(hash, desk.hash(&desk.path("s")));
}

/// The lock turns out not to be writable when the new folder is there already: the old one comes back.
/// A limit on the size of files stands for a disk that is full.
#[test]
fn a_lock_that_fails_late_leaves_the_old_skill() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, &desk.path("s"));
    let lock = format!("{AREA}/skills-lock.json");
    let mut text: Json = serde_json::from_str(&desk.read(&lock)).unwrap();
    text["others"] = json!("x".repeat(1 << 20));
    desk.file(&lock, text.to_string());
    desk.file("s/SKILL.md", format!("{}more\n", skill("one")));
    desk.file("s/new.md", "new");
    let before = tree(&desk.at(AREA));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    for args in [
        &["import", &source, "--install", "--force", "--expect", &hash][..],
        &["update", "--yes"],
    ] {
        let mut call = std::process::Command::new("sh");
        call.args(["-c", "trap '' XFSZ; ulimit -f 512; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_skillkiln"))
            .args(["--project", &desk.path("p"), "--home", &desk.path("home")])
            .args(["--format", "json"])
            .args(args)
            .env("SKILLKILN_STATE", desk.path("state"))
            .env("SKILLKILN_CONFIG", desk.path("config"));
        let output = call.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert_eq!(tree(&desk.at(AREA)), before, "{args:?}: {said}");
        assert_eq!(desk.run(&["verify"]).1[0]["state"], "clean", "{args:?}");
    }
    // With room it is done.
    assert_eq!(desk.json(&["update", "--yes"])[0]["updated"], true);
    assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
}
