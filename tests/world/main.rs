//! The hosts the world uses against what they were recorded to do.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod ground;
mod prompts;

use common::{Differences, bytes, cases};
use ground::{host, place, tree};
use serde_json::{Value as Json, json};
use skillkiln::host::{Cache, FileTree, Reading, read_file, survey};

/// What is compared of a host beyond names and descriptions.
struct Known {
    id: &'static str,
    /// Codes of ours that the recording has another word for.
    words: &'static [(&'static str, &'static str)],
    /// The order is the disk's: compared as a set.
    any_order: bool,
}

const HOSTS: &[Known] = &[
    Known {
        id: "gemini",
        words: &[("unclosed-frontmatter", "no-frontmatter")],
        any_order: false,
    },
    Known {
        id: "pi",
        // The recording took the word "closing" in a message about quotes for the fence.
        words: &[("bad-yaml", "no-closing-line")],
        any_order: false,
    },
    Known {
        id: "cline",
        words: &[],
        any_order: false,
    },
];

fn shown(reading: &Reading, expect: &Json, known: &Known) -> Json {
    let mut out = json!({ "loaded": reading.loaded() });
    if let Some(dropped) = &reading.dropped {
        if let Some(theirs) = expect["reason_code"].as_str() {
            let same = known.words.contains(&(dropped.code, theirs));
            out["reason_code"] = json!(if same { theirs } else { dropped.code });
        }
        return out;
    }
    out["name"] = json!(reading.name);
    out["description"] = json!(reading.description);
    if expect.get("body").is_some() {
        out["body"] = json!(reading.body);
    }
    if expect.get("hidden").is_some() {
        let hidden = reading.field("disable-model-invocation");
        out["hidden"] = json!(hidden == Some(&skillkiln::host::Value::Bool(true)));
    }
    if expect.get("warnings").is_some() {
        out["warnings"] = reading.notes.iter().map(|note| json!(note.code)).collect();
    }
    out
}

#[test]
fn reads_every_recorded_file() {
    let mut differences = Differences::default();
    for known in HOSTS {
        let host = host(known.id);
        for case in cases(&format!("world/{}/read.json", known.id)) {
            let id = format!("{} {}", known.id, case["id"]);
            let reading = read_file(&host, &bytes(&case), case["dir_name"].as_str().unwrap());
            let ours = shown(&reading, &case["expect"], known);
            differences.compare(&id, &ours, &case["expect"]);
        }
    }
}

fn listed(known: &Known, tree: &FileTree, cwd: &str) -> Vec<Json> {
    let host = host(known.id);
    let survey = survey(&host, tree, &place(cwd), &mut Cache::default());
    let mut all: Vec<Json> = survey
        .skills
        .iter()
        .filter(|skill| skill.copy.path.is_some())
        .map(|skill| {
            json!([
                skill.copy.name,
                skill.copy.reading.description,
                skill.copy.path
            ])
        })
        .collect();
    if known.any_order {
        all.sort_by_key(Json::to_string);
    }
    all
}

#[test]
fn finds_and_chooses_as_recorded() {
    let mut differences = Differences::default();
    for known in HOSTS {
        for case in cases(&format!("world/{}/collision.json", known.id)) {
            let id = format!("{} {}", known.id, case["id"]);
            let cwd = ground::at(case["cwd"].as_str().unwrap());
            let ours = listed(known, &tree(&case["files"]), &cwd);
            let theirs = case["expect"]["listed"].as_array().unwrap().iter();
            let mut theirs: Vec<Json> = theirs
                .map(|one| {
                    let path = one["path"].as_str().map(ground::at);
                    json!([one["name"], one["description"], path])
                })
                .collect();
            if known.any_order {
                theirs.sort_by_key(Json::to_string);
            }
            differences.compare(&id, ours, theirs);
        }
    }
}
