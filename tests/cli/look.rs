//! Subcommands that only look.

use serde_json::{Value as Json, json};

use crate::{Desk, each, keys, link, said};

#[test]
fn list_has_the_promised_keys() {
    let desk = Desk::new();
    let path = desk.skill("skills/a", "a", "A skill");
    desk.skill("skills/b", "b", "Bee");
    let own = desk.skill("skills/custom/b", "b", "My bee");
    let broken = desk.ground.file("p/skills/c/SKILL.md", "no frontmatter");
    let list = desk.json(&["list"]);
    assert_eq!(keys(&list), ["host", "layers", "skills", "not_loaded"]);
    assert_eq!(list["host"], "agentworks");
    assert_eq!(
        keys(&list["layers"][1]),
        ["id", "label", "kind", "path", "exists", "writable"]
    );
    let skills = &list["skills"];
    assert_eq!(
        skills[0],
        json!({
            "name": "a", "description": "A skill", "origin": "standard", "layer": "standard",
            "path": path, "reference": "a", "shadows": [],
        })
    );
    let bee = skills
        .as_array()
        .unwrap()
        .iter()
        .find(|skill| skill["name"] == "b")
        .unwrap();
    assert_eq!(bee["path"], json!(own));
    assert_eq!(bee["shadows"][0]["layer"], "standard");
    assert_eq!(bee["shadows"][0]["identical"], false);
    assert_eq!(
        list["not_loaded"],
        json!([{ "layer": "standard", "path": broken, "reason": "no-frontmatter" }])
    );
}

#[test]
fn identical_copies_are_called_so() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "same");
    desk.skill("skills/custom/a", "a", "same");
    let list = desk.json(&["list"]);
    assert_eq!(list["skills"][0]["shadows"][0]["identical"], true);
}

#[test]
fn hosts_have_the_promised_keys() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "A skill");
    let hosts = desk.json(&["hosts"]);
    let ids = each(&hosts, "id");
    assert!(ids.contains(&"agentworks") && ids.contains(&"agentskills"));
    for host in hosts.as_array().unwrap() {
        let mut keys = keys(host);
        // Only hosts that were never run say how they are known.
        keys.retain(|key| *key != "established");
        assert_eq!(
            keys,
            ["id", "title", "version", "detected", "judged", "layers"]
        );
        assert_eq!(host["detected"], host["id"] == "agentworks");
    }
    let layers = &hosts[ids.iter().position(|id| *id == "agentworks").unwrap()]["layers"];
    let custom = layers
        .as_array()
        .unwrap()
        .iter()
        .find(|l| l["id"] == "custom")
        .unwrap();
    assert_eq!(
        *custom,
        json!({
            "id": "custom", "label": "custom", "kind": "custom",
            "path": desk.ground.path("p/skills/custom"), "exists": false, "writable": true,
        })
    );
    let one = desk.json(&["hosts", "--host", "agentskills"]);
    assert_eq!(each(&one, "id"), ["agentskills"]);
}

#[test]
fn layers_show_the_whole_stack() {
    let desk = Desk::new();
    let theirs = desk.skill("skills/a", "a", "theirs");
    let own = desk.skill("skills/custom/a", "a", "own");
    let layers = desk.json(&["layers", "a"]);
    assert_eq!(keys(&layers), ["host", "name", "origin", "stack", "fields"]);
    let stack = &layers["stack"];
    assert_eq!(keys(&stack[0]), ["layer", "path", "state", "reason"]);
    assert_eq!(each(stack, "state"), ["wins", "shadowed"]);
    assert_eq!(each(stack, "path"), [own.as_str(), &theirs]);
    assert_eq!(layers["fields"]["description"], "custom");
    // A copy that is dropped is still a copy.
    desk.ground.file(
        "p/skills/custom/a/SKILL.md",
        "---\nname: a\ndescription: a: b\n---\n",
    );
    let layers = desk.json(&["layers", "a"]);
    assert_eq!(each(&layers["stack"], "state"), ["wins", "dropped"]);
    assert_eq!(layers["stack"][1]["reason"], "bad-yaml");
    // A name that nothing loaded has.
    std::fs::remove_dir_all(desk.ground.disk("p/skills/a")).unwrap();
    let layers = desk.json(&["layers", "a"]);
    assert_eq!(each(&layers["stack"], "state"), ["dropped"]);
    assert_eq!(layers["origin"], json!(null));
    // A name that nobody has.
    let told = desk.fails(2, &["layers", "nobody"]);
    assert!(told.contains("`skillkiln list` shows those"), "{told}");
}

