//! AgentWorks against what its code was recorded to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::projected::skill_file;
use skillkiln::host::supporting::supporting;
use skillkiln::host::{
    Cache, Copy, FileTree, Kind, Place, Profile, Profiles, Reading, Selector, Value, attach, guard,
    names, read_file, render, survey, workflow,
};

const FIELDS: &[(&str, &str)] = &[
    ("agent", "agent"),
    ("allowed-tools", "allowed_tools"),
    ("argument-hint", "argument_hint"),
    ("context", "context"),
    ("description", "description"),
    ("disable-model-invocation", "disable_model_invocation"),
    ("effort", "effort"),
    ("model", "model"),
    ("name", "name"),
    ("user-invocable", "user_invocable"),
];

fn host() -> Profile {
    Profiles::bundled().get("agentworks").unwrap().clone()
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(truth) => json!(truth),
        Value::Text(text) => json!(text),
        Value::List(items) => items.iter().map(to_json).collect(),
        other => panic!("AgentWorks holds no {other:?}"),
    }
}

/// The structure as the vectors show it, defaults filled in.
fn frontmatter(reading: &Reading) -> Json {
    let mut out = json!({});
    for (key, name) in FIELDS {
        let default = match *key {
            "allowed-tools" | "user-invocable" => Json::Null,
            "disable-model-invocation" => json!(false),
            _ => json!(""),
        };
        out[name] = reading.field(key).map_or(default, to_json);
    }
    out
}

#[test]
fn reads_every_recorded_file() {
    let mut differences = Differences::default();
    for case in cases("agentworks/read.json") {
        let id = case["id"].as_str().unwrap();
        let expect = &case["expect"];
        let reading = read_file(
            &host(),
            &bytes(&case),
            case["folder_name"].as_str().unwrap(),
        );
        let reason = reading.dropped.as_ref().map(|dropped| dropped.code);
        differences.compare(&format!("{id} reason"), reason, expect["reason"].as_str());
        if expect["ok"] != true || !reading.loaded() {
            continue;
        }
        differences.compare(id, &frontmatter(&reading), &expect["frontmatter"]);
        differences.compare(id, reading.body.as_deref(), expect["content"].as_str());
        differences.compare(id, reading.name.as_deref(), expect["attach_name"].as_str());
        let refused = reading.notes.first().map(|note| note.code);
        let theirs = expect["validate"]["reason"].as_str();
        differences.compare(&format!("{id} validate"), refused, theirs);
    }
}

fn tree_of(case: &Json) -> FileTree {
    let mut tree = FileTree::new();
    tree.add_folder("/p");
    for (path, text) in case["files"].as_object().unwrap() {
        tree.set_file(&format!("/p/{path}"), text.as_str().unwrap().as_bytes());
    }
    for path in case["empty_dirs"].as_array().into_iter().flatten() {
        tree.add_folder(&format!("/p/{}", path.as_str().unwrap()));
    }
    for (path, target) in case["symlinks"].as_object().into_iter().flatten() {
        tree.set_link(&format!("/p/{path}"), target.as_str().unwrap());
    }
    tree
}

fn place() -> Place {
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: Default::default(),
    }
}

fn attached(tree: &FileTree, copy: &Copy) -> Json {
    let builtin = copy.path.is_none();
    let text = |value: Option<&str>, builtin_text: &str| match builtin {
        true => format!("<builtin {} {builtin_text}>", copy.name),
        false => value.unwrap_or_default().to_owned(),
    };
    let files: Vec<_> = match (&copy.folder, &copy.path) {
        (Some(folder), Some(path)) => supporting(tree, folder, path),
        _ => Vec::new(),
    };
    json!({
        "content": text(copy.reading.body.as_deref(), "body"),
        "description": text(copy.reading.description.as_deref(), "description"),
        "disable_model_invocation":
            copy.reading.field("disable-model-invocation") == Some(&Value::Bool(true)),
        "name": copy.name,
        "origin": if builtin { "builtin" } else { "imported" },
        "supporting_files": files.iter().map(|file| file.path.clone()).collect::<Vec<_>>(),
    })
}

