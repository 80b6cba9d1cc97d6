//! No room reaches where it may not: the map in `lib.rs`, held by reading the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// A room, and the other rooms it may use.
const ROOMS: &[(&str, &[&str])] = &[
    ("skill", &[]),
    ("host", &["skill"]),
    ("check", &["skill", "host"]),
    ("library", &["skill", "host"]),
    ("exchange", &["skill", "host", "check", "library"]),
    ("workbench/edit", &["skill"]),
    (
        "workbench/app",
        &[
            "skill",
            "host",
            "check",
            "library",
            "exchange",
            "workbench::edit",
        ],
    ),
    (
        "workbench/view",
        &[
            "skill",
            "host",
            "check",
            "workbench::edit",
            "workbench::app",
        ],
    ),
    (
        "workbench/run",
        &["skill", "host", "check", "library", "exchange", "workbench"],
    ),
    ("cli", &["skill", "host", "check", "library", "exchange"]),
];

/// Crates and modules of the outside that a room must not name.
const OUTSIDE: &[(&str, &[&str])] = &[
    (
        "skill",
        &[
            "std::fs",
            "std::process",
            "std::net",
            "ratatui",
            "crossterm",
        ],
    ),
    (
        "host",
        &[
            "std::fs",
            "std::process",
            "std::net",
            "ratatui",
            "crossterm",
        ],
    ),
    (
        "check",
        &[
            "std::fs",
            "std::process",
            "std::net",
            "ratatui",
            "crossterm",
        ],
    ),
    (
        "library",
        &["process::Command", "std::net", "ratatui", "crossterm"],
    ),
    (
        "workbench/edit",
        &[
            "std::fs",
            "std::process",
            "std::net",
            "crossterm",
            "ratatui",
        ],
    ),
    (
        "workbench/app",
        &[
            "std::fs",
            "std::process",
            "std::net",
            "std::time::Instant",
            "SystemTime::now",
            "ratatui",
            "crossterm",
        ],
    ),
    (
        "workbench/view",
        &["std::fs", "std::process", "std::net", "crossterm"],
    ),
    ("exchange", &["process::Command", "ratatui", "crossterm"]),
    ("cli", &["ratatui", "crossterm"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a room").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

/// The code without comments: what is said about other rooms is not a use of them.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Rooms named as `crate::room` in some code, with `workbench` rooms by both names.
fn named(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let path: String = rest
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':')
            .collect();
        let mut parts = path.split("::").filter(|part| !part.is_empty());
        match (parts.next(), parts.next()) {
            (Some("workbench"), Some(inner)) => rooms.push(format!("workbench::{inner}")),
            (Some(room), _) => rooms.push(room.to_owned()),
            _ => {}
        }
    }
    rooms
}

#[test]
fn no_room_reaches_where_it_may_not() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for (room, allowed) in ROOMS {
        let own = room.replace('/', "::");
        for file in sources(&source.join(room)) {
            for name in named(&code(&file)) {
                let is_room = ROOMS
                    .iter()
                    .any(|(known, _)| known.replace('/', "::") == name)
                    || name == "workbench";
                let fits = |room: &&str| name == **room || name.starts_with(&format!("{room}::"));
                if is_room && name != own && !allowed.iter().any(fits) {
                    faults.push(format!("{} uses {name}", file.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pure_rooms_name_nothing_of_the_outside() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for (room, forbidden) in OUTSIDE {
        for file in sources(&source.join(room)) {
            let code = code(&file);
            for name in *forbidden {
                if code.contains(name) {
                    faults.push(format!("{} names {name}", file.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_file_is_longer_than_600_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut faults = Vec::new();
    for file in ["src", "tests"]
        .iter()
        .flat_map(|name| sources(&root.join(name)))
    {
        let lines = fs::read_to_string(&file).expect("a source").lines().count();
        if lines > 600 {
            faults.push(format!("{}: {lines}", file.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_test_sees_a_forbidden_use() {
    assert_eq!(
        named("use crate::workbench::view::x;\ncrate::library::scan()"),
        ["workbench::view", "library"]
    );
}
