//! `matrix`: all skills by all hosts.

use serde_json::json;

use crate::{Desk, each, keys, link, said};

/// The list in brackets is refused by one host and taken by another.
const NOTES: &str = "---\nname: notes\ndescription: Keeps notes. # short\nallowed-tools: [Read, Grep]\n---\n\nKeep.\n";

#[test]
fn every_skill_is_judged_by_every_host_that_judges() {
    let desk = Desk::new();
    let path = desk.ground.file("p/.agents/skills/notes/SKILL.md", NOTES);
    desk.skill(".minibot/skills/own", "own", "Minibot only");
    desk.ground.file(
        "p/skillkiln.toml",
        "hosts = [\"agentskills\", \"minibot\"]\n",
    );
    let matrix = desk.json(&["matrix"]);
    assert_eq!(keys(&matrix), ["hosts", "skills", "errors"]);
    assert_eq!(matrix["hosts"], json!(["agentskills", "minibot"]));
    assert_eq!(each(&matrix["skills"], "name"), ["notes", "own"]);
    let notes = &matrix["skills"][0];
    assert_eq!(keys(notes), ["name", "path", "verdicts"]);
    assert_eq!(notes["path"], json!(path));
    assert_eq!(keys(&notes["verdicts"]), ["agentskills", "minibot"]);
    let dropped = &notes["verdicts"]["agentskills"];
    assert_eq!(keys(dropped), ["state", "reason", "message"]);
    let alone = desk.json(&["read", "--host", "agentskills", &path]);
    assert_eq!(dropped["state"], "dropped");
    assert_eq!(dropped["reason"], alone["reason"]);
    assert!(
        dropped["message"]
            .as_str()
            .unwrap()
            .starts_with("dropped at 4:16: ")
    );
    let altered = &notes["verdicts"]["minibot"];
    assert_eq!(altered["state"], "altered");
    assert_eq!(altered["reason"], "description");
    let own = &matrix["skills"][1]["verdicts"];
    assert_eq!(own["agentskills"]["state"], "not-looked-for");
    assert_eq!(own["agentskills"]["reason"], json!(null));
    assert_eq!(
        own["minibot"],
        json!({ "state": "loaded", "reason": null, "message": null })
    );
    assert_eq!(matrix["errors"], json!([]));
}

#[test]
fn a_shadowed_copy_names_the_copy_that_hides_it() {
    let desk = Desk::new();
    let strong = desk.skill(".minibot/skills/notes", "notes", "Strong");
    desk.skill(".agents/skills/notes", "notes", "Weak");
    let matrix = desk.json(&["matrix", "--host", "minibot"]);
    let skills = matrix["skills"].as_array().unwrap();
    let verdict = |path: &str| {
        let row = skills
            .iter()
            .find(|row| row["path"].as_str().unwrap().contains(path));
        row.unwrap()["verdicts"]["minibot"].clone()
    };
    assert_eq!(verdict(".minibot/")["state"], "loaded");
    assert_eq!(verdict(".agents/")["state"], "shadowed");
    assert_eq!(verdict(".agents/")["reason"], json!(strong));
}

#[test]
fn one_file_that_several_hosts_reach_by_links_is_one_skill() {
    let desk = Desk::new();
    let path = desk.skill(".agents/skills/notes", "notes", "Notes");
    desk.ground.folder("p/.minibot/skills");
    link(
        "../../.agents/skills/notes",
        std::path::Path::new(&desk.ground.path("p/.minibot/skills/notes")),
    );
    let matrix = desk.json(&["matrix", "--host", "minibot", "--host", "agentskills"]);
    assert_eq!(each(&matrix["skills"], "path"), [path]);
    let verdicts = &matrix["skills"][0]["verdicts"];
    assert_eq!(verdicts["minibot"]["state"], "loaded");
    assert_eq!(verdicts["agentskills"]["state"], "loaded");
}

#[test]
fn a_skill_only_others_find_is_looked_for_by_none_of_the_given() {
    let desk = Desk::new();
    desk.skill(".minibot/skills/own", "own", "Minibot only");
    desk.ground.file("home/.minibot/skills/far/SKILL.md", NOTES);
    let matrix = desk.json(&["matrix", "--host", "agentskills"]);
    assert_eq!(each(&matrix["skills"], "name"), ["own"]);
    let verdict = &matrix["skills"][0]["verdicts"]["agentskills"];
    assert_eq!(verdict["state"], "not-looked-for");
    assert!(
        verdict["message"]
            .as_str()
            .unwrap()
            .contains(".agents/skills/*/SKILL.md")
    );
}

#[test]
fn all_takes_every_host_there_is() {
    let desk = Desk::new();
    desk.skill(".agents/skills/notes", "notes", "Notes");
    let matrix = desk.json(&["matrix", "--all"]);
    let hosts = desk.json(&["hosts"]);
    assert_eq!(json!(each(&hosts, "id")), matrix["hosts"]);
    assert_eq!(
        matrix["skills"][0]["verdicts"]["replio"]["state"],
        "not-looked-for"
    );
}

