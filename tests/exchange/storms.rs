//! Programs that die, disks that are full or closed, and several programs at once: an exchange is done
//! whole or not at all, and the lock can be trusted afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const AREA: &str = "p/skills/custom";

/// A call of the program that nobody reads.
fn quiet(desk: &Desk, args: &[&str]) -> Command {
    let mut call = Command::new(env!("CARGO_BIN_EXE_skillkiln"));
    call.args(["--project", &desk.path("p"), "--home", &desk.path("home")])
        .args(args)
        .env("SKILLKILN_STATE", desk.path("state"))
        .env("SKILLKILN_CONFIG", desk.path("config"))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    call
}

fn install(desk: &Desk, source: &str, more: &[&str]) -> Json {
    let source = desk.path(source);
    let looked = desk.json(&[&["import", &source], more].concat());
    let hash = looked["skills"][0]["hash"].as_str().unwrap();
    let args = ["import", &source, "--install", "--expect", hash];
    desk.json(&[&args[..], more].concat())
}

/// A skill of many files, so that writing it takes a while.
fn large(desk: &Desk, folder: &str, version: &str) {
    desk.file(&format!("{folder}/SKILL.md"), skill("one"));
    for at in 0..40 {
        let text = format!("{version} {at}\n").repeat(50);
        desk.file(&format!("{folder}/f{at}.md"), text);
    }
}

/// Kills a call at later and later moments of its run, `rounds` times.
fn killed(rounds: u32, start: impl Fn() -> Child, whole: Duration, mut then: impl FnMut(u32)) {
    let (_alive, never) = channel::<()>();
    for round in 0..rounds {
        let mut child = start();
        // The second half of the run closely: before it nothing is written.
        let moment = whole * (round + rounds / 2) / (rounds * 4 / 3);
        let _ = never.recv_timeout(moment.min(Duration::from_secs(20)));
        child.kill().unwrap();
        child.wait().unwrap();
        then(round);
    }
}

fn timed(mut call: Command) -> Duration {
    let start = Instant::now();
    assert!(call.status().unwrap().success());
    start.elapsed()
}

/// What lies in the write area besides the skill, the lock apart.
fn left_over(desk: &Desk) -> Vec<String> {
    let entries = fs::read_dir(desk.at(AREA)).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let known = ["one", "skills-lock.json"];
    names
        .filter(|name| !known.contains(&name.as_str()))
        .collect()
}

#[test]
fn an_update_that_is_killed_leaves_the_old_or_the_new() {
    let desk = Desk::new();
    large(&desk, "old", "old");
    large(&desk, "new", "new");
    large(&desk, "s", "old");
    install(&desk, "s", &[]);
    let own = "mine\n";
    let versions = ["old", "new"].map(|version| {
        let mut files = tree(&desk.at(version));
        files.push(("own.md".to_owned(), own.to_owned()));
        files.sort();
        files
    });
    desk.file(&format!("{AREA}/one/own.md"), own);
    let turn = |version: &str| large(&desk, "s", version);
    turn("new");
    let whole = timed(quiet(&desk, &["update", "--yes"]));
    let there = |version: usize| tree(&desk.at(&format!("{AREA}/one"))) == versions[version];
    assert!(there(1));
    let next = std::cell::Cell::new(0);
    killed(
        16,
        || {
            turn(["old", "new"][next.get()]);
            quiet(&desk, &["update", "--yes"]).spawn().unwrap()
        },
        whole,
        |round| {
            assert!(there(0) || there(1), "round {round}");
            let (_, said) = desk.run(&["verify"]);
            // The file of one's own is all that is not as it was installed.
            let changed: Vec<&Json> = said[0]["files"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|file| file["state"] != "same")
                .collect();
            assert_eq!(changed, [&json!({ "path": "own.md", "state": "extra" })]);
            assert_eq!(left_over(&desk), [""; 0], "round {round}");
            if there(next.get()) {
                next.set(1 - next.get());
            }
        },
    );
}

