//! Skills that `npx skills -g` installed for all projects: its lock lies in the home and is only read. Its
//! form is that of 1.7.4; the hashes of 64 characters are those the tool computes for these files, those of
//! 40 are the names that git gives their trees.

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const LOCK: &str = "home/.agents/.skill-lock.json";
const TEXT: &str = "---\nname: alpha\ndescription: Alpha does.\n---\nbody\n";
/// Of `SKILL.md` and `a.md`.
const FOLDER: &str = "fe2327009d5421524e17778a7ed8c782f6fb4128a2230e0c642d8226ce869749";
const TREE: &str = "5820d3cc2c3e97931c429c1a3adb0641c58aafaa";
/// Of them, two folders, and a script that may be run; and that may not.
const WITH_SCRIPT: &str = "09bf1e573518f6a032f83c7354b9d433abcc9298";
const WITH_TEXT: &str = "c757f60fc197f36da71769037f1a45f9417e81e1";

fn lock(desk: &Desk, version: u32, hash: &str) {
    let lock = json!({
        "version": version,
        "skills": {
            "alpha": {
                "source": desk.path("src"),
                "sourceType": "local",
                "sourceUrl": desk.path("src"),
                "skillPath": "alpha/SKILL.md",
                "skillFolderHash": hash,
                "installedAt": "2026-01-01T00:00:00.000Z",
                "updatedAt": "2026-01-01T00:00:00.000Z",
            },
        },
        "dismissed": {},
        "lastSelectedAgents": ["codex"],
    });
    desk.file(LOCK, serde_json::to_string_pretty(&lock).unwrap());
}

fn desk(hash: &str) -> Desk {
    let desk = Desk::new();
    for folder in ["src/alpha", "home/.agents/skills/alpha"] {
        desk.file(&format!("{folder}/SKILL.md"), TEXT);
        desk.file(&format!("{folder}/a.md"), "a\n");
    }
    desk.file("src/beta/SKILL.md", skill("beta"));
    lock(&desk, 3, hash);
    desk
}

fn script(desk: &Desk) {
    for folder in ["src/alpha", "home/.agents/skills/alpha"] {
        desk.file(&format!("{folder}/docs/in.md"), "a\n");
        desk.file(&format!("{folder}/docs.d/x.md"), "x\n");
        desk.file(&format!("{folder}/run.sh"), "#!/bin/sh\n");
    }
}

fn state(said: &Json) -> &str {
    assert_eq!(said.as_array().unwrap().len(), 1, "{said}");
    said[0]["state"].as_str().unwrap()
}

#[test]
fn every_host_that_looks_there_knows_where_they_came_from() {
    for hash in [FOLDER, TREE] {
        for host in ["agentskills", "codex", "gemini"] {
            let desk = desk(hash);
            let before = tree(&desk.at("home"));
            let on = |call: &[&str]| desk.json(&[&["--host", host], call].concat());
            for call in ["verify", "outdated"] {
                let said = on(&[call]);
                assert_eq!(state(&said), "clean", "{host} {call}: {said}");
                assert_eq!(said[0]["by"], "npx skills");
                assert_eq!(said[0]["lock_file"], desk.path(LOCK));
                assert_eq!(said[0]["path"], desk.path("home/.agents/skills/alpha"));
            }
            let shown = on(&["show", "alpha"]);
            assert_eq!(shown["source_url"], desk.path("src"), "{host}");
            assert_eq!(tree(&desk.at("home")), before);
        }
    }
}

