//! From folders to a tree.

use std::fs;

use skillkiln::host::profile::ScanRoot;
use skillkiln::host::tree::{FileTree, Kind};
use skillkiln::library::{Limits, Scanner, fixed, scan};

use crate::{Ground, link};

pub(crate) fn root(path: &str, depth: usize) -> ScanRoot {
    ScanRoot {
        path: path.to_owned(),
        depth,
        contents: vec!["SKILL.md".to_owned()],
    }
}

fn once(path: &str, depth: usize) -> FileTree {
    scan(fixed(vec![root(path, depth)]), &Limits::default())
}

pub(crate) fn text(tree: &FileTree, path: &str) -> Option<String> {
    let content = tree.content(path)?;
    Some(String::from_utf8(content.to_vec()).unwrap())
}

#[test]
fn reads_the_wanted_names_only() {
    let ground = Ground::new();
    ground.file("skills/a/SKILL.md", "one");
    ground.file("skills/b/skill.MD", "two");
    ground.file("skills/a/notes.md", "three");
    let tree = once(&ground.path("skills"), 2);
    assert_eq!(
        text(&tree, &ground.path("skills/a/SKILL.md")).unwrap(),
        "one"
    );
    assert_eq!(
        text(&tree, &ground.path("skills/b/skill.MD")).unwrap(),
        "two"
    );
    let notes = tree.file(&ground.path("skills/a/notes.md")).unwrap();
    assert_eq!((notes.size, &notes.content), (5, &None));
    assert!(notes.modified.is_some());
}

#[test]
fn a_pattern_is_an_ending() {
    let ground = Ground::new();
    ground.file("s/x.MD", "x");
    ground.file("s/.md", "dot");
    ground.file("s/md", "no");
    let mut wanted = root(&ground.path("s"), 1);
    wanted.contents = vec!["*.md".to_owned()];
    let tree = scan(fixed(vec![wanted]), &Limits::default());
    assert!(tree.content(&ground.path("s/x.MD")).is_some());
    assert!(tree.content(&ground.path("s/.md")).is_some());
    assert!(tree.content(&ground.path("s/md")).is_none());
}

#[test]
fn depth_counts_levels_of_folders_listed() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", "a");
    ground.file("s/a/b/SKILL.md", "b");
    let tree = once(&ground.path("s"), 2);
    assert!(tree.content(&ground.path("s/a/SKILL.md")).is_some());
    assert_eq!(tree.entry(&ground.path("s/a/b")), Some(&Kind::Folder));
    assert!(tree.folder(&ground.path("s/a/b")).is_none());
}

#[test]
fn what_goes_on_beside_the_folders_looked_into_concerns_nobody() {
    let ground = Ground::new();
    ground.file("p/s/a/SKILL.md", "a");
    ground.file("p/loose.md", "loose");
    link("../loose.md", &ground.disk("p/s/b"));
    let roots = vec![
        root(&ground.path("p/s"), 3),
        root(&ground.path("p/none/s"), 3),
    ];
    let mut scanner = Scanner::new(fixed(roots), Limits::default());
    scanner.scan();
    for (path, concerns) in [
        ("p/s/a/SKILL.md", true),
        ("p/s/a", true),
        ("p/s/new", true),
        ("p/s", true),
        ("p/loose.md", true),
        // The first name that is missing on the way to a root.
        ("p/none", true),
        ("p/other", false),
        ("p/other.md", false),
        ("p/nonesuch", false),
        ("other/s/a", false),
    ] {
        let changed = [ground.path(path)];
        assert_eq!(scanner.concerns(&changed), concerns, "{path}");
    }
    // Whatever concerns nobody changes nothing, when it is looked at all the same.
    ground.file("p/other.md", "new");
    let before = scanner.watch_list();
    assert!(!scanner.refresh(&[ground.path("p/other.md")]));
    assert_eq!(scanner.watch_list(), before);
}

#[test]
fn however_many_roots_overlap_each_file_is_read_once() {
    let ground = Ground::new();
    ground.file("s/custom/x/SKILL.md", "x".repeat(100));
    let mut roots = vec![
        root(&ground.path("s/custom"), 2),
        root(&ground.path("s/custom"), 3),
        root(&ground.path("s/custom/x"), 1),
        root(&ground.path("s"), 5),
        root(&ground.path("s/custom"), 3),
    ];
    for (i, root) in roots.iter_mut().enumerate() {
        root.contents.push(format!("other-{i}.md"));
    }
    for threads in [1, 4] {
        // What is read twice counts twice.
        let limits = Limits {
            threads,
            total_bytes: 150,
            ..Limits::default()
        };
        let tree = scan(fixed(roots.clone()), &limits);
        let file = tree.file(&ground.path("s/custom/x/SKILL.md")).unwrap();
        assert_eq!((&file.problem, file.content.is_some()), (&None, true));
    }
}

