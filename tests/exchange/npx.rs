//! Skills that the `npx skills` tool installed: its lock lies in the project and is only read. The lock and
//! the hashes are those that 1.5.18 wrote for these files.

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const LOCK: &str = "p/skills-lock.json";

/// A skill whose hash is recorded, for its files stand in another order by code points.
const ALPHA: [(&str, &str); 4] = [
    (
        "SKILL.md",
        "---\nname: alpha\ndescription: Alpha does.\n---\nbody\n",
    ),
    ("README.md", "r\n"),
    ("B.md", "a\n"),
    ("a.md", "a\n"),
];

fn write(desk: &Desk, folder: &str, files: &[(&str, &str)]) {
    for (name, text) in files {
        desk.file(&format!("{folder}/{name}"), text);
    }
}

/// A project as the tool leaves it. `metadata.json` is hashed and not installed.
fn project(lock: &str) -> Desk {
    let desk = Desk::new();
    write(&desk, "src/alpha", &ALPHA);
    desk.file("src/alpha/metadata.json", "{\"a\":1}\n");
    write(&desk, "p/.agents/skills/alpha", &ALPHA);
    let named = "---\nname: A Name é\ndescription: does.\n---\nbody\n";
    let named = [("SKILL.md", named), ("ref/x.md", "x\n")];
    write(&desk, "p/.agents/skills/a-name", &named);
    write(&desk, "src/A Name", &named);
    desk.file(LOCK, lock.replace("SOURCE", &desk.path("src")));
    desk
}

const WRITTEN: &str = r#"{
  "version": 1,
  "skills": {
    "A Name é": {
      "source": "SOURCE",
      "sourceType": "local",
      "computedHash": "96ed9c115b569f86f9088e8043d2c302864a7bcc7270295f426528c830d813e8"
    },
    "alpha": {
      "source": "SOURCE",
      "sourceType": "local",
      "computedHash": "480a9f1aa8ae3505ffeebd61193b45fb46cc2ad29f2bf60ce714a1532bbeb81b"
    }
  }
}
"#;

fn states(said: &Json) -> Vec<(&str, &str)> {
    let said = said.as_array().unwrap().iter();
    said.map(|one| {
        let (name, state) = (one["name"].as_str(), one["state"].as_str());
        (name.unwrap(), state.unwrap())
    })
    .collect()
}

#[test]
fn every_host_that_looks_there_knows_where_they_came_from() {
    for host in ["agentskills", "codex", "gemini"] {
        let desk = project(WRITTEN);
        let before = tree(&desk.at("p"));
        let on = |call: &[&str]| desk.run(&[&["--host", host], call].concat());
        // Of `alpha` the hash covers a file that is not installed: only its source can tell.
        let (code, said) = on(&["verify"]);
        assert_eq!(code, 1, "{host}: {said}");
        assert_eq!(states(&said), [("A Name é", "clean"), ("alpha", "edited")]);
        let why = said[1]["reason"].as_str().unwrap();
        assert!(why.contains("metadata.json"), "{why}");
        for one in said.as_array().unwrap() {
            assert_eq!(one["by"], "npx skills");
            assert_eq!(one["lock_file"], desk.path(LOCK));
            assert_eq!(one["source"], desk.path("src"));
        }
        assert_eq!(said[0]["path"], desk.path("p/.agents/skills/a-name"));
        let (code, said) = on(&["outdated"]);
        assert_eq!(code, 0, "{host}: {said}");
        assert_eq!(states(&said), [("A Name é", "clean"), ("alpha", "clean")]);
        let words = desk.words(&["--host", host, "verify"]);
        assert!(words.contains(", by npx skills)"), "{words}");
        let (_, shown) = on(&["show", "A Name é"]);
        assert_eq!(shown["source_url"], desk.path("src"), "{host}");
        assert_eq!(tree(&desk.at("p")), before);
    }
}

#[test]
fn what_changed_is_told_and_nothing_is_written() {
    let desk = project(WRITTEN);
    desk.file("p/.agents/skills/alpha/a.md", "mine");
    desk.file("src/A Name/ref/x.md", "theirs");
    let before = tree(&desk.at("p"));
    let said = desk.json(&["outdated"]);
    assert_eq!(
        states(&said),
        [("A Name é", "outdated"), ("alpha", "edited")]
    );
    let changed = json!({ "path": "a.md", "state": "changed" });
    let files = said[1]["files"].as_array().unwrap();
    assert!(files.contains(&changed), "{said}");
    let (code, said) = desk.run(&["update", "A Name é", "--yes"]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("foreign-lock")));
    let detail = said[0]["detail"].as_str().unwrap();
    assert!(detail.contains("npx skills update"), "{detail}");
    assert_eq!(tree(&desk.at("p")), before);
}

