//! The hosts the world uses against what they were recorded to do.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod ground;
mod prompts;
mod spans;

use common::{Differences, bytes, cases};
use ground::{host, place, tree};
use serde_json::{Value as Json, json};
use skillkiln::host::{Cache, Copy, FileTree, Reading, Survey, read_file, survey};

/// What is compared of a host beyond names and descriptions.
struct Known {
    id: &'static str,
    /// Codes of ours that the recording has another word for.
    words: &'static [(&'static str, &'static str)],
    /// The order is the disk's: compared as a set.
    any_order: bool,
    /// Which copy wins is not fixed: the recorded winner must be one of the copies.
    race: bool,
    /// What cannot be seen of the outside counts as dropped there: hidden skills.
    seen_in_prompt: bool,
    /// One file each was recorded.
    read: bool,
}

const PLAIN: Known = Known {
    id: "",
    words: &[],
    any_order: false,
    race: false,
    seen_in_prompt: false,
    read: true,
};

const HOSTS: &[Known] = &[
    Known {
        id: "codex",
        words: &[
            ("unclosed-frontmatter", "no-frontmatter"),
            ("not-a-mapping", "wrong-type"),
        ],
        ..PLAIN
    },
    Known {
        id: "gemini",
        words: &[("unclosed-frontmatter", "no-frontmatter")],
        ..PLAIN
    },
    Known {
        id: "opencode",
        any_order: true,
        race: true,
        ..PLAIN
    },
    Known {
        id: "kilo",
        any_order: true,
        race: true,
        read: false,
        ..PLAIN
    },
    Known {
        id: "qwen",
        seen_in_prompt: true,
        ..PLAIN
    },
    Known {
        id: "pi",
        // The recording took the word "closing" in a message about quotes for the fence.
        words: &[("bad-yaml", "no-closing-line")],
        ..PLAIN
    },
    Known {
        id: "cline",
        ..PLAIN
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
    for known in HOSTS.iter().filter(|known| known.read) {
        let host = host(known.id);
        for case in cases(&format!("world/{}/read.json", known.id)) {
            let id = format!("{} {}", known.id, case["id"]);
            let reading = read_file(&host, &bytes(&case), case["dir_name"].as_str().unwrap());
            let mut ours = shown(&reading, &case["expect"], known);
            let hidden = reading.field("disable-model-invocation");
            if known.seen_in_prompt && hidden == Some(&skillkiln::host::Value::Text("true".into()))
            {
                ours = json!({ "loaded": false });
            }
            // Where the library stopped is told by some; the place of ours is held elsewhere.
            let mut theirs = case["expect"].clone();
            for place in ["line", "column"] {
                theirs.as_object_mut().unwrap().remove(place);
            }
            differences.compare(&id, &ours, &theirs);
        }
    }
}

/// Name, description and path of a copy, the path without links.
fn line(tree: &FileTree, name: &Json, description: &Json, path: Option<&str>) -> Json {
    json!([name, description, path.map(|path| tree.real_path(path))])
}

/// What is listed; of a name that several copies have, the one that is also in `theirs` where the
/// winner is not fixed.
fn listed(known: &Known, tree: &FileTree, survey: &Survey, theirs: &[Json]) -> Vec<Json> {
    let with_path = theirs.iter().all(|one| !one[2].is_null());
    let disk = survey
        .skills
        .iter()
        .filter(|skill| skill.copy.path.is_some());
    let mut all: Vec<Json> = disk
        .map(|skill| {
            let as_line = |copy: &Copy| {
                let path = copy.path.as_deref().filter(|_| with_path);
                line(
                    tree,
                    &json!(copy.name),
                    &json!(copy.reading.description),
                    path,
                )
            };
            let mut copies = skill.shadows.iter().filter(|_| known.race).map(as_line);
            let told = skill
                .note
                .as_deref()
                .is_some_and(|note| note.starts_with("not fixed"));
            let other = copies.find(|copy| told && theirs.contains(copy));
            other.unwrap_or_else(|| as_line(&skill.copy))
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
            let tree = tree(&case["files"]);
            let survey = survey(&host(known.id), &tree, &place(&cwd), &mut Cache::default());
            let raises = case["expect"]["raises"].as_str();
            if raises.is_some_and(|how| how.starts_with("HANG")) {
                differences.compare(&id, survey.faults.len(), 1);
                continue;
            }
            let theirs = case["expect"]["listed"].as_array().unwrap().iter();
            let mut theirs: Vec<Json> = theirs
                .map(|one| {
                    let path = one["path"].as_str().map(ground::at);
                    line(&tree, &one["name"], &one["description"], path.as_deref())
                })
                .collect();
            if known.any_order {
                theirs.sort_by_key(Json::to_string);
            }
            differences.compare(&id, listed(known, &tree, &survey, &theirs), theirs);
        }
    }
}
