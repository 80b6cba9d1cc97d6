//! What the model's tools and the prompt give.

use std::time::{Duration, SystemTime};

use crate::common::{Differences, cases};
use crate::{host, place, text};
use serde_json::{Value as Json, json};
use skillkiln::host::fingerprint::fingerprint;
use skillkiln::host::prompt::From;
use skillkiln::host::sequence::ratio;
use skillkiln::host::tree::File;
use skillkiln::host::{
    ActivateError, Cache, FileTree, Kind, Place, Selector, Survey, activate, render, search,
    search_json, survey,
};

const SKILLS: &str = "/CWD/.minibot/skills";

/// Skills in numbered folders, without the ones MiniBot brings.
fn tree_of(skills: &Json) -> FileTree {
    let mut tree = FileTree::new();
    tree.set_file("/CWD/config.toml", &b"[tools.skills]\nnative = false\n"[..]);
    for (at, skill) in skills.as_array().unwrap().iter().enumerate() {
        let (name, description) = (text(skill, "name"), text(skill, "description"));
        let file = format!("---\nname: \"{name}\"\ndescription: \"{description}\"\n---\nBody\n");
        tree.set_file(&format!("{SKILLS}/{at:03}/SKILL.md"), file.into_bytes());
    }
    tree
}

fn look(tree: &FileTree, place: &Place) -> Survey {
    survey(&host(), tree, place, &mut Cache::default())
}

/// Numbers as the vectors are read: JSON text is read to the last digit but one, so ours go the
/// same way.
fn reread(json: &Json) -> Json {
    serde_json::from_str(&json.to_string()).unwrap()
}

#[test]
fn likeness_is_what_was_recorded() {
    let mut differences = Differences::default();
    for case in cases("minibot/ratio.json") {
        let ours = ratio(text(&case, "a"), text(&case, "b"));
        differences.compare(text(&case, "id"), &reread(&json!(ours)), &case["ratio"]);
    }
}

#[test]
fn ranks_as_recorded() {
    let mut differences = Differences::default();
    let file = include_str!("../vectors/minibot/search.json");
    let file: Json = serde_json::from_str(file).unwrap();
    let found = look(&tree_of(&file["skills"]), &place());
    for case in cases("minibot/search.json") {
        let hits = search(&host(), &found, text(&case, "query"));
        let names: Vec<_> = hits.hits.iter().map(|hit| hit.name.as_str()).collect();
        let ours = json!({
            "query_echo": hits.query,
            "total_available": hits.total,
            "returned": names.len(),
            "used_fuzzy_fallback": hits.fuzzy,
            "names": names,
        });
        let mut theirs = case.clone();
        for key in ["query", "keys", "id"] {
            theirs.as_object_mut().unwrap().remove(key);
        }
        differences.compare(text(&case, "id"), ours, theirs);
        let keys = hits.hits.iter().filter_map(|hit| {
            let key = hit.key.as_ref()?;
            Some((hit.name.clone(), json!([key.tier, key.number, key.name])))
        });
        let keys: serde_json::Map<_, _> = keys.collect();
        let theirs = case["keys"].as_object().cloned().unwrap_or_default();
        for (name, theirs) in theirs {
            let Some(ours) = keys.get(&name) else {
                continue; // keys are recorded for more than the eight that are returned
            };
            differences.compare(&format!("{} {name}", case["id"]), &reread(ours), &theirs);
        }
    }
}

#[test]
fn a_search_tells_where_skills_could_be_written() {
    let mut differences = Differences::default();
    for case in cases("minibot/write-access.json") {
        let mut place = place();
        let root = |value: &Json| value.as_str().map(|path| format!("/{path}"));
        let storage = root(&case["storage_root"]);
        let config = format!(
            "[tools.skills]\nwrite_path = {:?}\npaths = [\"/ROOT/empty\"]\nnative = false\n\
             [tools.file_storage]\nenabled = {}\nroot_dir = {:?}\nallow_outside_root = {}\n\
             [tools.bash]\nenabled = {}\n",
            root(&case["write_path"]).unwrap(),
            storage.is_some(),
            storage.unwrap_or_default(),
            case["allow_outside_root"],
            case["bash_enabled"],
        );
        let mut tree = FileTree::new();
        tree.set_file("/CWD/other.toml", config.into_bytes());
        place.options.insert("config".into(), "other.toml".into());
        let ours = search_json(&host(), &tree, &place, &look(&tree, &place), " ");
        let mut theirs = case["result"].to_string().replace("ROOT/", "/ROOT/");
        for (from, to) in [
            ("total_available", "total"),
            ("used_fuzzy_fallback", "fuzzy"),
        ] {
            theirs = theirs.replace(from, to);
        }
        let mut theirs: Json = serde_json::from_str(&theirs).unwrap();
        theirs["names"] = json!([]);
        for key in ["ok", "returned"] {
            theirs.as_object_mut().unwrap().remove(key);
        }
        differences.compare(text(&case, "id"), ours, theirs);
    }
}

