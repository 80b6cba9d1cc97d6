//! Replio against what version 0.36.0 was recorded to do.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod agents;
mod plugins;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::{
    Cache, Fault, FileTree, Place, Profile, Profiles, Prompt, Run, SelectError, Selector, Survey,
    Value, read_at, render, survey,
};

const GLOBAL: &str = "/home/me/.config/replio";
const LOCAL: &str = "/p/.replio";

fn host() -> Profile {
    Profiles::bundled().get("replio").unwrap().clone()
}

fn place() -> Place {
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: Default::default(),
    }
}

fn surveyed(tree: &FileTree) -> Survey {
    survey(&host(), tree, &place(), &mut Cache::default())
}

fn put_skills(tree: &mut FileTree, folder: &str, files: &Json) {
    for (name, text) in files.as_object().into_iter().flatten() {
        let content = match text.as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => bytes(&json!({ "file_base64": text["base64"] })),
        };
        tree.set_file(&format!("{folder}/skills/{name}"), content);
    }
}

/// A plugin whose code registers exactly these entries.
fn plugin_source(entries: &Json) -> String {
    let mut code = "def register_skills(registry):\n    pass\n".to_owned();
    for entry in entries.as_array().unwrap() {
        let text = entry.to_string();
        let python = text.replace(":null", ":None").replace(":true", ":True");
        code += &format!("    registry.add_plugin({python})\n");
    }
    code
}

fn put_plugin(tree: &mut FileTree, source: &str) {
    let folder = format!("{LOCAL}/plugins/myplug");
    tree.set_file(
        &format!("{folder}/manifest.json"),
        &b"{\"name\": \"myplug\"}"[..],
    );
    tree.set_file(&format!("{folder}/plugin.py"), source.as_bytes());
}

fn config(tree: &mut FileTree, config: Json) {
    tree.set_file(
        &format!("{LOCAL}/config.json"),
        config.to_string().into_bytes(),
    );
}

fn rendered(tree: &FileTree, selector: &Selector) -> Result<Prompt, SelectError> {
    let prompt = render(&host(), tree, &place(), &surveyed(tree), selector)?;
    let parts = prompt
        .parts
        .iter()
        .map(|part| &prompt.text[part.span.clone()]);
    assert_eq!(
        parts.collect::<String>(),
        prompt.text,
        "the parts cover the text"
    );
    Ok(prompt)
}

/// Names as the runtime walks them: a bare text letter by letter, what is no text is unknown.
fn names(json: &Json) -> Vec<String> {
    match json {
        Json::String(text) => text.chars().map(String::from).collect(),
        other => {
            let items = other.as_array().unwrap().iter();
            items
                .filter_map(|item| item.as_str().map(str::to_owned))
                .collect()
        }
    }
}

fn tags(value: Option<&Value>) -> Json {
    match value {
        Some(Value::List(items)) => items
            .iter()
            .map(|item| match item {
                Value::Text(text) => json!(text),
                other => panic!("a tag is {other:?}"),
            })
            .collect(),
        None => json!([]),
        other => panic!("tags are {other:?}"),
    }
}

#[test]
fn merges_every_recorded_registry() {
    let mut differences = Differences::default();
    for case in cases("replio/merge.json") {
        let id = case["id"].as_str().unwrap();
        let mut tree = FileTree::new();
        put_skills(&mut tree, GLOBAL, &case["global"]);
        put_skills(&mut tree, LOCAL, &case["local"]);
        put_plugin(&mut tree, &plugin_source(&case["plugin"]));
        config(&mut tree, json!({ "plugins": ["myplug"] }));
        let found = surveyed(&tree);
        let expect = &case["expect"];
        let broken = found
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::All { .. }));
        differences.compare(id, broken, expect.get("registry_raises").is_some());
        if broken {
            continue;
        }
        let ours: Vec<_> = found
            .skills
            .iter()
            .map(|skill| skill.copy.name.clone())
            .collect();
        differences.compare(&format!("{id} names"), ours, names(&expect["names"]));
        let some = found
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::Skill { .. }));
        let theirs = expect["all_order"].get("raises").is_some();
        differences.compare(&format!("{id} list fails"), some, theirs);
        for skill in &found.skills {
            let name = skill.copy.name.as_str();
            let theirs = &expect["skills"][name];
            let reading = &skill.copy.reading;
            let ours = match &reading.fails {
                Some(_) => json!({
                    "raises": "IndexError",
                    "message": "list index out of range",
                    "origin": &*skill.origin,
                }),
                None => json!({
                    "name": name,
                    "content": reading.body.as_deref().unwrap_or_default(),
                    "description": reading.description,
                    "tags": tags(reading.field("tags")),
                    "origin": &*skill.origin,
                }),
            };
            differences.compare(&format!("{id} {name}"), &ours, theirs);
        }
        for section in expect["sections"].as_array().unwrap() {
            let wanted = names(&section["names"]);
            let what = format!("{id} section {wanted:?}");
            let selector = Selector {
                skills: Some(wanted),
                ..Selector::default()
            };
            let prompt = rendered(&tree, &selector).unwrap();
            let raises = section.get("raises").is_some();
            differences.compare(&what, !prompt.faults.is_empty(), raises);
            if !raises {
                let theirs = section["section"].as_str().unwrap().to_owned();
                differences.compare(&what, prompt.text, theirs);
            }
        }
    }
}