#[test]
fn show_gives_everything_of_one_skill() {
    let desk = Desk::new();
    let path = desk.skill("skills/a", "a", "A skill");
    desk.ground.file("p/skills/a/references/r.md", "12345");
    let show = desk.json(&["show", "a"]);
    assert_eq!(
        show,
        json!({
            "name": "a", "description": "A skill",
            "fields": { "name": "a", "description": "A skill" },
            "body": "# a", "layer": "standard", "path": path, "source_url": null, "lock": null,
            "files": [{ "path": "references/r.md", "bytes": 5 }],
        })
    );
}

#[test]
fn fields_nobody_knows_are_all_told() {
    let desk = Desk::new();
    let many: String = (0..20_000).map(|at| format!("k{at}: v{at}\n")).collect();
    let text = format!("---\nname: a\ndescription: d\n{many}---\n\nBody.\n");
    let file = desk.ground.file("p/a/SKILL.md", text);
    let read = desk.json(&["read", &file, "--host", "agentskills"]);
    assert_eq!(read["notes"], serde_json::json!(["unexpected-fields"]));
    let fields = read["fields"].as_object().unwrap();
    assert_eq!(fields.len(), 20_002);
    assert!((0..20_000).all(|at| fields[&format!("k{at}")] == format!("v{at}")));
    let said = desk.run(&["read", &file, "--host", "agentskills"]).out;
    let rows = said.lines().filter(|line| line.starts_with("  k"));
    assert_eq!(rows.count(), 20_000);
    let note = said.lines().find(|line| line.starts_with("  note"));
    let listed = note.unwrap().matches(", ").count();
    assert_eq!(listed, 19_999);
}

#[test]
fn a_reference_says_which_copy() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "theirs");
    desk.skill("skills/custom/a", "a", "own");
    assert_eq!(desk.json(&["show", "custom/a"])["description"], "own");
    assert_eq!(desk.json(&["show", "a"])["description"], "own");
}

#[test]
fn an_ambiguous_name_lists_the_candidates() {
    let desk = Desk::new();
    desk.skill("skills/one", "twin", "first");
    desk.skill("skills/two", "twin", "second");
    for command in ["show", "override"] {
        let text = desk.fails(2, &[command, "twin"]);
        assert!(text.contains("one") && text.contains("two"), "{text}");
    }
    // What is asked of layers is which copies there are.
    let text = desk.run(&["layers", "twin"]).out;
    assert!(text.contains("one") && text.contains("two"), "{text}");
    assert_eq!(desk.json(&["show", "two"])["description"], "second");
}

#[test]
fn an_unknown_name_is_said_so() {
    let desk = Desk::new();
    desk.ground.file("p/skills/c/SKILL.md", "no frontmatter");
    assert!(desk.fails(2, &["show", "nope"]).contains("nope"));
    let text = desk.fails(2, &["show", "c"]);
    assert!(text.contains("not loaded"), "{text}");
    desk.fails(2, &["layers", "nope"]);
}

#[test]
fn the_prompt_is_the_exact_text() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "A\u{200b} skill");
    desk.skill("skills/b", "b", "Bee");
    let json = desk.json(&["prompt"]);
    assert_eq!(keys(&json), ["host", "text", "tokens", "parts"]);
    let text = json["text"].as_str().unwrap();
    assert_eq!(
        desk.run(&["prompt"]).out,
        text,
        "nothing else, not even a line end"
    );
    assert!(text.contains("- **a**: A\u{200b} skill\n- **b**: Bee"));
    assert!(json["tokens"].as_u64().unwrap() > 10);
    // The parts cover the text without a gap, and name the skills.
    let mut end = 0;
    for part in json["parts"].as_array().unwrap() {
        assert_eq!(part["start"], end);
        end = part["end"].as_u64().unwrap();
    }
    assert_eq!(end as usize, text.len());
    let from = each(&json["parts"], "from");
    assert!(from.contains(&"framing") && from.contains(&"a") && from.contains(&"b"));
}

