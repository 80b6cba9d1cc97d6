//! Pleach against its document and the decisions made where that is silent.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::{
    Cache, Copy, FileTree, Place, Profile, Profiles, Reading, Selector, Survey, Value, activate,
    read_file, render, survey,
};

fn host() -> Profile {
    Profiles::bundled().get("pleach").unwrap().clone()
}

fn place(options: &[(&str, &str)]) -> Place {
    let options = options
        .iter()
        .map(|(key, value)| (key.to_string(), value.to_string()));
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: options.collect(),
    }
}

fn surveyed(tree: &FileTree, place: &Place) -> Survey {
    survey(&host(), tree, place, &mut Cache::default())
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::Integer(digits) => serde_json::from_str(digits).unwrap(),
        Value::Float(number) => json!(number),
        Value::Date(_) | Value::Bytes(_) => panic!("{value:?}"),
        Value::Text(text) => json!(text),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Map(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), to_json(value)))
            .collect(),
        Value::Null => Json::Null,
        Value::Bool(truth) => json!(truth),
    }
}

const FIELDS: &[(&str, &str)] = &[
    ("name", "name"),
    ("description", "description"),
    ("version", "version"),
    ("author", "author"),
    ("allowed-tools", "allowedTools"),
    ("intents", "intents"),
    ("activation", "activation"),
    ("execution", "execution"),
];

/// A reading in the shape of the vectors; `keys` are those the case names.
fn shape(reading: &Reading, expect: &Json) -> Json {
    let mut out = json!({ "ok": true, "content": reading.body });
    for (key, name) in FIELDS {
        if expect.get(*name).is_some() {
            out[name] = reading.field(key).map_or(Json::Null, to_json);
        }
    }
    out
}

/// What a case expects of the file alone.
fn of_file(expect: &Json) -> Json {
    let mut expect = expect.clone();
    let object = expect.as_object_mut().unwrap();
    object.remove("source");
    object.remove("filePath");
    expect
}

#[test]
fn reads_every_case() {
    let mut differences = Differences::default();
    for case in cases("pleach/read.json") {
        let id = case["id"].as_str().unwrap();
        let expect = &case["expect"];
        let reading = read_file(&host(), &bytes(&case), "folder");
        if let Some(prefix) = expect["error_prefix"].as_str() {
            let dropped = reading.dropped.as_ref().unwrap();
            let told = dropped.message.starts_with(prefix);
            differences.compare(&format!("{id} {}", dropped.message), told, true);
        } else {
            differences.compare(id, &reading.dropped, &None);
            differences.compare(id, shape(&reading, expect), of_file(expect));
        }
        // The body is trimmed by our decision in nearly every file; that alone marks no case.
        let marked = reading.assumed.iter().any(|(key, why)| {
            let default = why.contains("not documented") || why.contains("absent list");
            key != "body" && !(default && case["basis"] == "documented")
        });
        let body_only = id.starts_with("body-") || id == "blank-lines";
        if case["basis"] == "assumed" && !body_only {
            differences.compare(&format!("{id} marked"), marked, true);
        }
        if case["basis"] == "documented" {
            differences.compare(&format!("{id} marked"), marked, false);
        }
    }
}

fn skill(name: &str, rest: &str) -> String {
    format!("---\nname: {name}\n{rest}---\n\nBody of {name}.\n")
}

fn put(tree: &mut FileTree, folder: &str, text: &str) {
    tree.set_file(&format!("/p/{folder}/SKILL.md"), text.as_bytes());
}

fn case(id: &str) -> Json {
    let mut all = cases("pleach/loader.json").into_iter();
    all.find(|case| case["id"] == id).unwrap()
}