#[test]
fn discovers_and_attaches_every_recorded_tree() {
    let mut differences = Differences::default();
    let host = host();
    for case in cases("agentworks/discovery.json") {
        let id = case["id"].as_str().unwrap();
        let tree = tree_of(&case);
        let found = survey(&host, &tree, &place(), &mut Cache::default());
        let mut ours: Vec<_> = found
            .copies()
            .filter_map(|copy| {
                let path = copy.path.as_deref()?.strip_prefix("/p/")?;
                let name = match copy.reading.field("name") {
                    Some(Value::Text(name)) => name.as_str(),
                    _ => "",
                };
                Some((path.to_owned(), copy.reference.to_string(), name.to_owned()))
            })
            .collect();
        ours.sort();
        let text = |json: &Json, key: &str| json[key].as_str().unwrap().to_owned();
        let discover = case["expect"]["discover"].as_array().unwrap();
        let mut theirs: Vec<_> = discover
            .iter()
            .map(|one| {
                (
                    text(one, "file_path"),
                    text(one, "folder_name"),
                    text(one, "name"),
                )
            })
            .collect();
        theirs.sort();
        differences.compare(&format!("{id} discover"), ours, theirs);
        let Some(wanted) = case["attach"].as_array() else {
            continue;
        };
        let wanted: Vec<_> = wanted
            .iter()
            .map(|word| word.as_str().unwrap().to_owned())
            .collect();
        let ours = attach(&host, &tree, &place(), &found, &wanted);
        let copies: Vec<_> = ours
            .copies
            .iter()
            .map(|copy| attached(&tree, copy))
            .collect();
        let ours = json!({ "attached": copies, "skipped": ours.skipped });
        differences.compare(&format!("{id} attach"), &ours, &case["expect"]["attach"]);
    }
}

#[test]
fn a_link_that_leads_nowhere_or_in_a_circle_is_told() {
    let mut tree = FileTree::new();
    tree.set_link("/p/skills/gone", "../nowhere");
    tree.set_link("/p/skills/self", "self");
    tree.set("/p/skills/odd", Kind::Other);
    let found = survey(&host(), &tree, &place(), &mut Cache::default());
    let codes: Vec<_> = found
        .not_loaded
        .iter()
        .map(|n| (n.name.as_str(), n.why.code))
        .collect();
    assert_eq!(codes, [("gone", "dangling-link"), ("self", "link-loop")]);
}

#[test]
fn makes_the_files_of_coding_agents_as_recorded() {
    let mut differences = Differences::default();
    for case in cases("agentworks/listing.json") {
        let text = |one: &Json, key: &str| one[key].as_str().unwrap_or_default().to_owned();
        let made = case["skills"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|skill| {
                let hidden = skill["disable_model_invocation"] == true;
                let (name, description) = (text(skill, "name"), text(skill, "description"));
                skill_file(&name, &description, hidden, &text(skill, "content"))
            });
        let recorded = case["projected"].as_array().unwrap().iter();
        let theirs: Vec<_> = recorded
            .map(|one| (text(one, "folder"), text(one, "skill_md")))
            .collect();
        differences.compare(
            case["id"].as_str().unwrap(),
            made.collect::<Vec<_>>(),
            theirs,
        );
    }
}

/// The listing vectors give attached skills, so each becomes a file that reads as such a skill.
fn file_of(skill: &Json) -> String {
    let text = |key: &str| serde_json::to_string(skill[key].as_str().unwrap_or_default()).unwrap();
    let hidden = if skill["disable_model_invocation"] == true {
        "disable-model-invocation: true\n"
    } else {
        ""
    };
    let content = skill["content"].as_str().unwrap_or_default();
    format!(
        "---\nname: {}\ndescription: {}\n{hidden}---\n{content}",
        text("name"),
        text("description")
    )
}

