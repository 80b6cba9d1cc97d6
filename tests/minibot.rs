//! MiniBot against what it was recorded to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::read::flat::scalar;
use skillkiln::host::{
    Cache, FileTree, Place, Profile, Profiles, Reading, Survey, Value, python, read_file, survey,
};

fn host() -> Profile {
    Profiles::bundled().get("minibot").unwrap().clone()
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {json}"))
}

fn read(bytes: &[u8]) -> Reading {
    read_file(&host(), bytes, "demo")
}

/// A reading as the vectors show one.
fn shown(reading: &Reading) -> Json {
    let mut out = json!({ "ok": reading.loaded() });
    if let Some(dropped) = &reading.dropped {
        out["reason"] = json!(dropped.code);
        for (key, value) in dropped
            .detail
            .iter()
            .flat_map(|detail| detail.as_object().unwrap())
        {
            out[key] = value.clone();
        }
        return out;
    }
    let compatibility = match reading.field("compatibility") {
        Some(Value::Text(text)) => text.as_str(),
        _ => "",
    };
    out["name"] = json!(reading.name);
    out["description"] = json!(reading.description);
    out["compatibility"] = json!(compatibility);
    out["body"] = json!(reading.body);
    out["notes"] = reading.notes.iter().map(|note| json!(note.code)).collect();
    out
}

#[test]
fn reads_every_recorded_file() {
    let mut differences = Differences::default();
    for case in cases("minibot/read.json") {
        let id = text(&case, "id");
        differences.compare(id, &shown(&read(&bytes(&case))), &case["expect"]);
    }
}

#[test]
fn every_fault_and_field_points_into_the_file() {
    for case in cases("minibot/read.json") {
        let bytes = bytes(&case);
        let reading = read(&bytes);
        let dropped = reading
            .dropped
            .iter()
            .map(|dropped| dropped.at.clone().unwrap());
        for span in dropped.chain(reading.spans.values().cloned()) {
            assert!(
                span.start <= span.end && span.end <= bytes.len(),
                "{span:?} in {}",
                case["id"]
            );
            if let Ok(text) = std::str::from_utf8(&bytes) {
                assert!(
                    text.get(span.clone()).is_some(),
                    "{span:?} in {}",
                    case["id"]
                );
            }
        }
    }
}

#[test]
fn spans_survive_line_ends_that_are_normalised() {
    let file = "---\r\nname: one\rdescription: >-\r\n  a\r\n\r\n  b c\r\nbroken\r\n---\r\nBody\r\n";
    let dropped = read(file.as_bytes()).dropped.unwrap();
    assert_eq!(&file[dropped.at.unwrap()], "broken");
    let file = file.replace("broken", "compatibility: x\u{2028}name : 'two'");
    let reading = read(file.as_bytes());
    assert_eq!(reading.name.as_deref(), Some("two"));
    assert_eq!(&file[reading.spans["name"].clone()], "'two'");
    assert_eq!(
        &file[reading.spans["description"].clone()],
        "a\r\n\r\n  b c"
    );
    assert_eq!(&file[reading.spans["compatibility"].clone()], "x");
    let file = "---\r\ndescription: 2024\r\n---\r\nBody";
    let dropped = read(file.as_bytes()).dropped.unwrap();
    assert_eq!(
        dropped.message,
        "`name` is missing; `description` is read as a number, not as text"
    );
    assert_eq!(&file[dropped.at.unwrap()], "---");
}

#[test]
fn values_become_what_was_recorded() {
    let mut differences = Differences::default();
    for case in cases("minibot/scalar.json") {
        let input = text(&case, "input");
        let (kind, shown) = match scalar(input) {
            Value::Text(text) => ("str", json!(text)),
            Value::Bool(truth) => ("bool", json!(truth)),
            Value::Integer(number) => ("int", json!(number)),
            Value::Float(number) => ("float", json!(python::float_repr(number))),
            other => panic!("{input:?} became {other:?}"),
        };
        let theirs = (text(&case, "type"), &case["value"]);
        differences.compare(input, (kind, &shown), theirs);
        differences.compare(input, json!(kind == "str"), case["skill_field_ok"].clone());
    }
}

#[test]
fn characters_are_what_the_interpreter_takes_them_for() {
    let mut differences = Differences::default();
    for case in cases("minibot/python-text.json") {
        let every = (0..=0x10_ffff_u32).filter_map(char::from_u32);
        let listed = |key: &str| -> Vec<u32> {
            case[key]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap() as u32)
                .collect()
        };
        let ours = |is: fn(char) -> bool| every.clone().filter(|c| is(*c)).map(u32::from).collect();
        match text(&case, "id") {
            "strip_chars" => {
                differences.compare("strip", ours(python::is_space), listed("codepoints"));
            }
            "splitlines_chars" => {
                differences.compare("lines", ours(python::is_break), listed("codepoints"));
            }
            "int_digit_ranges" => {
                let ranges = case["ranges"].as_array().unwrap().iter();
                let theirs: Vec<u32> = ranges
                    .flat_map(|range| {
                        range[0].as_u64().unwrap() as u32..=range[1].as_u64().unwrap() as u32
                    })
                    .collect();
                let digit = |c: char| python::int(c.encode_utf8(&mut [0; 4])).is_some();
                differences.compare("digits", ours(digit), theirs);
            }
            other => panic!("unknown case {other}"),
        }
    }
}

