//! Every way out of the write area that we can think of.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use skillkiln::library::{Expect, Grant, Guard, Trash, WriteError};

use crate::field::{Field, bytes};
use crate::{Ground, link};

#[test]
fn paths_that_are_not_plain_are_refused() {
    let field = Field::new();
    let area = field.at("");
    let area = area.trim_end_matches('/');
    let before = field.ground.names("");
    for path in [
        "",
        "/",
        "SKILL.md",
        "skills/custom/x",
        &format!("{area}/../theirs/SKILL.md"),
        &format!("{area}/x/../../theirs/SKILL.md"),
        &format!("{area}/.."),
        &format!("{area}/./x"),
        &format!("{area}//x"),
        &format!("{area}/x/"),
        &format!("{area}/"),
        &format!("{area}/a\0b"),
        &format!("{}/../outside/SKILL.md", field.ground.path("p")),
    ] {
        for expect in [Expect::Absent, Expect::Any, bytes("theirs")] {
            let refused = field.guard.save(path, b"x", &expect).unwrap_err();
            let right = matches!(
                refused,
                WriteError::BadPath { .. } | WriteError::Outside { .. }
            );
            assert!(right, "{path:?}: {refused}");
        }
        assert!(field.guard.remove(path, "h").is_err(), "{path:?}");
        assert!(field.guard.make_folder(path).is_err(), "{path:?}");
        assert!(field.guard.make_whole(path, &[]).is_err(), "{path:?}");
        assert!(
            field.guard.rename(&field.at("mine"), path).is_err(),
            "{path:?}"
        );
        assert!(
            field.guard.rename(path, &field.at("y")).is_err(),
            "{path:?}"
        );
    }
    assert_eq!(field.ground.names(""), before);
}

#[test]
fn what_no_grant_covers_is_refused() {
    let field = Field::new();
    let before = field.ground.names("");
    for path in [
        field.ground.path("p/skills/theirs/SKILL.md"),
        field.ground.path("p/skills/custom"),
        field.ground.path("p/skills/customized/SKILL.md"),
        field.ground.path("p/skills/Custom/x"),
        field.ground.path("p/skills/custom2"),
        field.ground.path("outside/SKILL.md"),
        field.ground.path("p"),
        "/etc/skillkiln".to_owned(),
    ] {
        let refused = [
            field.guard.save(&path, b"x", &Expect::Any).unwrap_err(),
            field.guard.save(&path, b"x", &Expect::Absent).unwrap_err(),
            field.guard.make_folder(&path).unwrap_err(),
            field.guard.remove(&path, "h").unwrap_err(),
            field.guard.rename(&path, &field.at("x")).unwrap_err(),
            field.guard.rename(&field.at("mine"), &path).unwrap_err(),
        ];
        for refused in refused {
            assert!(
                matches!(refused, WriteError::Outside { .. }),
                "{path}: {refused}"
            );
            assert!(
                refused.to_string().contains("skills/custom"),
                "says what may be: {refused}"
            );
        }
    }
    assert_eq!(field.ground.names(""), before);
}

#[test]
fn a_grant_of_one_file_covers_that_file() {
    let field = Field::new();
    let path = field.ground.path("p/skills/theirs/SKILL.md");
    let guard = Guard::new(
        vec![Grant::file(&path).unwrap()],
        Trash::new(field.ground.disk("state/trash")),
    );
    guard.save(&path, b"fixed", &bytes("theirs")).unwrap();
    assert_eq!(field.ground.text("p/skills/theirs/SKILL.md"), "fixed");
    for other in [
        "p/skills/theirs/b.md",
        "p/skills/theirs",
        "p/skills/theirs/SKILL.md/x",
    ] {
        let refused = guard.save(&field.ground.path(other), b"x", &Expect::Absent);
        assert!(
            matches!(refused, Err(WriteError::Outside { .. })),
            "{other}"
        );
    }
}

#[test]
fn without_grants_nothing_is_written() {
    let field = Field::new();
    let guard = Guard::new(Vec::new(), Trash::new(field.ground.disk("state/trash")));
    let refused = guard
        .save(&field.at("mine/SKILL.md"), b"x", &Expect::Any)
        .unwrap_err();
    assert!(matches!(refused, WriteError::Outside { .. }));
    assert!(refused.to_string().contains("nothing may be"));
}

