//! Installed skills: verified, outdated, updated without losing what was changed here.

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::server::{Answer, Server};
use super::shapes::{gz, skill, tar};

/// Installs the skill of a source.
fn install(desk: &Desk, source: &str, more: &[&str]) -> Json {
    let said = desk.json(&[&["import", source], more].concat());
    let hash = said["skills"][0]["hash"].as_str().unwrap().to_owned();
    desk.json(&[&["import", source, "--install", "--expect", &hash], more].concat())
}

fn states(list: &Json) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|item| item["state"].as_str().unwrap()).collect()
}

const AREA: &str = "p/skills/custom";

#[test]
fn every_file_is_told() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    for (name, text) in [("a.md", "a"), ("b.md", "b"), ("c.md", "c")] {
        desk.file(&format!("s/{name}"), text);
    }
    for call in ["verify", "outdated", "update"] {
        assert_eq!(desk.json(&[call]), json!([]));
        let words = desk.words(&[call]);
        assert!(words.contains("`import` looks for some"), "{call}: {words}");
    }
    install(&desk, &desk.path("s"), &[]);
    let said = desk.json(&["verify"]);
    assert_eq!(states(&said), ["clean"]);
    assert_eq!(
        (&said[0]["name"], said[0]["files"].as_array().unwrap().len()),
        (&json!("one"), 4)
    );
    desk.file(&format!("{AREA}/one/a.md"), "A");
    desk.file(&format!("{AREA}/one/new.md"), "new");
    std::fs::remove_file(desk.at(&format!("{AREA}/one/b.md"))).unwrap();
    let (code, said) = desk.run(&["verify"]);
    assert_eq!((code, states(&said)), (1, vec!["edited"]));
    assert_eq!(
        said[0]["files"],
        json!([
            { "path": "SKILL.md", "state": "same" },
            { "path": "a.md", "state": "changed" },
            { "path": "b.md", "state": "missing" },
            { "path": "c.md", "state": "same" },
            { "path": "new.md", "state": "extra" },
        ])
    );
    std::fs::remove_dir_all(desk.at(&format!("{AREA}/one"))).unwrap();
    let (code, said) = desk.run(&["verify"]);
    assert_eq!((code, states(&said)), (1, vec!["missing"]));
}

fn long(first: &str, last: &str) -> String {
    let middle = (0..9).map(|at| format!("line {at}\n"));
    format!(
        "{}\n{first}\n{}{last}\n",
        skill("one"),
        middle.collect::<String>()
    )
}

#[test]
fn an_update_keeps_what_was_changed_here() {
    let desk = Desk::new();
    let put = |path: &str, text: &str| desk.file(path, text);
    put("s/SKILL.md", &long("first", "last"));
    put("s/gone.md", "x");
    put("s/mine.md", "x");
    put("s/script.sh", "old");
    install(&desk, &desk.path("s"), &[]);
    put(
        &format!("{AREA}/one/SKILL.md"),
        &long("first, mine", "last"),
    );
    put(&format!("{AREA}/one/mine.md"), "mine");
    put(&format!("{AREA}/one/extra.md"), "extra");
    assert_eq!(states(&desk.json(&["outdated"])), ["edited"]);
    put("s/SKILL.md", &long("first", "last, theirs"));
    put("s/script.sh", "new");
    put("s/added.md", "added");
    std::fs::remove_file(desk.at("s/gone.md")).unwrap();
    assert_eq!(states(&desk.json(&["outdated"])), ["both"]);
    let words = desk.words(&["outdated"]);
    assert!(words.contains("`update --dry-run` shows"), "{words}");
    let before = tree(&desk.at(AREA));
    let said = desk.json(&["update", "one", "--dry-run"]);
    assert_eq!(tree(&desk.at(AREA)), before);
    assert_eq!(said[0]["updated"], false);
    let told = desk.words(&["update", "one", "--dry-run"]);
    assert!(told.starts_with("one: would be updated\n"), "{told}");
    assert_eq!(
        said[0]["changes"],
        json!([
            { "path": "SKILL.md", "change": "merged" },
            { "path": "added.md", "change": "added" },
            { "path": "extra.md", "change": "kept" },
            { "path": "gone.md", "change": "removed" },
            { "path": "mine.md", "change": "kept" },
            { "path": "script.sh", "change": "changed" },
        ])
    );
    // Nobody can be asked: it is shown and left.
    let (code, said) = desk.run(&["update"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("not-confirmed")));
    assert_eq!(said[0]["changes"].as_array().unwrap().len(), 6);
    assert_eq!(tree(&desk.at(AREA)), before);
    assert_eq!(desk.json(&["update", "--yes"])[0]["updated"], true);
    let file = |name: &str| desk.read(&format!("{AREA}/one/{name}"));
    assert_eq!(file("SKILL.md"), long("first, mine", "last, theirs"));
    let rest = ["added.md", "extra.md", "mine.md", "script.sh"].map(file);
    assert_eq!(rest, ["added", "extra", "mine", "new"]);
    assert!(!desk.at(&format!("{AREA}/one/gone.md")).exists());
    assert_eq!(states(&desk.json(&["outdated"])), ["edited"]);
    // Changed at the same place.
    put(&format!("{AREA}/one/script.sh"), "mine");
    put("s/script.sh", "theirs");
    let before = tree(&desk.at(AREA));
    for args in [["update", "one", "--yes"], ["update", "one", "--dry-run"]] {
        let (code, said) = desk.run(&args);
        assert_eq!((code, &said[0]["refused"]), (1, &json!("conflicts")));
        assert_eq!(said[0]["conflicts"], json!(["script.sh"]));
        assert_eq!(said[0]["updated"], false);
        // It says where it is decided.
        let detail = said[0]["detail"].as_str().unwrap();
        assert!(detail.contains("workbench: `I`"), "{detail}");
    }
    assert_eq!(tree(&desk.at(AREA)), before);
    assert_eq!(desk.run(&["verify"]).1[0]["state"], "edited");
}

