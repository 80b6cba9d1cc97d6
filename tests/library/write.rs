//! What a save, a rename, a new folder promise.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use skillkiln::library::write::{Edit, NewFile};
use skillkiln::library::{Expect, WriteError};

use crate::field::Field;

#[test]
fn saves_over_and_makes_new() {
    let field = Field::new();
    field.save("mine/SKILL.md", "mine", "better").unwrap();
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "better");
    field.create("other/references/a.md").unwrap();
    assert_eq!(
        field.ground.text("p/skills/custom/other/references/a.md"),
        "new"
    );
    // No temporary file stays behind.
    assert_eq!(
        field.ground.names("p/skills/custom"),
        [
            "mine",
            "mine/SKILL.md",
            "other",
            "other/references",
            "other/references/a.md"
        ]
    );
}

#[test]
fn an_odd_name_that_is_there_can_be_saved_and_removed() {
    let field = Field::new();
    field.ground.file("p/skills/custom/odd. /a?.md", "old");
    field.save("odd. /a?.md", "old", "new").unwrap();
    assert_eq!(field.ground.text("p/skills/custom/odd. /a?.md"), "new");
    field.guard.remove(&field.at("odd. "), "h").unwrap();
}

#[test]
fn names_that_differ_in_case_alone_are_refused() {
    let field = Field::new();
    for name in ["Mine", "MINE"] {
        let refused = field.guard.make_folder(&field.at(name)).unwrap_err();
        let right = matches!(
            refused,
            WriteError::CaseOnly { .. } | WriteError::Exists { .. }
        );
        assert!(right, "{refused}");
    }
    assert!(
        field.create("Mine/SKILL.md").is_err(),
        "a folder above it, too"
    );
    assert!(field.create("mine/skill.md").is_err());
    // The thing itself may change its case.
    field
        .guard
        .rename(&field.at("mine"), &field.at("Mine"))
        .unwrap();
    assert_eq!(
        field.ground.names("p/skills/custom"),
        ["Mine", "Mine/SKILL.md"]
    );
}

#[test]
fn what_another_program_wrote_is_not_lost() {
    let field = Field::new();
    field.ground.file("p/skills/custom/mine/SKILL.md", "MINE");
    let refused = field.save("mine/SKILL.md", "mine", "better").unwrap_err();
    assert!(matches!(refused, WriteError::Changed { .. }));
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "MINE");
    let refused = field.create("mine/SKILL.md").unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }));
    fs::remove_file(field.ground.disk("p/skills/custom/mine/SKILL.md")).unwrap();
    assert!(field.save("mine/SKILL.md", "mine", "better").is_err());
    assert_eq!(field.ground.names("p/skills/custom"), ["mine"]);
    // "Keep mine" is a choice of its own.
    field
        .ground
        .file("p/skills/custom/mine/SKILL.md", "theirs again");
    field
        .guard
        .save(&field.at("mine/SKILL.md"), b"better", &Expect::Any)
        .unwrap();
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "better");
}

#[test]
fn permissions_are_kept() {
    let field = Field::new();
    let path = field.ground.disk("p/skills/custom/mine/SKILL.md");
    for mode in [0o600, 0o664, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        field
            .guard
            .save(&field.at("mine/SKILL.md"), b"x", &Expect::Any)
            .unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o7777,
            mode
        );
    }
    field.create("mine/new.md").unwrap();
    let new = field.ground.disk("p/skills/custom/mine/new.md");
    let mode = fs::metadata(new).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode & !0o644, 0, "at most 0644, got {mode:o}");
    assert_eq!(mode & 0o600, 0o600);
}

#[test]
fn a_hard_link_elsewhere_keeps_its_text() {
    let field = Field::new();
    let path = field.ground.disk("p/skills/custom/mine/hard.md");
    fs::hard_link(field.ground.disk("outside/SKILL.md"), path).unwrap();
    field.save("mine/hard.md", "precious", "changed").unwrap();
    assert_eq!(field.ground.text("outside/SKILL.md"), "precious");
}