#[test]
fn the_root_of_the_file_tool_itself_is_inside_and_a_longer_name_is_not() {
    let access = |write: &str| {
        let mut place = place();
        let options = [
            ("write_path", write),
            ("file_storage.enabled", "true"),
            ("file_storage.root_dir", "./data"),
        ];
        place
            .options
            .extend(options.map(|(key, value)| (key.into(), value.into())));
        let tree = FileTree::new();
        let json = search_json(&host(), &tree, &place, &look(&tree, &place), "");
        (
            json["write_dir_access"].clone(),
            json["write_dir_filesystem_path"].clone(),
        )
    };
    assert_eq!(access("data"), (json!("write_file"), json!(".")));
    assert_eq!(access("data/a/b"), (json!("write_file"), json!("a/b")));
    assert_eq!(access("data2"), (json!("unavailable"), Json::Null));
}

#[test]
fn switched_off_there_is_no_folder_and_no_word() {
    let mut place = place();
    place.options.insert("enabled".into(), "false".into());
    let tree = tree_of(&json!([{ "name": "aa", "description": "d" }]));
    let found = look(&tree, &place);
    assert_eq!((found.layers.len(), found.skills.len()), (0, 0));
    let json = search_json(&host(), &tree, &place, &found, "aa");
    assert_eq!(json["discovery_paths"], json!([]));
    assert_eq!(json["write_dir"], json!(SKILLS));
    let prompt = render(&host(), &tree, &place, &found, &Selector::default()).unwrap();
    assert_eq!(prompt.text, "");
}

#[test]
fn the_root_of_the_disk_is_written_as_one() {
    let mut place = place();
    for (key, value) in [("write_path", "/"), ("file_storage.enabled", "true")] {
        place.options.insert(key.into(), value.into());
    }
    let tree = FileTree::new();
    let access = |place: &Place| search_json(&host(), &tree, place, &look(&tree, place), "");
    let json = access(&place);
    assert_eq!(json["write_dir"], json!("/"));
    assert_eq!(json["discovery_paths"][0], json!("/"));
    assert_eq!(json["write_dir_access"], json!("unavailable"));
    place
        .options
        .insert("file_storage.root_dir".into(), "/".into());
    let json = access(&place);
    assert_eq!(json["write_dir_filesystem_path"], json!("."));
    place.options.insert("write_path".into(), "/a/b".into());
    assert_eq!(access(&place)["write_dir_filesystem_path"], json!("a/b"));
}

/// The tree of the activation vectors, made from its marks.
fn activation_tree(file: &Json) -> FileTree {
    let mut tree = FileTree::new();
    tree.set_file("/CWD/elsewhere/o.txt", &b"o"[..]);
    for mark in file["tree"].as_array().unwrap() {
        let mark = mark.as_str().unwrap();
        let path = format!("{SKILLS}/{}", mark.trim_end_matches(['/', '@']));
        match (
            mark.chars().last().unwrap(),
            mark.rsplit('/').next().unwrap(),
        ) {
            ('/', _) => tree.add_folder(&path),
            ('@', "linkdir@") => tree.set_link(&path, "/CWD/elsewhere"),
            ('@', "linkfile.txt@") => tree.set_link(&path, "/CWD/elsewhere/o.txt"),
            ('@', _) => tree.set_link(&path, "/CWD/nowhere"),
            _ => {
                let text = file["files"][mark].as_str().unwrap_or_default();
                tree.set_file(&path, text.as_bytes());
            }
        }
    }
    tree
}