#[test]
fn without_the_text_of_then_nothing_is_guessed() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", long("first", "last"));
    install(&desk, &desk.path("s"), &[]);
    std::fs::remove_dir_all(desk.at("state")).unwrap();
    desk.file(&format!("{AREA}/one/SKILL.md"), long("first, mine", "last"));
    desk.file("s/SKILL.md", long("first", "last, theirs"));
    assert_eq!(states(&desk.json(&["outdated"])), ["both"]);
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("conflicts")));
    // Nothing changed here: then what is here is what was installed.
    desk.file(&format!("{AREA}/one/SKILL.md"), long("first", "last"));
    desk.json(&["update", "--yes"]);
    assert_eq!(
        desk.read(&format!("{AREA}/one/SKILL.md")),
        long("first", "last, theirs")
    );
    assert_eq!(states(&desk.json(&["verify"])), ["clean"]);
}

#[test]
fn of_a_skill_that_is_gone_only_its_own_place_is_looked_at() {
    let desk = Desk::new();
    let source = desk.path("s");
    for name in ["one", "two"] {
        desk.file(&format!("s/{name}/SKILL.md"), skill(name));
    }
    let hash = desk.json(&["import", &source, "--skill", "one"])["skills"][0]["hash"].clone();
    let hash = hash.as_str().unwrap();
    let more = ["--skill", "one", "--install", "--expect", hash];
    desk.json(&[&["import", &source], &more[..]].concat());
    desk.file("s/two/SKILL.md", "no frontmatter");
    assert_eq!(states(&desk.json(&["outdated"])), ["clean"]);
    std::fs::remove_dir_all(desk.at("s/one")).unwrap();
    desk.file("s/three/SKILL.md", skill("three"));
    // What cannot be told is no good news.
    let (code, said) = desk.run(&["outdated"]);
    assert_eq!((code, states(&said)), (1, vec!["unknown"]));
    assert_eq!(
        said[0]["reason"],
        "the source has no such skill at one any more"
    );
}

