//! An update or a removal whose program died on the way is ended by the next call, which says so and
//! keeps what takes it back.

#![cfg(target_os = "linux")]

use std::fs;

use serde_json::{Value as Json, json};
use skillkiln::exchange::lock::Lock;
use skillkiln::exchange::place::{files_in, hash_of};
use skillkiln::exchange::record::{Intent, Records};
use skillkiln::library::Dirs;

use super::desk::{Desk, journal};
use super::shapes::skill;

const AREA: &str = "p/skills/custom";
/// No system gives a process such a number.
const NOBODY: u32 = 4_194_999;

/// Where the program died: the old folder is in the making still, or in the trash; the lock tells of
/// the old skill or the new one; the journal knows of nothing, or of the update.
#[derive(Clone, Copy, Debug)]
struct Death {
    in_trash: bool,
    locked: bool,
    noted: bool,
}

const DEATHS: [Death; 4] = [
    Death {
        in_trash: false,
        locked: false,
        noted: false,
    },
    Death {
        in_trash: true,
        locked: false,
        noted: false,
    },
    Death {
        in_trash: true,
        locked: true,
        noted: false,
    },
    Death {
        in_trash: true,
        locked: true,
        noted: true,
    },
];

fn entries(desk: &Desk) -> Vec<Json> {
    let entries: Json = serde_json::from_slice(&fs::read(journal(desk)).unwrap()).unwrap();
    entries.as_array().unwrap().clone()
}

/// A skill that was changed here and updated, as a program left it that died on the way.
fn died(death: Death, by: u32) -> Desk {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
    desk.file(&format!("{AREA}/one/mine.md"), "mine");
    desk.file("s/new.md", "new");
    let folder = desk.path(&format!("{AREA}/one"));
    let before = hash_of(&files_in(&folder).unwrap());
    let lock_file = desk.at(&format!("{AREA}/skills-lock.json"));
    let lock = fs::read(&lock_file).unwrap();
    let notes = fs::read(journal(&desk)).unwrap();
    desk.json(&["update", "--yes"]);
    let there = hash_of(&files_in(&folder).unwrap());
    let entry = Lock::parse(&fs::read_to_string(&lock_file).unwrap()).unwrap();
    let entry = entry.get("one").unwrap();
    let area = desk.path(AREA);
    let mut intent = Intent::new(&area, &folder, "one", &entry, there);
    (intent.before, intent.by) = (Some(before), by);
    let records = Records::of(&Dirs::at(desk.at("state"), desk.at("config")));
    assert!(records.intents(&desk.path(AREA)).is_empty());
    records.intend(&intent).unwrap();
    if !death.noted {
        fs::write(journal(&desk), notes).unwrap();
    }
    if !death.locked {
        fs::write(&lock_file, lock).unwrap();
    }
    if !death.in_trash {
        let mut trash = fs::read_dir(desk.at("state/trash")).unwrap();
        let trashed = trash.next().unwrap().unwrap().path();
        let temp = desk.at(&format!("{AREA}/.skillkiln-{NOBODY}-0.tmp"));
        fs::create_dir(&temp).unwrap();
        fs::rename(trashed.join("item"), temp.join("item")).unwrap();
        fs::remove_dir_all(trashed).unwrap();
    }
    desk
}

#[test]
fn an_update_that_was_broken_off_can_be_taken_back() {
    for death in DEATHS {
        let desk = died(death, NOBODY);
        let output = desk.command(&["verify"]).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(
            words.contains("one: a change of ") && words.contains("finished now"),
            "{words}"
        );
        let said: Json = serde_json::from_slice(&output.stdout).unwrap();
        let own = json!({ "path": "mine.md", "state": "extra" });
        assert!(
            said[0]["files"].as_array().unwrap().contains(&own),
            "{said}"
        );
        assert!(said[0]["files"].as_array().unwrap().len() == 3, "{said}");
        let notes = entries(&desk);
        assert_eq!(notes.len(), 2, "{death:?}: {notes:?}");
        let swap = &notes[1]["flip"]["Swap"];
        let folder = desk.path(&format!("{AREA}/one"));
        assert_eq!(
            (&swap["path"], &notes[1]["granted"]),
            (&json!(folder), &Json::Null)
        );
        let trashed = format!("state/trash/{}", swap["trashed"].as_str().unwrap());
        let record: Json =
            serde_json::from_str(&desk.read(&format!("{trashed}/record.json"))).unwrap();
        assert_eq!(record["path"], json!(folder), "{death:?}");
        assert_eq!(desk.read(&format!("{trashed}/item/mine.md")), "mine");
        assert!(!desk.at(&format!("{trashed}/item/new.md")).exists());
        // It is ended once.
        let output = desk.command(&["verify"]).output().unwrap();
        assert!(output.stderr.is_empty(), "{death:?}");
        assert_eq!(entries(&desk), notes);
    }
}

