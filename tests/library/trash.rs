//! What was removed comes back.

use std::fs;

use skillkiln::library::{Trash, WriteError};

use crate::field::Field;

#[test]
fn the_trash_gives_back_what_was_removed() {
    let field = Field::new();
    field
        .ground
        .file("p/skills/custom/mine/scripts/run.sh", "run");
    let trashed = field.guard.remove(&field.at("mine"), "agentworks").unwrap();
    assert!(field.ground.names("p/skills/custom").is_empty());
    // As after a restart: only the folder is known.
    let trash = Trash::new(field.ground.disk("state/trash"));
    assert_eq!(trash.list(), std::slice::from_ref(&trashed));
    assert_eq!(
        (trashed.path.as_str(), trashed.host.as_str()),
        (&*field.at("mine"), "agentworks")
    );
    field.guard.restore(&trashed).unwrap();
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "mine");
    assert_eq!(
        field.ground.text("p/skills/custom/mine/scripts/run.sh"),
        "run"
    );
    assert!(trash.list().is_empty());
    let again = field.guard.restore(&trashed).unwrap_err();
    assert!(matches!(
        again,
        WriteError::Exists { .. } | WriteError::Missing { .. }
    ));
}

#[test]
fn the_trash_keeps_several_of_one_name_newest_first() {
    let field = Field::new();
    let first = field.guard.remove(&field.at("mine"), "h").unwrap();
    field.create("mine/SKILL.md").unwrap();
    let second = field.guard.remove(&field.at("mine"), "h").unwrap();
    assert_ne!(first.id, second.id);
    let list = field.guard.trash().list();
    assert_eq!(list, [second.clone(), first.clone()]);
    field.guard.restore(&first).unwrap();
    let refused = field.guard.restore(&second).unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }));
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "mine");
    assert_eq!(field.guard.trash().list(), [second], "still there");
}

#[test]
fn the_trash_gives_back_only_to_where_writing_is_allowed() {
    let field = Field::new();
    let trashed = field.guard.remove(&field.at("mine"), "h").unwrap();
    let record = field
        .ground
        .disk("state/trash")
        .join(&trashed.id)
        .join("record.json");
    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, text.replace("skills/custom/mine", "elsewhere")).unwrap();
    let list = field.guard.trash().list();
    assert_eq!(list[0].path, field.ground.path("p/elsewhere"));
    let refused = field.guard.restore(&list[0]).unwrap_err();
    assert!(matches!(refused, WriteError::Outside { .. }));
    let mut forged = trashed;
    forged.id = "../../outside".to_owned();
    assert!(field.guard.restore(&forged).is_err());
    assert_eq!(field.ground.names("outside"), ["SKILL.md"]);
}

#[test]
fn broken_records_in_the_trash_are_left_out() {
    let field = Field::new();
    field.ground.file("state/trash/a/record.json", "{");
    field.ground.file("state/trash/a/item", "x");
    field.ground.file("state/trash/b/item", "x");
    field.ground.file("state/trash/c", "x");
    assert!(field.guard.trash().list().is_empty());
}

#[test]
fn a_trash_that_cannot_be_written_to_loses_nothing() {
    let field = Field::new();
    field.ground.file("state", "a file where a folder is due");
    let refused = field.guard.remove(&field.at("mine"), "h").unwrap_err();
    assert!(refused.to_string().contains("trash"), "{refused}");
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "mine");
}

#[test]
fn folders_that_are_left_empty_go_and_come_back_with_what_was_in_them() {
    let field = Field::new();
    let below = "p/skills/custom/mine/references/deep";
    field.ground.file(&format!("{below}/a.md"), "a");
    let trashed = field
        .guard
        .remove(&field.at("mine/references/deep/a.md"), "h");
    assert_eq!(field.ground.names("p/skills/custom/mine"), ["SKILL.md"]);
    field.guard.restore(&trashed.unwrap()).unwrap();
    assert_eq!(field.ground.text(&format!("{below}/a.md")), "a");
    let to = field.at("mine/scripts/a.md");
    let from = field.at("mine/references/deep/a.md");
    field.guard.rename(&from, &to).unwrap();
    assert_eq!(
        field.ground.names("p/skills/custom/mine"),
        ["SKILL.md", "scripts", "scripts/a.md"]
    );
    // Whatever is left keeps its folder, and an item keeps its own.
    field.ground.file("p/skills/custom/mine/scripts/.keep", "");
    field.guard.remove(&to, "h").unwrap();
    field
        .guard
        .remove(&field.at("mine/scripts/.keep"), "h")
        .unwrap();
    field.guard.remove(&field.at("mine/SKILL.md"), "h").unwrap();
    assert_eq!(field.ground.names("p/skills/custom"), ["mine"]);
}

#[test]
fn what_finds_its_name_taken_comes_back_beside_it_under_the_first_free_one() {
    let field = Field::new();
    field.create("mine/v1.2/notes.md").unwrap();
    // The number stands before the ending of a file and behind the name of a folder, dots or none.
    let kinds = [
        (
            "mine/v1.2/notes.md",
            "mine/v1.2/notes-2.md",
            "mine/v1.2/notes-3.md",
        ),
        ("mine/v1.2", "mine/v1.2-2", "mine/v1.2-3"),
    ];
    for (path, second, third) in kinds {
        let make = || match path.ends_with(".md") {
            true => field.create(path).unwrap(),
            false => field.create(&format!("{path}/x")).unwrap(),
        };
        for expected in [path, second, third] {
            let trashed = field.guard.remove(&field.at(path), "h").unwrap();
            if expected != path {
                make();
            }
            let back = field.guard.restore_beside(&trashed).unwrap();
            assert_eq!(back, field.at(expected));
        }
    }
    assert!(field.guard.trash().list().is_empty());
}