#[test]
fn prompt_selectors_choose() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "A skill");
    desk.skill("skills/b", "b", "Bee");
    let prompt = desk.json(&["prompt", "--skill", "b", "--base", "You are X."]);
    let text = prompt["text"].as_str().unwrap();
    assert!(text.starts_with("You are X.\n\n"));
    assert!(text.contains("**b**") && !text.contains("**a**"));
    assert_eq!(prompt["parts"][0]["from"], "base");
    let said = desk.run(&["prompt", "--skill", "b", "--skill", "zzz"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("zzz") && said.out.contains("**b**"));
    desk.ground
        .file("elsewhere/preset.json", r#"{"selected_skills": ["b"]}"#);
    let preset = desk.ground.path("elsewhere/preset.json");
    let text = desk.run(&["prompt", "--preset", &preset]).out;
    assert!(text.contains("**b**") && !text.contains("**a**"), "{text}");
    assert!(
        desk.fails(2, &["prompt", "--preset", "no.json"])
            .contains("no.json")
    );
    desk.fails(2, &["prompt", "--step", "s"]);
}

#[test]
fn an_empty_project_has_an_empty_prompt() {
    let desk = Desk::new();
    let said = desk.run(&["prompt"]);
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    assert_eq!(desk.json(&["list"])["skills"], json!([]));
    assert!(desk.run(&["list"]).out.contains("skillkiln new"));
}

#[test]
fn read_gives_one_object_for_one_file_and_a_list_for_several() {
    let desk = Desk::new();
    let a = desk.skill("skills/a", "a", "A skill");
    let bad = desk
        .ground
        .file("p/x/SKILL.md", "---\nname: x\ndescription: a: b\n---\n");
    let one = desk.json(&["read", &a]);
    assert_eq!(
        one,
        json!({
            "file": a, "host": "agentworks", "loaded": true, "reason": null, "detail": null,
            "name": "a", "description": "A skill",
            "fields": { "name": "a", "description": "A skill" }, "body": "# a", "notes": [],
        })
    );
    let two = desk.json(&["read", &a, &bad]);
    assert_eq!(two[0], one);
    assert_eq!(
        (&two[1]["loaded"], &two[1]["reason"], &two[1]["name"]),
        (&json!(false), &json!("bad-yaml"), &json!(null))
    );
    let hosts = desk.json(&["read", &a, "--host", "agentworks", "--host", "agentskills"]);
    assert_eq!(each(&hosts, "host"), ["agentworks", "agentskills"]);
}

#[test]
fn read_takes_standard_input_and_a_folder_name() {
    let desk = Desk::new();
    let mut command = desk.command(&["read", "-", "--dir-name", "given", "--format", "json"]);
    command.write_stdin("---\ndescription: d\n---\nbody");
    let said = said(command);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&json["file"], &json["name"]),
        (&json!("-"), &json!("given"))
    );
    // A folder stands for the skill file in it.
    desk.skill("skills/a", "a", "A skill");
    assert_eq!(
        desk.json(&["read", &desk.ground.path("p/skills/a")])["name"],
        "a"
    );
}