#[test]
fn roots_that_overlap_get_the_most_that_any_wants() {
    let ground = Ground::new();
    ground.file("s/custom/x/SKILL.md", "x");
    ground.file("s/custom/x/y/deep.txt", "deep");
    let mut deep = root(&ground.path("s/custom"), 3);
    deep.contents = vec!["deep.txt".to_owned()];
    for roots in [
        [root(&ground.path("s"), 2), deep.clone()],
        [deep, root(&ground.path("s"), 2)],
    ] {
        for threads in [1, 4] {
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let tree = scan(fixed(roots.to_vec()), &limits);
            assert_eq!(
                text(&tree, &ground.path("s/custom/x/y/deep.txt")).unwrap(),
                "deep"
            );
        }
    }
}

#[test]
fn what_does_not_exist_is_an_empty_tree() {
    let ground = Ground::new();
    let path = ground.path("no/such/project");
    let tree = once(&path, 3);
    assert!(tree.read_folder(&path).is_none());
}

#[test]
fn a_file_where_a_folder_is_due_is_an_empty_tree() {
    let ground = Ground::new();
    let path = ground.file("skills", "not a folder");
    let tree = once(&path, 3);
    assert!(tree.read_folder(&path).is_none());
}

#[test]
fn links_stay_links_and_lead_somewhere() {
    let ground = Ground::new();
    ground.file("shared/review/SKILL.md", "review");
    ground.folder("p/skills/b");
    link("../../shared/review", &ground.disk("p/skills/a"));
    link(
        "../../../shared/review/SKILL.md",
        &ground.disk("p/skills/b/SKILL.md"),
    );
    let tree = once(&ground.path("p/skills"), 3);
    let target = Kind::Link("../../shared/review".into());
    assert_eq!(tree.entry(&ground.path("p/skills/a")), Some(&target));
    assert_eq!(
        text(&tree, &ground.path("p/skills/a/SKILL.md")).unwrap(),
        "review"
    );
    assert_eq!(
        text(&tree, &ground.path("p/skills/b/SKILL.md")).unwrap(),
        "review"
    );
}

#[test]
fn a_link_to_a_file_is_read_under_the_name_of_the_link() {
    let ground = Ground::new();
    ground.file("text.txt", "linked");
    ground.folder("s/a");
    link(&ground.path("text.txt"), &ground.disk("s/a/SKILL.md"));
    let tree = once(&ground.path("s"), 2);
    assert_eq!(text(&tree, &ground.path("s/a/SKILL.md")).unwrap(), "linked");
}

#[test]
fn links_above_the_root_and_chains_are_followed_as_the_system_does() {
    let ground = Ground::new();
    ground.file("real/deep/skills/x/SKILL.md", "x");
    ground.file("real/beside/SKILL.md", "beside");
    link("real/deep", &ground.disk("way"));
    // `..` counts from where the link leads, not from where it stands.
    link("../../beside", &ground.disk("real/deep/skills/y"));
    link("y", &ground.disk("real/deep/skills/z"));
    let tree = once(&ground.path("way/skills"), 2);
    assert_eq!(
        text(&tree, &ground.path("way/skills/x/SKILL.md")).unwrap(),
        "x"
    );
    assert_eq!(
        text(&tree, &ground.path("way/skills/y/SKILL.md")).unwrap(),
        "beside"
    );
    assert_eq!(
        text(&tree, &ground.path("way/skills/z/SKILL.md")).unwrap(),
        "beside"
    );
}

#[test]
fn loops_end() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", "a");
    link("..", &ground.disk("s/a/up"));
    link("me", &ground.disk("s/me"));
    link("nowhere", &ground.disk("s/lost"));
    let tree = once(&ground.path("s"), 30);
    assert_eq!(
        text(&tree, &ground.path("s/a/up/a/up/a/SKILL.md")).unwrap(),
        "a"
    );
    assert!(tree.resolve(&ground.path("s/me")).is_err());
    assert!(tree.resolve(&ground.path("s/lost")).is_err());
    // Listing the folder again for each way to it would never end, or end in thousands.
    assert!(tree.folders().count() < 40);
}

#[test]
fn a_link_to_everything_takes_nothing_from_the_project() {
    let ground = Ground::new();
    for at in 0..50 {
        ground.file(&format!("s/skill-{at}/SKILL.md"), "text");
    }
    link("/", &ground.disk("s/all"));
    let limits = Limits {
        entries: 200,
        ..Limits::default()
    };
    let tree = scan(fixed(vec![root(&ground.path("s"), 9)]), &limits);
    for at in 0..50 {
        assert!(
            tree.content(&ground.path(&format!("s/skill-{at}/SKILL.md")))
                .is_some()
        );
    }
    let told = tree.folders().any(|(_, folder)| {
        folder
            .problem
            .as_deref()
            .is_some_and(|problem| problem.contains("200 entries"))
    });
    assert!(told, "that something was left out is said");
}