#[test]
fn from_a_repository_over_https_and_back_again() {
    let version = std::sync::Arc::new(std::sync::Mutex::new(1));
    let served = std::sync::Arc::clone(&version);
    let server = Server::start(move |path| {
        let text = long("first", &format!("last {}", served.lock().unwrap()));
        let archive = gz(&tar(&[
            ("o-r-1/skills/one/SKILL.md", &text),
            ("o-r-1/skills/two/SKILL.md", &skill("two")),
        ]));
        match path {
            "/api/v3/repos/o/r/tarball/HEAD" => Answer::To("/archive".to_owned()),
            "/archive" => Answer::Whole(archive),
            _ => Answer::Status(404),
        }
    });
    let mut desk = Desk::new();
    let pem = desk.file("ca.pem", &server.pem);
    desk.env = vec![
        ("SKILLKILN_GITHUB".to_owned(), server.address("")),
        ("SKILLKILN_CA".to_owned(), pem),
        ("GH_ENTERPRISE_TOKEN".to_owned(), "the-secret".to_owned()),
    ];
    let said = desk.json(&["import", "o/r"]);
    assert_eq!(said["skills"].as_array().unwrap().len(), 2);
    assert_eq!(said["fetched"], server.address("/archive").as_str());
    let hash = said["skills"][0]["hash"].as_str().unwrap();
    let args = ["import", "o/r", "--install", "--expect", hash];
    assert_eq!(desk.refused(&args), "skill_selection_required");
    let args = ["import", "o/r@one", "--install", "--expect", hash];
    desk.json(&args);
    let lock: Json = serde_json::from_str(&desk.read(&format!("{AREA}/skills-lock.json"))).unwrap();
    let entry = &lock["skills"]["one"];
    assert_eq!(entry["source"], server.address("/o/r").as_str());
    assert_eq!(entry["skillPath"], "skills/one/SKILL.md");
    assert_eq!(states(&desk.json(&["outdated"])), ["clean"]);
    *version.lock().unwrap() = 2;
    assert_eq!(
        desk.refused(&[&args[..], &["--force"]].concat()),
        "hash_mismatch"
    );
    assert_eq!(states(&desk.json(&["outdated"])), ["outdated"]);
    desk.json(&["update", "one", "--yes"]);
    assert_eq!(
        desk.read(&format!("{AREA}/one/SKILL.md")),
        long("first", "last 2")
    );
    // Another GitHub is meant now: the token stays at home.
    desk.env.retain(|(key, _)| key != "SKILLKILN_GITHUB");
    // It is for github.com, so it is at hand.
    desk.env
        .push(("GH_TOKEN".to_owned(), "the-secret".to_owned()));
    let before = server.asked().len();
    assert_eq!(states(&desk.json(&["outdated"])), ["clean"]);
    assert!(server.asked().len() > before);
    assert!(
        server.asked()[before..]
            .iter()
            .all(|(_, token)| token.is_none())
    );
    for folder in ["p", "state", "home"] {
        let all = tree(&desk.at(folder));
        assert!(
            all.iter().all(|(_, text)| !text.contains("the-secret")),
            "{folder}"
        );
    }
    assert_eq!(
        desk.refused(&["import", "o/missing", "--github", &server.address("")]),
        "not-found"
    );
}

/// A lock of a later version, by another tool: what is not known stays, whatever is done.
#[test]
fn what_others_wrote_into_a_lock_stays() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let lock = format!("{AREA}/skills-lock.json");
    let others = json!({
        "version": 1,
        "tool": { "é": [1, 2.50, null] },
        "skills": { "zwei": { "source": "o/r", "sourceType": "git-lfs", "pinned": true } },
        "last": "x",
    });
    desk.file(&lock, others.to_string());
    let read = || -> Json { serde_json::from_str(&desk.read(&lock)).unwrap() };
    let kept = || {
        let mut now = read();
        now["skills"]
            .as_object_mut()
            .unwrap()
            .retain(|key, _| key == "zwei");
        assert_eq!(now, others);
    };
    install(&desk, &desk.path("s"), &[]);
    kept();
    let mut now = read();
    now["skills"]["one"]["pinned"] = json!({ "by": "me" });
    desk.file(&lock, now.to_string());
    let pinned = |name: &str| read()["skills"][name]["pinned"].clone();
    desk.file("s/new.md", "new");
    assert_eq!(desk.run(&["update", "one", "--yes"]).1[0]["updated"], true);
    assert_eq!(pinned("one"), json!({ "by": "me" }));
    desk.json(&["rename", "one", "two"]);
    assert_eq!(pinned("two"), json!({ "by": "me" }));
    kept();
    let (code, said) = desk.run(&["outdated"]);
    assert_eq!((code, said[1]["state"].as_str()), (1, Some("unknown")));
    desk.json(&["remove", "two"]);
    kept();
}