#[test]
fn hidden_characters_are_visible_in_text() {
    let desk = Desk::new();
    desk.ground.file(
        "p/skills/a/SKILL.md",
        "---\nname: a\ndescription: \"x\\eY\\u202Ez\"\n---\nbo\u{1b}[31mdy\u{200b}\n",
    );
    desk.ground
        .file("p/skills/b/SKILL.md", "---\nname: \u{1b}[2J\n---\n");
    for args in [
        &["list"][..],
        &["show", "a"],
        &["layers", "a"],
        &["read", "skills/a"],
    ] {
        let mut command = desk.command(args);
        command.current_dir(desk.ground.path("p"));
        let said = said(command);
        let raw = |c: char| matches!(c, '\u{1b}' | '\u{202e}' | '\u{200b}');
        assert!(
            !said.out.contains(raw) && !said.err.contains(raw),
            "{args:?}: {:?}",
            said.out
        );
    }
    assert!(desk.run(&["show", "a"]).out.contains("␛[31m"));
    let text = desk.fails(2, &["show", "\u{1b}[2Jx"]);
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn paths_are_as_found_with_links_not_resolved() {
    let desk = Desk::new();
    desk.ground
        .file("shared/a/SKILL.md", "---\nname: a\ndescription: d\n---\n");
    desk.ground.folder("p/skills");
    link("../../shared/a", &desk.ground.disk("p/skills/a"));
    let list = desk.json(&["list"]);
    assert_eq!(
        list["skills"][0]["path"],
        json!(desk.ground.path("p/skills/a/SKILL.md"))
    );
}

#[test]
fn the_current_folder_is_the_project() {
    let desk = Desk::new();
    let path = desk.skill("skills/a", "a", "A skill");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_skillkiln"));
    command
        .args(["list", "--format", "json"])
        .current_dir(desk.ground.path("p"));
    command.env("SKILLKILN_STATE", desk.ground.path("state"));
    let list: serde_json::Value = serde_json::from_str(&said(command).out).unwrap();
    assert_eq!(list["skills"][0]["path"], json!(path));
}

/// Nobody reads what is printed: no message, no panic.
#[test]
fn a_closed_pipe_is_silent() {
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    for at in 0..300 {
        desk.skill(
            &format!("skills/skill-{at}"),
            &format!("skill-{at}"),
            &"long ".repeat(60),
        );
    }
    for format in ["text", "json"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skillkiln"))
            .args([
                "list",
                "--format",
                format,
                "--project",
                &desk.ground.path("p"),
            ])
            .env("SKILLKILN_STATE", desk.ground.path("state"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn show_tells_where_agentworks_installed_a_skill_from() {
    let desk = Desk::new();
    for folder in ["alpha", "custom/mine", "custom/known", "plain"] {
        desk.skill(&format!("skills/{folder}"), "x", "d");
    }
    let lock = r#"{"version": 1, "skills": {
        "alpha": {"source": "owner/repo", "sourceType": "github", "computedHash": "abc"},
        "mine": {"source": "x/y"}, "custom/known": {"source": 3}, "plain": "odd"}}"#;
    desk.ground.file("p/skills-lock.json", lock);
    let of = |reference: &str| {
        let shown = desk.json(&["show", reference]);
        (shown["source_url"].clone(), shown["lock"].clone())
    };
    let entry = json!({"source": "owner/repo", "sourceType": "github", "computedHash": "abc"});
    assert_eq!(of("alpha"), (json!("owner/repo"), entry));
    assert_eq!(of("custom/mine"), (Json::Null, Json::Null));
    assert_eq!(of("custom/known"), (Json::Null, json!({"source": 3})));
    assert_eq!(of("plain"), (Json::Null, Json::Null));
    assert_eq!(of("agent-browser"), (Json::Null, Json::Null));
    assert!(
        desk.run(&["show", "alpha"])
            .out
            .contains("installed from  owner/repo")
    );
    desk.ground.file("p/skills-lock.json", "{");
    assert_eq!(of("alpha"), (Json::Null, Json::Null));
}

#[test]
fn show_and_activate_tell_which_files_go_along() {
    let desk = Desk::new();
    desk.skill("skills/build", "build", "d");
    for (name, bytes) in [
        ("a.md", "x"),
        ("b.png", "x"),
        ("c.bin2", "x\0y"),
        ("dist/d.md", "x"),
    ] {
        desk.ground.file(&format!("p/skills/build/{name}"), bytes);
    }
    // AgentWorks never lists a folder of this name, and attaches it all the same.
    assert_eq!(desk.json(&["list"])["skills"], json!([]));
    let shown = desk.json(&["show", "build"]);
    assert_eq!(shown["files"], json!([{ "path": "a.md", "bytes": 1 }]));
    let left = shown["left_out"].as_array().unwrap();
    let left: Vec<_> = left
        .iter()
        .map(|file| file["path"].as_str().unwrap())
        .collect();
    assert_eq!(left, ["b.png", "c.bin2", "dist/d.md"]);
    let answer = desk.json(&["activate", "build"]);
    assert_eq!(answer["files"], json!(["a.md"]));
    let text = desk.run(&["show", "build"]).out;
    assert!(text.contains("left out: no text"), "{text}");
}

#[test]
fn of_several_of_one_name_a_reference_chooses_one() {
    let desk = Desk::new();
    let text = |body: &str| format!("---\nname: b\ndescription: Does it.\n---\n{body}\n");
    desk.ground.file("p/skills/a/SKILL.md", text("First."));
    desk.ground.file("p/skills/b/SKILL.md", text("Second."));
    for (reference, body) in [("a", "First."), ("b", "Second.")] {
        let shown = desk.json(&["show", reference, "--host", "agentworks"]);
        assert_eq!(shown["body"], body, "{reference}");
    }
}

#[test]
fn one_wide_value_does_not_widen_every_row() {
    let desk = Desk::new();
    let fields: String = (0..500).map(|i| format!("key{i}: v\n")).collect();
    let text = format!("---\nname: a\ndescription: Does it.\n{fields}---\nDo it.\n");
    let path = desk.ground.file("p/.agents/skills/a/SKILL.md", text);
    let shown = desk.run(&["read", &path, "--host", "agentskills"]);
    // The note names every field; all the rest is short.
    assert!(shown.out.len() < 40 * 500, "{}", shown.out.len());
}

#[test]
fn arguments_are_for_hosts_that_know_them() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "Fixes $ARGUMENTS.");
    desk.ground.file("p/.replio/skills/b.md", "Use $ARGUMENTS.");
    let known = desk.run(&["prompt", "--host", "agentworks", "--args", "x"]);
    assert!(known.out.contains("Fixes x.") && known.err.is_empty());
    let unknown = desk.run(&["prompt", "--host", "replio", "--args", "x"]);
    assert!(unknown.out.contains("Use $ARGUMENTS."), "{}", unknown.out);
    assert!(unknown.err.contains("puts nothing in the place"));
}

#[test]
fn what_is_attached_only_by_name_is_told() {
    let desk = Desk::new();
    desk.skill("skills/agent-browser", "agent-browser", "On disk.");
    let all = desk.run(&["prompt", "--host", "agentworks"]);
    assert!(!all.out.contains("On disk."), "{}", all.out);
    assert!(
        all.err.contains("\"agent-browser\" comes with the host"),
        "{}",
        all.err
    );
    let named = ["prompt", "--host", "agentworks", "--skill", "agent-browser"];
    assert_eq!(desk.run(&named).err, "");
}
