//! What needs a disk that fails: the parts below the guard.

use std::fs;
use std::io::{self, Write};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File};
use tempfile::TempDir;

use super::place::Spot;
use super::save::{make_whole, save};
use super::swap::{exchange, in_two_steps, mend, put_back, replace_whole};
use super::trash::move_by_copy;
use super::{Expect, NewFile, Trash, WriteError};

fn open(temp: &TempDir) -> Dir {
    Dir::open_ambient_dir(temp.path(), ambient_authority()).unwrap()
}

fn spot(temp: &TempDir, name: &str) -> Spot {
    Spot {
        dir: open(temp),
        name: name.to_owned(),
        path: format!("/area/{name}"),
    }
}

fn names(temp: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(temp.path()).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Takes the first half and is full then.
fn full(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(&bytes[..bytes.len() / 2])?;
    Err(io::ErrorKind::StorageFull.into())
}

#[test]
fn a_full_disk_leaves_the_old_file_whole() {
    let temp = TempDir::new().unwrap();
    fs::write(temp.path().join("SKILL.md"), "the old text").unwrap();
    let loaded = Expect::Bytes(Arc::from(&b"the old text"[..]));
    for expect in [loaded, Expect::Any] {
        let error = save(&spot(&temp, "SKILL.md"), b"new text", &expect, &mut full).unwrap_err();
        assert!(matches!(error, WriteError::Full { .. }), "{error}");
        assert!(error.to_string().contains("full") && error.to_string().contains("SKILL.md"));
        let text = fs::read_to_string(temp.path().join("SKILL.md")).unwrap();
        assert_eq!(text, "the old text");
        assert_eq!(names(&temp), ["SKILL.md"]);
    }
}

#[test]
fn a_full_disk_makes_no_half_file_and_no_half_folder() {
    let temp = TempDir::new().unwrap();
    let error = save(&spot(&temp, "new.md"), b"new", &Expect::Absent, &mut full).unwrap_err();
    assert!(matches!(error, WriteError::Full { .. }));
    let file = |path: &str| NewFile {
        path: path.to_owned(),
        bytes: Arc::from(&b"text"[..]),
        executable: false,
    };
    let mut count = 0;
    let mut second_fails = |out: &mut File, bytes: &[u8]| {
        count += 1;
        if count == 2 {
            full(out, bytes)
        } else {
            out.write_all(bytes)
        }
    };
    let files = [
        file("SKILL.md"),
        file("references/a.md"),
        file("references/b.md"),
    ];
    let error = make_whole(&spot(&temp, "skill"), &files, &mut second_fails).unwrap_err();
    assert!(matches!(error, WriteError::Full { .. }));
    assert!(names(&temp).is_empty());
}

/// Another program writes while our temporary file is being filled.
#[test]
fn a_change_during_the_save_is_seen() {
    let temp = TempDir::new().unwrap();
    let path = temp.path().join("SKILL.md");
    fs::write(&path, "loaded").unwrap();
    let loaded = Expect::Bytes(Arc::from(&b"loaded"[..]));
    let mut meanwhile = |file: &mut File, bytes: &[u8]| {
        fs::write(&path, "theirs").unwrap();
        file.write_all(bytes)
    };
    let error = save(&spot(&temp, "SKILL.md"), b"ours", &loaded, &mut meanwhile).unwrap_err();
    assert!(matches!(error, WriteError::Changed { .. }));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert_eq!(names(&temp), ["SKILL.md"]);
}

#[test]
fn something_that_appears_during_the_save_is_not_replaced() {
    let temp = TempDir::new().unwrap();
    let path = temp.path().join("new.md");
    let mut meanwhile = |file: &mut File, bytes: &[u8]| {
        fs::write(&path, "theirs").unwrap();
        file.write_all(bytes)
    };
    let error = save(
        &spot(&temp, "new.md"),
        b"ours",
        &Expect::Absent,
        &mut meanwhile,
    )
    .unwrap_err();
    assert!(matches!(error, WriteError::Exists { .. }));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert_eq!(names(&temp), ["new.md"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_a_link_during_the_save_is_not_replaced() {
    let temp = TempDir::new().unwrap();
    let path = temp.path().join("SKILL.md");
    for expect in [Expect::Bytes(Arc::from(&b"text"[..])), Expect::Any] {
        let _ = fs::remove_file(&path);
        fs::write(&path, "text").unwrap();
        fs::write(temp.path().join("other"), "text").unwrap();
        let mut meanwhile = |file: &mut File, bytes: &[u8]| {
            fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink("other", &path).unwrap();
            file.write_all(bytes)
        };
        let error = save(&spot(&temp, "SKILL.md"), b"ours", &expect, &mut meanwhile).unwrap_err();
        assert!(matches!(error, WriteError::Link { .. }), "{error}");
        assert_eq!(
            fs::read_to_string(temp.path().join("other")).unwrap(),
            "text"
        );
        assert_eq!(names(&temp), ["SKILL.md", "other"]);
    }
}

#[cfg(unix)]
#[test]
fn moving_by_copy_keeps_everything() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (from, to) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let skill = from.path().join("skill");
    fs::create_dir_all(skill.join("scripts/deep")).unwrap();
    fs::write(skill.join("SKILL.md"), "text").unwrap();
    fs::write(skill.join("scripts/run.sh"), "run").unwrap();
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(skill.join("scripts/run.sh"), mode).unwrap();
    symlink("../../outside", skill.join("link")).unwrap();
    move_by_copy(&open(&from), "skill", &open(&to), "item")
        .unwrap()
        .unwrap();
    assert!(names(&from).is_empty());
    assert_eq!(names(&to), ["item"]);
    let item = to.path().join("item");
    assert_eq!(fs::read_to_string(item.join("SKILL.md")).unwrap(), "text");
    let run = fs::metadata(item.join("scripts/run.sh")).unwrap();
    assert_eq!(run.permissions().mode() & 0o777, 0o755);
    assert!(item.join("scripts/deep").is_dir());
    assert_eq!(
        fs::read_link(item.join("link")).unwrap().to_str(),
        Some("../../outside")
    );
}

#[cfg(unix)]
#[test]
fn moving_by_copy_removes_nothing_when_it_fails() {
    let (from, to) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let skill = from.path().join("skill");
    fs::create_dir_all(&skill).unwrap();
    fs::write(skill.join("SKILL.md"), "text").unwrap();
    // No folder takes the place of one that holds something.
    fs::create_dir_all(to.path().join("item/full")).unwrap();
    assert!(move_by_copy(&open(&from), "skill", &open(&to), "item").is_err());
    assert_eq!(fs::read_to_string(skill.join("SKILL.md")).unwrap(), "text");
    assert_eq!(names(&to), ["item"]);
}

fn folder_of(temp: &TempDir, name: &str, text: &str) {
    fs::create_dir(temp.path().join(name)).unwrap();
    fs::write(temp.path().join(name).join("SKILL.md"), text).unwrap();
}

fn text_in(temp: &TempDir, name: &str) -> String {
    fs::read_to_string(temp.path().join(name).join("SKILL.md")).unwrap()
}

/// What the trash does not take comes back to its place, also on a disk that exchanged the names in two
/// steps.
#[test]
fn what_the_trash_does_not_take_is_put_back() {
    for two_steps in [false, true] {
        let temp = TempDir::new().unwrap();
        folder_of(&temp, "skill", "old");
        let dir = open(&temp);
        dir.create_dir("stage").unwrap();
        folder_of(&temp, "stage/item", "new");
        let stage = dir.open_dir("stage").unwrap();
        let holder = match two_steps {
            true => in_two_steps(&stage, &dir, "skill").unwrap(),
            false => exchange(stage, &dir, "skill").unwrap(),
        };
        assert_eq!(text_in(&temp, "skill"), "new");
        put_back(&holder, &dir, "skill", "stage").unwrap();
        assert_eq!(text_in(&temp, "skill"), "old");
        assert_eq!(names(&temp), ["skill"]);
    }
}

#[test]
fn a_full_disk_leaves_the_old_folder_whole() {
    let temp = TempDir::new().unwrap();
    folder_of(&temp, "skill", "old");
    let trash = Trash::new(temp.path().join("trash"));
    let file = NewFile {
        path: "SKILL.md".to_owned(),
        bytes: Arc::from(&b"new"[..]),
        executable: false,
    };
    let files = std::slice::from_ref(&file);
    let spot = spot(&temp, "skill");
    let error = replace_whole(&spot, files, &trash, "minibot", &mut full).unwrap_err();
    assert!(matches!(error, WriteError::Full { .. }), "{error}");
    assert_eq!(
        (text_in(&temp, "skill").as_str(), names(&temp)),
        ("old", vec!["skill".to_owned()])
    );
    let mut put = |out: &mut File, bytes: &[u8]| out.write_all(bytes);
    let trashed = replace_whole(&spot, files, &trash, "minibot", &mut put).unwrap();
    assert_eq!(text_in(&temp, "skill"), "new");
    assert_eq!(
        (trashed.path.as_str(), trash.list().len()),
        ("/area/skill", 1)
    );
    assert_eq!(names(&temp), ["skill", "trash"]);
}

/// A disk that cannot exchange two names, and a program that dies between the two steps.
#[test]
fn two_steps_that_were_begun_are_taken_back() {
    let temp = TempDir::new().unwrap();
    let trash = Trash::new(temp.path().join("trash"));
    folder_of(&temp, "skill", "old");
    fs::create_dir(temp.path().join("stage")).unwrap();
    folder_of(&temp, "stage/item", "new");
    let (dir, stage) = (open(&temp), open(&temp).open_dir("stage").unwrap());
    in_two_steps(&stage, &dir, "skill").unwrap();
    let back = ".skillkiln-back-skill.tmp";
    assert_eq!(text_in(&temp, "skill"), "new");
    assert_eq!(text_in(&temp, &format!("{back}/item")), "old");
    // The second step never came.
    fs::remove_dir_all(temp.path().join("skill")).unwrap();
    mend(&dir, "/area", &trash).unwrap();
    assert_eq!(text_in(&temp, "skill"), "old");
    assert_eq!(names(&temp), ["skill", "stage"]);
    // What is there is never replaced.
    fs::create_dir(temp.path().join(back)).unwrap();
    folder_of(&temp, &format!("{back}/item"), "left over");
    mend(&dir, "/area", &trash).unwrap();
    assert_eq!(text_in(&temp, "skill"), "old");
    // When the second step fails the first is taken back.
    in_two_steps(&stage, &dir, "skill").unwrap_err();
    assert_eq!(text_in(&temp, "skill"), "old");
}

/// What a program that died left in the making; what one that runs is making stays.
#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_programs_that_are_gone_go_to_the_trash() {
    use std::time::{Duration, SystemTime};
    let temp = TempDir::new().unwrap();
    let trash = Trash::new(temp.path().join("trash"));
    let own = std::process::id();
    let (gone, fresh) = (".skillkiln-4294967295-0.tmp", ".skillkiln-4294967295-1.tmp");
    let runs = format!(".skillkiln-{own}-0.tmp");
    for name in [gone, fresh, &runs] {
        fs::create_dir(temp.path().join(name)).unwrap();
        folder_of(&temp, &format!("{name}/item"), name);
        if name != fresh {
            let long_ago = SystemTime::now() - Duration::from_secs(7200);
            let folder = fs::File::open(temp.path().join(name)).unwrap();
            folder.set_modified(long_ago).unwrap();
        }
    }
    mend(&open(&temp), "/area", &trash).unwrap();
    assert_eq!(names(&temp), [runs, "trash".to_owned()]);
    let mut taken: Vec<String> = trash.list().into_iter().map(|item| item.path).collect();
    taken.sort();
    assert_eq!(taken, [gone, fresh].map(|name| format!("/area/{name}")));
}

/// What is in the making lies in the project for a moment, and for longer when a program dies: git passes
/// it over. Nothing of it stays in what was made.
#[test]
fn what_is_in_the_making_is_passed_over_by_git() {
    let temp = TempDir::new().unwrap();
    let file = NewFile {
        path: "SKILL.md".to_owned(),
        bytes: Arc::from(&b"text"[..]),
        executable: false,
    };
    let mut seen = Vec::new();
    let mut look = |out: &mut File, bytes: &[u8]| {
        for name in names(&temp).iter().filter(|name| name.ends_with(".tmp")) {
            let ignored = temp.path().join(name).join(".gitignore");
            seen.push(fs::read_to_string(ignored).unwrap());
        }
        out.write_all(bytes)
    };
    make_whole(&spot(&temp, "one"), std::slice::from_ref(&file), &mut look).unwrap();
    let trash = Trash::new(temp.path().join("trash"));
    replace_whole(
        &spot(&temp, "one"),
        std::slice::from_ref(&file),
        &trash,
        "",
        &mut look,
    )
    .unwrap();
    assert_eq!(seen, ["*\n", "*\n"]);
    assert_eq!(names(&temp), ["one", "trash"]);
    let inside = fs::read_dir(temp.path().join("one")).unwrap();
    let inside: Vec<_> = inside.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(inside, ["SKILL.md"]);
}
