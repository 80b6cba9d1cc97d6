//! AgentWorks against what its code was recorded to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::supporting::supporting;
use skillkiln::host::{
    Cache, Copy, FileTree, Kind, Place, Profile, Profiles, Reading, Selector, Value, attach, names,
    read_file, render, survey,
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
                Some((path.to_owned(), copy.reference.clone(), name.to_owned()))
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

/// The listing vectors give attached skills, so each becomes a file that reads as such a skill.
fn skill_file(skill: &Json) -> String {
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
                skill_file(skill).into_bytes(),
            );
            chosen.push(folder);
        }
        let found = survey(&host, &tree, &place(), &mut Cache::default());
        let base = case["base_prompt"].as_str().unwrap();
        let selector = Selector {
            skills: Some(chosen),
            base: Some(base.to_owned()),
            args: None,
        };
        let prompt = render(&host, &tree, &place(), &found, &selector);
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
    let prompt = render(&host(), &tree, &place(), &found, &selector);
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