#[test]
fn a_removal_that_is_killed_is_done_or_not() {
    let desk = Desk::new();
    large(&desk, "s", "old");
    install(&desk, "s", &[]);
    let files = tree(&desk.at("s"));
    let whole = timed(quiet(&desk, &["remove", "one"]));
    install(&desk, "s", &[]);
    killed(
        12,
        || quiet(&desk, &["remove", "one"]).spawn().unwrap(),
        whole,
        |round| {
            let there = tree(&desk.at(&format!("{AREA}/one")));
            let (_, said) = desk.run(&["verify"]);
            if there.is_empty() {
                // The lock may not have been told any more; then it says that the skill is gone.
                let states: Vec<&Json> = said.as_array().unwrap().iter().collect();
                let gone = states.iter().all(|status| status["state"] == "missing");
                assert!(gone && states.len() < 2, "round {round}: {said}");
                install(&desk, "s", &[]);
            } else {
                assert!(there == files, "round {round}");
                assert_eq!(said[0]["state"], "clean", "round {round}");
            }
        },
    );
}

#[test]
fn a_copy_for_another_host_that_is_killed_is_whole_or_not_there() {
    let desk = Desk::new();
    let to = "p/.agents/skills/one";
    for version in ["old", "new"] {
        large(&desk, version, version);
    }
    let versions = ["old", "new"].map(|version| tree(&desk.at(version)));
    let turn = |version: usize| {
        let _ = fs::remove_dir_all(desk.at(&format!("{AREA}/one")));
        large(&desk, &format!("{AREA}/one"), ["old", "new"][version]);
    };
    let call = || {
        let args = ["deploy", "one", "--to", "minibot:project-agents"];
        quiet(&desk, &[&args[..], &["--yes", "--force"]].concat())
    };
    turn(0);
    let whole = timed(call());
    let next = std::cell::Cell::new(1);
    killed(
        12,
        || {
            turn(next.get());
            call().spawn().unwrap()
        },
        whole,
        |round| {
            let there = tree(&desk.at(to));
            assert!(versions.contains(&there), "round {round}");
            if there == versions[next.get()] {
                next.set(1 - next.get());
            }
        },
    );
    // What it left half made is cleared away by the next one.
    desk.file(
        "p/.agents/skills/.skillkiln-4194999-0.tmp/item/SKILL.md",
        "x",
    );
    turn(next.get());
    assert!(call().status().unwrap().success());
    let entries = fs::read_dir(desk.at("p/.agents/skills")).unwrap();
    let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["one"]);
}

/// A host that keeps single files: at no moment there is none, whoever writes it.
#[test]
fn a_single_file_that_is_replaced_is_the_old_or_the_new() {
    let desk = Desk::new();
    fs::create_dir_all(desk.at("p/.replio/skills")).unwrap();
    let file = "p/.replio/skills/one.md";
    let text = |version: &str| format!("{version}\n").repeat(20_000);
    let put = |version: &str| {
        let _ = desk.file("s/one/SKILL.md", text(version));
        desk.file("d/one/SKILL.md", text(version));
    };
    let host = ["--host", "replio"];
    put("old");
    install(&desk, "s/one", &host);
    put("new");
    let update = [&["update", "--yes"], &host[..]].concat();
    let whole = timed(quiet(&desk, &update));
    let versions = ["old", "new"];
    let there = || {
        let now = desk.read(file);
        versions.iter().position(|version| now == text(version))
    };
    let next = std::cell::Cell::new(0);
    killed(
        12,
        || {
            put(versions[next.get()]);
            quiet(&desk, &update).spawn().unwrap()
        },
        whole,
        |round| {
            // Before anything is mended.
            let found = there();
            assert!(found.is_some(), "round {round}");
            let said = desk.json(&[&["verify"], &host[..]].concat());
            assert_eq!(said[0]["state"], "clean", "round {round}");
            next.set(1 - found.unwrap());
        },
    );
    // From a folder host it is copied there in the same way.
    let turn = |version: &str| {
        let head = "---\nname: one\ndescription: Does it. Use it.\n---\n";
        desk.file(
            &format!("{AREA}/one/SKILL.md"),
            format!("{head}{}", text(version)),
        );
    };
    let call = || {
        let args = ["deploy", "one", "--to", "replio:local", "--yes", "--force"];
        quiet(&desk, &[&args[..], &["--host", "agentworks"]].concat())
    };
    turn("new");
    let whole = timed(call());
    next.set(0);
    killed(
        12,
        || {
            turn(versions[next.get()]);
            call().spawn().unwrap()
        },
        whole,
        |round| {
            let found = there();
            assert!(found.is_some(), "round {round}");
            next.set(1 - found.unwrap());
        },
    );
}