/// A token opens what it is for, and stands in nothing that is said or written.
#[test]
fn a_token_is_never_shown() {
    let archive = gz(&tar(&[("o-r-1/one/SKILL.md", &skill("one"))]));
    let server = Server::start(move |path| match path {
        "/api/v3/repos/o/r/tarball/HEAD" => Answer::Whole(archive.clone()),
        "/api/v3/repos/o/denied/tarball/HEAD" => Answer::Status(401),
        "/api/v3/repos/o/broken/tarball/HEAD" => Answer::Cut(100, b"x".to_vec()),
        "/api/v3/repos/o/plain/tarball/HEAD" => {
            Answer::To("http://127.0.0.1/x?token=the-secret".to_owned())
        }
        "/api/v3/repos/o/rubbish/tarball/HEAD" => Answer::Whole(b"rubbish".to_vec()),
        _ => Answer::Status(404),
    });
    let mut desk = Desk::new();
    desk.env = vec![
        ("SKILLKILN_CA".to_owned(), desk.file("ca.pem", &server.pem)),
        ("GH_ENTERPRISE_TOKEN".to_owned(), "the-secret".to_owned()),
    ];
    // A base address with a path, and with a password that somebody put there.
    let github = format!("https://me:the-secret@{}/", server.host);
    for (source, code) in [
        ("o/r", 0),
        ("o/none", 1),
        ("o/denied", 1),
        ("o/broken", 1),
        ("o/plain", 1),
        ("o/rubbish", 1),
    ] {
        for more in [&[][..], &["--format", "json"]] {
            let args = [&["import", source, "--github", &github], more].concat();
            let output = desk.plain(&args).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{source}: {output:?}");
            let told = [output.stdout, output.stderr].concat();
            let told = String::from_utf8(told).unwrap();
            assert!(!told.contains("the-secret"), "{source}: {told}");
        }
    }
    let tokens = server.asked();
    assert!(
        tokens
            .iter()
            .all(|(_, token)| token.as_deref() == Some("Bearer the-secret"))
    );
    let address = format!("https://me:the-secret@{}/none.zip", server.host);
    let output = desk.plain(&["import", &address]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("/none.zip") && !told.contains("the-secret"),
        "{told}"
    );
}

/// One's own GitHub is asked by its own address, whatever stands behind the host.
#[test]
fn a_github_of_ones_own_takes_its_own_addresses() {
    let archive = gz(&tar(&[("o-r-1/skills/one/SKILL.md", &skill("one"))]));
    let server = Server::start(move |path| match path {
        "/api/v3/repos/o/r/tarball/v1" => Answer::Whole(archive.clone()),
        _ => Answer::Status(404),
    });
    let mut desk = Desk::new();
    desk.env = vec![
        ("SKILLKILN_CA".to_owned(), desk.file("ca.pem", &server.pem)),
        ("SKILLKILN_GITHUB".to_owned(), server.address("/")),
    ];
    for source in ["/o/r/tree/v1/skills", "/o/r/blob/v1/skills/one/SKILL.md"] {
        let said = desk.json(&["import", &server.address(source)]);
        assert_eq!(said["skills"][0]["name"], "one", "{source}");
        assert_eq!(said["ref"], "v1");
    }
    desk.env
        .push(("SKILLKILN_GITHUB".to_owned(), "http://127.0.0.1".to_owned()));
    assert_eq!(desk.refused(&["import", "o/r"]), "not-https");
}

#[test]
fn a_broken_lock_is_nobodys_to_throw_away() {
    let desk = Desk::new();
    let source = desk.file("s/SKILL.md", skill("one"));
    desk.file(&format!("{AREA}/skills-lock.json"), "{ broken");
    let hash = desk.hash(&source);
    let args = ["import", &source, "--install", "--expect", &hash];
    assert_eq!(desk.refused(&args), "broken-lock");
    assert_eq!(desk.refused(&["verify"]), "broken-lock");
    assert_eq!(
        tree(&desk.at(AREA)),
        [("skills-lock.json".to_owned(), "{ broken".to_owned())]
    );
}

