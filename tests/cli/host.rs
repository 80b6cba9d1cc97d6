//! Which host a project is looked at for, and its options.

use crate::{Desk, each};
use serde_json::Value as Json;

#[test]
fn given_then_remembered_then_detected_then_the_default() {
    let desk = Desk::new();
    let host = |args: &[&str]| desk.json(&[&["list"], args].concat())["host"].clone();
    assert_eq!(host(&[]), "agentworks", "the default");
    desk.ground.file(
        "p/.agents/skills/a/SKILL.md",
        "---\nname: a\ndescription: d\n---\n",
    );
    assert_eq!(host(&[]), "agentskills", "detected");
    let remembered = format!("{{{:?}: \"agentworks\"}}", desk.ground.path("p"));
    desk.ground.file("state/hosts.json", &remembered);
    assert_eq!(host(&[]), "agentworks", "remembered");
    assert_eq!(host(&["--host", "agentskills"]), "agentskills", "given");
    desk.ground
        .file("state/hosts.json", remembered.replace("agentworks", "gone"));
    assert_eq!(host(&[]), "agentskills", "a remembered one that is no more");
    desk.ground.file("state/hosts.json", "{");
    assert_eq!(host(&[]), "agentskills", "a broken memory");
}

#[test]
fn the_home_never_chooses() {
    let desk = Desk::new();
    desk.ground.file(
        "home/.agents/skills/a/SKILL.md",
        "---\nname: a\ndescription: d\n---\n",
    );
    assert_eq!(desk.json(&["list"])["host"], "agentworks");
    let hosts = desk.json(&["hosts"]);
    assert!(
        hosts
            .as_array()
            .unwrap()
            .iter()
            .all(|host| host["detected"] == false)
    );
}

#[test]
fn unknown_hosts_and_options_are_wrong_usage() {
    let desk = Desk::new();
    let text = desk.fails(2, &["list", "--host", "nope"]);
    assert!(text.contains("agentworks"), "names the known ones: {text}");
    desk.fails(2, &["hosts", "--host", "nope"]);
    desk.fails(2, &["read", "x", "--host", "nope"]);
    desk.fails(
        2,
        &["list", "--host", "agentworks", "--host", "agentskills"],
    );
    let text = desk.fails(2, &["list", "--option", "nope=1"]);
    assert!(text.contains("docs_root"), "names the known ones: {text}");
    for (option, wanted) in [
        ("enabled=flase", "true or false"),
        ("memory_max_chars=abc", "a whole number"),
        ("skillListingBudgetFraction=1,5", "a number"),
        ("window=many", "a whole number"),
    ] {
        let text = desk.fails(2, &["list", "--option", option]);
        assert!(text.contains(option) && text.contains(wanted), "{text}");
    }
    for option in [
        "enabled=No",
        "enabled=",
        "memory_max_chars=0",
        "skillListingBudgetFraction=0.02",
    ] {
        desk.json(&["list", "--option", option]);
    }
    desk.fails(2, &["list", "--option", "docs_root"]);
    desk.fails(2, &["list", "--format", "yaml"]);
    desk.fails(2, &["frobnicate"]);
}

#[test]
fn an_option_moves_the_layers() {
    let desk = Desk::new();
    desk.skill("docs/skills/a", "a", "there");
    desk.skill("skills/b", "b", "here");
    assert_eq!(each(&desk.json(&["list"])["skills"], "name"), ["b"]);
    let list = desk.json(&["list", "--option", "docs_root=docs"]);
    assert_eq!(each(&list["skills"], "name"), ["a"]);
}