/// The trash does not take the old one when the new one is in its place already.
#[test]
fn what_the_trash_does_not_take_stays_in_its_place() {
    let desk = Desk::new();
    large(&desk, "s", "old");
    install(&desk, "s", &[]);
    desk.json(&["deploy", "one", "--to", "minibot:project-agents", "--yes"]);
    desk.file("p/.agents/skills/one/f0.md", "another");
    large(&desk, "s", "new");
    let _ = fs::remove_dir_all(desk.at("state/trash"));
    desk.file("state/trash", "this is no folder");
    let before = tree(&desk.at("p"));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    let to = ["--to", "minibot:project-agents", "--yes", "--force"];
    for args in [
        &["import", &source, "--install", "--force", "--expect", &hash][..],
        &["update", "--yes"],
        &[&["deploy", "one"], &to[..]].concat(),
        &["remove", "one"],
    ] {
        let code = quiet(&desk, args).status().unwrap().code();
        assert_eq!(code, Some(1), "{args:?}");
        assert!(tree(&desk.at("p")) == before, "{args:?}");
        assert_eq!(desk.json(&["verify"])[0]["state"], "clean", "{args:?}");
    }
    fs::remove_file(desk.at("state/trash")).unwrap();
    assert_eq!(desk.json(&["update", "--yes"])[0]["updated"], true);
}

/// What cannot be remembered is not done, and it is told where it would have been.
#[test]
fn nothing_is_installed_that_cannot_be_remembered() {
    let desk = Desk::new();
    large(&desk, "s", "old");
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.file("state/exchange", "this is no folder");
    let (code, said) = desk.run(&["import", &source, "--install", "--expect", &hash]);
    assert_eq!((code, &said["refused"]), (1, &json!("not-written")));
    let detail = said["detail"].as_str().unwrap();
    assert!(detail.contains("SKILLKILN_STATE"), "{detail}");
    assert_eq!(tree(&desk.at("p")), []);
}

/// Several programs at once: each skill is there and in the lock, and each can be taken back.
#[test]
fn skills_that_are_installed_at_once_are_all_in_the_lock() {
    let desk = Desk::new();
    let names: Vec<String> = (0..8).map(|at| format!("s{at}")).collect();
    for name in &names {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
    }
    let calls = names.iter().map(|name| {
        let source = desk.path(&format!("s/{name}"));
        let hash = desk.hash(&source);
        quiet(&desk, &["import", &source, "--install", "--expect", &hash])
    });
    let calls: Vec<Command> = calls.collect();
    let children = calls.into_iter().map(|mut call| call.spawn().unwrap());
    let children: Vec<Child> = children.collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let said = desk.json(&["verify"]);
    let mut found: Vec<&str> = said
        .as_array()
        .unwrap()
        .iter()
        .map(|status| status["name"].as_str().unwrap())
        .collect();
    found.sort_unstable();
    assert_eq!(found, names);
    let journal = fs::read_dir(desk.at("state/journal")).unwrap().flatten();
    let journal = journal
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "json"));
    let notes: Json = serde_json::from_slice(&fs::read(journal.unwrap()).unwrap()).unwrap();
    assert_eq!(notes.as_array().unwrap().len(), names.len());
}