#[test]
fn links_in_the_area_are_not_written_through() {
    let field = Field::new();
    let ground = &field.ground;
    link("../../../outside", &ground.disk("p/skills/custom/folder"));
    link(
        &ground.path("outside"),
        &ground.disk("p/skills/custom/absolute"),
    );
    link("mine", &ground.disk("p/skills/custom/inside"));
    link(
        "../../../../outside/SKILL.md",
        &ground.disk("p/skills/custom/mine/file.md"),
    );
    link("SKILL.md", &ground.disk("p/skills/custom/mine/same.md"));
    link("../nowhere", &ground.disk("p/skills/custom/mine/lost.md"));
    let before = ground.names("");
    for rest in [
        "folder/SKILL.md",
        "absolute/SKILL.md",
        "inside/SKILL.md",
        "mine/file.md",
        "mine/same.md",
        "mine/lost.md",
    ] {
        for expect in [Expect::Any, bytes("precious"), bytes("mine")] {
            let refused = field
                .guard
                .save(&field.at(rest), b"x", &expect)
                .unwrap_err();
            assert!(
                matches!(refused, WriteError::Link { .. }),
                "{rest}: {refused}"
            );
        }
        assert!(field.create(rest).is_err(), "{rest}");
    }
    for rest in ["folder/new", "inside/new/deeper", "absolute/new"] {
        let path = field.at(rest);
        let refused = [
            field.create(rest).unwrap_err(),
            field.guard.make_folder(&path).unwrap_err(),
            field.guard.make_whole(&path, &[]).unwrap_err(),
            field.guard.rename(&field.at("mine"), &path).unwrap_err(),
        ];
        for refused in refused {
            assert!(
                matches!(refused, WriteError::Link { .. }),
                "{rest}: {refused}"
            );
        }
    }
    let refused = field
        .guard
        .remove(&field.at("folder/SKILL.md"), "h")
        .unwrap_err();
    assert!(matches!(refused, WriteError::Link { .. }));
    assert_eq!(ground.names(""), before);
    assert_eq!(ground.text("outside/SKILL.md"), "precious");
    assert_eq!(ground.text("p/skills/custom/mine/SKILL.md"), "mine");
}

#[test]
fn removing_a_link_leaves_its_target() {
    let field = Field::new();
    link(
        "../../../outside",
        &field.ground.disk("p/skills/custom/folder"),
    );
    let trashed = field.guard.remove(&field.at("folder"), "h").unwrap();
    assert!(!field.ground.exists("p/skills/custom/folder"));
    assert_eq!(field.ground.text("outside/SKILL.md"), "precious");
    field.guard.restore(&trashed).unwrap();
    let target = fs::read_link(field.ground.disk("p/skills/custom/folder")).unwrap();
    assert_eq!(target.to_str().unwrap(), "../../../outside");
}

#[test]
fn an_area_that_leads_out_of_the_project_is_refused() {
    for absolute in [false, true] {
        let field = Field::new();
        let ground = &field.ground;
        fs::remove_dir_all(ground.disk("p/skills/custom")).unwrap();
        let target = if absolute {
            ground.path("outside")
        } else {
            "../../outside".to_owned()
        };
        link(&target, &ground.disk("p/skills/custom"));
        let before = ground.names("");
        for refused in [
            field.create("x/SKILL.md").unwrap_err(),
            field
                .guard
                .save(&field.at("SKILL.md"), b"x", &Expect::Any)
                .unwrap_err(),
            field.guard.remove(&field.at("SKILL.md"), "h").unwrap_err(),
        ] {
            assert!(matches!(refused, WriteError::LeadsOut { .. }), "{refused}");
        }
        assert_eq!(ground.names(""), before);
        assert_eq!(ground.text("outside/SKILL.md"), "precious");
    }
}

#[test]
fn an_area_that_is_a_link_within_the_project_is_used() {
    let field = Field::new();
    let ground = &field.ground;
    fs::rename(ground.disk("p/skills"), ground.disk("p/kept")).unwrap();
    link("kept", &ground.disk("p/skills"));
    field.save("mine/SKILL.md", "mine", "better").unwrap();
    assert_eq!(ground.text("p/kept/custom/mine/SKILL.md"), "better");
}

#[test]
fn an_area_that_does_not_exist_is_made() {
    let ground = Ground::new();
    ground.folder("p");
    let grant = Grant::area(&ground.path("p"), &ground.path("p/skills/custom")).unwrap();
    let guard = Guard::new(vec![grant], Trash::new(ground.disk("state/trash")));
    let path = ground.path("p/skills/custom/first/SKILL.md");
    // Saving over what is not there makes nothing.
    let refused = guard.save(&path, b"x", &Expect::Any).unwrap_err();
    assert!(matches!(refused, WriteError::Missing { .. }), "{refused}");
    assert!(!ground.exists("p/skills"));
    guard.save(&path, b"x", &Expect::Absent).unwrap();
    assert_eq!(ground.text("p/skills/custom/first/SKILL.md"), "x");
}