#[test]
fn activates_as_recorded() {
    let mut differences = Differences::default();
    let file = include_str!("../vectors/minibot/activate.json");
    let file: Json = serde_json::from_str(file).unwrap();
    let tree = activation_tree(&file);
    let found = look(&tree, &place());
    let call = |name: &str| activate(&host(), &tree, &place(), &found, name);
    for case in cases("minibot/activate.json") {
        let id = text(&case, "id");
        let Some(name) = case["payload"]["name"].as_str() else {
            // A name that is no text cannot be given on a command line; none at all can.
            differences.compare(id, call(" \t").unwrap_err(), ActivateError::NoName);
            continue;
        };
        let mut ours = call(name).unwrap().value;
        // The sentence is our own.
        ours.as_object_mut().unwrap().remove("error");
        let ours = ours.to_string().replace(SKILLS, "<SKILLS>");
        differences.compare(id, ours, case["result"].to_string());
    }
    let full = call("full").unwrap().value;
    let resources = [
        ".hidden",
        "B.txt",
        "a.txt",
        "linkfile.txt",
        "references/a.md",
        "scripts/run.sh",
        "skill.md",
    ];
    assert_eq!(full["resources"], json!(resources));
    let keys: Vec<_> = full.as_object().unwrap().keys().collect();
    assert_eq!(keys.last().unwrap().as_str(), "compatibility");
    assert_eq!(full["compatibility"], json!("Requires bash"));
    assert!(
        call("").is_err(),
        "the nameless skill loads and cannot be activated"
    );
}

#[test]
fn files_are_found_however_deep_and_never_behind_a_linked_folder() {
    let mut tree = tree_of(&json!([{ "name": "aa", "description": "d" }]));
    let deep = "d/".repeat(60);
    for path in [&*format!("{deep}x"), "l/SKILL.md", "l/skill.md"] {
        tree.set_file(&format!("{SKILLS}/000/{path}"), &b"x"[..]);
    }
    tree.set_file("/far/x", &b"x"[..]);
    tree.set_link(&format!("{SKILLS}/000/l/far"), "/far");
    tree.set_link(&format!("{SKILLS}/000/l/up"), "..");
    tree.set_link(&format!("{SKILLS}/000/l/zero"), "/dev/zero");
    tree.set("/dev/zero", Kind::Other);
    let found = look(&tree, &place());
    let full = activate(&host(), &tree, &place(), &found, "aa").unwrap();
    let deep = format!("{deep}x");
    assert_eq!(full.value["resources"], json!([deep, "l/skill.md"]));
}

#[test]
fn a_builtin_is_activated_with_a_placeholder() {
    let tree = FileTree::new();
    let found = look(&tree, &place());
    let answer = activate(&host(), &tree, &place(), &found, "create-skill").unwrap();
    assert_eq!(answer.value["source"], json!("native"));
    assert_eq!(answer.value["skill_dir"], Json::Null);
    assert!(text(&answer.value, "instructions").contains("not known here"));
}

#[test]
fn a_long_result_is_moved_to_a_file_only_where_there_is_a_file_tool() {
    let note = |body: usize, storage: &str| {
        let mut place = place();
        place
            .options
            .insert("file_storage.enabled".into(), storage.into());
        let mut tree = FileTree::new();
        let file = format!("---\nname: long\n---\n{}", "é".repeat(body));
        tree.set_file(&format!("{SKILLS}/long/SKILL.md"), file.into_bytes());
        let found = look(&tree, &place);
        activate(&host(), &tree, &place, &found, "long")
            .unwrap()
            .note
    };
    assert!(note(64_000, "true").is_some());
    assert_eq!(note(64_000, "false"), None);
    assert_eq!(note(63_000, "true"), None);
}

#[test]
fn other_hosts_show_body_and_files() {
    let host = skillkiln::host::Profiles::bundled();
    let host = host.get("agentworks").unwrap();
    let mut tree = FileTree::new();
    tree.set_file(
        "/CWD/skills/a/SKILL.md",
        &b"---\nname: one\ndescription: d\n---\nDo it.\n"[..],
    );
    tree.set_file("/CWD/skills/a/x/y.sh", &b""[..]);
    let found = survey(host, &tree, &place(), &mut Cache::default());
    let answer = activate(host, &tree, &place(), &found, "one").unwrap();
    let theirs =
        json!({ "host": "agentworks", "name": "one", "text": "Do it.", "files": ["x/y.sh"] });
    assert_eq!((answer.value, answer.found), (theirs, true));
    assert!(
        !activate(host, &tree, &place(), &found, "two")
            .unwrap()
            .found
    );
}