#[test]
fn sets_decide_what_is_an_error() {
    let desk = Desk::new();
    desk.ground.file("p/.agents/skills/notes/SKILL.md", NOTES);
    let settings = |text: &str| desk.ground.file("p/skillkiln.toml", text);
    let codes = |args: &[&str]| said(desk.command(&[&["matrix"], args].concat())).code;
    assert_eq!(codes(&[]), 0);
    settings("[sets.strict]\nhosts = [\"agentskills\"]\n[sets.loose]\nhosts = [\"minibot\"]\n");
    assert_eq!(codes(&[]), 1);
    assert_eq!(codes(&["--set", "loose"]), 0);
    assert_eq!(codes(&["--set", "strict"]), 1);
    settings("[sets.loose]\nhosts = [\"minibot\"]\nerrors = [\"altered\"]\n");
    let failed = desk.run(&["matrix", "--set", "loose", "--format", "json"]);
    assert_eq!(failed.code, 1);
    let matrix: serde_json::Value = serde_json::from_str(&failed.out).unwrap();
    let error = &matrix["errors"][0];
    assert_eq!(keys(error), ["set", "name", "path", "host", "state"]);
    assert_eq!(error["state"], "altered");
    let text = desk.run(&["matrix", "--set", "loose"]);
    assert!(
        text.out
            .contains("error: notes: altered for minibot (loose)"),
        "{}",
        text.out
    );
    let complaint = desk.fails(2, &["matrix", "--set", "nobody"]);
    assert!(complaint.contains("known are loose"), "{complaint}");
}

#[test]
fn the_hosts_of_a_set_judge_too() {
    let desk = Desk::new();
    desk.skill(".agents/skills/notes", "notes", "Notes");
    desk.ground
        .file("p/skillkiln.toml", "[sets.more]\nhosts = [\"replio\"]\n");
    let hosts = desk.json(&["hosts"]);
    let judged = |id: &str| {
        let mut all = hosts.as_array().unwrap().iter();
        all.find(|host| host["id"] == id).unwrap()["judged"].clone()
    };
    assert_eq!(judged("replio"), true);
    assert_eq!(judged("agentskills"), true);
    assert_eq!(judged("pleach"), false);
}

#[test]
fn people_get_a_table_and_the_reasons() {
    let desk = Desk::new();
    desk.ground.file("p/.agents/skills/notes/SKILL.md", NOTES);
    let args = ["matrix", "--host", "agentskills", "--host", "minibot"];
    let said = desk.run(&args);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "skill   agentskills  minibot", "{}", said.out);
    assert_eq!(lines[1], "notes   dropped      altered");
    assert_eq!(lines[2], "loaded  0 of 1       1 of 1");
    let reason = "notes  loaded by 1 of 2  .agents/skills/notes/SKILL.md";
    assert!(lines.contains(&reason), "{}", said.out);
    let dropped = lines.iter().any(|line| line.contains("dropped at 4:16: "));
    assert!(dropped, "{}", said.out);
}

/// A copy in the home that only a host of another set reads is no matter of this one; and each error says
/// which copy it is about.
#[test]
fn a_set_has_one_answer_however_it_is_asked() {
    let desk = Desk::new();
    desk.skill(".claude/skills/good", "good", "Use when asked.");
    desk.skill(".agents/skills/good", "good", "Use when asked.");
    let text = "---\nname: good\ndescription: Use when asked.\n---\nb\n";
    desk.ground.file("home/.qwen/skills/good/SKILL.md", text);
    desk.ground.file(
        "p/skillkiln.toml",
        "[sets.strict]\nhosts = [\"vibe\", \"pi\"]\nerrors = [\"not-looked-for\"]\n\
         [sets.everywhere]\nhosts = [\"codex\", \"qwen\"]\n",
    );
    let errors = |args: &[&str]| -> Vec<String> {
        let said = desk.run(&[&["matrix"], args].concat());
        let lines = said.out.lines().filter(|line| line.contains("(strict)"));
        lines.map(str::to_owned).collect()
    };
    let alone = errors(&["--set", "strict"]);
    let line = |host: &str| {
        format!("error: good: not-looked-for for {host} (strict)  .claude/skills/good/SKILL.md")
    };
    assert_eq!(alone, ["vibe", "pi"].map(line));
    assert_eq!(errors(&[]), alone);
    assert_eq!(errors(&["--all"]).len(), alone.len());
    assert_eq!(errors(&["--set", "strict", "--set", "everywhere"]), alone);
    // What lies in the home counts for those who read it.
    desk.ground
        .file("home/.pi/agent/skills/home/SKILL.md", text);
    assert!(
        errors(&[])
            .iter()
            .any(|line| line.contains("home/.pi") || line.contains("~/.pi"))
    );
    assert_eq!(errors(&[]), errors(&["--set", "strict"]));
}
