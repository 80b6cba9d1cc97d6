//! agentskills against what its reference library was recorded to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, bytes, cases};
use serde_json::{Map, Value as Json, json};
use skillkiln::host::{
    Cache, FileTree, Place, Profile, Profiles, Reading, Selector, Value, read_file, render, survey,
};

fn host() -> Profile {
    Profiles::bundled().get("agentskills").unwrap().clone()
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Text(text) => json!(text),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Map(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), to_json(value)))
            .collect::<Map<_, _>>()
            .into(),
        other => panic!("the library holds no {other:?}"),
    }
}

/// What the library tells of a skill it can read: known fields, empty metadata left out.
fn properties(reading: &Reading) -> Json {
    if !reading.loaded() {
        return Json::Null;
    }
    let keys = [
        "name",
        "description",
        "license",
        "compatibility",
        "allowed-tools",
        "metadata",
    ];
    keys.iter()
        .filter_map(|key| Some((*key, to_json(reading.field(key)?))))
        .filter(|(key, value)| *key != "metadata" || *value != json!(""))
        .map(|(key, value)| (key.to_owned(), value))
        .collect::<Map<_, _>>()
        .into()
}

fn codes(reading: &Reading) -> Json {
    reading.notes.iter().map(|note| json!(note.code)).collect()
}

fn compare(file: &str) {
    let mut differences = Differences::default();
    for case in cases(file) {
        let id = case["id"].as_str().unwrap();
        let expect = &case["expect"];
        let reading = read_file(&host(), &bytes(&case), case["dir_name"].as_str().unwrap());
        differences.compare(&format!("{id} errors"), &codes(&reading), &expect["errors"]);
        let ours = properties(&reading);
        differences.compare(&format!("{id} properties"), &ours, &expect["properties"]);
        let body = expect["body"].as_str();
        if body.is_some() {
            differences.compare(&format!("{id} body"), reading.body.as_deref(), body);
        }
        if reading.loaded() {
            let name = reading.name.as_deref();
            differences.compare(&format!("{id} name"), name, ours["name"].as_str());
        }
    }
}

#[test]
fn reads_every_recorded_file() {
    compare("agentskills/read.json");
}

#[test]
fn reads_the_corners_of_its_yaml() {
    compare("agentskills/corners.json");
}

#[test]
fn says_where_and_why_a_list_in_brackets_is_refused() {
    let text = "---\nname: demo\ndescription: d\nallowed-tools: [Read]\n---\n";
    let reading = read_file(&host(), text.as_bytes(), "demo");
    let dropped = reading.dropped.unwrap();
    assert_eq!(&text[dropped.at.unwrap()], "[");
    assert_eq!(dropped.message, "a list in [ ] is refused");
}

fn place() -> Place {
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: Default::default(),
    }
}

fn skill(tree: &mut FileTree, path: &str, name: &str, description: &str) {
    let text = format!("---\nname: {name}\ndescription: {description}\n---\nBody.\n");
    tree.set_file(path, text.into_bytes());
}

/// Name and path of every winner.
fn winners(tree: &FileTree, place: &Place) -> Vec<(String, String)> {
    let found = survey(&host(), tree, place, &mut Cache::default());
    found
        .skills
        .iter()
        .map(|skill| &skill.copy)
        .map(|copy| {
            let path = copy.path.as_deref().unwrap_or_default();
            (copy.name.clone(), path.to_owned())
        })
        .collect()
}

#[test]
fn the_project_wins_over_the_user_one_level_deep() {
    let mut tree = FileTree::default();
    skill(
        &mut tree,
        "/home/me/.agents/skills/one/SKILL.md",
        "one",
        "user",
    );
    skill(
        &mut tree,
        "/home/me/.agents/skills/two/SKILL.md",
        "two",
        "user",
    );
    skill(
        &mut tree,
        "/p/.agents/skills/one/SKILL.md",
        "one",
        "project",
    );
    skill(
        &mut tree,
        "/p/.agents/skills/deep/er/SKILL.md",
        "er",
        "too deep",
    );
    skill(
        &mut tree,
        "/p/.agents/skills/SKILL.md",
        "skills",
        "too high",
    );
    let expected = [
        ("one", "/p/.agents/skills/one/SKILL.md"),
        ("two", "/home/me/.agents/skills/two/SKILL.md"),
    ];
    let expected = expected.map(|(name, path)| (name.to_owned(), path.to_owned()));
    assert_eq!(winners(&tree, &place()), expected);
}

