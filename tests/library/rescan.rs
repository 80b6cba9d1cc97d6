//! Scanning again what was scanned before.

use std::fs;
use std::sync::Arc;

use skillkiln::host::tree::FileTree;
use skillkiln::library::{Limits, Scanner, fixed, scan};

use crate::scan::{root, text};
use crate::{Ground, link};

/// After every kind of change, looking at the changed paths gives the same tree as scanning anew.
#[test]
fn a_refresh_equals_a_new_scan() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", "a");
    ground.file("s/b/SKILL.md", "b");
    ground.file("s/b/refs/deep/x.md", "x");
    ground.file("far/SKILL.md", "far");
    ground.file("one.md", "one");
    ground.file("other/SKILL.md", "other");
    let roots = vec![
        root(&ground.path("s"), 4),
        root(&ground.path("late/skills"), 2),
    ];
    let mut scanner = Scanner::new(fixed(roots.clone()), Limits::default());
    assert!(scanner.scan());

    type Step<'a> = (&'a str, &'a dyn Fn(), &'a [&'a str]);
    let steps: &[Step] = &[
        (
            "edit",
            &|| drop(ground.file("s/a/SKILL.md", "A")),
            &["s/a/SKILL.md"],
        ),
        (
            "new file",
            &|| drop(ground.file("s/a/new.md", "n")),
            &["s/a/new.md"],
        ),
        (
            "new folder",
            &|| drop(ground.file("s/c/refs/y.md", "y")),
            &["s/c"],
        ),
        (
            "gone file",
            &|| fs::remove_file(ground.disk("s/a/new.md")).unwrap(),
            &["s/a/new.md"],
        ),
        (
            "gone folder",
            &|| fs::remove_dir_all(ground.disk("s/c")).unwrap(),
            &["s/c"],
        ),
        (
            "another folder of the same name",
            &|| {
                fs::rename(ground.disk("s/b"), ground.disk("s/old")).unwrap();
                ground.file("s/b/refs/deep/z.md", "z");
            },
            &["s/b", "s/old"],
        ),
        (
            "link to a folder",
            &|| link("../far", &ground.disk("s/far")),
            &["s/far"],
        ),
        (
            "edit behind a link",
            &|| drop(ground.file("far/SKILL.md", "FAR")),
            &["far/SKILL.md"],
        ),
        (
            "link to a file",
            &|| link("../one.md", &ground.disk("s/one.md")),
            &["s/one.md"],
        ),
        (
            "edit of that file",
            &|| drop(ground.file("one.md", "ONE!")),
            &["one.md"],
        ),
        (
            "dangling link",
            &|| link("../later", &ground.disk("s/later")),
            &["s/later"],
        ),
        (
            "its target appears",
            &|| drop(ground.file("later/SKILL.md", "l")),
            &["later"],
        ),
        (
            "a folder becomes a link",
            &|| {
                fs::remove_dir_all(ground.disk("s/old")).unwrap();
                link("../other", &ground.disk("s/old"));
            },
            &["s/old"],
        ),
        (
            "a missing root appears",
            &|| drop(ground.file("late/skills/q/SKILL.md", "q")),
            &["late"],
        ),
        (
            "a root goes",
            &|| fs::remove_dir_all(ground.disk("late")).unwrap(),
            &["late/skills"],
        ),
    ];
    for (what, change, paths) in steps {
        change();
        let paths: Vec<String> = paths.iter().map(|path| ground.path(path)).collect();
        assert!(scanner.refresh(&paths), "{what}: seen");
        let fresh = scan(fixed(roots.clone()), &Limits::default());
        let show = |tree: &FileTree| {
            let below = ground.path("");
            tree.folders()
                .filter(|(path, _)| path.starts_with(&below))
                .map(|(path, folder)| (path.to_owned(), folder.clone()))
                .collect::<Vec<_>>()
        };
        let (now, new) = (show(scanner.tree()), show(&fresh));
        // A folder nothing leads to any more may stay until the next whole scan.
        for folder in &new {
            assert!(
                now.contains(folder),
                "{what}: {folder:#?}\nis not in {now:#?}"
            );
        }
        assert!(
            !scanner.refresh(&paths),
            "{what}: nothing new the second time"
        );
    }
}