/// Of two programs that install under one name the second does not replace what the first has put there.
#[test]
fn one_name_is_given_once() {
    let desk = Desk::new();
    for folder in ["a", "b"] {
        large(&desk, folder, folder);
    }
    for round in 0..4 {
        let calls = ["a", "b"].map(|folder| {
            let source = desk.path(folder);
            let hash = desk.hash(&source);
            quiet(&desk, &["import", &source, "--install", "--expect", &hash])
        });
        let children = calls.map(|mut call| call.spawn().unwrap());
        let codes = children.map(|mut child| child.wait().unwrap().code().unwrap());
        let mut sorted = codes;
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1], "round {round}");
        let won = if codes[0] == 0 { "a" } else { "b" };
        assert!(tree(&desk.at(&format!("{AREA}/one"))) == tree(&desk.at(won)));
        assert_eq!(desk.json(&["verify"])[0]["state"], "clean");
        desk.json(&["remove", "one"]);
    }
}

/// What stands in the place is what is asked about, also where another skill of the name is in use.
#[test]
fn what_would_be_replaced_is_told_before_what_has_the_name() {
    let desk = Desk::new();
    desk.file("p/skills/one/SKILL.md", skill("one"));
    desk.file(&format!("{AREA}/one/notes.txt"), "mine");
    let source = desk.file("s/SKILL.md", format!("{}more\n", skill("one")));
    let found = desk.json(&["import", &source]);
    let existing = &found["skills"][0]["existing"];
    assert_eq!(
        (&existing["in_place"], &existing["path"]),
        (&json!(true), &json!(desk.path(&format!("{AREA}/one"))))
    );
    let hash = desk.hash(&source);
    let args = ["import", &source, "--install", "--expect", &hash];
    assert_eq!(desk.refused(&args), "skill_exists");
    let done = desk.json(&[&args[..], &["--force"]].concat());
    assert!(done["trashed"].is_string(), "{done}");
}

/// Text that no archive makes smaller.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'a' + (state % 26) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// Every folder below one.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let inner = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut all: Vec<PathBuf> = inner
        .flat_map(|path| [vec![path.clone()], folders(&path)].concat())
        .collect();
    all.sort();
    all
}

/// A limit on the size of files stands for a disk that is full while a skill is written.
#[test]
fn a_full_disk_leaves_everything_as_it_was() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, "s", &[]);
    let to = ["--to", "minibot:project-agents", "--yes", "--force"];
    desk.json(&[&["deploy", "one"], &to[..]].concat());
    let zip = desk.path("out/one.zip");
    fs::create_dir(desk.at("out")).unwrap();
    desk.json(&["export", "one", "--to", &zip]);
    desk.file("s/large.md", noise(300_000));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    let full = |args: &[&str]| {
        let before = (tree(&desk.at("p")), tree(&desk.at("out")));
        let folders_before = folders(&desk.at("p"));
        let call = quiet(&desk, args);
        let mut limited = Command::new("sh");
        limited
            .args(["-c", "trap '' XFSZ; ulimit -f 200; exec \"$@\"", "sh"])
            .arg(call.get_program())
            .args(call.get_args())
            .envs(
                call.get_envs()
                    .filter_map(|(key, value)| Some((key, value?))),
            );
        let output = limited.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        let after = (tree(&desk.at("p")), tree(&desk.at("out")));
        assert!(after == before, "{args:?}: {said}");
        assert_eq!(folders(&desk.at("p")), folders_before, "{args:?}");
        assert_eq!(left_over(&desk), [""; 0], "{args:?}");
    };
    full(&["import", &source, "--install", "--force", "--expect", &hash]);
    full(&["update", "--yes"]);
    // Now it is there, and cannot be sent on.
    desk.json(&["update", "--yes"]);
    full(&["export", "one", "--to", &zip, "--force"]);
    full(&["export", "one", "--to", &desk.path("out/new.zip")]);
    full(&[&["deploy", "one"], &to[..]].concat());
    full(&["deploy", "one", "--to", "minibot:project", "--yes"]);
    // Nor are folders left that were made for it.
    fs::remove_dir_all(desk.at("p/skills")).unwrap();
    let on = ["--host", "agentworks"];
    full(
        &[
            &["import", &source, "--install", "--expect", &hash],
            &on[..],
        ]
        .concat(),
    );
}