/// Between the folder and the journal a program that runs is not taken for one that died.
#[test]
fn what_is_under_way_is_left_alone() {
    let desk = died(DEATHS[2], std::process::id());
    let notes = entries(&desk);
    let output = desk.command(&["verify"]).output().unwrap();
    assert!(output.stderr.is_empty());
    assert_eq!(entries(&desk), notes);
    let records = Records::of(&Dirs::at(desk.at("state"), desk.at("config")));
    assert_eq!(records.intents(&desk.path(AREA)).len(), 1);
}

/// What is ended is what was done last: undo takes just that back.
#[test]
fn undo_ends_it_first_and_takes_it_back() {
    for death in DEATHS {
        let desk = died(death, NOBODY);
        let output = desk.command(&["undo", "--yes"]).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("finished now"), "{words}");
        let said: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["undone"][0]["what"], "swapped", "{death:?}: {said}");
        assert_eq!(desk.read(&format!("{AREA}/one/mine.md")), "mine");
        assert!(!desk.at(&format!("{AREA}/one/new.md")).exists());
        let (_, said) = desk.run(&["verify"]);
        assert_eq!(said[0]["state"], "edited", "{death:?}");
    }
}

/// Whenever the program dies, the old line in the lock is there for whoever takes the change back: it is
/// kept before the first step, which fails here.
#[test]
fn the_old_line_is_kept_before_anything_moves() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
    let folder = desk.path(&format!("{AREA}/one"));
    let there = hash_of(&files_in(&folder).unwrap());
    let records = Records::of(&Dirs::at(desk.at("state"), desk.at("config")));
    desk.file("state/trash", "no folder");
    desk.file("s/new.md", "new");
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["updated"]), (1, &json!(false)), "{said}");
    let line = records.line(&desk.path(AREA), &folder, &there).unwrap();
    let lock = Lock::parse(&desk.read(&format!("{AREA}/skills-lock.json"))).unwrap();
    assert_eq!(
        (line.key.as_str(), Some(line.entry())),
        ("one", lock.get("one"))
    );
}

/// A skill that was removed, as a program left it that died on the way: before it moved or after, and
/// before the lock was told or after. The journal knows of what was begun, and of nothing more.
#[test]
fn a_removal_that_was_broken_off_can_be_taken_back() {
    for (moved, locked) in [(false, false), (true, false), (true, true)] {
        let desk = Desk::new();
        desk.file("s/SKILL.md", skill("one"));
        let source = desk.path("s");
        let hash = desk.hash(&source);
        desk.json(&["import", &source, "--install", "--expect", &hash]);
        let lock_file = desk.at(&format!("{AREA}/skills-lock.json"));
        let lock = fs::read(&lock_file).unwrap();
        desk.json(&["remove", "one"]);
        let notes = entries(&desk);
        if !moved {
            desk.json(&["undo", "--yes"]);
        }
        if !locked {
            fs::write(&lock_file, &lock).unwrap();
            let _ = fs::remove_dir_all(desk.at("state/exchange/lines"));
        }
        let mut notes = notes;
        let last = notes.last_mut().unwrap();
        last["flip"]["Trash"]["trashed"] = Json::Null;
        last["begun"] = json!(NOBODY);
        fs::write(journal(&desk), json!(notes).to_string()).unwrap();
        let output = desk.command(&["verify"]).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        let told = words.contains("its removal was interrupted, and is finished now");
        assert_eq!(told, moved, "{words}");
        let folder = desk.at(&format!("{AREA}/one"));
        assert_eq!(folder.exists(), !moved);
        let listed: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(listed.as_array().unwrap().len(), usize::from(!moved));
        let output = desk.command(&["verify"]).output().unwrap();
        assert!(output.stderr.is_empty(), "it is said once");
        let said = desk.json(&["undo", "--yes"]);
        let what = if moved { "restored" } else { "trashed" };
        assert_eq!(said["undone"][0]["what"], what, "{moved} {locked}: {said}");
        assert_eq!(folder.exists(), moved);
        if moved {
            assert_eq!(fs::read(&lock_file).unwrap(), lock, "{locked}");
            assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
        }
    }
}

/// What is being removed is neither ended nor taken back by others.
#[test]
fn a_removal_under_way_is_left_alone() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
    desk.json(&["remove", "one"]);
    let mut notes = entries(&desk);
    let last = notes.last_mut().unwrap();
    last["flip"]["Trash"]["trashed"] = Json::Null;
    last["begun"] = json!(std::process::id());
    fs::write(journal(&desk), json!(notes).to_string()).unwrap();
    let output = desk.command(&["verify"]).output().unwrap();
    assert!(output.stderr.is_empty());
    assert_eq!(entries(&desk), notes);
}