fn put_roles(tree: &mut FileTree, folder: &str, roles: &Json) {
    if !roles.is_null() {
        tree.set_file(
            &format!("{folder}/roles.json"),
            roles.to_string().into_bytes(),
        );
    }
}

fn selector(case: &Json) -> Selector {
    let run = match case["via"].as_str().unwrap() {
        "job" => Run::Job,
        "root agent binding (REPL)" => Run::Root,
        _ => Run::Delegate,
    };
    let job = &case["job"];
    let agent = case["role"].as_str().or(job["role"].as_str());
    Selector {
        agent: agent.map(str::to_owned),
        extra: case["extra_skills"]
            .as_array()
            .map_or(Vec::new(), |_| names(&case["extra_skills"])),
        run,
        base: job["system_prompt"].as_str().map(str::to_owned),
        ..Selector::default()
    }
}

#[test]
fn makes_every_recorded_prompt() {
    let mut differences = Differences::default();
    for case in cases("replio/prompt.json") {
        let id = case["id"].as_str().unwrap();
        let mut tree = FileTree::new();
        put_skills(&mut tree, GLOBAL, &case["skills_global"]);
        put_skills(&mut tree, LOCAL, &case["skills_local"]);
        put_roles(&mut tree, GLOBAL, &case["roles_global"]);
        put_roles(&mut tree, LOCAL, &case["roles_local"]);
        let mut settings = case["config_local"].clone();
        if let Some(source) = case["plugin_py"].as_str() {
            put_plugin(&mut tree, source);
        }
        if case["plugin_listed_in_config"] == true {
            settings["plugins"] = json!(["myplug"]);
        }
        config(&mut tree, settings);
        let expect = &case["expect"];
        if expect["plugin_status"]["myplug"] == "disabled" {
            let found = surveyed(&tree);
            let codes: Vec<_> = found.not_loaded.iter().map(|n| n.why.code).collect();
            differences.compare(id, codes, vec!["plugin-disabled"]);
        }
        let prompt = rendered(&tree, &selector(&case));
        match expect["raises"].as_str() {
            Some("ValueError") => {
                let unknown = matches!(prompt, Err(SelectError::UnknownAgent { .. }));
                differences.compare(id, unknown, true);
            }
            Some(_) => differences.compare(id, prompt.unwrap().faults.is_empty(), false),
            None => {
                let prompt = prompt.unwrap();
                differences.compare(id, prompt.faults, Vec::new());
                let theirs = expect["system_prompt"].as_str().unwrap().to_owned();
                differences.compare(id, prompt.text, theirs);
            }
        }
    }
}

#[test]
fn layers_give_fields_one_by_one() {
    let mut tree = FileTree::new();
    put_plugin(
        &mut tree,
        "def register_skills(r):\n    r.add_plugin({'name': 's', 'content': 'P', 'description': 'D', 'tags': ['t']})\n",
    );
    config(&mut tree, json!({ "plugins": ["myplug"] }));
    tree.set_file(&format!("{GLOBAL}/skills/s.md"), &b"global text"[..]);
    let from = |tree: &FileTree| {
        let found = surveyed(tree);
        let skill = &found.skills[0];
        let from = skill.fields_from.iter();
        let from: Vec<_> = from
            .map(|(key, at)| format!("{key}: {}", found.layers[*at].id))
            .collect();
        (
            skill
                .copy
                .reading
                .body
                .as_deref()
                .map(str::to_owned)
                .unwrap(),
            from,
            skill.note.is_some(),
        )
    };
    let expected = |content: &str| {
        vec![
            format!("content: {content}"),
            "description: plugin".into(),
            "tags: plugin".into(),
        ]
    };
    assert_eq!(
        from(&tree),
        ("global text".into(), expected("global"), false)
    );
    tree.set_file(&format!("{LOCAL}/skills/s.md"), &b""[..]);
    assert_eq!(from(&tree), (String::new(), expected("local"), true));
}

#[test]
fn a_single_file_is_named_by_itself() {
    let read = |path: &str| read_at(&host(), b"# T", path).name.unwrap();
    assert_eq!(read("/anywhere/skills/a.b.md"), "a.b");
    assert_eq!(read("/anywhere/skills/.md"), ".md");
}