#[test]
fn read_only_is_said() {
    let field = Field::new();
    let file = field.ground.disk("p/skills/custom/mine/SKILL.md");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let refused = field.save("mine/SKILL.md", "mine", "x").unwrap_err();
    assert!(matches!(refused, WriteError::ReadOnly { .. }));
    assert!(refused.to_string().contains("read-only"));
    assert_eq!(field.ground.text("p/skills/custom/mine/SKILL.md"), "mine");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    // A folder without rights; the superuser has them all the same.
    let folder = field.ground.disk("p/skills/custom/mine");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let may = fs::write(folder.join("probe"), "").is_ok();
    let saved = field.save("mine/SKILL.md", "mine", "x");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    match saved {
        Ok(()) => assert!(may),
        Err(error) => assert!(
            !may && matches!(error, WriteError::ReadOnly { .. }),
            "{error}"
        ),
    }
}

#[test]
fn folders_and_files_are_told_apart() {
    let field = Field::new();
    let wrong = |result: Result<(), WriteError>| {
        let refused = result.unwrap_err();
        assert!(matches!(refused, WriteError::WrongKind { .. }), "{refused}");
    };
    wrong(field.guard.save(&field.at("mine"), b"x", &Expect::Any));
    wrong(field.create("mine/SKILL.md/below"));
    let refused = field.create("mine").unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }));
}

#[test]
fn a_folder_appears_whole_or_not_at_all() {
    let field = Field::new();
    let file = |path: &str, executable| NewFile {
        path: path.to_owned(),
        bytes: Arc::from(path.as_bytes()),
        executable,
    };
    let files = [
        file("SKILL.md", false),
        file("scripts/run.sh", true),
        file("scripts/b", false),
    ];
    field.guard.make_whole(&field.at("whole"), &files).unwrap();
    assert_eq!(
        field.ground.text("p/skills/custom/whole/scripts/run.sh"),
        "scripts/run.sh"
    );
    let meta = fs::metadata(field.ground.disk("p/skills/custom/whole/scripts/run.sh")).unwrap();
    assert_eq!(meta.permissions().mode() & 0o100, 0o100);

    let before = field.ground.names("");
    let refused = field
        .guard
        .make_whole(&field.at("whole"), &files)
        .unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }));
    for bad in ["../../x", "/etc/x", "a//b", "", "a/../../../b", "b\0"] {
        let files = [file("SKILL.md", false), file(bad, false)];
        assert!(
            field.guard.make_whole(&field.at("half"), &files).is_err(),
            "{bad:?}"
        );
    }
    let twice = [file("a", false), file("a/b", false)];
    assert!(field.guard.make_whole(&field.at("half"), &twice).is_err());
    assert_eq!(field.ground.names(""), before);
}

#[test]
fn renames_replace_nothing() {
    let field = Field::new();
    field.ground.file("p/skills/custom/other/SKILL.md", "other");
    field.ground.folder("p/skills/custom/empty");
    for to in ["other", "empty", "other/SKILL.md"] {
        let refused = field
            .guard
            .rename(&field.at("mine"), &field.at(to))
            .unwrap_err();
        assert!(
            matches!(refused, WriteError::Exists { .. }),
            "{to}: {refused}"
        );
    }
    let refused = field
        .guard
        .rename(&field.at("no"), &field.at("x"))
        .unwrap_err();
    assert!(matches!(refused, WriteError::Missing { .. }));
    assert!(
        field
            .guard
            .rename(&field.at("mine"), &field.at("mine/inside"))
            .is_err()
    );
    field
        .guard
        .rename(&field.at("mine"), &field.at("renamed"))
        .unwrap();
    assert_eq!(
        field.ground.text("p/skills/custom/renamed/SKILL.md"),
        "mine"
    );
}

/// Whoever may write everything (root) succeeds here; everybody else is refused, and leaves as little.
#[test]
fn a_folder_that_may_not_be_changed_leaves_no_copy_behind() {
    let field = Field::new();
    field.ground.file("p/skills/custom/mine/below/a.md", "a");
    let folders = ["mine/below", "mine"].map(|path| field.at(path));
    let may = |mode: u32| {
        for folder in &folders {
            fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    may(0o555);
    let edits = ["SKILL.md", "below/a.md"].map(|path| Edit {
        path: path.to_owned(),
        bytes: Some(Arc::from(&b"new"[..])),
        executable: None,
    });
    let done = field.guard.replace_edited(&field.at("mine"), &edits, "h");
    let names = field.ground.names("p/skills/custom");
    may(0o755);
    let left: Vec<&String> = names.iter().filter(|name| name.starts_with('.')).collect();
    assert!(left.is_empty(), "{done:?}: {left:?}");
}
