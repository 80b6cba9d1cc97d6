//! Like faults end with like exit codes, whichever subcommand meets them: 0 done or well, 1 refused or
//! found wrong, 2 wrong usage.

use std::fs;

use super::desk::Desk;
use super::shapes::skill;

const AREA: &str = "p/skills/custom";

/// `one` is installed from `s`, `own` is one's own, `~/x.zip` is packed.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
    desk.file(&format!("{AREA}/own/SKILL.md"), skill("own"));
    desk.json(&["export", "one", "--to", &desk.path("x.zip")]);
    desk
}

fn ends(desk: &Desk, code: i32, calls: &[&str]) {
    for call in calls {
        let call = call.replace("ROOT", desk.path("").trim_end_matches('/'));
        let args: Vec<&str> = call.split(' ').collect();
        let output = desk.plain(&args).output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{call}: {words}");
        if code > 0 {
            let told = [output.stdout, output.stderr].concat();
            assert!(!told.is_empty(), "{call}");
        }
        // For programs: one value, but where the usage was wrong.
        let output = desk.command(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{call}");
        let value = serde_json::from_slice::<serde_json::Value>(&output.stdout);
        assert!(value.is_ok() || code == 2, "{call}");
    }
}

#[test]
fn what_is_named_and_not_there_is_wrong_usage() {
    let desk = desk();
    ends(
        &desk,
        2,
        &[
            "update none",
            "update none --dry-run",
            "remove none",
            "remove none --dest skills",
            "rename none x",
            "export none --to ROOT/y.zip",
            "export one --to ROOT/y.zip --for none",
            "deploy none --to minibot:project",
            "deploy one --to none:project",
            "deploy one --to minibot:none",
            "deploy one --to minibot",
            "verify --host none",
            "outdated --host none",
            "update --host none",
            "import ROOT/s --host none",
        ],
    );
}

#[test]
fn what_is_refused_says_so_and_fails() {
    let desk = desk();
    ends(
        &desk,
        1,
        &[
            // A source that is none, or is not there.
            "import none",
            "import ROOT/none.zip",
            "import http://x.org/a.zip",
            "import ROOT/s --skill none",
            // Something is there, or was not looked at.
            "import ROOT/s --install",
            "import ROOT/s --install --expect 00",
            "export one --to ROOT/x.zip",
            // A folder that is none of the host.
            "import ROOT/s --dest ROOT/none",
            "verify --dest ROOT/none",
            "outdated --dest ROOT/none",
            "update --dest ROOT/none",
            "remove one --dest ROOT/none",
            // Nobody said yes.
            "deploy own --to minibot:project",
        ],
    );
}

#[test]
fn a_source_that_does_not_answer_fails() {
    let desk = desk();
    ends(
        &desk,
        0,
        &["verify", "outdated", "update --yes", "update one"],
    );
    fs::remove_dir_all(desk.at("s")).unwrap();
    ends(&desk, 0, &["verify"]);
    ends(
        &desk,
        1,
        &["outdated", "update", "update --yes", "update one --dry-run"],
    );
}

#[test]
fn what_is_not_as_it_was_installed_fails_where_that_is_asked() {
    let desk = desk();
    desk.file("s/new.md", "new");
    // An update that is there is no fault.
    ends(&desk, 0, &["verify", "outdated", "update --dry-run"]);
    // One that nobody agreed to is not done.
    ends(&desk, 1, &["update"]);
    desk.file(&format!("{AREA}/one/new.md"), "mine");
    ends(&desk, 1, &["verify", "update --dry-run", "update --yes"]);
    ends(&desk, 0, &["outdated"]);
}

#[test]
fn a_lock_that_cannot_be_read_fails() {
    let desk = desk();
    desk.file(&format!("{AREA}/skills-lock.json"), "{ broken");
    let hash = desk.hash(&desk.path("s"));
    let install = format!("import ROOT/s --install --force --expect {hash}");
    ends(
        &desk,
        1,
        &[
            "verify",
            "outdated",
            "update",
            "update --yes",
            "update one",
            &install,
        ],
    );
}