#[test]
fn a_file_that_is_too_large_is_named_and_not_read() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", vec![b'x'; (5 << 20) + 1]);
    ground.file("s/b/SKILL.md", vec![b'x'; 5 << 20]);
    let tree = once(&ground.path("s"), 2);
    let large = tree.file(&ground.path("s/a/SKILL.md")).unwrap();
    assert_eq!(large.size, (5 << 20) + 1);
    assert_eq!(large.content, None);
    assert_eq!(
        large.problem.as_deref(),
        Some("not read: larger than 5 MiB, the most skillkiln reads of a file")
    );
    assert!(tree.content(&ground.path("s/b/SKILL.md")).is_some());
}

#[test]
fn all_contents_together_are_bounded() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", [b'x'; 60]);
    ground.file("s/b/SKILL.md", [b'x'; 60]);
    let limits = Limits {
        total_bytes: 100,
        ..Limits::default()
    };
    let tree = scan(fixed(vec![root(&ground.path("s"), 2)]), &limits);
    let files = ["s/a/SKILL.md", "s/b/SKILL.md"].map(|path| tree.file(&ground.path(path)).unwrap());
    assert_eq!(
        files.iter().filter(|file| file.content.is_some()).count(),
        1
    );
    assert_eq!(
        files.iter().filter(|file| file.problem.is_some()).count(),
        1
    );
}

#[test]
fn empty_and_binary_files_are_files() {
    let ground = Ground::new();
    ground.file("s/a/SKILL.md", "");
    ground.file("s/b/SKILL.md", [0xff, 0x00, 0xfe]);
    let tree = once(&ground.path("s"), 2);
    assert_eq!(tree.content(&ground.path("s/a/SKILL.md")).unwrap().len(), 0);
    assert_eq!(tree.content(&ground.path("s/b/SKILL.md")).unwrap().len(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_kept_apart() {
    use std::os::unix::ffi::OsStrExt;
    let ground = Ground::new();
    let name = std::ffi::OsStr::from_bytes(b"a\xffb");
    fs::create_dir_all(ground.disk("s").join(name)).unwrap();
    let tree = once(&ground.path("s"), 2);
    assert_eq!(tree.entry(&ground.path("s/a\u{fffd}b")), Some(&Kind::Other));
}

#[cfg(unix)]
#[test]
fn a_socket_is_neither_read_nor_waited_for() {
    let ground = Ground::new();
    ground.folder("s/a");
    let _socket = std::os::unix::net::UnixListener::bind(ground.disk("s/a/SKILL.md")).unwrap();
    let tree = once(&ground.path("s"), 2);
    assert_eq!(tree.entry(&ground.path("s/a/SKILL.md")), Some(&Kind::Other));
}

/// A process of the superuser may read everything; then there is nothing to refuse.
#[cfg(unix)]
#[test]
fn what_must_not_be_read_is_a_problem() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    ground.file("s/shut/SKILL.md", "x");
    ground.file("s/open/SKILL.md", "x");
    let set = |path: &str, mode| {
        fs::set_permissions(ground.disk(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    set("s/open/SKILL.md", 0o000);
    set("s/shut", 0o000);
    let may = fs::read(ground.disk("s/open/SKILL.md")).is_ok();
    let tree = once(&ground.path("s"), 2);
    set("s/shut", 0o755);
    let words = (!may).then_some("no permission to read it");
    let file = tree.file(&ground.path("s/open/SKILL.md")).unwrap();
    assert_eq!(file.problem.as_deref(), words);
    assert_eq!(
        tree.folder(&ground.path("s/shut"))
            .unwrap()
            .problem
            .as_deref(),
        words
    );
}

#[cfg(unix)]
#[test]
fn executable_files_are_marked() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    let path = ground.file("s/a/run.sh", "x");
    ground.file("s/a/SKILL.md", "x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let tree = once(&ground.path("s"), 2);
    assert!(tree.file(&path).unwrap().executable);
    assert!(!tree.file(&ground.path("s/a/SKILL.md")).unwrap().executable);
}

#[test]
fn our_own_temporary_files_are_not_seen() {
    let ground = Ground::new();
    ground.file("s/.skillkiln-1-2.tmp", "x");
    ground.file("s/.hidden", "x");
    let tree = once(&ground.path("s"), 1);
    assert_eq!(tree.entry(&ground.path("s/.skillkiln-1-2.tmp")), None);
    assert!(tree.entry(&ground.path("s/.hidden")).is_some());
}
