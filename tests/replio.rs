//! Replio against what version 0.36.0 was recorded to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::{
    Cache, Fault, FileTree, Place, Profile, Profiles, Prompt, Run, SelectError, Selector, Survey,
    Value, read_at, render, stages, survey,
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
                    "origin": skill.origin,
                }),
                None => json!({
                    "name": name,
                    "content": reading.body.as_deref().unwrap_or_default(),
                    "description": reading.description,
                    "tags": tags(reading.field("tags")),
                    "origin": skill.origin,
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

fn plugin_only(source: &str) -> Survey {
    let mut tree = FileTree::new();
    put_plugin(&mut tree, source);
    config(&mut tree, json!({ "plugins": [] }));
    surveyed(&tree)
}

/// A name and what stands with it: its content, or the code of what is not loaded.
type Named<T> = (String, T);

/// Names with content, and what is told as set by code.
fn registered(source: &str) -> (Vec<Named<String>>, Vec<Named<&'static str>>) {
    let found = plugin_only(source);
    let loaded = found.skills.iter().map(|skill| {
        let body = skill.copy.reading.body.clone().unwrap_or_default();
        (skill.copy.name.clone(), body)
    });
    let missed = found
        .not_loaded
        .iter()
        .map(|one| (one.name.clone(), one.why.code));
    (loaded.collect(), missed.collect())
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let all = expected.iter();
    all.map(|(name, body)| (name.to_string(), body.to_string()))
        .collect()
}

#[test]
fn literals_are_taken_however_they_are_written() {
    let source = r#"
import textwrap as tw
from textwrap import dedent

NAME: str = "by-" 'name'
SHARED = {"name": NAME, "content": f"{{braces}} \x41"}
BODY = tw.dedent("""\
    # Title

      indented
    """)
LIST = [{"name": "l1", "content": "one"}, dict(name="l2", content="two")]

def helper(registry):
    registry.add_plugin({"name": "never called"})

def register_skills(reg, *, strict=False):
    """What it does."""
    local = "a" + ("b"  # a comment
        'c')
    reg.add_plugin(SHARED)
    reg.add_plugin({"name": "d", "content": BODY.strip(), "content": BODY})
    reg.add_plugin({"name": "e", "content": local, "tags": ("x", -1)})
    reg.add_plugin(dict(name=r"raw\n", content=dedent('''
        x
        ''').strip()))
    for one in LIST:
        reg.add_plugin(one)
    try:
        reg.add_plugin({"name": "tried", "content": None})
    except Exception:
        pass
    return
    reg.add_plugin({"name": "after the end"})
"#;
    let (loaded, missed) = registered(source);
    let expected = pairs(&[
        ("by-name", "{braces} A"),
        ("d", "# Title\n\n  indented\n"),
        ("e", "abc"),
        ("l1", "one"),
        ("l2", "two"),
        (r"raw\n", "x"),
        ("tried", ""),
    ]);
    assert_eq!(loaded, expected);
    assert_eq!(missed, []);
}

#[test]
fn what_only_running_the_code_would_tell_is_told_as_such() {
    let one = |body: &str| {
        let source = format!("import x\nKEY = 'k'\n\ndef register_skills(registry):\n{body}");
        registered(&source).1
    };
    let code = "set-by-code";
    let myplug = || vec![("myplug".to_owned(), code)];
    let named = |name: &str| vec![(name.to_owned(), code)];
    assert_eq!(one("    registry.add_plugin(x.make())\n"), myplug());
    assert_eq!(one("    registry.add_plugin({'name': x.name})\n"), myplug());
    assert_eq!(
        one("    registry.add_plugin({'name': 'a', **x})\n"),
        myplug()
    );
    assert_eq!(
        one("    if x:\n        registry.add_plugin({'name': 'a'})\n"),
        named("a")
    );
    assert_eq!(
        one("    while x:\n        registry.add_plugin({'name': 'a'})\n"),
        named("a")
    );
    assert_eq!(
        one("    if x:\n        return\n    registry.add_plugin({'name': 'a'})\n"),
        named("a")
    );
    assert_eq!(one("    x.fill(registry)\n"), myplug());
    assert_eq!(
        one("    add = registry.add_plugin\n    add({'name': 'a'})\n"),
        myplug()
    );
    assert_eq!(
        one("    KEY = x.k\n    registry.add_plugin({'name': KEY})\n"),
        myplug()
    );
    let changed = "    e = {'name': 'a'}\n    e['name'] = x.k\n    registry.add_plugin(e)\n";
    assert_eq!(one(changed), myplug());
    assert_eq!(
        one("    for n in x:\n        registry.add_plugin({'name': n})\n"),
        myplug()
    );
    let imported = registered("from .skills import register_skills\n").1;
    assert_eq!(imported, myplug());
}

#[test]
fn a_computed_field_is_a_placeholder_and_is_noted() {
    let source = "import x\ndef register_skills(r):\n    r.add_plugin({'name': 'a', 'content': x.read(), 'description': 'D'})\n";
    let found = plugin_only(source);
    let reading = &found.skills[0].copy.reading;
    assert_eq!(reading.body.as_deref(), Some("(set by code, not shown)"));
    assert_eq!(reading.description.as_deref(), Some("D"));
    let codes: Vec<_> = reading.notes.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["set-by-code"]);
    let source = found.skills[0].copy.source.as_ref().unwrap();
    assert_eq!(source.path, "/p/.replio/plugins/myplug/plugin.py");
}

#[test]
fn a_hook_that_cannot_run_registers_nothing() {
    let nothing = |source: &str| assert_eq!(registered(source), (vec![], vec![]), "{source}");
    nothing("async def register_skills(r):\n    r.add_plugin({'name': 'a'})\n");
    nothing("def register_skills(r):\n    r.add_plugin({'name': 'a'})\n    yield\n");
    nothing("def other(r):\n    r.add_plugin({'name': 'a'})\n");
    nothing("def register_skills():\n    pass\n");
    let (loaded, missed) = registered("def register_skills(r)\n    pass\n");
    assert_eq!(
        (loaded, missed),
        (vec![], vec![("myplug".to_owned(), "plugin-error")])
    );
    let stays = "def register_skills(r):\n    r.add_plugin({'name': 'a'})\n    raise ValueError\n";
    let found = plugin_only(stays);
    assert_eq!(found.skills[0].copy.reading.notes[0].code, "plugin-error");
}

#[test]
fn plugins_are_found_named_and_replaced_as_the_runtime_does() {
    let source = |content: &str| {
        let entry = json!({ "name": "s", "content": content });
        format!("def register_skills(r):\n    r.add_plugin({entry})\n").into_bytes()
    };
    let mut tree = FileTree::new();
    let global = format!("{GLOBAL}/plugins");
    let local = format!("{LOCAL}/plugins");
    tree.set_file(
        &format!("{global}/one/manifest.json"),
        &b"{\"name\": \"same\"}"[..],
    );
    tree.set_file(&format!("{global}/one/plugin.py"), source("global"));
    tree.set_file(
        &format!("{local}/two/manifest.json"),
        &br#"{"name": "same", "entry": "src/main.py"}"#[..],
    );
    tree.set_file(&format!("{local}/two/src/main.py"), source("local"));
    tree.set_file(&format!("{local}/no-manifest/plugin.py"), source("no"));
    let content = |tree: &FileTree| {
        let found = surveyed(tree);
        found
            .skills
            .first()
            .and_then(|skill| skill.copy.reading.body.clone())
    };
    config(&mut tree, json!({ "plugins": ["same"] }));
    assert_eq!(content(&tree).as_deref(), Some("local"));
    config(&mut tree, json!({}));
    assert_eq!(content(&tree), None, "the default list is not empty");
    tree.set_file(&format!("{local}/single.py"), source("single"));
    config(&mut tree, json!({ "plugins": ["single"] }));
    assert_eq!(content(&tree).as_deref(), Some("single"));
    for (manifest, why) in [
        (r#"{"entry": "../../../outside.py"}"#, "inside"),
        (r#"{"entry": "/etc/passwd"}"#, "inside"),
        (r#"{"entry": "gone.py"}"#, "missing"),
        ("[]", "JSON object"),
        ("{", "no JSON"),
    ] {
        tree.set_file(&format!("{local}/bad/manifest.json"), manifest.as_bytes());
        config(&mut tree, json!({ "plugins": ["bad"] }));
        let found = surveyed(&tree);
        let bad = found
            .not_loaded
            .iter()
            .find(|one| one.name == "bad")
            .unwrap();
        assert_eq!(bad.why.code, "plugin-error");
        assert!(bad.why.message.contains(why), "{}", bad.why.message);
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
            skill.copy.reading.body.clone().unwrap(),
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
fn jobs_do_not_reach_plugins_and_extras_are_added_once() {
    let mut tree = FileTree::new();
    put_plugin(
        &mut tree,
        "def register_skills(r):\n    r.add_plugin({'name': 'p', 'content': 'P'})\n    r.add_plugin({'name': 'a', 'description': 'D'})\n",
    );
    config(&mut tree, json!({ "plugins": ["myplug"] }));
    for name in ["a", "b"] {
        tree.set_file(&format!("{LOCAL}/skills/{name}.md"), name.as_bytes());
    }
    tree.set_file(
        &format!("{LOCAL}/types.json"),
        &br#"{"r": {"skills": ["b"], "system_prompt": "old"}, "t": {"skills": "a"}}"#[..],
    );
    put_roles(
        &mut tree,
        LOCAL,
        &json!({ "r": { "skills": ["a", "p", "a"] } }),
    );
    let text = |agent: &str, extra: &[&str], run, base: Option<&str>| {
        let selector = Selector {
            agent: Some(agent.into()),
            extra: extra.iter().map(|name| name.to_string()).collect(),
            run,
            base: base.map(str::to_owned),
            ..Selector::default()
        };
        rendered(&tree, &selector).unwrap().text
    };
    let piece = |names: &[&str]| {
        let pieces: Vec<_> = names
            .iter()
            .map(|name| format!("### {name}\n\n{}", if *name == "p" { "P" } else { name }))
            .collect();
        format!("## Skills\n\n{}", pieces.join("\n\n"))
    };
    assert_eq!(
        text("r", &["b", "a", "", "b"], Run::Delegate, None),
        piece(&["a", "p", "a", "b"])
    );
    assert_eq!(text("t", &[], Run::Delegate, None), piece(&["a"]));
    assert_eq!(
        text("r", &[], Run::Job, Some(" J \n")),
        format!("J\n\n{}", piece(&["a", "a"]))
    );
    let told = text("r", &[], Run::Job, None);
    assert!(
        told.ends_with(&piece(&["a", "a"])) && told.starts_with('('),
        "{told}"
    );
}

#[test]
fn a_built_in_role_has_a_prompt_that_is_not_known() {
    let mut tree = FileTree::new();
    tree.set_file(&format!("{LOCAL}/skills/a.md"), &b"A"[..]);
    let of = |tree: &FileTree| {
        let selector = Selector {
            agent: Some("writer".into()),
            extra: vec!["a".into()],
            ..Selector::default()
        };
        rendered(tree, &selector).unwrap().text
    };
    assert!(of(&tree).starts_with("(the prompt of this built-in"));
    put_roles(
        &mut tree,
        LOCAL,
        &json!({ "writer": { "system_prompt": "" } }),
    );
    assert_eq!(of(&tree), "## Skills\n\n### a\n\nA");
}

#[test]
fn a_single_file_is_named_by_itself() {
    let read = |path: &str| read_at(&host(), b"# T", path).name.unwrap();
    assert_eq!(read("/anywhere/skills/a.b.md"), "a.b");
    assert_eq!(read("/anywhere/skills/.md"), ".md");
}

#[test]
fn stages_of_teams_add_skills() {
    let mut tree = FileTree::new();
    let teams =
        json!({ "t": { "stages": ["writer", { "role": "editor", "skills": ["a", "b"] }] } });
    tree.set_file(
        &format!("{GLOBAL}/teams.json"),
        teams.to_string().into_bytes(),
    );
    let found = stages(&host(), &tree, &place());
    let [one] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!((&*one.team, one.at, &*one.agent), ("t", 1, "editor"));
    assert_eq!(one.skills, ["a", "b"]);
}