/// Killed at any moment, an installation leaves the old skill or the new one, and its lock can be
/// trusted once the program has run again.
#[cfg(unix)]
#[test]
fn killed_it_leaves_the_old_or_the_new() {
    use std::process::{Command, Stdio};
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};
    let desk = Desk::new();
    let mut versions = Vec::new();
    for version in ["old", "new"] {
        desk.file(&format!("{version}/SKILL.md"), skill("one"));
        for at in 0..40 {
            desk.file(
                &format!("{version}/f{at}.md"),
                format!("{version} {at}\n").repeat(50),
            );
        }
        let said = desk.json(&["import", &desk.path(version)]);
        let hash = said["skills"][0]["hash"].as_str().unwrap().to_owned();
        versions.push((tree(&desk.at(version)), desk.path(version), hash));
    }
    install(&desk, &versions[0].1, &[]);
    let folder = format!("{AREA}/one");
    let call = |version: usize| {
        let (_, source, hash) = &versions[version];
        let mut call = Command::new(env!("CARGO_BIN_EXE_skillkiln"));
        call.args(["--project", &desk.path("p"), "--home", &desk.path("home")])
            .args(["import", source, "--install", "--force", "--expect", hash])
            .env("SKILLKILN_STATE", desk.path("state"))
            .env("SKILLKILN_CONFIG", desk.path("config"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        call
    };
    let start = Instant::now();
    assert!(call(1).status().unwrap().success());
    let whole = start.elapsed();
    let (_alive, never) = channel::<()>();
    for round in 0..24u32 {
        let mut child = call(round as usize % 2).spawn().unwrap();
        // Later and later moments of the whole run, the end of it closely.
        let moment = whole * (round + 12) / 32;
        let _ = never.recv_timeout(moment.min(Duration::from_secs(20)));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = tree(&desk.at(&folder));
        // What it was making is nothing that a host would find, one level down.
        let others = tree(&desk.at(AREA)).into_iter().map(|(path, _)| path);
        let mut seen =
            others.filter(|path| path.ends_with("/SKILL.md") && path.matches('/').count() == 1);
        assert_eq!(
            (seen.next().as_deref(), seen.next()),
            (Some("one/SKILL.md"), None)
        );
        assert!(
            versions.iter().any(|(files, ..)| *files == found),
            "round {round}"
        );
        let (code, said) = desk.run(&["verify"]);
        assert_eq!(
            (code, states(&said)),
            (0, vec!["clean"]),
            "round {round}: {said}"
        );
    }
}

/// Runs a call on a terminal and types `answer` when it asks; exit code and what it said.
#[cfg(unix)]
fn on_a_terminal(desk: &Desk, args: &[&str], answer: &str) -> (u32, String) {
    use std::io::{Read, Write};
    let pair = portable_pty::native_pty_system()
        .openpty(portable_pty::PtySize::default())
        .unwrap();
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
    command.args(["--project", &desk.path("p"), "--home", &desk.path("home")]);
    command.args(args);
    command.cwd(desk.at("p"));
    command.env("SKILLKILN_STATE", desk.path("state"));
    command.env("SKILLKILN_CONFIG", desk.path("config"));
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut keys = pair.master.take_writer().unwrap();
    let (mut said, mut buffer) = (String::new(), [0; 1024]);
    let mut answered = false;
    while let Ok(n @ 1..) = reader.read(&mut buffer) {
        said.push_str(&String::from_utf8_lossy(&buffer[..n]));
        if said.contains("[y/N]") && !answered {
            answered = true;
            keys.write_all(answer.as_bytes()).unwrap();
        }
    }
    (child.wait().unwrap().exit_code(), said)
}

#[cfg(unix)]
#[test]
fn on_a_terminal_an_update_shows_its_plan_and_asks() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, &desk.path("s"), &[]);
    desk.file("s/new.md", "new");
    let new = desk.at(&format!("{AREA}/one/new.md"));
    let (code, said) = on_a_terminal(&desk, &["update"], "\r");
    assert!(
        said.contains("one: would be updated") && said.contains("added    new.md"),
        "{said}"
    );
    assert!(said.contains("nothing was written"), "{said}");
    // What will stand there is read before, and once.
    let question = said.find("[y/N]").unwrap();
    assert_eq!(said.find("+new"), said[..question].rfind("+new"), "{said}");
    assert_eq!(said.matches("+new").count(), 1, "{said}");
    assert_eq!((code, new.exists()), (1, false));
    let (code, said) = on_a_terminal(&desk, &["update"], "y\r");
    assert_eq!((code, new.exists()), (0, true), "{said}");
    // Nothing is asked where there is nothing to do, or when that was said before.
    let (code, said) = on_a_terminal(&desk, &["update"], "");
    assert!(code == 0 && !said.contains("[y/N]"), "{said}");
    desk.file("s/new.md", "newer");
    let (code, said) = on_a_terminal(&desk, &["update", "--yes"], "");
    assert!(code == 0 && !said.contains("[y/N]"), "{said}");
    assert_eq!(desk.read(&format!("{AREA}/one/new.md")), "newer");
}

#[test]
fn the_lock_goes_along_with_what_is_removed_and_renamed() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk, &desk.path("s"), &[]);
    desk.json(&["rename", "one", "two"]);
    let lock: Json = serde_json::from_str(&desk.read(&format!("{AREA}/skills-lock.json"))).unwrap();
    let keys: Vec<&String> = lock["skills"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["two"]);
    let (_, said) = desk.run(&["verify"]);
    assert_eq!(states(&said), ["edited"]);
    desk.json(&["remove", "two"]);
    assert_eq!(desk.json(&["verify"]), json!([]));
}