#[test]
fn renders_every_recorded_listing() {
    let mut differences = Differences::default();
    let host = host();
    let intro = host
        .catalogue
        .open
        .trim_start_matches("## Available Skills\n\n")
        .to_owned();
    for case in cases("agentworks/listing.json") {
        let id = case["id"].as_str().unwrap();
        // Builtins are text of the runtime's own; the case shows their place only.
        if id == "builtin-and-global" || id == "empty-names-only" {
            continue;
        }
        let mut tree = FileTree::new();
        tree.add_folder("/p/skills");
        let mut chosen = Vec::new();
        for (at, skill) in case["skills"].as_array().unwrap().iter().enumerate() {
            let folder = format!("s{at}");
            tree.set_file(
                &format!("/p/skills/{folder}/SKILL.md"),
                file_of(skill).into_bytes(),
            );
            chosen.push(folder);
        }
        let found = survey(&host, &tree, &place(), &mut Cache::default());
        let base = case["base_prompt"].as_str().unwrap();
        let (skills, base_text) = (Some(chosen), Some(base.to_owned()));
        let selector = Selector {
            skills,
            base: base_text,
            ..Selector::default()
        };
        let prompt = render(&host, &tree, &place(), &found, &selector).unwrap();
        let listing = case["ours"].as_str().or(case["listing"].as_str()).unwrap();
        let listing = listing.replace("{{intro}}", &intro);
        let gap = if base.is_empty() || listing.is_empty() {
            ""
        } else {
            "\n\n"
        };
        differences.compare(id, prompt.text.clone(), format!("{base}{gap}{listing}"));
        let covered: String = prompt
            .parts
            .iter()
            .map(|part| &prompt.text[part.span.clone()])
            .collect();
        differences.compare(&format!("{id} parts"), covered, prompt.text);
    }
}

#[test]
fn a_builtin_is_listed_where_it_is_attached() {
    let mut tree = FileTree::new();
    tree.set_file(
        "/p/skills/a/SKILL.md",
        &b"---\nname: a\ndescription: b\n---\n"[..],
    );
    let found = survey(&host(), &tree, &place(), &mut Cache::default());
    let skills = Some(vec!["agent-browser".to_owned(), "a".to_owned()]);
    let selector = Selector {
        skills,
        ..Selector::default()
    };
    let prompt = render(&host(), &tree, &place(), &found, &selector).unwrap();
    let builtin = prompt.text.find("\n- **agent-browser**: ").unwrap();
    assert!(
        builtin < prompt.text.find("\n- **a**: b").unwrap(),
        "{}",
        prompt.text
    );
    assert_eq!(prompt.text.lines().next(), Some("## Available Skills"));
}

#[test]
fn makes_names_as_recorded() {
    let mut differences = Differences::default();
    for case in cases("agentworks/names.json") {
        let input = case["input"].as_str().unwrap();
        let expect = &case["expect"];
        let bad = names::first_bad_char(input).map(String::from);
        let theirs = expect["frontmatter_first_bad_char"]
            .as_str()
            .map(str::to_owned);
        differences.compare(&format!("{input:?} bad"), bad, theirs);
        let text = |key: &str| expect[key].as_str().unwrap().to_owned();
        let what = format!("{input:?} import");
        differences.compare(&what, names::import_folder(input), text("import_folder"));
        let what = format!("{input:?} projected");
        differences.compare(
            &what,
            names::projected_folder(input),
            text("projected_folder"),
        );
    }
}

#[test]
fn chooses_the_skills_of_a_step_as_recorded() {
    let mut differences = Differences::default();
    let list = |json: &Json| -> Option<Vec<String>> {
        let items = json.as_array()?;
        Some(
            items
                .iter()
                .map(|item| item.as_str().unwrap().to_owned())
                .collect(),
        )
    };
    for case in cases("agentworks/select.json") {
        let id = case["id"].as_str().unwrap();
        let expect = &case["expect"];
        let preset = list(&case["preset_selected_skills"]);
        let read = workflow::steps(
            "step_config.json",
            case["step_config_json"].as_str().unwrap(),
        );
        differences.compare(
            &format!("{id} error"),
            read.is_err(),
            expect["error"] == true,
        );
        let (Ok(steps), false) = (&read, expect["error"] == true) else {
            continue;
        };
        let step = steps.of(case["step_id"].as_str().unwrap());
        for (rule, fallback) in [("documented", true), ("newer_code", false)] {
            let ours = workflow::effective(step, preset.as_deref(), fallback).map(<[_]>::to_vec);
            differences.compare(&format!("{id} {rule}"), ours, list(&expect[rule]));
        }
        let what = format!("{id} repaired");
        differences.compare(&what, steps.repaired, expect["repaired_on_read"] == true);
        let what = format!("{id} plan tools");
        let strict = expect["strict_parse_fails"] == true;
        differences.compare(&what, steps.refused_by_plan_tools, strict);
    }
}