#[test]
fn a_name_belongs_to_the_last_source_that_has_it() {
    let case = case("collision-last-wins");
    let mut tree = FileTree::new();
    put(&mut tree, "skills/builtin/r", &skill("r", ""));
    put(&mut tree, "store/r", &skill("r", ""));
    tree.set_file("/p/.pleach/subagents.json", &br#"[{"name": "r"}]"#[..]);
    let found = surveyed(&tree, &place(&[("store", "store")]));
    let [one] = found.skills.as_slice() else {
        panic!("{:?}", found.skills);
    };
    assert_eq!(case["cache_r_source"], "spec migration");
    assert_eq!(found.layers[one.copy.layer].id, "specs");
    let below: Vec<_> = one
        .shadows
        .iter()
        .map(|copy| found.layers[copy.layer].id.as_str())
        .collect();
    assert_eq!(below, ["store", "builtin"]);
    assert!(one.note.as_ref().unwrap().contains("our decision"));
}

#[test]
fn a_spec_becomes_a_skill_for_delegation_only() {
    let case = case("spec-migration");
    let expect = &case["expect"];
    let mut tree = FileTree::new();
    let specs = json!([case["spec"]]).to_string();
    tree.set_file("/p/.pleach/subagents.json", specs.into_bytes());
    let place = place(&[]);
    let found = surveyed(&tree, &place);
    let skill = &found.skills[0];
    assert_eq!(*skill.origin, expect["source"]);
    assert!(!skill.offered);
    let mut theirs = of_file(expect);
    theirs["ok"] = json!(true);
    assert_eq!(shape(&skill.copy.reading, expect), theirs);
    let answer = activate(&host(), &tree, &place, &found, "researcher").unwrap();
    assert_eq!(answer.value["delegates"], expect["execution"]);
    assert_eq!(answer.value["text"], expect["content"]);
}

fn prompt(tree: &FileTree, place: &Place, selector: &Selector) -> String {
    let found = surveyed(tree, place);
    let prompt = render(&host(), tree, place, &found, selector).unwrap();
    let parts = prompt
        .parts
        .iter()
        .map(|part| &prompt.text[part.span.clone()]);
    assert_eq!(parts.collect::<String>(), prompt.text);
    prompt.text
}

fn intent(text: &str) -> Selector {
    Selector {
        intent: Some(text.to_owned()),
        ..Selector::default()
    }
}

#[test]
fn an_intent_chooses_auto_and_intent_matched_skills_that_list_it() {
    assert_eq!(case("auto-without-intents")["getByIntent"]["i"], json!([]));
    let mut tree = FileTree::new();
    put(
        &mut tree,
        "skills/builtin/z",
        &skill("z", "intents: [i, other]\nactivation: intent-matched\n"),
    );
    put(
        &mut tree,
        "skills/builtin/a",
        &skill("a", "activation: auto\n"),
    );
    put(
        &mut tree,
        "skills/builtin/m",
        &skill("m", "intents: [i]\nactivation: manual\n"),
    );
    put(
        &mut tree,
        "skills/builtin/b",
        &skill("b", "intents:\n  - i\n"),
    );
    let place = place(&[]);
    assert_eq!(
        prompt(&tree, &place, &intent("i")),
        "Body of b.\n\nBody of z."
    );
    assert_eq!(prompt(&tree, &place, &intent("I")), "");
    assert_eq!(prompt(&tree, &place, &intent("nope")), "");
    let manual = Selector {
        skills: Some(vec!["m".into()]),
        ..Selector::default()
    };
    assert_eq!(prompt(&tree, &place, &manual), "Body of m.");
    assert_eq!(
        prompt(&tree, &place, &Selector::default()),
        "[no intent]\nBody of a.\n\n[i]\nBody of b.\n\n[i, other]\nBody of z."
    );
}

#[test]
fn a_replaced_name_keeps_its_place_in_the_order() {
    let mut tree = FileTree::new();
    put(
        &mut tree,
        "skills/builtin/a",
        &skill("first", "intents: [i]\n"),
    );
    put(
        &mut tree,
        "skills/builtin/b",
        &skill("second", "intents: [i]\n"),
    );
    let rows =
        json!([{ "content": skill("first", "intents: [i]\ndescription: from the store\n") }]);
    tree.set_file("/p/rows.json", rows.to_string().into_bytes());
    let found = surveyed(&tree, &place(&[("store", "rows.json")]));
    let names: Vec<_> = found
        .skills
        .iter()
        .map(|skill| (&*skill.copy.name, &*skill.origin))
        .collect();
    assert_eq!(names, [("first", "store"), ("second", "builtin")]);
}

fn names(found: &Survey) -> Vec<String> {
    found
        .skills
        .iter()
        .map(|skill| skill.copy.name.clone())
        .collect()
}

#[test]
fn rows_are_picked_by_organisation_and_user() {
    let mut tree = FileTree::new();
    let rows = json!([
        { "name": "all", "content": "Ready text", "intents": ["i"] },
        { "orgId": "x", "content": skill("of-x", "") },
        { "orgId": "y", "content": skill("of-y", "") },
        { "orgId": "x", "userId": "u", "content": skill("of-u", "") },
        { "content": "no fence and no name" },
        7,
    ]);
    tree.set_file("/p/rows.json", rows.to_string().into_bytes());
    let at = |options: &[(&str, &str)]| {
        let mut all = vec![("store", "rows.json")];
        all.extend(options);
        surveyed(&tree, &place(&all))
    };
    assert_eq!(names(&at(&[])), ["all", "of-x", "of-y", "of-u"]);
    assert_eq!(names(&at(&[("org", "x")])), ["all", "of-x", "of-u"]);
    assert_eq!(names(&at(&[("org", "x"), ("user", "v")])), ["all", "of-x"]);
    let found = at(&[]);
    let codes: Vec<_> = found.not_loaded.iter().map(|one| one.why.code).collect();
    assert_eq!(codes, ["no-frontmatter", "bad-fields"]);
    let ready: &Copy = &found.skills[0].copy;
    assert_eq!(ready.reading.body.as_deref(), Some("Ready text"));
    assert_eq!(ready.source.as_ref().unwrap().path, "/p/rows.json");
}

#[test]
fn a_file_of_rows_that_is_no_list_is_told() {
    for (text, code) in [
        ("{", "bad-json"),
        ("{}", "bad-json"),
        ("[{}]", "missing-name"),
    ] {
        let mut tree = FileTree::new();
        tree.set_file("/p/.pleach/subagents.json", text.as_bytes());
        let found = surveyed(&tree, &place(&[]));
        assert_eq!(found.not_loaded[0].why.code, code, "{text}");
    }
}

/// The fields of a file, and what lies beyond the reader.
fn read(frontmatter: &str) -> (Json, Vec<&'static str>) {
    let text = format!("---\nname: n\n{frontmatter}---\nB");
    let reading = read_file(&host(), text.as_bytes(), "f");
    assert!(reading.loaded(), "{:?}", reading.dropped);
    let fields = reading
        .fields
        .iter()
        .map(|(key, value)| (key.clone(), to_json(value)));
    let notes = reading.notes.iter().map(|note| {
        assert!(note.assumed);
        assert!(text.get(note.at.clone().unwrap()).is_some());
        note.code
    });
    (fields.collect(), notes.collect())
}

#[test]
fn what_lies_beyond_the_reader_is_told_and_never_guessed() {
    let (fields, notes) = read("description: |\n  one\n  two: three\n");
    assert_eq!(fields["description"], "|");
    assert_eq!(notes, ["beyond-reader"; 3]);
    let (fields, notes) = read("metadata:\n  a:\n    b: c\n    e: f\n  d: e\n");
    assert_eq!(fields["metadata"], json!({ "d": "e" }));
    assert_eq!(notes, ["beyond-reader"; 2]);
    let (fields, notes) = read("execution:\n  maxSteps: 3\n  tools:\n    - x\n  timeout: soon\n");
    assert_eq!(fields["execution"], json!({ "maxSteps": 3 }));
    assert_eq!(notes, ["beyond-reader"]);
    let (fields, _) = read("intents: [ \"a, b\", c ,]\n");
    assert_eq!(fields["intents"], json!(["a, b", "c"]));
    let (fields, notes) = read("description: >-\nintents: [a,\n");
    assert_eq!(fields["description"], ">-");
    assert_eq!(fields["intents"], json!(["[a,"]));
    assert_eq!(notes, ["beyond-reader"; 2]);
    let (_, notes) = read("no colon here\n");
    assert_eq!(notes, ["beyond-reader"]);
    let (fields, _) = read("# comment: x\nversion: 1.0\ndescription: 'it''s'\n");
    assert_eq!(fields["version"], "1.0");
    assert_eq!(fields["description"], "it''s");
    assert!(fields.get("# comment").is_none());
}

#[test]
fn limits_are_numbers_and_whole_where_they_can_be() {
    let (fields, _) = read("execution:\n  maxSteps: 8.0\n  timeout: 1.5e3\n  other: 0x10\n");
    assert_eq!(
        fields["execution"],
        json!({ "maxSteps": 8, "timeout": 1500 })
    );
    let (fields, _) = read("execution:\n  maxSteps: many\n");
    assert!(fields.get("execution").is_none());
}

#[test]
fn every_value_that_rests_on_our_decision_is_marked() {
    let marks = |text: &str| {
        let reading = read_file(&host(), text.as_bytes(), "f");
        reading.assumed.into_keys().collect::<Vec<_>>()
    };
    let with = |frontmatter: &str| {
        let lists = "allowed-tools: [a]\nintents: [b]\nactivation: auto\n";
        marks(&format!(
            "---\nname: n\ndescription: d\n{lists}{frontmatter}---\nB"
        ))
    };
    assert_eq!(with(""), ["body"]);
    for (frontmatter, key) in [
        ("\n", "loaded"),
        ("# a comment\n", "loaded"),
        ("description: two\n", "description"),
        ("version: 1.0\n", "version"),
        ("author: a # b\n", "author"),
        ("author: 'a'\n", "author"),
        ("author: a:b\n", "author"),
        ("author:\n", "author"),
        ("activation: never\n", "activation"),
        ("activation:\n", "activation"),
        ("intents: a\n", "intents"),
        ("intents:\n- a\n", "intents"),
        ("intents:\n  - 'a'\n", "intents"),
        ("intents: ['a']\n", "intents"),
        ("intents:\n  - a # b\n", "intents"),
        ("intents: [a, b # c]\n", "intents"),
        ("allowed-tools:\n", "allowed-tools"),
        ("execution:\n", "execution"),
        ("execution:\n  maxSteps: 1\n", "execution"),
        ("execution:\n  maxSteps: 1\n  timeout: '2'\n", "execution"),
        (
            "execution:\n  maxSteps: 1\n  timeout: 2\n  other: 3\n",
            "execution",
        ),
        ("other: 1\n", "other"),
    ] {
        let found = with(frontmatter);
        assert!(
            found.iter().any(|one| one == key),
            "{frontmatter} {found:?}"
        );
    }
    let whole = "execution:\n  maxSteps: 1\n  timeout: 2\n";
    assert_eq!(with(whole), ["body"], "as the document shows it");
    for dropped in ["", "# T", "---\nname: n\n", "---\ndescription: d\n---\n"] {
        assert_eq!(marks(dropped), ["loaded"], "{dropped}");
    }
    assert!(marks("---\r\nname: n\r\n---\r\n").contains(&"loaded".to_owned()));
    let reading = read_file(&host(), b"---\nname: n\n---\n\xff", "f");
    assert!(reading.assumed.contains_key("loaded"));
}

#[test]
fn a_single_text_is_a_list_of_one_in_rows_and_specs_too() {
    let mut tree = FileTree::new();
    let specs = json!([{ "name": "s", "tools": "a" }]);
    tree.set_file("/p/.pleach/subagents.json", specs.to_string().into_bytes());
    let rows = json!([{ "name": "r", "content": "T", "allowedTools": "a", "intents": "i" }]);
    tree.set_file("/p/rows.json", rows.to_string().into_bytes());
    let place = place(&[("store", "rows.json")]);
    let found = surveyed(&tree, &place);
    for skill in &found.skills {
        let tools = skill.copy.reading.field("allowed-tools").map(to_json);
        assert_eq!(tools, Some(json!(["a"])), "{}", skill.copy.name);
    }
    assert_eq!(prompt(&tree, &place, &intent("i")), "T");
}

#[test]
fn only_a_folder_of_the_project_is_written_to() {
    let area = |tree: &FileTree| surveyed(tree, &place(&[])).write_area().is_some();
    let mut tree = FileTree::new();
    assert!(area(&tree), "it may be made");
    put(&mut tree, "skills/builtin/a", &skill("a", ""));
    assert!(area(&tree));
    for link in ["/p/skills/builtin", "/p/skills"] {
        let mut tree = FileTree::new();
        tree.set_file("/other/builtin/a/SKILL.md", skill("a", "").into_bytes());
        let target = link.replace("/p/skills", "/other");
        tree.set_link(link, &target);
        assert_eq!(names(&surveyed(&tree, &place(&[]))), ["a"], "{link}");
        assert!(!area(&tree), "{link}");
    }
    let mut tree = FileTree::new();
    tree.set_file("/p/own/a/SKILL.md", skill("a", "").into_bytes());
    tree.set_link("/p/skills/builtin", "../own");
    assert!(area(&tree), "the link stays in the project");
}