#[test]
fn what_changed_is_told_as_far_as_the_hash_tells_it() {
    for hash in [FOLDER, TREE] {
        let desk = desk(hash);
        desk.file("src/alpha/a.md", "theirs\n");
        assert_eq!(
            state(&desk.json(&["outdated", "--host", "codex"])),
            "outdated",
            "{hash}"
        );
        // Told, and no failure of an update that is not of it; refused where it is asked for.
        let said = desk.json(&["update", "--yes", "--host", "codex"]);
        assert_eq!(
            (state(&said), &said[0]["refused"]),
            ("outdated", &Json::Null)
        );
        let words = desk.words(&["update", "--yes", "--host", "codex"]);
        assert!(
            words.contains("`npx skills update -g alpha` updates it"),
            "{words}"
        );
        let (code, said) = desk.run(&["update", "alpha", "--yes", "--host", "codex"]);
        assert_eq!((code, &said[0]["refused"]), (1, &json!("foreign-lock")));
        desk.file("home/.agents/skills/alpha/a.md", "mine\n");
        let (code, said) = desk.run(&["verify", "--host", "codex"]);
        assert_eq!((code, state(&said)), (1, "edited"));
        // As long as the source is what was installed, it is known file by file.
        desk.file("src/alpha/a.md", "a\n");
        let said = desk.json(&["outdated", "--host", "codex"]);
        let changed = json!({ "path": "a.md", "state": "changed" });
        assert!(
            said[0]["files"].as_array().unwrap().contains(&changed),
            "{said}"
        );
    }
    // A private repository, and what lies at a well-known address: no hash is known.
    let desk = desk("");
    let (code, said) = desk.run(&["verify", "--host", "codex"]);
    assert_eq!((code, state(&said)), (1, "unknown"));
}

#[cfg(unix)]
#[test]
fn git_names_a_tree_with_its_folders_and_permissions() {
    use std::os::unix::fs::PermissionsExt;
    for (hash, mode) in [(WITH_SCRIPT, 0o755), (WITH_TEXT, 0o644)] {
        let desk = desk(hash);
        script(&desk);
        let at = desk.at("home/.agents/skills/alpha/run.sh");
        let set = |mode| {
            std::fs::set_permissions(&at, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        set(mode);
        assert_eq!(
            state(&desk.json(&["verify", "--host", "codex"])),
            "clean",
            "{mode:o}"
        );
        set(mode ^ 0o111);
        assert_eq!(
            state(&desk.run(&["verify", "--host", "codex"]).1),
            "edited",
            "{mode:o}"
        );
    }
}

/// Skills of the project are not of the home, whatever they are called.
#[test]
fn what_lies_in_the_project_is_not_of_the_home() {
    let desk = desk(FOLDER);
    std::fs::remove_dir_all(desk.at("home/.agents/skills")).unwrap();
    desk.file("p/.agents/skills/alpha/SKILL.md", TEXT);
    let said = desk.run(&["verify", "--host", "codex"]).1;
    assert_eq!(state(&said), "missing");
    assert_eq!(said[0]["path"], desk.path("home/.agents/skills/alpha"));
    assert_eq!(
        desk.json(&["show", "alpha", "--host", "codex"])["lock"],
        Json::Null
    );
    // A host that does not look there is told nothing.
    assert_eq!(desk.json(&["verify", "--host", "replio"]), json!([]));
}

#[cfg(unix)]
#[test]
fn a_link_of_a_host_to_it_is_that_skill() {
    let desk = desk(TREE);
    std::fs::create_dir_all(desk.at("home/.claude/skills")).unwrap();
    let link = desk.at("home/.claude/skills/alpha");
    std::os::unix::fs::symlink("../../.agents/skills/alpha", link).unwrap();
    let said = desk.json(&["verify", "--host", "claude-code"]);
    assert_eq!(state(&said), "clean");
    assert_eq!(said[0]["path"], desk.path("home/.claude/skills/alpha"));
}

#[test]
fn another_version_is_said() {
    let desk = desk(FOLDER);
    lock(&desk, 4, FOLDER);
    let output = desk
        .command(&["verify", "--host", "codex"])
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("is of version 4 of its format"), "{words}");
    assert_eq!(output.status.code(), Some(0));
    desk.file(LOCK, "{ broken");
    let output = desk
        .command(&["verify", "--host", "codex"])
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains(".skill-lock.json cannot be read"), "{words}");
    assert_eq!(output.status.code(), Some(1));
}
