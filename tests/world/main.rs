//! The hosts the world uses against what they were recorded to do.

#![allow(clippy::unwrap_used)]

mod beyond;
#[path = "../common/mod.rs"]
mod common;
mod documents;
mod ground;
mod places;
mod prompts;
mod readme;
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
    /// The winners of a race are another at each run, so that no further trees were run.
    raced: bool,
    /// One file each was recorded.
    read: bool,
    /// Trees were recorded.
    places: bool,
    /// The path recorded is that of the folder.
    folders: bool,
}

const PLAIN: Known = Known {
    id: "",
    words: &[],
    any_order: false,
    race: false,
    seen_in_prompt: false,
    raced: false,
    read: true,
    places: true,
    folders: false,
};

const CLOSING: &[(&str, &str)] = &[("unclosed-frontmatter", "no-closing-line")];

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
        raced: true,
        ..PLAIN
    },
    Known {
        id: "kilo",
        any_order: true,
        race: true,
        raced: true,
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
    Known {
        id: "hermes",
        ..PLAIN
    },
    Known {
        id: "kimi",
        words: &[("not-utf8", "unicode-error-aborts-all")],
        race: true,
        ..PLAIN
    },
    Known {
        id: "vibe",
        words: &[("unclosed-frontmatter", "no-frontmatter")],
        any_order: true,
        race: true,
        ..PLAIN
    },
    Known {
        id: "openhands",
        ..PLAIN
    },
    Known {
        id: "skills",
        words: &[
            ("name-or-description-missing", "missing:name"),
            ("name-or-description-missing", "missing:description"),
            ("name-or-description-missing", "missing:name, description"),
            ("wrong-type", "frontmatter \"name\" and \"description\" mus"),
        ],
        any_order: true,
        race: true,
        ..PLAIN
    },
    Known {
        id: "strands",
        folders: true,
        words: CLOSING,
        ..PLAIN
    },
    Known {
        id: "deepagents",
        words: &[
            ("unclosed-frontmatter", "no-frontmatter"),
            ("uncaught", "ValueError"),
        ],
        ..PLAIN
    },
    Known {
        id: "agentframework",
        folders: true,
        words: &[
            ("unclosed-frontmatter", "no-frontmatter"),
            ("not-utf8", "unicode-error-aborts-all"),
        ],
        any_order: true,
        race: true,
        ..PLAIN
    },
    Known {
        id: "agno",
        folders: true,
        words: &[
            ("unclosed-frontmatter", "no-closing-line"),
            ("invalid-skill", "SkillValidationError"),
        ],
        any_order: true,
        ..PLAIN
    },
    Known {
        id: "adk",
        folders: true,
        words: CLOSING,
        ..PLAIN
    },
    Known {
        id: "nanobot",
        any_order: true,
        ..PLAIN
    },
    Known {
        id: "pydanticai",
        words: CLOSING,
        places: false,
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
        if expect.get("fields").is_some() {
            let detail = dropped.detail.as_deref().map(|detail| &detail["fields"]);
            let fields = detail.and_then(Json::as_array).into_iter().flatten();
            out["fields"] = fields.map(|field| field["field"].clone()).collect();
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
        let given = cases(&format!("world/{}/read.json", known.id));
        // Those that were run through the same program for this project.
        let more = format!("world/{}/read-more.json", known.id);
        for case in given.into_iter().chain(cases(&more)) {
            let id = format!("{} {}", known.id, case["id"]);
            let reading = read_file(&host, &bytes(&case), case["dir_name"].as_str().unwrap());
            let mut ours = shown(&reading, &case["expect"], known);
            if case["expect"].get("ignored_fields").is_some() {
                let inert = host.reader.field.iter().filter(|field| field.inert);
                let mut there: Vec<&str> = inert
                    .map(|field| field.key.as_str())
                    .filter(|key| reading.field(key).is_some())
                    .collect();
                there.sort_unstable();
                ours["ignored_fields"] = json!(there);
            }

            let hidden = reading.field("disable-model-invocation");
            if known.seen_in_prompt && hidden == Some(&skillkiln::host::Value::Text("true".into()))
            {
                ours = json!({ "loaded": false });
            }
            // Where the library stopped is told by some; the place of ours is held elsewhere.
            let mut theirs = case["expect"].clone();
            let object = theirs.as_object_mut().unwrap();
            if let Some(odd @ (Json::Array(_) | Json::Object(_))) = object.get_mut("description") {
                // What has a length passes for a text with some; the tool answers in JSON.
                let shown = odd.to_string();
                *odd = json!(shown.replace(',', ", ").replace(':', ": "));
            }
            if let Some(shown) = object.remove("description_shown") {
                object.insert("description".to_owned(), shown);
            }
            // Whether a file is good by the specification is the reference validator's to tell.
            for place in ["line", "column", "raises", "errors_n", "spec_valid"] {
                theirs.as_object_mut().unwrap().remove(place);
            }
            let fields = theirs.get_mut("fields").and_then(Json::as_array_mut);
            for field in fields.into_iter().flatten() {
                // The name in the program, not in the file.
                *field = json!(field.as_str().unwrap().replace('_', "-"));
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
                let path = match known.folders {
                    true => copy.folder.as_deref(),
                    false => copy.path.as_deref(),
                };
                let path = path.filter(|_| with_path);
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
    for known in HOSTS.iter().filter(|known| known.places) {
        let given = cases(&format!("world/{}/collision.json", known.id));
        // Those that were run through the same program for this project.
        let more = format!("world/{}/collision-more.json", known.id);
        let more = match known.raced {
            true => Vec::new(),
            false => cases(&more),
        };
        for case in given.into_iter().chain(more) {
            let id = format!("{} {}", known.id, case["id"]);
            let cwd = match case["cwd"].as_str() {
                Some(cwd) => cwd,
                None if case["id"] == "subfolder-cwd" => "{P}/sub/deep",
                None => "{P}",
            };
            let cwd = ground::at(cwd);
            let tree = tree(&case["files"]);
            let survey = survey(&host(known.id), &tree, &place(&cwd), &mut Cache::default());
            let raises = case["expect"]["raises"].as_str();
            if raises.is_some() {
                differences.compare(&id, survey.faults.is_empty(), false);
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
