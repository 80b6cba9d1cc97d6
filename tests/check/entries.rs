//! Findings agree with what a host does to whole trees: single files that make it fail, and skills
//! that are entries of another file.

use crate::common::{Differences, bytes, cases};
use crate::project::look;
use serde_json::{Value as Json, json};
use skillkiln::check::{Checked, Checks, Config, Severity};
use skillkiln::host::FileTree;

fn errors(files: &[Checked]) -> Vec<(String, &'static str)> {
    let of = |file: &Checked| -> Vec<_> {
        let grave = file.findings.iter();
        let grave = grave.filter(|finding| finding.severity == Severity::Error);
        grave
            .map(|finding| (file.path.to_string(), finding.rule))
            .collect()
    };
    files.iter().flat_map(of).collect()
}

fn checked(tree: &FileTree, host: &str) -> Vec<Checked> {
    look(tree, &[host], Config::standard(), &mut Checks::default())
}

/// Files of one layer that a case makes the runtime fail on.
fn failing(case: &Json, folder: &str, layer: &str) -> Vec<String> {
    let files = case[layer].as_object().unwrap();
    let fails = |(file, _): &(&String, &Json)| {
        let skill = file.strip_suffix(".md").unwrap_or_default();
        match case["expect"].get("registry_raises") {
            Some(_) => case[layer][file.as_str()].get("base64").is_some(),
            None => case["expect"]["skills"][skill].get("raises").is_some(),
        }
    };
    let paths = files.iter().filter(fails);
    paths
        .map(|(file, _)| format!("{folder}/skills/{file}"))
        .collect()
}

#[test]
fn every_recorded_registry_has_errors_where_the_runtime_fails_and_nowhere_else() {
    let layers = [("global", "/home/.config/replio"), ("local", "/p/.replio")];
    let mut differences = Differences::default();
    for case in cases("replio/merge.json") {
        let id = case["id"].as_str().unwrap();
        let mut tree = FileTree::new();
        let mut theirs = Vec::new();
        for (layer, folder) in layers {
            for (name, text) in case[layer].as_object().unwrap() {
                let content = match text.as_str() {
                    Some(text) => text.as_bytes().to_vec(),
                    None => bytes(&json!({ "file_base64": text["base64"] })),
                };
                tree.set_file(&format!("{folder}/skills/{name}"), content);
            }
            theirs.extend(failing(&case, folder, layer));
        }
        // A name that only looks like a skill, and a folder, are found fault with and never loaded.
        let loose = |path: &str| {
            ["UP.MD", "sub/inner.md", "d.md"]
                .iter()
                .any(|end| path.ends_with(end))
        };
        let found = errors(&checked(&tree, "replio"));
        let mut ours: Vec<_> = found.into_iter().map(|(path, _)| path).collect();
        ours.retain(|path| !loose(path));
        ours.dedup();
        theirs.sort();
        ours.sort();
        // What the plugin of a case would mend is not there.
        if case["plugin"] == json!([]) {
            differences.compare(id, ours, theirs);
        }
    }
}

#[test]
fn entries_of_a_list_are_told_one_by_one_and_never_as_a_skill_file() {
    let mut tree = FileTree::new();
    let specs = json!([{ "name": "good" }, { "description": "no name" }, 7]);
    tree.set_file("/p/.pleach/subagents.json", specs.to_string().into_bytes());
    let found = errors(&checked(&tree, "pleach"));
    let one = ("/p/.pleach/subagents.json".to_owned(), "host/dropped");
    assert_eq!(found, [one.clone(), one.clone()]);
    tree.set_file("/p/.pleach/subagents.json", &b"{"[..]);
    assert_eq!(errors(&checked(&tree, "pleach")), [one]);
    tree.set_file("/p/.pleach/subagents.json", &b"[]"[..]);
    assert!(
        checked(&tree, "pleach")
            .iter()
            .all(|file| file.findings.is_empty())
    );
}

#[test]
fn a_plugin_that_fails_is_an_error_and_one_that_is_off_is_none() {
    let mut tree = FileTree::new();
    let source = "/p/.replio/plugins/one.py";
    let put = |tree: &mut FileTree, code: &str, listed: Json| {
        tree.set_file(source, code.as_bytes());
        let config = json!({ "plugins": listed }).to_string();
        tree.set_file("/p/.replio/config.json", config.into_bytes());
    };
    let all = |tree: &FileTree| -> Vec<_> {
        let files = checked(tree, "replio");
        files
            .iter()
            .flat_map(|file| file.findings.iter().map(|one| one.rule))
            .collect()
    };
    put(
        &mut tree,
        "def register_skills(r):\n    raise ValueError\n",
        json!([]),
    );
    assert_eq!(all(&tree), ["host/dropped"]);
    put(&mut tree, "def register_skills(r)\n", json!([]));
    assert_eq!(all(&tree), ["host/dropped"]);
    put(
        &mut tree,
        "def register_skills(r):\n    raise ValueError\n",
        json!(["other"]),
    );
    assert_eq!(all(&tree), [""; 0]);
    let blank = "def register_skills(r):\n    r.add_plugin({'name': 'a', 'content': ' '})\n";
    put(&mut tree, blank, json!(["other"]));
    assert_eq!(all(&tree), [""; 0]);
}