#[test]
fn an_import_over_one_keeps_a_lock_of_its_own() {
    let desk = project(WRITTEN);
    let lock = desk.read(LOCK);
    desk.file("p/.agents/skills/alpha/a.md", "mine");
    let source = desk.path("src/alpha");
    let (_, said) = desk.run(&["import", &source]);
    let existing = &said["skills"][0]["existing"];
    assert_eq!(
        (&existing["by"], &existing["edited"]),
        (&json!("npx skills"), &json!(true))
    );
    let words = desk.words(&["import", &source]);
    assert!(words.contains("npx skills installed it from"), "{words}");
    assert!(!words.contains("`update` keeps"), "{words}");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--force", "--expect", &hash]);
    assert_eq!(desk.read(LOCK), lock);
    let said = desk.json(&["outdated"]);
    assert_eq!(states(&said), [("alpha", "clean"), ("A Name é", "clean")]);
    assert_eq!(said[0]["by"], Json::Null);
    // The tool puts its own in the place of ours: its lock tells of what is there then. This is the hash
    // of the four files that it would write.
    std::fs::remove_file(desk.at("p/.agents/skills/alpha/metadata.json")).unwrap();
    let old = "480a9f1aa8ae3505ffeebd61193b45fb46cc2ad29f2bf60ce714a1532bbeb81b";
    let new = "e7a14b17e7eaf8365ba25f857adaae58fdc877bd4cd5226462097ed1352db324";
    desk.file(LOCK, lock.replace(old, new));
    let said = desk.json(&["verify"]);
    assert_eq!(states(&said), [("A Name é", "clean"), ("alpha", "clean")]);
    assert_eq!(said[1]["by"], "npx skills");
}

#[test]
fn a_skill_lies_where_the_tool_puts_it() {
    // No folder of the tool: copies for one host alone.
    let desk = project(WRITTEN);
    std::fs::rename(desk.at("p/.agents"), desk.at("p/.claude")).unwrap();
    let said = desk.run(&["verify", "--host", "claude-code"]).1;
    assert_eq!(said[0]["path"], desk.path("p/.claude/skills/a-name"));
    assert_eq!(said[0]["state"], "clean");
    assert_eq!(desk.json(&["verify", "--host", "replio"]), json!([]));
    // Nowhere: it is missing where the tool keeps it, and there alone.
    std::fs::remove_dir_all(desk.at("p/.claude")).unwrap();
    let said = desk.run(&["verify", "--host", "codex"]).1;
    let missing = [("A Name é", "missing"), ("alpha", "missing")];
    assert_eq!(states(&said), missing);
    assert_eq!(desk.json(&["verify", "--host", "claude-code"]), json!([]));
    // The host that looks into the project itself finds each once.
    let said = desk.run(&["verify", "--host", "skills"]).1;
    assert_eq!(states(&said), missing);
    // A skill of one's own of that name is none of the tool's, beside the one that is.
    let desk = project(WRITTEN);
    desk.file("p/.codex/skills/alpha/SKILL.md", skill("alpha"));
    let said = desk.run(&["verify", "--host", "codex"]).1;
    assert_eq!(said[1]["path"], desk.path("p/.agents/skills/alpha"));
    let said = desk.json(&["outdated", "--host", "skills"]);
    assert_eq!(states(&said), [("A Name é", "clean"), ("alpha", "clean")]);
    // AgentWorks keeps that very file itself, for skills in `skills/`.
    desk.file("p/skills/alpha/SKILL.md", skill("alpha"));
    assert_eq!(desk.json(&["verify", "--host", "agentworks"]), json!([]));
    std::fs::remove_dir_all(desk.at("p/.agents/skills/alpha")).unwrap();
    let said = desk.json(&["verify", "--host", "agentskills"]);
    assert_eq!(states(&said), [("A Name é", "clean")]);
}

#[cfg(unix)]
#[test]
fn a_link_to_the_folder_of_the_tool_is_that_skill() {
    let desk = project(WRITTEN);
    std::fs::create_dir_all(desk.at("p/.claude/skills")).unwrap();
    let link = desk.at("p/.claude/skills/a-name");
    std::os::unix::fs::symlink("../../.agents/skills/a-name", link).unwrap();
    let said = desk.json(&["verify", "--host", "claude-code"]);
    assert_eq!(states(&said), [("A Name é", "clean")]);
    assert_eq!(said[0]["path"], desk.path("p/.claude/skills/a-name"));
}

#[test]
fn a_lock_that_is_none_is_told_and_left() {
    let desk = project("{ broken");
    let output = desk
        .command(&["verify", "--host", "codex"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("skills-lock.json cannot be read"), "{words}");
    assert_eq!(desk.read(LOCK), "{ broken");
    // A type of source that is none of ours.
    let desk = project(&WRITTEN.replace("\"local\"", "\"gitlab\""));
    let (code, said) = desk.run(&["outdated", "--host", "codex"]);
    assert_eq!((code, &said[0]["state"]), (1, &json!("unknown")));
}