#[test]
fn other_hosts_find_what_holds_the_words_and_guess_nothing() {
    let host = skillkiln::host::Profiles::bundled();
    let host = host.get("agentworks").unwrap();
    let mut tree = FileTree::new();
    for (folder, description) in [("b", "About PDF files"), ("pdf", "Forms"), ("c", "Else")] {
        let file = format!("---\nname: {folder}\ndescription: {description}\n---\n");
        tree.set_file(&format!("/CWD/skills/{folder}/SKILL.md"), file.into_bytes());
    }
    let found = survey(host, &tree, &place(), &mut Cache::default());
    let json = search_json(host, &tree, &place(), &found, "Pdf");
    assert_eq!(json["names"], json!(["pdf", "b"]));
    assert!(json.get("write_dir").is_none());
    let nothing = search(host, &found, "fdp");
    assert_eq!(
        (nothing.hits.len(), nothing.fuzzy, nothing.total),
        (0, false, 3)
    );
}

#[test]
fn lists_what_was_recorded() {
    let mut differences = Differences::default();
    for case in cases("minibot/catalog.json") {
        let tree = tree_of(&case["skills"]);
        let found = look(&tree, &place());
        let prompt = render(&host(), &tree, &place(), &found, &Selector::default()).unwrap();
        let skills = prompt
            .parts
            .iter()
            .filter(|part| matches!(part.from, From::Skill { .. }));
        let spans: Vec<_> = skills.map(|part| part.span.clone()).collect();
        let entries = &prompt.text[spans[0].start..spans[spans.len() - 1].end];
        differences.compare(text(&case, "id"), entries, text(&case, "entries"));
    }
}

#[test]
fn without_preload_or_skills_the_prompt_names_no_skill() {
    let one = json!([{ "name": "aa", "description": "d" }]);
    let prompt = |skills: &Json, preload: &str| {
        let mut place = place();
        place
            .options
            .insert("preload_catalog".into(), preload.into());
        let tree = tree_of(skills);
        let found = look(&tree, &place);
        render(&host(), &tree, &place, &found, &Selector::default())
            .unwrap()
            .text
    };
    assert!(prompt(&one, "true").contains("\n- aa: d\n"));
    let framing = prompt(&one, "false");
    assert!(framing.contains("list_skills") && !framing.contains("aa"));
    assert_eq!(prompt(&json!([]), "true"), framing);
}

/// A running MiniBot: it loads again only when what it compares has changed.
#[test]
fn notices_changes_as_recorded() {
    let file = |text: &str, moment: u64| {
        Kind::File(File {
            size: text.len() as u64,
            modified: Some(SystemTime::UNIX_EPOCH + Duration::from_nanos(moment)),
            content: Some(text.as_bytes().into()),
            ..File::default()
        })
    };
    let skill = |name: &str, description: &str| {
        format!("---\nname: {name}\ndescription: {description}\n---\nBody\n")
    };
    let mut tree = tree_of(&json!([]));
    let (first, second) = (
        format!("{SKILLS}/1/SKILL.md"),
        format!("{SKILLS}/2/SKILL.md"),
    );
    let mut known = None;
    let mut held = json!({});
    for step in cases("minibot/reload.json")[0]["steps"].as_array().unwrap() {
        let name = text(step, "step");
        match name {
            "start: description one" => tree.set(&first, file(&skill("aa", "one"), 5)),
            "same size, mtime put back: description two on disk" => {
                tree.set(&first, file(&skill("aa", "two"), 5));
            }
            "mtime moved by one nanosecond" => tree.set(&first, file(&skill("aa", "two"), 6)),
            "resource file added" => tree.set_file(&format!("{SKILLS}/1/x.md"), &b"x"[..]),
            "second skill added" => tree.set(&second, file(&skill("bb", "b"), 7)),
            "second skill body emptied" => {
                tree.set(&second, file("---\nname: bb\ndescription: b\n---\n", 8));
            }
            "second skill renamed to aa (collision)" => {
                tree.set(&second, file(&skill("aa", "clash"), 9));
            }
            "first skill removed" => tree.remove(&format!("{SKILLS}/1")),
            other => panic!("unknown step {other}"),
        }
        let found = look(&tree, &place());
        let seen = fingerprint(&host(), &tree, &found);
        let refreshed = known.as_ref().is_some_and(|known| *known != seen);
        assert_eq!(json!(refreshed), step["refreshed"], "{name}");
        if refreshed || known.is_none() {
            let skills = found.skills.iter().map(|skill| {
                (
                    skill.copy.name.clone(),
                    json!(skill.copy.reading.description),
                )
            });
            held = Json::Object(skills.collect());
        }
        known = Some(seen);
        assert_eq!(held, step["skills"], "{name}");
    }
}
