//! The recorded grammars, hashes and locks.

use std::path::Path;

use serde_json::Value as Json;
use skillkiln::exchange::Refusal;
use skillkiln::exchange::hash::folder_hash;
use skillkiln::exchange::lock::{Entry, Lock};
use skillkiln::exchange::source::{GITHUB, Grammar, Place, Source, parse};

use super::vector;

fn read(text: &str, grammar: Grammar) -> Result<Source, Refusal> {
    let nowhere = Path::new("/nowhere");
    parse(text, grammar, GITHUB, nowhere, nowhere)
}

#[test]
fn sources_of_minibot() {
    for case in vector("minibot/source.json")["cases"].as_array().unwrap() {
        let text = case["input"].as_str().unwrap();
        let source = match read(text, Grammar::Install) {
            Ok(source) => source,
            Err(refusal) => {
                assert_eq!(case["ok"], false, "{text}: {refusal}");
                assert_eq!(case["reason"], refusal.code(), "{text}");
                continue;
            }
        };
        assert_eq!(case["ok"], true, "{text}");
        let (sort, reference, path) = match &source.place {
            Place::GitHub(repo) => ("github", repo.reference.clone(), repo.path.as_str()),
            Place::Url(_) => ("url", None, ""),
            Place::Local(_) => ("local", None, ""),
        };
        assert_eq!(case["source"], source.name.as_str(), "{text}");
        assert_eq!(case["url"], Json::from(source.url), "{text}");
        assert_eq!(case["source_type"], sort, "{text}");
        assert_eq!(case["ref"], Json::from(reference), "{text}");
        assert_eq!(case["subpath"], path, "{text}");
        assert_eq!(case["skill"], Json::from(source.skill), "{text}");
    }
}

#[test]
fn folder_addresses_of_agentworks() {
    for case in vector("agentworks/github-url.json")["cases"]
        .as_array()
        .unwrap()
    {
        let (text, expect) = (case["url"].as_str().unwrap(), &case["expect"]);
        let source = match read(text, Grammar::FolderUrl) {
            Ok(source) => source,
            Err(refusal) => {
                assert_eq!(expect["ok"], false, "{text}: {refusal}");
                assert_eq!(expect["reason"], refusal.code(), "{text}");
                continue;
            }
        };
        assert_eq!(expect["ok"], true, "{text}");
        let Place::GitHub(repo) = &source.place else {
            panic!("{text}");
        };
        assert_eq!(expect["owner"], repo.owner.as_str(), "{text}");
        assert_eq!(expect["repo"], repo.name.as_str(), "{text}");
        assert_eq!(
            expect["branch"],
            Json::from(repo.reference.clone()),
            "{text}"
        );
        assert_eq!(expect["path"], repo.path.as_str(), "{text}");
        assert_eq!(expect["contents_api_url"], Json::from(source.url), "{text}");
    }
}

fn files(case: &Json) -> Vec<(String, Vec<u8>)> {
    use base64::Engine;
    let files = case["files"].as_object().unwrap().iter();
    files
        .map(|(path, content)| {
            let bytes = match content {
                Json::String(text) => text.clone().into_bytes(),
                other => {
                    let text = other["base64"]
                        .as_str()
                        .unwrap_or_else(|| panic!("{other}"));
                    base64::engine::general_purpose::STANDARD
                        .decode(text)
                        .unwrap()
                }
            };
            (path.clone(), bytes)
        })
        .collect()
}

#[test]
fn hashes_of_folders() {
    for case in vector("minibot/hash.json")["cases"].as_array().unwrap() {
        let files = files(case);
        let pairs = files
            .iter()
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
        assert_eq!(case["folder_hash"], folder_hash(pairs), "{}", case["id"]);
    }
}

#[test]
fn lock_files_to_the_byte() {
    let all = vector("minibot/hash.json");
    for (kind, text) in all["lock_files"].as_object().unwrap() {
        let text = text.as_str().unwrap();
        let recorded = Lock::parse(text).unwrap();
        assert_eq!(recorded.text(), text, "{kind}");
        // Whatever the order in which they were installed.
        let mut entries = recorded.entries();
        entries.rotate_left(4);
        let mut lock = Lock::default();
        for (name, entry) in &entries {
            lock.set(name, entry);
        }
        assert_eq!(lock.text(), text, "{kind}");
    }
}

#[test]
fn entries_of_lock_files() {
    let all = vector("minibot/hash.json");
    let text = |value: &Json| value.as_str().map(str::to_owned);
    for case in all["cases"].as_array().unwrap() {
        let entries = case["lock_entries"].as_object().into_iter().flatten();
        for (kind, entry) in entries {
            let lock = Lock::parse(all["lock_files"][kind].as_str().unwrap()).unwrap();
            let wanted = Entry {
                source: text(&entry["source"]).unwrap(),
                source_type: text(&entry["sourceType"]).unwrap(),
                reference: text(&entry["ref"]),
                skill_path: text(&entry["skillPath"]),
                hash: text(&entry["computedHash"]).unwrap(),
                ..Entry::default()
            };
            let found = lock
                .entries()
                .into_iter()
                .find(|(_, found)| *found == wanted);
            assert!(found.is_some(), "{} {kind}", case["id"]);
        }
    }
}
