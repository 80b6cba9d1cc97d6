//! Whether files may be executed: told, and never changed unasked.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value as Json, json};

use super::desk::Desk;
use super::shapes::skill;

const HERE: &str = "p/skills/custom/one";

fn set(desk: &Desk, path: &str, mode: u32) {
    fs::set_permissions(desk.at(path), fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(desk: &Desk, path: &str) -> u32 {
    fs::metadata(desk.at(path)).unwrap().permissions().mode() & 0o777
}

/// A skill with a script; `runs` at its source, installed with these flags.
fn installed(runs: bool, flags: &[&str]) -> Desk {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    desk.file("s/run.sh", "#!/bin/sh\n");
    set(&desk, "s/run.sh", if runs { 0o755 } else { 0o644 });
    install(&desk, flags);
    desk
}

fn install(desk: &Desk, flags: &[&str]) -> Json {
    let source = desk.path("s");
    let hash = desk.hash(&source);
    let args = ["import", &source, "--install", "--expect", &hash];
    desk.json(&[&args[..], flags].concat())
}

fn script(said: &Json) -> (&str, &str) {
    let files = said[0]["files"].as_array().unwrap();
    let file = files.iter().find(|file| file["path"] == "run.sh").unwrap();
    (
        said[0]["state"].as_str().unwrap(),
        file["state"].as_str().unwrap(),
    )
}

#[test]
fn a_change_here_is_told() {
    let cases = [
        (
            true,
            &["--executable"][..],
            0o644,
            "may not be run any more",
        ),
        (true, &[], 0o755, "may be run now"),
        (false, &[], 0o755, "may be run now"),
    ];
    for (runs, flags, now, words) in cases {
        let desk = installed(runs, flags);
        assert_eq!(
            script(&desk.json(&["verify"])),
            ("clean", "same"),
            "{flags:?}"
        );
        set(&desk, &format!("{HERE}/run.sh"), now);
        let (code, said) = desk.run(&["verify"]);
        assert_eq!((code, script(&said)), (1, ("edited", "mode")), "{flags:?}");
        let told = desk.words(&["verify"]);
        assert!(
            told.contains(&format!("mode     run.sh: it {words}")),
            "{told}"
        );
        // What is not remembered is not made up.
        fs::remove_dir_all(desk.at("state/exchange/modes")).unwrap();
        let known = !runs;
        let wanted = if known {
            ("edited", "mode")
        } else {
            ("clean", "same")
        };
        assert_eq!(script(&desk.run(&["verify"]).1), wanted, "{flags:?}");
    }
}

#[test]
fn a_change_at_the_source_is_told_and_comes_when_it_is_asked_for() {
    for (runs, flags) in [(false, &[][..]), (true, &["--executable"])] {
        let desk = installed(runs, flags);
        let (old, new) = if runs { (0o755, 0o644) } else { (0o644, 0o755) };
        set(&desk, "s/run.sh", new);
        assert_eq!(desk.json(&["outdated"])[0]["state"], "outdated");
        let said = desk.json(&["update", "--dry-run"]);
        assert_eq!(said[0]["modes"][0]["path"], "run.sh", "{said}");
        let words = desk.words(&["update", "--dry-run"]);
        assert!(words.contains("mode     run.sh: may"), "{words}");
        assert!(words.contains("--executable"), "{words}");
        // Unasked it stays as it is, also when something else comes; it was told, and is no news then.
        desk.file("s/new.md", "new");
        desk.json(&["update", "--yes"]);
        assert_eq!(mode(&desk, &format!("{HERE}/run.sh")), old);
        assert!(desk.at(&format!("{HERE}/new.md")).exists());
        assert_eq!(desk.json(&["outdated"])[0]["state"], "clean");
        set(&desk, "s/run.sh", old);
        assert_eq!(desk.json(&["outdated"])[0]["state"], "outdated");
        set(&desk, &format!("{HERE}/run.sh"), new);
        let said = desk.json(&["update", "--yes", "--executable"]);
        assert_eq!(said[0]["updated"], true);
        assert_eq!(mode(&desk, &format!("{HERE}/run.sh")), old);
        assert_eq!(script(&desk.json(&["verify"])), ("clean", "same"));
        assert_eq!(desk.read(&format!("{HERE}/run.sh")), "#!/bin/sh\n");
    }
}

#[test]
fn a_new_file_may_be_run_when_that_is_asked_for() {
    for (flags, wanted) in [(&[][..], 0o644), (&["--executable"], 0o755)] {
        let desk = installed(true, &[]);
        desk.file("s/more.sh", "#!/bin/sh\n");
        set(&desk, "s/more.sh", 0o755);
        desk.json(&[&["update", "--yes"], flags].concat());
        let mode = mode(&desk, &format!("{HERE}/more.sh"));
        assert_eq!(mode & 0o111, wanted & 0o111, "{flags:?}");
    }
}

#[test]
fn it_is_said_when_an_import_takes_it_away() {
    let desk = installed(true, &["--executable"]);
    let looked = desk.json(&["import", &desk.path("s")]);
    assert_eq!(
        looked["skills"][0]["existing"]["disarmed"],
        json!(["run.sh"])
    );
    let words = desk.words(&["import", &desk.path("s")]);
    assert!(
        words.contains("run.sh could not be run any more"),
        "{words}"
    );
    let kept = desk.json(&["import", &desk.path("s"), "--executable"]);
    assert_eq!(kept["skills"][0]["existing"]["disarmed"], json!([]));
    assert_eq!(
        install(&desk, &["--force", "--executable"])["disarmed"],
        json!([])
    );
    assert_eq!(mode(&desk, &format!("{HERE}/run.sh")) & 0o100, 0o100);
    assert_eq!(install(&desk, &["--force"])["disarmed"], json!(["run.sh"]));
    assert_eq!(mode(&desk, &format!("{HERE}/run.sh")) & 0o111, 0);
}