#[test]
fn capitals_come_first() {
    let mut tree = FileTree::default();
    skill(&mut tree, "/p/.agents/skills/both/SKILL.md", "both", "d");
    skill(
        &mut tree,
        "/p/.agents/skills/both/skill.md",
        "both",
        "small",
    );
    skill(&mut tree, "/p/.agents/skills/small/skill.md", "small", "d");
    skill(&mut tree, "/p/.agents/skills/mixed/Skill.md", "mixed", "d");
    let paths: Vec<_> = winners(&tree, &place())
        .into_iter()
        .map(|(_, path)| path)
        .collect();
    assert_eq!(
        paths,
        [
            "/p/.agents/skills/both/SKILL.md",
            "/p/.agents/skills/small/skill.md"
        ]
    );
}

#[test]
fn a_name_that_leads_nowhere_is_not_there() {
    let mut tree = FileTree::default();
    for folder in ["gone", "none", "loop", "linked"] {
        let path = |name: &str| format!("/p/.agents/skills/{folder}/{name}");
        match folder {
            "loop" => tree.set_link(&path("SKILL.md"), "SKILL.md"),
            "linked" => tree.set_link(&path("SKILL.md"), "/far/any.md"),
            _ => tree.set_link(&path("SKILL.md"), "nowhere"),
        }
        if folder != "none" {
            skill(&mut tree, &path("skill.md"), folder, "small");
        }
    }
    skill(&mut tree, "/far/any.md", "linked", "far");
    let found = survey(&host(), &tree, &place(), &mut Cache::default());
    let used = found.skills.iter().map(|skill| &skill.copy);
    let used: Vec<_> = used
        .map(|copy| (copy.name.as_str(), copy.reading.description.as_deref()))
        .collect();
    let small = Some("small");
    assert_eq!(
        used,
        [("gone", small), ("linked", Some("far")), ("loop", small)]
    );
    let lost: Vec<_> = found
        .not_loaded
        .iter()
        .map(|lost| (lost.name.as_str(), lost.why.code))
        .collect();
    assert_eq!(lost, [("none", "dangling-link")]);
}

#[test]
fn options_take_the_place_of_both_folders() {
    let mut tree = FileTree::default();
    skill(&mut tree, "/p/.agents/skills/one/SKILL.md", "one", "d");
    skill(
        &mut tree,
        "/home/me/.agents/skills/two/SKILL.md",
        "two",
        "d",
    );
    skill(&mut tree, "/a/three/SKILL.md", "three", "d");
    skill(&mut tree, "/b/four/SKILL.md", "four", "d");
    let mut place = place();
    for (key, value) in [("root", "/a"), ("user_root", "/b")] {
        place.options.insert(key.to_owned(), value.to_owned());
    }
    let names: Vec<_> = winners(&tree, &place)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["four", "three"]);
}

fn catalogue(tree: &FileTree) -> String {
    let host = host();
    let found = survey(&host, tree, &place(), &mut Cache::default());
    let prompt = render(&host, tree, &place(), &found, &Selector::default());
    prompt.unwrap().text
}

#[test]
fn the_catalogue_escapes_all_but_the_place() {
    let mut tree = FileTree::default();
    assert_eq!(catalogue(&tree), "<available_skills>\n</available_skills>");
    skill(
        &mut tree,
        "/p/.agents/skills/a&b/SKILL.md",
        "A<b>",
        r#"it's "x" & <y>"#,
    );
    skill(
        &mut tree,
        "/p/.agents/skills/broken/SKILL.md",
        "broken",
        "[a]",
    );
    let expected = "<available_skills>\n<skill>\n<name>\nA&lt;b&gt;\n</name>\n<description>\n\
        it&#x27;s &quot;x&quot; &amp; &lt;y&gt;\n</description>\n<location>\n\
        /p/.agents/skills/a&b/SKILL.md\n</location>\n</skill>\n</available_skills>";
    assert_eq!(catalogue(&tree), expected);
}

#[test]
fn the_catalogue_names_the_folder_a_link_leads_to() {
    let mut tree = FileTree::default();
    skill(&mut tree, "/far/real/SKILL.md", "linked", "d");
    skill(&mut tree, "/far/any.md", "file", "d");
    tree.set_link("/p/.agents/skills/linked", "/far/real");
    tree.set_link("/p/.agents/skills/file/SKILL.md", "/far/any.md");
    let text = catalogue(&tree);
    let places: Vec<_> = text.lines().filter(|line| line.starts_with('/')).collect();
    assert_eq!(
        places,
        ["/p/.agents/skills/file/SKILL.md", "/far/real/SKILL.md"]
    );
}

#[test]
fn stands_deep_nesting_and_many_keys() {
    let deep: String = (0..2000)
        .map(|n| format!("{}a:\n", " ".repeat(n)))
        .collect();
    let many: String = (0..10_000).map(|n| format!("k{n}: v\n")).collect();
    for yaml in [deep, many, "- ".repeat(5000), ": ".repeat(5000)] {
        let text = format!("---\nname: demo\ndescription: d\n{yaml}\n---\n");
        let reading = read_file(&host(), text.as_bytes(), "demo");
        assert!(!reading.notes.is_empty());
    }
}