#[test]
fn unchanged_contents_are_kept_and_changed_ones_are_not() {
    let ground = Ground::new();
    let path = ground.file("s/a/SKILL.md", "one");
    let mut scanner = Scanner::new(fixed(vec![root(&ground.path("s"), 2)]), Limits::default());
    scanner.scan();
    // The same size within the same tick of the clock.
    for text in ["two", "six", "ten"] {
        ground.file("s/a/SKILL.md", text);
        scanner.refresh(std::slice::from_ref(&path));
        assert_eq!(crate::scan::text(scanner.tree(), &path).unwrap(), text);
        ground.file("s/a/SKILL.md", "abc");
        scanner.scan();
        assert_eq!(crate::scan::text(scanner.tree(), &path).unwrap(), "abc");
    }
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(old)
        .unwrap();
    scanner.scan();
    let before = scanner.tree().content(&path).unwrap().clone();
    assert!(!scanner.scan());
    assert!(std::sync::Arc::ptr_eq(
        &before,
        scanner.tree().content(&path).unwrap()
    ));
}

/// A configuration file that names a folder, and changes its mind.
#[test]
fn roots_follow_what_is_read() {
    let ground = Ground::new();
    let config = ground.file("conf/SKILL.md", ground.path("one"));
    let one = ground.file("one/SKILL.md", "1");
    let two = ground.file("two/SKILL.md", "2");
    let conf = ground.path("conf");
    let at = config.clone();
    let roots = Box::new(move |tree: &FileTree| {
        let named = text(tree, &at).map(|path| root(&path, 1));
        std::iter::once(root(&conf, 1)).chain(named).collect()
    });
    let mut scanner = Scanner::new(roots, Limits::default());
    scanner.scan();
    assert!(scanner.tree().content(&one).is_some());
    ground.file("conf/SKILL.md", ground.path("two"));
    assert!(scanner.refresh(&[config]));
    assert!(scanner.tree().content(&two).is_some());
    assert!(scanner.tree().content(&one).is_none());
}

#[test]
fn other_bytes_keep_the_shape() {
    let ground = Ground::new();
    let path = ground.file("s/a/SKILL.md", "one");
    let mut scanner = Scanner::new(fixed(vec![root(&ground.path("s"), 2)]), Limits::default());
    scanner.scan();
    let before = scanner.tree().shape();
    ground.file("s/a/SKILL.md", "another");
    assert!(scanner.refresh(std::slice::from_ref(&path)));
    assert_eq!(scanner.tree().shape(), before);
    ground.file("s/a/new.md", "another");
    assert!(scanner.refresh(&[ground.path("s/a/new.md")]));
    assert_ne!(scanner.tree().shape(), before);
}

#[test]
fn what_a_second_scan_finds_again_is_not_held_twice() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", "one");
    ground.file("s/b/SKILL.md", "two");
    let roots = vec![root(&ground.path("s"), 2)];
    let mut scanner = Scanner::new(fixed(roots), Limits::default());
    assert!(scanner.scan());
    let before = scanner.tree().clone();
    let shared = |scanner: &Scanner, path: &str| {
        let [one, other] = [&before, scanner.tree()].map(|tree| tree.shared_folder(path).cloned());
        let same = one
            .zip(other)
            .is_some_and(|(one, other)| Arc::ptr_eq(&one, &other));
        let [one, other] = [&before, scanner.tree()].map(|tree| tree.shared_path(path));
        same && Arc::ptr_eq(&one, &other)
    };
    let [a, b] = ["s/a", "s/b"].map(|path| ground.path(path));
    assert!(!scanner.scan());
    assert!(shared(&scanner, &a) && shared(&scanner, &b));
    assert_eq!(before.shape(), scanner.tree().shape());
    // One of them is another now.
    ground.file("s/b/notes.md", "three");
    assert!(scanner.scan());
    assert!(shared(&scanner, &a) && !shared(&scanner, &b));
}