#[test]
fn a_profile_of_ones_own_is_a_host() {
    let desk = Desk::new();
    let text = include_str!("../../assets/hosts/agentskills.toml");
    let text = text.replacen("id = \"agentskills\"", "id = \"mine\"", 1);
    desk.ground.file("config/hosts/mine.toml", text);
    assert!(each(&desk.json(&["hosts"]), "id").contains(&"mine"));
    // One that cannot be used is named, and the others go on.
    desk.ground.file("config/hosts/bad.toml", "id = 3");
    let said = desk.run(&["hosts"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("bad.toml") && said.out.contains("mine"));
}

/// A runtime nobody has heard of: flat fences, another folder, a catalogue of its own.
const OUTSIDE: &str = r#"
id = "newcomer"
title = "Newcomer"
version = "1"
evidence = [{ path = ".newcomer/", priority = 99 }]

[[layer]]
id = "home"
label = "home"
badge = "H"
kind = "user"
path = "{home}/.newcomer"

[[layer]]
id = "project"
label = "project"
badge = "P"
kind = "project"
path = "{project}/.newcomer"
write = true

[reader]
fences = "prefix-splitlines"
family = "struct"
yaml = "yaml-v3"
name-fallback = "reference"
field = [
    { key = "name", rule = "text" },
    { key = "description", rule = "text" },
]

[collision]
across = "strongest"
within = "all"

[catalogue]
open = "<skills>\n"
entry = "<s n='{name}'>{description}</s>\n"
close = "</skills>"
escape = "html"
"#;

#[test]
fn a_profile_outside_the_binary_lists_reads_renders_and_writes() {
    let desk = Desk::new();
    desk.ground.file("config/hosts/newcomer.toml", OUTSIDE);
    desk.skill(".newcomer/a", "alpha", "a < b");
    desk.ground
        .file("home/.newcomer/b/SKILL.md", "---\nname: alpha\n---\nold\n");
    desk.ground
        .file("p/.newcomer/c/SKILL.md", "---\nname: [x]\n---\n");
    let list = desk.json(&["list"]);
    assert_eq!(list["host"], "newcomer", "its evidence is the strongest");
    assert_eq!(each(&list["skills"], "name"), ["alpha"]);
    assert_eq!(list["skills"][0]["shadows"][0]["layer"], "home");
    assert_eq!(each(&list["not_loaded"], "reason"), ["bad-yaml"]);
    let file = desk.ground.path("p/.newcomer/a/SKILL.md");
    assert_eq!(desk.json(&["read", &file])["name"], "alpha");
    let text = desk.json(&["prompt"])["text"].as_str().unwrap().to_owned();
    assert_eq!(text, "<skills>\n<s n='alpha'>a &lt; b</s>\n</skills>");
    let made = desk.json(&["new", "mine", "--description", "d"]);
    assert_eq!(made["path"], desk.ground.path("p/.newcomer/mine/SKILL.md"));
}

#[test]
fn a_profile_that_cannot_be_used_is_told_and_the_rest_goes_on() {
    let desk = Desk::new();
    desk.ground.file(
        "config/hosts/bad.toml",
        OUTSIDE.replace("family =", "famly ="),
    );
    let said = desk.run(&["hosts"]);
    assert_eq!(said.code, 0);
    assert!(
        said.err.contains("bad.toml") && said.err.contains("famly"),
        "{}",
        said.err
    );
    assert!(said.out.contains("agentworks"));
}

#[test]
fn a_run_reads_its_skills_and_writes_nothing() {
    let desk = Desk::new();
    let paths = desk.json(&["guard", "--skill", "a", "custom/b"]);
    let read = [
        "skills/a/",
        "skills/a",
        "skills/custom/b/",
        "skills/custom/b",
    ];
    assert_eq!(paths, serde_json::json!({ "read": read, "write": [] }));
    assert_eq!(
        desk.json(&["guard"]),
        serde_json::json!({ "read": [], "write": [] })
    );
    desk.fails(2, &["guard", "--host", "minibot"]);
}

#[test]
fn what_rests_on_our_decision_is_said_with_the_reading() {
    let desk = Desk::new();
    let file = desk.ground.file("p/SKILL.md", "---\nname: n\n---\n\nB\n");
    let read = desk.json(&["read", &file, "--host", "pleach"]);
    let keys: Vec<_> = read["assumed"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["activation", "allowed-tools", "body", "intents"]);
    let text = desk.run(&["read", &file, "--host", "pleach"]).out;
    assert!(text.contains("our decision"), "{text}");
    let read = desk.json(&["read", &file, "--host", "agentworks"]);
    assert!(read.get("assumed").is_none());
}

#[test]
fn the_root_agent_and_a_memory_can_be_asked_for() {
    let desk = Desk::new();
    desk.ground.file("p/.replio/skills/a.md", "A");
    desk.ground.file(
        "p/.replio/roles.json",
        r#"{"assistant": {"system_prompt": "ROOT", "skills": ["a"]}}"#,
    );
    let section = "## Skills\n\n### a\n\nA";
    assert_eq!(
        desk.run(&["prompt", "--root"]).out,
        format!("ROOT\n\n{section}")
    );
    let delegated = desk.run(&["prompt", "--agent", "assistant", "--memory", "M"]);
    assert_eq!(
        delegated.out,
        format!("ROOT\n\n{section}\n\n## Role memory\nM")
    );
    desk.ground
        .file("p/.replio/config.json", r#"{"system_prompt": "OWN"}"#);
    assert_eq!(desk.run(&["prompt", "--root"]).out, "OWN");
    desk.ground.file("p/.replio/skills/bad.md", b"\xff");
    let prompt = desk.run(&["prompt", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&prompt.out).unwrap();
    assert_eq!(json["faults"].as_array().unwrap().len(), 1);
}

#[test]
fn a_window_decides_what_of_the_list_stays() {
    let desk = Desk::new();
    for name in ["a", "b"] {
        let text = format!("---\ndescription: {}\n---\nx\n", "d".repeat(90));
        let path = format!("p/.claude/skills/{name}/SKILL.md");
        desk.ground.file(&path, text.as_str());
    }
    let all = desk.run(&["prompt"]);
    assert!(
        all.out.contains("- b: ddd") && all.err.is_empty(),
        "{}",
        all.err
    );
    let less = desk.run(&["prompt", "--window", "3000"]);
    assert!(less.out.ends_with("\n- b"), "{}", less.out);
    assert!(
        less.err
            .contains("has 120 characters for its list, and it wants 191"),
        "{}",
        less.err
    );
    assert!(
        less.err.contains("lists without description b"),
        "{}",
        less.err
    );
    let json = desk.run(&["prompt", "--window", "3000", "--format", "json"]);
    let json: Json = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["budget"]["limit"], 120);
    assert_eq!(json["budget"]["counts"], "characters");
    assert_eq!(json["shortened"][0]["name"], "b");
    assert_eq!(json["shortened"][0]["kept"], 0);
    let other = desk.run(&["prompt", "--host", "agentskills", "--window", "3000"]);
    assert!(
        other.err.contains("no share of the window"),
        "{}",
        other.err
    );
}

#[test]
fn hosts_say_how_they_are_known() {
    let desk = Desk::new();
    let text = desk.run(&["hosts", "--host", "claude-code"]).out;
    assert!(text.contains("from documents"), "{text}");
    let json = desk.json(&["hosts", "--host", "claude-code", "--host", "codex"]);
    let how: Vec<_> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|host| host["established"].clone())
        .collect();
    assert_eq!(how, [Json::Null, "documents".into()]);
}
