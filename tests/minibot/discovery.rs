//! Which folders are searched, what is found, and who wins.

use crate::common::{Differences, cases};
use crate::{host, place, text};
use serde_json::{Value as Json, json};
use skillkiln::host::{Cache, FileTree, Survey, survey};

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
            let mut ours =
                json!({ "name": name, "source": &*skill.origin, "dir": outside(folder) });
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
                (path, "shadowed".to_owned(), Some(skill.origin.to_string()))
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