/// The four folders of the discovery vectors, and the one inside the installed package.
const FOLDERS: &[&str] = &["CWD", "HOME", "WP", "X", "NATIVE"];
const NATIVE: &[&str] = &[
    "create-agent",
    "create-skill",
    "install-skill",
    "minibot-docs",
];

fn tree_of(case: &Json) -> FileTree {
    let mut tree = FileTree::new();
    for folder in FOLDERS {
        tree.add_folder(&format!("/{folder}"));
    }
    for name in NATIVE {
        let file = format!("---\nname: {name}\ndescription: d\n---\nBody\n");
        tree.set_file(&format!("/NATIVE/{name}/SKILL.md"), file.into_bytes());
    }
    for (path, text) in case["files"].as_object().unwrap() {
        tree.set_file(&format!("/{path}"), text.as_str().unwrap().as_bytes());
    }
    for (path, target) in case["symlinks"].as_object().unwrap() {
        tree.set_link(
            &format!("/{path}"),
            &format!("/{}", target.as_str().unwrap()),
        );
    }
    tree
}

/// A configuration value of a case, with its folders made absolute.
fn configured(value: &Json) -> Json {
    match value {
        Json::String(text) if FOLDERS.iter().any(|folder| text.starts_with(folder)) => {
            json!(format!("/{text}"))
        }
        Json::Array(items) => items.iter().map(configured).collect(),
        other => other.clone(),
    }
}

fn place() -> Place {
    Place {
        project: "/CWD".into(),
        home: "/HOME".into(),
        options: Default::default(),
    }
}

fn with_config(tree: &mut FileTree, config: &Json) {
    let lines = config
        .as_object()
        .unwrap()
        .iter()
        .map(|(key, value)| format!("{key} = {}\n", configured(value)));
    let file = format!("[tools.skills]\n{}", lines.collect::<String>());
    tree.set_file("/CWD/config.toml", file.into_bytes());
}

fn source(found: &Survey, layer: usize) -> String {
    let row = &host().layer[found.layers[layer].row];
    row.origin.clone().unwrap()
}

fn outside(path: &str) -> String {
    path.trim_start_matches('/').to_owned()
}

#[test]
fn discovers_every_recorded_tree() {
    let mut differences = Differences::default();
    let host = host();
    for case in cases("minibot/discovery.json") {
        let id = text(&case, "id");
        let expect = &case["expect"];
        let mut tree = tree_of(&case);
        with_config(&mut tree, &case["config"]);
        let found = survey(&host, &tree, &place(), &mut Cache::default());
        let mut folders: Vec<_> = (0..found.layers.len())
            .rev()
            .map(|at| {
                let path = found.layers[at].path.as_deref().unwrap_or("/NATIVE");
                json!([outside(path), source(&found, at)])
            })
            .collect();
        if case["config"]["write_path"] == "NATIVE" {
            // Here the package's folder is a folder on disk too, and its first place counts.
            assert_eq!(folders.pop(), Some(json!(["NATIVE", "native"])));
        }
        differences.compare(
            &format!("{id} folders"),
            &json!(folders),
            &expect["resolved_paths"],
        );
        let order: Vec<_> = found
            .skills
            .iter()
            .map(|skill| skill.copy.name.as_str())
            .collect();
        differences.compare(&format!("{id} order"), &json!(order), &expect["order"]);
        for theirs in expect["skills"].as_array().unwrap() {
            let name = text(theirs, "name");
            let skill = found
                .skills
                .iter()
                .find(|skill| skill.copy.name == name)
                .unwrap();
            let native = format!("/NATIVE/{name}");
            let folder = skill.copy.folder.as_deref().unwrap_or(&native);
            let mut ours = json!({ "name": name, "source": skill.origin, "dir": outside(folder) });
            if theirs.get("description").is_some() {
                ours["description"] = json!(skill.copy.reading.description);
            }
            differences.compare(&format!("{id} {name}"), &ours, theirs);
        }
        let write = found
            .write_area()
            .and_then(|layer| layer.path.as_deref())
            .map(outside);
        differences.compare(
            &format!("{id} write"),
            write.as_deref(),
            expect["write_dir"].as_str(),
        );
        let mut ours: Vec<_> = found
            .not_loaded
            .iter()
            // What only looks like a skill is told to people; the host says nothing.
            .filter(|lost| lost.reading.is_some() || lost.why.code == "unreadable")
            .map(|lost| (outside(&lost.path), lost.why.code.to_owned(), None))
            .collect();
        for skill in &found.skills {
            let shadowed = skill.shadows.iter().map(|copy| {
                let native = format!("/NATIVE/{}/SKILL.md", copy.name);
                let path = outside(copy.path.as_deref().unwrap_or(&native));
                (path, "shadowed".to_owned(), Some(skill.origin.clone()))
            });
            // In the case with the package's folder on disk our row for it meets itself.
            ours.extend(shadowed.filter(|(path, ..)| {
                case["config"]["write_path"] != "NATIVE" || !path.starts_with("NATIVE")
            }));
        }
        ours.sort();
        let mut theirs: Vec<_> = expect["skipped"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                let kept = one["kept_source"].as_str().map(str::to_owned);
                (
                    text(one, "path").to_owned(),
                    text(one, "because").to_owned(),
                    kept,
                )
            })
            .collect();
        theirs.sort();
        differences.compare(&format!("{id} skipped"), ours, theirs);
    }
}