#[test]
fn a_preset_is_found_where_each_kind_of_file_keeps_it() {
    let read = |text: &str| workflow::preset("p.json", text);
    let one = Ok(Some(vec!["a".to_owned()]));
    assert_eq!(read(r#"{"capabilities":{"selected_skills":["a"]}}"#), one);
    assert_eq!(read(r#"{"selected_skills":["a"]}"#), one);
    assert_eq!(read(r#"{"selectedSkills":["a"]}"#), one);
    assert_eq!(read(r#"{"name":"x"}"#), Ok(None));
    assert!(read(r#"{"selected_skills":"a"}"#).is_err());
    assert!(read("{").is_err());
}

#[test]
fn a_run_may_read_the_folders_of_its_skills_and_write_none() {
    let mut differences = Differences::default();
    for case in cases("agentworks/guard.json") {
        let list = |key: &str| -> Vec<String> {
            let items = case[key].as_array().into_iter().flatten();
            items
                .map(|item| item.as_str().unwrap().to_owned())
                .collect()
        };
        let ours = guard(&host(), &list("skills"));
        differences.compare(case["id"].as_str().unwrap(), ours, list("step_read_paths"));
        assert!(case["step_write_paths"].is_null());
    }
}

#[test]
fn a_step_chooses_for_the_prompt_and_brings_the_learnings_along() {
    let mut tree = FileTree::new();
    for name in ["a", "b"] {
        let text = format!("---\nname: {name}\ndescription: does {name} with $ARGUMENTS\n---\n");
        tree.set_file(&format!("/p/skills/{name}/SKILL.md"), text.into_bytes());
    }
    let file = |tree: &mut FileTree, path: &str, text: &str| {
        tree.set_file(&format!("/p/Workflow/w/{path}"), text.as_bytes());
    };
    file(
        &mut tree,
        "workflow.json",
        r#"{"capabilities":{"selected_skills":["b","gone"]}}"#,
    );
    let steps = r#"{"steps":[{"id":"s1","agent_configs":{"enabled_skills":["a"]}},{"id":"s2"}]}"#;
    file(&mut tree, "planning/step_config.json", steps);
    let found = survey(&host(), &tree, &place(), &mut Cache::default());
    let prompt = |tree: &FileTree, step: Option<&str>, args: Option<&str>| {
        let selector = Selector {
            preset: Some("/p/Workflow/w/workflow.json".to_owned()),
            step: step.map(str::to_owned),
            args: args.map(str::to_owned),
            ..Selector::default()
        };
        render(&host(), tree, &place(), &found, &selector).unwrap()
    };
    let bullets = |prompt: &skillkiln::host::Prompt| -> Vec<String> {
        let lines = prompt.text.lines().filter(|line| line.starts_with("- **"));
        lines
            .map(|line| line.split("**").nth(1).unwrap().to_owned())
            .collect()
    };
    let preset = prompt(&tree, None, None);
    assert_eq!(
        (bullets(&preset), preset.skipped),
        (vec!["b".to_owned()], vec!["gone".to_owned()])
    );
    assert_eq!(bullets(&prompt(&tree, Some("s1"), None)), ["a"]);
    assert_eq!(bullets(&prompt(&tree, Some("s2"), None)), ["b"]);
    assert!(
        prompt(&tree, Some("s1"), Some("x.rs"))
            .text
            .ends_with("- **a**: does a with x.rs")
    );

    file(&mut tree, "learnings/_global/SKILL.md", "  \n");
    assert_eq!(bullets(&prompt(&tree, Some("s1"), None)), ["a"]);
    file(&mut tree, "learnings/_global/SKILL.md", "# Learned\n");
    assert_eq!(
        bullets(&prompt(&tree, Some("s1"), None)),
        ["a", "workflow-learnings"]
    );
    assert_eq!(bullets(&prompt(&tree, None, None)), ["b"]);
}