#[test]
fn a_dangling_link_on_the_way_is_not_filled_in() {
    let ground = Ground::new();
    ground.folder("p");
    link("elsewhere", &ground.disk("p/skills"));
    let grant = Grant::area(&ground.path("p"), &ground.path("p/skills/custom")).unwrap();
    let guard = Guard::new(vec![grant], Trash::new(ground.disk("state/trash")));
    let path = ground.path("p/skills/custom/first/SKILL.md");
    assert!(guard.save(&path, b"x", &Expect::Absent).is_err());
    assert_eq!(ground.names("p"), ["skills"]);
}

#[test]
fn an_area_must_lie_in_its_holder() {
    let refused = Grant::area("/home/me", "/home/me2/skills").unwrap_err();
    assert!(matches!(refused, WriteError::Outside { .. }));
    assert!(Grant::area("/home/me", "/home/me/../you").is_err());
    assert!(Grant::area("/home/me", "skills").is_err());
}

/// While one thread swaps a folder for a link and back, no save may land behind the link.
#[test]
fn a_link_swapped_in_between_leads_nowhere() {
    let field = Field::new();
    let ground = &field.ground;
    let (swap, aside) = (
        ground.disk("p/skills/custom/mine"),
        ground.disk("p/skills/custom/aside"),
    );
    let outside = ground.path("outside");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // Some steps fail: a save may have made the folder anew meanwhile.
                let _ = fs::rename(&swap, &aside);
                let _ = std::os::unix::fs::symlink(&outside, &swap);
                let _ = fs::remove_file(&swap);
                if fs::rename(&aside, &swap).is_err() {
                    let _ = fs::remove_dir_all(&aside);
                }
            }
        });
        for at in 0..3_000 {
            // Whether one gets through is chance; where it lands is not.
            let _ = match at % 3 {
                0 => field
                    .guard
                    .save(&field.at("mine/SKILL.md"), b"changed", &Expect::Any),
                1 => field.create(&format!("mine/new-{at}.md")),
                _ => field
                    .guard
                    .remove(&field.at("mine/SKILL.md"), "h")
                    .map(|trashed| {
                        // The folder may be away just now; then it goes back once it is there.
                        while let Err(error) = field.guard.restore(&trashed) {
                            if matches!(error, WriteError::Exists { .. }) {
                                break;
                            }
                        }
                    }),
            };
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(ground.names("outside"), ["SKILL.md"]);
    assert_eq!(ground.text("outside/SKILL.md"), "precious");
    // Once the folder stays, so does what is saved in it.
    let _ = fs::create_dir(&swap);
    field.create("mine/last.md").unwrap();
    assert!(
        ground
            .names("p/skills/custom/mine")
            .contains(&"last.md".to_owned())
    );
}

#[test]
fn odd_names_are_refused_for_new_things() {
    let field = Field::new();
    let before = field.ground.names("");
    let long = "x".repeat(256);
    for name in [
        "a ",
        " a",
        "a.",
        "CON",
        "nul.txt",
        "Com1.md",
        "lpt9",
        "aux .md",
        "a\\b",
        "a:b",
        "a?b",
        "a*b",
        "<a>",
        "a\"b",
        "a|b",
        "a\nb",
        "a\u{1b}b",
        "\u{7f}",
        " ",
        &long,
        ".skillkiln-1-1.tmp",
    ] {
        let refused = [
            field.create(name).unwrap_err(),
            field.create(&format!("{name}/SKILL.md")).unwrap_err(),
            field.guard.make_folder(&field.at(name)).unwrap_err(),
            field.guard.make_whole(&field.at(name), &[]).unwrap_err(),
            field
                .guard
                .rename(&field.at("mine"), &field.at(name))
                .unwrap_err(),
        ];
        for refused in refused {
            assert!(
                matches!(refused, WriteError::BadName { .. }),
                "{name:?}: {refused}"
            );
            assert!(!refused.to_string().contains('\u{1b}'), "shown with care");
        }
    }
    assert_eq!(field.ground.names(""), before);
    for name in ["a", ".hidden", "a.b.c", "console", "com10", "ünï", "技能"] {
        field.create(name).unwrap();
    }
}
